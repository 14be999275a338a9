"""A map of hexes on its sheet, and what is printed beside it."""

import pytest

from berlin.boards import printed
from berlin.boards.hexes import EAST, Grid, HexMap
from berlin.boards.hexsheet import HexSheet, coast, stroked

MAP = HexMap([(0, 0), (0, 1), (1, 0)])
SHEET = HexSheet(MAP, Grid(60.0, 100.0, 100.0), (0.0, 0.0, 400.0, 300.0))
ALL = MAP.all


def test_a_place_by_row_and_column_is_the_centre_of_its_hex() -> None:
    for cell in MAP.index:
        assert SHEET.at(*cell) == pytest.approx(SHEET.grid.centre(cell))


def test_a_hexside_lies_between_two_neighbours_and_no_others() -> None:
    a, b = MAP.index[0, 0], MAP.index[0, 1]
    assert SHEET.side(a, b) == ((0, 0), EAST)
    with pytest.raises(AssertionError):
        SHEET.side(a, a)


def test_a_sign_stands_in_every_space_of_a_set() -> None:
    one = 1 << MAP.index[0, 1]
    assert SHEET.signs("town", ALL).count('href="#town"') == 3
    assert SHEET.rings(one, "red").count("<polygon") == 1
    x, y = SHEET.grid.centre((0, 1))
    assert SHEET.beside(one, 5, 7, lambda x, y: f"{x:.1f} {y:.1f}") == f"{x + 5:.1f} {y + 7:.1f}"


def test_land_keeps_what_is_drawn_on_it_within_its_shores() -> None:
    shores = coast(SHEET.grid, SHEET.cells(ALL))
    drawn = SHEET.land(shores, "green", ("blue", 2.0, ""), "<hills/>")
    assert '<g clip-path="url(#land)"><hills/></g>' in drawn
    assert SHEET.framed("a", "b").count("ab</g>") == 1


def test_a_line_is_drawn_once_in_each_of_its_styles() -> None:
    drawn = stroked("M0 0", ("red", 4.0, ""), ("white", 2.0, 'stroke-dasharray="1"'))
    assert drawn.index('stroke="red" stroke-width="4"') < drawn.index('stroke="white" stroke-width="2"')
    assert drawn.count("stroke-dasharray") == 1


def test_the_parts_of_a_box_are_counted_along_its_rows() -> None:
    box = (10.0, 20.0, 300.0, 100.0)
    assert printed.cell_of(box, 0, 3, 2) == (10, 20, 100, 50)
    assert printed.cell_of(box, 4, 3, 2, gap=8) == (110, 70, 92, 42)
    spot = printed.spot("vp-1", "1 point", printed.cell_of(box, 1, 3), 0.5)
    assert (spot.anchor, spot.room) == ((160, 70), 42)


def test_the_first_row_and_the_first_column_of_a_coloured_table_are_heads() -> None:
    drawn = printed.coloured(0, 0, 10, 10, [[("die", "a"), ("1:1", "a")], [("1", "a"), ("EX", "b")]])
    assert drawn.count('font-weight="bold"') == 3
    assert drawn.count('fill="b"') == 1
