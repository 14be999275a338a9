"""7.1.2 and 7.4: what each step costs, and the nets of steps that units move on."""

from functools import lru_cache

from berlin.boards.travel import Net
from berlin.games.race.board.ground import FRONT_ZONES, IN_BERLIN
from berlin.games.race.board.zones import BERLIN, EDGE, NEIGHBOURS, N
from berlin.kernel.contract.ids import BOTH, OTHER, Seat

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


def _homeward(camp: Seat) -> list[int]:
    """7.3.2: the steps that a stray Soviet does not take: once home again, it stays on its own front."""
    abroad = FRONT_ZONES[OTHER[camp]]
    return [0 if abroad >> zone & 1 else abroad for zone in range(N)]


NETS = (Net(STEPS), Net(DRY_STEPS))
HOMEWARD_NETS = tuple((Net(STEPS, _homeward(camp)), Net(DRY_STEPS, _homeward(camp))) for camp in BOTH)


@lru_cache(maxsize=1 << len(BERLIN))
def german_net(held: int) -> Net:
    """The steps open to Germans while Soviets hold these zones of Berlin: its edge is shut there."""
    shut = [0 if zone in BERLIN else held for zone in range(N)]
    for zone in BERLIN:
        if held >> zone & 1:
            shut[zone] = ~IN_BERLIN
    return Net(GERMAN_STEPS, shut)
