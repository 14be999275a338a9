"""A Perimeter that a player marks himself, and every marker of it that is not legal, with rule and reason."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

import msgspec

from berlin.boards.grains import ALTERNATE, GRAINS, between, line
from berlin.boards.hexes import bits, board_of
from berlin.campaign.perimeters.loops import Links, Loop, joined, loops, steps_along
from berlin.campaign.perimeters.perimeter import Perimeter, Side, drawn, largest, with_main_loops
from berlin.kernel.contract.ids import Place
from berlin.kernel.contract.rules import Refusal
from berlin.squad.board.field import Field
from berlin.squad.board.manual import Cite
from berlin.squad.board.pieces import NOWHERE

Line = tuple[Place, ...]


class Marker(msgspec.Struct, frozen=True):
    """Where it stands and to which other it points; `by` is the next hex, where two lines lead there."""

    at: Place
    to: Place
    by: Place = NOWHERE


class Fault(msgspec.Struct, frozen=True):
    """A hex at which the Perimeter is not legal, and why."""

    space: Place
    refusal: Refusal


class Verdict(msgspec.Struct, frozen=True):
    """All that is wrong; or the Perimeter, and what the largest has besides, or has in its main Area."""

    faults: tuple[Fault, ...]
    perimeter: Perimeter | None = None
    given_up: int = 0


def checked(field: Field, side: Side, cite: Cite, markers: Sequence[Marker]) -> Verdict:
    """Whether these markers make a legal Perimeter."""
    stand = board_of(marker.at for marker in markers)
    best, _ = _at_best(field, side)
    faults, lines = list[Fault](), list[Line]()
    for marker in markers:
        wrong = alone(field, side, cite, marker)
        if not stand >> marker.to & 1:
            start, end = field.printed(marker.at), field.printed(marker.to)
            reason = f"{start} points to {end}, where no marker stands"
            wrong.append(_fault(marker.at, cite("perimeter.pointing"), reason))
        faults += wrong
        if not wrong:
            lines += lines_of(field, marker)
    for space in bits(on_edge(field, side) & ~stand):
        faults.append(
            _fault(space, cite("perimeter.edge"), f"{field.printed(space)} lacks its Map Edge Marker")
        )
    perimeter = of_lines(field, side, lines)
    if not faults:
        faults += _out_of_place(field, side, cite, lines, perimeter)
    if faults:
        return Verdict(tuple(faults))
    return Verdict((), perimeter, best.main & ~perimeter.main | best.area & ~perimeter.area)


# A player is asked marker by marker, and his side stands still.
@lru_cache(maxsize=2)
def _at_best(field: Field, side: Side) -> tuple[Perimeter, int]:
    """The largest Perimeter, and where its markers stand: an edge hex from which no line leads anywhere can't
    point inwards."""
    best = largest(field, side)
    return best, board_of(marker.at for marker in markers_of(field, side, best))


def on_edge(field: Field, side: Side) -> int:
    """Where a side's Map Edge Markers are laid, before any other."""
    return side.edge_markers(field) & _at_best(field, side)[1]


def alone(field: Field, side: Side, cite: Cite, marker: Marker) -> list[Fault]:
    """What is wrong with a marker, whatever others there are."""
    faults, name = list[Fault](), field.printed
    for space in (marker.at, marker.to):
        if side.blocked >> space & 1:
            reason = f"{name(space)} holds an enemy unit or an enemy Strategic Location"
            faults.append(_fault(space, cite("perimeter.shared"), reason))
        elif not (side.nodes(field) | side.pocket_nodes) >> space & 1:
            reason = f"{name(space)} has no MMC and no Strategic Location of this side"
            faults.append(_fault(space, cite("perimeter.place"), reason))
    found = lines_of(field, marker)
    if marker.at == marker.to:
        faults.append(_fault(marker.at, cite("perimeter.pointing"), f"{name(marker.at)} points to itself"))
    elif not found:
        by = f" by {name(marker.by)}" if marker.by >= 0 else ""
        reason = f"no Hex Grain or Alternate Hex Grain leads from {name(marker.at)} to {name(marker.to)}{by}"
        faults.append(_fault(marker.at, cite("perimeter.grain"), reason))
    elif len(found) > 1:
        ways = " and by ".join(name(hexes[1]) for hexes in found)
        reason = f"from {name(marker.at)} lines lead to {name(marker.to)} by {ways}: name one"
        faults.append(_fault(marker.at, cite("perimeter.grain"), reason))
    else:
        for space in found[0][1:-1]:
            if side.blocked >> space & 1:
                reason = f"the line to {name(marker.to)} runs through {name(space)}, which is the enemy's"
                faults.append(_fault(space, cite("perimeter.clear"), reason))
    return faults


def lines_of(field: Field, marker: Marker) -> list[Line]:
    """The lines that a marker may mean."""
    found = between(field.chart, marker.at, marker.to)
    return [hexes for hexes in found if marker.by < 0 or hexes[1] == marker.by]


def of_lines(field: Field, side: Side, lines: Sequence[Line]) -> Perimeter:
    """The Perimeter of these lines and the side's own edge."""
    pocket_nodes, ends = side.pocket_nodes, side.edge & side.nodes(field)
    outland = field.edge & ~side.edge

    def between_pockets(main: int) -> Links:
        nodes = pocket_nodes & ~main
        among = [
            each for each in lines if _joins(each, nodes, nodes) and not board_of(each) & (main | outland)
        ]
        return steps_along(field.chart, among)

    def to_the_edge(markers: int) -> int:
        return board_of(space for each in lines if _joins(each, markers, ends) for space in each)

    return drawn(field, side, _for_loops(field, side, lines), between_pockets, to_the_edge)


