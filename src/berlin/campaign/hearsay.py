"""What is said of a piece: to everybody where it is in sight, else to the side that has it alone."""

from berlin.campaign.pieces import Mark, Where
from berlin.campaign.retained import keeper
from berlin.campaign.state import Draft

Unit = tuple[int, int]
"""A side, and the number of a piece there."""
UNSEEN = Mark.CONCEALED | Mark.HIDDEN


def is_in_sight(d: Draft, unit: Unit) -> bool:
    side, number = unit
    piece = d.pieces[side][number]
    return piece.where is Where.MAP and not piece.marks & UNSEEN


def tell(d: Draft, kind: str, unit: Unit, text: str, *rules: str) -> None:
    """`text` goes on after the name of the piece."""
    if d.log is None:
        return
    side, number = unit
    whole = f"{d.counter(side, number).text}: {text}"
    if is_in_sight(d, unit):
        d.say(kind, whole, *rules)
    else:
        d.whisper(kind, keeper(side, d.pieces[side][number]), whole, "", *rules)
