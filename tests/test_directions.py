"""Who may import whom, how long a file may be, and that nothing outside the project is needed."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BERLIN = ROOT / "src" / "berlin"
SOURCES = sorted(BERLIN.rglob("*.py"))
LONGEST = 500

# What a package may import of ours, besides itself. A game is a package of its own.
CORE = {
    "kernel": set[str](),
    "boards": {"kernel"},
    "squad": {"kernel", "boards"},
    "campaign": {"kernel", "boards", "squad"},
    "games": {"kernel", "boards"},
}
SHARED_ENGINES = {"games.orsha": {"squad", "campaign"}, "games.vengeance": {"squad", "campaign"}}
# These know games only through kernel.game.
OUTER = {"players", "lab", "arena", "server", "web", "cli"}


def package(module: str) -> str:
    """`kernel` for berlin.kernel.play.dice, `games.race` for berlin.games.race.state.state."""
    parts = module.split(".")[1:]
    return ".".join(parts[:2] if parts[:1] == ["games"] else parts[:1])


def module_name(path: Path) -> str:
    parts = path.relative_to(BERLIN.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def files_of(name: str) -> list[Path]:
    """The modules of a package."""
    return [path for path in SOURCES if package(module_name(path)) == name]


def imports(path: Path) -> Iterator[str]:
    """The modules that a file imports, anywhere in it; relative ones by their full name."""
    folder = ["berlin", *path.parent.relative_to(BERLIN).parts]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = folder[: len(folder) - node.level + 1] if node.level else []
            stem = ".".join([*base, *([node.module] if node.module else [])])
            # `from berlin import games` names a package, not an attribute.
            yield from (
                f"{stem}.{alias.name}" if stem in ("berlin", "berlin.games") else stem for alias in node.names
            )


def forbidden(path: Path) -> Iterator[str]:
    """Every import of this file that goes the wrong way."""
    own = package(module_name(path))
    layer = own.split(".")[0]
    for name in imports(path):
        first, other = name.split(".")[0], package(name)
        if first == "berlin":
            allowed = CORE.get(layer, set()) | SHARED_ENGINES.get(own, set()) | {own, ""}
            if other not in allowed if layer in CORE else other.split(".")[0] == "games":
                yield f"{module_name(path)} imports {name}"
        elif layer in CORE and first != "msgspec" and first not in sys.stdlib_module_names:
            yield f"{module_name(path)} imports {name}"


@pytest.mark.parametrize("name", sorted({package(module_name(path)) for path in SOURCES}))
def test_imports_go_one_way(name: str) -> None:
    assert [wrong for path in files_of(name) for wrong in forbidden(path)] == []


def test_every_package_has_its_place() -> None:
    found = {path.parent.name for path in BERLIN.glob("*/__init__.py")}
    assert found <= set(CORE) | OUTER


@pytest.mark.parametrize("name", sorted(OUTER - {"web"}))
def test_outer_packages_do_not_name_a_game_module(name: str) -> None:
    assert files_of(name)
    for path in files_of(name):
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        texts = [node.value for node in nodes if isinstance(node, ast.Constant)]
        assert [text for text in texts if isinstance(text, str) and "berlin.games." in text] == [], path


def test_no_source_file_is_too_long() -> None:
    files = [
        path for folder in ("src", "tests", "tools", "benchmarks") for path in (ROOT / folder).rglob("*.py")
    ]
    lengths = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in files}
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}


def test_the_project_needs_nothing_outside_itself() -> None:
    outside = ("shared" + "/", "/work" + "/", "/root" + "/")
    found = []
    for folder in ("src", "tests", "tools", "benchmarks", "docs"):
        for path in (ROOT / folder).rglob("*"):
            made = any(part in str(path) for part in ("egg-info", "node_modules"))
            if path.is_file() and not made and path.suffix not in (".pyc", ".png", ".gz"):
                text = path.read_text(encoding="utf-8")
                found += [f"{path.relative_to(ROOT)} names {place}" for place in outside if place in text]
    assert found == []


@pytest.mark.parametrize(
    "file, line, wrong",
    [
        ("kernel/x.py", "import rich", True),
        ("kernel/x.py", "import hashlib, msgspec", False),
        ("kernel/x.py", "from berlin.boards import hexes", True),
        ("kernel/x.py", "from .dice import roll", False),
        ("boards/x.py", "from berlin.kernel.contract.rules import Tally", False),
        ("boards/x.py", "from ..games.race import board", True),
        ("games/race/x.py", "from berlin.games.race.state.state import State", False),
        ("games/race/x.py", "from berlin.games import retreat", True),
        ("games/race/x.py", "from berlin.squad import fire", True),
        ("games/orsha/x.py", "from berlin.squad import fire", False),
        ("games/race/x.py", "import numpy", True),
        ("cli/x.py", "from berlin.games.race.game import GAME", True),
        ("cli/x.py", "from berlin import games", True),
        ("cli/x.py", "import typer", False),
        ("players/x.py", "from berlin.kernel.contract.game import load", False),
    ],
)
def test_a_wrong_import_would_be_found(
    file: str, line: str, wrong: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules[__name__], "BERLIN", tmp_path / "berlin")
    path = tmp_path / "berlin" / file
    path.parent.mkdir(parents=True)
    path.write_text(line)
    assert bool(list(forbidden(path))) is wrong
