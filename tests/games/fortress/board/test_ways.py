"""Roads and waters of the map against the ledger: chains, bridges, banks and the steps over them."""

from itertools import pairwise
from pathlib import Path

import pytest

from berlin.boards.columns import Sides
from berlin.boards.hexes import bits
from berlin.games.fortress.board import ground
from berlin.games.fortress.board.ground import AT, BESIDE, HEXES, KEYS, STEP, WATERWAYS, keys, near
from berlin.games.fortress.board.tables import TABLES
from berlin.kernel.contract.rules import Ledger
from berlin.kernel.proof.mark import rule

Side = tuple[int, int]
HAVEL = """2501 2401 2402 2303 2304 2204 2205 2206 2207 2108 2109 2110 2111 2011 2012 2013 2014 1915 1916
 1917 1918 1818 1819 1820 1721 1722 1622 1623 1624 1525 1526 1527 1528 1428 1429 1430 1431 1332 1333 1233
 1234"""
LAKES = "1134 1331 1524 2601 2602 2701 2702 2801 2802 2901 2902 3001 3002 3101 3102"
LEDGER = Ledger.load(Path(ground.__file__).parents[1] / "rules.tsv")
# Each road: its hexes, its ends, and some of the hexes on its way.
ROADS = {
    "Heerstrasse, Charlottenburger Chaussee, Unter den Linden": (56, "0117", "5616", "1917 3616 4516 5016"),
    "Frankfurter Allee": (15, "5616", "7018", "5916 6216"),
    "Prenzlauer Allee": (18, "5616", "6001", "5615 5807"),
    "Müllerstrasse": (22, "5016", "4001", "5015 5012 4607"),
    "Landsberger Allee": (15, "5615", "7011", "6114"),
    "Kottbusser Damm": (24, "5616", "6534", "5617 5621 6230"),
    "Tempelhofer Damm": (20, "5016", "5034", "5017 5119 5125"),
    "Potsdamer Strasse": (32, "5017", "2534", "4818 3530"),
    "Kurfürstendamm": (17, "4416", "2922", "4218 3620"),
    "Spandauer Damm": (36, "3616", "0110", "2012 3516"),
    "AVUS": (26, "3116", "1834", "2922 2526"),
    "Kladower Damm": (21, "1317", "0834", "1023"),
    "Seidelstrasse": (18, "4607", "3301", "3606 3505"),
    "Schönhauser Allee": (18, "5615", "5101", "5513 5408"),
    "Köpenicker Strasse": (19, "5616", "7027", "5919 6120"),
    "Seestrasse, Beusselstrasse": (12, "4607", "4216", "4311 4315"),
    "Nonnendammallee": (18, "2212", "3616", "2411 3513 3614"),
}


def side(words: str) -> Side:
    a, _, b = words.partition("/")
    return AT[a], AT[b]


def corners(one: Side) -> set[frozenset[int]]:
    """The ends of a hexside, each told by the hexes that meet there; at the edge of the map by two."""
    a, b = one
    return {frozenset((a, b, c)) for c in bits(BESIDE[a] & BESIDE[b])}


def is_chain(sides: tuple[Side, ...]) -> bool:
    """Whether each shares a corner with the next, and with none that comes later."""
    return all(corners(a) & corners(b) for a, b in pairwise(sides)) and not any(
        corners(a) & corners(b) for at, a in enumerate(sides) for b in sides[at + 2 :]
    )


@rule("FB map.havel")
def test_the_havel() -> None:
    assert len(HAVEL.split()) == 41
    assert set(HAVEL.split()) <= set(keys(ground.WATERS))
    crossed = keys(ground.WATERS & ground.ROAD_HEXES)
    assert crossed == ["1917", "2012"]
    assert AT["1917"] in ground.ROADS[0]
    # One water: each of its hexes is joined with all the others.
    river = sum(1 << AT[key] for key in HAVEL.split())
    assert ground.MAP.flood(1 << AT["2501"], river) == river


@rule("FB map.lakes")
def test_the_lakes() -> None:
    assert sorted((HAVEL + " " + LAKES).split()) == keys(ground.WATERS)
    assert ground.WATERS.bit_count() == 56
    see = sum(1 << AT[key] for key in LAKES.split()[3:])
    assert see.bit_count() == 12
    assert near(see, ground.EVERY) & sum(1 << AT[key] for key in HAVEL.split())


@rule("FB map.spree", "FB map.landwehr", "FB map.teltow", "FB map.britz", "FB map.hohenzollern")
@pytest.mark.parametrize(
    ("water", "length", "first", "last"),
    (
        ("spree", 111, "2210/2211 2210/2311 2310/2311", "6928/7028 6929/7028 7028/7029"),
        ("landwehr", 47, "4015/4115 4115/4116 4116/4215", "6020/6121 6120/6121 6120/6220"),
        ("teltow", 58, "3834/3934 3833/3934 3933/3934", "6334/6433 6433/6434 6434/6534"),
        ("britz", 20, "5930/6030", "6927/6928"),
        ("hohenzollern", 59, "2307/2308 2308/2407 2407/2408", "4913/5013 4914/5013 4914/5014"),
    ),
)
def test_each_waterway_is_one_unbroken_chain(water: str, length: int, first: str, last: str) -> None:
    sides = WATERWAYS[water]
    assert len(set(sides)) == len(sides) == length
    assert is_chain(sides)
    begin, end = tuple(map(side, first.split())), tuple(map(side, last.split()))
    assert sides[: len(begin)] == begin
    assert sides[-len(end) :] == end
    assert all(BESIDE[a] >> b & 1 and KEYS[a] < KEYS[b] for a, b in sides)


