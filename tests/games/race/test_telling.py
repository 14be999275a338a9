"""Race for Berlin: whatever is done is told to both players, with its rule, and with what it is about."""

from collections.abc import Callable

import pytest
from fights import ELSEWHERE, at, declare, settle
from rules.test_out_of_time import (
    activating,
    advancing,
    asked_for_heinrici,
    asked_to_displace,
    asked_to_enter,
    attacking,
    following,
    losing,
    moving,
)
from rules.test_supply import CORNER, checked
from table import Table

from berlin.games.race.board.units import find_unit
from berlin.games.race.board.zones import find_zone
from berlin.games.race.state.state import COMBAT, MOVE
from berlin.kernel.proof.mark import rule


def told(t: Table, kind: str) -> list[tuple[tuple[str, ...], tuple[int | str, ...]]]:
    """The rules and the data of each event of a kind in the last call."""
    return [(event.rules, event.data) for event in t.last if event.kind == kind]


@rule("RFB 4.1.3a", "RFB 4.1.3c")
@pytest.mark.parametrize("mode, bit", [("move", MOVE), ("combat", COMBAT)])
def test_4_1_3_an_activation_is_told_with_its_mode(mode: str, bit: int) -> None:
    t = at("C.1", ELSEWHERE, Seelow="8GA/1", Letschin="303")
    t.do(f"activate 8GA/1 {mode}")
    assert told(t, "activate") == [(("RFB 4.1.3a",), (find_unit("8GA/1"), bit))]


@rule("RFB 4.2.1a", "RFB 7.1.1", "RFB 7.3.4a", "RFB 7.3.4c")
@pytest.mark.parametrize("stage, unit, holder", [("C.1", "61/1", ""), ("C.4", "404", "zhukov")])
def test_7_3_4_a_move_is_told_and_so_is_what_it_takes_or_retakes(stage: str, unit: str, holder: str) -> None:
    t = at(stage, ELSEWHERE, turn=7, Bernau=unit, control={holder: "Oranienburg"} if holder else {})
    t.do(f"activate {unit} move", "begin", f"move {unit} Oranienburg")
    zone = find_zone("Oranienburg")
    assert told(t, "move") == [(("RFB 7.1.1",), (find_unit(unit), zone))]
    assert told(t, "control") == [(("RFB 7.3.4c",), (zone, 0)) if holder else (("RFB 7.3.4a",), (zone, 1))]


@rule("RFB 7.2.2a", "RFB 7.2.2b", "RFB 4.2.1a")
@pytest.mark.parametrize("turn, die, passed", [(4, 3, 0), (4, 4, 1), (5, 3, 1), (6, 1, 0), (6, 2, 1)])
def test_7_2_2_what_the_test_said_is_told(turn: int, die: int, passed: int) -> None:
    t = at("C.3", ELSEWHERE, turn=turn, Lebus="303", Seelow="8GA/1")
    t.do("activate 303 move", "begin", "test 303", dice=[die])
    assert told(t, "order") == [(("RFB 7.2.2b",), (find_unit("303"), passed))]


@rule("RFB 4.2.2a", "RFB 8.1.1a", "RFB 8.2.1a", "RFB 8.2.1b")
def test_8_1_1_an_attack_is_told_with_who_joins_it_and_what_came_of_it() -> None:
    zone, first = find_zone("SOderbruch"), find_unit("8GA/1")
    t = at("C.1", ELSEWHERE, Bridgehead="8GA/1 5SHA/1", SOderbruch="9Falsch 309")
    t.do("activate 8GA/1 combat", "activate 5SHA/1 combat", "begin").do("attack 8GA/1 SOderbruch")
    assert told(t, "attack") == [(("RFB 8.1.1a",), (first, zone))]
    t.do("join 5SHA/1")
    assert told(t, "attack") == [(("RFB 8.1.1a",), (find_unit("5SHA/1"), zone))]
    t.do("roll", dice=[1])
    assert [rules for rules, _ in told(t, "result")] == [("RFB 8.2.1a",)]
    t.do("lose 8GA/1")
    assert told(t, "loss") == [(("RFB 8.2.1b",), (first,))]


@rule("RFB 9.2.1a", "RFB 9.2.1b", "RFB 9.2.4b", "RFB 9.3", "RFB 9.2.5")
def test_9_2_an_attack_in_the_city_is_told_by_the_rules_of_the_city() -> None:
    soviet = at("C.1", ELSEWHERE, Neukolln="8GA/1 5SHA/1 391", support=(2, 0))
    soviet.do("activate 8GA/1 combat", "activate 5SHA/1 combat", "begin").do(
        "attack 8GA/1 Neukolln", "join 5SHA/1"
    )
    assert [rules for rules, _ in told(soviet, "attack")] == [("RFB 9.2.1a",)] * 2
    soviet.do("support")
    assert [rules for rules, _ in told(soviet, "attack")] == [("RFB 9.2.5",)]
    settle(soviet.do("roll", dice=[4]))
    german = at("C.3", ELSEWHERE, Tempelhof="8GA/1 391", Trebbin="303")
    german.do("activate 391 combat", "activate 303 combat", "begin").do("attack 391 Tempelhof", "join 303")
    assert [rules for rules, _ in told(german, "attack")] == [("RFB 9.2.1b",), ("RFB 9.2.4b",)]
    german.do("roll", dice=[1])
    assert [rules for rules, _ in told(german, "result")] == [("RFB 9.3",)]


