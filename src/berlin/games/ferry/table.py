"""The table as a client draws it."""

from berlin.games.ferry.board import ALL_UNITS, BOXES, CALLED, KEYS, LOST, SIDE, UNITS
from berlin.games.ferry.cover import SEATS
from berlin.games.ferry.rules.sequence import COURSE
from berlin.games.ferry.state import State, View
from berlin.kernel.contract.ids import Place, Unit
from berlin.kernel.contract.scene import Marker, Piece, Scene, Track


def scene(seen: View, world: State) -> Scene:
    """What lies on it. What is asked, and what can be answered, the kernel adds for every game."""
    return Scene(
        pieces=tuple(map(piece, ALL_UNITS, seen.where)),
        markers=tuple(Marker(KEYS[place], "barrage", "fire") for place in dict.fromkeys(seen.fired)),
        tracks=(Track("turn", seen.turn, 1, COURSE.turns),),
    )


def piece(unit: Unit, place: Place) -> Piece:
    side, symbol = SEATS[SIDE[unit]], f"infantry {('red', 'green')[SIDE[unit]]}/white"
    return Piece(UNITS[unit], CALLED[unit], side, side, symbol, (), BOXES[place], int(place != LOST))
