import xml.etree.ElementTree as ET

import pytest

from berlin.boards.drawing import Frame, Look, defence, svg, walk
from berlin.boards.symbols import SYMBOLS, row
from berlin.boards.zones import Border, Drawing, Place, Road, path


def board() -> Drawing:
    edge = path("10,0 10,5 10,10")
    return Drawing(
        borders=(
            Border("a", "b", "Styx", "a", "house", edge),
            Border("a", "west", "", "", "house", path("10,10 0,10 0,0 10,0")),
            Border("b", "east", "", "", "house", path("10,0 20,0 20,10 10,10")),
        ),
        roads=(Road("R1", "house", path("5,5 10,5 15,5")),),
        places=(Place("a", "house", (5, 5), (5, 5), 5), Place("b", "house", (15, 5), (15, 5), 5)),
    )


LOOKS = {
    "a": Look("Alt & Neu", "#fff", "woods", (("index", "7"), ("victory", "3"))),
    "b": Look("Bee", "#eee"),
}


def test_the_picture_is_well_formed_and_shows_every_zone_with_its_name() -> None:
    root = ET.fromstring(svg(board(), LOOKS))
    space = "{http://www.w3.org/2000/svg}"
    assert {shape.get("data-zone") for shape in root.iter(f"{space}polygon")} >= {"a", "b"}
    words = {label.text for label in root.iter(f"{space}text")}
    assert {"Alt & Neu", "Bee", "7", "3"} <= words


def test_defence_triangles_stand_inside_the_zone_that_they_defend() -> None:
    frame = Frame(10, 0, 0)
    left = defence(frame, board().borders[0])
    right = defence(frame, Border("b", "a", "", "a", "house", path("10,0 10,10")))
    assert "scale(1 -1)" in left
    assert "scale(1 1)" in right


def test_a_walk_along_a_path_knows_where_it_is_and_where_it_heads() -> None:
    point, angle = walk(path("0,0 100,0"), 30)
    assert point == (30, 0)
    assert angle == pytest.approx(0)


@pytest.mark.parametrize("kind", sorted(SYMBOLS))
def test_every_symbol_can_stand_in_a_row(kind: str) -> None:
    assert ET.fromstring(f"<g>{row(0, 0, ((kind, '1'), (kind, '2')))}</g>") is not None
