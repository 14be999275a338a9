"""7.503: all broken units rally; passengers and loads may get off."""

from tests.campaign.desk import at, desk

from berlin.campaign.aftermath import hazards, rally
from berlin.campaign.aftermath.rally import Unload, Unloading
from berlin.campaign.question import Done
from berlin.games.orsha.board.ground import find_hex
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH
from berlin.kernel.proof.mark import rule
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Piece
from berlin.squad.board.works import Work, Works

GERMAN, RUSSIAN = BOTH
TRUCK = at("r:GAZ-MM", "P50")


def asked(russian: list[Piece], *works: Work, dice: tuple[int, ...] = ()) -> Draft:
    d = desk(russian=russian, works=works, dice=dice)
    rally.begin(d)
    while d.frames:
        top = d.frames[-1]
        assert isinstance(top, rally.Unloading)
        if top.still_asks(d):
            break
    return d


@rule("OTO 7.503a")
def test_7_503a_all_broken_units_rally_without_a_roll() -> None:
    d = desk(
        [at("g:4-6-7", "P30", Mark.BROKEN), at("g:9-1", "P30", Mark.BROKEN | Mark.WOUNDED)],
        [at("r:4-4-7", "P50", Mark.BROKEN | Mark.DISRUPTED | Mark.DESPERATE)],
    )
    rally.begin(d)
    assert [piece.marks for piece in (*d.pieces[GERMAN], *d.pieces[RUSSIAN])] == [0, Mark.WOUNDED, 0]
    assert not d.dice


@rule("OTO 7.503b")
def test_7_503b_who_rides_and_what_is_loaded_may_be_unloaded() -> None:
    squad, gun = at("r:4-4-7", "P50", holder=0), at("r:obr-39", "P50", Mark.HOOKED, holder=0)
    crew, weapon = at("r:2-2-8", "P50", holder=0), at("r:LMG", "P50", holder=1)
    d = asked([TRUCK, squad, gun, crew, weapon])
    question = d.frames[-1]
    assert question == Unloading(RUSSIAN)
    units = [unit_of(RUSSIAN, number) for number in (1, 2, 3)]
    assert question.answers(d) == [*map(Unload, units), Done()]
    for unit in units:
        question.carry_out(d, Unload(unit))
    holders = [piece.holder for piece in d.pieces[RUSSIAN]]
    # The crew serves its Gun, the squad keeps its machine-gun.
    assert holders == [-1, -1, 3, -1, 1]
    assert not d.pieces[RUSSIAN][2].has(Mark.HOOKED)
    assert not question.still_asks(d)
    assert not d.frames


@rule("OTO 7.503b")
def test_7_503b_only_loads_are_unloaded() -> None:
    leader = at("r:AL-9-1", "P51", holder=1)
    d = asked([TRUCK, at("r:T-34-M43", "P51"), leader, at("r:4-4-7", "P50")])
    assert not d.frames
    refusal = Unloading(RUSSIAN).why_not(d, Unload(unit_of(RUSSIAN, 2)))
    assert refusal.rule == "OTO 7.503b"


@rule("OTO 7.503b")
def test_7_503b_mines_wait_for_who_gets_off() -> None:
    mines = Work(Works.MINES, find_hex("P50"), owner=GERMAN, ap=6)
    d = asked([at("r:GAZ-MM", "P50", Mark.IMMOBILE), at("r:4-4-7", "P50", holder=0)], mines, dice=(6, 6))
    Unloading(RUSSIAN).carry_out(d, Unload(unit_of(RUSSIAN, 1)))
    assert not d.dice
    hazards.begin(d)
    assert d.pieces[RUSSIAN][1].kind == "r:2-3-7"
    assert len(d.dice) == 2


@rule("OTO 7.503.q1")
def test_7_503_q1_nobody_has_to_get_off() -> None:
    d = asked([TRUCK, at("r:4-4-7", "P50", holder=0)])
    Unloading(RUSSIAN).carry_out(d, Done())
    assert not d.frames
    assert d.pieces[RUSSIAN][1].holder == 0


@rule("OTO 7.503b")
def test_7_503b_only_an_idle_crew_of_the_same_hex_serves_a_gun_that_is_unloaded() -> None:
    far, gun = at("r:2-2-8", "P51"), at("r:obr-39", "P50", Mark.HOOKED, holder=0)
    riding, taken = at("r:2-2-8", "P50", holder=5), at("r:2-2-8", "P50", Mark.PRISONER)
    d = asked([TRUCK, gun, far, riding, taken, TRUCK])
    Unloading(RUSSIAN).carry_out(d, Unload(unit_of(RUSSIAN, 1)))
    assert d.pieces[RUSSIAN][1].holder == -1
    d = asked([TRUCK, gun, far, at("r:2-2-8", "P50")])
    Unloading(RUSSIAN).carry_out(d, Unload(unit_of(RUSSIAN, 1)))
    assert d.pieces[RUSSIAN][1].holder == 3


@rule("OTO 7.503b")
def test_7_503b_a_crew_that_gets_off_serves_no_gun_of_another_hex_nor_one_that_is_served() -> None:
    crew, served = at("r:2-2-8", "P50", holder=0), at("r:obr-39", "P50", holder=3)
    d = asked([TRUCK, crew, served, at("r:2-2-8", "P50"), at("r:obr-39", "P51")])
    Unloading(RUSSIAN).carry_out(d, Unload(unit_of(RUSSIAN, 1)))
    assert [piece.holder for piece in d.pieces[RUSSIAN]] == [-1, -1, 3, -1, -1]
