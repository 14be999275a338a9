"""7.514: wrecks, immobile vehicles, entrenchments, wire and known mines are cleared away."""

from typing import Any

import pytest
from tests.campaign.desk import at, desk, do, legal, off, place, question, refusal, told

from berlin.boards.hexes import EAST, bits
from berlin.campaign.perimeters.isolation import Area
from berlin.campaign.question import Done
from berlin.campaign.refit import removal
from berlin.campaign.refit.removal import Clear, Suffer, Toll, Tow
from berlin.games.orsha.board.ground import MAP, find_hex
from berlin.games.orsha.board.tables import GERMAN, RUSSIAN
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import Place, Unit
from berlin.kernel.proof.mark import rule
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Piece
from berlin.squad.board.works import Work, Works

DONE = Done()
STUG, SQUAD, TANK = "g:StuG-IIIG", "g:4-6-7", "r:T-34-M43"
K12, K13, M50 = (find_hex(name) for name in ("K12", "K13", "M50"))
SAPPER = off("r:6-2-8", Mark.ENGINEER)


def bare(what: Works, space: Place = K12, **fields: Any) -> Work:
    return Work(what, space, **fields)


def clear(d: Draft, number: int) -> Clear:
    """The act that is about this work."""
    return Clear(d.works[number].space, d.works[number].what.name.lower())


def german(
    *works: Work,
    pieces: tuple[Piece, ...] = (off(SQUAD), off(STUG)),
    dice: tuple[int, ...] = (),
    front: int = 0,
) -> Draft:
    d = desk(pieces, (), works, dice, turn=2)
    d.fronts = [front, 0]
    removal.begin(d)
    return d


def russian(
    *works: Work,
    pieces: tuple[Piece, ...] = (off("r:4-4-7"), off(TANK)),
    dice: tuple[int, ...] = (),
    front: int = 0,
) -> Draft:
    d = desk((), pieces, works, dice, turn=2)
    d.fronts = [0, front]
    removal.begin(d)
    return d


@rule("OTO 7.514a")
@pytest.mark.parametrize(
    "what",
    [Works.WRECK, Works.BURNT_WRECK, Works.FOXHOLE, Works.TRENCH, Works.DITCH, Works.WIRE, Works.MINES],
)
def test_7_514_what_may_be_cleared_away(what: Works) -> None:
    d = german(bare(what), dice=(1,))
    do(d, clear(d, 0))
    assert d.works == []


@rule("OTO 7.514a")
@pytest.mark.parametrize("what", [Works.PILLBOX, Works.SHELLHOLES, Works.WOODEN_RUBBLE, Works.BLAZE])
def test_7_514_what_may_not(what: Works) -> None:
    d = german(bare(what))
    assert question(d) is None
    d = german(bare(what), bare(Works.WIRE))
    assert refusal(d, clear(d, 0)).rule == "OTO 7.514a"


@rule("OTO 7.514a")
def test_7_514_nothing_is_cleared_on_isolated_or_enemy_ground_nor_mines_that_nobody_knows() -> None:
    hidden = bare(Works.MINES, hidden=True, owner=GERMAN)
    d = german(bare(Works.WIRE), bare(Works.WIRE, M50), bare(Works.WIRE, K13), hidden)
    d.zones = [Area(1 << K12, "C", GERMAN)]
    assert legal(d) == [clear(d, 2), DONE]
    for number in (0, 1, 3):
        assert refusal(d, clear(d, number)).rule == "OTO 7.514a"


@rule("OTO 7.514a")
def test_7_514_immobile_vehicles_are_cleared_away_too() -> None:
    foreign = at(TANK, "K13", Mark.IMMOBILE | Mark.CAPTURED | Mark.ABANDONED)
    d = desk((at(STUG, "K12", Mark.IMMOBILE), off(STUG), off(STUG)), (foreign,), dice=(1, 2), turn=2)
    removal.begin(d)
    tank = unit_of(RUSSIAN, 0)
    assert legal(d) == [Tow(Unit(0)), Tow(tank), DONE]
    assert refusal(d, Tow(Unit(1))).rule == "OTO 7.514a"
    do(d, Tow(tank), Tow(Unit(0)))
    assert (d.pieces[RUSSIAN][0].is_out, d.pieces[GERMAN][0].is_out) == (True, True)
    assert d.pieces[GERMAN][3].kind == "g:1-2-7"


