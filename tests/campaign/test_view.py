"""What a seat may know: nothing that is hidden shows, and what it sees could be so."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from tests.campaign.desk import at, desk, off
from tests.campaign.journey import some_states

from berlin.campaign.aftermath.melee import Assault
from berlin.campaign.perimeters.drawing import Drawing
from berlin.campaign.perimeters.markers import Marker
from berlin.campaign.purchases.purchase import Shop
from berlin.campaign.refit.removal import Clearance
from berlin.campaign.report.telling import Telling
from berlin.campaign.state.determinize import imagine
from berlin.campaign.state.state import Account, Group, State
from berlin.campaign.state.view import SECRET, Sight, View
from berlin.campaign.waiting import Waiting
from berlin.games.orsha.board.counters import COUNTERS
from berlin.games.orsha.board.ground import find_hex
from berlin.games.orsha.game import GAME
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH, Seat, Unit
from berlin.squad.board.pieces import Mark, Piece, Where
from berlin.squad.board.works import Work, Works

GERMAN, RUSSIAN = BOTH
K12, K13 = find_hex("K12"), find_hex("K13")
SEATS = (GERMAN, RUSSIAN, None)


def look(state: State, seat: Seat | None) -> View:
    return GAME.view(state, seat)


def laid(
    *german: Piece, russian: tuple[Piece, ...] = (), works: tuple[Work, ...] = (), **fields: Any
) -> State:
    return desk(german, russian, works, **fields).freeze()


def same_for(seat: Seat | None, one: State, other: State) -> bool:
    return look(one, seat) == look(other, seat)


def test_an_imagined_world_looks_the_same() -> None:
    rng, asked, captured, kept = Random(7), 0, 0, 0
    for state in some_states():
        for seat in SEATS:
            seen = look(state, seat)
            world = imagine(seen, rng, COUNTERS)
            assert look(world, seat) == seen
            asked += bool(seen.choices)
            captured += any(piece.marks & (Mark.CAPTURED | Mark.PRISONER) for piece in seen.own)
            kept += bool(seen.kept)
    assert asked
    assert captured
    assert kept


def test_who_imagines_a_world_to_choose_in_finds_the_answers_of_his_view_there() -> None:
    asked = [state for state in some_states() if state.frames]
    for state in asked:
        seen = GAME.view(state, state.frames[-1].seat)
        world = GAME.imagine_for_choice(seen, Random(3))
        top, found = world.frames[-1], GAME.legal(world)
        assert found == top.answers(Draft(world))
        # They were not listed again.
        assert all(one is other for one, other in zip(found, GAME.legal(state), strict=True))
    assert asked


def test_answers_that_are_shown_are_legal_in_an_imagined_world() -> None:
    for number, state in enumerate(some_states()):
        if state.frames:
            seat = state.frames[-1].seat
            world = imagine(look(state, seat), Random(number), COUNTERS)
            assert [GAME.write(act) for act in GAME.legal(world)] == [
                GAME.write(act) for act in GAME.legal(state)
            ]


def test_imagined_worlds_differ() -> None:
    seen = look(laid(at("g:4-6-7", "K12", Mark.CONCEALED)), RUSSIAN)
    worlds = {imagine(seen, Random(seed), COUNTERS).pieces[GERMAN] for seed in range(20)}
    assert len(worlds) > 10


@pytest.mark.parametrize(
    "other",
    [
        {"accounts": (Account(cpp=9, total=12, fpp=4, bought=(1,), san=3, elr=3), Account(san=3, elr=4))},
        {"groups": ((Group(3, 1), Group(4, 1)), ())},
        {"pieces": ((at("g:4-6-7", "K12"), off("g:4-6-8"), off("g:LMG", holder=1)), ())},
        {"pieces": ((at("g:4-6-7", "K12"), at("g:PaK-40", "K13", Mark.HIDDEN)), ())},
        {"pieces": ((at("g:4-6-7", "K12", Mark.NEW | Mark.HARDENED | Mark.HIP, group=3),), ())},
        {"works": (Work(Works.MINES, K13, GERMAN, hidden=True, ap=6),)},
        {"works": (Work(Works.TRENCH, owner=GERMAN),)},
        {"markers": ((Marker(K12, K13),), ())},
        {"key": b"\x07" * 32, "given": (1, 2)},
        {"rolls": 17},
        {"left": 4},
    ],
)
def test_what_is_hidden_does_not_show(other: dict[str, Any]) -> None:
    base = laid(at("g:4-6-7", "K12"))
    changed = replace(base, **other)
    assert changed != base
    assert same_for(RUSSIAN, base, changed)
    assert same_for(None, base, changed)


def test_a_side_sees_its_own() -> None:
    mine = at("g:PaK-40", "K13", Mark.HIDDEN)
    mines = Work(Works.MINES, K13, GERMAN, hidden=True, ap=6)
    account = Account(cpp=9, san=3, elr=3)
    seen = look(
        laid(mine, works=(mines,), accounts=(account, Account()), markers=((Marker(K12, K13),), ())), GERMAN
    )
    assert seen.own == (mine,)
    assert seen.works == (mines,)
    assert seen.account == account
    assert seen.markers == (Marker(K12, K13),)


@pytest.mark.parametrize(
    ("pieces", "works"),
    [
        ([at("g:4-6-7", "K12", Mark.CONCEALED)], []),
        ([at("g:9-1", "K12", Mark.CONCEALED | Mark.WOUNDED)], []),
        ([at("g:4-6-7", "K12", Mark.CONCEALED), at("g:LMG", "K12", Mark.CONCEALED, holder=0)], []),
        ([], [Work(Works.DUMMY, K12, GERMAN)]),
        ([at("g:9-1", "K12", Mark.CONCEALED)], [Work(Works.DUMMY, K12, GERMAN)]),
    ],
)
def test_all_question_marks_are_alike(pieces: list[Piece], works: list[Work]) -> None:
    for seat in (RUSSIAN, None):
        seen = look(laid(*pieces, works=tuple(works)), seat)
        assert seen.seen[GERMAN] == (Sight(K12, 0, SECRET),)
        assert not seen.works


def test_what_was_reconnoitred_is_seen_by_the_scout_alone() -> None:
    state = laid(at("g:9-1", "K12", Mark.CONCEALED | Mark.SEEN))
    assert [sight.kind for sight in look(state, RUSSIAN).seen[GERMAN]] == ["g:9-1"]
    assert [sight.kind for sight in look(state, None).seen[GERMAN]] == [SECRET]


def test_mines_that_were_found_hide_their_strength() -> None:
    weak, strong = (Work(Works.MINES, K12, GERMAN, ap=ap, field=1, veiled=True) for ap in (6, 12))
    assert same_for(RUSSIAN, laid(works=(weak,)), laid(works=(strong,)))
    assert look(laid(works=(weak,)), RUSSIAN).works[0].what is Works.MINES
    open_mines = replace(strong, veiled=False)
    assert look(laid(works=(open_mines,)), RUSSIAN).works[0].ap == 12


def test_who_is_met_in_a_location_is_known() -> None:
    concealed = at("g:4-6-7", "K12", Mark.CONCEALED)
    meeting = laid(concealed, russian=(at("r:4-4-7", "K12"),))
    assert [sight.kind for sight in look(meeting, RUSSIAN).seen[GERMAN]] == ["g:4-6-7"]
    gun = at("r:45L", "K12")
    assert [sight.kind for sight in look(laid(concealed, russian=(gun,)), RUSSIAN).seen[GERMAN]] == [SECRET]
    hidden = laid(at("g:4-6-7", "K12", Mark.HIDDEN), russian=(at("r:4-4-7", "K12"),))
    assert look(hidden, RUSSIAN).seen[GERMAN] == ()


def test_a_dummy_that_is_met_is_nothing() -> None:
    dummy = Work(Works.DUMMY, K12, GERMAN)
    seen = look(laid(works=(dummy,), russian=(at("r:4-4-7", "K12"),)), RUSSIAN)
    assert seen.seen[GERMAN] == ()
    assert not seen.works


def test_the_order_of_purchases_does_not_show() -> None:
    one, other = at("g:4-6-7", "K12"), at("g:4-6-8", "K13")
    assert same_for(RUSSIAN, laid(one, other), laid(off("g:9-1"), other, one))


def test_of_the_others_questions_it_shows_that_there_are_some() -> None:
    state = laid(frames=(Drawing(RUSSIAN), Shop(GERMAN), Shop(GERMAN, ("I1",))))
    assert look(state, RUSSIAN).frames == (Drawing(RUSSIAN), Waiting(GERMAN))
    assert look(state, None).frames == (Waiting(RUSSIAN), Waiting(GERMAN))
    assert look(state, GERMAN).frames[1:] == state.frames[1:]
    assert look(state, RUSSIAN).choices == ()


def test_what_is_asked_about_has_its_number() -> None:
    foes = (off("g:9-1"), at("g:4-6-7", "K12"), at("g:4-6-7", "K13"))
    ours = (at("r:4-4-7", "K12"),)
    seen = look(laid(*foes, russian=ours, frames=(Assault(RUSSIAN, K12, 0),)), RUSSIAN)
    assert sorted((sight.space, sight.number) for sight in seen.seen[GERMAN]) == sorted([(K12, 1), (K13, -1)])
    assert GAME.write(GAME.legal(imagine(seen, Random(1), COUNTERS))[0]) == "engage g1"


def test_the_number_of_an_item_tells_nothing_of_hidden_works() -> None:
    mines, wire = Work(Works.MINES, K13, GERMAN, hidden=True, ap=6), Work(Works.WIRE, K12, GERMAN)
    plain = laid(works=(wire,), frames=(Clearance(RUSSIAN, 1, 0, (0,)),))
    mined = laid(works=(mines, wire), frames=(Clearance(RUSSIAN, 1, 0, (1,)),))
    assert same_for(RUSSIAN, plain, mined)


def test_what_was_captured_is_known_to_its_captor() -> None:
    gun = at("g:PaK-40", "K12", Mark.CAPTURED | Mark.HIDDEN, holder=0, group=4)
    state = laid(off("g:9-1"), gun, russian=(at("r:4-4-7", "K12"),))
    assert look(state, RUSSIAN).kept == ((1, replace(gun, group=-1)),)
    assert look(state, None).seen[GERMAN] == ()


@pytest.mark.parametrize(
    "hidden",
    [
        at("g:PaK-40", "K12", Mark.CAPTURED | Mark.HIDDEN, holder=0),
        at("g:PaK-40", "K13", Mark.CAPTURED | Mark.HIDDEN | Mark.MALFUNCTION),
        off("g:PaK-40", Mark.CAPTURED, where=Where.ENTERING, space=K12),
    ],
)
def test_where_the_enemy_has_a_captured_gun_does_not_show(hidden: Piece) -> None:
    base = laid(off("g:PaK-40", Mark.CAPTURED))
    assert same_for(GERMAN, base, laid(hidden))
    assert look(base, RUSSIAN) != look(laid(hidden), RUSSIAN)


def test_who_tells_of_a_piece_knows_it() -> None:
    gun = at("g:PaK-40", "K12", Mark.CAPTURED | Mark.CONCEALED, holder=0)
    state = laid(gun, russian=(at("r:4-4-7", "K12", Mark.CONCEALED),), frames=(Telling(GERMAN, Unit(0)),))
    seen = look(state, GERMAN)
    assert seen.own == (gun,)
    assert look(imagine(seen, Random(1), COUNTERS), GERMAN) == seen


def test_a_captured_gun_under_a_question_mark_is_its_captors() -> None:
    gun = at("g:PaK-40", "K12", Mark.CAPTURED | Mark.CONCEALED, holder=0)
    seen = look(laid(gun, russian=(at("r:4-4-7", "K12", Mark.CONCEALED),)), GERMAN)
    assert seen.own == (off("g:PaK-40", Mark.CAPTURED),)
    assert seen.seen[RUSSIAN] == (Sight(K12, 0, SECRET),)


def test_who_guards_a_prisoner_has_no_number() -> None:
    prisoner = at("g:4-6-7", "K12", Mark.PRISONER, holder=1)
    guards = (at("r:4-4-7", "K12"), at("r:4-4-7", "K12"))
    first = laid(replace(prisoner, holder=0), russian=guards)
    assert same_for(GERMAN, first, laid(prisoner, russian=guards))
    world = imagine(look(first, GERMAN), Random(3), COUNTERS)
    guard = world.pieces[RUSSIAN][world.pieces[GERMAN][0].holder]
    assert (guard.kind, guard.space) == ("r:4-4-7", K12)


def test_a_gun_that_is_manned_is_seen_to_be() -> None:
    crew, gun = at("g:2-2-8", "K12"), at("g:PaK-40", "K12")
    manned = laid(crew, replace(gun, holder=0))
    assert not same_for(RUSSIAN, manned, laid(crew, gun))
    world = imagine(look(manned, RUSSIAN), Random(2), COUNTERS)
    held = next(piece for piece in world.pieces[GERMAN] if piece.kind == "g:PaK-40" and piece.space == K12)
    assert world.pieces[GERMAN][held.holder].kind == "g:2-2-8"
