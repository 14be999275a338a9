"""Movement of all units: steps, costs, the one-zone minimum and corners."""

from heapq import heappop, heappush

import pytest
from table import Table

from berlin.games.race.board.zones import BERLIN, EDGE, NEIGHBOURS, ZONES, find_zone
from berlin.kernel.contract.ids import Place
from berlin.kernel.proof.mark import rule

TOO_FAR = ("RFB 7.1.1", "RFB 7.1.2a", "RFB 7.1.2b", "RFB 7.1.2c", "RFB 7.1", "RFB 4.2.3b", "RFB 4.2.3.q1")


def at(stage: str, units: str, turn: int = 7, more: str = "") -> Table:
    return Table.at(f'turn = {turn}\nstage = "{stage}"\noperations = 1\n[units]\n{units}\n{more}')


def ready(stage: str, unit: str, zone: str, mode: str = "move", others: str = "", turn: int = 7) -> Table:
    """One unit activated and about to move."""
    t = at(stage, f'{zone} = ["{unit}"]\n{others}', turn)
    t.do(f"activate {unit} {mode}", "begin")
    return t


def half_points_to_every_zone(start: Place, half_points: int) -> dict[Place, int]:
    """What a lone German pays on an empty map: two half points a zone, two more over a river, one by road."""
    paid, queue = {start: 0}, [(0, start)]
    while queue:
        so_far, here = heappop(queue)
        steps = {there: EDGE[here, there] for there in NEIGHBOURS[here]}
        prices = {
            there: 1 if edge.road else 4 if edge.river else 2
            for there, edge in steps.items()
            if not edge.oder_neisse
        }
        if here in BERLIN:
            for there in BERLIN:
                prices[there] = min(prices.get(there, 2), 2)
        for there, price in prices.items():
            total = so_far + price
            if (total <= half_points or here == start) and total < paid.get(there, 99):
                paid[there] = total
                heappush(queue, (total, there))
    del paid[start]
    return paid


@rule("RFB 7")
def test_7_the_german_die_is_not_rolled_for_soviets() -> None:
    t = ready("C.1", "61/1", "Furstenwalde", turn=2)
    assert not t.can("test 61/1")
    t.do("move 61/1 Strausberg")
    assert t.rolled("west") == []
    assert t.zone("61/1") == "Strausberg"
    t = ready("C.3", "391", "Furstenwalde", turn=2)
    t.refused("move 391 Strausberg", "RFB 7.2.2a", "RFB 7.2.2b", "RFB 7.2.2.q1")


@rule("RFB 7")
def test_7_the_limits_of_soviets_do_not_bind_germans_and_the_other_way_round() -> None:
    t = ready("C.1", "61/1", "Furstenberg")
    t.refused("move 61/1 Lieberose", "RFB 7.3.2a")
    t.do("move 61/1 Ziebingen")
    t = ready("C.3", "391", "Furstenberg")
    t.refused("move 391 Ziebingen", "RFB 7.2.1")
    t.do("move 391 Lieberose")


@rule("RFB 7.1", "RFB 7.1.1")
@pytest.mark.parametrize("unit, half_points", [("404", 6), ("21Pz", 8)])
@pytest.mark.parametrize(
    "start",
    ["Niesky", "Luckau", "Zossen", "Seelow", "Bautzen", "Joachimsthal", "Leipzig", "Wedding", "Guben"],
)
def test_7_1_a_lone_unit_reaches_exactly_what_its_movement_points_pay(
    unit: str, half_points: int, start: str
) -> None:
    t = ready("C.4", unit, start)
    offered = {text.split()[2] for text in t.legal(unit) if text.startswith("move ")}
    expected = half_points_to_every_zone(find_zone(start), half_points)
    assert offered == {ZONES[zone].key for zone in expected}


@rule("RFB 7.1")
@pytest.mark.parametrize("unit, half_points", [("404", 3), ("21Pz", 4)])
@pytest.mark.parametrize("start", ["Niesky", "Lieberose", "Hoyerswerda", "Gorlitz", "Rathenow", "Beeskow"])
def test_7_1_a_lone_unit_in_reserve_reaches_exactly_what_half_its_points_pay(
    unit: str, half_points: int, start: str
) -> None:
    t = ready("C.4", unit, start, "reserve")
    offered = {text.split()[2] for text in t.legal(unit) if text.startswith("move ")}
    expected = half_points_to_every_zone(find_zone(start), half_points)
    assert offered == {ZONES[zone].key for zone in expected}


@rule("RFB 7.1.1")
def test_7_1_1_a_unit_moves_from_zone_to_zone_until_its_points_are_used() -> None:
    t = ready("C.4", "21Pz", "Niesky", "reserve")
    assert t.can("move 21Pz GrossDuben")
    t.refused("move 21Pz Lieberose", *TOO_FAR)
    t.do("move 21Pz Kathlow")
    assert t.zone("21Pz") == "Kathlow"


