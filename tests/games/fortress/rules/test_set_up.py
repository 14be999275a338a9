"""OTB 13, FB 13 and 16.1: set-up."""

from typing import Any

import pytest
from tests.games.fortress.positions import Table, around, position

from berlin.boards.hexes import bits
from berlin.games.fortress.board.ground import (
    BLOCKS,
    BUILDINGS,
    EDGE,
    HEXES,
    KEYS,
    LAND,
    PERIMETER,
    RUINED,
    SIZE,
    STRONGPOINTS,
    UBAHN,
    find_hex,
    keys,
)
from berlin.games.fortress.board.units import FLAK, LEADER, RANGES, TYPE, find_unit
from berlin.games.fortress.board.units import KEYS as UNIT_KEYS
from berlin.games.fortress.cover import ALLIED, GERMAN
from berlin.games.fortress.rules.stacking import overfull
from berlin.kernel.proof.mark import rule

TEGEL = {f"{column}{row:02}" for column in (34, 35, 36) for row in (5, 6, 7)}
TEMPELHOF = {f"{column}{row}" for column in (51, 52, 53, 54) for row in (24, 25, 26)}
GATOW = {f"{column}{row}" for column in ("09", "10", "11") for row in (22, 23, 24)}


def places(unit: str, scenario: str = "drop", **options: Any) -> set[str]:
    """Where a unit may be set up at the start."""
    table = Table.new(scenario, **options).do(f"take {unit}")
    return set(table.offers("place"))


def on_map(table: Table, side: int) -> dict[str, str]:
    return {
        UNIT_KEYS[unit]: table.where(UNIT_KEYS[unit])
        for unit in RANGES[side]
        if table.state.where[unit] < SIZE
    }


@rule("OTB 13.0a", "OTB 15.0", "FB 13.0.base")
@pytest.mark.parametrize("scenario", ["drop", "berlin"])
def test_only_the_german_sets_up_and_nobody_else_is_on_the_map(scenario: str) -> None:
    table = Table.new(scenario)
    assert (table.decider, table.asked) == ("german", "Deploying")
    assert on_map(table, ALLIED) == {}
    table.do("rest")
    assert on_map(table, ALLIED) == {}
    assert table.can("done")


@rule(
    *("OTB 13.0b", "OTB 13.0.q2", "OTB 13.1a", "OTB 13.1b", "OTB 13.1c", "OTB 13.1d", "OTB 13.1e"),
    *("OTB 13.2d", "OTB 13.2e", "OTB 13.2f", "OTB 13.2g", "OTB 13.2.q1"),
)
def test_every_piece_with_one_hex_is_laid_by_the_program() -> None:
    assert on_map(Table.new("drop"), GERMAN) == {
        "HJ-Goebbels": "5115",
        "BerlinHQ": "5315",
        "Himmler": "5119",
        "HGuard": "5119",
        "LAH1": "5119",
        "LAH2": "5119",
        "GD1": "4818",
        "GD2": "4818",
        "MVK": "4819",
        "Zoo-Flak": "4218",
        "Humboldthain-Flak": "5208",
        "Friedrichshain-Flak": "6113",
        "Tiergarten-Flak": "4915",
        "Botanical-Flak": "3530",
        "Grunewald-Flak": "2922",
    }


@rule("OTB 13.1f", "OTB 13.1.q1")
def test_goering_and_his_guards_stand_in_either_hex_of_the_air_ministry() -> None:
    for unit in ("Goering", "HG-Mech", "LwField"):
        assert places(unit) == {"5117", "5118"}
        Table.new("drop").do(f"take {unit}").refused("place 5017", "OTB 13.1f")
    apart = Table.new("drop").do("take Goering", "place 5118", "take HG-Mech", "place 5117")
    assert (apart.where("Goering"), apart.where("HG-Mech")) == ("5118", "5117")
    assert sum(key.startswith("HG-Mech") for key in UNIT_KEYS) == 1


@rule("OTB 13.1g")
def test_janums_stands_in_4516_or_beside_it() -> None:
    assert places("Janums") == {"4516", *around("4516")}
    Table.new("drop").do("take Janums").refused("place 4514", "OTB 13.1g")


@rule("OTB 13.2a", "OTB 13.2b", "OTB 13.2c")
@pytest.mark.parametrize(
    ("field", "units", "clause", "beyond"),
    [
        (TEGEL, "HG-Inf Tegel-AT1 Tegel-AT2 Tegel-Flak1 Tegel-Flak2", "OTB 13.2a", "3404"),
        (
            TEMPELHOF,
            "Tempelhof-AT1 Tempelhof-AT2 Tempelhof-Flak1 Tempelhof-Flak2 Tempelhof-Flak3",
            "OTB 13.2b",
            "5024",
        ),
        (GATOW, "Officers Ordnance Academy Gatow-AT Gatow-Flak", "OTB 13.2c", "1021"),
    ],
)
def test_an_airfield_has_its_five_units(field: set[str], units: str, clause: str, beyond: str) -> None:
    for unit in units.split():
        assert places(unit) == field
        Table.new("drop").do(f"take {unit}").refused(f"place {beyond}", clause)
    table = Table.new("drop").do("rest")
    assert {key for key, place in on_map(table, GERMAN).items() if place in field} >= set(units.split())


