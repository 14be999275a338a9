"""The menu's lines: answers that are said alike stand together, with what they share in front."""

from collections.abc import Mapping, Sequence
from itertools import takewhile

import msgspec

from berlin.cli.table.answers import fold, said_of
from berlin.kernel.contract.scene import Choice

GAP = "…"


class Item(msgspec.Struct, frozen=True):
    """An answer within its line: its number, what is left to say, and of its code what that doesn't tell."""

    number: int
    said: str
    code: str = ""


class Group(msgspec.Struct, frozen=True):
    """A line of the menu: what its answers share, in words and of their codes. `about` finds them."""

    head: str
    items: tuple[Item, ...]
    code: str = ""
    about: str = ""


def group_choices(choices: Sequence[Choice], stacks: Mapping[str, str] | None = None) -> list[Group]:
    """The menu, verb by verb, numbered from 1: by unit (`Move the 8th Guards Army to`) or by what the units
    do (`Activate … for combat`), whichever takes fewer lines. Places named alone say who stands there."""
    verbs: dict[str, list[tuple[int, Choice]]] = {}
    for number, choice in enumerate(choices, start=1):
        verbs.setdefault(choice.verb, []).append((number, choice))
    return [group for numbered in verbs.values() for group in _of_verb(numbered, stacks or {})]


def _of_verb(numbered: list[tuple[int, Choice]], stacks: Mapping[str, str]) -> list[Group]:
    by_unit: dict[str, list[tuple[int, Choice]]] = {}
    by_rest: dict[str, list[tuple[int, Choice]]] = {}
    for number, choice in numbered:
        by_unit.setdefault(choice.unit, []).append((number, choice))
        by_rest.setdefault(_rest(choice), []).append((number, choice))
    lines = by_rest if len(by_rest) < len(by_unit) else by_unit
    return [_line(line, stacks) for line in lines.values()]


def _line(numbered: list[tuple[int, Choice]], stacks: Mapping[str, str]) -> Group:
    choices = [choice for _, choice in numbered]
    sentences, codes = [said_of(one).split() for one in choices], [one.text.split() for one in choices]
    (head, said), (shared, left) = _shared(sentences), _shared(codes)
    items = (
        Item(number, _with_stack(words, choice, stacks), _unsaid(code, words))
        for (number, choice), words, code in zip(numbered, said, left, strict=True)
    )
    about = head.partition(f" {GAP}")[0]
    return Group(head, tuple(items), _unsaid(shared, head), about)


def _shared(sentences: list[list[str]]) -> tuple[str, list[str]]:
    """What all begin and end with, and what is left of each; one that is alone keeps all."""
    if len(sentences) == 1:
        return "", [" ".join(sentences[0])]
    # Each keeps a word.
    room = min(map(len, sentences)) - 1
    begun = _common([words[:room] for words in sentences])
    room -= begun
    ended = _common([words[::-1][:room] for words in sentences])
    first = sentences[0]
    gap = [GAP] if ended else []
    head = [*first[:begun], *gap, *first[len(first) - ended :]]
    return " ".join(head), [" ".join(words[begun : len(words) - ended]) for words in sentences]


def _common(sentences: list[list[str]]) -> int:
    """How many words all of them begin with."""
    return len(list(takewhile(lambda words: len(set(words)) == 1, zip(*sentences, strict=False))))


def _rest(choice: Choice) -> str:
    """The code of an answer without its verb and its unit."""
    words = choice.text.split()
    for said in (choice.verb, choice.unit):
        if words and words[0] == said:
            words = words[1:]
    return " ".join(words)


def _with_stack(said: str, choice: Choice, stacks: Mapping[str, str]) -> str:
    """With who stands where it points; of a card that only its code names, with what it is called."""
    if choice.card and choice.label and not choice.said:
        return f"{said} ({choice.label})"
    return f"{said} ({stacks[choice.place]})" if not choice.unit and choice.place in stacks else said


def _unsaid(code: str, said: str) -> str:
    """The code, where the words don't show it already: `Lebus` needs none, `the 8th Guards Army` does."""
    words = [word for word in code.split() if word != GAP and fold(word) not in fold(said)]
    return " ".join(words)
