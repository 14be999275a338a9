"""The map against what the rulebook says of its hexes, against its counts, and against itself."""

import csv
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from berlin import games
from berlin.boards.grains import between, is_alternate, is_grain
from berlin.boards.hexes import DIRECTIONS, OPPOSITE, bits, board_of
from berlin.games.orsha.board import ground
from berlin.games.orsha.board.ground import KEYS, LEVEL, MAP, find_hex, keys
from berlin.games.orsha.board.tables import GERMAN, RUSSIAN
from berlin.games.orsha.table import landscape
from berlin.kernel.contract.ids import Place
from berlin.kernel.proof.mark import rule

TABLE = Path(games.__path__[0]) / "orsha" / "data" / "map.csv"
ROWS = {row["hex"]: row for row in csv.DictReader(TABLE.read_text(encoding="utf-8").splitlines())}
COLUMNS = [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "AA", "BB", "CC", "DD"]
BACK = {"W": "E", "E": "W", "NW": "SE", "SE": "NW", "NE": "SW", "SW": "NE"}
# The hexes that the missions and the examples name.
NAMED = (
    *(
        "T19",
        "T20",
        "W9",
        "M23",
        "L23",
        "N22",
        "K33",
        "A27",
        "I23",
        "I20",
        "R15",
        "DD21",
        "I10",
        "H10",
        "I11",
    ),
    *("U6", "T6", "U7", "CC2", "BB2", "CC3", "A26", "H22", "S15", "Z18", "P18"),
)
DOTS = ("A12", "D22", "I7", "I14", "K33", "P3", "Q10", "V17", "X38", "Z15", "CC5", "DD13")


def around(name: str) -> dict[str, str]:
    """Who touches a hex, by the compass: reckoned here once more, from the names alone."""
    word = name.rstrip("0123456789")
    column, number = COLUMNS.index(word), int(name[len(word) :])
    lower = column % 2
    north = COLUMNS[column + 1] if column + 1 < len(COLUMNS) else "?"
    south = COLUMNS[column - 1] if column else "?"
    found = {
        "W": f"{word}{number - 1}",
        "E": f"{word}{number + 1}",
        "NW": f"{north}{number - 1 + lower}",
        "NE": f"{north}{number + lower}",
        "SW": f"{south}{number - 1 + lower}",
        "SE": f"{south}{number + lower}",
    }
    return {way: near for way, near in found.items() if near in ROWS}


def at(names: str) -> list[Place]:
    return [find_hex(name) for name in names.replace("-", " ").split()]


def has(word: str, name: str) -> bool:
    return bool(ground.BY_TERRAIN[word] >> find_hex(name) & 1)


def linked(sides: tuple[int, ...], a: str, b: str) -> bool:
    way = MAP.way(find_hex(a), find_hex(b))
    assert way is not None
    return bool(sides[way] >> find_hex(a) & 1)


@pytest.mark.parametrize("name", NAMED)
def test_every_hex_that_the_book_names_is_on_the_map(name: str) -> None:
    space = find_hex(name)
    assert KEYS[space] == name
    assert find_hex(name.lower()) == space
    assert set(keys(MAP.across[space])) == set(around(name).values())


@pytest.mark.parametrize("name", ("NN12", "OO13", "PP13", "QQ13", "A0", "B53", "DD53", "EE1", "A54"))
def test_other_names_are_not(name: str) -> None:
    with pytest.raises(KeyError):
        find_hex(name)


@rule("OTO 7.5053.def.grid")
def test_7_5053_the_grid_has_1590_hexes_and_162_at_its_edge() -> None:
    assert len(MAP.spaces) == len(ROWS) == 1590
    assert ground.EDGE.bit_count() == 162
    assert set(keys(MAP.across[find_hex("M23")])) == {"M22", "M24", "L22", "L23", "N22", "N23"}
    assert set(keys(MAP.across[find_hex("DD26")])) == {"DD25", "DD27", "CC26", "CC27"}
    few = board_of(space for space in MAP.spaces if MAP.across[space].bit_count() < 6)
    assert few == ground.EDGE
    for number, column in enumerate(COLUMNS):
        first = 0 if number % 2 else 1
        rows = [name for name in ROWS if name.rstrip("0123456789") == column]
        assert rows == [f"{column}{row}" for row in range(first, first + 53)]


