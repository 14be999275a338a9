"""Every name that can occur in an action's text or on the table."""

from berlin.games.noretreat.actions import VERBS, WAYS
from berlin.games.noretreat.faces import FACE_DOWN, card_name
from berlin.games.noretreat.ground import KEYS as SPACES
from berlin.games.noretreat.scene import BADGES, MARKERS
from berlin.games.noretreat.sequence import TURN
from berlin.games.noretreat.state import BOX
from berlin.games.noretreat.tables import CARD_KEYS, LAST_TURN, SEATS, TURNS, WEATHERS
from berlin.games.noretreat.units import KEYS
from berlin.kernel.nouns import Nouns, once

_BOXES = tuple(f"{seat}-{box}" for seat in SEATS for box in BOX.values())
_TRACKED = (*(f"turn-{n}" for n in range(1, LAST_TURN + 1)), *(f"vp-{n}" for n in range(41)))

NOUNS = Nouns(
    words=once(*VERBS, "via", ",", *WAYS, *CARD_KEYS.values(), *KEYS, *SPACES),
    pieces=KEYS,
    places=once(*SPACES, *_BOXES, *_TRACKED),
    badges=tuple(BADGES.values()),
    markers=once(
        *(f"control {seat}" for seat in SEATS),
        "scorched scorched",
        *(f"{kind} {kind}" for _, kind in MARKERS),
        *("turn turn", "points points", "tide tide"),
    ),
    tracks=(*("turn", "stage", "weather", "victory points", "event points", "high tide", "Blitz", "Shock"),),
    notes=once(
        *(TURNS[turn].label for turn in range(1, LAST_TURN + 1)),
        *(f"{stage.name} {stage.title}" for stage in TURN),
        *(weather.name for weather in WEATHERS),
        *SEATS,
    ),
    cards=once(*(card_name(seat, card) for seat in range(len(SEATS)) for card in CARD_KEYS), FACE_DOWN),
)
