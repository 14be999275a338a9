"""What the rulebook tells about the map, and that the drawing says the same."""

import csv
import xml.etree.ElementTree as ET
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from tests.games.pictures import inside

from berlin.boards.atlas import Point
from berlin.games.race.board import zones as board
from berlin.games.race.board.units import folded
from berlin.games.race.board.zones import (
    BERLIN,
    DRAWING,
    EDGE,
    EDGES,
    NEIGHBOURS,
    RIVER_WEST,
    TRACKS,
    ZONES,
    find_zone,
)
from berlin.games.race.table import picture
from berlin.kernel.proof.mark import rule

ZHUKOV, KONIEV, GERMAN = 0, 1, 2
SVG = "{http://www.w3.org/2000/svg}"


def edge(a: str, b: str) -> board.Edge | None:
    return EDGE.get((find_zone(a), find_zone(b)))


def joined(a: str, b: str) -> board.Edge:
    found = edge(a, b)
    assert found is not None, f"{a} and {b} are not adjacent"
    return found


def names(zones: "frozenset[int] | set[int] | tuple[int, ...]") -> set[str]:
    return {ZONES[zone].name for zone in zones}


def area(ring: tuple[Point, ...]) -> float:
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:] + ring[:1], strict=True))) / 2


def cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


# Berlin


@rule("RFB glossary.berlin")
def test_exactly_six_zones_are_berlin() -> None:
    berlin = {"Wedding", "Prenzlauer Berg", "Friedrichshain", "Neukölln", "Tempelhof", "Zehlendorf"}
    assert names(set(BERLIN)) == berlin
    assert {zone.name for zone in ZONES if zone.front == 2} == berlin


@rule("RFB glossary.garrison")
def test_every_berlin_zone_has_a_garrison_and_tempelhof_has_twenty() -> None:
    assert {zone.id for zone in ZONES if zone.garrison} == set(BERLIN)
    assert ZONES[find_zone("Tempelhof")].garrison == 20


def test_7_4_6_and_9_2_4_tempelhof_is_adjacent_to_zossen_zehlendorf_and_trebbin() -> None:
    assert names(NEIGHBOURS[find_zone("Tempelhof")]) >= {"Zossen", "Zehlendorf", "Trebbin"}


def test_the_berlin_zones_form_a_ring_round_the_nexus() -> None:
    for here in BERLIN:
        assert len([zone for zone in NEIGHBOURS[here] if zone in BERLIN]) == 2
    assert {key for pair in DRAWING.between if "nexus" in pair for key in pair - {"nexus"}} == {
        ZONES[zone].key for zone in BERLIN
    }


# Adjacency


@rule("RFB map.base")
def test_zones_are_adjacent_when_they_share_a_border_on_the_drawing() -> None:
    assert len(ZONES) == 74
    assert len(EDGES) == 184
    for e in EDGES:
        if not e.white:
            borders = DRAWING.between[frozenset((ZONES[e.a].key, ZONES[e.b].key))]
            assert sum(each.length for each in borders) > 2


def test_the_drawing_is_what_was_planned() -> None:
    file = Path(__file__).parents[4] / "tools" / "race_plan.csv"
    planned = {}
    with file.open(encoding="utf-8", newline="") as text:
        for row in csv.DictReader(text):
            if row["b"] in board.BY_NAME:
                ends = sorted((find_zone(row["a"]), find_zone(row["b"])))
                lines = (find_zone(row["line"]),) if row["line"] else ()
                planned[tuple(ends)] = (bool(row["river"]), row["road"] == "yes", lines)
    assert {(e.a, e.b): (e.river, e.road, e.line) for e in EDGES} == planned


@rule("RFB map.corner-example")
@pytest.mark.parametrize("a, b", [("Zossen", "Luckau"), ("Fürstenberg", "Reppen")])
def test_zones_that_touch_only_at_a_corner_are_not_adjacent(a: str, b: str) -> None:
    assert edge(a, b) is None
    rims = [set(DRAWING.polygon(ZONES[find_zone(name)].key)) for name in (a, b)]
    assert len(rims[0] & rims[1]) == 1


def test_every_zone_can_be_reached_from_every_other() -> None:
    assert all(0 <= far < 74 for row in board.DISTANCE for far in row)


# The insert


@rule("RFB map.insert")
def test_the_insert_holds_zones_of_its_own_and_none_called_seelow_heights() -> None:
    assert {"Seelow", "Prötzel", "Lebus"} <= {zone.name for zone in ZONES if zone.insert}
    with pytest.raises(KeyError):
        find_zone("Seelow Heights")


@rule("RFB map.insert-example")
@pytest.mark.parametrize("main", ["Bernau", "Strausberg", "Fürstenwalde"])
def test_protzel_is_adjacent_over_white_lines_to_bernau_strausberg_and_furstenwalde(main: str) -> None:
    assert joined("Prötzel", main).white


