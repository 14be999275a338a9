"""Vehicles between two scenarios: who mans those that were abandoned; immobilization, Recall and Stun."""

from berlin.campaign.holdings import MAIN, is_qualified, men, move_off, part, vehicles
from berlin.campaign.question import Done, Reason, WhileOpen
from berlin.campaign.state.state import Draft
from berlin.kernel.play.acts import Act
from berlin.squad.board.counters import Sort
from berlin.squad.board.names import Unit, piece_of, unit_of
from berlin.squad.board.pieces import NOWHERE, Mark, Where, is_mobile, keeper
from berlin.squad.rules.announce import tell
from berlin.squad.rules.rolls import roll_on_table
from berlin.squad.rules.vehicles import aboard, leadership, lose_crew

CREWS = frozenset((Sort.CREW, Sort.HALF))
"""Who can man a vehicle."""


class Man(Act, frozen=True, gc=False):
    """A crew or half-squad mans a vehicle."""

    verb = "man"
    says = "Man {unit} with {by}"

    unit: Unit
    by: Unit


class Manning(WhileOpen, frozen=True, gc=False):
    """Which abandoned vehicles are manned again, and by whom?"""

    acts = (Man, Done)
    topic = "vehicles.man"
    asks = "Which abandoned vehicles are manned again?"
    why = "A vehicle without men is of no use; its own kind of crew serves it best."
    refuses = (
        Reason(
            "vehicles.man",
            "only an abandoned vehicle is manned, by a crew or half-squad Retained in the same Perimeter "
            "Area",
        ),
    )

    def answers(self, d: Draft) -> list[Act]:
        side = self.seat
        acts: list[Act] = [
            Man(unit_of(owner, number), unit_of(side, crew))
            for owner, number, piece in vehicles(d, side)
            if piece.has(Mark.ABANDONED)
            for crew in _crews(d, side, part(d, piece))
        ]
        return [*acts, Done()]

    def carry_out(self, d: Draft, act: Act) -> None:
        if isinstance(act, Man):
            man(d, *piece_of(act.unit), *piece_of(act.by))
        else:
            d.frames.pop()


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


def man(d: Draft, owner: int, vehicle: int, side: int, crew: int) -> None:
    """Men get in. What they possessed stays behind."""
    for owned in (0, 1):
        for number, piece in list(d.at_hand(owned)):
            if piece.holder == crew and keeper(owned, piece) == side:
                d.change(owned, number, holder=-1)
    tell(d, "man", (side, crew), f"mans a {d.log_name(owner, vehicle)}", d.book.cite("vehicles.man"))
    d.change(side, crew, where=Where.ABOARD, space=NOWHERE, level=0, holder=-1)
    d.change(owner, vehicle, holder=crew)
    d.mark(owner, vehicle, off=Mark.ABANDONED)


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
        if roll_on_table(d, "immobilization", reasons, of=(owner, number))[1] == "mobile":
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
            tell(d, "recall", (owner, number), "Recalled, but Isolated", d.book.cite("vehicles.besieged"))
        elif not piece.has(Mark.RECALLED_FOR_AMMO):
            tell(d, "recall", (owner, number), "Recalled and lost", d.book.cite("vehicles.recall"))
            for leader in aboard(d, owner, number):
                d.lose(owner, leader, "Recalled", scored=False)
            d.lose(owner, number, "Recalled", scored=False)


def send_for_ammunition(d: Draft, side: int) -> None:
    """Who was Recalled for Low Ammo comes back with a good die, or is away for another scenario."""
    waiting = [(side, number, piece) for number, piece in d.at_hand(side) if piece.where is Where.MAINTENANCE]
    for owner, number, piece in [*vehicles(d, side), *waiting]:
        if not piece.has(Mark.RECALLED_FOR_AMMO) or part(d, piece) != MAIN or not is_mobile(piece):
            continue
        if roll_on_table(d, "ammo", of=(owner, number))[1] == "returns":
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
                d.say("recall", f"{d.log_name(side, number)}: never came back", d.book.cite("vehicles.away"))
    d.counting = counting


def recover(d: Draft, side: int) -> None:
    """A Stunned crew recovers, stays Stunned, or is no more."""
    for owner, number, piece in list(vehicles(d, side)):
        if not piece.has(Mark.STUNNED):
            d.mark(owner, number, off=Mark.SHAKEN)
            continue
        reasons = {"isolated": part(d, piece) != MAIN, "leader": leadership(d, owner, number)}
        _, result = roll_on_table(d, "stun", reasons, of=(owner, number))
        if result == "stunned":
            d.mark(owner, number, on=Mark.SHAKEN)
        else:
            d.mark(owner, number, off=Mark.STUNNED | Mark.SHAKEN)
        if result == "eliminated":
            lose_crew(d, owner, number, "did not recover from a Stun")
