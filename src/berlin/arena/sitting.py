"""One game being played, as every environment here sees it: who decides, what may be said, what is seen."""

from collections.abc import Mapping
from operator import index
from typing import Any, SupportsIndex

import msgspec
import numpy as np
from numpy.typing import NDArray

from berlin.arena.layout import Layout, Row, layout
from berlin.arena.spelling import Phrase, Spelling, spelling
from berlin.kernel.contract.game import A, AnyGame, BadText, Game, Result, S, V, codes, load
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.scene import Scene
from berlin.kernel.play.dice import key_from_seed

Mask = NDArray[np.int8]
Move = SupportsIndex | str | msgspec.Struct
"""A word by its number, or a whole action: its text, or the game's own struct."""


class Illegal(ValueError):
    """An action, or a word of one, that the rules don't allow here."""


def game_of(game: str | AnyGame) -> AnyGame:
    """A game by its code, or the game itself. Raises ValueError for an unknown code."""
    if not isinstance(game, str):
        return game
    if game not in codes(examples=True):
        raise ValueError(f"unknown game {game!r}; there are {', '.join(codes())}")
    return load(game)


def opening(
    game: Game[S, A, V],
    seed: int,
    scenario: str = "",
    options: Mapping[str, str] | None = None,
    situation: str = "",
) -> S:
    """The first state of a game with this seed: the same dice as `--seed` gives on the command line."""
    key = key_from_seed(seed)
    if situation:
        return game.read_situation(situation, key).state
    return game.start(scenario or game.scenarios[0].key, key, options or {}).state


class Sitting:
    """A state, and the action that its decider is about to spell."""

    def __init__(self, game: AnyGame, state: object, phrase: Phrase | None = None) -> None:
        self.game = game
        self.spelling: Spelling = spelling(game)
        self.layout: Layout = layout(game)
        self.actions = 0
        self._enter(state, phrase)

    def _enter(self, state: object, phrase: Phrase | None = None) -> None:
        self.state: Any = state
        self._phrase = phrase
        self._texts: tuple[str, ...] | None = None
        self._scenes: dict[Seat, Scene] = {}
        self._rows: dict[Seat, Row] = {}

    def copy(self) -> "Sitting":
        other = Sitting.__new__(Sitting)
        other.__dict__.update(self.__dict__)
        other._scenes, other._rows = dict(self._scenes), dict(self._rows)
        return other

    @property
    def seat(self) -> Seat | None:
        """Who decides; the first where several are asked at once; None at the end."""
        deciders = self.game.deciders(self.state)
        return deciders[0] if deciders else None

    @property
    def result(self) -> Result | None:
        return self.game.result(self.state)

    @property
    def phrase(self) -> Phrase:
        """What has been said of the open decision's answer, and how it may go on."""
        if self._phrase is None:
            self._phrase = Phrase.of(self.texts(), self.spelling)
        return self._phrase

    def legal(self) -> list[msgspec.Struct]:
        """The legal actions of who decides, as the game's own structs."""
        return self.game.legal(self.state, seat=self.seat)

    def texts(self) -> tuple[str, ...]:
        """The legal actions as texts."""
        if self._texts is None:
            scene = None if self.seat is None else self._scenes.get(self.seat)
            if scene is not None:
                self._texts = tuple(choice.text for choice in scene.choices)
            else:
                self._texts = tuple(map(self.game.write, self.legal()))
        return self._texts

    def scene(self, seat: Seat) -> Scene:
        if seat not in self._scenes:
            self._scenes[seat] = self.game.scene(self.game.view(self.state, seat))
        return self._scenes[seat]

    def row(self, seat: Seat) -> Row:
        """What a seat sees, as numbers; the words said so far are seen by who says them alone."""
        if seat not in self._rows:
            self._rows[seat] = self.layout.encode(self.scene(seat))
        if seat == self.seat:
            return self.layout.say(self._rows[seat], self.phrase)
        return self._rows[seat].copy()

    def words(self, seat: Seat) -> tuple[int, ...]:
        """The numbers of the words that this seat may say now; none if another decides."""
        return self.phrase.following() if seat == self.seat else ()

    def mask(self, seat: Seat) -> Mask:
        """A 1 for each word that this seat may say now."""
        mask = np.zeros(len(self.spelling), dtype=np.int8)
        mask[list(self.words(seat))] = 1
        return mask

    def take(self, action: Move) -> msgspec.Struct | None:
        """Says a word or plays an action. Returns the action that was played.

        None: the word was said, but there is more to say. Raises Illegal.
        """
        if isinstance(action, str | msgspec.Struct):
            return self._play(self._read(action))
        phrase = self._say(index(action))
        if phrase.text:
            return self._play(self.game.read(phrase.text))
        self._phrase = phrase
        return None

    def spell(self, text: str) -> tuple[int, ...]:
        """The words of a whole legal action that goes on as this one began. Raises Illegal."""
        text = self.game.write(self._read(text))
        if text not in self.phrase.texts:
            raise Illegal(f"{text!r} begins otherwise than what was said")
        return self.spelling.numbers(text)

    def _say(self, word: int) -> Phrase:
        if self.seat is None:
            raise Illegal("the game is over")
        try:
            return self.phrase.say(word)
        except ValueError as error:
            raise Illegal(str(error)) from None

    def _read(self, action: str | msgspec.Struct) -> msgspec.Struct:
        """The action that is meant, if it is legal."""
        try:
            read: msgspec.Struct = self.game.read(action) if isinstance(action, str) else action
        except BadText as error:
            raise Illegal(str(error)) from None
        if self._texts is not None and action in self._texts:
            return read
        refusal = self.game.why_not(self.state, read)
        if refusal is not None:
            raise Illegal(str(refusal))
        if self.seat is not None and not self.game.is_own(self.state, read, self.seat):
            raise Illegal("this is another seat's answer")
        return read

    def _play(self, action: msgspec.Struct) -> msgspec.Struct:
        self.actions += 1
        self._enter(self.game.next(self.state, action))
        return action
