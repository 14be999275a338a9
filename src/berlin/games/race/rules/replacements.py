"""3.2 Replacements: one point a turn to rebuild, to bring back or to turn into support."""

from random import Random

from berlin.games.race.board.ground import SOVIET_SUPPLY
from berlin.games.race.board.units import (
    ALL_UNITS,
    CAMP,
    DESTROYED,
    GERMANS_FROM,
    KONIEV,
    NAMES,
    SOVIETS,
    ZHUKOV,
)
from berlin.games.race.board.zones import N, zone_name
from berlin.games.race.cover import SEATS
from berlin.games.race.rules.movement.moves import arrive
from berlin.games.race.rules.positions import on_map, soviets_in, units_in
from berlin.games.race.rules.question import RaceQuestion
from berlin.games.race.state.actions import Action, Convert, Done, Rebuild, Return, Starve
from berlin.games.race.state.state import OOS, REDUCED, Draft, Position
from berlin.kernel.contract.ids import OTHER, Place, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.limits import Condition, refusal, within

CONVERT, DONE = Convert(), Done()

SPENT = Refusal("RFB 3.2.1a", "the replacement point of this turn is spent")


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

    def _own(self) -> tuple[Condition[Unit], ...]:
        """On which units the point can be spent, wherever they are."""
        return (
            Condition(lambda _: not self.spent, SPENT.rule, SPENT.reason),
            Condition(lambda unit: unit < GERMANS_FROM, "RFB 3.2.1.q1", "only Soviet units are replaced"),
            Condition(
                lambda unit: CAMP[unit] == self.seat,
                "RFB 3.2.1a",
                lambda unit: f"{NAMES[unit]} belongs to the other camp",
            ),
        )

    def rebuilding(self, p: Position) -> tuple[Condition[Unit], ...]:
        """Which units can be rebuilt."""
        return (
            *self._own(),
            Condition(
                lambda unit: p.where[unit] < N and p.marks[unit] & REDUCED != 0,
                "RFB 3.2.1b",
                lambda unit: f"{NAMES[unit]} is not a reduced unit on the map",
            ),
            Condition(
                lambda unit: not p.marks[unit] & OOS,
                "RFB 3.2.1c",
                lambda unit: f"{NAMES[unit]} is out of supply and can't be rebuilt",
            ),
        )

    def returning(self, p: Position) -> tuple[Condition[Unit], ...]:
        """Which units can come back."""
        return (
            *self._own(),
            Condition(
                lambda unit: p.where[unit] == DESTROYED,
                "RFB 3.2.1d",
                lambda unit: f"{NAMES[unit]} has not been destroyed",
            ),
        )

    def returning_to(self, p: Position) -> tuple[Condition[Place], ...]:
        """At which zones they can: at the same, whoever it is."""
        return (
            Condition(
                lambda zone: zone in SOVIET_SUPPLY[self.seat],
                "RFB 3.2.1d",
                lambda zone: f"{zone_name(zone)} is not a supply zone of its camp",
            ),
            Condition(
                lambda zone: not soviets_in(p, zone, OTHER[self.seat]),
                "RFB 7.3.3a",
                lambda zone: f"Soviets of the other camp stand at {zone_name(zone)}",
            ),
        )

    def starving(self, p: Position) -> tuple[Condition[Unit], ...]:
        """Which units can give up their supply."""
        return (
            Condition(
                lambda unit: unit < GERMANS_FROM,
                "RFB 3.2.2.q1",
                "only Soviet units may go without supply for support",
            ),
            Condition(
                lambda unit: CAMP[unit] == self.seat and p.where[unit] < N,
                "RFB 3.2.2b",
                lambda unit: f"{NAMES[unit]} is not a unit of his on the map",
            ),
            Condition(
                lambda unit: not p.marks[unit] & OOS,
                "RFB 3.2.2b",
                lambda unit: f"{NAMES[unit]} is out of supply already",
            ),
        )

    def answers(self, p: Position) -> list[Action]:
        units = on_map(p, self.seat, german=False)
        actions: list[Action] = []
        if not self.spent:
            reduced = [unit for unit in units if p.marks[unit] & REDUCED]
            actions += map(Rebuild, within(reduced, self.rebuilding(p)))
            actions += self._returns(p)
            actions.append(CONVERT)
        actions += map(Starve, within(units, self.starving(p)))
        actions.append(DONE)
        return actions

    def _returns(self, p: Position) -> list[Action]:
        destroyed = units_in(p, DESTROYED, *SOVIETS[self.seat])
        zones = within(SOVIET_SUPPLY[self.seat], self.returning_to(p))
        return [Return(unit, zone) for unit in within(destroyed, self.returning(p)) for zone in zones]

    def sample(self, p: Position, rng: Random) -> Action:
        """By rejection."""
        first, after = SOVIETS[self.seat]
        units = after - first
        others = [DONE] if self.spent else [DONE, CONVERT, *self._returns(p)]
        slots = len(others) + (units if self.spent else 2 * units)
        where, marks = p.where, p.marks
        while True:
            slot = int(rng.random() * slots) - len(others)
            if slot < 0:
                return others[slot]
            unit = ALL_UNITS[first + slot % units]
            # What `starving` and `rebuilding` leave, in one look: asked here they slow random games by 7%.
            if where[unit] < N and not marks[unit] & OOS:
                if slot < units:
                    return Starve(unit)
                if marks[unit] & REDUCED:
                    return Rebuild(unit)

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
        found: Refusal | None = None
        match act:
            case Rebuild(unit):
                found = refusal(self.rebuilding(p), unit)
            case Return(unit, zone):
                found = refusal(self.returning(p), unit) or refusal(self.returning_to(p), zone)
            case Starve(unit):
                found = refusal(self.starving(p), unit)
            case Convert():
                found = SPENT
            case _:
                pass
        return found or Refusal("RFB 1.B", "the Logistics Phase comes first: supply, then replacements")


def open_logistics(d: Draft) -> None:
    """B.2: Zhukov first, then Koniev."""
    d.frames += [Logistics(KONIEV), Logistics(ZHUKOV)]
