"""The `berlin` command: its table of contents, and the one place where errors become exit codes."""

import os
import sys
from collections.abc import Sequence

import typer

from berlin.cli import catalogue, fuzzing, play, position, records, rulebook
from berlin.cli.complaint import Complaint

BAD_INPUT = 2
BUG = 1
SEATS_FOLLOW = {"allow_extra_args": True, "ignore_unknown_options": True}

app = typer.Typer(add_completion=False, rich_markup_mode="rich", pretty_exceptions_enable=False)
app.command("games")(catalogue.games)
app.command("new")(records.new)
app.command("play", context_settings=SEATS_FOLLOW)(play.play)
app.command("show")(position.show)
app.command("legal")(position.legal)
app.command("apply")(position.apply)
app.command("explain")(position.explain)
app.command("replay")(records.replay)
app.command("rules")(rulebook.rules)
app.command("data")(catalogue.data)
app.command("board")(catalogue.board)
app.command("fuzz")(fuzzing.fuzz)


@app.callback(invoke_without_command=True)
def berlin(context: typer.Context) -> None:
    """Board wargames of 1944-45, played by their rules.

    Begin with: berlin play
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def run(words: Sequence[str]) -> int:
    """Run one command and return its exit code; bad input becomes one line on standard error."""
    try:
        code = typer.main.get_command(app).main(list(words), prog_name="berlin", standalone_mode=False)
    except Complaint as complaint:
        return _told(str(complaint), BAD_INPUT)
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


def main() -> None:
    sys.exit(run(sys.argv[1:]))


def _told(text: str, code: int) -> int:
    print("berlin: " + " ".join(text.split()), file=sys.stderr)
    return code
