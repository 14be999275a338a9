"""Movement into, inside and out of the Berlin city zones."""

import pytest
from table import Table

from berlin.games.race.board.units import find_unit
from berlin.games.race.board.zones import find_zone
from berlin.games.race.rules.movement.costs import german_net
from berlin.games.race.rules.movement.reachability import ways_of
from berlin.kernel.proof.mark import rule

TOO_FAR = ("RFB 7.1.1", "RFB 7.1.2a", "RFB 4.2.3b", "RFB 4.2.3.q1")
ALL_CONTESTED = {
    "Wedding": ["61/1"],
    "PrenzlauerBerg": ["47/1"],
    "Friedrichshain": ["69/1"],
    "Neukolln": ["13/1"],
    "Tempelhof": ["52/1"],
    "Zehlendorf": ["5GA/1"],
}


def at(stage: str, units: str, more: str = "") -> Table:
    return Table.at(f'turn = 7\nstage = "{stage}"\noperations = 1\n[units]\n{units}\n{more}')


def ready(stage: str, unit: str, zone: str, others: str = "", more: str = "", mode: str = "move") -> Table:
    """One unit activated and about to move."""
    t = at(stage, f'{zone} = ["{unit}"]\n{others}', more)
    t.do(f"activate {unit} {mode}", "begin")
    return t


def berlin(**changes: list[str]) -> str:
    """One Soviet unit in each Berlin zone, but for the changes."""
    zones = {**ALL_CONTESTED, **changes}
    return "\n".join(f"{zone} = {units}" for zone, units in zones.items() if units)


@rule("RFB 7.4")
def test_7_4_nothing_of_it_binds_moves_outside_berlin() -> None:
    # Neither an uncontrolled zone nor a marked one stops a unit outside the city.
    t = ready("C.2", "13/1", "Spremberg")
    t.do("move 13/1 Lubben via Cottbus")
    assert t.zone("13/1") == "Lubben"
    t = ready("C.4", "404", "Spremberg", more='[control]\nkoniev = ["Cottbus"]\n[points]\nvp = [0, 2]')
    t.do("move 404 Lubben via Cottbus")
    assert t.zone("404") == "Lubben"


@rule("RFB 7.4")
def test_7_4_the_general_rules_of_movement_hold_in_berlin_too() -> None:
    t = ready("C.1", "61/1", "Bridgehead")
    t.refused("move 61/1 Neukolln", "RFB 7.1.1", "RFB 7.1.2b", "RFB 7.4.6")
    t.do("move 61/1 Friedrichshain")
    t = ready("C.1", "1GTA/1", "Bridgehead")
    t.do("move 1GTA/1 Neukolln")
    west = Table.at('turn = 2\nstage = "C.3"\n[units]\nNeukolln = ["23SS"]')
    west.do("activate 23SS move", "begin")
    assert west.can("move 23SS Friedrichshain")
    west.refused("move 23SS Zehlendorf", "RFB 7.2.2b")


@rule("RFB 7.4.1")
@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_7_4_1_no_german_enters_a_contested_or_controlled_zone_from_outside(level: int) -> None:
    t = ready("C.4", "404", "Zossen", berlin(), f"[progress]\nTempelhof = {level}")
    t.refused("move 404 Tempelhof", "RFB 7.4.1")
    t.refused("move 404 Neukolln", "RFB 7.4.1")
    assert t.can("move 404 Trebbin")


@rule("RFB 7.4.1")
def test_7_4_1_a_german_enters_a_zone_without_soviets_from_outside() -> None:
    t = ready("C.4", "404", "Zossen", berlin(Tempelhof=[]))
    t.do("move 404 Tempelhof")
    assert t.zone("404") == "Tempelhof"


@rule("RFB 7.4.2")
@pytest.mark.parametrize("level", [0, 1, 2])
def test_7_4_2_no_german_leaves_the_city_from_a_contested_or_controlled_zone(level: int) -> None:
    units = berlin(Tempelhof=["52/1", "11SS"])
    t = at("C.3", units, f"[progress]\nTempelhof = {level}")
    t.do("activate 11SS move", "begin")
    t.refused("move 11SS Zossen", "RFB 7.4.2")
    t.refused("move 11SS Trebbin", "RFB 7.4.2")
    t.do("move 11SS Zehlendorf")
    assert t.zone("11SS") == "Zehlendorf"


