"""A side's reading of a position: where its enemies threaten, what is contested, and what ground is worth."""

from functools import cache, cached_property
from math import exp, log

from berlin.games.noretreat.board.ground import (
    ALL,
    MAP,
    SEA_SUPPLY,
    SIZE,
    USSR,
    VP_SPACES_1945,
    Space,
    spaces_of,
)
from berlin.games.noretreat.board.tables import AXIS, RESET_TURN, SOVIET, TURNS
from berlin.games.noretreat.board.units import ARMOR, FIXED, GERMAN, RANGES, SIDE, STRENGTH
from berlin.games.noretreat.rules.movement import Reach, allowance, reach, within_stacking
from berlin.games.noretreat.rules.supply import (
    FROM_CITY,
    FROM_EDGE,
    edge,
    failing,
    open_to_supply,
    supplied,
    supplied_cities,
)
from berlin.games.noretreat.rules.zones import full, shut
from berlin.games.noretreat.staff.odds import Mark
from berlin.games.noretreat.staff.prizes import HUNTED_FROM, PRIZES, SOUTH, around, draw, hunt, worths
from berlin.games.noretreat.state.state import BACK, BIT, DESTROYED, DISORGANIZED, UNSUPPLIED, Draft
from berlin.kernel.contract.ids import OTHER, Seat, Unit

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

# What is at stake with a unit that is cut off, and what with an enemy: not yet marked, and marked.
AT_STAKE, CAUGHT = (2.0, 9.0), (2.5, 2.5)

MEMORY = 20_000
_REACHED: dict[tuple[int, ...], Reach] = {}
_THREATS: dict[tuple[tuple[int, ...], bytes], list[float]] = {}


@cache
def near(space: Space) -> tuple[tuple[Space, float], ...]:
    """The prizes within reach of a space, and how much of a strength there is felt on each."""
    if not ALL >> space & 1:
        return ()
    return tuple((prize, FELT[far]) for prize in PRIZES if (far := MAP.distance(space, prize)) < len(FELT))


def reached(d: Draft, unit: Unit) -> Reach:
    """Where a unit may go; the same while no enemy moves."""
    side = SIDE[unit]
    enemy, points = OTHER[side], allowance(d, unit)
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


def ends_of(d: Draft, unit: Unit, crowded: int) -> Reach:
    """A unit's moves as sets of spaces, within stacking: what the rules list, remembered."""
    return within_stacking(d, unit, crowded, reached(d, unit))


def threats(d: Draft, side: Seat) -> list[float]:
    """By space: the strength that a side could bring against it in a turn."""
    first, last = RANGES[side][0], RANGES[side][-1] + 1
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


def run(d: Draft, side: Seat, steps: int = RUN) -> int:
    """The spaces that a side's units could run to if each had so many steps: zones stop them."""
    enemy = OTHER[side]
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


def pressures(d: Draft) -> tuple[dict[Space, float], dict[Space, float]]:
    """For each prize, the strength of either side that is felt there."""
    where, marks = d.where, d.marks
    felt: list[dict[Space, float]] = []
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


