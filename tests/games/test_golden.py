"""Every registered game has golden playthroughs of every scenario, and plays today as it did in them."""

from pathlib import Path

import pytest

from berlin.kernel.contract.game import codes, load
from berlin.kernel.proof import golden

ROOT = Path(__file__).parent
DUE = [path for _, _, _, path in golden.expected(ROOT)]


def test_every_scenario_of_every_game_has_a_playthrough() -> None:
    scenarios = {(code, scenario.key) for code in codes(examples=True) for scenario in load(code).scenarios}
    found = {(path.parent.parent.name, path.stem.rpartition("-")[0]) for path in ROOT.glob("*/golden/*.txt")}
    assert found == scenarios


@pytest.mark.parametrize("path", DUE, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_the_game_plays_as_in_its_playthrough(path: Path) -> None:
    assert golden.check(path) == ""


@pytest.mark.parametrize("path", DUE, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_a_playthrough_can_be_reviewed(path: Path) -> None:
    assert path.stat().st_size < 400_000
