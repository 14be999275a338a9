"""What docs/arena.md says is so."""

import re
from pathlib import Path

from berlin.arena.layout import layout
from berlin.arena.spelling import spelling
from berlin.kernel.contract.game import load

PAGE = (Path(__file__).parent.parent.parent / "docs" / "arena.md").read_text(encoding="utf-8")
RACE = load("race")


def test_the_code_that_is_shown_runs() -> None:
    names: dict[str, object] = {}
    for code in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
        exec(compile(code, "arena.md", "exec"), names)
    assert "env" in names


def test_the_sections_of_a_row_are_as_long_as_told() -> None:
    rows = re.findall(r"^\| `([a-z ]+)` \| ([\d,]+) \|", PAGE, re.MULTILINE)
    told = {name: int(length.replace(",", "")) for name, length in rows}
    assert told == {name: part.stop - part.start for name, part in layout(RACE).sections.items()}


def test_there_are_as_many_words_as_told() -> None:
    told = re.findall(r"It has (\d+) words", PAGE)
    assert told == [str(len(spelling(RACE)) - 1)]
