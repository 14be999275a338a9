"""2.1 and 11.5-11.6: who arrives, when and where."""

import pytest
from table import Table

from berlin.kernel.contract.game import load
from berlin.kernel.proof.mark import rule

# Both players hold a chit, so that none is drawn, and chit 9 is gone, so that it opens no window.
HELD = """
    [chits]
    zhukov = [10]
    koniev = [1, 6]
    out = [9]
"""
XII = ("TKorner", "UvHut", "FvSchill", "Scharn", "Clause", "Hamburg", "vHake", "199", "HGoer", "FLJahn")
TEN = ", ".join(f'"{unit}"' for unit in XII)
SEVEN = ["3", "1Falsch", "28", "31", "11SS", "23SS", "18PzGr"]
WEST = {"Kyritz", "Rathenow", "Brandenburg", "Wittenberg", "Leipzig"}
ZHUKOV_SOURCES = {"Barwalde", "Kustrin", "Goritz", "Reppen", "Ziebingen"}
KONIEV_SOURCES = {"Triebel", "Priebus", "Sanitz", "Penzig"}


def at(turn: int, dice: list[int], pool: str, units: str = "", rest: str = "") -> Table:
    """A table that enters A.1 of a turn with these formations still to come."""
    return Table.at(f"""
        turn = {turn}
        stage = "A.1"
        dice = {dice}
        [units]
        Kustrin = ["47/1"]
        {units}
        [off]
        pool = [{pool}]
        {rest}
        {HELD}
    """)


def new_turn(turn: int, dice: list[int], pool: str, rest: str = "") -> Table:
    """The turn reached from the one before it, so that its first events are told."""
    t = Table.at(f"""
        turn = {turn - 1}
        stage = "D.6"
        [units]
        Kustrin = ["47/1"]
        [off]
        pool = [{pool}]
        {rest}
        {HELD}
    """)
    t.do("keep", "keep", dice=dice)
    return t


def dice_left(t: Table) -> tuple[int, ...]:
    return load("race").dice_left(t.state)


def doors(t: Table, formation: str) -> set[str]:
    """The zones that a formation may enter by."""
    return {text.split()[2] for text in t.legal() if text.startswith(f"enter {formation} ")}


def picked(t: Table) -> int:
    return len([event for event in t.last if event.kind == "pick"])


@rule("RFB 2.1")
def test_2_1_armies_and_divisions_and_the_xii_army_are_tested_apart_in_a1() -> None:
    t = new_turn(5, [1, 1, 3, 6, 1], f'"28", "11SS", {TEN}')
    assert t.rolled("reinforcement") == [1, 1]
    assert t.rolled("xii") == [3]
    assert t.rolled("american") == [6]


@rule("RFB 2.1.1a")
def test_2_1_1_every_formation_still_to_come_rolls_once() -> None:
    t = new_turn(2, [1, 2, 3, 4, 1, 2, 3, 6, 1], '"3", "1Falsch", "28", "31", "11SS", "23SS", "18PzGr"')
    rolls = [event.data for event in t.last if event.kind == "die" and event.data[0] == "reinforcement"]
    assert [roll[2] for roll in rolls] == SEVEN
    assert t.rolled("reinforcement") == [1, 2, 3, 4, 1, 2, 3]


@rule("RFB 2.1.1a")
def test_2_1_1_a_formation_that_has_arrived_rolls_no_more() -> None:
    t = at(2, [1, 6, 1, 3], '"11SS"', 'Joachimsthal = ["23SS"]\nTriebel = ["28/1", "28/2"]')
    assert t.stage == "B.2"
    # One die for 11 SS, one for the Americans, one for Hitler.
    assert dice_left(t) == (3,)


@rule("RFB 2.1.1b")
@pytest.mark.parametrize(
    "turn, die, arrives",
    [(1, 5, False), (1, 6, True), (3, 3, False), (3, 4, True), (5, 1, False), (5, 2, True), (6, 1, True)],
)
def test_2_1_1_a_formation_arrives_when_die_plus_turn_exceeds_six(turn: int, die: int, arrives: bool) -> None:
    t = at(turn, [die, 6, 1], '"11SS"')
    assert t.zone("11SS") == ("Joachimsthal" if arrives else "pool")


@rule("RFB 2.1.1c")
def test_2_1_1_an_arrived_formation_is_on_the_map_at_once_and_free_to_act() -> None:
    t = at(3, [4, 6, 1], '"28"')
    t.do("enter 28 Triebel")
    assert t.units("Triebel") == ["28/1", "28/2"]
    assert not t.reduced("28/1")
    assert not t.used("28/1")
    t.do("done", "done", "pass")
    assert t.stage == "C.2"
    assert t.can("activate 28/1 move")
    assert t.can("activate 28/2 move")


