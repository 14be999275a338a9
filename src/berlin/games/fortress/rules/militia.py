"""11.2, 13.4 and 13.5. Volkssturm and Hitler Youth: values that nobody knows, and who holds them back."""

from berlin.games.fortress.board.ground import SIZE, within
from berlin.games.fortress.board.units import (
    ARTILLERY,
    IS_VOLKSSTURM,
    IS_YOUTH,
    NAMES,
    SERVICE,
    TYPE,
    VOLKSSTURM,
    WEAK_VOLKSSTURM,
    YOUTH,
)
from berlin.games.fortress.cover import ALLIED, GERMAN
from berlin.games.fortress.state.state import HJ_FREE, VS_FREE, Draft
from berlin.kernel.contract.ids import Seat

# FB 11.2.2: in Fortress Berlin an enemy so near releases Hitler Youth.
ALARM = 4


def is_known(d: Draft, unit: int) -> bool:
    """Are the values of a Volkssturm battalion known?"""
    return bool(d.known >> unit - VOLKSSTURM[0] & 1)


def reveal(d: Draft, unit: int) -> None:
    """FB 11.2.3: its values, drawn from those that nobody has seen yet, and public from now on."""
    if not IS_VOLKSSTURM[unit] or is_known(d, unit):
        return
    bit = 1 << unit - VOLKSSTURM[0]
    unseen = len(VOLKSSTURM) - d.known.bit_count()
    weak = WEAK_VOLKSSTURM - d.weak.bit_count()
    drawn = d.roll(unseen) <= weak
    d.known |= bit
    if drawn:
        d.weak |= bit
    strength = "it can only defend" if drawn else "it can attack"
    d.say("militia", f"{NAMES[unit]} shows its values: {strength}", "FB 11.2.3", data=(unit, int(drawn)))


def reveal_in(d: Draft, place: int) -> None:
    """FB 11.2.q1: an attack was rolled on this hex."""
    for unit in d.units_in(GERMAN, place):
        reveal(d, unit)


def release(d: Draft, whom: int, why: str, rule: str) -> None:
    """From now on they move like others."""
    if d.released & whom:
        return
    d.released |= whom
    d.forget()
    name = "the Hitler Youth" if whom == HJ_FREE else "the Volkssturm"
    d.say("release", f"{name} may move from now on: {why}", rule)


def release_by(d: Draft, seat: Seat, target: int, units: tuple[int, ...]) -> None:
    """OTB 13.4b, OTB 13.5c, OTB 13.5.q2: ground units or guns attack this hex. Strikes release nobody."""
    if seat != ALLIED or not units:
        return
    hit = d.units_in(GERMAN, target)
    if d.is_base:
        if any(IS_YOUTH[unit] for unit in hit):
            release(d, HJ_FREE, "one of them is attacked", "FB 11.2.2")
        return
    if not any(SERVICE[unit] in ("ss", "luftwaffe") for unit in hit):
        return
    why = "a unit of the SS or the Luftwaffe is attacked"
    release(d, HJ_FREE, why, "OTB 13.4b")
    if any(TYPE[unit] != ARTILLERY for unit in units):
        release(d, VS_FREE, why, "OTB 13.5c")


def release_by_nearness(d: Draft) -> None:
    """FB 11.2.2: in Fortress Berlin, an enemy within four hexes of one of them."""
    if not d.is_base:
        return
    for unit in YOUTH:
        place = d.where[unit]
        if place < SIZE and within(place, ALARM) & d.occupied(ALLIED):
            release(d, HJ_FREE, "the enemy is near", "FB 11.2.2")
            return
