"""`berlin lab`: what it says, what it keeps, and what it refuses."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.cli.runs import Berlin

from berlin.cli import progress
from berlin.games.race.board.units import TABLES
from berlin.kernel.contract.game import AnyGame
from berlin.lab import executor
from berlin.lab.match_game import BadMatchGame, MatchGame, Outcome, play
from berlin.lab.results import FILE, read

SHORT = ("--games", 6, "--jobs", 1)


def test_a_match_tells_who_is_better_and_is_not_played_twice(
    toy: AnyGame, berlin: Berlin, home: Path
) -> None:
    ran = berlin("lab", "match", "greedy", "random", *SHORT)
    assert ran.code == 0
    head, *lines = ran.out.splitlines()
    assert head == "Nine Cards, rules 1, short: greedy against random, 6 games"
    assert [line.split()[0] for line in lines[:4]] == ["greedy", "random", "lead", "red"]
    assert re.fullmatch(r" +lead  [+-]\d+\.\d \([+-].* to [+-].*\) points a game for greedy", lines[2])
    assert lines[-1] == "Kept in lab-results/toy. Plots: berlin lab report lab-results/toy"
    before = (home / "lab-results" / "toy" / FILE).stat().st_mtime_ns, read(home / "lab-results" / "toy")
    assert berlin("lab", "match", "greedy", "random", *SHORT).out == ran.out
    assert read(home / "lab-results" / "toy") == before[1]


def test_a_match_in_json(toy: AnyGame, berlin: Berlin) -> None:
    told = json.loads(berlin("lab", "match", "greedy", "random", *SHORT, "--json").out)
    assert told["setting"]["game"] == "toy"
    first, second = told["scores"]
    assert (first["player"], first["games"]) == ("greedy", 6)
    assert first["wins"] == second["losses"]
    assert first["lead"]["value"] == -second["lead"]["value"]
    assert first["win_rate"]["low"] <= first["wins"] / 6 <= first["win_rate"]["high"]


def test_a_ladder_rates_everybody(toy: AnyGame, berlin: Berlin) -> None:
    words = ("lab", "ladder", "random", "greedy", "search:3", "--games", 2, "--jobs", 1)
    assert "search:3" in berlin(*words).out
    told = json.loads(berlin(*words, "--json").out)
    assert {each["player"] for each in told["ratings"]} == {"random", "greedy", "search:3"}
    assert sum(each["points"] for each in told["ratings"]) == 6
    assert len(told["scores"]) == 3


def test_balance_tells_rates_margin_and_bid(toy: AnyGame, berlin: Berlin) -> None:
    words = ("lab", "balance", "toy", "--player", "random", *SHORT)
    out = berlin(*words).out
    for word in ("red  wins", "blue  wins", "margin", "even with", " points (", "actions"):
        assert word in out
    told = json.loads(berlin(*words, "--json").out)
    assert told["seats"] == ["red", "blue"]
    assert told["balance"]["games"] == 6
    assert told["balance"]["bid"]["low"] <= told["balance"]["bid"]["value"] <= told["balance"]["bid"]["high"]


def test_no_bid_is_told_of_a_game_that_points_do_not_decide(berlin: Berlin) -> None:
    words = ("--scenario", "1945", "--games", 6, "--jobs", 1)
    out = berlin("lab", "balance", "noretreat", "--player", "random", *words).out
    assert "axis  wins" in out
    for word in ("margin", "even with", "decided"):
        assert word not in out
    assert "lead" not in berlin("lab", "match", "random", "idle", "--game", "noretreat", *words).out


def test_a_sweep_tells_every_combination(toy: AnyGame, berlin: Berlin) -> None:
    words = ("lab", "sweep", "toy", "--player", "random", "--vary", "option.left=2,4", *SHORT)
    out = berlin(*words, "--vary", "scenario=short,long").out
    assert [line.split("  ")[0] for line in out.splitlines()[1:5]] == [
        "short, left=2",
        "long, left=2",
        "short, left=4",
        "long, left=4",
    ]
    told = json.loads(berlin(*words, "--json").out)
    assert [each["setting"]["options"] for each in told["settings"]] == [["left=2"], ["left=4"]]


def test_it_stops_when_the_interval_is_narrow(toy: AnyGame, berlin: Berlin) -> None:
    words = ("lab", "balance", "toy", "--player", "random", "--games", 400, "--jobs", 1, "--width", 0.3)
    assert json.loads(berlin(*words, "--json").out)["balance"]["games"] == 50


def test_a_report_is_one_page(toy: AnyGame, berlin: Berlin, home: Path) -> None:
    berlin("lab", "balance", "toy", "--player", "random", *SHORT)
    ran = berlin("lab", "report", "lab-results/toy")
    assert ran.out == "lab-results/toy/report.html written, 6 games\n"
    page = (home / "lab-results" / "toy" / "report.html").read_text()
    assert page.startswith("<!doctype html>")
    assert "http" not in page.replace("http://www.w3.org/", "")
    told = json.loads(berlin("lab", "report", "lab-results/toy", "-o", "x.html", "--json").out)
    assert told == {"file": "x.html", "bouts": 6}
    assert (home / "x.html").read_text() == page


def test_from_games_is_learned_what_signs_are_worth(
    toy: AnyGame, berlin: Berlin, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    berlin("lab", "balance", "toy", "--player", "random", *SHORT)
    berlin("lab", "learn", "lab-results/toy").refused("lab-results/toy: Nine Cards names no features")
    monkeypatch.setattr(type(toy), "feature_names", ("lead",))
    monkeypatch.setattr(type(toy), "milestone", lambda self, state: 30 - state.left)
    monkeypatch.setattr(
        type(toy), "features", lambda self, state: (float(state.scores[0] - state.scores[1]),)
    )
    berlin("lab", "learn", "lab-results/toy").refused("decided games between equals", "are the least")
    berlin("lab", "balance", "toy", "--player", "random", "--games", 250, "--jobs", 1, "-o", "many")
    told = json.loads(berlin("lab", "learn", "many", "-o", "x.tsv", "--json").out)
    assert told["file"] == "x.tsv"
    assert told["right"] > 0.6
    head, *rows = (home / "x.tsv").read_text().splitlines()
    assert head.startswith("feature\t")
    assert [row.split("\t")[0] for row in rows] == ["base", "lead"]
    berlin("lab", "balance", "toy", "--player", "greedy", "--games", 250, "--jobs", 1, "-o", "steady")
    berlin("lab", "learn", "many", "--base", "steady", "-o", "y.tsv", "--json")
    _, base, lead = (home / "y.tsv").read_text().splitlines()
    assert lead == rows[1]
    assert base != rows[0]
    berlin("lab", "learn", "many", "--base", "lab-results/toy").refused("lab-results/toy: ", "are the least")


@pytest.mark.parametrize(
    "words, told",
    [
        (["match", "random", "robot"], "unknown player 'robot'"),
        (["match", "random"], "B"),
        (["match", "random", "random"], "can't be matched against itself"),
        (["match", "random", "greedy", "--games", "5"], "take an even number"),
        (["match", "random", "greedy", "--game", "chess"], "unknown game 'chess'; known: toy, solo"),
        (["match", "random", "greedy", "--scenario", "endless"], "no scenario is called 'endless'"),
        (["match", "random", "greedy", "--option", "fog"], "write it as name=value"),
        (["match", "random", "greedy", "--change", "crt.1.2=3"], "toy has no table 'crt'"),
        (["match", "random", "greedy", "--data", "nowhere"], "nowhere: no such file"),
        (["match", "random", "greedy", "--width", "7"], "--width"),
        (
            ["match", "random", "greedy", "--cluster", "tcp://127.0.0.1:9"],
            "no Dask scheduler answers at tcp://",
        ),
        (["ladder", "random"], "two players or more"),
        (["ladder", "random", "robot"], "unknown player 'robot'"),
        (["balance", "chess"], "unknown game 'chess'"),
        (["balance", "toy", "--player", "robot"], "unknown player 'robot'"),
        (["sweep", "toy"], "--vary"),
        (["sweep", "toy", "--vary", "option.left"], "--vary option.left: write it as NAME=VALUE"),
        (["sweep", "toy", "--vary", "crt.1.2=3,4"], "toy has no table 'crt'"),
        (["sweep", "toy", "--vary", "option.fog=1,2"], "no option is called 'fog'"),
        (["report", "nowhere"], "nowhere: there are no results in it"),
        (["learn", "nowhere"], "nowhere: there are no results in it"),
        (["learn", "nowhere", "--base", "elsewhere"], "nowhere: there are no results in it"),
        (["juggle"], "juggle"),
    ],
)
def test_bad_input_is_one_line(toy: AnyGame, berlin: Berlin, home: Path, words: list[str], told: str) -> None:
    berlin("lab", *words).refused(told)
    assert list(home.iterdir()) == []


@pytest.mark.parametrize(
    "old, new, told", [('"rules":1', '"rules":7', "version 7"), ('"toy"', '"solo"', "solo")]
)
def test_results_of_another_game_or_version_are_refused(
    toy: AnyGame, berlin: Berlin, home: Path, old: str, new: str, told: str
) -> None:
    words = ("lab", "balance", "toy", "--player", "random", *SHORT, "-o", "kept")
    berlin(*words)
    path = home / "kept" / FILE
    path.write_text(path.read_text().replace(old, new))
    before = path.read_bytes()
    berlin(*words).refused("kept: holds games of", told, "--output")
    assert path.read_bytes() == before
    if "rules" in old:
        berlin("lab", "report", "kept").refused("version 7 of the rules; this program has 1")


def test_a_damaged_folder_is_one_line(toy: AnyGame, berlin: Berlin, home: Path) -> None:
    berlin("lab", "balance", "toy", "--player", "random", *SHORT, "-o", "kept")
    path = home / "kept" / FILE
    path.write_bytes(b"nonsense\n" + path.read_bytes())
    berlin("lab", "report", "kept").refused("bouts.jsonl line 1: damaged")


def test_ctrl_c_keeps_what_is_finished_and_says_how_to_go_on(home: Path) -> None:
    """As in a terminal, where the interrupt reaches the workers too."""
    words = ["lab", "balance", "race", "--player", "random", "--games", "400", "--jobs", "2", "-o", "kept"]
    order = [sys.executable, "-c", "from berlin.cli.main import main; main()", *words]
    run = subprocess.Popen(order, stderr=subprocess.PIPE, text=True, start_new_session=True)
    file = home / "kept" / FILE
    end = time.monotonic() + 120
    while not (file.exists() and file.read_bytes().count(b"\n") >= 2):
        assert time.monotonic() < end
        time.sleep(0.05)
    os.killpg(run.pid, signal.SIGINT)
    _, err = run.communicate(timeout=120)
    assert run.returncode == 130
    told = [line for line in err.splitlines() if line.startswith("berlin:")]
    assert told[0] == "berlin: interrupted; what is finished is kept in kept"
    assert told[1] == "berlin: the same command goes on from there"
    assert "Traceback" not in err
    lines = read(home / "kept")
    assert 2 <= len(lines) < 400
    assert [line.seed for line in lines] == sorted(line.seed for line in lines)


def test_progress_in_a_pipe_is_told_in_words(
    toy: AnyGame, berlin: Berlin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "TOLD_EVERY", 0.0)
    ran = berlin("lab", "balance", "toy", "--player", "random", *SHORT)
    first, *_, last = ran.err.splitlines()
    assert first.startswith("toy: 1 of 6 games, about ")
    assert last == "toy: 6 of 6 games, about 0 s left"
    assert [progress.span(seconds) for seconds in (40, 720, 12_000)] == ["40 s", "12 min", "3 h 20 min"]


def test_every_experiment_has_its_page(berlin: Berlin) -> None:
    for name in ("match", "ladder", "balance", "sweep", "report"):
        page = berlin("lab", name, "--help").out
        assert f"berlin lab {name}" in page
        assert "Example: berlin lab" in page
    assert "balance" in berlin("lab", "--help").out
    assert berlin("lab").out == berlin("lab", "--help").out


def test_a_machine_at_fault_is_a_bug_and_the_rest_is_kept(
    toy: AnyGame, berlin: Berlin, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:

    def broken(match_game: MatchGame, tables: object) -> Outcome:
        if match_game.seed == 4:
            raise BadMatchGame("toy, seed 4: robot is refused")
        return play(match_game)

    monkeypatch.setattr(executor, "play", broken)
    ran = berlin("lab", "balance", "toy", "--player", "random", *SHORT, "-o", "kept")
    assert ran.code == 1
    assert "seed 4: robot is refused" in ran.err
    assert [line.seed for line in read(home / "kept")] == [1, 2, 3]


@pytest.fixture
def tables(home: Path) -> Path:
    """An owner's own combat table, in which every attack is a disaster."""
    rows = TABLES.rows("combat")
    folder = home / "mine"
    folder.mkdir()
    bad = [{column: "A2" if ":" in column else cell for column, cell in row.items()} for row in rows]
    text = "\n".join(",".join(row) for row in ([*rows[0]], *([*row.values()] for row in bad)))
    (folder / "combat.csv").write_text(text + "\n")
    return folder


