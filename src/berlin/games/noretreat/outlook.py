"""A side's reading of a position: where its enemies threaten, what is contested, and what ground is worth."""

from functools import cache, cached_property
from math import exp, log

from berlin.boards.hexes import bits
from berlin.games.noretreat.ground import ALL, MAP, SIZE, USSR, VP_SPACES_1945
from berlin.games.noretreat.movement import Reach, allowance, beside_friends, reach
from berlin.games.noretreat.odds import Mark
from berlin.games.noretreat.prizes import HUNTED_FROM, PRIZES, SOUTH, around, draw, hunt, worths
from berlin.games.noretreat.state import BACK, BIT, DISORGANIZED, UNSUPPLIED, Draft
from berlin.games.noretreat.supply import supplied
from berlin.games.noretreat.tables import AXIS, RESET_TURN, SOVIET, TURNS
from berlin.games.noretreat.units import ARMOR, FIXED, GERMAN, RANGES, SIDE, STRENGTH
from berlin.games.noretreat.zones import full, shut

# How much of a unit's strength is felt so many hexes away: on a prize, and as a threat.
FELT = (1.0, 0.9, 0.6, 0.35, 0.2, 0.1, 0.05)
THREAT = (1.0, 1.0, 1.0, 0.8, 0.5, 0.2)
# How sharply strength decides who will hold a prize, and what holding it and standing in it count for.
SHARP, HOLDS, STANDS = 1.5, 1.2, 0.6
# Strength that does not matter much yet.
FAINT = 5.0
# How much the first strength near a prize counts.
EAGER = 0.5
# How far common units run in a turn.
RUN = 4
# What a prize is worth that lies open behind a space to be taken.
BEYOND = 0.5

# In 1945, the share that counts for the Axis of a blow in the south, where nothing is decided.
REMOTE = 0.1
# How near an enemy army is that makes a home want a watch.
WATCHED_WITHIN = 6

MEMORY = 20_000
_REACHED: dict[tuple[int, ...], Reach] = {}
_THREATS: dict[tuple[tuple[int, ...], bytes], list[float]] = {}


@cache
def near(space: int) -> tuple[tuple[int, float], ...]:
    """The prizes within reach of a space, and how much of a strength there is felt on each."""
    if not ALL >> space & 1:
        return ()
    return tuple((prize, FELT[far]) for prize in PRIZES if (far := MAP.distance(space, prize)) < len(FELT))


def reached(d: Draft, unit: int) -> Reach:
    """Where a unit may go; the same while no enemy moves."""
    side = SIDE[unit]
    enemy, points = 1 - side, allowance(d, unit)
    armor = ARMOR[d.marks[unit] & BACK][unit]
    key = (
        *(d.where[unit], points, armor, side, d.zones(enemy), d.occupied(enemy)),
        *(shut(d, unit), d.board, d.scorched),
    )
    found = _REACHED.get(key)
    if found is None:
        if len(_REACHED) > MEMORY:
            _REACHED.clear()
        found = _REACHED[key] = reach(d, unit, points)
    return found


def ends_of(d: Draft, unit: int, crowded: int) -> Reach:
    """A unit's moves as sets of spaces, within stacking: what the rules list, remembered."""
    taken = crowded & ~BIT[d.where[unit]]
    found = [(via, ends) for via, board in reached(d, unit) if (ends := board & ~taken)]
    if d.zones(1 - SIDE[unit]) >> d.where[unit] & 1:
        more = beside_friends(d, unit, allowance(d, unit)) & ~taken
        if more:
            found = [(via, ends | more if not via else ends) for via, ends in found]
            if not found or found[0][0]:
                found.insert(0, ((), more))
    return found


def threats(d: Draft, side: int) -> list[float]:
    """By space: the strength that a side could bring against it in a turn."""
    first, last = RANGES[side].start, RANGES[side].stop
    key = (tuple(d.where[first:last]), bytes(d.marks[first:last]))
    found = _THREATS.get(key)
    if found is not None:
        return found
    found = [0.0] * SIZE
    for unit in RANGES[side]:
        space, marks = d.where[unit], d.marks[unit]
        if space >= SIZE or FIXED[marks & BACK][unit]:
            continue
        strength = STRENGTH[marks & BACK][unit] * (0.5 if marks & (DISORGANIZED | UNSUPPLIED) else 1.0)
        for other, far in around(space, len(THREAT) - 1):
            found[other] += strength * THREAT[far]
    if len(_THREATS) > MEMORY // 20:
        _THREATS.clear()
    _THREATS[key] = found
    return found


def run(d: Draft, side: int, steps: int = RUN) -> int:
    """The spaces that a side's units could run to if each had so many steps: zones stop them."""
    enemy = 1 - side
    ground = ALL & ~(d.occupied(enemy) | d.closed)
    zones = d.zones(enemy)
    seen = going = d.occupied(side)
    near = MAP.neighbours(going) & ground & ~seen
    for _ in range(steps):
        seen |= near
        going = near & ~zones
        if not going:
            break
        near = MAP.neighbours(going) & ground & ~seen
    return seen


