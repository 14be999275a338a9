"""The example's policy: a legal action is scored by what it names, and drawn by its score."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
from examples.eyes import Eyes, Look
from numpy.typing import NDArray

from berlin.arena.layout import layout
from berlin.arena.sitting import game_of
from berlin.kernel.game import AnyGame

Floats = NDArray[np.float64]


class Weights(msgspec.Struct):
    """What is learned.

    `parts`: for each question and side of the piece, what the parts of an action are worth: the marks of the
    piece, the ground it goes to, how that differs from the ground it comes from. `words`: for each question,
    what the other words are worth. `value`: what the table is worth to who looks at it.
    """

    parts: Floats
    words: Floats
    value: Floats

    @classmethod
    def none(cls, eyes: Eyes) -> "Weights":
        """Nothing learned: every legal action is as good as any other."""
        questions = len(eyes.game.ledger)
        return cls(
            np.zeros((questions * eyes.sides, 1 + eyes.marks + 2 * eyes.ground)),
            np.zeros((questions, len(eyes.spelling))),
            np.zeros(eyes.summary),
        )

    def save(self, path: Path) -> None:
        with path.open("wb") as file:
            np.savez_compressed(file, parts=self.parts, words=self.words, value=self.value)

    @classmethod
    def load(cls, path: Path) -> "Weights":
        with np.load(path) as file:
            return cls(file["parts"], file["words"], file["value"])


class Draw(msgspec.Struct):
    """One decision as the learner needs it afterwards."""

    question: int
    contexts: NDArray[np.int64]
    parts: Floats
    words: list[tuple[int, ...]]
    chances: Floats
    drawn: int
    summary: Floats


class Policy:
    """A player by these weights. It is seated like any machine: `Solo("race", against=Policy(...))`."""

    def __init__(self, eyes: Eyes, weights: Weights) -> None:
        self.eyes, self.weights = eyes, weights

    @classmethod
    def load(cls, game: str, path: Path) -> "Policy":
        return cls(Eyes(game_of(game)), Weights.load(path))

    def choose(self, game: AnyGame, view: Any, rng: Random) -> Any:
        """A legal action, drawn by its score, from the seat's view alone."""
        scene = game.scene(view)
        look = Look(self.eyes, layout(game).encode(scene), view.seat)
        texts = tuple(choice.text for choice in scene.choices)
        return game.read(texts[self.draw(look, texts, rng).drawn])

    def draw(self, look: Look, texts: tuple[str, ...], rng: Random) -> Draw:
        """One of these legal actions, and how it was come by."""
        eyes = self.eyes
        named = [eyes.named(text) for text in texts]
        piece, place = np.array([unit for unit, _, _ in named]), np.array([spot for _, spot, _ in named])
        ground = look.ground[place]
        parts = np.concatenate(
            [np.ones((len(texts), 1)), look.marks[piece], ground, ground - look.ground[look.place[piece]]],
            axis=1,
        )
        contexts = look.question * eyes.sides + eyes.side[piece]
        words = [rest for _, _, rest in named]
        worth = self.weights.words[look.question]
        scores = (parts * self.weights.parts[contexts]).sum(axis=1)
        scores += [sum(worth[word] for word in rest) for rest in words]
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        drawn = min(int(np.searchsorted(chances.cumsum(), rng.random())), len(texts) - 1)
        return Draw(look.question, contexts, parts, words, chances, drawn, look.summary)
