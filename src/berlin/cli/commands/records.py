"""`berlin new` and `berlin replay`: games as records."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Annotated

import typer
from msgspec.structs import asdict

from berlin.cli import screen
from berlin.cli.complaint import Complaint, or_complain, unknown
from berlin.cli.files import LoadedGame, load, read_record, replay_record, write
from berlin.cli.options import Data, GameCode, GameOptions, Json, Output, RecordOrSituation
from berlin.cli.seats import HUMAN, is_known, seat_number
from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.ids import Seat
from berlin.kernel.play.dice import key_from_seed, new_key
from berlin.kernel.play.resigning import is_resignation
from berlin.kernel.records.older_rules import is_unknown
from berlin.kernel.records.record import Record, new_record
from berlin.kernel.records.record import write as spell
from berlin.kernel.records.verify import Verdict
from berlin.kernel.records.verify import verify as verify_record
from berlin.players import make_player
from berlin.players.reasons import Reasons


def new(
    code: GameCode,
    scenario: Annotated[str, typer.Option("--scenario", metavar="S", help="Which scenario.")] = "",
    option: GameOptions = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="The same dice each time.")] = None,
    data: Data = None,
    output: Output = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file that is there.")] = False,
    json: Json = False,
) -> None:
    """Start a game and write its record, to a file or to standard output.

    Example: berlin new race --seed 7 -o first.record
    """
    record = start_record(load(code, data), scenario, seed, option or ())
    if output is not None:
        if output.exists() and not force:
            raise Complaint(f"{output}: exists already; --force overwrites it")
        write(output, spell(record))
    if json:
        about = {"game": record.game, "scenario": record.scenario, "commitment": record.commitment}
        screen.print_json(about | {"file": str(output) if output else None, "record": spell(record)})
    elif output is None:
        screen.print_text(spell(record))
    else:
        screen.print_text(f"{output} written. Play it: berlin play {output}")


def start_record(
    game: AnyGame, scenario: str, seed: int | None, options: Sequence[str] = (), players: Sequence[str] = ()
) -> Record:
    """The record of a new game; without a seed its dice can't be foretold."""
    keys = tuple(each.key for each in game.scenarios)
    if scenario and scenario not in keys:
        raise unknown("scenario", scenario, keys)
    key = new_key() if seed is None else key_from_seed(seed)
    with or_complain():
        return new_record(game, key, scenario, _parse_options(options), players)


def _parse_options(options: Sequence[str]) -> dict[str, str]:
    """The names and values of `NAME=VALUE`."""
    for text in options:
        if "=" not in text:
            raise Complaint(f"--option {text}: write it as NAME=VALUE")
    return dict(text.split("=", 1) for text in options)


def replay(
    file: RecordOrSituation,
    verify: Annotated[bool, typer.Option("--verify", help="Make every roll again from the key.")] = False,
    seat: Annotated[str | None, typer.Option("--as", metavar="SEAT", help="As this seat saw it.")] = None,
    why: Annotated[bool, typer.Option("--why", help="With the machines' reasons, when it is over.")] = False,
    data: Data = None,
    json: Json = False,
) -> None:
    """Play a record again and tell its story; with --verify only check it, every roll included.

    A game that is not over is told as a spectator or, with --as, one seat saw it.

    Example: berlin replay first.record --verify
    """
    record = read_record(file, key_from_seed(0), data)
    # Before it is told, since this names the very roll that is wrong.
    verdict = _verdict(str(file), record, load(record.game, data)) if verify else None
    at = replay_record(file, record, data)
    number = seat_number(at.game, seat)
    if why and at.game.deciders(at.state):
        raise Complaint(f"{file}: the machines' reasons are told when the game is over")
    told = _reasons(at) if why else {}
    if json:
        screen.print_json(_facts(at, number, seat is None, told) | {"verdict": verdict})
    elif verdict is not None:
        last = at.moments[-1]
        screen.print_text(f"{file}: {verdict.text}; {last.number} actions, fingerprint {last.fingerprint}")
    else:
        _tell(at, number, seat is None, told)


def _verdict(name: str, record: Record, game: AnyGame) -> Verdict:
    with or_complain():
        return verify_record(record, name, game)


def _open(at: LoadedGame, spectator: bool) -> bool:
    """A finished game has no secrets from a spectator."""
    return spectator and not at.game.deciders(at.state)


def _reasons(at: LoadedGame) -> dict[int, Reasons]:
    """Why the machines did what they did, by the numbers of their actions: asked again from what they saw."""
    game, kinds = at.game, dict(at.record.seats)
    machines = {name: make_player(kind) for name, kind in kinds.items() if kind != HUMAN and is_known(kind)}
    told = {}
    for before, moment in pairwise(at.moments):
        assert moment.line is not None
        name = moment.line.seat
        if name not in machines or is_unknown(moment):
            continue
        action = game.read(moment.line.action)
        # No machine resigns: somebody did it for it.
        if not is_resignation(game, action):
            view = game.view(before.state, game.seat(name))
            told[moment.number] = machines[name].reasons(game, view, action)
    return told


def _facts(
    at: LoadedGame, seat: Seat | None, spectator: bool, told: Mapping[int, Reasons]
) -> dict[str, object]:
    from berlin.cli.table.story import facts, may_read, visible_events

    whole = _open(at, spectator)
    moments = [
        facts(
            moment,
            visible_events(moment.events, seat, whole),
            whole or may_read(at.game, at.moments, n, seat),
        )
        for n, moment in enumerate(at.moments)
    ]
    for number, reasons in told.items():
        moments[number]["reasons"] = asdict(reasons)
    result = at.game.result(at.state)
    return {"game": at.record.game, "study": at.record.study, "moments": moments, "result": result}


def _tell(at: LoadedGame, seat: Seat | None, spectator: bool, told: Mapping[int, Reasons]) -> None:
    from berlin.cli.table import story

    out, whole = screen.console(), _open(at, spectator)
    if not whole and not told:
        for line in story.news(at.game, at.moments, seat):
            out.print(line)
    for n, moment in enumerate(at.moments if whole or told else ()):
        reasons = story.reason_lines(told.get(moment.number, Reasons()))
        for line in [*story.lines(at.game, at.moments, n, seat, whole), *reasons]:
            out.print(line)
    story.tell_standing(out, at.game, at.state)
