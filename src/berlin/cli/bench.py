"""The options that all experiments of `berlin lab` share, and how one is run, told of and broken off."""

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from inspect import Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import msgspec
import typer

from berlin.cli.complaint import Complaint, about_file
from berlin.cli.files import load, own_tables
from berlin.cli.options import Data, Json, Settled
from berlin.kernel import game as registry
from berlin.kernel.game import BadText

if TYPE_CHECKING:
    from berlin.lab.bout import Setting
    from berlin.lab.series import Asked, Series

INTERRUPTED = 130
TOLD_EVERY = 10.0
HOME = Path("lab-results")
T = TypeVar("T")
Count = Callable[[int, int], None]


class Bench(msgspec.Struct, frozen=True):
    """What was said about an experiment besides its subject."""

    games: int
    seed: int
    width: float
    scenario: str
    options: tuple[str, ...]
    changes: tuple[str, ...]
    data: Path | None
    jobs: int
    cluster: str
    output: Path | None
    json: bool

    def tables(self) -> tuple[tuple[str, str], ...]:
        return own_tables(self.data) if self.data else ()

    def folder(self, code: str) -> Path:
        return self.output or HOME / code

    def setting(self, code: str) -> "Setting":
        """The setting of an experiment with the game of this code; "" is the first of all."""
        from berlin.lab.series import setting

        code = code or registry.codes()[0]
        load(code)
        return clear(lambda: setting(code, self.scenario, self.options, self.changes, self.tables()))

    def played(self, series: "Sequence[Series]") -> "Asked":
        """All bouts of these series, after those that were missing have been played."""
        from berlin.lab.executor import NoWorkers, crew
        from berlin.lab.results import BadResults, Results
        from berlin.lab.series import run

        folder = self.folder(series[0].setting.game)
        settings = [each.setting for each in series]
        try:
            with (
                crew(self.jobs or os.cpu_count() or 1, self.cluster) as workers,
                Results(folder, settings) as results,
                progress(series[0].setting.game) as count,
            ):
                return run(series, results, workers, self.tables(), self.width, count)
        except (NoWorkers, BadResults) as error:
            raise Complaint(str(error)) from None
        except ImportError:
            raise Complaint("Dask is not installed: pip install 'road-to-berlin[lab]'") from None
        except OSError as error:
            raise about_file(folder, error) from None
        except KeyboardInterrupt:
            print(f"berlin: interrupted; what is finished is kept in {folder}", file=sys.stderr)
            print("berlin: the same command goes on from there", file=sys.stderr)
            raise typer.Exit(INTERRUPTED) from None


def given(
    games: Annotated[int, typer.Option("--games", metavar="N", min=2, help="Games at most.")] = 100,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="The first seed.")] = 1,
    width: Annotated[
        float,
        typer.Option(
            "--width", metavar="W", min=0.0, max=1.0, help="Stop when the interval is narrower: 0.1 is 10%."
        ),
    ] = 0.0,
    scenario: Annotated[str, typer.Option("--scenario", metavar="S", help="Which scenario.")] = "",
    option: Settled = None,
    change: Annotated[
        list[str] | None,
        typer.Option("--change", metavar="TABLE.ROW.COLUMN=VALUE", help="Change a cell of a table."),
    ] = None,
    data: Data = None,
    jobs: Annotated[
        int, typer.Option("--jobs", metavar="N", min=0, help="Processes; 0: one for each core.")
    ] = 0,
    cluster: Annotated[
        str, typer.Option("--cluster", metavar="ADDRESS", help="A Dask scheduler: tcp://host:8786.")
    ] = "",
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="DIR", show_default="lab-results/GAME", help="The folder of results."
        ),
    ] = None,
    json: Json = False,
) -> Bench:
    return Bench(
        games,
        seed,
        width,
        scenario,
        tuple(option or ()),
        tuple(change or ()),
        data,
        jobs,
        cluster,
        output,
        json,
    )


def experiment(command: Callable[..., None]) -> Callable[..., None]:
    """A command whose `bench` is made of the shared options."""
    own = [parameter for parameter in signature(command).parameters.values() if parameter.name != "bench"]
    shared = list(signature(given).parameters.values())

    def run(**words: Any) -> None:
        bench = given(**{parameter.name: words[parameter.name] for parameter in shared})
        command(**{parameter.name: words[parameter.name] for parameter in own}, bench=bench)

    run.__doc__, run.__name__ = command.__doc__, command.__name__
    run.__signature__ = Signature([*own, *shared])  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in (*own, *shared)}
    return run


def clear(ask: Callable[[], T]) -> T:
    """What this gives; a text that makes no sense is a complaint."""
    try:
        return ask()
    except BadText as error:
        raise Complaint(str(error)) from None


def check_players(*names: str) -> None:
    from berlin.players import UnknownPlayer, seated

    for name in names:
        try:
            seated(name)
        except UnknownPlayer as error:
            raise Complaint(str(error)) from None


@contextmanager
def progress(code: str, things: str = "bouts", *, alive: bool = True) -> Iterator[Count]:
    """Tells how far an experiment is and how long it will take: a bar, or now and then a line in a pipe.

    A bar that is alive has a thread of its own, which a process that forks had better not have.
    """
    if not sys.stderr.isatty():
        yield Spoken(code, things)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, auto_refresh=alive) as bar:
        task = bar.add_task(f"{code}, {things}", total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of, refresh=not alive)


class Spoken:
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