@rule("OTO 7.514b")
def test_7_514_no_more_attempts_than_squad_equivalents_and_tracked_vehicles() -> None:
    spaces = [find_hex(name) for name in ("K12", "K13", "K14", "K15", "K16")]
    wires = [bare(Works.WIRE, space) for space in spaces[:3]]
    wrecks = [bare(Works.WRECK, space, of=STUG) for space in spaces[3:]]
    pieces = off(SQUAD), off(SQUAD), off("g:2-4-7"), off(STUG), off("g:SdKfz-10-4")
    d = german(*wires, *wrecks, pieces=pieces, dice=(5, 5, 5))
    do(d, clear(d, 0), clear(d, 2))
    assert legal(d) == [clear(d, 3), clear(d, 4), DONE]
    assert refusal(d, clear(d, 1)).rule == "OTO 7.514b"
    do(d, clear(d, 3))
    assert question(d) is None


@rule("OTO 7.514b")
def test_7_514_isolated_squads_and_vehicles_that_can_not_move_clear_nothing() -> None:
    pieces = at(SQUAD, "K13"), at(STUG, "K13"), off(STUG, Mark.ABANDONED), at(STUG, "K12", Mark.IMMOBILE)
    d = german(bare(Works.WIRE), bare(Works.WRECK), pieces=pieces)
    d.zones = [Area(1 << K13, "C", GERMAN)]
    assert question(d) is None


@rule("OTO 7.514.q2")
def test_7_514_entrenchments_share_the_limit_of_wire_and_mines() -> None:
    spaces = [find_hex(name) for name in ("K12", "K13", "K14", "K15")]
    kinds = Works.WIRE, Works.WIRE, Works.TRENCH, Works.TRENCH
    works = [bare(what, space) for what, space in zip(kinds, spaces, strict=True)]
    d = german(
        *works, bare(Works.WRECK), pieces=(off(SQUAD), off(SQUAD), off(SQUAD), off(STUG)), dice=(5, 5, 5)
    )
    do(d, clear(d, 0), clear(d, 1), clear(d, 2))
    assert refusal(d, clear(d, 3)).rule == "OTO 7.514b"


@rule("OTO 7.514c")
def test_7_514_one_attempt_for_each_item_announced_and_all_mines_of_a_hex_are_one() -> None:
    works = bare(Works.WIRE), bare(Works.MINES, ap=6), bare(Works.MINES, at=3)
    d = german(*works, pieces=(off(SQUAD),) * 4, dice=(5, 4))
    assert legal(d) == [clear(d, 0), clear(d, 1), DONE]
    do(d, clear(d, 0))
    assert refusal(d, clear(d, 0)).rule == "OTO 7.514c"
    do(d, clear(d, 1))
    assert question(d) is None
    assert [event.text.split(":")[0] for event in told(d)] == [
        f"wire at {place('K12')}",
        f"minefield at {place('K12')}",
    ]


@rule("OTO 7.514c")
def test_7_514_of_two_foxholes_each_is_tried_once() -> None:
    works = bare(Works.FOXHOLE), bare(Works.FOXHOLE), bare(Works.WIRE)
    d = german(*works, pieces=(off(SQUAD),) * 4, dice=(5, 5))
    do(d, clear(d, 0), clear(d, 0))
    assert d.dice == [5, 5]
    assert refusal(d, clear(d, 0)).rule == "OTO 7.514c"


@rule("OTO 7.514c")
def test_7_514_what_was_tried_is_remembered_when_something_else_is_gone() -> None:
    works = bare(Works.WIRE), bare(Works.MINES), bare(Works.TRENCH), bare(Works.MINES), bare(Works.DITCH)
    d = german(*works, pieces=(off(SQUAD),) * 9, dice=(5, 1))
    do(d, clear(d, 2), clear(d, 1))
    assert [work.what for work in d.works] == [Works.WIRE, Works.TRENCH, Works.DITCH]
    assert legal(d) == [clear(d, 0), clear(d, 2), DONE]


@rule("OTO 7.514d")
def test_7_514_a_wreck_waits_until_the_mines_are_gone() -> None:
    d = german(bare(Works.WRECK), bare(Works.MINES), dice=(1, 1))
    assert refusal(d, clear(d, 0)).rule == "OTO 7.514d"
    do(d, clear(d, 1), clear(d, 0))
    assert d.works == []


@rule("OTO 7.514d")
def test_7_514_one_in_bypass_waits_for_both_hexes() -> None:
    (beyond,) = bits(MAP.step(1 << K12, EAST))
    lying = Work(Works.BURNT_WRECK, K12, side=EAST)
    d = german(lying, bare(Works.MINES, beyond), bare(Works.WRECK), dice=(1,))
    d.add(GERMAN, at(STUG, "K12", Mark.IMMOBILE | Mark.BYPASS, side=EAST))
    assert legal(d) == [clear(d, 1), clear(d, 2), DONE]
    assert refusal(d, clear(d, 0)).rule == "OTO 7.514d"
    assert refusal(d, Tow(Unit(2))).rule == "OTO 7.514d"
    do(d, clear(d, 1))
    assert legal(d) == [clear(d, 0), clear(d, 1), Tow(Unit(2)), DONE]


