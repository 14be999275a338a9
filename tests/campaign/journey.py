"""Random campaigns of Orsha, as the states they come through."""

from collections.abc import Iterator
from functools import cache
from random import Random

from tests.campaign.desk import desk

from berlin.campaign.state import muster
from berlin.campaign.state.state import Account, State
from berlin.games.orsha.rules.sequence import COURSE

MOST = 6_000


def journey(seed: int, way: str, every: int, most: int = MOST) -> Iterator[State]:
    """A campaign played at random, so far: every so-manyth position, by chance, and the last."""
    rng = Random(seed)
    d = desk(
        way=way,
        key=rng.randbytes(32),
        accounts=(Account(), Account()),
        stage=0,
        weather="Overcast",
        ground="Wet",
    )
    d.log = None
    muster.muster(d)
    COURSE.enter(d, 0)
    COURSE.run(d)
    for _ in range(most):
        if not d.frames:
            break
        if not rng.randrange(every):
            yield _frozen(d.freeze())
        d.frames[-1].carry_out(d, rng.choice(d.frames[-1].answers(d)))
        COURSE.run(d)
    yield _frozen(d.freeze())


def _frozen(state: object) -> State:
    assert isinstance(state, State)
    return state


@cache
def some_states() -> tuple[State, ...]:
    """Positions of a modelled and of a reported campaign."""
    return (*journey(3, "model", 40, 1_000), *journey(1, "report", 90, 2_000))
