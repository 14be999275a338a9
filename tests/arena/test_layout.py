"""What a seat sees as numbers: every slot has a name, and nothing is told that the seat may not know."""

from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from toy import GAME as TOY
from toy import Toy

from berlin.arena.layout import BOUND, layout
from berlin.arena.sitting import Sitting, opening
from berlin.arena.survey import survey
from berlin.kernel.contract.game import AnyGame, codes, load
from berlin.kernel.contract.ids import OTHER, Seat
from berlin.kernel.contract.scene import Card, Scene
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.proof.fuzz import LIMIT

RACE = load("race")
GAMES = [*map(load, codes()), TOY]
SITUATIONS = sorted((Path(__file__).parent.parent / "games" / "race" / "situations").glob("*.toml"))


def moments(game: AnyGame, seed: int, every: int, most: int = LIMIT) -> list[Any]:
    """Some states of a random game, the last among them, of no more actions than that."""
    rng, state, number = Random(seed), opening(game, seed), 0
    found = []
    while game.deciders(state) and number < most:
        if number % every == 0:
            found.append(state)
        state, number = game.next(state, game.sample(state, rng)), number + 1
    return [*found, state]


def slot(game: AnyGame, name: str) -> int:
    return layout(game).slots.index(name)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.code)
def test_every_slot_has_a_name_of_its_own(game: AnyGame) -> None:
    slots = layout(game)
    assert len(set(slots.slots)) == len(slots) == len(Sitting(game, opening(game, 1)).row(Seat(0)))
    ends = [(section.start, section.stop) for section in slots.sections.values()]
    assert [start for start, _ in ends] == [0, *(stop for _, stop in ends[:-1])]
    assert ends[-1][1] == len(slots)


def test_the_slots_say_what_lies_on_the_table() -> None:
    row = Sitting(RACE, opening(RACE, 3)).row(Seat(0))
    shown = {name for name, value in zip(layout(RACE).slots, row, strict=True) if value}
    assert {
        "seat: zhukov",
        "piece in place: 8GA/1 in Bridgehead",
        "piece: 8GA/1 steps",
        "marker: Cottbus: star",
        "card: koniev: Heinrici",
        "note: 2 days",
    } <= shown
    assert "piece in place: 8GA/1 in Lebus" not in shown
    assert row[slot(RACE, "marker: Cottbus: star")] == 2
    assert row[slot(RACE, "track: turn")] == 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.code)
def test_everything_on_the_table_has_a_slot(game: AnyGame, seed: int) -> None:
    for state in moments(game, seed, 20):
        for seat in game.everybody:
            assert Sitting(game, state).row(seat)[slot(game, "unnamed: things without a slot")] == 0


@pytest.mark.parametrize("path", SITUATIONS, ids=lambda path: path.stem)
def test_the_race_has_a_slot_for_everything_in_its_situations(path: Path) -> None:
    sitting = Sitting(RACE, opening(RACE, 1, situation=path.read_text(encoding="utf-8")))
    assert [sitting.row(Seat(seat))[-1] for seat in (0, 1)] == [0, 0]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.code)
def test_worlds_that_a_seat_cannot_tell_apart_give_the_same_numbers(game: AnyGame) -> None:
    rng, differ = Random(7), 0
    for state in moments(game, 5, 1 if game is TOY else 25):
        for seat in (0, 1):
            other = game.other_world(state, Seat(seat), rng)
            assert np.array_equal(Sitting(game, state).row(Seat(seat)), Sitting(game, other).row(Seat(seat)))
            assert np.array_equal(
                Sitting(game, state).mask(Seat(seat)), Sitting(game, other).mask(Seat(seat))
            )
            differ += not np.array_equal(
                Sitting(game, state).row(OTHER[seat]), Sitting(game, other).row(OTHER[seat])
            )
    assert differ


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.code)
def test_every_action_of_a_game_shows_to_who_takes_it(game: AnyGame) -> None:
    states = moments(game, 9, 1, 600)
    alike = 0
    for state, after in pairwise(states):
        seat = game.deciders(state)[0]
        alike += np.array_equal(Sitting(game, state).row(seat), Sitting(game, after).row(seat))
    assert alike < len(states) / 20


def test_the_words_said_so_far_are_seen_by_who_says_them() -> None:
    sitting = Sitting(RACE, opening(RACE, 1))
    activate = sitting.spelling.words.index("activate")
    while activate not in sitting.phrase.following():
        sitting.take(sitting.texts()[-1])
    seat = sitting.seat
    assert seat is not None
    before, other = sitting.row(seat), sitting.row(OTHER[seat])
    assert sitting.take(activate) is None
    said = slot(RACE, "said: activate")
    assert (before[said], sitting.row(seat)[said]) == (0, 1)
    assert np.array_equal(sitting.row(OTHER[seat]), other)


def test_no_number_leaves_its_bounds() -> None:
    state = TOY.start("long", key_from_seed(1), {}).state
    state = TOY.read_situation(TOY.write_situation(state).replace("[0, 0]", "[900, -900]"), b"").state
    row = Sitting(TOY, state).row(Seat(0))
    assert row[slot(TOY, "track: red")] == BOUND
    assert row[slot(TOY, "track: blue")] == -BOUND


def test_a_survey_finds_the_names_of_a_game_that_lists_none() -> None:
    found = survey(TOY)
    assert found.pieces == tuple("123456789")
    assert found.tracks == ("blue", "red")
    assert found.cards == ("a card", *(f"card {number}" for number in range(1, 10)))
    assert found == survey(TOY)


class Joker(Toy):
    """The same game, with cards that no survey has seen once `jokers` are dealt."""

    jokers: tuple[Card, ...] = ()

    def scene(self, view: Any) -> Scene:
        scene = super().scene(view)
        return replace(scene, cards=(*scene.cards, *self.jokers))


def test_what_has_no_slot_is_counted() -> None:
    game = Joker()
    assert Sitting(game, opening(game, 1)).row(Seat(0))[-1] == 0
    game.jokers = (Card(Seat(0), "a joker"), Card(Seat(1), "a joker"))
    assert Sitting(game, opening(game, 1)).row(Seat(0))[-1] == 2
