"""What players do, as text: a verb and its parts, `move 8GA/1 Lebus`; and as a sentence for people."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from operator import call
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec.structs import astuple

from berlin.kernel.contract.game import BadText
from berlin.kernel.contract.scene import Choice
from berlin.kernel.contract.words import Word, sentence

# The part that stands behind a word of its own: the places that an act leads through.
VIA = "via"
# The part that names what acts.
UNIT = "unit"
_NEEDED = object()
REMEMBERED = 4096
# What parts are called, by who knows more of the table than a word does.
Names = Mapping[str, Callable[[Any], str]]


class Act(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Any action: a small struct of ids."""

    verb: ClassVar[str] = ""
    """The first word of its text."""
    says: ClassVar[str] = ""
    """It in words for people: `Move {unit} to {zone}[ by way of {via}]`. What stands in brackets is left out
    where a part of it has its default."""
    note: ClassVar[str] = ""
    """What it does, where the words alone don't tell."""
    time: ClassVar[str] = ""
    """The rule that says when it has its time."""


A = TypeVar("A", bound=Act)


class Verbs(Generic[A]):
    """The verbs of a game, and how the parts of its actions are called.

    Parts with a default come last, and are left out if they have it. `via` holds several, in order. On the
    board an action is about its `unit` and its place, whatever the game calls that.
    """

    def __init__(
        self, kinds: Mapping[str, type[A]] | Iterable[type[A]], words: Mapping[str, Word], place: str
    ) -> None:
        self.kinds = kinds if isinstance(kinds, Mapping) else {kind.verb: kind for kind in kinds}
        self.words, self.place = words, place
        kinds = self.kinds
        self._verbs = {kind: verb for verb, kind in kinds.items()}
        self._parts = {kind: _with_defaults(kind) for kind in kinds.values()}
        # Those that stand without a word before them, and how many of them must.
        self._spoken = {
            kind: ([part for part, _ in parts if part != VIA], sum(one is _NEEDED for _, one in parts))
            for kind, parts in self._parts.items()
        }
        self._checks = {kind: self._known(parts) for kind, parts in self._parts.items()}
        # Most answers to a question are those to the one before.
        self.text: Callable[[A], str] = lru_cache(maxsize=REMEMBERED)(self._spell)

    def verb(self, action: A) -> str:
        return self._verbs[type(action)]

    def write(self, action: A) -> str:
        """The text of an action."""
        return self.text(action)

    def _spell(self, action: A) -> str:
        words = [self._verbs[type(action)]]
        for part, default in self._parts[type(action)]:
            value = getattr(action, part)
            if value == default:
                continue
            if part == VIA:
                words += [VIA, ",".join(map(self.words[VIA].write, value))]
            else:
                words.append(self.words[part].write(value))
        return " ".join(words)

    def read(self, text: str) -> A:
        """The action that a text names. Raises BadText."""
        words = text.split()
        if not words:
            raise BadText("an empty line is no action")
        kind = self.kinds.get(words[0].lower())
        if kind is None:
            raise BadText(f"{words[0]!r} is no verb of this game (one of: {', '.join(self.kinds)})")
        return self.made(kind, words[1:], text)

    def made(self, kind: type[A], words: list[str], text: str) -> A:
        """The action of this kind whose parts these words name. Raises BadText."""
        parts, needed = self._spoken[kind]
        led: dict[str, object] = {}
        if len(words) > 2 and words[-2].lower() == VIA and len(parts) < len(self._parts[kind]):
            led[VIA] = tuple(sorted({self.value(VIA, word) for word in words[-1].split(",")}))
            words = words[:-2]
        if not needed <= len(words) <= len(parts):
            raise BadText(f"{text!r}: say `{self.usage(kind)}`")
        return kind(*map(self.value, parts, words), **led)

    def usage(self, kind: type[A]) -> str:
        """How an action of this kind is spelled: `move UNIT ZONE [via ZONE,...]`."""
        words = [self._verbs[kind]]
        for part, default in self._parts[kind]:
            word = f"{VIA} {self.words[VIA].noun.split()[-1].upper()},..." if part == VIA else part.upper()
            words.append(word if default is _NEEDED else f"[{word}]")
        return " ".join(words)

    def value(self, part: str, word: str) -> Any:
        """What a word names. Raises BadText."""
        kind = self.words[part]
        try:
            return kind.read(word)
        except (KeyError, ValueError):
            raise BadText(f"{word!r} is not {kind.noun} of this game") from None

    def say(self, action: A, names: Names | None = None) -> str:
        """An action in words for people; its text where it has none.

        `names` say what parts are called, where the words of the game don't.
        """
        kind = type(action)
        said: str = getattr(kind, "says", "")
        if not said:
            return self.write(action)
        told = {part for part, default in self._parts[kind] if getattr(action, part) != default}
        called = {
            part: names[part](value) if names and part in names else self.name(part, value)
            for part, value in zip(kind.__struct_fields__, astuple(action), strict=True)
        }
        return sentence(_without_unsaid(said, told).format(**called))

    def name(self, part: str, value: object) -> str:
        """What people call the value of a part; several of them one after the other."""
        one = self.words[part]
        if isinstance(value, tuple) and part == VIA:
            return ", ".join(one.called(item) for item in value)
        return one.called(value)

    def choice(
        self, text: str, action: A, labels: Mapping[str, str] | None = None, names: Names | None = None
    ) -> Choice:
        """A legal answer with the parts that a client puts on the board; `labels` explain verbs."""
        verb = self.verb(action)
        named = {part: getattr(action, part, None) for part in ("unit", self.place, "card")}
        unit, place, card = (self.words[p].write(v) if v is not None else "" for p, v in named.items())
        kind = self.kinds[verb]
        note: str = kind.note if labels is None else labels.get(verb, "")
        said = self.say(action, names) if kind.says else ""
        return Choice(text, verb, unit, place, note, card, said=said)

    def meant(self, named: Mapping[str, str]) -> dict[str, int]:
        """What these words name, by their parts. Raises KeyError for a name that there isn't."""
        found = {}
        for part, word in named.items():
            try:
                found[part] = self.words[part].read(word)
            except (ValueError, IndexError):
                raise KeyError(word) from None
        return found

    @property
    def word(self) -> Word:
        """An action as a single word, for lines that tell of open questions: `move:8GA/1:Lebus`."""
        return Word("an act", lambda act: self.write(act).replace(" ", ":"), self._read_word)

    def _read_word(self, text: str) -> A:
        return self.read(text.replace(":", " "))

    def well_formed(self, action: A) -> bool:
        """Do its parts name things that exist?"""
        return all(map(call, self._checks[type(action)], astuple(action)))

    def _known(self, parts: tuple[tuple[str, object], ...]) -> tuple[Callable[[Any], bool], ...]:
        return tuple(self._in_order if part == VIA else self.words[part].known for part, _ in parts)

    def _in_order(self, places: tuple[int, ...]) -> bool:
        return list(places) == sorted(set(places)) and all(map(self.words[VIA].known, places))


_BRACKETS = re.compile(r"\[([^\]]*)\]")
_PART = re.compile(r"\{(\w+)\}")


def _without_unsaid(said: str, told: set[str]) -> str:
    """A sentence without the brackets, and without what stands in those whose parts have their defaults."""
    return _BRACKETS.sub(lambda match: match[1] if set(_PART.findall(match[1])) <= told else "", said)


def needed_parts(kind: type[msgspec.Struct]) -> set[str]:
    """The parts that an action of this kind must say."""
    fields, defaults = kind.__struct_fields__, kind.__struct_defaults__
    return set(fields[: len(fields) - len(defaults)])


def _with_defaults(kind: type[msgspec.Struct]) -> tuple[tuple[str, object], ...]:
    """The parts of an action, each with what it is if nothing is said."""
    fields, defaults = kind.__struct_fields__, kind.__struct_defaults__
    return tuple(zip(fields, (*[_NEEDED] * (len(fields) - len(defaults)), *defaults), strict=True))
