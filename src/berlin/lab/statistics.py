"""How sure a count of games makes us: intervals, ratings, and when enough has been played."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import ceil, comb, cos, exp, floor, inf, log, pi, sin, sqrt, tan

import msgspec

# The truth lies inside 95 of 100 such intervals.
Z = 1.959963984540054
ELO = 400 / log(10)
# From so many degrees of freedom on, Student's t is as good as normal.
MANY = 1000
# So many won and lost games against each opponent are taken for granted: without them a player who has
# won every game would be rated without bound.
PRIOR = 0.5
# And a trace of a drawn game between all, so that players who never met, even over others, can be rated.
TRACE = 0.001
FIRST_LOOK, GROWTH = 50, 1.25


class Interval(msgspec.Struct, frozen=True):
    """An estimate and the bounds between which it lies, 95 times in 100."""

    value: float
    low: float
    high: float

    @property
    def width(self) -> float:
        return self.high - self.low


def percent(rate: Interval) -> str:
    """`83.0% (74.5 to 89.1)`."""
    return f"{100 * rate.value:.1f}% ({100 * rate.low:.1f} to {100 * rate.high:.1f})"


def signed_text(value: float, places: int) -> str:
    """`+126`, `-5.3`; nothing is `+0`, from whichever side it was rounded."""
    return f"{round(value, places) + 0.0:+.{places}f}"


def interval_text(value: Interval, places: int) -> str:
    """`+140 (+0 to +280)`; where nothing bounds it the value alone."""
    if value.width == inf:
        return signed_text(value.value, places)
    middle, low, high = (signed_text(each, places) for each in (value.value, value.low, value.high))
    return f"{middle} ({low} to {high})"


def wilson(successes: float, trials: int) -> Interval:
    """A share and its Wilson score interval."""
    if not trials:
        return Interval(0.5, 0.0, 1.0)
    share, z2 = successes / trials, Z * Z
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    reach = Z * sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials)) / (1 + z2 / trials)
    return Interval(share, max(0.0, middle - reach), min(1.0, middle + reach))


def mean(values: Sequence[float]) -> Interval:
    """The mean of values, with Student's interval; one value alone says nothing about its bounds."""
    count = len(values)
    if not count:
        return Interval(0.0, 0.0, 0.0)
    average = sum(values) / count
    if count == 1:
        return Interval(average, -inf, inf)
    spread = sum((value - average) ** 2 for value in values) / (count - 1)
    reach = student(count - 1) * sqrt(spread / count)
    return Interval(average, average - reach, average + reach)


@cache
def student(freedom: int) -> float:
    """Within so many standard errors lie 95 of 100 values of Student's t."""
    if freedom > MANY:
        return Z
    low, high = 0.0, pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _student_within(middle, freedom) < 0.95 else (low, middle)
    return sqrt(freedom) * tan(low)


def _student_within(angle: float, freedom: int) -> float:
    """The share of Student's t between -sqrt(freedom) tan(angle) and its opposite: a finite sum."""
    odd = freedom % 2
    term, total = (cos(angle) if odd else 1.0), 0.0
    for power in range(odd, freedom - 1, 2):
        total += term
        term *= cos(angle) ** 2 * (power + 1) / (power + 2)
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which this share of the values lies, between two of them if need be."""
    ordered = sorted(values)
    at = share * (len(ordered) - 1)
    low, high = ordered[floor(at)], ordered[ceil(at)]
    return low + (high - low) * (at - floor(at))


def median(values: Sequence[float]) -> Interval:
    """The median, between two of the values themselves: nothing is assumed about how they are spread."""
    ordered, count = sorted(values), len(values)
    if not count:
        return Interval(0.0, 0.0, 0.0)
    rank = _median_rank(count)
    return Interval(quantile(ordered, 0.5), ordered[rank], ordered[count - 1 - rank])


def _median_rank(count: int) -> int:
    """How many values may be left out at each end of the sorted row."""
    if count > 1000:
        return max(0, floor((count - Z * sqrt(count)) / 2) - 1)
    tail, rank = 0.0, -1
    while rank + 1 <= (count - 1) // 2:
        tail += comb(count, rank + 1) / 2**count
        if tail > 0.025:
            break
        rank += 1
    return max(rank, 0)


def difference(first: tuple[int, int], second: tuple[int, int]) -> Interval:
    """The difference of two shares (successes of trials), with Newcombe's interval."""
    a, b = wilson(*first), wilson(*second)
    gap = a.value - b.value
    low = gap - sqrt((a.value - a.low) ** 2 + (b.high - b.value) ** 2)
    high = gap + sqrt((a.high - a.value) ** 2 + (b.value - b.low) ** 2)
    return Interval(gap, low, high)


