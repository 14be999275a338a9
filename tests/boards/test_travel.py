"""Journeys over a net, against a search that takes one step at a time."""

from heapq import heappop, heappush
from itertools import pairwise
from random import Random

import pytest

from berlin.boards.hexes import bits, board_of
from berlin.boards.travel import End, Net, paces
from berlin.kernel.contract.ids import Place, numbered

Rows = list[list[tuple[Place, int]]]


def plain(rows: Rows, start: Place, budget: int, barred: int, halts: int, watched: int) -> dict[End, int]:
    """What it costs to come to each end, label by label; the one sure step costs what it costs."""
    costs = {(start, 0): 0}
    queue = [(0, start, 0)]
    while queue:
        spent, here, passed = heappop(queue)
        first = (here, passed) == (start, 0)
        if spent > costs[here, passed] or spent > budget or (not first and halts >> here & 1):
            continue
        through = passed if first else passed | watched & 1 << here
        for to, cost in rows[here]:
            total = spent + cost
            if (total <= budget or first) and not barred >> to & 1 and total < costs.get((to, through), 99):
                costs[to, through] = total
                heappush(queue, (total, to, through))
    return {end: cost for end, cost in costs.items() if end[0] != start and not end[1] >> end[0] & 1}


def some(rng: Random, size: int, share: float) -> int:
    return board_of(place for place in range(size) if rng.random() < share)


def random_rows(rng: Random, size: int) -> Rows:
    rows: Rows = [[] for _ in range(size)]
    for a in numbered(Place, size):
        for b in numbered(Place, a):
            if rng.random() < 3 / size:
                cost = rng.choice((1, 2, 4))
                rows[a].append((b, cost))
                rows[b].append((a, cost))
    return [sorted(row) for row in rows]


@pytest.mark.parametrize("seed", range(12))
def test_a_net_finds_the_ends_and_the_cheapest_ways_of_a_plain_search(seed: int) -> None:
    rng = Random(seed)
    size = 14
    rows = random_rows(rng, size)
    net = Net(rows)
    for _ in range(20):
        start, budget = Place(rng.randrange(size)), rng.randrange(9)
        barred, halts, watched = some(rng, size, 0.15), some(rng, size, 0.15), some(rng, size, 0.25)
        costs = plain(rows, start, budget, barred, halts, watched)
        assert net.ends(start, budget, barred, halts, watched) == tuple(sorted(costs))
        for end, cost in costs.items():
            route = net.route(end, start, budget, barred, halts, watched)
            assert (route[0], route[-1]) == (start, end[0])
            assert sum(dict(rows[a])[b] for a, b in pairwise(route)) == cost
            assert board_of(route[1:-1]) & watched == end[1]
        open_costs = plain(rows, start, budget, 0, 0, watched)
        for place in {place for place, _ in open_costs}:
            least = min(cost for (there, _), cost in open_costs.items() if there == place)
            route = net.shortest(place, start, budget, watched)
            assert sum(dict(rows[a])[b] for a, b in pairwise(route)) == least


def test_a_step_that_is_shut_is_not_taken() -> None:
    a, b, c = numbered(Place, 3)
    rows = [[(b, 1), (c, 1)], [(a, 1), (c, 1)], [(a, 1), (b, 1)]]
    assert Net(rows).ends(a, 1) == ((1, 0), (2, 0))
    assert Net(rows, shut=[board_of([2]), 0, 0]).ends(a, 1) == ((1, 0),)
    assert Net(rows, shut=[board_of([2]), 0, 0]).ends(a, 2) == ((1, 0), (2, 0))


def test_nobody_passes_through_his_start_if_it_halts_or_is_barred() -> None:
    # 1 is watched; from there the way to 2 leads back through 0.
    a, b, c = numbered(Place, 3)
    rows = [[(b, 1), (c, 1)], [(a, 1)], [(a, 1)]]
    net, watched = Net(rows), board_of([1])
    assert net.ends(a, 3, watched=watched) == ((1, 0), (2, 0), (2, watched))
    assert net.ends(a, 3, watched=watched, halts=board_of([0])) == ((1, 0), (2, 0))
    assert net.ends(a, 3, watched=watched, barred=board_of([0])) == ((1, 0), (2, 0))


def test_the_places_of_a_mask_come_in_order() -> None:
    assert list(bits(board_of([5, 0, 73]))) == [0, 5, 73]


def test_paces_count_the_steps_to_the_nearest_goal_over_open_places() -> None:
    # A ring of five places, and one that nothing leads to.
    near = [board_of((4, 1)), board_of((0, 2)), board_of((1, 3)), board_of((2, 4)), board_of((3, 0)), 0]
    assert paces(near, board_of((0,))) == [0, 1, 2, 2, 1, 6]
    assert paces(near, board_of((0,)), closed=board_of((1,))) == [0, 6, 3, 2, 1, 6]
    assert paces(near, board_of((0, 2))) == [0, 1, 0, 1, 1, 6]
