"""The toy game of the kernel's tests in the place of the registered games, and a server that offers it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.house import House, house

from berlin.kernel.contract import game as registry
from berlin.kernel.contract.game import AnyGame


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    monkeypatch.setattr(registry, "_WHERE", {"toy": "toy:GAME"})
    return registry.load("toy")


@pytest.fixture
def host(tmp_path: Path, toy: AnyGame) -> Iterator[House]:
    """A server with the toy game."""
    with house(tmp_path / "tables.sqlite") as running:
        yield running


@pytest.fixture
def racing(tmp_path: Path) -> Iterator[House]:
    """A server with the registered games."""
    with house(tmp_path / "tables.sqlite") as running:
        yield running
