"""What happened, told in lines: actions, events with their rule numbers, and how it stands."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from berlin.cli.table import explanation
from berlin.kernel.contract.events import Event
from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.words import sentence
from berlin.kernel.records.older_rules import is_unknown
from berlin.kernel.records.replay import Moment
from berlin.players.reasons import Reasons

INDENT = (0, 0, 0, 4)
SECRET = "in secret"


Lines = list[Text | Padding]


def lines(
    game: AnyGame,
    moments: Sequence[Moment],
    n: int,
    seat: Seat | None,
    whole: bool = False,
    read: bool = True,
    codes: bool = False,
) -> Lines:
    """One action, as far as it may be read, and, indented, what came of it."""
    moment = moments[n]
    head: Lines = [action_line(moment, said(game, moments, n) if read else "", codes)] if moment.line else []
    told = visible_events(moment.events, seat, whole)
    return head + [Padding(explanation.event_text(event), INDENT, expand=False) for event in told]


def news(
    game: AnyGame, moments: Sequence[Moment], seat: Seat | None, since: int = 0, codes: bool = False
) -> Lines:
    """What a seat (or a spectator) is told from this moment on: of what others answer in secret, how much."""
    told: Lines = []
    numbered = range(since, len(moments))
    for silent, run in groupby(numbered, key=lambda n: _is_silent(game, moments, n, seat)):
        if silent:
            told += _in_secret([moments[n] for n in run])
        else:
            for n in run:
                told += lines(game, moments, n, seat, read=may_read(game, moments, n, seat), codes=codes)
    return told


def said(game: AnyGame, moments: Sequence[Moment], n: int) -> str:
    """An action in words; its text where the position before it is not known."""
    line = moments[n].line
    assert line is not None
    if not n or is_unknown(moments[n]):
        return line.action
    return game.say(moments[n - 1].state, game.read(line.action))


def may_read(game: AnyGame, moments: Sequence[Moment], n: int, seat: Seat | None) -> bool:
    """Whether the action itself may be read; of one that is secret its events tell."""
    line = moments[n].line
    if line is None or (seat is not None and line.seat == game.seats[seat]):
        return True
    return game.is_open(moments[n - 1].state) and not is_unknown(moments[n])


def _is_silent(game: AnyGame, moments: Sequence[Moment], n: int, seat: Seat | None) -> bool:
    return not may_read(game, moments, n, seat) and not visible_events(moments[n].events, seat)


def _in_secret(moments: Sequence[Moment]) -> Iterator[Text]:
    """Answers of which nothing is told, each seat's in a line."""
    for name, run in groupby(moments, key=lambda moment: moment.line.seat if moment.line else ""):
        numbers = [moment.number for moment in run]
        text = Text(f"{numbers[0]} " if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]} ", style="dim")
        text.append(
            f"{sentence(name)}: {SECRET if len(numbers) == 1 else f'{len(numbers)} answers {SECRET}'}",
            style="not dim",
        )
        yield text


def reason_lines(reasons: Reasons) -> list[Text | Padding]:
    """What a machine expected and feared, and the chances, a line each."""
    parts = {"expected": reasons.expected, "feared": reasons.feared, "chances": reasons.chances}
    told = [Text(f"{name}: {line}", style="dim") for name, lines in parts.items() for line in lines]
    return [Padding(line, INDENT, expand=False) for line in told]


def tell_standing(out: Console, game: AnyGame, state: object) -> None:
    """The open question, or how the game ended."""
    result = game.result(state)
    if result is not None:
        rule = f" [{result.rule}]" if result.rule else ""
        out.print(Text(f"The game is over: {result.text}{rule}", style="bold"))
        return
    prompt = game.prompt(state)
    if prompt is not None:
        rule = f" [{prompt.rule}]" if prompt.rule else ""
        out.print(Text(f"{sentence(game.seats[prompt.seat])} to decide: {prompt.text}{rule}", style="bold"))


def facts(moment: Moment, events: list[Event], read: bool = True) -> dict[str, object]:
    """One action and what came of it, for scripts; a secret one is not named."""
    return {
        "number": moment.number,
        "seat": moment.line.seat if moment.line else None,
        "action": moment.line.action if moment.line and read else None,
        "dice": moment.dice,
        "sides": moment.sides,
        "fingerprint": moment.fingerprint,
        "events": events,
    }


def action_line(moment: Moment, did: str, codes: bool = False) -> Text:
    """Who did what, in words, and by its code if that is wanted; "": in secret."""
    assert moment.line is not None
    text = Text(f"{moment.number} ", style="dim")
    if not did:
        return text.append(f"{sentence(moment.line.seat)}: {SECRET}", style="not dim")
    text.append(f"{sentence(moment.line.seat)}: {did}", style="not dim bold")
    if codes and did.casefold() != moment.line.action:
        text.append(f" ({moment.line.action})", style="not bold dim")
    return text


def visible_events(events: tuple[Event, ...], seat: Seat | None, whole: bool = False) -> list[Event]:
    """The events as they are told to a seat, or whole."""
    if whole:
        return list(events)
    return [told for event in events if (told := event.seen_by(seat)) is not None]
