"""What people call the hexes of the map."""

import re

import pytest

from berlin.boards.hexes import bits
from berlin.games.fortress.board import ground, names
from berlin.games.fortress.board.ground import AT, HEXES, KEYS
from berlin.games.fortress.board.names import PLACES, STREETS, STREETS_OF, hex_name, numbered
from berlin.games.fortress.board.tables import TABLES


def test_no_two_hexes_are_called_the_same() -> None:
    assert len({hex_name(space) for space in HEXES}) == 2380


def test_no_name_is_a_number() -> None:
    assert not [name for name in map(hex_name, HEXES) if re.search(r"\d", name)]


@pytest.mark.parametrize(
    ("key", "name"),
    (
        ("5015", "the Reichstag"),
        ("5115", "Goebbels' house"),
        ("5616", "Alexanderplatz"),
        ("3506", "Tegel airfield"),
        ("3405", "Tegel airfield, one hex north-west of its middle"),
        ("4218", "the Zoo flak tower"),
        ("5118", "the Air Ministry annex"),
        ("1917", "the Frey bridge"),
        ("4415", "the Tiergarten, one hex north-west of its middle"),
        ("5716", "Frankfurter Allee, one hex north-east of Alexanderplatz"),
        ("6117", "Frankfurter Allee, two hexes south-east of the Schlesischer station"),
        ("3706", "Seidelstrasse, two hexes east of Tegel airfield"),
        ("5016", "Unter den Linden at Friedrichstrasse, one hex south of the Reichstag"),
        ("4123", "Wilmersdorf, two hexes north and one north-east of Friedenau"),
        ("5214", "the ruins, one hex north-east of Goebbels' house"),
        ("5810", "the strongpoint, one hex south-east of Prenzlauer Berg"),
        ("1923", "the Grunewald, one hex north-east of the Grunewald Tower"),
        ("1818", "the Havel, one hex south of Pichelsdorf"),
        ("4913", "built-up blocks, two hexes north of the Tiergarten flak site"),
        ("0901", "open ground, two hexes east and two north-east of Falkenhagen"),
        ("6909", "Hohenschönhausen"),
    ),
)
def test_a_hex_is_called_by_what_lies_there_and_the_nearest_name(key: str, name: str) -> None:
    assert hex_name(AT[key]) == name
    assert numbered(AT[key]) == f"{name} ({key})"


def test_what_the_map_names_is_called_so() -> None:
    for space in HEXES:
        if ground.NAMES[space]:
            assert hex_name(space).removeprefix("the ") == ground.NAMES[space]
    assert len([name for name in ground.NAMES if name]) == len({name for name in ground.NAMES if name}) == 29


def test_places_lie_on_land_and_have_names_of_their_own() -> None:
    assert len(set(PLACES.values())) == len(PLACES) == len(TABLES.rows("places"))
    assert not set(PLACES.values()) & set(ground.NAMES)
    for space in PLACES:
        assert ground.LAND >> space & 1
        assert not ground.NAMES[space], KEYS[space]


def test_streets_cover_every_road_from_end_to_end() -> None:
    for number, road in enumerate(ground.ROADS):
        walked = [space for street in STREETS if street.road == number for space in street.hexes]
        assert walked == list(road)
    assert all(STREETS_OF[space] for space in bits(ground.ROAD_HEXES))
    assert not any(STREETS_OF[space] for space in bits(ground.ALL & ~ground.ROAD_HEXES))


def test_every_road_has_a_street_of_its_name() -> None:
    for number, name in enumerate(ground.ROAD_NAMES):
        own = {street.name for street in STREETS if street.road == number}
        assert set(name.split(", ")) <= own


def test_every_waterway_has_a_name() -> None:
    assert set(names.WATER_NAMES) == set(ground.WATERWAYS)
