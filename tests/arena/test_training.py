"""The example learns in the direction that it should, the same way each time. How strong it gets in Race for
Berlin is measured, not asserted: docs/arena.md has the figure."""

import signal
from collections import Counter
from pathlib import Path
from random import Random

import msgspec
import numpy as np
import pytest
from examples import train_selfplay
from examples.critic import WIDTH, Critic
from examples.eyes import Eyes, Look
from examples.policy import SLOTS, BadPolicy, Draw, Policy
from examples.train_selfplay import ROUND, Learner, Stretch, main, promise, self_play, worth
from examples.trial import match, shares, tally, trial
from toy import GAME as TOY

from berlin.arena.sitting import opening
from berlin.kernel.contract.game import AnyGame, Result, load
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.scene import Scene

RACE = load("race")


def many_answers(game: AnyGame = RACE) -> tuple[Scene, int]:
    """What the seat sees that is asked the first question with many answers."""
    state = opening(game, 1)
    while len(game.legal(state)) < 12:
        state = game.next(state, game.legal(state)[0])
    seat = game.deciders(state)[0]
    return game.scene(game.view(state, seat)), seat


def draw(policy: Policy, scene: Scene, seat: int) -> Draw:
    assert scene.prompt is not None
    return policy.draw(Look(scene), seat, scene.prompt.rule, [at.text for at in scene.choices], Random(3))


def chance(drawn: Draw) -> float:
    return drawn.pulls[drawn.drawn] / drawn.total


def trained(seed: int, games: int) -> Learner:
    learner = Learner(TOY)
    learner.train(seed, games, minutes=60)
    return learner


def test_without_lessons_every_legal_action_is_as_likely() -> None:
    scene, seat = many_answers()
    drawn = draw(Policy(Eyes(RACE)), scene, seat)
    assert drawn.pulls == [1.0] * len(scene.choices)
    assert drawn.total == len(scene.choices)


@pytest.mark.parametrize("end", [1.0, -1.0])
def test_what_led_to_a_good_end_becomes_likelier(end: float) -> None:
    scene, seat = many_answers()
    learner, critic = Learner(RACE), Critic()
    drawn = draw(learner.policy, scene, seat)
    before = chance(drawn)
    learner.study([Stretch(Look(scene), 1, [0.0], [drawn])], critic, end)
    learner.move()
    again = draw(learner.policy, scene, seat)
    assert (again.pulls[drawn.drawn] / again.total > before) == (end > 0)


def test_credit_goes_to_what_was_done_before_the_surprise() -> None:
    scene, seat = many_answers()
    learner = Learner(RACE)
    first = draw(learner.policy, scene, seat)
    learner.policy.forget()
    second = draw(learner.policy, scene, seat)
    # It got ahead between the two looks, and the end brought no more than that.
    played = [Stretch(Look(scene), 1, [0.0], [first]), Stretch(Look(scene), 1, [1.0], [second])]
    learner.study(played, Critic(), 1.0)
    assert first.cells[first.drawn].push > 0
    assert [cell.push for cell in second.cells] == [0.0] * len(second.cells)


def test_within_a_stretch_each_decision_is_credited_with_what_it_brought() -> None:
    scene, seat = many_answers()
    learner = Learner(RACE)
    draws = []
    for _ in range(2):
        draws.append(draw(learner.policy, scene, seat))
        learner.policy.forget()
    # The first lost what the table promised, the second won more.
    learner.study([Stretch(Look(scene), 1, [0.0, -1.0], draws)], Critic(), 0.5)
    assert draws[0].cells[draws[0].drawn].push < draws[1].cells[draws[1].drawn].push


def test_a_table_promises_what_the_game_s_own_judgement_says() -> None:
    state = opening(RACE, 1)
    ahead = msgspec.structs.replace(state, vp=(9, 0))
    assert promise(RACE, ahead, Seat(0)) > promise(RACE, state, Seat(0))
    # The toy has none: its points are all there is to go by.
    assert promise(TOY, opening(TOY, 1), Seat(0)) == 0.0


