"""Acts that no list of answers holds: whatever is written in them, they are refused in words."""

from random import Random
from typing import Any

import msgspec
import pytest
from tests.games.orsha.test_campaigns import begun

from berlin.games.orsha.board.ground import MAP
from berlin.games.orsha.game import GAME
from berlin.games.orsha.rules.sequence import COURSE
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.squad.board.names import SPAN

# By field: what somebody might write by hand.
WILD: dict[str, tuple[Any, ...]] = {
    "unit": (0, 7, SPAN - 1, SPAN, SPAN + 7, 2 * SPAN - 1),
    "by": (0, SPAN - 1, SPAN, 2 * SPAN - 1),
    "space": (*MAP.spaces[:2], *MAP.spaces[-2:]),
    "to": (MAP.spaces[0], MAP.spaces[-1]),
    "next": (-1, MAP.spaces[7]),
    "group": (-2, -1, 0, 3, 999),
    "level": (-9, 0, 1, 99),
    "roll": (-1, 0, 2, 12, 99),
    "cpp": (-1, 0, 1, 2, 99),
    "side": (0, 1),
    "shellholes": (False, True),
    "line": ("I1", "O4", "O6", "B1"),
}
WORDS = ("", "nonsense", "trench", "wire", "mired", "g:4-6-7", "model")
PER_QUESTION = 6


def wild(kind: type[Act], rng: Random) -> Act:
    """An act of this kind with whatever comes to mind."""
    return kind(*(rng.choice(WILD.get(field.name, WORDS)) for field in msgspec.structs.fields(kind)))


def step(d: Draft, rng: Random) -> None:
    top = d.frames[-1]
    top.carry_out(d, rng.choice(top.answers(d)))
    COURSE.run(d)


@pytest.mark.parametrize(("seed", "battles"), [(5, "model"), (6, "report"), (7, "each")])
def test_a_wild_act_is_refused_and_never_trips_the_game(seed: int, battles: str) -> None:
    d, rng = begun(seed, battles=battles)
    met = set()
    for count in range(15_000):
        if not d.frames:
            break
        kinds = d.frames[-1].acts
        if not count % 40 or type(d.frames[-1]) not in met:
            met.add(type(d.frames[-1]))
            state, legal = d.freeze(), None
            for _ in range(PER_QUESTION):
                act = wild(rng.choice(kinds), rng)
                found = GAME.why_not(state, act)
                if found is None:
                    legal = legal or GAME.legal(state)
                    assert act in legal
                else:
                    assert isinstance(found, Refusal)
                    assert found.rule.startswith("OTO ")
                    assert found.reason
        step(d, rng)
    assert d.over
    assert len(met) > 20
