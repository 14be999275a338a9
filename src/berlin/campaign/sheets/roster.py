"""The roster: every piece of a side, where it is and how it fares; of the other side what is seen."""

from collections.abc import Iterator, Sequence

from berlin.campaign.sheets import wording
from berlin.campaign.sheets.faces import icon
from berlin.campaign.sheets.imprint import Imprint
from berlin.campaign.sheets.wording import Unit
from berlin.campaign.state.view import View
from berlin.kernel.contract.events import Event
from berlin.kernel.contract.ids import BOTH, Seat
from berlin.kernel.contract.print_page import Cell, Raw, facts, heading, note, page, plain, table
from berlin.squad.board.pieces import Mark

HEAD = ("No.", "Unit", "Where", "With", "Condition", "Group", "After the battle")
KINDS = ("t", "t", "t", "t", "", "t", "blank")


def roster(imprint: Imprint, seen: View, story: Sequence[Event]) -> str:
    title = "Roster" if seen.seat is None else f"{imprint.name(seen.seat)} roster"
    return page(title, wording.under(imprint, seen), _parts(imprint, seen), seen.seat)


def _parts(imprint: Imprint, seen: View) -> Iterator[str]:
    sides = [side for side in BOTH if side != seen.seat]
    if seen.seat is not None:
        yield from _own(imprint, seen, seen.seat)
    for side in sides:
        yield from _seen(imprint, seen, side)


def _standing(imprint: Imprint, seen: View, side: Seat) -> list[tuple[str, Cell]]:
    wire = seen.wires[side]
    pairs: list[tuple[str, Cell]] = [("Force", imprint.force(side)), ("ELR", wire.elr), ("SAN", wire.san)]
    pairs += [("CVP suffered", wire.suffered), ("in this scenario", wire.suffered_now)]
    if side == seen.seat and seen.account is not None:
        pairs += [("CPP left", seen.account.cpp), ("FPP left", seen.account.fpp)]
    return pairs


def _own(imprint: Imprint, seen: View, seat: Seat) -> Iterator[str]:
    yield facts(_standing(imprint, seen, seat))
    units = wording.own(imprint, seen)
    here = [unit for unit in units if not unit.piece.is_out]
    parts = {
        title: [unit for unit in here if unit.counter.sort in sorts]
        for title, sorts in wording.CLASSES.items()
    }
    parts["Taken from the enemy"] = wording.kept(imprint, seen)
    rows: list[str | tuple[Cell, ...]] = []
    for title, listed in parts.items():
        if listed:
            rows += [f"{title} ({len(listed)})", *(_row(imprint, seen, unit) for unit in listed)]
    yield table(HEAD, rows, KINDS) if rows else note("No unit is left.")
    short = [unit for unit in here if unit.piece.has(Mark.SHORT)]
    if short:
        names = (f"{unit.counter.text} (No. {wording.label(imprint, seen, unit)})" for unit in short)
        yield heading(f"Short of ammunition ({len(short)})", seat)
        yield note(f"{', '.join(names)}. {imprint.shortage}.")
    gone = [unit for unit in units if unit.piece.is_out]
    if gone:
        yield heading(f"Out of the campaign ({len(gone)})", seat)
        rows = [_gone(imprint, seen, unit) for unit in gone]
        yield table(("No.", "Unit", "", "Why"), rows, ("t", "t", "t"))


def _name(imprint: Imprint, unit: Unit) -> Raw:
    return Raw(icon(unit.counter, imprint.inks[unit.side]) + plain(unit.counter.text))


def _row(imprint: Imprint, seen: View, unit: Unit) -> tuple[Cell, ...]:
    piece = unit.piece
    group = ""
    if piece.group >= 0 and unit.side == seen.seat:
        group = wording.group_title(imprint, seen, piece.group)
    return (
        wording.label(imprint, seen, unit),
        _name(imprint, unit),
        wording.where(imprint, unit),
        wording.has(imprint, seen, unit),
        wording.condition(piece.marks),
        group,
        "",
    )


def _gone(imprint: Imprint, seen: View, unit: Unit) -> tuple[Cell, ...]:
    name = wording.label(imprint, seen, unit)
    return name, _name(imprint, unit), wording.where(imprint, unit), unit.piece.fate


def _seen(imprint: Imprint, seen: View, side: Seat) -> Iterator[str]:
    yield heading(f"{imprint.name(side)}: what lies open", side)
    yield facts(_standing(imprint, seen, side))
    places: dict[str, list[str]] = {}
    for sight in seen.seen[side]:
        place = wording.location(imprint, sight.space, sight.level)
        places.setdefault(place, []).append(wording.sighted(imprint, sight))
    if not places:
        yield note("Nothing is seen of this side.")
        return
    rows = [(place, ", ".join(wording.counted(units))) for place, units in places.items()]
    yield table(("Hex", "Units"), rows, ("t",))
    yield note('A "?" may have something under it, or nothing. What is hidden is not on this page.')
