"""Ammunition is brought up to all who can be reached."""

from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, Unit
from berlin.squad.board.counters import Sort
from berlin.squad.board.pieces import Mark
from berlin.squad.rules.announce import tell

ORDNANCE = frozenset((Sort.GUN, Sort.VEHICLE))


def restore_special(d: Draft) -> None:
    """Guns have their special ammunition again, unless they are Captured or Isolated."""
    restored = 0
    for side in BOTH:
        for unit, piece in list(d.at_hand(side)):
            if d.counter(unit).sort not in ORDNANCE or not piece.has(Mark.DEPLETED):
                continue
            if not piece.has(Mark.CAPTURED) and not d.is_isolated(piece):
                d.mark(unit, off=Mark.DEPLETED)
                restored += 1
    if restored:
        d.say("ammunition", f"special ammunition for {restored}", d.book.cite("ammunition.special"))


def runs_short(d: Draft, unit: Unit) -> bool:
    """Can it have Ammunition Shortage? Units and Weapons can; a prisoner can't, nor what is Captured."""
    counter, piece = d.counter(unit), d.piece(unit)
    arms = counter.is_personnel or counter.is_weapon or counter.sort in (Sort.VEHICLE, Sort.CUPOLA)
    return arms and not piece.marks & (Mark.CAPTURED | Mark.PRISONER)


def lift_shortages(d: Draft) -> None:
    """Low Ammo and Ammunition Shortage end for whoever is not Isolated, a shortage for what was Captured."""
    for side in BOTH:
        for unit, piece in list(d.at_hand(side)):
            ended = Mark.LOW_AMMO | Mark.SHORT
            if d.is_isolated(piece):
                ended = 0 if runs_short(d, unit) else Mark.SHORT
            if piece.marks & ended:
                d.mark(unit, off=ended)
                tell(d, "ammunition", unit, "ammunition again", d.book.cite("ammunition.shortage"))