def pressures(d: Draft) -> tuple[dict[int, float], dict[int, float]]:
    """For each prize, the strength of either side that is felt there."""
    where, marks = d.where, d.marks
    felt: list[dict[int, float]] = []
    for side in (0, 1):
        sums = dict.fromkeys(PRIZES, 0.0)
        for unit in RANGES[side]:
            space = where[unit]
            if space < SIZE:
                mark = marks[unit]
                strength: float = STRENGTH[mark & BACK][unit]
                if mark & (UNSUPPLIED | DISORGANIZED):
                    strength *= 0.6
                for prize, share in near(space):
                    sums[prize] += strength * share
        felt.append(sums)
    return felt[0], felt[1]


def peril(d: Draft, prize: int, holder: int, own: float, other: float) -> tuple[float, float, float]:
    """How likely the holder of a prize is to lose it, by the strength that is felt there.

    And how that changes with a point more of his own strength, and of the other's.
    """
    if other <= 0.0:
        return 0.0, 0.0, EAGER / FAINT / (1.0 + exp(HOLDS))
    lean = SHARP * log((other + FAINT) / (own + FAINT)) - HOLDS
    if d.occupied(holder) >> prize & 1:
        lean -= STANDS
    lost = 1.0 / (1.0 + exp(-lean))
    near = min(1.0, other / FAINT)
    slope = SHARP * lost * (1.0 - lost) * near
    comes = slope / (other + FAINT) + (EAGER * lost / FAINT if other < FAINT else 0.0)
    return lost * near, slope / (own + FAINT), comes


def _stragglers(d: Draft) -> tuple[int, ...]:
    """The spaces of the USSR where Germans are, once for each."""
    return tuple(sorted(d.where[unit] for unit in RANGES[AXIS] if GERMAN[unit] and USSR >> d.where[unit] & 1))


class Outlook:
    """What one side makes of a position."""

    def __init__(self, d: Draft, side: int) -> None:
        self.d, self.side = d, side
        self.worth = worths(d.turn, d.held, side)
        self.own, self.enemy = d.occupied(side), d.occupied(1 - side)
        self.prizes = d.owned(1 - side)
        self.homes = d.owned(side)
        self.attacking = TURNS[d.turn].initiative == side
        self._marks: dict[int, Mark] = {}
        self._fields: dict[int, float] = {}

    @cached_property
    def threat(self) -> list[float]:
        """By space: the strength that the enemy could bring against it."""
        return threats(self.d, 1 - self.side)

    @cached_property
    def draw(self) -> tuple[float, ...]:
        """By space: how strongly the enemy's prizes draw, and the Germans who are still in the USSR."""
        if self.side == SOVIET and HUNTED_FROM <= self.d.turn < RESET_TURN:
            return hunt(self.d.turn, self.d.held, _stragglers(self.d))
        return draw(self.d.turn, self.d.held, self.side)

    @cached_property
    def supplied(self) -> int:
        return supplied(self.d, self.side)

    @cached_property
    def crowded(self) -> int:
        return full(self.d, self.side)

    @cached_property
    def run(self) -> int:
        """Where the enemy could run to in his next turn."""
        return run(self.d, 1 - self.side)

    @cached_property
    def pull(self) -> dict[int, float]:
        """For each prize, what one more point of strength there is worth."""
        felt = pressures(self.d)
        own, other = felt[self.side], felt[1 - self.side]
        found: dict[int, float] = {}
        for prize in PRIZES:
            if self.homes >> prize & 1:
                slope = peril(self.d, prize, self.side, own[prize], other[prize])[1]
            else:
                slope = peril(self.d, prize, 1 - self.side, other[prize], own[prize])[2]
            found[prize] = self.worth[prize] * slope
        return found

    @cached_property
    def watched(self) -> int:
        """1945: the homes that want somebody in or next to them, since the enemy is not far."""
        if self.d.turn < RESET_TURN or self.side != SOVIET:
            return 0
        found = 0
        for home in bits(self.homes & VP_SPACES_1945):
            if self.roaming & MAP.within(home, WATCHED_WITHIN):
                found |= BIT[home]
        return found

    @cached_property
    def roaming(self) -> int:
        """The spaces of enemies that can move."""
        d = self.d
        units = [u for u in RANGES[1 - self.side] if d.where[u] < SIZE and not FIXED[d.marks[u] & BACK][u]]
        found = 0
        for unit in units:
            found |= BIT[d.where[unit]]
        return found

    def field(self, space: int) -> float:
        """What a point of strength in a space does for all the prizes around."""
        found = self._fields.get(space)
        if found is None:
            pull = self.pull
            found = self._fields[space] = sum([pull[prize] * share for prize, share in near(space)])
        return found

    def mark(self, space: int) -> Mark:
        """An enemy space as a mark for attack."""
        found = self._marks.get(space)
        if found is None:
            units = self.d.units_in(1 - self.side, space)
            found = self._marks[space] = Mark(self.d, self.side, space, self.gain(space), units)
            if self.side == AXIS and self.d.turn >= RESET_TURN and SOUTH >> space & 1:
                found.scale(REMOTE)
        return found

    def gain(self, space: int) -> float:
        """What it is worth to take a space: itself, and what lies open behind it."""
        worth = self.worth[space] if self.prizes >> space & 1 else 0.0
        if self.d.weather.farther:
            open_ones = MAP.beside[space] & self.prizes & ~self.enemy & ~self.d.closed
            if open_ones:
                worth += BEYOND * max([self.worth[prize] for prize in bits(open_ones)])
        return worth + 0.3 * self.draw[space]

    def hold(self, space: int) -> float:
        """What it is worth to keep an own prize from being run over."""
        return self.worth[space] if self.homes >> space & 1 else 0.0
