"""Race for Berlin, 1: an act that is not asked for is refused by the rule that gives it its time."""

import pytest
from fights import ELSEWHERE, at, declare
from table import Table

from berlin.games.race.board.units import UNITS
from berlin.games.race.board.zones import N
from berlin.games.race.game import GAME
from berlin.games.race.state.actions import Activate
from berlin.kernel.contract.ids import Unit
from berlin.kernel.proof.mark import rule

# Every kind of act, with the rule that says when it is done.
TIMES = [
    ("enter 31 Penzig", "RFB 2.1.3a"),
    ("displace 391 Zossen", "RFB 2.2.6b"),
    ("rebuild 61/1", "RFB 3.2"),
    ("return 61/1 Barwalde", "RFB 3.2"),
    ("convert", "RFB 3.2"),
    ("starve 61/1", "RFB 3.2.2b"),
    ("decline", "RFB event.timing"),
    ("activate 5SHA/1 combat", "RFB 4.1.3c"),
    ("shell 5SHA/1", "RFB 4.1.3c"),
    ("begin", "RFB 4.1.3c"),
    ("pass", "RFB 4.1.5a"),
    ("test 391", "RFB 7.2.2a"),
    ("move 8GA/1 Seelow", "RFB 4.1.3b"),
    ("attack 8GA/1 Letschin", "RFB 4.1.3b"),
    ("join 8GA/1", "RFB 8.1.1a"),
    ("support", "RFB 9.2.5"),
    ("roll", "RFB 8.1.2a"),
    ("retreat 303 Muncheberg", "RFB 8.3"),
    ("advance 8GA/1", "RFB 8.4"),
    ("follow 8GA/1 Letschin", "RFB 8.4.2"),
    ("discard", "RFB 5.5a"),
    ("keep", "RFB 5.5a"),
    ("done", "RFB 1"),
]


def losing() -> Table:
    """Both attackers could take the loss that is asked for: 28 to 10 across the Oder is 2:1."""
    t = at("C.1", ELSEWHERE, Bridgehead="8GA/1 5SHA/1", SOderbruch="9Falsch 309")
    declare(t, "SOderbruch", "8GA/1", "5SHA/1").do("roll", dice=[1])
    assert t.asked == "Losses"
    return t


@rule(
    *("RFB 1", "RFB 2.1.3a", "RFB 2.2.6b", "RFB 3.2", "RFB 3.2.2b", "RFB 4.1.3b", "RFB 4.1.3c", "RFB 4.1.5a"),
    *("RFB 5.5a", "RFB 7.2.2a", "RFB 8.1.1a", "RFB 8.1.2a", "RFB 8.3", "RFB 8.4", "RFB 8.4.2", "RFB 9.2.5"),
)
@pytest.mark.parametrize("act, named", TIMES)
def test_1_an_act_before_or_after_its_time_is_refused_by_the_rule_of_its_time(act: str, named: str) -> None:
    refusal = losing().refused(act, named)
    assert refusal.reason.startswith("not now: ")


@rule("RFB 8.2.1a")
def test_8_2_1_a_loss_is_taken_only_when_a_result_asks_for_it() -> None:
    t = at("C.1", ELSEWHERE, Bridgehead="8GA/1", SOderbruch="309")
    assert t.refused("lose 309", "RFB 8.2.1a").reason.startswith("not now: ")
    declare(t, "SOderbruch", "8GA/1")
    assert t.refused("lose 309", "RFB 8.2.1a").reason.startswith("not now: ")


@rule("RFB 1.A", "RFB 1.D", "RFB 4.1.3c", "RFB 4.1.5a")
@pytest.mark.parametrize("act", ["activate 3/2 move", "shell 3/2", "begin", "pass"])
@pytest.mark.parametrize("stage, named", [("A.1", "RFB 1.A"), ("B.2", "RFB 1.A"), ("D.1", "RFB 1.D")])
def test_1_nobody_is_activated_and_nobody_passes_outside_the_operations_phase(
    act: str, stage: str, named: str
) -> None:
    pool = 'pool = ["31/1"]' if stage == "A.1" else ""
    t = Table.at(f"""
        turn = 6
        stage = "{stage}"
        dice = [6, 6, 6, 6]
        [units]
        Barwalde = ["3/2"]
        Penzig = ["52/2"]
        [off]
        {pool}
        [chits]
        out = [1, 9]
    """)
    assert t.stage == stage
    assert "Operations Phase" in t.refused(act, named).reason


STEPS = [
    ("move", ("attack 8GA/1 Letschin", "follow 8GA/1 Letschin", "join 8GA/1"), "movement mode move first"),
    ("combat", ("move 8GA/1 NOderbruch", "follow 8GA/1 Letschin", "join 8GA/1"), "combat mode fight now"),
    ("reserve", ("attack 8GA/1 Letschin", "join 8GA/1"), "reserve mode move last"),
]


@rule("RFB 4.1.3b")
@pytest.mark.parametrize("mode, acts, words", STEPS)
def test_4_1_3_in_each_step_of_an_impulse_the_acts_of_the_other_steps_are_refused(
    mode: str, acts: tuple[str, ...], words: str
) -> None:
    t = at("C.1", ELSEWHERE, Seelow="8GA/1", Letschin="303")
    t.do(f"activate 8GA/1 {mode}", "begin")
    for act in acts:
        refusal = t.refused(act, "RFB 4.1.3b")
        assert refusal.reason.endswith(words)
        assert not refusal.reason.startswith("not now")


@rule("RFB 3.2.1a", "RFB 3.2.2a")
@pytest.mark.parametrize("first", ["convert", "rebuild 8GA/1", "return 61/1 Barwalde"])
@pytest.mark.parametrize("second", ["convert", "rebuild 47/1", "return 61/2 Barwalde"])
def test_3_2_1_the_one_point_of_a_turn_is_spent_once_and_on_one_thing(first: str, second: str) -> None:
    t = at("B.2", Seelow="8GA/1- 47/1-", destroyed="61/1 61/2", Penzig="52/2")
    assert t.can(second)
    t.do(first)
    t.refused(second, "RFB 3.2.1a")
    assert t.can("starve 8GA/1")


@rule("RFB 10a")
def test_10_when_the_game_is_over_nothing_is_done_any_more() -> None:
    t = Table.at('turn = 9\nstage = "A.2"\ndice = [6]\nover = "defeat"\n[units]\nBarwalde = ["3/2"]')
    assert (t.decider, t.legal()) == (None, [])
    t.refused("pass", "RFB 10a")


@rule("RFB map.base")
def test_an_act_that_names_what_this_game_does_not_have_is_refused() -> None:
    t = at("C.1", ELSEWHERE)
    for unit, mode in ((UNITS, 1), (-1, 1), (0, N)):
        refusal = GAME.why_not(t.state, Activate(Unit(unit), mode))
        assert refusal is not None
        assert refusal.rule == "RFB map.base"
