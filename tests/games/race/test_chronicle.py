"""Race for Berlin: what happens is told with the rule that it happens by."""

import pytest
from fights import ELSEWHERE, at, declare, fight
from rules.combat.test_city_progress import german_attack
from table import Table

from berlin.kernel.contract.events import Event
from berlin.kernel.proof.mark import rule


def told(t: Table, kind: str) -> list[Event]:
    """Everything of a kind that was told since the table was laid."""
    return [event for event in t.events if event.kind == kind]


def rules_of(t: Table, kind: str) -> list[tuple[str, ...]]:
    return [event.rules for event in told(t, kind)]


def dice_of(t: Table, purpose: str) -> list[tuple[str, ...]]:
    return [event.rules for event in told(t, "die") if event.data[0] == purpose]


AMERICAN_TURNS = [
    *((turn, "RFB 2.2.1a") for turn in (1, 2, 3)),
    *((turn, "RFB 2.2.1b") for turn in (4, 5, 6, 7, 8)),
    *((turn, "RFB 2.2.1c") for turn in (9, 10)),
]


@rule("RFB 2.2.1a", "RFB 2.2.1b", "RFB 2.2.1c")
@pytest.mark.parametrize("turn, named", AMERICAN_TURNS)
def test_2_2_1_the_american_die_is_told_with_the_rule_of_its_turn(turn: int, named: str) -> None:
    t = at("A.2", ELSEWHERE, turn=turn, dice=[6, 1, 1, 1])
    assert dice_of(t, "american") == [(named,)]
    stays = [event.rules for event in told(t, "capture") if "stay where they are" in event.text]
    assert stays == ([(named,)] if turn < 9 else [])


@rule("RFB 2.2.5", "RFB 2.2.2c")
@pytest.mark.parametrize("holder, name", [("zhukov", "Zhukov"), ("koniev", "Koniev")])
def test_2_2_5_a_camp_is_told_of_the_victory_zone_that_the_americans_take_from_it(
    holder: str, name: str
) -> None:
    t = at("A.2", ELSEWHERE, turn=4, dice=[1, 1, 1], control={"american": "Leipzig", holder: "Wittenberg"})
    (lost,) = told(t, "control")
    assert lost.rules == ("RFB 2.2.5",)
    assert lost.text.startswith(f"{name} loses Wittenberg")
    assert rules_of(t, "capture") == [("RFB 2.2.2c",)]


@rule("RFB 2.2.6a", "RFB 2.2.6c")
def test_2_2_6_who_fails_to_slip_away_is_withdrawn_for_good_and_keeps_no_marker() -> None:
    t = at("A.2", ELSEWHERE, Leipzig="Munch- 25PzGr", turn=4, dice=[1, 4, 4, 1, 1], oos="Munch 25PzGr")
    assert (t.zone("Munch"), t.zone("25PzGr")) == ("withdrawn", "withdrawn")
    assert not t.reduced("Munch")
    assert not t.oos("Munch")
    assert not t.oos("25PzGr")
    assert rules_of(t, "withdraw") == [("RFB 2.2.6a",)] * 2
    shut = at(
        "A.2",
        ELSEWHERE,
        turn=4,
        dice=[1, 5, 1, 1],
        Leipzig="Munch",
        Torgau="13/1",
        Wittenberg="28/1",
        Riesa="52/1",
        Juterbog="3GA/1",
    )
    assert shut.zone("Munch") == "withdrawn"
    assert rules_of(shut, "withdraw") == [("RFB 2.2.6c",)]


@rule("RFB 9.2.1a", "RFB 9.2.1b", "RFB 8.1.1a")
@pytest.mark.parametrize(
    "stage, unit, zone, named",
    [
        ("C.1", "61/1", "Tempelhof", "RFB 9.2.1a"),
        ("C.2", "31/1", "Tempelhof", "RFB 9.2.1a"),
        ("C.3", "391", "Tempelhof", "RFB 9.2.1b"),
        ("C.4", "FLJahn", "Tempelhof", "RFB 9.2.1b"),
        ("C.1", "61/1", "Letschin", "RFB 8.1.1a"),
        ("C.3", "391", "Letschin", "RFB 8.1.1a"),
    ],
)
def test_9_2_1_each_attack_is_told_with_the_rule_of_its_table(
    stage: str, unit: str, zone: str, named: str
) -> None:
    soviet = stage in ("C.1", "C.2")
    place = zone if zone == "Tempelhof" else "Seelow"
    enemy = "606" if soviet else "2POL/1"
    here = {place: unit, zone: enemy} if place != zone else {zone: f"{unit} {enemy}"}
    t = at(stage, here, support=(2, 2))
    declare(t, zone, unit)
    assert rules_of(t, "attack") == [(named,)]
    # Only a Soviet roll on the city's table can be bought up.
    assert t.can("support") is (soviet and zone == "Tempelhof")
    if not t.can("support"):
        t.refused("support", "RFB 9.2.5")


