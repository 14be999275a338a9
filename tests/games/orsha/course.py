"""A campaign of Orsha led from step to step: what is to be done is given, all else is answered shortly."""

from collections.abc import Callable, Mapping
from typing import Any

from berlin.games.orsha.game import GAME
from berlin.games.orsha.rules.sequence import COURSE, RING
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.play.acts import Act
from berlin.kernel.play.question import AnyQuestion

# Whoever has nothing to add says one of these.
SHORT = (
    *("Done", "Ready", "Keep", "Stay", "Trace", "Forgo", "Weigh", "Hold", "Stand", "Strike", "Shut", "Wait"),
    *("Reported", "Settled", "Agree", "Told", "Go", "Cease"),
)
KEY = bytes(32)
Answer = Callable[[Draft, Any], Act]
Answers = Mapping[type[AnyQuestion], Answer]


def campaign(dice: tuple[int, ...] = (), **options: str) -> Draft:
    """A new campaign, as it asks its first question."""
    d = Draft(GAME.set_up("orsha", KEY, options), [])
    GAME.deal(d)
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
        legal = d.frames[-1].answers(d)
        assert one in legal, f"{one}: {d.frames[-1].refuse(d, one)}"
        assert isinstance(one, d.frames[-1].acts)
        d.frames[-1].carry_out(d, one)
        COURSE.run(d)


def short(d: Draft) -> Act:
    """The answer of who has nothing to add, or the first there is."""
    top = d.frames[-1]
    legal = top.answers(d)
    found = sorted((one for one in legal if type(one).__name__ in SHORT), key=_rank)
    answer: Act = found[0] if found else legal[0]
    return answer


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
