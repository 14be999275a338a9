"""CG11: where a Gun may be set up again, in tow or not, hidden or not."""

import pytest
from msgspec.structs import replace
from tests.campaign.desk import at, do, legal, off
from tests.games.orsha.siting import (
    GERMAN,
    RUSSIAN,
    SECOND,
    hexes,
    new,
    put,
    set_up,
    take,
    turn_to,
    unit,
    why_not,
)

from berlin.boards.hexes import bits
from berlin.campaign.aftermath import clearing
from berlin.campaign.deployment import setup
from berlin.campaign.deployment.parties import leads, tractor, undecided
from berlin.campaign.deployment.setup import Arrive, Hitch, Lurk, Open, Ready, Reserve, Take
from berlin.campaign.sectors import Put, Sector
from berlin.games.orsha.board.ground import BUILDINGS, START, find_hex
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import Seat
from berlin.kernel.play.acts import Act
from berlin.kernel.proof.mark import rule
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Where
from berlin.squad.board.works import Work, Works

LAST = "K20"


def gun(
    kind: str = "g:PaK-40", turn: int = 2, marks: int = 0, side: Seat = GERMAN, name: str = LAST
) -> Draft:
    """A Gun that stayed on the map in the last RePh, and its crew off it."""
    pieces = [at(kind, name, marks, holder=1, last=find_hex(name)), off(f"{kind[0]}:2-2-8")]
    return set_up(*((pieces, ()) if side == GERMAN else ((), pieces)), turn=turn)


def refused(d: Draft, act: Act, side: Seat = GERMAN, number: int = 0) -> str:
    found = why_not(d, number, act, side)
    return found.rule if found else ""


def away(far: int) -> Put:
    """So many hexes from where it was."""
    return Put(find_hex(f"K{20 + far}"))


@rule("OTO CG11b", "OTO CG11.q2")
@pytest.mark.parametrize("turn", [2, 4])
def test_cg11_a_gun_is_moved_by_at_most_four_hexes_and_a_mortar_by_eight(turn: int) -> None:
    d = gun(turn=turn)
    assert refused(d, away(4)) == ""
    assert refused(d, away(5)) == "OTO CG11b"
    d = gun("g:GrW-42", turn)
    assert refused(d, away(8)) == ""
    assert refused(d, away(9)) == "OTO CG11b"


@rule("OTO CG11.q2")
def test_cg11_a_gun_that_stayed_on_the_map_after_24am_is_shifted_when_it_sets_up() -> None:
    d = set_up([at("g:PaK-40", LAST, holder=1), at("g:2-2-8", LAST)], turn=3)
    clearing.clear(d)
    assert [piece.where for piece in d.pieces[GERMAN]] == [Where.MAP, Where.RETAINED]
    d.turn = 4
    d.frames.clear()
    setup.begin(d)
    put(d, 0, "K24")
    places = [(piece.where, piece.space) for piece in d.pieces[GERMAN]]
    assert places == [(Where.MAP, find_hex("K24"))] * 2


@rule("OTO CG11c")
def test_cg11_after_23pm_a_gun_goes_anywhere_in_the_perimeter() -> None:
    d = set_up([off("g:PaK-40", holder=1, last=find_hex(LAST)), off("g:2-2-8")], turn=3)
    d.zones = []
    assert refused(d, away(20)) == ""
    assert refused(d, away(22)) == "OTO 7.5224a"


@rule("OTO CG11c")
def test_cg11_even_then_not_to_an_isolated_hex() -> None:
    pieces = [off("g:PaK-40", holder=1, last=find_hex(LAST)), off("g:2-2-8")]
    d = set_up(pieces, pockets=[(RUSSIAN, hexes("K30"))], turn=3)
    assert refused(d, away(10)) == "OTO 7.5224a"


@rule("OTO CG11d")
@pytest.mark.parametrize("turn", [2, 3, 4])
def test_cg11_a_gun_between_walls_is_never_moved(turn: int) -> None:
    d = gun(turn=turn, marks=Mark.FIXED)
    assert refused(d, away(1)) == "OTO CG11d"
    assert refused(d, away(0)) == ""


