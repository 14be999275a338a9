"""Each side's Perimeter is drawn: the largest, as the machine finds it, or with markers of the player's own.

Own markers are laid line by line, the first from the edge of the map: each goes on from where the last one
points to, or begins a new line. Who would close with less than he could enclose is offered the rest first,
and takes or declines it. What comes of both Perimeters, for units, Areas and Control, is settled at once, and
again after Escapes.
"""

from berlin.boards.grains import ALTERNATE, GRAINS, line
from berlin.boards.hexes import bits, board_of
from berlin.campaign.holdings import is_single
from berlin.campaign.perimeters import escape
from berlin.campaign.perimeters.isolation import settled, short_of_ammunition, stragglers
from berlin.campaign.perimeters.markers import Marker, Verdict, alone, checked, on_edge
from berlin.campaign.perimeters.perimeter import Perimeter, Side, largest
from berlin.campaign.pieces import Mark
from berlin.campaign.refit.ammunition import runs_short
from berlin.campaign.state import Draft
from berlin.kernel.acts import Act
from berlin.kernel.frames import Frame
from berlin.kernel.rules import Refusal


class Drawing(Frame, frozen=True, gc=False):
    """How does the Perimeter run? `at` is where the line has come to, -1 between two lines."""

    at: int = -1
    markers: tuple[Marker, ...] = ()
    offered: tuple[int, ...] = ()
    """The hexes that the largest Perimeter has besides, once the player would close without them."""


class Trace(Act, frozen=True, gc=False):
    """Take the largest Perimeter."""


class Point(Act, frozen=True, gc=False):
    """Lay a marker in a hex, pointing to another. `next` is the hex by which, where two lines lead there."""

    space: int
    to: int
    next: int = -1


class From(Act, frozen=True, gc=False):
    """Begin a line in a hex."""

    space: int


class Lift(Act, frozen=True, gc=False):
    """End the line here, and begin another."""


class Readjust(Act, frozen=True, gc=False):
    """Take up all markers, and begin again from the edge of the map."""


class Close(Act, frozen=True, gc=False):
    """The Perimeter is as marked."""


class Decline(Act, frozen=True, gc=False):
    """Give up the hexes that could be enclosed too."""


def begin(d: Draft) -> None:
    for side in (1, 0):
        d.frames.append(Drawing(side))


def settle_drawing(d: Draft, frame: Drawing) -> bool:
    return True


def _lines(d: Draft, side: Side, start: int) -> list[Point]:
    """The markers in a hex that are legal, whatever others there are."""
    ground = d.book.ground
    field, ends = ground.field, side.nodes(ground.field) | side.pocket_nodes
    found = set[tuple[int, int]]()
    for steps in (*GRAINS, *ALTERNATE):
        for far, space in enumerate((hexes := line(field.chart, start, steps))[1:], start=1):
            if side.blocked >> space & 1:
                break
            if ends >> space & 1:
                found.add((space, hexes[1] if far > 1 else -1))
    twice = [to for to, _ in found]
    return [Point(start, to, by if twice.count(to) > 1 else -1) for to, by in sorted(found)]


def verdict(d: Draft, frame: Drawing, side: Side | None = None) -> Verdict:
    """On the markers that are laid; `side` is who lays them, if that was looked for."""
    ground = d.book.ground
    return checked(ground.field, side or ground.sides(d)[frame.seat], ground.cites, frame.markers)


def options_drawing(d: Draft, frame: Drawing) -> list[Act]:
    ground = d.book.ground
    side = ground.sides(d)[frame.seat]
    acts: list[Act] = [Trace()]
    if frame.at >= 0:
        laid = set(frame.markers)
        acts += [one for one in _lines(d, side, frame.at) if _marker(one) not in laid]
        acts.append(Lift())
    else:
        acts += map(From, bits(_starts(d, side, frame)))
    if frame.markers:
        acts.append(Readjust())
        if _is_answered(frame) and not verdict(d, frame, side).faults:
            acts.append(Decline() if frame.offered else Close())
    return acts


def _starts(d: Draft, side: Side, frame: Drawing) -> int:
    """Where a line may begin: the first at a Map Edge Marker, if there is any."""
    field = d.book.ground.field
    first = 0 if frame.markers else on_edge(field, side)
    return first or (side.nodes(field) | side.pocket_nodes) & ~side.blocked


def _is_answered(frame: Drawing) -> bool:
    """Does a marker stand wherever one points to?"""
    return {marker.to for marker in frame.markers} <= {marker.at for marker in frame.markers}


def _marker(act: Point) -> Marker:
    return Marker(act.space, act.to, act.next)


def answer_drawing(d: Draft, frame: Drawing, act: Act) -> None:
    match act:
        case From():
            d.frames[-1] = Drawing(frame.seat, act.space, frame.markers)
        case Point():
            d.frames[-1] = Drawing(frame.seat, act.to, (*frame.markers, _marker(act)))
        case Lift():
            d.frames[-1] = Drawing(frame.seat, -1, frame.markers)
        case Readjust():
            d.frames[-1] = Drawing(frame.seat)
        case Close() if given_up := verdict(d, frame).given_up:
            d.frames[-1] = Drawing(frame.seat, -1, frame.markers, tuple(bits(given_up)))
        case Trace():
            _finish(d, frame.seat, ())
        case _:
            if frame.offered:
                text = f"given up: {offer(d, frame)}"
                d.whisper("perimeter", frame.seat, text, "", d.book.ground.cites.largest)
            _finish(d, frame.seat, frame.markers)


