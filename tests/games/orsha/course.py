"""A campaign of Orsha led from step to step: what is to be done is given, all else is answered shortly."""

from collections.abc import Callable, Mapping
from typing import Any

from berlin.campaign.questions import CHAPTERS
from berlin.games.orsha.draft import Draft
from berlin.games.orsha.scenarios import deal, set_up
from berlin.games.orsha.sequence import COURSE, RING
from berlin.kernel.acts import Act
from berlin.kernel.frames import Frame

# Whoever has nothing to add says one of these.
SHORT = (
    *("Done", "Ready", "Keep", "Stay", "Trace", "Forgo", "Weigh", "Hold", "Stand", "Strike", "Shut", "Wait"),
    *("Reported", "Settled", "Agree", "Told", "Go", "Cease"),
)
KEY = bytes(32)
Answer = Callable[[Draft, Any], Act]
Answers = Mapping[type[Frame], Answer]


def campaign(dice: tuple[int, ...] = (), **options: str) -> Draft:
    """A new campaign, as it asks its first question."""
    d = Draft(set_up("orsha", KEY, options), [])
    deal(d)
    d.given = dice
    COURSE.enter(d, 0)
    COURSE.run(d)
    return d


def step(d: Draft) -> str:
    """The number of the step that is taken."""
    return RING[d.stage].name


def act(d: Draft, *acts: Act) -> None:
    """Answer questions; each answer must be legal."""
    for one in acts:
        options, answer, refuse = CHAPTERS[type(d.frames[-1])]
        legal = options(d, d.frames[-1])
        assert one in legal, f"{one}: {refuse(d, d.frames[-1], one)}"
        answer(d, d.frames[-1], one)
        COURSE.run(d)


def short(d: Draft) -> Act:
    """The answer of who has nothing to add, or the first there is."""
    top = d.frames[-1]
    legal = CHAPTERS[type(top)][0](d, top)
    found = sorted((one for one in legal if type(one).__name__ in SHORT), key=_rank)
    return found[0] if found else legal[0]


def _rank(one: Act) -> int:
    return SHORT.index(type(one).__name__)


def lead(d: Draft, until: Callable[[Draft], bool], answers: Answers | None = None) -> None:
    """Answer everything until something holds: as told, or shortly."""
    while d.frames and not until(d):
        say = (answers or {}).get(type(d.frames[-1]))
        act(d, say(d, d.frames[-1]) if say else short(d))


def lead_to(d: Draft, name: str, date: int = 0, answers: Answers | None = None) -> None:
    """To the first question of a step, of a date if one is named; or to the end."""
    lead(d, lambda now: step(now) == name and date in (0, now.turn), answers)
