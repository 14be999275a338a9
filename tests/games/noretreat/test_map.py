"""The map: every hex, river and lake against the ledger's own list of them, and what follows from it."""

import re

import pytest

from berlin.boards.hexes import DIRECTIONS, bits, board_of
from berlin.games.noretreat.board import ground
from berlin.games.noretreat.board.ground import AT, KEYS, MAP, find_space, keys
from berlin.games.noretreat.board.tables import AXIS, SOVIET
from berlin.kernel.proof.mark import rule

# Rows of the map as column:code: o open, f forest, m marsh, M mountain, K Kerch, A area, or a city;
# ~B ~K ~A ~C Baltic, Black Sea, Adriatic, Caspian coast; ^G ^U Axis and Soviet supply edge.
ROWS = """
r -10 = 8:f~B 9:f~B 12:A~B
r -9 = -4:o~B^G -3:o~B -2:o~B 5:f~B 7:f~B 8:o 9:m~B 10:f~B 11:Leningrad~B
r -8 = -5:o^G -4:o -3:Berlin -2:o~B -1:o~B 0:o~B 4:f~B 5:f~B 6:Riga~B 7:o 8:f 9:f 10:f 11:m 12:m 13:m
    14:m^U 15:m^U 16:m^U
r -7 = -5:o^G -4:o -3:o -2:Posen -1:o 0:o~B 1:o~B 2:Konigsberg~B 3:o~B 4:o 5:o 6:o 7:f 8:o 9:o 10:m 11:f
    12:f 13:f 14:f 15:m^U
r -6 = -6:M^G -5:M -4:o -3:o -2:o -1:o 0:o 1:f 2:o 3:o 4:o 5:o 6:o 7:o 8:f 9:M 10:o 11:o 12:f 13:o 14:f
    15:m^U
r -5 = -7:M^G -6:Prague -5:M -4:Breslau -3:o -2:o -1:Warsaw 0:o 1:f 2:o 3:o 4:o 5:o 6:o 7:f 8:f 9:f
    10:Kalinin 11:o 12:o 13:o 14:f^U
r -4 = -7:M^G -6:o -5:o -4:o -3:o -2:o -1:o 0:o 1:o 2:o 3:Minsk 4:o 5:o 6:o 7:f 8:o 9:f 10:f 11:o
    12:Yaroslavl 13:o 14:f^U
r -3 = -8:o^G -7:o -6:o -5:M -4:o -3:o -2:o -1:o 0:o 1:f 2:f 3:f 4:o 5:o 6:Smolensk 7:o 8:f 9:Moscow 10:o
    11:o 12:f 13:o^U
r -2 = -9:o^G -8:Vienna -7:o -6:o -5:M -4:M -3:o -2:o -1:f 0:m 1:m 2:m 3:f 4:o 5:o 6:o 7:o 8:Tula 9:f 10:o
    11:f 12:o 13:f^U
r -1 = -10:M^G -9:o -8:o -7:o -6:o -5:o -4:M -3:Lublin -2:o -1:f 0:m 1:m 2:f 3:o 4:o 5:o 6:f 7:o 8:o 9:o
    10:f 11:Gorki 12:o^U
r 0 = -11:o^G -10:o -9:o -8:o -7:Budapest -6:o -5:o -4:M -3:o -2:o -1:o 0:Kiev 1:o 2:o 3:o 4:o 5:o 6:o 7:o
    8:o 9:f 10:f 11:o 12:o^U
r 1 = -12:o~A^G -11:o -10:o -9:o -8:o -7:o -6:o -5:o -4:M -3:o -2:o -1:o 0:o 1:o 2:o 3:o 4:o 5:o
    6:Voronezh 7:o 8:o 9:f 10:o 11:f^U
r 2 = -12:o~A -11:M -10:o -9:o -8:o -7:M -6:o -5:M -4:M -3:o -2:o -1:o 0:o 1:o 2:o 3:Kharkov 4:o 5:o 6:o
    7:o 8:o 9:o 10:o 11:o^U
r 3 = -12:A~A -11:M -10:Belgrade -9:o -8:M -7:o -6:M -5:M -4:o -3:o -2:o -1:o 0:o 1:o 2:o 3:o 4:o 5:o 6:o
    7:o 8:o 9:Saratov 10:o^U
r 4 = -11:M -10:o -9:o -8:M -7:M -6:o -5:o -4:o~K -3:Odessa~K -2:o~K -1:o 0:Dnepropetrovsk 1:o 2:o 3:o 4:o
    5:o 6:o 7:o 8:o 9:o 10:f^U
r 5 = -11:A~A -10:M -9:o -8:o -7:o -6:m -5:o~K -2:o~K -1:o~K 0:o 1:o 2:Stalino 3:o 4:o 5:o 6:o 7:o 8:o
    9:o^U
r 6 = -10:o -9:o -8:Bucharest -7:o~K -6:o~K -3:o~K -2:m~K 1:o 2:Rostov 3:o 4:o 5:o 6:Stalingrad 7:o 8:o
    9:o^U
r 7 = -3:Sevastopol~K -2:o~K 0:m 1:o 2:o 3:o 4:o 5:o 6:m 7:o 8:o^U
r 8 = -2:K~K -1:Novorossiysk~K 0:o 1:o 2:o 3:o 4:o 5:o 6:m 7:o 8:o^U
r 9 = -1:M~K 0:o 1:o 2:o 3:o 4:o 5:o 6:m 7:m~C^U
r 10 = -1:M~K 0:M 1:o 2:o 3:o 4:o 5:Astrakhan~C 6:m~C
r 11 = -1:M~K^U 0:M^U 1:M^U 2:o^U 3:o^U 4:o~C^U
"""
RIVERS = """
part 1 = -10,9/-9,9 -9,-4/-8,-5 -9,-2/-8,-2 -9,8/-9,9 -9,9/-9,10 -9,10/-8,9 -8,-5/-8,-4 -8,-4/-7,-5
    -8,-3/-8,-2 -8,-3/-7,-3 -8,5/-8,6 -8,6/-7,5 -8,8/-7,7 -8,9/-8,10 -8,10/-7,10 -8,11/-8,12 -8,11/-7,10
    -8,11/-7,11 -8,13/-7,13 -7,-5/-7,-4 -7,-5/-6,-5 -7,-4/-7,-3 -7,-3/-6,-4 -7,0/-7,1 -7,0/-6,0 -7,2/-7,3
    -7,3/-6,2 -7,3/-6,3 -7,4/-6,3 -7,5/-7,6 -7,6/-6,5 -7,7/-7,8 -7,9/-7,10 -7,9/-6,9 -7,12/-7,13
    -7,13/-6,12 -6,-4/-6,-3 -6,-3/-5,-4
part 2 = -6,-1/-6,0 -6,0/-5,-1 -6,3/-6,4 -6,3/-5,3 -6,5/-6,6 -6,6/-5,5 -6,6/-5,6 -6,7/-5,6 -6,7/-5,7
    -6,8/-5,7 -6,12/-6,13 -6,12/-5,12 -5,-4/-5,-3 -5,-1/-5,0 -5,0/-4,-1 -5,2/-5,3 -5,3/-4,2 -5,7/-4,7
    -5,9/-4,8 -5,9/-4,9 -5,10/-4,9 -5,10/-4,10 -5,11/-4,10 -5,11/-4,11 -4,-7/-3,-8 -4,-1/-4,0 -4,0/-3,-1
    -4,5/-3,5 -4,6/-4,7 -4,6/-3,5 -4,6/-3,6 -4,11/-4,12 -4,12/-3,11 -3,-8/-3,-7 -3,-7/-2,-8 -3,-1/-3,0
    -3,-1/-2,-1 -3,1/-2,0 -3,3/-2,3
part 3 = -3,4/-3,5 -3,4/-2,3 -3,4/-2,4 -3,8/-2,8 -3,9/-2,8 -3,9/-2,9 -3,10/-2,9 -3,10/-2,10 -3,11/-3,12
    -3,11/-2,10 -3,11/-2,11 -3,12/-2,11 -2,-8/-2,-7 -2,-7/-1,-8 -2,-7/-1,-7 -2,-6/-1,-7 -2,0/-2,1
    -2,1/-1,0 -2,1/-1,1 -2,2/-2,3 -2,2/-1,1 -2,2/-1,2 -2,6/-1,6 -2,7/-2,8 -2,7/-1,6 -2,7/-1,7 -2,11/-2,12
    -2,12/-1,11 -2,12/-1,12 -2,13/-1,12 -1,-7/-1,-6 -1,-7/0,-7 -1,1/-1,2 -1,1/0,1 -1,5/-1,6 -1,7/0,7
    0,-10/1,-11 0,-8/0,-7 0,-8/1,-8 0,-3/0,-2
part 4 = 0,-2/1,-3 0,0/0,1 0,1/1,0 0,6/0,7 0,6/1,6 1,-11/1,-10 1,-10/2,-11 1,-10/2,-10 1,-9/1,-8
    1,-9/2,-10 1,-9/2,-9 1,-3/1,-2 1,-3/2,-4 1,-2/2,-3 1,0/1,1 1,1/2,0 1,5/1,6 1,6/2,5 1,8/2,8 1,9/2,8
    1,9/2,9 1,11/2,11 2,-10/2,-9 2,-9/3,-10 2,-4/2,-3 2,-4/3,-4 2,-3/2,-2 2,-2/3,-3 2,0/2,1 2,1/3,0
    2,3/2,4 2,4/3,3 2,5/2,6 2,6/3,5 2,7/2,8 2,7/3,7 2,10/2,11 2,10/3,10 3,-10/3,-9 3,-9/4,-10 3,-5/3,-4
    3,-4/4,-5 3,-3/3,-2 3,-3/4,-3 3,0/3,1 3,1/4,0
part 5 = 3,3/3,4 3,4/4,3 3,5/3,6 3,6/3,7 3,6/4,5 3,6/4,6 3,7/4,6 3,9/3,10 3,9/4,9 4,-10/4,-9 4,-9/5,-10
    4,-6/5,-6 4,-5/4,-4 4,-5/5,-6 4,-5/5,-5 4,-4/4,-3 4,-4/5,-5 4,-2/5,-2 4,-1/5,-2 4,-1/5,-1 4,0/4,1
    4,0/5,-1 4,0/5,0 4,3/4,4 4,4/5,3 4,6/4,7 4,7/4,8 4,7/5,6 4,8/4,9 4,8/5,8 5,-10/5,-9 5,-9/6,-10
    5,-7/5,-6 5,-7/6,-7 5,3/5,4 5,4/6,3 5,6/5,7 5,6/6,6 5,7/5,8 5,7/6,7 6,-10/6,-9 6,-8/6,-7 6,2/7,1
    6,2/7,2 6,3/6,4 6,3/7,2 6,3/7,3 6,4/7,3
part 6 = 6,4/7,4 6,5/6,6 6,5/7,4 6,5/7,5 6,6/6,7 6,6/7,6 7,0/8,-1 7,2/7,3 7,3/8,2 7,5/7,6 7,6/8,5 8,-1/8,0
    8,0/9,-1 8,0/9,0 8,1/9,0 8,2/8,3 8,5/8,6 8,6/9,5 9,0/9,1 9,1/10,0 9,5/9,6 9,5/10,5 10,0/10,1 10,2/11,2
    10,3/11,2 10,3/11,3 10,4/10,5 10,4/11,3 10,4/11,4 10,5/11,4
"""
LAKES = """
-9,8/-8,8 -8,7/-8,8 -8,13/-8,14 -5,11/-5,12 -5,12/-4,11 -1,-8/0,-8 5,-5/6,-6 5,-2/6,-3 5,-2/6,-2 6,1/7,0
6,1/7,1
"""
TERRAIN = {"o": "open", "f": "forest", "m": "marsh", "M": "mountain", "K": "kerch", "A": "area"}
COASTS = {"B": ground.BALTIC, "K": ground.BLACK_SEA, "A": ground.ADRIATIC, "C": ground.CASPIAN}
EDGES = {"G": ground.AXIS_EDGE, "U": ground.SOVIET_EDGE}
OIL = {(5, -7): "Ploesti", (11, 2): "CaucasusOil"}
LIMITS = dict(enumerate((-2, 0, 3, 2, 0, 0, -1, -3, -3, -4, -4, -4, -5, -5, -5, -6), start=-9))
GG_CITIES = """
Berlin -8,-3; Posen -7,-2; Konigsberg -7,2; Prague -5,-6; Breslau -5,-4; Warsaw -5,-1; Vienna -2,-8;
Lublin -1,-3; Budapest 0,-7; Belgrade 3,-10; Bucharest 6,-8
"""
USSR_CITIES = """
Leningrad -9,11; Riga -8,6; Kalinin -5,10; Minsk -4,3; Yaroslavl -4,12; Smolensk -3,6; Moscow -3,9; Tula -2,8;
Gorki -1,11; Kiev 0,0; Voronezh 1,6; Kharkov 2,3; Saratov 3,9; Odessa 4,-3; Dnepropetrovsk 4,0; Stalino 5,2;
Rostov 6,2; Stalingrad 6,6; Sevastopol 7,-3; Novorossiysk 8,-1; Astrakhan 10,5
"""
Cell = tuple[int, int]


