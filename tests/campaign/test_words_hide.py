"""The words for an act tell who may read it nothing of what only the other side knows."""

from collections.abc import Iterator
from random import Random

from tests.campaign.desk import at, desk
from tests.campaign.journey import some_states

from berlin.campaign.state.state import RUSSIAN, State
from berlin.games.orsha.game import GAME
from berlin.kernel.contract.ids import OTHER
from berlin.kernel.play.acts import Act
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark

ACTS, DEALS = 12, 2


def readings(state: State, act: Act) -> tuple[object, ...]:
    """All that is said of an act to who gives it: in the log, in the list, in the tooltip, as advice."""
    return (
        GAME.say(state, act),
        GAME.explain(state, act).title,
        GAME.warnings(state, act),
        GAME.prompt(state),
    )


def pairs() -> Iterator[tuple[State, State, int]]:
    """Positions, and others that look the same to the seat that is asked."""
    rng = Random(7)
    for state in some_states():
        for seat in GAME.deciders(state):
            for _ in range(DEALS):
                yield state, GAME.other_world(state, seat, rng), seat


def test_an_act_is_said_alike_in_all_worlds_that_its_seat_cannot_tell_apart() -> None:
    rng, differing, said = Random(11), 0, 0
    for state, other, seat in pairs():
        differing += GAME.view(state, OTHER[seat]) != GAME.view(other, OTHER[seat])
        legal = GAME.legal(state)
        for act in rng.sample(legal, min(ACTS, len(legal))):
            assert readings(state, act) == readings(other, act), GAME.write(act)
            said += 1
    assert differing > 20
    assert said > 500


def test_nobody_but_its_own_seat_reads_an_act_in_the_log() -> None:
    assert not any(GAME.is_open(state) for state in some_states())


def test_an_enemy_in_the_open_is_not_counted_among_those_under_a_concealment_counter() -> None:
    """Else the number of the one that is fought would tell what lies beside it."""
    seen = at("r:4-4-7", "K33")
    names = [
        desk([], [*veiled, seen]).name(unit_of(RUSSIAN, len(veiled)))
        for veiled in ((), (at("r:4-4-7", "K33", Mark.CONCEALED),), (at("r:6-2-8", "K33", Mark.CONCEALED),))
    ]
    assert set(names) == {"the Russian 4-4-7 squad at the bridge"}
