"""4.2.3: the reserve step: follow the attackers, then move on half the allowance."""

from random import Random

from berlin.games.race.board.units import GERMANS_FROM, NAMES
from berlin.games.race.board.zones import zone_name
from berlin.games.race.rules.movement.moves import arrive, stop_refusal, why_not_move
from berlin.games.race.rules.movement.reachability import ways_of
from berlin.games.race.rules.movement.step import (
    DONE,
    TESTED,
    MovingStep,
    draw_move,
    journey,
    test_refusal,
    west_tests,
)
from berlin.games.race.rules.positions import RESERVES, any_soviets_in, germans_in, marked
from berlin.games.race.rules.question import HALF
from berlin.games.race.state.actions import Action, Done, Follow, Move, WestTest
from berlin.games.race.state.state import Draft, Position
from berlin.kernel.contract.ids import Place, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.limits import Check, Condition, Narrowing, refuse, within

MOVE_LAST = Refusal("RFB 4.1.3b", "the units in reserve mode move last")


class Reserving(MovingStep, frozen=True, gc=False):
    """4.2.3: the units in reserve mode follow and move."""

    followed: tuple[Unit, ...] = ()

    acts = (Follow, Move, WestTest, Done)
    rule = "RFB 4.2.3b"
    why = (
        "Reserves come last: they follow into a zone that was conquered from where they stand, and then"
        " move on half their points, so that a breach is used at once."
    )
    allowance = HALF
    move_rule = "RFB 4.2.3b"

    def prompt(self, p: Position) -> str:
        return "Reserves: follow into conquered zones, move on half the points"

    def movers(self, p: Position) -> list[Unit]:
        """The units in reserve mode that have not made their move."""
        return marked(p, RESERVES)

    def limits(self, p: Position, unit: Unit) -> tuple[Narrowing[Place], ...]:
        """Into which conquered zones a reserve unit may follow."""
        here, enemies = p.where[unit], germans_in if unit < GERMANS_FROM else any_soviets_in
        return (
            Condition(
                lambda _: unit not in self.followed, "RFB 4.2.3c", f"{NAMES[unit]} has followed already"
            ),
            Condition(
                lambda zone: any(taken == zone for taken, _ in p.taken),
                "RFB 8.4.2",
                lambda zone: f"{zone_name(zone)} was not conquered in this impulse",
            ),
            Condition(
                lambda zone: here != zone and any(taken == zone and here in came for taken, came in p.taken),
                "RFB 8.4.2.q1",
                f"no unit from the zone of {NAMES[unit]} fought there",
            ),
            Condition(lambda zone: not enemies(p, zone), "RFB 8.4.2", "enemy units are there"),
            Check(lambda zone: stop_refusal(p, unit, zone)),
        )

    def also(self, p: Position, unit: Unit) -> list[Action]:
        """The conquered zones that it may follow into."""
        if not p.taken:
            return []
        zones = within(sorted({zone for zone, _ in p.taken}), self.limits(p, unit))
        return [Follow(unit, zone) for zone in zones]

    def still_asks(self, d: Draft) -> bool:
        if 1 in d.marks.translate(RESERVES):
            return True
        d.frames.pop()
        return False

    def sample(self, p: Position, rng: Random) -> Action:
        """By rejection of ends that are full."""
        units = self.movers(p)
        ways = ways_of(p, units[0])
        journeys = [journey(p, unit, ways) for unit in units]
        others = west_tests(p, units)
        if p.taken:
            others += [follow for unit in units for follow in self.also(p, unit)]
        others.append(DONE)
        return draw_move(p, ways, journeys, others, rng)

    def carry_out(self, d: Draft, act: Action) -> None:
        if not isinstance(act, Follow):
            super().carry_out(d, act)
            return
        unit, zone = act.unit, act.zone
        d.frames[-1] = Reserving(self.seat, (*self.followed, unit))
        d.say("advance", f"{NAMES[unit]} follows into {zone_name(zone)}", "RFB 4.2.3c", data=(unit, zone))
        arrive(d, unit, zone)

    # Following is by limits; moves are as in every step of moves (`MovingStep.answers`).
    def refuse(self, p: Position, act: Action) -> Refusal:
        match act:
            case Follow(unit) | Move(unit) | WestTest(unit) if unit not in self.movers(p):
                return Refusal("RFB 4.1.3b", f"{NAMES[unit]} is not a reserve that may still move")
            case Follow(unit, zone):
                return refuse(self.limits(p, unit), zone)
            case Move(unit, zone):
                refusal = why_not_move(p, unit, zone)
                if refusal.rule == "RFB 7.1.1":
                    return Refusal("RFB 4.2.3b", f"{refusal.reason}: a reserve has half its movement points")
                return refusal
            case WestTest(unit):
                return test_refusal(p, unit) or TESTED
            case _:
                return MOVE_LAST
