"""Undo stops at dice and at revelations, by looking at the step itself."""

import pytest
from msgspec.structs import replace
from toy import GAME, Ask, Do, State, Toy

from berlin.kernel.contract.game import Step
from berlin.kernel.contract.ids import Seat
from berlin.kernel.play.dice import Dice
from berlin.kernel.play.undo import Deal, barrier

STATE = State((Ask(Seat(0)),), ((1, 2), (3, 4)), (), (0, 0), 5, Dice(b"k" * 32))


@pytest.mark.parametrize(
    "action, why",
    [
        (Do("rest"), ""),
        (Do("roll"), "a die was rolled"),
        (Do("draw"), "a die was rolled"),
        (Do("play", 1), "blue learnt by it what was hidden"),
    ],
)
def test_only_what_nobody_learnt_from_can_be_taken_back(action: Do, why: str) -> None:
    assert barrier(GAME, STATE, action, GAME.next(STATE, action)) == why


def test_a_card_that_everybody_knows_is_no_revelation() -> None:
    known = State((Ask(Seat(0)),), ((1,), ()), (2, 3, 4, 5, 6, 7, 8, 9), (0, 0), 5, Dice(b"k" * 32))
    assert barrier(GAME, known, Do("play", 1), GAME.next(known, Do("play", 1))) == ""


def test_a_roll_that_might_have_been_is_a_revelation_also_with_dice_that_do_not_fit() -> None:
    class Alarm(Toy):
        """Whoever rests beside card 9 rolls."""

        def apply(self, state: State, action: Do) -> Step[State]:
            loud = action.verb == "rest" and 9 in state.hands[1]
            return super().apply(state, Do("roll") if loud else action)

    study = replace(STATE, dice=Dice(b"k" * 32, 0, (9,)))
    game = Alarm()
    assert (
        barrier(game, study, Do("rest"), game.next(study, Do("rest"))) == "red learnt by it what was hidden"
    )


class Trap(Toy):
    """Whoever rests while the other holds a certain card scores a point."""

    def __init__(self, card: int) -> None:
        self.card = card

    def apply(self, state: State, action: Do) -> Step[State]:
        step = super().apply(state, action)
        seat = state.frames[-1].seat
        if action.verb != "rest" or self.card not in state.hands[1 - seat]:
            return step
        return replace(step, state=replace(step.state, scores=self.scored(step.state, seat, 1)))


@pytest.mark.parametrize("held", [1, 7])
def test_a_revelation_that_hangs_on_one_of_many_hidden_cards_is_never_missed(
    held: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toy.CARDS", 60)
    blue = tuple(range(3, 3 + held))
    state = State((Ask(Seat(0)),), ((1, 2), blue), (), (0, 0), 5, Dice(b"k" * 32))
    for card in range(3, 61):
        game = Trap(card)
        after = game.next(state, Do("rest"))
        # Whether the card lies there or not: red knows it now.
        assert barrier(game, state, Do("rest"), after) == "red learnt by it what was hidden"
    for card in (1, 2):
        game = Trap(card)
        assert barrier(game, state, Do("rest"), game.next(state, Do("rest"))) == ""


def test_in_a_round_of_deals_everything_lies_once_in_every_place() -> None:
    things = "abcdefghij"
    orders = []
    for turn in range(len(things)):
        deal = Deal(b"seed")
        deal.turn = turn
        order = list(things)
        deal.shuffle(order)
        assert sorted(order) == sorted(things)
        assert deal.widest == len(things)
        orders.append(order)
    assert all(sorted(place) == list(things) for place in zip(*orders, strict=True))


@pytest.mark.parametrize("draw", ["choice", "sample", "randrange"])
def test_in_a_round_everything_is_drawn_once(draw: str) -> None:
    drawn = []
    for turn in range(8):
        deal = Deal(b"seed")
        deal.turn = turn
        drawn.append(
            {
                "choice": lambda deal=deal: deal.choice("abcdefgh"),
                "sample": lambda deal=deal: deal.sample("abcdefgh", 1)[0],
                "randrange": lambda deal=deal: deal.randrange(8),
            }[draw]()
        )
        assert deal.widest == 8
    assert len(set(drawn)) == 8


def test_the_answer_is_the_same_whatever_the_dice_to_come() -> None:
    for key in range(5):
        state = replace(STATE, dice=Dice(bytes([key]) * 32))
        assert barrier(GAME, state, Do("rest"), GAME.next(state, Do("rest"))) == ""
