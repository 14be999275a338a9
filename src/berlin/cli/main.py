"""The `berlin` command: its table of contents, and the one place where errors become exit codes."""

import os
import sys
from collections.abc import Callable, Sequence

import typer
from typer.core import TyperGroup

from berlin.cli.commands import backup, campaign, catalogue, fuzz, lab, play, position, records, rules, serve
from berlin.cli.complaint import Complaint

BAD_INPUT = 2
BUG = 1
SEATS_FOLLOW = {"allow_extra_args": True, "ignore_unknown_options": True}
COMMANDS: dict[str, Callable[..., None]] = {
    "games": catalogue.games,
    "new": records.new,
    "play": play.play,
    "serve": serve.serve,
    "backup": backup.backup,
    "show": position.show,
    "legal": position.legal,
    "apply": position.apply,
    "explain": position.explain,
    "replay": records.replay,
    "rules": rules.rules,
    "data": catalogue.data,
    "board": catalogue.board,
    "fuzz": fuzz.fuzz,
}
HELP = ("--help", "-h")

# Typer's own --help option loads pydantic whenever it is not given: a tenth of a second, for nothing.
app = typer.Typer(
    add_completion=False, add_help_option=False, rich_markup_mode="rich", pretty_exceptions_enable=False
)
for name, function in COMMANDS.items():
    settings = SEATS_FOLLOW if name == "play" else {}
    app.command(name, add_help_option=False, context_settings=settings)(function)

lab_app = typer.Typer(add_help_option=False, rich_markup_mode="rich")
campaign_app = typer.Typer(add_help_option=False, rich_markup_mode="rich")
for group, room, commands in ((lab_app, "lab", lab.COMMANDS), (campaign_app, "campaign", campaign.COMMANDS)):
    for name, function in commands.items():
        group.command(name, add_help_option=False)(function)
    app.add_typer(group, name=room)


@campaign_app.callback(invoke_without_command=True)
def campaign_page(context: typer.Context) -> None:
    """A campaign on paper: sheets to print, set-ups to take elsewhere, battles that were fought elsewhere.

    Begin with: berlin campaign sheets FILE --seat SEAT. A page on each: berlin campaign sheets --help
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@lab_app.callback(invoke_without_command=True)
def lab_page(context: typer.Context) -> None:
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
        return _fail(str(complaint), BAD_INPUT, complaint.faults)
    except typer.TyperException as error:
        return _fail(f"{error.format_message()} (see `berlin --help`)", BAD_INPUT)
    except (KeyboardInterrupt, typer.Abort):
        return _fail("interrupted", 130)
    except BrokenPipeError:
        # Whoever read the pipe has seen enough; Python must not complain when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        if os.environ.get("BERLIN_DEBUG"):
            raise
        return _fail(f"a bug: {type(error).__name__}: {error} (BERLIN_DEBUG=1 shows where)", BUG)
    return code if isinstance(code, int) else 0


def _help(words: Sequence[str]) -> int:
    """The page on the command that is named, or on all."""
    whole = typer.main.get_group(app)
    with whole.make_context("berlin", [], resilient_parsing=True) as context:
        page = context
        group: TyperGroup | None = whole
        for word in words:
            inner = group.get_command(page, word) if group else None
            if inner is not None:
                page = typer.Context(inner, parent=page, info_name=word)
                group = inner if isinstance(inner, TyperGroup) else None
        typer.echo(page.get_help())
    return 0


def main() -> None:
    sys.exit(run(sys.argv[1:]))


def _fail(text: str, code: int, faults: Sequence[str] = ()) -> int:
    print("berlin: " + " ".join(text.split()), file=sys.stderr)
    for fault in faults:
        print("  " + " ".join(fault.split()), file=sys.stderr)
    return code
