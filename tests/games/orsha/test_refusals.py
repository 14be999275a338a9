"""Acts that no list of answers holds: whatever is written in them, they are refused in words."""

from random import Random
from typing import Any

import msgspec
import pytest
from tests.games.orsha.test_campaigns import begun

from berlin.campaign.names import SPAN
from berlin.campaign.questions import ASKED, CHAPTERS
from berlin.games.orsha.answers import ANSWERS
from berlin.games.orsha.draft import Draft
from berlin.games.orsha.ground import MAP
from berlin.games.orsha.sequence import COURSE
from berlin.kernel.acts import Act
from berlin.kernel.rules import Refusal

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
    options, answer, _ = CHAPTERS[type(top)]
    answer(d, top, rng.choice(options(d, top)))
    COURSE.run(d)


@pytest.mark.parametrize(("seed", "battles"), [(5, "model"), (6, "report"), (7, "each")])
def test_a_wild_act_is_refused_and_never_trips_the_game(seed: int, battles: str) -> None:
    d, rng = begun(seed, battles=battles)
    met = set()
    for count in range(15_000):
        if not d.frames:
            break
        kinds = ASKED[type(d.frames[-1])]
        if not count % 40 or type(d.frames[-1]) not in met:
            met.add(type(d.frames[-1]))
            state, legal = d.freeze(), None
            for _ in range(PER_QUESTION):
                act = wild(rng.choice(kinds), rng)
                found = ANSWERS.why_not(state, act)
                if found is None:
                    legal = legal or ANSWERS.legal(state)
                    assert act in legal
                else:
                    assert isinstance(found, Refusal)
                    assert found.rule.startswith("OTO ")
                    assert found.reason
        step(d, rng)
    assert d.over
    assert len(met) > 20