@rule("RFB 2.1.1d")
def test_2_1_1_the_xii_army_has_no_reinforcement_rolls() -> None:
    # On turn 6 any such roll would bring a unit in; only the test of 2.1.2 and the American die are rolled.
    t = at(6, [2, 6, 3], TEN)
    assert t.stage == "B.2"
    assert dice_left(t) == (3,)
    assert {t.zone(unit) for unit in XII} == {"pool"}


@rule("RFB 2.1.2a")
def test_2_1_2_the_xii_army_is_not_tested_before_turn_four() -> None:
    t = new_turn(3, [6, 1], TEN)
    assert t.rolled("xii") == []
    assert t.rolled("american") == [6]


@rule("RFB 2.1.2a", "RFB 2.1.2b")
@pytest.mark.parametrize("turn, die", [(4, 5), (5, 4), (7, 2)])
def test_2_1_2_a_test_above_eight_lets_the_xii_army_in_from_the_next_turn(turn: int, die: int) -> None:
    t = new_turn(turn, [die, 6, 1], TEN)
    assert t.rolled("xii") == [die]
    assert (t.turn, t.stage) == (turn, "B.2")
    assert {t.zone(unit) for unit in XII} == {"pool"}
    assert t.state.xii == turn + 1
    t.until("A.1")
    assert t.turn == turn + 1
    assert t.decider == "zhukov"


@rule("RFB 2.1.2a")
@pytest.mark.parametrize("turn, die", [(4, 4), (5, 3), (7, 1)])
def test_2_1_2_a_test_of_eight_fails_and_is_repeated_next_turn(turn: int, die: int) -> None:
    t = new_turn(turn, [die, 6, 1], TEN)
    assert t.rolled("xii") == [die]
    t.until("D.6")
    assert t.turn == turn
    t.do("keep", "keep", dice=[1, 6, 1])
    assert t.rolled("xii") == [1]
    assert picked(t) == 0


@rule("RFB 2.1.2.q1")
def test_2_1_2_q1_one_die_tests_the_whole_army_and_none_is_rolled_once_it_has_passed() -> None:
    t = new_turn(5, [1, 1], TEN, "[flags]\nxii = 5\n")
    assert t.rolled("xii") == []
    assert t.stage == "A.1"
    failing = at(4, [4, 6, 1, 3], TEN)
    assert dice_left(failing) == (3,)


@rule("RFB 2.1.2c")
@pytest.mark.parametrize("dice, chosen", [([1, 1], ("TKorner", "UvHut")), ([10, 9], ("FLJahn", "HGoer"))])
def test_2_1_2_two_divisions_drawn_at_random_enter_each_turn(
    dice: list[int], chosen: tuple[str, str]
) -> None:
    t = new_turn(6, dice, TEN, "[flags]\nxii = 5\n")
    assert picked(t) == 2
    for _ in chosen:
        entering = [text for text in t.legal() if text.startswith("enter ") and text.endswith(" Rathenow")]
        assert entering
        t.do(entering[0], dice=[6, 1])
    assert set(t.units("Rathenow")) == set(chosen)
    assert {t.zone(unit) for unit in XII if unit not in chosen} == {"pool"}
    assert t.stage == "B.2"


@rule("RFB 2.1.2c")
def test_2_1_2_the_ten_divisions_come_in_five_turns_and_then_no_more() -> None:
    came = []
    t = new_turn(5, [1, 1], TEN, "[flags]\nxii = 5\n")
    while t.turn < 10:
        came.append(picked(t))
        while t.stage == "A.1":
            t.do(t.legal()[0], dice=[5, 1])
        t.until("D.6")
        t.do("keep", "keep", dice=[1, 1] if t.turn < 9 else [1])
    assert came == [2, 2, 2, 2, 2]
    assert picked(t) == 0


@rule("RFB 2.1.3a")
def test_2_1_3_a_reinforcement_is_placed_in_its_arrival_zone() -> None:
    t = at(2, [6, 6, 1], '"18PzGr"')
    assert t.stage == "B.2"
    assert t.zone("18PzGr") == "Joachimsthal"


@rule("RFB 2.1.3b")
def test_2_1_3_an_arrival_zone_held_by_the_enemy_sends_it_to_the_nearest_supply_point() -> None:
    held = 'Joachimsthal = ["61/1"]\nKyritz = ["61/2"]\nBrandenburg = ["3GA/1"]'
    t = at(2, [6, 6, 1], '"11SS"', held)
    assert t.zone("11SS") == "Rathenow"


