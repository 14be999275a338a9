"""OTB 15.1: divisions are given their airfields in secret, and strikes fall before the game."""

from typing import Any

import pytest
from tests.games.fortress.positions import Table, position

from berlin.games.fortress.board.ground import FIELDS, keys
from berlin.games.fortress.board.units import DIVISIONS, find_unit
from berlin.games.fortress.cover import ALLIED, GERMAN
from berlin.games.fortress.game import GAME
from berlin.kernel.proof.mark import rule

# The fifth division is given the airfield that is left.
CHOSEN = ("assign 1 Tegel", "assign 6 Oranienburg", "assign 17 Rechlin", "assign 82 Gatow")
MARKED = (*CHOSEN, "zone 3506", "zone 5225", "zone 1023")


def planning(**options: Any) -> Table:
    return Table.new("drop", **options).do("rest", "done")


def striking(*stacks: str, **fields: Any) -> Table:
    """The strikes before the game, on what stands there."""
    fields = {"strikes": 18, "napalm": 6, "plan": PLAN, "aims": AIMS, **fields}
    return position("strikes", *stacks, turn=1, opened="Laying allied", **fields)


JUMPERS = ("1", "6", "17", "82", "101")
PLAN = ["Tegel", "Oranienburg", "none", "Rechlin", "Gatow", "Tempelhof"]
AIMS = ["3506", "none", "none", "none", "1023", "5225"]


@rule("OTB 15.1a")
def test_each_airfield_is_given_to_exactly_one_parachute_division() -> None:
    table = planning()
    assert (table.decider, table.asked) == ("allied", "Assigning")
    assert {text.split()[-1] for text in table.legal()} == {
        "Tegel",
        "Tempelhof",
        "Gatow",
        "Oranienburg",
        "Rechlin",
    }
    table.do("assign 1 Tegel")
    table.refused("assign 6 Tegel", "OTB 15.1a")
    table.refused("assign 1 Gatow", "OTB 15.1a")
    table.do(*CHOSEN[1:])
    assert table.asked == "Marking"
    assert sorted(table.state.plan[DIVISIONS.index(key)] for key in JUMPERS) == [0, 1, 2, 3, 4]


@rule("OTB 15.1b")
def test_three_airfields_are_on_the_map_and_two_beyond_it() -> None:
    table = planning().do(*CHOSEN)
    asked = []
    while table.asked == "Marking":
        asked.append(set(table.offers("zone")))
        table.do(f"zone {min(asked[-1])}")
    assert [len(hexes) for hexes in asked] == [9, 12, 9]
    assert set().union(*asked) == set(keys(FIELDS))


@rule("OTB 15.1c")
def test_a_british_and_an_american_division_jump_on_the_map() -> None:
    for first, second in (("Oranienburg", "Rechlin"), ("Rechlin", "Oranienburg")):
        table = planning().do(f"assign 1 {first}")
        table.refused(f"assign 6 {second}", "OTB 15.1c")
        table.do("assign 6 Gatow")
        # Of the three American divisions at most two fly to the airfields beyond the map.
        table.do(f"assign 17 {second}", "assign 82 Tegel")
        assert table.asked == "Marking"
    both = planning().do("assign 1 Tegel", "assign 6 Gatow", "assign 17 Rechlin", "assign 82 Oranienburg")
    assert both.state.plan[DIVISIONS.index("101")] == 1
    one = planning().do("assign 1 Oranienburg", "assign 6 Tegel", "assign 17 Rechlin")
    assert one.can("assign 82 Gatow")


@rule("OTB 15.1d")
def test_the_52nd_stays_in_reserve() -> None:
    table = planning()
    table.refused("assign 52 Tegel", "OTB 15.1d")
    table.do(*MARKED, "done")
    assert table.state.airfield[DIVISIONS.index("52")] == -1
    assert {table.where(f"52/{key}") for key in ("HQ", "Mtn", "Inf9", "Art4")} == {"reserve"}
    assert "52" not in " ".join(table.legal())