def test_a_game_is_played_with_an_owners_tables_and_with_no_others(
    tables: Path, berlin: Berlin, home: Path
) -> None:
    assert berlin("new", "race", "--seed", 7, "--data", tables, "-o", "own.record").code == 0
    text = (home / "own.record").read_text()
    assert text.split("\n")[3].startswith("data ")
    for words in (("show",), ("legal",), ("replay",), ("replay", "--verify"), ("play", "--json")):
        berlin(words[0], "own.record", *words[1:]).refused("own.record line 4", "other tables", "--data")
        assert berlin(words[0], "own.record", *words[1:], "--data", tables, typed="").code == 0
    acted = ["enter 31 Priebus"]
    assert berlin("apply", "own.record", *acted, "--data", tables, "-o", "on.record").code == 0
    assert (home / "on.record").read_text().split("\n")[3] == text.split("\n")[3]
    berlin("new", "race", "--seed", 7, "-o", "ours.record")
    berlin("show", "ours.record", "--data", tables).refused("ours.record line 4", "as they are")
    values = json.loads(berlin("data", "race", "--data", tables, "--json").out)["values"]
    assert {each["value"] for each in values if each["table"] == "combat"} == {"A2"}


def test_an_owners_tables_that_do_not_fit(berlin: Berlin, home: Path) -> None:
    folder = home / "mine"
    berlin("new", "race", "--data", folder).refused("mine: no such file")
    folder.mkdir()
    berlin("new", "race", "--data", folder).refused("mine: there are no tables")
    (folder / "combat.csv").write_text("die,1:1\n1,A1\n")
    berlin("new", "race", "--data", folder).refused("mine: combat.csv: its columns must be die, 1:2")
    (folder / "combat.csv").rename(folder / "crt.csv")
    berlin("board", "race", "--data", folder).refused("mine: race has no table 'crt'")


def test_the_lab_is_not_loaded_by_other_commands() -> None:
    code = "import sys; from berlin.cli.main import run; run(['games']); print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {"berlin.lab", "distributed", "dask", "multiprocessing"} & set(loaded)
