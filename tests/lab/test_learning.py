"""What the features of a position are worth, learned from games."""

from random import Random

import msgspec
import pytest
from toy import Toy

from berlin.lab.learning import FEWEST, Lesson, TooLittle, accuracy, all_lose_lessons, learn, lessons, rebase
from berlin.lab.match_game import FeatureSample, MatchGame, Outcome


class Told(Toy):
    feature_names = ("lead", "noise")


def match_game(seed: int, *players: str) -> MatchGame:
    return MatchGame("toy", 1, "", "short", (), (), players, seed)


def outcome(winners: tuple[int, ...], *samples: FeatureSample) -> Outcome:
    return Outcome((7, 4), winners, False, "", 3, 9, 0, (), {}, {}, samples)


def games(count: int) -> list[list[Lesson]]:
    """Games that the lead all but decides, and whose second feature says nothing."""
    rng, found = Random(4), []
    for _ in range(count):
        lead = rng.randint(-4, 4)
        won = 3 * lead + rng.choice((-1, 1)) > 0
        found.append([Lesson(turn, (lead, rng.random()), won) for turn in (2, 5, 8)])
    return found


def test_only_games_of_equals_that_one_of_them_won_teach() -> None:
    seen = FeatureSample(1, (1.0, 0.5)), FeatureSample(2, (2.0, 0.5))
    played = [
        (match_game(1, "staff", "staff"), outcome((0,), *seen)),
        (match_game(2, "staff", "greedy"), outcome((0,), *seen)),
        (match_game(3, "staff", "staff"), outcome((), *seen)),
        (match_game(4, "staff", "staff"), outcome((1,), *seen)),
    ]
    first, second = lessons(played)
    assert [(one.turn, one.features, one.came) for one in first] == [
        (1, (1.0, 0.5), True),
        (2, (2.0, 0.5), True),
    ]
    assert not any(one.came for one in second)


def test_what_a_sign_is_worth_is_found() -> None:
    known = games(1500)
    learned = learn(Told(), known)
    assert learned.features == ("lead", "noise")
    assert accuracy(learned, known) > 0.9
    assert learned.first((3.0, 0.5), 5) > 0.95
    assert learned.first((-3.0, 0.5), 5) < 0.05
    assert abs(learned.first((1.0, 0.9), 5) - learned.first((1.0, 0.1), 5)) < 0.1


def test_a_sign_that_never_changes_does_no_harm() -> None:
    still = [[Lesson(one.turn, (one.features[0], 1.0), one.came) for one in game] for game in games(1000)]
    assert accuracy(learn(Told(), still), still) > 0.9


def test_a_worth_is_told_turn_by_turn_and_moves_by_degrees() -> None:
    rng, known = Random(5), []
    for _ in range(1500):
        lead, won = rng.randint(-4, 4), rng.random() < 0.5
        # The lead says nothing early, and all late.
        late = won * 8 - 4
        known.append([Lesson(turn, (late if turn > 6 else lead, 0.0), won) for turn in (2, 5, 8)])
    learned = learn(Told(), known)
    gained = [learned.first((4.0, 0.0), turn) - learned.first((-4.0, 0.0), turn) for turn in (2, 5, 7, 8)]
    assert gained[0] < 0.3
    assert gained[1] < gained[2] < gained[3]
    assert gained[3] > 0.9


def test_who_is_ahead_without_a_sign_is_learned_from_steadier_games_alone() -> None:
    rng, level, lopsided = Random(6), [], []
    for _ in range(2000):
        lead = rng.randint(-4, 4)
        # By steady hands an even game is even; by unsteady ones the second seat wins most of them.
        level.append([Lesson(turn, (lead, 0.0), lead + rng.gauss(0, 3) > 0) for turn in (2, 5, 8)])
        lopsided.append([Lesson(turn, (lead, 0.0), lead + rng.gauss(-3, 3) > 0) for turn in (2, 5, 8)])
    learned = learn(Told(), lopsided)
    mended = rebase(Told(), learned, level)
    for turn in (2, 4, 8):
        assert learned.first((0.0, 0.0), turn) < 0.25
        assert 0.45 < mended.first((0.0, 0.0), turn) < 0.55
        gained = [one.odds((2.0, 0.0), turn) - one.odds((0.0, 0.0), turn) for one in (learned, mended)]
        assert gained[0] == pytest.approx(gained[1])


class Doomed(Told):
    all_lose_features = ("noise",)


def test_whether_both_lose_is_learned_from_the_signs_that_tell_it() -> None:
    rng, known, lost = Random(7), games(500), []
    for _ in range(1500):
        threat = rng.random()
        lost.append(
            [Lesson(turn, (rng.randint(-4, 4), threat), rng.random() < threat**3) for turn in (2, 5, 8)]
        )
    learned = learn(Doomed(), known, lost)
    assert learned.all_lose((0.0, 0.0), 5) < 0.06
    assert 0.6 < learned.all_lose((0.0, 1.0), 5) < 1.0
    assert learned.all_lose((4.0, 0.5), 5) == learned.all_lose((-4.0, 0.5), 5)
    assert learned.first((1.0, 0.5), 5) == learn(Doomed(), known).first((1.0, 0.5), 5)
    assert learn(Told(), known, lost).all_lose((0.0, 1.0), 5) == 0.0
    assert rebase(Doomed(), learned, known).all_lose((0.0, 1.0), 5) == learned.all_lose((0.0, 1.0), 5)


def test_games_that_nobody_won_tell_too_whether_both_lose() -> None:
    seen = FeatureSample(1, (1.0, 0.5))
    played = [
        (match_game(1, "staff", "staff"), outcome((0,), seen)),
        (match_game(2, "staff", "staff"), outcome((), seen)),
        (match_game(3, "staff", "staff"), msgspec.structs.replace(outcome((), seen), all_lost=True)),
        (match_game(4, "staff", "greedy"), outcome((0,), seen)),
    ]
    assert [[one.came for one in game] for game in all_lose_lessons(played)] == [[False], [False], [True]]


@pytest.mark.parametrize(
    "game, known, told",
    [
        (Toy(), games(FEWEST), "names no features"),
        (Told(), games(FEWEST - 1), "99 decided games between equals; 100 are the least"),
        (Told(), [[Lesson(1, (), True)]] * FEWEST, "play anew"),
    ],
)
def test_what_teaches_nothing_is_told(game: Toy, known: list[list[Lesson]], told: str) -> None:
    with pytest.raises(TooLittle, match=told):
        learn(game, known)
    with pytest.raises(TooLittle, match=told):
        rebase(game, learn(Told(), games(FEWEST)), known)