@rule("OTB 13.2h", "OTB 13.2.q2")
@pytest.mark.parametrize("unit", ["Berlin-Flak1", "Berlin-Flak2", "Lw-AT"])
def test_free_flak_and_guns_stand_three_or_more_hexes_from_the_edge(unit: str) -> None:
    found = places(unit)
    towed_land = LAND & ~RUINED
    assert found == {
        KEYS[place]
        for place in HEXES
        if EDGE[place] >= 3
        and towed_land >> place & 1
        and KEYS[place] != "5119"  # three SS battalions are there
    }
    table = Table.new("drop").do(f"take {unit}")
    # 4602 lies one hex from the edge, 4603 two, 4604 three.
    assert [EDGE[find_hex(key)] for key in ("4603", "4604")] == [2, 3]
    table.refused("place 4603", "OTB 13.2h")
    assert table.can("place 4604")


@rule("OTB 13.3a", "OTB 13.3c", "OTB 13.3f")
@pytest.mark.parametrize(
    ("unit", "clause"),
    [
        ("408-Heavy", "OTB 13.3a"),
        ("408-Light", "OTB 13.3a"),
        ("Berlin-AT1", "OTB 13.3c"),
        ("Berlin-AT6", "OTB 13.3c"),
    ],
)
def test_artillery_and_guns_stand_within_the_strongpoint_perimeter(unit: str, clause: str) -> None:
    found = places(unit)
    assert found == set(keys(PERIMETER & LAND & ~RUINED)) - {"5119"}
    assert "3616" in found
    table = Table.new("drop").do(f"take {unit}")
    table.refused("place 3416", clause)
    table.do("place 4412")
    assert table.marks(unit) == ""


@rule("OTB 13.3b")
@pytest.mark.parametrize("unit", ["Lobeck", "VSEng1", "VSEng3"])
def test_engineers_stand_on_a_major_building_or_an_entrance_of_the_u_bahn(unit: str) -> None:
    full = {"5119"}
    assert places(unit) == set(keys(BUILDINGS | UBAHN)) - full
    table = Table.new("drop").do(f"take {unit}")
    assert table.can("place 5111")
    assert table.can("place 4906")
    table.refused("place 4412", "OTB 13.3b")
    table.refused("place 5119", "FB 3.1.german", "OTB 11.1.1a")


@rule("OTB 13.3d")
@pytest.mark.parametrize("unit", ["Police1", "Police4"])
def test_police_stand_on_entrances_of_the_u_bahn(unit: str) -> None:
    assert places(unit) == set(keys(UBAHN)) - {"5119"}
    Table.new("drop").do(f"take {unit}").refused("place 5111", "OTB 13.3d")


@rule("OTB 13.3e")
def test_the_freikorps_stands_on_a_strongpoint() -> None:
    assert places("FAH") == set(keys(STRONGPOINTS))
    Table.new("drop").do("take FAH").refused("place 5015", "OTB 13.3e")


@rule("OTB 13.4a", "FB 11.2.hj", "FB 13.0.base")
@pytest.mark.parametrize("scenario", ["drop", "berlin"])
def test_the_other_hitler_youth_stand_in_the_stadium_or_beside_it(scenario: str) -> None:
    for unit in ("HJ1", "HJ4", "HJ-Strong1", "HJ-Strong3"):
        assert places(unit, scenario) == {"2515", *around("2515")}
    Table.new(scenario).do("take HJ1").refused("place 2513", "OTB 13.4a")
    left = [key for key in Table.new(scenario).offers("take") if key.startswith("HJ")]
    assert len(left) == 7


@rule("OTB 13.5a", "FB 13.0.base")
@pytest.mark.parametrize("scenario", ["drop", "berlin"])
def test_thirty_volkssturm_are_drawn_and_ten_stay_in_the_pool(scenario: str) -> None:
    table = Table.new(scenario)
    assert sum(key.startswith("VS") and "Eng" not in key for key in table.offers("take")) == 30
    pool = [f"VS{number}" for number in range(1, 41) if table.where(f"VS{number}") == "pool"]
    assert len(pool) == 10
    table.refused(f"take {pool[0]}", "OTB 13.0b")
    table.refused(f"lift {pool[0]}", "OTB 13.0.q2")
    table.do("rest", "done")
    assert all(table.where(key) == "pool" for key in pool)


