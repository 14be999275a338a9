"""`berlin campaign`: pages to print, exports, and reports of battles that were fought elsewhere."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from berlin.cli import screen
from berlin.cli.complaint import Complaint, or_complain, unknown
from berlin.cli.files import RECORD_MARK, LoadedGame, game_of, load_file, make_folder, write
from berlin.cli.options import Data, Json, Output, RecordOrSituation, Seed
from berlin.cli.seats import seat_number
from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.papers import Filled, Paper
from berlin.kernel.contract.rules import Refused
from berlin.kernel.records.record_file import RecordFile, read_text

Seat = Annotated[
    str | None,
    typer.Option(
        "--seat", metavar="SEAT", help="Whose papers; without it, a spectator's.", show_default=False
    ),
]
OwnSeat = Annotated[str, typer.Option("--seat", metavar="SEAT", help="The side that reports.")]
Folder = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="Write to this folder; it is made.", show_default=False),
]


def sheets(
    file: RecordOrSituation,
    seat: Seat = None,
    out: Folder = None,
    seed: Seed = 0,
    data: Data = None,
    json: Json = False,
) -> None:
    """Write the pages that a side would print: roster, purchases, groups, map.

    Each is one HTML file for A4, with nothing on it that the seat may not know.

    Example: berlin campaign sheets campaign.record --seat german --out pages
    """
    at = load_file(file, seed, data)
    pages = [paper for paper in _papers(at.game) if paper.is_page]
    _put(at, pages, seat, out or Path(), json)


def export(
    file: RecordOrSituation,
    seat: Seat = None,
    kind: Annotated[
        str, typer.Option("--as", metavar="KIND", help="Print this one.", show_default=False)
    ] = "",
    out: Folder = None,
    seed: Seed = 0,
    data: Data = None,
    json: Json = False,
) -> None:
    """Print a set-up for a reader or another program, or write all kinds of it with --out.

    It is the seat's own; of the other side it has what lies open once the battle has begun.

    Example: berlin campaign export campaign.record --seat german --as vasl
    """
    at = load_file(file, seed, data)
    files = {paper.key: paper for paper in _papers(at.game) if not paper.is_page}
    if kind and kind not in files:
        raise unknown("kind of export", kind, tuple(files))
    if out is not None:
        _put(at, [files[kind]] if kind else list(files.values()), seat, out, json)
        return
    text = _paper_text(at, next(iter(files.values())) if not kind else files[kind], seat)
    if json:
        screen.print_json({"seat": seat, "text": text})
    else:
        screen.print_text(text)


def form(
    file: RecordOrSituation, seat: OwnSeat, output: Output = None, seed: Seed = 0, data: Data = None
) -> None:
    """Print the form on which a side reports a battle, with all its units.

    Example: berlin campaign form campaign.record --seat german -o battle.toml
    """
    at = load_file(file, seed, data)
    number = seat_number(at.game, seat)
    assert number is not None
    text = at.game.form(at.state, number)
    if not text:
        raise Complaint(f"{file}: the {seat} side is not asked for a report now")
    if output is None:
        screen.print_text(text)
    else:
        write(output, text)
        screen.print_text(
            f"{output} written. Hand it in: berlin campaign report {file} {output} --seat {seat}"
        )


def report(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="The record of the campaign.")],
    told: Annotated[Path, typer.Argument(metavar="REPORT", help="The report, in TOML.")],
    seat: Annotated[
        str | None,
        typer.Option("--seat", metavar="SEAT", help="One side's report; without it, both agree to it."),
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Only say what is wrong with it.")] = False,
    data: Data = None,
    json: Json = False,
) -> None:
    """Enter the report of a battle in a record: all of it, or nothing and a list of all that is wrong.

    Example: berlin campaign report campaign.record battle.toml --check
    """
    kept = _record(file, data)
    text = _text(told)
    with or_complain(told):
        filled = kept.game.filled(kept.state, text, seat_number(kept.game, seat))
    if filled.faults:
        _refuse(told, filled, json)
    elif not check:
        try:
            with or_complain(file):
                kept.append_all(filled.actions)
        except Refused as error:
            raise Complaint(f"{told}: {error.refusal}") from None
    if json:
        texts = [kept.game.write(action) for action in filled.actions]
        screen.print_json({"faults": (), "actions": texts, "file": None if check else str(file)})
    elif check:
        screen.print_text(f"{told}: nothing is wrong with it; it comes to {_actions(filled)}")
    else:
        screen.print_text(f"{file}: {_actions(filled)} entered")


def _actions(filled: Filled[object]) -> str:
    return "1 action" if len(filled.actions) == 1 else f"{len(filled.actions)} actions"


def _refuse(told: Path, filled: Filled[object], json: bool) -> None:
    """Everything that is wrong with a report. Always raises."""
    if json:
        screen.print_json({"faults": filled.faults, "actions": (), "file": None})
    count = len(filled.faults)
    things = "one thing is" if count == 1 else f"{count} things are"
    raise Complaint(f"{told}: {things} wrong with it, and nothing was entered", filled.faults)


def _record(path: Path, data: Path | None) -> RecordFile:
    text = _text(path)
    if not text.startswith(RECORD_MARK):
        raise Complaint(f"{path}: not a record; `berlin apply` makes one of a situation")
    with or_complain(path):
        return RecordFile.open(path, game_of(text, data))


def _text(path: Path) -> str:
    with or_complain(path):
        return read_text(path)


def _papers(game: AnyGame) -> tuple[Paper, ...]:
    papers = game.papers()
    if not papers:
        raise Complaint(f"{game.code} has no papers: it is no campaign")
    return papers


def _paper_text(at: LoadedGame, paper: Paper, seat: str | None) -> str:
    number = seat_number(at.game, seat)
    events = (event.seen_by(number) for moment in at.moments for event in moment.events)
    story = [event for event in events if event is not None]
    return at.game.paper(paper.key, at.game.view(at.state, number), story)


def _put(at: LoadedGame, papers: list[Paper], seat: str | None, folder: Path, json: bool) -> None:
    """Each in a file of the folder, under the name of the seat."""
    texts = {folder / f"{seat or 'spectator'}-{paper.name}": _paper_text(at, paper, seat) for paper in papers}
    make_folder(folder)
    for path, text in texts.items():
        write(path, text)
    if json:
        screen.print_json({"seat": seat, "files": [str(path) for path in texts]})
        return
    for path, paper in zip(texts, papers, strict=True):
        screen.print_text(f"{path}: {paper.title}")


COMMANDS: dict[str, Callable[..., None]] = {
    "sheets": sheets,
    "export": export,
    "form": form,
    "report": report,
}
