"""The three ready plans of the German set-up."""

from typing import Any

import pytest
from tests.games.fortress.positions import Table

from berlin.boards.hexes import board_of
from berlin.games.fortress.board.ground import (
    BRIDGES,
    FIELDS,
    HEXES,
    KEYS,
    PERIMETER,
    REICHSTAG,
    ROAD_STEP,
    SIZE,
    STEP,
    STRONGPOINTS,
    distance,
    find_hex,
)
from berlin.games.fortress.board.units import FLAK, RANGES, TYPE, find_unit
from berlin.games.fortress.board.units import KEYS as UNIT_KEYS
from berlin.games.fortress.cover import GERMAN
from berlin.games.fortress.rules.set_up.plans import PLANS
from berlin.kernel.proof.mark import rule

KEYS_OF_PLANS = ("centre", "airfields", "depth")
INNER = [place for place in HEXES if PERIMETER >> place & 1 and distance(place, REICHSTAG) <= 10]
each_plan = pytest.mark.parametrize("plan", KEYS_OF_PLANS)
each_scenario = pytest.mark.parametrize("scenario", ["drop", "berlin"])


def followed(plan: str, scenario: str = "drop", **options: Any) -> Table:
    return Table.new(scenario, **options).do(f"plan {plan}")


def rows(plan: str) -> dict[str, str]:
    found = next(one for one in PLANS if one.key == plan)
    return {UNIT_KEYS[unit]: KEYS[place] for unit, place, _ in found.places}


@rule("OTB 13.0.q2")
def test_there_are_three_plans() -> None:
    assert tuple(plan.key for plan in PLANS) == KEYS_OF_PLANS
    assert Table.new("drop").offers("plan") == sorted(KEYS_OF_PLANS)


@rule("OTB 13.0.q2", "OTB 13.0b")
@each_plan
@each_scenario
def test_a_plan_places_every_free_unit_itself_and_where_it_says(plan: str, scenario: str) -> None:
    table = Table.new(scenario)
    free, places = table.offers("take"), rows(plan)
    assert set(free) <= set(places)
    assert len(places) == sum(one.key == plan and len(one.places) for one in PLANS)
    table.do(f"plan {plan}")
    assert not table.told("the program sets up the rest")
    assert {unit: table.where(unit) for unit in free} == {unit: places[unit] for unit in free}
    assert table.game.broken(table.state) == []
    assert table.can("done")


@rule("OTB 13.0.q2")
@each_plan
@each_scenario
def test_a_plan_always_garrisons_the_reichstag(plan: str, scenario: str) -> None:
    assert len(followed(plan, scenario).units("5015")) == 3
    # Also if its garrison stands elsewhere already.
    table = Table.new(scenario)
    for unit, place in (("Lobeck", "5017"), ("VS1", "4412"), ("VS2", "4412")):
        table.do(f"take {unit}", f"place {place}")
        if table.asked == "Poising":
            table.do("halt")
    garrison = table.do(f"plan {plan}").units("5015")
    assert len(garrison) == 1


@rule("OTB 13.0.q2", "OTB 13.0.q1")
@each_plan
def test_the_flak_of_a_plan_is_in_combat_mode_and_faces_outward(plan: str) -> None:
    table = followed(plan)
    centre = {"Tegel": "3506", "Tempelhof": "5225", "Gatow": "1023"}
    for unit in RANGES[GERMAN]:
        if TYPE[unit] != FLAK or table.state.where[unit] >= SIZE:
            continue
        key = UNIT_KEYS[unit]
        assert table.marks(key).startswith("combat"), key
        middle = next((place for name, place in centre.items() if key.startswith(name)), "5015")
        assert is_outward(table, key, middle), key


def is_outward(table: Table, unit: str, middle: str) -> bool:
    """Does it face a hex that is farther from the middle than its own?"""
    at, centre = table.state.where[find_unit(unit)], find_hex(middle)
    ahead = STEP[at][table.draft.facing(find_unit(unit))]
    return at == centre or distance(ahead, centre) > distance(at, centre)


@rule("OTB 13.0.q2")
@each_plan
def test_a_plan_guards_road_junctions_and_bridges_of_the_inner_city(plan: str) -> None:
    held = followed(plan).draft.occupied(GERMAN)
    junctions = [place for place in INNER if ROAD_STEP[place].bit_count() >= 3]
    assert sum(held >> place & 1 for place in junctions) >= 4
    bridges = [side for side in BRIDGES if side[0] in INNER and side[1] in INNER]
    guarded = [side for side in bridges if (held >> side[0] | held >> side[1]) & 1]
    assert len(guarded) >= 8


@rule("OTB 13.0.q2")
def test_each_plan_does_what_its_name_says() -> None:
    held = {plan: followed(plan).draft.occupied(GERMAN) for plan in KEYS_OF_PLANS}
    core = board_of(place for place in INNER if distance(place, REICHSTAG) <= 6)
    near = {plan: (held[plan] & core).bit_count() for plan in held}
    assert near["centre"] == max(near.values())
    fields = {plan: (held[plan] & FIELDS).bit_count() for plan in held}
    assert fields["airfields"] == max(fields.values())
    assert held["depth"] & STRONGPOINTS == STRONGPOINTS
    assert held["centre"] & STRONGPOINTS != STRONGPOINTS
