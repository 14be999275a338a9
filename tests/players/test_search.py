"""The machine that looks ahead: what it finds, when it stops, what it keeps."""

from random import Random
from threading import Timer
from typing import Any

import pytest
from tests.players.duel import Judged

from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.ids import OTHER, Seat
from berlin.kernel.contract.standing import Standing
from berlin.players.budget import Budget, parse
from berlin.players.greedy import Greedy
from berlin.players.search import Search
from berlin.players.tree import Answers, Node
from berlin.players.worth import chance, result_worth, worth


def test_it_finds_the_answer_that_brings_most(toy: AnyGame, opening: Any) -> None:
    # The highest card in hand scores more than any die is expected to.
    best = max(card for card in opening.hands[0])
    search = Search(Budget(looks=300))
    assert toy.write(search.choose(toy, toy.view(opening, Seat(0)), Random(1))) == f"play {best}"


def test_greedy_takes_what_stands_best_after_one_step(toy: AnyGame, opening: Any) -> None:
    best = max(card for card in opening.hands[0])
    chosen = Greedy().choose(Judged(), toy.view(opening, Seat(0)), Random(1))
    assert toy.write(chosen) == f"play {max(best, 0)}"


def test_the_staff_s_favourites_are_looked_at_first(toy: AnyGame, opening: Any) -> None:
    search = Search(Budget(looks=1))
    chosen = search.choose(Judged("rest"), toy.view(opening, Seat(0)), Random(1))
    assert chosen.verb == "rest"


def test_many_looks_overrule_the_staff_s_favourite(toy: AnyGame, opening: Any) -> None:
    search = Search(Budget(looks=400))
    chosen = search.choose(Judged("rest"), toy.view(opening, Seat(0)), Random(1))
    assert chosen.verb == "play"


def test_the_same_looks_and_numbers_give_the_same_choice(toy: AnyGame, opening: Any) -> None:
    view = toy.view(opening, Seat(0))
    roots = []
    for _ in range(2):
        search = Search(Budget(looks=60))
        search.choose(toy, view, Random(7))
        assert search.root is not None
        roots.append([(toy.write(a), child.visits) for a, child in search.root.children.items()])
    assert roots[0] == roots[1]


def test_it_stops_when_no_look_can_change_the_answer_any_more(toy: AnyGame, opening: Any) -> None:
    search = Search(Budget(looks=200))
    chosen = search.choose(Judged("rest"), toy.view(opening, Seat(0)), Random(1))
    assert search.root is not None
    visits = sorted(child.visits for child in search.root.children.values())
    left = 200 - sum(visits)
    assert 0 < left <= visits[-1] - visits[-2]
    assert search.root.children[chosen].visits == visits[-1]


def test_time_is_the_processor_s_and_the_clock_s_only_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    worked, wall = [0.0], [0.0]
    monkeypatch.setattr("time.thread_time", lambda: worked[0])
    monkeypatch.setattr("time.perf_counter", lambda: wall[0])
    left = Budget(milliseconds=100).clock()
    assert left(0, 0) > 1000
    worked[0] = wall[0] = 0.025
    assert left(10, 99) == 31
    wall[0] = 0.25
    assert left(10, 99) > 0
    wall[0] = 0.31
    assert left(10, 99) == 0
    wall[0], worked[0] = 0.2, 0.1
    assert left(10, 99) == 0


def test_decisions_end_a_search_whatever_its_looks_take(toy: AnyGame, opening: Any) -> None:
    left = Budget(decisions=100).clock()
    assert (left(5, 50), left(9, 99), left(1, 100), left(1, 130)) == (6, 1, 0, 0)

    def looks(decisions: int) -> int:
        search = Search(Budget(decisions=decisions))
        search.choose(toy, toy.view(opening, Seat(0)), Random(1))
        assert search.root is not None
        return search.root.visits

    assert looks(40) == looks(40)
    assert 1 < looks(40) < looks(200) < 200