def _finish(d: Draft, side: int, markers: tuple[Marker, ...]) -> None:
    d.frames.pop()
    d.markers[side] = markers


def offer(d: Draft, frame: Drawing) -> str:
    """What a player would give up, in words."""
    count, hexes = len(frame.offered), d.book.ground.field.spell(board_of(frame.offered))
    return f"{count} hex{'es' * (count > 1)} that could be enclosed too: {hexes}"


def refuse_drawing(d: Draft, frame: Drawing, act: Act) -> Refusal:
    ground = d.book.ground
    match act:
        case Point():
            faults = alone(ground.field, ground.sides(d)[frame.seat], ground.cites, _marker(act))
            if faults:
                return faults[0].refusal
            if _marker(act) in frame.markers:
                return Refusal(ground.cites.pointing, "this marker lies there already")
            if frame.at < 0:
                return Refusal(ground.cites.pointing, "say first where the line begins")
            if act.space != frame.at:
                return Refusal(ground.cites.pointing, f"the line goes on from {ground.field.names[frame.at]}")
            return Refusal(ground.cites.pointing, "name the next hex only where two lines lead there")
        case From():
            if frame.at >= 0:
                return Refusal(ground.cites.pointing, "end the line that you are laying first")
            return _refuse_start(d, frame, act.space)
        case Decline():
            return Refusal(ground.cites.largest, "close the Perimeter first: what it lacks is offered then")
        case Close():
            if frame.offered:
                return Refusal(ground.cites.largest, "take the hexes that could be enclosed too, or decline")
            faults = list(verdict(d, frame).faults)
            return faults[0].refusal if faults else Refusal(ground.cites.loop, "no marker is laid yet")
        case _:
            return Refusal(ground.cites.loop, "no marker is laid yet")


def _refuse_start(d: Draft, frame: Drawing, space: int) -> Refusal:
    ground = d.book.ground
    side, name = ground.sides(d)[frame.seat], ground.field.names[space]
    if (side.nodes(ground.field) | side.pocket_nodes) & ~side.blocked & 1 << space:
        first = ground.field.spell(_starts(d, side, frame))
        return Refusal(ground.cites.edge, f"a Perimeter begins at a Map Edge Marker: {first}")
    return Refusal(ground.cites.place, f"{name} can't carry a marker of this side")


def perimeter(d: Draft, side: int) -> Perimeter:
    """A side's Perimeter by its markers, or the largest."""
    ground = d.book.ground
    seen = ground.sides(d)[side]
    if d.markers[side]:
        found = checked(ground.field, seen, ground.cites, d.markers[side]).perimeter
        if found is not None:
            return found
    return largest(ground.field, seen)


def conclude(d: Draft) -> None:
    """Both are drawn: men who are left outside are lost; then Areas, Control and Front Lines."""
    d.had, d.had_edge = list(d.control), list(d.edge)
    d.perimeters = [perimeter(d, 0), perimeter(d, 1)]
    lost = stragglers((d.perimeters[0], d.perimeters[1]), d.book.ground.forces(d))
    for side in (0, 1):
        for number, piece in list(d.standing_in(side, lost[side])):
            if is_single(d, side, number) and not piece.has(Mark.PRISONER):
                d.lose(side, number, "outside the Perimeter")
    isolate(d, pending=True)


def isolate(d: Draft, pending: bool = False) -> None:
    """Areas, Control and Front Lines with the units that are on the map now; Escapes may be pending."""
    ground, one, other = d.book.ground, d.perimeters[0], d.perimeters[1]
    had, edge = (d.had[0], d.had[1]), (d.had_edge[0], d.had_edge[1])
    forces, strategic = ground.forces(d), ground.strategic(d)
    found = settled(ground.field, (one, other), forces, had, edge, strategic, pending=pending)
    # Both had it when it was Isolated; it is so no longer, and neither has it now.
    shared = found.control[0] & found.control[1] & ~found.isolated
    d.control, d.edge = [control & ~shared for control in found.control], list(found.edge)
    d.fronts, d.zones = list(found.fronts), list(found.areas)


def after_escapes(d: Draft) -> None:
    """Isolation is settled again, and men who must Escape now are asked for, or are lost if they can't. Who
    stays is short of ammunition, and nobody is Encircled any more."""
    isolate(d, pending=True)
    if any(escape.compelled(d, side) for side in (0, 1)):
        escape.begin(d)
        return
    escape.lose_trapped(d)
    isolate(d)
    short = short_of_ammunition(d.zones)
    for side in (0, 1):
        for number, piece in list(d.on_map(side)):
            stays = short >> piece.space & 1 and runs_short(d, side, number)
            d.mark(side, number, off=Mark.ENCIRCLED, on=Mark.SHORT if stays else 0)
