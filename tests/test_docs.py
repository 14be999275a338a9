"""What the docs point at exists."""

import re
from pathlib import Path
from textwrap import indent

import pytest

from berlin.kernel.contract.game import Game, codes, load
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.records.record import parse, write
from berlin.kernel.records.verify import verify

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    prose = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", prose)
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_make_target_that_is_named_exists(page: Path) -> None:
    named = re.findall(r"(?:`|^)make (\w+)", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert [target for target in named if not re.search(rf"^{target}:", MAKEFILE, re.MULTILINE)] == []


def test_the_record_that_is_shown_is_a_real_one() -> None:
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    text = re.findall(r"```\n(berlin-record .*?)```", page, re.DOTALL)[0]
    record = parse(text, "formats.md")
    assert write(record) == text
    rolls = {roll.n: str(roll) for roll in record.rolls()}
    assert (rolls[9], rolls[10], rolls[11]) == ("5/10", "7/9", "1")
    assert verify(record, "formats.md").rolls == len(rolls) == 12


def test_the_situations_that_are_shown_can_be_set_up() -> None:
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    shown = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    games = [load(re.findall(r'game = "(\w+)"', text)[0]) for text in shown]
    assert {game.code for game in games} == set(codes())
    for game, text in zip(games, shown, strict=True):
        step = game.read_situation(text, key_from_seed(1))
        assert game.deciders(step.state)
        assert game.broken(step.state) == []


def test_the_dice_that_are_shown_can_be_made_without_this_program() -> None:
    page = (ROOT / "docs" / "dice.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert "berlin." not in code
    exec(compile(code, "dice.md", "exec"), {})


EXCERPT = re.compile(r"```(\w+) (\S+)\n(.*?)```", re.DOTALL)
FERRY = ROOT / "src" / "berlin" / "games" / "ferry"


def excerpts() -> list[tuple[str, str]]:
    """What adding-a-game.md quotes: a file, and each piece of it."""
    page = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    assert [line for line in re.findall(r"^```(?=\S).*", page, re.MULTILINE) if " " not in line] == ["```sh"]
    found = [
        (path, piece) for _, path, body in EXCERPT.findall(page) for piece in f"\n{body}".split("\n...\n")
    ]
    return [(path, piece.strip("\n")) for path, piece in found]


@pytest.mark.parametrize("path, piece", excerpts())
def test_what_is_quoted_stands_in_its_file(path: str, piece: str) -> None:
    file = ROOT / path if path.startswith("tests/") else FERRY / path
    text = f"\n{file.read_text(encoding='utf-8')}\n"
    assert any(f"\n{indent(piece, ' ' * depth)}\n" in text for depth in (0, 4, 8))


def test_every_file_of_the_example_is_quoted() -> None:
    there = {str(path.relative_to(FERRY)) for path in FERRY.rglob("*.py") if path.name != "__init__.py"}
    assert there - {path for path, _ in excerpts()} == set()


def test_the_glossary_is_one_page_in_the_order_of_the_alphabet() -> None:
    page = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    words = re.findall(r"^- \*\*(.*?)\*\*", page, re.MULTILINE)
    assert words == sorted(words, key=str.lower)
    assert len(words) == len(set(words)) > 30


def test_the_contract_that_is_told_is_the_one_that_holds() -> None:
    page = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    contract = page[page.index("\n# The contract") : page.index("**Giving up**")]
    rows = re.findall(r"^\| (`[^|]*) \|", contract, re.MULTILINE)
    told = {name for row in rows for name in re.findall(r"`(\w+)", row)}
    there = {name for name in (*dir(Game), *Game.__annotations__) if not name.startswith("_")}
    assert told - there == set()
    assert {name for name in there if f"`{name}" not in page} == set()
