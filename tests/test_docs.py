"""What the docs point at exists."""

import re
from pathlib import Path

import pytest

from berlin.kernel.dice import key_from_seed
from berlin.kernel.game import codes, load
from berlin.kernel.record import parse, write
from berlin.kernel.verify import verify

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
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