def test_the_critic_learns_what_a_table_turned_out_to_be_worth() -> None:
    critic = Critic()
    rows = critic.rows([{"": 1.0, "ahead": at / 10} for at in range(100)])
    for _ in range(20):
        critic.note(rows, 3 * rows[:, 1] - 1)
        critic.fit()
    assert np.allclose(rows @ critic.weights, 3 * rows[:, 1] - 1, atol=0.1)


def test_a_critic_with_more_names_than_columns_leaves_the_last_out() -> None:
    critic = Critic()
    rows = critic.rows([{str(at): 1.0 for at in range(WIDTH + 5)}])
    assert rows.sum() == WIDTH
    critic.note(rows, np.ones(1))
    critic.fit()
    assert critic.weights.any()


def test_training_wins_games() -> None:
    policy = trained(seed=1, games=400).policy
    *_, counted = trial(policy, range(300))
    assert counted["won"] > 2 * counted["lost"]


def test_the_same_seed_and_games_give_the_same_policy() -> None:
    first, second, other = (trained(seed, games=20) for seed in (5, 5, 6))
    assert first.games == second.games == 20
    assert first.policy.weights.any()
    assert np.array_equal(first.policy.weights, second.policy.weights)
    assert not np.array_equal(first.policy.weights, other.policy.weights)


def test_time_ends_the_training_too() -> None:
    learner = Learner(TOY)
    learner.train(seed=1, games=100, minutes=0)
    assert learner.games == 0


def test_both_seats_are_learned_from() -> None:
    played, _ = self_play(Policy(Eyes(RACE)), 1)
    assert all(stretches and all(stretch.draws for stretch in stretches) for stretches in played)


def test_a_look_follows_what_its_seat_moves() -> None:
    scene, _ = many_answers()
    look, eyes = Look(scene), Eyes(RACE)
    piece = next(piece for piece in scene.pieces if piece.side == "soviet")
    assert look.pieces[piece.id] == ("soviet", piece.place) != ("soviet", "Lebus")
    look.follow(eyes.parts(f"activate {piece.id} combat"))
    assert look.pieces[piece.id] == ("soviet", piece.place)
    look.follow(eyes.parts(f"move {piece.id} Lebus"))
    assert look.pieces[piece.id] == ("soviet", "Lebus")


def test_the_signs_of_an_action_say_where_its_piece_comes_from() -> None:
    policy = Policy(Eyes(RACE))
    near, far = (
        set(policy.signs((0, "RFB 5.1a", "move 8GA/1 Lebus", ("soviet", origin))))
        for origin in ("Bridgehead", "Zossen")
    )
    assert any("8GA/1" in sign for sign in near & far)
    assert all("Bridgehead" in sign for sign in near - far)
    assert near - far


def test_an_action_is_taken_apart() -> None:
    parts = Eyes(RACE).parts("move 8GA/1 Zossen via Lebus")
    assert (parts.verb, parts.piece, parts.place, parts.rest) == ("move", "8GA/1", "Zossen", "via")


def test_the_policy_sees_no_more_than_its_seat() -> None:
    policy, state = Policy(Eyes(RACE)), opening(RACE, 1)
    policy.weights = np.random.default_rng(1).normal(size=SLOTS)
    while len(RACE.legal(state)) < 12:
        state = RACE.next(state, RACE.legal(state)[0])
    seat = RACE.deciders(state)[0]
    other = RACE.other_world(state, seat, Random(9))
    chosen = [policy.choose(RACE, RACE.view(world, seat), Random(4)) for world in (state, other)]
    assert chosen[0] == chosen[1]
    assert chosen[0] in RACE.legal(state)


def test_it_is_tried_out_from_each_seat_in_turn() -> None:
    policy = Policy(Eyes(TOY))
    assert [match(policy, seed, "random")[1] for seed in range(4)] == [0, 1, 0, 1]
    *_, counted = trial(policy, range(10))
    assert counted.total() == 10


def test_a_common_defeat_is_worth_less_than_a_defeat() -> None:
    assert worth(Result((3, 13), (Seat(1),), "", ""), 1) == 2.0
    assert worth(Result((3, 13), (Seat(1),), "", ""), 0) == -2.0
    assert worth(Result((3, 3), (), "", ""), 0) == 0.0
    assert worth(Result((0, 1), (), "", "", all_lost=True), 1) < worth(Result((20, 0), (Seat(0),), "", ""), 1)


