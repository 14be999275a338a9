"""An open question as a line of text: `Attack zhukov zone=Lebus units=8GA/1,8GA/2 extra=no`."""

from typing import Any, get_args

from berlin.games.race.board import ZONES, find_zone
from berlin.games.race.frames import AnyFrame
from berlin.games.race.units import FORMATIONS, KEYS, SEATS, find_formation, find_unit

KINDS: dict[str, type[AnyFrame]] = {kind.__name__: kind for kind in get_args(AnyFrame)}
_UNITS = ("units", "followed")
_TRUTHS = ("spent", "german", "passed", "extra", "retreat")


def write(frame: AnyFrame) -> str:
    words = [type(frame).__name__, SEATS[frame.seat]]
    for field in frame.__struct_fields__:
        if field != "seat":
            words.append(f"{field}={_written(field, getattr(frame, field))}")
    return " ".join(words)


def _written(field: str, value: Any) -> object:
    if field == "unit":
        return KEYS[value]
    if field == "zone":
        return ZONES[value].key
    if field == "formation":
        return FORMATIONS[value].key
    if field in _UNITS:
        return ",".join(KEYS[unit] for unit in value)
    if field == "origins":
        return ",".join(ZONES[zone].key for zone in value)
    if field == "hits":
        return ",".join(str(hit) for hit in value)
    if field in _TRUTHS:
        return "yes" if value else "no"
    return str(value)


def read(line: str) -> AnyFrame:
    """Raises KeyError, ValueError or TypeError for a line that is no question."""
    name, seat, *fields = line.split()
    values: dict[str, Any] = {"seat": SEATS.index(seat)}
    for field in fields:
        key, _, text = field.partition("=")
        values[key] = _value(key, text)
    return KINDS[name](**values)


def _value(field: str, text: str) -> Any:
    if field == "unit":
        return find_unit(text)
    if field == "zone":
        return find_zone(text)
    if field == "formation":
        return find_formation(text)
    if field in _UNITS:
        return tuple(find_unit(word) for word in text.split(",") if word)
    if field == "origins":
        return tuple(find_zone(word) for word in text.split(",") if word)
    if field == "hits":
        return tuple(int(word) for word in text.split(",") if word)
    if field in _TRUTHS:
        return {"yes": True, "no": False}[text]
    return int(text)
