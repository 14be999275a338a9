"""Views of this module: its own types, which are written and read back."""

from random import Random

import msgspec
from tests.campaign.desk import at, desk
from tests.campaign.journey import some_states

from berlin.campaign.state.state import State
from berlin.games.orsha.board.counters import COUNTERS
from berlin.games.orsha.board.tables import GERMAN, RUSSIAN
from berlin.games.orsha.game import GAME
from berlin.kernel.contract.ids import OTHER
from berlin.squad.board.pieces import Mark


def test_a_view_is_written_and_read_back() -> None:
    for state in some_states():
        for seat in (GERMAN, RUSSIAN, None):
            seen = GAME.view(state, seat)
            assert GAME.decode_view(msgspec.msgpack.encode(seen)) == seen


def test_an_imagined_state_is_written_and_read_back() -> None:
    for state in some_states()[::4]:
        world = GAME.imagine(GAME.view(state, RUSSIAN), Random(2))
        assert GAME.decode(msgspec.msgpack.encode(world)) == world


def test_who_is_asked_sees_his_answers_and_nobody_else() -> None:
    for state in some_states():
        if state.frames:
            asked = state.frames[-1].seat
            assert GAME.view(state, asked).choices == tuple(map(GAME.write, GAME.legal(state)))
            assert not GAME.view(state, OTHER[asked]).choices
            assert not GAME.view(state, None).choices


def test_under_a_question_mark_a_side_has_men_of_its_own() -> None:
    state = desk([at("g:PaK-40", "K12", Mark.CONCEALED)]).freeze()
    assert isinstance(state, State)
    kinds = {
        piece.kind
        for seed in range(30)
        for piece in GAME.imagine(GAME.view(state, RUSSIAN), Random(seed)).pieces[GERMAN]
        if piece.has(Mark.CONCEALED)
    }
    assert len(kinds) > 3
    assert {COUNTERS[kind].side for kind in kinds} == {GERMAN}
