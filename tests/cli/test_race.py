"""The command line on Race for Berlin itself."""

import json
from pathlib import Path

import pytest
from tests.cli.runs import Berlin

from berlin.kernel.play.dice import key_from_seed, roll
from berlin.kernel.records.record import parse

LEBUS = """\
game = "race"
turn = 1
stage = "C.1"
[units]
Bridgehead = ["1GTA/1", "1GTA/2", "8GA/1"]
Goritz = ["8GA/2"]
Lebus = ["606", "5Jager"]
"""
ATTACK = [
    "activate 1GTA/1 combat",
    "activate 1GTA/2 combat",
    "activate 8GA/1 combat",
    "activate 8GA/2 combat",
    "begin",
    "attack 1GTA/1 Lebus",
    "join 1GTA/2",
    "join 8GA/1",
    "join 8GA/2",
]


@pytest.fixture
def lebus(home: Path) -> Path:
    path = home / "lebus.toml"
    path.write_text(LEBUS)
    return path


def test_the_game_is_listed(berlin: Berlin) -> None:
    assert "race       Race for Berlin [RFB], for zhukov and koniev" in berlin("games").out


def test_the_worked_example_of_lebus_is_explained_with_the_printed_numbers(
    berlin: Berlin, lebus: Path, home: Path
) -> None:
    opened = home / "attack.record"
    assert berlin("apply", lebus, *ATTACK, "-o", opened).code == 0
    told = json.loads(berlin("explain", opened, "roll", "--json").out)["explanation"]
    totals = {tally["label"]: tally["total"] for tally in told["tallies"]}
    assert totals["attack"] == 74
    assert totals["defence"] == 22
    assert totals["die modifier"] == 0
    assert "the defenders lose 2 steps and retreat" in [outcome["label"] for outcome in told["outcomes"]]
    assert "[RFB map.defence-line]" in berlin("explain", opened, "roll").out


def test_given_dice_give_the_printed_result(berlin: Berlin, lebus: Path, home: Path) -> None:
    study = home / "study.record"
    ran = berlin("apply", lebus, *ATTACK, "roll", "decline", "--dice", "5", "-o", study)
    assert ran.code == 0, ran.err
    assert "the defenders lose 2 steps and retreat" in ran.out
    assert "\nstudy\n" in study.read_text()


def test_dice_that_no_roll_shows_are_refused_and_nothing_is_written(
    berlin: Berlin, lebus: Path, home: Path
) -> None:
    study = home / "study.record"
    ran = berlin("apply", lebus, *ATTACK, "roll", "decline", "--dice", "9", "-o", study)
    ran.refused("a die of 9 was laid down for a roll of 1 to 6")
    assert not study.exists()


def test_a_situation_with_a_draw_beyond_the_bag_is_refused_with_its_line(berlin: Berlin, lebus: Path) -> None:
    lebus.write_text(LEBUS.replace('stage = "C.1"', 'stage = "A.4"\ndice = [4, 12]'))
    for command in (["show"], ["legal"], ["replay"], ["play"], ["apply"]):
        words = [*command, lebus, *(["done"] if command == ["apply"] else [])]
        berlin(*words).refused("lebus.toml, line 4: a die of 12 was laid down for a roll of 1 to 9")
    lebus.write_text(LEBUS.replace("turn = 1", "turn = 1\nrolls = -1"))
    berlin("show", lebus).refused("lebus.toml, line 3", "rolls")


def test_the_chits_that_a_situation_draws_on_loading_are_rolls_of_the_record(
    berlin: Berlin, lebus: Path, home: Path
) -> None:
    lebus.write_text(LEBUS.replace('stage = "C.1"', 'stage = "A.4"\nrolls = 30'))
    path = home / "on.record"
    action = berlin("legal", lebus, "--seed", 4).out.split("\n")[0]
    assert berlin("apply", lebus, action, "--seed", 4, "-o", path).code == 0
    first, second = roll(key_from_seed(4), 30, 10), roll(key_from_seed(4), 31, 9)
    assert f"\nstart | {first}/10 {second}/9" in path.read_text()
    assert "verified: " in berlin("replay", path, "--verify").out


@pytest.mark.parametrize(
    "old, new, told",
    [
        ("Lebus = ", "Lebuss = ", ["lebus.toml, line 7", "Lebuss"]),
        ('"5Jager"]', '"8GA/2"]', ["lebus.toml, line 7", "8GA/2", "[RFB"]),
        ('"5Jager"]', '"3GTA/1"]', ["lebus.toml, line 7", "[RFB"]),
        ('"5Jager"]', '"5Jager", "391", "712", "169"]', ["lebus.toml, line 7", "[RFB"]),
        ('"5Jager"]', '"6Jager"]', ["lebus.toml, line 7", "6Jager"]),
        ('stage = "C.1"', 'stage = "Z.9"', ["lebus.toml, line 3", "Z.9"]),
        ("turn = 1", "turn = 99", ["lebus.toml, line 2", "99"]),
    ],
)
def test_contradictory_situations_name_file_line_and_rule(
    berlin: Berlin, lebus: Path, old: str, new: str, told: list[str]
) -> None:
    lebus.write_text(LEBUS.replace(old, new))
    for command in (["show"], ["legal"], ["replay"], ["play"]):
        berlin(*command, lebus).refused(*told)


