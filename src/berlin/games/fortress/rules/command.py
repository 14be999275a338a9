"""3.5. Headquarters: who is in command, and what it costs not to be."""

from berlin.games.fortress.board.ground import SIZE, distance
from berlin.games.fortress.board.units import DIVISION, HEADQUARTERS, SIDE
from berlin.games.fortress.cover import GERMAN
from berlin.games.fortress.state.state import Draft

REACH = 6
BERLIN, KORPS = "Berlin", "56K"
# FB 3.5.q1: the divisions that the headquarters of the 56th Korps serves too.
UNDER_KORPS = ("Mun", "18", "20")


def in_command(d: Draft, unit: int) -> bool:
    """FB 3.5.hq, FB 3.5.lost, FB 15.base.command: its headquarters, or another that serves it, is near."""
    division = DIVISION[unit]
    if SIDE[unit] != GERMAN:
        return _near(d, unit, division)
    if not division:
        return d.where[HEADQUARTERS[BERLIN]] < SIZE
    if _near(d, unit, division) or _near(d, unit, BERLIN):
        return True
    return division in UNDER_KORPS and _near(d, unit, KORPS)


def _near(d: Draft, unit: int, division: str) -> bool:
    place = d.where[HEADQUARTERS[division]]
    return place < SIZE and distance(d.where[unit], place) <= REACH
