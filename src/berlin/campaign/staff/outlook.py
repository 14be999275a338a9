"""A campaign as one side sees it: its prizes, its ground, how far the enemy is, where he was seen."""

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import TypeVar

from berlin.boards.hexes import HexMap, bits, board_of
from berlin.campaign.deployment.laying import unlaid
from berlin.campaign.model.house import ENTRENCHED
from berlin.campaign.question import CampaignQuestion
from berlin.campaign.staff.plan import Wish, Wishes
from berlin.campaign.state.state import GERMAN, Draft
from berlin.kernel.contract.ids import OTHER, Place, Seat
from berlin.kernel.play.acts import Act
from berlin.squad.board.counters import Counter, Sort
from berlin.squad.board.pieces import ON_MAP, Mark
from berlin.squad.board.works import Works

Q = TypeVar("Q", bound=CampaignQuestion)

NEAR = 4
"""Who is so near to a prize holds it."""
SIGHT, DEPTH = 8, 3
# The weight that a prize in danger should have around it.
DUE = 40.0
# The weight of who stands in a trench.
SQUAD = 4.0
# The distance at which a prize is half in danger, and what a counter of the enemy makes a goal farther.
THREAT, FOE = 16.0, 0.5
# How much farther off than the first the prizes are that are fought for at the same time.
SOON = 8
DUMMIES = frozenset((Works.DUMMY, Works.CLOAKED))
# Marks as plain numbers, for what is looked at piece by piece.
SET_UP, STANDING = int(Mark.PLACED), int(Mark.PLACED | Mark.CAPTURED)
OUT_OF_SIGHT = int(Mark.HIDDEN | Mark.CAPTURED | Mark.PRISONER)
FAR = 99
MANY, PRESSED = 50, 4
"""Hexes that are looked at, and prizes that are fought for first."""


@lru_cache(maxsize=64)
def rings_around(chart: HexMap, ground: int) -> tuple[int, ...]:
    """The hexes so far from this ground, and nearer; the last is the whole map."""
    found = [ground]
    while fresh := chart.neighbours(found[-1]) & ~found[-1]:
        found.append(found[-1] | fresh)
    return tuple(found)


@lru_cache(maxsize=64)
def away_from(chart: HexMap, ground: int) -> tuple[int, ...]:
    """By hex: how far it is from this ground."""
    found, before = [FAR] * chart.size, 0
    for far, ring in enumerate(rings_around(chart, ground)):
        for space in bits(ring & ~before):
            found[space] = far
        before = ring
    return tuple(found)


@lru_cache(maxsize=8)
def as_it_seems(chart: HexMap, goals: tuple[int, ...], bias: tuple[float, ...]) -> tuple[float, ...]:
    """By hex: how far the nearest of these goals is, when each seems to be so much farther than it is."""
    rows = [[far + more for far in chart.distances(goal)] for goal, more in zip(goals, bias, strict=True)]
    return tuple(map(min, *rows)) if len(rows) > 1 else tuple(rows[0])


@lru_cache(maxsize=8)
def bare(shelter: tuple[int, ...]) -> int:
    """Open ground, by what shelter each hex gives."""
    return board_of(space for space, cover in enumerate(shelter) if not cover)


@lru_cache(maxsize=1 << 12)
def in_sight(chart: HexMap, space: Place) -> int:
    """The hexes that one may look over from a hex."""
    return chart.seep(1 << space, chart.all, SIGHT)


