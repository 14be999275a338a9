"""Battles in strewn positions, by hand: strengths, shifts, column, table, and what a result comes to."""

from fractions import Fraction
from random import Random

import pytest
from tests.games.noretreat.by_hand import enemies, on_map, pool
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
from berlin.games.noretreat.board.tables import AXIS, COLUMNS, CRT, RESULT_TEXT, SOVIET, TOO_LOW
from berlin.games.noretreat.board.units import FIXED, KIND, STRENGTH
from berlin.games.noretreat.rules.combat.battle import Battle
from berlin.games.noretreat.rules.combat.effect import defenders, effect, raised, rooted, strikers
from berlin.games.noretreat.rules.combat.fighting import BattleQuestion
from berlin.games.noretreat.rules.combat.reckoning import final, outcome, ratio, reckoning, shifts, table
from berlin.games.noretreat.state.state import BACK, COMBAT, DISORGANIZED, UNSUPPLIED, Draft
from berlin.kernel.contract.ids import OTHER, Unit
from berlin.kernel.proof.mark import rule

ODDS = tuple(Fraction(*map(int, column.split(":"))) for column in COLUMNS)


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


def ground_shift(d: Draft, b: Battle) -> int:
    """Left for the ground, rivers, objectives, winter and works."""
    at, here = b.space, 1 << b.space
    burnt = d.scorched_cities & here
    left = 1 if here & (CITY | FOREST | MARSH) or burnt else 2 if here & (MOUNTAIN | KERCH) else 0
    banks = {s for way in range(6) if RIVERS[way] & here for s in bits(MAP.step(here, way))}
    if d.weather.key != "snow" and all(d.where[unit] in banks for unit in b.units):
        left += 1
    if ALL_OBJECTIVES & here:
        left += 1
    if b.seat == AXIS and d.weather.key in ("snow", "long"):
        left += 2 if d.turn == 5 else 1
    return left + (at in d.works)


def armor_counts(d: Draft, b: Battle, hit: list[Unit]) -> bool:
    open_ground = OPEN_GROUND & ~ALL_OBJECTIVES & ~d.scorched_cities
    dry = b.seat == AXIS and 0 < d.oil < d.turn
    return (
        d.weather.key in ("clear", "snow")
        and bool(open_ground >> b.space & 1)
        and not dry
        and "armor" in kinds(d, b.units)
        and not kinds(d, hit) & {"armor", "mech"}
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


@rule("NR 9.ratio", "NR 9.ratio.low", "NR 9.cap", "NR 9.shift.terrain", "NR 9.shift.t5", "NR 9.shift.marker")
@rule("NR 9.shift.shock4", "NR 9.shift.armor", "NR 9.shift.unsupplied", "NR 9.crt.which", "NR 3.river")
@rule("NR 3.mp.open", "NR 3.mp.city", "NR 3.mp.forest", "NR 3.mp.marsh", "NR 3.mp.mountain", "NR 3.mp.kerch")
@rule("NR 3.objective", "NR 3.unsupplied", "NR 3.weather.mud", "NR 3.weather.snow", "NR 3.weather.long")
@rule("NR 9.result.ca", "NR card.41.axis", "NAB 13.0.Oil.b", "NR 12.unit.conv", "NR 9.sequence")
@pytest.mark.parametrize("counter", [False, True])
def test_9_a_battle_is_read_on_the_column_that_strengths_and_shifts_come_to(counter: bool) -> None:
    seen = set()
    for seed in range(60):
        for d, b in battles(seed, counter):
            attack, defence = strength_of(d, b.units), strength_of(d, hit_by(d, b))
            odds = [n for n, least in enumerate(ODDS) if Fraction(attack, defence) >= least]
            shifted = shift_by_hand(d, b)
            assert ratio(d, b) == (odds[-1] if odds else TOO_LOW)
            assert shifts(d, b) == shifted
            column = min(max(odds[-1] + shifted, 0), len(COLUMNS) - 1) if odds else TOO_LOW
            assert final(d, b) == column
            assert [tally.total for tally in reckoning(d, b)] == [attack, defence, shifted]
            winter = d.weather.key in ("snow", "long")
            assert table(d, b) == (SOVIET if winter or b.seat == SOVIET else AXIS)
            seen.add(column)
    assert len(seen) > 7


@rule("NR 9.crt.which", "NR 9.cap", "NR 5.window")
def test_9_the_die_is_read_on_the_column_as_cards_have_shifted_it_since() -> None:
    for seed in range(100, 110):
        for d, b in battles(seed):
            rows = CRT[table(d, b)].rows
            for column in (0, 3, 8):
                for shift in (-4, -1, 0, 1, 6):
                    for die in (1, 4, 6):
                        read = BattleQuestion(b.seat, b.space, b.units, die=die, column=column, shift=shift)
                        due = rows[die - 1][min(max(column + shift, 0), 8)]
                        assert outcome(d, read) == RESULT_TEXT[due]


@rule(
    "NR 9.result.dr", "NR 9.result.ds", "NR 9.result.dd", "NR 9.result.ex", "NR 9.result.cb", "NR 9.result.ca"
)
@rule("NR 9.result.ca.chain", "NR 9.result.fortmix", "NR 9.volksturm", "NAB 2.3.1b", "NR 9.result.none")
@rule("NR 9.result.ca", "NAB 2.3.1c", "NR 9.target", "NR 7.disorganized")
@pytest.mark.parametrize("counter", [False, True])
def test_9_what_a_result_comes_to_against_those_who_stand_there(counter: bool) -> None:
    seen = set()
    for seed in range(200, 280):
        for d, b in battles(seed, counter):
            d.targets = (b.space,) if seed % 3 else ()
            hit = hit_by(d, b)
            there = [unit for unit in on_map(d, OTHER[b.seat]) if d.where[unit] == b.space]
            fort, folk = "fort" in kinds(d, there), "volksturm" in kinds(d, there)
            back = [u for u in hit if not d.marks[u] & DISORGANIZED and kinds(d, [u]) - {"fort", "volksturm"}]
            assert defenders(d, b) == hit
            assert strikers(d, b) == tuple(back)
            assert rooted(d, b) == [unit for unit in hit if kinds(d, [unit]) & {"fort", "volksturm"}]
            assert raised(d, b) == [unit for unit in there if "volksturm" in kinds(d, [unit])]
            marker = b.space in d.targets or pool(d, b.seat) > 0
            due = {"-": "-", "EX": "EX", "DD": "DD"}
            due["DR"] = "stay" if fort or folk else "DR"
            due["DS"] = "EX" if fort else "DS"
            due["CA"] = "CA" if back and not counter else "-"
            due["CA!"] = "CA!" if back and not counter else "-"
            due["CB"] = "CB" if marker and not fort and not counter else "-"
            assert {result: effect(d, b, result).done for result in due} == due
            seen |= {*due.items()}
    assert len(seen) >= (9 if counter else 12)
