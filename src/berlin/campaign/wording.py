"""What people call the things of a campaign: groups, fortifications, conditions; and answers in words.

Each has a code besides, for records and scripts: `g12`, `K33`, `I1`, `foxhole-3`. No player reads one.
"""

import re
from collections.abc import Callable

from berlin.campaign.purchases.prices import line_of, offer_of
from berlin.campaign.state.state import Draft
from berlin.campaign.ways import ABOUT
from berlin.kernel.contract.ids import BOTH, Place, Seat, Unit
from berlin.kernel.play.acts import Act
from berlin.squad.board.naming import condition_name, counter_name, ordinal, with_article, work_name
from berlin.squad.board.works import Works, label

# What stands in brackets is left out where the part in it is the default.
_OPTIONAL = re.compile(r"\[([^\]{]*\{(\w+)\}[^\]]*)\]")
_ON_GROUND = {
    **{one.name.lower(): one.value for one in Works},
    **{one.value.lower().replace(" ", "-"): one.value for one in Works},
}
CAUSES = {
    "other": "in some other way",
    "burnt": "set on fire",
    "removed": "taken off the map",
}
"""How something was lost, where the word for it alone doesn't tell."""
TOLD = {
    "at": "its place is told",
    "level": "its level is told",
    "holder": "who has it is told",
    "kind": "what it is now is told",
    "bailed": "its crew bailed out",
    "raised": "who came of its men is told",
}
"""What was said of a unit, besides its condition."""


def say(d: Draft, act: Act, printed: bool = False) -> str:
    """`Set up the 2nd German 4-6-7 squad in the orchard`; with the `printed` numbers of hexes where a person
    has to find them on a map."""
    seat = d.frames[-1].seat
    parts = {part: getattr(act, part) for part in act.__struct_fields__}
    said = _OPTIONAL.sub(lambda match: "" if parts[match[2]] == -1 else match[1], act.says)
    names = {part: name_part(d, seat, part, value, printed) for part, value in parts.items()}
    text = said.format(**names)
    return text[:1].upper() + text[1:]


def name_part(d: Draft, seat: Seat, part: str, value: int | str, printed: bool = False) -> str:
    """A part of an act, or of a question, as people call it."""
    if isinstance(value, int) and part in PLACED:
        return PLACED[part](d, value, printed)
    if isinstance(value, int) and part in NUMBERED:
        return NUMBERED[part](d, seat, value)
    if isinstance(value, str) and part in WORDED:
        return WORDED[part](d, seat, value)
    return str(value).replace("_", " ").replace("-", " ")


def _unit(d: Draft, unit: int, printed: bool) -> str:
    return d.name(Unit(unit), printed) if d.is_there(Unit(unit)) else "a piece that there isn't"


def _hex(d: Draft, space: int, printed: bool) -> str:
    if space < 0:
        return ""
    return d.book.field.printed(Place(space)) if printed else d.book.field.called(Place(space))


def _kind(d: Draft, seat: Seat, kind: str) -> str:
    if kind not in d.book.counters:
        return "a kind that there isn't"
    counter = d.book.counters[kind]
    return with_article(counter_name(counter, d.book.sides[counter.side]))


def _line(d: Draft, seat: Seat, line: str) -> str:
    number = line_of(d, seat, line)
    return d.book.charts[seat][number].called if number >= 0 else "what no chart offers"


def group_name(d: Draft, seat: Seat, number: int) -> str:
    """`the 2nd Rifle Company`: twins are told apart by the order in which they came."""
    groups = d.groups[seat]
    if not 0 <= number < len(groups):
        return "a group that there isn't"
    offer = offer_of(d, seat, groups[number])
    if offer is None:
        kinds = {piece.kind: None for piece in d.pieces[seat] if piece.group == number}
        given = " and ".join(d.book.counters[kind].text for kind in kinds)
        return f"the {given or 'counters'} given at the start"
    twins = [other for other, group in enumerate(groups) if group.line == groups[number].line]
    which = f"{ordinal(twins.index(number) + 1)} " if len(twins) > 1 else ""
    return f"the {which}{offer.called}"


def _ware(d: Draft, seat: Seat, ware: str) -> str:
    return d.book.market.called(ware) or "what is not for sale"


def _work(d: Draft, seat: Seat, code: str) -> str:
    """A fortification that is not laid yet; of a minefield in a line, which of several."""
    fields = list(dict.fromkeys(work.field for work in d.works if work.owner == seat and work.field >= 0))
    work = next((work for work in d.works if label(work) == code), None)
    if work is None:
        return "a thing that there isn't"
    which = f", the {ordinal(fields.index(work.field) + 1)} line of mines" if work.field in fields[1:] else ""
    return f"{with_article(work_name(work, d.book.counters))}{which}"


def ground_name(what: str) -> str:
    """A thing on the ground, by either of its words in records."""
    return _ON_GROUND.get(what, "thing that there isn't")


def told_name(said: str) -> str:
    """What was told of a unit, by the word that a report keeps of it."""
    return TOLD.get(said) or condition_name(said)


def proper(sides: tuple[str, str], text: str) -> str:
    """A text that a state keeps, with the names of the sides as people write them."""
    for side in sides:
        text = re.sub(rf"\b{side}\b", side.capitalize(), text)
    return text


PLACED: dict[str, Callable[[Draft, int, bool], str]] = {
    **dict.fromkeys(("unit", "by"), _unit),
    **dict.fromkeys(("space", "to", "next"), _hex),
}
"""Parts that are pieces or hexes."""
NUMBERED: dict[str, Callable[[Draft, Seat, int], str]] = {
    "group": group_name,
    "side": lambda d, seat, side: d.side_name(BOTH[side]),
    "shellholes": lambda d, seat, paid: ", in shellholes too" if paid else "",
}
"""Other parts that are numbers in an act, or yes and no."""
WORDED: dict[str, Callable[[Draft, Seat, str], str]] = {
    "kind": _kind,
    "line": _line,
    "ware": _ware,
    "work": _work,
    "what": lambda d, seat, what: ground_name(what),
    "mark": lambda d, seat, mark: condition_name(mark),
    "reason": lambda d, seat, reason: CAUSES.get(reason, reason),
    "way": lambda d, seat, way: ABOUT.get(way, "in a way that there isn't"),
}
"""Parts that are words of their own."""
