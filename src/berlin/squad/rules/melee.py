"""Melee: who fights whom in one Location, and who may leave it."""

from collections.abc import Sequence

from berlin.kernel.contract.ids import BOTH, OTHER, Seat, Unit
from berlin.squad.board.counters import Sort
from berlin.squad.board.pieces import ON_MAP, UNSEEN, Mark, keeper
from berlin.squad.draft import Draft
from berlin.squad.rules.close_combat import (
    Attack,
    fighters,
    has_chance,
    is_able,
    is_rider,
    is_vehicle,
    team,
)
from berlin.squad.rules.guards import Location
from berlin.squad.rules.rolls import roll_on_table

SIX = 6


def melees(d: Draft) -> list[Location]:
    """The Locations where an attack can still be made, or units have yet to come to light."""
    held = tuple[set[Location], set[Location]]((set(), set()))
    for owner in BOTH:
        for _, one in d.on_map(owner):
            held[keeper(owner, one)].add((one.space, one.level))
    return sorted(place for place in held[0] & held[1] if goes_on(d, place))


def goes_on(d: Draft, place: Location) -> bool:
    ours, theirs = (fighters(d, side, place) for side in BOTH)
    if not ours or not theirs:
        return False
    if any(d.piece(unit).has(Mark.HIDDEN) for unit in (*ours, *theirs)):
        return True
    return bool(band(d, ours, theirs) or band(d, theirs, ours))


def band(d: Draft, units: Sequence[Unit], foes: Sequence[Unit], away: Sequence[Unit] = ()) -> list[Unit]:
    """Who makes the next attack: the men together, or one vehicle, if they can do something."""
    able = [unit for unit in units if is_able(d, unit)]
    men = [unit for unit in able if not is_vehicle(d, unit)]
    bands = [men, *([unit] for unit in able if is_vehicle(d, unit))]
    return next((band for band in bands if openings(d, band, foes, away)), [])


def openings(d: Draft, group: Sequence[Unit], foes: Sequence[Unit], away: Sequence[Unit] = ()) -> list[Unit]:
    """The enemies that a group could do something to."""
    return [unit for unit in foes if has_chance(d, attack_of(d, group, (unit,)), away)] if group else []


def attack_of(d: Draft, group: Sequence[Unit], at: tuple[Unit, ...], seize: bool = False) -> Attack:
    """A group's attack: at a vehicle only a few of it go; a vehicle attacks by itself, and only men."""
    men = [unit for unit in group if not is_vehicle(d, unit)]
    if at and is_vehicle(d, at[0]):
        return Attack(team(d, men) if men else (), at)
    return Attack(tuple(men or group[:1]), at, seize)


def overrun(d: Draft, place: Location) -> None:
    """A vehicle without arms or escort is taken by enemies who are there and able."""
    for side in BOTH:
        foes = [u for u in fighters(d, OTHER[side], place) if is_able(d, u) and not is_vehicle(d, u)]
        ours = fighters(d, side, place)
        if not foes or any(not is_vehicle(d, unit) for unit in ours):
            continue
        for unit in ours:
            counter = d.counter(unit)
            crowded = any(one.where is ON_MAP for _, one in d.held_by(unit))
            if not counter.armed and not counter.guns and not counter.afv and not crowded:
                back = d.piece(unit).has(Mark.CAPTURED)
                on, off = (0, Mark.CAPTURED) if back else (Mark.CAPTURED, 0)
                d.mark(unit, on=on, off=off)
                d.say(
                    "captured",
                    f"{d.log_name(unit)} is captured",
                    d.book.cite("melee.close_combat"),
                )


def leavers(d: Draft, side: Seat, place: Location, away: Sequence[Unit]) -> list[Unit]:
    """Who of a side could withdraw and has not said so yet."""
    barred = Mark.PINNED | Mark.DISRUPTED | Mark.BERSERK | Mark.HIDDEN
    return [
        unit
        for unit in fighters(d, side, place)
        if not is_vehicle(d, unit)
        and not is_rider(d, unit)
        and unit not in away
        and not d.piece(unit).marks & barred
    ]


def fixing(d: Draft, unit: Unit) -> dict[str, int]:
    """What is added to the die of who tries to fix a magnetic mine."""
    counter = d.counter(unit)
    return {"half": counter.sort in (Sort.HALF, Sort.CREW), "man": counter.is_smc}


def fix_mine(d: Draft, unit: Unit) -> bool:
    """The die of who tries to fix a magnetic mine: is it fixed? With a 6 he is pinned."""
    die, result = roll_on_table(d, "cc.magnetic", fixing(d, unit), d.log_name(unit))
    if die == SIX:
        d.mark(unit, on=Mark.PINNED)
    return result == "attached"


def come_to_light(d: Draft, place: Location) -> None:
    """After the first round hidden units join in; pins, CX and Stun lose their force."""
    for side in BOTH:
        for unit in fighters(d, side, place):
            one = d.piece(unit)
            if one.has(Mark.HIDDEN):
                d.say(
                    "revealed",
                    f"{d.log_name(unit)} comes to light",
                    d.book.cite("melee.reveal"),
                )
            shaken = Mark.SHAKEN if one.has(Mark.STUNNED) else 0
            d.mark(unit, on=shaken, off=UNSEEN | Mark.PINNED | Mark.EXHAUSTED)
