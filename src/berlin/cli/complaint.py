"""What is wrong with what the user handed in: one line, exit code 2."""

from collections.abc import Sequence
from pathlib import Path

from berlin.kernel.game import BadText


class Complaint(Exception):
    """Bad input, told in one line; `faults` are all that is wrong, if that is more than a line can hold."""

    def __init__(self, text: str, faults: Sequence[str] = ()) -> None:
        super().__init__(text)
        self.faults = tuple(faults)


def about_text(where: Path | str, error: BadText) -> Complaint:
    """The complaint about a text that came from a file or from the command line."""
    line = f", line {error.line}" if error.line else ""
    return Complaint(f"{where}{line}: {error}")


def about_file(path: Path, error: OSError) -> Complaint:
    return Complaint(f"{path}: {(error.strerror or str(error)).lower()}")


def unknown(what: str, given: str, known: tuple[str, ...]) -> Complaint:
    """A name that names nothing, with the names that do."""
    return Complaint(f"unknown {what} {given!r}; known: {', '.join(known)}")
