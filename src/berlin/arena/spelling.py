"""Actions as small numbers: an action is spelled word by word, and each word has its number for good.

The list of all actions of a game is long and, with routes and groups, has no end; the list of its words is
short. What is legal decides which words may follow, so that nothing but a legal action can be spelled.
"""

import re
from collections.abc import Iterable
from functools import cache, lru_cache

import msgspec

from berlin.kernel.contract.game import AnyGame

END = 0
STOP = "."
MOST_TEXTS = 1 << 16
_WORD = re.compile(r"[^ ,]+|,")


class Spelling:
    """The words of one game by number. Number 0 ends an action where a longer one goes on."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = (STOP, *words)
        self._number = {word: number for number, word in enumerate(self.words)}
        if len(self._number) != len(self.words):
            raise ValueError("a word is listed twice")
        # The same few texts come again and again.
        self.numbers = lru_cache(MOST_TEXTS)(self._numbers)

    def __len__(self) -> int:
        return len(self.words)

    def _numbers(self, text: str) -> tuple[int, ...]:
        """A text as numbers, the stop at its end. Raises LookupError for a word that isn't listed."""
        return (*(self._number[word] for word in self.split(text)), END)

    def text(self, numbers: Iterable[int]) -> str:
        """The text that these numbers spell, with or without the stop."""
        return self.join([self.words[number] for number in numbers if number != END])

    def split(self, text: str) -> list[str]:
        return _WORD.findall(text)

    def join(self, words: list[str]) -> str:
        return " ".join(words).replace(" , ", ",")


class Letters(Spelling):
    """For a game that doesn't list its words: a text is spelled byte by byte."""

    def __init__(self) -> None:
        super().__init__(f"x{byte:02x}" for byte in range(256))

    def split(self, text: str) -> list[str]:
        return [f"x{byte:02x}" for byte in text.encode()]

    def join(self, words: list[str]) -> str:
        return bytes.fromhex("".join(word[1:] for word in words)).decode(errors="replace")


@cache
def spelling(game: AnyGame) -> Spelling:
    """The spelling of this game's actions: by its words if it lists them, else by letters."""
    nouns = game.nouns()
    return Spelling(nouns.words) if nouns and nouns.words else Letters()


class Unspeakable(ValueError):
    """A word that leads to no legal action."""


class Phrase(msgspec.Struct, frozen=True):
    """An action half spelled: the legal texts that begin with the words said so far."""

    texts: tuple[str, ...]
    spelled: tuple[tuple[int, ...], ...]
    length: int = 0

    @classmethod
    def of(cls, texts: Iterable[str], spelling: Spelling) -> "Phrase":
        """All these texts open, and said what they have in common; nothing if there is but one."""
        texts = tuple(texts)
        spelled = tuple(map(spelling.numbers, texts))
        return cls(texts, spelled, _common(spelled, 0) if len(texts) > 1 else 0)

    @property
    def said(self) -> tuple[int, ...]:
        return self.spelled[0][: self.length] if self.length else ()

    @property
    def text(self) -> str:
        """The action, once it is certain; "" before."""
        return self.texts[0] if self.length and len(self.texts) == 1 else ""

    def following(self) -> tuple[int, ...]:
        """The words that may be said now, in the order of their numbers."""
        return tuple(sorted({numbers[self.length] for numbers in self.spelled}))

    def say(self, word: int) -> "Phrase":
        """One word more, and every word after it to which there is no other. Raises Unspeakable."""
        length = self.length
        left = [at for at, numbers in enumerate(self.spelled) if numbers[length] == word]
        if not left:
            raise Unspeakable(f"no legal action goes on with word {word}")
        texts = tuple(self.texts[at] for at in left)
        spelled = tuple(self.spelled[at] for at in left)
        return Phrase(texts, spelled, _common(spelled, length + 1) if len(texts) > 1 else length + 1)


def _common(spelled: tuple[tuple[int, ...], ...], length: int) -> int:
    """How far these run on alike; each ends in a stop, so that no two are alike to the end."""
    while len({numbers[length] for numbers in spelled}) == 1:
        length += 1
    return length
