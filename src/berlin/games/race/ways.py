"""7. Movement: which zones are open to a camp's units, where they must stop, and how far they get.

Every closed zone is kept with the refusal that closes it, so that the flood and the reason that a player
is told come from one table.
"""

from collections import deque
from collections.abc import Callable, Container, Iterable, Mapping
from functools import lru_cache

from berlin.boards.travel import Flood, flood
from berlin.games.race.board import BERLIN, NEIGHBOURS, N
from berlin.games.race.ground import DRY_STEPS, EAST, FRONT, GERMAN_STEPS, INDEX, STEPS, VP
from berlin.games.race.stacking import german_room, soviet_stop
from berlin.games.race.state import AMERICAN, NOBODY, Position, any_soviets_in
from berlin.games.race.units import FORMATION_OF, GERMANS_FROM, SOVIETS
from berlin.kernel.rules import Refusal

CONTROL_LEVEL = 2
CITY = frozenset(BERLIN)
VICTORY_ZONES = tuple(zone for zone in range(N) if VP[zone] and zone not in CITY)
NONE: frozenset[int] = frozenset()

AMERICAN_ZONE = Refusal("RFB 2.2.3", "the Americans hold that zone: it is closed")
BOUNDARY = Refusal("RFB 7.3.2a", "it lies across the boundary between the two fronts")
ENEMY = Refusal("RFB 4.2.1a", "enemy units hold it: a moving unit may not enter")
BERLIN_OTHER_CAMP = Refusal("RFB 7.4.5", "Soviets of the other camp are in that Berlin zone")
ODER_NEISSE = Refusal("RFB 7.2.1", "German units may not cross the Oder-Neisse")
WESTWARD = Refusal(
    "RFB 7.2.2b", "its index is lower than where the unit began, and it has not passed the test"
)
BERLIN_SHUT = Refusal(
    "RFB 7.4.1", "Soviets contest or control that Berlin zone: no German enters from outside"
)
BERLIN_HELD = Refusal("RFB 7.4.2", "Soviets contest or control its Berlin zone: it may not leave the city")

OTHER_FRONT = tuple({z: BOUNDARY for z in range(N) if FRONT[z] == 1 - camp} for camp in (0, 1))
_WEST_OF = tuple({z: WESTWARD for z in range(N) if INDEX[z] < floor} for floor in range(max(INDEX) + 1))
_EAST_BANK = {z: ODER_NEISSE for z in range(N) if EAST[z]}


def soviet_held(p: Position, zone: int) -> bool:
    """Is this Berlin zone contested or controlled by Soviets?"""
    return any_soviets_in(p, zone) > 0 or p.progress[zone] >= CONTROL_LEVEL


# The tables below hang on a few bytes of the state, which stay the same through many questions: on the
# enemy's positions and the control markers. So they are worked out once and looked up by those bytes.


@lru_cache(maxsize=64)
def _american(control: bytes) -> dict[int, Refusal]:
    return {zone: AMERICAN_ZONE for zone in range(N) if control[zone] == AMERICAN}


@lru_cache(maxsize=64)
def _victory_zones(control: bytes, german: bool) -> frozenset[int]:
    """The victory zones that change hands when a unit of this nation passes through."""
    if german:
        return frozenset(zone for zone in VICTORY_ZONES if control[zone] in (1, 2))
    return frozenset(zone for zone in VICTORY_ZONES if control[zone] == NOBODY)


@lru_cache(maxsize=64)
def _soviet_closed(
    germans: bytes, other_soviets: bytes, control: bytes, camp: int, stray: bool
) -> dict[int, Refusal]:
    closed = dict.fromkeys(germans, ENEMY)
    for zone in CITY:
        closed.pop(zone, None)
        if zone in other_soviets:
            closed[zone] = BERLIN_OTHER_CAMP
    if not stray:
        closed.update(OTHER_FRONT[camp])
    closed.update(_american(control))
    return closed


@lru_cache(maxsize=256)
def _german_closed(soviets: bytes, control: bytes, floor: int) -> dict[int, Refusal]:
    closed = dict.fromkeys(soviets, ENEMY)
    for zone in CITY:
        closed.pop(zone, None)
    closed.update(_WEST_OF[floor])
    closed.update(_EAST_BANK)
    closed.update(_american(control))
    return closed


def soviet_closed(p: Position, camp: int, stray: bool) -> Mapping[int, Refusal]:
    """The zones that a camp's Soviets may not move into; a stray one is on its way back to its front."""
    germans, others = p.where[GERMANS_FROM:], p.where[slice(*SOVIETS[1 - camp])]
    return _soviet_closed(bytes(germans), bytes(others), bytes(p.control), camp, stray)


def german_closed(p: Position, floor: int) -> Mapping[int, Refusal]:
    """The zones that Germans may not move into; `floor` is the least index open to them."""
    return _german_closed(bytes(p.where[:GERMANS_FROM]), bytes(p.control), floor)


def german_crossing(p: Position, a: int, b: int) -> Refusal | None:
    """Why a German unit may not pass from a to b where Berlin's edge lies between them."""
    if b in CITY and a not in CITY and soviet_held(p, b):
        return BERLIN_SHUT
    if a in CITY and b not in CITY and soviet_held(p, a):
        return BERLIN_HELD
    return None


