"""The map against the ledger: its grid, its terrain, its layers, its edges."""

from collections import Counter
from itertools import pairwise

import pytest

from berlin.boards.hexes import bits, board_of
from berlin.games.fortress.board import ground, tables
from berlin.games.fortress.board.ground import AT, HEXES, KEYS, STEP, distance, find_hex, keys, within
from berlin.kernel.proof.mark import rule


def chart(words: str) -> int:
    """A set of hexes by their numbers."""
    return board_of(AT[key] for key in words.split())


@rule("FB map.grid")
def test_70_columns_of_34_hexes() -> None:
    assert len(HEXES) == len(AT) == ground.ALL.bit_count() == 2380
    assert "0101" in AT
    assert "7034" in AT
    assert "7101" not in AT
    assert [KEYS[space] for space in HEXES] == [f"{c:02}{r:02}" for c in range(1, 71) for r in range(1, 35)]
    assert all(AT[KEYS[space]] == space for space in HEXES)


@rule("FB map.grid")
def test_even_columns_lie_half_a_hex_lower() -> None:
    """So that an odd hex touches two hexes of each column beside it, its own row and the one above."""
    assert keys(ground.BESIDE[AT["0503"]]) == ["0402", "0403", "0502", "0504", "0602", "0603"]
    assert keys(ground.BESIDE[AT["0101"]]) == ["0102", "0201"]
    assert keys(ground.BESIDE[AT["7034"]]) == ["6934", "7033"]


@rule("FB map.neighbours")
def test_the_six_neighbours_of_the_reichstag_clockwise_from_the_north() -> None:
    assert [KEYS[to] for to in STEP[ground.REICHSTAG]] == ["5014", "5115", "5116", "5016", "4916", "4915"]


@rule("FB map.neighbours")
@pytest.mark.parametrize(
    ("odd", "steps"),
    (
        (1, ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))),
        (0, ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))),
    ),
)
def test_every_neighbour_is_the_one_of_the_rule(odd: int, steps: tuple[tuple[int, int], ...]) -> None:
    for space in HEXES:
        column, number = int(KEYS[space][:2]), int(KEYS[space][2:])
        if column % 2 == odd:
            due = [f"{column + dc:02}{number + dr:02}" for dc, dr in steps]
            assert [KEYS[to] if to >= 0 else "" for to in STEP[space]] == [
                key if key in AT else "" for key in due
            ]


@rule("FB 3.4.facing")
def test_the_front_is_the_hex_ahead_and_the_two_beside_it() -> None:
    here = ground.REICHSTAG
    assert keys(ground.FRONT[here][0]) == sorted(["4915", "5014", "5115"])
    assert keys(ground.FRONT[here][1]) == sorted(["5014", "5115", "5116"])
    for space in HEXES:
        for facing in range(6):
            rear = ground.FRONT[space][(facing + 3) % 6]
            assert ground.FRONT[space][facing] ^ rear == ground.BESIDE[space]


def test_distance_counts_the_hexes_that_are_entered() -> None:
    for start in ("0101", "5015", "7034", "3617"):
        here = AT[start]
        reached, far = 1 << here, 0
        while reached != ground.ALL:
            assert within(here, far) == reached
            wave = ground.near(reached, ground.EVERY) & ~reached
            far += 1
            assert {distance(here, space) for space in bits(wave)} == {far}
            assert {distance(space, here) for space in bits(wave)} == {far}
            reached |= wave
    assert all(ground.WITHIN6[space] == within(space, 6) for space in HEXES)
    assert distance(AT["5015"], AT["5015"]) == 0
    assert distance(AT["0101"], AT["7034"]) == 69


@rule("FB map.edge", "OTB 13.2.q2")
def test_an_edge_hex_is_no_hex_away_from_the_edge() -> None:
    assert ground.EDGE[AT["0303"]] == 2
    assert ground.EDGE[AT["0404"]] == 3
    border = [space for space in HEXES if KEYS[space][:2] in ("01", "70") or KEYS[space][2:] in ("01", "34")]
    assert len(border) == 2 * 70 + 2 * 34 - 4
    for space in HEXES:
        assert ground.EDGE[space] == min(distance(space, other) for other in border)


@rule("FB map.priority")
def test_every_hex_has_one_terrain() -> None:
    assert {
        tables.TERRAIN_KEYS[kind]: n for kind, n in Counter(ground.TERRAIN[s] for s in HEXES).items()
    } == {
        "clear": 1336,
        "built-up": 617,
        "forest": 247,
        "park": 62,
        "water": 56,
        "airfield": 30,
        "building": 16,
        "ruins": 13,
        "tower": 3,
    }
    assert sum(board.bit_count() for board in ground.BY_TERRAIN) == 2380
    for kind, board in enumerate(ground.BY_TERRAIN):
        assert {ground.TERRAIN[space] for space in bits(board)} == {kind}


