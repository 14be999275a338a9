"""`berlin fuzz`: random games by the hundred, to find those that go wrong."""

import os
from pathlib import Path
from typing import Annotated

import typer

from berlin.cli import screen
from berlin.cli.files import load, make_folder, write
from berlin.cli.options import GameCode, Json
from berlin.cli.progress import Count, progress
from berlin.kernel.proof.fuzz import Failure, FuzzReport
from berlin.kernel.proof.fuzz import fuzz as play_random_games

BATCH = 10


def fuzz(
    code: GameCode,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="The seed of the first game.")] = 1,
    jobs: Annotated[
        int, typer.Option("--jobs", metavar="N", min=0, help="Processes; 0: one for each core.")
    ] = 0,
    folder: Annotated[
        Path, typer.Option("--output", "-o", metavar="DIR", help="Where records of failures are saved.")
    ] = Path("fuzz-failures"),
    json: Json = False,
) -> None:
    """Play random games; save the record of each that breaks, ends in a dead end or never ends.

    Ctrl-C ends it and keeps what was done. The exit code is 1 if any game failed.

    Example: berlin fuzz race --games 2000
    """
    load(code)
    with progress(code, "random games", in_pipe=False) as count:
        report = run(code, games, seed, jobs or os.cpu_count() or 1, lambda done, _: count(done, games))
    saved = [(failure, save(folder, code, failure)) for failure in report.found]
    if json:
        screen.print_json(_figures(report))
    else:
        _tell(report, games, saved)
    if report.failures:
        raise typer.Exit(1)


def run(code: str, games: int, seed: int, jobs: int, count: Count) -> FuzzReport:
    """All games, in this process or in several; an interrupt ends it with the report so far."""
    if jobs == 1 or games <= BATCH:
        return play_random_games(load(code), games, seed, count)
    from concurrent.futures import ProcessPoolExecutor, as_completed

    report = FuzzReport()
    with ProcessPoolExecutor(jobs) as pool:
        firsts = range(0, games, BATCH)
        batches = [pool.submit(batch, code, min(BATCH, games - at), seed + at) for at in firsts]
        waiting = as_completed(batches)
        while True:
            try:
                report += next(waiting).result()
                count(report.games, report.actions)
            except StopIteration:
                return report
            except KeyboardInterrupt:
                # The workers were interrupted too, and hand in what they have.
                running = [each for each in batches if not each.cancel() and not each.done()]
                return sum((each.result() for each in running), report) + FuzzReport(interrupted=True)


def batch(code: str, games: int, seed: int) -> FuzzReport:
    return play_random_games(load(code), games, seed)


def save(folder: Path, code: str, failure: Failure) -> Path:
    """The record that leads to a failure, as a file that `berlin show` can open."""
    make_folder(folder)
    path = folder / f"{code}-{failure.seed}.record"
    write(path, failure.record)
    return path


def _figures(report: FuzzReport) -> dict[str, int | float]:
    return {
        "games": report.games,
        "failures": report.failures,
        "dead_ends": report.dead_ends,
        "actions": report.actions,
        "cpu_seconds": round(report.cpu_seconds, 3),
    }


def _tell(report: FuzzReport, games: int, saved: list[tuple[Failure, Path]]) -> None:
    for failure, path in saved:
        screen.print_text(f"seed {failure.seed}, action {failure.action}: {failure.text}; see {path}")
    rate = report.games / report.cpu_seconds if report.cpu_seconds else 0.0
    broken = f" of {games}, interrupted" if report.interrupted else ""
    screen.print_text(
        f"{report.games} games{broken}: {report.failures} failures, {report.dead_ends} dead ends, "
        f"{report.actions} actions, {report.cpu_seconds:.1f} CPU seconds, {rate:.2f} games a CPU second"
    )
