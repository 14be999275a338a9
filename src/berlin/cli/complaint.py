"""What is wrong with what the user handed in: one line, exit code 2."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from berlin.kernel.contract.game import BadText
from berlin.kernel.records.record import BadRecord


class Complaint(Exception):
    """Bad input, told in one line; `faults` are all that is wrong, if that is more than a line can hold."""

    def __init__(self, text: str, faults: Sequence[str] = ()) -> None:
        super().__init__(text)
        self.faults = tuple(faults)


@contextmanager
def or_complain(where: Path | str | None = None) -> Iterator[None]:
    """A text that makes no sense, or a file that can't be read or written, becomes a complaint about it."""
    try:
        yield
    except BadRecord as error:
        # It names its file itself.
        raise Complaint(str(error)) from None
    except BadText as error:
        raise (Complaint(str(error)) if where is None else about_text(where, error)) from None
    except OSError as error:
        if where is None:
            raise
        raise about_file(where, error) from None


def about_text(where: Path | str, error: BadText) -> Complaint:
    """The complaint about a text that came from a file or from the command line."""
    line = f", line {error.line}" if error.line else ""
    return Complaint(f"{where}{line}: {error}")


def about_file(path: Path | str, error: OSError) -> Complaint:
    return Complaint(f"{path}: {(error.strerror or str(error)).lower()}")


def unknown(what: str, given: str, known: tuple[str, ...]) -> Complaint:
    """A name that names nothing, with the names that do."""
    return Complaint(f"unknown {what} {given!r}; known: {', '.join(known)}")
