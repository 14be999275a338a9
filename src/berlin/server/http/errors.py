"""What is answered to a request that is not granted: a status of 4xx, one line, and the rule if any."""

from berlin.kernel.contract.game import BadText
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.records.record import BadRecord

MALFORMED = 400
FORBIDDEN = 403
UNKNOWN = 404
STALE = 409
GONE = 410
TOO_LARGE = 413
REFUSED = 422
UNAVAILABLE = 503
LONGEST = 300
MOST_FAULTS = 100


class Denied(Exception):
    """A request that is not granted. `seq` is told to whoever was out of date; `faults` are all that is wrong
    with what was handed in, where one line doesn't hold it; `wait` says to whom it was too much when to ask
    again, in seconds."""

    def __init__(
        self,
        status: int,
        error: str,
        rule: str = "",
        seq: int | None = None,
        faults: tuple[str, ...] = (),
        wait: int = 2,
    ) -> None:
        self.error = _line(error)
        self.status, self.rule, self.seq, self.faults, self.wait = status, rule, seq, faults, wait
        super().__init__(self.error)

    def told(self) -> dict[str, str | int | tuple[str, ...]]:
        """The body of the answer."""
        body: dict[str, str | int | tuple[str, ...]] = {"error": self.error, "rule": self.rule}
        body |= {"faults": self.faults} if self.faults else {}
        return body if self.seq is None else body | {"seq": self.seq}


def _line(text: str) -> str:
    """One line, and not too long."""
    # What is cut off anyway need not be looked at.
    line = " ".join(text[: 4 * LONGEST].split())
    return line if len(line) <= LONGEST and len(text) <= 4 * LONGEST else line[: LONGEST - 3] + "..."


def malformed(error: str) -> Denied:
    return Denied(MALFORMED, error)


def forbidden(error: str, rule: str = "") -> Denied:
    return Denied(FORBIDDEN, error, rule)


def unknown(what: str) -> Denied:
    return Denied(UNKNOWN, f"there is no such {what}")


def stale(seq: int) -> Denied:
    return Denied(STALE, f"the table has moved on: it stands at {seq}", seq=seq)


def refused(refusal: Refusal) -> Denied:
    return Denied(REFUSED, refusal.reason, refusal.rule)


def faulty(faults: tuple[str, ...]) -> Denied:
    """About a form with everything that is wrong with it."""
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    told = tuple(map(_line, faults[:MOST_FAULTS]))
    left = len(faults) - len(told)
    told += (f"and {left} more",) if left else ()
    return Denied(REFUSED, f"{told[0]}{more}", faults=told)


def bad_text(what: str, error: BadText) -> Denied:
    """About a text that was handed in: an action, a situation or a record."""
    if isinstance(error, BadRecord):
        return Denied(MALFORMED, str(error))
    line = f" line {error.line}" if error.line else ""
    return Denied(MALFORMED, f"{what}{line}: {error.reason}", error.rule)
