"""Attacks in strewn positions, and what they are worth, reckoned by hand."""

from random import Random

from tests.games.noretreat.by_hand import enemies, on_map
from tests.games.noretreat.strewn import strewn

from berlin.boards.hexes import bits
from berlin.games.noretreat.board.ground import (
    ALL_OBJECTIVES,
    CITY,
    FOREST,
    KERCH,
    MAP,
    MARSH,
    MOUNTAIN,
    OPEN_GROUND,
    RIVERS,
    Space,
)
from berlin.games.noretreat.board.tables import AXIS, SOVIET
from berlin.games.noretreat.board.units import FIXED, KIND, STRENGTH
from berlin.games.noretreat.rules.combat.battle import Battle
from berlin.games.noretreat.rules.combat.fighting import BattleQuestion
from berlin.games.noretreat.state.state import BACK, COMBAT, UNSUPPLIED, Draft
from berlin.kernel.contract.ids import OTHER, Unit


def battles(seed: int, counter: bool = False) -> list[tuple[Draft, Battle]]:
    """Some attacks that could be put together in a position."""
    d, rng = strewn(seed, COMBAT), Random(seed)
    found: list[tuple[Draft, Battle]] = []
    for space in rng.sample(sorted(enemies(d, d.phasing)), 4):
        near = [unit for unit in on_map(d, d.phasing) if MAP.beside[space] >> d.where[unit] & 1]
        able = [unit for unit in near if not FIXED[d.marks[unit] & BACK][unit]]
        units = tuple(rng.sample(able, min(len(able), rng.randint(1, 3))))
        hit = tuple(d.units_in(OTHER[d.phasing], Space(space))[:1]) if counter else ()
        marker = rng.random() < 0.5
        if units:
            battle = BattleQuestion(
                d.phasing, Space(space), units, marker=marker, counter=counter, defenders=hit
            )
            found.append((d, battle))
    return found


def hit_by(d: Draft, b: Battle) -> list[Unit]:
    there = [unit for unit in on_map(d, OTHER[b.seat]) if d.where[unit] == b.space]
    return [unit for unit in there if unit in b.defenders] if b.defenders else there


def kinds(d: Draft, units: list[Unit] | tuple[Unit, ...]) -> set[str]:
    return {KIND[d.marks[unit] & BACK][unit] for unit in units}


def ground_shift(d: Draft, b: Battle, rivers: bool = True) -> int:
    """Left for the ground, rivers, objectives, winter and works."""
    at, here = b.space, 1 << b.space
    burnt = d.scorched_cities & here
    left = 1 if here & (CITY | FOREST | MARSH) or burnt else 2 if here & (MOUNTAIN | KERCH) else 0
    banks = {s for way in range(6) if RIVERS[way] & here for s in bits(MAP.step(here, way))}
    if rivers and d.weather.key != "snow" and all(d.where[unit] in banks for unit in b.units):
        left += 1
    if ALL_OBJECTIVES & here:
        left += 1
    if b.seat == AXIS and d.weather.key in ("snow", "long"):
        left += 2 if d.turn == 5 else 1
    return left + (at in d.works)


def armor_counts(d: Draft, b: Battle, hit: list[Unit], heavy: bool = True) -> bool:
    """Whether the attacker's armor has its shift; it may be given one against armor and mech too."""
    open_ground = OPEN_GROUND & ~ALL_OBJECTIVES & ~d.scorched_cities
    dry = b.seat == AXIS and 0 < d.oil < d.turn
    return (
        d.weather.key in ("clear", "snow")
        and bool(open_ground >> b.space & 1)
        and not dry
        and "armor" in kinds(d, b.units)
        and not (heavy and kinds(d, hit) & {"armor", "mech"})
        and not all(d.marks[unit] & UNSUPPLIED for unit in hit)
    )


def shift_by_hand(d: Draft, b: Battle) -> int:
    hit = hit_by(d, b)
    right = 2 if all(d.marks[unit] & UNSUPPLIED for unit in hit) else 0
    if b.counter:
        return right
    if b.marker:
        right += 2 if b.seat == SOVIET and d.turn == 4 else 1
    return right + armor_counts(d, b, hit) - ground_shift(d, b)


def strength_of(d: Draft, units: list[Unit] | tuple[Unit, ...]) -> int:
    return sum(STRENGTH[d.marks[unit] & BACK][unit] for unit in units)
