"""What happened, as each seat learns of it."""

import msgspec
import pytest

from berlin.kernel.contract.events import EVERYBODY, Event
from berlin.kernel.contract.ids import Seat

OPEN = Event("move", "8GA/1 moves to Lebus", ("TOY 1",), ("8GA/1", 3))
SECRET = Event("draw", "Koniev draws chit 9", ("TOY 2",), (9,), seat=Seat(1), veil="Koniev draws a chit")
HIDDEN = Event("note", "Koniev looks at the bag", seat=Seat(1))


@pytest.mark.parametrize("seat", [0, 1, None])
def test_an_open_event_is_told_whole_to_everybody(seat: Seat | None) -> None:
    assert OPEN.seat == EVERYBODY
    assert OPEN.seen_by(seat) is OPEN


def test_a_secret_event_is_told_whole_to_its_seat_alone() -> None:
    assert SECRET.seen_by(Seat(1)) is SECRET
    assert HIDDEN.seen_by(Seat(1)) is HIDDEN


@pytest.mark.parametrize("seat", [0, None])
def test_the_others_read_the_veil_and_nothing_of_the_data(seat: Seat | None) -> None:
    assert SECRET.seen_by(seat) == Event("draw", "Koniev draws a chit", ("TOY 2",))
    assert HIDDEN.seen_by(seat) is None


def test_what_others_read_is_the_same_whatever_was_drawn() -> None:
    other = msgspec.structs.replace(SECRET, text="Koniev draws chit 4", data=(4,))
    assert msgspec.json.encode(SECRET.seen_by(Seat(0))) == msgspec.json.encode(other.seen_by(Seat(0)))


@pytest.mark.parametrize("event", [OPEN, SECRET, HIDDEN])
def test_events_round_trip(event: Event) -> None:
    assert msgspec.json.decode(msgspec.json.encode(event), type=Event) == event
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(event), type=Event) == event
