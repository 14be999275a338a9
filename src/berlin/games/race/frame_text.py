"""The open questions of Race for Berlin as lines of text."""

from typing import get_args

from berlin.games.race.actions import FORMATION, UNIT, ZONE
from berlin.games.race.cover import SEATS
from berlin.games.race.frames import AnyFrame
from berlin.kernel.frames import Questions
from berlin.kernel.words import NUMBER, TRUTH, many

QUESTIONS: Questions[AnyFrame] = Questions(
    get_args(AnyFrame),
    SEATS,
    {
        "unit": UNIT,
        "zone": ZONE,
        "formation": FORMATION,
        "units": many(UNIT),
        "followed": many(UNIT),
        "origins": many(ZONE),
        "hits": many(NUMBER),
        **dict.fromkeys(("spent", "german", "passed", "extra", "retreat"), TRUTH),
    },
)
