"""The command line run in this process, on the toy game of the kernel's tests and a variant of it."""

import io
import os
import sys
from pathlib import Path

import pytest
from tests.cli.runs import Berlin, Ran, solo

from berlin.cli.main import run
from berlin.kernel.contract import game as registry
from berlin.kernel.contract.game import AnyGame


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the test's own, for files and for saved games; nothing waits for the disk."""
    monkeypatch.setattr(os, "fsync", lambda _: None)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    return tmp_path


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    """The toy game and its variant `solo`, in the place of the registered games."""
    monkeypatch.setitem(sys.modules, "solo", solo())
    monkeypatch.setattr(registry, "_WHERE", {"toy": "toy:GAME", "solo": "solo:GAME"})
    return registry.load("toy")


@pytest.fixture
def berlin(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Berlin:
    """`berlin("show", "file", typed="...")`: runs a command with these lines on standard input."""

    def call(*words: object, typed: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = run([str(word) for word in words])
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return call
