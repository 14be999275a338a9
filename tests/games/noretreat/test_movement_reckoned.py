"""Movement in strewn positions, walked by hand: where a unit may go, at what price, and why nowhere else."""

from collections.abc import Iterator
from random import Random

import pytest
from tests.games.noretreat.by_hand import (
    closed_to,
    crowded,
    enemies,
    land_of,
    may_move,
    moves_of,
    on_map,
    points_of,
    ways_of,
    zones_against,
)
from tests.games.noretreat.strewn import positions

from berlin.boards.hexes import bits
from berlin.games.noretreat.board.ground import BALKANS, EXTENSION, GG, MAP, Space
from berlin.games.noretreat.board.tables import AXIS, SOVIET
from berlin.games.noretreat.board.units import ALL_UNITS, FIXED, SIDE
from berlin.games.noretreat.rules.cards.paid_acts import Entrain
from berlin.games.noretreat.rules.movement import Move, Moving, go
from berlin.games.noretreat.rules.na_berlin import EXTEND
from berlin.games.noretreat.rules.question import DONE, Play
from berlin.games.noretreat.state.state import BACK, MOVED, RAIL, SIZE, UNSUPPLIED, Draft
from berlin.kernel.contract.ids import OTHER, Unit
from berlin.kernel.proof.mark import rule


def asked(seeds: range, near: str = "") -> Iterator[tuple[Draft, Moving]]:
    """Movement phases in which some have moved."""
    for d in positions(seeds, near=near):
        rng = Random(d.turn)
        for unit in ALL_UNITS:
            if rng.random() < 0.2:
                d.mark(unit, MOVED)
        d.frames.append(Moving(d.phasing))
        yield d, Moving(d.phasing)


@rule("NR 8.move", "NR 8.minimum", "NR 8.zoc.stop", "NR 8.zoc.exit", "NR 8.enemyhex", "NR 8.balkans")
@rule("NR 8.stack", "NR 8.zoc", "NR 2.control", "NR 2.extension", "NR 3.mp.marsh", "NR 3.ezoc")
@pytest.mark.parametrize(("first", "near"), [(0, ""), (8, ""), (16, "Tula"), (24, "Posen")])
def test_8_the_moves_there_are_are_those_that_can_be_walked(first: int, near: str) -> None:
    """Near Tula and Posen many cities lie close together, to be taken in passing."""
    for d, question in asked(range(first, first + 8), near):
        if near:
            # Few stand in the way.
            d.weathers = bytes(len(d.weathers))
            for unit in on_map(d, OTHER[question.seat])[::2]:
                d.put(unit, RAIL)
        movers = [unit for unit in ALL_UNITS if SIDE[unit] == question.seat and may_move(d, unit)]
        due = {(unit, *way) for unit in movers for way in moves_of(d, unit)}
        moves = [act for act in question.answers(d) if isinstance(act, Move)]
        assert {(act.unit, act.via, act.space) for act in moves} == due
        assert len(moves) == len(due)


@rule("NR 8.move", "NR 8.minimum", "NR 3.mp.forest", "NR 3.mp.marsh", "NR 3.mp.mountain", "NR 3.ezoc")
@rule("NR 8.zoc.exit", "NR card.7.soviet")
def test_8_a_move_is_told_with_the_fewest_points_that_walking_takes() -> None:
    for d, question in asked(range(100, 112)):
        for unit in [u for u in ALL_UNITS if SIDE[u] == question.seat and may_move(d, u)][::5]:
            for (via, space), cost in list(moves_of(d, unit).items())[::4]:
                told = question.explain(d, Move(unit, Space(space), tuple(map(Space, via)))).notes[0]
                assert told == f"{cost} point{'s' if cost > 1 else ''}"


