"""The options that all experiments of `berlin lab` share, and how one is run, told of and broken off."""

import os
import sys
from collections.abc import Callable, Sequence
from inspect import Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from berlin.cli.complaint import Complaint, about_file, or_complain
from berlin.cli.files import load, own_tables
from berlin.cli.options import Data, GameOptions, Json
from berlin.cli.progress import progress
from berlin.kernel.contract import game as registry

if TYPE_CHECKING:
    from berlin.lab.match_game import Setting
    from berlin.lab.series import Asked, Series

INTERRUPTED = 130
HOME = Path("lab-results")


class LabOptions(msgspec.Struct, frozen=True):
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
        with or_complain():
            return setting(code, self.scenario, self.options, self.changes, self.tables())

    def play(self, series: "Sequence[Series]") -> "Asked":
        """All games of these series, after those that were missing have been played."""
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


def lab_options(
    games: Annotated[int, typer.Option("--games", metavar="N", min=2, help="Games at most.")] = 100,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="The first seed.")] = 1,
    width: Annotated[
        float,
        typer.Option(
            "--width", metavar="W", min=0.0, max=1.0, help="Stop when the interval is narrower: 0.1 is 10%."
        ),
    ] = 0.0,
    scenario: Annotated[str, typer.Option("--scenario", metavar="S", help="Which scenario.")] = "",
    option: GameOptions = None,
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
) -> LabOptions:
    return LabOptions(
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
    """A command whose `lab` is made of the shared options."""
    own = [parameter for parameter in signature(command).parameters.values() if parameter.name != "lab"]
    make: Callable[..., LabOptions] = lab_options
    shared = list(signature(lab_options).parameters.values())

    def run(**words: object) -> None:
        lab = make(**{parameter.name: words[parameter.name] for parameter in shared})
        command(**{parameter.name: words[parameter.name] for parameter in own}, lab=lab)

    run.__doc__, run.__name__ = command.__doc__, command.__name__
    run.__signature__ = Signature([*own, *shared])  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in (*own, *shared)}
    return run


def check_players(*names: str) -> None:
    from berlin.players import UnknownPlayer, make_player

    for name in names:
        try:
            make_player(name)
        except UnknownPlayer as error:
            raise Complaint(str(error)) from None
