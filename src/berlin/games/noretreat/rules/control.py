"""2.control: who holds the cities, the oil and the areas; and what the first Soviet step into one brings."""

from berlin.games.noretreat.board.ground import CONTROLLED, FINLAND, GG, NAMES, PLOESTI, WARSAW, Space
from berlin.games.noretreat.board.tables import SEATS, SOVIET
from berlin.games.noretreat.board.units import SIDE
from berlin.games.noretreat.rules.points import note_tide
from berlin.games.noretreat.state.state import BIT, Draft, place_name
from berlin.kernel.contract.ids import Seat, Unit


def enter(d: Draft, unit: Unit, space: Space) -> None:
    """A unit comes into a space and ends there."""
    d.put(unit, space)
    pass_through(d, unit, space)
    if space == FINLAND:
        note_tide(d)


def pass_through(d: Draft, unit: Unit, space: Space) -> None:
    """A unit comes into a space, to stay or to go on."""
    side = SIDE[unit]
    if BIT[space] & CONTROLLED and d.owner(space) != side:
        seize(d, side, space)
    if side == SOVIET:
        if BIT[space] & GG:
            cross_border(d)
        if space in d.works:
            d.works = tuple(other for other in d.works if other != space)
            d.reach.clear()
            d.say("event", f"the works in {place_name(space)} are taken", "NR card.41.axis", data=(space,))


def cross_border(d: Draft) -> None:
    """NAB 13.0.GG.a: a Soviet unit comes over the white line, to stay or to go on."""
    if not d.gg:
        d.gg = d.turn
        d.say("event", "Soviet units cross into Greater Germany", "NR 11.gg", "NAB 13.0.GG.a")


def seize(d: Draft, side: Seat, space: Space) -> None:
    """A city, an oil hex or an area changes hands."""
    d.own(space, side)
    if d.log is not None:
        who = SEATS[side].capitalize()
        d.say("control", f"{NAMES[space]} is {who}", "NR 2.control", data=(space, side))
    if side == SOVIET:
        if space == PLOESTI and not d.oil:
            d.oil = d.turn
            d.say("event", "the Rumanian oil fields are lost to the Axis", "NR 11.oil", "NAB 11.3b")
        elif space == WARSAW and not d.warsaw:
            d.warsaw = d.turn
            d.say("event", "Warsaw is Soviet for the first time", "NR 11.warsaw")
    note_tide(d)
