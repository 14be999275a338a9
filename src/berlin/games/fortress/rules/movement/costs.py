"""7.3. What each step costs, in half points, for a whole map at once.

A class of steps is a cost with the sides over which a step costs it: by direction, the hexes left so.
"""

from functools import lru_cache

from berlin.games.fortress.board.ground import (
    BY_TERRAIN,
    CANALS,
    DRY,
    EVERY,
    FIELDS,
    ROADWAYS,
    RUINED,
    STRONGPOINTS,
    WATERS,
    Sides,
    near,
)
from berlin.games.fortress.board.tables import BUILDING, CLEAR, TERRAINS
from berlin.games.fortress.board.units import MOTOR, TOWED
from berlin.games.fortress.state.state import Draft, standing

POINT = 2
# FB 7.3.road, 7.3.canal, 10.3.barbed, by foot and motor: along a road; over a canal; through wire.
ROAD = (2, 1)
CANAL = (2, 4)
WIRE = 2
# FB 3.2.exit: to leave a hex in an enemy Zone of Control.
ESCAPE = 4

Classes = tuple[tuple[int, Sides], ...]


def on_wheels(unit: int) -> bool:
    """FB 7.3.gun: motor units, and guns on the move."""
    return MOTOR[unit] or TOWED[unit]


def steps(d: Draft, unit: int, maneuver: bool) -> Classes:
    """The classes of steps for a unit in a mode, the cheapest first.

    FB 9.0.effects, FB 9.0.leave: roads end at ruins; what a step costs is the ground that it leads into.
    """
    return _classes(on_wheels(unit), maneuver, d.fallen)


@lru_cache(maxsize=256)
def _classes(wheels: bool, maneuver: bool, fallen: int) -> Classes:
    costs: dict[int, list[int]] = {}

    def add(cost: int, sides: Sides) -> None:
        known = costs.setdefault(cost, [0] * len(EVERY))
        for direction, side in enumerate(sides):
            known[direction] |= side

    along = _into(ROADWAYS, ~RUINED)
    if maneuver:
        off = tuple(dry & ~road for dry, road in zip(DRY, along, strict=True))
    else:
        off = tuple(dry | road & WATERS for dry, road in zip(DRY, along, strict=True))
    for cost, ground in _ground(wheels, maneuver, fallen).items():
        for sides, more in ((off, 0), (CANALS, CANAL[wheels])):
            into = _into(sides, ground)
            wired = _through_wire(into)
            add(cost + more, tuple(side & ~wire for side, wire in zip(into, wired, strict=True)))
            add(cost + more + WIRE, wired)
    # A bridge over a water hex is a road; who may not use roads pays for it as for clear ground.
    if maneuver:
        add(ROAD[wheels], along)
    else:
        add(_price(CLEAR, wheels), _into(along, WATERS))
    return tuple((cost, tuple(sides)) for cost, sides in sorted(costs.items()) if any(sides))


def _price(terrain: int, wheels: bool) -> int:
    return TERRAINS[terrain].motor if wheels else TERRAINS[terrain].foot


def _ground(wheels: bool, maneuver: bool, fallen: int) -> dict[int, int]:
    """By what a hex costs to enter: such hexes. Those that can't be entered are in none."""
    works = standing(STRONGPOINTS, fallen)
    found: dict[int, int] = {}
    for terrain, hexes in enumerate(BY_TERRAIN):
        cost = _price(terrain, wheels)
        open_ground = hexes & ~works
        # FB 7.3.ruins: nobody enters them in Maneuver mode, nor on wheels.
        if cost and not (hexes == RUINED and maneuver):
            found[cost] = found.get(cost, 0) | open_ground
    cost = _price(BUILDING, wheels)
    found[cost] = found.get(cost, 0) | works
    return found


def _into(sides: Sides, hexes: int) -> Sides:
    """Of these sides those beyond which such a hex lies."""
    return tuple(
        side & near(hexes, tuple(EVERY[one] if one == _BACK[direction] else 0 for one in range(6)))
        for direction, side in enumerate(sides)
    )


def _through_wire(sides: Sides) -> Sides:
    """FB 10.3.barbed: of these sides those that lead from outside onto an airfield."""
    return tuple(side & ~FIELDS for side in _into(sides, FIELDS))


_BACK = (3, 4, 5, 0, 1, 2)