def test_what_is_told_of_a_trial() -> None:
    counted = Counter({"won": 95, "lost": 5, "lost by all": 100})
    assert tally(counted) == "95 won, 5 lost, 0 drawn, 100 lost by all"
    assert list(shares(counted)) == [
        "won of all games: 47.5%, between 40.7% and 54.4%",
        "won of games that one side won: 95.0%, between 88.8% and 97.8%",
    ]
    assert list(shares(Counter())) == []


def test_a_policy_comes_back_from_its_file(tmp_path: Path) -> None:
    policy = trained(seed=1, games=8).policy
    policy.save(tmp_path / "policy.npz")
    again = Policy.load(TOY, tmp_path / "policy.npz")
    assert np.array_equal(again.weights, policy.weights)
    with pytest.raises(BadPolicy, match="is a policy for toy 1, not for race"):
        Policy.load("race", tmp_path / "policy.npz")


def test_ctrl_c_keeps_what_was_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = trained(seed=1, games=ROUND)
    learner = Learner(TOY)

    def interrupted(policy: Policy, seed: int) -> tuple[list[list[Stretch]], Result]:
        if seed == 1 + ROUND + 2:
            signal.raise_signal(signal.SIGINT)
        return self_play(policy, seed)

    monkeypatch.setattr(train_selfplay, "self_play", interrupted)
    learner.train(1, 1000, minutes=60)
    assert learner.games == ROUND
    assert np.array_equal(learner.policy.weights, kept.policy.weights)


def test_from_training_to_trial(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "policy.npz"
    main(["--games", "2", "--seed", "4", "--tests", "2", "--out", str(path)])
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("trained on 2 games")
    assert said[1].startswith("against random, 2 games: ")
    main(["--load", str(path), "--tests", "2"])
    assert capsys.readouterr().out.splitlines() == said[1:]


def test_ctrl_c_at_once_leaves_a_policy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(train_selfplay, "self_play", lambda *_: signal.raise_signal(signal.SIGINT))
    main(["--tests", "0", "--out", str(tmp_path / "policy.npz")])
    assert "stopped; what was learned is kept" in capsys.readouterr().out
    assert not Policy.load("race", tmp_path / "policy.npz").weights.any()


def test_an_existing_policy_stays_if_training_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "policy.npz"
    policy = Policy(Eyes(RACE), np.ones(SLOTS))
    policy.save(path)

    def broken(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(train_selfplay, "self_play", broken)
    with pytest.raises(RuntimeError):
        main(["--out", str(path)])
    assert Policy.load("race", path).weights.all()


@pytest.mark.parametrize(
    "words, line",
    [
        (["--game", "chess"], "unknown game 'chess'; there are race, noretreat, fortress, orsha"),
        (["--minutes", "ten"], "argument --minutes: invalid float value: 'ten'"),
        (["--minutes", "nan"], "minutes, games and tests can't be less than 0"),
        (["--games", "-1"], "minutes, games and tests can't be less than 0"),
        (["--out", "{}/nowhere/policy.npz"], "{}/nowhere/policy.npz: No such file or directory"),
        (["--load", "{}/none.npz"], "{}/none.npz: No such file or directory"),
        (["--load", "{}/empty"], "{}/empty holds no policy"),
        (["--load", "{}/text"], "{}/text holds no policy"),
        (["--load", "{}/row.npy"], "{}/row.npy holds no policy"),
        (["--load", "{}/other.npz"], "{}/other.npz holds no policy"),
        (["--load", "{}/short.npz"], "{}/short.npz holds 3 weights, not 524288"),
    ],
)
def test_bad_input_is_answered_in_one_line(
    words: list[str], line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").touch()
    (tmp_path / "text").write_text("weights\n")
    np.save(tmp_path / "row.npy", np.ones(3))
    np.savez(tmp_path / "other.npz", other=np.ones(3))
    np.savez(tmp_path / "short.npz", game=np.array(f"race {RACE.version}"), weights=np.ones(3))
    with pytest.raises(SystemExit) as end:
        main([word.format(tmp_path) for word in words])
    assert end.value.code == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", line.format(tmp_path) + "\n")