@rule("RFB 2.1.3b")
def test_2_1_3_the_xii_army_comes_by_the_nearest_supply_zone_elsewhere_if_the_west_is_lost() -> None:
    west = 'Kyritz = ["61/1"]\nRathenow = ["61/2"]\nBrandenburg = ["13/1"]\nWittenberg = ["13/2"]\n'
    t = at(6, [1, 1, 6], TEN, west + 'Leipzig = ["3GA/1"]', "[flags]\nxii = 5")
    # Meissen is two zones from Leipzig, and no other German supply zone is as near to the west.
    assert (t.zone("TKorner"), t.zone("UvHut")) == ("Meissen", "Meissen")


@rule("RFB 2.1.3.q1")
def test_2_1_3_q1_the_owner_chooses_among_the_nearest_own_supply_zones() -> None:
    t = at(2, [6, 6, 1], '"11SS"', 'Joachimsthal = ["61/1"]')
    assert t.decider == "koniev"
    # All three are three zones away; Wittenberg and the rest are further.
    assert doors(t, "11SS") == {"Kyritz", "Rathenow", "Brandenburg"}
    t.do("enter 11SS Brandenburg")
    assert t.zone("11SS") == "Brandenburg"


@rule("RFB 2.1.3.q1")
def test_2_1_3_q1_a_supply_zone_held_by_the_americans_or_the_enemy_is_no_door() -> None:
    us = '[control]\namerican = ["Kyritz"]'
    t = at(2, [6, 6, 1], '"11SS"', 'Joachimsthal = ["61/1"]', us)
    assert doors(t, "11SS") == {"Rathenow", "Brandenburg"}
    t = at(2, [6, 6, 1], '"11SS"', 'Joachimsthal = ["61/1"]\nRathenow = ["61/2"]\nBrandenburg = ["13/1"]', us)
    # The next nearest is Wittenberg, five zones away.
    assert t.zone("11SS") == "Wittenberg"


@rule("RFB 2.1.3.q2")
def test_2_1_3_q2_a_full_arrival_zone_sends_it_to_the_nearest_supply_zone_too() -> None:
    t = at(2, [6, 6, 1], '"18PzGr"', 'Joachimsthal = ["303", "541", "286"]')
    assert doors(t, "18PzGr") == {"Kyritz", "Rathenow", "Brandenburg"}
    t = at(2, [6, 6, 1], '"18PzGr"', 'Joachimsthal = ["303", "541"]')
    assert t.zone("18PzGr") == "Joachimsthal"


@rule("RFB 2.1.3.q2")
def test_2_1_3_q2_a_full_supply_zone_is_no_door() -> None:
    full = 'Joachimsthal = ["61/1"]\nRathenow = ["303", "541", "286"]'
    assert doors(at(2, [6, 6, 1], '"11SS"', full), "11SS") == {"Kyritz", "Brandenburg"}


@rule("RFB 2.1.3.q2")
def test_2_1_3_q2_without_any_legal_zone_the_unit_waits() -> None:
    t = at(
        2,
        [6, 6, 1],
        '"11SS"',
        """
        Joachimsthal = ["61/1"]
        Rathenow = ["61/2"]
        Brandenburg = ["13/1"]
        Meissen = ["13/2"]
        Dresden = ["3GA/1"]
        Lobau = ["3GA/2"]
        Gorlitz = ["5GA/1"]
        """,
        '[control]\namerican = ["Leipzig", "Wittenberg", "Kyritz"]',
    )
    assert t.stage == "B.2"
    assert t.zone("11SS") == "waiting"


@rule("RFB 2.1.3.q2")
def test_2_1_3_q2_a_waiting_unit_enters_next_turn_without_a_new_roll() -> None:
    t = at(2, [6, 1, 3], "", "", 'waiting = ["11SS"]')
    assert t.zone("11SS") == "Joachimsthal"
    # One die for the Americans and one for Hitler.
    assert dice_left(t) == (3,)


@rule("RFB 11.5.1")
def test_11_5_1_the_3rd_army_enters_by_a_zhukov_supply_zone_of_its_owners_choice() -> None:
    t = at(2, [5, 6, 1], '"3"')
    assert t.decider == "zhukov"
    assert doors(t, "3") == ZHUKOV_SOURCES
    t.do("enter 3 Reppen")
    assert t.units("Reppen") == ["3/1", "3/2"]


