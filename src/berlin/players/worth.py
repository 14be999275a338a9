"""What a position is worth to a seat, from 0 (lost) to 1 (won): by judgement, or by playing on."""

from math import exp
from random import Random

from berlin.kernel.contract.game import A, Game, Result, S, V, lead
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.standing import SCALE

WON, DRAWN, LOST = 1.0, 0.5, 0.0
# A judgement never quite reaches what a finished game is worth.
SURE = 0.99
LONGEST = 5_000


def worth(game: Game[S, A, V], state: S, seat: Seat, rng: Random) -> float:
    result = game.result(state)
    if result is not None:
        return result_worth(result, seat)
    standing = game.standing(state, seat)
    if standing is not None:
        return chance(standing.total)
    end = game.result(game.playout(state, rng, LONGEST))
    return result_worth(end, seat) if end is not None else DRAWN


def prospects(game: Game[S, A, V], state: S, rng: Random) -> list[float]:
    """What a position is worth to each seat: by what finished games have shown, where somebody has looked."""
    learned = None if game.result(state) is not None else game.chances(state)
    if learned is not None:
        return [DRAWN + SURE * (won - DRAWN) for won in learned]
    return [worth(game, state, seat, rng) for seat in game.everybody]


def result_worth(result: Result, seat: Seat) -> float:
    """What the end is worth. Among victories, and among defeats, the margin decides by a hair."""
    hair = (1 - SURE) * (chance(lead(result.scores, seat)) - DRAWN)
    if seat in result.winners:
        return WON + hair
    return (LOST if result.winners or result.all_lost else DRAWN) + hair


def chance(points: float) -> float:
    """The chance of winning that a standing of so many points means."""
    return DRAWN + (SURE - DRAWN) * (2 / (1 + exp(-max(-20 * SCALE, min(20 * SCALE, points)) / SCALE)) - 1)
