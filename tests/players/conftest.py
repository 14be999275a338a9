"""The toy game, registered for the time of a test."""

from typing import Any

import pytest

from berlin.kernel.contract import game as registry
from berlin.kernel.contract.game import AnyGame
from berlin.kernel.play.dice import key_from_seed


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    monkeypatch.setattr(registry, "_WHERE", {"toy": "toy:GAME"})
    return registry.load("toy")


@pytest.fixture
def opening(toy: AnyGame) -> Any:
    return toy.start("short", key_from_seed(1), {}).state
