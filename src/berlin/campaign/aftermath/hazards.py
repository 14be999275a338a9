"""Encirclement, minefields, bog and Shock: what still threatens units when a scenario is over."""

from berlin.campaign.aftermath import mines
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, Unit
from berlin.squad.board.combatants import NOTHING
from berlin.squad.board.names import owner_of
from berlin.squad.board.pieces import STUCK, Mark, keeper
from berlin.squad.board.works import Works
from berlin.squad.rules import checks
from berlin.squad.rules.guards import belongings, relieve
from berlin.squad.rules.rolls import roll_on_table
from berlin.squad.rules.vehicles import aboard, leadership, leave_wreck, lose_crew

FATE = "Encircled at the end of a scenario"
HELPERS = 2
"""As many half-squads as make a squad."""


def begin(d: Draft) -> None:
    encirclement(d)
    mines.begin(d)
    bog(d)
    shock(d)


def encirclement(d: Draft) -> None:
    """Each Encircled unit passes a 1TC or is Eliminated."""
    for side in BOTH:
        for unit, piece in list(d.on_map(side)):
            if not piece.has(Mark.ENCIRCLED) or piece.has(Mark.PRISONER):
                continue
            if d.counter(unit).is_personnel:
                if not _endures(d, unit):
                    _give_up(d, unit)
            elif _has_open_crew(d, unit) and not _endures(d, unit):
                _abandon(d, unit)


def _endures(d: Draft, unit: Unit) -> bool:
    reasons = {"check": 1, "leader": checks.lead(d, unit)}
    return checks.passes(d, unit, "encirclement", reasons)


def _give_up(d: Draft, unit: Unit) -> None:
    """Its prisoners are claimed or go free; what it had lies there."""
    piece, dropped = d.piece(unit), belongings(d, unit)
    d.say("eliminated", f"{d.log_name(unit)} gives up", d.book.cite("hazards.encircled"))
    d.lose(unit, FATE)
    relieve(d, owner_of(unit), (piece.space, piece.level), dropped)


def _has_open_crew(d: Draft, unit: Unit) -> bool:
    """A vehicle that can't move and whose crew has no armor above it."""
    piece, counter = d.piece(unit), d.counter(unit)
    roofless = not counter.afv or d.book.combatants.get(counter.key, NOTHING).open
    manned = bool(counter.crew) and not piece.has(Mark.ABANDONED)
    return bool(piece.marks & STUCK) and manned and roofless


def _abandon(d: Draft, unit: Unit) -> None:
    """The crew is Eliminated, the vehicle is left."""
    text = d.log_name(unit)
    d.say("eliminated", f"the crew of {text} gives up", d.book.cite("hazards.encircled"))
    lose_crew(d, unit, FATE)
    d.mark(unit, off=Mark.ENCIRCLED)


def bog(d: Draft) -> None:
    """Each vehicle that is bogged tries to get free until it is, or is immobilized."""
    busy = set[int]()
    for owner in BOTH:
        for unit, piece in list(d.on_map(owner)):
            if piece.marks & (Mark.BOGGED | Mark.MIRED) and not piece.has(Mark.ABANDONED):
                _unbog(d, unit, busy)


def _unbog(d: Draft, unit: Unit, busy: set[int]) -> None:
    text, help_ = d.log_name(unit), _help(d, unit, busy)
    while (marks := d.piece(unit).marks) & (Mark.BOGGED | Mark.MIRED):
        reasons = {
            "mired": bool(marks & Mark.MIRED),
            "leader": leadership(d, unit),
            "help": help_,
        }
        _, result = roll_on_table(d, "bog", reasons, text)
        on = {"mired": Mark.MIRED, "immobilized": Mark.IMMOBILE}.get(result, 0)
        d.mark(unit, on=on, off=0 if result == "mired" else Mark.BOGGED | Mark.MIRED)


def _help(d: Draft, unit: Unit, busy: set[int]) -> int:
    """Half-squads that can lend a hand with a log, up to a squad; each to one vehicle.

    The Perimeters are not drawn yet: an Area is the ground around it that its side Controls.
    """
    piece, counter = d.piece(unit), d.counter(unit)
    side = keeper(owner_of(unit), piece)
    if not d.book.combatants.get(counter.key, NOTHING).log:
        return 0
    here = 1 << piece.space
    area = d.book.field.chart.flood(here, d.control[side] | here)
    hands = [
        (d.counter(man).squads, man)
        for man, one in d.standing_in(side, area)
        if d.counter(man).is_mmc and not one.has(Mark.PRISONER) and man not in busy
    ]
    found = 0
    for squads, man in sorted(hands, reverse=True):
        if found + round(2 * squads) <= HELPERS:
            found += round(2 * squads)
            busy.add(man)
    return found


def shock(d: Draft) -> None:
    """Each AFV that is Shocked recovers, or turns out to be a wreck."""
    for owner in BOTH:
        for unit, piece in list(d.on_map(owner)):
            if piece.marks & (Mark.SHOCKED | Mark.UNCONFIRMED):
                _recuperate(d, unit)


def _recuperate(d: Draft, unit: Unit) -> None:
    text = d.log_name(unit)
    if not d.piece(unit).has(Mark.UNCONFIRMED):
        _, result = roll_on_table(d, "shock", about=text)
        d.mark(unit, on=Mark.UNCONFIRMED if result == "unconfirmed" else 0, off=Mark.SHOCKED)
    if d.piece(unit).has(Mark.UNCONFIRMED):
        _, result = roll_on_table(d, "unconfirmed", about=text)
        d.mark(unit, off=Mark.UNCONFIRMED | Mark.SHOCKED)
        if result == "eliminated":
            piece = d.piece(unit)
            for leader in aboard(d, unit):
                d.lose(leader, "an Unconfirmed Kill")
            d.lose(unit, "an Unconfirmed Kill")
            leave_wreck(d, piece, Works.WRECK)
