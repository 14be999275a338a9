"""A machine that reckons in a worker process, as hard as it can, until it is told that it is enough."""

import os
from concurrent.futures import Executor, Future
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

from tests.server.mute import Mute

from berlin.kernel.contract import game as registry
from berlin.kernel.contract.game import AnyGame
from berlin.players import MACHINES
from berlin.server.machines.worker import processes

GIVE_UP = 2_000_000


class Busy(Mute):
    """Leaves the number of its process in `begun`, and reckons until there is a file `enough`."""

    def __init__(self, folder: Path) -> None:
        self.begun, self.enough = folder / "begun", folder / "enough"

    def choose(self, game: AnyGame, view: Any, rng: Random) -> Any:
        self.begun.write_text(f"{os.getpid()} {os.nice(0)}")
        found = b""
        for _ in range(GIVE_UP):
            found = blake2b(found * 64).digest()
            if self.enough.exists():
                return game.read("rest")
        raise RuntimeError("nobody said that it is enough")


class Workers(Executor):
    """The server's own worker processes, in which the toy game and the busy machine are known as well."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.inner = folder, processes()

    def submit(self, work: Any, /, *args: Any, **more: Any) -> "Future[Any]":
        return self.inner.submit(at_home, self.folder, work, *args, **more)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.inner.shutdown(wait, cancel_futures=cancel_futures)


def at_home(folder: Path, work: Any, *args: Any, **more: Any) -> Any:
    """In the worker."""
    registry._WHERE = {"toy": "toy:GAME"}
    MACHINES["busy"] = lambda: Busy(folder)
    return work(*args, **more)
