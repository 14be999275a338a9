"""Vehicles between two scenarios: who mans those that were abandoned; immobilization, Recall and Stun."""

from berlin.campaign.counters import Sort
from berlin.campaign.hearsay import tell
from berlin.campaign.holdings import (
    MAIN,
    aboard,
    is_mobile,
    is_qualified,
    leadership,
    men,
    move_off,
    part,
    vehicles,
)
from berlin.campaign.names import piece_of, unit_of
from berlin.campaign.pieces import NOWHERE, Mark, Piece, Where
from berlin.campaign.retained import keeper
from berlin.campaign.rolls import rolled
from berlin.campaign.state import Draft
from berlin.campaign.upkeep import Done
from berlin.kernel.acts import Act
from berlin.kernel.frames import Frame
from berlin.kernel.rules import Refusal

CREWS = frozenset((Sort.CREW, Sort.HALF))
"""Who can man a vehicle."""


class Manning(Frame, frozen=True, gc=False):
    """Which abandoned vehicles are manned again, and by whom?"""


class Man(Act, frozen=True, gc=False):
    """A crew or half-squad mans a vehicle."""

    unit: int
    by: int


def begin(d: Draft) -> None:
    d.frames += [Manning(1), Manning(0)]


def conclude(d: Draft) -> None:
    for side in (0, 1):
        repair_immobilized(d, side)
        recall(d, side)
        send_for_ammunition(d, side)
        recover(d, side)


def _crews(d: Draft, side: int, where: int) -> list[int]:
    return [number for number in men(d, side, where) if d.counter(side, number).sort in CREWS]


def settle_manning(d: Draft, frame: Manning) -> bool:
    if len(options_manning(d, frame)) > 1:
        return True
    d.frames.pop()
    return False


def options_manning(d: Draft, frame: Manning) -> list[Act]:
    side = frame.seat
    acts: list[Act] = [
        Man(unit_of(owner, number), unit_of(side, crew))
        for owner, number, piece in vehicles(d, side)
        if piece.has(Mark.ABANDONED)
        for crew in _crews(d, side, part(d, piece))
    ]
    return [*acts, Done()]


def answer_manning(d: Draft, frame: Manning, act: Act) -> None:
    if isinstance(act, Man):
        man(d, *piece_of(act.unit), *piece_of(act.by))
    else:
        d.frames.pop()


def refuse_manning(d: Draft, frame: Manning, act: Act) -> Refusal:
    return Refusal(
        d.book.upkeep.man,
        "only an abandoned vehicle is manned, by a crew or half-squad Retained in the same Perimeter Area",
    )


def man(d: Draft, owner: int, vehicle: int, side: int, crew: int) -> None:
    """Men get in. What they possessed stays behind."""
    for owned in (0, 1):
        for number, piece in list(d.at_hand(owned)):
            if piece.holder == crew and keeper(owned, piece) == side:
                d.change(owned, number, holder=-1)
    tell(d, "man", (side, crew), f"mans a {d.counter(owner, vehicle).text}", d.book.upkeep.man)
    d.change(side, crew, where=Where.ABOARD, space=NOWHERE, level=0, holder=-1)
    d.change(owner, vehicle, holder=crew)
    d.mark(owner, vehicle, off=Mark.ABANDONED)


def dismount(d: Draft, owner: int, vehicle: int) -> int | None:
    """Everybody gets out, and the vehicle is Abandoned. The number of its crew, if it had one."""
    piece, crew = d.pieces[owner][vehicle], d.counter(owner, vehicle).crew
    side, out = keeper(owner, piece), None
    if piece.holder >= 0:
        out = piece.holder
        d.change(side, out, where=piece.where, space=piece.space, level=piece.level)
    elif crew and side == owner:
        out = d.add(owner, Piece(crew, piece.group, piece.where, piece.space, piece.level))
    for number in aboard(d, owner, vehicle):
        d.change(owner, number, holder=-1)
    d.change(owner, vehicle, holder=-1)
    d.mark(owner, vehicle, on=Mark.ABANDONED)
    return out


