"""How far a long command is, and how long it will take."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

TOLD_EVERY = 10.0
Count = Callable[[int, int], None]


@contextmanager
def progress(
    code: str, things: str = "games", *, alive: bool = True, in_pipe: bool = True
) -> Iterator[Count]:
    """Tells how far a command is and how long it will take: a bar, or now and then a line `in_pipe`.

    A bar that is alive has a thread of its own, which a process that forks had better not have.
    """
    if not sys.stderr.isatty():
        yield ProgressLines(code, things) if in_pipe else lambda done, of: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, auto_refresh=alive) as bar:
        task = bar.add_task(f"{code}, {things}", total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of, refresh=not alive)


class ProgressLines:
    """Progress in words."""

    def __init__(self, code: str, things: str) -> None:
        self.code, self.things = code, things
        self.began = self.told = time.monotonic()
        self.first: int | None = None

    def __call__(self, done: int, of: int) -> None:
        now = time.monotonic()
        self.first = done if self.first is None else self.first
        if now - self.told < TOLD_EVERY or done <= self.first:
            return
        left = (now - self.began) * (of - done) / (done - self.first)
        far = f"{self.code}: {done} of {of} {self.things}, about {span(left)} left"
        print(far, file=sys.stderr, flush=True)
        self.told = now


def span(seconds: float) -> str:
    """A time in words: `40 s`, `12 min`, `3 h 20 min`."""
    minutes = round(seconds / 60)
    if seconds < 90:
        return f"{round(seconds)} s"
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"
