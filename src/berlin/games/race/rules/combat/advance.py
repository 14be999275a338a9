"""8.4 Advance after combat: at least one attacker enters the conquered zone."""

from berlin.games.race.board.units import NAMES
from berlin.games.race.board.zones import N, zone_name
from berlin.games.race.rules.movement.moves import arrive, stop_refusal
from berlin.games.race.rules.question import RaceQuestion
from berlin.games.race.state.actions import Action, AdvanceUnit, Done
from berlin.games.race.state.state import Draft, Position
from berlin.kernel.contract.ids import Place, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.limits import Check, Condition, Narrowing, refuse, within


class Advance(RaceQuestion, frozen=True, gc=False):
    """8.4: who enters the conquered zone?"""

    zone: Place
    units: tuple[Unit, ...]
    entered: int = 0

    acts = (AdvanceUnit, Done)
    rule = "RFB 8.4.1a"
    why = (
        "The ground won must be entered by at least one attacker: the rest may stay to hold what lies behind."
    )

    def prompt(self, p: Position) -> str:
        more = "who else advances" if self.entered else "who advances (one must)"
        return f"{zone_name(self.zone)} is taken: {more}?"

    def limits(self, p: Position) -> tuple[Narrowing[Unit], ...]:
        """Which units can still enter."""
        return (
            Condition(
                lambda unit: unit in self.units and p.where[unit] < N,
                "RFB 8.4.1b",
                lambda unit: f"{NAMES[unit]} did not take part in the combat",
            ),
            Condition(
                lambda unit: p.where[unit] != self.zone,
                "RFB 8.4.1b",
                lambda unit: f"{NAMES[unit]} has advanced already",
            ),
            Check(lambda unit: stop_refusal(p, unit, self.zone)),
        )

    def _able(self, p: Position) -> list[Unit]:
        return within(self.units, self.limits(p))

    def still_asks(self, d: Draft) -> bool:
        units = self._able(d)
        if not units:
            d.frames.pop()
            return False
        if not self.entered and len(units) == 1:
            self._enter(d, units[0])
            return False
        return True

    def _enter(self, d: Draft, unit: Unit) -> None:
        d.frames[-1] = Advance(self.seat, self.zone, self.units, self.entered + 1)
        text = f"{NAMES[unit]} advances into {zone_name(self.zone)}"
        d.say("advance", text, "RFB 8.4.1a", data=(unit, self.zone))
        arrive(d, unit, self.zone)

    def answers(self, p: Position) -> list[Action]:
        actions: list[Action] = [AdvanceUnit(unit) for unit in self._able(p)]
        if self.entered:
            actions.append(Done())
        return actions

    def carry_out(self, d: Draft, act: Action) -> None:
        if isinstance(act, AdvanceUnit):
            self._enter(d, act.unit)
        else:
            d.frames.pop()

    def refuse(self, p: Position, act: Action) -> Refusal:
        if isinstance(act, AdvanceUnit):
            return refuse(self.limits(p), act.unit)
        return Refusal("RFB 8.4.1a", f"at least one attacker must advance into {zone_name(self.zone)}")