def cell(text: str) -> Cell:
    r, c = text.split(",")
    return int(r), int(c)


def space(text: str) -> int:
    return MAP.index[cell(text)]


def listed(block: str) -> dict[str, list[str]]:
    """The entries of a block under the head of each of its lines."""
    found: dict[str, list[str]] = {}
    for line in re.split(r"\n(?! )", block.strip()):
        head, _, entries = line.partition(" = ")
        found[head] = entries.split()
    return found


HEXES = {int(head[2:]): entries for head, entries in listed(ROWS).items()}
SIDES = {int(head[5:]): entries for head, entries in listed(RIVERS).items()}


@rule(
    *("NR 2.hex.r-10", "NR 2.hex.r-9", "NR 2.hex.r-8", "NR 2.hex.r-7", "NR 2.hex.r-6", "NR 2.hex.r-5"),
    *("NR 2.hex.r-4", "NR 2.hex.r-3", "NR 2.hex.r-2", "NR 2.hex.r-1", "NR 2.hex.r0", "NR 2.hex.r1"),
    *("NR 2.hex.r2", "NR 2.hex.r3", "NR 2.hex.r4", "NR 2.hex.r5", "NR 2.hex.r6", "NR 2.hex.r7"),
    *("NR 2.hex.r8", "NR 2.hex.r9", "NR 2.hex.r10", "NR 2.hex.r11"),
)
@pytest.mark.parametrize("r", HEXES)
def test_each_row_of_the_map_is_as_listed(r: int) -> None:
    assert sorted(c for s, c in MAP.index if s == r) == [int(entry.partition(":")[0]) for entry in HEXES[r]]
    for entry in HEXES[r]:
        column, code = entry.split(":")
        ground_code, *marks = re.split(r"(?=[~^])", code)
        at = MAP.index[r, int(column)]
        kind = TERRAIN.get(ground_code, "city")
        assert ground.TERRAIN_OF[at].key == kind
        if kind == "city":
            assert KEYS[at] == ground_code
        elif kind != "area":
            assert KEYS[at] == OIL.get((r, int(column)), f"r{r}c{column}")
        for sea, board in COASTS.items():
            assert bool(board >> at & 1) == (f"~{sea}" in marks)
        for edge, board in EDGES.items():
            assert bool(board >> at & 1) == (f"^{edge}" in marks)


