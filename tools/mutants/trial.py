"""A mutant before its tests: in a process of its own that imports the changed module for the true one.

The process is forked from one that has imported no module of a game, so that all of them are imported anew.
A test has ten times the CPU time that it takes without a change, and at least LEAST seconds; one that needs
more notices the change, as one that fails does. So it is with the imports, which have LOADING at least.
"""

import importlib.abc
import importlib.machinery
import importlib.util
import os
import resource
import signal
import sys
import time
from collections.abc import Generator, Iterable, Mapping, Sequence
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import IO

import hypothesis
import msgspec
import pytest

LEAST = 2.0
SLACK = 10
LOADING = 5.0
MEMORY = 4 << 30
IMPORT = "the import"
PLAIN = "--assert=plain -q -x -s -p no:cacheprovider -p no:xdist --tb=native"


class Verdict(msgspec.Struct, frozen=True):
    """Whether a change was noticed, by which test, and how: it failed, took too long, or the process died."""

    noticed: bool
    test: str = ""
    how: str = ""
    tests: int = 0
    elsewhere: str | None = None
    """For a survivor: a test of other clauses that notices it, or "" if none does; None if none was asked."""


class Changed(msgspec.Struct, frozen=True):
    """A module with the text that it is to be imported with, and the project that it belongs to."""

    root: Path

    module: str
    path: Path
    text: bytes


class Overlay(importlib.abc.MetaPathFinder):
    """Finds the changed module before the true one is found."""

    def __init__(self, changed: Changed) -> None:
        self.changed = changed

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.changed.module:
            return None
        loader = ChangedLoader(fullname, str(self.changed.path))
        loader.changed = self.changed
        return importlib.util.spec_from_file_location(fullname, self.changed.path, loader=loader)


class ChangedLoader(importlib.machinery.SourceFileLoader):
    changed: Changed

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.changed.text, self.path, "exec")


class Watch:
    """The plugin of the run: which tests, in which order, how long each may take, and what came of them."""

    module = ""
    """The last name of the changed module."""

    def __init__(self, own: Iterable[str], tests: Iterable[str], times: Mapping[str, float] | None) -> None:
        self.own, self.tests = frozenset(own), frozenset(tests)
        self.measuring = times is None
        self.times = dict(times or {})
        self.took: dict[str, float] = {}
        self.running = IMPORT
        self.failed = ""
        self.found: set[str] = set()
        self.began = self.loaded = time.process_time()

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        chosen = [item for item in items if name_of(item) in self.tests]
        self.found = {name_of(item) for item in chosen}
        self.loaded = time.process_time()
        items[:] = sorted(chosen, key=self.urgency)

    def urgency(self, item: pytest.Item) -> tuple[bool, bool, float]:
        """The tests of the function's own clauses come first, then those in a file of the module's name."""
        file = item.path.stem.split("_")
        return name_of(item) not in self.own, self.module not in file, self.times.get(item.nodeid, 0)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed = IMPORT

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self.running = item.nodeid
        began = time.process_time()
        self.allow(max(LEAST, SLACK * self.times.get(item.nodeid, 0)) if not self.measuring else 0)
        result = yield
        self.allow(0)
        self.took[item.nodeid] = time.process_time() - began
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid

    @staticmethod
    def allow(seconds: float) -> None:
        signal.setitimer(signal.ITIMER_PROF, seconds)


class Baseline(msgspec.Struct, frozen=True):
    """The tests without any change: how long each takes and all imports, which fails, which are not there."""

    times: dict[str, float]
    loading: float
    failed: str
    missing: tuple[str, ...]


def name_of(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0]


def measure(root: Path, tests: Iterable[str], answer: IO[bytes]) -> None:
    """Runs tests without a change, and answers with a Baseline."""
    watch = Watch((), tests, None)
    _run(watch, root)
    missing = tuple(sorted(watch.tests - watch.found))
    loading = watch.loaded - watch.began
    answer.write(msgspec.json.encode(Baseline(watch.took, loading, watch.failed, missing)))


def attempt(
    changed: Changed, own: Iterable[str], tests: Iterable[str], baseline: Baseline, answer: IO[bytes]
) -> None:
    """Runs tests on a change until one notices it, and answers with a Verdict."""
    watch = Watch(own, tests, baseline.times)
    watch.module = changed.module.rpartition(".")[2]

    def give_up(number: int, frame: FrameType | None) -> None:
        answer.write(msgspec.json.encode(Verdict(True, watch.running, "took too long", len(watch.took))))
        answer.flush()
        os._exit(0)

    signal.signal(signal.SIGPROF, give_up)
    loading = max(LOADING, SLACK * baseline.loading)
    limit = int(loading + SLACK * sum(baseline.times.values()) + LEAST)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    watch.allow(loading)
    sys.meta_path.insert(0, Overlay(changed))
    _run(watch, changed.root)
    how = "could not be collected" if watch.failed == IMPORT else "failed"
    verdict = Verdict(bool(watch.failed), watch.failed, how if watch.failed else "", len(watch.took))
    answer.write(msgspec.json.encode(verdict))


def _run(watch: Watch, root: Path) -> None:
    """The same examples each time, and no deadline that a busy machine would miss."""
    hypothesis.settings.register_profile("mutants", derandomize=True, database=None, deadline=None)
    hypothesis.settings.load_profile("mutants")
    named = sorted({test.partition("::")[0] for test in watch.tests})
    files = [name for name in named if (root / name).exists()]
    if not files:
        return
    os.chdir(root)
    code = pytest.main([*PLAIN.split(), "--rootdir", str(root), *files], plugins=[watch])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) and not watch.failed:
        watch.failed = watch.running
