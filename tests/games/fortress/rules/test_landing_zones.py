"""OTB 15.3.3, 15.3.4 and 15.4.1: beyond the map, Landing Zones, and new tries."""

from typing import Any

import pytest
from tests.games.fortress.drops import TOWERS, dropping, jump, zones
from tests.games.fortress.positions import Table, position

from berlin.games.fortress.board.ground import (
    find_hex,
)
from berlin.games.fortress.board.units import DIVISIONS, MEMBERS
from berlin.games.fortress.board.units import KEYS as UNIT_KEYS
from berlin.kernel.proof.mark import rule

# Beyond the map.


@rule("OTB 15.3.3a", "OTB 15.3.3b", "OTB 15.3.q1")
@pytest.mark.parametrize(
    ("division", "field", "lost"),
    [("17", "Rechlin", 2), ("17", "Oranienburg", 2), ("6", "Rechlin", 2), ("101", "Oranienburg", 1)],
)
def test_a_division_beyond_the_map_loses_its_confusion_factor_in_units_drawn_blind(
    division: str, field: str, lost: int
) -> None:
    beyond = ", ".join(UNIT_KEYS[unit] for unit in MEMBERS[division])
    size = len(MEMBERS[division])
    table = dropping("waiting: 82/HQ", f"beyond: {beyond}", **zones(d82="3506", **{f"d{division}": field}))
    table.do("drop 82", dice=[6])
    assert all(table.where(UNIT_KEYS[unit]) == "beyond" for unit in MEMBERS[division])
    draws = [size, 1][:lost]
    table.do("aim 3506", "halt", dice=[6, *draws])
    gone = [UNIT_KEYS[unit] for unit in MEMBERS[division] if table.where(UNIT_KEYS[unit]) == "removed"]
    drawn = [UNIT_KEYS[MEMBERS[division][-1]], UNIT_KEYS[MEMBERS[division][0]]][:lost]
    assert sorted(gone) == sorted(drawn)
    assert all(any(name in event.text for event in table.last) for name in ["is lost on the way"])
    assert table.vp == (0, 0)
    assert table.rolled("confusion") == []


# Landing Zones.


def german(*stacks: str, **fields: Any) -> Table:
    fields = {**zones(d82="3506"), "can_lose_zones": True, **fields}
    return position("german-movement", *stacks, turn=fields.pop("turn", 2), **fields)


def zone(table: Table, division: str = "82") -> int:
    return table.state.landing[DIVISIONS.index(division)]


@rule("OTB 15.3.4a", "OTB 15.3.4b", "OTB 15.3.4.q2")
def test_a_german_in_the_hex_of_a_landing_zone_eliminates_it_for_the_game_and_no_points() -> None:
    table = german("3508: GD1", "3906: VS1").do("move GD1", "go 3507")
    assert zone(table) == find_hex("3506")
    table.do("go 3506")
    assert zone(table) == -1
    assert table.vp == (0, 0)
    # Leaving it again brings nothing back.
    table.do("halt")
    assert table.draft.landing_zones == 0
    assert table.draft.lost_zones == 1 << DIVISIONS.index("82")


@rule("OTB 15.3.4a", "OTB 15.3.4.q2", "FB 3.2.uncontested")
@pytest.mark.parametrize(
    ("stacks", "facing", "lost"),
    [
        ((), "N", True),
        ((), "S", False),
        # An Allied unit in the hex, or a zone of one on it, contests it; one in Maneuver mode has none.
        (("3506: 82/Par1",), "N", False),
        (("3505: 82/Par1 combat S",), "N", False),
        (("3505: 82/Par1 combat N",), "N", True),
        (("3505: 82/Par1",), "N", True),
    ],
)
def test_an_uncontested_german_zone_of_control_eliminates_a_landing_zone_at_the_end_of_a_move(
    stacks: tuple[str, ...], facing: str, lost: bool
) -> None:
    table = german("3507: HG-Inf", *stacks).do("move HG-Inf", "change")
    assert zone(table) == find_hex("3506")
    table.do(f"face {facing}")
    assert (zone(table) == -1) is lost


@rule("OTB 15.3.4a", "OTB 6.1.q7", "OTB 15.4.1.q1", "OTB 15.4.3.q1")
def test_the_landing_zone_of_the_52nd_is_lost_like_any_other_and_nobody_else_of_it_lands() -> None:
    reserve = {"landing": [*["none"] * 2, "3506", "none", "5225", "none"], "options": ["reserve"]}
    held = {"airfields": ["german", "allied", "german"]}
    table = german("3508: GD1", "3906: 52/Inf1", "reserve: 52/HQ", **reserve, **held).do(
        "move GD1", "go 3506"
    )
    assert (zone(table, "52"), zone(table)) == (-1, find_hex("5225"))
    table.do("halt").until("allied-movement", 3)
    # Tempelhof is in Allied hands, but no die is rolled for those who wait.
    assert table.where("52/HQ") == "reserve"
    assert zone(table, "52") == -1


@rule("OTB 15.3.4a", "OTB 6.1h")
def test_a_source_that_a_division_from_beyond_the_map_has_chosen_is_no_landing_zone() -> None:
    """6.1.q1: it may choose another in its Recovery Segment."""
    came: dict[str, Any] = {
        **zones(d82="1023", d6="Oranienburg"),
        "landing": ["none", "3506", "none", "none", "1023", "none"],
        "entries": ["none", "4801", "none", "none", "none", "none"],
        "arrived": ["6"],
    }
    table = german("3508: GD1", "3906: 6/Par1", **came).do("move GD1", "go 3506")
    assert table.draft.lost_zones == 0
    assert zone(table, "6") == find_hex("3506")


