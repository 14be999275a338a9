"""Every act can be said, and in words that tell a seat no more than it may know."""

import pytest
from toy import Ask, Do, State, Toy

from berlin.kernel.contract.ids import FIRST
from berlin.kernel.play.dice import Dice
from berlin.kernel.proof import laws
from berlin.kernel.proof.checkpoint import Checkpoint, ConformanceError

NINE = State((Ask(FIRST),), ((1, 2), (3, 9)), (), (0, 0), 5, Dice(b"k" * 32))


def test_a_sentence_that_leaks_is_caught() -> None:
    class Winks(Toy):
        def say(self, state: State, action: Do) -> str:
            return super().say(state, action) + f" against {state.hands[1]}"

    with pytest.raises(ConformanceError, match=r"'.*' is told red as '.* against \(3, 9\)' / "):
        laws.sentences_hide(Checkpoint(Winks(), NINE, seed=1))


def test_an_act_without_words_is_caught() -> None:
    class Shrugs(Toy):
        def say(self, state: State, action: Do) -> str:
            return "" if action.verb == "roll" else super().say(state, action)

    with pytest.raises(ConformanceError, match="'roll' can't be said"):
        laws.sentences_hide(Checkpoint(Shrugs(), NINE, seed=1))


def test_the_toy_says_what_is_done_and_no_more() -> None:
    for seed in range(20):
        laws.sentences_hide(Checkpoint(Toy(), NINE, seed=seed))
