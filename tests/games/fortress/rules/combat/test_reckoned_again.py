"""The heart of combat reckoned again in a few lines from the printed numbers, on random positions."""

from fractions import Fraction
from functools import cache
from math import atan2, degrees
from random import Random
from typing import Any

import pytest
from tests.games.fortress.positions import position

from berlin.boards.hexes import bits
from berlin.games.fortress.board.ground import (
    BUNKERS,
    KEYS,
    RUINED,
    SIZE,
    STEP,
    STRONGPOINTS,
    TERRAIN,
    TOWERS,
    WATERS,
    find_hex,
    within,
)
from berlin.games.fortress.board.tables import TABLES
from berlin.games.fortress.board.units import COUNTERS, ROW, SIDE, TYPES, find_unit
from berlin.games.fortress.board.units import KEYS as UNITS
from berlin.games.fortress.rules.combat.attack import ASSAULT, FIRE, Attack, column, figure, outcome
from berlin.games.fortress.rules.combat.who import artillery_fault, assault_fault, gun_fault, unready
from berlin.games.fortress.state.state import Draft
from berlin.kernel.contract.game import BadText
from berlin.kernel.contract.ids import Seat
from berlin.kernel.proof.mark import rule

WAYS = ("N", "NE", "SE", "S", "SW", "NW")
# By terrain: clear, park, forest, airfield, built-up, ruins, building, tower, water.
NUMBERS = tuple(int(row["number"]) for row in TABLES.rows("terrain"))
BLOCKS_SIGHT = (False, False, True, False, True, True, True, True, False)
RANGE = {"at": 3, "flak": 3, "armor": 3, "assault gun": 3, "mg": 2, "recon": 2}
# Hexsides as the table of waters names them: those that nobody storms over, and those that cost a shift.
_SIDES = [
    (frozenset(row["side"].split("/")), row["kind"], row["bridge"] == "yes") for row in TABLES.rows("waters")
]
RIVERS = {side for side, water, bridge in _SIDES if water == "river" and not bridge}
CROSSINGS = {side for side, water, bridge in _SIDES if water == "canal" or bridge}

Point = tuple[float, float]


def kind(unit: int) -> str:
    return TYPES[ROW[unit].type]


@cache
def centre(place: int) -> Point:
    """A hex as a point of the plane; the rows of even columns lie half a hex lower."""
    c, r = int(KEYS[place][:2]), int(KEYS[place][2:])
    return c * 3**0.5 / 2, r + (0.5 if c % 2 == 0 else 0)


@cache
def steps(a: int, b: int) -> int:
    """How far, by rings of neighbours."""
    far = 0
    while not within(a, far) >> b & 1:
        far += 1
    return far


@cache
def sees(a: int, b: int, standing: int) -> bool:
    """By points along the line, nudged to both sides: whoever sees along one of them sees."""
    if steps(a, b) <= 1 or TOWERS & (1 << a | 1 << b):
        return True
    (x, y), (u, v) = centre(a), centre(b)
    long = ((u - x) ** 2 + (v - y) ** 2) ** 0.5
    nx, ny = (v - y) / long, -(u - x) / long
    box = [place for place in range(SIZE) if KEYS[place] and steps_box(place, a, b)]
    count = 36 * steps(a, b)
    for number in range(1, count):
        share = number / count
        px, py = x + (u - x) * share, y + (v - y) * share
        blocked = []
        for nudge in (1e-4, -1e-4):
            qx, qy = px + nx * nudge, py + ny * nudge
            at = min(box, key=lambda place: (centre(place)[0] - qx) ** 2 + (centre(place)[1] - qy) ** 2)
            blocked.append(at not in (a, b) and (BLOCKS_SIGHT[TERRAIN[at]] or bool(standing >> at & 1)))
        if all(blocked):
            return False
    return True


def steps_box(place: int, a: int, b: int) -> bool:
    (x, y), (u, v), (p, q) = centre(a), centre(b), centre(place)
    return min(x, u) - 2 <= p <= max(x, u) + 2 and min(y, v) - 2 <= q <= max(y, v) + 2


def is_in_front(place: int, facing: int, target: int) -> bool:
    """The line leaves by one of the three front hexsides or their ends: at most 90 degrees off."""
    (x, y), (u, v) = centre(place), centre(target)
    heading = degrees(atan2(u - x, y - v)) % 360  # 0 is north, clockwise
    off = abs((heading - 60 * facing + 180) % 360 - 180)
    return off <= 90.001


def shelter(d: Draft, target: int, side: int) -> tuple[int, int]:
    """What the works add to one unit's protection, and what ground and works take off the dice."""
    pf, number = 0, NUMBERS[TERRAIN[target]]
    if TOWERS >> target & 1:
        pf = 2
    if side == 1 and d.strongpoints >> target & 1:
        pf, number = max(pf, 2), max(number, 2)
    if side == 1 and d.bunkers >> target & 1:
        pf, number = max(pf, 1), max(number, 1)
    return pf, number


