"""Every name that can occur in an action's text or on the table."""

from berlin.games.fortress.board.ground import HEXES
from berlin.games.fortress.board.ground import KEYS as NUMBERS
from berlin.games.fortress.board.units import DIVISIONS, KEYS
from berlin.games.fortress.cover import SEATS
from berlin.games.fortress.rules.sequence import QUESTIONS, STAGES
from berlin.games.fortress.rules.set_up.plans import PLANS
from berlin.games.fortress.state.state import BOXES
from berlin.games.fortress.state.words import AIRFIELD_KEYS, DIRECTION_KEYS
from berlin.games.fortress.table.scene import (
    ANNOUNCED,
    ATTACKED,
    BLANKS,
    CHOSEN,
    SHAKEN,
    UNKNOWN_UNIT,
    UNSEEN_STACK,
)
from berlin.kernel.contract.nouns import Nouns, once
from berlin.kernel.play.question import acts_of

_PLACES = tuple(NUMBERS[place] for place in HEXES)
_TRAYS = tuple(f"{seat}-{box}" for seat in SEATS for box in (*BOXES, "drifted"))

NOUNS = Nouns(
    words=once(
        *(act.verb for act in acts_of(QUESTIONS)),
        *KEYS,
        *_PLACES,
        *DIVISIONS,
        *AIRFIELD_KEYS,
        *DIRECTION_KEYS,
        *(plan.key for plan in PLANS),
        *SEATS,
    ),
    pieces=KEYS,
    places=once(*_PLACES, *_TRAYS),
    badges=(CHOSEN, SHAKEN),
    markers=once(
        *("strongpoint strongpoint", "razed strongpoint", "razed bunker", "LZ", "bombs", "firebombs"),
        *(f"{word} {word}" for word in (ATTACKED, ANNOUNCED)),
    ),
    tracks=once("turn", "stage", *(f"{seat} victory points" for seat in SEATS), "air strikes", "napalm"),
    notes=once(*(stage.title for stage in STAGES)),
    # Blanks are counted, for there may be one in any hex.
    kinds=once(*(f"{seat} {name}" for seat in SEATS for name in (UNSEEN_STACK, UNKNOWN_UNIT))),
    symbols=once(*BLANKS),
    faces=True,
)
