"""FB 5.0, 5.3, 5.4: units enter the map in their Movement Segment."""

from typing import Any

import pytest
from tests.games.fortress.marching import hexes, left, zones
from tests.games.fortress.positions import Table, position

from berlin.games.fortress.board.ground import ENTRY, KEYS, NORTH_ENTRY, SOUTH_ENTRY, keys
from berlin.games.fortress.board.units import DIVISIONS
from berlin.kernel.proof.mark import rule


def _area(letters: str) -> set[str]:
    return {KEYS[place] for letter in letters for place in ENTRY[letter]}


def _due(unit: str, *stacks: str, **fields: Any) -> Table:
    return position("german-movement", f"due: {unit}", *stacks, **fields).do(f"move {unit.split(',')[0]}")


@rule("FB 5.0.entry")
@pytest.mark.parametrize(
    ("unit", "letters"),
    [("18/Mech1", "HIJK"), ("9P/Para-1", "ABC"), ("11SS/Pz", "DEF"), ("Clausewitz", "TUV")],
)
def test_a_unit_enters_by_a_hex_of_its_areas(unit: str, letters: str) -> None:
    table = _due(unit)
    water = {
        place
        for place in _area(letters)
        if place in ("2401", "2501", "2601", "2701", "2801", "2901", "3001", "3101")
    }
    assert hexes(table) == _area(letters) - water
    table.refused("go 3434", "FB 5.0.entry")


@rule("FB 5.0.entry", "FB 5.0.q1")
@pytest.mark.parametrize(
    ("unit", "place", "paid"),
    [
        ("18/Mech1", "7020", 1), ("9P/Para-1", "5301", 1), ("18/Art", "7020", 1),
        # Frankfurter Allee ends at 7018: motors half a point, foot one.
        ("18/Mech1", "7018", 0.5), ("9P/Para-1", "6001", 1), ("20/Art", "7018", 0.5),
    ],
)  # fmt: skip
def test_a_unit_pays_for_its_first_hex_and_goes_on(unit: str, place: str, paid: float) -> None:
    whole = {"18/Mech1": 14, "9P/Para-1": 10, "18/Art": 6, "20/Art": 4}[unit]
    table = _due(unit).do(f"go {place}")
    assert left(table) == whole - paid
    assert table.marks(unit) == ""
    assert hexes(table)
    table.do("halt")
    assert table.where(unit) == place


@rule("FB 5.0.q1")
def test_a_road_that_runs_along_the_edge_gives_nothing_where_it_does_not_end() -> None:
    # The AVUS comes by 1934 and ends at 1834: both are of area Q.
    fields: dict[str, Any] = {
        **zones(d82="5225"),
        "airfield": ["none", "Rechlin", "none", "none", "Tempelhof", "none"],
        "options": [],
    }
    table = position("allied-movement", "due: 6/HQ", **fields).do("move 6/HQ")
    assert left(Table(table.state).do("go 1834")) == 9.5
    assert left(Table(table.state).do("go 1934")) == 9


@rule("FB 5.0.q1")
def test_a_unit_may_change_its_mode_after_entering() -> None:
    table = _due("9P/Para-1").do("go 5301", "change")
    assert left(table) == 2
    table.do("face S")
    assert table.marks("9P/Para-1") == "combat S moved"


@rule("FB 5.0.q1", "FB 3.1.setup", "FB 3.1.pass")
def test_many_units_enter_by_one_hex_and_stacking_binds_where_they_stop() -> None:
    table = _due("18/Mech1", "7018: 18/Pz, 18/AG, 18/Recon")
    table.do("go 7018")
    table.refused("halt", "FB 3.1.german")
    table.do("go 6918", "halt")
    assert table.where("18/Mech1") == "6918"


@rule("FB 5.0.q1", "FB 3.1.pass")
def test_nobody_enters_a_full_hex_from_which_he_gets_no_farther() -> None:
    ring = ("7017: 82/Par3", "6918: 82/Par4", "7019: 82/Par1", "6919: 82/Par2")
    table = _due("18/Mech1", "7018: 18/Pz, 18/AG, 18/Recon", *ring)
    table.refused("go 7018", "FB 3.1.pass")
    assert "7018" in hexes(_due("18/Mech1", "7018: 18/Pz, 18/AG", *ring))
    assert "7018" in hexes(_due("18/Mech1", "7018: 18/Pz, 18/AG, 18/Recon", *ring[1:]))
    assert "7020" in hexes(table)


