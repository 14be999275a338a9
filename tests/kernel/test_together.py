"""A question that several seats answer at once: each has answers of its own, and gives no other's."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from sealed import GAME, HIGHEST, Sealed
from toy import Do, State

from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.rules import Refused
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.proof import laws
from berlin.kernel.proof.checkpoint import Checkpoint, ConformanceError
from berlin.kernel.proof.fuzz import random_game, record_of
from berlin.kernel.proof.golden import playthrough
from berlin.kernel.records.record import BadRecord, new_record, parse
from berlin.kernel.records.record_file import RecordFile
from berlin.kernel.records.replay import Replay

HELD = (
    laws.deciders_are_asked,
    laws.legal_lists_are_stable,
    laws.one_unit_is_a_part_of_all,
    laws.each_seat_has_its_own,
    laws.sample_is_legal,
    laws.choices_are_the_legal_list,
    laws.views_hide,
    laws.imagined_worlds_look_the_same,
)


def bidding(game: Sealed = GAME) -> State:
    """Both seats are asked for a bid."""
    state = game.start("long", key_from_seed(1), {}).state
    for _ in range(3):
        state = game.next(state, Do("rest"))
    assert game.deciders(state) == (0, 1)
    return state


def bids(seat: str) -> list[Do]:
    return [Do(f"{seat} bids", n) for n in range(1, HIGHEST + 1)]


def test_each_seat_has_its_own_answers() -> None:
    state = bidding()
    assert GAME.legal(state) == bids("red") + bids("blue")
    assert (GAME.legal(state, seat=0), GAME.legal(state, seat=1)) == (bids("red"), bids("blue"))
    assert GAME.is_own(state, Do("red bids", 2), Seat(0))
    assert not GAME.is_own(state, Do("red bids", 2), Seat(1))
    after = GAME.next(state, Do("red bids", 2))
    assert (GAME.legal(after, seat=0), GAME.legal(after, seat=1)) == ([], bids("blue"))


def test_a_draw_can_be_made_for_one_seat() -> None:
    state, rng = bidding(), Random(1)
    for seat, name in enumerate(GAME.seats):
        assert {GAME.sample(state, rng, Seat(seat)) for _ in range(60)} == set(bids(name))


def test_the_laws_hold_while_several_are_asked() -> None:
    state, rng = GAME.start("long", key_from_seed(2), {}).state, Random(2)
    several = 0
    while GAME.deciders(state):
        several += len(GAME.deciders(state)) > 1
        for law in HELD:
            law(Checkpoint(GAME, state))
        state = GAME.next(state, GAME.sample(state, rng))
    assert several > 5


def test_who_draws_or_is_shown_another_s_answers_is_caught() -> None:
    class Draws(Sealed):
        def sample(self, state: State, rng: Random, seat: int | None = None) -> Do:
            return super().sample(state, rng)

    class Shows(Sealed):
        def scene(self, view: Any) -> Any:
            shown = super().scene(view)
            return replace(shown, choices=shown.choices[1:])

    for game, law in ((Draws(), laws.sample_is_legal), (Shows(), laws.choices_are_the_legal_list)):
        with pytest.raises(ConformanceError):
            law(Checkpoint(game, bidding(game)))


def test_a_random_game_is_a_record_in_which_each_answers_for_himself() -> None:
    actions, failure = random_game(GAME, "long", 3)
    assert failure is None
    record = parse(record_of(GAME, "long", 3, actions), game=GAME)
    assert len(record.lines) == actions
    assert all(line.action.startswith(line.seat) for line in record.lines if "bids" in line.action)
    assert len(list(Replay(record, game=GAME))) == actions + 1
    rows = [
        row.split() for row in playthrough(GAME, "long", 3).split("\n") if " bids " in row and row[0] != " "
    ]
    assert rows
    assert all(row[1] == row[2] for row in rows)


def test_a_record_in_which_one_answers_for_another_is_refused(tmp_path: Path) -> None:
    file = RecordFile.create(tmp_path / "x.record", new_record(GAME, key_from_seed(1), "long"), GAME)
    for _ in range(3):
        file.append(Do("rest"))
    with pytest.raises(Refused, match="this is not red's answer"):
        file.append(Do("blue bids", 1), Seat(0))
    file.append(Do("blue bids", 1), Seat(1))
    text = file.path.read_text()
    assert "\n4 blue blue bids 1\n" in text
    forged = parse(text.replace("4 blue blue", "4 red blue"), game=GAME)
    with pytest.raises(BadRecord, match="'blue bids 1' is not red's answer"):
        Replay(forged, game=GAME).last()