def test_urban_ground_and_ground_that_blocks_sight() -> None:
    assert ground.URBAN == ground.BLOCKS | ground.RUINED | ground.BUILDINGS | ground.TOWERS
    assert ground.BLOCKING == ground.URBAN | ground.FORESTS
    assert ground.LAND == ground.ALL & ~ground.WATERS


@rule("FB map.fixed", "FB map.tower", "FB map.major")
@pytest.mark.parametrize(
    ("key", "name", "terrain"),
    (
        ("5015", "Reichstag", tables.BUILDING),
        ("5115", "Goebbels' house", tables.BUILDING),
        ("5315", "Arsenal", tables.BUILDING),
        ("5117", "Air Ministry", tables.BUILDING),
        ("5118", "Air Ministry annex", tables.BUILDING),
        ("5119", "Gestapo headquarters", tables.BUILDING),
        ("4818", "Army Ministry", tables.BUILDING),
        ("4819", "Navy Ministry", tables.BUILDING),
        ("4516", "Tiergarten", tables.PARK),
        ("4915", "Tiergarten flak site", tables.PARK),
        ("4218", "Zoo flak tower", tables.TOWER),
        ("5208", "Humboldthain flak tower", tables.TOWER),
        ("6113", "Friedrichshain flak tower", tables.TOWER),
        ("3506", "Tegel airfield", tables.AIRFIELD),
        ("5225", "Tempelhof airfield", tables.AIRFIELD),
        ("1023", "Gatow airfield", tables.AIRFIELD),
        ("2515", "Olympic Stadium", tables.BUILDING),
        ("3530", "Botanical Gardens", tables.PARK),
        ("2922", "Grunewald station", tables.BUILT_UP),
        ("5017", "Chancellery", tables.BUILDING),
        ("3614", "Schloss Charlottenburg", tables.BUILDING),
        ("5516", "Town Hall", tables.BUILDING),
        ("5615", "Police headquarters", tables.BUILDING),
        ("5019", "Anhalter station", tables.BUILDING),
        ("5111", "Stettiner station", tables.BUILDING),
        ("5916", "Schlesischer station", tables.BUILDING),
        ("5616", "Alexanderplatz", tables.BUILT_UP),
    ),
)
def test_every_place_that_the_book_names_lies_where_it_says(key: str, name: str, terrain: int) -> None:
    assert ground.NAMES[AT[key]] == name
    assert ground.TERRAIN[AT[key]] == terrain
    assert find_hex(name) == find_hex(key) == find_hex(name.upper()) == AT[key]


@rule("FB map.fixed")
def test_the_hexes_that_rules_speak_of_have_names_of_their_own() -> None:
    assert board_of(
        (
            *(ground.REICHSTAG, ground.GOEBBELS, ground.ARSENAL, ground.GESTAPO, ground.CHANCELLERY),
            *(ground.ARMY_MINISTRY, ground.NAVY_MINISTRY, ground.TIERGARTEN, ground.TIERGARTEN_FLAK),
            *(ground.STADIUM, ground.BOTANICAL_GARDENS, ground.GRUNEWALD_STATION),
            *ground.AIRFIELD_CENTRES,
        )
    ) == chart("5015 5115 5315 5119 5017 4818 4819 4516 4915 2515 3530 2922 3506 5225 1023")
    assert keys(ground.AIR_MINISTRY) == ["5117", "5118"]
    with pytest.raises(KeyError):
        find_hex("7101")


@rule("FB map.major")
def test_sixteen_major_buildings() -> None:
    assert (
        chart("2515 3614 4818 4819 5015 5017 5019 5111 5115 5117 5118 5119 5315 5516 5615 5916")
        == ground.BUILDINGS
    )


@rule("FB map.tower")
def test_three_flak_towers() -> None:
    assert chart("4218 5208 6113") == ground.TOWERS


@rule("FB map.ruins", "FB 9.0.list")
def test_thirteen_ruins() -> None:
    assert chart("4614 4620 4713 4719 4812 5214 5220 5313 5319 5412 5418 5513 5517") == ground.RUINED
    assert not ground.RUINED >> AT["5016"] & 1
    assert AT["5513"] in ground.ROADS[13]


@rule("FB map.parks")
def test_eight_parks() -> None:
    parks = Counter(ground.DISTRICTS[space] for space in bits(ground.PARKS))
    assert parks == {
        "Tiergarten": 18, "Humboldthain": 5, "Friedrichshain": 8, "Botanical Gardens": 6, "Jungfernheide": 8,
        "Rehberge": 7, "Hasenheide": 5, "Treptow": 5,
    }  # fmt: skip
    assert ground.PARKS.bit_count() == 62
    assert ground.PARKS & chart("4516 3530 5208") == chart("4516 3530")


