"""4.1.3, 4.pass. The Movement Segment: units on the map and units that enter it, each once, in any order."""

from random import Random

from berlin.games.fortress.board.ground import SIZE
from berlin.games.fortress.board.units import RANGES, SIDE
from berlin.games.fortress.rules.entering import Entering, gates
from berlin.games.fortress.rules.fog import awaited, is_awaited, unseen
from berlin.games.fortress.rules.movement.bounds import fault
from berlin.games.fortress.rules.movement.march import March, Move
from berlin.games.fortress.rules.movement.modes import full_move
from berlin.games.fortress.rules.question import Done, Standing
from berlin.games.fortress.state.state import Draft
from berlin.kernel.contract.ids import OTHER
from berlin.kernel.contract.rules import Refusal


class Movement(Standing[Move | Done], frozen=True):
    """The Movement Segment of a side."""

    acts = (Move, Done)
    words = "Which unit moves?"
    rule = "FB 7.1.move"
    why = "Each unit moves once, in any order; who takes Combat mode now can fight in this turn."

    def is_secret(self, d: Draft) -> bool:
        """With fog the answer may name a unit that the enemy doesn't see."""
        return bool(unseen(d, OTHER[self.seat]) or awaited(d, self.seat))

    def answers(self, d: Draft) -> list[Move | Done]:
        return [*(Move(unit) for unit in RANGES[self.seat] if self.fault(d, unit) is None), Done()]

    def sample(self, d: Draft, rng: Random) -> Move | Done:
        # One of all units and done, until it is an answer.
        units = RANGES[self.seat]
        while True:
            number = int(rng.random() * (len(units) + 1))
            if number == len(units):
                return Done()
            if self.fault(d, units[number]) is None:
                return Move(units[number])

    def fault(self, d: Draft, unit: int) -> Refusal | None:
        """Why a unit can't be moved now; None if it can."""
        if SIDE[unit] != self.seat:
            return Refusal("FB 4.2", "it is the other side's")
        if d.where[unit] < SIZE:
            return fault(d, unit)
        if not is_awaited(d, unit):
            return Refusal("FB 5.0.entry", "it is not on the map, and may not enter it now")
        if not gates(d, unit):
            return Refusal("FB 5.3.blocked", "every hex by which it could enter is closed")
        return None

    # One list of faults for each unit: the first is the refusal.
    def refuse(self, d: Draft, act: Move | Done) -> Refusal:
        assert isinstance(act, Move), "done is always an answer"
        found = self.fault(d, act.unit)
        assert found is not None
        return found

    def carry_out(self, d: Draft, act: Move | Done) -> None:
        if isinstance(act, Done):
            d.frames.pop()
        elif d.where[act.unit] >= SIZE:
            d.frames.append(Entering(self.seat, act.unit))
        else:
            d.frames.append(March(self.seat, act.unit, full_move(d, act.unit)))