@rule("OTB 15.1e", "OTB 15.1.q3")
def test_a_landing_zone_lies_anywhere_within_the_wire_of_its_airfield_occupied_or_not() -> None:
    table = Table.new("drop").do("take Tegel-Flak1", "place 3506", "halt", "rest", "done", *CHOSEN)
    assert table.offers("zone") == [f"{column}{row:02}" for column in (34, 35, 36) for row in (5, 6, 7)]
    assert "Tegel-Flak1" in table.units("3506")
    table.refused("zone 3404", "OTB 15.1.q3")
    table.refused("zone 5225", "OTB 15.1.q3")
    table.do("zone 3506", "zone 5426", "zone 0922", "done")
    landing = table.state.landing
    assert [landing[DIVISIONS.index(key)] >= 0 for key in ("1", "6", "17", "82", "101")] == [
        True,
        False,
        False,
        True,
        True,
    ]
    assert table.draft.landing_zones.bit_count() == 3


@rule("OTB 15.1.q1", "OTB 15.1a")
def test_the_plan_is_hidden_from_the_german_until_the_strikes_are_resolved() -> None:
    table = planning().do(*MARKED)
    assert table.stage == "strikes"
    seen = GAME.view(table.state, GERMAN)
    assert not any(seen.plan)
    assert not any(seen.aims)
    assert set(seen.landing) == {-1}
    assert set(seen.airfield) == {-1}
    assert GAME.view(table.state, ALLIED).plan == table.state.plan
    # Another plan, or other zones, look the same to him.
    swapped = planning().do("assign 1 Gatow", "assign 6 Rechlin", "assign 17 Oranienburg", "assign 82 Tegel")
    swapped.do("zone 3405", "zone 5426", "zone 0922")
    assert GAME.view(swapped.state, GERMAN) == seen
    heard = [told.text for event in table.events if (told := event.seen_by(GERMAN)) is not None]
    assert not any("Tegel" in text or "82nd" in text for text in heard)
    table.do("done")
    assert table.stage == "allied-movement"
    shown = GAME.view(table.state, GERMAN)
    assert shown.landing == table.state.aims
    assert shown.airfield == table.state.plan
    assert {table.where(f"{unit}/HQ") for unit in ("6", "17")} == {"beyond"}


@rule("OTB 15.1f", "OTB 15.1.q4")
def test_eighteen_strikes_are_laid_at_most_three_on_a_hex() -> None:
    hexes = [f"4{column}12" for column in range(2, 9)]
    table = striking(*(f"{place}: VS{number}" for number, place in enumerate(hexes, 1)))
    for place in hexes[:6]:
        table.do(*[f"lay {place}"] * 3)
        table.refused(f"lay {place}", "OTB 15.1f" if place == hexes[5] else "OTB 15.1.q4")
    assert table.state.strikes == 0
    table.refused(f"lay {hexes[6]}", "OTB 15.1f")
    table.refused(f"burn {hexes[6]}", "OTB 15.1f")
    assert table.can("done")


@rule("OTB 15.1f")
def test_strikes_are_laid_on_any_hex_with_germans_and_need_not_all_be() -> None:
    table = striking("4412: VS1", "2515: HJ1", "5118: Goering", "5119: Himmler, LAH1")
    assert table.offers("lay") == ["2515", "4412", "5119"]
    table.refused("lay 4413", "FB 8.1.targets")
    table.refused("lay 5118", "FB 8.1.targets")
    assert striking("4412: VS1").do("done").stage != "strikes"


@rule("OTB 15.1g")
def test_six_of_the_strikes_may_be_napalm() -> None:
    hexes = [f"4{column}12" for column in range(2, 9)]
    table = striking(*(f"{place}: VS{number}" for number, place in enumerate(hexes, 1)))
    for place in hexes[:6]:
        table.do(f"burn {place}")
    table.refused(f"burn {hexes[6]}", "OTB 15.1g")
    assert table.can(f"lay {hexes[6]}")
    twice = striking("4412: VS1").do("burn 4412", "burn 4412", "burn 4412")
    assert (twice.state.napalm, twice.state.strikes) == (3, 15)


@rule("OTB 15.1.q4", "FB 11.4.strike")
def test_all_strikes_are_laid_before_the_first_is_resolved_in_allied_order() -> None:
    table = striking("4412: VS1", "4612: VS2", "4812: VS3").do("lay 4412", "lay 4612", "lay 4412", "lay 4812")
    table.do("done")
    assert table.asked == "Bombing"
    assert table.offers("bomb") == ["4412", "4612", "4812"]
    table.refused("lay 4812")
    table.refused("bomb 4413", "OTB 15.1.q4")
    # One attack a hex: 37 in column G, then 74 in column H; 40 Volkssturm unseen, then 39.
    table.do("bomb 4612", dice=[40, 1, 1])
    assert table.state.last[:2] == (table.draft.where[find_unit("VS2")], 6)
    assert table.offers("bomb") == ["4412", "4812"]
    table.do("bomb 4412", dice=[39, 1, 1, 38, 1, 1])
    assert table.stage == "allied-movement"