def repair_immobilized(d: Draft, side: int) -> None:
    """In one RePh only the immobilized may become Mobile."""
    if not d.book.dates[d.turn - 2].repairs:
        return
    front = d.fronts[0] | d.fronts[1]
    for owner, number, piece in list(vehicles(d, side)):
        if owner != side or not piece.has(Mark.IMMOBILE) or piece.has(Mark.ABANDONED):
            continue
        apart = part(d, piece) != MAIN
        reasons = {
            "leader": leadership(d, owner, number),
            "unqualified": not is_qualified(d, side, owner, number),
            "front": piece.where is Where.MAP and front >> piece.space & 1,
            "isolated": apart,
        }
        if rolled(d, "immobilization", reasons, of=(owner, number))[1] == "mobile":
            d.mark(owner, number, off=Mark.IMMOBILE)
            if not apart:
                move_off(d, owner, number, Where.RETAINED)


def recall(d: Draft, side: int) -> None:
    """A vehicle under Recall is lost if it gets away, and else has to wait."""
    for owner, number, piece in list(vehicles(d, side)):
        if not piece.marks & (Mark.RECALLED | Mark.RECALLED_FOR_AMMO) or not is_mobile(piece):
            continue
        if part(d, piece) != MAIN:
            d.mark(owner, number, on=Mark.SHORT)
            tell(d, "recall", (owner, number), "Recalled, but Isolated", d.book.upkeep.besieged)
        elif not piece.has(Mark.RECALLED_FOR_AMMO):
            tell(d, "recall", (owner, number), "Recalled and lost", d.book.upkeep.recall)
            for leader in aboard(d, owner, number):
                d.lose(owner, leader, "Recalled", scored=False)
            d.lose(owner, number, "Recalled", scored=False)


def send_for_ammunition(d: Draft, side: int) -> None:
    """Who was Recalled for Low Ammo comes back with a good die, or is away for another scenario."""
    waiting = [(side, number, piece) for number, piece in d.at_hand(side) if piece.where is Where.MAINTENANCE]
    for owner, number, piece in [*vehicles(d, side), *waiting]:
        if not piece.has(Mark.RECALLED_FOR_AMMO) or part(d, piece) != MAIN or not is_mobile(piece):
            continue
        if rolled(d, "ammo", of=(owner, number))[1] == "returns":
            d.mark(owner, number, off=Mark.RECALLED_FOR_AMMO | Mark.RECALLED | Mark.LOW_AMMO)
            move_off(d, owner, number, Where.ENTERING)
        else:
            move_off(d, owner, number, Where.MAINTENANCE)


def forfeit(d: Draft) -> None:
    """At the end of the campaign who is still away for ammunition is a casualty, if only now."""
    counting, d.counting = d.counting, True
    for side in (0, 1):
        for number, piece in list(d.at_hand(side)):
            if piece.where is Where.MAINTENANCE and piece.has(Mark.RECALLED_FOR_AMMO):
                d.lose(side, number, "away for ammunition at the end")
                d.say("recall", f"{d.counter(side, number).text}: never came back", d.book.upkeep.away)
    d.counting = counting


def recover(d: Draft, side: int) -> None:
    """A Stunned crew recovers, stays Stunned, or is no more."""
    for owner, number, piece in list(vehicles(d, side)):
        if not piece.has(Mark.STUNNED):
            d.mark(owner, number, off=Mark.SHAKEN)
            continue
        reasons = {"isolated": part(d, piece) != MAIN, "leader": leadership(d, owner, number)}
        _, result = rolled(d, "stun", reasons, of=(owner, number))
        if result == "stunned":
            d.mark(owner, number, on=Mark.SHAKEN)
        else:
            d.mark(owner, number, off=Mark.STUNNED | Mark.SHAKEN)
        if result == "eliminated":
            lose_crew(d, owner, number, "did not recover from a Stun")


def lose_crew(d: Draft, owner: int, vehicle: int, fate: str) -> None:
    """Those who serve a vehicle, and lead from it, are lost; it is Abandoned."""
    piece, crew = d.pieces[owner][vehicle], d.counter(owner, vehicle).crew
    side = keeper(owner, piece)
    d.change(owner, vehicle, holder=-1)
    d.mark(owner, vehicle, on=Mark.ABANDONED)
    for leader in aboard(d, owner, vehicle):
        d.lose(owner, leader, fate)
    if piece.holder >= 0:
        d.lose(side, piece.holder, fate)
    elif crew and side == owner:
        d.score(owner, d.book.counters[crew].points)
