"""The example learns in the direction that it should, the same way each time. How strong it gets is measured,
not asserted: docs/arena.md has the figure."""

from pathlib import Path
from random import Random

import numpy as np
import pytest
from examples.eyes import Eyes, Look
from examples.policy import Policy, Weights
from examples.train_selfplay import Learner, Lessons, eyes_for, match, train, try_out, wilson, worth
from toy import GAME as TOY

from berlin.arena.sitting import Sitting, opening
from berlin.kernel.game import Result, load

RACE = load("race")


def designation(seed: int = 1) -> Sitting:
    """A game at its first question with many answers."""
    sitting = Sitting(RACE, opening(RACE, seed))
    while len(sitting.texts()) < 12:
        sitting.take(sitting.texts()[0])
    return sitting


def look_at(sitting: Sitting) -> Look:
    assert sitting.seat is not None
    return Look(eyes_for("race"), sitting.row(sitting.seat), sitting.seat)


def test_without_lessons_every_legal_action_is_as_likely() -> None:
    eyes, sitting = eyes_for("race"), designation()
    draw = Policy(eyes, Weights.none(eyes)).draw(look_at(sitting), sitting.texts(), Random(1))
    assert np.allclose(draw.chances, 1 / len(sitting.texts()))


@pytest.mark.parametrize("end", [1.0, -1.0])
def test_what_led_to_a_good_end_becomes_likelier(end: float) -> None:
    eyes, sitting = eyes_for("race"), designation()
    learner = Learner(Weights.none(eyes))
    policy, look, texts = Policy(eyes, learner.weights), look_at(sitting), sitting.texts()
    draw = policy.draw(look, texts, Random(3))
    lessons = Lessons.none(learner.weights)
    lessons.results.append(Result((1, 0), (0,), "", ""))
    lessons.learn([draw], learner.weights, end)
    learner.take_in(lessons)
    after = policy.draw(look, texts, Random(3)).chances[draw.drawn]
    assert (after > draw.chances[draw.drawn]) == (end > 0)
    assert np.sign(look.summary @ learner.weights.value) == np.sign(end)


def test_the_same_seed_and_games_give_the_same_policy() -> None:
    first, second = (train("race", seed=5, games=3, minutes=60, each=2) for _ in range(2))
    assert first.games == second.games == 3
    assert first.weights.parts.any()
    for name in Weights.__struct_fields__:
        assert np.array_equal(getattr(first.weights, name), getattr(second.weights, name))


def test_time_ends_the_training_too() -> None:
    assert train("race", seed=1, games=100, minutes=0).games == 0


def test_weights_come_back_from_their_file(tmp_path: Path) -> None:
    weights = Weights.none(eyes_for("race"))
    weights.words[3, 4] = 1.5
    weights.save(tmp_path / "weights.npz")
    again = Policy.load("race", tmp_path / "weights.npz").weights
    assert np.array_equal(again.words, weights.words)
    assert again.parts.shape == weights.parts.shape


def test_the_policy_sees_no_more_than_its_seat() -> None:
    eyes, sitting = eyes_for("race"), designation()
    policy = Policy(eyes, Weights.none(eyes))
    seat = sitting.seat
    assert seat is not None
    other = RACE.other_world(sitting.state, seat, Random(9))
    chosen = [policy.choose(RACE, RACE.view(world, seat), Random(4)) for world in (sitting.state, other)]
    assert chosen[0] == chosen[1]
    assert chosen[0] in RACE.legal(sitting.state)


def test_it_is_tried_out_from_each_seat_in_turn() -> None:
    eyes = eyes_for("race")
    weights = Weights.none(eyes)
    seats = [match(Policy(eyes, weights), seed, "random")[1] for seed in (0, 1)]
    assert seats == [0, 1]
    assert sum(try_out("race", weights, [2])) == 1


def test_both_seats_see_their_own_as_own() -> None:
    eyes, sitting = eyes_for("race"), designation()
    own, other = (Look(eyes, sitting.row(seat), seat).ground for seat in (0, 1))
    strengths = 2 * (eyes.sides - 1)
    half = strengths // 2
    assert np.array_equal(own[:, -strengths:-half], other[:, -half:])
    assert np.array_equal(own[:, -half:], other[:, -strengths:-half])
    assert own[:, -strengths:].any()


def test_a_common_defeat_is_worth_less_than_a_defeat() -> None:
    assert worth(Result((3, 13), (1,), "", ""), 1) == 2.0
    assert worth(Result((3, 13), (1,), "", ""), 0) == -2.0
    assert worth(Result((3, 3), (), "", ""), 0) == 0.0
    assert worth(Result((0, 1), (), "", "", all_lost=True), 1) < worth(Result((1, 0), (0,), "", ""), 1)


def test_the_interval_is_wilsons() -> None:
    low, high = wilson(95, 100)
    assert (round(low, 3), round(high, 3)) == (0.888, 0.978)
    assert wilson(10, 10)[0] == pytest.approx(0.722, abs=0.001)


def test_a_game_without_nouns_is_told() -> None:
    with pytest.raises(SystemExit, match="doesn't list its nouns"):
        Eyes(TOY)