@rule("OTB 15.1h", "OTB 15.1.q2", "FB 11.4.napalm")
@pytest.mark.parametrize(
    ("place", "stack", "off", "burnt"),
    [
        # Park 1; built-up 1; ruins 2; the own protection of 3 or, in Maneuver mode, half of it stays.
        ("4516", "Berlin-Flak1 combat N", -4, -3),
        ("4412", "Berlin-Flak1 combat N", -4, -3),
        ("4412", "Berlin-Flak1", -3, -2),
        # A strongpoint's 2 and its +2; a tower's 3 and +2; a bunker's 1 and +1: all of it is the ground's.
        ("3616", "Berlin-Flak1 combat N", -7, -3),
        ("4218", "Zoo-Flak combat N", -8, -3),
        ("3405", "Tegel-Flak1 combat N", -5, -3),
        ("3506", "Tegel-Flak1 combat N", -3, -3),
    ],
)
def test_napalm_takes_away_what_the_ground_protects_and_nothing_else(
    place: str, stack: str, off: int, burnt: int
) -> None:
    for verb, figure in (("lay", off), ("burn", burnt)):
        table = striking(f"{place}: {stack}").do(f"{verb} {place}", "done", dice=[1, 1])
        assert table.state.last[2] == figure
    # One napalm strike among others is enough.
    mixed = striking(f"{place}: {stack}").do(f"lay {place}", f"burn {place}", "done", dice=[1, 1])
    assert mixed.state.last[2] == burnt


@rule("OTB 15.1.q4", "FB 8.11.example.2", "OTB 12.0.2.q2")
@pytest.mark.parametrize(
    ("dice", "outcome"),
    [
        ((2, 2), "combat N"),
        ((2, 3), "disrupted"),
        ((3, 4), "disrupted"),
        ((4, 4), "disrupted"),
        ((4, 5), "gone"),
    ],
)
def test_a_strike_on_flak_at_an_airfield_follows_the_matrix(dice: tuple[int, int], outcome: str) -> None:
    table = striking("3506: Tegel-Flak1 combat N", "4412: VS1").do("lay 3506", "done", dice=dice)
    if outcome == "gone":
        assert table.where("Tegel-Flak1") == "destroyed"
        assert table.vp == (1, 0)
    else:
        assert (table.where("Tegel-Flak1"), table.marks("Tegel-Flak1")) == ("3506", outcome)
        assert table.vp == (0, 0)


@rule("OTB 15.1.q4")
def test_units_in_maneuver_mode_retreat_from_a_strike_and_recover_in_the_german_recovery_of_turn_1() -> None:
    # Officers 1-2-4, protection halved to 1, in the open: 37 in column G, dice 5 - 1 + 6 = 10, R.
    table = striking("1023: Officers", "4412: VS1").do("lay 1023", "done", dice=[2, 3])
    assert table.asked == "Retreating"
    assert table.decider == "german"
    while table.asked == "Retreating":
        table.take(table.legal()[0])
    assert table.where("Officers") != "1023"
    assert table.marks("Officers") == "disrupted"
    table.until("german-movement")
    assert table.marks("Officers") == ""


@rule("OTB 15.1.q5")
def test_strikes_and_zones_are_chosen_by_what_the_fog_shows() -> None:
    table = Table.new("drop").do("take VS1", "place 4412", "rest", "done")
    assert table.decider == "allied"
    seen = GAME.view(table.state, ALLIED)
    at = table.state.where[find_unit("VS1")]
    assert seen.where[find_unit("Zoo-Flak")] == table.state.where[find_unit("Zoo-Flak")]
    assert seen.where[find_unit("VS1")] != at
    assert seen.blanks[GERMAN]
    # Whatever lies under the blank, the Allied player is shown the same.
    other = Table.new("drop").do("take VS2", "place 4412", "rest", "done", "assign 1 Tegel")
    assert other.can("assign 6 Gatow")
    table.do(*MARKED)
    assert table.can("lay 4412")
    table.refused("lay 0303", "FB 8.1.targets")
