"""What is said of a piece: to everybody where it is in sight, else to the side that has it alone."""

from berlin.kernel.contract.ids import Unit
from berlin.squad.board.names import owner_of
from berlin.squad.board.pieces import UNSEEN, Where, keeper
from berlin.squad.draft import Draft


def is_in_sight(d: Draft, unit: Unit) -> bool:
    piece = d.piece(unit)
    return piece.where is Where.MAP and not piece.marks & UNSEEN


def tell(d: Draft, kind: str, unit: Unit, text: str, *rules: str) -> None:
    """`text` goes on after the name of the piece."""
    if d.log is None:
        return
    whole = f"{d.log_name(unit)}: {text}"
    if is_in_sight(d, unit):
        d.say(kind, whole, *rules)
    else:
        d.whisper(kind, keeper(owner_of(unit), d.piece(unit)), whole, "", *rules)