@rule("OTO CG11d")
def test_cg11_what_is_set_up_in_a_building_a_pillbox_or_a_trench_is_fixed() -> None:
    places = [bits(BUILDINGS & START[GERMAN])[-1], find_hex("K20"), find_hex("K22"), find_hex("K24")]
    works = [Work(Works.TRENCH, places[1]), Work(Works.PILLBOX, places[2]), Work(Works.FOXHOLE, places[3])]
    d = set_up([off("g:PaK-40")] * 4, works=works)
    for number, space in enumerate(places):
        take(d, number)
        turn_to(d, space)
        do(d, Put(space))
    setup.conclude(d)
    assert [piece.has(Mark.FIXED) for piece in d.pieces[GERMAN]] == [True, True, True, False]


@rule("OTO CG11e")
def test_cg11_a_russian_gun_may_be_set_up_in_tow_two_hexes_away() -> None:
    pieces = [at("r:obr-39", "K46", holder=1, last=find_hex("K46")), off("r:2-2-8"), off("r:GAZ-MM")]
    d = set_up(russian=pieces, turn=2)
    assert refused(d, Hitch(find_hex("K48")), RUSSIAN) == ""
    assert refused(d, Hitch(find_hex("K49")), RUSSIAN) == "OTO CG11e"
    assert refused(d, Put(find_hex("K49")), RUSSIAN) == ""
    put(d, 0, "K48", Hitch, RUSSIAN)
    assert [piece.space for piece in d.pieces[RUSSIAN]] == [find_hex("K48")] * 3
    assert d.pieces[RUSSIAN][0].has(Mark.HOOKED)
    setup.conclude(d)
    assert not d.pieces[RUSSIAN][0].has(Mark.FIXED)


@rule("OTO CG11e")
def test_cg11_in_tow_needs_a_truck_and_is_not_for_germans() -> None:
    d = gun("r:obr-39", side=RUSSIAN, name="K46")
    assert refused(d, Hitch(find_hex("K46")), RUSSIAN) == "OTO CG11e"
    d = set_up([*gun().pieces[GERMAN], off("r:GAZ-MM")], turn=2)
    assert refused(d, Hitch(find_hex("K20"))) == "OTO CG11e"
    assert refused(d, Put(find_hex("K20"))) == ""


@rule("OTO CG11f", "OTO 7.520.hip.guns")
def test_cg11_only_a_gun_that_was_not_revealed_is_hidden_again() -> None:
    seen, unseen = gun(marks=Mark.REVEALED), gun()
    assert refused(seen, Lurk(find_hex(LAST))) == "OTO CG11f"
    piece = put(seen, 0, LAST)
    assert piece.has(Mark.CONCEALED)
    piece = put(unseen, 0, LAST, Lurk)
    assert piece.has(Mark.HIDDEN)
    assert unseen.pieces[GERMAN][1].has(Mark.HIDDEN)
    assert unseen.accounts[GERMAN].fpp == 0


@rule("OTO CG11.q1")
def test_cg11_being_placed_on_the_map_in_the_reph_reveals_no_gun() -> None:
    d = gun()
    put(d, 0, LAST, Lurk)
    setup.conclude(d)
    assert not d.pieces[GERMAN][0].has(Mark.REVEALED)
    d.mark(unit_of(GERMAN, 0), off=Mark.HIDDEN)
    d.frames.clear()
    setup.begin(d)
    assert refused(d, Lurk(find_hex("K22"))) == ""
    assert refused(d, Lurk(find_hex("K25"))) == "OTO CG11b"


@rule("OTO CG11f")
def test_cg11_a_gun_that_began_in_the_open_is_known() -> None:
    d = gun()
    put(d, 0, LAST)
    do(d, Open(unit(1)))
    setup.conclude(d)
    assert d.pieces[GERMAN][0].has(Mark.REVEALED)


