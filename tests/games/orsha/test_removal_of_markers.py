"""7.502: what is taken off the map, and what comes to light."""

import pytest
from tests.campaign.desk import at, desk, off, place, told

from berlin.campaign.aftermath import marker_removal
from berlin.campaign.purchases import modules
from berlin.campaign.purchases.prices import line_of
from berlin.campaign.state.muster import muster
from berlin.campaign.state.state import Group
from berlin.games.orsha.board.ground import find_hex
from berlin.kernel.contract.ids import BOTH, Place
from berlin.kernel.proof.mark import rule
from berlin.squad.board.pieces import Mark, Where
from berlin.squad.board.works import Work, Works

GERMAN, RUSSIAN = BOTH
HEX = find_hex("P30")


@rule("OTO 7.502a", "OTO 7.502b", "OTO 7.502c", "OTO 7.502h")
@pytest.mark.parametrize(
    "what",
    [Works.SPOTTING, Works.BARRAGE, Works.SMOKE, Works.PHOSPHORUS, Works.ACQUIRED, Works.SNIPER],
)
def test_what_lasts_only_for_a_scenario_is_gone(what: Works) -> None:
    d = desk(works=[Work(what, HEX), Work(Works.TRENCH, HEX), Work(Works.BLAZE, HEX)])
    marker_removal.begin(d)
    assert [work.what for work in d.works] == [Works.TRENCH, Works.BLAZE]


@rule("OTO 7.502d")
def test_7_502d_a_radio_is_kept_with_a_module_that_was_not_used() -> None:
    used, fresh = Group(0, 1, used=True), Group(0, 1)
    d = desk(
        [at("g:radio", "P30", group=0), at("g:phone", "P30", group=1), off("g:radio", group=1)],
        groups=((used, fresh), ()),
    )
    marker_removal.begin(d)
    assert [piece.where for piece in d.pieces[GERMAN]] == [Where.LOST, Where.MAP, Where.RETAINED]
    assert d.pieces[GERMAN][0].fate
    assert d.accounts[GERMAN].suffered == 0


@rule("OTO 7.502e")
def test_7_502e_berserk_and_concealed_units_are_as_before_and_dummies_vanish() -> None:
    marks = Mark.DESPERATE | Mark.FANATIC | Mark.HULL_DOWN | Mark.WOUNDED
    d = desk(
        [at("g:4-6-7", "P30", Mark.BERSERK), at("g:4-6-7", "P30", Mark.CONCEALED)],
        [at("r:4-4-7", "P40", marks), at("r:4-4-7", "P40", Mark.BROKEN | Mark.DISRUPTED)],
        [Work(Works.DUMMY, HEX), Work(Works.CLOAKED, HEX), Work(Works.DUMMY)],
    )
    marker_removal.begin(d)
    assert [piece.marks for piece in d.pieces[GERMAN]] == [0, 0]
    assert [piece.marks for piece in d.pieces[RUSSIAN]] == [Mark.WOUNDED, Mark.BROKEN]
    # A "?" that was bought and not laid yet is in the organizer, not on the map.
    assert d.works == [Work(Works.DUMMY)]


@rule("OTO 7.502f")
def test_7_502f_cx_motion_hatches_and_labor() -> None:
    marks = Mark.MOTION | Mark.EXPOSED | Mark.BUTTONED
    d = desk(
        [at("g:StuG-IIIG", "P30", marks | Mark.BOGGED)],
        [at("r:4-4-7", "P40", Mark.EXHAUSTED | Mark.LABOR | Mark.ENCIRCLED)],
    )
    marker_removal.begin(d)
    assert d.pieces[GERMAN][0].marks == Mark.BOGGED
    assert d.pieces[RUSSIAN][0].marks == Mark.ENCIRCLED


