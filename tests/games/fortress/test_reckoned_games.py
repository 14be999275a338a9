"""Whole random games looked over: every drop by its dice, every point, every strongpoint and Landing Zone."""

from random import Random

import pytest
from tests.games.fortress.plain import ROADS, TERRAIN, Position, beside, distance, is_overfull, mates, reaches

from berlin.games.fortress.board.ground import KEYS, SIZE, keys
from berlin.games.fortress.board.tables import TABLES
from berlin.games.fortress.board.units import DIVISION, DIVISIONS, RANGES, ROW, TYPES
from berlin.games.fortress.game import GAME
from berlin.games.fortress.rules.drop.landing import AimAt, Aiming, Displace, Displacing, displacements
from berlin.games.fortress.rules.drop.scatter import aims
from berlin.games.fortress.rules.movement.segment import Movement
from berlin.games.fortress.state.state import (
    COMBAT,
    DESTROYED,
    DISRUPTED,
    DRIFTED,
    HJ_FREE,
    MOVED,
    REMOVED,
    Draft,
    State,
)
from berlin.kernel.contract.ids import Seat
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.proof.mark import rule

SOFT = {"clear", "park", "airfield"}
CONFUSION = {row["key"]: int(row["confusion"]) for row in TABLES.rows("divisions")}
LOWER = [int(row["from"]) for row in TABLES.rows("lower")]


def is_glider(unit: int) -> bool:
    return TYPES[ROW[unit].type] not in ("infantry", "engineer") or ROW[unit].kind == "glider"


def is_soft(unit: int, place: str) -> bool:
    """OTB 15.3.1d, j: open ground; a road through other ground for gliders, but neither ruins nor water."""
    road = is_glider(unit) and place in ROADS and TERRAIN[place] not in ("ruins", "water")
    return TERRAIN[place] in SOFT or road


def flak(d: Draft, zone: str) -> int:
    """OTB 15.3.1f, g: towers with undisrupted flak anywhere, and each other one within six hexes."""
    ready = [
        KEYS[d.where[unit]]
        for unit in RANGES[1]
        if TYPES[ROW[unit].type] == "flak" and d.where[unit] < SIZE and not d.marks[unit] & DISRUPTED
    ]
    towers = {place for place in ready if TERRAIN[place] == "tower"}
    return len(towers) + sum(TERRAIN[place] != "tower" and distance(place, zone) <= 6 for place in ready)


def fall(d: Draft, unit: int, aim: str, dice: list[int]) -> tuple[str, bool]:
    """Where it comes down by these dice, which are used up, and whether that is on the map."""
    division = DIVISION[unit]
    hindrance = flak(d, KEYS[d.landing[DIVISIONS.index(division)]])
    if is_glider(unit):
        if dice.pop(0) - hindrance > CONFUSION[division]:
            return aim, True
        hindrance = 0
    way, far = dice.pop(0) - 1, dice.pop(0) + hindrance
    for _ in range(far):
        if beside(aim)[way] not in TERRAIN:
            return aim, False
        aim = beside(aim)[way]
    return aim, True


def check_landing(d: Draft, after: State, unit: int, place: str, dice: list[int]) -> None:
    """What the ground did to a unit that came down there."""
    town = place in Position(d).strongpoints or TERRAIN[place] in ("built-up", "ruins", "building", "tower")
    if is_soft(unit, place):
        assert (after.where[unit], after.marks[unit] & DISRUPTED) == (KEYS.index(place), 0)
        return
    figure = sum(dice[:2]) - (0 if town else ROW[unit].pf) + (4 if is_glider(unit) else 3)
    lost = figure >= LOWER[-1]
    assert after.where[unit] == (REMOVED if lost else KEYS.index(place))
    assert bool(after.marks[unit] & DISRUPTED) is not lost


@rule(
    *(
        "OTB 15.3.1d",
        "OTB 15.3.1e",
        "OTB 15.3.1f",
        "OTB 15.3.1g",
        "OTB 15.3.1h",
        "OTB 15.3.1i",
        "OTB 15.3.1j",
    ),
    *("OTB 15.3.1k", "OTB 15.3.1l", "OTB 15.3.1m", "OTB 15.3.1n", "OTB 15.3.1.q6", "OTB 15.3.1.q7"),
    *("OTB 15.3.2a", "OTB 15.3.2b", "OTB 15.3.2c", "OTB 15.3.2d", "OTB 15.3.2.q1", "OTB 15.3.2.q3"),
    "OTB 12.0.2.q1",
)
@pytest.mark.parametrize("seed", range(6))
def test_15_3_every_unit_of_a_drop_comes_down_where_its_dice_say(seed: int) -> None:
    state, rng = GAME.start("drop", key_from_seed(seed), {}).state, Random(seed)
    fallen = 0
    while state.turn == 1 and not (state.frames and isinstance(state.frames[-1], Movement)):
        act, asked = GAME.sample(state, rng), state.frames[-1]
        step = GAME.apply(state, act)
        d = Draft(state)
        plain = Position(d)
        taken = plain.stands[0] | plain.stands[1]
        if isinstance(asked, Aiming) and isinstance(act, AimAt):
            unit, zone = asked.unit, KEYS[d.landing[DIVISIONS.index(DIVISION[asked.unit])]]
            expected = {key for key in TERRAIN if distance(key, zone) <= 6 and is_soft(unit, key)} - taken
            assert set(keys(aims(d, unit, KEYS.index(zone)))) == expected
            dice = list(step.dice)
            place, on_map = fall(d, unit, KEYS[act.hex], dice)
            fallen += 1
            if not on_map:
                assert step.state.where[unit] == DRIFTED + KEYS.index(place)
            elif not comes_down(d, unit, place):
                spots = displaced(d, unit, place)
                assert set(keys(displacements(d, unit, KEYS.index(place)))) == spots
                assert len(spots) > 1 or step.state.where[unit] != KEYS.index(place)
            elif step.state.landing == state.landing:
                check_landing(d, step.state, unit, place, dice)
        elif isinstance(asked, Displacing) and isinstance(act, Displace):
            place = KEYS[act.hex]
            check_landing(d, step.state, asked.unit, place, list(step.dice))
        assert step.state.vp[1] == 0
        state = step.state
    assert fallen > 20


