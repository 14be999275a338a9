"""What two Perimeters make of the map: Isolated Areas, No-Man's Land, and who Controls what.

Nothing here is kept between two calls: after an Escape the same Perimeters are settled again with the units
that are left.
"""

from collections.abc import Sequence

import msgspec

from berlin.boards.hexes import OPPOSITE, HexMap, bits
from berlin.campaign.perimeters.perimeter import Perimeter
from berlin.kernel.contract.ids import BOTH, FIRST, OTHER, SECOND, Place, Seat
from berlin.squad.board.field import Field

Pair = tuple[int, int]
"""By side: a set of hexes."""


class Forces(msgspec.Struct, frozen=True):
    """Who is where, by side: all units but SMC, and SMC."""

    units: Pair
    smc: Pair = (0, 0)


class Area(msgspec.Struct, frozen=True):
    """An Isolated Area: A without units, B with SMC alone, C with one side's units, D with both sides'."""

    hexes: int
    kind: str
    side: Seat | None = None
    """Of type C: whose units."""


class Settlement(msgspec.Struct, frozen=True):
    """How things stand, by side, when Isolation is settled."""

    control: Pair
    """Both sides Control what is in an Area of type D."""
    edge: Pair
    """Who has the edge of the map: one side each hex, even in No-Man's Land."""
    fronts: Pair
    """The Front Lines that are left."""
    areas: tuple[Area, ...]
    """The Areas that are Isolated still."""
    passed: tuple[Area, ...]
    """Areas that fell to the side that has all around them."""
    no_mans_land: int

    @property
    def isolated(self) -> int:
        found = 0
        for area in self.areas:
            found |= area.hexes
        return found


def isolated(chart: HexMap, perimeters: tuple[Perimeter, Perimeter], forces: Forces) -> tuple[Area, ...]:
    """The Isolated Areas: what lies in both sides' Areas or in a Pocket, group by group."""
    one, other = perimeters
    left = one.area & other.area | one.pocketed | other.pocketed
    found = []
    while left:
        hexes = chart.seep(left & -left, left)
        left &= ~hexes
        found.append(typed(hexes, forces))
    return tuple(found)


def typed(hexes: int, forces: Forces) -> Area:
    here = [side for side, units in zip(BOTH, forces.units, strict=True) if units & hexes]
    if here:
        return Area(hexes, "D") if len(here) > 1 else Area(hexes, "C", here[0])
    return Area(hexes, "B" if any(smc & hexes for smc in forces.smc) else "A")


def after_perimeters(
    perimeters: tuple[Perimeter, Perimeter], areas: Sequence[Area], control: Pair, strategic: int
) -> Pair:
    """Control once the Perimeters are drawn: each side gets its ground, Isolated Areas stay as they are."""
    apart = 0
    for area in areas:
        apart |= area.hexes
    one, other = perimeters
    ground = one.area & ~apart, other.area & ~apart
    kept = apart | strategic
    return (
        ground[0] | control[0] & kept & ~ground[1],
        ground[1] | control[1] & kept & ~ground[0],
    )


def settled(
    field: Field,
    perimeters: tuple[Perimeter, Perimeter],
    forces: Forces,
    control: Pair,
    edge: Pair,
    strategic: int,
    *,
    pending: bool = False,
) -> Settlement:
    """Control, Areas and Front Lines, with these forces on the map.

    `control` is what each side had before its Perimeter was drawn. A Strategic Location has a Controller even
    in No-Man's Land: who had it last. So has the edge of the map, but for Map Edge Markers alone; `edge` is
    who had it. While Escapes are `pending`, no Area falls to anybody that has men in it.
    """
    chart = field.chart
    areas = isolated(chart, perimeters, forces)
    first = after_perimeters(perimeters, areas, control, strategic)
    now, fronts = list(first), [perimeter.front for perimeter in perimeters]
    left, passed, empty = list[Area](), list[Area](), 0
    for area in areas:
        heir = None if pending and area.kind == "B" else _heir(chart, area, first)
        for side in BOTH:
            now[side] &= ~area.hexes
            if side in (heir, area.side) or area.kind == "D":
                now[side] |= area.hexes
            elif heir is area.side is None:
                now[side] |= control[side] & strategic & area.hexes
        if heir is not None:
            passed.append(area)
            fronts[1 - heir] &= ~area.hexes
        else:
            left.append(area)
            empty |= area.hexes * (area.kind in "AB")
    no_mans_land = chart.all & ~(perimeters[0].area | perimeters[1].area) | empty
    return Settlement(
        (now[0], now[1]),
        (_edge(field, now, edge, FIRST), _edge(field, now, edge, SECOND)),
        (fronts[0], fronts[1]),
        tuple(left),
        tuple(passed),
        no_mans_land & ~strategic,
    )


def _edge(field: Field, now: Sequence[int], before: Pair, side: Seat) -> int:
    """A side's map-edge hexes: those that it alone Controls, and of the rest those that it had."""
    alone, lost = now[side] & ~now[OTHER[side]], now[OTHER[side]] & ~now[side]
    return field.edge & (alone | before[side] & ~lost)


def _heir(chart: HexMap, area: Area, control: Pair) -> int | None:
    """The side that Controls whatever is Controlled next to an Area without units, if one alone does."""
    if area.kind not in "AB":
        return None
    around = chart.seep(area.hexes, chart.all, 1) & ~area.hexes
    here = [side for side in BOTH if control[side] & around]
    return here[0] if len(here) == 1 else None


def stragglers(perimeters: tuple[Perimeter, Perimeter], forces: Forces) -> Pair:
    """By side: where SMC are outside their side's Perimeter Area, and so are Eliminated."""
    one, other = perimeters
    return forces.smc[0] & ~one.area, forces.smc[1] & ~other.area


def must_escape(areas: Sequence[Area], forces: Forces) -> Pair:
    """By side: where SMC must attempt to Escape."""
    found = [0, 0]
    for area in areas:
        for side in BOTH:
            if area.kind == "B" or (area.kind == "C" and area.side != side):
                found[side] |= area.hexes & forces.smc[side]
    return found[0], found[1]


def short_of_ammunition(areas: Sequence[Area]) -> int:
    """Where units and Weapons begin the next scenario with Ammunition Shortage."""
    found = 0
    for area in areas:
        found |= area.hexes * (area.kind in "CD")
    return found


def set_up_room(perimeter: Perimeter, areas: Sequence[Area], space: Place) -> int | None:
    """The hexes in which an Isolated unit that stands here may set up; None if it is not Isolated."""
    area = next((area for area in areas if area.hexes >> space & 1), None)
    if area is None:
        return None
    pocket = perimeter.pocket_of(space)
    return pocket.area if pocket else area.hexes


def drawn_sides(chart: HexMap, settlement: Settlement, side: Seat) -> tuple[int, ...]:
    """By direction: the Front Line's hexes whose side that way parts it from No-Man's Land or the enemy."""
    enemy = settlement.control[OTHER[side]] & ~settlement.control[side] & ~settlement.isolated
    return sides_toward(chart, settlement.fronts[side], settlement.no_mans_land | enemy)


def sides_toward(chart: HexMap, front: int, beyond: int) -> tuple[int, ...]:
    """By direction: the hexes of a line whose side that way parts it from what lies beyond."""
    return tuple(front & chart.step(beyond & ~front, OPPOSITE[way]) for way in range(len(OPPOSITE)))


def kinds(areas: Sequence[Area]) -> dict[int, str]:
    """By hex: the type of its Isolated Area."""
    return {space: area.kind for area in areas for space in bits(area.hexes)}
