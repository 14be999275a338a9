"""Facts of the board in the shape that the rules read fastest: tuples by zone id, sets of zones as masks."""

from berlin.boards.travel import mask
from berlin.games.race.board.zones import BERLIN, EDGE, NEIGHBOURS, ZONES, N
from berlin.kernel.contract.ids import BOTH

INDEX = tuple(zone.index for zone in ZONES)
FRONT = tuple(zone.front for zone in ZONES)
VP = tuple(zone.vp for zone in ZONES)
EAST = tuple(zone.east for zone in ZONES)
DIFFICULT = tuple(zone.difficult for zone in ZONES)
GARRISON = tuple(zone.garrison for zone in ZONES)
SUPPLY = tuple(zone.supply for zone in ZONES)
SOVIET_SUPPLY = tuple(tuple(z for z in range(N) if SUPPLY[z] == camp) for camp in BOTH)
GERMAN_SUPPLY = tuple(z for z in range(N) if SUPPLY[z] == 2)

# Sets of zones, a bit for each.
IN_BERLIN = mask(BERLIN)
OUTSIDE_BERLIN = mask(range(N)) & ~IN_BERLIN
EAST_BANK = mask(z for z in range(N) if EAST[z])
FRONT_ZONES = tuple(mask(z for z in range(N) if FRONT[z] == camp) for camp in BOTH)
NEAR = tuple(mask(near) for near in NEIGHBOURS)
AROUND = tuple(mask((zone, *near)) for zone, near in enumerate(NEIGHBOURS))
WEST_OF = tuple(mask(z for z in range(N) if INDEX[z] < index) for index in range(max(INDEX) + 1))

# Zones with a defence line in them: divisions there are exempt from Hitler's orders.
LINED = frozenset(zone for edge in EDGE.values() for zone in edge.line)

# The zones next to a Berlin zone; each Berlin zone is next to another.
BESIDE_BERLIN = mask(z for z in range(N) if NEAR[z] & IN_BERLIN)
