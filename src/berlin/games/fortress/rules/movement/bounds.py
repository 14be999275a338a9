"""7.1, 7.2, 11.2 and 13.4 to 13.5. Who moves at all, who enters no new hex, and where a unit may end."""

from berlin.boards.hexes import bits
from berlin.games.fortress.board.ground import (
    SIZE,
    TOWERS,
    distance,
)
from berlin.games.fortress.board.units import (
    IN_TOWER,
    IS_PLANT,
    IS_VOLKSSTURM,
    IS_YOUTH,
    LEADER,
    SIDE,
    TYPE,
    YOUTH,
)
from berlin.games.fortress.rules.stacking import has_room
from berlin.games.fortress.state.state import (
    DISRUPTED,
    HJ_FREE,
    MOVED,
    VS_FREE,
    Draft,
)
from berlin.kernel.contract.rules import Refusal

# FB 11.2.2: how far Hitler Youth go from where they were set up.
LEASH = 8


def fault(d: Draft, unit: int) -> Refusal | None:
    """Why a unit can't be moved now; None if it can."""
    if d.where[unit] >= SIZE:
        return Refusal("FB 5.0.entry", "it is not on the map")
    if TYPE[unit] == LEADER:
        return Refusal("OTB 11.1f", "leaders never move")
    if IS_PLANT[unit]:
        return Refusal("FB 11.2.1", "Plant Protection Battalions never move")
    if d.marks[unit] & MOVED:
        return Refusal("FB 7.1.move", "it has moved in this turn")
    if d.marks[unit] & DISRUPTED:
        return Refusal("FB 8.8.effects", "it is disrupted")
    if IN_TOWER[unit] and TOWERS >> d.where[unit] & 1:
        return Refusal("FB 7.2.static", "the flak of a tower stays there")
    return None


def bound(d: Draft, unit: int) -> Refusal | None:
    """Why a unit enters no new hex, though it may change its mode and facing; None if it does."""
    if IS_VOLKSSTURM[unit] and not d.released & VS_FREE and not d.is_base:
        return Refusal(
            "OTB 13.5c", "Volkssturm stay where they are until a ground unit attacks the SS or Luftwaffe"
        )
    if IS_YOUTH[unit] and not d.released & HJ_FREE:
        rule = "FB 11.2.2" if d.is_base else "OTB 13.4b"
        return Refusal(rule, "Hitler Youth stay where they are until they are released")
    return None


def leashed(d: Draft, unit: int, place: int) -> bool:
    """FB 11.2.2: within eight hexes of where it was set up, if it is of the Hitler Youth."""
    if not IS_YOUTH[unit]:
        return True
    home = d.homes[unit - YOUTH[0]]
    return home < 0 or distance(home, place) <= LEASH


def roomy(d: Draft, unit: int, places: int) -> int:
    """Of these hexes those where a unit may end, as far as its own side goes."""
    crowded = places & d.occupied(SIDE[unit])
    found = places & ~crowded
    for place in bits(crowded):
        if has_room(d, unit, place):
            found |= 1 << place
    if IS_YOUTH[unit]:
        for place in bits(found):
            if not leashed(d, unit, place):
                found ^= 1 << place
    return found
