"""2.2 The American advance: three tracks, the Germans in its way, its halt, and the common defeat."""

from berlin.games.race.actions import Action, DisplaceTo
from berlin.games.race.board import BERLIN, NEIGHBOURS, TRACKS
from berlin.games.race.chits import clear_bag
from berlin.games.race.cover import SEATS
from berlin.games.race.frames import Displace
from berlin.games.race.ground import EAST, INDEX, VP
from berlin.games.race.movement import arrive
from berlin.games.race.stacking import german_room
from berlin.games.race.state import (
    AMERICAN,
    COMMON_DEFEAT,
    NOBODY,
    Draft,
    Position,
    any_soviets_in,
    put,
    units_in,
    zone_name,
)
from berlin.games.race.tables import AMERICAN as TRACK_OF
from berlin.games.race.units import CAMP, GERMANS_FROM, KEYS, WITHDRAWN
from berlin.games.race.ways import soviet_held
from berlin.kernel.rules import Refusal

SURVIVES_FROM = 5


def roll_advance(d: Draft) -> None:
    """A.2: one die says on which track, if any, the Americans come on."""
    if d.halted:
        return
    rule = "RFB 2.2.1a" if d.turn <= 3 else "RFB 2.2.1b" if d.turn <= 8 else "RFB 2.2.1c"
    die = d.die("american", "American advance", rule)
    track = TRACK_OF[d.turn][die - 1]
    if track:
        advance(d, track)
    else:
        d.say("capture", "the Americans stay where they are", rule)


def next_zone(p: Position, track: int) -> int:
    """The first zone of a track without an American marker."""
    return next(zone for zone in TRACKS[track - 1] if p.control[zone] != AMERICAN)


def advance(d: Draft, track: int) -> None:
    """The Americans capture the next zone of a track, with all that follows."""
    zone = next_zone(d, track)
    if any_soviets_in(d, zone):
        halt(d, f"the Americans meet Soviet troops at {zone_name(zone)}", "RFB 2.2.4a")
        return
    if zone in BERLIN:
        d.over = COMMON_DEFEAT
        d.frames.clear()
        d.say("end", f"the Americans reach {zone_name(zone)}: both marshals have lost", "RFB 2.2.9")
        return
    holder = d.control[zone]
    if holder != NOBODY:
        d.score(holder - 1, -VP[zone])
        loser = SEATS[holder - 1].capitalize()
        d.say(
            "control", f"{loser} loses {zone_name(zone)} and {VP[zone]} VP", "RFB 2.2.5", data=(zone, NOBODY)
        )
    d.control = put(d.control, zone, AMERICAN)
    d.say(
        "capture",
        f"the Americans capture {zone_name(zone)} on track {track}",
        "RFB 2.2.2c",
        data=(zone, track),
    )
    _displace(d, zone)


def _displace(d: Draft, zone: int) -> None:
    survivors = []
    for unit in units_in(d, zone, GERMANS_FROM):
        die = d.die("displace", f"{KEYS[unit]} tries to slip away", "RFB 2.2.6a", about=KEYS[unit])
        if die >= SURVIVES_FROM:
            survivors.append(unit)
        else:
            withdraw(d, unit, "RFB 2.2.6a")
    for unit in reversed(survivors):
        d.frames.append(Displace(CAMP[unit], unit, zone))


def withdraw(d: Draft, unit: int, rule: str) -> None:
    """A German unit leaves the game for good."""
    d.where[unit] = WITHDRAWN
    d.marks[unit] = 0
    d.say("withdraw", f"{KEYS[unit]} is withdrawn from the game", rule, data=(unit,))


def halt(d: Draft, text: str, rule: str) -> None:
    """The American advance ends for good, and with it chit 3 if it lies in the bag."""
    if d.halted:
        return
    d.halted = True
    d.say("halt", f"{text}: their advance is over for good", rule)
    clear_bag(d)


def refuges(p: Position, frame: Displace) -> list[int]:
    """Where a displaced German may go: further east, no Soviets, room, not American."""
    return [zone for zone in NEIGHBOURS[frame.zone] if _no_refuge(p, frame, zone) is None]


def _no_refuge(p: Position, frame: Displace, zone: int) -> Refusal | None:
    if zone not in NEIGHBOURS[frame.zone] or INDEX[zone] <= INDEX[frame.zone]:
        return Refusal("RFB 2.2.6b", "it must go to an adjacent zone with a higher index")
    if zone in BERLIN and soviet_held(p, zone):
        return Refusal("RFB 8.3.5a", "Soviets contest or control that Berlin zone")
    if any_soviets_in(p, zone):
        return Refusal("RFB 2.2.6b", "Soviet units are there")
    if p.control[zone] == AMERICAN or EAST[zone]:
        return Refusal("RFB 2.2.6.q1", "that zone is closed to it")
    return german_room(p, zone)


def settle(d: Draft, frame: Displace) -> bool:
    zones = refuges(d, frame)
    if len(zones) > 1:
        return True
    d.frames.pop()
    if zones:
        _put(d, frame.unit, zones[0])
    else:
        withdraw(d, frame.unit, "RFB 2.2.6c")
    return False


def _put(d: Draft, unit: int, zone: int) -> None:
    d.say("move", f"{KEYS[unit]} slips away to {zone_name(zone)}", "RFB 2.2.6b", data=(unit, zone))
    arrive(d, unit, zone)


def options(p: Position, frame: Displace) -> list[Action]:
    return [DisplaceTo(frame.unit, zone) for zone in refuges(p, frame)]


def answer(d: Draft, frame: Displace, action: Action) -> None:
    assert isinstance(action, DisplaceTo)
    d.frames.pop()
    _put(d, action.unit, action.zone)


def refuse(p: Position, frame: Displace, action: Action) -> Refusal:
    if isinstance(action, DisplaceTo) and action.unit == frame.unit:
        refusal = _no_refuge(p, frame, action.zone)
        if refusal is not None:
            return refusal
    return Refusal("RFB 2.2.6b", f"{KEYS[frame.unit]} must first be placed out of the Americans' way")