@rule("RFB 7.4.2")
def test_7_4_2_a_german_leaves_the_city_from_a_zone_without_soviets() -> None:
    t = at("C.3", berlin(Tempelhof=["11SS"]))
    t.do("activate 11SS move", "begin", "move 11SS Zossen")
    assert t.zone("11SS") == "Zossen"


def destinations(t: Table, unit: str) -> set[str]:
    """The zones where the unit's move may end."""
    return {text.split()[2] for text in t.legal(unit) if text.startswith(f"move {unit} ")}


@rule("RFB 7.4.2", "RFB 7.4.2.q1")
@pytest.mark.parametrize("stage, unit", [("C.3", "11SS"), ("C.4", "404")])
@pytest.mark.parametrize("start", ALL_CONTESTED)
@pytest.mark.parametrize("mode", ["move", "reserve"])
def test_7_4_2_who_starts_beside_soviets_ends_his_move_in_the_city(
    stage: str, unit: str, start: str, mode: str
) -> None:
    held = at(stage, f'{start} = ["{unit}", "{ALL_CONTESTED[start][0]}"]')
    held.do(f"activate {unit} {mode}", "begin")
    reached = destinations(held, unit)
    assert reached
    assert reached < set(ALL_CONTESTED)
    free = ready(stage, unit, start, mode=mode)
    assert destinations(free, unit) > reached


@rule("RFB 7.4.2.q1")
@pytest.mark.parametrize("stage, unit", [("C.3", "11SS"), ("C.4", "404")])
@pytest.mark.parametrize("level", [0, 1, 2])
def test_7_4_2_no_detour_over_free_zones_leads_out_of_the_city(stage: str, unit: str, level: int) -> None:
    t = at(stage, f'Tempelhof = ["{unit}", "52/1"]', f"[progress]\nTempelhof = {level}")
    t.do(f"activate {unit} move", "begin")
    assert destinations(t, unit) == set(ALL_CONTESTED) - {"Tempelhof"}
    t.refused(f"move {unit} Zossen", "RFB 7.4.2")
    # By the nexus and Wedding, which nobody disputes.
    t.refused(f"move {unit} Oranienburg", "RFB 7.4.2")


@rule("RFB 7.4.2.q1")
def test_7_4_2_only_the_zone_where_the_move_starts_binds() -> None:
    t = ready("C.3", "11SS", "Wedding", 'Tempelhof = ["52/1"]')
    assert {"Oranienburg", "Tempelhof", "Neukolln"} <= destinations(t, "11SS")


@rule("RFB 7.4.3")
@pytest.mark.parametrize("level", [0, 2])
def test_7_4_3_a_german_stops_on_entering_a_contested_or_controlled_zone(level: int) -> None:
    # In reserve Trebbin is reached from Neukolln only by the road through Tempelhof.
    more = f"[progress]\nTempelhof = {level}"
    t = ready("C.3", "23SS", "Neukolln", 'Tempelhof = ["52/1"]', more, "reserve")
    t.refused("move 23SS Trebbin", "RFB 7.4.3", "RFB 7.4.2", *TOO_FAR)
    t.do("move 23SS Tempelhof")
    assert not t.can("move 23SS Zehlendorf")
    t = ready("C.3", "23SS", "Neukolln", mode="reserve")
    t.do("move 23SS Trebbin")


@rule("RFB 7.4.3")
@pytest.mark.parametrize("level", [0, 2])
def test_7_4_3_a_german_would_have_to_stop_even_if_it_might_leave_the_city(level: int) -> None:
    t = ready("C.3", "23SS", "Neukolln", 'Tempelhof = ["52/1"]', f"[progress]\nTempelhof = {level}")
    start, trebbin = find_zone("Neukolln"), find_zone("Trebbin")
    halts = ways_of(t.state, find_unit("23SS")).halts
    three_by_road = 3
    assert (trebbin, 0) in german_net(0).ends(start, three_by_road)
    assert (trebbin, 0) not in german_net(0).ends(start, three_by_road, halts=halts)


