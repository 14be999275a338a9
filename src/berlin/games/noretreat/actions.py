"""What a player may do, as small frozen structs of ids, each with a text that parses back."""

from typing import Any, get_args

import msgspec

from berlin.games.noretreat.ground import KEYS as SPACES
from berlin.games.noretreat.ground import MAP, find_space
from berlin.games.noretreat.tables import CARD_KEYS, find_card
from berlin.games.noretreat.units import KEYS, UNITS, find_unit
from berlin.kernel.game import BadText

# The words by which an event with several ways is told which is meant; 0 for none.
WAYS = (
    *("", "shift", "save", "double", "blows", "draw", "cancel", "this", "next", "both", "left", "right"),
    *("axis", "soviet", "move", "advance", "upgrade", "armor", "yes", "no", "one", "two"),
)
WAY = {word: number for number, word in enumerate(WAYS)}


class Act(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Any action."""


class Play(Act, frozen=True, gc=False):
    """Play a card's event; `way` is a word of WAYS where the event can do several things."""

    card: int
    way: int = 0


class Pass(Act, frozen=True, gc=False):
    pass


class Discard(Act, frozen=True, gc=False):
    card: int


class Extend(Act, frozen=True, gc=False):
    pass


class Flip(Act, frozen=True, gc=False):
    unit: int


class Place(Act, frozen=True, gc=False):
    unit: int
    space: int


class Reorganize(Act, frozen=True, gc=False):
    unit: int


class Restore(Act, frozen=True, gc=False):
    space: int


class Move(Act, frozen=True, gc=False):
    """Move to a space; `via` are the enemy's cities, oil hexes and areas that are taken on the way."""

    unit: int
    space: int
    via: tuple[int, ...] = ()


class Entrain(Act, frozen=True, gc=False):
    unit: int


class Detrain(Act, frozen=True, gc=False):
    unit: int
    space: int


class Target(Act, frozen=True, gc=False):
    space: int


class Blow(Act, frozen=True, gc=False):
    space: int


class Attack(Act, frozen=True, gc=False):
    space: int


class Join(Act, frozen=True, gc=False):
    unit: int


class Commit(Act, frozen=True, gc=False):
    pass


class Roll(Act, frozen=True, gc=False):
    pass


class Lose(Act, frozen=True, gc=False):
    unit: int


class RetreatTo(Act, frozen=True, gc=False):
    unit: int
    space: int


class AdvanceTo(Act, frozen=True, gc=False):
    unit: int
    space: int


class StrikeAt(Act, frozen=True, gc=False):
    space: int


class Choose(Act, frozen=True, gc=False):
    unit: int


class At(Act, frozen=True, gc=False):
    space: int


class Take(Act, frozen=True, gc=False):
    card: int


class Say(Act, frozen=True, gc=False):
    way: int


class Done(Act, frozen=True, gc=False):
    pass


Action = (
    Play
    | Pass
    | Discard
    | Extend
    | Flip
    | Place
    | Reorganize
    | Restore
    | Move
    | Entrain
    | Detrain
    | Target
    | Blow
    | Attack
    | Join
    | Commit
    | Roll
    | Lose
    | RetreatTo
    | AdvanceTo
    | StrikeAt
    | Choose
    | At
    | Take
    | Say
    | Done
)

VERBS: dict[str, type[Act]] = {
    "play": Play,
    "pass": Pass,
    "discard": Discard,
    "extend": Extend,
    "flip": Flip,
    "place": Place,
    "reorganize": Reorganize,
    "restore": Restore,
    "move": Move,
    "entrain": Entrain,
    "detrain": Detrain,
    "target": Target,
    "blow": Blow,
    "attack": Attack,
    "join": Join,
    "commit": Commit,
    "roll": Roll,
    "lose": Lose,
    "retreat": RetreatTo,
    "advance": AdvanceTo,
    "strike": StrikeAt,
    "choose": Choose,
    "at": At,
    "take": Take,
    "say": Say,
    "done": Done,
}
_VERB_OF = {kind: verb for verb, kind in VERBS.items()}
assert set(VERBS.values()) == set(get_args(Action))

# Acts without parts, made once.
PASS, DONE, COMMIT, ROLL, EXTEND = Pass(), Done(), Commit(), Roll(), Extend()

_WRITERS: dict[str, Any] = {
    "unit": KEYS.__getitem__,
    "space": SPACES.__getitem__,
    "card": CARD_KEYS.__getitem__,
    "way": WAYS.__getitem__,
}
_READERS: dict[str, tuple[Any, str]] = {
    "unit": (find_unit, "a unit"),
    "space": (find_space, "a space"),
    "card": (find_card, "a card"),
    "way": (WAY.__getitem__, "a word"),
}


def verb(action: Action) -> str:
    return _VERB_OF[type(action)]


def write(action: Action) -> str:
    """The text of an action: `move 4Pz Riga`."""
    words = [verb(action)]
    for field in action.__struct_fields__:
        value = getattr(action, field)
        if field == "via":
            words += ["via", ",".join(SPACES[space] for space in value)] if value else []
        else:
            words.append(_WRITERS[field](value))
    return " ".join(word for word in words if word)


def read(text: str) -> Action:
    """The action that a text names. Raises BadText."""
    words = text.split()
    if not words:
        raise BadText("an empty line is no action")
    kind = VERBS.get(words[0].lower())
    if kind is None:
        raise BadText(f"{words[0]!r} is no verb of this game (one of: {', '.join(VERBS)})")
    arguments = words[1:]
    if kind is Move and len(arguments) == 4 and arguments[2].lower() == "via":
        via = sorted({_value("space", word) for word in arguments[3].split(",")})
        return Move(_value("unit", arguments[0]), _value("space", arguments[1]), tuple(via))
    fields = [field for field in kind.__struct_fields__ if field != "via"]
    least = 1 if kind is Play else len(fields)
    if not least <= len(arguments) <= len(fields):
        wanted = " ".join(field.upper() for field in fields)
        raise BadText(f"{text!r}: say `{' '.join([words[0].lower(), wanted]).rstrip()}`")
    values = {field: _value(field, word) for field, word in zip(fields, arguments, strict=False)}
    action = kind(**values)
    assert isinstance(action, Action)
    return action


def _value(field: str, word: str) -> int:
    reader, noun = _READERS[field]
    try:
        found: int = reader(word.lower() if field == "way" else word)
    except (KeyError, ValueError):
        raise BadText(f"{word!r} is not {noun} of this game") from None
    return found


def well_formed(action: Action) -> bool:
    """Do its ids name things that exist?"""
    return all(_exists(field, getattr(action, field)) for field in action.__struct_fields__)


def _exists(field: str, value: Any) -> bool:
    match field:
        case "unit":
            return value in range(UNITS)
        case "space":
            return _is_space(value)
        case "card":
            return value in CARD_KEYS
        case "via":
            return all(_is_space(space) for space in value) and list(value) == sorted(set(value))
        case _:
            return value in range(len(WAYS))


def _is_space(value: int) -> bool:
    return value >= 0 and bool(MAP.all >> value & 1)