def off_the_dice(d: Draft, target: int, side: int) -> int:
    pf, number = shelter(d, target, side)
    found = []
    foes = [unit for unit in range(len(UNITS)) if d.where[unit] == target and SIDE[unit] == side]
    for lucky in foes:
        own = [
            -(-ROW[unit].pf // (1 if d.is_combat(unit) else 2)) + (pf if unit == lucky else 0)
            for unit in foes
        ]
        found.append(max(own))
    return max(found) + number


def commanded(d: Draft, unit: int) -> bool:
    def near(key: str) -> bool:
        place = d.where[find_unit(f"{key}HQ" if key == "Berlin" else f"{key}/HQ")]
        return place < SIZE and steps(place, d.where[unit]) <= 6

    own = ROW[unit].division
    if SIDE[unit] == 0:
        return near(own)
    if not own:
        return d.where[find_unit("BerlinHQ")] < SIZE
    return near(own) or near("Berlin") or (own in ("Mun", "18", "20") and near("56K"))


def fire_column(total: int) -> int:
    return sum(total >= int(row["fire"]) for row in TABLES.rows("upper")[1:])


def odds_column(ours: int, theirs: int) -> int:
    share = Fraction(ours, max(theirs, 1))
    return sum(share >= Fraction(row["assault"].replace(":", "/")) for row in TABLES.rows("upper")[1:])


def shifts(d: Draft, target: int, units: list[int], foes: list[int]) -> int:
    kinds = {kind(unit) for unit in units}
    tanks = {"armor", "assault gun"}
    tower = bool(TOWERS >> target & 1)
    places = {d.where[unit] for unit in units}
    ways = {STEP[target].index(place) for place in places}
    ready = [foe for foe in foes if d.is_combat(foe)]
    behind = any(all((way - d.facing(foe)) % 6 in (2, 3, 4) for foe in ready) for way in ways)
    total = 0
    if not tower and (not ready or behind or any((way + 3) % 6 in ways for way in ways)):
        total += 1
    ground = TERRAIN[target]
    if (
        not tower
        and kinds & tanks
        and ground not in (2, 5)
        and not {kind(foe) for foe in foes} & (tanks | {"at", "flak"})
    ):
        total += 1
    if "engineer" in kinds and (tower or ground == 6 or (d.strongpoints | d.bunkers) >> target & 1):
        total += 1
    if kinds & tanks and kinds & {"infantry", "engineer", "mech"}:
        total += 1
    if all(d.is_disrupted(foe) for foe in foes):
        total += 1
    return total - all(frozenset((KEYS[place], KEYS[target])) in CROSSINGS for place in places)


def result(total: int) -> int:
    return sum(total >= int(row["from"]) for row in TABLES.rows("lower")[1:])


SITES = (
    "0811",
    "4218",
    "4625",
    "4925",
    "5015",
    "5119",
    "5208",
    "5225",
    "5412",
    "6113",
    "6216",
    "2411",
    "3405",
    "4515",
)
ALLIES = [one.key for one in COUNTERS if one.division in ("82", "1") and one.count == 1]
ALLIES += [
    f"{key}{number}" for key in ("82/Par", "82/Gli", "1/Par", "1/Pol", "82/Art") for number in (1, 2, 3)
]
GERMANS = [
    *(
        "MVK",
        "GD1",
        "GD2",
        "HGuard",
        "LAH1",
        "Lobeck",
        "VSEng1",
        "Berlin-AT1",
        "Berlin-AT2",
        "Berlin-Flak1",
        "FAH",
    ),
    *(
        "18/Pz",
        "18/AG",
        "18/Mech1",
        "18/Recon",
        "18/HQ",
        "18/Art",
        "456MG",
        "408-Light",
        "408-Heavy",
        "11SS/Pz",
    ),
    *("11SS/Mech1", "9P/Para-3", "Zoo-Flak", "Police1", "HJ1", "Clausewitz", "BerlinHQ", "56K/HQ", "11SS/HQ"),
]


def scattered(seed: int) -> Draft:
    """Both sides at random about one place of the map."""
    rng = Random(seed)
    site = SITES[seed % len(SITES)]
    near = [KEYS[place] for place in bits(within(find_hex(site), 3) & ~WATERS)]
    rng.shuffle(near)
    half = len(near) // 2
    stacks = []
    for keys, places in ((ALLIES, near[:half]), (GERMANS, near[half:])):
        for unit, place in zip(rng.sample(keys, len(keys)), places * 2, strict=False):
            marks = rng.choice(("", " disrupted", *(f" combat {way}" for way in WAYS)))
            stacks.append(f"{place}: {unit}{marks}")
    gone: dict[str, Any] = {"fallen": [KEYS[place] for place in bits(STRONGPOINTS) if rng.random() < 0.3]}
    gone["blown"] = [KEYS[place] for place in bits(BUNKERS) if rng.random() < 0.3]
    try:
        return position("allied-assault", *stacks, **gone).draft
    except BadText:  # two units that share no hex were laid into one: once each then
        return position("allied-assault", *_alone(stacks), **gone).draft


def _alone(stacks: list[str]) -> list[str]:
    found: dict[str, str] = {}
    for stack in stacks:
        found.setdefault(stack[:4], stack)
    return list(found.values())


def targets(d: Draft, side: int) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for unit, place in enumerate(d.where):
        if place < SIZE and SIDE[unit] != side and kind(unit) != "leader":
            found.setdefault(place, []).append(unit)
    return found


def is_ready(d: Draft, unit: int, side: int) -> bool:
    if SIDE[unit] != side or d.where[unit] >= SIZE or kind(unit) in ("hq", "leader"):
        return False
    return d.is_combat(unit) and not ROW[unit].paren


@rule("FB 8.3.who", "FB 8.1.range", "FB 8.1.los", "FB 3.4.fire", "FB 8.4.who", "FB 8.4.reach", "FB 8.2.spot")
@pytest.mark.parametrize("seed", range(28))
def test_8_who_may_attack_whom_by_brute_geometry(seed: int) -> None:
    d = scattered(seed)
    for side in (0, 1):
        foes = targets(d, side)
        for unit in range(len(UNITS)):
            if not is_ready(d, unit, side):
                continue
            assert unready(d, unit, Seat(side)) is None, UNITS[unit]
            place, name = d.where[unit], kind(unit)
            for target in foes:
                far = steps(place, target)
                tower = name == "flak" and bool(TOWERS >> place & 1)
                front = is_in_front(place, d.facing(unit), target)
                fires = name in RANGE and far <= (6 if tower else RANGE[name])
                fires = fires and (tower or (front and sees(place, target, d.strongpoints)))
                assert (gun_fault(d, unit, target) is None) == fires, (UNITS[unit], KEYS[place], KEYS[target])
                storms = far == 1 and front and name not in ("hq", "artillery", "at", "flak")
                storms = storms and frozenset((KEYS[place], KEYS[target])) not in RIVERS
                storms = storms and not (RUINED >> target & 1 and name in ("armor", "assault gun"))
                assert (assault_fault(d, unit, target) is None) == storms, (
                    UNITS[unit],
                    KEYS[place],
                    KEYS[target],
                )
                if name == "artillery":
                    spotted = any(
                        SIDE[one] == side
                        and d.where[one] < SIZE
                        and kind(one) not in ("artillery", "leader")
                        and not d.is_disrupted(one)
                        and nation(one) == nation(unit)
                        and steps(d.where[one], target) <= 3
                        and sees(d.where[one], target, d.strongpoints)
                        for one in range(len(UNITS))
                    )
                    shells = 2 <= far <= 12 and spotted
                    assert (artillery_fault(d, unit, target) is None) == shells, (UNITS[unit], KEYS[target])


def nation(unit: int) -> str:
    return "british" if ROW[unit].nation == "polish" else ROW[unit].nation


@rule(
    "FB 8.1.upper.fire",
    "FB 8.1.upper.assault",
    "FB 8.1.lower",
    "FB 8.1.pf",
    "FB 8.1.terrain",
    "FB 8.1.shiftcap",
)
@pytest.mark.parametrize("seed", range(42))
def test_8_columns_figures_and_results_reckoned_again(seed: int) -> None:
    d = scattered(seed)
    rng = Random(seed)
    checked = 0
    for side in (0, 1):
        for target, foes in targets(d, side).items():
            able = [unit for unit in range(len(UNITS)) if is_ready(d, unit, side)]
            guns = [unit for unit in able if gun_fault(d, unit, target) is None]
            storms = [unit for unit in able if assault_fault(d, unit, target) is None]
            for sort, units in ((FIRE, guns), (ASSAULT, storms)):
                if not units:
                    continue
                some = rng.sample(units, rng.randint(1, len(units)))
                ours = sum(ROW[unit].fs for unit in some)
                theirs = sum(1 if kind(foe) == "artillery" else ROW[foe].fs for foe in foes)
                base = fire_column(ours)
                if sort == ASSAULT:
                    base = odds_column(ours, theirs) + shifts(d, target, some, foes)
                base -= not all(commanded(d, unit) for unit in some)
                attack = Attack(sort, Seat(side), target, tuple(some))
                told = (column(d, attack).total, -figure(d, attack).total)
                off = off_the_dice(d, target, 1 - side)
                assert told == (base, off), (KEYS[target], [UNITS[unit] for unit in some])
                shown = min(max(base, 0), 7)
                for dice in range(2, 13):
                    assert outcome(d, attack, dice) == result(dice - off + shown)
                checked += 1
    assert checked
