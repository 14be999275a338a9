"""Sheets of lettered columns: names, neighbours in both kinds of sheet, and where the hexes lie."""

from math import dist

import pytest

from berlin.boards.columns import WAYS, ColumnGrid, ColumnMap, Columns, NumberedColumns, Sides, letters, spans
from berlin.boards.hexes import HexMap, bits, board_of

# Which hexes touch E7 and F7, by the way on the sheet.
LOW = {
    "E7": {"N": "E6", "NE": "F6", "SE": "F7", "S": "E8", "SW": "D7", "NW": "D6"},
    "F7": {"N": "F6", "NE": "G7", "SE": "G8", "S": "F8", "SW": "E8", "NW": "E7"},
}
HIGH = {
    "E7": {"N": "E6", "NE": "F7", "SE": "F8", "S": "E8", "SW": "D8", "NW": "D7"},
    "F7": {"N": "F6", "NE": "G6", "SE": "G7", "S": "F8", "SW": "E7", "NW": "E6"},
}


def test_columns_are_lettered_on_after_z_by_doubled_letters() -> None:
    assert [letters(column) for column in (0, 1, 25, 26, 29, 38)] == ["A", "B", "Z", "AA", "DD", "MM"]


def test_hexes_in_a_row_are_told_as_one() -> None:
    assert spans(["L9", "AA1", "K36", "L10", "L11", "L8", "Z3", "L13", "AA2"]) == [
        *("K36", "L8 to L11", "L13", "Z3", "AA1 to AA2"),
    ]
    assert spans([]) == []


@pytest.mark.parametrize("low", (True, False))
def test_names_and_places_lead_back_to_each_other(low: bool) -> None:
    sheet = Columns(low)
    names = [f"{letters(column)}{number}" for column in range(40) for number in range(55)]
    cells = [sheet.cell(name) for name in names]
    assert len(set(cells)) == len(names)
    assert [sheet.name(cell) for cell in cells] == names
    assert [sheet.column(cell) for cell in cells] == [column for column in range(40) for _ in range(55)]


@pytest.mark.parametrize("word", ("", "A", "7", "AB3", "a4", "AAA1", "B-1", "C1000", " D4"))
def test_a_word_that_names_no_hex_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match="names no hex"):
        Columns(low=True).cell(word)


@pytest.mark.parametrize("low, near", [(True, LOW), (False, HIGH)])
def test_a_column_lies_half_a_hex_beside_the_next(low: bool, near: dict[str, dict[str, str]]) -> None:
    sheet = Columns(low)
    chart = HexMap([sheet.cell(f"{letters(column)}{number}") for column in range(9) for number in range(12)])
    for name, around in near.items():
        here = chart.index[sheet.cell(name)]
        found = {}
        for way, word in enumerate(WAYS):
            (beside,) = bits(chart.step(1 << here, way))
            found[word] = sheet.name(chart.cell[beside])
        assert found == around


