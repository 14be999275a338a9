"""What the bitboards say of movement and supply, reckoned once more hex by hex."""

from collections.abc import Iterator
from random import Random

import pytest

from berlin.boards.hexes import EAST, NORTHEAST, NORTHWEST, SOUTHEAST, SOUTHWEST, WEST, bits
from berlin.games.noretreat.board.ground import (
    AREAS,
    BALKANS,
    CITY,
    CONTROLLED,
    COST,
    LENINGRAD,
    MAP,
    Space,
    find_space,
)
from berlin.games.noretreat.board.tables import SOVIET
from berlin.games.noretreat.board.units import ARMOR, RANGES, SIDE, YUGOSLAV
from berlin.games.noretreat.game import GAME
from berlin.games.noretreat.rules.combat.retreat import distance, lawful, steps
from berlin.games.noretreat.rules.movement import allowance, reach
from berlin.games.noretreat.rules.supply import edge, open_to_supply, overland, supplied_cities
from berlin.games.noretreat.rules.zones import fixed, full, shut
from berlin.games.noretreat.state.state import BACK, SIZE, Draft
from berlin.kernel.contract.ids import BOTH, OTHER, Place, Seat, Unit
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.proof.mark import rule

HOMEWARD = ((WEST, NORTHWEST, SOUTHWEST), (EAST, NORTHEAST, SOUTHEAST))


def positions(scenario: str, seed: int) -> Iterator[Draft]:
    state, rng = GAME.start(scenario, key_from_seed(seed), {}).state, Random(seed)
    for number in range(2000):
        if not GAME.deciders(state):
            return
        if number % 40 == 0:
            yield Draft(state)
        state = GAME.next(state, GAME.sample(state, rng))


def enemies(d: Draft, side: Seat) -> set[int]:
    return {d.where[unit] for unit in RANGES[OTHER[side]] if d.where[unit] < SIZE}


def walked(d: Draft, unit: Unit) -> dict[tuple[int, ...], set[int]]:
    """Every end of a move, step by step, by what is taken on the way; friends do not matter here."""
    side, start = SIDE[unit], d.where[unit]
    armor, zones = ARMOR[d.marks[unit] & BACK][unit], set(bits(d.zones(OTHER[side])))
    barred = enemies(d, side) | set(bits(shut(d, unit)))
    found: dict[tuple[int, ...], set[int]] = {(): set()}
    todo: list[tuple[int, int, frozenset[int], bool]] = [(start, allowance(d, unit), frozenset(), True)]
    seen = set(todo)
    while todo:
        space, left, taken, first = todo.pop()
        for near in bits(MAP.beside[space]):
            if near in barred or (first and start in zones and near in zones):
                continue
            cost = COST[armor][near] + (first and start in zones)
            if cost > left and not first:
                continue
            if near not in taken:
                found.setdefault(tuple(sorted(taken)), set()).add(near)
            if cost > left or near in zones:
                continue
            prize = CONTROLLED >> near & 1 and d.owner(Space(near)) != side and near not in taken
            step = (near, left - cost, taken | {near} if prize else taken, False)
            if step not in seen:
                seen.add(step)
                todo.append(step)
    found[()].discard(start)
    return {via: ends for via, ends in found.items() if ends}


@rule("NR 8.move", "NR 8.zoc.stop", "NR 8.zoc.exit", "NR 8.enemyhex")
@pytest.mark.parametrize(("scenario", "seed"), [("war", 1), ("1943", 2), ("1944", 3), ("1945", 4)])
def test_a_move_reaches_what_walking_reaches(scenario: str, seed: int) -> None:
    looked = 0
    for d in positions(scenario, seed):
        if d.scorched:
            continue
        for side in BOTH:
            mobile = [u for u in RANGES[side] if d.where[u] < SIZE and not fixed(d, u)]
            for unit in mobile[::3]:
                ours = {via: set(bits(ends)) for via, ends in reach(d, unit, allowance(d, unit)) if ends}
                assert ours == walked(d, unit)
                looked += 1
    assert looked > 50


def open_spaces(d: Draft, side: Seat) -> set[int]:
    own = {d.where[unit] for unit in RANGES[side] if d.where[unit] < SIZE}
    foes, zones = enemies(d, side), set(bits(d.zones(OTHER[side])))
    return {
        space
        for space in MAP.spaces
        if space not in foes
        and not (d.closed >> space & 1)
        and not (space in zones and space not in own)
        and not ((CITY | AREAS) >> space & 1 and d.owner(Space(space)) != side)
    }