def looks(most: int, even: bool = False) -> Iterator[int]:
    """After how many games the interval is looked at: ever more between two looks, `most` at last.

    The looks don't depend on who finishes first, so a run that stops early stops at the same game anywhere.
    """
    count = FIRST_LOOK
    while count < most:
        yield count
        count = ceil(count * GROWTH)
        count += even and count % 2
    yield most


def ratings(
    points: Mapping[tuple[str, str], float], games: Mapping[tuple[str, str], int]
) -> dict[str, Interval]:
    """Bradley-Terry strengths in Elo points around a mean of 0, with intervals from the Fisher information.

    `points[a, b]` are the points of a against b (a draw is half a point) in `games[a, b]` games; each pair is
    given once.
    """
    names = sorted({name for pair in games for name in pair})
    count = len(names)
    met = [[TRACE * (i != j) for j in range(count)] for i in range(count)]
    won = [TRACE * (count - 1) / 2] * count
    for (a, b), played in games.items():
        i, j = names.index(a), names.index(b)
        met[i][j] += played + 2 * PRIOR
        met[j][i] += played + 2 * PRIOR
        won[i] += points[a, b] + PRIOR
        won[j] += played - points[a, b] + PRIOR
    strength = _strengths(met, won)
    spread = _spread(_information(met, strength))
    return {
        name: Interval(ELO * at, ELO * (at - Z * error), ELO * (at + Z * error))
        for name, at, error in zip(names, strength, spread, strict=True)
    }


def _strengths(met: list[list[float]], won: list[float]) -> list[float]:
    """The likeliest strengths (natural logarithms), by Newton's method; they add up to 0."""
    strength = [0.0] * len(won)
    for _ in range(200):
        expected = [
            sum(n / (1 + exp(strength[j] - strength[i])) for j, n in enumerate(row))
            for i, row in enumerate(met)
        ]
        slope = [got - due for got, due in zip(won, expected, strict=True)]
        steps = _solve(_anchor(_information(met, strength)), slope)
        # A whole Newton step from far away overshoots.
        longest = max(map(abs, steps), default=0.0)
        scale = min(1.0, 2.0 / longest) if longest else 1.0
        strength = [at + scale * step for at, step in zip(strength, steps, strict=True)]
        if longest < 1e-12:
            break
    centre = sum(strength) / max(len(strength), 1)
    return [at - centre for at in strength]


def _information(met: list[list[float]], strength: list[float]) -> list[list[float]]:
    size = len(strength)
    matrix = [[0.0] * size for _ in strength]
    for i in range(size):
        for j in range(size):
            if met[i][j]:
                chance = 1 / (1 + exp(strength[j] - strength[i]))
                weight = met[i][j] * chance * (1 - chance)
                matrix[i][j] -= weight
                matrix[i][i] += weight
    return matrix


def _anchor(matrix: list[list[float]]) -> list[list[float]]:
    """Only differences of strength show in games: this fixes their sum, and makes the matrix invertible."""
    return [[value + 1 / len(matrix) for value in row] for row in matrix]


def _spread(matrix: list[list[float]]) -> list[float]:
    size = len(matrix)
    whole = _anchor(matrix)
    columns = [_solve(whole, [float(i == j) for i in range(size)]) for j in range(size)]
    return [sqrt(max(columns[i][i] - 1 / size, 0.0)) for i in range(size)]


def _solve(matrix: list[list[float]], right: Sequence[float]) -> list[float]:
    """The solution of a small system of equations, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for i in range(size):
        best = max(range(i, size), key=lambda k: abs(rows[k][i]))
        rows[i], rows[best] = rows[best], rows[i]
        for k in range(i + 1, size):
            factor = rows[k][i] / rows[i][i]
            rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i], strict=True)]
    found = [0.0] * size
    for i in reversed(range(size)):
        rest = sum(rows[i][j] * found[j] for j in range(i + 1, size))
        found[i] = (rows[i][size] - rest) / rows[i][i]
    return found
