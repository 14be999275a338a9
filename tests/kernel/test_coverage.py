"""The table of proofs, and the count over it."""

from pathlib import Path

import msgspec
import pytest

from berlin.kernel.contract.rules import Clause, Ledger
from berlin.kernel.proof import coverage
from berlin.kernel.proof.coverage import ClassCoverage, count, read_table, write_table

LEDGER = Ledger(
    (
        Clause("TOY 1", "enforce", "first"),
        Clause("TOY 2", "setup", "second"),
        Clause("TOY 3", "enforce", "third"),
        Clause("TOY 3.q1", "question", "fourth"),
    )
)


def test_a_table_is_sorted_without_doubles_and_reads_back(tmp_path: Path) -> None:
    pairs = [("TOY 2", "b.py::t"), ("TOY 1", "z.py::t"), ("TOY 1", "a.py::t"), ("TOY 2", "b.py::t")]
    text = write_table(pairs)
    assert text.splitlines() == ["clause\ttest", "TOY 1\ta.py::t", "TOY 1\tz.py::t", "TOY 2\tb.py::t"]
    path = tmp_path / coverage.TABLE
    path.write_text(text)
    assert read_table(path) == set(pairs)
    assert write_table(read_table(path)) == text


def test_a_missing_table_proves_nothing(tmp_path: Path) -> None:
    assert read_table(tmp_path / coverage.TABLE) == set()


@pytest.mark.parametrize(
    "text, line",
    [
        ("TOY 1\ta.py::t\n", 1),
        ("clause\ttest\nTOY 1 a.py::t\n", 2),
        ("clause\ttest\nTOY 1\t\n", 2),
        ("clause\ttest\nTOY 1\ta\n\n", 3),
    ],
)
def test_a_damaged_table_is_refused_by_line(text: str, line: int, tmp_path: Path) -> None:
    path = tmp_path / coverage.TABLE
    path.write_text(text)
    with pytest.raises(ValueError, match=rf"proven\.tsv line {line}: "):
        read_table(path)


def test_the_count_goes_class_by_class_and_lists_the_missing_in_ledger_order() -> None:
    counted = count(
        LEDGER, [("TOY 3", "a.py::t"), ("TOY 2", "a.py::t"), ("TOY 2", "b.py::t"), ("OLD 1", "a.py::t")]
    )
    assert list(counted) == ["enforce", "setup", "question"]
    assert counted["enforce"] == ClassCoverage(total=2, proven=1, missing=("TOY 1",))
    assert counted["setup"] == ClassCoverage(total=1, proven=1, missing=())
    assert counted["question"] == ClassCoverage(total=1, proven=0, missing=("TOY 3.q1",))


def test_the_count_is_the_json_that_scripts_read() -> None:
    ledger = Ledger(LEDGER.of_kind("setup"))
    assert msgspec.json.encode(count(ledger, [])) == b'{"setup":{"total":1,"proven":0,"missing":["TOY 2"]}}'
