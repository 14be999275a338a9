"""What is printed around a map: a heading, a legend, and the names of rivers where there is room."""

from berlin.boards import sheet
from berlin.boards.drawing import Frame
from berlin.boards.zones import Border

FRAME = Frame(1.0, 0.0, 0.0)


def reach(river: str, x: float, long: float) -> Border:
    return Border("a", "b", river, "", "", ((x, 0.0), (x + long / 2, 0.0), (x + long, 0.0)))


def test_a_river_is_named_on_a_long_reach_only_and_once_in_a_while() -> None:
    borders = [reach("Oder", 0, 40), reach("Oder", 30, 30), reach("Oder", 200, 20), reach("Spree", 0, 10)]
    names = sheet.river_names(FRAME, borders, 16, lambda border: False)
    assert names.count("Oder") == 2
    assert "Spree" not in names
    assert sheet.river_names(FRAME, [reach("", 0, 40)], 16, lambda border: False) == ""


def test_a_great_river_is_named_larger() -> None:
    small = sheet.river_names(FRAME, [reach("Oder", 0, 40)], 10, lambda border: False)
    large = sheet.river_names(FRAME, [reach("Oder", 0, 40)], 10, lambda border: True)
    assert 'font-size="10' in small
    assert 'font-size="13' in large


def test_a_legend_has_a_box_for_all_its_signs_a_scale_and_a_rose() -> None:
    signs = [("<a/>", "a wood"), ("<b/>", "a hill"), ("<c/>", "a road")]
    text = sheet.legend(10, 20, 900, signs, (80.0, 5, "50 km"))
    for sign, words in signs:
        assert sign in text
        assert words in text
    assert f'height="{62 + 2 * 60 + 70}"' in text
    assert "50 km" in text
    assert ">N<" in text


def test_a_heading_says_its_three_lines() -> None:
    text = sheet.heading(0, 100, "BERLIN", "the last battle", "not to scale")
    assert all(line in text for line in ("BERLIN", "the last battle", "not to scale"))


def test_a_link_names_where_it_leads_and_what_is_on_the_way_if_anything() -> None:
    plain = sheet.link(((0, 0), (50, 0)), "Lebus", "", "#123")
    assert "Lebus" in plain
    assert "#123" not in plain
    marked = sheet.link(((0, 0), (50, 0)), "Lebus", "river + road", "#123")
    assert "river + road" in marked
    assert 'height="39"' in marked
