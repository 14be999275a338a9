"""What follows when a unit comes into a hex: who holds it, and what falls (OTB 10.1.3f, 11.1, 15.3.4)."""

from berlin.boards.hexes import bits
from berlin.games.fortress.board.ground import (
    AIRFIELD_OF,
    AIRFIELDS,
    BUNKERS,
    REICHSTAG,
    SIZE,
    STRONGPOINTS,
)
from berlin.games.fortress.board.names import hex_name
from berlin.games.fortress.board.units import DIVISION_NAMES, LEADERS, NAMES, RESERVE, SIDE
from berlin.games.fortress.cover import ALLIED, GERMAN
from berlin.games.fortress.rules.zones import bare_zones, uncontested
from berlin.games.fortress.state.state import LEADERS_TAKEN, REICHSTAG_FELL, REMOVED, Draft, rank
from berlin.kernel.contract.ids import Seat


def enter(d: Draft, unit: int, place: int) -> None:
    """Put a unit into a hex: it holds the hex from now on (FB 12.0.hold), and takes what is in it.

    FB 3.6.hidden, OTB 15.1.q5: a piece that leaves its printed place is not public any more.
    """
    side = SIDE[unit]
    d.fixed &= ~(1 << unit)
    left = d.where[unit]
    d.put(unit, place)
    leave_field(d, left)
    field = AIRFIELD_OF[place]
    if field >= 0:
        d.airfields[field] = side
    if side == ALLIED:
        d.taken |= 1 << place
        if d.strongpoints >> place & 1:
            raze(d, place)
        if d.bunkers >> place & 1:
            d.blown |= 1 << rank(BUNKERS, place)
            d.say("bunker", f"the bunker at {hex_name(place)} is gone", "FB 10.1.2")
        capture_leaders(d, place)
    else:
        d.taken &= ~(1 << place)
        for division in _landing_zones(d, 1 << place):
            lose_zone(d, division, "a German unit has entered it")


def leave_field(d: Draft, place: int) -> None:
    """OTB 6.1.q4: a unit has left a hex, or fallen: the side that is left alone in the wire was the last."""
    if place >= SIZE or AIRFIELD_OF[place] < 0:
        return
    wire = AIRFIELDS[AIRFIELD_OF[place]]
    inside = [side for side in (ALLIED, GERMAN) if d.occupied(side) & wire]
    if len(inside) == 1:
        d.airfields[AIRFIELD_OF[place]] = inside[0]


def raze(d: Draft, place: int) -> None:
    """OTB 10.1.3f, FB 10.2.capture: a strongpoint is gone for the game."""
    d.fallen |= 1 << rank(STRONGPOINTS, place)
    d.forget()
    rule = "FB 10.2.capture" if d.is_base else "OTB 10.1.3f"
    d.say("strongpoint", f"the strongpoint at {hex_name(place)} is eliminated", rule, data=(place,))


def capture_leaders(d: Draft, place: int) -> None:
    """OTB 11.1c, 11.1e, FB 8.9.leader: those in a hex that the attackers enter, or clear by close assault."""
    for number, leader in enumerate(LEADERS):
        if d.where[leader] == place:
            d.captured |= 1 << number
            d.put(leader, REMOVED)
            rule = "FB 11.1.hitler" if d.is_base else "OTB 11.1c"
            d.say("capture", f"{NAMES[leader]} is captured", rule, data=(leader,))
            if d.is_base:
                d.score(ALLIED, 5)


def end_if_won(d: Draft) -> None:
    """Called once a move, an advance or a landing is over (OTB 4.0.q1): is the game decided by it?

    The automatic win is tested first (OTB 12.0.q3).
    """
    if d.over:
        return
    stands = d.units_in(ALLIED, REICHSTAG)
    if d.is_base:
        gone = (d.captured | d.suicides).bit_count()
        if gone and not d.units_in(GERMAN, REICHSTAG) and d.taken >> REICHSTAG & 1:
            _end(d, LEADERS_TAKEN, "the Soviets hold the Reichstag, and Hitler is gone", "FB 12.0.base")
        return
    if d.captured.bit_count() == 2:
        _end(d, LEADERS_TAKEN, "Goering and Himmler are both captured", "OTB 12.0a")
    elif stands:
        _end(d, REICHSTAG_FELL, "the Allies stand in the Reichstag", "OTB 4.0d")


def _end(d: Draft, over: int, text: str, rule: str) -> None:
    d.over = over
    d.frames.clear()
    d.say("end", text, rule)


def test_zones(d: Draft, side: Seat) -> None:
    """What falls under an uncontested zone once a unit of this side stands anew (OTB 10.1.3f, 15.3.4).

    A strongpoint falls too when a German who held it, or covered it, has gone.
    """
    test_strongpoints(d)
    if side == GERMAN:
        covered = uncontested(d, GERMAN) & d.landing_zones
        for division in _landing_zones(d, covered):
            lose_zone(d, division, "it lies in an uncontested German Zone of Control")


def test_strongpoints(d: Draft) -> None:
    """OTB 10.1.3f, OTB 10.1.3.q1: those that lie bare before an Allied unit, whoever came, went or fell."""
    bared = bare_zones(d, ALLIED) & d.strongpoints
    if bared and not d.is_base:
        for place in bits(bared & ~d.occupied(GERMAN) & ~bare_zones(d, GERMAN)):
            raze(d, place)


def test_landing_zones(d: Draft) -> None:
    """OTB 15.3.4.q1, OTB 15.3.4.q2: after the Allied player-turn of turn 1 for the first time.

    Germans who were in the hex from the start have not entered it: their zones count, they themselves don't.
    """
    test_zones(d, GERMAN)


def _landing_zones(d: Draft, places: int) -> list[int]:
    """The divisions that came by air whose Landing Zone lies in one of these hexes."""
    if not d.zones_can_fall:
        return []
    return [
        division
        for division, place in enumerate(d.landing)
        if place >= 0 and places >> place & 1 and (d.jumped(division) or division == RESERVE)
    ]


def lose_zone(d: Draft, division: int, why: str) -> None:
    """OTB 15.3.4a, OTB 15.3.4b: the marker is gone for the game, and nobody scores."""
    d.lost_zones |= 1 << division
    d.landing = (*d.landing[:division], -1, *d.landing[division + 1 :])
    d.cache.clear()
    d.say(
        "zone",
        f"the Landing Zone of {DIVISION_NAMES[division]} is eliminated: {why}",
        "OTB 15.3.4a",
        data=(division,),
    )
