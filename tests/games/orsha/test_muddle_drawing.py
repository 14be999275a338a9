"""7.5052 and 7.5053 once more, over desks in a muddle: where a line begins and leads, and why."""

import pytest
from tests.campaign.brute import Map
from tests.campaign.desk import legal
from tests.games.orsha.muddle import muddle

from berlin.boards.hexes import bits
from berlin.campaign.perimeters.drawing import Close, Decline, Drawing, From, Lift, Point, Readjust, Trace
from berlin.campaign.perimeters.markers import Marker
from berlin.games.orsha.board.ground import MAP, find_hex
from berlin.games.orsha.rules import perimeters
from berlin.games.orsha.rules.book import BOOK
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH, Place, Seat
from berlin.kernel.proof.mark import rule
from berlin.squad.board.pieces import NOWHERE

SEEDS = range(4)
PROBES = [find_hex(f"{column}{number}") for column in "KMPT" for number in range(1, 52, 5)]


def on_board() -> tuple[Map, dict[Place, tuple[int, int]]]:
    """The map in coordinates of its own: along one direction, and along the next."""
    where = {find_hex("P30"): (0, 0)}
    fresh = list(where)
    ways = ((0, 1), (0, -1), (1, 0), (1, -1), (-1, 1), (-1, 0))
    while fresh:
        here = fresh.pop()
        for way, (r, c) in enumerate(ways):
            step = MAP.step(1 << here, way)
            there = Place(step.bit_length() - 1)
            if step and there not in where:
                where[there] = where[here][0] + r, where[here][1] + c
                fresh.append(there)
    return Map(where.values()), where


@rule("OTO 7.5052a", "OTO 7.5053a", "OTO 7.5053.def.node", "OTO 7.505")
@pytest.mark.parametrize("side", BOTH)
@pytest.mark.parametrize("seed", SEEDS)
def test_7_5052_a_line_begins_at_the_edge_and_a_marker_stands_where_it_may(seed: int, side: Seat) -> None:
    d = muddle(seed)
    seen = perimeters.sides_of(d)[side]
    fit = (seen.nodes(BOOK.field) | seen.pocket_nodes) & ~seen.blocked
    first = {act.space for act in legal_from(d, Drawing(side))}
    rim = {
        space
        for space in bits(seen.edge & ~seen.blocked)
        if MAP.neighbours(1 << space) & BOOK.field.edge & ~seen.edge
    }
    assert first == (rim or set(bits(fit)))
    begun = Drawing(side, NOWHERE, (Marker(Place(0), Place(1)),))
    assert {act.space for act in legal_from(d, begun)} == set(bits(fit))
    for space in PROBES:
        for asked in (Drawing(side), begun):
            allowed = first if asked is not begun else set(bits(fit))
            if space not in allowed:
                clause = "OTO 7.5052a" if fit >> space & 1 else "OTO 7.5053a"
                assert asked.why_not(d, From(space)).rule == clause
    laying = Drawing(side, min(first), (Marker(Place(0), Place(1)),))
    assert "end the line" in laying.why_not(d, From(min(first))).reason
    d.frames = [laying]
    kinds = {type(act) for act in legal(d)}
    assert {Trace, Lift, Readjust} <= kinds
    assert not {From, Close, Decline} & kinds
    assert "first" in Drawing(side).why_not(d, Decline()).reason
    assert Drawing(side).why_not(d, Lift()).rule == "OTO 7.505"


def legal_from(d: Draft, asked: Drawing) -> list[From]:
    return [act for act in asked.answers(d) if isinstance(act, From)]


@rule("OTO 7.5053a", "OTO 7.5053b", "OTO 7.5053.def.hg", "OTO 7.5053.def.ahg", "OTO 7.5053.def.seg")
@pytest.mark.parametrize("side", BOTH)
@pytest.mark.parametrize("seed", SEEDS)
def test_7_5053_every_line_to_another_marker_by_its_next_hex_where_two_lead_there(
    seed: int, side: Seat
) -> None:
    d = muddle(seed)
    chart, where = on_board()
    back = {spot: space for space, spot in where.items()}
    seen = perimeters.sides_of(d)[side]
    fit = (seen.nodes(BOOK.field) | seen.pocket_nodes) & ~seen.blocked
    ends = list(bits(fit))
    for start in ends[:: max(1, len(ends) // 5)]:
        expected = set[Point]()
        for end in ends:
            if end == start:
                continue
            nexts = set()
            for line in chart.lines(where[start], where[end]):
                spaces = [back[spot] for spot in line]
                if not any(seen.blocked >> space & 1 for space in spaces[1:]):
                    nexts.add(spaces[1] if len(spaces) > 2 else NOWHERE)
            expected |= {Point(start, end, one if len(nexts) > 1 else NOWHERE) for one in nexts}
        asked = Drawing(side, start)
        assert {act for act in asked.answers(d) if isinstance(act, Point)} == expected
        for point in sorted(expected, key=repr)[:1]:
            again = Drawing(side, start, (Marker(point.space, point.to, point.next),))
            assert point not in again.answers(d)
            assert "lies there already" in again.why_not(d, point).reason
            assert "where the line begins" in Drawing(side).why_not(d, point).reason
