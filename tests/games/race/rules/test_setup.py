"""The position that a new game starts from."""

from functools import cache

import pytest
from table import Table

from berlin.games.race.board.zones import BY_NAME, ZONES
from berlin.games.race.rules.setup import set_up
from berlin.kernel.contract.game import load
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.proof.mark import rule

TO_COME = ("3/1", "3/2", "1Falsch", "28/1", "28/2", "31/1", "11SS", "23SS", "18PzGr")
XII = ("TKorner", "UvHut", "FvSchill", "Scharn", "Clause", "Hamburg", "vHake", "199", "HGoer", "FLJahn")


@cache
def opening() -> Table:
    """A new game whose first turn has brought no reinforcement: the set-up as it was laid out."""
    for seed in range(200):
        t = Table.new(seed=seed)
        if all(t.zone(unit) == "pool" for unit in TO_COME):
            return t
    raise AssertionError("a reinforcement arrives on turn 1 under every seed")


def start(zone: str) -> set[str]:
    return set(opening().units(zone))


def soviet(unit: str) -> bool:
    return "/" in unit


def on_map(t: Table) -> list[str]:
    return [unit for zone in ZONES for unit in t.units(zone.key)]


@rule("RFB 11a", "RFB 2.4.1")
def test_11_before_the_first_draw_koniev_holds_heinrici_and_nobody_another_chit() -> None:
    t = Table(set_up(key_from_seed(1)))
    assert (t.hand("koniev"), t.hand("zhukov")) == ({1}, set())
    assert t.bag() == set(range(2, 12))


@rule("RFB 11a", "RFB 2.4.1")
def test_11_koniev_starts_with_heinrici_and_chits_two_to_eleven_are_in_the_bag() -> None:
    drawn: set[int] = set()
    for seed in range(60):
        t = Table.new(seed=seed)
        koniev, zhukov, bag = t.hand("koniev"), t.hand("zhukov"), t.bag()
        if t.stage != "B.2":
            continue
        # Each has drawn one in A.4 of turn 1.
        assert 1 in koniev
        assert len(koniev) == 2
        assert len(zhukov) == 1
        assert not t.out()
        assert 1 not in zhukov | bag
        assert koniev | zhukov | bag == set(range(1, 12))
        assert len(bag) == 8
        drawn |= koniev - {1} | zhukov
    assert drawn == set(range(2, 12))


@rule("RFB 11b")
def test_11_turn_and_operations_markers_start_on_the_first_space() -> None:
    t = opening()
    assert t.turn == 1
    assert t.operations == 1


@rule("RFB 11c")
def test_11_support_and_victory_markers_start_beside_the_track() -> None:
    t = opening()
    for camp in ("zhukov", "koniev"):
        assert t.vp(camp) == 0
        assert t.support(camp) == 0
    tracks = [track for track in t.scene("zhukov").tracks if track.seat >= 0]
    assert [(track.value, track.note) for track in tracks] == [(0, "beside the track")] * 4
    t = Table.at("""
        stage = "C.1"
        [units]
        Kustrin = ["47/1"]
        [points]
        support = [1, 0]
        vp = [0, 2]
    """)
    on_track = {
        track.name: track.value for track in t.scene("zhukov").tracks if track.note != "beside the track"
    }
    assert (on_track["support zhukov"], on_track["victory points koniev"]) == (1, 2)
    assert not {"support koniev", "victory points zhukov"} & set(on_track)


@rule("RFB 11d")
def test_11_thirty_four_soviet_and_thirty_two_german_counters_start_on_the_map() -> None:
    units = on_map(opening())
    assert len([unit for unit in units if soviet(unit)]) == 34
    assert len([unit for unit in units if not soviet(unit)]) == 32
    assert len(set(units)) == len(units)
    for unit in units:
        if soviet(unit):
            assert opening().zone(unit) == opening().zone(unit.partition("/")[0] + "/1")


@rule("RFB 11d")
def test_11_every_unit_starts_at_full_strength_and_unused() -> None:
    t = opening()
    assert not [unit for unit in on_map(t) if t.reduced(unit) or t.used(unit)]


@rule("RFB 11.q1")
def test_11_q1_turn_and_operations_are_two_numbers() -> None:
    t = Table.at("""
        turn = 4
        operations = 2
        stage = "C.1"
        [units]
        Kustrin = ["47/1"]
    """)
    values = {track.name.lower(): track.value for track in t.scene("koniev").tracks if track.seat < 0}
    assert [value for name, value in values.items() if "turn" in name] == [4]
    assert [value for name, value in values.items() if "operation" in name] == [2]
    assert (t.turn, t.operations) == (4, 2)


