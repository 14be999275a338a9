"""The board's picture: that it shows what the map says, and that every place lies where it is drawn."""

import re
import xml.etree.ElementTree as ET
from itertools import pairwise
from math import dist

import pytest
from tests.games.pictures import apart, inside

from berlin.boards.atlas import Point
from berlin.boards.hexdraw import Line
from berlin.boards.hexes import bits
from berlin.boards.town.plots import walked
from berlin.games.fortress.board import ground
from berlin.games.fortress.board.ground import AT, HEXES, KEYS, MAP, WATERWAYS
from berlin.games.fortress.board.names import PLACES, STREETS, WATER_NAMES
from berlin.games.fortress.board.tables import TABLES, TERRAINS
from berlin.games.fortress.table import picture, plan
from berlin.kernel.proof.mark import rule

BOARD = picture.board()
SPOTS = {spot.key: spot for spot in BOARD.spots}
SVG = "{http://www.w3.org/2000/svg}"
TREE = ET.fromstring(BOARD.picture)
TEXTS = ["".join(node.itertext()) for node in TREE.iter(f"{SVG}text")]
WORDS = " ".join(TEXTS)


def near(point: Point, line: Line) -> float:
    """How far a point lies from the nearest corner of a line."""
    return min(dist(point, other) for other in walked(line, 3))


@rule("FB map.grid")
def test_every_hex_is_a_place_of_the_board_by_its_number() -> None:
    assert [spot.key for spot in BOARD.spots] == [KEYS[space] for space in HEXES]
    assert all(key in TEXTS for key in SPOTS)


def test_counters_stand_inside_their_hex_and_on_the_board() -> None:
    for spot in BOARD.spots:
        assert inside(spot.anchor, spot.outline)
        assert all(0 <= x <= BOARD.width and 0 <= y <= BOARD.height for x, y in spot.outline)
        assert 0 < spot.room < plan.SIZE


def test_neighbours_share_a_side_of_their_outlines() -> None:
    assert apart(MAP, {space: SPOTS[KEYS[space]] for space in HEXES}) == []


def test_north_is_up_and_east_is_right() -> None:
    (x, y), (north, south) = SPOTS["5015"].anchor, (SPOTS["5014"].anchor, SPOTS["5016"].anchor)
    assert (north[0], south[0]) == (x, x)
    assert north[1] < y < south[1]
    assert SPOTS["5115"].anchor[0] > x
    assert SPOTS["5115"].anchor[1] < y < SPOTS["5116"].anchor[1]


def test_a_place_is_named_and_tells_its_ground() -> None:
    assert SPOTS["5015"].name == "the Reichstag (5015): major building, street, U-Bahn entrance"
    assert SPOTS["7018"].name.endswith(" (7018): clear ground, street, entry area H")
    assert SPOTS["3405"].name.endswith(" (3405): airfield, bunker")


def test_a_place_tells_what_of_it_is_ours() -> None:
    # The book puts the Reichstag there, but what that is to a unit we chose; a flak tower is one.
    for key in ("5015", "3405", "0101"):
        assert SPOTS[key].note == "what ground it is, is our choice"
    for key in ("4218", "5208", "6113", "3506", "5225", "1023"):
        assert SPOTS[key].note == ""


def test_the_picture_is_one_sound_svg_of_moderate_size() -> None:
    assert len(BOARD.picture.encode()) < 1_000_000
    assert (float(TREE.get("width", "")), float(TREE.get("height", ""))) == (BOARD.width, BOARD.height)
    # But for the numbers of the hexes.
    assert len(list(TREE.iter())) - len(HEXES) < 2000
    ids = [node.get("id") for node in TREE.iter() if node.get("id")]
    assert len(set(ids)) == len(ids)
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', BOARD.picture))
    assert used <= set(ids)


def test_the_picture_is_the_same_every_time() -> None:
    drawn = BOARD.picture
    picture.svg.cache_clear()
    assert picture.svg() == drawn


@pytest.mark.parametrize(
    "name", [name for name in ground.NAMES if name and not name.startswith("Tiergarten")]
)
def test_every_named_hex_bears_its_name(name: str) -> None:
    for word in name.split():
        assert word in WORDS or word.upper() in WORDS


def test_streets_waters_quarters_and_letters_are_named() -> None:
    missing = {street.name for street in STREETS} - set(TEXTS)
    # Too short for their names.
    assert len(missing) <= 4
    assert set(WATER_NAMES.values()) <= set(TEXTS)
    assert {"Havel", "Tegeler See", "GRUNEWALD", "TIERGARTEN"} <= set(TEXTS)
    for name in PLACES.values():
        assert name in TEXTS or name.upper() in TEXTS
    assert set(ground.ENTRY) <= set(TEXTS)
    # The area U lies on two edges.
    assert TEXTS.count("U") == 2 + 1
    assert TEXTS.count("A") == 1


@rule("FB map.major")
def test_every_major_building_has_a_ground_plan() -> None:
    drawn = {*(row["hex"] for row in TABLES.rows("buildings")), KEYS[ground.STADIUM]}
    assert drawn >= {KEYS[space] for space in bits(ground.BUILDINGS)}


def test_the_key_tells_what_each_ground_costs() -> None:
    for row in TERRAINS:
        assert row.name.capitalize() in TEXTS
    assert "foot 2, motor 3; −1" in TEXTS
    assert "foot 4, no motor; −2" in TEXTS


def test_roads_are_drawn_through_their_hexes_and_over_no_other() -> None:
    for road, course in zip(ground.ROADS, plan.survey().streets, strict=True):
        passed = {plan.PLAN.space_at(point) for point in walked(course, 5)} - {-1}
        assert passed == set(road)


def test_waters_are_drawn_along_their_sides() -> None:
    for name, line in plan.survey().channels.items():
        for side in WATERWAYS[name]:
            (ax, ay), (bx, by) = (plan.PLAN.middles[space] for space in side)
            assert near(((ax + bx) / 2, (ay + by) / 2), line) < 12
        for a, b in pairwise(walked(line[4:-4], 5)):
            assert (
                min(
                    dist(a, plan.PLAN.middles[space])
                    for space in {plan.PLAN.space_at(a), plan.PLAN.space_at(b)} - {-1}
                )
                > 25
            )


def test_the_ring_railway_runs_by_every_strongpoint_of_the_ring() -> None:
    stops = [AT[key] for key in TABLES.rows("railways")[0]["hexes"].split()]
    assert stops[0] == stops[-1]
    assert set(stops) == set(bits(ground.RING))
    ring, *lines = plan.survey().railways
    assert ring[0] == pytest.approx(ring[-1])
    for space in bits(ground.RING):
        assert near(plan.PLAN.middles[space], ring) < 3
    for a, b in pairwise(stops):
        assert ground.distance(a, b) <= 4
    assert len(lines) == 3
