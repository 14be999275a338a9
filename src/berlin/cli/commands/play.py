"""`berlin play`: a game at the terminal, from its beginning or resumed from a file."""

import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from berlin.cli import screen, seats
from berlin.cli.commands.records import start_record
from berlin.cli.complaint import Complaint, about_text, or_complain
from berlin.cli.files import RECORD_MARK, game_of, home, load, make_folder, read_record
from berlin.cli.options import Codes, Data, GameOptions, Json, Output
from berlin.kernel.contract import game as registry
from berlin.kernel.contract.game import AnyGame, BadText
from berlin.kernel.contract.words import sentence
from berlin.kernel.play.dice import key_from_seed, new_key
from berlin.kernel.records.record import BadRecord, Record, TornRecord, parse
from berlin.kernel.records.record_file import RecordFile, read_text, recover

if TYPE_CHECKING:
    from rich.console import Console


def play(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME|FILE",
            help="A game to begin, a record to resume, or a situation to begin from. "
            "Besides, for each seat of the game: --SEAT human, or a machine: --SEAT officer.",
        ),
    ] = None,
    seat: Annotated[
        list[str] | None, typer.Option("--seat", metavar="SEAT=KIND", help="Another way to say --SEAT KIND.")
    ] = None,
    scenario: Annotated[str, typer.Option("--scenario", metavar="S", help="Which scenario.")] = "",
    option: GameOptions = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="The same dice each time.")] = None,
    hints: Annotated[
        bool | None,
        typer.Option("--hints/--no-hints", help="Whether hints may be asked for; usual if one human plays."),
    ] = None,
    codes: Codes = False,
    data: Data = None,
    output: Output = None,
    json: Json = False,
) -> None:
    """Play a game in the terminal: two humans at one keyboard, or against the machine.

    The record is on disk after every action; resume it with: berlin play FILE

    Example: berlin play race --zhukov human --koniev officer
    """
    plain, pairs = seats.split_words(words or [])
    pairs += [seats.parse_pair(text) for text in seat or []]
    if len(plain) > 1:
        raise Complaint(f"one game or file, please, not {len(plain)}: {' '.join(plain)}")
    what = plain[0] if plain else registry.codes()[0]
    if what in registry.codes(examples=True):
        game = load(what, data)
        players = _choose_players(game, pairs)
        record = start_record(game, scenario, seed, option or (), players)
        file = _create(output or default_path(game.code), record, game)
    else:
        file, players = _resume(Path(what), pairs, seed, data, output)
    _sit(file, players, json, players.count(seats.HUMAN) < 2 if hints is None else hints, codes)


def default_path(code: str) -> Path:
    """Where a game is kept if the player doesn't say."""
    folder = home() / "games"
    make_folder(folder)
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    names = (f"{code}-{stamp}{again}.record" for again in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(folder / name for name in names if not (folder / name).exists())


def _choose_players(game: AnyGame, pairs: Sequence[tuple[str, str]]) -> list[str]:
    players = seats.assign(game.seats, pairs, seats.default_players(game.seats))
    if not pairs and sys.stdin.isatty() and sys.stdout.isatty():
        players = seats.ask_players(game.seats, players, input)
    return players


def _resume(
    path: Path, pairs: Sequence[tuple[str, str]], seed: int | None, data: Path | None, output: Path | None
) -> tuple[RecordFile, list[str]]:
    _mend(path, data)
    record = read_record(path, new_key() if seed is None else key_from_seed(seed), data)
    game = load(record.game, data)
    named = [kind if seats.is_known(kind) else seats.HUMAN for _, kind in record.seats]
    players = seats.assign(game.seats, pairs, named)
    if output is not None or not _is_record(path):
        return _create(output or default_path(game.code), record, game), players
    with or_complain(path):
        return RecordFile.open(path, game), players


def _create(path: Path, record: Record, game: AnyGame) -> RecordFile:
    with or_complain(path):
        return RecordFile.create(path, record, game)


def _is_record(path: Path) -> bool:
    return path.read_bytes().startswith(RECORD_MARK.encode())


def _mend(path: Path, data: Path | None) -> None:
    """Drop a last line that was cut short while it was written: the game goes on before it."""
    with or_complain(path):
        if not _is_record(path):
            return
        text = read_text(path, torn=True)
        game = game_of(text, data)
        try:
            parse(text, str(path), game)
            return
        except TornRecord:
            dropped = recover(path, game)
    screen.print_text(f"{path}: the last line was cut short and is dropped: {dropped!r}")


def _sit(file: RecordFile, players: Sequence[str], json: bool, hints: bool, codes: bool) -> None:
    """Run the session; with --json it keeps silent and tells at the end where the game stands."""
    from berlin.cli.table import menu
    from berlin.cli.table.session import Leave, Session

    out = screen.console(silent=json)
    session = Session(file, players, out, menu.read_silently if json else menu.read_line, hints, codes)
    try:
        _welcome(out, file, players)
        session.run()
    except (Leave, EOFError, KeyboardInterrupt):
        out.print()
    except BadRecord as error:
        raise Complaint(str(error)) from None
    except BadText as error:
        raise about_text(file.path, error) from None
    finally:
        _farewell(out, file)
    if json:
        screen.print_json(_standing(file))


def _welcome(out: "Console", file: RecordFile, players: Sequence[str]) -> None:
    game = file.game
    sitting = ", ".join(f"{sentence(name)}: {kind}" for name, kind in zip(game.seats, players, strict=True))
    out.print(f"{game.title} [{game.book}]. {sitting}. Type help for help.")
    out.print(f"The game is saved after every action in {file.path}", soft_wrap=True)


def _farewell(out: "Console", file: RecordFile) -> None:
    out.print(f"Saved in {file.path}", soft_wrap=True)
    if file.game.deciders(file.moment.state):
        out.print(f"Go on with: berlin play {file.path}", soft_wrap=True)
    else:
        out.print(f"Why the machines did what they did: berlin replay {file.path} --why", soft_wrap=True)


def _standing(file: RecordFile) -> dict[str, object]:
    game, last = file.game, file.moment
    return {
        "file": str(file.path),
        "actions": last.number,
        "fingerprint": last.fingerprint,
        "deciders": [game.seats[seat] for seat in game.deciders(last.state)],
        "prompt": game.prompt(last.state),
        "result": game.result(last.state),
    }