@rule("OTO 7.514a")
def test_7_514_of_two_wrecks_in_a_hex_the_one_that_no_mines_bar_is_tried() -> None:
    (beyond,) = bits(MAP.step(1 << K12, EAST))
    d = german(Work(Works.WRECK, K12, side=EAST), bare(Works.WRECK), bare(Works.MINES, beyond), dice=(1,))
    do(d, clear(d, 0))
    assert [work.side for work in d.works] == [EAST, -1]


@rule("OTO 7.514e")
@pytest.mark.parametrize(("dr", "gone"), [(3, True), (4, False)])
def test_7_514_a_dr_of_three_clears_every_mine_of_the_hex(dr: int, gone: bool) -> None:
    works = bare(Works.MINES, ap=8, at=3), bare(Works.MINES, ap=6), bare(Works.MINES, K13, ap=6)
    d = german(*works, dice=(dr,))
    do(d, clear(d, 0))
    assert len(d.works) == (1 if gone else 3)


@rule("OTO 7.514f")
def test_7_514_an_original_six_reduces_an_assault_engineer_squad() -> None:
    d = russian(bare(Works.TRENCH, M50), pieces=(off("r:4-5-8"), SAPPER), dice=(6,))
    do(d, clear(d, 0))
    assert question(d) is None
    assert [piece.kind for piece in d.pieces[RUSSIAN]] == ["r:4-5-8", "r:3-2-8"]
    assert len(d.works) == 1


@rule("OTO 7.514f")
def test_7_514_of_several_elite_units_the_owner_chooses() -> None:
    pieces = off("r:4-5-8"), off("r:6-2-8"), off("r:4-4-7"), at("r:6-2-8", "M50", Mark.ENGINEER)
    d = russian(bare(Works.TRENCH, find_hex("M52")), pieces=pieces, dice=(6,))
    d.zones = [Area(1 << M50, "C", RUSSIAN)]
    do(d, clear(d, 0))
    assert isinstance(question(d), Toll)
    assert legal(d) == [Suffer(unit_of(RUSSIAN, 0)), Suffer(unit_of(RUSSIAN, 1))]
    assert refusal(d, Suffer(unit_of(RUSSIAN, 2))).rule == "OTO 7.514f"
    do(d, Suffer(unit_of(RUSSIAN, 1)))
    assert [piece.kind for piece in d.pieces[RUSSIAN][:3]] == ["r:4-5-8", "r:3-2-8", "r:4-4-7"]


@rule("OTO 7.514f")
@pytest.mark.parametrize(
    ("first", "second", "asked"),
    [
        (off("g:LMG", holder=0), off("g:LMG", holder=1), False),
        (off("g:LMG", holder=0), off("g:LMG"), True),
        (off("g:LMG", holder=0), off("g:HMG", holder=1), True),
        (off("g:LMG", holder=0), off("g:LMG", Mark.MALFUNCTION, holder=1), True),
    ],
)
def test_7_514_the_owner_chooses_between_squads_that_bear_other_weapons(
    first: Piece, second: Piece, asked: bool
) -> None:
    d = german(bare(Works.TRENCH), pieces=(off(SQUAD), off(SQUAD), first, second), dice=(6,))
    do(d, clear(d, 0))
    assert isinstance(question(d), Toll) == asked


@rule("OTO 7.514f")
def test_7_514_what_the_enemy_s_list_says_of_a_number_is_no_load() -> None:
    captive = at("g:4-6-7", "P30", Mark.PRISONER, holder=0)
    d = german(bare(Works.TRENCH), pieces=(off(SQUAD), off(SQUAD), captive), dice=(6,))
    do(d, clear(d, 0))
    assert question(d) is None


@rule("OTO 7.514f")
def test_7_514_a_captured_weapon_is_a_load() -> None:
    d = german(bare(Works.TRENCH), pieces=(off(SQUAD), off(SQUAD)), dice=(6,))
    d.pieces[RUSSIAN].append(off("r:LMG", Mark.CAPTURED, holder=1))
    do(d, clear(d, 0))
    assert isinstance(question(d), Toll)


@rule("OTO 7.514f")
def test_7_514_without_elite_units_it_is_the_next_best() -> None:
    d = russian(bare(Works.TRENCH, M50), pieces=(off("r:4-2-6"), off("r:4-4-7")), dice=(6,))
    do(d, clear(d, 0))
    assert [piece.kind for piece in d.pieces[RUSSIAN]] == ["r:4-2-6", "r:2-3-7"]