@rule("OTB 13.5b", "OTB 13.5.q1", "OTB 13.2.q2")
def test_volkssturm_stand_within_the_perimeter_or_more_than_three_hexes_from_the_edge() -> None:
    found = places("VS1")
    allowed = {KEYS[place] for place in bits(LAND) if PERIMETER >> place & 1 or EDGE[place] >= 4}
    assert found == allowed - {"5119"}
    table = Table.new("drop").do("take VS1")
    outside = [place for place in bits(LAND & ~PERIMETER) if EDGE[place] == 3]
    assert outside
    table.refused(f"place {KEYS[outside[0]]}", "OTB 13.5b")
    assert table.can("place 4605")
    assert table.can("place 4412")


@rule("OTB 13.0d", "OTB 13.3f")
def test_all_but_flak_start_in_maneuver_mode() -> None:
    table = Table.new("drop").do("rest")
    for unit in RANGES[GERMAN]:
        if table.state.where[unit] < SIZE and TYPE[unit] != LEADER:
            assert ("combat" in table.marks(UNIT_KEYS[unit])) is (TYPE[unit] == FLAK), UNIT_KEYS[unit]
    for key in ("VS1", "Berlin-AT1", "408-Heavy"):
        by_hand = Table.new("drop").do(f"take {key}", "place 4412")
        assert (by_hand.marks(key), by_hand.asked) == ("", "Deploying")


@rule("OTB 13.0.q1", "OTB 13.0.q2")
def test_flak_takes_either_mode_and_in_combat_mode_its_facing_when_it_is_placed() -> None:
    for text, marks in (("face SW", "combat SW"), ("face N", "combat N"), ("halt", "")):
        table = Table.new("drop").do("take Berlin-Flak1", "place 4412")
        assert table.asked == "Poising"
        table.do(text)
        assert table.marks("Berlin-Flak1") == marks
    # Also as the second unit of a tower; and who stands in a printed place is taken up for it.
    table = Table.new("drop").do("take Berlin-Flak1", "place 4218", "face S")
    assert table.marks("Berlin-Flak1") == "combat S"
    for unit in ("Tiergarten-Flak", "Zoo-Flak"):
        table = Table.new("drop")
        assert table.marks(unit).startswith("combat")
        where = table.where(unit)
        table.do(f"lift {unit}", f"take {unit}", "halt")
        assert (table.where(unit), table.marks(unit)) == (where, "")


@rule("OTB 13.0.q2")
def test_what_was_placed_may_be_taken_up_again_until_the_set_up_is_done() -> None:
    table = Table.new("drop").do("take VS1", "place 4412")
    table.refused("done", "OTB 13.0.q2")
    table.do("lift VS1")
    assert table.where("VS1") == "tray"
    table.do("take VS1", "place 4413", "rest")
    assert table.where("VS1") == "4413"
    table.refused("rest", "OTB 13.0.q2")
    assert table.can("lift VS1")
    for unit in ("GD1", "Himmler", "BerlinHQ"):
        table.refused(f"lift {unit}", "OTB 13.0.q2")
    table.do("done")
    assert table.decider == "allied"
    table.refused("lift VS1", "OTB 13.0.q2")
    table.refused("take VS1", "OTB 13.0.q2")


@rule("OTB 13.0b")
def test_the_german_alone_decides_where_there_is_a_choice() -> None:
    table = Table.new("drop").do("take VS1")
    assert table.decider == "german"
    assert table.game.deciders(table.state) == (GERMAN,)


@rule("FB 3.1.setup", "FB 3.1.german", "OTB 11.1.1a")
def test_set_up_keeps_the_limits_of_stacking() -> None:
    table = Table.new("drop")
    for number in (1, 2, 3):
        table.do(f"take VS{number}", "place 4412")
    table.do("take VS4").refused("place 4412", "FB 3.1.german")
    table.do("place 5208", "take VS5").refused("place 5208", "FB 3.1.setup")
    ss = Table.new("drop").do("take Janums", "place 4516", "take Berlin-AT1")
    ss.refused("place 4516", "OTB 11.1.1a")
    base = Table.new("berlin").do("take Janums", "place 4516", "halt", "take Berlin-AT1")
    assert base.can("place 4516")


@rule("FB 13.0.auto")
@pytest.mark.parametrize("scenario", ["drop", "berlin"])
def test_the_program_garrisons_the_reichstag_and_breaks_no_limit(scenario: str) -> None:
    table = Table.new(scenario)
    tray = table.offers("take")
    limits = {unit: places(unit, scenario) for unit in ("HG-Inf", "Lobeck", "Police3", "FAH", "HJ2", "VS9")}
    table.do("rest")
    assert all(table.state.where[find_unit(unit)] < SIZE for unit in tray)
    assert table.units("5015")
    for unit, allowed in limits.items():
        assert table.where(unit) in allowed
    d = table.draft
    for place in bits(d.occupied(GERMAN)):
        assert overfull(d, d.units_in(GERMAN, place), place) is None
    assert table.game.broken(table.state) == []


