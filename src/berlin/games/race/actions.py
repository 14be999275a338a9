"""What a player may do, as small frozen structs of ids, each with a text that parses back."""

from random import Random
from typing import get_args

import msgspec

from berlin.games.race.board import ZONES, N, find_zone
from berlin.games.race.state import COMBAT, MODES, MOVE, RESERVE
from berlin.games.race.tables import CHITS
from berlin.games.race.units import COUNTERS, FORMATIONS, KEYS, UNITS, find_formation, find_unit
from berlin.kernel.game import BadText


class Act(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Any action."""


class EnterAt(Act, frozen=True, gc=False):
    formation: int
    zone: int


class DisplaceTo(Act, frozen=True, gc=False):
    unit: int
    zone: int


class Rebuild(Act, frozen=True, gc=False):
    unit: int


class Return(Act, frozen=True, gc=False):
    unit: int
    zone: int


class Convert(Act, frozen=True, gc=False):
    pass


class Starve(Act, frozen=True, gc=False):
    unit: int


class Play(Act, frozen=True, gc=False):
    """Play a chit; `target` is an army, a track, a zone or a unit, as the chit asks, or -1."""

    chit: int
    target: int = -1


class Decline(Act, frozen=True, gc=False):
    pass


class Activate(Act, frozen=True, gc=False):
    unit: int
    mode: int


class Shell(Act, frozen=True, gc=False):
    unit: int


class Begin(Act, frozen=True, gc=False):
    pass


class Pass(Act, frozen=True, gc=False):
    pass


class WestTest(Act, frozen=True, gc=False):
    unit: int


class Move(Act, frozen=True, gc=False):
    """Move to a zone; `via` are the victory zones that change hands by being passed through."""

    unit: int
    zone: int
    via: tuple[int, ...] = ()


class AttackZone(Act, frozen=True, gc=False):
    unit: int
    zone: int


class Join(Act, frozen=True, gc=False):
    unit: int


class Support(Act, frozen=True, gc=False):
    pass


class Roll(Act, frozen=True, gc=False):
    pass


class Lose(Act, frozen=True, gc=False):
    unit: int


class RetreatTo(Act, frozen=True, gc=False):
    unit: int
    zone: int


class AdvanceUnit(Act, frozen=True, gc=False):
    unit: int


class Follow(Act, frozen=True, gc=False):
    unit: int
    zone: int


class Discard(Act, frozen=True, gc=False):
    pass


class Keep(Act, frozen=True, gc=False):
    pass


class Done(Act, frozen=True, gc=False):
    pass


Action = (
    EnterAt
    | DisplaceTo
    | Rebuild
    | Return
    | Convert
    | Starve
    | Play
    | Decline
    | Activate
    | Shell
    | Begin
    | Pass
    | WestTest
    | Move
    | AttackZone
    | Join
    | Support
    | Roll
    | Lose
    | RetreatTo
    | AdvanceUnit
    | Follow
    | Discard
    | Keep
    | Done
)


def pick(actions: list[Action], rng: Random) -> Action:
    """One of them, each as likely as the next."""
    return actions[int(rng.random() * len(actions))]


VERBS: dict[str, type[Act]] = {
    "enter": EnterAt,
    "displace": DisplaceTo,
    "rebuild": Rebuild,
    "return": Return,
    "convert": Convert,
    "starve": Starve,
    "play": Play,
    "decline": Decline,
    "activate": Activate,
    "shell": Shell,
    "begin": Begin,
    "pass": Pass,
    "test": WestTest,
    "move": Move,
    "attack": AttackZone,
    "join": Join,
    "support": Support,
    "roll": Roll,
    "lose": Lose,
    "retreat": RetreatTo,
    "advance": AdvanceUnit,
    "follow": Follow,
    "discard": Discard,
    "keep": Keep,
    "done": Done,
}
_VERB_OF = {kind: verb for verb, kind in VERBS.items()}
assert set(VERBS.values()) == set(get_args(Action))

# What a chit's target is.
TARGETS = {2: "army", 6: "army", 7: "army", 3: "track", 8: "unit", 9: "zone"}
_MODE_OF = {word: mode for mode, word in MODES.items()}


def verb(action: Action) -> str:
    return _VERB_OF[type(action)]


def write(action: Action) -> str:
    """The text of an action: `move 8GA/1 Lebus`."""
    words = [verb(action)]
    match action:
        case EnterAt(formation, zone):
            words += [FORMATIONS[formation].key, ZONES[zone].key]
        case Activate(unit, mode):
            words += [KEYS[unit], MODES[mode]]
        case Play(chit, target):
            words.append(str(chit))
            if target >= 0:
                words.append(_target_text(chit, target))
        case Move(unit, zone, via):
            words += [KEYS[unit], ZONES[zone].key]
            if via:
                words += ["via", ",".join(ZONES[v].key for v in via)]
        case _:
            for field in action.__struct_fields__:
                value = getattr(action, field)
                words.append(KEYS[value] if field == "unit" else ZONES[value].key)
    return " ".join(words)


def _target_text(chit: int, target: int) -> str:
    match TARGETS.get(chit, ""):
        case "army":
            return FORMATIONS[target].key
        case "zone":
            return ZONES[target].key
        case "unit":
            return KEYS[target]
        case _:
            return str(target)


def read(text: str) -> Action:
    """The action that a text names. Raises BadText."""
    words = text.split()
    if not words:
        raise BadText("an empty line is no action")
    kind = VERBS.get(words[0].lower())
    if kind is None:
        raise BadText(f"{words[0]!r} is no verb of this game (one of: {', '.join(VERBS)})")
    arguments = words[1:]
    if kind is Play:
        return _read_play(text, arguments)
    if kind is Move:
        return _read_move(text, arguments)
    fields = kind.__struct_fields__
    if len(arguments) != len(fields):
        wanted = " ".join(field.upper() for field in fields)
        raise BadText(f"{text!r}: say `{' '.join([words[0].lower(), wanted]).rstrip()}`")
    values = {field: _value(field, word) for field, word in zip(fields, arguments, strict=True)}
    action = kind(**values)
    assert isinstance(action, Action)
    return action


def _read_play(text: str, arguments: list[str]) -> Play:
    if not arguments or not arguments[0].isdigit() or int(arguments[0]) not in CHITS:
        raise BadText(f"{text!r}: say `play` and a chit number from 1 to 11")
    chit = int(arguments[0])
    wanted = TARGETS.get(chit, "")
    if len(arguments) != 1 + bool(wanted):
        raise BadText(f"{text!r}: say `play {chit}{' ' + wanted.upper() if wanted else ''}`")
    return Play(chit, _value(wanted, arguments[1])) if wanted else Play(chit)


def _read_move(text: str, arguments: list[str]) -> Move:
    match arguments:
        case [unit, zone]:
            return Move(_value("unit", unit), _value("zone", zone))
        case [unit, zone, word, via] if word.lower() == "via":
            zones = sorted({_value("zone", part) for part in via.split(",")})
            return Move(_value("unit", unit), _value("zone", zone), tuple(zones))
        case _:
            raise BadText(f"{text!r}: say `move UNIT ZONE` or `move UNIT ZONE via ZONE,ZONE`")


def _value(field: str, word: str) -> int:
    try:
        match field:
            case "unit":
                return find_unit(word)
            case "zone":
                return find_zone(word)
            case "formation":
                return find_formation(word)
            case "army":
                return find_formation(word)
            case "mode":
                return _MODE_OF[word.lower()]
            case _:
                return int(word)
    except (KeyError, ValueError):
        names = {
            "unit": "a unit",
            "zone": "a zone",
            "mode": "a mode (move, combat, reserve)",
            "track": "a track",
        }
        raise BadText(f"{word!r} is not {names.get(field, 'an army or division')} of this game") from None


def well_formed(action: Action) -> bool:
    """Do its ids name things that exist?"""
    for field in action.__struct_fields__:
        value = getattr(action, field)
        match field:
            case "unit":
                good = 0 <= value < UNITS
            case "zone":
                good = 0 <= value < N
            case "via":
                good = all(0 <= zone < N for zone in value) and list(value) == sorted(set(value))
            case "formation":
                good = 0 <= value < len(FORMATIONS)
            case "mode":
                good = value in (MOVE, COMBAT, RESERVE)
            case _:
                good = True
        if not good:
            return False
    return not isinstance(action, Play) or _good_target(action.chit, action.target)


def _good_target(chit: int, target: int) -> bool:
    if chit not in CHITS:
        return False
    match TARGETS.get(chit, ""):
        case "army":
            return 0 <= target < len(FORMATIONS) and len(COUNTERS[target]) > 0
        case "zone":
            return 0 <= target < N
        case "unit":
            return 0 <= target < UNITS
        case "track":
            return 1 <= target <= 3
        case _:
            return target == -1
