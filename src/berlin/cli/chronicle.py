"""What happened, told in lines: actions, events with their rule numbers, and how it stands."""

from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from berlin.cli import reckoning
from berlin.kernel.events import Event
from berlin.kernel.game import AnyGame
from berlin.kernel.replay import Moment
from berlin.players.reasons import Reasons

INDENT = (0, 0, 0, 4)


def tell(out: Console, moment: Moment, seat: int | None = None, whole: bool = True) -> None:
    """One action and what came of it; to a seat (or spectator), or whole with nothing hidden."""
    for line in lines(moment, seat, whole):
        out.print(line)


def lines(moment: Moment, seat: int | None, whole: bool = False) -> list[Text | Padding]:
    """One action and, indented, what came of it."""
    head: list[Text | Padding] = [action_line(moment)] if moment.line is not None else []
    told = seen(moment.events, seat, whole)
    return head + [Padding(reckoning.event(event), INDENT, expand=False) for event in told]


def why(reasons: Reasons) -> list[Text | Padding]:
    """What a machine expected and feared, and the chances, a line each."""
    parts = {"expected": reasons.expected, "feared": reasons.feared, "chances": reasons.chances}
    told = [Text(f"{name}: {line}", style="dim") for name, lines in parts.items() for line in lines]
    return [Padding(line, INDENT, expand=False) for line in told]


def tell_standing(out: Console, game: AnyGame, state: object) -> None:
    """The open question, or how the game ended."""
    result = game.result(state)
    if result is not None:
        out.print(Text(f"The game is over: {result.text} [{result.rule}]", style="bold"))
        return
    prompt = game.prompt(state)
    if prompt is not None:
        rule = f" [{prompt.rule}]" if prompt.rule else ""
        out.print(Text(f"{game.seats[prompt.seat]} decides: {prompt.text}{rule}", style="bold"))


def facts(moment: Moment, events: list[Event]) -> dict[str, Any]:
    """One action and what came of it, for scripts."""
    return {
        "number": moment.number,
        "seat": moment.line.seat if moment.line else None,
        "action": moment.line.action if moment.line else None,
        "dice": moment.dice,
        "sides": moment.sides,
        "fingerprint": moment.fingerprint,
        "events": events,
    }


def action_line(moment: Moment) -> Text:
    assert moment.line is not None
    text = Text(f"{moment.number} ", style="dim")
    text.append(f"{moment.line.seat}: {moment.line.action}", style="not dim bold")
    return text


def seen(events: tuple[Event, ...], seat: int | None, whole: bool = False) -> list[Event]:
    """The events as they are told to a seat, or whole."""
    if whole:
        return list(events)
    return [told for event in events if (told := event.seen_by(seat)) is not None]