class Outlook:
    """What a staff judges by."""

    def __init__(self, d: Draft, side: Seat, wishes: Wishes) -> None:
        self.d, self.side, self.foe = d, side, OTHER[side]
        self.wishes = wishes
        self.chart = d.book.field.chart
        self.land, self.house = d.book.battlefield.land, d.book.battlefield.house
        self.best: int | None = None
        """The best hex for what is in hand, once it was looked for."""
        self.laid: Works | None = None
        """The fortification in hand."""
        self.words: set[str] | None = None
        """What is bought next, once it was looked for."""

    def asked(self, kind: type[Q]) -> Q:
        """The question that is open, which is of this kind."""
        top = self.d.frames[-1]
        assert isinstance(top, kind)
        return top

    @property
    def defends(self) -> bool:
        return self.side == GERMAN

    @cached_property
    def plans(self) -> tuple[Wish, ...]:
        """What may be bought on this date, by what has been."""
        all_plans = self.wishes.get((self.side, self.d.turn), ())
        chart = self.d.book.charts[self.side]
        counts = enumerate(self.d.accounts[self.side].today)
        bought = {chart[line].id: count for line, count in counts if count}
        return tuple(plan for plan in all_plans if plan.fits(bought)) or all_plans

    @cached_property
    def foe_ground(self) -> int:
        """What the enemy alone Controls."""
        return self.d.control[self.foe] & ~self.d.control[self.side]

    @cached_property
    def away(self) -> tuple[int, ...]:
        """By hex: how far the enemy's ground is."""
        return away_from(self.chart, self.foe_ground)

    @cached_property
    def behind(self) -> tuple[int, ...]:
        """By hex: how far its own ground is."""
        return away_from(self.chart, self.d.control[self.side] & ~self.d.control[self.foe])

    @cached_property
    def battleground(self) -> int:
        """Where it will be fought: around the prizes that the attacker comes to first."""
        far, found = self.away if self.defends else self.behind, 0
        first = min(far[goal] for goal in self.goals)
        for goal in sorted(self.goals, key=lambda one: (far[one], one))[:PRESSED]:
            if far[goal] <= first + SOON:
                found |= self.chart.within(goal, NEAR)
        return found

    @property
    def registered(self) -> set[Place]:
        """The hexes that its artillery has registered."""
        return {space for group in self.d.groups[self.side] for space in group.registered if space >= 0}

    @cached_property
    def goals(self) -> list[Place]:
        """The prizes to hold, or to take; if none are left, to take is the far edge."""
        mine = self.d.control[self.side] & ~self.d.control[self.foe]
        prizes = [space for space in self.land.prizes if (mine >> space & 1) == self.defends]
        return prizes or bits(self.land.homes[self.side] if self.defends else self.land.exits)

    @cached_property
    def seen(self) -> int:
        """Where counters of the enemy stand, with or without anything under them."""
        dummies = (w.space for w in self.d.works if w.what in DUMMIES and w.owner == self.foe)
        found = board_of(space for space in dummies if space >= 0)
        there = (p.space for p in self.d.pieces[self.foe] if p.where is ON_MAP and not p.marks & OUT_OF_SIGHT)
        return found | board_of(set(there))

    @cached_property
    def works(self) -> dict[Place, set[Works]]:
        """By hex: the works that the side knows of."""
        found: dict[Place, set[Works]] = {}
        for work in self.d.works:
            known = not work.hidden and work.what not in DUMMIES
            if work.space >= 0 and (work.owner == self.side or known):
                found.setdefault(work.space, set()).add(work.what)
        return found

    def in_hand(self, label: str) -> Works:
        """The kind of a fortification that is not laid yet."""
        if self.laid is None:
            self.laid = self.d.works[unlaid(self.d, self.side)[label]].what
        return self.laid

    def shelter(self, space: Place) -> int:
        """What terrain and works take from an attack."""
        if space not in self.works:
            return self.land.shelter[space]
        words = (ENTRENCHED.get(what) for what in self.works[space])
        return max([self.land.shelter[space], *(self.house.shelter[word] for word in words if word)])

    @cached_property
    def stacks(self) -> dict[Place, list[Counter]]:
        """By hex: the side's own units that are set up."""
        found: dict[Place, list[Counter]] = {}
        counters = self.d.book.counters
        for piece in self.d.pieces[self.side]:
            if piece.where is ON_MAP and piece.marks & STANDING == SET_UP:
                found.setdefault(piece.space, []).append(counters[piece.kind])
        return found

    @cached_property
    def occupied(self) -> int:
        """Where they stand."""
        return board_of(self.stacks)

    @cached_property
    def worked(self) -> int:
        """Where works are."""
        return board_of(self.works)

    @cached_property
    def dug(self) -> dict[Place, int]:
        """By goal: the trenches around it."""
        trenches = board_of(space for space, there in self.works.items() if Works.TRENCH in there)
        return {goal: (self.chart.within(goal, NEAR) & trenches).bit_count() for goal in self.goals}

    @cached_property
    def held(self) -> dict[Place, float]:
        """By goal: the weight of what stands around it."""
        return {goal: self._weight(self.chart.within(goal, NEAR), guns=False) for goal in self.goals}

    @cached_property
    def gunned(self) -> dict[Place, float]:
        """The same of Guns and vehicles."""
        return {goal: self._weight(self.chart.within(goal, NEAR + 2), guns=True) for goal in self.goals}

    def _weight(self, hexes: int, guns: bool) -> float:
        return sum(
            counter.fire
            for space in bits(hexes & self.occupied)
            for counter in self.stacks[space]
            if (counter.sort in (Sort.GUN, Sort.VEHICLE, Sort.CUPOLA)) == guns
        )

    def crowd(self, space: Place) -> float:
        """Squads of its own in a hex."""
        return sum([counter.squads for counter in self.stacks[space]]) if space in self.stacks else 0.0

    @cached_property
    def lack_of_men(self) -> dict[Place, float]:
        """By goal: how much less stands around it than should."""
        return {goal: DUE * self.danger[goal] - self.held[goal] for goal in self.goals}

    @cached_property
    def lack_of_guns(self) -> dict[Place, float]:
        return {goal: DUE * self.danger[goal] - self.gunned[goal] for goal in self.goals}

    @cached_property
    def lack_of_trenches(self) -> dict[Place, float]:
        return {goal: DUE * self.danger[goal] - SQUAD * self.dug[goal] for goal in self.goals}

    @cached_property
    def approaches(self) -> int:
        """The ground before the prizes that are most in danger."""
        found = 0
        for goal in sorted(self.goals, key=lambda one: (-self.danger[one], one))[:PRESSED]:
            found |= self.chart.within(goal, NEAR + 1) & ~self.chart.within(goal, 1)
        return found

    def likely(self, hexes: int, lacks: dict[Place, float]) -> int:
        """Of these hexes those that are worth a look: around prizes that lack most, or near to the enemy."""
        found = 0
        if self.defends:
            due = sorted(self.goals, key=lambda goal: (-lacks[goal], goal))
            for goal in due:
                found |= hexes & self.chart.within(goal, NEAR)
                if found.bit_count() > MANY:
                    break
        else:
            rings = rings_around(self.chart, self.foe_ground)
            nearest = next((far for far, ring in enumerate(rings) if ring & hexes), 0)
            found = hexes & rings[min(nearest + DEPTH, len(rings) - 1)]
        return found or hexes

    def field(self, space: Place) -> int:
        """Open ground within sight of a hex."""
        return (in_sight(self.chart, space) & bare(self.land.shelter)).bit_count()

    @cached_property
    def rows(self) -> dict[Place, list[int]]:
        """By goal: how far each hex is from it."""
        return {goal: self.chart.distances(goal) for goal in self.goals}

    @cached_property
    def danger(self) -> dict[Place, float]:
        """By goal, from 0 to 1: how soon the enemy may be there."""
        return {goal: THREAT / (THREAT + max(0, self.away[goal] - NEAR)) for goal in self.goals}

    @cached_property
    def bias(self) -> dict[Place, float]:
        """By goal: how much farther it seems for the counters of the enemy around it."""
        return {goal: FOE * (self.chart.within(goal, NEAR) & self.seen).bit_count() for goal in self.goals}

    def to_goal(self, space: Place) -> float:
        """How far a hex is from the nearest goal, as it seems."""
        return self._to_goals[space]

    @cached_property
    def _to_goals(self) -> tuple[float, ...]:
        return as_it_seems(self.chart, tuple(self.goals), tuple(self.bias.values()))


Judges = dict[type[Act], Callable[[Outlook, Act], float]]
"""By kind of act: what one is worth to the side that is asked."""
