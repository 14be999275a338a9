"""Facts of the board in the shape that the rules read fastest: tuples by zone id, sets of zones as masks."""

from berlin.boards.hexes import board_of
from berlin.games.race.board.zones import ALL_ZONES, BERLIN, EDGE, NEIGHBOURS, ZONES
from berlin.kernel.contract.ids import BOTH

INDEX = tuple(zone.index for zone in ZONES)
FRONT = tuple(zone.front for zone in ZONES)
VP = tuple(zone.vp for zone in ZONES)
EAST = tuple(zone.east for zone in ZONES)
DIFFICULT = tuple(zone.difficult for zone in ZONES)
GARRISON = tuple(zone.garrison for zone in ZONES)
SUPPLY = tuple(zone.supply for zone in ZONES)
SOVIET_SUPPLY = tuple(tuple(z for z in ALL_ZONES if SUPPLY[z] == camp) for camp in BOTH)
GERMAN_SUPPLY = tuple(z for z in ALL_ZONES if SUPPLY[z] == 2)

# Sets of zones, a bit for each.
IN_BERLIN = board_of(BERLIN)
OUTSIDE_BERLIN = board_of(ALL_ZONES) & ~IN_BERLIN
EAST_BANK = board_of(z for z in ALL_ZONES if EAST[z])
FRONT_ZONES = tuple(board_of(z for z in ALL_ZONES if FRONT[z] == camp) for camp in BOTH)
NEAR = tuple(board_of(near) for near in NEIGHBOURS)
AROUND = tuple(board_of((zone, *near)) for zone, near in enumerate(NEIGHBOURS))
WEST_OF = tuple(board_of(z for z in ALL_ZONES if INDEX[z] < index) for index in range(max(INDEX) + 1))

# Zones with a defence line in them: divisions there are exempt from Hitler's orders.
LINED = frozenset(zone for edge in EDGE.values() for zone in edge.line)

# The zones next to a Berlin zone; each Berlin zone is next to another.
BESIDE_BERLIN = board_of(z for z in ALL_ZONES if NEAR[z] & IN_BERLIN)