@rule("OTO CG11a")
def test_cg11_there_is_no_bore_sighting() -> None:
    d = set_up([off("g:PaK-40", holder=1), off("g:2-2-8")])
    seen: set[type[Act]] = {type(act) for act in legal(d)}
    take(d, 0)
    seen |= {type(act) for act in legal(d)}
    turn_to(d, find_hex("K20"))
    seen |= {type(act) for act in legal(d)}
    do(d, Put(find_hex("K20")))
    seen |= {type(act) for act in legal(d)}
    assert seen == {Take, Sector, Put, Lurk, Reserve, Open, Ready}


@rule("OTO 7.5224a")
def test_a_crew_goes_with_its_gun_and_a_crew_alone_mans_a_gun() -> None:
    d = set_up([off("g:PaK-40", holder=1), off("g:2-2-8"), off("g:PaK-40"), off("g:2-2-8")])
    assert [act.unit for act in legal(d) if isinstance(act, Take)] == [0, 2, 3]
    put(d, 0, "K20")
    assert d.pieces[GERMAN][1].space == find_hex("K20")
    put(d, 2, "K21")
    put(d, 3, "K21")
    assert d.pieces[GERMAN][2].holder == 3


@rule("OTO 7.5224a")
def test_a_crew_that_is_there_first_mans_a_gun_that_comes() -> None:
    d = set_up([off("g:PaK-40"), off("g:2-2-8")])
    put(d, 1, "K21")
    put(d, 0, "K21")
    assert d.pieces[GERMAN][0].holder == 1


@rule("OTO 7.5224b")
def test_a_gun_on_the_map_is_set_up_or_stays() -> None:
    d = gun()
    assert refused(d, Reserve()) == "OTO 7.5224b"
    assert refused(d, Arrive(find_hex("A1"))) == "OTO CG12"
    assert refused(d, Put(find_hex(LAST))) == ""


@rule("OTO RG.russian.note.o")
def test_a_truck_waits_for_the_guns_of_its_own_group_not_for_the_enemys_of_that_number() -> None:
    """The Russians have a German Gun of group 0, and trucks of a group 0 of their own."""
    gun = new("g:PaK-40", Mark.CAPTURED)
    d = set_up([gun], [new("r:GAZ-MM")], groups=([SECOND], [replace(SECOND, trucks=True)]), turn=2)
    assert unit_of(RUSSIAN, 0) in leads(d, RUSSIAN, list(undecided(d, RUSSIAN, isolated=False)))
    assert tractor(d, RUSSIAN, unit_of(GERMAN, 0)) is None


@rule("OTO CG11e")
@pytest.mark.parametrize(
    ("marks", "tows"),
    [
        (0, True),
        (Mark.REVEALED, True),
        (Mark.SHORT, True),
        (Mark.PLACED, False),
        (Mark.CAPTURED, False),
        (Mark.ABANDONED, False),
        (Mark.IMMOBILE, False),
    ],
)
def test_cg11_which_truck_tows_a_gun(marks: int, tows: bool) -> None:
    pieces = [off("r:obr-39", holder=1), off("r:2-2-8"), off("r:GAZ-MM"), off("r:T-34-M43")]
    d = set_up(russian=pieces, turn=2)
    d.mark(unit_of(RUSSIAN, 2), on=marks)
    assert tractor(d, RUSSIAN, unit_of(RUSSIAN, 0)) == (unit_of(RUSSIAN, 2) if tows else None)


@rule("OTO CG11e", "OTO RG.russian.note.o")
@pytest.mark.parametrize("group", [0, 1, 2])
def test_cg11_a_captured_gun_is_of_no_group_of_its_captors(group: int) -> None:
    """Their first truck is of a group with the Gun's number, the second of none."""
    groups = ([SECOND] * 3, [replace(SECOND, trucks=True)] * 3)
    trucks = [new("r:GAZ-MM", group=group), off("r:GAZ-MM")]
    d = set_up([new("g:PaK-40", Mark.CAPTURED, group=group)], trucks, groups=groups, turn=2)
    assert tractor(d, RUSSIAN, unit_of(GERMAN, 0)) == unit_of(RUSSIAN, 1)