def changes_hands(p: Position, unit: int, zone: int) -> bool:
    """Does a control marker come or go when this unit enters or passes through?"""
    if zone in CITY or not VP[zone]:
        return False
    if unit < GERMANS_FROM:
        return p.control[zone] == NOBODY
    return p.control[zone] in (1, 2)


class Ways:
    """The zones open to one camp's units of one nation in a position, worked out once for all of them."""

    __slots__ = ("_closed", "_halts", "_held", "_watched", "camp", "german", "p")

    def __init__(self, p: Position, camp: int, german: bool) -> None:
        self.p, self.camp, self.german = p, camp, german
        self._closed: dict[int, Mapping[int, Refusal]] = {}
        self._watched: Container[int] | None = None
        controlled = max(p.progress) >= CONTROL_LEVEL
        if german:
            entered = controlled or min(p.where[:GERMANS_FROM]) in CITY
            self._held = frozenset(z for z in CITY if soviet_held(p, z)) if entered else NONE
            self._halts = self._held
        else:
            self._held = NONE
            self._halts = frozenset(z for z in CITY if p.progress[z] < CONTROL_LEVEL) if controlled else CITY

    def closed(self, unit: int, floor: int) -> Mapping[int, Refusal]:
        """What is closed to a unit, each zone with the reason."""
        stray = not self.german and FRONT[self.p.where[unit]] == 1 - self.camp
        kind = floor if self.german else int(stray)
        found = self._closed.get(kind)
        if found is None:
            found = german_closed(self.p, floor) if self.german else soviet_closed(self.p, self.camp, stray)
            self._closed[kind] = found
        return found

    def full(self, zone: int) -> Refusal | None:
        """Why no move may end in a zone."""
        return german_room(self.p, zone) if self.german else soviet_stop(self.p, self.camp, zone)

    def watched(self) -> Container[int]:
        """The victory zones that change hands by being passed through."""
        if self._watched is None:
            self._watched = _victory_zones(bytes(self.p.control), self.german)
        return self._watched

    def crossing(self, a: int, b: int) -> bool:
        """Is a German's step from a to b barred at Berlin's edge?"""
        return (b in self._held and a not in CITY) or (a in self._held and b not in CITY)

    def abroad_again(self, a: int, b: int) -> bool:
        """Does a stray Soviet that is home again cross the boundary once more?"""
        return FRONT[b] == 1 - self.camp != FRONT[a]

    def steps_from(self, unit: int) -> tuple[tuple[int, int], ...]:
        """The zones next to a unit, Berlin's nexus included for Germans."""
        return (GERMAN_STEPS if self.german else STEPS)[self.p.where[unit]]

    def spread(
        self, unit: int, budget: int, floor: int, *, halting: bool = True, closing: bool = True
    ) -> Flood:
        """The flood of a unit over the zones it may enter; budget in half movement points.

        To find out what forbids a move, the rules that halt it or close zones to it can be left out.
        """
        barrier: Callable[[int, int], bool] | None = None
        if self.german:
            steps = GERMAN_STEPS
            if self._held:
                barrier = self.crossing
        else:
            steps = DRY_STEPS if FORMATION_OF[unit] == self.p.rybalko else STEPS
            if FRONT[self.p.where[unit]] == 1 - self.camp:
                barrier = self.abroad_again
        return flood(
            steps,
            self.p.where[unit],
            budget,
            self.closed(unit, floor) if closing else NONE,
            crossing_barred=barrier if closing else None,
            halts=self._halts if halting else NONE,
            watched=self.watched(),
        )

    def paces(self, unit: int, goals: Iterable[int]) -> Callable[[int], int]:
        """How many zones lie between any zone and the nearest goal, over the zones open to a unit."""
        closed = self.closed(unit, 0)
        far = dict.fromkeys(goals, 0)
        queue = deque(far)
        while queue:
            here = queue.popleft()
            for zone in NEIGHBOURS[here]:
                if zone not in far and zone not in closed:
                    far[zone] = far[here] + 1
                    queue.append(zone)
        return lambda zone: far.get(zone, N)

    def stays(self, unit: int, zone: int, floor: int) -> bool:
        """May a unit go to a zone next to it and stay there?"""
        if zone in self.closed(unit, floor) or self.full(zone) is not None:
            return False
        return not (self._held and self.crossing(self.p.where[unit], zone))

    def stops(self, unit: int, budget: int, floor: int) -> list[tuple[int, int]]:
        """Every (zone, mask of victory zones passed) where a unit's move may end, in no order."""
        if not budget:
            return [(z, 0) for z, _ in self.steps_from(unit) if self.stays(unit, z, floor)]
        return [end for end in self.spread(unit, budget, floor).labels() if self.ends(*end)]

    def ends(self, zone: int, passed: int) -> bool:
        """May a route end in a zone that it reached?"""
        # One that passes its own end and comes back to it is the same move as the one that stops there.
        return not passed >> zone & 1 and self.full(zone) is None
