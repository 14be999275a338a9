"""The ferry keeps every law that a game must keep, and is small enough to be read at once."""

import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from berlin.arena.aec import Seats
from berlin.arena.solo import Solo
from berlin.games.ferry import board
from berlin.kernel.contract.game import BadText, codes, load
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.proof import conformance

FERRY = load("ferry")
FOLDER = Path(board.__file__).parent
MOST_LINES = 300
BATTERY = "conformance.check(GAME, games=4)"


def test_the_game_passes_the_battery() -> None:
    report = conformance.check(FERRY, games=20)
    assert (report.hidden_from, report.varied_for) == ({0, 1}, {0, 1})


def test_random_games_end_without_an_exception_a_dead_end_or_a_broken_invariant() -> None:
    report = conformance.fuzz(FERRY, games=100, seed=1001)
    assert [(failure.seed, failure.action, failure.text) for failure in report.found] == []


def test_it_is_an_example_which_nobody_is_offered_who_doesn_t_ask() -> None:
    assert FERRY.code not in codes()
    assert FERRY.code in codes(examples=True)


def test_the_whole_of_it_can_be_read_at_once() -> None:
    files = [path for path in FOLDER.rglob("*") if path.suffix in (".py", ".csv", ".tsv")]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) <= MOST_LINES


def test_a_question_is_one_file_and_its_lines_in_the_sequence(tmp_path: Path) -> None:
    """Without them the game is whole, and still passes the battery."""
    copy = tmp_path / "fords"
    shutil.copytree(FOLDER, copy, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "rules" / "barrage.py").unlink()
    for path in copy.rglob("*.py"):
        path.write_text(
            path.read_text(encoding="utf-8").replace("berlin.games.ferry", "fords"), encoding="utf-8"
        )
    sequence = copy / "rules" / "sequence.py"
    rows = sequence.read_text(encoding="utf-8").splitlines()
    left = [row for row in rows if "Barrage" not in row]
    assert len(left) == len(rows) - 2
    sequence.write_text("\n".join(left) + "\n", encoding="utf-8")
    code = f"from fords.game import GAME; from berlin.kernel.proof import conformance; {BATTERY}"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "row, reason",
    [
        ('where = ["lebus"]', "where: a list of 5 is needed, not of 1"),
        ('fired = ["lost"]', "fired: 'lost' is not a place"),
        ("turn = 6", "turn is a number from 1 to 5, not 6 [FER 2]"),
        (
            'where = ["ferry", "ferry", "ferry", "lebus", "seelow"]',
            "too many, or both sides, are at the ferry [FER 5]",
        ),
        (
            'where = ["ferry", "reitwein", "kustrin", "ferry", "seelow"]',
            "too many, or both sides, are at the ferry [FER 5]",
        ),
        ('open = ["Barrage east seats=east,north"]', "is no open question"),
        ('open = ["Barrage east seats=east,east"]', "is no open question"),
        ('open = ["Barrage east seats=east,west given=nothing"]', "is no open question"),
    ],
)
def test_a_situation_that_can_t_be_is_refused_in_a_line(row: str, reason: str) -> None:
    with pytest.raises(BadText) as caught:
        FERRY.read_situation(f'game = "ferry"\n{row}\n', key_from_seed(1))
    assert reason in str(caught.value)


# Gymnasium wants a spec to try render modes with; an environment made by its class has none.
@pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes:UserWarning")
def test_the_arena_plays_it() -> None:
    check_env(Solo("ferry"))
    env, rng = Seats("ferry"), Random(1)
    env.reset(seed=1)
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        assert observation is not None
        env.step(None if terminated or truncated else rng.choice(np.flatnonzero(observation["action_mask"])))
    assert env.sitting.result is not None
