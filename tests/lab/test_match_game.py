"""A game between machines follows from setting, players and seed, and tells what the lab wants to know."""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
import toy
from msgspec.structs import asdict, replace

from berlin.kernel.contract.events import Event
from berlin.kernel.contract.game import AnyGame, Result
from berlin.kernel.contract.ids import Seat
from berlin.lab import match_game as lab
from berlin.lab.match_game import BadMatchGame, EventTally, MatchGame, Turn, decision, play
from berlin.lab.series import setting


def match_game(
    code: str = "timed", seed: int = 5, players: tuple[str, str] = ("random", "random")
) -> MatchGame:
    return MatchGame(**asdict(setting(code)), players=players, seed=seed)


def seat_players(monkeypatch: pytest.MonkeyPatch, choose: Callable[..., Any]) -> None:
    """Puts a machine of the test's own in every seat."""
    machine = type("Machine", (), {"choose": staticmethod(choose)})
    monkeypatch.setattr(lab, "make_player", lambda name: machine())


def test_the_same_seed_gives_the_same_bytes_and_another_seed_another_game(
    timed: AnyGame,
) -> None:
    first, again, other = (msgspec.json.encode(play(match_game(seed=seed))) for seed in (5, 5, 6))
    assert first == again
    assert first != other


def test_every_turn_is_traced_with_points_judgement_and_places(timed: AnyGame) -> None:
    outcome = play(match_game())
    assert [turn.turn for turn in outcome.trace] == [16, 17, 18, 19, 20]
    assert outcome.turns == 20
    assert outcome.actions == 8
    last = outcome.trace[-1]
    assert last.scores == outcome.scores
    assert last.standing == (outcome.scores[0] - outcome.scores[1], outcome.scores[1] - outcome.scores[0])
    gone = outcome.events.get("play", 0)
    assert sum(force.get("table", 0) for force in last.front.values()) == gone
    assert last.front["red"]["bag"] == 1


def test_a_game_without_turns_is_traced_at_its_end(timed: AnyGame) -> None:
    outcome = play(match_game("toy"))
    assert [turn.turn for turn in outcome.trace] == [0]
    assert outcome.trace[0].standing == ()


def test_events_are_counted_and_rare_ones_told_without_their_numbers() -> None:
    often = [Event("move", f"move {n}") for n in range(lab.RARE + 1)]
    told = EventTally()
    told.count([*often, Event("take", "Anna takes Ulm: +3"), Event("take", "Anna takes Ulm: +1")])
    assert told.kinds == {"move": lab.RARE + 1, "take": 2}
    assert told.rare() == {"take": ("Anna takes Ulm",)}


@pytest.mark.parametrize(
    "leads, turn",
    [
        ((1, 2, 3), 1),
        ((-1, 2, 3), 2),
        ((1, 0, 3), 3),
    ],
)
def test_a_game_is_decided_when_the_winner_stays_ahead(leads: tuple[int, ...], turn: int) -> None:
    trace = [Turn(n, (lead, 0), (), {}) for n, lead in enumerate(leads, start=1)]
    assert decision(Result((9, 0), (Seat(0),), "", ""), trace) == turn
    assert decision(Result((9, 9), (), "", ""), trace) == 0


def test_machines_get_their_own_view_and_a_stream_of_their_own(
    timed: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, Random]] = []

    def choose(game: AnyGame, view: toy.View, rng: Random) -> toy.Do:
        assert isinstance(view, toy.View)
        assert view.seat in view.asked
        asked.append((view.seat, rng))
        return toy.Do("rest")

    seat_players(monkeypatch, choose)
    play(match_game())
    assert [seat for seat, _ in asked] == [0, 1] * 4
    mine, his = asked[0][1], asked[1][1]
    assert {id(rng) for _, rng in asked} == {id(mine), id(his)}
    assert mine.random() != his.random()


def test_a_machine_that_breaks_the_rules_is_named(timed: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    seat_players(monkeypatch, lambda game, view, rng: toy.Do("play", 99))
    with pytest.raises(
        BadMatchGame, match=r"timed, random against random, seed 5, action 0: random is refused.*TOY 2"
    ):
        play(match_game())


def test_a_game_that_never_ends_is_broken_off(timed: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "LIMIT", 7)
    with pytest.raises(BadMatchGame, match="not over after 7 actions"):
        play(match_game())


def test_a_worker_with_other_rules_or_tables_is_found_out(timed: AnyGame) -> None:
    for wrong in (replace(match_game(), rules=7), replace(match_game(), tables="f00")):
        with pytest.raises(BadMatchGame, match="another version of timed"):
            play(wrong)
