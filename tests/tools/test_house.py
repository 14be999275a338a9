"""The house is counted as it says, and keeps its own measures."""

from pathlib import Path

import pytest
from tools.house import BERLIN, FEW, any_lines, complex_functions, count_any, crowded_folders, game_lines

KNOTTED = "def knotted(n):\n" + "".join(f"    if n == {n}:\n        return {n}\n" for n in range(20))


def test_no_folder_of_the_package_has_more_than_twenty_modules() -> None:
    assert crowded_folders(BERLIN) == {}


def test_no_function_is_too_complex() -> None:
    assert complex_functions(BERLIN) == []


def test_a_crowded_folder_and_a_complex_function_are_named(tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    for number in range(21):
        (tmp_path / "full" / f"m{number}.py").write_text("", encoding="utf-8")
    (tmp_path / "knot.py").write_text(KNOTTED, encoding="utf-8")
    assert crowded_folders(tmp_path) == {"full": 21}
    assert len(complex_functions(tmp_path)) == 1


def test_lines_are_counted_by_what_they_are(tmp_path: Path) -> None:
    for name, lines in (("rules/moves.py", 3), ("staff/plan.py", 2), ("table/scene.py", 4), ("game.py", 1)):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n" * lines, encoding="utf-8")
    assert game_lines(tmp_path) == {"rules": 3, "staff": 2, "neither": 5}


@pytest.mark.parametrize(("text", "count"), [("from typing import Any\n", 0), ("x: Any\ny: list[Any]\n", 2)])
def test_any_counts_where_it_is_a_type(tmp_path: Path, text: str, count: int) -> None:
    (tmp_path / "m.py").write_text(text, encoding="utf-8")
    assert sum(count_any(tmp_path).values()) == count


def test_the_modules_with_the_most_any_are_named_and_all_if_asked(tmp_path: Path) -> None:
    for number in range(FEW + 1):
        (tmp_path / f"m{number:02}.py").write_text("x: Any\n" * (number + 1), encoding="utf-8")
    few, every = any_lines(tmp_path), any_lines(tmp_path, None)
    assert few[:2] == every[:2] == ["Any: 66", "  m10.py 11"]
    assert every[len(few) :] == ["  m00.py 1"]
