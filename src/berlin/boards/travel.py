"""How far a piece gets: a cost flood over places that are small ints, in sets of places that are bit masks.

Costs are small integers (scale half points by two), so the flood goes by waves of equal cost. A place may be
`watched`: passing through it matters, so routes that pass different watched places are kept apart.
"""

from collections.abc import Sequence

from berlin.boards.hexes import bits, board_of
from berlin.kernel.contract.ids import Place

End = tuple[Place, int]
"""A place where a journey may end, and the mask of the watched places passed on the way."""

Floods = dict[int, list[int]]
"""By the mask of watched places passed: wave by wave, the places first reached at a cost of 1, 2 and on.

No place is in two waves of a flood, so that their sum is all that it reaches.
"""

# How many journeys from one place on one budget are remembered.
MEMORY = 200


def paces(near: Sequence[int], goals: int, closed: int = 0) -> list[int]:
    """How many steps lie between each place and the nearest goal, over places that are not closed.

    `near` are the places next to each; what can't be reached lies as far off as there are places.
    """
    far = [len(near)] * len(near)
    left, found, distance = ~closed, goals, 0
    while found:
        left &= ~found
        beside = 0
        for place in bits(found):
            far[place] = distance
            beside |= near[place]
        found, distance = beside & left, distance + 1
    return far


class Net:
    """Places and the steps between them: a row for each place, of those next to it with what a step costs.

    From a place nothing is entered that `shut` names for it.
    """

    __slots__ = ("_known", "near", "rows", "steps", "width")

    def __init__(self, rows: Sequence[Sequence[tuple[Place, int]]], shut: Sequence[int] = ()) -> None:
        self.width = len(rows)
        self.rows = [
            [(to, cost) for to, cost in row if not (shut and shut[here] >> to & 1)]
            for here, row in enumerate(rows)
        ]
        self.near = [board_of(to for to, _ in row) for row in self.rows]
        # The places next to each, a field of bits for each cost: those that cost 1 lowest, then 2, and on.
        self.steps = [board_of((cost - 1) * self.width + to for to, cost in row) for row in self.rows]
        self._known: list[dict[int, Known]] = [{} for _ in rows]

    def ends(
        self, start: Place, budget: int, barred: int = 0, halts: int = 0, watched: int = 0
    ) -> tuple[End, ...]:
        """Every end of a journey from start that a budget pays for, in order; one step is always affordable.

        `barred` places are not entered, and a journey is over on entry of a place that `halts`.
        """
        known = self._known[start].get(budget)
        if known is None:
            known = self._known[start][budget] = Known(self, start, budget)
        # What lies out of reach makes no difference. Without it the same journeys are met again and again.
        barred &= known.reach
        halts &= known.passage
        watched &= known.passage
        sort = barred | (halts | watched << self.width) << self.width if halts or watched else barred
        ends = known.ends.get(sort)
        if ends is None:
            ends = known.learn(sort, _ends(self, start, budget, barred, halts, watched))
        return ends

    def route(
        self, end: End, start: Place, budget: int, barred: int = 0, halts: int = 0, watched: int = 0
    ) -> list[Place]:
        """The places of a cheapest journey to one of its ends, start and end included."""
        costs = self._costs(start, budget, barred, halts, watched)
        return self._way(end, start, budget, costs, halts, watched)

    def shortest(self, place: Place, start: Place, budget: int, watched: int = 0) -> list[Place]:
        """The places of a cheapest journey to a place where nothing is barred, whatever it passes."""
        costs = self._costs(start, budget, 0, 0, watched)
        end = min((end for end in costs if end[0] == place), key=lambda end: (costs[end], end))
        return self._way(end, start, budget, costs, 0, watched)

    def _costs(self, start: Place, budget: int, barred: int, halts: int, watched: int) -> dict[End, int]:
        """What it costs to come to each end; more than the budget if it takes the one sure step."""
        costs = {(start, 0): 0}
        for passed, waves in flood(self, start, budget, barred, halts, watched).items():
            for cost, wave in enumerate(waves, start=1):
                costs |= {(place, passed): cost for place in bits(wave)}
        return costs

    def _way(
        self, end: End, start: Place, budget: int, costs: dict[End, int], halts: int, watched: int
    ) -> list[Place]:
        """Along the cheapest steps; of two ways that cost the same, the one that was found first."""
        origin = start, 0
        came: dict[End, End] = {}
        found: dict[int, list[End]] = {0: [origin]}
        for spent in range(max(costs.values()) + 1):
            for at in found.get(spent, ()):
                here, passed = at
                if at != origin:
                    if halts >> here & 1:
                        continue
                    passed |= watched & 1 << here
                for to, cost in self.rows[here]:
                    reached = to, passed
                    total = spent + cost if spent else min(cost, budget + 1)
                    if costs.get(reached) == total and reached not in came:
                        came[reached] = at
                        found.setdefault(total, []).append(reached)
        route = [end]
        while route[-1] != origin:
            route.append(came[route[-1]])
        return [place for place, _ in reversed(route)]


def flood(net: Net, start: Place, budget: int, barred: int = 0, halts: int = 0, watched: int = 0) -> Floods:
    """Spread from start as far as the budget allows; the first step is always affordable."""
    steps, width = net.steps, net.width
    one_wave = (1 << width) - 1
    floods: Floods = {}
    # The waves to come, one behind the other in one number: the next wave lowest.
    beginnings = {0: steps[start]}
    while beginnings:
        # Whoever passes one more watched place changes over to a flood with a greater mask.
        passed = min(beginnings)
        coming = beginnings.pop(passed)
        fresh = one_wave & ~barred
        if not passed:
            fresh &= ~(1 << start)
        waves = floods[passed] = []
        for spent in range(1, budget):
            wave = coming & fresh
            coming >>= width
            waves.append(wave)
            fresh ^= wave
            wave &= ~halts
            if turning := wave & watched & ~passed:
                wave ^= turning
                for place in bits(turning):
                    turned = passed | 1 << place
                    beginnings[turned] = beginnings.get(turned, 0) | steps[place] << spent * width
            while wave:
                bit = wave & -wave
                wave ^= bit
                coming |= steps[bit.bit_length() - 1]
        if budget:
            waves.append(coming & fresh)
            fresh &= ~coming
        if not passed:
            waves.append(net.near[start] & fresh)
    return floods


def _ends(net: Net, start: Place, budget: int, barred: int, halts: int, watched: int) -> tuple[End, ...]:
    ends: list[End] = []
    for passed, waves in flood(net, start, budget, barred, halts, watched).items():
        # A journey that passes its own end and comes back is the same as one that stops there.
        reached = sum(waves) & ~passed & ~(1 << start)
        while reached:
            bit = reached & -reached
            reached ^= bit
            ends.append((Place(bit.bit_length() - 1), passed))
    return tuple(sorted(ends) if watched else ends)


class Known:
    """What is known of the journeys from one place on one budget: how far they go if nothing is barred, and
    the ends of those met last, by what was barred, halted and watched within that reach."""

    __slots__ = ("ends", "passage", "reach")

    def __init__(self, net: Net, start: Place, budget: int) -> None:
        waves = flood(net, start, budget)[0]
        # One may come back to the start, and even pass through it.
        self.reach = sum(waves) | 1 << start
        # The places that can be passed through.
        self.passage = sum(waves[: budget - 1]) | 1 << start if budget else 0
        self.ends: dict[int, tuple[End, ...]] = {}

    def learn(self, sort: int, ends: tuple[End, ...]) -> tuple[End, ...]:
        if len(self.ends) >= MEMORY:
            self.ends.clear()
        self.ends[sort] = ends
        return ends
