"""Each side's Perimeter is drawn: the largest, as the machine finds it, or with markers of the player's own.

Own markers are laid line by line, the first from the edge of the map: each goes on from where the last one
points to, or begins a new line. Who would close with less than he could enclose is offered the rest first,
and takes or declines it. What comes of both Perimeters, for units, Areas and Control, is settled at once, and
again after Escapes.
"""

from collections.abc import Mapping

from berlin.boards.grains import ALTERNATE, GRAINS, line
from berlin.boards.hexes import bits, board_of
from berlin.campaign.holdings import is_single
from berlin.campaign.perimeters import escape
from berlin.campaign.perimeters.isolation import settled, short_of_ammunition, stragglers
from berlin.campaign.perimeters.markers import Marker, Verdict, alone, checked, on_edge
from berlin.campaign.perimeters.perimeter import Perimeter, Side, largest
from berlin.campaign.question import CampaignQuestion
from berlin.campaign.refit.ammunition import runs_short
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, Place, Seat
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.squad.board.pieces import NOWHERE, Mark


class Trace(Act, frozen=True, gc=False):
    """Take the largest Perimeter."""

    verb = "trace"
    says = "Take the largest Perimeter"


class Point(Act, frozen=True, gc=False):
    """Lay a marker in a hex, pointing to another. `next` is the hex by which, where two lines lead there."""

    verb = "point"
    says = "Lay a marker that points to {to}[ by way of {next}]"

    space: Place
    to: Place
    next: Place = NOWHERE


class From(Act, frozen=True, gc=False):
    """Begin a line in a hex."""

    verb = "from"
    says = "Begin a line at {space}"

    space: Place


class Lift(Act, frozen=True, gc=False):
    """End the line here, and begin another."""

    verb = "lift"
    says = "End the line here"


class Readjust(Act, frozen=True, gc=False):
    """Take up all markers, and begin again from the edge of the map."""

    verb = "readjust"
    says = "Take up all markers and begin again"


class Close(Act, frozen=True, gc=False):
    """The Perimeter is as marked."""

    verb = "close"
    says = "Close the Perimeter as marked"


class Decline(Act, frozen=True, gc=False):
    """Give up the hexes that could be enclosed too."""

    verb = "decline"
    says = "Give up the hexes that could be enclosed too"