def reason_against(d: Draft, seat: int, unit: Unit, space: int) -> str:
    """The first rule that keeps a unit from going straight to a space; nothing if it may."""
    if SIDE[unit] != seat or d.where[unit] >= SIZE:
        return "NR 8.move"
    if FIXED[d.marks[unit] & BACK][unit]:
        return "NR 12.unit.conv"
    if d.marks[unit] & MOVED or space == d.where[unit]:
        return "NR 8.move"
    if not d.extended and EXTENSION >> space & 1:
        return "NR 2.extension"
    if space in enemies(d, SIDE[unit]):
        return "NR 8.enemyhex"
    if BALKANS >> space & 1 and space in closed_to(d, unit):
        return "NR 8.balkans"
    start, points = d.where[unit], points_of(d, unit)
    ways, zones = ways_of(d, unit, points), zones_against(d, unit)
    if ((), space) in ways:
        return "NR 8.stack" if space in crowded(d, unit) else ""
    if start in zones and space in zones and MAP.beside[start] >> space & 1:
        return "NR 8.zoc.exit"
    if MAP.across[start] >> space & 1 and not MAP.beside[start] >> space & 1:
        return "NR 2.lake"
    if any(end == space for _, end in ways):
        return "NR 2.control"
    return "NR 8.zoc.stop" if zones and MAP.distance(start, space) <= points else "NR 8.move"


@rule(
    "NR 8.move", "NR 8.zoc.stop", "NR 8.zoc.exit", "NR 8.enemyhex", "NR 8.balkans", "NR 8.stack", "NR 2.lake"
)
@rule("NR 2.control", "NR 2.extension", "NR 12.unit.conv")
@pytest.mark.parametrize("first", [200, 220])
def test_8_a_move_is_refused_by_the_first_rule_that_forbids_it(first: int) -> None:
    seen = set()
    for number, (d, question) in enumerate(asked(range(first, first + 20))):
        rng = Random(first)
        for unit in on_map(d, OTHER[question.seat]) if number % 5 == 0 else ():
            # Who is out of supply has no zones.
            d.mark(unit, UNSUPPLIED)
        own = [unit for unit in ALL_UNITS if SIDE[unit] == question.seat and d.where[unit] < SIZE]
        for unit in (*rng.sample(own, 2), rng.choice(ALL_UNITS)):
            here = d.where[unit] if d.where[unit] < SIZE else 0
            near = sorted(MAP.spaces, key=MAP.distances(here).__getitem__)
            for space in (*near[:8], *rng.sample(near[8:60], 3), rng.choice(near)):
                due = reason_against(d, question.seat, unit, space)
                if due:
                    assert question.refuse(d, Move(unit, Space(space))).rule == due
                seen.add(due)
    assert len(seen) > 6


@rule("NAB 13.0.GG.a", "NR 11.gg")
def test_nab_13_who_can_only_get_there_through_greater_germany_has_crossed_the_border() -> None:
    seen = set()
    for d in positions(range(300, 330), near="Lublin"):
        d.gg = 0
        keep_out = frozenset(bits(GG))
        for unit in [unit for unit in on_map(d, SOVIET) if may_move(d, unit)][::3]:
            points = points_of(d, unit)
            free = ways_of(d, unit, points, keep_out)
            for via, space in list(moves_of(d, unit))[::5]:
                after = Draft(d.freeze())
                go(after, unit, Space(space), tuple(map(Space, via)), points)
                inside = any(GG >> one & 1 for one in (*via, space))
                crossed = inside or (via, space) not in free
                assert after.gg == (d.turn if crossed else 0)
                seen.add((crossed, inside))
    assert seen == {(False, False), (True, True), (True, False)}


@rule("NR 8.rail.entrain", "NR 8.rail.who", "NR 6.supply.overland", "NAB 3.0c", "NR 4.pass")
def test_8_besides_moves_there_are_trains_cards_the_extension_and_the_end() -> None:
    for d, question in asked(range(400, 412)):
        land, hand = land_of(d, question.seat), d.hands[question.seat]
        for entrained in (0, 1, 2):
            paid = not entrained or (d.turn > 2 and hand)
            due = {
                Entrain(unit)
                for unit in ALL_UNITS
                if SIDE[unit] == question.seat and may_move(d, unit) and d.where[unit] in land and paid
                if d.where[unit] not in zones_against(d, unit)
            }
            found = [a for a in Moving(question.seat, entrained).answers(d) if not isinstance(a, Move | Play)]
            assert {act for act in found if isinstance(act, Entrain)} == due
            extending = question.seat == AXIS and not d.extended
            assert [act for act in found if not isinstance(act, Entrain)] == [EXTEND] * extending + [DONE]