@rule("RFB 7.1.1")
def test_7_1_1_a_unit_does_not_jump_over_zones_it_may_not_enter() -> None:
    ring = 'Lobau = ["52/1"]\nNiesky = ["13/1"]'
    t = at("C.4", f'Gorlitz = ["404"]\nDresden = ["72"]\n{ring}')
    t.do("activate 72 move")
    if t.can("activate 404 move"):
        t.do("activate 404 move")
    t.do("begin")
    for zone in ("Bautzen", "Rietschen", "GrossDuben"):
        assert not t.can(f"move 404 {zone}")
    t = ready("C.4", "404", "Gorlitz", others='Lobau = ["52/1"]')
    for zone in ("Bautzen", "Rietschen", "GrossDuben"):
        assert t.can(f"move 404 {zone}")


@rule("RFB 7.1.2a")
def test_7_1_2_entering_a_zone_costs_one_point() -> None:
    t = ready("C.4", "404", "Niesky")
    for zone in ("Rietschen", "Kathlow", "Guben"):
        assert t.can(f"move 404 {zone}")
    t.refused("move 404 Furstenberg", *TOO_FAR)
    t = ready("C.4", "21Pz", "Niesky")
    t.do("move 21Pz Furstenberg")


@rule("RFB 7.1.2b")
def test_7_1_2_crossing_a_river_costs_one_more() -> None:
    t = ready("C.2", "13/1", "Triebel")
    t.refused("move 13/1 Spremberg", *TOO_FAR)
    t.do("move 13/1 GrossDuben")
    t = ready("C.2", "3GTA/1", "Triebel")
    t.do("move 3GTA/1 Spremberg")


@rule("RFB 7.1.2b")
def test_7_1_2_a_river_uses_up_two_points() -> None:
    t = ready("C.4", "21Pz", "Lieberose", "reserve")
    assert t.can("move 21Pz Lubben")
    assert t.can("move 21Pz Beeskow")
    for beyond in ("Luckau", "KonigsWusterhausen", "Frankfurt"):
        t.refused(f"move 21Pz {beyond}", *TOO_FAR)
    assert t.can("move 21Pz GrossDuben")


@rule("RFB 7.1.2c")
def test_7_1_2_following_a_main_road_costs_half_a_point() -> None:
    t = ready("C.4", "404", "Bautzen")
    t.refused("move 404 Zossen", *TOO_FAR)
    t.do("move 404 Luckenwalde")
    t = ready("C.4", "21Pz", "Bautzen")
    t.do("move 21Pz Zossen")


@rule("RFB 7.1.2c")
def test_7_1_2_a_main_road_cancels_the_cost_of_the_river() -> None:
    t = ready("C.4", "404", "Spremberg", "reserve")
    t.refused("move 404 Zossen", *TOO_FAR)
    t.do("move 404 Luckau")
    t = ready("C.1", "1GTA/1", "Kustrin", "reserve")
    assert t.can("move 1GTA/1 Strausberg")
    t.refused("move 1GTA/1 Friedrichshain", *TOO_FAR)


@rule("RFB 7.1.3")
def test_7_1_3_a_unit_may_always_move_one_zone() -> None:
    t = ready("C.2", "13/1", "Triebel", "reserve")
    t.refused("move 13/1 Kathlow", *TOO_FAR, "RFB 7.1.3")
    t.refused("move 13/1 Rietschen", *TOO_FAR, "RFB 7.1.3")
    t.do("move 13/1 Forst")
    assert t.zone("13/1") == "Forst"
    t = ready("C.4", "404", "Lieberose", "reserve")
    t.refused("move 404 Luckau", *TOO_FAR, "RFB 7.1.3")
    t.do("move 404 Cottbus")


@rule("RFB 7.1.4")
def test_7_1_4_units_do_not_move_across_a_corner() -> None:
    t = at("D.2", 'Zossen = ["13/1"]')
    t.refused("move 13/1 Luckau", "RFB 7.1.4", "RFB map.corner", "RFB 7.1.1", "RFB 5.1a")
    assert t.can("move 13/1 Lubben")
    assert t.can("move 13/1 Luckenwalde")
    t = at("D.1", 'Reppen = ["61/1"]')
    t.refused("move 61/1 Furstenberg", "RFB 7.1.4", "RFB map.corner", "RFB 7.1.1", "RFB 5.1a")
    assert t.can("move 61/1 Frankfurt")
    t = at("D.4", 'Luckau = ["404"]')
    t.refused("move 404 Zossen", "RFB 7.1.4", "RFB map.corner", "RFB 7.1.1", "RFB 5.1a")


@rule("RFB 7.1.4")
def test_7_1_4_a_unit_out_of_supply_does_not_cross_a_corner_with_its_one_zone() -> None:
    t = at("C.2", 'Zossen = ["13/1"]', more='[marks]\noos = ["13/1"]')
    t.do("activate 13/1 move", "begin")
    t.refused("move 13/1 Luckau", "RFB 7.1.4", "RFB map.corner", "RFB 7.1.1", "RFB 3.1.3b")
    t.do("move 13/1 Lubben")
