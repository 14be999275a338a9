"""10.vp: the points of either side, the marker of event points, and the high tide."""

from berlin.games.noretreat.board.ground import FINLAND, VP_SPACES, VP_SPACES_1945
from berlin.games.noretreat.board.tables import AXIS, FIRST_SOVIET_INITIATIVE, RESET_TURN, SEATS, TURNS
from berlin.games.noretreat.board.units import STATUS
from berlin.games.noretreat.state.state import Draft
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.rules import Modifier, Tally

MOST_EVENT_VP = 6


def initiative(d: Draft) -> Seat:
    return TURNS[d.turn].initiative


def counting(d: Draft) -> int:
    """The cities and oil hexes that give points."""
    board = VP_SPACES if d.turn < RESET_TURN else VP_SPACES_1945
    return board & ~d.scorched_cities


def finland_counts(d: Draft, side: Seat) -> bool:
    """8.finland: a unit of its own that is neither a cadre nor allied stands there."""
    there = d.units_in(side, FINLAND) if d.turn < RESET_TURN else []
    return any(STATUS[unit] in ("regular", "regional") for unit in there)


def total(d: Draft, side: Seat) -> int:
    """10.vp.total: the points of a side as the holder of the initiative."""
    points = (d.owned(side) & counting(d)).bit_count() + d.event_vp
    return points + 1 if finland_counts(d, side) else points


def tally(d: Draft) -> Tally:
    """The points of the initiative holder, part by part."""
    side = initiative(d)
    parts = [Modifier((d.owned(side) & counting(d)).bit_count(), "cities and oil", "NR 10.vp.total")]
    if finland_counts(d, side):
        parts.append(Modifier(1, "Finland", "NR 8.finland"))
    parts.append(Modifier(d.event_vp, "events", "NR 10.vp.event"))
    return Tally(f"{SEATS[side].capitalize()} victory points", 0, tuple(parts))


def note_tide(d: Draft) -> None:
    """10.hightide: the highest Axis total of turns 1 to 11."""
    if d.turn < FIRST_SOVIET_INITIATIVE:
        d.tide = max(d.tide, total(d, AXIS))


def gain(d: Draft, side: Seat, points: int, why: str, *rules: str) -> None:
    """Event points for a side; the marker counts for the initiative holder."""
    change = points if side == initiative(d) else -points
    d.event_vp = max(-MOST_EVENT_VP, min(MOST_EVENT_VP, d.event_vp + change))
    if d.log is not None:
        who = SEATS[side].capitalize()
        d.say("vp", f"{why}: {points:+d} VP for the {who} side", *rules, data=(side, points))
    note_tide(d)


def can_yield(d: Draft, side: Seat) -> bool:
    """A point is paid only if the marker of event points can still move for the other side."""
    return d.event_vp < MOST_EVENT_VP if side != initiative(d) else d.event_vp > -MOST_EVENT_VP