@rule("NR 2.coords")
def test_there_are_383_spaces_and_each_hex_has_its_six_neighbours() -> None:
    assert ground.ALL.bit_count() == 383
    assert (ground.GRID.bit_count(), ground.AREAS.bit_count()) == (380, 3)
    around = [MAP.cell[near] for near in bits(MAP.beside[find_space("Kiev")])]
    assert sorted(around) == sorted([(0, -1), (0, 1), (-1, 0), (-1, 1), (1, -1), (1, 0)])
    hexes = {MAP.cell[at] for at in bits(ground.GRID)}
    for at in bits(ground.GRID):
        r, c = MAP.cell[at]
        six = {(r, c - 1), (r, c + 1), (r - 1, c), (r - 1, c + 1), (r + 1, c - 1), (r + 1, c)}
        assert {MAP.cell[near] for near in bits(MAP.across[at] & ground.GRID)} == six & hexes


@rule("NR 2.river.1", "NR 2.river.2", "NR 2.river.3", "NR 2.river.4", "NR 2.river.5", "NR 2.river.6")
def test_the_rivers_are_the_241_listed_hexsides_and_no_others() -> None:
    assert {part: len(sides) for part, sides in SIDES.items()} == {1: 38, 2: 39, 3: 40, 4: 46, 5: 48, 6: 30}
    wanted = {frozenset(map(space, side.split("/"))) for sides in SIDES.values() for side in sides}
    assert len(wanted) == 241
    found = {frozenset((at, near)) for at in bits(ground.GRID) for near in bits(ground.OVER_RIVER[at])}
    assert found == wanted
    by_way = {
        frozenset((at, bits(MAP.step(1 << at, way))[0]))
        for way in range(len(DIRECTIONS))
        for at in bits(ground.RIVERS[way])
    }
    assert by_way == wanted
    assert sum(board.bit_count() for board in ground.RIVERS) == 2 * 241


