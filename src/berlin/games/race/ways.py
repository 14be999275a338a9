"""7. Movement: which zones are open to a camp's units, where they must stop, and how far they get.

Every closed zone is kept with the refusal that closes it, so that the flood and the reason that a player
is told come from one table.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from berlin.boards.travel import End, Net, mask, places
from berlin.games.race.board import BERLIN, N
from berlin.games.race.frames import EndMoves, Reserving, Westward
from berlin.games.race.ground import (
    EAST_BANK,
    FRONT,
    FRONT_ZONES,
    HOMEWARD_NETS,
    IN_BERLIN,
    INDEX,
    NEAR,
    NETS,
    VP,
    WEST_OF,
    german_net,
)
from berlin.games.race.stacking import german_room, soviet_stop
from berlin.games.race.state import (
    AMERICAN,
    OOS,
    Position,
    all_soviet_zones,
    any_soviets_in,
    german_zones,
    soviet_zones,
)
from berlin.games.race.tables import WEST_NEEDS
from berlin.games.race.units import CAMP, FORMATION_OF, GERMANS_FROM, MOVEMENT, SOVIETS
from berlin.kernel.frames import Frame
from berlin.kernel.rules import Refusal

CONTROL_LEVEL = 2
CITY = frozenset(BERLIN)
VICTORY_ZONES = mask(zone for zone in range(N) if VP[zone] and zone not in BERLIN)

AMERICAN_ZONE = Refusal("RFB 2.2.3", "the Americans hold that zone: it is closed")
BOUNDARY = Refusal("RFB 7.3.2a", "it lies across the boundary between the two fronts")
ENEMY = Refusal("RFB 4.2.1a", "enemy units hold it: a moving unit may not enter")
BERLIN_OTHER_CAMP = Refusal("RFB 7.4.5", "Soviets of the other camp are in that Berlin zone")
ODER_NEISSE = Refusal("RFB 7.2.1", "German units may not cross the Oder-Neisse")
WESTWARD = Refusal(
    "RFB 7.2.2b", "its index is lower than where the unit began, and it has not passed the test"
)
END_NO_BERLIN = Refusal("RFB 5.1b", "the move at the end of the turn may not enter a Berlin zone")
BERLIN_SHUT = Refusal(
    "RFB 7.4.1", "Soviets contest or control that Berlin zone: no German enters from outside"
)
BERLIN_HELD = Refusal("RFB 7.4.2", "Soviets contest or control its Berlin zone: it may not leave the city")


def soviet_held(p: Position, zone: int) -> bool:
    """Is this Berlin zone contested or controlled by Soviets?"""
    return any_soviets_in(p, zone) > 0 or p.progress[zone] >= CONTROL_LEVEL


def german_crossing(p: Position, a: int, b: int) -> Refusal | None:
    """Why a German unit may not pass from a to b where Berlin's edge lies between them."""
    if b in BERLIN and a not in BERLIN and soviet_held(p, b):
        return BERLIN_SHUT
    if a in BERLIN and b not in BERLIN and soviet_held(p, a):
        return BERLIN_HELD
    return None


def restricted(p: Position, camp: int) -> bool:
    """7.2.2: must the Germans of a camp pass a test before they may go west?"""
    return WEST_NEEDS[p.turn] > 1 and not p.planned >> camp & 1


# Half points for each point of the allowance: a reserve unit has half of it, and at the end of the turn
# everybody has one zone.
WHOLE, HALF, ONE_ZONE = 2, 1, 0
ALLOWANCE: dict[type[Frame], int] = {Reserving: HALF, EndMoves: ONE_ZONE}


class Ways:
    """The ways open to one camp's units of one nation in the open step, worked out once for all of them."""

    __slots__ = ("allowance", "camp", "halts", "p", "watched")

    p: Position
    camp: int
    allowance: int
    # Where a move is over on entry; and the victory zones that change hands by being passed through.
    halts: int
    watched: int

    @property
    def ending(self) -> bool:
        """Are these the moves at the end of the turn?"""
        return self.allowance == ONE_ZONE

    def ground(self, unit: int) -> tuple[Net, int]:
        """The steps that a unit may take, and the zones that are closed to it."""
        raise NotImplementedError

    def why_closed(self, unit: int, zone: int) -> Refusal | None:
        raise NotImplementedError

    def full(self, zone: int) -> Refusal | None:
        """Why no move may end in a zone."""
        raise NotImplementedError

    def budget(self, unit: int) -> int:
        """What a unit may spend, in half movement points; 0 leaves the one sure step."""
        return 0 if self.p.marks[unit] & OOS else self.allowance * MOVEMENT[unit]

    def reach(self, unit: int) -> tuple[End, ...]:
        """Every (zone, mask of victory zones passed) that a unit's points reach, in order."""
        net, closed = self.ground(unit)
        p = self.p
        budget = 0 if p.marks[unit] & OOS else self.allowance * MOVEMENT[unit]
        return net.ends(p.where[unit], budget, closed, self.halts, self.watched)

    def with_room(self, ends: Sequence[End]) -> list[End]:
        """Those among them where a move may end."""
        return [end for end in ends if self.full(end[0]) is None]

    def stops(self, unit: int) -> list[End]:
        """Every end within reach that has room."""
        return self.with_room(self.reach(unit))

    def stays(self, unit: int, zone: int) -> bool:
        """May a unit go to a zone next to it and stay there?"""
        net, closed = self.ground(unit)
        near = net.near[self.p.where[unit]] & ~closed
        return near >> zone & 1 == 1 and self.full(zone) is None

    def reaches(self, unit: int, zone: int, *, budget: int = -1, halting: bool = True) -> bool:
        """Do a unit's points, or others, reach a zone? Leave out the halts to find out why not."""
        net, closed = self.ground(unit)
        if budget < 0:
            budget = self.budget(unit)
        return (zone, 0) in net.ends(self.p.where[unit], budget, closed, self.halts if halting else 0)

    def route(self, unit: int, end: End) -> list[int]:
        """The zones of a cheapest move to one of its ends, both included."""
        net, closed = self.ground(unit)
        return net.route(end, self.p.where[unit], self.budget(unit), closed, self.halts, self.watched)


