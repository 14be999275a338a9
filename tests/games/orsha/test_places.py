"""What the hexes of the map are called: each by a name that no other has, and that is true."""

import pytest

from berlin.boards.hexes import bits
from berlin.games.orsha.board.ground import (
    ARROW,
    AT_LEVEL,
    BRIDGE,
    BUILDINGS,
    BY_TERRAIN,
    CULVERT,
    EDGE,
    GULLY,
    LVP,
    MAP,
    RAIL,
    ROAD,
    find_hex,
)
from berlin.games.orsha.board.places import LANDMARKS, PLACES
from berlin.kernel.contract.ids import Place

FARTHEST = 11
FORKS = sum(1 << s for s in bits(ROAD.hexes) if sum(link >> s & 1 for link in ROAD.links) == 3)
TRUE = {
    "bridge": BRIDGE,
    "culvert": CULVERT,
    "level crossing": ROAD.hexes & RAIL.hexes,
    "house": BUILDINGS,
    "fork": FORKS,
    "objective": sum(1 << space for space in LVP),
    "middle of the railway": RAIL.hexes,
    "railway end": RAIL.hexes & EDGE,
    "road end": ROAD.hexes & EDGE,
    "gully end": GULLY.hexes & EDGE,
    "gully head": GULLY.hexes,
    "entry arrow": ARROW,
    "hill": AT_LEVEL[1],
    "woods": BY_TERRAIN["woods"],
    "heart of the marsh": BY_TERRAIN["marsh"],
}
"""By how a name ends: where it is true."""


@pytest.mark.parametrize("space", LANDMARKS, ids=LANDMARKS.get)
def test_a_place_with_a_name_of_its_own_is_what_that_says(space: Place) -> None:
    name = LANDMARKS[space]
    assert [word for word in TRUE if name.endswith(f" {word}") and TRUE[word] >> space & 1]
    assert name.startswith("the ")


def test_every_objective_has_a_name_of_its_own() -> None:
    assert set(LVP) <= set(LANDMARKS)


def test_no_two_hexes_are_called_alike_and_none_by_a_name_far_away() -> None:
    told = [PLACES[space] for space in MAP.spaces]
    assert len(set(told)) == len(told) == 1590
    assert max(min(MAP.distance(space, one) for one in LANDMARKS) for space in MAP.spaces) <= FARTHEST


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("K33", "the bridge"),
        ("K34", "the road one hex east of the bridge"),
        ("X39", "the building one hex east of the eastern house"),
        ("P40", "the railway four hexes west-north-west of the eastern woods"),
        ("L34", "the open ground two hexes east-north-east of the bridge"),
        ("DD41", "the hill one hex east of the north-eastern hill"),
    ],
)
def test_another_hex_is_called_by_what_lies_there_and_the_nearest_name(key: str, name: str) -> None:
    assert PLACES[find_hex(key)] == name