@rule("NR 2.lake")
def test_eleven_lake_hexsides_are_closed_but_supply_seeps_across() -> None:
    wanted = {frozenset(map(space, side.split("/"))) for side in LAKES.split()}
    assert len(wanted) == 11
    closed = {frozenset((at, near)) for at in MAP.spaces for near in bits(MAP.across[at] & ~MAP.beside[at])}
    assert closed == wanted
    assert sum(board.bit_count() for board in ground.LAKES) == 22
    start, over = space("5,-2"), space("6,-2")
    assert not MAP.flood(1 << start, 1 << over) >> over & 1
    assert MAP.seep(1 << start, 1 << over) >> over & 1


@rule("NR 2.area.finland", "NR 2.area.westbalkans", "NR 2.area.southbalkans", "NAB 8.7f", "NAB 8.7.q2")
@pytest.mark.parametrize(
    "name, at, touched",
    [
        ("Finland", "-10,12", "-9,11 -8,12 -8,13"),
        ("West Balkans", "3,-12", "2,-12 2,-11 3,-11 4,-11 5,-11"),
        ("South Balkans", "5,-11", "4,-11 4,-10 5,-10 6,-10 3,-12"),
    ],
)
def test_an_area_touches_its_listed_spaces_only(name: str, at: str, touched: str) -> None:
    area = find_space(name)
    assert MAP.cell[area] == cell(at)
    assert ground.AREAS >> area & 1
    wanted = board_of(map(space, touched.split()))
    assert MAP.beside[area] == MAP.across[area] == wanted
    assert board_of(other for other in MAP.spaces if MAP.beside[other] >> area & 1) == wanted


