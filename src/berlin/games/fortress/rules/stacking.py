"""3.1. Stacking: how many units may end in a hex, and who shares one with whom."""

from collections.abc import Sequence

from berlin.games.fortress.board.ground import REICHSTAG, TOWERS
from berlin.games.fortress.board.units import COUNTS_AS, FLAK, HQ, LEADER, REGULAR, SIDE, SS, TYPE
from berlin.games.fortress.cover import ALLIED
from berlin.games.fortress.state.state import REICHSTAG_FLAK, Draft
from berlin.kernel.contract.rules import Refusal

MOST, MOST_MIXED, MOST_IN_TOWER = 3, 2, 2


def counts(d: Draft, unit: int) -> bool:
    """Does it count against the limit? Leaders never do; headquarters only among the Allies of OTB 3.1.q1."""
    if TYPE[unit] == LEADER:
        return False
    return TYPE[unit] != HQ or (SIDE[unit] == ALLIED and not d.is_base)


def crowding(d: Draft, unit: int, place: int) -> Refusal | None:
    """Why a unit may not end in a hex with its own side's units that are there; None if it may."""
    mates = [one for one in d.units_in(SIDE[unit], place) if one != unit]
    return overfull(d, [*mates, unit], place)


def overfull(d: Draft, units: Sequence[int], place: int) -> Refusal | None:
    """What is wrong with these units of one side together in a hex."""
    number = sum(counts(d, unit) for unit in units)
    if number > MOST_IN_TOWER and _is_tower(d, units, place):
        return Refusal("FB 3.1.setup", "a flak tower holds no more than two units")
    if number > MOST:
        return Refusal(_limit_rule(d, units[0]), "three units are all that a hex holds")
    nations = {COUNTS_AS[unit] for unit in units}
    if len(nations) > 1 and number > MOST_MIXED:
        return Refusal("OTB 3.1b", "units of two nations stack no higher than two")
    if not d.is_base and any(SS[unit] for unit in units) and any(REGULAR[unit] for unit in units):
        return Refusal("OTB 11.1.1a", "the SS shares no hex with the Army, Navy or Luftwaffe")
    return None


def _is_tower(d: Draft, units: Sequence[int], place: int) -> bool:
    """A flak tower; FB 16.1: by that option the Reichstag too, with flak among these units."""
    if TOWERS >> place & 1:
        return True
    return place == REICHSTAG and d.has(REICHSTAG_FLAK) and any(TYPE[unit] == FLAK for unit in units)


def _limit_rule(d: Draft, unit: int) -> str:
    if SIDE[unit] != ALLIED:
        return "FB 3.1.german"
    return "FB 3.1.soviet" if d.is_base else "OTB 3.1a"


def has_room(d: Draft, unit: int, place: int) -> bool:
    """May a unit end there, as far as its own side's units go?"""
    mates = [one for one in d.units_in(SIDE[unit], place) if one != unit]
    return not mates or overfull(d, [*mates, unit], place) is None
