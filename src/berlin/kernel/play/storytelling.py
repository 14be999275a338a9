"""Telling what happened between two scenes of one seat, one thing at a time.

Everything here is made of what the seat saw and was told: its two scenes, its events, and the action if it
may read it. So a story tells nothing that its scenes and its log don't.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

import msgspec
from msgspec.structs import replace

from berlin.kernel.contract.events import Event
from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.scene import Board, Marker, Piece, Scene, Track
from berlin.kernel.contract.story import DIE, Beat, Change, Focus, Turned, die_of

STAGE, SUM, DEED = "stage", "tally", "deed"
MOVED, REDUCED, REBUILT, CAME, LEFT, LOST = "moved", "reduced", "rebuilt", "came", "left", "lost"
SHORTEST_NAME = 2


class Atlas:
    """The places of a board: by their keys, and as they are named in sentences."""

    def __init__(self, board: Board) -> None:
        self.keys = frozenset(spot.key for spot in board.spots)
        self._named = {spot.name: spot.key for spot in board.spots if len(spot.name) >= SHORTEST_NAME}
        longest = sorted(self._named, key=len, reverse=True)
        self._names = re.compile(rf"\b(?:{'|'.join(map(re.escape, longest))})\b") if longest else None

    def named(self, text: str) -> tuple[str, ...]:
        """The places that a sentence names, in its order."""
        found = self._names.finditer(text) if self._names else ()
        return tuple(dict.fromkeys(self._named[name[0]] for name in found))


@cache
def atlas(game: AnyGame) -> Atlas:
    return Atlas(game.board())


class Deed(msgspec.Struct, frozen=True):
    """What somebody did, as its reader may know it: the action's text and its words, "" of what is secret."""

    action: str = ""
    said: str = ""


class Told(msgspec.Struct, frozen=True):
    """An event and what it is about."""

    event: Event
    focus: Focus


Keys = frozenset[str]
Pair = tuple[Piece | None, Piece | None]


def tell(game: AnyGame, before: Scene, after: Scene, deed: Deed, events: Sequence[Event]) -> tuple[Beat, ...]:
    """What happened from the one scene to the other, with the events on the way as they were told."""
    places = atlas(game)
    board = places.keys.difference(tray.key for tray in after.trays)
    told = [Told(event, _focus(game, places, event)) for event in events]
    beats = list(_beats(told))
    pairs = _differences(before.pieces, after.pieces)
    changes = {unit: _change(board, after.lost, unit, *pair) for unit, pair in pairs.items()}
    if not beats:
        if not deed.said or not any(changes.values()):
            return ()
        beats = [Beat(DEED, (deed.said,))]
    if not any(beat.units or beat.path or beat.places for beat in beats):
        beats[0] = _by_words(beats[0], deed.action, pairs, places)
    return tuple(_whole(beats, pairs, changes, before, after))


def _focus(game: AnyGame, places: Atlas, event: Event) -> Focus:
    """What the game says that an event is about; else the places that its words name."""
    focus = game.focus(event)
    if not focus.dice:
        focus = replace(focus, dice=die_of(event))
    if focus.units or focus.path or focus.places or event.kind in (STAGE, SUM):
        return focus
    return replace(focus, path=places.named(event.text)[-1:])


def _beats(told: Iterable[Told]) -> Iterator[Beat]:
    """One for each event. Sums wait for what comes of them, and so does a die; a stage is a heading."""
    waiting, chapter = Beat("", ()), ""
    for one in told:
        event, focus = one.event, one.focus
        if event.kind == STAGE:
            if waiting.lines:
                yield waiting
                waiting = Beat("", ())
            chapter = event.text
            continue
        if event.kind == SUM:
            waiting = replace(waiting, sums=(*waiting.sums, event.text))
            continue
        if event.kind == DIE and waiting.dice and not _together(waiting, event):
            yield waiting
            waiting = Beat("", ())
        waiting = replace(_joined(waiting, event, focus), chapter=waiting.chapter or chapter)
        chapter = ""
        if event.kind != DIE:
            yield waiting
            waiting = Beat("", ())
    if waiting.lines:
        yield waiting


def _together(waiting: Beat, event: Event) -> bool:
    """Whether a die falls beside the last one: for the same, and of nobody's own."""
    return len(event.data) == 2 and waiting.rules[-len(event.rules) :] == event.rules