@rule("OTO 7.502g")
def test_7_502g_hidden_units_and_entrenchments_are_shown_mines_are_not() -> None:
    d = desk(
        [at("g:4-6-7", "P30", Mark.HIDDEN), at("g:LMG", "P30", Mark.HIDDEN, holder=0)],
        works=[
            Work(Works.TRENCH, HEX, owner=GERMAN, hidden=True),
            Work(Works.MINES, HEX, owner=GERMAN, hidden=True, ap=6),
            Work(Works.WIRE, HEX, owner=GERMAN, hidden=True),
        ],
    )
    marker_removal.begin(d)
    assert not any(piece.has(Mark.HIDDEN) for piece in d.pieces[GERMAN])
    assert {piece.space for piece in d.pieces[GERMAN]} == {HEX}
    assert [work.hidden for work in d.works] == [False, True, True]


@rule("OTO CG11.q1")
def test_cg11_q1_a_gun_that_stayed_hidden_may_be_hidden_again() -> None:
    d = desk([at("g:PaK-40", "P30", Mark.HIDDEN), at("g:PaK-40", "P31")])
    marker_removal.begin(d)
    assert [piece.has(Mark.REVEALED) for piece in d.pieces[GERMAN]] == [False, True]


@rule("OTO 7.502i")
def test_7_502i_no_aircraft_is_left_on_the_map() -> None:
    d = desk(russian=[at("r:44A-GA", "P30"), at("r:44A-GA", "P30", Mark.RECALLED)])
    marker_removal.begin(d)
    assert [piece.where for piece in d.pieces[RUSSIAN]] == [Where.RETAINED, Where.LOST]
    assert d.accounts[RUSSIAN].suffered == 0


@rule("OTO 7.502j")
def test_7_502j_nobody_looks_into_a_stack_before_it_is_revealed() -> None:
    """The step asks nothing, so that nothing can be looked at half-way; it tells of no dummy, and of no work
    that stays hidden."""
    d = desk(
        [at("g:4-6-7", "P30", Mark.HIDDEN)],
        works=[Work(Works.MINES, HEX, owner=GERMAN, hidden=True, ap=6), Work(Works.DUMMY, find_hex("P34"))],
    )
    marker_removal.begin(d)
    assert not d.frames
    assert [event.text for event in told(d)] == [
        f"the hidden German 4-6-7 squad at {place('P30')} comes to light"
    ]


@rule("OTO CG7b", "OTO CG7a", "OTO CG7.q1", "OTO 7.502i")
def test_cg7_modules_that_fired_and_aircraft_that_were_lent_are_gone_after_a_scenario() -> None:
    d = desk()
    muster(d)
    lent = next(n for n, group in enumerate(d.groups[RUSSIAN]) if group.until)
    oba = line_of(d, RUSSIAN, "O1")
    d.groups[RUSSIAN].extend([Group(oba, 1, used=True), Group(oba, 1), Group(line_of(d, RUSSIAN, "O7"), 1)])
    marker_removal.begin(d)
    gone = [n for n, group in enumerate(d.groups[RUSSIAN]) if group.gone]
    assert gone == [lent, len(d.groups[RUSSIAN]) - 3]
    assert all(p.is_out for p in d.pieces[RUSSIAN] if p.kind == "r:44A-GA")
    assert modules.at_hand(d, RUSSIAN) == [len(d.groups[RUSSIAN]) - 2]


def test_nobody_is_pinned_once_the_close_combat_phase_is_over() -> None:
    d = desk([at("g:4-6-7", "P30", Mark.PINNED)])
    marker_removal.begin(d)
    assert d.pieces[GERMAN][0].marks == 0


@rule("OTO 7.502a", "OTO 7.502b", "OTO 7.502c")
def test_markers_go_from_every_hex_of_the_map_the_first_too() -> None:
    passing = [Work(Works.SMOKE, Place(0)), Work(Works.SMOKE, Place(1))]
    d = desk(works=[*passing, Work(Works.TRENCH, Place(0))])
    marker_removal.begin(d)
    assert [work.what for work in d.works] == [Works.TRENCH]