@rule("OTO 7.514f")
def test_7_514_a_six_that_clears_still_costs_somebody() -> None:
    d = german(bare(Works.WIRE, owner=GERMAN), pieces=(off(SQUAD),), dice=(6,))
    do(d, clear(d, 0))
    assert d.pieces[GERMAN][0].kind == "g:2-4-7"


@rule("OTO 7.514g")
@pytest.mark.parametrize(("dr", "gone"), [(2, True), (3, False)])
def test_7_514_russians_with_three_engineer_squads_clear_wire_in_the_front_line(dr: int, gone: bool) -> None:
    d = russian(bare(Works.WIRE, M50), pieces=(SAPPER,) * 3, dice=(dr,), front=1 << M50)
    do(d, clear(d, 0))
    assert (not d.works) == gone


@rule("OTO 7.514g")
@pytest.mark.parametrize(("dr", "gone"), [(5, True), (6, False)])
def test_7_514_germans_clear_their_own_wire_more_easily(dr: int, gone: bool) -> None:
    d = german(bare(Works.WIRE, owner=GERMAN), dice=(dr,))
    do(d, clear(d, 0))
    assert (not d.works) == gone


@rule("OTO 7.514g")
def test_7_514_what_was_never_theirs_they_do_not() -> None:
    d = german(bare(Works.WIRE, owner=RUSSIAN), bare(Works.WRECK, owner=GERMAN), dice=(4, 4))
    do(d, clear(d, 0), clear(d, 1))
    assert len(d.works) == 2


@rule("OTO 7.514g")
@pytest.mark.parametrize(
    ("what", "front", "dr", "gone"),
    [
        (Works.TRENCH, M50, 3, True),
        (Works.TRENCH, M50, 4, False),
        (Works.MINES, M50, 1, True),
        (Works.MINES, M50, 2, False),
        (Works.WRECK, M50, 2, False),
        (Works.WRECK, find_hex("M51"), 2, True),
        (Works.WIRE, find_hex("M52"), 3, True),
    ],
)
def test_7_514_the_front_line_makes_it_harder_but_for_entrenchments(
    what: Works, front: int, dr: int, gone: bool
) -> None:
    d = russian(bare(what, M50), dice=(dr,), front=1 << front)
    do(d, clear(d, 0))
    assert (not d.works) == gone


@rule("OTO 7.514.q1")
@pytest.mark.parametrize(("sappers", "gone"), [(0, False), (2, False), (3, True)])
def test_7_514_next_to_the_front_line_adds_one_and_engineers_take_one_off(sappers: int, gone: bool) -> None:
    pieces = (off(TANK), *[SAPPER] * sappers)
    d = russian(bare(Works.WRECK, M50), pieces=pieces, dice=(3,), front=1 << find_hex("M51"))
    do(d, clear(d, 0))
    assert (not d.works) == gone


@rule("OTO 7.514g")
def test_7_514_nor_do_russians_clear_their_own_foxholes_more_easily() -> None:
    d = russian(bare(Works.FOXHOLE, M50, owner=RUSSIAN), dice=(4,))
    do(d, clear(d, 0))
    assert d.works


@rule("OTO 7.514g")
def test_7_514_german_engineers_are_no_help() -> None:
    d = german(bare(Works.WIRE), pieces=(off("g:8-3-8", Mark.ENGINEER),) * 3, dice=(4,))
    do(d, clear(d, 0))
    assert d.works


@rule("OTO 7.514a")
def test_7_514_a_vehicle_that_was_abandoned_in_a_bog_is_immobile_too() -> None:
    d = german(pieces=(at(STUG, "K12", Mark.ABANDONED | Mark.BOGGED), off(STUG)))
    assert Tow(unit_of(GERMAN, 0)) in legal(d)


@rule("OTO 7.514c")
def test_7_514_one_tractor_tows_one_vehicle_whether_it_succeeds_or_not() -> None:
    stuck = [at(STUG, name, Mark.IMMOBILE) for name in ("K12", "K13", "K14")]
    d = german(pieces=(off(SQUAD), off(STUG), *stuck), dice=(6, 6))
    assert [act for act in legal(d) if isinstance(act, Tow)] == [Tow(Unit(2)), Tow(Unit(3)), Tow(Unit(4))]
    do(d, Tow(Unit(2)))
    assert not [act for act in legal(d) if isinstance(act, Tow)]
    d = german(pieces=(off(SQUAD), off(STUG), off(STUG), *stuck), dice=(6, 6))
    do(d, Tow(Unit(3)))
    assert [act for act in legal(d) if isinstance(act, Tow)] == [Tow(Unit(4)), Tow(Unit(5))]