def _for_loops(field: Field, side: Side, lines: Iterable[Line]) -> Links:
    nodes = side.nodes(field)
    steps = steps_along(field.chart, (each for each in lines if _joins(each, nodes, nodes)))
    return joined(steps, side.runs(field))


def _joins(hexes: Line, some: int, others: int) -> bool:
    a, b = hexes[0], hexes[-1]
    return bool(some >> a & others >> b & 1 or some >> b & others >> a & 1)


def _out_of_place(
    field: Field, side: Side, cite: Cite, lines: list[Line], perimeter: Perimeter
) -> Iterator[Fault]:
    """Lines in no loop, no Pocket and no way to the edge; and ends that stick out of a loop for nothing."""
    every = loops(field.chart, field.edge, _for_loops(field, side, lines))
    main_loops = [loop for loop in every if not loop.area & ~perimeter.main]
    nodes, name = side.nodes(field), field.printed
    barred = perimeter.main | field.edge & ~side.edge
    for hexes in lines:
        board = board_of(hexes)
        in_pocket = any(not board & ~pocket.area for pocket in perimeter.pockets)
        if in_pocket or not board & ~perimeter.tied:
            continue
        on_loop = [number for number, loop in _steps_on(hexes, main_loops) if _joins(hexes, nodes, nodes)]
        ends = (hexes[0], hexes[-1])
        if on_loop:
            for end in _tails(hexes, on_loop, nodes):
                yield _fault(
                    end,
                    cite("perimeter.loop"),
                    f"{name(end)} is on no loop: point the line to a marker before it",
                )
        elif board & barred and any(side.units & ~perimeter.main & 1 << end for end in ends):
            inside = next(space for space in hexes if barred >> space & 1)
            where = "in the main Area" if perimeter.main >> inside & 1 else "at the edge of the map"
            reason = f"{name(inside)} is {where}, and so can't be in a Pocket"
            yield _fault(inside, cite("perimeter.pocket"), reason)
        elif loose := [end for end in ends if not nodes >> end & 1]:
            reason = f"{name(loose[0])} may carry a marker in a Pocket alone"
            yield _fault(loose[0], cite("perimeter.place"), reason)
        else:
            reason = f"the line from {name(ends[0])} to {name(ends[1])} is part of no loop"
            on_loops = board_of(space for loop in main_loops for space in bits(loop.marked))
            loose = [end for end in ends if not on_loops >> end & 1]
            yield _fault((loose or ends)[-1], cite("perimeter.loop"), reason)


def _steps_on(hexes: Line, every: list[Loop]) -> Iterator[tuple[int, Loop]]:
    """The steps of a line, by number, that a loop takes too."""
    for number, pair in enumerate(pairwise(hexes)):
        for loop in every:
            if not board_of(pair) & ~loop.marked:
                yield number, loop


def _tails(hexes: Line, on_loop: list[int], nodes: int) -> Iterator[Place]:
    """The ends of a line that could have ended sooner and still have these steps."""
    if any(nodes >> space & 1 for space in hexes[1 : on_loop[0] + 1]):
        yield hexes[0]
    if any(nodes >> space & 1 for space in hexes[on_loop[-1] + 1 : -1]):
        yield hexes[-1]


def _fault(space: Place, rule: str, reason: str) -> Fault:
    return Fault(space, Refusal(rule, reason))


def markers_of(field: Field, side: Side, perimeter: Perimeter) -> tuple[Marker, ...]:
    """Markers that make the largest Perimeter, as a player would place them."""
    clear, nodes = side.clear(field), side.nodes(field)
    found = dict[Line, None]()
    walked = {
        frozenset(pair)
        for loop in perimeter.loops
        for pair in zip(loop.walk, (*loop.walk[1:], loop.walk[0]), strict=True)
    }
    outline = {pair for pair in walked if board_of(pair) & ~side.edge}
    for hexes in _lines(field, nodes, nodes, clear):
        if any(frozenset(pair) in outline for pair in pairwise(hexes)):
            found[min(hexes, hexes[::-1])] = None
    # Pockets that reached the edge were found before they joined the main Area.
    main = with_main_loops(perimeter.loops, 0, side.edge)
    apart, outland = side.pocket_nodes & ~main, field.edge & ~side.edge
    grounds = (*(pocket.area for pocket in perimeter.pockets), perimeter.tied)
    links = _lines(field, apart, apart, clear & ~main & ~outland)
    ties = _lines(field, apart & perimeter.tied, side.edge & nodes, clear, past=True)
    for hexes in (*links, *ties):
        if any(not board_of(hexes) & ~ground for ground in grounds):
            found[min(hexes, hexes[::-1])] = None
    return _pointing(found)


def _lines(field: Field, starts: int, ends: int, clear: int, past: bool = False) -> Iterator[Line]:
    """The lines from each of these to the next such end on its way, or `past` it to others too."""
    for space in bits(starts):
        for steps in (*GRAINS, *ALTERNATE):
            hexes = line(field.chart, space, steps)
            for far, there in enumerate(hexes[1:], start=1):
                if not clear >> there & 1:
                    break
                if ends >> there & 1:
                    if far > 1 or steps in GRAINS:
                        yield hexes[: far + 1]
                    if not past:
                        break


def _pointing(lines: Iterable[Line]) -> tuple[Marker, ...]:
    """For each line a marker that points along it, and one that points back if there is none at its end."""
    found = [Marker(hexes[0], hexes[-1], hexes[1]) for hexes in lines]
    stand = board_of(marker.at for marker in found)
    for hexes in lines:
        if not stand >> hexes[-1] & 1:
            found.append(Marker(hexes[-1], hexes[0], hexes[-2]))
            stand |= 1 << hexes[-1]
    return tuple(found)