def goes_home(d: Draft, side: Seat, city: int, free: set[int]) -> bool:
    rim = edge(d, side)
    if rim >> city & 1:
        return True
    todo = [city]
    seen = {city}
    while todo:
        space = todo.pop()
        nexts = [next(iter(bits(MAP.step(1 << space, way))), -1) for way in HOMEWARD[side]]
        if space == city == LENINGRAD and side == SOVIET:
            nexts += [find_space("r-8c11"), find_space("r-8c12")]
        for near in nexts:
            if near in free and near not in seen:
                if rim >> near & 1:
                    return True
                seen.add(near)
                todo.append(near)
    return False


def spread(starts: set[int], free: set[int], steps: int) -> set[int]:
    reached, last = set(starts), set(starts)
    for _ in range(steps):
        free = free - reached
        last = {near for space in last for near in bits(MAP.across[space]) if near in free}
        reached |= last
    return reached


@rule("NR 6.supply.unit", "NR 6.supply.city", "NR 6.supply.block")
@pytest.mark.parametrize(("scenario", "seed"), [("war", 5), ("1943", 6), ("1944", 7), ("1945", 8)])
def test_supply_paths_are_those_that_can_be_walked(scenario: str, seed: int) -> None:
    for d in positions(scenario, seed):
        for side in BOTH:
            free = open_spaces(d, side)
            cities = home_cities(d, side)
            assert set(bits(supplied_cities(d, side, open_to_supply(d, side)))) == cities
            rim = {space for space in free if edge(d, side) >> space & 1}
            assert set(bits(overland(d, side))) == spread(cities, free, 4) | spread(rim, free, 3)


def home_cities(d: Draft, side: Seat) -> set[int]:
    """The cities of a side from which a way leads home."""
    free = open_spaces(d, side)
    own = [city for city in bits(CITY & ~d.closed & ~d.scorched_cities) if d.owner(Space(city)) == side]
    return {city for city in own if goes_home(d, side, city, free)}


def can_end(d: Draft, unit: Unit, origin: int, at: int, gone: int, need: int, ground: set[Place]) -> bool:
    """Is there a way on from here that is long enough and ends where there is room, at most a hex beyond?"""
    crowded = full(d, SIDE[unit])
    if gone >= need and not crowded >> at & 1:
        return True
    return gone <= need and any(
        can_end(d, unit, origin, near, gone + 1, need, ground)
        for near in bits(MAP.beside[at])
        if near in ground and MAP.distance(origin, near) == gone + 1
    )


def lengths(d: Draft, unit: Unit, origin: int) -> dict[int, int]:
    """How far each space is from the next source of supply, over what the unit may enter."""
    side = SIDE[unit]
    ground = set(MAP.spaces) - enemies(d, side) - set(bits(shut(d, unit))) - {origin}
    last = home_cities(d, side) | open_spaces(d, side).intersection(bits(edge(d, side)))
    last &= ground
    if YUGOSLAV[unit]:
        last |= set(bits(BALKANS & ~d.closed)) - enemies(d, side)
    found, far = dict.fromkeys(last, 0), 0
    while last:
        far += 1
        ground.difference_update(found)
        last = {near for space in last for near in bits(MAP.beside[space]) if near in ground}
        found |= dict.fromkeys(last, far)
    found[origin] = 1 + min((found[near] for near in bits(MAP.beside[origin]) if near in found), default=999)
    return found


def first_steps(d: Draft, unit: Unit) -> set[Place]:
    """Where a retreat may begin, by NR 9.retreat and the ruling on it."""
    side, start = SIDE[unit], d.where[unit]
    ground = set(MAP.spaces) - enemies(d, side) - set(bits(shut(d, unit)))
    safe = ground - set(bits(d.zones(OTHER[side]) & ~d.occupied(side)))
    open_to: list[tuple[int, set[Place]]] = []
    for need in range(distance(d, unit), 1, -1):
        open_to += [(need, safe), (need, ground)]
    for need, board in open_to:
        near = {
            one
            for one in bits(MAP.beside[start])
            if one in board and can_end(d, unit, start, one, 1, need, board)
        }
        if near:
            far = lengths(d, unit, start)
            return {one for one in near if far.get(one, 1000) <= far[start]} or near
    return set()


@rule("NR 9.retreat", "NR 9.retreat.q1", "NR 9.retreat.ezoc")
@pytest.mark.parametrize(("scenario", "seed"), [("war", 9), ("1943", 10), ("1944", 11), ("1945", 12)])
def test_retreats_are_those_that_can_be_walked_to_their_end(scenario: str, seed: int) -> None:
    looked = turned = 0
    for d in positions(scenario, seed):
        # A card in force may lift the zones.
        d.frames.clear()
        for unit in (u for side in BOTH for u in RANGES[side][::3] if d.where[u] < SIZE):
            due, start = first_steps(d, unit), d.where[unit]
            if due:
                assert set(bits(steps(d, unit, start, 0))) == due
                looked += 1
                turned += set(bits(lawful(d, unit, start, 0))) != due
    assert looked > 50
    assert turned > 10
