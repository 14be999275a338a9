"""What a number of games says: who wins, by how much, when, and what went before it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from berlin.kernel.contract.game import lead
from berlin.kernel.contract.ids import FIRST, Seat
from berlin.lab.match_game import Outcome, PlayedGame
from berlin.lab.series import point
from berlin.lab.statistics import Interval, Z, difference, mean, median, quantile, ratings, wilson

Played = Sequence[PlayedGame]
# A kind of event is told of only if it was rare enough to be told one by one in all but so few games.
TOLD_IN = 0.98
# And an event only if it came in more, and was missing in more, than this share of the games.
SEEN_IN, SEEN_LEAST = 0.05, 10
# By so many standard errors it must stand out: of hundreds of events some do by chance.
STANDS_OUT = 3.5


class Spread(msgspec.Struct, frozen=True):
    """The middle of some values, and the bounds of their middle half."""

    middle: float
    low: float
    high: float


class Balance(msgspec.Struct, frozen=True):
    """How the seats fared. The margin and the bid are the first seat's points less the second's.

    Games that all have lost don't count for margin and bid: no handicap changes them. Where a game was won by
    who had fewer points, `by_points` is false: then points don't tell who is ahead, and no bid makes it even.
    """

    games: int
    wins: tuple[int, ...]
    rates: tuple[Interval, ...]
    drawn: int
    all_lost: int
    margin: Interval
    bid: Interval
    by_points: bool
    decided: Spread
    turns: Spread
    actions: Spread


class Score(msgspec.Struct, frozen=True):
    """How a player fared against another.

    The lead is how many points he was ahead in a game, in the mean of the seeds; games that all have lost
    are even.
    """

    player: str
    against: str
    games: int
    wins: int
    losses: int
    undecided: int
    win_rate: Interval
    points: Interval
    lead: Interval


class Rating(msgspec.Struct, frozen=True):
    """A player's place on the ladder, in Elo points around the mean of all."""

    player: str
    games: int
    points: float
    elo: Interval


class Correlation(msgspec.Struct, frozen=True):
    """An event, and how much more often the first seat wins in games with it than in those without."""

    text: str
    games: int
    gap: Interval


def spread(values: Sequence[float]) -> Spread:
    if not values:
        return Spread(0.0, 0.0, 0.0)
    return Spread(quantile(values, 0.5), quantile(values, 0.25), quantile(values, 0.75))


def balance(played: Played) -> Balance:
    outcomes = [outcome for _, outcome in played]
    games = len(outcomes)
    seats = len(outcomes[0].scores) if outcomes else 0
    wins = tuple(sum(outcome.winners == (seat,) for outcome in outcomes) for seat in range(seats))
    lost = sum(outcome.all_lost for outcome in outcomes)
    apart = margins(outcomes)
    return Balance(
        games=games,
        wins=wins,
        rates=tuple(wilson(count, games) for count in wins),
        drawn=games - sum(wins) - lost,
        all_lost=lost,
        margin=mean(apart),
        bid=median(apart),
        by_points=all(lead(each.scores, Seat(winner)) >= 0 for each in outcomes for winner in each.winners),
        decided=spread([outcome.decided for outcome in outcomes if outcome.decided]),
        turns=spread([outcome.turns for outcome in outcomes]),
        actions=spread([outcome.actions for outcome in outcomes]),
    )


def even_with(found: Balance, seats: Sequence[str]) -> str:
    """Which bid would make the game even."""
    first, *others = seats
    ahead = found.bid.value >= 0
    to = " and ".join(others) if ahead else first
    low, high = (found.bid.low, found.bid.high) if ahead else (-found.bid.high, -found.bid.low)
    return f"{abs(found.bid.value):g} points ({low:g} to {high:g}) to {to}"


def margins(outcomes: Iterable[Outcome]) -> list[float]:
    """The first seat's points less those of the best other, in games that not all have lost."""
    return [lead(outcome.scores, FIRST) for outcome in outcomes if not outcome.all_lost]


def score(played: Played, player: str) -> Score:
    """Of one player, against the one he met."""
    wins = losses = 0
    points = 0.0
    leads: defaultdict[int, list[float]] = defaultdict(list)
    for game, outcome in played:
        seat = Seat(game.players.index(player))
        got = point(outcome, seat)
        points, wins, losses = points + got, wins + (got == 1), losses + (got == 0)
        leads[game.seed].append(0 if outcome.all_lost else lead(outcome.scores, seat))
    games = len(played)
    against = next((name for game, _ in played[:1] for name in game.players if name != player), player)
    undecided = games - wins - losses
    # The games of a seed share its dice: together they are one value.
    by_seed = mean([sum(seed) / len(seed) for seed in leads.values()])
    rates = wilson(wins, games), wilson(points, games)
    return Score(player, against, games, wins, losses, undecided, *rates, by_seed)


def ladder(played: Played) -> list[Rating]:
    """Everybody's rating, the strongest first."""
    points: defaultdict[tuple[str, str], float] = defaultdict(float)
    games: Counter[tuple[str, str]] = Counter()
    for game, outcome in played:
        if len(game.players) == 2 and game.players[0] != game.players[1]:
            pair = min(game.players), max(game.players)
            games[pair] += 1
            points[pair] += point(outcome, Seat(game.players.index(pair[0])))
    if not games:
        return []
    rated = [Rating(name, *_tally(name, points, games), elo) for name, elo in ratings(points, games).items()]
    return sorted(rated, key=lambda each: (-each.elo.value, each.player))


def _tally(
    name: str, points: Mapping[tuple[str, str], float], games: Mapping[tuple[str, str], int]
) -> tuple[int, float]:
    """The games of a player and the points he made in them."""
    met = sum(count for pair, count in games.items() if name in pair)
    made = sum(
        points[pair] if pair[0] == name else count - points[pair]
        for pair, count in games.items()
        if name in pair
    )
    return met, made


def correlations(played: Played, most: int = 14) -> list[Correlation]:
    """The events whose presence goes with winning, the weightiest first.

    What goes before a victory need not be its cause.
    """
    decided = [outcome for _, outcome in played if len(outcome.winners) == 1]
    kinds = _told_kinds(decided)
    with_it: Counter[str] = Counter()
    won_with_it: Counter[str] = Counter()
    for outcome in decided:
        texts = {text for kind, told in outcome.told.items() if kind in kinds for text in told}
        with_it.update(texts)
        if outcome.winners == (0,):
            won_with_it.update(texts)
    games, wins = len(decided), sum(outcome.winners == (0,) for outcome in decided)
    often = {
        text: count
        for text, count in with_it.items()
        if min(count, games - count) >= max(SEEN_IN * games, SEEN_LEAST)
    }
    gaps = {
        text: difference((won_with_it[text], count), (wins - won_with_it[text], games - count))
        for text, count in often.items()
    }
    found = [Correlation(text, often[text], gap) for text, gap in gaps.items() if _stands_out(gap)]
    return sorted(found, key=lambda one: (-abs(one.gap.value) / one.gap.width, one.text))[:most]


def _told_kinds(outcomes: Sequence[Outcome]) -> set[str]:
    """The kinds of events that were told one by one in all but a few of the games in which they came."""
    untold = Counter(kind for outcome in outcomes for kind in outcome.events if kind not in outcome.told)
    kinds = {kind for outcome in outcomes for kind in outcome.told}
    return {kind for kind in kinds if untold[kind] <= (1 - TOLD_IN) * len(outcomes)}


def _stands_out(gap: Interval) -> bool:
    return abs(gap.value) > STANDS_OUT * gap.width / (2 * Z)