@rule("RFB 11.1a")
def test_11_1_61st_army_and_1st_polish_army_start_in_barwalde() -> None:
    assert start("Barwalde") == {"61/1", "61/2", "1POL/1", "1POL/2"}


@rule("RFB 11.1b")
def test_11_1_47th_3rd_shock_and_2nd_guards_tank_army_start_in_kustrin() -> None:
    assert start("Kustrin") == {"47/1", "47/2", "3SHA/1", "3SHA/2", "2GTA/1", "2GTA/2"}


@rule("RFB 11.1c")
def test_11_1_5th_shock_and_8th_guards_army_start_in_the_bridgehead() -> None:
    assert start("Bridgehead") == {"5SHA/1", "5SHA/2", "8GA/1", "8GA/2"}


@rule("RFB 11.1d")
def test_11_1_69th_army_starts_in_reppen() -> None:
    assert start("Reppen") == {"69/1", "69/2"}


@rule("RFB 11.1e")
def test_11_1_33rd_army_starts_in_ziebingen() -> None:
    assert start("Ziebingen") == {"33/1", "33/2"}


@rule("RFB 11.1f")
def test_11_1_1st_guards_tank_army_starts_in_goritz() -> None:
    assert start("Goritz") == {"1GTA/1", "1GTA/2"}


@rule("RFB 11.2a")
def test_11_2_10_ss_pz_72_and_17_start_in_gorlitz() -> None:
    assert start("Gorlitz") == {"10SSPz", "72", "17"}


@rule("RFB 11.2b")
def test_11_2_brandenburg_starts_in_niesky() -> None:
    assert start("Niesky") == {"Branden"}


@rule("RFB 11.2c")
def test_11_2_615_starts_in_rietschen() -> None:
    assert start("Rietschen") == {"615"}


@rule("RFB 11.2d")
def test_11_2_545_starts_in_muskau() -> None:
    assert start("Muskau") == {"545"}


@rule("RFB 11.2e")
def test_11_2_1_ss_pz_and_344_start_in_spremberg() -> None:
    assert start("Spremberg") == {"1SSPz", "344"}


@rule("RFB 11.2f")
def test_11_2_404_starts_in_dresden() -> None:
    assert start("Dresden") == {"404"}


@rule("RFB 11.2g")
def test_11_2_342_starts_in_forst() -> None:
    assert start("Forst") == {"342"}


@rule("RFB 11.2h")
def test_11_2_36_ss_and_214_start_in_guben() -> None:
    assert start("Guben") == {"36SS", "214"}


@rule("RFB 11.2i")
def test_11_2_275_and_35_ss_start_in_lieberose() -> None:
    assert start("Lieberose") == {"275", "35SS"}


@rule("RFB 11.2j")
def test_11_2_21_pz_starts_in_cottbus() -> None:
    assert start("Cottbus") == {"21Pz"}


@rule("RFB 11.3a")
def test_11_3_3rd_guards_13th_and_3rd_guards_tank_army_start_in_triebel() -> None:
    assert start("Triebel") == {"3GA/1", "3GA/2", "13/1", "13/2", "3GTA/1", "3GTA/2"}


@rule("RFB 11.3b")
def test_11_3_5th_guards_and_4th_guards_tank_army_start_in_priebus() -> None:
    assert start("Priebus") == {"5GA/1", "5GA/2", "4GTA/1", "4GTA/2"}


@rule("RFB 11.3c")
def test_11_3_2nd_polish_army_starts_in_sanitz() -> None:
    assert start("Sanitz") == {"2POL/1", "2POL/2"}


@rule("RFB 11.3d")
def test_11_3_52nd_army_starts_in_penzig() -> None:
    assert start("Penzig") == {"52/1", "52/2"}


@rule("RFB 11.4a")
def test_11_4_391_and_32_ss_start_in_furstenberg() -> None:
    assert start("Furstenberg") == {"391", "32SS"}


@rule("RFB 11.4b")
def test_11_4_ragener_starts_in_beeskow() -> None:
    assert start("Beeskow") == {"Ragener"}


