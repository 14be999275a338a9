"""An open question as a line of text: `Retreat axis space=Kiev units=4A,9A unit=none gone=0`."""

from typing import Any, get_args

from berlin.games.noretreat import actions
from berlin.games.noretreat.frames import AnyFrame, Force
from berlin.games.noretreat.ground import KEYS as SPACES
from berlin.games.noretreat.ground import find_space
from berlin.games.noretreat.tables import CARD_KEYS, HALVES, SEATS, find_card
from berlin.games.noretreat.units import KEYS, find_unit

KINDS: dict[str, type[AnyFrame]] = {kind.__name__: kind for kind in get_args(AnyFrame)}
NONE = "none"
_UNITS, _NUMBERS = ("units", "defenders"), ("data", "hexes")
_TRUTHS = ("marker", "counter", "cut", "must")
_WORDS = ("kind", "result")
_HALF = {half.key: half.number * 2 + half.side for pair in HALVES.values() for half in pair}
_KEY_OF_HALF = {code: key for key, code in _HALF.items()}


def write_force(force: Force) -> str:
    return f"{_KEY_OF_HALF[force.code]}:{force.until}:{force.data}"


def read_force(text: str) -> Force:
    """Raises KeyError or ValueError."""
    key, until, data = text.split(":")
    return Force(_HALF[key], int(until), int(data))


def write(frame: AnyFrame) -> str:
    words = [type(frame).__name__, SEATS[frame.seat]]
    for field in frame.__struct_fields__:
        if field != "seat":
            words.append(f"{field}={_written(field, getattr(frame, field))}")
    return " ".join(words)


def _written(field: str, value: Any) -> str:
    if field == "unit":
        return str(KEYS[value]) if value >= 0 else NONE
    if field == "space":
        return str(SPACES[value])
    if field in _UNITS:
        return ",".join(KEYS[unit] for unit in value)
    if field in _NUMBERS:
        return ",".join(str(number) for number in value)
    if field in _TRUTHS:
        return "yes" if value else "no"
    if field == "forces":
        return ",".join(write_force(force) for force in value)
    if field == "act":
        return actions.write(value).replace(" ", "_") if value is not None else NONE
    if field == "card":
        return CARD_KEYS.get(value, NONE)
    if field == "code":
        return _KEY_OF_HALF.get(value, NONE)
    if field == "way":
        return actions.WAYS[value]
    return str(value)


def read(line: str) -> AnyFrame:
    """Raises KeyError, ValueError, TypeError or BadText for a line that is no question."""
    name, seat, *fields = line.split()
    values: dict[str, Any] = {"seat": SEATS.index(seat)}
    for field in fields:
        key, _, text = field.partition("=")
        values[key] = _value(key, text)
    return KINDS[name](**values)


def _value(field: str, text: str) -> Any:
    if field == "unit":
        return find_unit(text) if text != NONE else -1
    if field == "space":
        return find_space(text)
    if field in _UNITS:
        return tuple(find_unit(word) for word in text.split(",") if word)
    if field in _NUMBERS:
        return tuple(int(word) for word in text.split(",") if word)
    if field in _TRUTHS:
        return {"yes": True, "no": False}[text]
    if field == "forces":
        return tuple(read_force(word) for word in text.split(",") if word)
    if field == "act":
        return actions.read(text.replace("_", " ")) if text != NONE else None
    if field == "card":
        return find_card(text) if text != NONE else 0
    if field == "code":
        return _HALF[text] if text != NONE else 0
    if field == "way":
        return actions.WAY[text]
    return text if field in _WORDS else int(text)