@rule("RFB 7.4.4")
def test_7_4_4_a_german_uses_the_nexus_and_a_soviet_does_not() -> None:
    t = ready("C.3", "23SS", "Wedding", mode="reserve")
    t.do("move 23SS Tempelhof")
    assert t.zone("23SS") == "Tempelhof"
    t = ready("C.1", "61/1", "Wedding", more="[progress]\nWedding = 2")
    for zone in ("Tempelhof", "Neukolln"):
        t.refused(f"move 61/1 {zone}", "RFB 7.4.4", "RFB 7.4.6", "RFB 7.1.1", "RFB 7.1.4")
    assert t.can("move 61/1 PrenzlauerBerg")


@rule("RFB 7.4.4")
def test_7_4_4_the_nexus_leads_round_zones_full_of_soviets() -> None:
    t = ready("C.3", "11SS", "Wedding", berlin(Wedding=[], Tempelhof=[]), mode="reserve")
    t.do("move 11SS Tempelhof")


@rule("RFB 7.4.4.q1")
def test_7_4_4_the_nexus_links_each_berlin_zone_with_every_other() -> None:
    for start in ALL_CONTESTED:
        t = ready("C.3", "23SS", start, mode="reserve")
        for zone in ALL_CONTESTED:
            assert t.can(f"move 23SS {zone}") is (zone != start)
    t = ready("C.3", "23SS", "Wedding", 'Tempelhof = ["11SS"]', mode="reserve")
    t.refused("move 23SS Tempelhof", "RFB 6.1.2c", "RFB 6.1.1")


@rule("RFB 7.4.4.q1")
def test_7_4_4_a_move_through_the_nexus_costs_one_point() -> None:
    # One and a half points: the nexus and then half a point of road, but no whole point.
    t = ready("C.3", "23SS", "Wedding", mode="reserve")
    assert t.can("move 23SS Zossen")
    t = ready("C.3", "23SS", "Wedding", 'Tempelhof = ["52/1"]', mode="reserve")
    t.refused("move 23SS Zossen", *TOO_FAR, "RFB 7.4.4.q1", "RFB 7.4.2", "RFB 7.4.3")
    assert t.can("move 23SS Neukolln")


@rule("RFB 7.4.5")
def test_7_4_5_the_two_soviet_camps_are_never_in_one_berlin_zone() -> None:
    for level in (0, 2):
        t = ready("C.2", "13/1", "Zossen", 'Neukolln = ["61/1"]', f"[progress]\nNeukolln = {level}")
        t.refused("move 13/1 Neukolln", "RFB 7.4.5", "RFB 7.3.3a")
        t = ready("C.2", "13/1", "Zossen", 'Neukolln = ["3GA/1"]', f"[progress]\nNeukolln = {level}")
        t.do("move 13/1 Neukolln")


@rule("RFB 7.4.5")
def test_7_4_5_not_even_in_passing() -> None:
    levels = "[progress]\nTempelhof = 2\nNeukolln = 2"
    t = ready("C.2", "13/1", "Tempelhof", 'Neukolln = ["61/1"]', levels)
    t.refused("move 13/1 Friedrichshain", "RFB 7.4.5", "RFB 7.3.3.q1", "RFB 7.4.6")
    t = ready("C.2", "13/1", "Tempelhof", 'Neukolln = ["52/1"]', levels)
    t.do("move 13/1 Friedrichshain")


