"""Advances in strewn positions, by hand: how far an attacker may go, where he ends, and why no farther."""

from random import Random

import pytest
from tests.games.noretreat.by_hand import bits, closed_to, enemies, on_map, packed
from tests.games.noretreat.strewn import positions

from berlin.games.noretreat.board.ground import (
    ALL_OBJECTIVES,
    AREAS,
    FOREST,
    KERCH,
    MAP,
    MARSH,
    MOUNTAIN,
    Space,
)
from berlin.games.noretreat.board.tables import AXIS, SOVIET
from berlin.games.noretreat.board.units import ALL_UNITS, ARMOR
from berlin.games.noretreat.rules.combat import advance
from berlin.games.noretreat.rules.combat.advance import ENDED, Advance, AdvanceTo
from berlin.games.noretreat.rules.combat.fighting import BattleQuestion
from berlin.games.noretreat.rules.question import DONE, Play
from berlin.games.noretreat.state.state import BACK, COMBAT, RAIL, SIZE, Draft
from berlin.kernel.contract.ids import OTHER, Unit
from berlin.kernel.proof.mark import rule


def vacated(d: Draft, rng: Random) -> tuple[Space, tuple[Unit, ...]] | None:
    """A space whose defenders are gone, and those who attacked it."""
    for space in rng.sample(sorted(enemies(d, d.phasing)), 6):
        near = [unit for unit in on_map(d, d.phasing) if MAP.beside[space] >> d.where[unit] & 1]
        if near:
            for unit in on_map(d, OTHER[d.phasing]):
                if d.where[unit] == space:
                    d.put(unit, RAIL)
            return Space(space), tuple(rng.sample(near, min(3, len(near))))
    return None


def ends_there(d: Draft) -> set[int]:
    """Ground that ends an advance."""
    return set(bits(FOREST | MARSH | MOUNTAIN | KERCH | AREAS | ALL_OBJECTIVES | d.scorched_cities))


def onward(d: Draft, frame: Advance, unit: Unit, gone: int) -> dict[int, int]:
    """Where a unit may come to next, and how many hexes that takes: what is full it passes through."""
    here, armor = d.where[unit], ARMOR[d.marks[unit] & BACK][unit]
    left = frame.most + (frame.armor if armor else 0) - gone
    hindered, full = enemies(d, frame.seat) | closed_to(d, unit), packed(d, frame.seat)
    near = set(bits(MAP.beside[here])) - hindered if left > 0 else set()
    near = near if gone else near & {frame.space}
    found, seen, far = dict.fromkeys(near - full, 1), near | {here}, 1
    passed = set() if ALL_OBJECTIVES >> here & 1 else near & full
    while (passed := passed - ends_there(d)) and far < left:
        far += 1
        near = {s for space in passed for s in bits(MAP.beside[space])} - hindered - seen
        found |= dict.fromkeys(near - full, far)
        seen |= near
        passed = near & full
    return found


@rule(
    "NR 9.advance", "NR 9.advance.armor", "NR 9.advance.stop", "NR 9.area", "NR 8.stack", "NR 3.attack.lake"
)
@rule("NR 2.objectives", "NR 8.balkans", "NR card.7.soviet", "NR 2.control")
@pytest.mark.parametrize("first", [0, 20, 40])
def test_9_an_advance_goes_hex_by_hex_and_through_what_is_full(first: int) -> None:
    longest = 0
    for d in positions(range(first, first + 20), COMBAT):
        rng = Random(first)
        found = vacated(d, rng)
        if not found:
            continue
        space, units = found
        frame = Advance(d.phasing, space, units, (0,) * len(units), rng.randint(1, 2), rng.randint(0, 1))
        d.frames = [frame]
        while d.frames and frame.still_asks(d):
            due = {u: onward(d, frame, u, gone) for u, gone in zip(units, frame.hexes, strict=True)}
            answers = [act for act in frame.answers(d) if not isinstance(act, Play)]
            moves = [act for act in answers if isinstance(act, AdvanceTo)]
            assert {(act.unit, act.space) for act in moves} == {(u, s) for u in due for s in due[u]}
            assert answers[-1] == DONE
            act, before = rng.choice(moves), frame.hexes
            here = d.where[act.unit]
            refused(d, frame, due, rng)
            frame.carry_out(d, act)
            at = units.index(act.unit)
            ends = act.space in ends_there(d) or ALL_OBJECTIVES >> here & 1
            frame = d.frames[-1]  # type: ignore[assignment]
            gone = ENDED if ends else before[at] + due[act.unit][act.space]
            assert frame.hexes == (*before[:at], gone, *before[at + 1 :])
            assert d.where[act.unit] == act.space
            longest = max(longest, gone if gone < ENDED else 0)
        assert not any(onward(d, frame, u, gone) for u, gone in zip(units, frame.hexes, strict=True))
    assert longest >= 2


