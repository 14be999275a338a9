"""What a seat knows of the enemy, hex by hex: stacks that lie face up, and blanks taken for average."""

import msgspec

from berlin.boards.hexes import bits, board_of
from berlin.games.fortress.board.ground import (
    AIRFIELD_OF,
    AIRFIELDS,
    ALL,
    BESIDE,
    REICHSTAG,
    ROADWAYS,
    RUINED,
    WATERS,
    WITHIN6,
    distance,
    near,
    within,
)
from berlin.games.fortress.board.units import (
    FIREPOWER,
    HQ,
    LEADERS,
    TYPE,
)
from berlin.games.fortress.cover import ALLIED, GERMAN
from berlin.games.fortress.rules import communications
from berlin.games.fortress.rules.combat.strength import (
    GARRISON_FIREPOWER,
    GARRISON_PROTECTION,
    attacks_at_all,
    defence,
    ground,
    has_garrison,
    is_tower_flak,
    protection,
)
from berlin.games.fortress.rules.combat.who import ASSAULTERS, GUN_RANGE, SPOTTING
from berlin.games.fortress.rules.fog import is_seen
from berlin.games.fortress.rules.movement.reach import movement
from berlin.games.fortress.state.state import COMBAT, DISRUPTED, RESERVE, Draft
from berlin.kernel.contract.ids import OTHER, Seat

# What a blank is taken for: a battalion of militia, more or less.
BLANK_POWER, BLANK_SHIELD = 2, 2
# What a hex is worth to who clears it: a leader, an airfield, a strongpoint, any other.
LEADER_PRIZE, FIELD_PRIZE, WORKS_PRIZE, GROUND_PRIZE = 6.0, 0.6, 0.3, 0.1
# The Reichstag: to the Allies it is the game; the Soviets need Hitler too.
SEAT_PRIZE = (30.0, 8.0)
# Tegel, Tempelhof and Gatow while the 52nd waits for an airfield; who bars a road that supply would take.
RESERVE_PRIZE = (3.0, 2.0, 1.2)
BARRIER_PRIZE = 1.0
# A hex from which a Landing Zone is in danger, and how near that is.
MENACE_PRIZE, SAFE = 1.6, 3
# How far from a unit its men are feared, in full and in part; its guns, in full.
MEN_REACH, MEN_NEAR, GUN_REACH = 2, 4, 3
PART = 0.5
# Guns do not come close: their fire is feared less than so much firepower in an assault.
FIRE_PART = 0.25


class Foe(msgspec.Struct, frozen=True, gc=False):
    """An enemy hex, as far as it is known."""

    place: int
    units: tuple[int, ...]
    """Those that lie face up; none of a blank."""
    count: int
    power: int
    off: int
    """What is taken off the dice; `off_by_fire` under napalm."""
    off_by_fire: int
    shaken: int
    """How many are disrupted, and `rooted` how many could not retreat from an assault."""
    rooted: int
    worth: float
    prize: float


