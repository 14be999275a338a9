"""8.1. What an attack is reckoned from: firepower, protection, ground."""

from berlin.games.fortress.board.ground import SIZE, TERRAIN, TOWERS
from berlin.games.fortress.board.tables import (
    BUNKER_NUMBER,
    BUNKER_PF,
    STRONGPOINT_NUMBER,
    STRONGPOINT_PF,
    TERRAINS,
)
from berlin.games.fortress.board.units import (
    ARTILLERY,
    DEFENSIVE,
    FIREPOWER,
    FLAK,
    IS_VOLKSSTURM,
    LEADER,
    PROTECTION,
    TYPE,
)
from berlin.games.fortress.cover import GERMAN
from berlin.games.fortress.state.state import Draft
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.rules import Modifier

# FB 10.1.3: the garrison of a strongpoint in Fortress Berlin.
GARRISON_FIREPOWER, GARRISON_PROTECTION = 2, 2


def attacks_at_all(d: Draft, unit: int) -> bool:
    """FB 2.2.factors: firepower in parentheses defends only; so do Volkssturm that turned out so."""
    return not DEFENSIVE[unit] and not (IS_VOLKSSTURM[unit] and d.is_weak(unit)) and TYPE[unit] != LEADER


def defence(d: Draft, target: int, side: Seat) -> int:
    """FB 8.1.q1: the firepower that defends a hex in a close assault."""
    total = sum(1 if TYPE[unit] == ARTILLERY else FIREPOWER[unit] for unit in d.units_in(side, target))
    return total + (GARRISON_FIREPOWER if has_garrison(d, target) else 0)


def has_garrison(d: Draft, target: int) -> bool:
    """FB 10.1.3: strongpoints have one in Fortress Berlin; OTB 10.0, OTB 10.1.3d: none in On to Berlin!."""
    return d.is_base and bool(d.strongpoints >> target & 1)


def is_tower(d: Draft, place: int) -> bool:
    """A flak tower; FB 16.1: the Reichstag is one while flak stands there by that option."""
    return bool(tower_hexes(d) >> place & 1)


def tower_hexes(d: Draft) -> int:
    return TOWERS | d.extra_tower


def protection(d: Draft, target: int, side: Seat, napalm: bool) -> tuple[Modifier, ...]:
    """FB 8.1.pf, 8.1.q2: what the best protected unit takes off the dice.

    FB 11.4.napalm, OTB 15.1.q2: napalm leaves the printed protection alone.
    """
    units = d.units_in(side, target)
    if not units:
        return (Modifier(-GARRISON_PROTECTION, "protection of the garrison", "FB 10.1.3.empty"),)
    best = max(_own(d, unit) for unit in units)
    found = [Modifier(-best, "protection of the best unit", "FB 8.1.pf")]
    bonus, rule = works_bonus(d, target, side)
    if bonus and not napalm:
        found.append(Modifier(-bonus, "protection by the works it is in", rule))
    return tuple(found)


def _own(d: Draft, unit: int) -> int:
    """FB 3.3.maneuver: halved, rounded up, in Maneuver mode."""
    return PROTECTION[unit] if d.is_combat(unit) else (PROTECTION[unit] + 1) // 2


def works_bonus(d: Draft, target: int, side: Seat) -> tuple[int, str]:
    """The protection that one unit gains by where it is; OTB 10.1.3h: the works are the Germans' alone.

    OTB 10.1.3.q2: which unit is the German's choice, and the best is best.
    """
    found = [(_TOWER.pf if is_tower(d, target) else 0, "FB 10.1.1")]
    if side == GERMAN and d.strongpoints >> target & 1:
        found.append((STRONGPOINT_PF, "FB 10.1.3" if d.is_base else "OTB 10.1.3a"))
    if side == GERMAN and d.bunkers >> target & 1:
        found.append((BUNKER_PF, "FB 10.1.2"))
    return max(found)


def ground(d: Draft, target: int, side: Seat, napalm: bool) -> Modifier:
    """FB 8.1.terrain: what the ground takes off the dice; of a strongpoint and its ground the larger."""
    if napalm:
        return Modifier(0, "napalm: no help by the ground", "OTB 15.1h")
    terrain = TERRAINS[TERRAIN[target]]
    found = [(terrain.number, terrain.name, "FB 8.1.terrain")]
    if is_tower(d, target):
        found.append((_TOWER.number, _TOWER.name, "FB 10.1.1"))
    if side == GERMAN and d.strongpoints >> target & 1:
        found.append((STRONGPOINT_NUMBER, "strongpoint", "FB 10.1.3" if d.is_base else "OTB 10.1.3b"))
    if side == GERMAN and d.bunkers >> target & 1:
        found.append((BUNKER_NUMBER, "bunker", "FB 10.1.2"))
    number, name, rule = max(found)
    return Modifier(-number, name, rule)


_TOWER = next(terrain for terrain in TERRAINS if terrain.key == "tower")


def is_tower_flak(d: Draft, unit: int) -> bool:
    place = d.where[unit]
    return TYPE[unit] == FLAK and place < SIZE and is_tower(d, place)