@rule("FB 5.3.blocked")
@pytest.mark.parametrize(
    ("stack", "closed"),
    [("7020: 82/Par1", {"7020"}), ("6920: 82/Par1 combat NE", {"7019", "7020"}), ("6920: 82/Par1", set())],
)
def test_an_entry_hex_with_an_enemy_or_in_his_zone_is_closed(stack: str, closed: set[str]) -> None:
    table = _due("18/Mech1", stack)
    assert hexes(table) == _area("HIJK") - closed
    for place in closed:
        table.refused(f"go {place}", "FB 5.3.blocked")


@rule("FB 5.3.blocked")
def test_if_all_hexes_of_its_areas_are_closed_the_next_areas_open() -> None:
    units = [
        f"{d}/{kind}{n}"
        for d in ("82", "101", "17", "6")
        for kind, count in (("Par", 4), ("Gli", 3))
        for n in range(1, count + 1)
    ]
    places = sorted(_area("HIJK"))
    stacks = [f"{place}: {unit}" for place, unit in zip(places, units, strict=False)]
    assert len(stacks) == len(places)
    table = _due("18/Mech1", *stacks)
    assert hexes(table) == _area("GL")
    table.refused("go 7014", "FB 5.0.entry")
    assert "7034" in hexes(_due("18/Mech1", *stacks[:-1])) or len(hexes(_due("18/Mech1", *stacks[:-1]))) == 1


@rule("FB 5.4.delayed")
def test_a_unit_that_is_due_may_be_kept_back() -> None:
    table = position(
        "german-movement", "due: 18/Mech1, 18/Pz", "0605: MVK", "0620: 82/Par1", **zones(d82="5225")
    )
    assert table.offers("move") == ["18/Mech1", "18/Pz", "MVK"]
    table.do("move 18/Pz", "go 7018", "halt", "done").until("german-movement", turn=6)
    assert table.where("18/Mech1") == "due"
    assert "18/Mech1" in table.offers("move")


@rule("OTB 15.4.2a", "OTB 15.4.2.q2", "OTB 15.4.2.q1")
@pytest.mark.parametrize(
    ("field", "edge", "wrong"),
    [
        ("Oranienburg", NORTH_ENTRY, ("0108", "7006", "5034")),
        ("Rechlin", SOUTH_ENTRY, ("0133", "7033", "4801")),
    ],
)
def test_a_division_from_beyond_the_map_enters_by_its_edge(
    field: str, edge: int, wrong: tuple[str, ...]
) -> None:
    fields: dict[str, Any] = {
        **zones(d82="5225"),
        "airfield": ["none", field, "none", "none", "Tempelhof", "none"],
    }
    table = position("allied-movement", "due: 6/Par1, 6/Par2", **fields).do("move 6/Par1")
    assert hexes(table) <= set(keys(edge))
    assert {"4801", "0201"} <= hexes(table) if field == "Oranienburg" else {"5034", "0134"} <= hexes(table)
    for place in wrong:
        table.refused(f"go {place}", "FB 5.0.entry")
    entry = "4801" if field == "Oranienburg" else "5034"
    table.do(f"go {entry}", "halt")
    assert KEYS[table.state.entries[DIVISIONS.index("6")]] == entry
    assert KEYS[table.state.landing[DIVISIONS.index("6")]] == entry
    # The second may come by another hex, and the source stays.
    other = "0201" if field == "Oranienburg" else "0134"
    table.do("move 6/Par2", f"go {other}", "halt")
    assert KEYS[table.state.entries[DIVISIONS.index("6")]] == entry


@rule("OTB 15.3.2d", "OTB 15.3.2.q4")
def test_a_unit_that_drifted_off_the_map_returns_at_the_nearest_lettered_hex() -> None:
    fields: dict[str, Any] = zones(d82="1023")
    table = position("allied-movement", "drifted-0801: 82/Par1", **fields).do("move 82/Par1")
    assert hexes(table) == {"0801"}
    assert left(table.do("go 0801")) == 9
    shut = position("allied-movement", "drifted-0801: 82/Par1", "0801: MVK", **fields).do("move 82/Par1")
    assert hexes(shut) == {"0701", "0901"}
    # It keeps its division's Landing Zone.
    assert KEYS[shut.do("go 0701", "halt").state.landing[DIVISIONS.index("82")]] == "1023"
    # No letter stands at 0834.
    south = position("allied-movement", "drifted-0834: 82/Par1", **fields).do("move 82/Par1")
    assert hexes(south) == {"0131", "0132", "0133", "0134"}
