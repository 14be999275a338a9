"""A machine that is asked together with others gives its own answer."""

from random import Random

import pytest
from sealed import Sealed
from tests.players.duel import Favours, Judged
from toy import Do, State

from berlin.arena.sitting import Illegal, Sitting
from berlin.kernel.contract import game as registry
from berlin.kernel.contract.ids import Seat
from berlin.kernel.play.dice import key_from_seed
from berlin.lab.match_game import MatchGame, play
from berlin.players import make_player

QUICK = ("idle", "random", "greedy", "staff", "erring", "search:12")


class Staffed(Sealed, Judged):
    """Sealed bids with a staff that would always answer for the first seat."""

    def staff(self) -> Favours:
        return Favours(self, "red bids")


def bidding(game: Sealed) -> State:
    state = game.start("long", key_from_seed(1), {}).state
    for _ in range(3):
        state = game.next(state, Do("rest"))
    return state


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("game", [Sealed(), Staffed()], ids=["sealed", "staffed"])
def test_it_answers_for_its_own_seat(game: Sealed, name: str) -> None:
    state = bidding(game)
    for seed in range(5):
        for seat, own in enumerate(game.seats):
            player, view = make_player(name), game.view(state, Seat(seat))
            action = player.choose(game, view, Random(seed))
            assert action.verb == f"{own} bids"
            player.reasons(game, view, action)


def test_a_random_one_takes_each_of_its_answers() -> None:
    game, rng = Sealed(), Random(1)
    view = game.view(bidding(game), Seat(1))
    assert {make_player("random").choose(game, view, rng).unit for _ in range(60)} == {1, 2, 3}
    assert make_player("random").reasons(game, view, Do("blue bids", 1)).chances == (
        "drawn by lot, 1 of 3 answers",
    )


def test_machines_play_such_a_game_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_WHERE", {"sealed": "sealed:GAME"})
    done = play(MatchGame("sealed", 1, "", "long", (), (), ("greedy", "random"), 1))
    assert done.events["bids"] >= 9


def test_at_the_arena_the_first_who_is_asked_speaks_for_himself() -> None:
    sitting = Sitting(Sealed(), bidding(Sealed()))
    assert sitting.seat == 0
    assert [sitting.game.write(action) for action in sitting.legal()] == [f"red bids {n}" for n in (1, 2, 3)]
    with pytest.raises(Illegal, match="another seat's answer"):
        sitting.take("blue bids 1")
    sitting.take("red bids 1")
    assert sitting.seat == 1
    assert sitting.texts() == ("blue bids 1", "blue bids 2", "blue bids 3")
