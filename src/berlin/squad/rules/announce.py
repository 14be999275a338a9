"""What is said of a piece: to everybody where it is in sight, else to the side that has it alone."""

from berlin.kernel.contract.ids import Seat
from berlin.squad.board.names import Listed
from berlin.squad.board.pieces import UNSEEN, Where, keeper
from berlin.squad.draft import Draft


def is_in_sight(d: Draft, unit: Listed) -> bool:
    side, number = unit
    piece = d.pieces[side][number]
    return piece.where is Where.MAP and not piece.marks & UNSEEN


def tell(d: Draft, kind: str, unit: Listed, text: str, *rules: str) -> None:
    """`text` goes on after the name of the piece."""
    if d.log is None:
        return
    side, number = unit
    whole = f"{d.log_name(side, number)}: {text}"
    if is_in_sight(d, unit):
        d.say(kind, whole, *rules)
    else:
        d.whisper(kind, Seat(keeper(side, d.pieces[side][number])), whole, "", *rules)
