"""Views of this module: its own types, which are written and read back."""

from random import Random

import msgspec
from tests.campaign.desk import at, desk
from tests.campaign.journey import some_states

from berlin.campaign.pieces import Mark
from berlin.games.orsha.actions import write
from berlin.games.orsha.answers import legal
from berlin.games.orsha.counters import COUNTERS
from berlin.games.orsha.draft import State
from berlin.games.orsha.tables import GERMAN, RUSSIAN
from berlin.games.orsha.view import View, imagine, view


def test_a_view_is_written_and_read_back() -> None:
    for state in some_states():
        for seat in (GERMAN, RUSSIAN, None):
            seen = view(state, seat)
            assert msgspec.msgpack.decode(msgspec.msgpack.encode(seen), type=View) == seen


def test_an_imagined_state_is_written_and_read_back() -> None:
    for state in some_states()[::4]:
        world = imagine(view(state, RUSSIAN), Random(2))
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(world), type=State) == world


def test_who_is_asked_sees_his_answers_and_nobody_else() -> None:
    for state in some_states():
        if state.frames:
            asked = state.frames[-1].seat
            assert view(state, asked).choices == tuple(map(write, legal(state)))
            assert not view(state, 1 - asked).choices
            assert not view(state, None).choices


def test_under_a_question_mark_a_side_has_men_of_its_own() -> None:
    state = desk([at("g:PaK-40", "K12", Mark.CONCEALED)]).freeze()
    assert isinstance(state, State)
    kinds = {
        piece.kind
        for seed in range(30)
        for piece in imagine(view(state, RUSSIAN), Random(seed)).pieces[GERMAN]
        if piece.has(Mark.CONCEALED)
    }
    assert len(kinds) > 3
    assert {COUNTERS[kind].side for kind in kinds} == {GERMAN}
