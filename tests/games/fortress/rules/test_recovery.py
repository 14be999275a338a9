"""OTB 4.1.2, 6.0 and FB 6: recovery."""

import pytest
from tests.games.fortress.marching import next_turn, zones
from tests.games.fortress.positions import position

from berlin.kernel.proof.mark import rule


@rule("OTB 4.1.2a", "FB 6.0.recover", "FB 6.0.other", "OTB 4.1.2.q1")
def test_in_the_allied_recovery_every_red_marker_comes_off_and_no_black_one() -> None:
    table = next_turn(
        *("1022: 82/Par1 disrupted, 82/Par2 combat N", "0605: 82/Par3 disrupted", "0903: 101/HQ disrupted"),
        *("5015: MVK disrupted", "5017: LwField combat S"),
        **zones(d82="1023"),
    )
    assert table.stage == "allied-movement"
    assert [table.marks(unit) for unit in ("82/Par1", "82/Par3", "101/HQ")] == ["", "", ""]
    assert table.marks("82/Par2") == "combat N"
    assert table.marks("MVK") == "disrupted"
    assert table.can("move 82/Par1")
    assert table.told("3 units recover")


@rule("OTB 4.2c", "OTB 4.2.q1", "FB 6.0.recover", "FB 6.0.other")
def test_in_the_german_recovery_the_black_markers_come_off_and_no_german_traces_a_line() -> None:
    table = position(
        *("allied-assault", "1022: 82/Par1 disrupted", "5015: MVK disrupted, LwField combat S"),
        **zones(d82="1023"),
    ).do("done")
    table.until("german-movement")
    assert table.marks("82/Par1") == "disrupted"
    assert table.marks("MVK") == ""
    assert table.marks("LwField") == "combat S"


@rule("FB 6.1.supply", "FB 6.0.recover", "FB 6.0.other")
@pytest.mark.parametrize(
    ("stage", "fresh", "stale"),
    [("first-assault", "3Sh/Rifle1", "MVK"), ("soviet-assault", "MVK", "3Sh/Rifle1")],
)
def test_in_fortress_berlin_each_side_recovers_in_its_turn_and_nobody_traces_a_line(
    stage: str, fresh: str, stale: str
) -> None:
    table = position(
        *(stage, "0605: 3Sh/Rifle1 disrupted, 3Sh/Rifle2 combat N", "5015: MVK disrupted, LwField combat S"),
        turn=5,
    ).do("done")
    table.until("soviet-movement" if stage == "first-assault" else "first-movement")
    assert table.marks(fresh) == ""
    assert table.marks(stale) == "disrupted"
    assert table.marks("3Sh/Rifle2") == "combat N"
    assert table.marks("LwField") == "combat S"


@rule("OTB 4.1.2.q1")
def test_a_disrupted_unit_without_a_line_ends_undisrupted_in_maneuver_mode() -> None:
    table = next_turn("0428: 82/Par1 disrupted", "0428: 82/Par2 combat N", **zones(d82="1023"))
    assert table.marks("82/Par1") == table.marks("82/Par2") == ""
