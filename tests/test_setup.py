"""Set-up can be repeated: the locks fit what is declared, what is declared is used, the package is whole."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from tools.lock import LOCKS
from tools.setup_browser import ADVICE

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
# Commands and plugins, which nothing imports.
COMMANDS = {"ruff", "mypy", "pytest-xdist"}
# Without a name for it in this environment: it is installed for `make bench` alone.
ELSEWHERE = {"open-spiel": {"pyspiel"}}


def distribution(requirement: str) -> str:
    """The name in a requirement, spelled as locks spell it."""
    found = re.match(r"[\w.-]+", requirement)
    assert found, requirement
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def declared(*extras: str) -> set[str]:
    optional = PROJECT["optional-dependencies"]
    wanted = [*PROJECT["dependencies"], *(line for extra in extras for line in optional[extra])]
    return {distribution(line) for line in wanted}


def lock(name: str) -> str:
    return (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")


def locked(name: str) -> dict[str, str]:
    """Each requirement of a lock with what stands below it."""
    text = re.sub(r"^#.*\n", "", lock(name), flags=re.M)
    return {entry.split()[0] + entry.partition(";")[2].split("\\")[0]: entry for entry in entries(text)}


def entries(text: str) -> list[str]:
    return [entry.strip() for entry in re.split(r"\n(?=\S)", text) if entry.strip()]


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_pins_and_hashes_all_that_is_declared(name: str) -> None:
    for requirement, entry in locked(name).items():
        assert re.match(r"[\w.-]+==[\w.]+", requirement), requirement
        assert "--hash=sha256:" in entry, requirement
    names = {distribution(requirement) for requirement in locked(name)}
    assert declared(*LOCKS[name]) | {"setuptools"} <= names


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_holds_no_address(name: str) -> None:
    assert not re.search(r"://|^\s*--(index|extra-index|find-links)|^-i ", lock(name), re.M)


def test_a_package_has_one_version_in_all_locks() -> None:
    widest = locked("bench")
    for name in LOCKS:
        assert locked(name).keys() <= widest.keys()


def imported() -> set[str]:
    """The first names of all that the project imports."""
    folders = ("src", "tests", "benchmarks", "examples", "tools")
    sources = (
        path.read_text(encoding="utf-8") for folder in folders for path in (ROOT / folder).rglob("*.py")
    )
    return {name for text in sources for name in re.findall(r"^\s*(?:import|from) (\w+)", text, re.M)}


def test_what_is_declared_is_used() -> None:
    modules: dict[str, set[str]] = {name: set(found) for name, found in ELSEWHERE.items()}
    for module, owners in packages_distributions().items():
        for owner in owners:
            modules.setdefault(distribution(owner), set()).add(module)
    used = imported()
    unused = {name for name in declared(*LOCKS["bench"]) - COMMANDS if not modules.get(name, {"?"}) & used}
    assert not unused


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    # From a copy: building leaves files beside the source.
    folder = tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    order = [
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--no-index",
        "--wheel-dir",
        str(folder),
    ]
    subprocess.run([sys.executable, "-m", "pip", *order, str(folder)], check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@pytest.mark.slow
def test_the_package_holds_every_file_of_the_program(wheel: Path) -> None:
    order = ["git", "ls-files", "src/berlin"]
    listed = subprocess.run(order, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    wanted = {path.removeprefix("src/") for path in listed if (ROOT / path).exists()}
    with zipfile.ZipFile(wheel) as archive:
        assert wanted <= set(archive.namelist())


@pytest.fixture
def elsewhere(wheel: Path, tmp_path: Path) -> Path:
    """An environment far from the source, with the package and what it depends on."""
    folder = tmp_path / "elsewhere"
    venv.create(folder, symlinks=True)
    order = ["--python", str(folder), "install", "--quiet", "--no-deps", "--no-index", str(wheel)]
    subprocess.run([sys.executable, "-m", "pip", *order], check=True, capture_output=True)
    site = next(folder.glob("lib/python*/site-packages"))
    # The dependencies of this environment. Its way to the source does not come along: Python reads the path
    # files of no other folder than its own.
    (site / "dependencies.pth").write_text("\n".join(p for p in sys.path if p.endswith("site-packages")))
    return folder


@pytest.fixture
def served(elsewhere: Path, tmp_path: Path) -> Iterator[str]:
    order = ["serve", "--quiet", "--port", "0", "--database", "tables.db"]
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "PYTHONUNBUFFERED": "1",
        "COLUMNS": "200",
    }
    process = subprocess.Popen(
        [elsewhere / "bin" / "berlin", *order],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    found = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
    assert found
    yield found[0]
    process.terminate()
    process.wait(20)
    process.stdout.close()


def call(url: str, body: object = None) -> str:
    data = None if body is None else json.dumps(body).encode()
    headers = {"X-Berlin": "1", "Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=20) as answer:
        text: str = answer.read().decode()
        return text


@pytest.mark.slow
def test_the_package_serves_a_table_elsewhere(served: str, elsewhere: Path) -> None:
    order = [str(elsewhere / "bin" / "python"), "-c", "import berlin; print(berlin.__file__)"]
    assert str(elsewhere) in subprocess.run(order, check=True, capture_output=True, text=True).stdout
    assert "Road to Berlin" in call(f"{served}/")
    for game in json.loads(call(f"{served}/api/games")):
        seats = dict.fromkeys(game["seats"], "random") | {game["seats"][0]: "human"}
        wish = {"game": game["code"], "scenario": game["scenarios"][0]["key"], "seats": seats}
        table = json.loads(call(f"{served}/api/tables", wish))
        assert json.loads(call(f"{served}/api/tables/{table['id']}"))["scene"]["caption"]
        assert "<svg" in call(f"{served}/api/games/{game['code']}/board")
        assert "<title>" in call(f"{served}/t/{table['id']}")


def test_without_a_browser_one_line_says_what_is_not_run(tmp_path: Path) -> None:
    script = ROOT / "tools" / "setup_browser.py"
    run = subprocess.run(
        [sys.executable, script], env={"PATH": str(tmp_path)}, check=True, capture_output=True, text=True
    )
    assert run.stdout.count("\n") == 1
    assert "tests/e2e" in run.stdout
    assert ADVICE in run.stdout
