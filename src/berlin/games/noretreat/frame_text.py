"""The open questions of No Retreat! as lines of text, and the card halves in force."""

from typing import get_args

from berlin.games.noretreat import actions
from berlin.games.noretreat.actions import CARD, SPACE, UNIT, WAYS
from berlin.games.noretreat.frames import AnyFrame, Force
from berlin.games.noretreat.tables import HALVES, SEATS
from berlin.kernel.frames import Questions
from berlin.kernel.words import NUMBER, TEXT, TRUTH, Word, among, many, maybe

_HALF = {half.key: half.number * 2 + half.side for pair in HALVES.values() for half in pair}
_KEY_OF_HALF = {code: key for key, code in _HALF.items()}


def write_force(force: Force) -> str:
    return f"{_KEY_OF_HALF[force.code]}:{force.until}:{force.data}"


def read_force(text: str) -> Force:
    """Raises KeyError or ValueError."""
    key, until, data = text.split(":")
    return Force(_HALF[key], int(until), int(data))


HALF = Word("a half of a card", _KEY_OF_HALF.__getitem__, _HALF.__getitem__)
FORCE = Word("a card in force", write_force, read_force)
ACT = Word(
    "an act",
    lambda act: actions.write(act).replace(" ", "_"),
    lambda text: actions.read(text.replace("_", " ")),
)

QUESTIONS: Questions[AnyFrame] = Questions(
    get_args(AnyFrame),
    SEATS,
    {
        "unit": maybe(UNIT, -1),
        "space": SPACE,
        "card": maybe(CARD, 0),
        "code": maybe(HALF, 0),
        "way": among("a word", WAYS),
        "act": maybe(ACT, None),
        "units": many(UNIT),
        "defenders": many(UNIT),
        "forces": many(FORCE),
        **dict.fromkeys(("data", "hexes"), many(NUMBER)),
        **dict.fromkeys(("marker", "counter", "cut", "must"), TRUTH),
        **dict.fromkeys(("kind", "result"), TEXT),
    },
)
