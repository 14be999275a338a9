"""9.target: the markers of a side, for Targets and Counterblows alike."""

from berlin.games.noretreat.board.tables import TURNS
from berlin.games.noretreat.state.state import Draft
from berlin.kernel.contract.ids import Seat


def free_markers(d: Draft, seat: Seat) -> int:
    """How many Target and Counterblow markers a side has left."""
    used = len(d.targets) + len(d.left) if seat == d.phasing else len(d.blows) + len(d.bound)
    return TURNS[d.turn].targets[seat] - used
