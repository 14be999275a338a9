"""From what a player types to one of the legal answers.

Typing is forgiving and never guesses: a number of the menu, the code or the sentence of an answer, or any
beginnings of its words that fit one answer alone (`act 8ga/1 com`, `attack lebus with the 8th`).
"""

import unicodedata
from collections.abc import Iterable, Sequence

from berlin.kernel.contract.scene import Choice

Split = list[tuple[str, list[str]]]


def fold(text: str) -> str:
    """Small letters without accents: `Müncheberg` can be typed on any keyboard."""
    bare = unicodedata.normalize("NFKD", text)
    return "".join(c for c in bare if not unicodedata.combining(c)).casefold()


def said_of(choice: Choice) -> str:
    """An answer in words."""
    return choice.said or choice.text


def with_code(choice: Choice, codes: bool = True) -> str:
    """An answer in words, and its code where that is something else and codes are wanted."""
    same = fold(said_of(choice)) == fold(choice.text)
    return said_of(choice) if same or not codes else f"{said_of(choice)} ({choice.text})"


def match(typed: str, texts: Sequence[str], numbered: bool = True) -> list[str]:
    """The texts that the typed words may mean: one when they are clear, several or none when not."""
    chosen = _numbered(typed, len(texts)) if numbered else None
    if chosen is not None:
        return [texts[chosen]]
    return _meant(typed, [[(text, fold(text).split()) for text in texts]])


def find(typed: str, choices: Sequence[Choice]) -> list[Choice]:
    """The answers that the typed words may mean, by their numbers, their codes or their sentences."""
    chosen = _numbered(typed, len(choices))
    if chosen is not None:
        return [choices[chosen]]
    codes = [(choice.text, fold(choice.text).split()) for choice in choices]
    sentences = [(choice.text, _words(choice.said)) for choice in choices if choice.said]
    hits = set(_meant(typed, [codes, sentences]))
    return [choice for choice in choices if choice.text in hits]


def next_words(before: Sequence[str], begun: str, texts: Iterable[str]) -> list[str]:
    """The words that may come after these, beginning as typed: what the tab key offers."""
    given, start = [fold(word) for word in before], fold(begun)
    at = len(given)
    found: dict[str, str] = {}
    for text in texts:
        parts = text.split()
        if len(parts) <= at or not fold(parts[at]).startswith(start):
            continue
        if all(fold(part).startswith(word) for part, word in zip(parts, given, strict=False)):
            found.setdefault(fold(parts[at]), parts[at])
    return list(found.values())


def _numbered(typed: str, size: int) -> int | None:
    """The place in the menu that a number names."""
    word = typed.strip()
    return int(word) - 1 if word.isdecimal() and 1 <= int(word) <= size else None


def _meant(typed: str, languages: Sequence[Split]) -> list[str]:
    """What is said in full in one of these languages; or else what is begun in any of them; or else what has
    the words in this order."""
    for words in dict.fromkeys((tuple(fold(typed).split()), tuple(_words(typed)))):
        for way in (_said_whole, _by_beginnings, _with_words):
            found = [text for split in languages for text in way(list(words), split)]
            if found and words:
                return list(dict.fromkeys(found))
    return []


def _words(sentence: str) -> list[str]:
    """The words of a sentence without its stops."""
    return [bare for word in fold(sentence).split() if (bare := word.strip(".,;:!?\"'"))]


def _said_whole(words: list[str], split: Split) -> list[str]:
    return [text for text, parts in split if parts == words][:1]


def _by_beginnings(words: list[str], split: Split) -> list[str]:
    left = [(text, parts) for text, parts in split if _begins(words, parts)]
    for at, word in enumerate(words):
        whole = [(text, parts) for text, parts in left if parts[at] == word]
        left = whole or left
    # `move 8GA/1 Lebus` is meant before `move 8GA/1 Lebus via Seelow`.
    complete = [(text, parts) for text, parts in left if len(parts) == len(words)]
    return [text for text, _ in (complete or left)]


def _with_words(words: list[str], split: Split) -> list[str]:
    return [text for text, parts in split if _in_order(words, parts)]


def _begins(words: list[str], parts: list[str]) -> bool:
    return len(words) <= len(parts) and all(p.startswith(w) for w, p in zip(words, parts, strict=False))


def _in_order(words: list[str], parts: list[str]) -> bool:
    rest = iter(parts)
    return all(any(part.startswith(word) for part in rest) for word in words)
