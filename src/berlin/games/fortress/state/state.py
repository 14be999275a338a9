"""The state of a game: one frozen value; and the draft, its working copy while an action is carried out."""

from typing import Any

import msgspec

from berlin.boards.hexes import pack, unpack
from berlin.games.fortress.board.ground import BUNKERS, REICHSTAG, SIZE, STRONGPOINTS
from berlin.games.fortress.board.units import (
    DIVISIONS,
    FLAK,
    LEADER,
    RANGES,
    SIDE,
    TYPE,
    UNITS,
    VOLKSSTURM,
    YOUTH,
)
from berlin.games.fortress.cover import GERMAN
from berlin.kernel.contract.ids import Seat
from berlin.kernel.play import draft
from berlin.kernel.play.question import AnyQuestion
from berlin.kernel.play.thawing import Form

# Bits of a unit's mark: which side lies up, its marker, what it did in this player-turn; then its facing.
COMBAT, DISRUPTED, MOVED, FOUGHT, EXPLOITED = 1, 2, 4, 8, 128
FACING, FACING_MASK = 4, 112

# Where a unit is off the map: not drawn yet; to be set up; not due; due, so it may enter; missed the drop;
# on an airfield beyond the map; in reserve; eliminated; removed in another way; not in this scenario.
BOXES = ("pool", "tray", "waiting", "due", "lost", "beyond", "reserve", "destroyed", "removed", "out")
POOL, TRAY, WAITING, DUE, LOST, BEYOND, RESERVE, DESTROYED, REMOVED, OUT = range(SIZE, SIZE + len(BOXES))
BOX_NAMES = (
    *(
        "the pool",
        "the set-up tray",
        "the order of appearance",
        "the units due",
        "the units that missed the drop",
    ),
    *("the airfields beyond the map", "the reserve", "the eliminated units", "the removed units"),
    "the counters not in play",
)
# A unit that scattered off the map is at DRIFTED and the hex where it left (OTB 15.3.2d).
DRIFTED = SIZE + 20

# How a game stands.
RUNNING, REICHSTAG_FELL, LEADERS_TAKEN = 0, 2, 3

# Options, as bits.
FOG, SUBWAY, REICHSTAG_FLAK, VARIABLE, FIFTY_SECOND, ELSEWHERE = 1, 2, 4, 8, 16, 32
# Whose release was earned (OTB 13.4b, 13.5c).
HJ_FREE, VS_FREE = 1, 2

NOWHERE = -1


class Assault(msgspec.Struct, frozen=True, gc=False):
    """An announced close assault: its target and who takes part."""

    target: int
    units: tuple[int, ...]


class Strike(msgspec.Struct, frozen=True, gc=False):
    """Air strikes laid on a hex before the game."""

    target: int
    count: int
    napalm: bool = False


class Open(msgspec.Struct, frozen=True, gc=False):
    """What lies on the table. Units and hexes are small ints, sets of them bytes; empty as it is made."""

    rolls: int = 0
    turn: int = 1
    stage: int = 0
    # Each unit's hex or box, and its marks.
    where: tuple[int, ...] = (OUT,) * UNITS
    marks: bytes = bytes(UNITS)
    # Units that lie face up for both: pieces in their printed places until they move; those that fired.
    fixed: bytes = b""
    fired: bytes = b""
    # Of the Volkssturm, by their order: those whose values are known, and those of them that only defend.
    known: int = 0
    weak: int = 0
    # By their order on the map: strongpoints and bunkers that are gone.
    fallen: int = 0
    blown: int = 0
    # The hexes that an attacker of the city entered last; of Tegel, Tempelhof and Gatow who was last inside.
    taken: bytes = b""
    airfields: tuple[int, int, int] = (GERMAN, GERMAN, GERMAN)
    # By division: the airfield it was given and where its Landing Zone marker lies, once that is public.
    airfield: tuple[int, ...] = (NOWHERE,) * len(DIVISIONS)
    landing: tuple[int, ...] = (NOWHERE,) * len(DIVISIONS)
    # Divisions whose Landing Zone was eliminated, and those from beyond the map that have come, as bits.
    lost_zones: int = 0
    arrived: int = 0
    # By division from beyond the map: the edge hex by which its first unit came (OTB 6.1h).
    entries: tuple[int, ...] = (NOWHERE,) * len(DIVISIONS)
    vp: tuple[int, int] = (0, 0)
    # Leaders that were captured, and those that killed themselves, by their order, as bits.
    captured: int = 0
    suicides: int = 0
    released: int = 0
    # Air strikes left in this player-turn, how many of them may be napalm, and those kept for interdiction.
    strikes: int = 0
    napalm: int = 0
    unused: int = 0
    laid: tuple[Strike, ...] = ()
    # Bombardments from beyond the map that are left (FB 11.3).
    offboard: int = 0
    # Where each Hitler Youth unit was set up.
    homes: tuple[int, ...] = (NOWHERE,) * len(YOUTH)
    # OTB 15.3.4.q1: the first Allied player-turn is over, so that Landing Zones can be lost.
    can_lose_zones: bool = False
    # How often a unit was taken up again in the set-up.
    lifts: int = 0
    # Those that landed in this turn, and so have a quarter of their movement (OTB 15.3.2f).
    landed: bytes = b""
    # In this step of combat: the hexes attacked; the assaults announced and not resolved; the guns that gave
    # defensive fire.
    attacked: tuple[int, ...] = ()
    assaults: tuple[Assault, ...] = ()
    replied: bytes = b""
    # The last attack that was rolled: its hex, column, what was taken off the dice, the dice and the result.
    last: tuple[int, ...] = ()
    # What is played.
    scenario: str = "drop"
    options: int = 0
    over: int = RUNNING
    frames: tuple[AnyQuestion, ...] = ()