@rule("FB map.spree")
def test_the_spree_runs_from_the_havel_to_the_east_edge() -> None:
    first, last = WATERWAYS["spree"][0], WATERWAYS["spree"][-1]
    assert any(AT["2111"] in corner for corner in corners(first))
    assert AT["7028"] in last


def joined(start: str, sides: Sides) -> int:
    """All that can be reached over these sides."""
    reached = wave = 1 << AT[start]
    while wave:
        wave = near(wave, sides) & ~reached
        reached |= wave
    return reached


@rule("FB map.spree")
def test_nobody_passes_from_bank_to_bank_without_a_bridge() -> None:
    dry = tuple(a | b for a, b in zip(ground.DRY, ground.CANALS, strict=True))
    bridges = ground.MAP.by_way(ground.BRIDGES)
    by_ford = tuple(open_ & ~bridges[way] for open_, way in zip(dry, ground.WAYS, strict=True))
    south = joined("5015", by_ford)
    for key in ["5015", "5115", "5315"]:
        assert south >> AT[key] & 1
    for key in ["5516", "5615", "5616", "5916"]:
        assert not south >> AT[key] & 1
    assert joined("5616", by_ford) & south == 0


@rule("FB map.bridges")
def test_every_land_hex_is_reached_on_foot_from_the_reichstag() -> None:
    ways = tuple(
        dry | canal | road
        for dry, canal, road in zip(ground.DRY, ground.CANALS, ground.ROADWAYS, strict=True)
    )
    assert joined("5015", ways) & ground.LAND == ground.LAND
    assert keys(joined("5015", ways) & ground.WATERS) == ["1917", "2012"]


def bank(water: str, start: str, closed: tuple[str, ...] = ()) -> int:
    """The land on one side of a chain, where no bridge leads over it and other waters count for nothing."""
    shut = ground.MAP.by_way(s for name in (water, *closed) for s in WATERWAYS[name])
    land = tuple(a | b | c for a, b, c in zip(ground.DRY, ground.CANALS, ground.RIVERS, strict=True))
    return joined(start, tuple(side & ~shut[way] for side, way in zip(land, ground.WAYS, strict=True)))


@rule("FB map.landwehr")
def test_the_landwehr_canal_leaves_the_spree_and_comes_back_to_it() -> None:
    spree = {corner for one in WATERWAYS["spree"] for corner in corners(one)}
    first, last = WATERWAYS["landwehr"][0], WATERWAYS["landwehr"][-1]
    assert corners(first) & spree
    assert corners(last) & spree
    island = bank("landwehr", "4818", ("spree",))
    for key in ["4819", "5020", "5119", "5015"]:
        assert island >> AT[key] & 1
    assert not island >> AT["4218"] & 1


@rule("FB map.teltow")
def test_the_teltow_canal_comes_from_the_south_edge_and_returns_there() -> None:
    for end in (WATERWAYS["teltow"][0], WATERWAYS["teltow"][-1]):
        assert {KEYS[space][2:] for space in end} == {"34"}
    south = bank("teltow", "5034")
    assert 0 < south.bit_count() < 400
    assert not south >> AT["5015"] & 1


@rule("FB map.britz")
def test_the_britz_canal_joins_the_teltow_canal_and_the_spree() -> None:
    ends = corners(WATERWAYS["britz"][0]), corners(WATERWAYS["britz"][-1])
    for end, other in zip(ends, ("teltow", "spree"), strict=True):
        assert end & {corner for one in WATERWAYS[other] for corner in corners(one)}


@rule("FB map.hohenzollern")
def test_the_hohenzollern_canal_runs_south_of_tegel_to_the_spree() -> None:
    first, last = WATERWAYS["hohenzollern"][0], WATERWAYS["hohenzollern"][-1]
    assert any(AT["2207"] in corner for corner in corners(first))
    assert corners(last) & {corner for one in WATERWAYS["spree"] for corner in corners(one)}
    north = bank("hohenzollern", "3506", ("spree",))
    assert not north >> AT["3514"] & 1


@rule("FB map.water.side")
def test_111_river_and_184_canal_sides() -> None:
    rows = TABLES.rows("waters")
    assert [row["kind"] for row in rows].count("river") == 111
    assert [row["kind"] for row in rows].count("canal") == 184
    assert len({row["side"] for row in rows}) == len(rows) == 295
    assert {row["water"] for row in rows if row["kind"] == "river"} == {"spree"}


