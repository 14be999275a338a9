"""7.1 and 7.2. How far a unit gets: waves of hexes by the half points that they cost."""

from berlin.boards.hexes import bits
from berlin.games.fortress.board.ground import BESIDE, near
from berlin.games.fortress.board.units import IS_VOLKSSTURM, MOVEMENT, SIDE
from berlin.games.fortress.cover import ALLIED
from berlin.games.fortress.rules.movement.costs import ESCAPE, POINT, Classes, steps
from berlin.games.fortress.rules.zones import seen_zones
from berlin.games.fortress.state.state import Draft
from berlin.kernel.contract.ids import OTHER, Seat

Waves = list[int]
"""By half points: the hexes first reached at that price; the first is where the unit stands."""


def allowance(d: Draft, unit: int, maneuver: bool) -> int:
    """FB 3.3.maneuver, 3.3.combat: the half points of a unit in a mode."""
    moves = movement(d, unit)
    if not maneuver:
        return POINT * moves
    return POINT * (2 * moves + 2 if moves else 4)


def movement(d: Draft, unit: int) -> int:
    """Its printed movement. FB 11.2.pool: Volkssturm that turned out to defend only have none."""
    if IS_VOLKSSTURM[unit] and d.is_weak(unit):
        return 0
    return MOVEMENT[unit]


def closed(d: Draft, side: Seat) -> int:
    """FB 7.2.enemy: the hexes that nobody of this side enters."""
    barred = d.occupied(OTHER[side])
    if side == ALLIED and d.is_base:
        barred |= d.strongpoints
    return barred


def waves(d: Draft, unit: int, left: int, maneuver: bool, fresh: bool) -> Waves:
    """What it reaches from where it stands with so many half points, by what its side sees.

    `fresh`: it has entered no hex in this move, so that one is always within its reach (FB 7.1.minimum).
    """
    side, start = SIDE[unit], d.where[unit]
    zones = seen_zones(d, OTHER[side], side)
    barred = closed(d, side) | 1 << start
    classes = steps(d, unit, maneuver)
    pending = [0] * (left + 1)
    pending[0] = 1 << start
    escape = ESCAPE if zones >> start & 1 else 0
    for cost, sides in classes:
        if cost + escape <= left:
            pending[cost + escape] |= near(1 << start, sides) & ~barred
    settled = 1 << start
    for price in range(1, left + 1):
        wave = pending[price] & ~settled
        pending[price] = wave
        # FB 3.2.stop: nobody goes on from a hex in an enemy zone.
        going = wave & ~zones
        settled |= wave
        if going:
            _spread(pending, going, price, left, classes, barred | settled)
    if fresh and left >= POINT:
        pending[left] |= nearest(1 << start, classes) & ~barred & ~settled
    return pending


def _spread(pending: Waves, wave: int, price: int, left: int, classes: Classes, barred: int) -> None:
    for cost, sides in classes:
        if price + cost > left:
            break
        pending[price + cost] |= near(wave, sides) & ~barred


def nearest(hexes: int, classes: Classes) -> int:
    """What is one step away at any price."""
    found = 0
    for _, sides in classes:
        found |= near(hexes, sides)
    return found


def whole(found: Waves) -> int:
    """All that is reached but where it stands."""
    reached = 0
    for wave in found[1:]:
        reached |= wave
    return reached


def price_of(found: Waves, place: int) -> int:
    """What a hex in reach costs."""
    return next(price for price, wave in enumerate(found) if price and wave >> place & 1)


def path(d: Draft, unit: int, found: Waves, place: int, maneuver: bool) -> list[int]:
    """The hexes of a cheapest way there, the last one last."""
    side, start = SIDE[unit], d.where[unit]
    zones = seen_zones(d, OTHER[side], side)
    classes = steps(d, unit, maneuver)
    escape = ESCAPE if zones >> start & 1 else 0
    way, price = [place], price_of(found, place)
    while True:
        here = way[-1]
        before = _before(found, classes, here, price, start, escape, zones)
        if before is None or before[0] == start:
            return way[::-1]
        way.append(before[0])
        price = before[1]


def _before(
    found: Waves, classes: Classes, here: int, price: int, start: int, escape: int, zones: int
) -> tuple[int, int] | None:
    """From which hex, at which price, a hex was reached; None: by the one step that is always allowed."""
    beside = BESIDE[here]
    for cost, sides in classes:
        if cost > price:
            break
        candidates = found[price - cost] & beside & ~zones
        if escape and price == cost + escape:
            candidates |= 1 << start & beside
        for before in bits(candidates):
            if near(1 << before, sides) >> here & 1:
                return before, price - cost
    return None
