"""Every name that can occur in an action's text or on the table."""

from berlin.games.race.actions import VERBS
from berlin.games.race.board import ZONES
from berlin.games.race.cover import SEATS
from berlin.games.race.scene import HOLDERS
from berlin.games.race.sequence import TURN
from berlin.games.race.state import MODES
from berlin.games.race.tables import CHITS
from berlin.games.race.units import FORMATIONS, KEYS, OFF_MAP
from berlin.kernel.nouns import Nouns, once

_ZONES = tuple(zone.key for zone in ZONES)

NOUNS = Nouns(
    words=once(
        *VERBS,
        "via",
        ",",
        *MODES.values(),
        *map(str, CHITS),
        *KEYS,
        *(row.key for row in FORMATIONS),
        *_ZONES,
    ),
    pieces=KEYS,
    places=(*_ZONES, *OFF_MAP.values()),
    badges=("OOS", "guest", *MODES.values()),
    markers=(
        "index",
        "star",
        "garrison",
        "progress",
        *(f"control {seat}" for seat in SEATS),
        f"american {HOLDERS[-1]}",
    ),
    tracks=(
        "turn",
        "operations",
        *(f"{track} {seat}" for seat in SEATS for track in ("support", "victory points")),
        "American advance",
        "order from Hitler",
    ),
    notes=(
        "1 day",
        "2 days",
        *(f"{stage.name} {stage.title}" for stage in TURN),
        "beside the track",
        "halted for good",
        "north",
        "south",
    ),
    cards=(*(f"chit {number}: {chit.name}" for number, chit in CHITS.items()), "a chit"),
)
