"""Games of the example's policy against a machine, in turn from each seat."""

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

from examples.policy import Policy

from berlin.arena.sitting import opening
from berlin.kernel.contract.game import Result
from berlin.lab.statistics import wilson
from berlin.players import make_player

WON, LOST, DRAWN, ALL_LOST = "won", "lost", "drawn", "lost by all"


def match(policy: Policy, seed: int, against: str) -> tuple[Result, int]:
    """One game, each player with its seat's view alone: the result, and where the policy sat."""
    game, own = policy.eyes.game, seed % len(policy.eyes.game.seats)
    state, rng, other = opening(game, seed), Random(seed), make_player(against)
    while deciders := game.deciders(state):
        player = policy if deciders[0] == own else other
        state = game.next(state, player.choose(game, game.view(state, deciders[0]), rng))
    result = game.result(state)
    assert result is not None
    return result, own


def outcome(result: Result, seat: int) -> str:
    if result.all_lost:
        return ALL_LOST
    if not result.winners:
        return DRAWN
    return WON if seat in result.winners else LOST


def trial(policy: Policy, seeds: Iterable[int], against: str = "random") -> Iterator[Counter[str]]:
    """After each game, how all so far have ended."""
    counted: Counter[str] = Counter()
    for seed in seeds:
        counted[outcome(*match(policy, seed, against))] += 1
        yield counted


def tally(counted: Counter[str]) -> str:
    return ", ".join(f"{counted[end]} {end}" for end in (WON, LOST, DRAWN, ALL_LOST))


def shares(counted: Counter[str]) -> Iterator[str]:
    """How large a share was won, and between which bounds it lies 95 times in 100."""
    won = counted[WON]
    for what, games in (("all games", counted.total()), ("games that one side won", won + counted[LOST])):
        share = wilson(won, games)
        if games:
            yield f"won of {what}: {share.value:.1%}, between {share.low:.1%} and {share.high:.1%}"
