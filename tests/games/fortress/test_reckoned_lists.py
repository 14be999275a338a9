"""Who may go, stand, come down or come in where: listed once more from the printed words, and compared."""

from random import Random
from typing import Any

import pytest
from tests.games.fortress.plain import (
    ROAD_STEPS,
    ROADS,
    TERRAIN,
    WATER,
    Position,
    beside,
    distance,
    held_by,
    is_overfull,
    positions,
)
from tests.games.fortress.positions import position
from tests.games.fortress.rules.combat.test_reckoned_again import scattered

from berlin.boards.hexes import bits
from berlin.games.fortress.board.ground import KEYS, SIZE, keys
from berlin.games.fortress.board.tables import TABLES
from berlin.games.fortress.board.units import KEYS as UNITS
from berlin.games.fortress.board.units import RANGES, ROW, SIDE, VOLKSSTURM, find_unit
from berlin.games.fortress.rules.arrival import muster
from berlin.games.fortress.rules.combat.advance import Exploiting, exploitation
from berlin.games.fortress.rules.combat.retreat import Retreating
from berlin.games.fortress.rules.entering import entrances, entry_cost
from berlin.games.fortress.rules.movement.reach import path, price_of, waves, whole
from berlin.games.fortress.rules.stacking import crowding, has_room
from berlin.games.fortress.state.state import REICHSTAG_FLAK, Draft
from berlin.kernel.contract.ids import OTHER, Seat
from berlin.kernel.play.limits import room
from berlin.kernel.proof.mark import rule

AREAS: dict[str, list[str]] = {}
for _row in TABLES.rows("hexes"):
    if _row["entry"]:
        AREAS.setdefault(_row["entry"], []).append(_row["key"])
LETTERS = sorted(AREAS)
ENDS = {
    place for row in TABLES.rows("roads") for place in (row["hexes"].split()[0], row["hexes"].split()[-1])
}


def retreats(d: Draft, unit: int, origins: list[str]) -> set[str]:
    """FB 8.7.path: one step."""
    plain, side, here = Position(d), SIDE[unit], KEYS[d.where[unit]]
    covered = plain.zones(OTHER[side]) - plain.stands[side]
    free = set()
    for to in beside(here):
        if (
            to not in TERRAIN
            or TERRAIN[to] in ("water", "ruins")
            or to in plain.stands[OTHER[side]] | covered
        ):
            continue
        if WATER.get(frozenset((here, to))) == "river":
            continue
        if TERRAIN[here] != "water" or frozenset((here, to)) in ROAD_STEPS:
            free.add(to)
    if not origins:
        quiet = {to for to in free if not plain.stands[OTHER[side]] & set(beside(to))}
        return quiet or free
    far = {to: min(distance(to, origin) for origin in origins) for to in free}
    now = min(distance(here, origin) for origin in origins)
    return {to for to in free if far[to] > now} or {to for to in free if far[to] == now}


@rule("FB 8.7.path", "FB 8.7.q1")
@pytest.mark.parametrize("seed", range(100, 128))
def test_8_7_each_step_of_a_retreat_leads_where_the_plain_words_say(seed: int) -> None:
    d, rng = scattered(seed), Random(seed)
    for side in (Seat(0), Seat(1)):
        enemies = sorted({KEYS[d.where[unit]] for unit in d.on_map(OTHER[side])})
        for unit in d.on_map(side):
            origins = rng.sample(enemies, rng.randrange(4))
            asked = Retreating(side, (unit,), tuple(_at(origin) for origin in origins))
            assert set(keys(asked.reach(d, unit))) == retreats(d, unit, origins), (UNITS[unit], origins)


def _at(key: str) -> int:
    return KEYS.index(key)


@rule("FB 3.2.exit", "FB 3.2.stop", "FB 7.1.move", "FB 7.1.minimum")
@pytest.mark.parametrize("seed", range(300, 314))
def test_7_1_every_way_costs_what_its_steps_cost_out_of_enemy_zones_too(seed: int) -> None:
    d, plain = scattered(seed), Position(scattered(seed))
    for unit in [*d.on_map(Seat(0)), *d.on_map(Seat(1))]:
        for maneuver in (True, False):
            found = waves(d, unit, 12, maneuver, fresh=True)
            for place in bits(whole(found)):
                way = [KEYS[step] for step in path(d, unit, found, place, maneuver)]
                assert way[-1] == KEYS[place]
                assert plain.cost_of(unit, way, 6, maneuver) == price_of(found, place) / 2


