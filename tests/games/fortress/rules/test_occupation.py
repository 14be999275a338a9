"""OTB 10.1.3f, 15.3.4: strongpoints and Landing Zones fall."""

from typing import Any

import pytest
from tests.games.fortress.marching import march, zones
from tests.games.fortress.positions import Table, position

from berlin.games.fortress.board.ground import AT, STRONGPOINTS
from berlin.games.fortress.board.units import DIVISIONS
from berlin.games.fortress.state.state import rank
from berlin.kernel.proof.mark import rule


def _stands(table: Table, place: str) -> bool:
    return not table.state.fallen >> rank(STRONGPOINTS, AT[place]) & 1


def _zone(table: Table, division: str = "82") -> int:
    return table.state.landing[DIVISIONS.index(division)]


@rule("OTB 10.1.3f", "OTB 10.1.3d")
@pytest.mark.parametrize("place", ["4625", "4925"])
def test_a_strongpoint_is_eliminated_when_an_ally_enters_it_also_on_the_way_through(place: str) -> None:
    start = {"4625": "4626", "4925": "4926"}[place]
    table = march("82/Par1", start, "0605: MVK").do(f"go {place}")
    assert not _stands(table, place)
    assert march("MVK", start).do(f"go {place}", "halt").state.fallen == 0


@rule("OTB 10.1.3f")
@pytest.mark.parametrize(("at", "place"), [("4626", "4625"), ("4926", "4925"), ("5021", "5020")])
def test_a_strongpoint_falls_under_an_uncontested_allied_zone_in_town_too(at: str, place: str) -> None:
    assert _stands(march("82/Par1", f"{at} combat S").do("face S"), place)
    assert not _stands(march("82/Par1", f"{at} combat S").do("face N"), place)


@rule("OTB 10.1.3f", "OTB 10.1.3.q1", "FB 3.2.uncontested")
@pytest.mark.parametrize(
    ("stack", "stands"),
    [
        ("4625: VS1", True),
        ("4625: VS1 disrupted", True),
        ("4525: VS1 combat SE", True),
        ("4525: VS1 combat N", False),
        ("4525: VS1", False),
        ("4525: BerlinHQ combat SE", False),
    ],
)
def test_a_german_in_it_or_whose_zone_covers_it_keeps_a_strongpoint(stack: str, stands: bool) -> None:
    assert _stands(march("82/Par1", "4626 combat S", stack).do("face N"), "4625") == stands


@rule("OTB 10.1.3f")
@pytest.mark.parametrize("unit", ["82/HQ", "82/Par1 disrupted"])
def test_who_has_no_zone_eliminates_no_strongpoint(unit: str) -> None:
    table = position("allied-movement", f"4626: {unit}", "4726: 82/Par2", "4627: 82/Par3")
    assert _stands(table.do("move 82/Par2", "halt"), "4625")
    assert _stands(march("82/HQ", "4626 combat S").do("face N"), "4625")


@rule("OTB 10.1.3f")
def test_a_strongpoint_falls_when_the_german_who_kept_it_goes() -> None:
    table = position("german-movement", "4626: 82/Par1 combat N", "4625: MVK").do(
        "move MVK", "go 4624", "halt"
    )
    assert not _stands(table, "4625")


@rule("OTB 10.1.3f", "FB 7.2.enemy")
def test_in_fortress_berlin_a_zone_eliminates_no_strongpoint() -> None:
    table = march("3Sh/Rifle1", "4626 combat S", scenario="berlin").do("face N")
    assert _stands(table, "4625")


@rule("OTB 15.3.4a", "OTB 15.3.4b", "OTB 15.3.4.q2")
def test_a_landing_zone_is_lost_at_once_when_a_german_enters_its_hex() -> None:
    # 1023 and 1123: the second lies on, on the same way.
    table = march("MVK", "1021", **zones(d82="1023", d101="3506"))
    table.do("go 1023")
    assert _zone(table) == -1
    assert table.state.lost_zones == 1 << DIVISIONS.index("82")
    assert _zone(table, "101") == AT["3506"]
    assert table.state.vp == (0, 0)
    # And on the way through.
    passed = march("GD1", "1022", **zones(d82="1023")).do("go 1025")
    assert _zone(passed) == -1


@rule("OTB 15.3.4a")
def test_an_ally_who_enters_a_landing_zone_does_not_eliminate_it() -> None:
    assert _zone(march("101/Par1", "1022", **zones(d82="1023")).do("go 1023", "halt")) == AT["1023"]


@rule("OTB 15.3.4a", "OTB 15.3.4.q2", "OTB 15.3.4.q1")
@pytest.mark.parametrize(
    ("stack", "lost"),
    [
        ("5015: LwField", True),
        ("1023: 82/Par1", False),
        ("1023: 101/Par1 disrupted", False),
        ("1024: 82/Par1 combat N", False),
        ("1024: 82/Par1 combat S", True),
        ("1024: 82/Par1", True),
    ],
)
def test_a_landing_zone_is_lost_in_an_uncontested_german_zone(stack: str, lost: bool) -> None:
    table = march("MVK", "1022 combat N", stack, **zones(d82="1023")).do("face S")
    assert _zone(table) == (-1 if lost else AT["1023"])
    assert _zone(march("MVK", "1022 combat S", stack, **zones(d82="1023")).do("face N")) == AT["1023"]


@rule("OTB 15.3.4.q2")
def test_a_change_of_mode_beside_a_landing_zone_takes_it_before_the_next_unit_moves() -> None:
    table = march("MVK", "1022", "0922: LwField", **zones(d82="1023")).do("change", "face S")
    assert _zone(table) == -1
    assert table.asked == "Movement"


@rule("OTB 15.3.4.q1")
def test_before_the_end_of_the_first_allied_turn_no_landing_zone_is_lost() -> None:
    fields: dict[str, Any] = zones(d82="1023") | {"can_lose_zones": False}
    early = position("allied-assault", "1022: Gatow-Flak combat S", "0605: 82/Par1", turn=1, **fields)
    assert _zone(early) == AT["1023"]
    table = early.do("done")
    assert table.state.can_lose_zones
    assert _zone(table) == -1
    kept = position("allied-assault", "1022: Gatow-Flak combat S", "1023: 82/Par1", turn=1, **fields).do(
        "done"
    )
    assert _zone(kept) == AT["1023"]


@rule("OTB 15.3.4a")
def test_a_lost_landing_zone_is_never_replaced() -> None:
    table = march("MVK", "1022", "1024: 82/Par1, 82/HQ", **zones(d82="1023")).do("go 1023", "halt", "done")
    table.until("allied-movement", turn=6)
    assert _zone(table) == -1
