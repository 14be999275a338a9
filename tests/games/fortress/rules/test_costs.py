"""FB 7.3, 10.3: what a hex costs, on foot and by motor."""

import pytest
from tests.games.fortress.marching import cost, hexes, left, march

from berlin.games.fortress.board.ground import KEYS, ROADS
from berlin.kernel.proof.mark import rule

FOOT, MOTOR, GUN = "MVK", "GD1", "Berlin-AT1"
HEERSTRASSE = [KEYS[place] for place in ROADS[0]]


def _price(unit: str, start: str, to: str, mode: str = "") -> float:
    return cost(march(unit, f"{start} {mode}"), to)


@rule(
    "FB 7.3.clear",
    "FB 7.3.park",
    "FB 7.3.forest",
    "FB 7.3.airfield",
    "FB 7.3.builtup",
    "FB 7.3.building",
    "FB 7.3.canal",
    "FB 10.3.barbed",
    "FB 7.3.river",
    "FB 7.3.road",
    "FB map.road.rule",
)
@pytest.mark.parametrize(
    ("start", "to", "foot", "motor"),
    [
        pytest.param("0605", "0606", 1, 1, id="clear"),
        pytest.param("0606", "0505", 2, 2, id="clear, twice"),
        pytest.param("4517", "4516", 1, 2, id="park"),
        pytest.param("2220", "2221", 2, 3, id="forest"),
        pytest.param("5225", "5226", 1, 1, id="airfield"),
        pytest.param("3506", "3507", 1, 1, id="Tegel"),
        pytest.param("4413", "4412", 2, 3, id="built-up"),
        pytest.param("5115", "5015", 2, 2, id="the Reichstag"),
        pytest.param("4626", "4625", 2, 2, id="strongpoint in the open"),
        pytest.param("4823", "4925", 4, 5, id="by built-up to a strongpoint"),
        pytest.param("5108", "5208", 2, 2, id="flak tower"),
        pytest.param("5020", "5021", 3, 5, id="canal into built-up"),
        pytest.param("2307", "2308", 2, 3, id="canal into clear"),
        pytest.param("5024", "5125", 2, 2, id="wire"),
        pytest.param("5526", "5426", 2, 2, id="wire from the east"),
        pytest.param("0821", "0922", 2, 2, id="wire of Gatow"),
        pytest.param("5426", "5526", 1, 1, id="out of the wire"),
        pytest.param("5123", "5124", 1, 0.5, id="by road through the wire"),
        pytest.param("5120", "5121", 1, 0.5, id="canal by a bridge"),
        pytest.param("5014", "5015", 1, 0.5, id="Spree by a bridge"),
        pytest.param("4416", "4516", 1, 0.5, id="park by road"),
        pytest.param("5916", "6016", 1, 0.5, id="built-up by road"),
        pytest.param("2822", "2823", 1, 0.5, id="forest by road"),
        pytest.param("5515", "5614", 2, 1, id="neighbours on two roads"),
        pytest.param("1816", "2016", 2, 1, id="over the Havel"),
    ],
)  # fmt: skip
def test_a_hex_costs_by_its_terrain(start: str, to: str, foot: float, motor: float) -> None:
    assert _price(FOOT, start, to) == foot
    assert _price(MOTOR, start, to) == motor


@rule("FB 7.3.gun", "OTB 7.0")
@pytest.mark.parametrize(
    ("start", "to", "price"), [("4517", "4516", 2), ("2220", "2221", 3), ("5916", "6016", 0.5)]
)
def test_a_towed_gun_pays_as_a_motor(start: str, to: str, price: float) -> None:
    assert _price(GUN, start, to) == price
    assert cost(march("82/AT", start), to) == price
    assert cost(march("82/Art1", start), to) == price


@rule("FB 7.3.road")
@pytest.mark.parametrize(("start", "to", "foot", "motor"), [("4416", "4516", 1, 2), ("5916", "6016", 2, 3)])
def test_in_combat_mode_a_road_is_none(start: str, to: str, foot: float, motor: float) -> None:
    assert _price(FOOT, start, to, "combat N") == foot
    assert _price(MOTOR, start, to, "combat N") == motor


@rule("FB 7.3.canal")
@pytest.mark.parametrize(("to", "foot", "motor"), [("5121", 2, 3), ("5021", 3, 5)])
def test_in_combat_mode_too_a_canal_is_dearer_without_a_bridge(to: str, foot: float, motor: float) -> None:
    start = "5120" if to == "5121" else "5020"
    assert _price(FOOT, start, to, "combat N") == foot
    assert _price(MOTOR, start, to, "combat N") == motor