@rule("FB 8.10.who", "FB 8.10.limits")
@pytest.mark.parametrize("seed", range(200, 228))
def test_8_10_an_exploitation_leads_where_the_plain_words_say(seed: int) -> None:
    d = scattered(seed)
    for side in (Seat(0), Seat(1)):
        plain = Position(d)
        foes = plain.stands[OTHER[side]] | plain.zones(OTHER[side])
        for unit in d.on_map(side):
            here = KEYS[d.where[unit]]
            if TERRAIN[here] == "water":
                continue
            expected = set()
            for to in beside(here):
                road = frozenset((here, to)) in ROAD_STEPS
                if to not in TERRAIN or TERRAIN[to] == "ruins" or to in foes:
                    continue
                town = plain.is_town(to) or TERRAIN[to] == "water"
                if road or not (town or WATER.get(frozenset((here, to))) == "river"):
                    expected.add(to)
            assert set(keys(room(exploitation(d, unit)))) == expected, UNITS[unit]
            mobile = ROW[unit].type in (3, 4, 5, 6)
            reach = set(keys(Exploiting(side, (unit,)).reach(d, unit)))
            assert reach <= (held_by(d, unit, expected, set()) if mobile else set())


@rule("FB 3.1.german", "FB 3.1.soviet", "FB 3.1.setup", "OTB 3.1a", "OTB 3.1b", "OTB 3.1c", "OTB 11.1.1a")
@pytest.mark.parametrize("base", [False, True])
@pytest.mark.parametrize("options", [0, REICHSTAG_FLAK])
def test_3_1_who_stacks_with_whom(base: bool, options: int) -> None:
    rng = Random(int(base) * 2 + options)
    stage = "soviet-movement" if base else "allied-movement"
    places = ["5015", "4218", "5208", "0605", "4714", "5225"]
    empty = position(stage).state
    for _ in range(1500):
        side = rng.randrange(2)
        pool = [unit for unit in RANGES[side] if ROW[unit].games in ("both", "fb" if base else "otb")]
        units, place = rng.sample(pool, rng.randint(1, 5)), rng.choice(places)
        d = Draft(empty)
        d.options = options
        for unit in units[:-1]:
            d.put(unit, _at(place))
        full = is_overfull(d, units, place)
        lone = ROW[units[-1]].type == 11
        if lone:
            continue
        assert has_room(d, units[-1], _at(place)) == (not full or len(units) == 1), [UNITS[u] for u in units]
        assert (crowding(d, units[-1], _at(place)) is None) == (not full), [UNITS[unit] for unit in units]


def closed(d: Draft, side: Seat) -> set[str]:
    """FB 5.3.blocked: enemies, their zones, water and ruins."""
    plain = Position(d)
    ground = {key for key, terrain in TERRAIN.items() if terrain == "ruins"}
    ground |= {key for key, terrain in TERRAIN.items() if terrain == "water" and key not in ROADS}
    return plain.stands[OTHER[side]] | plain.zones(OTHER[side], side) | ground


def gates(d: Draft, unit: int) -> set[str]:
    """FB 5.0.entry: the hexes of its areas; of their neighbours, wider and wider, if all are closed."""
    first = [LETTERS.index(word[0]) for word in ROW[unit].areas.split()]
    last = [LETTERS.index(word[-1]) for word in ROW[unit].areas.split()]
    own = {number for a, b in zip(first, last, strict=True) for number in range(a, b + 1)}
    for _ in LETTERS:
        found = {key for number in own for key in AREAS[LETTERS[number]]} - closed(d, SIDE[unit])
        if found:
            return found
        own |= {(number + step) % len(LETTERS) for number in own for step in (1, -1)}
    return set()


@rule("FB 5.0.entry", "FB 5.3.blocked", "OTB 14.0a")
@pytest.mark.parametrize("unit", ["9P/HQ", "56K/HQ", "18/Pz", "11SS/Pz", "Clausewitz"])
@pytest.mark.parametrize("share", [0.3, 0.9, 1.0])
def test_5_3_a_unit_enters_by_what_is_open_of_its_areas_or_of_the_next(unit: str, share: float) -> None:
    rng = Random(f"{unit} {share}")
    own = sorted(gates(position("german-movement", f"due: {unit}").draft, find_unit(unit)))
    allies = [UNITS[one] for one in RANGES[0] if ROW[one].enters in ("drop", "reserve") and ROW[one].ma]
    stacks = []
    for place in own:
        if rng.random() <= share and TERRAIN[place] != "water":
            marks = rng.choice(("", *(f" combat {way}" for way in ("N", "NE", "SE", "S", "SW", "NW"))))
            stacks.append(f"{place}: {allies.pop()}{marks}")
    table = position("german-movement", f"due: {unit}", *stacks)
    found = set(keys(entrances(table.draft, find_unit(unit))))
    assert found == gates(table.draft, find_unit(unit))
    assert found
    assert share < 1 or not found & set(own) - {key for key in own if TERRAIN[key] == "water"}


