"""Retreats in strewn positions, walked by hand to their end; and what a DS costs who could have retreated."""

from collections.abc import Iterator
from random import Random

import pytest
from tests.games.noretreat.by_hand import (
    after_loss,
    closed_to,
    enemies,
    on_map,
    packed,
    retreat_ground,
    steps_back,
    steps_of,
    ways_back,
    when_lost,
)
from tests.games.noretreat.strewn import positions

from berlin.boards.hexes import bits
from berlin.games.noretreat.board.ground import EXTENSION, MAP, Space
from berlin.games.noretreat.board.units import ALL_UNITS, SIDE, STATIC
from berlin.games.noretreat.rules.combat.retreat import Retreat, RetreatTo, least_losses, shatter
from berlin.games.noretreat.state.state import (
    BACK,
    COMBAT,
    FRESH,
    SHATTERED,
    SIZE,
    UNSUPPLIED,
    Draft,
)
from berlin.kernel.contract.ids import BOTH, Unit
from berlin.kernel.proof.mark import rule


def stacks(d: Draft) -> Iterator[tuple[Space, list[Unit]]]:
    """Every stack of either side."""
    for side in BOTH:
        units = on_map(d, side)
        for space in sorted({d.where[unit] for unit in units}):
            yield space, [unit for unit in units if d.where[unit] == space]


def play_out(d: Draft, rng: Random) -> Iterator[tuple[Retreat, Unit, Space]]:
    """Every step of a retreat, chosen by lot; it is made once this goes on."""
    while d.frames:
        frame = d.frames[-1]
        assert isinstance(frame, Retreat)
        if frame.still_asks(d):
            act = rng.choice(frame.answers(d))
            assert isinstance(act, RetreatTo)
            yield frame, act.unit, act.space
            frame.carry_out(d, act)


@rule("NR 9.retreat", "NR 9.retreat.q1", "NR 9.retreat.ezoc", "NR 9.retreat.unsupplied", "NR 3.attack.lake")
@rule("NR 2.extension.safe", "NR 8.stack", "NR 9.area")
@pytest.mark.parametrize("first", [0, 8, 16])
def test_9_each_step_of_a_retreat_is_one_that_can_be_walked(first: int) -> None:
    for d in positions(range(first, first + 8), COMBAT):
        rng = Random(first)
        for space, units in rng.sample([*stacks(d)], 5):
            d.frames = [Retreat(SIDE[units[0]], space, tuple(units))]
            for frame, unit, step in play_out(d, rng):
                able = [frame.unit] if frame.unit >= 0 else [u for u in units if d.where[u] == space]
                due = {(u, near) for u in able for near in steps_back(d, u, space, frame.gone)}
                found = [(act.unit, act.space) for act in frame.answers(d)]  # type: ignore[attr-defined]
                assert sorted(found) == sorted(due)
                assert len(due) > 1
                assert step in ways_back(d, unit, space, frame.gone)
            for unit in units:
                here = d.where[unit]
                assert here >= SIZE or here != space
                assert here >= SIZE or not over_full(d, unit)


def forced(d: Draft, unit: Unit, origin: Space) -> tuple[int, int]:
    """Where a lone unit's retreat ends that has no choice at any step, and its marks; -1 if it has one."""
    gone = 0
    while d.where[unit] < SIZE:
        far = 4 if d.marks[unit] & UNSUPPLIED else 2
        crowd = gone > 0 and d.where[unit] in over_full(d, unit)
        if gone >= far and not crowd:
            break
        found = steps_back(d, unit, origin, gone)
        if len(found) > 1:
            return -1, 0
        if not found:
            put(d, unit, *(when_lost(d, unit) if not gone or crowd else after_loss(d, unit)))
            break
        (step,) = found
        risky = step not in retreat_ground(d, unit)[0]
        put(d, unit, step, d.marks[unit])
        gone += 1
        if risky:
            put(d, unit, *after_loss(d, unit))
    return d.where[unit], d.marks[unit]


def put(d: Draft, unit: Unit, place: int, marks: int) -> None:
    d.marks[unit] = marks
    d.put(unit, Space(place))


def over_full(d: Draft, unit: Unit) -> set[int]:
    """Where more stand than may, with this unit."""
    here = d.where[unit]
    d.where[unit] = Space(SIZE)
    found = packed(d, SIDE[unit])
    d.where[unit] = here
    return found & {here}


