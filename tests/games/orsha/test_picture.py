"""The board's picture: every hex is on it, where the compass says, and it shows what the map holds."""

import re
import xml.etree.ElementTree as ET

import pytest
from tests.games.pictures import apart, inside

from berlin.boards.hexes import bits
from berlin.games.orsha.board import ground
from berlin.games.orsha.board.ground import KEYS, MAP, find_hex
from berlin.games.orsha.table import landscape, picture

BOARD = picture.board()
SPOTS = {spot.key: spot for spot in BOARD.spots}
SVG = "{http://www.w3.org/2000/svg}"
TREE = ET.fromstring(BOARD.picture)
TEXTS = ["".join(node.itertext()) for node in TREE.iter(f"{SVG}text")]


def uses(sign: str) -> int:
    """How often a sign stands on the map itself; those of the key are laid by `transform`."""
    found = [node for node in TREE.iter(f"{SVG}use") if node.get("transform") is None]
    return sum(node.get("href", "").startswith(f"#{sign}") for node in found)


def test_every_hex_is_a_place_and_bears_its_name() -> None:
    names = {KEYS[space] for space in MAP.spaces}
    assert set(SPOTS) == names
    assert len(BOARD.spots) == len(names)
    assert all(TEXTS.count(name) == 1 for name in names)


def test_counters_stand_inside_their_hex_and_no_hex_leaves_the_sheet() -> None:
    for spot in BOARD.spots:
        assert inside(spot.anchor, spot.outline), spot.key
        assert all(landscape.LEFT <= x <= landscape.RIGHT for x, _ in spot.outline)
        assert all(landscape.TOP <= y <= landscape.BOTTOM for _, y in spot.outline)


def test_neighbours_share_a_side_of_their_outlines() -> None:
    assert apart(MAP, {space: SPOTS[KEYS[space]] for space in MAP.spaces}) == []


def test_west_is_up_and_north_is_on_the_right() -> None:
    here, east, north = (SPOTS[name].anchor for name in ("K20", "K21", "M20"))
    assert east[0] == here[0]
    assert east[1] > here[1]
    assert north[0] > here[0]
    assert north[1] == pytest.approx(here[1])
    (up,) = (node for node in TREE.iter(f"{SVG}text") if node.text == "WEST")
    (down,) = (node for node in TREE.iter(f"{SVG}text") if node.text == "EAST")
    assert float(up.get("y", "")) < landscape.TOP
    assert float(down.get("y", "")) > landscape.BOTTOM
    rose = {node.text: node for node in TREE.iter(f"{SVG}text") if node.get("font-size") == "30"}
    x, y = ({word: float(rose[word].get(axis, "")) for word in "WNES"} for axis in "xy")
    assert y["W"] < y["N"] == y["S"] < y["E"]
    assert x["S"] < x["W"] == x["E"] < x["N"]


def test_each_kind_of_ground_has_its_signs() -> None:
    for word in ("woods", "brush", "marsh", "shellhole"):
        assert uses(f"field-{word}-") == ground.BY_TERRAIN[word].bit_count()
    torn = ground.BY_TERRAIN["orchard"] & ground.BY_TERRAIN["shellhole"]
    assert uses("field-bare-") == torn.bit_count() == 27
    assert uses("field-orchard-") == 98
    assert uses("cottage") == 5


def test_a_slope_is_hashed_within_the_hex_that_holds_its_marks() -> None:
    path = re.findall(r'd="([^"]+)"', landscape.slopes())[0]
    marks = [tuple(float(number) for number in re.findall(r"-?[\d.]+", mark)) for mark in path[1:].split("M")]
    assert len(marks) == 8 * 122
    lower, higher = SPOTS["T19"], SPOTS["T20"]
    assert sum(inside((x, y), lower.outline) for *_, x, y in marks) == 16
    assert not any(inside((x, y), higher.outline) and y < higher.anchor[1] for *_, x, y in marks)


def test_a_red_dot_lies_in_each_hex_with_victory_points() -> None:
    dots = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', landscape.points())
    assert len(dots) == 12
    for (x, y), space in zip(dots, ground.LVP, strict=True):
        assert inside((float(x), float(y)), SPOTS[KEYS[space]].outline)


def test_a_place_tells_what_it_is_and_what_is_doubtful() -> None:
    assert SPOTS["K33"].name == "The bridge (K33): gully, road, bridge, 1 LVP"
    assert SPOTS["P3"].name == "The level crossing (P3): open ground, road, railway, 1 LVP"
    assert SPOTS["DD22"].name == "The gully four hexes west of the entry arrow (DD22): level 1"
    assert "hedge" not in SPOTS["R30"].name
    assert "woods" in SPOTS["R30"].note
    assert SPOTS["K20"].note == ""


def test_the_picture_is_one_sound_svg_of_moderate_size() -> None:
    assert len(BOARD.picture.encode()) < 700_000
    assert (float(TREE.get("width", "")), float(TREE.get("height", ""))) == pytest.approx(
        (BOARD.width, BOARD.height), abs=1
    )
    ids = [node.get("id") for node in TREE.iter() if node.get("id")]
    assert len(set(ids)) == len(ids)
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', BOARD.picture))
    assert used <= set(ids)


def test_a_way_leaves_the_map_where_the_table_says() -> None:
    road = landscape.roads()
    for edge, hexes in ground.ROAD.exits.items():
        for space in bits(hexes):
            x, y = landscape.GRID.centre(MAP.cell[space])
            end = {"west": (x, landscape.TOP), "east": (x, landscape.BOTTOM), "north": (landscape.RIGHT, y)}[
                edge
            ]
            assert f"{end[0]:.1f},{end[1]:.1f}" in road, KEYS[space]
    assert find_hex("BB0") in bits(ground.ROAD.exits["west"])
