"""The results tables of the campaign, row by row and DRM by DRM, as the rulebook prints them."""

import pytest

from berlin.games.orsha.board.tables import RESULTS, TABLES
from berlin.games.orsha.game import GAME
from berlin.kernel.contract.rules import Outcome
from berlin.kernel.proof.mark import rule

# What is printed, one result a total; a table's dice, its first total, its results from there on.
ROWS = {
    "escape.infantry": (
        2,
        8,
        ("escapes", "escapes replaced", "escapes reduced", "escapes replaced reduced", "eliminated"),
    ),
    "escape.vehicle": (
        2,
        8,
        ("escapes", "escapes", "abandoned crew-escapes", "abandoned crew-eliminated", "eliminated"),
    ),
    "escape.equipment": (1, 3, ("left", "eliminated")),
    "flame": (1, 4, ("removed", "blaze")),
    "wounded": (1, 1, ("unwounded", "wounded", "evacuated")),
    "hardening.mmc": (2, -1, ("4", "3", "3", "2", "2", "2", "1", "1", "0")),
    "hardening.leader": (
        2,
        2,
        ("10-2", "9-2", "9-1", "8-1", "8-0", "8-0", "7-0", "7-0", "6+1"),
    ),
    "san": (1, 4, ("0", "-1")),
    "immobilization": (1, 4, ("mobile", "immobile")),
    "ammo": (1, 3, ("returns", "away")),
    "stun": (1, 3, ("recovers", "stunned", "stunned", "eliminated")),
    "repair": (1, 2, ("repaired", "eliminated")),
    "captured": (1, 2, ("kept", "eliminated")),
    "spent": (2, 10, ("retained", "eliminated")),
    "spent.russian-FT": (2, 11, ("retained", "eliminated")),
    "removal": (1, 3, ("removed", "stays")),
    "cpp": (2, 2, ("25", "24", "24", "23", "23", "22", "22", "21", "21", "20")),
    "elr": (2, 2, ("1", *("0",) * 9, "-1")),
    "weather": (2, 3, ("Rain", *("Overcast",) * 4, *("Clear",) * 4, "Clear & Gusty")),
    "ground": (1, 2, ("Wet", "Moist", "Moist", "Moderate")),
    "strength": (2, 8, ("full", "depleted")),
    "weapon": (1, 4, ("received", "forfeited")),
    "oba.german": (2, 2, ("plentiful", *("normal",) * 6, "scarce")),
    "oba.russian": (2, 5, ("plentiful", *("normal",) * 6, "scarce")),
    "armor": (2, 1, ("10-2", "10-1", "9-2", "9-1", "8-1", "")),
    "platoon": (1, 1, ("9-2", "9-2", "9-1", "8-1", "8-0", "8-0", "7-0")),
    "atcb": (1, 2, ("ATCB", "")),
    "types.T-34-FT": (1, 4, ("r:OT-34-ATO-42", "r:OT-34-L")),
    "types.PT-34": (1, 4, ("r:PT-34-L", "r:PT-34")),
    "types.KV-FT": (1, 2, ("r:KV-8S", "r:KV-8-L", "r:KV-8-L", "r:KV-8")),
    "types.KV-PT": (1, 3, ("r:KV-1-M41", "r:KV-1-M42")),
    "types.45L": (1, 3, ("r:45LL", "r:45L")),
}
LEADERS = {
    1: ("10-3 9-1 8-0", "10-3 9-1 8-0"),
    2: ("10-2 9-1 8-0", "10-2 9-1 7-0"),
    3: ("10-1 9-1 7-1", "10-1 9-1 7-1"),
    4: ("9-2 9-1 8-0", "9-1 8-1"),
    5: ("10-0 8-1 7-1", "9-1 7-1"),
    6: ("9-1 8-1 8-0", "8-1 7-1"),
    7: ("9-1 8-1 7-0", "9-1 8-0"),
    8: ("9-1 8-0 8-0", "8-1 7-0"),
    9: ("8-1 8-0", "8-0 7-0"),
    10: ("8-1 7-0", "8-0 7-0"),
    11: ("8-0 8-0", "7-0 7-0"),
    12: ("8-0 7-0", "8-0 6+1"),
    13: ("8-0 6+1", "7-0 6+1"),
}
# By table and reason: what is added; None where the reason brings the number along.
DRMS: dict[str, dict[str, int | None]] = {
    "escape.infantry": {
        "leader": None,
        "alone": -1,
        "within2": -1,
        "adjacent": -1,
        "halves": 1,
        "load": 1,
        "encircled": 2,
    },
    "escape.vehicle": {
        "halves": 1,
        "encircled": 2,
        "leader": None,
        "within2": -1,
        "adjacent": -1,
        "captured": 2,
    },
    "wounded": {"isolated": 1, "heroic": -1},
    "hardening.mmc": {"won": -3, "cvp": -1},
    "hardening.leader": {"won": -2, "german": -1},
    "san": {"san": None},
    "immobilization": {"leader": None, "unqualified": 1, "front": 1, "isolated": 1},
    "stun": {"isolated": 1, "leader": None},
    "repair": {"vehicular": -2, "repair": -1, "unqualified": 1, "isolated": 1},
    "removal": {"front": 2, "adjacent": 1, "engineers": -1, "own": -2},
    "cpp": {"historical": None},
    "elr": {"won": -1, "elite": -1, "scenarios": 1, "cvp": 1, "historical": None},
    "weather": {"overcast": -1},
    "ground": {"rain": -2, "overcast": -1},
    "strength": {"historical": None},
    "oba.german": {"historical": None},
    "oba.russian": {"historical": None},
    "leaders.german": {"depleted": 1, "historical": None, "I2": 1},
    "leaders.russian": {"depleted": 1, "historical": None, "I2": -1, "I4": -1, "I5": -1},
    "armor": {"kv": -1, "german": -1, "mineroller": 1, "depleted": 1},
    "platoon": {"depleted": 1},
    "recon": {"paid": 3, "morning": 2, "russian": 1},
}
PER = {("hardening.mmc", "cvp"): 30, ("elr", "cvp"): 50}
PRINTED = (*ROWS, "leaders.german", "leaders.russian", "recon")
SECRET = {
    *("hardening.mmc", "hardening.leader", "cpp", "weapon"),
    *("oba.german", "oba.russian", "leaders.german", "leaders.russian"),
}


