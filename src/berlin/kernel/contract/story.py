"""The nouns of a story: what happened, one thing at a time, as one seat could see it.

A beat is made of what a seat was told and of how its scene changed, and of nothing else (see
kernel/play/storytelling.py).
"""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from berlin.kernel.contract.events import Event
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.scene import NOBODY, Card, Marker, Piece

DIE = "die"
MANY = ("path", "places")


class Focus(msgspec.Struct, frozen=True):
    """What an event is about: counters, the places that it leads over, the last of them where it happens,
    others that it concerns, dice, and a card's face."""

    units: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    card: Card | None = None


class Change(msgspec.Struct, frozen=True):
    """What became of a counter: it moved, was reduced or rebuilt, came, left the board, or is lost."""

    unit: str
    name: str
    camp: str
    kind: str
    was: str
    now: str


class Turned(msgspec.Struct, frozen=True):
    """A track that counts something else now."""

    name: str
    was: int
    now: int
    seat: Seat = NOBODY


class Beat(msgspec.Struct, frozen=True):
    """One thing that is shown at a time.

    `lines` tell it in sentences, `sums` are the reckonings behind it, `chapter` is what begins with it. The
    `pieces`, what is `gone` and the `markers` (None: as before) are how the scene looks from here on.
    """

    kind: str
    lines: tuple[str, ...]
    rules: tuple[str, ...] = ()
    sums: tuple[str, ...] = ()
    chapter: str = ""
    units: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    card: Card | None = None
    changes: tuple[Change, ...] = ()
    tracks: tuple[Turned, ...] = ()
    pieces: tuple[Piece, ...] = ()
    gone: tuple[str, ...] = ()
    markers: tuple[Marker, ...] | None = None


def die_of(event: Event) -> tuple[int, ...]:
    """What was rolled, if the event tells of a die."""
    return tuple(datum for datum in event.data if isinstance(datum, int))[:1] if event.kind == DIE else ()


class Pointing(msgspec.Struct, frozen=True):
    """Reads off an event's data what it is about, by what each kind of event has there.

    `kinds` says it in words, one for each datum: `unit`, `place`, `card`, `seat`, or `-`; the last may be
    `path`, or `places`: all that follow are such. Numbers are looked up in `units` and `places`; texts are
    keys themselves.
    """

    kinds: Mapping[str, str]
    units: Sequence[str] = ()
    places: Sequence[str] = ()
    card: Callable[[int, Seat], Card] | None = None

    def __call__(self, event: Event) -> Focus:
        words = self.kinds.get(event.kind, "").split()
        if words and words[-1] in MANY:
            words += words[-1:] * (len(event.data) - len(words))
        pairs = tuple(zip(words, event.data, strict=False))
        path = (_key(self.places, datum) for word, datum in pairs if word in ("place", "path"))
        units = (_key(self.units, datum) for word, datum in pairs if word == "unit")
        return Focus(
            units=tuple(filter(None, units)),
            path=tuple(filter(None, path)),
            places=tuple(_key(self.places, datum) for word, datum in pairs if word == "places"),
            dice=die_of(event),
            card=self._face(pairs),
        )

    def _face(self, pairs: tuple[tuple[str, int | str], ...]) -> Card | None:
        found = {word: datum for word, datum in pairs if isinstance(datum, int)}
        if self.card is None or "card" not in found:
            return None
        return self.card(found["card"], Seat(found.get("seat", NOBODY)))


def _key(keys: Sequence[str], datum: int | str) -> str:
    if isinstance(datum, str):
        return datum
    return keys[datum] if 0 <= datum < len(keys) else ""