@rule("FB map.water.side")
def test_water_beside_a_water_hex_makes_no_difference() -> None:
    for space in bits(ground.WATERS):
        assert ground.OVER_RIVER[space] == ground.OVER_CANAL[space] == 0
        for sides in (ground.DRY, ground.CANALS, ground.RIVERS):
            assert not any(board >> space & 1 for board in sides)
            assert not any(near(1 << other, sides) >> space & 1 for other in bits(BESIDE[space]))


@rule("FB map.bridges")
def test_22_bridges_over_the_spree_and_nine_over_canals() -> None:
    spree, canals = (
        "2411/2511 2611/2712 2912/3012 3513/3514 3713/3714 3915/4014 4115/4214 4314/4315 4515/4614 4814/4915"
        " 5014/5015 5115/5214 5315/5414 5416/5516 5616/5617 5616/5717 5817/5917 5919/6018 6119/6120 6322/6421"
        " 6623/6723 6927/7027",
        "4116/4216 4218/4318 4311/4410 4819/4820 5029/5030 5120/5121 5620/5621 6120/6220 6229/6230",
    )
    due = set(map(side, spree.split())), set(map(side, canals.split()))
    assert (len(due[0]), len(due[1])) == (22, 9)
    over_spree = set(ground.BRIDGES) & set(WATERWAYS["spree"])
    assert (over_spree, set(ground.BRIDGES) - over_spree) == due


@rule("FB map.bridges")
def test_a_bridge_opens_its_side_and_no_other() -> None:
    for a, b in ground.BRIDGES:
        assert not (ground.OVER_RIVER[a] | ground.OVER_CANAL[a]) >> b & 1
        assert near(1 << a, ground.DRY) >> b & 1
        assert near(1 << b, ground.DRY) >> a & 1
    for name, sides in WATERWAYS.items():
        over = ground.OVER_RIVER if name == "spree" else ground.OVER_CANAL
        for a, b in set(sides) - set(ground.BRIDGES):
            if not ground.WATERS & (1 << a | 1 << b):
                assert over[a] >> b & 1
                assert over[b] >> a & 1
                assert not near(1 << a, ground.DRY) >> b & 1
    assert keys(ground.OVER_RIVER[AT["5014"]]) == ["4915", "5115"]
    assert keys(ground.OVER_CANAL[AT["5014"]]) == ["4914"]


@rule("FB map.bridges", "FB map.road.rule")
def test_every_road_crosses_water_by_a_bridge() -> None:
    wet = {one for sides in WATERWAYS.values() for one in sides}
    for road in ground.ROADS:
        for a, b in pairwise(road):
            crossing = (a, b) if KEYS[a] < KEYS[b] else (b, a)
            assert crossing not in wet or crossing in ground.BRIDGES


@rule(*(f"FB map.road.{number}" for number in range(1, 18)))
@pytest.mark.parametrize(("number", "name"), tuple(enumerate(ROADS)))
def test_each_road_leads_from_hex_to_neighbour(number: int, name: str) -> None:
    length, first, last, through = ROADS[name]
    road = ground.ROADS[number]
    assert ground.ROAD_NAMES[number] == name
    assert len(set(road)) == len(road) == length
    assert (KEYS[road[0]], KEYS[road[-1]]) == (first, last)
    assert {AT[key] for key in through.split()} < set(road)
    for a, b in pairwise(road):
        assert b in STEP[a]
        assert ground.ROAD_STEP[a] >> b & 1
        assert ground.ROAD_STEP[b] >> a & 1


@rule(*(f"FB map.road.{number}" for number in range(1, 18)))
@pytest.mark.parametrize("number", range(1, 18))
def test_each_road_is_the_ledgers_hex_by_hex(number: int) -> None:
    gist = LEDGER[f"FB map.road.{number}"].gist
    assert gist.rpartition(": ")[2].rstrip(".").split() == [KEYS[space] for space in ground.ROADS[number - 1]]


@rule("FB map.road.rule")
def test_road_steps_lead_only_along_one_road() -> None:
    assert len(ground.ROADS) == 17
    assert ground.ROAD_HEXES.bit_count() == 366
    pairs = {frozenset(pair) for road in ground.ROADS for pair in pairwise(road)}
    for space in HEXES:
        assert ground.ROAD_STEP[space] == near(1 << space, ground.ROADWAYS)
        assert {frozenset((space, to)) for to in bits(ground.ROAD_STEP[space])} <= pairs
    # Next to each other, both on roads, but on no road one after the other.
    assert BESIDE[AT["5016"]] >> AT["4917"] & 1
    assert not ground.ROAD_STEP[AT["5016"]] >> AT["4917"] & 1
    for key in ["5016", "5616", "5615"]:
        assert ground.ROAD_STEP[AT[key]].bit_count() > 2


def test_sides_by_direction_are_those_of_the_hexes() -> None:
    for direction in range(6):
        for space in HEXES:
            to = STEP[space][direction]
            kinds = [sides[direction] >> space & 1 for sides in (ground.DRY, ground.CANALS, ground.RIVERS)]
            on_land = to >= 0 and ground.LAND >> space & ground.LAND >> to & 1
            assert sum(kinds) == int(on_land)
            assert (ground.EVERY[direction] >> space & 1) == (to >= 0)