def results(key: str, first: int, last: int) -> tuple[str, ...]:
    return tuple(RESULTS[key].result(total) for total in range(first, last + 1))


@pytest.mark.parametrize("key", ROWS)
def test_a_table_reads_as_it_is_printed(key: str) -> None:
    dice, first, printed = ROWS[key]
    last = first + len(printed) - 1
    assert RESULTS[key].dice == dice
    assert results(key, first, last) == printed
    assert (RESULTS[key].result(first - 9), RESULTS[key].result(last + 9)) == (printed[0], printed[-1])


@rule("OTO 7.5197c", "OTO 7.5197d", "OTO 7.5197.q1")
def test_7_5197_the_leaders_of_platoons() -> None:
    assert results("armor", 1, 6) == ("10-2", "10-1", "9-2", "9-1", "8-1", "")
    assert results("platoon", 2, 7) == ("9-2", "9-1", "8-1", "8-0", "8-0", "7-0")
    assert RESULTS["platoon"].result(1) == "9-2"
    assert RESULTS["platoon"].tally(6, {"depleted": 1}).total == 7


@rule(*(f"OTO 7.5196.r{row}" for row in LEADERS), "OTO 7.5196.q1")
def test_7_5196_the_leaders_of_a_group() -> None:
    for total, (german, russian) in LEADERS.items():
        assert RESULTS["leaders.german"].result(total) == german
        assert RESULTS["leaders.russian"].result(total) == russian
    for side in ("german", "russian"):
        table = RESULTS[f"leaders.{side}"]
        assert table.dice == 2
        assert (table.result(-1), table.result(16)) == (table.result(1), table.result(13))
    assert RESULTS["leaders.german"].words(5) == ("10-0", "8-1", "7-1")


@rule("OTO RG.russian.note.k.q1")
def test_rg_russian_note_k_a_four_is_a_kv_8_of_the_later_type() -> None:
    assert results("types.KV-FT", 1, 6) == (
        *("r:KV-8S", "r:KV-8S", "r:KV-8-L", "r:KV-8-L", "r:KV-8", "r:KV-8"),
    )


@pytest.mark.parametrize("key", PRINTED)
def test_a_table_has_its_drm_and_no_others(key: str) -> None:
    found = RESULTS[key].drms
    assert {when: drm.value for when, drm in found.items()} == DRMS.get(key, {})
    assert {when: drm.per for when, drm in found.items()} == {when: PER.get((key, when), 1) for when in found}


def test_which_tables_are_rolled_in_secret() -> None:
    assert {key for key, table in RESULTS.items() if table.secret} == SECRET


def test_the_tables_that_no_book_gives_take_one_die_and_name_aircraft_in_thirds_or_halves() -> None:
    assert {RESULTS[key].dice for key in ("types.43DB", "types.GA", "aircraft", "recon")} == {1}
    assert results("aircraft", 1, 6) == ("1", "1", "2", "2", "3", "3")
    assert results("types.43DB", 1, 6) == (*("g:43DB-D",) * 3, *("g:43DB-G",) * 3)
    assert results("types.GA", 1, 6) == (
        *("r:43GA", "r:43GA", "r:44A-GA", "r:44A-GA", "r:44B-GA", "r:44B-GA"),
    )