@rule("FB 10.3.barbed")
def test_in_combat_mode_the_wire_costs_a_point_along_the_road_too() -> None:
    assert _price(FOOT, "5123", "5124", "combat S") == 2
    assert _price(FOOT, "5024", "5125", "combat S") == 2
    assert _price(MOTOR, "5024", "5125", "combat S") == 2


@rule("FB 7.3.road")
def test_a_mechanized_unit_goes_28_hexes_of_road() -> None:
    table = march(MOTOR, "0117")
    reached = hexes(table) & set(HEERSTRASSE)
    assert reached == set(HEERSTRASSE[1:29])
    assert hexes(march(FOOT, "0117")) & set(HEERSTRASSE) == set(HEERSTRASSE[1:11])


@rule("FB 7.3.ruins", "FB 7.3.road")
def test_a_unit_in_maneuver_mode_enters_no_ruins_by_road_or_off_it() -> None:
    for unit in (FOOT, MOTOR, GUN):
        march(unit, "5213").refused("go 5214", "FB 7.3.ruins")
        march(unit, "5514").refused("go 5513", "FB 7.3.ruins")
        assert "5513" not in hexes(march(unit, "5512"))


@rule("FB 7.3.ruins")
def test_a_unit_in_maneuver_mode_stays_in_ruins_and_leaves_them() -> None:
    table = march(FOOT, "5214")
    assert table.can("halt")
    assert "5213" in hexes(table)


@rule("FB 7.3.ruins")
def test_infantry_in_combat_mode_enters_ruins_with_its_whole_movement() -> None:
    table = march(FOOT, "5213 combat N")
    assert cost(table, "5214") == 4
    assert hexes(table.do("go 5214")) == set()
    assert march("82/Par1", "5213 combat N").can("go 5214")


@rule("FB 7.3.ruins")
def test_infantry_that_has_spent_a_point_enters_no_ruins() -> None:
    table = march(FOOT, "5016 combat N")
    table.refused("go 4812")
    walked = march(FOOT, "5212 combat N").do("go 5213")
    assert left(walked) == 2
    walked.refused("go 5214")


@rule("FB 7.3.ruins")
def test_no_motor_enters_ruins_in_combat_mode_either() -> None:
    march(MOTOR, "5213 combat N").refused("go 5214", "FB 7.3.ruins")
    march("18/Pz", "5512 combat N").refused("go 5513", "FB 7.3.ruins")


@rule("FB 7.3.river")
@pytest.mark.parametrize(
    ("start", "to"), [("4714", "4715"), ("4715", "4714"), ("2310", "2311"), ("6219", "6220")]
)
@pytest.mark.parametrize("mode", ["", "combat N"])
def test_nobody_crosses_the_spree_without_a_bridge(start: str, to: str, mode: str) -> None:
    for unit in (FOOT, MOTOR):
        assert to not in hexes(march(unit, f"{start} {mode}", turn=1))
    march(FOOT, f"{start} {mode}", turn=1).refused(f"go {to}", "FB 7.3.river")


@rule("FB 7.3.river")
def test_a_water_hex_is_entered_along_a_road_alone() -> None:
    assert "1917" in hexes(march(FOOT, "1816"))
    for unit in (FOOT, MOTOR):
        assert cost(march(unit, "1817"), "1917") == _price(unit, "1817", "1816") + _price(
            unit, "1816", "1917"
        )
        march(unit, "2018", turn=1).refused("go 1918", "FB 7.3.river")
        assert "1916" not in hexes(march(unit, "1816"))
        assert "1918" not in hexes(march(unit, "1816"))
    on_bridge = hexes(march(FOOT, "1917"))
    assert {"1816", "2016"} <= on_bridge
    assert not on_bridge & {"1916", "1918", "1818"}


@rule("FB 7.3.river")
def test_a_unit_on_a_bridge_over_water_leaves_by_the_road_alone() -> None:
    for beside in ("1817", "2017"):
        assert _price(FOOT, "1917", beside) == 2
        assert _price(FOOT, "1917", beside, "combat N") == 2


@rule("FB 7.3.river", "FB 7.3.builtup")
def test_who_leaves_a_bridge_over_water_in_combat_mode_pays_for_the_town_beyond() -> None:
    assert _price(FOOT, "2012", "2113", "combat N") == 2
    assert _price(MOTOR, "2012", "2113", "combat N") == 3
    assert _price(MOTOR, "2012", "2113") == 0.5


@rule("FB 7.3.river")
def test_in_combat_mode_a_bridge_over_a_water_hex_costs_as_clear_ground() -> None:
    assert _price(FOOT, "1816", "1917", "combat N") == 1
    assert _price(MOTOR, "1816", "1917", "combat N") == 1
