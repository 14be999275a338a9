"""Every name that can occur in an action's text or on the table."""

from berlin.games.noretreat.board.ground import KEYS as SPACES
from berlin.games.noretreat.board.names import SIDES
from berlin.games.noretreat.board.tables import CARD_KEYS, HALVES, LAST_TURN, SEATS, TURNS, WEATHERS
from berlin.games.noretreat.board.units import KEYS
from berlin.games.noretreat.rules.sequence import ACTS, TURN
from berlin.games.noretreat.state.state import BOX
from berlin.games.noretreat.state.words import WAYS
from berlin.games.noretreat.table.faces import FACE_DOWN
from berlin.games.noretreat.table.scene import BADGES, MARKERS
from berlin.kernel.contract.nouns import Nouns, card_slot, once

# Boxes and tracks: they have a place on the board, but no act can name them.
_BOXES = tuple(f"{seat}-{box}" for seat in SEATS for box in BOX.values())
_TRACKED = (*(f"turn-{n}" for n in range(1, LAST_TURN + 1)), *(f"vp-{n}" for n in range(41)))
BESIDE_THE_MAP = frozenset((*_BOXES, *_TRACKED))

NOUNS = Nouns(
    words=once(*ACTS.kinds, "via", ",", *WAYS, *CARD_KEYS.values(), *KEYS, *SPACES),
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
        *(stage.title for stage in TURN),
        *(weather.name for weather in WEATHERS),
        *SIDES,
    ),
    cards=once(
        *(
            card_slot(code, HALVES[card][seat].name)
            for seat in range(len(SEATS))
            for card, code in CARD_KEYS.items()
        ),
        FACE_DOWN,
    ),
)