@rule("OTO 7.5112.q1")
def test_7_5112_q1_each_full_30_casualty_points_are_worth_one() -> None:
    table = RESULTS["hardening.mmc"]
    assert [table.tally(7, {"cvp": points}).total for points in (29, 30, 59, 60)] == [7, 6, 6, 5]


@rule("OTO 7.5131b.q1")
def test_7_5131b_q1_non_qualified_use_makes_repair_harder_by_one() -> None:
    table = RESULTS["immobilization"]
    assert table.result(table.tally(4, {"unqualified": 1}).total) == "immobile"
    assert table.result(4) == "mobile"


@rule("OTO 7.514.q1")
def test_7_514_q1_beside_the_front_line_it_takes_engineers() -> None:
    table = RESULTS["removal"]
    assert table.result(table.tally(3, {"adjacent": 1}).total) == "stays"
    assert table.result(table.tally(3, {"adjacent": 1, "engineers": 1}).total) == "removed"


@rule("OTO 7.516.q1")
def test_7_516_q1_winning_helps_losses_and_fatigue_do_harm() -> None:
    table = RESULTS["elr"]
    won = table.tally(2, {"won": 1, "scenarios": 1, "cvp": 0, "elite": 0, "historical": 1})
    assert (won.total, table.result(won.total)) == (3, "0")
    lost = table.tally(8, {"scenarios": 2, "cvp": 120, "historical": 0})
    assert (lost.total, table.result(lost.total)) == (12, "-1")


@rule("OTO 7.517.q1")
def test_7_517_q1_rain_makes_it_wet() -> None:
    table = RESULTS["ground"]
    assert table.result(table.tally(4, {"rain": 1}).total) == "Wet"
    assert table.result(table.tally(5, {"rain": 1}).total) == "Moist"
    assert table.result(table.tally(5, {"rain": 1, "overcast": 1}).total) == "Wet"


@rule("OTO 7.5195.q1")
def test_7_5195_q1_less_than_two_is_plentiful() -> None:
    table = RESULTS["oba.german"]
    assert [table.result(table.tally(roll, {"historical": -1}).total) for roll in (2, 3, 4)] == [
        *("plentiful", "plentiful", "normal"),
    ]


@rule("OTO 7.5196.q2")
def test_7_5196_q2_a_depleted_group_has_worse_leaders() -> None:
    table = RESULTS["leaders.german"]
    assert table.words(table.tally(9, {"depleted": 1, "historical": 0}).total) == ("8-1", "7-0")


@rule("OTO 7.5197.q2")
def test_7_5197_q2_a_german_armor_leader_is_one_better() -> None:
    table = RESULTS["armor"]
    assert table.result(table.tally(6, {"german": 1}).total) == "8-1"
    assert "german" not in RESULTS["platoon"].drms


@rule("OTO 7.5225b")
def test_7_5225_recon_gives_as_many_locations_as_the_total() -> None:
    table = RESULTS["recon"]
    assert table.result(table.tally(2, {"paid": 1, "morning": 1, "russian": 1}).total) == "8"
    assert table.result(table.tally(1, {"morning": 1, "russian": 1}).total) == "4"


def test_the_odds_of_full_strength_are_those_of_two_dice() -> None:
    assert RESULTS["strength"].outcomes() == (Outcome("full", 26, 36), Outcome("depleted", 10, 36))
    assert RESULTS["strength"].outcomes(-2) == (Outcome("full", 33, 36), Outcome("depleted", 3, 36))


def test_each_row_of_a_table_can_be_named_for_a_what_if() -> None:
    for name in TABLES.names():
        rows = TABLES.rows(name)
        first = next(iter(rows[0]))
        assert len({row[first] for row in rows}) == len(rows), name


def test_every_value_has_a_source_and_what_no_book_gives_is_ours() -> None:
    found = GAME.data()
    assert {datum.source for datum in found} == {"printed", "found", "derived", "house"}
    ours = {datum.name for datum in found if datum.source == "house"}
    assert ours >= {
        *("hardening.mmc.cvp drm", "immobilization.unqualified drm", "removal.adjacent drm"),
        *("removal.engineers drm", "elr.won drm", "elr.scenarios drm", "elr.cvp drm", "ground.rain drm"),
        *("armor.german drm", "leaders.german.depleted drm", "leaders.russian.depleted drm"),
        *("platoon.to1 result", "types.KV-FT.5+ low", "types.GA.to2 result", "types.43DB.to3 result"),
        *("aircraft.to2 result", "san_most value", "g:4-6-7 fire", "german.I3 elite", "23PM russian"),
    }
    assert not ours & {
        "repair.vehicular drm",
        "elr.elite drm",
        "cpp.to2 result",
        "russian.I1 cpp",
        "needed value",
    }
