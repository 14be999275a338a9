"""What people call the hexes of a map: by their own names, others by the way from the nearest name."""

from collections.abc import Callable, Collection, Mapping, Sequence

import msgspec

from berlin.boards.bearings import legs, told
from berlin.boards.hexes import HexMap

# As far in one of these ways as in the other leads due east or west on a sheet of columns.
_LEVEL = {frozenset(("north-east", "south-east")): "east", frozenset(("north-west", "south-west")): "west"}


def way_words(hexes: HexMap, ways: Sequence[str], start: int, end: int) -> str:
    """`two hexes east and one north-east`: of a way that goes up and down, what is level comes first.

    `ways` are the directions of hexes.py in words.
    """
    (r, c), (s, d) = hexes.cell[start], hexes.cell[end]
    parts = [(number, ways[way]) for number, way in legs((s - r, d - c))]
    level = _LEVEL.get(frozenset(where for _, where in parts))
    if level:
        both = min(number for number, _ in parts)
        parts = [(2 * both, level), *((number - both, where) for number, where in parts if number > both)]
    return told(parts)


class Street(msgspec.Struct, frozen=True):
    """A stretch of a road that has a name of its own."""

    name: str
    road: int
    hexes: tuple[int, ...]


def street(row: Mapping[str, str], roads: Sequence[tuple[int, ...]], at: Mapping[str, int]) -> Street:
    """A row of a table: `street`, the number of its `road` from 1, the keys of its `first` and `last` hex."""
    number = int(row["road"]) - 1
    first, last = (roads[number].index(at[row[end]]) for end in ("first", "last"))
    return Street(row["street"], number, roads[number][first : last + 1])


class Gazetteer:
    """The names of a map's hexes within a sentence; no two are called the same if no two names are.

    `names` are those that a hex has alone, `places` those that others too are told by. `lead` says what lies
    in any hex: part of a place that is called so, if its middle is near. `along` are lines whose hexes are
    told by a name on the same line, if one is near; `bare` names bear no article.
    """

    OWN, NEAR = 2, 6

    def __init__(
        self, hexes: HexMap, ways: Sequence[str], names: Mapping[int, str], places: Mapping[int, str],
        lead: Callable[[int], str], along: Sequence[Collection[int]], bare: Collection[str],
    ) -> None:  # fmt: skip
        self.map, self.ways, self.lead, self.bare = hexes, ways, lead, bare
        self.names, self.known = names, {**names, **places}
        self.lines: dict[int, frozenset[int]] = {
            space: frozenset(number for number, line in enumerate(along) if space in line)
            for space in hexes.spaces
        }
        self._called: dict[int, str] = {}

    def the(self, name: str) -> str:
        return name if name in self.bare else f"the {name}"

    def name(self, space: int) -> str:
        found = self._called.get(space)
        if found is None:
            found = self._called[space] = self._name(space)
        return found

    def _name(self, space: int) -> str:
        if space in self.known:
            return self.the(self.known[space])
        lead, known = self.lead(space), self._nearest(space)
        whole = self.the(self.known[known])
        whose = "its middle" if lead == whole else whole
        return f"{lead}, {way_words(self.map, self.ways, known, space)} of {whose}"

    def _nearest(self, space: int) -> int:
        """The known hex that a hex is told by: the middle of what it is part of, one on the same line, or the
        nearest of all."""
        lead = self.lead(space)
        near = sorted((self.map.distance(known, space), at, known) for at, known in enumerate(self.known))
        for far, _, known in near:
            if far <= self.OWN and self.the(self.known[known]) == lead:
                return known
        for far, _, known in near:
            if far <= self.NEAR and self.lines[known] & self.lines[space]:
                return known
        return near[0][2]
