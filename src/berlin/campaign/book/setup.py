"""What a module says of set-up."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import msgspec

from berlin.kernel.contract.ids import Seat
from berlin.kernel.play.limits import Limit
from berlin.squad.board.counters import Counter
from berlin.squad.board.pieces import Piece
from berlin.squad.board.works import Works

if TYPE_CHECKING:
    from berlin.campaign.state.state import Draft


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """What a module says of set-up: its terms. Functions are given a draft."""

    groups: Callable[["Draft", Seat, Piece], Iterable[Limit]]
    """Where a side's new group may set up."""
    gates: Callable[["Draft", Seat], Limit]
    """Where a side comes in from off board."""
    soil: Callable[["Draft", Works], int]
    """The ground that takes a fortification."""
    conceals: Callable[["Draft", Seat, Counter], int]
    """Where a side's unit is concealed for nothing."""
    thicket: Callable[["Draft"], int]
    """Concealment terrain."""
    craters: Callable[["Draft"], int]
    """Where hidden infantry must have paid twice."""
    walls: Callable[["Draft"], int]
    """Where a Gun once set up is not moved."""
    towers: frozenset[Seat]
    """Whose Guns may be set up in tow."""
    committed: frozenset[Seat]
    """Whose units must all come on the last date."""
    scout: Seat
    """Who may reconnoitre."""
