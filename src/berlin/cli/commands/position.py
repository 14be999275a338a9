"""`berlin show`, `legal`, `apply`, `explain`: one position, looked at and played on."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from berlin.cli import screen
from berlin.cli.clauses import gist
from berlin.cli.complaint import Complaint, about_text, or_complain
from berlin.cli.files import LoadedGame, load_file, write
from berlin.cli.options import Codes, Data, Json, Output, RecordOrSituation, Seed
from berlin.cli.seats import seat_number
from berlin.kernel.contract.game import A, AnyGame, BadText, Game, S, V
from berlin.kernel.contract.rules import Explanation, Refused
from berlin.kernel.records.record import BadRecord, Record
from berlin.kernel.records.record import write as spell
from berlin.kernel.records.record_file import RecordFile
from berlin.kernel.records.replay import Moment


def show(
    file: RecordOrSituation,
    seat: Annotated[str | None, typer.Option("--as", metavar="SEAT", help="As this seat sees it.")] = None,
    codes: Codes = False,
    seed: Seed = 0,
    data: Data = None,
    json: Json = False,
) -> None:
    """Show a position: the front by place, tracks, hands, and the open question.

    Without --as it is shown as a spectator sees it.

    Example: berlin show lebus.toml --as zhukov
    """
    at = load_file(file, seed, data)
    scene = at.game.scene(at.game.view(at.state, seat_number(at.game, seat)))
    if json:
        screen.print_json(scene)
        return
    from berlin.cli.table import board

    named = board.with_names(scene, at.game.board().spots, codes)
    board.print_scene(screen.console(), named, at.game.seats, codes)


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
    at = load_file(file, seed, data)
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
    at = load_file(file, seed, data)
    record, moments = _play_all(at, actions, _dice(dice))
    if output is not None:
        write(output, spell(record))
    if json:
        screen.print_json(_facts(at.game, record, moments, output))
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
    at = load_file(file, seed, data)
    text = " ".join(words)
    action = read_action(at.game, text)
    refused = at.game.why_not(at.state, action)
    if json:
        told = at.game.explain(at.state, action) if refused is None else None
        warned = at.game.warnings(at.state, action) if refused is None else ()
        answer = {"action": text, "legal": refused is None, "refusal": refused, "warnings": warned}
        screen.print_json(answer | {"explanation": told and _explanation_facts(told)})
        return
    from berlin.cli.table import explanation

    if refused is None:
        screen.console().print(explanation.explanation_text(at.game.explain(at.state, action)))
        for warning in at.game.warnings(at.state, action):
            screen.print_text(f"Mind: {warning}")
    else:
        screen.console().print(explanation.refusal_text(text, refused, gist(at.game, refused)))


def read_action(game: Game[S, A, V], text: str) -> A:
    """The action that a text names, or a complaint."""
    with or_complain(f"action {text!r}"):
        return game.read(text)


def _explanation_facts(told: Explanation) -> dict[str, object]:
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


def _play_all(at: LoadedGame, texts: list[str], dice: tuple[int, ...]) -> tuple[Record, list[Moment]]:
    """The record with these actions behind it, and their moments. All or none are played."""
    before = len(at.moments)
    with TemporaryDirectory() as folder:
        try:
            file = RecordFile.create(Path(folder) / "record", at.record, at.game)
        except BadRecord as error:
            raise Complaint(f"{at.path}: {error.reason}") from None
        for number, text in enumerate(texts):
            _play(file, text, dice if dice and number == 0 else None)
        return file.record, file.moments[before - 1 :]


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


def _facts(game: AnyGame, record: Record, moments: list[Moment], output: Path | None) -> dict[str, object]:
    from berlin.cli.table.story import facts

    last = moments[-1]
    return {
        "actions": [facts(moment, list(moment.events)) for moment in moments[1:]],
        "fingerprint": last.fingerprint,
        "study": record.study,
        "deciders": [game.seats[seat] for seat in game.deciders(last.state)],
        "prompt": game.prompt(last.state),
        "result": game.result(last.state),
        "file": str(output) if output else None,
        "record": spell(record),
    }


def _tell(game: AnyGame, moments: list[Moment]) -> None:
    from berlin.cli.table import story

    out = screen.console()
    for n in range(1, len(moments)):
        for line in story.lines(game, moments, n, None, whole=True):
            out.print(line)
    state = moments[-1].state
    if left := game.dice_left(state):
        out.print(f"dice laid down and not used: {', '.join(map(str, left))}")
    story.tell_standing(out, game, state)