@rule("FB 13.0.auto")
def test_the_program_goes_by_reichstag_citadel_ring_and_u_bahn_one_unit_a_hex() -> None:
    table = Table.new("drop").do("rest")
    # The first free units in list order that the Reichstag, then the citadel would take are the inland ones.
    assert table.units("5015") == ["Berlin-Flak1"]
    assert table.where("Berlin-Flak2") == "4714"
    assert table.where("Lw-AT") == "4718"
    assert table.where("408-Heavy") == "5013"
    assert table.where("408-Light") == "5020"
    # Engineers: no building is a citadel strongpoint but 5013 and 5416 are stations.
    assert table.where("Lobeck") == "5416"
    crowded = [key for key in keys(STRONGPOINTS) if len(table.units(key)) > 1]
    assert crowded == []
    # Whoever is set up already keeps his place, and the next takes the Reichstag if it is free.
    other = Table.new("drop").do("take VS1", "place 5015", "rest")
    assert other.units("5015") == ["VS1"]
    assert other.where("Berlin-Flak1") == "4714"


@rule("FB 13.0.base", "FB 11.1.hitler", "OTB 11.1a")
def test_fortress_berlin_has_hitler_in_the_chancellery_and_no_other_leader() -> None:
    table = Table.new("berlin")
    assert table.where("Hitler") == "5017"
    assert (table.where("Goering"), table.where("Himmler")) == ("out", "out")
    assert {"HG-Mech", "LwField", "Janums", "PPB1", "PPB6"} <= set(table.offers("take"))
    assert Table.new("drop").where("Hitler") == "out"


@rule("FB 11.2.1", "FB 13.0.base")
def test_plant_protection_battalions_stand_in_built_up_hexes_of_the_perimeter() -> None:
    assert places("PPB1", "berlin") == set(keys(PERIMETER & BLOCKS))
    Table.new("berlin").do("take PPB6").refused("place 5015", "FB 11.2.1")
    Table.new("drop").refused("take PPB1", "OTB 13.0b")


@rule("FB 13.0.base")
def test_in_fortress_berlin_units_are_set_up_in_any_mode() -> None:
    for unit, place in (("VS1", "4412"), ("Berlin-AT1", "4412"), ("Janums", "4516")):
        for text, marks in (("face NE", "combat NE"), ("halt", "")):
            table = Table.new("berlin").do(f"take {unit}", f"place {place}", text)
            assert table.marks(unit) == marks
    printed = Table.new("berlin").do("lift GD1", "take GD1", "face S")
    assert (printed.where("GD1"), printed.marks("GD1")) == ("4818", "combat S")
    printed.refused("lift Hitler", "OTB 13.0.q2")


@rule("FB 16.1")
def test_flak_in_the_reichstag_makes_it_a_tower_only_by_the_option() -> None:
    for value in ("off", "on"):
        table = Table.new("drop", flak=value).do("take Berlin-Flak1", "place 5015", "face N")
        table.do("take VS1", "place 5015", "take VS2")
        assert table.can("place 5015") is (value == "off")
    table.refused("place 5015", "FB 3.1.setup")
    empty = Table.new("drop", flak="on").do("take VS1", "place 5015", "take VS2", "place 5015", "take VS3")
    assert empty.can("place 5015")
    empty.do("place 5015", "take Berlin-Flak1").refused("place 5015", "FB 3.1.setup", "FB 3.1.german")


@rule("FB 16.1", "OTB 15.3.1f")
@pytest.mark.parametrize(("options", "scatters"), [([], False), (["flak"], True)])
def test_flak_in_the_reichstag_hinders_gliders_as_a_tower_by_the_option(
    options: list[str], scatters: bool
) -> None:
    table = position(
        "allied-movement",
        *("waiting: 82/HQ", "5015: Berlin-Flak1 combat N"),
        turn=1,
        opened="Dropping allied",
        options=options,
        airfield=["Oranienburg", "Rechlin", "none", "none", "Tegel", "none"],
        landing=["none", "none", "none", "none", "3506", "none"],
    )
    # Confusion 1: a 2 lands in place, unless one tower takes one off.
    table.do("drop 82", "aim 3506", dice=[2, 2, 1, 3] if scatters else [2, 2])
    assert (table.where("82/HQ") != "3506") is scatters


@rule("OTB 13.0a")
def test_the_lists_of_the_set_up_name_ninety_one_pieces() -> None:
    table = Table.new("drop").do("rest")
    assert sum(place < SIZE for place in table.state.where) == 13 + 24 + 17 + 7 + 30