def peril(d: Draft, prize: int, holder: Seat, own: float, other: float) -> tuple[float, float, float]:
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

    def __init__(self, d: Draft, side: Seat) -> None:
        self.d, self.side = d, side
        self.worth = worths(d.turn, d.held, side)
        self.own, self.enemy = d.occupied(side), d.occupied(OTHER[side])
        self.prizes = d.owned(OTHER[side])
        self.homes = d.owned(side)
        self.attacking = TURNS[d.turn].initiative == side
        self._marks: dict[int, Mark] = {}
        self._fields: dict[int, float] = {}
        self._nooses: dict[int, float] = {}

    @cached_property
    def threat(self) -> list[float]:
        """By space: the strength that the enemy could bring against it."""
        return threats(self.d, OTHER[self.side])

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
    def firm(self) -> int:
        """The spaces that stay in supply wherever the enemy runs to next."""
        d, side = self.d, self.side
        free = open_to_supply(d, side) & ~(self.run & ~self.own)
        found = MAP.seep(supplied_cities(d, side, free), free, FROM_CITY) | SEA_SUPPLY[side]
        found |= MAP.seep(edge(d, side) & free, free, FROM_EDGE)
        return found | MAP.seep(self.own & found, ALL, 1)

    @cached_property
    def hungry(self) -> dict[int, float]:
        """The own units that no supply reaches, and what each is missed for."""
        return self._starving(self.side)

    @cached_property
    def starved(self) -> dict[int, float]:
        """The same of the enemy, who has a turn to help himself."""
        return self._starving(OTHER[self.side])

    def _starving(self, side: Seat) -> dict[int, float]:
        prices = AT_STAKE if side == self.side else CAUGHT
        return {unit: prices[bool(self.d.marks[unit] & UNSUPPLIED)] for unit in failing(self.d, side)}

    @cached_property
    def lifelines(self) -> int:
        """The spaces that the enemy's supply may pass through."""
        return open_to_supply(self.d, OTHER[self.side])

    def feeds(self, unit: Unit, space: Space) -> float:
        """What it does for the supply of all others, friend and foe, that a unit stands in a space."""
        return self._fed(unit, space, self.side) + self._fed(unit, space, OTHER[self.side])

    def relief(self, unit: Unit, space: Space) -> float:
        """The same for friends alone; nothing while all are in supply."""
        return self._fed(unit, space, self.side) if self.hungry else 0.0

    def _fed(self, unit: Unit, space: Space, side: Seat) -> float:
        d, here = self.d, self.d.where[unit]
        before = self.hungry if side == self.side else self.starved
        d.put(unit, space)
        after = self._starving(side)
        d.put(unit, here)
        fewer = sum(before.values()) - sum(after.values()) + after.get(unit, 0.0) - before.get(unit, 0.0)
        return fewer if side == self.side else -fewer

    def noose(self, unit: Unit, space: Space) -> float:
        """What a unit cuts off that comes to a space, as if it left nothing behind."""
        blocks = (MAP.beside[space] | BIT[space]) & self.lifelines & ~self.enemy
        if not blocks or self.d.marks[unit] & UNSUPPLIED:
            return 0.0
        found = self._nooses.get(space)
        if found is None:
            found = self._nooses[space] = max(0.0, self._fed(unit, space, OTHER[self.side]))
        return found

    @cached_property
    def crowded(self) -> int:
        return full(self.d, self.side)

    @cached_property
    def run(self) -> int:
        """Where the enemy could run to in his next turn."""
        return run(self.d, OTHER[self.side])

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
                slope = peril(self.d, prize, OTHER[self.side], other[prize], own[prize])[2]
            found[prize] = self.worth[prize] * slope
        return found

    @cached_property
    def watched(self) -> int:
        """1945: the homes that want somebody in or next to them, since the enemy is not far."""
        if self.d.turn < RESET_TURN or self.side != SOVIET:
            return 0
        found = 0
        for home in spaces_of(self.homes & VP_SPACES_1945):
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

    def field(self, space: Space) -> float:
        """What a point of strength in a space does for all the prizes around."""
        found = self._fields.get(space)
        if found is None:
            pull = self.pull
            found = self._fields[space] = sum([pull[prize] * share for prize, share in near(space)])
        return found

    def mark(self, space: Space) -> Mark:
        """An enemy space as a mark for attack."""
        found = self._marks.get(space)
        if found is None:
            units = self.d.units_in(OTHER[self.side], space)
            found = self._marks[space] = Mark(self.d, self.side, space, self.gain(space), units)
            if self.side == AXIS and self.d.turn >= RESET_TURN and SOUTH >> space & 1:
                found.scale(REMOTE)
        return found

    def gain(self, space: Space) -> float:
        """What it is worth to take a space: itself, and what lies open behind it."""
        worth = self.worth[space] if self.prizes >> space & 1 else 0.0
        if self.d.weather.farther:
            open_ones = MAP.beside[space] & self.prizes & ~self.enemy & ~self.d.closed
            if open_ones:
                worth += BEYOND * max([self.worth[prize] for prize in spaces_of(open_ones)])
        return worth + 0.3 * self.draw[space] + self._reopens(space)

    def _reopens(self, space: Space) -> float:
        """What is back in supply once the enemy is gone from a space."""
        if not self.hungry:
            return 0.0
        d = self.d
        units = d.units_in(OTHER[self.side], space)
        for unit in units:
            d.put(unit, DESTROYED)
        after = self._starving(self.side)
        for unit in units:
            d.put(unit, space)
        return sum(self.hungry.values()) - sum(after.values())

    def hold(self, space: Space) -> float:
        """What it is worth to keep an own prize from being run over."""
        return self.worth[space] if self.homes >> space & 1 else 0.0
