"""Facts of the board in the shape that the rules read fastest: tuples by zone id."""

from berlin.games.race.board import BERLIN, EDGE, NEIGHBOURS, ZONES, N

INDEX = tuple(zone.index for zone in ZONES)
FRONT = tuple(zone.front for zone in ZONES)
VP = tuple(zone.vp for zone in ZONES)
EAST = tuple(zone.east for zone in ZONES)
DIFFICULT = tuple(zone.difficult for zone in ZONES)
GARRISON = tuple(zone.garrison for zone in ZONES)
SUPPLY = tuple(zone.supply for zone in ZONES)
SOVIET_SUPPLY = tuple(tuple(z for z in range(N) if SUPPLY[z] == camp) for camp in (0, 1))
GERMAN_SUPPLY = tuple(z for z in range(N) if SUPPLY[z] == 2)

# Zones with a defence line in them: divisions there are exempt from Hitler's orders.
LINED = frozenset(zone for edge in EDGE.values() for zone in edge.line)

# The zones next to a Berlin zone; each Berlin zone is next to another.
BESIDE_BERLIN = tuple(any(b in BERLIN for b in NEIGHBOURS[z]) for z in range(N))

# Movement costs in half points: [ordinary, over rivers as if they were not there].
ENTRY, RIVER, ROAD = 2, 2, 1


def _cost(a: int, b: int, rivers: bool) -> int:
    edge = EDGE[a, b]
    if edge.road:
        return ROAD
    return ENTRY + (RIVER if edge.river and rivers else 0)


STEPS = tuple(tuple((b, _cost(a, b, True)) for b in NEIGHBOURS[a]) for a in range(N))
DRY_STEPS = tuple(tuple((b, _cost(a, b, False)) for b in NEIGHBOURS[a]) for a in range(N))


def _nexus_steps(a: int) -> tuple[tuple[int, int], ...]:
    if a not in BERLIN:
        return STEPS[a]
    costs = dict(STEPS[a])
    for b in BERLIN:
        if b != a:
            costs[b] = min(costs.get(b, ENTRY), ENTRY)
    return tuple(sorted(costs.items()))


# Germans pass from any Berlin zone to any other through the nexus, for one point, over no river.
GERMAN_STEPS = tuple(_nexus_steps(a) for a in range(N))
