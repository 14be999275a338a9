"""A set-up as a readable order of battle, in Markdown: hex by hex, and what comes in later.

It is the seat's own. Of the other side it tells what lies open, and not before the battle has begun.
"""

from collections.abc import Iterator, Sequence

from berlin.campaign.book.charts import Branch
from berlin.campaign.sheets import wording
from berlin.campaign.sheets.imprint import Imprint
from berlin.campaign.sheets.wording import Unit
from berlin.campaign.state.state import Group
from berlin.campaign.state.view import View
from berlin.kernel.contract import ids
from berlin.kernel.contract.events import Event
from berlin.kernel.contract.ids import BOTH, Place, Seat
from berlin.squad.board.counters import Sort
from berlin.squad.board.names import holder_of
from berlin.squad.board.naming import work_name
from berlin.squad.board.pieces import NOWHERE, UNSEEN, Where
from berlin.squad.board.works import FORTIFICATIONS, PASSING, Work

SUPPORT = (Branch.OBA, Branch.COUNTER_BATTERY, Branch.BOMBARDMENT)
OFF_MAP = {
    Where.ENTERING: "Enters during play",
    Where.RETAINED: "Off the map, free to set up",
    Where.MAINTENANCE: "Away in maintenance",
}
Hexes = dict[str, list[str]]


def has_begun(imprint: Imprint, seen: View) -> bool:
    """Is the scenario being played?"""
    return seen.stage == imprint.battle


def battle_order(imprint: Imprint, seen: View, story: Sequence[Event]) -> str:
    return "\n".join((*_lines(imprint, seen), ""))


def _lines(imprint: Imprint, seen: View) -> Iterator[str]:
    yield f"# {imprint.title}, CG Date {wording.date(imprint, seen.turn)}: order of battle"
    yield ""
    told = [("Weather", seen.weather), ("EC", seen.ground), ("Wind", seen.wind)]
    yield ". ".join(f"{name}: {value}" for name, value in told if value) + "."
    if seen.seat is not None:
        yield from _own(imprint, seen, seen.seat)
    if has_begun(imprint, seen):
        for side in BOTH:
            if side != seen.seat:
                yield from _open(imprint, seen, side)
    elif seen.seat is None:
        yield from ("", "What lies open is told when the battle has begun.")


def _head(imprint: Imprint, seen: View, side: Seat) -> Iterator[str]:
    wire = seen.wires[side]
    yield from ("", f"## {imprint.name(side)}: {imprint.force(side)}", "", f"ELR {wire.elr}, SAN {wire.san}.")


def _own(imprint: Imprint, seen: View, seat: Seat) -> Iterator[str]:
    yield from _head(imprint, seen, seat)
    units = [unit for unit in wording.own(imprint, seen) if wording.is_ours(unit)]
    units += wording.kept(imprint, seen)
    hexes = set_up(imprint, units)
    if hexes:
        yield from ("", "### Sets up on the map", "")
        yield from _listed(hexes)
    for where, title in OFF_MAP.items():
        names = [_name(unit) for unit in units if unit.piece.where is where]
        if names:
            yield from ("", f"### {title}", "", *(f"- {name}" for name in wording.counted(names)))
    support = [f"- {told}" for told in modules(imprint, seen)]
    if support:
        yield from ("", "### Artillery and bombardments", "", *support)
    works = dug(imprint, [work for work in seen.works if work.owner == seat])
    if works:
        yield from ("", "### Fortifications", "")
        yield from _listed(works)


def _listed(hexes: Hexes) -> Iterator[str]:
    return (f"- **{place}**: {', '.join(wording.counted(names))}" for place, names in hexes.items())


def _name(unit: Unit, known: int = 0) -> str:
    """What it is, and what is to be said of it besides what is `known` already."""
    told = wording.condition(unit.piece.marks & ~known)
    return unit.counter.text + (f" ({told})" if told else "")


