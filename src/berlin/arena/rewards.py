"""What a finished game is worth to each seat. Before the end nothing is worth anything."""

from collections.abc import Callable

from berlin.kernel.contract.game import Result, lead
from berlin.kernel.contract.ids import Seat, numbered

Reward = Callable[[Result], tuple[float, ...]]


def winner(result: Result) -> tuple[float, ...]:
    """1 to who won, -1 to who lost, 0 to all in a draw; -1 to all in a common defeat."""
    seats = range(len(result.scores))
    if result.all_lost:
        return tuple(-1.0 for _ in seats)
    if len(result.winners) in (0, len(seats)):
        return tuple(0.0 for _ in seats)
    return tuple(1.0 if seat in result.winners else -1.0 for seat in seats)


def margin(result: Result) -> tuple[float, ...]:
    """The own score less the best other; in a common defeat all lose by the margin there is, at least 1."""
    scores = result.scores
    if result.all_lost:
        return tuple(-float(max(1, max(scores) - min(scores))) for _ in scores)
    return tuple(float(lead(scores, seat)) for seat in numbered(Seat, len(scores)))


REWARDS: dict[str, Reward] = {"winner": winner, "margin": margin}


def reward(name: str) -> Reward:
    """Raises ValueError for a name that no reward has."""
    try:
        return REWARDS[name]
    except KeyError:
        raise ValueError(f"unknown reward {name!r}; there are {', '.join(REWARDS)}") from None
