"""Units that leave the map by the far edge: for points, and for good."""

from berlin.campaign import victory
from berlin.campaign.state.state import Draft
from berlin.squad.board.pieces import Where, keeper

FATE = "left by the far edge"


def leave(d: Draft, side: int, number: int) -> None:
    """Off by the far edge, with all it has; the enemies among that count as if they were held to the end."""
    for owner in (0, 1):
        for other, piece in list(d.at_hand(owner)):
            if piece.holder != number or keeper(owner, piece) != side:
                continue
            if owner == side:
                d.evp += d.worth(owner, other)
                d.change(owner, other, where=Where.EXITED, fate=FATE)
            else:
                victory.count_prize(d, owner, other)
                d.lose(owner, other, "led away", scored=False)
    d.evp += d.worth(side, number)
    crew = d.pieces[side][number].holder
    if crew >= 0 and d.pieces[side][crew].where is Where.ABOARD:
        d.change(side, crew, where=Where.EXITED, fate=FATE)
    d.change(side, number, where=Where.EXITED, holder=-1, fate=FATE)