def set_up(imprint: Imprint, units: list[Unit]) -> Hexes:
    """What stands in each Location, each with what it has."""
    there: dict[tuple[Place, int], list[Unit]] = {}
    for unit in units:
        if unit.piece.where is Where.MAP:
            there.setdefault((unit.piece.space, unit.piece.level), []).append(unit)
    found: Hexes = {}
    for space, level in sorted(there, key=lambda place: (wording.hex_order(imprint.hex(place[0])), place[1])):
        stack = there[space, level]
        veil = int(UNSEEN)
        for unit in stack:
            veil &= unit.piece.marks
        title = ", ".join(filter(None, (wording.location(imprint, space, level), wording.condition(veil))))
        found[title] = _stacked(stack, veil)
    return found


def _stacked(stack: list[Unit], known: int) -> list[str]:
    """`4-6-7 with LMG`."""
    by: dict[ids.Unit, list[Unit]] = {}
    heads = {unit.id for unit in stack}
    alone = []
    for unit in stack:
        holder = holder_of(unit.id, unit.piece)
        if holder in heads and holder != unit.id:
            by.setdefault(holder, []).append(unit)
        else:
            alone.append(unit)
    return [_with_all(unit, by, known) for unit in alone]


def _with_all(unit: Unit, by: dict[ids.Unit, list[Unit]], known: int) -> str:
    """A unit and all it has; of that what differs from it."""
    below = known | unit.piece.marks
    held = [_with_all(other, by, below) for other in by.get(unit.id, ())]
    return _name(unit, known) + (f" with {' and '.join(wording.counted(held))}" if held else "")


def dug(imprint: Imprint, works: list[Work]) -> Hexes:
    """Fortifications by hex; what is not laid yet comes last."""
    found: dict[Place, list[str]] = {}
    for work in works:
        if work.what in FORTIFICATIONS:
            hidden = " (hidden)" if work.hidden and work.space >= 0 else ""
            found.setdefault(work.space, []).append(work_name(work, imprint.book.counters) + hidden)
    laid = sorted((space for space in found if space >= 0), key=lambda s: wording.hex_order(imprint.hex(s)))
    rows = {imprint.hex_name(space): found[space] for space in laid}
    return rows | ({"Not laid yet": found[NOWHERE]} if NOWHERE in found else {})


def modules(imprint: Imprint, seen: View) -> Iterator[str]:
    """The seat's artillery, Counter Battery Modules and Bombardments that are still to be used."""
    if seen.seat is None:
        return
    chart = imprint.book.charts[seen.seat]
    for group in seen.groups:
        offer = chart[group.line] if group.line >= 0 else None
        if offer and not group.gone and offer.branch in SUPPORT:
            module = f", {offer.module}" if offer.module else ""
            yield f"{offer.called}{module}{_with(imprint, group)}"


def _with(imprint: Imprint, group: Group) -> str:
    told = "; ".join(
        filter(None, (group.ammo and f"{group.ammo} ammunition", wording.extras(imprint, group)))
    )
    return f" ({told})" if told else ""


def _open(imprint: Imprint, seen: View, side: Seat) -> Iterator[str]:
    yield from _head(imprint, seen, side)
    hexes: Hexes = {}
    for sight in seen.seen[side]:
        place = wording.location(imprint, sight.space, sight.level)
        hexes.setdefault(place, []).append(wording.sighted(imprint, sight))
    yield from ("", "### What lies open", "")
    yield from _listed(hexes) if hexes else ("Nothing.",)
    works = dug(imprint, [work for work in seen.works if work.owner == side and work.what not in PASSING])
    if works:
        yield from ("", "### Fortifications that are seen", "")
        yield from _listed(works)


def kinds(units: list[Unit], *sorts: Sort) -> list[str]:
    """The kinds of counters of these sorts that are in play, each once, in the order of a roster."""
    in_play = (unit for unit in units if not unit.piece.is_out and unit.counter.sort in sorts)
    return list(dict.fromkeys(unit.counter.key for unit in in_play))