class Drawing(CampaignQuestion, frozen=True, gc=False):
    """How does the Perimeter run? `at` is where the line has come to, -1 between two lines."""

    at: Place = NOWHERE
    markers: tuple[Marker, ...] = ()
    offered: tuple[Place, ...] = ()
    """The hexes that the largest Perimeter has besides, once the player would close without them."""

    acts = (Trace, From, Point, Lift, Readjust, Close, Decline)
    on_paper = True
    topic = "perimeter.loop"
    asks = "Draw the Perimeter: take the largest, or lay markers of your own."
    why = "What your Perimeter encloses is yours for the next scenario; the largest is nearly always best."

    def prompt(self, d: Draft) -> str:
        return f"Your Perimeter lacks {offer(d, self)}. Take or decline them?" if self.offered else self.asks

    def cite(self, d: Draft) -> str:
        return d.book.cite("perimeter.largest" if self.offered else self.topic)

    def meaning(self, d: Draft, named: Mapping[str, int]) -> tuple[Act, ...]:
        """A line goes on from where it has come to: what is pointed at is where it leads."""
        if self.at < 0 or named.keys() != {"space"}:
            return super().meaning(d, named)
        to = Place(named["space"])
        led = tuple(act for act in self.answers(d) if isinstance(act, Point) and act.to == to)
        return led or (Point(self.at, to),)

    def answers(self, d: Draft) -> list[Act]:
        ground = d.book.ground
        side = ground.sides(d)[self.seat]
        acts: list[Act] = [Trace()]
        if self.at >= 0:
            laid = set(self.markers)
            acts += [one for one in _lines(d, side, self.at) if _marker(one) not in laid]
            acts.append(Lift())
        else:
            acts += map(From, bits(_starts(d, side, self)))
        if self.markers:
            acts.append(Readjust())
            if _is_answered(self) and not verdict(d, self, side).faults:
                acts.append(Decline() if self.offered else Close())
        return acts

    # Apart: the answers draw the lines that there are, and don't ask `alone` of every pair of hexes.
    def why_not(self, d: Draft, act: Act) -> Refusal:
        ground = d.book.ground
        match act:
            case Point():
                faults = alone(d.book.field, ground.sides(d)[self.seat], d.book.cite, _marker(act))
                if faults:
                    return faults[0].refusal
                if _marker(act) in self.markers:
                    return d.refusal("perimeter.pointing", "this marker lies there already")
                if self.at < 0:
                    return d.refusal("perimeter.pointing", "say first where the line begins")
                if act.space != self.at:
                    return d.refusal(
                        "perimeter.pointing", f"the line goes on from {d.book.field.printed(self.at)}"
                    )
                return d.refusal("perimeter.pointing", "name the next hex only where two lines lead there")
            case From():
                if self.at >= 0:
                    return d.refusal("perimeter.pointing", "end the line that you are laying first")
                return _refuse_start(d, self, act.space)
            case Decline():
                return d.refusal(
                    "perimeter.largest", "close the Perimeter first: what it lacks is offered then"
                )
            case Close():
                if self.offered:
                    return d.refusal(
                        "perimeter.largest", "take the hexes that could be enclosed too, or decline"
                    )
                faults = list(verdict(d, self).faults)
                return faults[0].refusal if faults else d.refusal("perimeter.loop", "no marker is laid yet")
            case _:
                return d.refusal("perimeter.loop", "no marker is laid yet")

    def carry_out(self, d: Draft, act: Act) -> None:
        match act:
            case From():
                d.frames[-1] = Drawing(self.seat, act.space, self.markers)
            case Point():
                d.frames[-1] = Drawing(self.seat, act.to, (*self.markers, _marker(act)))
            case Lift():
                d.frames[-1] = Drawing(self.seat, NOWHERE, self.markers)
            case Readjust():
                d.frames[-1] = Drawing(self.seat)
            case Close() if given_up := verdict(d, self).given_up:
                d.frames[-1] = Drawing(self.seat, NOWHERE, self.markers, tuple(bits(given_up)))
            case Trace():
                _finish(d, self.seat, ())
            case _:
                if self.offered:
                    text = f"given up: {offer(d, self)}"
                    d.whisper("perimeter", self.seat, text, "", d.book.cite("perimeter.largest"))
                _finish(d, self.seat, self.markers)


def begin(d: Draft) -> None:
    for side in reversed(BOTH):
        d.frames.append(Drawing(side))


def _lines(d: Draft, side: Side, start: Place) -> list[Point]:
    """The markers in a hex that are legal, whatever others there are."""
    field, ends = d.book.field, side.nodes(d.book.field) | side.pocket_nodes
    found = set[tuple[Place, Place]]()
    for steps in (*GRAINS, *ALTERNATE):
        for far, space in enumerate((hexes := line(field.chart, start, steps))[1:], start=1):
            if side.blocked >> space & 1:
                break
            if ends >> space & 1:
                found.add((space, hexes[1] if far > 1 else NOWHERE))
    twice = [to for to, _ in found]
    return [Point(start, to, by if twice.count(to) > 1 else NOWHERE) for to, by in sorted(found)]


def verdict(d: Draft, frame: Drawing, side: Side | None = None) -> Verdict:
    """On the markers that are laid; `side` is who lays them, if that was looked for."""
    ground = d.book.ground
    return checked(d.book.field, side or ground.sides(d)[frame.seat], d.book.cite, frame.markers)


