"""Perimeters from the definitions alone: every line between every two markers, every loop one by one.

Nothing of boards/ or campaign/ is used: hexes are pairs of coordinates, sets are sets.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise

Hex = tuple[int, int]
Line = tuple[Hex, ...]
Step = frozenset[Hex]
ROUND = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))


class Map:
    def __init__(self, hexes: Iterable[Hex]) -> None:
        self.hexes = frozenset(hexes)
        self.edge = frozenset(here for here in self.hexes if len(self.near(here)) < 6)

    def near(self, here: Hex) -> list[Hex]:
        around = [(here[0] + r, here[1] + c) for r, c in ROUND]
        return [there for there in around if there in self.hexes]

    def lines(self, a: Hex, b: Hex) -> set[Line]:
        """Grains, then alternate grains, from one to the other."""
        found = set()
        for number, way in enumerate(ROUND):
            for other in (way, ROUND[(number + 1) % 6], ROUND[number - 1]):
                hexes = [a]
                while hexes[-1] in self.hexes and hexes[-1] != b:
                    r, c = (way, other)[(len(hexes) + 1) % 2]
                    hexes.append((hexes[-1][0] + r, hexes[-1][1] + c))
                if hexes[-1] == b and len(hexes) > 1:
                    found.add(tuple(hexes))
        return found

    def enclosed(self, loop: Iterable[Hex]) -> frozenset[Hex]:
        wall = set(loop)
        outside = [here for here in self.edge if here not in wall]
        seen = set(outside)
        while outside:
            here = outside.pop()
            for there in self.near(here):
                if there not in seen and there not in wall:
                    seen.add(there)
                    outside.append(there)
        return self.hexes - seen


class Claim:
    """What a side has: as campaign's Side, in sets of coordinates."""

    def __init__(
        self, mmc: set[Hex], units: set[Hex], holds: set[Hex], edge: set[Hex], blocked: set[Hex]
    ) -> None:
        self.mmc, self.units, self.holds, self.edge, self.blocked = mmc, units | mmc, holds, edge, blocked


def edge_markers(chart: Map, claim: Claim) -> set[Hex]:
    return {here for here in claim.edge if any(n in chart.edge - claim.edge for n in chart.near(here))}


def nodes(chart: Map, claim: Claim) -> set[Hex]:
    return (claim.mmc | claim.holds | edge_markers(chart, claim)) - claim.blocked


def segments(chart: Map, claim: Claim, ends: Iterable[Hex]) -> list[Line]:
    return [
        line
        for a, b in combinations(sorted(ends), 2)
        for line in chart.lines(a, b)
        if not claim.blocked.intersection(line)
    ]


def steps_of(lines: Iterable[Line]) -> set[Step]:
    return {frozenset(pair) for line in lines for pair in pairwise(line)}


def all_steps(chart: Map, claim: Claim) -> set[Step]:
    edge = claim.edge - claim.blocked
    run = {frozenset((a, b)) for a in edge for b in chart.near(a) if b in edge}
    return steps_of(segments(chart, claim, nodes(chart, claim))) | run


def freedom(steps: set[Step]) -> int:
    """How many steps there are beyond those of a tree: a bound on how many loops."""
    return len(steps) - len({here for step in steps for here in step})


def every_loop(steps: set[Step]) -> Iterator[frozenset[Hex]]:
    """The hexes of every walk that comes back to its start and enters no hex twice."""
    near: dict[Hex, list[Hex]] = {}
    for a, b in (sorted(step) for step in steps):
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    for start in sorted(near):
        stack: list[tuple[Hex, ...]] = [(start,)]
        while stack:
            walk = stack.pop()
            for there in near[walk[-1]]:
                if there == start and len(walk) >= 3 and walk[1] < walk[-1]:
                    yield frozenset(walk)
                elif there > start and there not in walk:
                    stack.append((*walk, there))


def main_ground(
    chart: Map, claim: Claim, loops: set[frozenset[Hex]], ground: frozenset[Hex]
) -> frozenset[Hex]:
    grown = True
    while grown:
        grown = False
        for loop in loops:
            if loop & claim.edge or loop & ground:
                more = ground | chart.enclosed(loop)
                grown = grown or more != ground
                ground = more
    return ground


def pockets(chart: Map, claim: Claim, main: frozenset[Hex]) -> set[frozenset[Hex]]:
    ends = (claim.units | claim.holds) - claim.blocked - main
    barred = main | (chart.edge - claim.edge)
    lines = [line for line in segments(chart, claim, ends) if not barred.intersection(line)]
    groups: list[set[Hex]] = [{here} for here in claim.units - main]
    for line in lines:
        touching = [group for group in groups if group.intersection(line)]
        groups = [group for group in groups if group not in touching] + [set(line).union(*touching)]
    grounds = []
    for group in groups:
        steps = steps_of(line for line in lines if group.issuperset(line))
        grounds.append(frozenset(group.union(*(chart.enclosed(loop) for loop in every_loop(steps)))))
    merged = True
    while merged:
        merged = False
        for a, b in combinations(grounds, 2):
            if a & b:
                grounds = [each for each in grounds if each not in (a, b)] + [a | b]
                merged = True
                break
    return {each for each in grounds if each & claim.units}


def perimeter(chart: Map, claim: Claim) -> tuple[frozenset[Hex], set[frozenset[Hex]]]:
    """The largest main Area, and the Pockets."""
    loops = set(every_loop(all_steps(chart, claim)))
    main = frozenset[Hex]()
    while True:
        main = main_ground(chart, claim, loops, main)
        found = pockets(chart, claim, main)
        freed = set[Hex]()
        for pocket in found:
            if pocket & chart.edge:
                freed |= pocket
            for here in pocket & (claim.units | claim.holds) - claim.blocked:
                for end in claim.edge & nodes(chart, claim):
                    for line in chart.lines(here, end):
                        if not claim.blocked.intersection(line):
                            freed |= pocket | set(line)
        if not freed:
            return main, found
        main |= freed