@rule("RFB 11.4c")
def test_11_4_286_starts_in_frankfurt() -> None:
    assert start("Frankfurt") == {"286"}


@rule("RFB 11.4d")
def test_11_4_712_and_169_start_in_lebus() -> None:
    assert start("Lebus") == {"712", "169"}


@rule("RFB 11.4e")
def test_11_4_303_and_20_pzgr_start_in_seelow() -> None:
    assert start("Seelow") == {"303", "20PzGr"}


@rule("RFB 11.4f")
def test_11_4_kurmark_and_156_start_in_falkenhagen() -> None:
    assert start("Falkenhagen") == {"Kurmark", "156"}


@rule("RFB 11.4g")
def test_11_4_606_and_5_jager_start_in_n_oderbruch() -> None:
    assert start("NOderbruch") == {"606", "5Jager"}


@rule("RFB 11.4h")
def test_11_4_9_falsch_and_309_start_in_s_oderbruch() -> None:
    assert start("SOderbruch") == {"9Falsch", "309"}


@rule("RFB 11.4i")
def test_11_4_muncheberg_division_starts_in_letschin() -> None:
    assert start("Letschin") == {"Munch"}


@rule("RFB 11.4j")
def test_11_4_25_pzgr_starts_in_protzel() -> None:
    assert start("Protzel") == {"25PzGr"}


@rule("RFB 11.4k")
def test_11_4_541_starts_in_muncheberg() -> None:
    assert start("Muncheberg") == {"541"}


@rule("RFB 11.1.q1")
def test_11_1_q1_units_of_the_doubled_letter_b_are_placed_by_the_name_of_their_zone() -> None:
    assert start("Barwalde") == {"61/1", "61/2", "1POL/1", "1POL/2"}
    assert start("SOderbruch") == {"9Falsch", "309"}
    assert ZONES[BY_NAME["Barwalde"]].letters == ("B",)
    assert ZONES[BY_NAME["SOderbruch"]].letters == ("C",)


LETTERS = {
    "A": "606 5Jager",
    "B": "61/1 61/2 1POL/1 1POL/2",
    "D": "47/1 47/2 3SHA/1 3SHA/2 2GTA/1 2GTA/2",
    "E": "5SHA/1 5SHA/2 8GA/1 8GA/2",
    "F": "1GTA/1 1GTA/2",
    "G": "303 20PzGr",
    "H": "Munch",
    "I": "541",
    "J": "25PzGr",
    "K": "Kurmark 156",
    "L": "712 169",
    "M": "69/1 69/2",
    "N": "286",
    "O": "Ragener",
    "P": "391 32SS",
    "Q": "33/1 33/2",
    "S": "275 35SS",
    "T": "36SS 214",
    "V": "342",
    "W": "3GA/1 3GA/2 13/1 13/2 3GTA/1 3GTA/2",
    "X": "545",
    "Y": "5GA/1 5GA/2 4GTA/1 4GTA/2",
    "Z": "615",
    "AA": "2POL/1 2POL/2",
    "BB": "52/1 52/2",
    "CC": "Branden",
    "DD": "10SSPz 72 17",
    "EE": "404",
    "FF": "1SSPz 344",
    "GG": "21Pz",
}


@rule("RFB map.flag", "RFB 11d")
@pytest.mark.parametrize("letter", LETTERS)
def test_map_a_unit_starts_in_the_zone_whose_flag_bears_its_letter(letter: str) -> None:
    flagged = [zone.key for zone in ZONES if letter in zone.letters]
    assert len(flagged) == 1
    assert start(flagged[0]) == set(LETTERS[letter].split())
    borne = {d.name for d in load("race").data() if d.table == "units" and d.value == letter}
    assert borne == {f"{unit.partition('/')[0]} letter" for unit in LETTERS[letter].split()}


@rule("RFB 11.5")
def test_11_5_zhukov_awaits_one_army_one_division_and_the_ten_of_xii_army() -> None:
    t = opening()
    pool = {p.id for p in t.scene("zhukov").pieces if p.camp == "zhukov" and p.place == "pool"}
    assert pool == {"3/1", "3/2", "1Falsch", *XII}
    assert {t.zone(unit) for unit in pool} == {"pool"}


@rule("RFB 11.6")
def test_11_6_koniev_awaits_two_armies_of_three_counters_and_three_divisions() -> None:
    t = opening()
    pool = {p.id for p in t.scene("koniev").pieces if p.camp == "koniev" and p.place == "pool"}
    assert pool == {"28/1", "28/2", "31/1", "11SS", "23SS", "18PzGr"}
    assert {t.zone(unit) for unit in pool} == {"pool"}


