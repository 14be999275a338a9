"""The `berlin` command: its table of contents, and the one place where errors become exit codes."""

import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

import typer

from berlin.cli import (
    campaign,
    catalogue,
    fuzzing,
    keeping,
    laboratory,
    play,
    position,
    records,
    rulebook,
    serving,
)
from berlin.cli.complaint import Complaint

BAD_INPUT = 2
BUG = 1
SEATS_FOLLOW = {"allow_extra_args": True, "ignore_unknown_options": True}
COMMANDS: dict[str, Callable[..., None]] = {
    "games": catalogue.games,
    "new": records.new,
    "play": play.play,
    "serve": serving.serve,
    "backup": keeping.backup,
    "show": position.show,
    "legal": position.legal,
    "apply": position.apply,
    "explain": position.explain,
    "replay": records.replay,
    "rules": rulebook.rules,
    "data": catalogue.data,
    "board": catalogue.board,
    "fuzz": fuzzing.fuzz,
}
HELP = ("--help", "-h")

# Typer's own --help option loads pydantic whenever it is not given: a tenth of a second, for nothing.
app = typer.Typer(
    add_completion=False, add_help_option=False, rich_markup_mode="rich", pretty_exceptions_enable=False
)
for name, function in COMMANDS.items():
    settings = SEATS_FOLLOW if name == "play" else {}
    app.command(name, add_help_option=False, context_settings=settings)(function)

lab = typer.Typer(add_help_option=False, rich_markup_mode="rich")
for name, function in laboratory.COMMANDS.items():
    lab.command(name, add_help_option=False)(function)
app.add_typer(lab, name="lab")

staff = typer.Typer(add_help_option=False, rich_markup_mode="rich")
for name, function in campaign.COMMANDS.items():
    staff.command(name, add_help_option=False)(function)
app.add_typer(staff, name="campaign")


@staff.callback(invoke_without_command=True)
def campaign_page(context: typer.Context) -> None:
    """A campaign on paper: sheets to print, set-ups to take elsewhere, battles that were fought elsewhere.

    Begin with: berlin campaign sheets FILE --seat SEAT. A page on each: berlin campaign sheets --help
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@lab.callback(invoke_without_command=True)
def laboratory_page(context: typer.Context) -> None:
    """Let machines play by the hundred: who is better, and is the game fair?

    Begin with: berlin lab match random greedy. A page on each: berlin lab match --help
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.callback(invoke_without_command=True)
def berlin(context: typer.Context) -> None:
    """Board wargames of 1944-45, played by their rules.

    Begin with: berlin play. A page on each command: berlin COMMAND --help
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def run(words: Sequence[str]) -> int:
    """Run one command and return its exit code; bad input becomes one line on standard error."""
    try:
        if any(word in HELP for word in words):
            return _help(words)
        code = typer.main.get_command(app).main(list(words), prog_name="berlin", standalone_mode=False)
    except Complaint as complaint:
        return _told(str(complaint), BAD_INPUT, complaint.faults)
    except typer.TyperException as error:
        return _told(f"{error.format_message()} (see `berlin --help`)", BAD_INPUT)
    except (KeyboardInterrupt, typer.Abort):
        return _told("interrupted", 130)
    except BrokenPipeError:
        # Whoever read the pipe has seen enough; Python must not complain when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        if os.environ.get("BERLIN_DEBUG"):
            raise
        return _told(f"a bug: {type(error).__name__}: {error} (BERLIN_DEBUG=1 shows where)", BUG)
    return code if isinstance(code, int) else 0


def _help(words: Sequence[str]) -> int:
    """The page on the command that is named, or on all."""
    command: Any = typer.main.get_group(app)
    with command.make_context("berlin", [], resilient_parsing=True) as context:
        page = context
        for word in words:
            inner = command.get_command(page, word) if hasattr(command, "get_command") else None
            if inner is not None:
                command, page = inner, typer.Context(inner, parent=page, info_name=word)
        typer.echo(page.get_help())
    return 0


def main() -> None:
    sys.exit(run(sys.argv[1:]))


def _told(text: str, code: int, faults: Sequence[str] = ()) -> int:
    print("berlin: " + " ".join(text.split()), file=sys.stderr)
    for fault in faults:
        print("  " + " ".join(fault.split()), file=sys.stderr)
    return code
