"""The words of the papers: what a piece is called, where it is, in what condition, of which group."""

from collections.abc import Iterable, Iterator

import msgspec

from berlin.campaign.purchases.strength import is_unit_line
from berlin.campaign.report.acts import MARKS
from berlin.campaign.sheets.imprint import Imprint
from berlin.campaign.state.state import Group
from berlin.campaign.state.view import SECRET, Sight, View
from berlin.kernel.contract import ids
from berlin.kernel.contract.ids import OTHER, Place, Seat
from berlin.squad.board.counters import Counter, Sort
from berlin.squad.board.names import UNITS, holder_of, number_of, owner_of
from berlin.squad.board.naming import condition_name, ordinal
from berlin.squad.board.pieces import Mark, Piece, Where, keeper

BOXES = {
    Where.RETAINED: "Retained",
    Where.ENTERING: "Entering",
    Where.MAINTENANCE: "Maintenance",
    Where.EXITED: "Exited",
    Where.EVACUATED: "Evacuated",
    Where.LOST: "Lost",
    Where.ABOARD: "Aboard",
}
# In the order of a roster.
CLASSES = {
    "Leaders and heroes": (Sort.LEADER, Sort.HERO, Sort.COMMANDER),
    "Squads, half-squads and crews": (Sort.SQUAD, Sort.HALF, Sort.CREW),
    "Support weapons and radios": (Sort.WEAPON, Sort.RADIO),
    "Guns and cupolas": (Sort.GUN, Sort.CUPOLA),
    "Vehicles": (Sort.VEHICLE,),
    "Aircraft": (Sort.AIRCRAFT,),
}
# What is written down of a piece for the program alone.
UNTOLD = Mark.PLACED | Mark.COUNTED | Mark.SEEN


class Unit(msgspec.Struct, frozen=True):
    """A piece that the seat has, or had."""

    id: ids.Unit
    piece: Piece
    counter: Counter

    @property
    def order(self) -> tuple[int, str, int]:
        return list(Sort).index(self.counter.sort), self.counter.key, self.id

    @property
    def side(self) -> Seat:
        """On whose list it is."""
        return owner_of(self.id)


def own(imprint: Imprint, seen: View) -> list[Unit]:
    """The seat's own pieces, men in vehicles that are not theirs left out."""
    if seen.seat is None:
        return []
    found = (
        Unit(unit, piece, imprint.book.counters[piece.kind])
        for unit, piece in zip(UNITS[seen.seat], seen.own, strict=False)
        if piece.where is not Where.ABOARD
    )
    return sorted(found, key=lambda unit: unit.order)


def kept(imprint: Imprint, seen: View) -> list[Unit]:
    """What was the enemy's, and is in the seat's hands."""
    if seen.seat is None:
        return []
    counters = imprint.book.counters
    foe = UNITS[OTHER[seen.seat]]
    return [Unit(foe[number], piece, counters[piece.kind]) for number, piece in seen.kept]


def is_ours(unit: Unit) -> bool:
    return keeper(unit.side, unit.piece) == unit.side


def label(imprint: Imprint, seen: View, unit: Unit) -> str:
    """The number of a line: `12`; of what was the enemy's `Russian 12`."""
    number = number_of(unit.id)
    return str(number) if unit.side == seen.seat else f"{imprint.name(unit.side)} {number}"


def where(imprint: Imprint, unit: Unit) -> str:
    piece = unit.piece
    if piece.where is not Where.MAP:
        return BOXES[piece.where] if piece.is_out or is_ours(unit) else "In enemy hands"
    return location(imprint, piece.space, piece.level)


def location(imprint: Imprint, space: Place, level: int) -> str:
    return imprint.hex_name(space) + (f", level {level}" if level else "")


def condition(marks: int) -> str:
    """The marks on a piece, in the words of a report."""
    return ", ".join(condition_name(word) for word, mark in MARKS.items() if marks & mark & ~UNTOLD)


def has(imprint: Imprint, seen: View, unit: Unit) -> str:
    """Who has it."""
    if unit.piece.holder < 0:
        return ""
    holder = holder_of(unit.id, unit.piece)
    if owner_of(holder) != seen.seat:
        return "the enemy"
    number = number_of(holder)
    return f"{imprint.book.counters[seen.own[number].kind].text} (No. {number})"


def group_name(imprint: Imprint, seat: Seat, group: Group) -> str:
    if group.line < 0:
        return "Given at the start"
    return imprint.book.charts[seat][group.line].called


def group_title(imprint: Imprint, seen: View, number: int) -> str:
    """The same of one group; twins are told apart by the order in which they came."""
    assert seen.seat is not None
    name = group_name(imprint, seen.seat, seen.groups[number])
    twins = [n for n, group in enumerate(seen.groups) if group.line == seen.groups[number].line]
    is_twin = len(twins) > 1 and seen.groups[number].line >= 0
    return f"{ordinal(twins.index(number) + 1)} {name}" if is_twin else name


def strength(imprint: Imprint, seen: View, number: int) -> str:
    """Of a group that was received: at Full or Depleted Strength, with how much ammunition."""
    assert seen.seat is not None
    group = seen.groups[number]
    if group.line < 0 or not is_unit_line(imprint.book.charts[seen.seat][group.line]):
        return group.ammo
    if not any(piece.group == number for piece in seen.own):
        return ""
    return "depleted" if group.depleted else "full"


def extras(imprint: Imprint, group: Group) -> str:
    """What was had with a group, and what became of it."""
    said = ["given"] if group.given else []
    said += [] if group.onboard else ["enters, or is kept back"]
    said += ["trucks"] if group.trucks else []
    said += [] if group.radio else ["field phone"]
    if group.observer >= 0:
        said.append(f"observer in {imprint.hex_name(group.observer)}, level {group.level}")
    if group.registered:
        hexes = [imprint.hex_name(space) if space >= 0 else "to be told" for space in group.registered]
        said.append(f"pre-registered: {', '.join(hexes)}")
    said += [f"until the end of turn {group.until}"] if group.until else []
    said += ["used"] if group.used and not group.gone else []
    said += [group.gone] if group.gone else []
    return "; ".join(said)


def sighted(imprint: Imprint, sight: Sight) -> str:
    """A piece of which a stranger sees what lies open."""
    if sight.kind == SECRET:
        return SECRET
    told = condition(sight.marks)
    return imprint.book.counters[sight.kind].text + (f" ({told})" if told else "")


def date(imprint: Imprint, turn: int) -> str:
    return imprint.book.dates[turn - 1].key


def under(imprint: Imprint, seen: View) -> str:
    """The line below the title of each page."""
    eyes = "a spectator" if seen.seat is None else f"the {imprint.name(seen.seat)} player"
    step = "The campaign is over" if seen.over else imprint.steps[seen.stage]
    return f"{imprint.title}. CG Date {date(imprint, seen.turn)}: {step}. For {eyes}."


def hex_order(name: str) -> tuple[int, str, int]:
    """A, B, ... Z, AA, and in each column by numbers."""
    letters = name.rstrip("0123456789")
    return len(letters), letters, int(name[len(letters) :] or 0)


def counted(words: Iterable[str]) -> Iterator[str]:
    """The same words once, with how often they came."""
    counts: dict[str, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return (f"{count} {word}" if count > 1 else word for word, count in counts.items())
