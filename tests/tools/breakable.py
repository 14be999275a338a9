"""A small project with one rule, laid out as ours is, for the tool that breaks rules."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
LAW = '''"""1. Speed: how fast anybody may go."""

LIMIT = 5


def is_lawful(speed: int) -> bool:
    """1.1: five at most."""
    if speed > LIMIT:
        return False
    return speed >= 0
'''
STRONG = """from berlin.games.race.law import is_lawful


def test_five_at_most():
    assert [is_lawful(speed) for speed in range(-1, 8)] == [False, *[True] * 6, False, False]
"""
WEAK = """from berlin.games.race.law import is_lawful


def test_five_at_most():
    assert is_lawful(3)
    assert not is_lawful(100)
"""
RULES = "id\tclass\tgist\tcheck\nRFB 1.1\tenforce\tFive at most.\t\nRFB 2\tenforce\tNobody backs.\t\n"
# The toy stands in for the game that the installed package has under this name.
CONFTEST = """from pathlib import Path

import berlin.games

berlin.games.__path__.insert(0, str(Path(__file__).parent.parent / "src" / "berlin" / "games"))
"""
DRIVER = """import sys
from pathlib import Path

from tools.mutants import trial
from tools.mutants.__main__ import main
from tools.mutants.rule_modules import Project

# A test of the one rule takes no time at all.
trial.LEAST = 0.4
sys.exit(main(sys.argv[2:], Project(Path(sys.argv[1]))))
"""


def build(root: Path, tests: str, law: str = LAW, proofs: str = "") -> Path:
    game = root / "src" / "berlin" / "games" / "race"
    files = {
        game / "law.py": law,
        game / "rules.tsv": RULES,
        game / "proven.tsv": f"clause\ttest\nRFB 1.1\ttests/test_law.py::test_five_at_most\n{proofs}",
        root / "tests" / "test_law.py": tests,
        root / "tests" / "conftest.py": CONFTEST,
        root / "pyproject.toml": '[tool.pytest.ini_options]\naddopts = "--import-mode=importlib"\n',
        root / "tools" / "mutants" / "equivalent.tsv": "module\tfunction\tbefore\tafter\treason\n",
    }
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def start(root: Path, *flags: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", DRIVER, str(root), *flags],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(root: Path, *flags: str) -> tuple[int, str, str]:
    """The exit code, and what was printed and complained."""
    process = start(root, "--game", "race", "--jobs", "1", *flags)
    out, err = process.communicate()
    return process.returncode, out, err
