"""7. Movement: which zones are open to a camp's units, where they must stop, and how far they get.

What is closed is one set of zones, worked out for all units at once. The rule that closes a zone is looked up
when a player asks: the set is quick, and the limits that make it up give its reasons.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from berlin.boards.hexes import board_of
from berlin.boards.travel import End, Net
from berlin.games.race.board.ground import (
    EAST_BANK,
    FRONT,
    FRONT_ZONES,
    IN_BERLIN,
    INDEX,
    OUTSIDE_BERLIN,
    VP,
    WEST_OF,
)
from berlin.games.race.board.tables import WEST_NEEDS
from berlin.games.race.board.units import CAMP, FORMATION_OF, GERMANS_FROM, MOVEMENT
from berlin.games.race.board.zones import BERLIN, N
from berlin.games.race.rules.movement.costs import HOMEWARD_NETS, NETS, german_net
from berlin.games.race.rules.positions import all_soviet_zones, any_soviets_in, german_zones, soviet_zones
from berlin.games.race.rules.question import ONE_ZONE, on_top, step_of
from berlin.games.race.rules.stacking import german_room, soviet_stop
from berlin.games.race.state.state import AMERICAN, OOS, Position
from berlin.kernel.contract.ids import OTHER, Place, Seat, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.limits import Limit, refusal

CONTROL_LEVEL = 2
CITY = frozenset(BERLIN)
VICTORY_ZONES = board_of(zone for zone in range(N) if VP[zone] and zone not in BERLIN)

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
BERLIN_HELD = Refusal(
    "RFB 7.4.2", "Soviets contest or control its Berlin zone: it does not leave the city in this move"
)


def soviet_held(p: Position, zone: Place) -> bool:
    """7.4 and 8.3.5: is this Berlin zone contested or controlled by Soviets?"""
    return any_soviets_in(p, zone) > 0 or p.progress[zone] >= CONTROL_LEVEL


def german_crossing(p: Position, a: Place, b: Place) -> Refusal | None:
    """Why a German unit may not pass from a to b where Berlin's edge lies between them."""
    if b in BERLIN and a not in BERLIN and soviet_held(p, b):
        return BERLIN_SHUT
    if a in BERLIN and b not in BERLIN and soviet_held(p, a):
        return BERLIN_HELD
    return None


def restricted(p: Position, camp: Seat) -> bool:
    """7.2.2: must the Germans of a camp, unless event 4 frees them, pass a test before they may go west?"""
    return WEST_NEEDS[p.turn] > 1 and not p.planned >> camp & 1


def _shut(zones: int, refusal: Refusal) -> Limit:
    """A limit that leaves these zones out."""
    return Limit(~zones, refusal.rule, refusal.reason)


class Ways(msgspec.Struct, gc=False):
    """The ways open to one camp's units of one nation in the open step, worked out once for all of them."""

    p: Position
    camp: Seat
    allowance: int
    # Zones that none of them enters; where a move is over on entry; that change hands if passed through.
    closed: int
    halts: int
    watched: int

    @property
    def ending(self) -> bool:
        """Are these the moves at the end of the turn?"""
        return self.allowance == ONE_ZONE

    def ground(self, unit: Unit) -> tuple[Net, int]:
        """The steps that a unit may take, and the zones that are closed to it."""
        raise NotImplementedError

    def limits(self, unit: Unit) -> tuple[Limit, ...]:
        """Which zones each rule leaves to a unit: together, those that `ground` doesn't close to it."""
        raise NotImplementedError

    def why_closed(self, unit: Unit, zone: Place) -> Refusal | None:
        """The rule that closes a zone to a unit, if it is closed."""
        return refusal(self.limits(unit), zone)

    def full(self, zone: Place) -> Refusal | None:
        """Why no move may end in a zone."""
        raise NotImplementedError

    def budget(self, unit: Unit) -> int:
        """What a unit may spend, in half movement points; 0 leaves the one sure step."""
        return 0 if self.p.marks[unit] & OOS else self.allowance * MOVEMENT[unit]

    def reach(self, unit: Unit) -> tuple[End, ...]:
        """Every (zone, mask of victory zones passed) that a unit's points reach, in order."""
        net, closed = self.ground(unit)
        return net.ends(self.p.where[unit], self.budget(unit), closed, self.halts, self.watched)

    def with_room(self, ends: Sequence[End]) -> list[End]:
        """Those among them where a move may end."""
        return [end for end in ends if self.full(end[0]) is None]

    def stops(self, unit: Unit) -> list[End]:
        """Every end within reach that has room."""
        return self.with_room(self.reach(unit))

    def stays(self, unit: Unit, zone: Place) -> bool:
        """May a unit go to this zone next to it and stay there?"""
        _, closed = self.ground(unit)
        return not closed >> zone & 1 and self.full(zone) is None

    def reaches(self, unit: Unit, zone: Place, *, budget: int = 0, halting: bool = True) -> bool:
        """Do a unit's points, or others, reach a zone? Leave out the halts to find out why not."""
        net, closed = self.ground(unit)
        budget = budget or self.budget(unit)
        return (zone, 0) in net.ends(self.p.where[unit], budget, closed, self.halts if halting else 0)

    def route(self, unit: Unit, end: End) -> list[Place]:
        """The zones of a cheapest move to one of its ends, both included."""
        net, closed = self.ground(unit)
        return net.route(end, self.p.where[unit], self.budget(unit), closed, self.halts, self.watched)