@rule("NR 9.retreat", "NR 9.retreat.ezoc", "NR 9.retreat.blocked", "NR 9.retreat.unsupplied", "NR 9.step")
@rule("NR 9.retreat.q1", "NR 6.effects")
def test_9_who_has_no_choice_goes_where_he_must_and_pays_for_zones_and_for_falling_short() -> None:
    ends = dict.fromkeys(("map", "lost"), 0)
    for d in positions(range(100, 112), COMBAT):
        for space, units in [*stacks(d)][::2]:
            due = forced(Draft(d.freeze()), units[0], space)
            if due[0] < 0 or STATIC[units[0]]:
                continue
            now = Draft(d.freeze())
            now.frames = [Retreat(SIDE[units[0]], space, (units[0],))]
            assert not [*play_out(now, Random(1))]
            assert (now.where[units[0]], now.marks[units[0]]) == due
            ends["map" if due[0] < SIZE else "lost"] += 1
    assert min(ends.values()) > 3


def all_ways(d: Draft, unit: Unit, origin: int, at: int, gone: int, lost: int) -> Iterator[tuple[int, int]]:
    """How far each way leads, at most as far as it must, and how many steps it costs."""
    safe, ground = retreat_ground(d, unit)
    need = 4 if d.marks[unit] & UNSUPPLIED else 2
    yield gone, lost
    for near in bits(MAP.beside[at]) if gone < need else ():
        if near in ground and MAP.distance(origin, near) == gone + 1:
            yield from all_ways(d, unit, origin, near, gone + 1, lost + (near not in safe))


def cheapest(d: Draft, unit: Unit) -> int:
    """The steps that the cheapest of the longest ways costs; -1 where none is two hexes long."""
    need = 4 if d.marks[unit] & UNSUPPLIED else 2
    ways = [*all_ways(d, unit, d.where[unit], d.where[unit], 0, 0)]
    far = max(gone for gone, _ in ways)
    return min(lost for gone, lost in ways if gone == far) + (far < need) if far >= 2 else -1


@rule("NR 9.result.ds", "NR 9.retreat.ezoc", "NR 9.retreat.blocked", "NR 9.retreat.unsupplied")
@rule("NR 7.place.shattered")
def test_9_who_is_shattered_pays_for_the_cheapest_retreat_there_is() -> None:
    seen = set()
    for d in positions(range(200, 216), COMBAT):
        for unit in (unit for side in BOTH for unit in on_map(d, side)[::4]):
            lost, now = cheapest(d, unit), Draft(d.freeze())
            assert least_losses(now, unit, now.where[unit], free=False) == lost
            shatter(now, unit, now.where[unit], free=False)
            steps, marks = steps_of(d, unit), d.marks[unit]
            if lost < 0 or lost >= steps or STATIC[unit]:
                assert (now.where[unit], now.marks[unit]) == when_lost(d, unit)
            else:
                back = (marks ^ BACK if lost else marks) & BACK
                assert (now.where[unit], now.marks[unit]) == (SHATTERED, back | FRESH)
            seen.add(lost)
    assert seen >= {-1, 0, 1, 2}


@rule("NR 9.result.ds", "NR card.19.axis")
def test_9_free_of_zones_a_shattered_unit_loses_nothing_on_its_way() -> None:
    freed = 0
    for d in positions(range(220, 226), COMBAT):
        for unit in (unit for side in BOTH for unit in on_map(d, side)[::4]):
            far = max(gone for gone, _ in all_ways(d, unit, d.where[unit], d.where[unit], 0, 0))
            need = 4 if d.marks[unit] & UNSUPPLIED else 2
            due = int(far < need) if far >= 2 else -1
            assert least_losses(d, unit, d.where[unit], free=True) == due
            freed += cheapest(d, unit) > due
    assert freed > 5


@rule("NR 9.retreat", "NR 9.retreat.q1", "NR 2.extension.safe", "NR 3.attack.lake")
def test_9_a_step_is_refused_by_the_first_rule_that_forbids_it() -> None:
    seen = set()
    for d in positions(range(300, 320), COMBAT):
        for space, units in [*stacks(d)][::5]:
            unit = units[0]
            frame = Retreat(SIDE[unit], space, (unit,), unit)
            good, lawful = steps_back(d, unit, space, 0), ways_back(d, unit, space, 0)
            for near in bits(MAP.across[space]):
                if near in good:
                    continue
                due = "NR 9.retreat.q1" if near in lawful else "NR 9.retreat"
                if not MAP.beside[space] >> near & 1:
                    due = "NR 3.attack.lake"
                if not d.extended and EXTENSION >> near & 1:
                    due = "NR 2.extension.safe"
                found = frame.refuse(d, RetreatTo(unit, Space(near)))
                assert found.rule == due
                enemy = near in enemies(d, SIDE[unit]) and due == "NR 9.retreat"
                assert ("an enemy unit" in found.reason) is enemy
                seen.add(due)
            for other in ALL_UNITS[::9]:
                if other != unit:
                    assert "does not retreat now" in frame.refuse(d, RetreatTo(other, space)).reason
            assert closed_to(d, unit).isdisjoint(good)
    assert len(seen) == 4