@rule("OTO 7.5053.def.grid")
def test_the_compass_is_right_though_west_is_up() -> None:
    assert keys(ground.SOUTH) == [f"A{n}" for n in range(1, 54)]
    assert keys(ground.NORTH) == [f"DD{n}" for n in range(53)]
    assert keys(ground.WEST)[:4] == ["A1", "B0", "C1", "D0"]
    assert keys(ground.EAST)[-4:] == ["AA53", "BB52", "CC53", "DD52"]
    for name in ROWS:
        near = {DIRECTIONS[way]: keys(MAP.step(1 << find_hex(name), way)) for way in range(6)}
        assert {way: found[0] for way, found in near.items() if found} == around(name)


def test_the_edge_cuts_134_hexes_in_half() -> None:
    assert ground.HALF.bit_count() == 134
    assert ground.HALF & ~ground.EDGE == 0
    assert [name for name in keys(ground.HALF) if name[0] in "FG"] == ["F0", "G53"]


@rule("OTO 1.1a", "OTO map.q1")
def test_1_1_a_slope_runs_between_t19_and_t20_and_its_marks_lie_in_t19() -> None:
    assert linked(ground.HASHES, "T19", "T20")
    assert not linked(ground.HASHES, "T20", "T19")
    assert linked(ground.UP_SLOPE, "T20", "T19")
    assert not linked(ground.UP_SLOPE, "T19", "T20")


def inside(ring: tuple[tuple[float, float], ...], point: tuple[float, float]) -> bool:
    """Does a ring hold a point?"""
    x, y = point
    crossed = False
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            crossed = not crossed
    return crossed


@rule("OTO 2.3.setup")
def test_2_3_every_road_through_grain_has_an_outline() -> None:
    """It holds the middle of each side that the road crosses, a little inward, and no corner of the hex."""
    for space in bits(ground.GRAIN_ROAD):
        rings = landscape.road_outlines(space)
        assert rings
        x, y = landscape.GRID.centre(MAP.cell[space])
        for way in range(len(ground.ROAD.links)):
            (ax, ay), (bx, by) = landscape.GRID.side(MAP.cell[space], way)
            crossing = (0.49 * (ax + bx) + 0.02 * x, 0.49 * (ay + by) + 0.02 * y)
            linked_here = bool(ground.ROAD.links[way] >> space & 1)
            assert any(inside(tuple(ring), crossing) for ring in rings) == linked_here
            corner = (0.98 * ax + 0.02 * x, 0.98 * ay + 0.02 * y)
            assert not any(inside(tuple(ring), corner) for ring in rings)
    assert landscape.road_outlines(find_hex("T20")) == []


@rule("OTO map.q1")
def test_2_3_w9_is_a_road_through_grain() -> None:
    assert has("grain", "W9")
    assert keys(ground.GRAIN_ROAD) == ["U24", "U25", "U26", "U27", "W9", "W10", "W11"]


@rule("OTO 3.1a", "OTO map.q1")
def test_3_1_the_culvert_of_m23_leads_from_l23_to_n22_at_level_0() -> None:
    assert keys(ground.CULVERT) == ["M23"]
    assert LEVEL[find_hex("M23")] == 0
    near = [name for name in around("M23").values() if linked(ground.GULLY.links, "M23", name)]
    assert sorted(near) == ["L23", "N22"]
    assert has("gully", "L23")
    assert has("gully", "N22")