@rule("NR 2.oil", "NAB 8.7.q1")
def test_there_are_two_oil_hexes_and_one_is_next_to_bucharest() -> None:
    assert keys(ground.OIL) == ["Ploesti", "CaucasusOil"]
    assert [MAP.cell[at] for at in bits(ground.OIL)] == [(5, -7), (11, 2)]
    assert MAP.beside[ground.PLOESTI] >> find_space("Bucharest") & 1
    assert not MAP.beside[ground.CAUCASUS_OIL] >> find_space("Bucharest") & 1
    assert ground.OIL & ~ground.OPEN_GROUND == 0


@rule("NR 2.gg")
def test_greater_germany_ends_row_by_row_at_its_limit() -> None:
    for at in bits(ground.GRID):
        r, c = MAP.cell[at]
        inside = r in LIMITS and c <= LIMITS[r]
        assert bool(ground.GG >> at & 1) == inside
        assert bool(ground.USSR >> at & 1) == (not inside)
    assert ground.GG & ground.AREAS == ground.BALKANS
    assert not (ground.GG | ground.USSR) >> ground.FINLAND & 1
    assert ground.GG >> space("-5,0") & 1
    assert ground.USSR >> space("-5,1") & 1


@rule("NR 2.rumania")
def test_rumania_is_the_south_east_of_greater_germany() -> None:
    wanted = [
        at
        for at in bits(ground.GG & ground.GRID)
        if 2 <= MAP.cell[at][0] <= 6 and 2 * MAP.cell[at][1] + MAP.cell[at][0] >= -11
    ]
    assert bits(ground.RUMANIA) == wanted
    for inside in ("6,-8", "4,-5", "5,-7"):
        assert ground.RUMANIA >> space(inside) & 1
    for outside in ("3,-10", "1,-5", "4,-4"):
        assert not ground.RUMANIA >> space(outside) & 1


@rule("NR 2.cities.gg", "NR 2.cities.ussr")
@pytest.mark.parametrize(
    "text, board, count", [(GG_CITIES, ground.GG_CITIES, 11), (USSR_CITIES, ground.USSR_CITIES, 21)]
)
def test_the_cities_are_where_they_are(text: str, board: int, count: int) -> None:
    cities = {name: cell(at) for name, at in (city.split() for city in text.replace("\n", " ").split(";"))}
    assert {KEYS[at]: MAP.cell[at] for at in bits(board)} == cities
    assert len(cities) == count


