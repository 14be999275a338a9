"""Names of hexes by their neighbours' names."""

from berlin.boards.columns import ColumnMap, NumberedColumns
from berlin.boards.gazetteer import Gazetteer, Street, street, way_words

SHEET = NumberedColumns(low=True)
CHART = ColumnMap(SHEET.cell(f"{column:02}{number:02}") for column in range(1, 20) for number in range(1, 10))
AT = {SHEET.name(cell): space for cell, space in CHART.index.items()}
WAYS = ("north", "south", "north-east", "south-east", "north-west", "south-west")


def gazetteer() -> Gazetteer:
    names: dict[int, str] = {AT["0505"]: "Mill", AT["1105"]: "Wood"}
    places: dict[int, str] = {AT["1502"]: "Ferch"}
    woods = {AT[key] for key in ("1104", "1105", "1106", "1205")}
    road = [AT[f"{column:02}02"] for column in range(9, 18)]

    def lead(space: int) -> str:
        return "the Wood" if space in woods else "road" if space in road else "field"

    return Gazetteer(CHART, WAYS, names, places, lead, [road], {"Ferch"})


def test_level_ways_come_first() -> None:
    def way(a: str, b: str) -> str:
        return way_words(CHART, WAYS, AT[a], AT[b])

    assert way("0505", "0705") == "two hexes east"
    assert way("0505", "0305") == "two hexes west"
    assert way("0505", "0503") == "two hexes north"
    assert way("0505", "0805") == "two hexes east and one south-east"
    assert way("0505", "0603") == "one hex north and one north-east"


def test_a_hex_is_told_by_its_own_name_or_the_nearest() -> None:
    names = gazetteer()
    assert names.name(AT["0505"]) == "the Mill"
    assert names.name(AT["1502"]) == "Ferch"
    assert names.name(AT["0504"]) == "field, one hex north of the Mill"
    assert names.name(AT["1104"]) == "the Wood, one hex north of its middle"


def test_a_hex_on_a_line_is_told_by_a_name_on_it() -> None:
    names = gazetteer()
    near = CHART.distance(AT["1102"], AT["1105"]), CHART.distance(AT["1102"], AT["1502"])
    assert near == (3, 4)
    assert names.name(AT["1102"]) == "road, four hexes west of Ferch"


def test_no_two_hexes_are_called_the_same() -> None:
    names = gazetteer()
    assert len({names.name(space) for space in CHART.spaces}) == len(CHART.spaces)


def test_a_street_is_a_stretch_of_its_road() -> None:
    roads = [(AT["0101"],), tuple(AT[f"{column:02}04"] for column in range(3, 12))]
    row = {"street": "Mill Lane", "road": "2", "first": "0504", "last": "0704"}
    assert street(row, roads, AT) == Street("Mill Lane", 1, (AT["0504"], AT["0604"], AT["0704"]))
