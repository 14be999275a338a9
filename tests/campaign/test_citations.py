"""Every topic that the engines of campaigns cite has its clause in each module's table, and no other has."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from berlin.campaign.sequence import QUESTIONS
from berlin.kernel.contract.rules import Ledger
from berlin.squad.board.manual import read_citations

BERLIN = Path(__file__).parents[2] / "src" / "berlin"
TABLES = sorted(BERLIN.glob("games/*/citations.tsv"))
TOPIC = re.compile(r"[a-z_]+\.[a-z_]+")
CITING = {"cite", "refusal", "Reason"}


def topics(path: Path) -> Iterator[str]:
    """The topics that a file asks for: by name, since nothing else could be looked up here."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and _called(node.func) in CITING and node.args:
            yield from _named(node.args[0])
        elif isinstance(node, ast.Assign) and [ast.unparse(one) for one in node.targets] == ["topic"]:
            yield from _named(node.value)


def _called(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _named(value: ast.expr) -> Iterator[str]:
    for part in ast.walk(value):
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and TOPIC.fullmatch(part.value):
            yield part.value


@pytest.fixture(scope="module")
def asked() -> set[str]:
    files = [path for engine in ("squad", "campaign") for path in (BERLIN / engine).rglob("*.py")]
    return {topic for path in files for topic in topics(path)}


def test_there_are_modules_and_topics(asked: set[str]) -> None:
    assert TABLES
    assert len(asked) > 100
    assert {question.topic for question in QUESTIONS} <= asked


@pytest.mark.parametrize("table", TABLES, ids=lambda path: path.parent.name)
def test_a_module_cites_a_clause_for_each_topic_and_for_no_other(table: Path, asked: set[str]) -> None:
    found = read_citations(table, ("german", "russian"))
    assert set(found) == asked
    ledger = Ledger.load(table.parent / "rules.tsv")
    assert [clause for both in found.values() for clause in both if clause not in ledger] == []


def test_a_topic_that_stands_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "citations.tsv"
    path.write_text("topic\tside\trule\nfires.flame\t\tOTO 1\nfires.flame\tgerman\tOTO 2\n")
    with pytest.raises(ValueError, match=r"fires\.flame stands twice"):
        read_citations(path, ("german", "russian"))


def test_the_sides_may_have_clauses_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "citations.tsv"
    path.write_text("topic\tside\trule\na.b\tgerman\tOTO 1\na.b\trussian\tOTO 2\nc.d\t\tOTO 3\n")
    assert read_citations(path, ("german", "russian")) == {
        "a.b": ("OTO 1", "OTO 2"),
        "c.d": ("OTO 3", "OTO 3"),
    }