@rule("NR 2.objectives", "NAB 12.1.q1")
def test_each_side_has_its_objectives() -> None:
    assert set(keys(ground.OBJECTIVES[SOVIET])) == {"Berlin", "Konigsberg", "Prague", "Vienna"}
    axis = {"Leningrad", "Moscow", "Stalingrad", "Sevastopol", "CaucasusOil"}
    assert set(keys(ground.OBJECTIVES[AXIS])) == axis
    assert ground.SOVIET_OBJECTIVES & ~ground.GG == 0
    assert not ground.ALL_OBJECTIVES >> find_space("Tula") & 1


@rule("NR 2.extension.sheet", "NAB 2.1a")
def test_the_western_sheet_begins_at_a_column_and_joins_the_old_map() -> None:
    double = {at: 2 * MAP.cell[at][1] + MAP.cell[at][0] for at in bits(ground.GRID)}
    west = [at for at in double if double[at] < -8]
    assert bits(ground.EXTENSION & ground.GRID) == west
    assert bits(ground.SHEET & ground.GRID) == [at for at in double if double[at] <= -6]
    assert ground.EXTENSION & ground.AREAS == ground.SHEET & ground.AREAS == ground.BALKANS
    edge = [at for at in double if double[at] in (-8, -7)]
    assert bits(ground.OLD_AXIS_EDGE) == edge
    assert MAP.neighbours(ground.EXTENSION) & ground.OLD_AXIS_EDGE == ground.OLD_AXIS_EDGE
    assert ground.OPEN_SPACES[False] == ground.ALL & ~ground.EXTENSION
    assert ground.AXIS_EDGES[True] & ~ground.EXTENSION == 0


@rule("NR 2.extension.sheet")
def test_in_1945_twelve_spaces_count() -> None:
    counted = set(keys(ground.VP_SPACES_1945))
    assert counted == {entry.split()[0] for entry in GG_CITIES.split(";")} | {"Ploesti"}
    by_sheet = set(keys(ground.CITY & ground.SHEET))
    assert by_sheet == counted - {"Konigsberg", "Ploesti"}
    assert len(by_sheet) == 10


@rule("NR 2.control", "NR 10.vp.total")
def test_vp_spaces_are_cities_and_oil_and_areas_have_owners_too() -> None:
    assert ground.VP_SPACES.bit_count() == 34
    assert ground.CONTROLLED == ground.VP_SPACES | ground.AREAS


@pytest.mark.parametrize(
    "text, at",
    [
        ("kiev", (0, 0)),
        ("r-5c0", (-5, 0)),
        ("-5,0", (-5, 0)),
        ("Königsberg", (-7, 2)),
        ("Caucasus Oil", (11, 2)),
        ("r5c-7", (5, -7)),
        ("Northern Yugoslavia", (3, -12)),
        ("Southern Yugoslavia", (5, -11)),
    ],
)
def test_a_space_is_found_by_its_key_its_name_or_its_row_and_column(text: str, at: Cell) -> None:
    assert MAP.cell[find_space(text)] == at


def test_every_key_is_one_word_and_names_its_space_alone() -> None:
    named = {at: KEYS[at] for at in MAP.spaces}
    assert all(key and " " not in key for key in named.values())
    assert len(set(named.values())) == 383
    assert {key: find_space(key) for key in named.values()} == AT
    with pytest.raises(KeyError):
        find_space("Atlantis")


@rule("NR 8.move")
def test_what_a_step_costs_is_told_by_sets_and_by_space_alike() -> None:
    for armor in (False, True):
        seen = 0
        for cost, board in ground.ENTRY[armor]:
            assert all(ground.COST[armor][at] == cost for at in bits(board))
            assert not seen & board
            seen |= board
        assert seen == ground.ALL
    assert ground.COST[True][find_space("r-10c8")] == 2
    assert ground.COST[False][find_space("r-10c8")] == 1
    assert ground.COST[True][find_space("r8c-2")] == 3
    assert ground.COST[True][ground.FINLAND] == 3


@rule("NR 6.supply.sea")
def test_seas_supply_the_sides_that_sail_them() -> None:
    assert ground.SEA_SUPPLY[AXIS] >> space("-8,4") & 1
    assert not ground.SEA_SUPPLY[SOVIET] >> space("-8,4") & 1
    for side in (AXIS, SOVIET):
        assert ground.SEA_SUPPLY[side] >> find_space("Sevastopol") & 1
    assert ground.SEA_SUPPLY[SOVIET] >> find_space("Astrakhan") & 1
    assert not ground.SEA_SUPPLY[AXIS] >> find_space("Astrakhan") & 1
    assert ground.SEA_SUPPLY[AXIS] >> space("1,-12") & 1
