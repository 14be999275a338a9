"""The tool that breaks rules: what it changes, which tests it asks, and what it tells, on a small project."""

import json
import re
import signal
import time
from pathlib import Path

import pytest
from tests.tools import breakable
from tools.mutants.__main__ import main
from tools.mutants.equivalents import BadRow, read
from tools.mutants.rule_modules import Project

pytestmark = pytest.mark.slow

HEAD = ["module", "sampled", "noticed", "survived", "(noticed", "elsewhere)", "equivalent"]


def results(root: Path) -> list[str]:
    return [line for path in (root / ".mutants").glob("*.jsonl") for line in path.read_text().splitlines()]


def tried(root: Path) -> list[str]:
    """The mutants that have a verdict, in the order of the first."""
    return list(dict.fromkeys(json.loads(line)["id"] for line in results(root)))


def test_a_rule_that_is_tested_well_has_no_survivors(tmp_path: Path) -> None:
    code, out, err = breakable.run(breakable.build(tmp_path, breakable.STRONG), "--goal", "100")
    assert (code, err) == (0, "")
    assert "SURVIVED" not in out
    assert "race: 6 of 6 noticed (100.0%)" in out


def test_a_rule_that_is_tested_badly_has_survivors_that_are_shown_as_diffs(tmp_path: Path) -> None:
    code, out, _ = breakable.run(breakable.build(tmp_path, breakable.WEAK), "--goal", "90")
    assert code == 1
    assert "-LIMIT = 5\n+LIMIT = " in out
    assert "SURVIVED 1 tests: berlin.games.race.law:10 is_lawful: a constant off by one" in out
    assert out.splitlines()[0].split() == HEAD


def test_a_sample_is_a_part_of_a_larger_one_and_the_same_each_time(tmp_path: Path) -> None:
    root = breakable.build(tmp_path, breakable.WEAK)
    breakable.run(root, "--sample", "3")
    first = tried(root)
    assert len(first) == 3
    assert breakable.run(root, "--sample", "3") == breakable.run(root, "--sample", "3")
    breakable.run(root, "--sample", "5")
    assert tried(root)[:3] == first
    assert len(tried(root)) == 5


def test_what_was_tried_is_not_tried_again_until_the_source_or_a_test_changes(tmp_path: Path) -> None:
    root = breakable.build(tmp_path, breakable.WEAK)
    once = breakable.run(root)
    kept = {path: path.read_text() for path in (root / ".mutants").iterdir()}
    assert breakable.run(root) == once
    assert {path: path.read_text() for path in (root / ".mutants").iterdir()} == kept
    assert breakable.run(breakable.build(tmp_path, breakable.STRONG))[1] != once[1]


def test_a_line_that_was_cut_off_is_tried_again(tmp_path: Path) -> None:
    root = breakable.build(tmp_path, breakable.WEAK)
    once = breakable.run(root)
    (path,) = (root / ".mutants").glob("*.jsonl")
    path.write_text(path.read_text()[:-20])
    assert breakable.run(root) == once


def test_ctrl_c_keeps_what_is_done_and_the_same_command_goes_on(tmp_path: Path) -> None:
    slow = breakable.STRONG.replace("    assert", "    import time\n\n    time.sleep(1)\n    assert")
    root = breakable.build(tmp_path, slow)
    process = breakable.start(root, "--game", "race", "--jobs", "1")
    until = time.monotonic() + 120
    while not results(root) and time.monotonic() < until:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate()
    assert process.returncode == 130
    assert "interrupted: the same command goes on from here" in err
    assert "Traceback" not in err
    done = results(root)
    assert 0 < len(done) < 6
    code, out, _ = breakable.run(root, "--report")
    assert code == 0
    assert f"race: {len(done)} of {len(done)} noticed" in out
    assert f"; {6 - len(done)} not tried yet" in out
    assert results(root) == done
    code, out, _ = breakable.run(root)
    assert code == 0
    assert "race: 6 of 6 noticed" in out
    assert results(root)[: len(done)] == done


OTHER = f"""{breakable.WEAK}

def test_nobody_backs():
    assert not is_lawful(-1)
    assert is_lawful(0)
"""


def test_a_survivor_that_a_test_of_another_clause_notices_is_one_and_told_apart(tmp_path: Path) -> None:
    proofs = "RFB 2\ttests/test_law.py::test_nobody_backs\n"
    code, out, _ = breakable.run(breakable.build(tmp_path, OTHER, proofs=proofs), "--goal", "90")
    assert code == 1
    test = "tests/test_law.py::test_nobody_backs"
    assert f"SURVIVED 1 tests (noticed by {test}, of other clauses): berlin.games.race.law:10" in out
    assert "SURVIVED 1 tests: berlin.games.race.law:3 the module itself" in out
    assert "; 1 more by tests of other clauses alone;" in out


