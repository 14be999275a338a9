"""On to Berlin! from the moment all have landed: a fixed drop."""

from typing import Any

import pytest
from tests.games.fortress.positions import Table

from berlin.boards.hexes import bits
from berlin.games.fortress.board.ground import AIRFIELDS, SIZE, find_hex
from berlin.games.fortress.board.tables import TABLES
from berlin.games.fortress.board.units import CONFUSION, DIVISIONS, GLIDER, MEMBERS, RANGES, SIDE, find_unit
from berlin.games.fortress.board.units import KEYS as UNIT_KEYS
from berlin.games.fortress.cover import ALLIED, GERMAN
from berlin.games.fortress.game import GAME
from berlin.games.fortress.rules.drop.scatter import soft_ground
from berlin.games.fortress.rules.set_up.plans import PLANS
from berlin.games.fortress.rules.stacking import overfull
from berlin.games.fortress.state.state import BEYOND, DESTROYED, LOST, REMOVED
from berlin.kernel.proof.mark import rule

JUMPED = ("1", "82", "101")
BEHIND = ("6", "17")


def landed(**options: Any) -> Table:
    return Table.new("landed", **options)


def members(*divisions: str) -> list[int]:
    return [unit for key in divisions for unit in MEMBERS[key]]


@rule("OTB 15.3a")
def test_it_begins_in_the_allied_movement_segment_of_turn_1_without_a_die() -> None:
    table = landed()
    assert (table.turn, table.stage, table.asked, table.decider) == (
        1,
        "allied-movement",
        "Movement",
        "allied",
    )
    assert table.state.rolls == 0
    assert table.game.broken(table.state) == []
    assert landed().state == table.state


@rule("OTB 13.0a", "OTB 15.1a", "OTB 15.1c", "OTB 15.1e")
def test_the_plan_is_legal_and_public() -> None:
    table = landed()
    airfield = [table.state.airfield[DIVISIONS.index(key)] for key in (*JUMPED, *BEHIND)]
    assert sorted(airfield) == [0, 1, 2, 3, 4]
    assert table.state.airfield == table.state.plan
    assert table.state.landing == table.state.aims
    for key in JUMPED:
        number = DIVISIONS.index(key)
        assert AIRFIELDS[table.state.airfield[number]] >> table.state.landing[number] & 1
    assert GAME.view(table.state, GERMAN).landing == table.state.landing


@rule("OTB 15.3.1b", "OTB 15.3.2c", "OTB 15.3.2e", "OTB 15.3.2.q2")
def test_every_unit_of_the_three_divisions_has_its_place_by_the_rules_of_the_drop() -> None:
    table = landed()
    d = table.draft
    down = [unit for unit in members(*JUMPED) if d.where[unit] < SIZE]
    assert len(down) >= 30
    for unit in members(*JUMPED):
        place = d.where[unit]
        if place >= SIZE:
            assert place in (LOST, REMOVED)
            continue
        assert d.landed >> unit & 1
        # Rough ground disrupts, soft ground doesn't; who is in Combat mode or disrupted doesn't move.
        rough = not soft_ground(unit) >> place & 1
        assert d.is_disrupted(unit) is rough, UNIT_KEYS[unit]
        assert table.can(f"move {UNIT_KEYS[unit]}") is not (d.is_combat(unit) or d.is_disrupted(unit))
    lost = sum(d.where[unit] == REMOVED for unit in members(*JUMPED))
    assert 0.05 <= lost / len(members(*JUMPED)) <= 0.15
    for place in bits(d.occupied(ALLIED)):
        assert overfull(d, d.units_in(ALLIED, place), place) is None
    assert any(GLIDER[unit] for unit in down)
    assert any(not GLIDER[unit] for unit in down)


@rule("OTB 15.3.3a", "OTB 15.3.3b")
@pytest.mark.parametrize("division", BEHIND)
def test_the_divisions_beyond_the_map_have_lost_their_confusion_factor_in_units(division: str) -> None:
    where = [landed().state.where[unit] for unit in MEMBERS[division]]
    assert where.count(REMOVED) == CONFUSION[DIVISIONS.index(division)]
    assert where.count(BEYOND) == len(where) - where.count(REMOVED)


@rule("OTB 15.1f", "OTB 15.1.q5", "OTB 12.0.2.q2")
def test_the_germans_stand_by_the_plan_for_the_centre_as_the_strikes_have_left_them() -> None:
    table = landed()
    plan = next(one for one in PLANS if one.key == "centre")
    elsewhere = [
        UNIT_KEYS[unit] for unit, place, _ in plan.places if table.state.where[unit] not in (place, DESTROYED)
    ]
    # Those of Fortress Berlin are not in the game.
    assert all(key.startswith("PPB") for key in elsewhere)
    assert len(table.units("5015")) == 3
    gone = [unit for unit, place in enumerate(table.state.where) if place == DESTROYED]
    assert table.vp == (len(gone), 0)
    assert 0 < len(gone) <= 6
    assert any(table.draft.is_disrupted(unit) for unit in table.draft.on_map(GERMAN))
    # OTB 15.1.q5: whom the strikes have hit, and nobody else, has been shown by them.
    hit = {find_unit(row["unit"]) for row in TABLES.rows("landed") if SIDE[find_unit(row["unit"])] == GERMAN}
    assert {unit for unit in RANGES[GERMAN] if table.draft.fired >> unit & 1} == hit


@rule("OTB 15.3.2f", "FB 12.0.hold")
def test_what_the_landed_units_hold_is_theirs_and_they_have_a_quarter_of_their_points() -> None:
    table = landed()
    assert table.draft.taken == table.draft.occupied(ALLIED)
    mover = next(
        unit for unit in members(*JUMPED) if table.can(f"move {UNIT_KEYS[unit]}") and not GLIDER[unit]
    )
    table.do(f"move {UNIT_KEYS[mover]}")
    assert "2 movement points" in str(table.prompt)


@rule("OTB 15.4.1", "OTB 15.4.3.q1")
def test_lost_units_try_again_on_turn_2_and_the_52nd_waits() -> None:
    table = landed()
    assert table.where("52/HQ") == "reserve"
    assert landed(reserve="off").where("52/HQ") == "out"
    lost = {UNIT_KEYS[unit] for unit in members(*JUMPED) if table.state.where[unit] == LOST}
    table.until("allied-movement", 2)
    gone = {key for key in JUMPED if table.state.landing[DIVISIONS.index(key)] < 0}
    expected = {unit for unit in lost if unit.split("/")[0] not in gone}
    assert set(table.offers("jump")) == expected


@rule("OTB 15.3.4.q1")
def test_no_landing_zone_is_lost_before_the_allied_player_turn_is_over() -> None:
    table = landed()
    assert not table.state.can_lose_zones
    table.until("german-movement", 1)
    assert table.state.can_lose_zones


def test_a_situation_of_it_reads_back() -> None:
    table = landed()
    text = GAME.write_situation(table.state)
    again = Table.at(text)
    assert GAME.write_situation(again.state) == text
    assert again.where("82/HQ") == table.where("82/HQ")
    assert find_hex(table.where("101/HQ")) == table.state.where[find_unit("101/HQ")]