@rule("FB map.forests")
def test_five_forests() -> None:
    forests = Counter(ground.DISTRICTS[space] for space in bits(ground.FORESTS))
    assert forests == {
        "Grunewald": 165, "Spandau forest": 33, "Jungfernheide": 34, "Königsheide": 9, "Plänterwald": 6,
    }  # fmt: skip
    assert ground.FORESTS & chart("2220 2922") == chart("2220")


@rule("FB map.forests")
def test_the_grunewald_lies_east_of_the_havel() -> None:
    for number in range(18, 34):
        row = [AT[f"{column:02}{number:02}"] for column in range(1, 71)]
        wet = [at for at, space in enumerate(row) if ground.DISTRICTS[space] == "Havel"]
        assert not any(ground.FORESTS >> space & 1 for space in row[: min(wet)])


def in_the_ring(space: int) -> bool:
    """FB map.perimeter: ((c-49)/13)^2 + ((r-16)/9)^2 <= 1."""
    column, number = int(KEYS[space][:2]) - 49, int(KEYS[space][2:]) - 16
    return column**2 * 81 + number**2 * 169 <= 169 * 81


@rule("FB map.builtup")
def test_the_city_within_the_ring_is_built_up_where_it_is_nothing_else() -> None:
    assert ground.BLOCKS.bit_count() == 617
    assert ground.BLOCKS & chart("4412 4607 5505 2922 4516") == chart("4412 4607 5505 2922")
    for space in HEXES:
        if in_the_ring(space):
            assert ground.TERRAIN[space] not in (tables.CLEAR, tables.FOREST)


@rule("FB map.builtup")
def test_the_built_up_districts() -> None:
    found = Counter(ground.DISTRICTS[space] for space in bits(ground.BLOCKS))
    whole = {
        "Spandau": 26, "Siemensstadt": 14, "Charlottenburg-Westend": 46, "Tempelhof": 20, "Neukölln": 26,
        "Lichtenberg": 31, "Weissensee": 15, "Pankow": 23, "Reinickendorf": 30, "Tegel": 7, "Zehlendorf": 10,
    }  # fmt: skip
    assert {name: found[name] for name in whole} == whole
    # Of these some hexes belong to a neighbour or are other ground.
    assert {name: found[name] for name in ("Wilmersdorf", "Schöneberg-Steglitz", "Wedding")} == {
        "Wilmersdorf": 67 - 3,
        "Schöneberg-Steglitz": 62 - 11,
        "Wedding": 26 - 8,
    }


@rule("FB map.strongpoint.ring")
def test_24_strongpoints_of_the_ring() -> None:
    assert (
        chart(
            "6216 6218 6020 5822 5624 5323 4925 4625 4224 4022 3820 3618 3616 3614 3812 4010 4208 4607 4907"
            " 5207 5608 5810 6011 6214"
        )
        == ground.RING
    )
    assert ground.RING.bit_count() == 24


@rule("FB map.strongpoint.citadel")
def test_seven_strongpoints_of_the_citadel() -> None:
    assert chart("4714 5013 5413 5416 5318 5020 4718") == ground.CITADEL
    assert ground.STRONGPOINTS == ground.RING | ground.CITADEL
    assert ground.STRONGPOINTS.bit_count() == 31


@rule("FB map.perimeter")
def test_the_perimeter_is_the_ellipse_and_every_strongpoint() -> None:
    assert board_of(filter(in_the_ring, HEXES)) | ground.STRONGPOINTS == ground.PERIMETER
    assert ground.PERIMETER & chart("4916 6113 2515") == chart("4916 6113")


@rule("FB map.airfields")
def test_three_airfields_within_their_wire() -> None:
    spans = ((34, 36, 5, 7), (51, 54, 24, 26), (9, 11, 22, 24))
    for field, name, (left, right, top, bottom) in zip(
        ground.AIRFIELDS, ground.AIRFIELD_NAMES, spans, strict=True
    ):
        assert field == board_of(
            AT[f"{column:02}{number:02}"]
            for column in range(left, right + 1)
            for number in range(top, bottom + 1)
        )
        assert field & ground.ROAD_HEXES
        assert name in ("Tegel", "Tempelhof", "Gatow")
    assert [field.bit_count() for field in ground.AIRFIELDS] == [9, 12, 9]
    assert (ground.TEGEL, ground.TEMPELHOF, ground.GATOW) == ground.AIRFIELDS
    assert ground.TEGEL | ground.TEMPELHOF | ground.GATOW == ground.FIELDS
    for number, centre in enumerate(ground.AIRFIELD_CENTRES):
        assert ground.AIRFIELDS[number] >> centre & 1
        assert ground.AIRFIELD_OF[centre] == number
    assert ground.AIRFIELD_OF[ground.REICHSTAG] == -1


