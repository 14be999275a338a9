"""How the values that actions and questions are made of are written as single words, and read back."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec


class Word(msgspec.Struct, frozen=True):
    """A kind of value: what it is called (`a unit`), its text, and back; `known`: is there such a thing?

    `read` raises KeyError, ValueError or BadText for a word that names none. The text is a code, for records
    and scripts; `name` is what people call the thing within a sentence, where that is not its code.
    """

    noun: str
    write: Callable[[Any], str]
    read: Callable[[str], Any]
    known: Callable[[Any], bool] = lambda value: True
    name: Callable[[Any], str] | None = None

    def called(self, value: Any) -> str:
        """What people call it."""
        return self.name(value) if self.name else self.write(value)


def many(one: Word) -> Word:
    """Several of these, by commas; none is an empty word."""
    return Word(
        f"{one.noun}, or several by commas",
        lambda values: ",".join(one.write(value) for value in values),
        lambda text: tuple(one.read(part) for part in text.split(",") if part),
        lambda values: all(one.known(value) for value in values),
        lambda values: ", ".join(one.called(value) for value in values),
    )


def maybe(one: Word, nothing: Any, word: str = "none") -> Word:
    """One of these, or a word for nothing."""
    return Word(
        one.noun,
        lambda value: word if value == nothing else one.write(value),
        lambda text: nothing if text == word else one.read(text),
        lambda value: value == nothing or one.known(value),
        lambda value: word if value == nothing else one.called(value),
    )


def among(noun: str, codes: Iterable[str], names: Sequence[str] | None = None) -> Word:
    """One of these codes, in any case, by its number; `names` beside them are what people say."""
    listed = tuple(codes)
    numbers = {code.lower(): number for number, code in enumerate(listed)}
    return Word(
        noun,
        listed.__getitem__,
        lambda text: numbers[text.lower()],
        lambda value: value in range(len(listed)),
        None if names is None else names.__getitem__,
    )


def counted(number: int, noun: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def sentence(text: str) -> str:
    """With a capital at its head."""
    return text[:1].upper() + text[1:]


NUMBER = Word("a number", str, int)
TEXT = Word("a word", str, str)
TRUTH = Word("yes or no", lambda value: "yes" if value else "no", {"yes": True, "no": False}.__getitem__)
