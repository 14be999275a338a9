"""How the example's policy reads an observation: as own and other, so that both seats learn together."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from berlin.arena.layout import Row, layout
from berlin.arena.sitting import opening
from berlin.arena.spelling import spelling
from berlin.kernel.game import AnyGame

# Strengths and markers are numbers up to a dozen: this brings them near one.
SCALE = 0.1

Numbers = NDArray[np.float32]


class Eyes:
    """What the slots of a game's rows mean: whose a piece is, how strong, and which words name what."""

    def __init__(self, game: AnyGame) -> None:
        nouns = game.nouns()
        if nouns is None:
            raise SystemExit(f"{game.title} doesn't list its nouns, and by them this policy sees")
        self.game, self.sections, self.spelling = game, layout(game).sections, spelling(game)
        self.pieces, self.places = _numbered(nouns.pieces), _numbered(nouns.places)
        scene = game.scene(game.view(opening(game, 0), None))
        sides = sorted({piece.side for piece in scene.pieces})
        # One more than there are pieces: -1 stands for no piece, and is on a side of its own.
        self.side = np.full(len(self.pieces) + 1, len(sides))
        self.sides = len(sides) + 1
        seats = range(len(game.seats))
        self.groups = np.zeros((len(game.seats), 2 * len(sides), len(self.pieces)), np.float32)
        for piece in scene.pieces:
            at, side = self.pieces[piece.id], sides.index(piece.side)
            self.side[at] = side
            for seat in seats:
                group = side if piece.camp == game.seats[seat] else len(sides) + side
                self.groups[seat, group, at] = SCALE * float(piece.numbers[0] if piece.numbers else 1)
        self.markers = [_relative(nouns.markers, game.seats, seat) for seat in seats]
        self.tracks = [_relative(nouns.tracks, game.seats, seat) for seat in seats]
        self.named = lru_cache(1 << 16)(self._named)
        look = Look(self, np.zeros(len(layout(game)), np.float32), 0)
        self.marks, self.ground, self.summary = look.marks.shape[1], look.ground.shape[1], len(look.summary)

    def _named(self, text: str) -> tuple[int, int, tuple[int, ...]]:
        """The piece and the place that an action names (-1: none), and its other words."""
        piece = place = -1
        rest = []
        for number in self.spelling.numbers(text)[:-1]:
            word = self.spelling.words[number]
            if word in self.pieces:
                piece = self.pieces[word]
            elif word not in self.places:
                rest.append(number)
            elif place < 0:
                place = self.places[word]
        return piece, place, tuple(rest)


class Look:
    """One row, read: the question, each piece's marks and place, what lies in each place, and all in all."""

    def __init__(self, eyes: Eyes, row: Row, seat: int) -> None:
        part = {name: row[section] for name, section in eyes.sections.items()}
        self.question = int(part["question"].argmax())
        where = part["piece in place"].reshape(len(eyes.pieces), -1)
        marks = part["piece"].reshape(len(eyes.pieces), -1)
        strength = (eyes.groups[seat] * marks[:, 0]) @ where
        markers = SCALE * part["marker"].reshape(len(eyes.places), -1) @ eyes.markers[seat]
        # The last of each stands for no piece and no place.
        self.marks = np.concatenate([marks, np.zeros_like(marks[:1])])
        self.place = np.append(where.argmax(1), -1)
        ground = np.concatenate([markers, strength.T], axis=1)
        self.ground = np.concatenate([ground, np.zeros_like(ground[:1])])
        tracks = part["track"] @ eyes.tracks[seat]
        table = np.concatenate([[1.0], tracks, (strength @ markers).ravel(), strength.sum(1)])
        # What a thing is worth changes as the first track, the turn, runs out.
        self.summary: NDArray[np.float64] = np.concatenate([table, table * tracks[0]])


def _numbered(names: Sequence[str]) -> dict[str, int]:
    return {name: at for at, name in enumerate(names)}


def _relative(names: Sequence[str], seats: Sequence[str], seat: int) -> Numbers:
    """A matrix that sorts what belongs to a seat into own and other, and leaves the rest as it is."""
    columns = list(dict.fromkeys(_seen(name, seats, 0) for name in names))
    rows = [[_seen(name, seats, seat) == column for column in columns] for name in names]
    return np.array(rows, np.float32)


def _seen(name: str, seats: Sequence[str], seat: int) -> str:
    """`support zhukov` is `support own` to Zhukov."""
    words = ("own" if word == seats[seat] else "other" if word in seats else word for word in name.split())
    return " ".join(words)