@pytest.mark.parametrize("low", (True, False))
def test_hexes_lie_on_the_sheet_where_their_ways_say(low: bool) -> None:
    sheet, grid = Columns(low), ColumnGrid(10.0, 5.0, 7.0)
    chart = HexMap([sheet.cell(f"{letters(column)}{number}") for column in range(5) for number in range(5)])
    x, y = grid.centre(sheet.cell("C2"))
    for way, word in enumerate(WAYS):
        (beside,) = bits(chart.step(1 << chart.index[sheet.cell("C2")], way))
        a, b = grid.centre(chart.cell[beside])
        assert dist((x, y), (a, b)) == pytest.approx(10 * 3**0.5)
        assert (b < y) == ("N" in word)
        assert (b > y) == ("S" in word)
        assert (a > x + 1) == ("E" in word)
        assert (a < x - 1) == ("W" in word)
        ends = grid.side(sheet.cell("C2"), way)
        assert ((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2) == pytest.approx(
            ((a + x) / 2, (b + y) / 2)
        )


def test_numbers_run_down_a_column() -> None:
    sheet, grid = Columns(low=False), ColumnGrid(10.0)
    assert grid.centre(sheet.cell("A0")) == (0.0, 0.0)
    assert grid.centre(sheet.cell("A3")) == pytest.approx((0.0, 30 * 3**0.5))
    assert grid.centre(sheet.cell("B0")) == pytest.approx((15.0, -5 * 3**0.5))


@pytest.mark.parametrize("low", (True, False))
def test_numbered_columns_are_the_lettered_ones_in_figures(low: bool) -> None:
    lettered, numbered = Columns(low), NumberedColumns(low)
    for column in range(50):
        for number in range(1, 40):
            name = f"{column + 1:02}{number:02}"
            assert numbered.cell(name) == lettered.cell(f"{letters(column)}{number}")
            assert numbered.name(numbered.cell(name)) == name


@pytest.mark.parametrize("word", ("", "B12", "101", "01011", "010A"))
def test_other_figures_name_no_hex(word: str) -> None:
    with pytest.raises(ValueError, match="names no hex"):
        NumberedColumns(low=True).cell(word)


def test_a_whole_sheet_knows_its_steps_fronts_and_distances() -> None:
    sheet = NumberedColumns(low=True)
    chart = ColumnMap(
        sheet.cell(f"{column:02}{number:02}") for column in range(1, 9) for number in range(1, 8)
    )
    here = chart.index[sheet.cell("0404")]
    assert [sheet.name(chart.cell[to]) for to in chart.steps[here]] == [
        "0403",
        "0504",
        "0505",
        "0405",
        "0305",
        "0304",
    ]
    assert chart.fronts[here][0] == board_of(chart.steps[here][direction] for direction in (5, 0, 1))
    assert [chart.beyond(1 << here, _only(direction, chart.sides)) for direction in range(6)] == [
        1 << to for to in chart.steps[here]
    ]
    plain = HexMap(chart.index)
    for a in chart.spaces:
        for b in chart.spaces:
            assert chart.distance(a, b) == plain.distance(a, b)
        assert [chart.within(a, far) for far in range(5)] == [plain.within(a, far) for far in range(5)]
    corner = chart.index[sheet.cell("0101")]
    assert chart.steps[corner][0] == chart.steps[corner][4] == -1


def _only(direction: int, sides: Sides) -> Sides:
    return tuple(side if at == direction else 0 for at, side in enumerate(sides))


def test_sides_and_lines_of_a_sheet_by_direction_and_hex() -> None:
    sheet = NumberedColumns(low=True)
    chart = ColumnMap(
        sheet.cell(f"{column:02}{number:02}") for column in range(1, 5) for number in range(1, 5)
    )
    a, b, c = (chart.index[sheet.cell(key)] for key in ("0202", "0203", "0304"))
    assert chart.by_direction([(a, b)]) == (1 << b, 0, 0, 1 << a, 0, 0)
    assert chart.by_direction([(b, c)]) == (0, 0, 1 << b, 0, 0, 1 << c)
    steps = chart.along([(a, b, c)])
    assert (steps[a], steps[b], steps[c]) == (1 << b, 1 << a | 1 << c, 1 << b)


def test_sides_from_land_to_land_are_parted_by_water_or_dry() -> None:
    sheet = NumberedColumns(low=True)
    chart = ColumnMap(
        sheet.cell(f"{column:02}{number:02}") for column in range(1, 6) for number in range(1, 6)
    )
    at = {sheet.name(cell): space for cell, space in chart.index.items()}
    lake = at["0303"]
    river, canal = [(at["0102"], at["0103"]), (at["0302"], lake)], [(at["0404"], at["0405"])]
    dry, rivers, canals = chart.parted(chart.all & ~(1 << lake), river, canal)
    assert rivers == chart.by_direction(river[:1])
    assert canals == chart.by_direction(canal)
    assert not chart.beyond(chart.across[lake], dry) >> lake & 1
    assert chart.beyond(1 << lake, dry) == 0
    for a in chart.spaces:
        for direction, b in enumerate(chart.steps[a]):
            kinds = [sides[direction] >> a & 1 for sides in (dry, rivers, canals)]
            assert sum(kinds) == (b >= 0 and lake not in (a, b))
