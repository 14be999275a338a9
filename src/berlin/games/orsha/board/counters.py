"""The kinds of counters of both sides.

The weights for a modelled battle are ours. `fire` is a weapon's firepower and rate of fire, a squad's
firepower; ordnance counts with half its HE firepower, a vehicle's machine-guns with half, its flamethrower
with a quarter. `shot` is the To Kill number of the main weapon: half of it for what has no AP or must come
close, a quarter for mortars and charges; a German squad has Panzerfausts. `cover` is the morale of men (one
less for small units), 6 and half the frontal armor of an AFV, 4 of what has no armor and of Guns. A
support weapon is as hard to be rid of as the men who have it. The column `note` has the figures.
"""

from berlin.games.orsha.board.tables import PREFIX, SEATS, TABLES
from berlin.kernel.contract.ids import Seat
from berlin.squad.board.counters import read_counters

COUNTERS = read_counters(TABLES.rows("counters"), SEATS)


def find_kind(side: Seat, text: str) -> str:
    """A side's kind by the words of a table: `9-1`, `LMG`. Raises KeyError."""
    return COUNTERS[PREFIX[side] + text].key