@rule("OTB 15.4.2a", "OTB 15.4.2.q2", "FB 5.3.blocked")
@pytest.mark.parametrize(("field", "row"), [("Oranienburg", "01"), ("Rechlin", "34")])
def test_15_4_a_division_from_beyond_the_map_comes_by_the_lettered_hexes_of_its_edge(
    field: str, row: str
) -> None:
    rng = Random(row)
    edge = {key for area in AREAS.values() for key in area if key.endswith(row)}
    fields: dict[str, Any] = {"airfield": ["none", field, "none", "none", "none", "none"], "arrived": ["6"]}
    fields["landing"] = fields["plan"] = ["none"] * 6
    vs = [
        f"{key}: VS{number} combat {rng.choice(('N', 'S', 'NE'))}"
        for number, key in enumerate(
            rng.sample(sorted(edge - closed(position("allied-movement").draft, Seat(0))), 20), 1
        )
    ]
    d = position("allied-movement", "due: 6/Par1, 6/HQ", *vs, **fields).draft
    for unit in ("6/Par1", "6/HQ"):
        assert set(keys(entrances(d, find_unit(unit)))) == edge - closed(d, Seat(0))


@rule("FB 5.0.entry", "FB 5.0.q1")
def test_5_0_the_first_hex_costs_its_ground_or_half_of_it_where_a_road_ends() -> None:
    costs = {row["key"]: row for row in TABLES.rows("terrain")}
    for area in AREAS.values():
        for key in area:
            for unit, how, road in (
                ("9P/Para-3", "foot", 1),
                ("18/Pz", "motor", 0.5),
                ("9P/Art", "motor", 0.5),
            ):
                expected = road if key in ENDS else float(costs[TERRAIN[key]][how] or 0)
                assert entry_cost(find_unit(unit), _at(key)) / 2 == expected, (unit, key)


@rule("FB 5.5.vscheck")
@pytest.mark.parametrize("seed", [31, 32])
def test_5_5_new_volkssturm_stand_where_the_plain_words_say(seed: int) -> None:
    for d in positions("drop", seed, 12):
        plain = Position(d)
        taken = {KEYS[place] for place in range(SIZE) if d.taken >> place & 1}
        ground = {key for key, terrain in TERRAIN.items() if terrain == "built-up"} | plain.strongpoints
        near = {key for key in ground for foe in plain.stands[0] if distance(key, foe) < 3}
        assert set(keys(muster(d))) == ground - taken - near
        raised = VOLKSSTURM[-1]
        assert held_by(d, raised, ground, taken | near) == {
            KEYS[place] for place in range(SIZE) if muster(d) >> place & 1 and has_room(d, raised, place)
        }


@rule("FB 17.1.subway")
def test_17_1_the_subway_leads_where_the_plain_words_say() -> None:
    lines: dict[str, list[str]] = {"EW": [], "NS": []}
    stations = {row["ubahn"]: row["key"] for row in TABLES.rows("hexes") if row["ubahn"]}
    for number in range(1, 20):
        for name, line in lines.items():
            line += [stations[f"{name}{number}"]] if f"{name}{number}" in stations else []
    rng = Random(17)
    for _ in range(30):
        places = rng.sample(list(dict.fromkeys([*lines["EW"], *lines["NS"]])), 9)
        stacks = [f"{places[0]}: MVK"]
        for number, place in enumerate(places[1:5], 1):
            stacks.append(f"{place}: 82/Par{number} combat {rng.choice(('N', 'S'))}")
        for number, place in enumerate(places[5:], 1):
            full = number == 1 and TERRAIN[place] != "tower"
            stacks.append(f"{place}: VS{number}, GD1, Lobeck" if full else f"{place}: VS{number}")
        table = position("german-movement", *stacks, options=["subway"])
        d = table.draft
        plain, here = Position(d), places[0]
        near = {
            line[at]
            for line in lines.values()
            if here in line
            for at in range(len(line))
            if 0 < abs(at - line.index(here)) <= 4
        }
        expected = held_by(d, find_unit("MVK"), near, plain.stands[0] | plain.zones(Seat(0), Seat(1)))
        assert set(table.do("move MVK").offers("ride")) == expected
