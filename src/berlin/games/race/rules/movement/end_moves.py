"""5.1: units that were not activated move one zone at the end of the turn."""

from collections.abc import Callable
from random import Random

from berlin.boards.hexes import bits
from berlin.games.race.board.ground import IN_BERLIN, NEAR
from berlin.games.race.board.units import CAMP, GERMAN, NAMES
from berlin.games.race.board.zones import N
from berlin.games.race.cover import SEATS
from berlin.games.race.rules.berlin import check_city
from berlin.games.race.rules.movement.moves import (
    ABROAD,
    why_not_move,
)
from berlin.games.race.rules.movement.reachability import restricted, ways_of
from berlin.games.race.rules.movement.step import DONE, TESTED, MovingStep, test_refusal
from berlin.games.race.rules.positions import RESTED, marked_of, stand_in
from berlin.games.race.rules.question import ONE_ZONE
from berlin.games.race.state.actions import Action, Move, WestTest
from berlin.games.race.state.state import ACTED, OOS, USED, Draft, Position
from berlin.kernel.contract.ids import Seat, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.question import pick

# The zones next to each that lie outside Berlin.
OUTSIDE = tuple(tuple(bits(near & ~IN_BERLIN)) for near in NEAR)
MOST_OUTSIDE = max(len(near) for near in OUTSIDE)


class EndMoves(MovingStep, frozen=True, gc=False):
    """5.1: the units that were not activated may move one zone."""

    german: bool

    rule = "RFB 5.1a"
    why = (
        "Whoever was not activated in this turn may close up by one zone, though not into Berlin: bring the"
        " stragglers forward and close the gaps."
    )
    allowance = ONE_ZONE
    move_rule = "RFB 5.1a"

    def prompt(self, p: Position) -> str:
        return f"End of the turn: {self._nation} that were not activated may move one zone"

    @property
    def _nation(self) -> str:
        return "Germans" if self.german else "Soviets"

    def move_refusal(self, p: Position, unit: Unit) -> Refusal | None:
        """Why a unit may not move at the end of the turn: one that `movers` passes over by its marks."""
        if GERMAN[unit] != self.german or CAMP[unit] != self.seat:
            return Refusal("RFB 5.1d", f"now the {self._nation} of {SEATS[self.seat].capitalize()} move")
        if p.where[unit] >= N:
            return Refusal("RFB 5.1a", f"{NAMES[unit]} is not on the map")
        marks = p.marks[unit]
        if marks & USED:
            return Refusal("RFB 5.1a", f"{NAMES[unit]} was activated in this turn")
        if marks & OOS:
            return Refusal("RFB 5.1a", f"{NAMES[unit]} is out of supply")
        return Refusal("RFB 5.1a", f"{NAMES[unit]} has had its move") if marks & ACTED else None

    def movers(self, p: Position) -> list[Unit]:
        where = p.where
        return [unit for unit in marked_of(p, RESTED, self.seat, self.german) if where[unit] < N]

    def still_asks(self, d: Draft) -> bool:
        for unit in marked_of(d, RESTED, self.seat, self.german):
            if d.where[unit] < N:
                return True
        d.frames.pop()
        return False

    def sample(self, p: Position, rng: Random) -> Action:
        """By rejection."""
        german, seat = self.german, self.seat
        if not german and stand_in(p, seat, ABROAD[seat]):
            return pick(self.answers(p), rng)
        units = self.movers(p)
        ways = ways_of(p, units[0])
        tested = german and restricted(p, seat)
        choices = MOST_OUTSIDE + tested
        slots = len(units) * choices + 1
        where = p.where
        while True:
            slot = int(rng.random() * slots)
            if slot == slots - 1:
                return DONE
            unit, at = units[slot // choices], slot % choices
            near = OUTSIDE[where[unit]]
            if at < len(near):
                if ways.stays(unit, near[at]):
                    return Move(unit, near[at])
            elif at == MOST_OUTSIDE and test_refusal(p, unit) is None:
                return WestTest(unit)

    # Moves are as in every step of moves; `movers` finds by one look at all marks whom `move_refusal` passes.
    def refuse(self, p: Position, act: Action) -> Refusal:
        match act:
            case Move(unit, zone):
                return self.move_refusal(p, unit) or why_not_move(p, unit, zone)
            case WestTest(unit):
                return self.move_refusal(p, unit) or test_refusal(p, unit) or TESTED
            case _:
                return Refusal("RFB 5.1a", "units that were not activated may move one zone now")


# A unit's marks when the moves at the end of the turn are over.
STANDING = bytes(marks & ~ACTED for marks in range(256))


def _close(d: Draft) -> None:
    """9.1.5: a zone of Berlin that is left empty in these moves is paid for too."""
    d.marks = d.marks.translate(STANDING)
    check_city(d)


def stage(camp: Seat, german: bool) -> tuple[Callable[[Draft], None], Callable[[Draft], None]]:
    """What the moves of these units begin and end with."""
    return lambda d: d.frames.append(EndMoves(camp, german)), _close
