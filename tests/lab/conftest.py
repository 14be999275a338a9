"""The toy game of the kernel's tests and one that counts turns, in the place of the registered games."""

import sys

import pytest
from tests.lab.timed import module

from berlin.kernel.contract import game as registry
from berlin.kernel.contract.game import AnyGame


@pytest.fixture
def timed(monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    monkeypatch.setitem(sys.modules, "timed", module())
    monkeypatch.setattr(registry, "_WHERE", {"timed": "timed:GAME", "toy": "toy:GAME"})
    return registry.load("timed")
