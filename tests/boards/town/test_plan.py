"""Where things lie on the paper of a plan, and how their lines are told."""

from itertools import pairwise
from math import dist

import pytest

from berlin.boards.columns import ColumnGrid, NumberedColumns
from berlin.boards.hexes import HexMap, bits, board_of
from berlin.boards.town import city, country, ways
from berlin.boards.town.lettering import Lettering, calm, width
from berlin.boards.town.pens import dots, shaped, tiled, traced
from berlin.boards.town.plan import TownPlan, between
from berlin.boards.town.plots import walked
from berlin.boards.town.survey import Survey

SHEET = NumberedColumns(low=True)
HEXES = HexMap(SHEET.cell(f"{column:02}{number:02}") for column in range(1, 13) for number in range(1, 9))
AT = {SHEET.name(cell): space for cell, space in HEXES.index.items()}


def plan() -> TownPlan:
    return TownPlan(HEXES, ColumnGrid(60.0, 160.0, 48.0), (100.0, 100.0, 1210.0, 1000.0))


def chart(words: str) -> int:
    return board_of(AT[key] for key in words.split())


def test_a_path_is_told_by_its_steps_and_leaves_out_what_lies_on_the_way() -> None:
    line = ((0.0, 0.0), (10.2, 0.1), (20.0, 0.0), (20.0, -9.6), (13.0, -10.0))
    assert traced([line]) == "M0 0l20+0+0-10-7+0"
    assert traced([line[2:]], closed=True) == "M20 0l0-10-7+0z"
    assert dots([(3.4, 5.6), (9, 9)]) == ["M3 6h0M9 9h0"]


def test_a_shape_is_told_once_however_often_it_is_drawn() -> None:
    drawn = shaped("lake", ["M0 0l5 5", "M9 9l2 2"], 'fill="#fff"', 'fill="#000"')
    assert drawn.count("M0 0l5 5") == 1
    assert drawn.count('href="#lake0"') == drawn.count('href="#lake1"') == 2


def test_what_is_spread_all_over_is_told_tile_by_tile() -> None:
    lines = [((x, y), (x + 5, y)) for x in (10.0, 20.0, 700.0) for y in (10.0, 1300.0)]
    assert len(tiled(lines)) == len(dots(a for a, _ in lines)) == 4
    assert "".join(tiled(lines)).count("M") == 6


def test_every_point_of_a_hex_is_on_it() -> None:
    sheet = plan()
    for space, point in sheet.middles.items():
        assert sheet.space_at(point) == space
        assert sheet.is_on(1 << space, point)
        assert not sheet.is_on(~(1 << space), point)
    assert sheet.space_at((0, 0)) == -1
    assert not sheet.is_on(-1, (0, 0))


def test_a_road_crosses_sides_in_their_middles_and_goes_on_over_the_edge() -> None:
    sheet = plan()
    road = [AT[key] for key in ["0104", "0203", "0304", "0403"]]
    course = sheet.course(road, 0, chart("0104"))
    assert course[0][0] < sheet.box[0]
    assert course[1] == sheet.middles[road[0]]
    assert course[-1] == sheet.middles[road[-1]]
    for a, b in pairwise(road):
        (ax, ay), (bx, by) = sheet.middles[a], sheet.middles[b]
        assert ((ax + bx) / 2, (ay + by) / 2) in course
    through = sheet.course(road, chart("0304"), 0)
    assert sheet.middles[road[2]] in through
    assert sheet.middles[road[1]] not in through


def test_a_waterway_runs_along_its_sides_and_into_the_water() -> None:
    sheet = plan()
    sides = [(AT["0504"], AT["0604"]), (AT["0505"], AT["0604"]), (AT["0604"], AT["0605"])]
    line = sheet.channel(sides, mouth=AT["0705"])
    for side in sides:
        a, b = sheet.side(side)
        assert ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) in line
    ends = [min(dist(end, sheet.middles[space]) for space in side) for end, side in ((line[0], sides[0]),)]
    assert ends == pytest.approx([60.0])
    assert sheet.space_at(line[-1]) == AT["0705"]


def test_a_waterway_that_ends_by_the_edge_leaves_the_map() -> None:
    sheet = plan()
    sides = [(AT["0407"], AT["0507"]), (AT["0407"], AT["0508"]), (AT["0408"], AT["0508"])]
    assert sheet.channel(sides)[-1][1] > sheet.box[3]


def test_lines_that_end_near_another_are_led_into_it() -> None:
    sheet = plan()
    lines = {"river": ((100.0, 300.0), (900.0, 300.0)), "canal": ((400.0, 340.0), (400.0, 800.0))}
    found = sheet.joined(lines)
    assert found["canal"][0] == (400.0, 300.0)
    assert found["canal"][-1] == (400.0, 800.0)
    assert found["river"] == lines["river"]