class State(Open, frozen=True, gc=False):
    """Everything there is to know: also the dice to come, and what the Allies assigned in secret."""

    key: bytes = b""
    given: tuple[int, ...] = ()
    # By division: its airfield and the hex of its Landing Zone.
    plan: tuple[int, ...] = (NOWHERE,) * len(DIVISIONS)
    aims: tuple[int, ...] = (NOWHERE,) * len(DIVISIONS)


SET = Form(unpack, pack)


class Draft(
    draft.Draft[State], of=State, forms=dict.fromkeys(("fixed", "fired", "taken", "landed", "replied"), SET)
):
    """A state being worked on: the same names, but mutable, with a log, the dice it takes, and bitboards."""

    __slots__ = (*draft.names(State), "_at", "_occupied", "cache", "own")

    where: list[int]
    marks: bytearray
    fixed: int
    fired: int
    known: int
    weak: int
    fallen: int
    blown: int
    taken: int
    airfields: list[int]
    airfield: tuple[int, ...]
    landing: tuple[int, ...]
    lost_zones: int
    arrived: int
    entries: tuple[int, ...]
    vp: list[int]
    captured: int
    suicides: int
    released: int
    strikes: int
    napalm: int
    unused: int
    laid: tuple[Strike, ...]
    offboard: int
    homes: tuple[int, ...]
    can_lose_zones: bool
    lifts: int
    landed: int
    attacked: tuple[int, ...]
    assaults: tuple[Assault, ...]
    replied: int
    last: tuple[int, ...]
    scenario: str
    options: int
    plan: tuple[int, ...]
    aims: tuple[int, ...]

    def prepare(self) -> None:
        self._at: dict[int, list[int]] | None = None
        self._occupied = [-1, -1]
        # What chapters reckon from who stands where and how, emptied when that changes: of one side, of both.
        self.own: tuple[dict[object, Any], dict[object, Any]] = ({}, {})
        self.cache: dict[object, Any] = {}

    # Who stands where.

    def put(self, unit: int, place: int) -> None:
        """To a hex or a box."""
        at = self._at if self._at is not None else self._index()
        old, side = self.where[unit], SIDE[unit]
        self.where[unit] = place
        if old < SIZE:
            at[old].remove(unit)
        if place < SIZE:
            at.setdefault(place, []).append(unit)
            at[place].sort()
        # Below 0 it is not known, and stays so.
        if TYPE[unit] != LEADER:
            if old < SIZE and not self.units_in(side, old):
                self._occupied[side] ^= 1 << old
            if place < SIZE:
                self._occupied[side] |= 1 << place
        self.stir(side)

    def mark(self, unit: int, marks: int) -> None:
        self.marks[unit] |= marks
        if marks & (COMBAT | DISRUPTED):
            self.stir(SIDE[unit])

    def clear(self, unit: int, marks: int) -> None:
        self.marks[unit] &= ~marks
        if marks & (COMBAT | DISRUPTED):
            self.stir(SIDE[unit])

    def face(self, unit: int, direction: int) -> None:
        self.marks[unit] = self.marks[unit] & ~FACING_MASK | direction << FACING
        self.stir(SIDE[unit])

    def stir(self, side: Seat) -> None:
        """Something of this side stands in another place, or otherwise."""
        self.own[side].clear()
        self.cache.clear()

    def forget(self) -> None:
        """All that was reckoned, after a change to the map or to what rules hold."""
        self.own[0].clear()
        self.own[1].clear()
        self.cache.clear()

    def _index(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for unit, place in enumerate(self.where):
            if place < SIZE:
                found.setdefault(place, []).append(unit)
        self._at = found
        return found

    def all_in(self, place: int) -> list[int]:
        """Every counter in a hex, leaders too, in order."""
        at = self._at if self._at is not None else self._index()
        return at.get(place, [])

    def units_in(self, side: Seat, place: int) -> list[int]:
        """The units of a side in a hex, in order: leaders are none, and no result harms them (OTB 11.1b)."""
        found = self.all_in(place)
        return [unit for unit in found if SIDE[unit] == side and TYPE[unit] != LEADER] if found else []

    def occupied(self, side: Seat) -> int:
        """The hexes with units of a side; a leader alone occupies none."""
        found = self._occupied[side]
        if found < 0:
            found = 0
            where = self.where
            for unit in RANGES[side]:
                if where[unit] < SIZE and TYPE[unit] != LEADER:
                    found |= 1 << where[unit]
            self._occupied[side] = found
        return found

    def on_map(self, side: Seat) -> list[int]:
        """The units of a side that are on the map, leaders not among them."""
        where = self.where
        return [unit for unit in RANGES[side] if where[unit] < SIZE and TYPE[unit] != LEADER]

    # How a unit stands.

    def is_combat(self, unit: int) -> bool:
        return bool(self.marks[unit] & COMBAT)

    def is_disrupted(self, unit: int) -> bool:
        return bool(self.marks[unit] & DISRUPTED)

    def is_weak(self, unit: int) -> bool:
        """FB 11.2.3: is it a Volkssturm battalion that is known to defend only?"""
        return bool(self.weak >> unit - VOLKSSTURM[0] & 1)

    def facing(self, unit: int) -> int:
        return self.marks[unit] >> FACING & 7

    @property
    def is_base(self) -> bool:
        """Is it Fortress Berlin itself, with the Soviets?"""
        return self.scenario == "berlin"

    def has(self, option: int) -> bool:
        return bool(self.options & option)

    @property
    def strongpoints(self) -> int:
        """The strongpoints that stand."""
        return standing(STRONGPOINTS, self.fallen)

    @property
    def bunkers(self) -> int:
        return standing(BUNKERS, self.blown)

    @property
    def extra_tower(self) -> int:
        """FB 16.1: the Reichstag, as a set, while flak stands there by that option; or nothing."""
        if not self.options & REICHSTAG_FLAK or not any(
            TYPE[unit] == FLAK for unit in self.units_in(GERMAN, REICHSTAG)
        ):
            return 0
        return 1 << REICHSTAG

    @property
    def landing_zones(self) -> int:
        """The hexes with a Landing Zone marker."""
        found = 0
        for place in self.landing:
            if place >= 0:
                found |= 1 << place
        return found

    def jumped(self, division: int) -> bool:
        """Was it given one of the three airfields on the map, so that its marker is a Landing Zone there?"""
        return 0 <= self.airfield[division] < len(self.airfields)

    @property
    def beyond(self) -> list[int]:
        """The divisions that were given an airfield beyond the map and have not arrived."""
        return [
            division
            for division, field in enumerate(self.airfield)
            if field >= len(self.airfields) and not self.arrived >> division & 1
        ]

    @property
    def zones_can_fall(self) -> bool:
        """OTB 15.3.4.q1: not before the Allied player-turn of turn 1 is over."""
        return self.can_lose_zones

    def score(self, side: Seat, points: int) -> None:
        """OTB 1.0d: points are counted as they are made."""
        self.vp[side] += points


_STANDING: dict[tuple[int, int], int] = {}


def standing(places: int, gone: int) -> int:
    """Of these hexes those that are not gone, by their order."""
    if not gone:
        return places
    found = _STANDING.get((places, gone))
    if found is None:
        left, found, rank = places, 0, 0
        while left:
            bit = left & -left
            if not gone >> rank & 1:
                found |= bit
            left ^= bit
            rank += 1
        _STANDING[places, gone] = found
    return found


def rank(places: int, place: int) -> int:
    """The order of a hex among these."""
    return (places & ((1 << place) - 1)).bit_count()