def test_it_answers_when_it_is_told_to_stop(toy: AnyGame, opening: Any) -> None:
    search = Search(Budget(milliseconds=600_000))
    timer = Timer(0.2, search.stop)
    timer.start()
    assert search.choose(toy, toy.view(opening, Seat(0)), Random(1)) in toy.legal(opening)
    timer.join()


def test_an_only_answer_is_given_without_a_look(toy: AnyGame, opening: Any) -> None:
    class OneAnswer(Judged):
        def legal(self, state: Any, unit: int | None = None, seat: int | None = None) -> list[Any]:
            return super().legal(state, unit, seat)[-1:]

    game = OneAnswer()
    assert (
        Search(Budget(milliseconds=600_000)).choose(game, toy.view(opening, Seat(0)), Random(1)).verb
        == "rest"
    )
    assert game.judged == 0


def test_the_tree_is_kept_where_its_own_answer_was_all_that_came_between(toy: AnyGame, opening: Any) -> None:
    class Alone(Judged):
        """Only the first seat ever decides."""

        def next(self, state: Any, action: Any) -> Any:
            after = super().next(state, action)
            return type(after)(
                **{
                    **{field: getattr(after, field) for field in after.__struct_fields__},
                    "frames": state.frames if after.frames else (),
                }
            )

    game = Alone("rest")
    search = Search(Budget(looks=200))
    action = search.choose(game, toy.view(opening, Seat(0)), Random(1))
    assert search.root is not None
    grown = search.root.children[action].visits
    after = game.next(opening, action)
    search.budget = Budget(looks=grown + 1)
    search.choose(game, toy.view(after, Seat(0)), Random(2))
    # A card was played and no die rolled: the looks of before count on.
    assert search.root.visits > grown > 1
    again = Search(Budget(looks=grown + 1))
    again.choose(game, toy.view(after, Seat(0)), Random(2))
    assert again.root is not None
    assert again.root.visits < search.root.visits


def test_with_much_time_it_looks_to_the_farther_horizon(toy: AnyGame, opening: Any) -> None:
    class Stepped(Judged):
        """Every act is a milestone."""

        horizons = (1, 3)

        def milestone(self, state: Any) -> int:
            return int(opening.left - state.left)

        def standing(self, state: Any, seat: int) -> Standing:
            reached.add(self.milestone(state))
            return super().standing(state, seat)

    for budget, far in ((Budget(looks=299), 1), (Budget(looks=300), 3)):
        reached: set[int] = set()
        Search(budget).choose(Stepped("rest"), toy.view(opening, Seat(0)), Random(1))
        assert reached == {far}


@pytest.mark.parametrize(
    ("text", "ample"),
    [("100ms", False), ("249ms", False), ("250ms", True), ("1s", True), ("2000d", False), ("3000d", True)],
)
def test_what_time_is_ample(text: str, ample: bool) -> None:
    budget = parse(text)
    assert budget is not None
    assert budget.ample is ample


def test_a_wider_choice_opens_with_the_visits() -> None:
    node, answers = Node[int](2), Answers(list(range(30)), [1.0] * 30)
    for _ in range(400):
        action = node.pick(answers, Seat(0))
        node.child(action).add([0.5, 0.5])
        node.add([0.5, 0.5])
    tried = len(node.children)
    assert 20 < tried <= 30
    few = Node[int](2)
    for _ in range(9):
        few.child(few.pick(answers, Seat(0))).add([0.5, 0.5])
        few.add([0.5, 0.5])
    assert len(few.children) <= 5


def test_what_an_end_is_worth(toy: AnyGame, opening: Any) -> None:
    end = toy.playout(opening, Random(5), 1000)
    result = toy.result(end)
    assert result is not None
    (winner,) = result.winners
    assert worth(toy, end, winner, Random(1)) > 0.99 > 0.01 > worth(toy, end, OTHER[winner], Random(1))
    lost = type(result)(result.scores, (), "", "", all_lost=True)
    drawn = type(result)((3, 3), (), "", "")
    assert result_worth(lost, Seat(0)) < 0.01
    assert result_worth(drawn, Seat(0)) == 0.5
    assert chance(0) == 0.5
    assert 0.7 < chance(25) < 0.8
    assert chance(10_000) < result_worth(result, winner)