@rule("RFB map.insert-line")
def test_insert_and_main_map_meet_exactly_where_a_white_line_is_drawn() -> None:
    drawn = {frozenset((find_zone(link.insert), find_zone(link.main))) for link in DRAWING.links}
    assert {frozenset((e.a, e.b)) for e in EDGES if ZONES[e.a].insert != ZONES[e.b].insert} == drawn
    assert {frozenset((e.a, e.b)) for e in EDGES if e.white} == drawn


def test_a_white_line_is_marked_river_or_road_as_the_enlarged_border_is() -> None:
    for link in DRAWING.links:
        pair = frozenset((link.insert, link.main))
        if pair in DRAWING.between:
            assert link.river == any(border.river for border in DRAWING.between[pair])
            assert link.road == (pair in DRAWING.crossed)
        assert (joined(link.insert, link.main).river, joined(link.insert, link.main).road) == (
            link.river,
            link.road,
        )


def test_lebus_is_attacked_from_the_bridgehead_on_dry_land_and_from_goritz_over_the_oder() -> None:
    assert not joined("Lebus", "Bridgehead").river
    assert joined("Lebus", "Göritz").river
    lebus = find_zone("Lebus")
    assert ZONES[lebus].difficult
    assert joined("Lebus", "Bridgehead").line == joined("Lebus", "Göritz").line == (lebus,)


# Rivers and supply


@rule("RFB glossary.oder-neisse")
def test_the_oder_neisse_parts_the_soviet_supply_zones_from_all_others() -> None:
    for e in EDGES:
        assert e.oder_neisse == (ZONES[e.a].east != ZONES[e.b].east)
        if e.oder_neisse:
            assert e.river
    assert {zone.name for zone in ZONES if zone.east} == {
        zone.name for zone in ZONES if zone.supply in (0, 1)
    }


def test_the_bridgehead_lies_west_of_the_oder_and_is_no_supply_zone_but_takes_any_number() -> None:
    bridgehead = ZONES[find_zone("Bridgehead")]
    assert (bridgehead.east, bridgehead.supply, bridgehead.unlimited) == (False, -1, True)
    assert bridgehead.id in RIVER_WEST
    assert {ZONES[zone].supply for zone in NEIGHBOURS[bridgehead.id]} >= {ZHUKOV}


def test_forst_borders_the_neisse_and_kathlow_is_next_to_it() -> None:
    forst, kathlow = find_zone("Forst"), find_zone("Kathlow")
    assert forst in RIVER_WEST
    assert kathlow not in RIVER_WEST
    assert kathlow in NEIGHBOURS[forst]


def test_each_camp_has_supply_zones_behind_its_own_front() -> None:
    for camp in (ZHUKOV, KONIEV):
        assert {zone.front for zone in ZONES if zone.supply == camp} == {camp}


def test_11_5_the_germans_have_supply_zones_on_the_west_edge_and_zones_on_the_south_edge() -> None:
    west = {zone.name for zone in ZONES if zone.supply == GERMAN and zone.west_edge}
    assert west == {"Kyritz", "Rathenow", "Brandenburg", "Wittenberg", "Leipzig"}
    assert {zone.name for zone in ZONES if zone.south_edge} >= {"Meißen", "Dresden", "Löbau", "Görlitz"}
    assert all(zone.west_edge or zone.south_edge for zone in ZONES if zone.supply == GERMAN)


def test_defence_lines_face_east_and_guben_has_one() -> None:
    guben = find_zone("Guben")
    assert joined("Guben", "Ziebingen").line == joined("Guben", "Triebel").line == (guben,)
    for e in EDGES:
        for zone in e.line:
            assert zone in (e.a, e.b)
            assert not ZONES[zone].east


# Index, points, letters, tracks


@rule("RFB glossary.index")
def test_the_index_falls_going_west() -> None:
    west = [zone.index for zone in ZONES if zone.west_edge]
    river = [ZONES[zone].index for zone in RIVER_WEST]
    east = [zone.index for zone in ZONES if zone.east]
    assert max(west) < min(river)
    assert max(river) <= min(east)


@rule("RFB glossary.victory-zones")
def test_forty_two_points_lie_on_the_map_and_three_in_every_berlin_zone() -> None:
    assert sum(zone.vp for zone in ZONES) == 42
    assert {ZONES[zone].vp for zone in BERLIN} == {3}


def test_every_set_up_letter_flies_over_one_zone() -> None:
    letters = [letter for zone in ZONES for letter in zone.letters]
    assert len(letters) == len(set(letters)) == 31
    assert ZONES[find_zone("Cottbus")].letters == ("GG",)
    assert not {"R", "U"} & set(letters)


def test_sudliches_oderbruch_flies_c_because_b_flies_over_barwalde() -> None:
    assert ZONES[find_zone("Südl. Oderbruch")].letters == ("C",)
    assert ZONES[find_zone("Bärwalde")].letters == ("B",)


@rule("RFB 2.2.2a")
def test_tracks_one_and_two_start_in_leipzig_and_track_three_in_kyritz() -> None:
    assert [ZONES[track[0]].name for track in TRACKS] == ["Leipzig", "Leipzig", "Kyritz"]


