"""Work in forked processes, so many at once: each answers with bytes, or dies. Ctrl-C ends them all."""

import os
import selectors
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from types import FrameType
from typing import IO, TypeVar

import msgspec

Work = Callable[[IO[bytes]], None]
Key = TypeVar("Key")
# Nothing that uses its CPU time takes so long on any machine: what does is stuck, and proves nothing.
PATIENCE = 900.0
GLANCE = 0.2


class Answer(msgspec.Struct, frozen=True):
    """What a process wrote; the signal that ended it, or 0; whether it was given up."""

    text: bytes
    signal: int = 0
    stuck: bool = False


class Running(msgspec.Struct):
    pid: int
    pipe: int
    began: float
    text: bytes = b""


class Interrupt:
    """Ctrl-C as a mark that is looked at: an exception in the midst of a fork would be swallowed."""

    def __init__(self) -> None:
        self.came = False
        self.before = signal.signal(signal.SIGINT, self.note)

    def note(self, number: int, frame: FrameType | None) -> None:
        self.came = True

    def heed(self) -> None:
        if self.came:
            raise KeyboardInterrupt

    def forget(self) -> None:
        signal.signal(signal.SIGINT, self.before)


def run(
    work: Iterable[tuple[Key, Work]], jobs: int, patience: float = PATIENCE
) -> Iterator[tuple[Key, Answer]]:
    """Does each piece of work in a process of its own; gives the answers as they come."""
    waiting = iter(work)
    active: dict[int, tuple[Key, Running]] = {}
    selector = selectors.DefaultSelector()
    interrupt = Interrupt()
    try:
        while True:
            while len(active) < jobs and (piece := next(waiting, None)):
                process = _fork(piece[1])
                active[process.pipe] = piece[0], process
                selector.register(process.pipe, selectors.EVENT_READ)
            if not active:
                return
            ready = _ready(selector, active, patience)
            interrupt.heed()
            for pipe in ready:
                key, process = active[pipe]
                answer = _read(process, patience)
                if answer:
                    selector.unregister(pipe)
                    del active[pipe]
                    yield key, answer
    finally:
        interrupt.forget()
        for _, process in active.values():
            _end(process)
        selector.close()


def _ready(
    selector: selectors.BaseSelector, active: dict[int, tuple[Key, Running]], patience: float
) -> list[int]:
    ready = [selected.fd for selected, _ in selector.select(timeout=GLANCE)]
    late = [pipe for pipe, (_, process) in active.items() if time.monotonic() - process.began > patience]
    return list(dict.fromkeys((*ready, *late)))


def _fork(work: Work) -> Running:
    reading, writing = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid:
        os.close(writing)
        return Running(pid, reading, time.monotonic())
    code = 1
    try:
        os.setsid()
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.close(reading)
        _silence()
        with os.fdopen(writing, "wb") as answer:
            work(answer)
        code = 0
    finally:
        os._exit(code)


def _silence() -> None:
    """What tests print goes nowhere; a process of its own session hears no Ctrl-C."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    sys.stdout, sys.stderr = os.fdopen(1, "w", closefd=False), os.fdopen(2, "w", closefd=False)


def _read(process: Running, patience: float) -> Answer | None:
    """The answer, if the process is through or was given up."""
    if time.monotonic() - process.began > patience:
        _end(process)
        return Answer(process.text, stuck=True)
    if piece := os.read(process.pipe, 1 << 16):
        process.text += piece
        return None
    os.close(process.pipe)
    _, status = os.waitpid(process.pid, 0)
    return Answer(process.text, os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0)


def _end(process: Running) -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        os.kill(process.pid, signal.SIGKILL)
    os.close(process.pipe)
    os.waitpid(process.pid, 0)
