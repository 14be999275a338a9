"""A report handed in as one text: all of it is entered, or all that is wrong with it is told."""

from random import Random

import pytest
from tests.campaign.desk import at, desk, off

from berlin.campaign import battle
from berlin.campaign.report.acts import Agree, Reported, Settled, Tell
from berlin.campaign.report.handing import blank, handed
from berlin.campaign.state.state import GERMAN, RUSSIAN, State
from berlin.games.orsha.game import GAME
from berlin.games.orsha.state.draft import Draft
from berlin.games.orsha.table.papers import IMPRINT
from berlin.kernel.contract.game import BadText
from berlin.kernel.contract.ids import Seat, Unit
from berlin.squad.board.pieces import Mark, Where


def fought(*hidden: Mark) -> State:
    """A battle that is to be reported; the second German squad is in K45 with these marks."""
    marks = sum(hidden)
    d = desk(
        [at("g:4-6-7", "K12"), at("g:4-6-7", "K45", marks), at("g:LMG", "K12", holder=0)],
        [at("r:4-4-7", "K46"), at("r:4-4-7", "K47"), off("r:8-1", where=Where.ENTERING)],
        way="report",
        stage=IMPRINT.battle,
    )
    battle.begin(d)
    state = d.freeze()
    assert isinstance(state, State)
    return state


def entered(state: State, text: str, seat: Seat | None) -> State:
    filled = GAME.filled(state, text, seat)
    assert filled.faults == ()
    for action in filled.actions:
        after = GAME.apply(state, action).state
        assert isinstance(after, State)
        state = after
    return state


def test_each_side_hands_in_its_form_and_the_other_agrees() -> None:
    state = fought()
    form = GAME.form(state, GERMAN)
    assert 'g2 = ""  # LMG, K12, with g0' in form
    assert GAME.form(state, RUSSIAN) == ""
    state = entered(state, form.replace('g0 = ""', 'g0 = "at K13, condition broken"'), GERMAN)
    assert GAME.deciders(state) == (RUSSIAN,)
    form = GAME.form(state, RUSSIAN)
    assert "[control]" in form
    state = entered(state, form.replace('r0 = ""', 'r0 = "at K44"'), RUSSIAN)
    assert GAME.deciders(state) == (GERMAN,)
    state = entered_agreement(state)
    assert state.control[RUSSIAN] != fought().control[RUSSIAN] or state.stage != IMPRINT.battle


def entered_agreement(state: State) -> State:
    after = GAME.apply(state, Agree()).state
    assert isinstance(after, State)
    return after


def test_one_who_reports_for_both_agrees() -> None:
    filled = GAME.filled(fought(), '[units]\nr0 = "at K44"\ng0 = "lost fire"', None)
    assert [type(act) for act in filled.actions][-3:] == [Reported, Settled, Agree]


def test_after_an_objection_the_common_part_is_handed_in_alone() -> None:
    state = entered(fought(), "", GERMAN)
    state = entered(state, "", RUSSIAN)
    after = GAME.apply(state, GAME.read("object")).state
    assert isinstance(after, State)
    form = GAME.form(after, RUSSIAN)
    assert "[units]" not in form
    assert "[control]" in form
    filled = GAME.filled(after, 'rained = true\n[units]\nr0 = "at K44"', RUSSIAN)
    assert filled.faults == ("r0: the other side tells of its own units",) or "r0" in filled.faults[0]
    again = entered(after, "rained = true", RUSSIAN)
    assert GAME.deciders(again) == (GERMAN,)


def test_the_defender_says_nothing_of_what_both_have_in_common() -> None:
    text = 'rained = true\nmelee = ["K45"]\n[control]\ngerman = ["K45"]\n'
    text += '[now]\nflame = ["K12"]\n[points]\nevp = 0'
    faults = GAME.filled(fought(), text, GERMAN).faults
    assert [fault.partition(":")[0] for fault in faults] == [
        "control",
        "now",
        "melee",
        "rained",
        "points.evp",
    ]
    assert all("the attacker tells" in fault for fault in faults)


def test_all_that_is_wrong_is_told_at_once_to_each_side() -> None:
    text = """
[units]
g0 = "lost fire"
g0 = "at K13"
g9 = "lost fire"
g1 = "at ZZ99"
r0 = "at K44"
[lost]
"g:4-6-7" = 12
"r:4-4-7" = 1
[points]
german = 40
"""
    faults = GAME.filled(fought(), text, GERMAN).faults
    for words in (
        "g0: told of twice",
        "g9: your side",
        "g1: 'ZZ99' is not a hex",
        "r0: the other side tells",
        "lost.g:4-6-7: more losses than there were: 12 of 2",
        "lost.r:4-4-7: the other side tells of its own losses",
        "points.german: 40 said, but the losses come to 2",
    ):
        assert any(fault.startswith(words) for fault in faults), (words, faults)
    assert len(faults) == 7


