"""Every rule id that the source, the data or the docs cite stands in a ledger, and every ruling is told."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from berlin.kernel.contract.rules import Ledger

ROOT = Path(__file__).parent.parent
LEDGERS = [Ledger.load(path) for path in sorted(ROOT.glob("src/berlin/games/*/rules.tsv"))]
KNOWN = {clause.id for ledger in LEDGERS for clause in ledger}
BOOKS = "|".join(sorted({clause.split()[0] for clause in KNOWN}))
# The code of a book before a word without a figure or a dot is the book itself: `an OTB game`.
CITED = re.compile(rf"\b(?:{BOOKS}) (?=[\w.\-]*\d|[\w\-]+\.\w)[\w.\-]*\w")
TEXTS = {".md", ".toml", ".csv", ".tsv", ".svg", ".txt", ".json"}


def literals(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def lines(path: Path) -> Iterator[tuple[int, str]]:
    return enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)


def unknown(path: Path) -> list[str]:
    """The citations in this file that no ledger holds."""
    texts = literals(path) if path.suffix == ".py" else lines(path)
    return [
        f"{path.name} line {number} cites {cited}"
        for number, text in texts
        for cited in CITED.findall(text)
        if not is_known(cited, by_chapter=may_name_chapters(path))
    ]


def may_name_chapters(path: Path) -> bool:
    return path.suffix == ".md" or path.parent.name == "cli" or path.name == "rules.tsv"


def is_known(cited: str, by_chapter: bool) -> bool:
    """Prose, a ledger and the help of `berlin rules` may also name a whole chapter, or several."""
    chapter = re.split(r"-(?=\d|[a-z]$)", cited)[0].removesuffix(".0")
    return cited in KNOWN or (by_chapter and any(clause.startswith(chapter) for clause in KNOWN))


def files() -> list[Path]:
    found = [ROOT / "README.md", *(ROOT / "docs").rglob("*"), *(ROOT / "src" / "berlin").rglob("*")]
    return sorted(path for path in found if path.suffix in TEXTS | {".py"} and path.is_file())


def test_there_is_a_ledger() -> None:
    assert len(KNOWN) == sum(map(len, LEDGERS)) > 0


def test_every_cited_id_is_in_a_ledger() -> None:
    assert [line for path in files() for line in unknown(path)] == []


@pytest.mark.parametrize(
    "name, text, wrong",
    [
        ("a.py", 'cite("RFB 8.3.2a")', 0),
        ("a.py", 'cite("see RFB 8.3.2a, RFB 99.9.")', 1),
        ("a.py", "# RFB 99.9 in a comment is not data", 0),
        ("a.toml", 'rule = "RFB nowhere-at.all"', 1),
        ("a.toml", 'rule = "RFB 8.3.2"', 1),
        ("a.md", "The retreat of RFB 8.3.2", 0),
    ],
)
def test_an_unknown_id_would_be_found(name: str, text: str, wrong: int, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text)
    assert len(unknown(path)) == wrong


def test_every_question_of_a_ledger_has_its_ruling_in_the_docs() -> None:
    told = set(CITED.findall((ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")))
    questions = [clause.id for ledger in LEDGERS for clause in ledger.of_kind("question")]
    assert [question for question in questions if question not in told] == []