def comes_down(d: Draft, unit: int, place: str) -> bool:
    plain = Position(d)
    full = is_overfull(d, [*mates(d, unit, place), unit], place)
    return TERRAIN[place] != "water" and place not in plain.stands[1] and not full


def displaced(d: Draft, unit: int, place: str) -> set[str]:
    """OTB 15.3.2a, b: beside it, or from water the nearest; on land, within stacking, no enemy, no tower."""
    near = [key for key in TERRAIN if TERRAIN[key] != "tower" and distance(place, key) <= 6]
    if TERRAIN[place] != "water":
        near = [key for key in beside(place) if key in near]
    free = {key for key in near if comes_down(d, unit, key)}
    least = min((distance(place, key) for key in free), default=0)
    return {key for key in free if distance(place, key) == least}


def bare(d: Draft, side: Seat) -> set[str]:
    """Where zones would reach if no town stopped them (OTB 10.1.3f)."""
    found = set()
    for unit in RANGES[side]:
        bound = ROW[unit].service == "hj" and not d.released & HJ_FREE
        if d.where[unit] >= SIZE or TYPES[ROW[unit].type] in ("hq", "leader") or bound:
            continue
        if d.marks[unit] & (COMBAT | DISRUPTED) == COMBAT:
            here = KEYS[d.where[unit]]
            ahead = [beside(here)[(d.facing(unit) + turn) % 6] for turn in (-1, 0, 1)]
            found |= {to for to in ahead if to in TERRAIN and reaches(here, to)}
    return found


@rule("OTB 12.0.1a", "OTB 12.0.1b", "OTB 12.0.2", "FB 12.0.vp", "FB 8.6.vp", "OTB 12.0.2.q1")
@pytest.mark.parametrize(("scenario", "seed"), [("drop", 3), ("landed", 4), ("berlin", 6), ("berlin", 7)])
def test_12_0_the_points_are_the_units_lost_in_combat_and_what_was_held(scenario: str, seed: int) -> None:
    state, rng = GAME.start(scenario, key_from_seed(seed), {}).state, Random(seed)
    base, earned = scenario == "berlin", [0, 0]
    while GAME.deciders(state):
        before, state = state, GAME.next(state, GAME.sample(state, rng))
        over = state.over == 1
        for _ in range(state.turn - before.turn + over):
            held = {KEYS[place] for place in range(SIZE) if Draft(before).taken >> place & 1}
            earned[1] += 0 if "5015" in held else 2
            earned[0] += len(held & {"3506", "5225", "1023"}) if base else 0
        lost = [sum(state.where[unit] == DESTROYED for unit in RANGES[side]) for side in (0, 1)]
        fallen = 5 * (state.captured | state.suicides).bit_count() if base else 0
        assert state.vp == (earned[0] + lost[1] + fallen, earned[1] + lost[0])
    assert sum(state.vp) > 2


@rule("OTB 10.1.3f", "OTB 10.1.3.q1", "OTB 15.3.4a", "OTB 15.3.4.q2", "FB 10.1.3", "FB 3.1.pass")
@pytest.mark.parametrize(("scenario", "seed"), [("drop", 8), ("landed", 9), ("berlin", 10)])
def test_10_1_3_no_work_outlasts_what_eliminates_it(scenario: str, seed: int) -> None:
    state, rng = GAME.start(scenario, key_from_seed(seed), {}).state, Random(seed)
    looked = 0
    while GAME.deciders(state):
        state = GAME.next(state, GAME.sample(state, rng))
        d = Draft(state)
        if not state.frames or not isinstance(state.frames[-1], Movement):
            continue
        looked += 1
        if looked % 5:
            continue
        plain = Position(d)
        assert not plain.stands[0] & plain.stands[1]
        assert not plain.strongpoints & plain.stands[0]
        if scenario == "berlin":
            continue
        assert not plain.strongpoints & bare(d, Seat(0)) - plain.stands[1] - bare(d, Seat(1))
        jumped = [number for number in range(len(DIVISIONS)) if 0 <= d.airfield[number] < 3]
        zones = {KEYS[d.landing[number]] for number in jumped if d.landing[number] >= 0}
        covered = plain.zones(Seat(1)) - plain.stands[0] - plain.zones(Seat(0))
        if state.frames[-1].seat == 1 and any(state.marks[unit] & MOVED for unit in RANGES[1]):
            assert not zones & covered
    assert looked
