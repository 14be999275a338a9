"""Two players, each with Soviets and Germans: whose each counter is, and who is whose enemy."""

import pytest
from table import Table

from berlin.kernel.proof.mark import rule

# Every counter by its colour and the colour of its symbol, as the set-up lists of 11.1 to 11.6 have them.
ZHUKOV_SOVIETS = "61 1POL 47 3SHA 2GTA 5SHA 8GA 69 33 1GTA 3"
KONIEV_SOVIETS = "3GA 13 3GTA 5GA 4GTA 2POL 52 28 31"
KONIEV_GERMANS = (
    "391 32SS Ragener 286 712 169 303 20PzGr Kurmark 156 606 5Jager 9Falsch 309 Munch 25PzGr 541"
    " 11SS 23SS 18PzGr"
)
ZHUKOV_GERMANS = (
    "10SSPz 72 17 Branden 615 545 1SSPz 344 404 342 36SS 214 275 35SS 21Pz 1Falsch"
    " TKorner UvHut FvSchill Scharn Clause Hamburg vHake 199 HGoer FLJahn"
)


def counters(nation: str, camp: str) -> set[str]:
    """The armies and divisions of one nation and camp, by the pieces on the table."""
    pieces = Table.new().scene("zhukov").pieces
    return {p.id.partition("/")[0] for p in pieces if (p.side, p.camp) == (nation, camp)}


@rule("RFB glossary.zhukov-soviets", "RFB 11.1a")
def test_glossary_zhukovs_soviets_are_the_armies_of_the_first_list() -> None:
    assert counters("soviet", "zhukov") == set(ZHUKOV_SOVIETS.split())


@rule("RFB glossary.koniev-soviets", "RFB 11.3a")
def test_glossary_konievs_soviets_are_the_armies_of_the_third_list() -> None:
    assert counters("soviet", "koniev") == set(KONIEV_SOVIETS.split())


@rule("RFB glossary.zhukov-germans", "RFB 11.2a")
def test_glossary_zhukovs_germans_are_the_divisions_of_the_second_list_and_xii_army() -> None:
    assert counters("german", "zhukov") == set(ZHUKOV_GERMANS.split())


@rule("RFB glossary.koniev-germans", "RFB 11.4a")
def test_glossary_konievs_germans_are_the_divisions_of_the_fourth_list() -> None:
    assert counters("german", "koniev") == set(KONIEV_GERMANS.split())


@rule("RFB intro.a")
@pytest.mark.parametrize(
    "stage, player, own",
    [
        ("C.1", "zhukov", "8GA/1"),
        ("C.2", "koniev", "3GTA/1"),
        ("C.3", "koniev", "5Jager"),
        ("C.4", "zhukov", "10SSPz"),
    ],
)
def test_intro_each_player_commands_his_own_soviets_and_his_own_germans(
    stage: str, player: str, own: str
) -> None:
    t = Table.at(f"""
        turn = 3
        stage = "{stage}"
        [units]
        Kustrin = ["8GA/1"]
        Triebel = ["3GTA/1"]
        Lebus = ["5Jager"]
        Gorlitz = ["10SSPz"]
    """)
    assert t.decider == player
    units = ("8GA/1", "3GTA/1", "5Jager", "10SSPz")
    assert [unit for unit in units if t.can(f"activate {unit} move")] == [own]


@rule("RFB glossary.nationality")
@pytest.mark.parametrize(
    "stage, unit, other, enemies",
    [
        ("C.1", "8GA/1", "21Pz", True),
        ("C.1", "8GA/1", "303", True),
        ("C.1", "8GA/1", "3GTA/1", False),
        ("C.4", "21Pz", "8GA/1", True),
        ("C.4", "21Pz", "3GTA/1", True),
        ("C.4", "21Pz", "303", False),
    ],
)
def test_glossary_nationality_and_not_the_player_tells_friend_from_enemy(
    stage: str, unit: str, other: str, enemies: bool
) -> None:
    t = Table.at(f"""
        turn = 3
        stage = "{stage}"
        [units]
        SOderbruch = ["{unit}"]
        Bridgehead = ["{other}"]
    """)
    assert t.can(f"activate {unit} combat") is enemies
    if enemies:
        t.do(f"activate {unit} combat", "begin")
        assert t.can(f"attack {unit} Bridgehead")
