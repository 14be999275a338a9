"""How the house is built, in figures: `python -m tools.house`.

- lines of each game: of its rules (what stands in `rules/`), of its staff (`staff/`), and of all the rest,
  which is neither rule nor judgement. Every line of its Python counts, blank ones and comments too; data and
  the ledger don't.
- modules in each folder of the package: those with more than twenty are named.
- functions whose cyclomatic complexity is over fifteen, as ruff reckons it.
- `Any` in the package: every place where it stands as a type, imports not counted. The ten modules with the
  most are named; with `--any`, all that have any.
"""

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
BERLIN = ROOT / "src" / "berlin"
RULES, STAFF, REST = "rules", "staff", "neither"
MOST_MODULES, MOST_COMPLEX = 20, 15
# How many of the modules with the most `Any` are named to who doesn't ask for all.
FEW = 10


def room(game: Path, path: Path) -> str:
    """Whether a module of a game is of its rules, of its staff, or neither."""
    first = path.relative_to(game).parts[0]
    return first if first in (RULES, STAFF) else REST


def game_lines(game: Path) -> Counter[str]:
    """How many lines of Python each part of a game has."""
    lines: Counter[str] = Counter()
    for path in game.rglob("*.py"):
        lines[room(game, path)] += len(path.read_text(encoding="utf-8").splitlines())
    return lines


def crowded_folders(package: Path) -> dict[str, int]:
    """The folders with too many modules, `__init__` not counted."""
    counts: Counter[str] = Counter()
    for pattern in ("*.py", "*.js"):
        for path in package.rglob(pattern):
            counts[str(path.parent.relative_to(package))] += path.name != "__init__.py"
    return {folder: count for folder, count in sorted(counts.items()) if count > MOST_MODULES}


def count_any(package: Path) -> dict[str, int]:
    """By module: how often `Any` stands there as a type."""
    found = {}
    for path in sorted(package.rglob("*.py")):
        names = [
            node
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Name) and node.id == "Any"
        ]
        if names:
            found[str(path.relative_to(package))] = len(names)
    return found


def complex_functions(package: Path) -> list[str]:
    """The functions that are too complex, a line each."""
    limit = f"lint.mccabe.max-complexity={MOST_COMPLEX}"
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--select", "C901", "--config", limit]
    run = subprocess.run(
        [*command, "--output-format", "concise", str(package)], capture_output=True, text=True, check=False
    )
    return [line for line in run.stdout.splitlines() if "C901" in line]


def any_lines(package: Path, most: int | None = FEW) -> list[str]:
    """How often `Any` stands in the package, and in which modules the most; None: in all that have it."""
    found = count_any(package)
    ranked = sorted(found.items(), key=lambda item: -item[1])[:most]
    return [f"Any: {sum(found.values())}", *(f"  {name} {count}" for name, count in ranked)]


def told(all_any: bool = False) -> Iterator[str]:
    yield f"{'game':12}{'rules':>8}{'staff':>8}{'neither':>9}"
    for game in sorted(path.parent for path in (BERLIN / "games").glob("*/game.py")):
        lines = game_lines(game)
        yield f"{game.name:12}{lines[RULES]:8}{lines[STAFF]:8}{lines[REST]:9}"
    folders = crowded_folders(BERLIN)
    yield "folders with more than twenty modules: " + (
        ", ".join(f"{k} {v}" for k, v in folders.items()) or "none"
    )
    complex_ones = complex_functions(BERLIN)
    yield f"functions of a complexity over {MOST_COMPLEX}: {len(complex_ones) or 'none'}"
    yield from (f"  {line}" for line in complex_ones)
    yield from any_lines(BERLIN, None if all_any else FEW)


if __name__ == "__main__":
    print("\n".join(told("--any" in sys.argv[1:])))
