"""4.2.3: the reserve step: follow the attackers, then move on half the allowance."""

from random import Random

from berlin.games.race.actions import Action, Follow, Move, WestTest
from berlin.games.race.frames import Reserving
from berlin.games.race.movement import arrive, carry_out, stop_refusal, why_not_move
from berlin.games.race.moving import (
    DONE,
    draw_move,
    ends_of,
    journey,
    move_to,
    roll_test,
    test_refusal,
    west_tests,
)
from berlin.games.race.state import (
    ACTED,
    RESERVES,
    Draft,
    Position,
    any_soviets_in,
    germans_in,
    marked,
    zone_name,
)
from berlin.games.race.units import GERMANS_FROM, KEYS
from berlin.games.race.ways import ways_of
from berlin.kernel.rules import Refusal


def reserves(p: Position) -> list[int]:
    """The units in reserve mode that have not made their move."""
    return marked(p, RESERVES)


def follow_refusal(p: Position, frame: Reserving, unit: int, zone: int) -> Refusal | None:
    """Why a reserve unit may not follow into a conquered zone."""
    if unit in frame.followed:
        return Refusal("RFB 4.2.3c", f"{KEYS[unit]} has followed already")
    if not any(taken == zone for taken, _ in p.taken):
        return Refusal("RFB 8.4.2", f"{zone_name(zone)} was not conquered in this impulse")
    if p.where[unit] == zone or not any(
        taken == zone and p.where[unit] in origins for taken, origins in p.taken
    ):
        return Refusal("RFB 8.4.2.q1", f"no unit from the zone of {KEYS[unit]} fought there")
    if germans_in(p, zone) if unit < GERMANS_FROM else any_soviets_in(p, zone):
        return Refusal("RFB 8.4.2", "enemy units are there")
    return stop_refusal(p, unit, zone)


def follows_of(p: Position, frame: Reserving, unit: int) -> list[Follow]:
    zones = sorted({zone for zone, _ in p.taken})
    return [Follow(unit, zone) for zone in zones if follow_refusal(p, frame, unit, zone) is None]


def settle(d: Draft, frame: Reserving) -> bool:
    if 1 in d.marks.translate(RESERVES):
        return True
    d.frames.pop()
    return False


def options(p: Position, frame: Reserving) -> list[Action]:
    actions: list[Action] = []
    units = reserves(p)
    ways = ways_of(p, units[0])
    for unit in units:
        if p.taken:
            actions += follows_of(p, frame, unit)
        actions += [move_to(unit, end) for end in ends_of(p, unit, ways)]
        if test_refusal(p, unit) is None:
            actions.append(WestTest(unit))
    actions.append(DONE)
    return actions


def draw(p: Position, frame: Reserving, rng: Random) -> Action:
    """A uniform legal answer in the reserve step."""
    units = reserves(p)
    ways = ways_of(p, units[0])
    journeys = [journey(p, unit, ways) for unit in units]
    others = west_tests(p, units)
    if p.taken:
        others += [follow for unit in units for follow in follows_of(p, frame, unit)]
    others.append(DONE)
    return draw_move(p, ways, journeys, others, rng)


def answer(d: Draft, frame: Reserving, action: Action) -> None:
    match action:
        case Follow(unit, zone):
            d.frames[-1] = Reserving(frame.seat, (*frame.followed, unit))
            d.say("advance", f"{KEYS[unit]} follows into {zone_name(zone)}", "RFB 4.2.3c", data=(unit, zone))
            arrive(d, unit, zone)
        case Move():
            d.marks[action.unit] |= ACTED
            carry_out(d, action.unit, action.zone, action.via, "RFB 4.2.3b")
        case WestTest(unit):
            roll_test(d, unit)
        case _:
            d.frames.pop()


def refuse(p: Position, frame: Reserving, action: Action) -> Refusal:
    match action:
        case Follow(unit) | Move(unit) | WestTest(unit) if unit not in reserves(p):
            return Refusal("RFB 4.1.3b", f"{KEYS[unit]} is not a reserve that may still move")
        case Follow(unit, zone):
            return follow_refusal(p, frame, unit, zone) or Refusal("RFB 8.4.2", "it can't follow")
        case Move(unit, zone):
            refusal = why_not_move(p, unit, zone)
            if refusal.rule == "RFB 7.1.1":
                return Refusal("RFB 4.2.3b", f"{refusal.reason}: a reserve has half its movement points")
            return refusal
        case WestTest(unit):
            return test_refusal(p, unit) or Refusal("RFB 7.2.2.q1", "it has been tested for this move")
        case _:
            return Refusal("RFB 4.1.3b", "the units in reserve mode move last")
