"""Which chapter lists, carries out and refuses the answers to which question."""

from berlin.campaign.questions import ASKED, CHAPTERS
from berlin.campaign.state import Draft as Position
from berlin.games.orsha.actions import well_formed
from berlin.games.orsha.draft import Draft
from berlin.games.orsha.prompts import QUESTIONS
from berlin.games.orsha.sequence import COURSE, RING
from berlin.kernel.acts import Act
from berlin.kernel.answers import Answers
from berlin.kernel.rules import Refusal


def _out_of_time(d: Position, action: Act) -> Refusal:
    """The refusal of an act that does not answer the open question."""
    _, rule = QUESTIONS[type(d.frames[-1])]
    return Refusal(rule, f"not now ({RING[d.stage].title}): the question is another one")


ANSWERS: Answers[Act] = Answers(
    CHAPTERS,
    ASKED,
    _out_of_time,
    COURSE.run,
    well_formed=well_formed,
    nothing=Refusal("OTO 7.5a", "it names something that this campaign does not have"),
    over=Refusal("OTO 6.cg_end", "the campaign is over"),
    position=Draft,
    draws={},
)
legal = ANSWERS.legal
