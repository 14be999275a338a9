"""How the values that actions and questions are made of are written as single words, and read back."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec


class Word(msgspec.Struct, frozen=True):
    """A kind of value: what it is called (`a unit`), its text, and back; `known`: is there such a thing?

    `read` raises KeyError, ValueError or BadText for a word that names none.
    """

    noun: str
    write: Callable[[Any], str]
    read: Callable[[str], Any]
    known: Callable[[Any], bool] = lambda value: True


def many(one: Word) -> Word:
    """Several of these, by commas; none is an empty word."""
    return Word(
        f"{one.noun}, or several by commas",
        lambda values: ",".join(one.write(value) for value in values),
        lambda text: tuple(one.read(part) for part in text.split(",") if part),
        lambda values: all(one.known(value) for value in values),
    )


def maybe(one: Word, nothing: Any, word: str = "none") -> Word:
    """One of these, or a word for nothing."""
    return Word(
        one.noun,
        lambda value: word if value == nothing else one.write(value),
        lambda text: nothing if text == word else one.read(text),
        lambda value: value == nothing or one.known(value),
    )


def among(noun: str, names: Iterable[str]) -> Word:
    """One of these names, in any case, by its number."""
    listed = tuple(names)
    numbers = {name.lower(): number for number, name in enumerate(listed)}
    return Word(
        noun,
        listed.__getitem__,
        lambda text: numbers[text.lower()],
        lambda value: value in range(len(listed)),
    )


NUMBER = Word("a number", str, int)
TEXT = Word("a word", str, str)
TRUTH = Word("yes or no", lambda value: "yes" if value else "no", {"yes": True, "no": False}.__getitem__)
