"""Clauses, tallies and refusals."""

from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from berlin.kernel.contract.rules import CLASSES, Clause, Ledger, Modifier, Refusal, Refused, Tally

HEAD = "id\tclass\tgist\tcheck\n"


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "rules.tsv"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_ledger_keeps_the_printed_order_and_finds_by_id(tmp_path: Path) -> None:
    ledger = Ledger.load(written(tmp_path, HEAD + "TOY 2\tsetup\tÖstlich\twhen\nTOY 1\tenforce\tb\t\n"))
    assert [clause.id for clause in ledger] == ["TOY 2", "TOY 1"]
    assert len(ledger) == 2
    assert ledger["TOY 2"] == Clause("TOY 2", "setup", "Östlich", "when")
    assert "TOY 1" in ledger
    assert "TOY 3" not in ledger
    assert ledger.of_kind("enforce") == (Clause("TOY 1", "enforce", "b"),)
    with pytest.raises(KeyError):
        ledger["TOY 3"]


def test_a_ledger_may_hold_several_books() -> None:
    clauses = tuple(Clause(name, "base", "gist") for name in ("NEW 1", "NEW 2", "OLD 1"))
    ledger = Ledger(clauses)
    assert ledger.books == ("NEW", "OLD")
    assert [clause.id for clause in ledger.of_book("NEW")] == ["NEW 1", "NEW 2"]
    assert len(ledger.of_book("NONE")) == 0


def test_a_book_may_have_parts_that_are_counted_apart(tmp_path: Path) -> None:
    gists = {"NEW 1": "[squad] one", "OLD 1": "[see 3] two", "NEW 2": "[staff] three", "NEW 3": "[squad] 4"}
    rows = (f"{name}\tbase\t{gist}\t\n" for name, gist in gists.items())
    ledger = Ledger.load(written(tmp_path, HEAD + "".join(rows)))
    assert [clause.part for clause in ledger] == ["squad", "", "staff", "squad"]
    # The mark of a part is for us: who reads the clause doesn't read it.
    assert [clause.gist for clause in ledger] == ["one", "[see 3] two", "three", "4"]
    parts = {name: [clause.id for clause in part] for name, part in ledger.parts().items()}
    assert parts == {"NEW squad": ["NEW 1", "NEW 3"], "OLD": ["OLD 1"], "NEW staff": ["NEW 2"]}


def test_what_no_book_prints_says_where_it_comes_from(tmp_path: Path) -> None:
    gists = ("(found) one", "(house) two", "(see 3) three", "four")
    rows = (f"TOY {number}\tbase\t{gist}\t\n" for number, gist in enumerate(gists))
    ledger = Ledger.load(written(tmp_path, HEAD + "".join(rows)))
    assert [clause.source for clause in ledger] == ["found", "house", "", ""]
    assert [clause.gist for clause in ledger] == ["one", "two", "(see 3) three", "four"]


@pytest.mark.parametrize(
    "row", ["TOY 1\tenforce\tgist", "TOY 1\trule\tgist\tcheck", "TOY 1\tenforce\ta\tb\tc", ""]
)
def test_a_row_that_is_no_clause_is_refused_by_line(row: str, tmp_path: Path) -> None:
    path = written(tmp_path, f"{HEAD}TOY 0\tbase\tgist\t\n{row}\n")
    with pytest.raises(ValueError, match=r"rules\.tsv line 3: not a clause"):
        Ledger.load(path)


def test_an_id_stands_once(tmp_path: Path) -> None:
    path = written(tmp_path, HEAD + "TOY 1\tbase\ta\t\nTOY 2\tbase\ta\t\nTOY 1\tsetup\tb\t\n")
    with pytest.raises(ValueError, match="TOY 1 stands twice"):
        Ledger.load(path)


@pytest.mark.parametrize(
    "path", sorted(Path(__file__).parents[2].glob("src/berlin/games/*/rules.tsv")), ids=str
)
def test_the_shipped_ledgers_are_sound(path: Path) -> None:
    ledger = Ledger.load(path)
    assert {clause.kind for clause in ledger} <= set(CLASSES)
    assert [book for book, _ in groupby(clause.id.split()[0] for clause in ledger)] == list(ledger.books)
    assert all(clause.gist.strip() for clause in ledger)


def test_race_has_346_clauses_to_enforce_and_set_up() -> None:
    ledger = Ledger.load(Path(__file__).parents[2] / "src/berlin/games/race/rules.tsv")
    assert len(ledger.of_kind("enforce")) + len(ledger.of_kind("setup")) == 346


def test_a_tally_reads_as_it_was_reckoned() -> None:
    tally = Tally("DRM", 0, (Modifier(1, "complete army", "TOY 1"), Modifier(-1, "defence line", "TOY 2")))
    assert str(tally) == "DRM: +1 complete army [TOY 1], -1 defence line [TOY 2] = 0"
    assert tally.rules == ("TOY 1", "TOY 2")
    assert str(Tally("attack", 20, (Modifier(-10, "over a river"),))) == "attack: 20, -10 over a river = 10"
    assert str(Tally("DRM", 0)) == "DRM: 0 = 0"


@given(st.integers(-99, 99), st.lists(st.integers(-99, 99), max_size=6))
def test_a_total_is_its_base_and_its_modifiers(base: int, values: list[int]) -> None:
    tally = Tally("sum", base, tuple(Modifier(value, "part") for value in values))
    assert tally.total == base + sum(values)
    assert tally.rules == ()
    assert str(tally).endswith(f"= {tally.total}")


def test_a_refusal_names_its_rule() -> None:
    refusal = Refusal("TOY 7", "the zone is full")
    assert str(refusal) == "the zone is full [TOY 7]"
    with pytest.raises(Refused, match=r"the zone is full \[TOY 7\]") as caught:
        raise Refused(refusal)
    assert caught.value.refusal is refusal
