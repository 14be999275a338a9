"""Undo stops at dice and at revelations, by looking at the step itself."""

import pytest
from msgspec.structs import replace
from toy import GAME, Ask, Do, State, Toy

from berlin.kernel.dice import Dice
from berlin.kernel.game import Step
from berlin.kernel.undo import barrier

STATE = State((Ask(0),), ((1, 2), (3, 4)), (), (0, 0), 5, Dice(b"k" * 32))


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
    known = State((Ask(0),), ((1,), ()), (2, 3, 4, 5, 6, 7, 8, 9), (0, 0), 5, Dice(b"k" * 32))
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