def test_unknown_zones_and_units_in_actions(berlin: Berlin, lebus: Path) -> None:
    berlin("apply", lebus, "move 8GA/1 Atlantis").refused("Atlantis")
    berlin("explain", lebus, "attack 99GA/1 Lebus").refused("99GA/1")
    assert "Not allowed" in berlin("explain", lebus, "activate 3GTA/1 move").out


def test_machines_play_it_to_the_end_and_every_roll_is_verified(berlin: Berlin, home: Path) -> None:
    path = home / "whole.record"
    words = ["--zhukov", "random", "--koniev", "random", "--seed", 3, "-o", path]
    assert "The game is over" in berlin("play", "race", *words).out
    record = parse(path.read_text())
    rolls = list(record.rolls())
    assert [one.value for one in rolls] == [roll(record.key, one.n, one.sides) for one in rolls]
    assert {one.sides for one in rolls} >= {6, 9, 10}
    assert f"verified: {len(rolls)} rolls" in berlin("replay", path, "--verify").out
    assert "The game is over" in berlin("replay", path).out


def test_a_human_plays_against_the_machine_from_a_script(berlin: Berlin) -> None:
    ran = berlin("play", "race", "--seed", 1, typed="done\npass\nlegal\nshow Lebus\nrules 8.3\nquit\n")
    assert ran.code == 0
    assert "ZHUKOV: " in ran.out
    assert "712th Division: " in ran.out
    assert "RFB 8.3.1a (enforce)" in ran.out


def test_data_board_and_coverage(berlin: Berlin, home: Path) -> None:
    shares = json.loads(berlin("data", "race", "--json").out)["shares"]
    assert shares["printed"]["values"] > 0
    assert shares["house"]["values"] > 0
    assert sum(share["share"] for share in shares.values()) == pytest.approx(1)
    assert berlin("board", "race", "-o", home / "race.svg").code == 0
    assert "<svg" in (home / "race.svg").read_text()
    counts = json.loads(berlin("rules", "--coverage", "--json").out)["RFB"]
    assert set(counts["enforce"]) == {"total", "proven", "missing"}
    assert counts["enforce"]["total"] + counts["setup"]["total"] == 346


BRIDGES = """
game = "race"
turn = 3
stage = "C.1"
[units]
Bridgehead = ["8GA/1", "8GA/2"]
Forst = ["342"]
Lebus = ["712"]
[chits]
koniev = [1, 4]
"""


@pytest.mark.parametrize(
    ("typed", "next_question"),
    [("decline\n", "KONIEV: Soviet impulse"), ("auto\ndecline\n", "KONIEV: German impulse")],
)
def test_an_only_answer_is_taken_by_itself_if_the_player_wants_that(
    berlin: Berlin, home: Path, typed: str, next_question: str
) -> None:
    """Koniev has no Soviets here: in his Soviet impulse he can only pass."""
    path = home / "bridges.toml"
    path.write_text(BRIDGES)
    ran = berlin("play", path, "--zhukov", "random", "--koniev", "human", "--seed", 3, typed=typed)
    questions = [line for line in ran.out.split("\n") if line.startswith("KONIEV: ")]
    assert questions[-1].startswith(next_question)


def test_what_an_act_costs_for_good_is_told_before_it_is_done(berlin: Berlin, home: Path) -> None:
    path = home / "starve.toml"
    path.write_text(LEBUS.replace('"C.1"', '"B.2"'))
    ran = berlin("explain", path, "starve 8GA/1")
    cost = "the first counter of the 8th Guards Army will be out of supply for the whole turn [RFB 3.2.2b]"
    assert f"Mind: {cost}" in ran.out
    told = json.loads(berlin("explain", path, "starve 8GA/1", "--json").out)
    assert told["warnings"] == [cost]


def test_what_is_refused_may_be_typed_in_words_too(berlin: Berlin) -> None:
    """Units and places by name, by code, or one so and the other so; nothing is told by its code."""
    for words in (
        "why Move the 8th Guards Army to Lebus",
        "why move 8GA/1 lebus",
        "why move the 8th guards army lebus",
        "why move 8GA/1 to Lebus",
    ):
        out = berlin("play", "race", "--seed", 1, typed=f"{words}\nquit\n").out
        assert "Not allowed: Move the first counter of the 8th Guards Army to Lebus" in out
    out = berlin("play", "race", "--seed", 1, typed="why fry the 8th guards army\nquit\n").out
    assert "'fry' is no verb of this game" in out
    assert "8GA" not in out


def test_codes_are_shown_to_who_asks_for_them(berlin: Berlin) -> None:
    plain = berlin("play", "race", "--seed", 1, typed="quit\n").out
    assert "61st Army 14-3 ×2" in plain
    assert "61/1" not in plain
    coded = berlin("play", "race", "--seed", 1, "--codes", typed="codes\nquit\n").out
    assert "Bärwalde 12 Soviet Z: 61/1 61st Army 14-3," in coded
    assert "Names stand alone." in coded