@rule("OTO 6.lvp.a", "OTO map.q1")
def test_6_the_bridge_of_k33_spans_a_gully_and_is_worth_a_point() -> None:
    assert keys(ground.BRIDGE) == ["K33"]
    assert has("gully", "K33")
    assert ground.ROAD.hexes >> find_hex("K33") & 1
    assert {KEYS[space]: worth for space, worth in ground.LVP.items()} == dict.fromkeys(DOTS, 1)
    assert ground.LVP_MOST == 10


def test_p18_lies_on_the_railway_which_runs_from_edge_to_edge() -> None:
    assert keys(ground.RAIL.hexes) == [f"P{n}" for n in range(53)]
    assert keys(ground.RAIL.exits["west"]) == ["P0"]
    assert keys(ground.RAIL.exits["east"]) == ["P52"]
    assert ground.ROAD.hexes >> find_hex("P3") & 1


@pytest.mark.parametrize("gun, arc", [("I10", "H10 I11"), ("U6", "T6 U7"), ("CC2", "BB2 CC3")])
def test_a_gun_faces_a_corner_between_two_of_its_neighbours(gun: str, arc: str) -> None:
    a, b = at(arc)
    assert MAP.across[find_hex(gun)] >> a & 1
    assert MAP.across[find_hex(gun)] >> b & 1
    assert MAP.across[a] >> b & 1


@pytest.mark.parametrize(
    "ends, line",
    [
        ("A26 H22", "A26 B25 C25 D24 E24 F23 G23 H22"),
        ("S15 Z18", "S15 T15 U16 V16 W17 X17 Y18 Z18"),
    ],
)
def test_the_minefields_of_the_mission_lie_along_grains(ends: str, line: str) -> None:
    assert between(MAP, *at(ends)) == [tuple(at(line))]


def test_the_line_of_the_mission_runs_along_grains_from_edge_to_edge() -> None:
    corners = at("A27-I23-I20-R15-DD21")
    assert 1 << corners[0] & ground.SOUTH
    assert 1 << corners[-1] & ground.NORTH
    for a, b in pairwise(corners):
        assert [is_grain(MAP, found) for found in between(MAP, a, b)] == [True]


@rule("OTO 7.5053.def.hg")
def test_7_5053_hex_grains_of_the_map() -> None:
    for names in ("A26-B25-C25-D24", "P10-Q11-R11-S12", "K20-K21"):
        assert is_grain(MAP, at(names))
    for names in ("P10-Q11-R10-S11", "P10-Q11-R11-R12", "K20"):
        assert not is_grain(MAP, at(names))


@rule("OTO 7.5053.def.ahg")
def test_7_5053_alternate_hex_grains_of_the_map() -> None:
    for names in ("B38-C39-D38", "J41-K42-K43-L43", "J3-J4-I5-I6-H6-H7"):
        assert is_alternate(MAP, at(names))
    for names in ("B38-C39-D39-E39", "P10-Q11-R11-R12", "K20-K21"):
        assert not is_alternate(MAP, at(names))
    two = ["-".join(KEYS[space] for space in found) for found in between(MAP, *at("P10 T10"))]
    assert sorted(two) == ["P10-Q10-R10-S10-T10", "P10-Q11-R10-S11-T10"]


def test_the_terrain_is_counted() -> None:
    assert Counter(row["terrain"] for row in ROWS.values()) == {
        "open": 825,
        "shellhole": 194,
        "grain": 188,
        "orchard": 98,
        "brush": 68,
        "gully": 66,
        "woods": 46,
        "orchard shellhole": 27,
        "grain shellhole": 27,
        "marsh": 21,
        "brush gully": 14,
        "brush shellhole": 9,
        "building": 5,
        "shellhole gully": 1,
        "open culvert": 1,
    }
    assert ROWS["H51"]["terrain"] == "shellhole gully"
    assert {level: hexes.bit_count() for level, hexes in ground.AT_LEVEL.items()} == {1: 71, 0: 1460, -1: 59}
    assert ground.ROAD.hexes.bit_count() == 171
    assert ground.RAIL.hexes.bit_count() == 53