@rule("OTB 15.3.4.q1", "OTB 15.3.4.q2")
@pytest.mark.parametrize(
    ("stacks", "lost"),
    [
        (("3507: Tegel-Flak1 combat N",), True),
        (("3507: Tegel-Flak1 combat S",), False),
        (("3507: Tegel-Flak1 combat N", "3506: 82/Par1"), False),
        (("3507: Tegel-Flak1 combat N", "3505: 82/Par1 combat S"), False),
        # Who was there from the start has not entered.
        (("3506: Tegel-Flak1 combat N",), False),
        (("3506: Tegel-Flak1 combat N", "3507: Tegel-Flak2 combat N"), True),
    ],
)
def test_landing_zones_are_tested_for_the_first_time_at_the_end_of_the_allied_player_turn_1(
    stacks: tuple[str, ...], lost: bool
) -> None:
    table = dropping("waiting: 82/HQ", *stacks).do("drop 82", "aim 3402", "halt", dice=[6, 6])
    assert zone(table) == find_hex("3506")
    for stage in ("allied-bombardment", "allied-gunfire", "allied-assault"):
        if table.stage != stage:
            table.until(stage)
        assert zone(table) == find_hex("3506")
    table.do("done")
    assert table.stage.startswith("german")
    assert (zone(table) == -1) is lost
    assert table.vp == (0, 0)


# New tries.


@rule("OTB 15.4.1", "OTB 15.4.1.q2", "OTB 15.4")
def test_lost_units_try_again_before_any_move_or_wait() -> None:
    table = dropping("lost: 82/HQ, 82/Gli1, 6/Par1", "3504: 82/Par1", turn=3)
    assert table.offers("jump") == ["6/Par1", "82/Gli1", "82/HQ"]
    table.refused("move 82/Par1", "FB 7.1.move")
    table.do("jump 82/HQ", dice=[1])
    assert table.where("82/HQ") == "lost"
    table.refused("jump 82/HQ", "OTB 15.4.1")
    table.refused("jump 82/Par1", "OTB 15.4.1")
    table.do("jump 82/Gli1", "aim 3506", "halt", dice=[2, 2])
    assert table.where("82/Gli1") == "3506"
    table.do("done")
    assert table.asked == "Movement"
    assert table.where("6/Par1") == "lost"
    assert table.can("move 82/Gli1")


@rule("OTB 15.4.1", "OTB 15.4.1.q2")
def test_a_new_try_takes_the_confusion_and_the_flak_of_the_moment() -> None:
    for die, lost in ((1, True), (2, True), (3, False)):
        table = dropping("lost: 6/Par1, 6/Par2", turn=4).do("jump 6/Par1", dice=[die])
        assert (table.asked == "Retrying") is lost
    table.do("aim 5225", "halt", dice=[4, 2])
    assert table.where("6/Par1") == "5227"
    more = dropping("lost: 6/Par1, 6/Par2", "5224: Tempelhof-Flak1", turn=4)
    more.do("jump 6/Par1", "aim 5225", "halt", dice=[3, 4, 2])
    assert more.where("6/Par1") == "5228"


@rule("OTB 15.4.1.q1")
def test_without_a_landing_zone_nobody_of_the_division_tries_again() -> None:
    fields = zones(d82="3506", d6="5225")
    fields["landing"] = ["none"] * 4 + ["3506", "none"]
    table = dropping("lost: 82/HQ, 6/Par1, 82/AT", turn=3, **fields, lost_zones=["6"])
    assert table.offers("jump") == ["82/AT", "82/HQ"]
    table.refused("jump 6/Par1", "OTB 15.4.1.q1")


@rule("OTB 4.0.q1", "OTB 4.0d", "OTB 12.0.2.q1", "OTB 12.0.1a")
@pytest.mark.parametrize(("dice", "over"), [((1, 1), True), ((6, 6), False)])
def test_a_landing_in_the_empty_reichstag_ends_the_game_only_if_the_unit_lives(
    dice: tuple[int, int], over: bool
) -> None:
    # Ten hexes north of Tempelhof's 5025, with three towers and a flak in the way of the drop.
    table = jump("6/Par1", "5025", [1, 6, *dice], *TOWERS, "5224: Tempelhof-Flak1", "5017: VS1")
    assert (table.result is not None) is over
    if over:
        assert table.where("6/Par1") == "5015"
    else:
        assert table.where("6/Par1") == "removed"
        table.until("allied-movement", 2)
        # It is still German at the end of the turn.
        assert table.vp == (0, 2)


@rule("OTB 11.1d", "OTB 4.0.q1")
@pytest.mark.parametrize(("dice", "captured"), [((1, 1), True), ((6, 6), False)])
def test_a_leader_alone_is_captured_by_a_lander_that_lives(dice: tuple[int, int], captured: bool) -> None:
    table = jump("6/Par1", "5124", [1, 5, *dice], "5119: Himmler", "5017: VS1")
    assert (table.where("Himmler") == "removed") is captured
    assert (table.where("6/Par1") == "5119") is captured
