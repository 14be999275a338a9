"""Which test proves which clause, gathered from a full run and held against each game's committed table.

A test proves the clauses of its `@rule` marks if it passes, with all its parameters. A run of a part of the
suite, or one with failures, says nothing about the tables.

Tests marked `long` prove no clause that another does not: they are left out, or with `--long` run alone.
"""

import signal
from collections import defaultdict
from collections.abc import Generator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from berlin.kernel.contract.rules import Ledger
from berlin.kernel.proof.coverage import TABLE, Pair, read_table, write_table

PROVES = "proves"
WRITE = "--write-proof"
LONG = "--long"
NARROWING = ("keyword", "markexpr", "lf", "deselect", "ignore", "ignore_glob", "collectonly", "stepwise")


@cache
def ledgers(games: Path) -> dict[Path, Ledger]:
    """The ledger of each game, by the game's folder."""
    return {path.parent: Ledger.load(path) for path in sorted(games.glob("*/rules.tsv"))}


def games_folder(config: pytest.Config) -> Path:
    return config.rootpath / "src" / "berlin" / "games"


def rules_of(test: object) -> tuple[str, ...]:
    """The clauses that `@rule` put on a test."""
    marks = getattr(test, "__rules__", ())
    return marks if isinstance(marks, tuple) else ()


class Proofs:
    """What each test has shown so far in this run."""

    def __init__(self) -> None:
        self.cited: dict[str, set[str]] = defaultdict(set)
        self.passed: set[str] = set()
        self.spoilt: set[str] = set()

    def note(self, report: pytest.TestReport) -> None:
        test = report.nodeid.partition("[")[0]
        self.cited[test].update(str(value) for name, value in report.user_properties if name == PROVES)
        if not report.passed or hasattr(report, "wasxfail"):
            self.spoilt.add(test)
        elif report.when == "call":
            self.passed.add(test)

    def pairs(self, ledger: Ledger) -> set[Pair]:
        proven = self.passed - self.spoilt
        return {(clause, test) for test in proven for clause in self.cited[test] if clause in ledger}


class Plugin:
    """Runs in the process that gathers the reports, with or without workers."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.proofs = Proofs()
        self.verdict = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.proofs.note(report)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        writing = self.config.getoption(WRITE)
        if session.exitstatus != pytest.ExitCode.OK or not is_whole(self.config):
            if writing:
                self.verdict = "proofs not written: that takes a full run that passes"
            return
        for folder, ledger in ledgers(games_folder(self.config)).items():
            self.settle(session, folder / TABLE, self.proofs.pairs(ledger), writing)

    def settle(self, session: pytest.Session, path: Path, proven: set[Pair], writing: bool) -> None:
        if writing:
            path.write_text(write_table(proven), encoding="utf-8")
            self.verdict += f"{path.relative_to(self.config.rootpath)}: {len(proven)} proofs written\n"
            return
        written = read_table(path)
        if written != proven:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
            self.verdict += (
                f"STALE: {path.relative_to(self.config.rootpath)} lacks {len(proven - written)} rows and has"
                f" {len(written - proven)} that no longer hold; run `make proof`\n"
            )

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        for line in self.verdict.splitlines():
            terminalreporter.write_line(line, red=line.startswith("STALE"))


def is_whole(config: pytest.Config) -> bool:
    """Whether this run takes in the whole suite, but for what takes long."""
    chosen = {(config.invocation_params.dir / arg).resolve() for arg in config.args}
    narrowed = any(getattr(config.option, name, None) for name in NARROWING)
    return chosen == {config.rootpath / "tests"} and not narrowed and not config.getoption(LONG)


def hear_ctrl_c() -> None:
    """A run in a shell's background is deaf to Ctrl-C, and would make deaf what the tests of Ctrl-C start."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(WRITE, action="store_true", help="rewrite the tables of which test proves which clause")
    parser.addoption(LONG, action="store_true", help="run the tests that take long, and only these")


def pytest_configure(config: pytest.Config) -> None:
    hear_ctrl_c()
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Plugin(config), "proofs")


@pytest.hookimpl(wrapper=True)
def pytest_pycollect_makeitem(
    collector: pytest.Module | pytest.Class, name: str, obj: object
) -> Generator[None, object, object]:
    """A mark that cites what no ledger holds is an error of its file."""
    made = yield
    known = ledgers(games_folder(collector.config)).values()
    for clause in rules_of(obj):
        if not any(clause in ledger for ledger in known):
            raise collector.CollectError(f"{name} cites {clause}, which is in no ledger")
    return made


def pytest_itemcollected(item: pytest.Item) -> None:
    item.user_properties.extend((PROVES, clause) for clause in rules_of(getattr(item, "obj", None)))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted, others = list[pytest.Item](), list[pytest.Item]()
    for item in items:
        is_long = item.get_closest_marker("long") is not None
        if is_long and rules_of(getattr(item, "obj", None)):
            raise pytest.UsageError(f"{item.nodeid} takes long: it must not be the one that proves a clause")
        (wanted if is_long is config.getoption(LONG) else others).append(item)
    if others:
        config.hook.pytest_deselected(items=others)
        items[:] = wanted
