"""8.2 to 8.4. Who can take part in which attack on which hex: in position and in range (OTB 4.1.4f)."""

from berlin.boards.hexes import bits
from berlin.games.fortress.board.ground import (
    BESIDE,
    OVER_RIVER,
    ROAD_STEP,
    RUINED,
    SIZE,
    WATERS,
    distance,
    within,
)
from berlin.games.fortress.board.sight import is_ahead, is_in_sight
from berlin.games.fortress.board.units import (
    ARMOR,
    ARTILLERY,
    ASSAULT_GUN,
    AT,
    COUNTS_AS,
    ENGINEER,
    FLAK,
    HQ,
    INFANTRY,
    MECH,
    MG,
    RECON,
    REGULAR,
    SIDE,
    SS,
    TYPE,
)
from berlin.games.fortress.cover import ALLIED
from berlin.games.fortress.rules.combat.strength import attacks_at_all, is_tower_flak
from berlin.games.fortress.rules.zones import front
from berlin.games.fortress.state.state import COMBAT, DISRUPTED, FOUGHT, Draft
from berlin.kernel.contract.ids import OTHER, Seat
from berlin.kernel.contract.rules import Refusal

# FB 8.1.range.
GUN_RANGE = {AT: 3, FLAK: 3, ARMOR: 3, ASSAULT_GUN: 3, MG: 2, RECON: 2}
TOWER_RANGE = 6
SHORTEST, LONGEST, SPOTTING = 2, 12, 3
ASSAULTERS = frozenset((INFANTRY, ENGINEER, MG, RECON, MECH, ARMOR, ASSAULT_GUN))


def attackable(d: Draft, side: Seat) -> int:
    """The hexes of a side's enemies; FB 10.1.3.empty: in the base game those of empty strongpoints too."""
    foes = d.occupied(OTHER[side])
    return foes | d.strongpoints if d.is_base and side == ALLIED else foes


def unready(d: Draft, unit: int, seat: Seat) -> Refusal | None:
    """Why a unit can't attack at all now; None if it can. FB 4.1.onetype: one attack in a player-turn."""
    if SIDE[unit] != seat:
        return Refusal("FB 4.2", "it is the other side's")
    if d.where[unit] >= SIZE:
        return Refusal("FB 5.0.entry", "it is not on the map")
    if d.marks[unit] & DISRUPTED:
        return Refusal("FB 8.8.effects", "it is disrupted")
    if not d.marks[unit] & COMBAT:
        return Refusal("FB 3.3.maneuver", "in Maneuver mode it doesn't attack")
    if d.marks[unit] & FOUGHT:
        return Refusal("FB 4.1.onetype", "it has attacked in this player-turn")
    if TYPE[unit] == HQ:
        return Refusal("FB 3.5.hqunit", "headquarters never attack")
    if not attacks_at_all(d, unit):
        return Refusal("FB 2.2.factors", "it defends only")
    return None


def faces(d: Draft, unit: int, target: int) -> bool:
    """FB 3.4.fire: does a line to the target leave by a front hexside?"""
    return is_ahead(d.where[unit], d.facing(unit), target)


def gun_fault(d: Draft, unit: int, target: int) -> Refusal | None:
    """FB 8.3.who, 8.1.range: why a gun can't fire there."""
    if TYPE[unit] not in GUN_RANGE:
        return Refusal("FB 8.3.who", "it has no guns for direct fire")
    place = d.where[unit]
    tower = is_tower_flak(d, unit)
    if distance(place, target) > (TOWER_RANGE if tower else GUN_RANGE[TYPE[unit]]):
        return Refusal("FB 8.1.range", "it is out of range")
    if tower:
        return None
    if not faces(d, unit, target):
        return Refusal("FB 3.4.fire", "the target is not in front of it")
    if not is_in_sight(place, target, d.strongpoints):
        return Refusal("FB 8.1.los", "it doesn't see the target")
    return None


def artillery_fault(d: Draft, unit: int, target: int) -> Refusal | None:
    """FB 8.2.who, 8.2.spot, OTB 8.2b: why artillery can't bombard there."""
    if TYPE[unit] != ARTILLERY:
        return Refusal("FB 8.2.who", "it is no artillery")
    if not SHORTEST <= distance(d.where[unit], target) <= LONGEST:
        return Refusal("FB 8.1.range", "artillery bombards from two to twelve hexes")
    if not is_spotted(d, SIDE[unit], target, COUNTS_AS[unit]):
        return Refusal(
            "OTB 8.2b" if is_spotted(d, SIDE[unit], target) else "FB 8.2.spot", "nobody spots for it"
        )
    return None


def mixed_fault(d: Draft, unit: int, target: int) -> Refusal | None:
    """FB 8.2.mixed: why another unit can't join a bombardment."""
    if TYPE[unit] == ARTILLERY:
        return Refusal("FB 8.2.mixed", "it joins no mixed bombardment")
    if not BESIDE[d.where[unit]] >> target & 1 or not front(d, unit) >> target & 1:
        return Refusal("FB 8.2.mixed", "it must stand beside the target and face it")
    return None


def assault_fault(d: Draft, unit: int, target: int) -> Refusal | None:
    """FB 8.4.who, 8.4.reach: why a unit can't assault there."""
    if TYPE[unit] not in ASSAULTERS:
        return Refusal("FB 8.4.who", "it makes no close assaults")
    place = d.where[unit]
    if not BESIDE[place] >> target & 1:
        return Refusal("FB 8.1.range", "it is not beside the target")
    if not front(d, unit) >> target & 1:
        return Refusal("FB 3.4.fire", "it doesn't face the target")
    if OVER_RIVER[place] >> target & 1 or is_cut_off(place, target):
        return Refusal("FB 8.4.reach", "water without a bridge lies between")
    if RUINED >> target & 1 and TYPE[unit] in (ARMOR, ASSAULT_GUN):
        return Refusal("FB 8.4.reach", "armor and assault guns don't assault ruins")
    return None


def is_cut_off(place: int, target: int) -> bool:
    """FB 7.3.river: a hex of water is reached and left along a road only."""
    return bool((WATERS >> place | WATERS >> target) & 1 and not ROAD_STEP[place] >> target & 1)


def is_spotted(d: Draft, side: Seat, target: int, nation: str = "") -> bool:
    """FB 8.2.spot: an undisrupted unit of this nation within three hexes that sees it; no artillery.

    OTB 8.2b, OTB 8.2c: of the same nation, whatever its division.
    """
    around = within(target, SPOTTING) & d.occupied(side)
    return any(
        _spots(d, unit, nation) and is_in_sight(place, target, d.strongpoints)
        for place in bits(around)
        for unit in d.units_in(side, place)
    )


def _spots(d: Draft, unit: int, nation: str) -> bool:
    if TYPE[unit] == ARTILLERY or d.is_disrupted(unit):
        return False
    return not nation or COUNTS_AS[unit] == nation


def discord(d: Draft, unit: int, others: tuple[int, ...]) -> Refusal | None:
    """OTB 11.1.1b: the SS attacks with no Army, Navy or Luftwaffe unit; OTB 11.1.1c: with all others it does.

    OTB 8.0b: nothing parts the Allies but who spots for whose artillery and bombards with it.
    """
    if d.is_base:
        return None
    if (SS[unit] and any(REGULAR[one] for one in others)) or (
        REGULAR[unit] and any(SS[one] for one in others)
    ):
        return Refusal("OTB 11.1.1b", "the SS doesn't attack together with the Army, Navy or Luftwaffe")
    return None


def nations(units: tuple[int, ...]) -> set[str]:
    return {COUNTS_AS[unit] for unit in units}
