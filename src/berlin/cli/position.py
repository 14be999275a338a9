"""`berlin show`, `legal`, `apply`, `explain`: one position, looked at and played on."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer

from berlin.cli import screen
from berlin.cli.complaint import Complaint, about_text, unknown
from berlin.cli.files import Opened, opened, write
from berlin.cli.options import Data, Json, Output, RecordOrSituation, Seed
from berlin.kernel.game import AnyGame, BadText
from berlin.kernel.record import BadRecord, Record
from berlin.kernel.record import write as spell
from berlin.kernel.recordfile import RecordFile
from berlin.kernel.replay import Moment
from berlin.kernel.rules import Refusal, Refused


def show(
    file: RecordOrSituation,
    seat: Annotated[str | None, typer.Option("--as", metavar="SEAT", help="As this seat sees it.")] = None,
    seed: Seed = 0,
    data: Data = None,
    json: Json = False,
) -> None:
    """Show a position: the front by place, tracks, hands, and the open question.

    Without --as it is shown as a spectator sees it.

    Example: berlin show lebus.toml --as zhukov
    """
    at = opened(file, seed, data)
    scene = at.game.scene(at.game.view(at.state, seat_number(at.game, seat)))
    if json:
        screen.print_json(scene)
        return
    from berlin.cli import board

    board.print_scene(screen.console(), scene, at.game.seats)


def legal(
    file: RecordOrSituation,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="BEGINNING", help="Only actions that begin so.")
    ] = None,
    seed: Seed = 0,
    data: Data = None,
    json: Json = False,
) -> None:
    """List every legal action of the open question, one a line.

    Example: berlin legal lebus.toml attack 8GA/1
    """
    at = opened(file, seed, data)
    begun = " ".join(words or [])
    texts = [at.game.write(action) for action in at.game.legal(at.state)]
    texts = [text for text in texts if text.casefold().startswith(begun.casefold())]
    if json:
        deciders = [at.game.seats[number] for number in at.game.deciders(at.state)]
        screen.print_json({"deciders": deciders, "prompt": at.game.prompt(at.state), "actions": texts})
        return
    for text in texts:
        screen.print_text(text)


def apply(
    file: RecordOrSituation,
    actions: Annotated[list[str], typer.Argument(metavar="ACTION", help="Each action in quotes.")],
    dice: Annotated[
        str, typer.Option("--dice", metavar="5,3,...", help="The next dice: the record becomes a study.")
    ] = "",
    output: Output = None,
    seed: Seed = 0,
    data: Data = None,
    json: Json = False,
) -> None:
    """Play actions, tell what happened, and save the record with -o (FILE itself may be named).

    Without -o nothing is written. If one action is refused, none is played.

    Example: berlin apply lebus.toml "activate 8GA/1 combat" begin --dice 5,3 -o study.record
    """
    at = opened(file, seed, data)
    record, moments = _played(at, actions, _dice(dice))
    if output is not None:
        write(output, spell(record))
    if json:
        screen.print_json(_applied(at.game, record, moments, output))
        return
    _tell(at.game, moments)
    if output is not None:
        study = ", a study" if record.study else ""
        screen.print_text(f"{output} written, {len(record.lines)} actions{study}")


def explain(
    file: RecordOrSituation,
    words: Annotated[list[str], typer.Argument(metavar="ACTION", help="One action; quotes are optional.")],
    seed: Seed = 0,
    data: Data = None,
    json: Json = False,
) -> None:
    """Explain an action: its numbers with their rules and the chance of each outcome, or its refusal.

    Example: berlin explain lebus.toml attack 8GA/1 Lebus
    """
    at = opened(file, seed, data)
    text = " ".join(words)
    action = read_action(at.game, text)
    refused = at.game.why_not(at.state, action)
    if json:
        told = at.game.explain(at.state, action) if refused is None else None
        warned = at.game.warnings(at.state, action) if refused is None else ()
        answer = {"action": text, "legal": refused is None, "refusal": refused, "warnings": warned}
        screen.print_json(answer | {"explanation": told and tallied(told)})
        return
    from berlin.cli import reckoning

    if refused is None:
        screen.console().print(reckoning.explanation(at.game.explain(at.state, action)))
        for warning in at.game.warnings(at.state, action):
            screen.print_text(f"Mind: {warning}")
    else:
        screen.console().print(reckoning.refusal(text, refused, gist(at.game, refused)))


def read_action(game: AnyGame, text: str) -> Any:
    """The action that a text names, or a complaint."""
    try:
        return game.read(text)
    except BadText as error:
        raise about_text(f"action {text!r}", error) from None


def seat_number(game: AnyGame, name: str | None) -> int | None:
    """The number of a seat; None is the spectator."""
    if name is None:
        return None
    if name not in game.seats:
        raise unknown("seat", name, game.seats)
    return game.seats.index(name)


def gist(game: AnyGame, refused: Refusal) -> str:
    return game.ledger[refused.rule].gist if refused.rule in game.ledger else ""


def tallied(told: Any) -> dict[str, Any]:
    """An explanation for scripts: every tally with its total, every outcome with its chance."""
    tallies = [
        {"label": t.label, "base": t.base, "modifiers": t.modifiers, "total": t.total} for t in told.tallies
    ]
    outcomes = [
        {"label": o.label, "ways": o.ways, "of": o.of, "chance": o.ways / o.of} for o in told.outcomes
    ]
    return {"title": told.title, "tallies": tallies, "outcomes": outcomes, "notes": told.notes}


def _dice(text: str) -> tuple[int, ...]:
    words = text.replace(",", " ").split()
    if not all(word.isdecimal() and int(word) > 0 for word in words):
        raise Complaint(f"--dice {text!r}: write the dice as numbers from 1 with commas, for example 5,3")
    return tuple(int(word) for word in words)


def _played(at: Opened, texts: list[str], dice: tuple[int, ...]) -> tuple[Record, list[Moment]]:
    """The record with these actions behind it, and their moments. All or none are played."""
    before = len(at.moments)
    with TemporaryDirectory() as folder:
        try:
            file = RecordFile.create(Path(folder) / "record", at.record, at.game)
        except BadRecord as error:
            raise Complaint(f"{at.path}: {error.reason}") from None
        for number, text in enumerate(texts):
            _play(file, text, dice if dice and number == 0 else None)
        return file.record, file.moments[before:]


def _play(file: RecordFile, text: str, laid: tuple[int, ...] | None) -> None:
    game, state = file.game, file.moment.state
    action = read_action(game, text)
    deciders = game.deciders(state)
    if not deciders:
        raise Complaint(f"action {text!r}: the game is over")
    try:
        file.append(action, laid=laid)
    except Refused as error:
        seats = " or ".join(game.seats[seat] for seat in deciders)
        raise Complaint(f"action {text!r} is refused ({seats} decides): {error.refusal}") from None
    except BadText as error:
        raise about_text(f"action {text!r}", error) from None


def _applied(game: AnyGame, record: Record, moments: list[Moment], output: Path | None) -> dict[str, Any]:
    from berlin.cli.chronicle import facts

    last = moments[-1]
    return {
        "actions": [facts(moment, list(moment.events)) for moment in moments],
        "fingerprint": last.fingerprint,
        "study": record.study,
        "deciders": [game.seats[seat] for seat in game.deciders(last.state)],
        "prompt": game.prompt(last.state),
        "result": game.result(last.state),
        "file": str(output) if output else None,
        "record": spell(record),
    }


def _tell(game: AnyGame, moments: list[Moment]) -> None:
    from berlin.cli import chronicle

    out = screen.console()
    for moment in moments:
        chronicle.tell(out, moment)
    state = moments[-1].state
    if left := game.dice_left(state):
        out.print(f"dice laid down and not used: {', '.join(map(str, left))}")
    chronicle.tell_standing(out, game, state)
