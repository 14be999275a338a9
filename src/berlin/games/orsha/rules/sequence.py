"""7.5 The Re-organization Phase as one table, with the marks of the book, and the ring of a campaign."""

from pathlib import Path

from berlin.campaign.reph import ring
from berlin.campaign.sequence import read_steps
from berlin.campaign.state.state import Draft
from berlin.kernel.play.sequence import Course

STEPS, BATTLE = read_steps(Path(__file__).parents[1] / "steps.tsv")
RING = ring(STEPS, BATTLE)
COURSE: Course[Draft] = Course(RING)
