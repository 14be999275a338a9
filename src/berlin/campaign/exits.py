"""Units that leave the map by the far edge: for points, and for good."""

from berlin.campaign import victory
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import Unit
from berlin.squad.board.names import owner_of, unit_of
from berlin.squad.board.pieces import Where

FATE = "left by the far edge"


def leave(d: Draft, unit: Unit) -> None:
    """Off by the far edge, with all it has; the enemies among that count as if they were held to the end."""
    side = owner_of(unit)
    for other, piece in d.held_by(unit):
        if piece.is_out:
            continue
        if owner_of(other) == side:
            d.evp += d.worth(other)
            d.change(other, where=Where.EXITED, fate=FATE)
        else:
            victory.count_prize(d, other)
            d.lose(other, "led away", scored=False)
    d.evp += d.worth(unit)
    holder = d.piece(unit).holder
    if holder >= 0 and d.pieces[side][holder].where is Where.ABOARD:
        d.change(unit_of(side, holder), where=Where.EXITED, fate=FATE)
    d.change(unit, where=Where.EXITED, holder=-1, fate=FATE)
