"""6. Supply: paths from cities, edges and coasts; the check; what surrenders."""

from berlin.boards.hexes import EAST, NORTHEAST, NORTHWEST, SOUTHEAST, SOUTHWEST, WEST
from berlin.games.noretreat.board.ground import (
    ALL,
    AREAS,
    AXIS_EDGES,
    BALKANS,
    CITY,
    FINLAND,
    LENINGRAD,
    MAP,
    SEA_SUPPLY,
    SOVIET_EDGE,
    find_space,
)
from berlin.games.noretreat.board.tables import AXIS, SOVIET
from berlin.games.noretreat.board.units import RANGES, SIDE, STATIC, STATUS, YUGOSLAV
from berlin.games.noretreat.rules.combat.losses import surrender
from berlin.games.noretreat.state.state import BIT, RAIDED, SIZE, UNSUPPLIED, Draft
from berlin.kernel.contract.ids import OTHER, Seat, Unit

# The steps that lead away from home: a path to the edge is flooded from its far end.
OUTWARD = ((EAST, NORTHEAST, SOUTHEAST), (WEST, NORTHWEST, SOUTHWEST))
BLOCKING = CITY | AREAS
FROM_CITY, FROM_EDGE = 4, 3
ICE_ROAD = BIT[find_space("r-8c11")] | BIT[find_space("r-8c12")]
ALWAYS = tuple(static or status == "finn" for static, status in zip(STATIC, STATUS, strict=True))


def edge(d: Draft, side: Seat) -> int:
    """The supply edge of a side."""
    return SOVIET_EDGE if side == SOVIET else AXIS_EDGES[d.extended]


def open_to_supply(d: Draft, side: Seat) -> int:
    """6.supply.block: the spaces that a supply path may enter."""
    enemy = OTHER[side]
    blocked = d.occupied(enemy) | d.owned(enemy) & BLOCKING | d.zones(enemy) & ~d.occupied(side) | d.closed
    return ALL & ~blocked


def supplied_cities(d: Draft, side: Seat, free: int) -> int:
    """6.supply.city: the cities with a homeward path to the edge."""
    own = d.owned(side) & CITY & ~(d.closed | d.scorched_cities)
    rim = edge(d, side)
    reached = MAP.drift(rim & free, free, OUTWARD[side])
    near = reached | rim
    for way in OUTWARD[side]:
        near |= MAP.step(reached, way)
    if side == SOVIET and reached & ICE_ROAD:
        near |= BIT[LENINGRAD]
    return own & near


def sources(d: Draft, unit: Unit) -> int:
    """Whence a unit may be supplied overland: cities and edge hexes; for Yugoslavs the Balkan areas too."""
    side = SIDE[unit]
    free = open_to_supply(d, side)
    found = supplied_cities(d, side, free) | edge(d, side) & free
    return found | BALKANS & ~d.occupied(AXIS) & ~d.closed if YUGOSLAV[unit] else found


def overland(d: Draft, side: Seat) -> int:
    """6.supply.overland: the spaces with a supply path by city or edge rules."""
    found = d.land[side]
    if found < 0:
        free = open_to_supply(d, side)
        found = MAP.seep(supplied_cities(d, side, free), free, FROM_CITY)
        found |= MAP.seep(edge(d, side) & free, free, FROM_EDGE)
        d.land[side] = found
    return found


def supplied(d: Draft, side: Seat) -> int:
    """The spaces in which a common unit of a side is in supply."""
    found = overland(d, side) | SEA_SUPPLY[side]
    ports = d.owned(side) & CITY & SEA_SUPPLY[side] & ~d.scorched_cities
    found |= MAP.neighbours(ports)
    if side == AXIS and d.owner(FINLAND) == AXIS:
        found |= BIT[FINLAND]
    return found | MAP.seep(d.occupied(side) & found, ALL, 1)


def guerrilla_supply(d: Draft) -> int:
    """6.supply.yugoslav: what the Balkan areas supply."""
    sources = BALKANS & ~d.occupied(AXIS) & ~d.closed
    return MAP.seep(sources, open_to_supply(d, SOVIET), FROM_CITY)


def failing(d: Draft, side: Seat) -> list[Unit]:
    """The units of a side on the map that are out of supply."""
    found = supplied(d, side)
    where = d.where
    out = [u for u in RANGES[side] if where[u] < SIZE and not found >> where[u] & 1 and not ALWAYS[u]]
    if any(YUGOSLAV[unit] for unit in out):
        more = guerrilla_supply(d)
        out = [unit for unit in out if not (YUGOSLAV[unit] and more >> where[unit] & 1)]
    return out


def check(d: Draft) -> None:
    """6.check: both sides at once."""
    found = (failing(d, AXIS), failing(d, SOVIET))
    for side in (AXIS, SOVIET):
        out = set(found[side])
        changed = False
        for unit in RANGES[side]:
            mark = d.marks[unit]
            due = mark & ~(UNSUPPLIED | RAIDED) | (UNSUPPLIED if unit in out else 0)
            if due != mark:
                changed = changed or bool((due ^ mark) & UNSUPPLIED)
                d.marks[unit] = due
                if d.log is not None and due & UNSUPPLIED and not mark & UNSUPPLIED:
                    d.say("supply", f"{d.named(unit)} is out of supply", "NR 6.check", data=(unit,))
        if changed:
            d.stir(side)


def recheck(d: Draft, spared: int = 0) -> None:
    """6.surrender: those marked that still fail, but for those in spared spaces."""
    side = d.phasing
    out = set(failing(d, side))
    for unit in RANGES[side]:
        if d.where[unit] >= SIZE:
            continue
        mark = d.marks[unit]
        if unit not in out:
            if mark & UNSUPPLIED and not mark & RAIDED:
                d.clear(unit, UNSUPPLIED)
        elif mark & UNSUPPLIED and not mark & RAIDED:
            if not spared >> d.where[unit] & 1:
                surrender(d, unit)
        else:
            d.clear(unit, RAIDED)
            d.mark(unit, UNSUPPLIED)