def _joined(waiting: Beat, event: Event, focus: Focus) -> Beat:
    return replace(
        waiting,
        kind=event.kind,
        lines=(*waiting.lines, event.text),
        rules=(*waiting.rules, *event.rules),
        units=(*waiting.units, *(unit for unit in focus.units if unit not in waiting.units)),
        path=focus.path or waiting.path,
        places=focus.places or waiting.places,
        dice=(*waiting.dice, *focus.dice),
        card=focus.card or waiting.card,
    )


def _by_words(beat: Beat, action: str, pairs: dict[str, Pair], places: Atlas) -> Beat:
    """A beat of which nothing is known but the action's text: that names counters and places."""
    words = action.split()[1:]
    units = tuple(word for word in words if word in pairs)
    return replace(beat, units=units, path=tuple(word for word in words if word in places.keys))


def _differences(before: Sequence[Piece], after: Sequence[Piece]) -> dict[str, Pair]:
    """The counters that are not as they were."""
    were, are = ({piece.id: piece for piece in pieces} for pieces in (before, after))
    both = dict.fromkeys((*were, *are))
    return {unit: pair for unit in both if (pair := (were.get(unit), are.get(unit)))[0] != pair[1]}


def _change(
    board: Keys, lost: tuple[str, ...], unit: str, was: Piece | None, now: Piece | None
) -> Change | None:
    """What became of a counter, as far as it is worth telling."""
    face = now or was
    assert face is not None
    old, new = (piece.place if piece is not None else "" for piece in (was, now))
    kind = _way_gone(board, lost, old, new) or _strength(board, was, now)
    return Change(unit, face.name, face.camp, kind, old, new) if kind else None


def _way_gone(board: Keys, lost: tuple[str, ...], old: str, new: str) -> str:
    if old == new:
        return ""
    if new in lost:
        return LOST
    if new in board:
        return MOVED if old in board else CAME
    return LEFT if old in board else ""


def _strength(board: Keys, was: Piece | None, now: Piece | None) -> str:
    if was is None or now is None or now.place not in board or was.steps == now.steps:
        return ""
    return REDUCED if now.steps < was.steps else REBUILT


def _whole(
    beats: list[Beat], pairs: dict[str, Pair], changes: dict[str, Change | None], before: Scene, after: Scene
) -> Iterator[Beat]:
    """The beats with what changed by each: a counter by the last that names it, all else by the last."""
    last = len(beats) - 1
    named = {unit: n for n, beat in enumerate(beats) for unit in beat.units}
    for n, beat in enumerate(beats):
        here = [unit for unit in pairs if named.get(unit, last) == n]
        found = tuple(change for unit in here if (change := changes[unit]) is not None)
        made = replace(
            beat,
            changes=found,
            path=_way(beat, found, after),
            pieces=tuple(now for unit in here if (now := pairs[unit][1]) is not None),
            gone=tuple(unit for unit in here if pairs[unit][1] is None),
        )
        if n == last:
            made = replace(made, tracks=_tracks(before.tracks, after.tracks), markers=_markers(before, after))
        yield made


def _way(beat: Beat, changes: tuple[Change, ...], after: Scene) -> tuple[str, ...]:
    """Over which places it leads: from where its counter was; or where its counter stands."""
    moved = next(
        (one for one in changes if one.kind == MOVED and one.unit in (beat.units or (one.unit,))), None
    )
    if moved is not None and (not beat.path or beat.path[-1] == moved.now):
        path = beat.path or (moved.now,)
        return path if path[0] == moved.was else (moved.was, *path)
    if beat.path or not (beat.units or changes):
        return beat.path
    first = changes[0] if changes else None
    if first is not None and first.kind in (LEFT, LOST, MOVED):
        return (first.was,)
    unit = beat.units[0] if beat.units else changes[0].unit
    return tuple(piece.place for piece in after.pieces if piece.id == unit)[:1]


def _tracks(before: Sequence[Track], after: Sequence[Track]) -> tuple[Turned, ...]:
    were = {(track.name, track.seat): track.value for track in before}
    return tuple(
        Turned(track.name, were[key], track.value, track.seat)
        for track in after
        if (key := (track.name, track.seat)) in were and were[key] != track.value and not track.named
    )


def _markers(before: Scene, after: Scene) -> tuple[Marker, ...] | None:
    return None if before.markers == after.markers else after.markers
