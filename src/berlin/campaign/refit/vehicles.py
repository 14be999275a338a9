"""Vehicles between two scenarios: who mans those that were abandoned; immobilization, Recall and Stun."""

from berlin.campaign.holdings import MAIN, is_qualified, men, move_off, part, vehicles
from berlin.campaign.question import Done, Reason, WhileOpen
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, FIRST, SECOND, Seat, Unit
from berlin.kernel.play.acts import Act
from berlin.squad.board.counters import Sort
from berlin.squad.board.names import owner_of
from berlin.squad.board.pieces import NOWHERE, Mark, Where, is_mobile
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
            Man(unit, crew)
            for unit, piece in vehicles(d, side)
            if piece.has(Mark.ABANDONED)
            for crew in _crews(d, side, part(d, piece))
        ]
        return [*acts, Done()]

    def carry_out(self, d: Draft, act: Act) -> None:
        if isinstance(act, Man):
            man(d, act.unit, act.by)
        else:
            d.frames.pop()


def begin(d: Draft) -> None:
    d.frames += [Manning(SECOND), Manning(FIRST)]


def conclude(d: Draft) -> None:
    for side in BOTH:
        repair_immobilized(d, side)
        recall(d, side)
        send_for_ammunition(d, side)
        recover(d, side)


def _crews(d: Draft, side: Seat, where: int) -> list[Unit]:
    return [unit for unit in men(d, side, where) if d.counter(unit).sort in CREWS]


def man(d: Draft, vehicle: Unit, crew: Unit) -> None:
    """Men get in. What they possessed stays behind."""
    for unit, piece in d.held_by(crew):
        if not piece.is_out:
            d.change(unit, holder=-1)
    tell(d, "man", crew, f"mans {d.log_name(vehicle)}", d.book.cite("vehicles.man"))
    d.change(crew, where=Where.ABOARD, space=NOWHERE, level=0, holder=-1)
    d.hand(vehicle, crew)
    d.mark(vehicle, off=Mark.ABANDONED)


def repair_immobilized(d: Draft, side: Seat) -> None:
    """In one RePh only the immobilized may become Mobile."""
    if not d.book.dates[d.turn - 2].repairs:
        return
    front = d.fronts[0] | d.fronts[1]
    for unit, piece in list(vehicles(d, side)):
        if owner_of(unit) != side or not piece.has(Mark.IMMOBILE) or piece.has(Mark.ABANDONED):
            continue
        apart = part(d, piece) != MAIN
        reasons = {
            "leader": leadership(d, unit),
            "unqualified": not is_qualified(d, side, unit),
            "front": piece.where is Where.MAP and front >> piece.space & 1,
            "isolated": apart,
        }
        if roll_on_table(d, "immobilization", reasons, of=unit)[1] == "mobile":
            d.mark(unit, off=Mark.IMMOBILE)
            if not apart:
                move_off(d, unit, Where.RETAINED)


def recall(d: Draft, side: Seat) -> None:
    """A vehicle under Recall is lost if it gets away, and else has to wait."""
    for unit, piece in list(vehicles(d, side)):
        if not piece.marks & (Mark.RECALLED | Mark.RECALLED_FOR_AMMO) or not is_mobile(piece):
            continue
        if part(d, piece) != MAIN:
            d.mark(unit, on=Mark.SHORT)
            tell(d, "recall", unit, "Recalled, but Isolated", d.book.cite("vehicles.besieged"))
        elif not piece.has(Mark.RECALLED_FOR_AMMO):
            tell(d, "recall", unit, "Recalled and lost", d.book.cite("vehicles.recall"))
            for leader in aboard(d, unit):
                d.lose(leader, "Recalled", scored=False)
            d.lose(unit, "Recalled", scored=False)


def send_for_ammunition(d: Draft, side: Seat) -> None:
    """Who was Recalled for Low Ammo comes back with a good die, or is away for another scenario."""
    waiting = [kept for kept in d.at_hand(side) if kept[1].where is Where.MAINTENANCE]
    for unit, piece in [*vehicles(d, side), *waiting]:
        if not piece.has(Mark.RECALLED_FOR_AMMO) or part(d, piece) != MAIN or not is_mobile(piece):
            continue
        if roll_on_table(d, "ammo", of=unit)[1] == "returns":
            d.mark(unit, off=Mark.RECALLED_FOR_AMMO | Mark.RECALLED | Mark.LOW_AMMO)
            move_off(d, unit, Where.ENTERING)
        else:
            move_off(d, unit, Where.MAINTENANCE)


def forfeit(d: Draft) -> None:
    """At the end of the campaign who is still away for ammunition is a casualty, if only now."""
    counting, d.counting = d.counting, True
    for side in BOTH:
        for unit, piece in list(d.at_hand(side)):
            if piece.where is Where.MAINTENANCE and piece.has(Mark.RECALLED_FOR_AMMO):
                d.lose(unit, "away for ammunition at the end")
                d.say("recall", f"{d.log_name(unit)}: never came back", d.book.cite("vehicles.away"))
    d.counting = counting


def recover(d: Draft, side: Seat) -> None:
    """A Stunned crew recovers, stays Stunned, or is no more."""
    for unit, piece in list(vehicles(d, side)):
        if not piece.has(Mark.STUNNED):
            d.mark(unit, off=Mark.SHAKEN)
            continue
        reasons = {"isolated": part(d, piece) != MAIN, "leader": leadership(d, unit)}
        _, result = roll_on_table(d, "stun", reasons, of=unit)
        if result == "stunned":
            d.mark(unit, on=Mark.SHAKEN)
        else:
            d.mark(unit, off=Mark.STUNNED | Mark.SHAKEN)
        if result == "eliminated":
            lose_crew(d, unit, "did not recover from a Stun")
