"""Facts of the board in the shape that the rules read fastest: tuples by zone id, sets of zones as masks."""

from functools import lru_cache

from berlin.boards.travel import Net, mask
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

# Sets of zones, a bit for each.
IN_BERLIN = mask(BERLIN)
OUTSIDE_BERLIN = mask(range(N)) & ~IN_BERLIN
EAST_BANK = mask(z for z in range(N) if EAST[z])
FRONT_ZONES = tuple(mask(z for z in range(N) if FRONT[z] == camp) for camp in (0, 1))
NEAR = tuple(mask(near) for near in NEIGHBOURS)
AROUND = tuple(mask((zone, *near)) for zone, near in enumerate(NEIGHBOURS))
WEST_OF = tuple(mask(z for z in range(N) if INDEX[z] < index) for index in range(max(INDEX) + 1))

# Zones with a defence line in them: divisions there are exempt from Hitler's orders.
LINED = frozenset(zone for edge in EDGE.values() for zone in edge.line)

# The zones next to a Berlin zone; each Berlin zone is next to another.
BESIDE_BERLIN = mask(z for z in range(N) if NEAR[z] & IN_BERLIN)

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


def _homeward(camp: int) -> list[int]:
    """7.3.2: the steps that a stray Soviet does not take: once home again, it stays on its own front."""
    abroad = FRONT_ZONES[1 - camp]
    return [0 if abroad >> zone & 1 else abroad for zone in range(N)]


NETS = (Net(STEPS), Net(DRY_STEPS))
HOMEWARD_NETS = tuple((Net(STEPS, _homeward(camp)), Net(DRY_STEPS, _homeward(camp))) for camp in (0, 1))


@lru_cache(maxsize=1 << len(BERLIN))
def german_net(held: int) -> Net:
    """The steps open to Germans while Soviets hold these zones of Berlin: its edge is shut there."""
    shut = [0 if zone in BERLIN else held for zone in range(N)]
    for zone in BERLIN:
        if held >> zone & 1:
            shut[zone] = ~IN_BERLIN
    return Net(GERMAN_STEPS, shut)