@rule("RFB glossary.track", "RFB map.us-emblem")
def test_a_track_runs_from_zone_to_adjacent_zone_into_berlin_and_each_zone_bears_its_number() -> None:
    for number, track in enumerate(TRACKS, 1):
        assert all(b in NEIGHBOURS[a] for a, b in pairwise(track))
        assert [zone in BERLIN for zone in track] == [False] * (len(track) - 1) + [True]
        assert {zone.id for zone in ZONES if number in zone.tracks} == set(track[:-1])
    assert ZONES[find_zone("Jüterbog")].tracks


# Fronts


def test_berlin_belongs_to_neither_front_and_all_else_to_one() -> None:
    assert all((zone.front == 2) == (zone.id in BERLIN) for zone in ZONES)


def test_each_front_hangs_together_so_that_nobody_need_cross_the_boundary() -> None:
    for front in (ZHUKOV, KONIEV):
        mine = {zone.id for zone in ZONES if zone.front in (front, 2)}
        reached, todo = set(), [min(mine)]
        while todo:
            here = todo.pop()
            if here not in reached:
                reached.add(here)
                todo += [there for there in NEIGHBOURS[here] if there in mine]
        assert reached == mine


# The drawing


def test_the_zones_fill_the_sheet_without_gap_or_overlap() -> None:
    everything = [p for border in DRAWING.borders for p in border.path]
    sheet = max(x for x, _ in everything) * max(y for _, y in everything)
    assert sum(area(DRAWING.polygon(key)) for key in DRAWING.zones) + area(DRAWING.polygon("nexus")) == (
        pytest.approx(sheet)
    )


def test_no_border_crosses_another() -> None:
    pieces = [
        (a, b) for border in DRAWING.borders for a, b in zip(border.path, border.path[1:], strict=False)
    ]
    for (a, b), (c, d) in combinations(pieces, 2):
        if max(a[0], b[0]) >= min(c[0], d[0]) and max(c[0], d[0]) >= min(a[0], b[0]):
            assert not cross(a, b, c, d)


def test_a_road_leaves_a_zone_only_where_it_shares_a_point_with_the_border() -> None:
    pieces = [
        (a, b) for border in DRAWING.borders for a, b in zip(border.path, border.path[1:], strict=False)
    ]
    for road in DRAWING.roads:
        for a, b in zip(road.path, road.path[1:], strict=False):
            for c, d in pieces:
                assert not cross(a, b, c, d)


@pytest.mark.parametrize("zone", ZONES, ids=lambda zone: zone.key)
def test_counters_stand_inside_their_zone_and_towns_too(zone: board.Zone) -> None:
    spot = picture.board().spots[zone.id]
    assert inside(spot.anchor, spot.outline)
    assert inside(DRAWING.place[zone.key].town, DRAWING.polygon(zone.key))


def test_water_inside_a_zone_stays_inside_it() -> None:
    for stream in DRAWING.streams:
        assert all(inside(point, DRAWING.polygon(stream.within)) for point in stream.path[3:-3])


@rule("RFB map.index", "RFB map.star")
def test_the_picture_shows_names_indices_stars_and_shields() -> None:
    root = ET.fromstring(picture.svg())
    words = [label.text for label in root.iter(f"{SVG}text")]
    assert {zone.name for zone in ZONES if zone.id != 1 and zone.key != "KonigsWusterhausen"} <= set(words)
    assert words.count("20") == 7
    assert words.count("12") == 9
    assert {shape.get("data-zone") for shape in root.iter(f"{SVG}polygon")} >= {zone.key for zone in ZONES}


# Names and sources


def test_a_zone_is_found_by_its_key_its_name_and_a_spelling_without_umlauts() -> None:
    for text in ("KonigsWusterhausen", "Königs Wusterhausen", "konigs wusterhausen", "KÖNIGS WUSTERHAUSEN"):
        assert ZONES[find_zone(text)].key == "KonigsWusterhausen"
    with pytest.raises(KeyError):
        find_zone("Moskau")


def test_every_row_says_where_it_comes_from() -> None:
    sources = {zone.source for zone in ZONES}
    sources |= {each.source for group in (DRAWING.borders, DRAWING.roads, DRAWING.links) for each in group}
    assert sources <= {"printed", "derived", "found", "house"}
    assert ZONES[find_zone("Guben")].source == "printed"
    assert ZONES[find_zone("Groß Düben")].source == "found"


@rule("RFB map.base")
@pytest.mark.parametrize("zone", ZONES, ids=lambda zone: zone.key)
def test_map_a_zone_is_found_by_its_name_in_any_case_with_or_without_umlauts(zone: board.Zone) -> None:
    plain = zone.name.translate(str.maketrans("äöü", "aou")).replace("ß", "ss")
    for text in (zone.name, zone.key, plain, zone.name.lower(), zone.name.upper(), plain.replace(" ", "-")):
        assert find_zone(text) == zone.id
    assert folded(zone.name) == folded(plain)
