"""The test run as it gathers proofs: whole small projects, run by pytest with this project's conftest."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from berlin.kernel.proof.mark import rule

CONFTEST = Path(__file__).parent.parent / "conftest.py"
LEDGER = "id\tclass\tgist\tcheck\nTOY 1\tenforce\tfirst\t\nTOY 2\tsetup\tsecond\t\nTOY 3\tdisplay\tthird\t\n"
SUITE = """
import pytest
from berlin.kernel.proof.mark import rule

@rule("TOY 1")
@pytest.mark.parametrize("n", [1, 2])
def test_all_parameters_pass(n): pass

@rule("TOY 2")
@pytest.mark.parametrize("n", [1, 2])
def test_one_parameter_is_skipped(n):
    if n == 2:
        pytest.skip("not here")

@rule("TOY 2")
@pytest.mark.skip
def test_skipped(): pass

@rule("TOY 3")
@pytest.mark.xfail
def test_expected_to_fail(): assert False

class TestGroup:
    @rule("TOY 3", "TOY 1")
    def test_in_a_class(self): pass
"""
PROVEN = (
    "clause\ttest\n"
    "TOY 1\ttests/test_toy.py::TestGroup::test_in_a_class\n"
    "TOY 1\ttests/test_toy.py::test_all_parameters_pass\n"
    "TOY 3\ttests/test_toy.py::TestGroup::test_in_a_class\n"
)


class Project:
    """A project of one game and one test file."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.table = root / "src/berlin/games/toy/proven.tsv"
        self.table.parent.mkdir(parents=True)
        self.table.with_name("rules.tsv").write_text(LEDGER)
        (root / "tests").mkdir()
        shutil.copy(CONFTEST, root / "tests")
        (root / "pyproject.toml").write_text('[tool.pytest.ini_options]\ntestpaths = ["tests"]\n')
        self.suite(SUITE)

    def suite(self, text: str) -> None:
        (self.root / "tests/test_toy.py").write_text(text)

    def run(self, *args: str) -> tuple[int, str]:
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "xdist", *args]
        env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        env["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        done = subprocess.run(command, cwd=self.root, env=env, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_the_mark_keeps_its_clauses_on_the_test() -> None:
    @rule("TOY 1")
    @rule("TOY 2", "TOY 3")
    def test() -> None: ...

    assert test.__rules__ == ("TOY 1", "TOY 2", "TOY 3")  # type: ignore[attr-defined]


@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_full_run_writes_what_passed_and_then_agrees_with_it(project: Project, workers: str) -> None:
    code, text = project.run("-n", workers, "--write-proof")
    assert (code, project.table.read_text()) == (0, PROVEN), text
    code, text = project.run("-n", workers)
    assert code == 0, text
    assert "STALE" not in text


@pytest.mark.parametrize(
    "table, lacks, extra",
    [
        ("clause\ttest\n", 3, 0),
        (PROVEN + "TOY 2\ttests/test_toy.py::test_skipped\n", 0, 1),
        (PROVEN.replace("TestGroup", "TestOld"), 2, 2),
    ],
)
def test_a_stale_table_fails_a_full_run_in_one_line(
    project: Project, table: str, lacks: int, extra: int
) -> None:
    project.table.write_text(table)
    code, text = project.run()
    assert code == 1
    line = f"STALE: src/berlin/games/toy/proven.tsv lacks {lacks} rows and has {extra} that no longer hold"
    assert f"{line}; run `make proof`\n" in text
    assert project.table.read_text() == table


@pytest.mark.parametrize(
    "args", [("tests/test_toy.py",), ("-k", "class"), ("--deselect", "tests/test_toy.py")]
)
def test_a_partial_run_neither_complains_nor_writes(project: Project, args: tuple[str, ...]) -> None:
    project.table.write_text("clause\ttest\n")
    code, text = project.run(*args)
    assert code in (0, 5), text
    assert "STALE" not in text
    project.run("--write-proof", *args)
    assert project.table.read_text() == "clause\ttest\n"


def test_a_failing_run_writes_nothing(project: Project) -> None:
    project.suite(SUITE + "\ndef test_wrong(): assert False\n")
    code, text = project.run("--write-proof")
    assert code == 1
    assert "proofs not written" in text
    assert not project.table.exists()


@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_cited_id_that_is_in_no_ledger_fails_collection(project: Project, workers: str) -> None:
    project.suite(SUITE.replace('@rule("TOY 1")', '@rule("TOY 9")'))
    code, text = project.run("-n", workers)
    assert code != 0
    assert "test_all_parameters_pass cites TOY 9, which is in no ledger" in text