@rule("FB map.bunker")
def test_two_bunkers_on_each_airfield() -> None:
    assert chart("3405 3607 5224 5426 0922 1124") == ground.BUNKERS
    assert [(ground.BUNKERS & field).bit_count() for field in ground.AIRFIELDS] == [2, 2, 2]


@rule("FB map.ubahn.ew", "FB map.ubahn.ns")
def test_both_lines_of_the_u_bahn() -> None:
    east_west, north_south = ground.UBAHN_LINES
    assert " ".join(KEYS[s] for s in east_west) == "4218 4418 4618 4818 5017 5217 5416 5616 5815 6015"
    assert " ".join(KEYS[s] for s in north_south) == (
        "4906 4908 5009 5011 5013 5015 5117 5119 5121 5222 5224 5326"
    )
    assert board_of((*east_west, *north_south, ground.GRUNEWALD_STATION)) == ground.UBAHN
    assert ground.UBAHN.bit_count() == 23
    for line in ground.UBAHN_LINES:
        for a, b in pairwise(line):
            assert ground.UBAHN_STEP[a] >> b & 1
            assert ground.UBAHN_STEP[b] >> a & 1
    assert ground.UBAHN_STEP[ground.GRUNEWALD_STATION] == 0
    assert keys(ground.UBAHN_STEP[AT["4218"]]) == ["4418"]


def areas(words: str) -> dict[str, list[str]]:
    """`A 4801-5401`: a letter and the hexes of a row or a column from one to the other."""
    found = {}
    for part in words.split(", "):
        letter, span = part.split()
        first, last = span.split("-")
        found[letter] = [
            f"{c:02}{r:02}"
            for c in range(int(first[:2]), int(last[:2]) + 1)
            for r in range(int(first[2:]), int(last[2:]) + 1)
        ]
    return found


def entered(letter: str) -> list[str]:
    return [KEYS[space] for space in ground.ENTRY[letter]]


@rule("FB map.entry.north")
def test_entry_areas_of_the_north() -> None:
    for letter, due in areas("A 4801-5401, B 5501-6101, C 6201-7001, V 1701-4701").items():
        assert entered(letter) == due
    corner = [f"01{number:02}" for number in range(1, 9)]
    assert entered("U") == corner + [f"{column:02}01" for column in range(2, 17)]


@rule("FB map.entry.east")
def test_entry_areas_of_the_east() -> None:
    words = "D 7002-7006, E 7007-7010, F 7011-7014, G 7015-7017, H 7018-7021, I 7022-7025, J 7026-7029"
    for letter, due in areas(f"{words}, K 7030-7034").items():
        assert entered(letter) == due
    assert entered("H") == ["7018", "7019", "7020", "7021"]


@rule("FB map.entry.south")
def test_entry_areas_of_the_south() -> None:
    words = "L 6134-6934, M 5234-6034, N 4334-5134, O 3434-4234, P 2534-3334, Q 1634-2434"
    for letter, due in areas(words).items():
        assert entered(letter) == due


@rule("FB map.entry.west")
def test_entry_areas_of_the_west_and_hexes_of_none() -> None:
    for letter, due in areas("R 0125-0134, S 0117-0124, T 0109-0116").items():
        assert entered(letter) == due
    assert "".join(ground.ENTRY) == "ABCDEFGHIJKLMNOPQRSTUV"
    assert board_of(space for area in ground.ENTRY.values() for space in area) == ground.LETTERED
    border = board_of(space for space in HEXES if ground.EDGE[space] == 0)
    assert keys(border & ~ground.LETTERED) == [f"{column:02}34" for column in range(2, 16)]
    assert ground.LETTERED & ~border == 0


@rule("OTB 15.4.2.q2")
def test_the_north_and_the_south_edge_of_the_off_map_divisions() -> None:
    north, south = set(keys(ground.NORTH_ENTRY)), set(keys(ground.SOUTH_ENTRY))
    assert {"4801", "0201", "0101", "7001"} < north
    assert not north & {"0108", "7006", "0102"}
    assert {"5034", "0134", "7034"} < south
    assert not south & {"0133", "7033", "0234", "1534"}
    assert {key[2:] for key in north} == {"01"}
    assert {key[2:] for key in south} == {"34"}
    assert (len(north), len(south)) == (70, 70 - 14)