@rule("RFB 7.4.5")
@pytest.mark.parametrize("camp, ends", [("61/1", "destroyed"), ("52/1", "Neukolln")])
def test_7_4_5_not_even_by_retreat(camp: str, ends: str) -> None:
    # Every other way out of Zossen is held: D1R flips the counter, and one that can't retreat loses again.
    t = at(
        "C.4",
        f'Zossen = ["2POL/1"]\nTrebbin = ["10SSPz", "1SSPz", "21Pz"]\nNeukolln = ["{camp}"]\n'
        'Lubben = ["72"]\nLuckenwalde = ["17"]\nKonigsWusterhausen = ["545"]\nTempelhof = ["615"]',
        "[progress]\nNeukolln = 2",
    )
    t.do("activate 10SSPz combat", "activate 1SSPz combat", "activate 21Pz combat", "begin")
    t.do("attack 10SSPz Zossen", "join 1SSPz", "join 21Pz")
    t.do("roll", dice=[5])
    assert t.zone("2POL/1") == ends


@rule("RFB 7.4.6")
@pytest.mark.parametrize("level, on", [(0, False), (1, False), (2, True), (3, True)])
def test_7_4_6_a_soviet_unit_stops_in_a_berlin_zone_not_under_soviet_control(level: int, on: bool) -> None:
    # In reserve Zehlendorf is reached from Zossen only by the road through Tempelhof.
    t = ready("C.2", "13/1", "Zossen", 'Tempelhof = ["52/1"]', f"[progress]\nTempelhof = {level}", "reserve")
    assert t.can("move 13/1 Tempelhof")
    if on:
        t.do("move 13/1 Zehlendorf")
        assert t.zone("13/1") == "Zehlendorf"
    else:
        t.refused("move 13/1 Zehlendorf", "RFB 7.4.6", *TOO_FAR)


@rule("RFB 7.4.6")
def test_7_4_6_an_empty_berlin_zone_stops_a_soviet_unit_too() -> None:
    t = ready("C.2", "13/1", "Zossen", mode="reserve")
    t.refused("move 13/1 Zehlendorf", "RFB 7.4.6", *TOO_FAR)
    t.do("move 13/1 Tempelhof")


EXAMPLE = """
Tempelhof = ["11SS", "13/1"]
Zossen = ["52/1"]
Trebbin = ["404"]
Luckenwalde = ["72"]
"""


@rule("RFB example.movement-berlin.a")
def test_example_a_second_soviet_unit_from_zossen_has_to_stop_in_tempelhof() -> None:
    t = at("C.2", EXAMPLE, "[progress]\nTempelhof = 1")
    t.do("activate 52/1 move", "begin")
    t.refused("move 52/1 Zehlendorf", "RFB 7.4.6", "RFB 7.1.1")
    t.do("move 52/1 Tempelhof")
    assert t.units("Tempelhof") == ["11SS", "13/1", "52/1"]
    assert t.progress("Tempelhof") == 1


@rule("RFB example.movement-berlin.b")
def test_example_the_first_soviet_unit_goes_to_zehlendorf_and_has_to_stop_there() -> None:
    t = at("C.2", EXAMPLE, "[progress]\nTempelhof = 1")
    t.do("activate 52/1 move", "activate 13/1 move", "begin", "move 52/1 Tempelhof")
    t.refused("move 13/1 Potsdam", "RFB 7.4.6", "RFB 7.1.1")
    t.refused("move 13/1 Wedding", "RFB 7.4.6", "RFB 7.1.1")
    t.do("move 13/1 Zehlendorf")
    assert t.units("Zehlendorf") == ["13/1"]
    assert t.units("Tempelhof") == ["11SS", "52/1"]
    assert t.progress("Tempelhof") == 1
    assert t.vp("koniev") == 0


@rule("RFB 7.3.4a")
@pytest.mark.parametrize("stage, unit", [("C.2", "13/1"), ("C.4", "404")])
def test_7_3_4_a_way_that_leads_not_by_the_named_zone_is_refused_for_that(stage: str, unit: str) -> None:
    held = '[control]\nkoniev = ["Cottbus"]' if stage == "C.4" else ""
    t = Table.at(f'turn = 8\nstage = "{stage}"\n[units]\nSpremberg = ["{unit}"]\n{held}')
    t.do(f"activate {unit} move", "begin")
    assert t.can(f"move {unit} Lubben via Cottbus")
    t.refused(f"move {unit} Lubben via Zossen", "RFB 7.3.4a")