@pytest.mark.parametrize("veil", [Mark.HIDDEN, Mark.CONCEALED])
@pytest.mark.parametrize(
    "text",
    [
        '[units]\nr0 = "at K45"',
        '[units]\nr0 = "at K45"\nr1 = "captured, at K45"',
        'melee = ["K45"]\n[units]\nr0 = "at K45"',
        '[control]\nrussian = ["K45"]',
        '[lost]\n"g:4-6-7" = 1',
    ],
)
def test_what_is_wrong_does_not_tell_what_is_hidden(veil: Mark, text: str) -> None:
    """Two worlds: under the veil is a squad, or something else."""
    state = entered(fought(veil), "", GERMAN)
    others = [GAME.other_world(state, RUSSIAN, Random(n)) for n in range(8)]
    assert any(other.pieces[GERMAN] != state.pieces[GERMAN] for other in others)
    told = {GAME.filled(world, text, RUSSIAN).faults for world in (state, *others)}
    assert len(told) == 1


def test_under_a_question_mark_there_may_be_a_captor_or_an_enemy_in_melee() -> None:
    state = entered(fought(Mark.CONCEALED), "", GERMAN)
    text = 'melee = ["K45"]\n[units]\nr1 = "at K45, captured"'
    assert GAME.filled(state, text, RUSSIAN).faults == ()
    text = 'melee = ["K14"]\n[units]\nr1 = "at K14, captured"'
    assert len(GAME.filled(state, text, RUSSIAN).faults) == 2


def test_a_report_is_for_the_side_that_is_asked_and_when_it_is_asked() -> None:
    state = fought()
    with pytest.raises(BadText, match="the German side is asked now"):
        GAME.filled(state, "", RUSSIAN)
    begun = GAME.apply(state, Tell(Unit(0))).state
    with pytest.raises(BadText, match="no report is asked for now"):
        GAME.filled(begun, "", GERMAN)
    with pytest.raises(BadText, match="no report is asked for now"):
        GAME.filled(GAME.start("orsha", bytes(32), {}).state, "", None)


def test_a_report_that_was_begun_unit_by_unit_is_gone_on_with_in_one_go() -> None:
    begun = GAME.apply(fought(), Tell(Unit(0))).state
    told = GAME.apply(begun, GAME.read("told")).state
    assert isinstance(told, State)
    form = GAME.form(told, GERMAN)
    assert "g0 =" not in form
    assert "g1 =" in form
    faults = GAME.filled(told, '[units]\ng0 = "lost fire"', GERMAN).faults
    assert faults == ("g0: this unit was told of already",)
    assert GAME.deciders(entered(told, '[units]\ng1 = "lost fire"', GERMAN)) == (RUSSIAN,)


def test_ground_that_was_begun_step_by_step_is_gone_on_with_so() -> None:
    state = entered(fought(), "", GERMAN)
    begun = GAME.apply(GAME.apply(state, GAME.read("reported")).state, GAME.read("rained")).state
    assert GAME.form(begun, RUSSIAN) == ""
    with pytest.raises(BadText, match="step by step"):
        GAME.filled(begun, "", RUSSIAN)


@pytest.mark.parametrize(
    "text", ["date = true", "[points]\nevp = true", '[lost]\n"r:4-4-7" = true', "[used]\nrussian = [true]"]
)
def test_true_is_no_number(text: str) -> None:
    assert len(GAME.filled(entered(fought(), "", GERMAN), text, RUSSIAN).faults) == 1


def test_what_is_no_toml_is_no_form() -> None:
    with pytest.raises(BadText):
        GAME.filled(fought(), "[units\n", GERMAN)


def test_the_form_names_own_units_in_enemy_hands_without_saying_whose() -> None:
    d = desk(
        [at("g:4-6-7", "K46", Mark.PRISONER, holder=0), off("g:8-1")],
        [at("r:4-4-7", "K46")],
        way="report",
    )
    battle.begin(d)
    form = blank(d, GERMAN)
    assert 'g0 = ""  # 4-6-7, K46, in enemy hands' in form
    assert 'g1 = ""  # 8-1, retained' in form


def test_a_form_as_it_is_written_says_nothing() -> None:
    state = fought()
    d = Draft(state)
    assert handed(d, blank(d, GERMAN), GERMAN).actions == (Reported(),)
    assert d.freeze() == state
