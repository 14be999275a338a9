"""The courses of all that runs through a city, and the ground that they leave."""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from berlin.boards.hexdraw import Line, smooth
from berlin.boards.hexes import bits, board_of
from berlin.boards.town.plan import Side, TownPlan
from berlin.boards.town.ways import CANAL, RIVER, STREET
from berlin.boards.travel import paces

Roads = Sequence[Sequence[int]]


class Survey:
    """Roads by their hexes, waterways by their sides and the hexes that they flow into at their ends (-1 for
    none), railways by their stops; what ends at the edge of the map goes on over it."""

    def __init__(
        self, plan: TownPlan, edges: int, roads: Roads, waterways: Mapping[str, Sequence[Side]],
        mouths: Mapping[str, tuple[int, int]], railways: Roads,
    ) -> None:  # fmt: skip
        self.plan, self.edges = plan, edges
        steps: dict[int, set[int]] = {}
        for road in roads:
            for a, b in pairwise(road):
                steps.setdefault(a, set()).add(b)
                steps.setdefault(b, set()).add(a)
        self.junctions = board_of(space for space, near in steps.items() if len(near) > 2)
        self.streets = [smooth(self.course(road), 2) for road in roads]
        self.channels = plan.joined(
            {
                name: smooth(plan.channel(sides, *mouths.get(name, (-1, -1))), 2)
                for name, sides in waterways.items()
            }
        )
        self.railways = [self._railway(stops) for stops in railways]

    def course(self, road: Sequence[int]) -> Line:
        return self.plan.course(road, self.junctions, self.edges)

    def _railway(self, stops: Sequence[int]) -> Line:
        if stops[0] == stops[-1]:
            return self.plan.through(stops[:-1], closed=True)
        first, last = (
            [self.plan.outward(end)] if self.edges >> end & 1 else [] for end in (stops[0], stops[-1])
        )
        return (*first, *self.plan.through(stops), *last)

    def stream(self, waters: int, source: int, mouth: int) -> tuple[int, ...]:
        """The water hexes that a river flows through by the shortest way."""
        near = self.plan.map.across
        far = paces(near, 1 << mouth, ~waters)
        found = [source]
        while far[found[-1]]:
            found.append(min(bits(near[found[-1]] & waters), key=far.__getitem__))
        return tuple(found)

    def clear(self, rivers: Collection[str], squares: int) -> TownPlan:
        """The plan, on which nothing is built where something runs, nor on squares round great buildings,
        which have room for their names."""
        taken = self.plan.taken
        taken.draw(self.streets, STREET + 12)
        taken.draw(self.railways, 16)
        for name, line in self.channels.items():
            taken.draw([line], (RIVER if name in rivers else CANAL) + 14)
        taken.draw((((x, y - 4), (x, y + 28)) for x, y in self.plan.centres(squares)), 84)
        return self.plan
