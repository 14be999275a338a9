"""Every machine can be asked why, and tells no more than its view does."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from tests.players.duel import Favours, Judged

from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.ids import Seat
from berlin.players import kinds, make_player
from berlin.players.budget import Budget
from berlin.players.greedy import Greedy
from berlin.players.random import AtRandom
from berlin.players.reasons import LONGEST, MOST, Reasons, by_standing, reasons
from berlin.players.search import Search
from berlin.players.staff import StaffPlayer

QUICK = ("random", "greedy", "staff", "recruit", "officer", "search:40")


class OneAnswer(Judged):
    def legal(self, state: Any, unit: int | None = None, seat: int | None = None) -> list[Any]:
        return super().legal(state, unit, seat)[-1:]


def test_every_machine_can_be_asked() -> None:
    assert all(callable(make_player(kind).reasons) for kind in kinds())


@pytest.mark.parametrize("name", QUICK)
def test_worlds_that_differ_in_what_it_can_t_know_get_the_same_reasons(
    toy: AnyGame, opening: Any, name: str
) -> None:
    game, state, told, differed = Judged("play"), opening, 0, 0
    for turn in range(6):
        seat = game.deciders(state)[0]
        other = game.other_world(state, seat, Random(turn))
        differed += other != state
        found = []
        for world in (state, other):
            player, view = make_player(name), game.view(world, seat)
            action = player.choose(game, view, Random(turn))
            found.append(player.reasons(game, view, action))
        assert found[0] == found[1]
        told += bool(found[0])
        state = game.next(state, action)
    assert differed
    assert told == 6


@pytest.mark.parametrize("name", QUICK)
def test_of_an_only_answer_there_is_nothing_to_tell(opening: Any, name: str) -> None:
    game, player = OneAnswer("rest"), make_player(name)
    view = game.view(opening, Seat(0))
    assert player.reasons(game, view, player.choose(game, view, Random(1))) == Reasons()


def test_whoever_draws_lots_says_so(toy: AnyGame, opening: Any) -> None:
    told = AtRandom().reasons(toy, toy.view(opening, Seat(0)), toy.read("rest"))
    assert told == Reasons(chances=("drawn by lot, 1 of 5 answers",))


def test_greedy_tells_how_it_stands_after_its_answer_and_what_came_next(toy: AnyGame, opening: Any) -> None:
    game, greedy, view = Judged(), Greedy(), toy.view(opening, Seat(0))
    action = greedy.choose(game, view, Random(1))
    told = greedy.reasons(game, view, action)
    points = 10 * action.unit
    assert told.expected == (f"standing {points:+d} after it", f"points {points:+d}")
    assert told.feared == ()
    assert told.chances[0].startswith("winning from here: ")
    assert told.chances[1].startswith("next best: ")


def test_what_stands_against_it_is_feared(opening: Any) -> None:
    game = Judged()
    behind = game.next(game.next(opening, game.legal(opening)[0]), game.read("rest"))
    behind = game.next(behind, game.read("rest"))
    told = by_standing(game, game.view(behind, Seat(1)), game.read("rest"))
    (fear,) = told.feared
    assert fear.startswith("points -")
    assert len(told.expected) == 1


def test_where_a_die_falls_the_standing_is_a_mean_and_the_chances_are_told(opening: Any) -> None:
    game = Judged()
    view = game.view(opening, Seat(0))
    told = Greedy().reasons(game, view, game.read("roll"))
    value = int(told.expected[0].split()[1])
    assert 10 < value < 60
    assert told.chances[0].startswith("the dice: scores 1 1 of 6, scores 2 1 of 6")


def test_the_staff_s_words_are_told_and_what_speaks_against_it_is_feared(opening: Any) -> None:
    class Worried(Favours):
        def reasons(self, state: Any, action: Any) -> tuple[str, ...]:
            return (*super().reasons(state, action), "but a card is gone")

    class Careful(Judged):
        def staff(self) -> Favours:
            return Worried(self, self.favourite)

    game = Careful("play")
    told = StaffPlayer().reasons(game, game.view(opening, Seat(0)), game.legal(opening)[0])
    assert told.expected[0] == "the staff likes to play"
    assert told.feared == ("a card is gone",)


def test_without_a_staff_one_step_ahead_is_explained(opening: Any) -> None:
    game, player = Judged(), StaffPlayer()
    view = game.view(opening, Seat(0))
    action = player.choose(game, view, Random(1))
    assert player.reasons(game, view, action).chances[0].startswith("winning from here: ")


def test_a_search_tells_its_looks_its_hopes_and_the_reply_it_fears(opening: Any) -> None:
    game, search = Judged("play"), Search(Budget(looks=300))
    view = game.view(opening, Seat(0))
    action = search.choose(game, view, Random(1))
    told = search.reasons(game, view, action)
    assert search.root is not None
    assert f"{search.root.visits} looks ahead, " in told.chances[1]
    assert told.chances[2].startswith("next best: ")
    replies = search.root.children[action].children
    likely, _ = max(replies.items(), key=lambda pair: pair[1].visits)
    assert told.expected[0] == f"then Blue: {game.write(likely)}"
    assert "the staff likes to play" in told.expected
    (fear,) = told.feared
    worst, _ = min(replies.items(), key=lambda pair: pair[1].mean(Seat(0)))
    assert fear.startswith(f"Blue: {game.write(worst)}, ")


def test_a_reply_that_hangs_on_a_die_is_nobody_s(opening: Any) -> None:
    class Turns(Judged):
        """Whoever rolls high goes on."""

        def next(self, state: Any, action: Any) -> Any:
            after = super().next(state, action)
            high = action.verb == "roll" and after.scores != state.scores and max(after.scores) > 3
            return replace(after, frames=state.frames) if high else after

    game, search = Turns("roll"), Search(Budget(looks=300))
    view = game.view(opening, Seat(0))
    search.choose(game, view, Random(1))
    told = search.reasons(game, view, game.read("roll"))
    assert told.chances[0].startswith("winning from here: ")
    assert not any(line.startswith("then") for line in told.expected)
    assert told.feared == ()


def test_a_search_that_has_not_looked_tells_what_it_can(opening: Any) -> None:
    game = Judged("play")
    told = Search(Budget(looks=5)).reasons(game, game.view(opening, Seat(0)), game.legal(opening)[0])
    assert told.expected[0] == "the staff likes to play"
    assert not any("looks" in line for line in told.chances)


def test_the_last_answer_tells_of_the_end(toy: AnyGame, opening: Any) -> None:
    state = opening
    for _ in range(7):
        state = toy.next(state, toy.read("rest"))
    told = by_standing(Judged(), toy.view(state, Seat(1)), toy.read("rest"))
    assert told.expected == ("it ends the game: 0 to 0",)


def test_reasons_are_few_and_short() -> None:
    told = reasons([f"line {n}" for n in range(20)], ["x" * 1000, "x" * 1000])
    assert len(told.expected) == MOST
    assert [len(line) for line in told.feared] == [LONGEST]
    assert not Reasons()
