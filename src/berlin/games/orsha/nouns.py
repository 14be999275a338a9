"""Every name that can occur on the table.

The words of actions have no end, since pieces and minefields are numbered as they come: texts are spelled
letter by letter. Nor are pieces listed: they are counted by what they are.
"""

from berlin.boards.hexes import DIRECTIONS
from berlin.campaign.deployment import wind
from berlin.campaign.view import SECRET
from berlin.games.orsha import focus
from berlin.games.orsha.counters import COUNTERS
from berlin.games.orsha.forces import DATES
from berlin.games.orsha.ground import KEYS
from berlin.games.orsha.scene import (
    BADGES,
    BOXES,
    COLOURS,
    LEVELS,
    SKIES,
    TRACKS,
    UNKNOWN,
    WORKS,
    box,
    symbol,
    unlaid,
)
from berlin.games.orsha.sequence import RING
from berlin.games.orsha.tables import RESULTS, SEATS
from berlin.kernel.nouns import Nouns, once

_FORCES = tuple(band.result for band in RESULTS["wind"].bands)
_WINDS = (*_FORCES, wind.GUSTS, *(f"{force}, {way}" for force in _FORCES for way in DIRECTIONS))
OF_SIDES = ("SAN", "ELR", "casualties")


def _of_each(names: tuple[str, ...]) -> list[str]:
    return [f"{seat} {name}" for seat in SEATS for name in names]


NOUNS = Nouns(
    places=once(
        *KEYS,
        *(box(side, where) for side in range(len(SEATS)) for where in BOXES),
        *(unlaid(side) for side in range(len(SEATS))),
    ),
    badges=once(*BADGES.values(), *LEVELS, focus.CHOSEN),
    markers=once("LVP", *(f"control {seat}" for seat in SEATS), *WORKS, *focus.MARKERS),
    tracks=once(*(name for name in TRACKS if name not in OF_SIDES), *_of_each(OF_SIDES)),
    notes=once(
        *(date.key for date in DATES),
        *(f"{step.name} {step.title}" for step in RING),
        *(note for notes in SKIES.values() for note in notes),
        *_WINDS,
    ),
    kinds=once(*(f"{SEATS[kind.side]} {kind.text}" for kind in COUNTERS.values()), *_of_each((SECRET,))),
    symbols=once(
        *(f"{symbol(kind)} {COLOURS[kind.side]}" for kind in COUNTERS.values()),
        *(f"{UNKNOWN} {colours}" for colours in COLOURS),
    ),
)