def _starts(d: Draft, side: Side, frame: Drawing) -> int:
    """Where a line may begin: the first at a Map Edge Marker, if there is any."""
    field = d.book.field
    first = 0 if frame.markers else on_edge(field, side)
    return first or (side.nodes(field) | side.pocket_nodes) & ~side.blocked


def _is_answered(frame: Drawing) -> bool:
    """Does a marker stand wherever one points to?"""
    return {marker.to for marker in frame.markers} <= {marker.at for marker in frame.markers}


def _marker(act: Point) -> Marker:
    return Marker(act.space, act.to, act.next)


def _finish(d: Draft, side: Seat, markers: tuple[Marker, ...]) -> None:
    d.frames.pop()
    d.markers[side] = markers


def offer(d: Draft, frame: Drawing) -> str:
    """What a player would give up, in words."""
    count, hexes = len(frame.offered), d.book.field.spell(board_of(frame.offered))
    return f"{count} hex{'es' * (count > 1)} that could be enclosed too ({hexes})"


def _refuse_start(d: Draft, frame: Drawing, space: Place) -> Refusal:
    ground = d.book.ground
    side, name = ground.sides(d)[frame.seat], d.book.field.printed(space)
    if (side.nodes(d.book.field) | side.pocket_nodes) & ~side.blocked & 1 << space:
        first = d.book.field.spell(_starts(d, side, frame))
        return d.refusal("perimeter.edge", f"a Perimeter begins at a Map Edge Marker ({first})")
    return d.refusal("perimeter.place", f"{name} can't carry a marker of this side")


def perimeter(d: Draft, side: Seat) -> Perimeter:
    """A side's Perimeter by its markers, or the largest."""
    ground = d.book.ground
    seen = ground.sides(d)[side]
    if d.markers[side]:
        found = checked(d.book.field, seen, d.book.cite, d.markers[side]).perimeter
        if found is not None:
            return found
    return largest(d.book.field, seen)


def conclude(d: Draft) -> None:
    """Both are drawn: men who are left outside are lost; then Areas, Control and Front Lines."""
    d.had, d.had_edge = list(d.control), list(d.edge)
    d.outlines = [perimeter(d, side) for side in BOTH]
    lost = stragglers((d.outlines[0], d.outlines[1]), d.book.ground.forces(d))
    for side in BOTH:
        for unit, piece in list(d.standing_in(side, lost[side])):
            if is_single(d, unit) and not piece.has(Mark.PRISONER):
                d.lose(unit, "outside the Perimeter")
    isolate(d, pending=True)


def isolate(d: Draft, pending: bool = False) -> None:
    """Areas, Control and Front Lines with the units that are on the map now; Escapes may be pending."""
    ground, one, other = d.book.ground, d.outlines[0], d.outlines[1]
    had, edge = (d.had[0], d.had[1]), (d.had_edge[0], d.had_edge[1])
    forces, strategic = ground.forces(d), ground.strategic(d)
    found = settled(d.book.field, (one, other), forces, had, edge, strategic, pending=pending)
    # Both had it when it was Isolated; it is so no longer, and neither has it now.
    shared = found.control[0] & found.control[1] & ~found.isolated
    d.control, d.edge = [control & ~shared for control in found.control], list(found.edge)
    d.fronts, d.zones = list(found.fronts), list(found.areas)


def after_escapes(d: Draft) -> None:
    """Isolation is settled again, and men who must Escape now are asked for, or are lost if they can't. Who
    stays is short of ammunition, and nobody is Encircled any more."""
    isolate(d, pending=True)
    if any(escape.compelled(d, side) for side in BOTH):
        escape.begin(d)
        return
    escape.lose_trapped(d)
    isolate(d)
    short = short_of_ammunition(d.zones)
    for side in BOTH:
        for unit, piece in list(d.on_map(side)):
            stays = short >> piece.space & 1 and runs_short(d, unit)
            d.mark(unit, off=Mark.ENCIRCLED, on=Mark.SHORT if stays else 0)
