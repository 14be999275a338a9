"""Every name that can occur in an action's text or on the table."""

from berlin.games.race.board.tables import CHITS
from berlin.games.race.board.units import FORMATIONS, KEYS, OFF_MAP
from berlin.games.race.board.zones import ZONES
from berlin.games.race.cover import SEATS
from berlin.games.race.rules.sequence import TURN
from berlin.games.race.state.actions import ACTS
from berlin.games.race.state.state import MODES
from berlin.games.race.table.scene import HOLDERS, OUT_OF_SUPPLY
from berlin.kernel.contract.nouns import Nouns, once

_FORMATIONS = tuple(row.key for row in FORMATIONS)
_CONTROL = tuple(f"control {seat}" for seat in SEATS)
_STAGES = tuple(stage.title for stage in TURN)
_ZONES = tuple(zone.key for zone in ZONES)

NOUNS = Nouns(
    words=once(*ACTS.kinds, "via", ",", *MODES.values(), *map(str, CHITS), *KEYS, *_FORMATIONS, *_ZONES),
    pieces=KEYS,
    places=(*_ZONES, *OFF_MAP.values()),
    badges=(OUT_OF_SUPPLY, "guest", *MODES.values()),
    markers=("index", "star", "garrison", "progress", *_CONTROL, f"american {HOLDERS[-1]}"),
    tracks=(
        "turn",
        "operations",
        *(f"{track} {seat}" for seat in SEATS for track in ("support", "victory points")),
        "American advance",
        "order from Hitler",
    ),
    notes=("1 day", "2 days", *_STAGES, "beside the track", "halted for good", "north", "south"),
    cards=(*(chit.name for chit in CHITS.values()), "a chit"),
)