def test_a_smooth_line_passes_every_stop() -> None:
    sheet = plan()
    stops = [AT[key] for key in ["0303", "0602", "0905", "0607"]]
    line = sheet.through(stops)
    assert all(min(dist(sheet.middles[stop], point) for point in line) < 1e-6 for stop in stops)
    ring = sheet.through(stops, closed=True)
    assert ring[0] == sheet.middles[stops[0]]
    assert ring[-1] == pytest.approx(ring[0])
    assert max(dist(a, b) for a, b in pairwise(ring)) < 100


def test_nothing_is_built_where_something_runs() -> None:
    sheet = plan()
    every = board_of(AT.values())
    road = sheet.course([AT[key] for key in ["0304", "0404", "0504", "0604"]], 0, 0)
    sheet.taken.draw([road], 30)
    assert not any(sheet.free(every)(point) for point in walked(road, 7))
    assert all(min(dist(tree, point) for point in walked(road, 3)) > 9 for tree in sheet.strewn(every, 25, 1))


def test_layers_are_drawn_of_what_there_is() -> None:
    sheet = plan()
    every = board_of(AT.values())
    wet = chart("0503 0504 0604 0401 0501")
    assert 'fill="#' in country.fields(sheet, every, [AT["0404"]])
    assert "<use" in country.woods(sheet, chart("0808 0908"))
    assert country.lakes(sheet, wet, (AT["0503"], AT["0504"]), chart("0401 0501")).count('id="meres"') == 1
    town = city.quarters(sheet, [AT["0404"], AT["0905"]], lambda _: 1.0)
    assert city.blocks(sheet, town, every, every).count("M") > 100
    assert ways.bridges(sheet, [((AT["0404"], AT["0405"]), 20.0)]).count("M") == 3
    assert city.numbers(sheet, {space: key for key, space in AT.items()}, 0).count("<text") == len(AT)
    assert city.mesh(sheet).count("M") > 3 * len(bits(every))


def test_a_name_stands_where_nothing_else_does() -> None:
    sheet = plan()
    hand = Lettering(sheet, chart("0404"))
    point = sheet.middles[AT["0604"]]
    first = hand.stand(point, "Moabit", 20, "#000")
    second = hand.stand(point, "Moabit", 20, "#000")
    assert first != second
    far = sheet.middles[AT["0404"]]
    assert f'x="{far[0]:.1f}" y="{far[1] + 14:.1f}"' not in hand.stand(far, "Wedding", 20, "#000")


def test_a_line_is_named_from_left_to_right_as_often_as_it_is_long() -> None:
    hand = Lettering(plan(), 0)
    west = ((1000.0, 300.0), (200.0, 300.0))
    assert 'd="M200 300l800+0"' in hand.along("a", "Seestrasse", west, -10, 15, "#000", 1)
    assert hand.along("b", "Seestrasse", ((0.0, 0.0), (40.0, 0.0)), -10, 15, "#000", 1) == ""
    long = ((0.0, 500.0), (3300.0, 500.0))
    assert hand.along("c", "Seestrasse", long, -10, 15, "#000", 1).count("<textPath") == 2
    assert width("Seestrasse", 20) > width("See", 20) > 0


def test_a_calm_line_keeps_its_ends() -> None:
    zigzag = tuple((10.0 * n, 20.0 * (n % 2)) for n in range(30))
    line = calm(zigzag, 4)
    assert (line[0], line[-1]) == (zigzag[0], zigzag[-1])
    assert max(y for _, y in line[1:-1]) < 20


def test_a_survey_follows_everything_from_edge_to_edge() -> None:
    sheet = plan()
    edges = chart("0104 1204 0601")
    roads = [[AT[key] for key in words.split()] for words in ("0104 0204 0304", "0304 0303", "0304 0404")]
    spree = [(AT["0504"], AT["0604"]), (AT["0505"], AT["0604"]), (AT["0604"], AT["0605"])]
    rails = [[AT[key] for key in words.split()] for words in ("0104 0605 1204", "0303 0906 0307 0303")]
    survey = Survey(sheet, edges, roads, {"spree": spree}, {}, rails)
    assert survey.junctions == chart("0304")
    assert survey.streets[0][0][0] < sheet.box[0]
    assert set(survey.channels) == {"spree"}
    through, ring = survey.railways
    assert through[0][0] < sheet.box[0] < sheet.box[2] < through[-1][0]
    assert ring[0] == pytest.approx(ring[-1])
    assert survey.clear(["spree"], chart("0808")) is sheet
    assert sheet.taken.has(between(sheet.middles[AT["0104"]], sheet.middles[AT["0204"]]))
    assert sheet.taken.has(sheet.middles[AT["0808"]])
    assert not sheet.taken.has(sheet.middles[AT["1007"]])


def test_a_river_flows_through_its_waters_by_the_shortest_way() -> None:
    sheet = plan()
    waters = chart("0501 0502 0503 0504 0602 0603 0505")
    survey = Survey(sheet, 0, [], {}, {}, [])
    assert survey.stream(waters, AT["0501"], AT["0505"]) == tuple(
        AT[key] for key in ("0501", "0502", "0503", "0504", "0505")
    )
