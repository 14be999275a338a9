"""From what a player types to one of the legal answers.

Typing is forgiving and never guesses: a number of the menu, the full text, or any beginnings of its words
that fit one answer alone (`act 8ga/1 com`, or without the verb `8ga/1 com`).
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile

import msgspec

from berlin.kernel.scene import Choice

UNIT = "UNIT"


class Group(msgspec.Struct, frozen=True):
    """A line of the menu: what its answers share, and each one's number and what is left to say."""

    head: str
    answers: tuple[tuple[int, str], ...]


def fold(text: str) -> str:
    """Small letters without accents: `Müncheberg` can be typed on any keyboard."""
    bare = unicodedata.normalize("NFKD", text)
    return "".join(c for c in bare if not unicodedata.combining(c)).casefold()


def match(typed: str, texts: Sequence[str], numbered: bool = True) -> list[str]:
    """The texts that the typed words may mean: one when they are clear, several or none when not."""
    words = fold(typed).split()
    if not words:
        return []
    if numbered and len(words) == 1 and words[0].isdigit() and 1 <= int(words[0]) <= len(texts):
        return [texts[int(words[0]) - 1]]
    split = [(text, fold(text).split()) for text in texts]
    exact = [text for text, parts in split if parts == words]
    if exact:
        return exact[:1]
    return _by_beginnings(words, split) or [text for text, parts in split if _in_order(words, parts)]


def grouped(
    choices: Sequence[Choice], stacks: Mapping[str, str] | None = None, kinds: Mapping[str, str] | None = None
) -> list[Group]:
    """The menu, verb by verb, numbered from 1: by unit (`move 8GA/1`) or by what the units do
    (`activate UNIT combat`), whichever takes fewer lines. Places named alone say who stands there; units of
    one kind stand together, if several have the same."""
    verbs: dict[str, list[tuple[int, Choice]]] = {}
    for number, choice in enumerate(choices, start=1):
        verbs.setdefault(choice.verb, []).append((number, choice))
    groups = (_of_verb(verb, numbered, stacks or {}, kinds or {}) for verb, numbered in verbs.items())
    return [group for found in groups for group in found]


def next_words(before: Sequence[str], begun: str, texts: Iterable[str]) -> list[str]:
    """The words that may come after these, beginning as typed: what the tab key offers."""
    given, start = [fold(word) for word in before], fold(begun)
    at = len(given)
    found: dict[str, None] = {}
    for text in texts:
        parts = text.split()
        if len(parts) <= at or not fold(parts[at]).startswith(start):
            continue
        if all(fold(part).startswith(word) for part, word in zip(parts, given, strict=False)):
            found[parts[at]] = None
    return list(found)


def _of_verb(
    verb: str, numbered: list[tuple[int, Choice]], stacks: Mapping[str, str], kinds: Mapping[str, str]
) -> list[Group]:
    by_unit: dict[str, list[tuple[int, str]]] = {}
    by_rest: dict[str, list[tuple[int, str]]] = {}
    for number, choice in numbered:
        rest = _rest(choice)
        by_unit.setdefault(f"{verb} {choice.unit}".strip(), []).append((number, rest + _told(choice, stacks)))
        by_rest.setdefault(f"{verb} {UNIT} {rest}".strip(), []).append((number, choice.unit))
    units_alone = all(choice.unit and not _rest(choice) for _, choice in numbered)
    if units_alone:
        return _by_kind(verb, [(number, choice.unit) for number, choice in numbered], kinds)
    if len(by_rest) < len(by_unit):
        return [group for head, answers in by_rest.items() for group in _by_kind(head, answers, kinds)]
    return [_with_common_words(head, answers) for head, answers in by_unit.items()]


def _by_kind(head: str, answers: list[tuple[int, str]], kinds: Mapping[str, str]) -> list[Group]:
    """Units in lines by what they are; those that are alone of their kind share one."""
    found: dict[str, list[tuple[int, str]]] = {}
    for number, unit in answers:
        found.setdefault(kinds.get(unit, ""), []).append((number, unit))
    if len(found) in (1, len(answers)) or "" in found:
        return [Group(head, tuple(answers))]
    several = [Group(f"{head} ({kind})", tuple(units)) for kind, units in found.items() if len(units) > 1]
    alone = [(number, f"{unit} ({kind})") for kind, [(number, unit), *more] in found.items() if not more]
    return [*several, Group(head, tuple(alone))] if alone else several


def _with_common_words(head: str, answers: list[tuple[int, str]]) -> Group:
    """Words that all answers of a line begin with go to its head: `play 9:` and then the zones."""
    split = [said.split() for _, said in answers]
    # Each answer keeps its last word, and an answer that is alone keeps all.
    begun = [parts[:-1] for parts in split] if len(split) > 1 else []
    common = [words[0] for words in takewhile(lambda words: len(set(words)) == 1, zip(*begun, strict=False))]
    left = tuple((number, " ".join(said.split()[len(common) :])) for number, said in answers)
    return Group(" ".join([head, *common]), left)


def _told(choice: Choice, stacks: Mapping[str, str]) -> str:
    """What the card is called that an answer names by its key; who stands where it points."""
    if choice.card and choice.label:
        return f" ({choice.label})"
    return f" ({stacks[choice.place]})" if not choice.unit and choice.place in stacks else ""


def _rest(choice: Choice) -> str:
    """The text of an answer without its verb and its unit."""
    words = choice.text.split()
    for said in (choice.verb, choice.unit):
        if words and words[0] == said:
            words = words[1:]
    return " ".join(words)


def _by_beginnings(words: list[str], split: list[tuple[str, list[str]]]) -> list[str]:
    left = [(text, parts) for text, parts in split if _begins(words, parts)]
    for at, word in enumerate(words):
        whole = [(text, parts) for text, parts in left if parts[at] == word]
        left = whole or left
    # `move 8GA/1 Lebus` is meant before `move 8GA/1 Lebus via Seelow`.
    complete = [(text, parts) for text, parts in left if len(parts) == len(words)]
    return [text for text, _ in (complete or left)]


def _begins(words: list[str], parts: list[str]) -> bool:
    return len(words) <= len(parts) and all(p.startswith(w) for w, p in zip(words, parts, strict=False))


def _in_order(words: list[str], parts: list[str]) -> bool:
    rest = iter(parts)
    return all(any(part.startswith(word) for part in rest) for word in words)