def test_the_hexsides_are_counted() -> None:
    def sides(boards: tuple[int, ...]) -> int:
        return sum(board.bit_count() for board in boards)

    assert sides(ground.HASHES) == sides(ground.UP_SLOPE) == 122
    assert sides(ground.CREST) == 104
    assert sides(ground.GULLY.links) == 2 * 72
    assert sides(ground.HEDGES) == 2 * 2


@pytest.mark.parametrize("column", ("road", "rail", "gully", "hedge"))
def test_both_hexes_of_a_side_agree(column: str) -> None:
    for name, row in ROWS.items():
        for way in row[column].split():
            if way in BACK:
                assert BACK[way] in ROWS[around(name)[way]][column].split(), (name, way)
            else:
                assert getattr(ground, way.upper()) >> find_hex(name) & 1, (name, way)


def test_a_slope_has_its_marks_on_one_side_and_never_along_a_crest() -> None:
    for name, row in ROWS.items():
        for way in row["slope"].split():
            near = around(name)[way]
            assert BACK[way] not in ROWS[near]["slope"].split()
            assert ROWS[near]["level"] == row["level"]


def test_up_slope_and_crest_are_what_the_other_side_sees() -> None:
    for way, other in enumerate(OPPOSITE):
        assert MAP.step(ground.HASHES[way], way) == ground.UP_SLOPE[other]
        for space in bits(ground.CREST[way]):
            (higher,) = bits(MAP.step(1 << space, way))
            assert LEVEL[higher] == LEVEL[space] + 1


def test_gullies_lead_only_through_gullies_and_the_culvert() -> None:
    assert ground.GULLY.hexes == ground.BY_TERRAIN["gully"] | ground.CULVERT


@rule("OTO 6.strategic_location")
def test_what_is_strategic_for_good_is_the_railway_and_the_north_and_south_edges() -> None:
    assert ground.STRATEGIC.bit_count() == 3 * 53
    for name in ("P18", "A1", "DD26"):
        assert ground.STRATEGIC >> find_hex(name) & 1
    for name in ("K33", "B0", "Q53"):
        assert not ground.STRATEGIC >> find_hex(name) & 1


@rule("OTO 6.entry_area.german")
def test_the_german_entry_area_gives_way_along_the_north_edge() -> None:
    def entry(*russian: str) -> list[str]:
        area = ground.german_entry(board_of(find_hex(name) for name in russian))
        assert area & ground.WEST == ground.WEST
        return keys(area & ground.NORTH)

    assert entry()[-1] == entry("DD42", "K3")[-1] == "DD26"
    assert entry("DD20", "DD33")[-1] == "DD15"
    assert entry("DD28")[-1] == "DD23"
    assert entry("DD1") == ["DD0"]
    assert keys(ground.RUSSIAN_ENTRY) == keys(ground.EAST)


@rule("OTO CG12a.q1")
def test_the_campaign_begins_at_the_hexes_numbered_42() -> None:
    assert ground.START[GERMAN] | ground.START[RUSSIAN] == ground.ALL
    assert ground.START[GERMAN] & ground.START[RUSSIAN] == 0
    assert ground.START[RUSSIAN] >> find_hex("A42") & 1
    assert ground.START[GERMAN] >> find_hex("DD41") & 1
    assert all(ground.START[GERMAN] >> space & 1 for space in ground.LVP)


def test_each_row_tells_its_source_and_what_of_it_we_chose() -> None:
    assert {row["source"] for row in ROWS.values()} == {"found"}
    for name, row in ROWS.items():
        assert all(column in row for column in row["house"].split()), name
        assert bool(row["house"]) == bool(row["note"]), name
    assert ground.doubt(find_hex("R30"))
    assert not ground.doubt(find_hex("K20"))
