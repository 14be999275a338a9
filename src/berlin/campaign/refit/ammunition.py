"""Ammunition is brought up to all who can be reached."""

from berlin.campaign.counters import Sort
from berlin.campaign.hearsay import tell
from berlin.campaign.pieces import Mark
from berlin.campaign.state import Draft

ORDNANCE = frozenset((Sort.GUN, Sort.VEHICLE))


def restore_special(d: Draft) -> None:
    """Guns have their special ammunition again, unless they are Captured or Isolated."""
    restored = 0
    for side in (0, 1):
        for number, piece in list(d.at_hand(side)):
            if d.counter(side, number).sort not in ORDNANCE or not piece.has(Mark.DEPLETED):
                continue
            if not piece.has(Mark.CAPTURED) and not d.is_isolated(piece):
                d.mark(side, number, off=Mark.DEPLETED)
                restored += 1
    if restored:
        d.say("ammunition", f"special ammunition for {restored}", d.book.upkeep.special)


def lift_shortages(d: Draft) -> None:
    """Low Ammo and Ammunition Shortage end for whoever is not Isolated."""
    for side in (0, 1):
        for number, piece in list(d.at_hand(side)):
            if piece.marks & (Mark.LOW_AMMO | Mark.SHORT) and not d.is_isolated(piece):
                d.mark(side, number, off=Mark.LOW_AMMO | Mark.SHORT)
                tell(d, "ammunition", (side, number), "ammunition again", d.book.upkeep.ammo)
