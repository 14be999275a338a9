"""Race for Berlin, 1: an act that is not asked for is refused by the rule that gives it its time."""

from collections.abc import Callable

import pytest
from fights import ELSEWHERE, at, declare, fight, settle
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


COLLAPSE = "zhukov = [8]\nkoniev = []\nout = [1, 9]"


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


@rule("RFB 1", "RFB 1.A", "RFB 2.4.3", "RFB event.timing")
def test_1_a_chit_out_of_its_time_is_refused_by_its_time_only_if_it_is_held() -> None:
    t = at("C.1", ELSEWHERE, Bridgehead="8GA/1 5SHA/1", SOderbruch="9Falsch 309", chits=COLLAPSE)
    declare(t, "SOderbruch", "8GA/1", "5SHA/1").do("roll", dice=[1])
    assert t.asked == "Losses"
    t.refused("play 8 309", "RFB event.timing")
    t.refused("play 2 8GA", "RFB 2.4.3")
    step = at("C.1", ELSEWHERE, Bridgehead="8GA/1", chits="zhukov = [10]\nkoniev = []\nout = [1, 9]")
    step.do("activate 8GA/1 move", "begin")
    step.refused("play 10", "RFB event.timing")
    step.refused("play 2 8GA", "RFB 2.4.3")


def asked_to_enter() -> Table:
    return Table.at('turn = 6\nstage = "A.1"\ndice = [6]\n[units]\nPenzig = ["52/1"]\n[off]\npool = ["31"]')


def asked_to_displace() -> Table:
    return Table.at(
        'turn = 2\nstage = "A.2"\ndice = [1, 5]\n[units]\nPenzig = ["52/1"]\nWittenberg = ["404"]\n'
        '[control]\namerican = ["Leipzig"]'
    )


def asked_for_bridges() -> Table:
    return at("C.1", ELSEWHERE, Bridgehead="8GA/1", chits="koniev = [9]\nout = [1]")


def asked_for_heinrici() -> Table:
    t = at("C.1", ELSEWHERE, Bridgehead="8GA/1", SOderbruch="309", chits="koniev = [1]\nout = [9]")
    return declare(t, "SOderbruch", "8GA/1").do("roll")


def activating() -> Table:
    return at("C.1", ELSEWHERE, Strausberg="8GA/1", chits="zhukov = [10]\nout = [1, 9]")


def moving(mode: str = "move") -> Table:
    t = at("C.3", ELSEWHERE, Lebus="303", Seelow="8GA/1")
    return t.do(f"activate 303 {mode}", "begin")


def following() -> Table:
    t = at("C.3", ELSEWHERE, Lebus="303 25PzGr Munch", Seelow="61/1-", oos="61/1")
    t.do("activate 25PzGr combat", "activate Munch combat", "activate 303 reserve", "begin")
    t.do("attack 25PzGr Seelow", "join Munch").do("roll", dice=[6])
    return settle(t).do("advance 25PzGr", "done")


def attacking() -> Table:
    t = at("C.1", ELSEWHERE, Neukolln="8GA/1 5SHA/1 391", support=(2, 0), chits=COLLAPSE)
    t.do("activate 8GA/1 combat", "activate 5SHA/1 combat", "begin", "attack 8GA/1 Neukolln")
    return t


def retreating() -> Table:
    return settle(fight(at("C.1", ELSEWHERE, Seelow="8GA/1", Letschin="303"), "Letschin", "8GA/1", die=3))


def advancing(first: str = "advance 8GA/1") -> Table:
    t = at("C.1", ELSEWHERE, Seelow="8GA/1 5SHA/1", Muncheberg="309-")
    declare(t, "Muncheberg", "8GA/1", "5SHA/1").do("roll", dice=[6])
    return t.do(first) if first else t


# Each question with all the kinds of acts that answer it there.
ASKED = [
    (asked_to_enter, "Enter", "enter"),
    (asked_to_displace, "Displace", "displace"),
    (
        lambda: at("B.2", Seelow="8GA/1-", destroyed="61/1", Penzig="52/2"),
        "Logistics",
        "rebuild return convert starve done",
    ),
    (asked_for_bridges, "Bridges", "play decline"),
    (asked_for_heinrici, "Heinrici", "play decline"),
    (activating, "Designate", "activate shell play pass"),
    (lambda: activating().do("activate 8GA/1 move"), "Designate", "activate begin"),
    (moving, "Moving", "move test done"),
    (lambda: moving().do("test 303", dice=[6]), "Westward", "move done"),
    (lambda: moving("combat"), "Fighting", "attack done"),
    (following, "Reserving", "follow move test done"),
    (lambda: at("D.3", ELSEWHERE, turn=2, Lebus="303", Muncheberg="391"), "EndMoves", "move test done"),
    (attacking, "Attack", "join support play roll"),
    (losing, "Losses", "lose"),
    (retreating, "Retreat", "retreat"),
    (advancing, "Advance", "advance done"),
    (lambda: at("D.6", ELSEWHERE, chits="zhukov = [10]\nout = [1]"), "Hand", "keep discard"),
]


@rule(
    *("RFB 1", "RFB 2.1.3a", "RFB 2.2.6b", "RFB 3.2.1a", "RFB 4.1.3c", "RFB 4.2.1a", "RFB 4.2.2a"),
    *(
        "RFB 4.2.3b",
        "RFB 5.1a",
        "RFB 5.5a",
        "RFB 7.2.2b",
        "RFB 8.1.1a",
        "RFB 8.2.2a",
        "RFB 8.3",
        "RFB 8.4.1a",
    ),
    *("RFB event.1a", "RFB event.9a"),
)
@pytest.mark.parametrize("position, question, verbs", ASKED)
def test_1_each_question_is_answered_by_its_own_acts_and_lies_open_until_then(
    position: Callable[[], Table], question: str, verbs: str
) -> None:
    t = position()
    assert t.asked == question
    assert {text.split()[0] for text in t.legal()} == set(verbs.split())
    # Its own acts are not out of time, and a position that was put aside is taken up at the same question.
    open_question = t.state.frames[-1]
    assert all(isinstance(act, open_question.acts) for act in GAME.legal(t.state))
    again = GAME.read_situation(GAME.write_situation(t.state), b"").state
    assert again.frames == t.state.frames
