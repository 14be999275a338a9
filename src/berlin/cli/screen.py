"""Where the commands write: rich on a terminal, plain text in a pipe, JSON for scripts."""

import sys
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from rich.console import Console

PLAIN_WIDTH = 110


def console(silent: bool = False) -> "Console":
    """Standard output. Texts of a game hold `[RFB 4.1]`, so square brackets are never markup."""
    from rich.console import Console

    width = None if sys.stdout.isatty() else PLAIN_WIDTH
    return Console(markup=False, highlight=False, emoji=False, width=width, quiet=silent)


def print_json(value: object) -> None:
    """One JSON document on standard output."""
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")


def print_text(text: str) -> None:
    """A text as it is, with one line end."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")