def refused(d: Draft, frame: Advance, due: dict[Unit, dict[int, int]], rng: Random) -> None:
    """Everything else is refused, by the first rule that forbids it."""
    for unit in (*frame.units, rng.choice(ALL_UNITS)):
        here = d.where[unit] if d.where[unit] < SIZE else frame.space
        for space in {*bits(MAP.within(here, 2)), rng.choice(MAP.spaces)} - set(due.get(unit, ())):
            told = frame.refuse(d, AdvanceTo(unit, Space(space)))
            assert told.rule == against(d, frame, unit, space)


def against(d: Draft, frame: Advance, unit: Unit, space: int) -> str:
    if unit not in frame.units:
        return "NR 9.advance"
    gone = frame.hexes[frame.units.index(unit)]
    if gone == ENDED:
        return "NR 9.advance.stop"
    if not gone and space != frame.space:
        return "NR 9.advance"
    if space in enemies(d, frame.seat) | closed_to(d, unit):
        return "NR 9.advance.stop"
    if space in packed(d, frame.seat):
        return "NR 8.stack"
    if not MAP.beside[d.where[unit]] >> space & 1:
        return "NR 9.advance.stop"
    return "NR 9.advance.armor" if gone >= 2 else "NR 9.advance"


@rule("NR 9.advance", "NR 9.advance.armor", "NR 3.weather.mud", "NR 3.weather.snow", "NR 3.weather.long")
@rule("NR 3.weather.clear", "NR 3.unsupplied", "NR 9.result.ca.chain", "NAB 13.0.Oil.b", "NR 9.result.ex")
@pytest.mark.parametrize("result", ["DR", "DS", "DD", "EX", "-", "CA", "stay"])
def test_9_how_far_an_advance_may_go_is_said_by_the_weather_the_oil_and_the_turn(result: str) -> None:
    seen = set()
    for seed, d in enumerate(positions(range(100, 180), COMBAT)):
        rng = Random(seed)
        found = vacated(d, rng)
        if not found:
            continue
        space, units = found
        cut, counter = rng.random() < 0.2, rng.random() < 0.2
        held = rng.random() < 0.2
        if held:
            d.put(on_map(d, OTHER[d.phasing])[0], space)
        gone = units[0]
        if rng.random() < 0.2:
            d.put(gone, RAIL)
        battle = BattleQuestion(d.phasing, space, units, result=result, cut=cut, counter=counter)
        d.frames = []
        advance.begin(d, battle)
        left = tuple(unit for unit in units if d.where[unit] < SIZE)
        if result not in ("DR", "DS", "DD") or held or not left:
            assert d.frames == []
            continue
        most = 2 if d.weather.key in ("clear", "snow") and not cut and not counter else 1
        late = d.turn >= 11 if d.phasing == SOVIET else not 0 < d.oil < d.turn
        more = int(most == 2 and d.weather.key == "clear" and late)
        assert d.frames == [Advance(d.phasing, space, left, (0,) * len(left), most, more)]
        seen.add((d.phasing, most, more))
    if result in ("DR", "DS", "DD"):
        assert seen == {
            (side, most, more) for side in (AXIS, SOVIET) for most, more in ((1, 0), (2, 0), (2, 1))
        }
