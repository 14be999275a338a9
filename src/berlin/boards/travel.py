"""How far a piece gets: a cost flood over places that are small ints.

Costs are small integers (scale half points by two), so buckets by cost beat a heap. A place may be
`watched`: passing through it matters, so routes that pass different watched places are kept apart.
"""

from collections.abc import Callable, Container, Sequence

Steps = Sequence[Sequence[tuple[int, int]]]

_PLACE_BITS = 10
_PLACE = (1 << _PLACE_BITS) - 1


class Flood:
    """Every place that a budget reaches, by label: a place and the watched places passed on the way."""

    __slots__ = ("came", "cost", "start")

    def __init__(self, start: int) -> None:
        self.start = start
        self.cost: dict[int, int] = {start: 0}
        self.came: dict[int, int] = {}

    def labels(self) -> list[tuple[int, int]]:
        """(place, mask of watched places passed), without the start."""
        start = self.start
        return [(label & _PLACE, label >> _PLACE_BITS) for label in self.cost if label & _PLACE != start]

    def reaches(self, place: int) -> bool:
        """Is there a way to this place, over whatever route?"""
        return any(label & _PLACE == place for label in self.cost)

    def shortest(self, place: int) -> list[int]:
        """The cheapest route to a reached place, whatever it passes."""
        labels = [label for label in self.cost if label & _PLACE == place]
        best = min(labels, key=lambda label: (self.cost[label], label))
        return self.route(place, best >> _PLACE_BITS)

    def route(self, place: int, passed: int = 0) -> list[int]:
        """The places from start to a reached label, both included."""
        label = passed << _PLACE_BITS | place
        route = [place]
        while label in self.came:
            label = self.came[label]
            route.append(label & _PLACE)
        return route[::-1]


def flood(
    steps: Steps,
    start: int,
    budget: int,
    barred: Container[int],
    *,
    crossing_barred: Callable[[int, int], bool] | None = None,
    halts: Container[int] = (),
    watched: Container[int] = (),
) -> Flood:
    """Spread from start as far as budget allows; the first step is always affordable.

    `barred` places are not entered, and `crossing_barred(a, b)` steps not taken; movement ends on entry of
    a place that `halts`. O(reached places x their borders).
    """
    result = Flood(start)
    cost_of, came = result.cost, result.came
    buckets: list[list[int]] = [[] for _ in range(budget + 1)]
    buckets[0].append(start)
    for spent in range(budget + 1):
        for label in buckets[spent]:
            if cost_of[label] != spent:
                continue
            place = label & _PLACE
            passed = label - place
            if label != start:
                if place in halts:
                    continue
                if place in watched:
                    passed |= 1 << place + _PLACE_BITS
            for to, cost in steps[place]:
                total = spent + cost
                if (total > budget and label != start) or to in barred:
                    continue
                reached = passed | to
                known = cost_of.get(reached)
                if known is not None and known <= total:
                    continue
                if crossing_barred is not None and crossing_barred(place, to):
                    continue
                cost_of[reached] = total
                came[reached] = label
                if total <= budget:
                    buckets[total].append(reached)
    return result
