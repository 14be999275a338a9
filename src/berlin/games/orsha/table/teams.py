"""7.14 Team play: the railway parts the map between two players who share a side.

It says who minds which hex and nothing else: no rule reads it.
"""

from berlin.games.orsha.board.ground import ALL, MAP, NORTH, RAIL

_AWAY = ALL & ~RAIL.hexes
_BEYOND = MAP.seep(NORTH & _AWAY, _AWAY)
PARTS = {
    "North of the railway: in a team, the first player's": _BEYOND | RAIL.hexes,
    "South of the railway: in a team, the second player's": _AWAY & ~_BEYOND,
}
"""By what it is called: a part of the map. The railway itself goes with the north."""
