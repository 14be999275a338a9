"""What the example's policy sees: the parts of an action, and what stands where."""

from functools import lru_cache

import msgspec

from berlin.arena.survey import number, survey
from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.scene import Piece, Scene

# Strengths are numbers up to a dozen, and many stand in one place: this brings them near one.
STRENGTH, IN_ALL = 0.05, 0.01


class Parts(msgspec.Struct, frozen=True):
    """An action taken apart: its verb, the piece and the place that it names, and its other words."""

    verb: str
    piece: str
    place: str
    rest: str


class Eyes:
    """Which words of a game's actions name pieces, and which places."""

    def __init__(self, game: AnyGame) -> None:
        nouns = game.nouns() or survey(game)
        self.game, self._pieces, self._places = game, frozenset(nouns.pieces), frozenset(nouns.places)
        # The same few actions come again and again.
        self.text, self.parts = lru_cache(1 << 16)(game.write), lru_cache(1 << 16)(self._parts)

    def _parts(self, text: str) -> Parts:
        verb, *words = text.replace(",", " ").split()
        pieces = [word for word in words if word in self._pieces]
        places = [word for word in words if word in self._places and word not in self._pieces]
        rest = [word for word in words if word not in self._pieces and word not in self._places]
        # Of a route or a group the first says most.
        return Parts(verb, next(iter(pieces), ""), next(iter(places), ""), " ".join(rest))


class Look:
    """A seat's look at the table. While the seat goes on deciding, the look follows what it moves."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        # Of each piece the side that it is on, and the place where it stands.
        self.pieces = {piece.id: (piece.side, piece.place) for piece in scene.pieces}

    def follow(self, parts: Parts) -> None:
        """The piece named goes to the place named. Where it was otherwise, the next look will tell."""
        if parts.place and parts.piece in self.pieces:
            self.pieces[parts.piece] = self.pieces[parts.piece][0], parts.place

    def table(self, turn: int) -> dict[str, float]:
        """The table as numbers by their names: strength by place and in all, markers, tracks and the turn."""
        table = {"": 1.0, f"turn {turn}": 1.0}
        for piece in self.scene.pieces:
            if force := strength(piece):
                whose = f"{piece.side} {piece.camp}"
                for name, scale in ((f"{whose} {piece.place}", STRENGTH), (whose, IN_ALL)):
                    table[name] = table.get(name, 0.0) + scale * force
        for marker in self.scene.markers:
            if not marker.printed:
                table[f"{marker.kind} {marker.camp} {marker.place}"] = 1.0
        for track in self.scene.tracks:
            span = track.last - track.first
            table[track.name] = (track.value - track.first) / span if span else 1.0
        return table


def strength(piece: Piece) -> int:
    """The first number on the counter; 1 if it bears none, 0 if it isn't there any more."""
    if not piece.steps:
        return 0
    return (number(piece.numbers[0]) if piece.numbers else None) or 1