@rule("RFB 3.1.1a")
def test_3_1_1_a_unit_out_of_supply_is_named() -> None:
    t = checked(CORNER + 'Eberswalde = ["606"]\nOranienburg = ["541"]\nKustrin = ["47/1"]')
    assert told(t, "oos") == [(("RFB 3.1.1a",), (find_unit("61/1"),))]


@rule("RFB 3.2.1b", "RFB 3.2.1d", "RFB 3.2.2a", "RFB 3.2.2b")
@pytest.mark.parametrize(
    "act, named, about",
    [
        ("rebuild 8GA/1", "RFB 3.2.1b", ("8GA/1",)),
        ("return 61/1 Barwalde", "RFB 3.2.1d", ("61/1", "Barwalde")),
        ("convert", "RFB 3.2.2a", ()),
        ("starve 8GA/1", "RFB 3.2.2b", ("8GA/1",)),
    ],
)
def test_3_2_what_becomes_of_the_replacement_point_is_told(
    act: str, named: str, about: tuple[str, ...]
) -> None:
    t = at("B.2", Seelow="8GA/1-", destroyed="61/1", Penzig="52/2")
    t.do(act)
    found = (*map(find_unit, about[:1]), *map(find_zone, about[1:]))
    assert told(t, act.split()[0]) == [((named,), found)]


@rule("RFB 9.3.3a", "RFB 9.3.2a", "RFB 10.2.2", "RFB 9.1")
@pytest.mark.parametrize("stage, unit", [("C.1", "8GA"), ("C.2", "3GTA")])
@pytest.mark.parametrize("zone, value", [("Neukolln", 3), ("Wedding", 3)])
@pytest.mark.parametrize("progressed", ["true", "false"])
def test_9_3_3_who_takes_control_of_a_zone_has_its_points_at_once(
    stage: str, unit: str, zone: str, value: int, progressed: str
) -> None:
    t = at(
        stage,
        {**ELSEWHERE, zone: f"{unit}/1 {unit}/2"},
        progress={zone: 1},
        support=(1, 1),
        vp=(5, 5),
        flags=f"progressed = {progressed}",
    )
    camp = 0 if stage == "C.1" else 1
    declare(t, zone, f"{unit}/1", f"{unit}/2").do("roll", dice=[4])
    first = 0 if progressed == "true" else 2
    assert t.state.vp[camp] == 5 + value + first
    assert t.state.vp[1 - camp] == 5
    assert told(t, "control") == [(("RFB 9.3.3a",), (find_zone(zone), camp + 1))]


@rule(
    *("RFB 3.2.1a", "RFB 4.1.3c", "RFB 5.1a", "RFB 7.2.2b", "RFB 8.1.1a", "RFB 8.2.2a", "RFB 8.4.1a"),
    *("RFB 9.2.1a", "RFB 4.2.3b", "RFB 4.2.1a", "RFB 4.2.2a", "RFB event.1a", "RFB 2.1.3a", "RFB 2.2.6b"),
)
@pytest.mark.parametrize(
    "position, words, named",
    [
        (asked_to_enter, "The 31st Army has arrived: where", "RFB 2.1.3a"),
        (asked_to_displace, "Driven out of Wittenberg by the Americans", "RFB 2.2.6b"),
        (lambda: at("B.2", ELSEWHERE), "one replacement point is to spend", "RFB 3.2.1a"),
        (lambda: at("B.2", ELSEWHERE).do("convert"), "it is spent", "RFB 3.2.1a"),
        (activating, "Soviet impulse: activate units (0 of 4 chosen)", "RFB 4.1.3c"),
        (lambda: activating().do("activate 8GA/1 move"), "(1 of 4 chosen)", "RFB 4.1.3c"),
        (lambda: at("C.3", ELSEWHERE), "German impulse: activate", "RFB 4.1.3c"),
        (moving, "Movement: move", "RFB 4.2.1a"),
        (lambda: moving().do("test 303", dice=[6]), "Leave to go west: move", "RFB 7.2.2b"),
        (lambda: moving().do("test 303", dice=[1]), "No leave to go west: move", "RFB 7.2.2b"),
        (lambda: moving("combat"), "Combat: attack", "RFB 4.2.2a"),
        (following, "Reserves: follow", "RFB 4.2.3b"),
        (attacking, "Attack on Neukölln by", "RFB 9.2.1a"),
        (
            lambda: declare(at("C.3", ELSEWHERE, Lebus="303", Seelow="61/1"), "Seelow", "303"),
            "Seelow",
            "RFB 8.1.1a",
        ),
        (asked_for_heinrici, "play Heinrici", "RFB event.1a"),
        (losing, "A step loss (1 left)", "RFB 8.2.2a"),
        (advancing, "who else advances?", "RFB 8.4.1a"),
        (lambda: advancing(first=""), "who advances (one must)?", "RFB 8.4.1a"),
        (lambda: at("D.1", ELSEWHERE), "Soviets that were not activated", "RFB 5.1a"),
        (lambda: at("D.3", ELSEWHERE), "Germans that were not activated", "RFB 5.1a"),
    ],
)
def test_each_question_says_what_is_asked_and_by_which_rule(
    position: Callable[[], Table], words: str, named: str
) -> None:
    prompt = position().prompt
    assert prompt is not None
    assert words in prompt.text
    assert prompt.rule == named