@rule("RFB 9.2.4b", "RFB 9.2.1b")
def test_9_2_4_help_from_outside_is_told_as_such() -> None:
    t = at("C.3", Tempelhof="11SS 2POL/1", Trebbin="391")
    declare(t, "Tempelhof", "11SS", "391")
    assert rules_of(t, "attack") == [("RFB 9.2.1b",), ("RFB 9.2.4b",)]


@rule("RFB 9.3.2a", "RFB 9.3.3a", "RFB 10.2.2")
def test_9_3_2_progress_of_the_soviets_and_their_control_are_told() -> None:
    t = at("C.1", ELSEWHERE, Tempelhof="8GA/1 8GA/2", support=(1, 0), progress={"Tempelhof": 1})
    fight(t, "Tempelhof", "8GA/1", "8GA/2", die=4)
    assert rules_of(t, "progress") == [("RFB 9.3.2a",)]
    assert [event.data for event in told(t, "progress")] == [(4, 2)]
    assert rules_of(t, "control") == [("RFB 9.3.3a",)]
    assert [(event.rules, event.data) for event in told(t, "vp")] == [(("RFB 10.2.2",), (0,))]


@rule("RFB 9.3.2b", "RFB 9.3.3.q2", "RFB 9.3.3c")
@pytest.mark.parametrize(
    "level, progress, control",
    [
        (0, [("RFB 9.3.3c",)], []),
        (1, [("RFB 9.3.2b",)], []),
        (2, [("RFB 9.3.2b",)], [("RFB 9.3.3.q2",)]),
        (3, [("RFB 9.3.2b",)], []),
    ],
)
def test_9_3_2_progress_that_germans_take_back_is_told_and_the_loss_of_control(
    level: int, progress: list[tuple[str, ...]], control: list[tuple[str, ...]]
) -> None:
    t = german_attack(level, 4)
    assert rules_of(t, "progress") == progress
    assert rules_of(t, "control") == control
    for event in told(t, "control"):
        assert event.text == "Koniev loses control of Tempelhof: -3 VP"


@rule("RFB 8.3.1a", "RFB 8.3.3b", "RFB 8.3.5b")
def test_8_3_a_retreat_is_told_by_how_it_went() -> None:
    beside = at("C.1", ELSEWHERE, Letschin="303", Seelow="8GA/1")
    fight(beside, "Letschin", "8GA/1", die=3).do("retreat 303 Muncheberg")
    assert rules_of(beside, "retreat") == [("RFB 8.3.1a",)]
    held = {"NOderbruch": "47/1", "Protzel": "61/1", "SOderbruch": "33/1", "Muncheberg": "309 391 286"}
    through = at("C.1", held, Letschin="303", Seelow="8GA/1")
    fight(through, "Letschin", "8GA/1", die=3).do("retreat 303 Strausberg")
    assert rules_of(through, "retreat") == [("RFB 8.3.3b",)]
    around = {"Zossen": "3GTA/1", "Luckenwalde": "5GA/1", "Potsdam": "28/1", "Treuenbrietzen": "52/1"}
    nexus = at("C.2", around, Trebbin="Munch", Zehlendorf="391", Tempelhof="8GA/1")
    fight(nexus, "Trebbin", "3GTA/1", die=5).do("retreat Munch Friedrichshain")
    assert rules_of(nexus, "retreat") == [("RFB 8.3.5b",)]


@rule("RFB 8.3.4", "RFB 8.3.7", "RFB 2.2.7", "RFB 2.2.8c")
def test_8_3_who_has_nowhere_to_go_and_who_falls_back_on_the_americans_is_told() -> None:
    west = {"Juterbog": "3GTA/1", "Herzberg": "5GA/1", "Wittenberg": "4GTA/1", "Riesa": "13/1"}
    caught = at("C.2", west, Torgau="Munch", Leipzig="28/1", Barwalde="3/2")
    fight(caught, "Torgau", "3GTA/1", die=5)
    assert rules_of(caught, "retreat") == [("RFB 8.3.4",)]
    german = at("C.2", west, Torgau="Munch", Barwalde="3/2", control={"american": "Leipzig"})
    fight(german, "Torgau", "3GTA/1", die=5)
    assert rules_of(german, "withdraw") == [("RFB 2.2.7",)]
    germans = {"Juterbog": "25PzGr Munch", "Herzberg": "391", "Wittenberg": "286", "Riesa": "404"}
    soviet = at(
        "C.3", germans, Torgau="2POL/1", Barwalde="3/2", control={"american": "Leipzig"}, oos="2POL/1"
    )
    fight(soviet, "Torgau", "25PzGr", "Munch", die=5)
    assert rules_of(soviet, "retreat") == [("RFB 8.3.7",)]
    assert rules_of(soviet, "halt") == [("RFB 2.2.8c",)]
