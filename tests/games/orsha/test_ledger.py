"""The ledger: whole, of two parts, and every ruling of it says what it rules."""

from collections import Counter
from pathlib import Path

from berlin import games
from berlin.kernel.contract.rules import Ledger

LEDGER = Ledger.load(Path(games.__path__[0]) / "orsha" / "rules.tsv")


def test_each_clause_belongs_to_the_campaign_or_to_the_battles() -> None:
    parts = LEDGER.parts()
    assert {name: len(part) for name, part in parts.items()} == {"OTO tactical": 253, "OTO campaign": 589}
    assert Counter(clause.kind for clause in parts["OTO campaign"]) == {
        "enforce": 311,
        "setup": 125,
        "question": 96,
        "display": 29,
        "base": 28,
    }


def test_a_question_tells_how_it_is_played() -> None:
    assert [clause.id for clause in LEDGER.of_kind("question") if "Played so: " not in clause.gist] == []
