"""Wounded leaders recover, stay wounded, or are evacuated for good."""

from berlin.campaign.retained import own
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, Unit
from berlin.squad.board.counters import Sort
from berlin.squad.board.pieces import Mark, Where
from berlin.squad.rules.rolls import roll_on_table


def treat(d: Draft) -> None:
    for side in BOTH:
        for unit, piece in list(own(d, side)):
            if piece.has(Mark.WOUNDED) and d.counter(unit).sort is Sort.LEADER:
                _treat(d, unit)


def reasons(d: Draft, unit: Unit) -> dict[str, int]:
    piece = d.piece(unit)
    return {"isolated": int(d.is_isolated(piece)), "heroic": int(piece.has(Mark.HEROIC))}


def _treat(d: Draft, unit: Unit) -> None:
    _, result = roll_on_table(d, "wounded", reasons(d, unit), of=unit)
    match result:
        case "unwounded":
            d.mark(unit, off=Mark.WOUNDED)
        case "evacuated":
            d.lose(unit, "evacuated with his wounds", scored=False)
            d.change(unit, where=Where.EVACUATED)
