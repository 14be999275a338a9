"""Answers in words for people: each part of an act by its name."""

import re
from collections.abc import Callable

from berlin.campaign.purchases.prices import line_of, offer_of
from berlin.campaign.state.state import Draft
from berlin.campaign.ways import ABOUT
from berlin.kernel.contract.ids import Seat, Unit
from berlin.kernel.play.acts import Act
from berlin.squad.board.naming import counter_name

# What stands in brackets is left out where the part in it is the default.
_OPTIONAL = re.compile(r"\[([^\]{]*\{(\w+)\}[^\]]*)\]")


def say(d: Draft, act: Act) -> str:
    """`Set up the 2nd German 4-6-7 squad in K33`."""
    seat = d.frames[-1].seat
    parts = {part: getattr(act, part) for part in act.__struct_fields__}
    said = _OPTIONAL.sub(lambda match: "" if parts[match[2]] == -1 else match[1], act.says)
    names = {part: name_part(d, seat, part, value) for part, value in parts.items()}
    text = said.format(**names)
    return text[:1].upper() + text[1:]


def name_part(d: Draft, seat: Seat, part: str, value: int | str) -> str:
    """A part of an act, or of a question, as people call it."""
    if isinstance(value, int) and part in NUMBERED:
        return NUMBERED[part](d, seat, value)
    if isinstance(value, str) and part in WORDED:
        return WORDED[part](d, seat, value)
    return str(value).replace("_", " ").replace("-", " ")


def _unit(d: Draft, seat: Seat, unit: int) -> str:
    return d.name(Unit(unit)) if d.is_there(Unit(unit)) else "a piece that there isn't"


def _hex(d: Draft, seat: Seat, space: int) -> str:
    return d.book.field.called(space) if space >= 0 else ""


def _kind(d: Draft, seat: Seat, kind: str) -> str:
    if kind not in d.book.counters:
        return kind
    counter = d.book.counters[kind]
    return f"a {counter_name(counter, d.book.sides[counter.side])}"


def _line(d: Draft, seat: Seat, line: str) -> str:
    number = line_of(d, seat, line)
    return f"{line} {d.book.charts[seat][number].name}" if number >= 0 else line


def _group(d: Draft, seat: Seat, number: int) -> str:
    """Twins are told apart by their number in the list."""
    if not 0 <= number < len(d.groups[seat]):
        return "a group that there isn't"
    offer = offer_of(d, seat, d.groups[seat][number])
    return f"{offer.id} {offer.name} (group {number})" if offer else f"the counters given (group {number})"


def _ware(d: Draft, seat: Seat, ware: str) -> str:
    """A fortification by its price list; of mines and pillboxes, how strong."""
    price = d.book.market.fortifications.get(ware)
    variant = next((one for one in d.book.market.variants if one.key == ware), None)
    if price is not None or variant is None:
        return price.text if price is not None else ware
    strength = "-".join(map(str, variant.values))
    return f"{d.book.market.fortifications[variant.of].text} {strength}"


NUMBERED: dict[str, Callable[[Draft, Seat, int], str]] = {
    **dict.fromkeys(("unit", "by"), _unit),
    **dict.fromkeys(("space", "to", "next"), _hex),
    "group": _group,
    "side": lambda d, seat, side: d.book.sides[side].capitalize(),
    "shellholes": lambda d, seat, paid: ", in shellholes too" if paid else "",
}
"""Parts that are numbers in an act, or yes and no."""
WORDED: dict[str, Callable[[Draft, Seat, str], str]] = {
    "kind": _kind,
    "line": _line,
    "ware": _ware,
    "way": lambda d, seat, way: ABOUT.get(way, way),
}
