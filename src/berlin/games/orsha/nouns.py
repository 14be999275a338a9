"""Every name that can occur on the table.

The words of actions have no end, since pieces and minefields are numbered as they come: texts are spelled
letter by letter. Nor are pieces listed.
"""

from berlin.boards.hexes import DIRECTIONS
from berlin.campaign.deployment import wind
from berlin.games.orsha.forces import DATES
from berlin.games.orsha.ground import KEYS
from berlin.games.orsha.scene import BADGES, BOXES, LEVELS, SKIES, TRACKS, WORKS, box, unlaid
from berlin.games.orsha.sequence import RING
from berlin.games.orsha.tables import RESULTS, SEATS
from berlin.kernel.nouns import Nouns, once

_FORCES = tuple(band.result for band in RESULTS["wind"].bands)
_WINDS = (*_FORCES, wind.GUSTS, *(f"{force}, {way}" for force in _FORCES for way in DIRECTIONS))

NOUNS = Nouns(
    places=once(
        *KEYS,
        *(box(side, where) for side in range(len(SEATS)) for where in BOXES),
        *(unlaid(side) for side in range(len(SEATS))),
    ),
    badges=once(*BADGES.values(), *LEVELS),
    markers=once("LVP", *(f"control {seat}" for seat in SEATS), *WORKS),
    tracks=TRACKS,
    notes=once(
        *(date.key for date in DATES),
        *(f"{step.name} {step.title}" for step in RING),
        *(note for notes in SKIES.values() for note in notes),
        *_WINDS,
    ),
)