class SovietWays(Ways):
    __slots__ = ("_abroad", "_closed")

    def __init__(self, p: Position, camp: int) -> None:
        self.p, self.camp = p, camp
        self.allowance = ALLOWANCE.get(type(p.frames[-1]), WHOLE)
        american, self.watched, _, city = markers(p.control)
        self.halts = IN_BERLIN & ~city
        first, after = SOVIETS[1 - camp]
        # Berlin's zones have the lowest numbers.
        entered = min(p.where[first:after]) in BERLIN
        others = soviet_zones(p, 1 - camp) & IN_BERLIN if entered else 0
        self._closed = american | others | german_zones(p) & ~IN_BERLIN | (0 if self.allowance else IN_BERLIN)
        self._abroad = FRONT_ZONES[1 - camp]

    def ground(self, unit: int) -> tuple[Net, int]:
        p = self.p
        dry = FORMATION_OF[unit] == p.rybalko
        # A stray unit is on its way back over the boundary.
        if FRONT[p.where[unit]] == 1 - self.camp:
            return HOMEWARD_NETS[self.camp][dry], self._closed
        return NETS[dry], self._closed | self._abroad

    def why_closed(self, unit: int, zone: int) -> Refusal | None:
        p = self.p
        stray = FRONT[p.where[unit]] == 1 - self.camp
        return _first(
            zone,
            (markers(p.control).american, AMERICAN_ZONE),
            (0 if stray else self._abroad, BOUNDARY),
            (soviet_zones(p, 1 - self.camp) & IN_BERLIN, BERLIN_OTHER_CAMP),
            (german_zones(p) & ~IN_BERLIN, ENEMY),
            (0 if self.allowance else IN_BERLIN, END_NO_BERLIN),
        )

    def full(self, zone: int) -> Refusal | None:
        return soviet_stop(self.p, self.camp, zone)


class GermanWays(Ways):
    __slots__ = ("_closed", "_net", "_restricted")

    def __init__(self, p: Position, camp: int, passed: bool) -> None:
        top = p.frames[-1]
        if isinstance(top, Westward):
            passed = passed or top.passed
            top = p.frames[-2]
        self.p, self.camp = p, camp
        self.allowance = ALLOWANCE.get(type(top), WHOLE)
        american, _, self.watched, city = markers(p.control)
        soviets = all_soviet_zones(p)
        self.halts = soviets & IN_BERLIN | city
        self._closed = american | EAST_BANK | soviets & ~IN_BERLIN | (0 if self.allowance else IN_BERLIN)
        self._net = german_net(self.halts)
        self._restricted = not passed and restricted(p, camp)

    def ground(self, unit: int) -> tuple[Net, int]:
        if self._restricted:
            return self._net, self._closed | WEST_OF[INDEX[self.p.where[unit]]]
        return self._net, self._closed

    def why_closed(self, unit: int, zone: int) -> Refusal | None:
        p = self.p
        return _first(
            zone,
            (markers(p.control).american, AMERICAN_ZONE),
            (EAST_BANK, ODER_NEISSE),
            (WEST_OF[INDEX[p.where[unit]]] if self._restricted else 0, WESTWARD),
            (all_soviet_zones(p) & ~IN_BERLIN, ENEMY),
            (0 if self.allowance else IN_BERLIN, END_NO_BERLIN),
        )

    def full(self, zone: int) -> Refusal | None:
        return german_room(self.p, zone)


def _first(zone: int, *layers: tuple[int, Refusal]) -> Refusal | None:
    return next((refusal for zones, refusal in layers if zones >> zone & 1), None)


def ways_of(p: Position, unit: int, passed: bool = False) -> Ways:
    """The ways of a unit and its like; `passed` as if these had passed the test for going west."""
    return GermanWays(p, CAMP[unit], passed) if unit >= GERMANS_FROM else SovietWays(p, CAMP[unit])


def _zones_where(control: bytes, marker: int) -> int:
    zones, zone = 0, control.find(marker)
    while zone >= 0:
        zones |= 1 << zone
        zone = control.find(marker, zone + 1)
    return zones


class Markers(NamedTuple):
    """What the control markers say: sets of zones."""

    american: int
    # Victory zones outside Berlin that nobody holds, and that a Soviet camp holds.
    free: int
    taken: int
    # Berlin zones that a Soviet camp controls.
    city: int


@lru_cache(maxsize=256)
def markers(control: bytes) -> Markers:
    held = _zones_where(control, 1) | _zones_where(control, 2)
    american = _zones_where(control, AMERICAN)
    return Markers(american, VICTORY_ZONES & ~held & ~american, held & ~IN_BERLIN, held & IN_BERLIN)


def paces(goals: int, closed: int) -> list[int]:
    """How many zones lie between each zone and the nearest goal, over zones that are not closed."""
    far = [N] * N
    left, found, distance = ~closed, goals, 0
    while found:
        left &= ~found
        beside = 0
        for zone in places(found):
            far[zone] = distance
            beside |= NEAR[zone]
        found, distance = beside & left, distance + 1
    return far
