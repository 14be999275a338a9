"""What must hold in every state."""

from berlin.games.race.board.ground import EAST, VP
from berlin.games.race.board.units import GERMANS_FROM, NAMES, OFF_MAP, UNITS
from berlin.games.race.board.zones import BERLIN, N, zone_name
from berlin.games.race.cover import SEATS
from berlin.games.race.rules.movement.reachability import CONTROL_LEVEL
from berlin.games.race.rules.positions import any_soviets_in
from berlin.games.race.rules.stacking import overstacked
from berlin.games.race.state.state import AMERICAN, BAG, CHIT_NUMBERS, NOBODY, OUT, RUNNING, State
from berlin.kernel.contract.ids import BOTH
from berlin.kernel.play.resigning import resigner


def broken(s: State) -> list[str]:
    """Every law of the table that this state breaks, a line each."""
    faults = overstacked(s)
    if len(s.where) != UNITS or len(s.marks) != UNITS:
        faults.append("units are lost or doubled [RFB units.a]")
    faults += [fault for unit in range(UNITS) if (fault := _unit_fault(s, unit))]
    faults += [fault for zone in BERLIN if (fault := _city_fault(s, zone))]
    for zone in range(N):
        if s.control[zone] not in (NOBODY, AMERICAN) and not VP[zone]:
            faults.append(f"{zone_name(zone)} has a control marker but no points [RFB 7.3.4a]")
    for seat in BOTH:
        if sum(1 for number in CHIT_NUMBERS if number > 1 and s.chits[number] == seat + 1) > 1:
            faults.append(f"{SEATS[seat].capitalize()} holds two secret chits [RFB 2.4.2a]")
        if s.support[seat] < 0:
            faults.append(f"{SEATS[seat].capitalize()} has spent support he had not [RFB 9.2.1c]")
    if any(s.chits[number] not in (BAG, 1, 2, OUT) for number in CHIT_NUMBERS):
        faults.append("a chit is nowhere [RFB 2.4.4a]")
    if (s.over == RUNNING) != bool(s.frames):
        faults.append("a running game asks something, and one that is over asks nothing [RFB 10a]")
    return faults


def _unit_fault(s: State, unit: int) -> str:
    zone = s.where[unit]
    if zone >= N:
        return "" if zone in OFF_MAP else f"{NAMES[unit]} is nowhere"
    if unit >= GERMANS_FROM:
        if s.control[zone] == AMERICAN:
            # Its test may still be open: the one whose refuge is asked stands there until it is answered.
            waiting = any(getattr(frame, "unit", -1) == unit for frame in s.frames)
            unanswered = resigner(s.over) is not None
            return "" if waiting or unanswered else f"{NAMES[unit]} is in an American zone [RFB 2.2.7]"
        return f"{NAMES[unit]} is east of the Oder-Neisse [RFB 7.2.1]" if EAST[zone] else ""
    if s.control[zone] == AMERICAN and not s.halted:
        return f"{NAMES[unit]} is in an American zone, yet their advance goes on [RFB 2.2.8c]"
    return ""


def _city_fault(s: State, zone: int) -> str:
    level, soviets = s.progress[zone], any_soviets_in(s, zone)
    if soviets and not s.holder[zone]:
        return f"{zone_name(zone)} holds Soviets of no camp [RFB 9.1.4]"
    if (level >= CONTROL_LEVEL) != (s.control[zone] in (1, 2)):
        return f"{zone_name(zone)} is at level {level} but its control does not match [RFB 9.3.3a]"
    return ""