class Outlook:
    """What the staff reads from a position, each thing once."""

    def __init__(self, d: Draft, seat: Seat) -> None:
        self.d, self.seat, self.enemy = d, seat, OTHER[seat]
        self.hostile = self._hostile()
        self.in_view = board_of(place for place in bits(self.hostile) if WITHIN6[place] & d.occupied(seat))
        self._foes: dict[int, Foe] = {}
        self._threats: dict[int, float] = {}
        # What other modules reckon from this outlook, by their own keys.
        self.notes: dict[object, float] = {}
        self._spotted = -1
        self._barriers = -1

    def foe(self, place: int) -> Foe:
        """What is known of an enemy hex."""
        found = self._foes.get(place)
        if found is None:
            found = self._foes[place] = self._foe(place)
        return found

    def foes(self) -> list[Foe]:
        return [self.foe(place) for place in bits(self.hostile)]

    def _hostile(self) -> int:
        """Where the enemy stands: stacks and blanks; to the Soviets strongpoints are held by garrisons."""
        found = self.d.occupied(self.enemy)
        if self.d.is_base and self.seat == ALLIED:
            found |= self.d.strongpoints
        return found

    def _foe(self, place: int) -> Foe:
        d, enemy = self.d, self.enemy
        units = tuple(d.units_in(enemy, place))
        known = all(is_seen(d, unit, self.seat) for unit in units)
        guarded = protection(d, place, enemy, napalm=False)
        works = sum(part.value for part in guarded[1:])
        helped = ground(d, place, enemy, napalm=False).value
        prize = self._prize(place)
        if not units:
            return Foe(
                *(place, (), 1, GARRISON_FIREPOWER, helped + works - GARRISON_PROTECTION),
                *(-GARRISON_PROTECTION, 0, 0, 0.3, prize + 0.5),
            )
        if not known:
            return Foe(
                *(place, (), 1, BLANK_POWER, helped + works - BLANK_SHIELD),
                *(-BLANK_SHIELD, 0, 0, 1.0, prize),
            )
        best = guarded[0].value
        return Foe(
            place,
            units,
            len(units),
            defence(d, place, enemy),
            best + works + helped,
            best,
            sum(d.is_disrupted(unit) and not is_tower_flak(d, unit) for unit in units),
            sum(self._is_rooted(unit) for unit in units),
            1.0 + sum(FIREPOWER[unit] for unit in units) / (20 * len(units)),
            prize,
        )

    def _is_rooted(self, unit: int) -> bool:
        """FB 8.7.static: who is lost when an assault drives it off."""
        d = self.d
        if has_garrison(d, d.where[unit]) or is_tower_flak(d, unit):
            return False
        if TYPE[unit] == HQ:
            return True
        works = d.strongpoints >> d.where[unit] & 1
        return d.is_combat(unit) and movement(d, unit) == 0 and not works

    def _prize(self, place: int) -> float:
        """What it is worth to clear a hex of the enemy."""
        d, found = self.d, GROUND_PRIZE
        if self.seat == GERMAN:
            found += 1.5 if d.landing_zones >> place & 1 else 0.0
            return found + (0.3 if AIRFIELD_OF[place] >= 0 else 0.0)
        if any(d.where[leader] == place for leader in LEADERS):
            found += LEADER_PRIZE
        if place == REICHSTAG and self.wants_the_end:
            found += SEAT_PRIZE[d.is_base]
        if d.strongpoints >> place & 1:
            found += WORKS_PRIZE
        if self.barriers >> place & 1:
            found += BARRIER_PRIZE
        if within(place, SAFE) & d.landing_zones:
            found += MENACE_PRIZE
        if AIRFIELD_OF[place] >= 0:
            found += RESERVE_PRIZE[AIRFIELD_OF[place]] if RESERVE in d.where else FIELD_PRIZE
        return found

    @property
    def wants_the_end(self) -> bool:
        """Is it good for the attackers of the city to stand in the Reichstag? It ends On to Berlin!."""
        return self.d.is_base or self.d.vp[ALLIED] > self.d.vp[GERMAN]

    @property
    def barriers(self) -> int:
        """Where the roads end by which the Allies are supplied: enemies, their zones, strongpoints."""
        if self._barriers < 0:
            d, self._barriers = self.d, 0
            if self.seat == ALLIED and not d.is_base:
                free = ~communications.blocked(d, True)
                for place in d.landing:
                    self._barriers |= _road_ends(place, free) if place >= 0 else 0
        return self._barriers

    # What the enemy could do to who stands somewhere.

    def threat(self, place: int) -> float:
        """The firepower that the enemy could bring on a hex, as far as it is known."""
        found = self._threats.get(place)
        if found is None:
            near = bits(within(place, MEN_NEAR) & self.hostile)
            found = self._threats[place] = sum(self._menace(self.foe(at), place) for at in near)
        return found

    def _menace(self, foe: Foe, place: int) -> float:
        """What one enemy hex could bring on a hex near it."""
        d, far = self.d, distance(foe.place, place)
        men = 1.0 if far <= MEN_REACH else PART
        if not foe.units:
            return float(foe.power) if far <= MEN_REACH else 0.0
        total = 0.0
        for unit in foe.units:
            if not attacks_at_all(d, unit):
                continue
            ready = far <= GUN_REACH and d.marks[unit] & (COMBAT | DISRUPTED) == COMBAT
            if TYPE[unit] in ASSAULTERS:
                total += men * FIREPOWER[unit]
            elif ready and TYPE[unit] in GUN_RANGE:
                total += FIRE_PART * FIREPOWER[unit]
        return total

    def beside_enemy(self, place: int) -> bool:
        return bool(BESIDE[place] & self.d.occupied(self.enemy) & ~WATERS)

    def spotted(self) -> int:
        """The enemy hexes near enough to a unit of this side that it may spot for artillery, or soon will."""
        if self._spotted < 0:
            found = 0
            for place in bits(self.hostile):
                if within(place, SPOTTING + 1) & self.d.occupied(self.seat):
                    found |= 1 << place
            self._spotted = found
        return self._spotted


def _road_ends(source: int, free: int) -> int:
    """Where the roads from a Landing Zone or an edge hex are barred first."""
    field = AIRFIELD_OF[source]
    goal = AIRFIELDS[field] & free if field >= 0 else 1 << source
    roads = communications.open_roads(goal, free | 1 << source)
    return near(roads, ROADWAYS) & ~free & ~RUINED & ALL
