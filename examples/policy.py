"""The example's policy: a legal action is scored by its signs, and drawn by its score."""

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from pathlib import Path
from random import Random
from typing import Any
from zipfile import BadZipFile
from zlib import crc32

import msgspec
import numpy as np
from examples.eyes import Eyes, Look
from numpy.typing import NDArray

from berlin.arena.sitting import game_of
from berlin.kernel.contract.game import AnyGame

# A sign's weight lies where its hash says: there is room for several times as many as a game has.
SLOTS = 1 << 19
STEEPEST = 30.0
# The side and the place of no piece.
NOWHERE = ("", "")

Floats = NDArray[np.float64]
# A seat, the question it is asked, an answer, and the side and place of the piece that it names.
Key = tuple[int, str, str, tuple[str, str]]


class BadPolicy(ValueError):
    """A file that holds no policy, or one for another game; the text says which."""


class Cell(msgspec.Struct):
    """An action in its setting: the slots of its signs, and how strongly it is drawn.

    While learning, how far the games push it, and how much they tell about it.
    """

    slots: list[int]
    pull: float
    push: float = 0.0
    spread: float = 0.0


class Draw(msgspec.Struct):
    """One decision: the legal actions, how strongly each was drawn, and which it was."""

    cells: list[Cell]
    pulls: list[float]
    total: float
    drawn: int


class Policy:
    """A player by these weights. It is seated like any machine: `Solo("race", against=Policy.load(...))`."""

    def __init__(self, eyes: Eyes, weights: Floats | None = None) -> None:
        self.eyes = eyes
        # Nothing learned: every legal action is as likely as any other.
        self.weights = np.zeros(SLOTS) if weights is None else weights
        self.cells: dict[Key, Cell] = {}
        self._slots = lru_cache(1 << 18)(self._hashed)

    @classmethod
    def load(cls, game: str | AnyGame, path: Path) -> "Policy":
        """Raises BadPolicy, and OSError where the file can't be read."""
        game = game_of(game)
        try:
            with np.load(path) as file:
                made_for, weights = str(file["game"]), file["weights"]
        except (ValueError, KeyError, TypeError, EOFError, BadZipFile):
            raise BadPolicy(f"{path} holds no policy") from None
        if made_for != _name(game):
            raise BadPolicy(f"{path} is a policy for {made_for}, not for {_name(game)}")
        if weights.shape != (SLOTS,):
            raise BadPolicy(f"{path} holds {weights.size} weights, not {SLOTS}")
        return cls(Eyes(game), weights)

    def save(self, path: Path) -> None:
        with path.open("wb") as file:
            np.savez_compressed(file, game=np.array(_name(self.eyes.game)), weights=self.weights)

    def choose(self, game: AnyGame, view: Any, rng: Random) -> Any:
        """A legal action, drawn by its score, from the seat's view alone."""
        scene = game.scene(view)
        texts = [choice.text for choice in scene.choices]
        if len(texts) == 1:
            return game.read(texts[0])
        question = scene.prompt.rule if scene.prompt else ""
        return game.read(texts[self.draw(Look(scene), view.seat, question, texts, rng).drawn])

    def draw(self, look: Look, seat: int, question: str, texts: Sequence[str], rng: Random) -> Draw:
        """One of these legal actions, and how it was come by."""
        parts, pieces = self.eyes.parts, look.pieces
        cells = [self._cell((seat, question, text, pieces.get(parts(text).piece, NOWHERE))) for text in texts]
        pulls = [cell.pull for cell in cells]
        total = sum(pulls)
        left, drawn = rng.random() * total - pulls[0], 0
        while left >= 0 and drawn < len(pulls) - 1:
            drawn += 1
            left -= pulls[drawn]
        return Draw(cells, pulls, total, drawn)

    def forget(self) -> None:
        """The weights have moved: what was reckoned from them holds no longer."""
        self.cells.clear()

    def _cell(self, key: Key) -> Cell:
        cell = self.cells.get(key)
        if cell is None:
            slots = self._slots(key)
            score = float(self.weights[slots].sum())
            cell = self.cells[key] = Cell(slots, exp(max(-STEEPEST, min(STEEPEST, score))))
        return cell

    def _hashed(self, key: Key) -> list[int]:
        return [crc32(sign.encode()) % SLOTS for sign in self.signs(key)]

    def signs(self, key: Key) -> list[str]:
        """What can speak for an action: its parts, alone and together, and where its piece comes from."""
        seat, question, text, (side, origin) = key
        parts = self.eyes.parts(text)
        said, side = f"{question} {parts.verb} {parts.rest}", f"{seat} {side}"
        signs = [said, f"{said} of {side}"]
        if parts.piece:
            signs.append(f"{said} by {parts.piece}")
        if origin:
            signs.append(f"{said} of {side} from {origin}")
        if parts.place:
            signs += [f"{said} to {parts.place}", f"{said} of {side} to {parts.place}"]
        if parts.piece and parts.place:
            signs.append(f"{said} by {parts.piece} to {parts.place}")
        if origin and parts.place:
            signs.append(f"{said} of {side} from {origin} to {parts.place}")
        return signs


def _name(game: AnyGame) -> str:
    """What the signs of a policy hold for: a game, in this version of its rules."""
    return f"{game.code} {game.version}"