@rule("RFB 11.5.2")
def test_11_5_2_1_falsch_enters_by_a_zone_on_the_southern_edge_without_soviets() -> None:
    # Penzig touches that edge too, but lies beyond the Neisse, which Germans may not cross (7.2.1).
    south = {"Leipzig", "Riesa", "Meissen", "Dresden", "Bautzen", "Lobau", "Gorlitz"}
    t = at(2, [5, 6, 1], '"1Falsch"')
    assert t.decider == "zhukov"
    assert doors(t, "1Falsch") == south
    t = at(2, [5, 6, 1], '"1Falsch"', 'Dresden = ["13/1"]')
    assert doors(t, "1Falsch") == south - {"Dresden"}
    t.do("enter 1Falsch Gorlitz")
    assert t.zone("1Falsch") == "Gorlitz"


@rule("RFB 11.5.3")
@pytest.mark.parametrize("number, unit", list(enumerate(XII, start=1)))
def test_11_5_3_each_xii_army_division_enters_by_a_western_supply_zone(number: int, unit: str) -> None:
    t = new_turn(6, [number, 1], TEN, "[flags]\nxii = 5\n")
    assert t.decider == "zhukov"
    while t.stage == "A.1" and not doors(t, unit):
        t.do(next(text for text in t.legal() if text.endswith(" Kyritz")), dice=[6, 1])
    assert doors(t, unit) == WEST
    t.do(f"enter {unit} Wittenberg", dice=[6, 1])
    assert t.zone(unit) == "Wittenberg"


@rule("RFB 11.6.1")
def test_11_6_1_28th_and_31st_army_enter_by_a_koniev_supply_zone() -> None:
    t = at(3, [4, 4, 6, 1], '"28", "31"')
    assert t.decider == "koniev"
    assert doors(t, "28") == KONIEV_SOURCES
    t.do("enter 28 Sanitz")
    assert doors(t, "31") == KONIEV_SOURCES
    t.do("enter 31 Priebus")
    assert t.units("Sanitz") == ["28/1", "28/2"]
    assert t.units("Priebus") == ["31/1"]


@rule("RFB 11.6.2")
def test_11_6_2_the_three_northern_divisions_all_arrive_at_joachimsthal() -> None:
    t = at(6, [1, 1, 1, 6], '"11SS", "23SS", "18PzGr"')
    assert set(t.units("Joachimsthal")) == {"11SS", "23SS", "18PzGr"}


@rule("RFB 2.1.2b")
@pytest.mark.parametrize("turn, come", [(5, 0), (6, 2), (7, 2)])
def test_2_1_2_the_xii_army_comes_from_the_turn_on_that_was_rolled_for(turn: int, come: int) -> None:
    t = new_turn(turn, [6, 6, 6, 6], TEN, rest="[flags]\nxii = 6\n")
    assert picked(t) == come
    assert t.rolled("xii") == []


@rule("RFB 2.1.1c", "RFB 2.1.2c", "RFB 2.1.3a")
def test_2_1_an_arrival_is_told_with_the_rules_of_its_kind() -> None:
    t = at(5, [6, 6], '"23SS", "31"')
    t.do(t.legal()[0])
    told = [event.rules for event in t.events if event.kind == "arrive"]
    assert told == [("RFB 2.1.3a", "RFB 2.1.1c")] * len(told)
    assert told
    west = new_turn(6, [6, 6, 6, 6], TEN, rest="[flags]\nxii = 6\n")
    west.do(west.legal()[0])
    told = [event.rules for event in west.events if event.kind == "arrive"]
    assert told == [("RFB 2.1.3a", "RFB 2.1.2c")] * len(told)
    assert told


@rule("RFB 2.1.3a", "RFB 2.1.3b", "RFB 7.3.3a", "RFB 2.1.3.q1", "RFB 2.1.3.q2")
def test_2_1_3_a_door_that_is_shut_is_refused_by_what_shuts_it() -> None:
    soviet = at(5, [6], '"31"', units='Triebel = ["61/1"]')
    soviet.refused("enter 31 Triebel", "RFB 7.3.3a")
    soviet.refused("enter 31 Barwalde", "RFB 2.1.3a")
    soviet.refused("enter 31 Seelow", "RFB 2.1.3a")
    west = new_turn(
        6,
        [6, 6, 6, 6],
        TEN,
        rest='[control]\namerican = ["Leipzig"]\n[flags]\nxii = 6\nhalted = true\n',
    )
    formation = west.legal()[0].split()[1]
    west.refused(f"enter {formation} Leipzig", "RFB 2.1.3.q2")
    west.refused(f"enter {formation} Dresden", "RFB 2.1.3a")
    west.refused(f"enter {formation} Potsdam", "RFB 2.1.3a")
