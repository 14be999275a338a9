"""Rolls on the tables of a module: told with all that is added to them."""

from collections.abc import Mapping

from berlin.kernel.contract.ids import Seat, Unit
from berlin.squad.board.names import owner_of
from berlin.squad.board.naming import result_name
from berlin.squad.board.pieces import keeper
from berlin.squad.draft import Draft
from berlin.squad.rules.announce import is_in_sight

NO_SEAT = Seat(-1)


def roll_on_table(
    d: Draft,
    key: str,
    reasons: Mapping[str, int] | None = None,
    about: str = "",
    seat: Seat = NO_SEAT,
    unseen: bool = False,
    of: Unit | None = None,
) -> tuple[int, str]:
    """A roll on a table: the Original roll, and the result. One that is secret is told to `seat` alone; if it
    is `unseen`, the other doesn't learn that it was made. If it is `of` a piece that is out of sight, only
    who has the piece learns of which it was."""
    table = d.book.tables[key]
    roll = sum(d.roll(6) for _ in range(table.dice))
    tally = table.tally(roll, reasons)
    result = table.result(tally.total)
    if d.log is not None:
        head = f"{about}: " if about else ""
        if of is not None:
            head = f"{d.log_name(of)}{about}: "
        text = f"{head}{tally}, {result_name(result, d.book.counters)}"
        rules = (table.rule, *tally.rules)
        if table.secret or unseen:
            veil = "" if unseen else f"{head}{table.name}: a secret roll"
            d.whisper("roll", seat, text, veil, *rules)
        elif of is not None and not is_in_sight(d, of):
            having = keeper(owner_of(of), d.piece(of))
            d.whisper("roll", having, text, f"{table.name}: a roll for a piece out of sight", *rules)
        else:
            d.say("roll", text, *rules, data=(key, roll, result))
    return roll, result