@rule("RFB units.a")
def test_units_every_army_has_two_counters_and_every_division_one() -> None:
    units = on_map(opening())
    armies = {unit.partition("/")[0] for unit in units if soviet(unit)}
    assert len(armies) == 17
    assert {f"{army}/{n}" for army in armies for n in (1, 2)} == {unit for unit in units if soviet(unit)}
    divisions = [unit for unit in units if not soviet(unit)]
    assert len(divisions) == len(set(divisions)) == 32
    to_come = [piece.id for piece in opening().scene("zhukov").pieces if piece.place == "pool"]
    assert sorted(to_come) == sorted((*TO_COME, *XII))


@rule("RFB units.b")
def test_units_the_31st_army_is_one_counter_and_the_28th_two() -> None:
    t = Table.at("""
        turn = 6
        stage = "A.1"
        dice = [1, 1, 5]
        [units]
        Priebus = ["13/1"]
        [off]
        pool = ["28", "31"]
        [chits]
        zhukov = [10]
        koniev = [1, 6]
    """)
    t.do("enter 28 Triebel", "enter 31 Sanitz")
    assert t.units("Triebel") == ["28/1", "28/2"]
    assert t.units("Sanitz") == ["31/1"]


@rule("RFB units.c")
def test_units_colour_and_symbol_tell_nationality_and_owner() -> None:
    pieces = {p.id: p for p in opening().scene("zhukov").pieces}
    faces = {unit: (pieces[unit].side, pieces[unit].camp) for unit in ("8GA/1", "21Pz", "3GTA/1", "5Jager")}
    assert faces == {
        "8GA/1": ("soviet", "zhukov"),
        "21Pz": ("german", "zhukov"),
        "3GTA/1": ("soviet", "koniev"),
        "5Jager": ("german", "koniev"),
    }
    assert pieces["8GA/1"].symbol.endswith("red/black")
    assert pieces["21Pz"].symbol.endswith("green/black")
    assert pieces["3GTA/1"].symbol.endswith("red/white")
    assert pieces["5Jager"].symbol.endswith("green/white")


@rule("RFB units.base")
def test_units_every_counter_has_two_strengths_movement_points_and_a_type() -> None:
    told: dict[str, dict[str, str]] = {}
    for datum in load("race").data():
        if datum.table == "units":
            key, field = datum.name.split()
            told.setdefault(key, {})[field] = datum.value
    assert len(told) == 66
    for counter in told.values():
        assert int(counter["full"]) > int(counter["reduced"]) > 0
        assert int(counter["movement"]) > 0
        assert counter["kind"] in ("armour", "mechanised", "infantry")


@rule("RFB units.base")
def test_units_the_strengths_known_from_the_worked_examples() -> None:
    t = Table.at("""
        turn = 2
        stage = "C.1"
        [units]
        Bridgehead = ["1GTA/1", "1GTA/2", "8GA/1", "8GA/2"]
        SOderbruch = ["606", "5Jager"]
    """)
    t.do(
        "activate 1GTA/1 combat", "activate 1GTA/2 combat", "begin", "attack 1GTA/1 SOderbruch", "join 1GTA/2"
    )
    tallies = {tally.label: tally.total for tally in t.explain("roll").tallies}
    assert tallies["attack"] == 44
    assert tallies["defence"] == 11
    t = Table.at("""
        turn = 2
        stage = "C.1"
        [units]
        Tempelhof = ["8GA/1", "8GA/2", "11SS"]
        [points]
        support = [1, 0]
    """)
    t.do("activate 8GA/1 combat", "activate 8GA/2 combat", "begin", "attack 8GA/1 Tempelhof", "join 8GA/2")
    tallies = {tally.label: tally.total for tally in t.explain("roll").tallies}
    assert tallies["attack"] == 40
    assert tallies["defence"] == 26


@rule("RFB map.insert")
def test_map_the_insert_zones_are_zones_of_their_own() -> None:
    inserted = {zone.key for zone in ZONES if zone.insert}
    assert {"Seelow", "Protzel", "Lebus"} <= inserted
    assert "SeelowHeights" not in BY_NAME
    assert len({zone for zone in inserted if start(zone)}) >= 9
