"""3.2 Replacements: one point a turn to rebuild, to bring back or to turn into support."""

from random import Random

from berlin.games.race.board.ground import SOVIET_SUPPLY
from berlin.games.race.board.units import CAMP, DESTROYED, GERMANS_FROM, KONIEV, NAMES, SOVIETS, ZHUKOV
from berlin.games.race.board.zones import N, zone_name
from berlin.games.race.cover import SEATS
from berlin.games.race.rules.movement.moves import arrive
from berlin.games.race.rules.positions import soviets_in, units_in
from berlin.games.race.rules.question import RaceQuestion, refusals
from berlin.games.race.state.actions import Action, Convert, Done, Rebuild, Return, Starve
from berlin.games.race.state.state import OOS, REDUCED, Draft, Position
from berlin.kernel.contract.ids import OTHER
from berlin.kernel.contract.rules import Refusal

CONVERT, DONE = Convert(), Done()

SPENT = Refusal("RFB 3.2.1a", "the replacement point of this turn is spent")
NOT_REDUCED = refusals("RFB 3.2.1b", "{} is not a reduced unit on the map")
CUT_OFF = refusals("RFB 3.2.1c", "{} is out of supply and can't be rebuilt")
NOT_HIS = refusals("RFB 3.2.2b", "{} is not a unit of his on the map")
HUNGRY = refusals("RFB 3.2.2b", "{} is out of supply already")


class Logistics(RaceQuestion, frozen=True, gc=False):
    """3.2: what is the replacement point spent on, which units go without supply?"""

    spent: bool = False

    acts = (Rebuild, Return, Convert, Starve, Done)
    rule = "RFB 3.2.1a"
    why = (
        "One point a turn mends a broken army or becomes support, without which nobody fights in Berlin;"
        " armies far from the fight can give up their supply for more of it."
    )

    def prompt(self, p: Position) -> str:
        point = "it is spent" if self.spent else "one replacement point is to spend"
        return f"Replacements: {point}; units may give up supply for support"

    def rebuild_refusal(self, p: Position, unit: int) -> Refusal | None:
        if refusal := self._not_his(unit):
            return refusal
        if p.where[unit] >= N or not p.marks[unit] & REDUCED:
            return NOT_REDUCED[unit]
        return CUT_OFF[unit] if p.marks[unit] & OOS else None

    def return_refusal(self, p: Position, unit: int, zone: int) -> Refusal | None:
        if refusal := self._not_his(unit):
            return refusal
        if p.where[unit] != DESTROYED:
            return Refusal("RFB 3.2.1d", f"{NAMES[unit]} has not been destroyed")
        if zone not in SOVIET_SUPPLY[self.seat]:
            return Refusal("RFB 3.2.1d", f"{zone_name(zone)} is not a supply zone of its camp")
        if soviets_in(p, zone, OTHER[self.seat]):
            return Refusal("RFB 7.3.3a", f"Soviets of the other camp stand at {zone_name(zone)}")
        return None

    def starve_refusal(self, p: Position, unit: int) -> Refusal | None:
        if unit >= GERMANS_FROM:
            return Refusal("RFB 3.2.2.q1", "only Soviet units may go without supply for support")
        if CAMP[unit] != self.seat or p.where[unit] >= N:
            return NOT_HIS[unit]
        return HUNGRY[unit] if p.marks[unit] & OOS else None

    def _not_his(self, unit: int) -> Refusal | None:
        """Why the point can't be spent on this unit, wherever it is."""
        if self.spent:
            return SPENT
        if unit >= GERMANS_FROM:
            return Refusal("RFB 3.2.1.q1", "only Soviet units are replaced")
        if CAMP[unit] != self.seat:
            return Refusal("RFB 3.2.1a", f"{NAMES[unit]} belongs to the other camp")
        return None

    def answers(self, p: Position) -> list[Action]:
        units = range(*SOVIETS[self.seat])
        actions: list[Action] = []
        if not self.spent:
            actions += [Rebuild(unit) for unit in units if self.rebuild_refusal(p, unit) is None]
            actions += self._returns(p)
            actions.append(CONVERT)
        actions += [Starve(unit) for unit in units if self.starve_refusal(p, unit) is None]
        actions.append(DONE)
        return actions

    def _returns(self, p: Position) -> list[Action]:
        first, after = SOVIETS[self.seat]
        units = units_in(p, DESTROYED, first, after)
        # Where the first may return, all may.
        zones = [z for z in SOVIET_SUPPLY[self.seat] if units and self.return_refusal(p, units[0], z) is None]
        return [Return(unit, zone) for unit in units for zone in zones]

    def sample(self, p: Position, rng: Random) -> Action:
        """By rejection."""
        first, after = SOVIETS[self.seat]
        units = after - first
        others = [DONE] if self.spent else [DONE, CONVERT, *self._returns(p)]
        slots = len(others) + (units if self.spent else 2 * units)
        while True:
            slot = int(rng.random() * slots) - len(others)
            if slot < 0:
                return others[slot]
            unit = first + slot
            if slot < units:
                if self.starve_refusal(p, unit) is None:
                    return Starve(unit)
            elif self.rebuild_refusal(p, unit - units) is None:
                return Rebuild(unit - units)

    def carry_out(self, d: Draft, act: Action) -> None:
        seat = self.seat
        match act:
            case Starve():
                unit = act.unit
                d.marks[unit] |= OOS
                d.lend_support(seat, 1)
                if d.log is not None:
                    text = f"{NAMES[unit]} gives up its supply for a support point"
                    d.say("starve", text, "RFB 3.2.2b", data=(unit,))
                return
            case Rebuild(unit):
                d.marks[unit] &= ~REDUCED
                d.say(
                    "rebuild", f"{NAMES[unit]} is brought back to full strength", "RFB 3.2.1b", data=(unit,)
                )
            case Return(unit, zone):
                d.marks[unit] = REDUCED
                arrive(d, unit, zone)
                text = f"{NAMES[unit]} returns reduced at {zone_name(zone)}"
                d.say("return", text, "RFB 3.2.1d", data=(unit, zone))
            case Convert():
                d.lend_support(seat, 1)
                name = SEATS[seat].capitalize()
                d.say("convert", f"{name} turns the replacement point into support", "RFB 3.2.2a")
            case _:
                d.frames.pop()
                return
        d.frames[-1] = Logistics(seat, spent=True)

    def refuse(self, p: Position, act: Action) -> Refusal:
        refusal: Refusal | None = None
        match act:
            case Rebuild(unit):
                refusal = self.rebuild_refusal(p, unit)
            case Return(unit, zone):
                refusal = self.return_refusal(p, unit, zone)
            case Starve(unit):
                refusal = self.starve_refusal(p, unit)
            case Convert():
                refusal = SPENT
            case _:
                pass
        return refusal or Refusal("RFB 1.B", "the Logistics Phase comes first: supply, then replacements")


def open_logistics(d: Draft) -> None:
    """B.2: Zhukov first, then Koniev."""
    d.frames += [Logistics(KONIEV), Logistics(ZHUKOV)]