class SovietWays(Ways, gc=False):
    def ground(self, unit: Unit) -> tuple[Net, int]:
        p = self.p
        dry = FORMATION_OF[unit] == p.rybalko
        # A stray unit is on its way back over the boundary.
        if FRONT[p.where[unit]] == OTHER[self.camp]:
            return HOMEWARD_NETS[self.camp][dry], self.closed
        return NETS[dry], self.closed | FRONT_ZONES[OTHER[self.camp]]

    def limits(self, unit: Unit) -> tuple[Limit, ...]:
        p = self.p
        stray = FRONT[p.where[unit]] == OTHER[self.camp]
        return (
            _shut(markers(p.control).american, AMERICAN_ZONE),
            _shut(0 if stray else FRONT_ZONES[OTHER[self.camp]], BOUNDARY),
            _shut(soviet_zones(p, OTHER[self.camp]) & IN_BERLIN, BERLIN_OTHER_CAMP),
            _shut(german_zones(p) & ~IN_BERLIN, ENEMY),
            _shut(0 if self.allowance else IN_BERLIN, END_NO_BERLIN),
        )

    def full(self, zone: Place) -> Refusal | None:
        return soviet_stop(self.p, self.camp, zone)


class GermanWays(Ways, gc=False):
    net: Net
    eastward: bool

    def ground(self, unit: Unit) -> tuple[Net, int]:
        start = self.p.where[unit]
        closed = self.closed | self.kept_in(start)
        if self.eastward:
            closed |= WEST_OF[INDEX[start]]
        return self.net, closed

    def kept_in(self, start: Place) -> int:
        """7.4.2: the zones that a move from here never enters: it may not leave the city, by no detour."""
        return OUTSIDE_BERLIN if self.halts >> start & 1 else 0

    def limits(self, unit: Unit) -> tuple[Limit, ...]:
        p = self.p
        return (
            _shut(markers(p.control).american, AMERICAN_ZONE),
            _shut(EAST_BANK, ODER_NEISSE),
            _shut(WEST_OF[INDEX[p.where[unit]]] if self.eastward else 0, WESTWARD),
            _shut(all_soviet_zones(p) & ~IN_BERLIN, ENEMY),
            _shut(self.kept_in(p.where[unit]), BERLIN_HELD),
            _shut(0 if self.allowance else IN_BERLIN, END_NO_BERLIN),
        )

    def full(self, zone: Place) -> Refusal | None:
        return german_room(self.p, zone)


def soviet_ways(p: Position, camp: Seat) -> Ways:
    allowance = on_top(p).allowance
    american, free, _, city = markers(p.control)
    closed = american | soviet_zones(p, OTHER[camp]) & IN_BERLIN | german_zones(p) & ~IN_BERLIN
    if allowance == ONE_ZONE:
        closed |= IN_BERLIN
    return SovietWays(p, camp, allowance, closed, IN_BERLIN & ~city, free)


def german_ways(p: Position, camp: Seat, passed: bool) -> Ways:
    allowance = step_of(p).allowance
    american, _, taken, city = markers(p.control)
    soviets = all_soviet_zones(p)
    closed = american | EAST_BANK | soviets & ~IN_BERLIN
    if allowance == ONE_ZONE:
        closed |= IN_BERLIN
    held = soviets & IN_BERLIN | city
    eastward = not (passed or on_top(p).may_go_west) and restricted(p, camp)
    return GermanWays(p, camp, allowance, closed, held, taken, german_net(held), eastward)


def ways_of(p: Position, unit: Unit, passed: bool = False) -> Ways:
    """The ways of a unit and its like; `passed` as if these had passed the test for going west."""
    return german_ways(p, CAMP[unit], passed) if unit >= GERMANS_FROM else soviet_ways(p, CAMP[unit])


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