def test_a_proof_whose_test_is_gone_is_told(tmp_path: Path) -> None:
    proofs = "RFB 1.1\ttests/test_law.py::test_gone\nRFB 1.1\ttests/test_gone.py::test_gone\n"
    code, out, _ = breakable.run(breakable.build(tmp_path, breakable.STRONG, proofs=proofs))
    assert code == 0
    assert "STALE in proven.tsv: there is no tests/test_law.py::test_gone; run `make proof`" in out
    assert "STALE in proven.tsv: there is no tests/test_gone.py::test_gone; run `make proof`" in out


SLOWING = '''"""1. Speed."""


def is_lawful(speed: int) -> bool:
    while speed > 9:
        speed -= 1
    return speed > 0
'''


def test_a_test_that_never_ends_under_a_change_notices_it(tmp_path: Path) -> None:
    tests = breakable.WEAK.replace("not is_lawful(100)", "is_lawful(30)")
    code, out, _ = breakable.run(breakable.build(tmp_path, tests, SLOWING))
    assert code == 0
    assert re.search(r", [1-9] of them by a test that took too long", out)


def test_a_change_that_can_t_be_imported_is_noticed(tmp_path: Path) -> None:
    law = breakable.LAW.replace("LIMIT = 5", "LIMIT = {0: 5}[0]")
    code, out, _ = breakable.run(breakable.build(tmp_path, breakable.STRONG, law), "--goal", "100")
    assert (code, "SURVIVED" in out) == (0, False)


def test_tests_that_fail_as_they_are_try_nothing(tmp_path: Path) -> None:
    root = breakable.build(tmp_path, breakable.STRONG.replace("-1, 8", "0, 8"))
    code, out, err = breakable.run(root)
    assert (code, out) == (1, "")
    assert err == "mutants: tests/test_law.py::test_five_at_most fails without any change\n"


@pytest.mark.parametrize(
    "flags, complaint",
    [
        (("--sample", "0"), "argument --sample: 0 is not a whole number from 1 on"),
        (("--sample", "many"), "argument --sample: many is not a whole number from 1 on"),
        (("--seed", "-1"), "argument --seed: -1 is not a whole number from 1 on"),
        (("--jobs", "0"), "argument --jobs: 0 is not a whole number from 1 on"),
        (("--goal", "101"), "argument --goal: 101 is not a whole number from 0 to 100"),
        (("--game", "chess"), "argument --game: invalid choice: 'chess'"),
        (("--fast",), "unrecognized arguments: --fast"),
    ],
)
def test_bad_flags_are_answered_in_one_line(
    flags: tuple[str, ...], complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main([*flags], Project(tmp_path))
    out, err = capsys.readouterr()
    assert (stop.value.code, out) == (2, "")
    assert err.startswith(f"mutants: {complaint}")
    assert err.count("\n") == 1


EQUIVALENT = "berlin.games.race.law\tis_lawful\treturn speed >= 0\treturn speed >= 1\tnobody stands still\n"


def list_equivalent(root: Path, rows: str) -> Path:
    path = root / "tools" / "mutants" / "equivalent.tsv"
    path.write_text(f"module\tfunction\tbefore\tafter\treason\n{rows}", encoding="utf-8")
    return path


def test_a_listed_equivalent_is_no_survivor_wherever_its_line_stands(tmp_path: Path) -> None:
    root = breakable.build(tmp_path, breakable.WEAK, breakable.LAW.replace("LIMIT = 5", "\n\nLIMIT = 5"))
    before = breakable.run(root)[1]
    assert "+    return speed >= 1" in before
    list_equivalent(root, EQUIVALENT)
    after = breakable.run(root)[1]
    assert "+    return speed >= 1" not in after
    assert "1 more are equivalent" in after


def test_an_equivalent_that_a_test_notices_is_told(tmp_path: Path) -> None:
    root = breakable.build(tmp_path, breakable.STRONG)
    list_equivalent(root, EQUIVALENT)
    assert "WRONGLY LISTED as equivalent, tests/test_law.py::test_five_at_most" in breakable.run(root)[1]


def test_an_equivalent_whose_line_is_gone_is_told(tmp_path: Path) -> None:
    root = breakable.build(tmp_path, breakable.STRONG)
    gone = EQUIVALENT.replace("race.law", "race.lost")
    list_equivalent(root, EQUIVALENT.replace(">= 0", ">= 9") + gone)
    out = breakable.run(root)[1]
    assert "STALE in equivalent.tsv: berlin.games.race.law | is_lawful | return speed >= 9" in out
    assert "STALE in equivalent.tsv: berlin.games.race.lost | is_lawful | return speed >= 0" in out


def test_a_bad_row_is_named_by_its_line(tmp_path: Path) -> None:
    path = list_equivalent(breakable.build(tmp_path, breakable.STRONG), EQUIVALENT + "a\tb\n")
    with pytest.raises(BadRow, match="line 3"):
        read(path)
    code, _, err = breakable.run(tmp_path)
    assert (code, err.count("\n")) == (2, 1)


def test_our_own_list_of_equivalents_can_be_read() -> None:
    assert all(reason for reason in read(breakable.ROOT / "tools" / "mutants" / "equivalent.tsv").values())
