"""What an agent is given and may answer, in Gymnasium's words; the same for every environment here."""

from typing import Any

import numpy as np
from gymnasium import spaces

from berlin.arena.layout import BOUND, layout
from berlin.arena.sitting import Sitting
from berlin.arena.spelling import spelling
from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.ids import Seat

Observation = dict[str, Any]


def observations(game: AnyGame) -> spaces.Dict:
    seen = spaces.Box(-BOUND, BOUND, (len(layout(game)),), np.float32)
    mask = spaces.Box(0, 1, (len(spelling(game)),), np.int8)
    return spaces.Dict({"observation": seen, "action_mask": mask})


def words(game: AnyGame) -> spaces.Discrete:
    return spaces.Discrete(len(spelling(game)))


def observe(sitting: Sitting, seat: Seat) -> Observation:
    """What a seat sees and may say; nothing may be said where another decides."""
    return {"observation": sitting.row(seat), "action_mask": sitting.mask(seat)}
