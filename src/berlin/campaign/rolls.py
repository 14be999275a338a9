"""Rolls on the tables of a module: told with all that is added to them."""

from collections.abc import Mapping

from berlin.campaign.state import Draft


def rolled(
    d: Draft,
    key: str,
    reasons: Mapping[str, int] | None = None,
    about: str = "",
    seat: int = -1,
    unseen: bool = False,
) -> tuple[int, str]:
    """A roll on a table: the Original roll, and the result. One that is secret is told to `seat` alone; if it
    is `unseen`, the other doesn't learn that it was made."""
    table = d.book.tables[key]
    roll = sum(d.draw(6) for _ in range(table.dice))
    tally = table.tally(roll, reasons)
    result = table.result(tally.total)
    if d.log is not None:
        head = f"{about}: " if about else ""
        text, rules = f"{head}{tally}, {result}", (table.rule, *tally.rules)
        if table.secret or unseen:
            veil = "" if unseen else f"{head}{table.name}: a secret roll"
            d.whisper("roll", seat, text, veil, *rules)
        else:
            d.say("roll", text, *rules, data=(key, roll, result))
    return roll, result
