"""Wounded leaders recover, stay wounded, or are evacuated for good."""

from berlin.campaign.retained import own
from berlin.campaign.state.state import Draft
from berlin.squad.board.counters import Sort
from berlin.squad.board.pieces import Mark, Where
from berlin.squad.rules.rolls import roll_on_table


def treat(d: Draft) -> None:
    for side in (0, 1):
        for number, piece in list(own(d, side)):
            if piece.has(Mark.WOUNDED) and d.counter(side, number).sort is Sort.LEADER:
                _treat(d, side, number)


def reasons(d: Draft, side: int, number: int) -> dict[str, int]:
    piece = d.pieces[side][number]
    return {"isolated": int(d.is_isolated(piece)), "heroic": int(piece.has(Mark.HEROIC))}


def _treat(d: Draft, side: int, number: int) -> None:
    _, result = roll_on_table(d, "wounded", reasons(d, side, number), of=(side, number))
    match result:
        case "unwounded":
            d.mark(side, number, off=Mark.WOUNDED)
        case "evacuated":
            d.lose(side, number, "evacuated with his wounds", scored=False)
            d.change(side, number, where=Where.EVACUATED)
