"""8.5. Close assault advantages: shifts of the column, each with its rule."""

from berlin.games.fortress.board.ground import (
    BRIDGES,
    BUILDINGS,
    FORESTS,
    FRONT,
    OVER_CANAL,
    RUINED,
    STEP,
    WATERS,
)
from berlin.games.fortress.board.units import ARMOR, ASSAULT_GUN, AT, ENGINEER, FLAK, INFANTRY, MECH, TYPE
from berlin.games.fortress.rules.combat.strength import has_garrison, is_tower
from berlin.games.fortress.state.state import Draft
from berlin.kernel.contract.ids import OTHER, Seat
from berlin.kernel.contract.rules import Modifier

_TANKS = frozenset((ARMOR, ASSAULT_GUN))
_STOPS_TANKS = _TANKS | {AT, FLAK}
# FB 8.11.example.3: mechanized infantry is infantry for combined arms.
_ON_FOOT = frozenset((INFANTRY, ENGINEER, MECH))
_BRIDGED = frozenset(BRIDGES) | frozenset((b, a) for a, b in BRIDGES)


def advantages(d: Draft, seat: Seat, target: int, units: tuple[int, ...]) -> list[Modifier]:
    """The shifts of a close assault but that for command, which every attack may have.

    FB 8.5.towers, 10.1.3: nobody outflanks or outguns a flak tower, or a garrison of Fortress Berlin;
    OTB 10.1.3c: but a strongpoint of On to Berlin!.
    """
    foes = d.units_in(OTHER[seat], target)
    kinds = {TYPE[unit] for unit in units}
    sheltered = is_tower(d, target) or has_garrison(d, target)
    checks = (
        (not sheltered and outflanks(d, target, units, foes), 1, "outflanking", "FB 8.5.outflank"),
        (not sheltered and _outguns(target, kinds, foes), 1, "armour superiority", "FB 8.5.armor"),
        (ENGINEER in kinds and _is_built(d, target), 1, "engineers", "FB 8.5.engineer"),
        (bool(kinds & _TANKS and kinds & _ON_FOOT), 1, "combined arms", "FB 8.5.combined"),
        (bool(foes) and all(map(d.is_disrupted, foes)), 1, "all defenders are disrupted", "FB 8.5.disrupted"),
        (crosses_water(d, target, units), -1, "all attack over water", "FB 8.5.crossing"),
    )
    return [Modifier(shift, name, rule) for holds, shift, name, rule in checks if holds]


def outflanks(d: Draft, target: int, units: tuple[int, ...], foes: list[int]) -> bool:
    """FB 8.5.outflank: from behind all defenders in Combat mode, from two opposite sides, or none faces."""
    if not foes:
        return False
    facing = [foe for foe in foes if d.is_combat(foe)]
    if not facing:
        return True
    places = {d.where[unit] for unit in units}
    if any(all(not FRONT[target][d.facing(foe)] >> place & 1 for foe in facing) for place in places):
        return True
    return any(STEP[target][way] in places and STEP[target][way + 3] in places for way in range(3))


def _outguns(target: int, kinds: set[int], foes: list[int]) -> bool:
    """FB 8.5.armor: tanks against those who have none and no guns; not in ruins or forest."""
    if not kinds & _TANKS or (RUINED | FORESTS) >> target & 1:
        return False
    return not any(TYPE[foe] in _STOPS_TANKS for foe in foes)


def _is_built(d: Draft, target: int) -> bool:
    """FB 8.5.engineer: what engineers are for."""
    return is_tower(d, target) or bool((BUILDINGS | d.strongpoints | d.bunkers) >> target & 1)


def crosses_water(d: Draft, target: int, units: tuple[int, ...]) -> bool:
    """FB 8.5.crossing: do all of them attack over a canal or a bridge?"""
    return all(_is_over_water(d.where[unit], target) for unit in units)


def _is_over_water(place: int, target: int) -> bool:
    over = OVER_CANAL[place] >> target & 1 or (place, target) in _BRIDGED
    return bool(over or (WATERS >> place | WATERS >> target) & 1)
