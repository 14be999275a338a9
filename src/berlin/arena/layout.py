"""What a seat sees, as a row of numbers: which slot means what.

The row is made from the seat's own scene and nothing else, so that it can't tell more than the seat may know.
"""

from array import array
from collections.abc import Iterable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from berlin.arena.spelling import Phrase, Spelling, spelling
from berlin.arena.survey import marker_name, number, survey
from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.nouns import Nouns, card_slot
from berlin.kernel.contract.scene import Marker, Piece, Scene, Track

# No slot goes beyond this, either way.
BOUND = 100.0
# With more pairs of a piece and a place, a piece on the board is told by where on the picture it stands.
MOST_PAIRS = 200_000

Row = NDArray[np.float32]


class Layout:
    """The slots of one game. `sections` says where each kind begins and ends, `slots` names every one."""

    def __init__(self, game: AnyGame, nouns: Nouns, words: Spelling) -> None:
        self.slots: list[str] = []
        self.sections: dict[str, slice] = {}
        seats, places, pieces = game.seats, nouns.places, nouns.pieces
        self._seat = self._section("seat", seats)
        self._asked = self._section("asked", seats)
        self._question = self._section("question", [clause.id for clause in game.ledger])
        self._said = self._section("said", words.words)
        self._on = self._section("track is there", nouns.tracks)
        self._track = self._section("track", nouns.tracks)
        self._note = self._section("note", nouns.notes)
        self._card = self._section("card", (f"{seat}: {card}" for seat in seats for card in nouns.cards))
        self._spots, listed = _spots(game, nouns)
        self._points = self._section(
            "piece on the board",
            (f"{p} {way}" for p in pieces if self._spots for way in ("across", "down")),
        )
        self._where = self._section("piece in place", (f"{p} in {place}" for p in pieces for place in listed))
        marks = ("steps", "used", *(("facing",) if nouns.faces else ()), *nouns.badges)
        self._faces, self._marks = nouns.faces, len(marks)
        self._mark = self._section("piece", (f"{p} {mark}" for p in pieces for mark in marks))
        self._marker = self._section("marker", (f"{p}: {m}" for p in places for m in nouns.markers))
        self._kind = self._section("kind", nouns.kinds)
        self._crowd = self._section("crowd", (f"{s} {mark}" for s in nouns.symbols for mark in marks[1:]))
        self._stands = self._section("in place", (f"{s} in {p}" for s in nouns.symbols for p in places))
        self._unnamed = self._section("unnamed", ("things without a slot",))
        self._questions = _positions(clause.id for clause in game.ledger)
        self._tracks, self._notes = _positions(nouns.tracks), _positions(nouns.notes)
        self._cards, self._pieces = _positions(nouns.cards), _positions(pieces)
        self._places, self._markers = _positions(places), _positions(nouns.markers)
        self._listed = _positions(listed)
        self._badges = _positions(nouns.badges)
        self._kinds, self._symbols = _positions(nouns.kinds), _positions(nouns.symbols)
        self._seats = seats
        self._read: dict[tuple[str, str], tuple[int, float]] = {}
        self._blank = bytes(4 * len(self.slots))

    def _section(self, name: str, slots: Iterable[str]) -> int:
        first = len(self.slots)
        self.slots += [f"{name}: {slot}" for slot in slots]
        self.sections[name] = slice(first, len(self.slots))
        return first

    def __len__(self) -> int:
        return len(self.slots)

    def encode(self, scene: Scene) -> Row:
        """A scene as a row, but for the words said: `say` puts them in."""
        row = array("f", self._blank)
        unnamed = 0
        if scene.seat is not None:
            row[self._seat + scene.seat] = 1
        if scene.prompt is not None:
            row[self._asked + scene.prompt.seat] = 1
            question = self._questions.get(scene.prompt.rule, -1)
            if question >= 0:
                row[self._question + question] = 1
            else:
                unnamed += 1
        unnamed += self._put_tracks(row, scene)
        for card in scene.cards:
            at = self._cards.get(card_slot(card.key, card.name), -1)
            if at >= 0:
                row[self._card + card.seat * len(self._cards) + at] += 1
            else:
                unnamed += 1
        unnamed += self._put_pieces(row, scene)
        unnamed += self._put_markers(row, scene)
        row[self._unnamed] = _clamp(unnamed)
        return np.frombuffer(row, dtype=np.float32)

    def _put_tracks(self, row: "array[float]", scene: Scene) -> int:
        unnamed = 0
        for track in scene.tracks:
            at, note = self._tracks.get(self._track_name(track), -1), self._notes.get(track.note, -1)
            if at >= 0:
                span = track.last - track.first
                row[self._on + at] = 1
                row[self._track + at] = _clamp((track.value - track.first) / span if span else track.value)
            if note >= 0:
                row[self._note + note] += 1
            unnamed += (at < 0) + (note < 0 and bool(track.note))
        return unnamed

    def _track_name(self, track: Track) -> str:
        own = f"{self._seats[track.seat]} {track.name}" if track.seat >= 0 else ""
        return own if own in self._tracks else track.name

    def _put_pieces(self, row: "array[float]", scene: Scene) -> int:
        pieces, places, badges = self._pieces, self._places, self._badges
        unnamed = 0
        for piece in scene.pieces:
            at, place = pieces.get(piece.id, -1), places.get(piece.place, -1)
            if at < 0 or place < 0:
                unnamed += self._count(row, piece, place)
                continue
            self._put_where(row, at, piece.place)
            marks = self._mark + at * self._marks
            row[marks] = piece.steps / piece.full_steps
            if piece.used:
                row[marks + 1] = 1
            if self._faces:
                row[marks + 2] = 1 + piece.facing // 60
            for badge in piece.badges:
                if badge in badges:
                    row[marks + self._marks - len(badges) + badges[badge]] = 1
                else:
                    unnamed += 1
        return unnamed

    def _put_where(self, row: "array[float]", at: int, place: str) -> None:
        point = self._spots.get(place)
        if point:
            row[self._points + 2 * at], row[self._points + 2 * at + 1] = point
        else:
            row[self._where + at * len(self._listed) + self._listed[place]] = 1

    def _count(self, row: "array[float]", piece: Piece, place: int) -> int:
        """A piece that isn't listed: one more of its kind, and of its symbol."""
        kind = self._kinds.get(f"{piece.side} {piece.name}", -1)
        symbol = self._symbols.get(piece.symbol, -1)
        if kind < 0 or symbol < 0 or place < 0:
            return 1
        row[self._kind + kind] = _clamp(row[self._kind + kind] + 1)
        there = self._stands + symbol * len(self._places) + place
        row[there] = _clamp(row[there] + 1)
        crowd, unnamed = self._crowd + symbol * (self._marks - 1), 0
        if piece.used:
            row[crowd] = _clamp(row[crowd] + 1)
        for badge in piece.badges:
            at = self._badges.get(badge, -1)
            if at >= 0:
                slot = crowd + self._marks - 1 - len(self._badges) + at
                row[slot] = _clamp(row[slot] + 1)
            else:
                unnamed += 1
        return unnamed

    def _put_markers(self, row: "array[float]", scene: Scene) -> int:
        places, read, kinds = self._places, self._read, len(self._markers)
        unnamed = 0
        for marker in scene.markers:
            place = places.get(marker.place, -1)
            kind, value = read.get((marker.kind, marker.text)) or self._read_marker(marker)
            if place >= 0 and kind >= 0:
                row[self._marker + place * kinds + kind] = value
            else:
                unnamed += 1
        return unnamed

    def _read_marker(self, marker: Marker) -> tuple[int, float]:
        """Its slot within its place (-1: it has none) and what goes there; remembered, for they are few."""
        value = number(marker.text)
        found = self._markers.get(marker_name(marker), -1), _clamp(1 if value is None else value)
        self._read[marker.kind, marker.text] = found
        return found

    def say(self, row: Row, phrase: Phrase) -> Row:
        """A copy of the row with the words said so far: each slot holds the place of its word, from 1."""
        row = row.copy()
        for place, word in enumerate(phrase.said, start=1):
            row[self._said + word] = min(place, BOUND)
        return row


def _spots(game: AnyGame, nouns: Nouns) -> tuple[dict[str, tuple[float, float]], list[str]]:
    """Of the places of a wide board where on the picture they lie, in parts of it; and those with slots."""
    if len(nouns.pieces) * len(nouns.places) <= MOST_PAIRS:
        return {}, list(nouns.places)
    board = game.board()
    points = {spot.key: spot.anchor for spot in board.spots}
    spots = {key: (x / board.width, y / board.height) for key, (x, y) in points.items()}
    return spots, [place for place in nouns.places if place not in spots]


def _positions(names: Iterable[str]) -> dict[str, int]:
    return {name: at for at, name in enumerate(names)}


def _clamp(value: float) -> float:
    return max(-BOUND, min(BOUND, value))


@cache
def layout(game: AnyGame) -> Layout:
    """The layout of this game's scenes, by its own list of names or, without one, by a survey."""
    return Layout(game, game.nouns() or survey(game), spelling(game))
