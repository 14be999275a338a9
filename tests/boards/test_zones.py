import pytest

from berlin.boards.zones import Border, Drawing, Line, Link, Road, clip, length, path, sew

CROSS = (10.0, 10.0)


def border(left: str, right: str, points: str, river: str = "", line: str = "") -> Border:
    return Border(left, right, river, line, "house", path(points))


def square(**more: object) -> Drawing:
    """Four fields of ten by ten round one point: north-west, north-east, south-east, south-west."""
    borders = (
        border("nw", "ne", "10,0 10,5 10,10", river="Styx"),
        border("ne", "se", "20,10 10,10", line="se"),
        border("se", "sw", "10,20 10,15 10,10"),
        border("sw", "nw", "0,10 5,10 10,10"),
        border("nw", "north", "0,0 10,0"),
        border("ne", "north", "10,0 20,0"),
        border("ne", "east", "20,0 20,10"),
        border("se", "east", "20,10 20,20"),
        border("se", "south", "20,20 10,20"),
        border("sw", "south", "10,20 0,20"),
        border("sw", "west", "0,20 0,10"),
        border("nw", "west", "0,10 0,0"),
    )
    roads = (Road("R1", "house", path("5,15 5,10 5,5 10,5 15,5")),)
    return Drawing(borders=borders, roads=roads, **more)  # type: ignore[arg-type]


def pair(a: str, b: str) -> frozenset[str]:
    return frozenset((a, b))


def test_zones_that_share_a_border_are_adjacent_and_those_that_meet_at_a_corner_are_not() -> None:
    assert set(square().contacts) == {pair("nw", "ne"), pair("ne", "se"), pair("se", "sw"), pair("sw", "nw")}


def test_a_border_no_longer_than_a_corner_makes_no_neighbours() -> None:
    short = (border("a", "b", "0,0 1,0"), border("b", "c", "0,0 9,0"))
    assert set(Drawing(borders=short).contacts) == {pair("b", "c")}


def test_a_border_drawn_as_a_river_is_a_river() -> None:
    contacts = square().contacts
    assert contacts[pair("nw", "ne")].river
    assert not contacts[pair("ne", "se")].river


def test_a_road_that_crosses_a_border_joins_the_two_zones() -> None:
    assert square().crossed == {pair("sw", "nw"), pair("nw", "ne")}


def test_a_defence_line_belongs_to_the_zone_in_which_it_is_drawn() -> None:
    assert square().contacts[pair("ne", "se")].line == ("se",)


def test_the_sides_of_the_frame_are_no_zones_but_are_touched() -> None:
    drawing = square()
    assert drawing.zones == ("ne", "nw", "se", "sw")
    assert drawing.touching("west") == {"nw", "sw"}


def test_an_insert_meets_the_main_map_over_its_links_only() -> None:
    link = Link("nw", "se", True, False, "house", ((5.0, 5.0), CROSS))
    contacts = square(insert=frozenset({"nw"}), links=(link,)).contacts
    assert set(contacts) == {pair("nw", "se"), pair("ne", "se"), pair("se", "sw")}
    assert contacts[pair("nw", "se")].river
    assert contacts[pair("nw", "se")].link


def test_an_outline_is_sewn_from_borders_in_any_order_and_direction() -> None:
    assert set(square().polygon("se")) == {(20, 10), (10, 10), (10, 15), (10, 20), (20, 20)}
    assert CROSS not in square().outline(frozenset({"nw", "ne", "se", "sw"}))


def test_an_outline_with_a_gap_is_refused() -> None:
    with pytest.raises(ValueError, match="gap"):
        sew([((0, 0), (1, 0)), ((2, 0), (3, 0))])
    with pytest.raises(ValueError, match="close"):
        sew([((0, 0), (1, 0)), ((1, 0), (1, 1))])


def test_a_window_cuts_a_polygon() -> None:
    ring: Line = ((0, 0), (10, 0), (10, 10), (0, 10))
    assert set(clip(ring, ((5, -5), (20, 5)))) == {(5, 0), (10, 0), (10, 5), (5, 5)}


def test_a_path_is_as_long_as_its_pieces() -> None:
    assert length(path("0,0 3,4 3,10")) == 11
