"""Organization in strewn positions, by hand: the first rule against who may not be turned over or come in."""

from tests.games.noretreat.by_hand import (
    NEVER_REBUILT,
    edge_of,
    enemies,
    land_of,
    packed,
    zones_of,
)
from tests.games.noretreat.organization_by_hand import (
    asked,
    flip_price,
    place_price,
    places_for,
    position,
    purse,
)

from berlin.games.noretreat.board.ground import (
    AT,
    BALKANS,
    CITY,
    CONTROLLED,
    EXTENSION,
    GG,
    MAP,
    Space,
)
from berlin.games.noretreat.board.tables import AXIS, SOVIET
from berlin.games.noretreat.board.units import (
    ALL_UNITS,
    FORM,
    KEYS,
    KIT,
    SIDE,
    STATUS,
    YUGOSLAV,
)
from berlin.games.noretreat.rules.cards.paid_acts import Flip, Place
from berlin.games.noretreat.state.state import (
    ASIDE,
    BACK,
    DESTROYED,
    DISORGANIZED,
    FLIPPED,
    REINFORCEMENTS,
    SHATTERED,
    SIZE,
    SURRENDERED,
    Draft,
)
from berlin.kernel.contract.ids import OTHER, Unit
from berlin.kernel.proof.mark import rule


def against_place(d: Draft, unit: Unit, space: int, land: set[int], zones: set[int]) -> str:
    """The first rule that keeps a unit that may come from being placed in a space."""
    side, key, arrives = SIDE[unit], KEYS[unit], d.where[unit] == REINFORCEMENTS
    lax = bool(BALKANS >> space & 1) if YUGOSLAV[unit] else arrives and key in ("GrE", "GrF")
    lax = lax and (YUGOSLAV[unit] or space == AT["WestBalkans"])
    soviet, own = "NR 7.place.soviet", "NR 7.place.soviet" if side == SOVIET else "NR 7.place.axis"
    if not d.extended and EXTENSION >> space & 1:
        return "NR 2.extension.safe"
    if space in enemies(d, side):
        return "NR 8.enemyhex"
    if space in packed(d, side) and not (YUGOSLAV[unit] and arrives):
        return "NR 8.stack"
    if space in zones and not lax:
        return soviet if side == SOVIET else "NAB 7.6a" if d.extended else "NR 7.place.axis"
    if arrives and KIT[unit]:
        return ARRIVALS[key]
    if CONTROLLED >> space & 1 and d.owner(Space(space)) != side and not lax:
        return own
    if STATUS[unit] == "garrison" or YUGOSLAV[unit] or (side == AXIS and not d.extended):
        return own
    if side == AXIS:
        rim = space in edge_of(d, side) and not (CITY & GG) >> space & 1
        return "NAB 7.6b" if rim else "NAB 7.6a"
    return "NAB 7.6c" if (CITY & GG) >> space & 1 and d.where[unit] != SHATTERED else soviet


ARRIVALS = dict.fromkeys(("GrE", "GrF"), "NAB 13.0.Oil.c") | dict.fromkeys(("Hun1", "Hun3"), "NAB 13.0.GG.b")
ARRIVALS |= dict.fromkeys(("Yug1", "Yug2"), "NAB 13.0.Oil.e") | dict.fromkeys(
    ("FesK", "FesB"), "NAB 13.0.GG.a"
)
ARRIVALS |= {"SRum": "NAB 13.0.Oil.d", "Pol": "NAB 13.0.Warsaw"}
ARRIVALS |= dict.fromkeys(("BerG", "VolB", "VolP", "VolR", "VolK", "VolV"), "NR 7.place.axis")


@rule("NR 7.place.axis", "NR 7.place.soviet", "NAB 7.6a", "NAB 7.6b", "NAB 7.6c", "NR 2.extension.safe")
@rule("NR 8.enemyhex", "NR 8.stack", "NAB 13.0.Oil.c", "NAB 13.0.Oil.d", "NAB 13.0.Oil.e", "NAB 13.0.GG.b")
@rule("NAB 13.0.GG.a", "NAB 13.0.Warsaw", "NR 4.organization", "NR 7.place.never", "NR 7.place.destroyed")
@rule("NR 7.place.shattered", "NR 7.place.reinf", "NAB 13.0.23c", "NAB 13.0.24.q1", "NR 5.pay")
def test_7_who_may_not_come_in_is_told_the_first_rule_against_it() -> None:
    seen = set()
    for seed in range(400, 430):
        d = position(seed)
        seat = d.phasing
        land, zones, money = land_of(d, seat), zones_of(d, OTHER[seat]), purse(d)
        question = asked(d, 1)
        for unit in ALL_UNITS[seed % 3 :: 3]:
            price = place_price(d, unit)
            own = SIDE[unit] == seat
            good = places_for(d, unit, land, zones) if own and 0 <= price <= money else set()
            for space in MAP.spaces[seed % 9 :: 9]:
                if space in good:
                    continue
                told = question.refuse(d, Place(unit, Space(space))).rule
                if not own:
                    assert told == "NR 4.organization"
                elif price < 0:
                    assert told == against_coming(d, unit)
                elif price > money:
                    assert told == "NR 5.pay"
                else:
                    assert told == against_place(d, unit, space, land, zones)
                seen.add(told)
    assert len(seen) > 15


def against_coming(d: Draft, unit: Unit) -> str:
    """The rule that keeps a unit from coming at all."""
    box, key = d.where[unit], KEYS[unit]
    if box == ASIDE and key == "SSPz":
        return "NAB 13.0.23c" if d.turn < 23 or not d.kit else "NAB 13.0.23c.q1"
    if box == SHATTERED:
        return "NR 7.place.shattered"
    if box not in (DESTROYED, SURRENDERED):
        return "NR 7.place.reinf"
    if key in NEVER_REBUILT:
        return "NR 7.place.never"
    return "NR 7.place.destroyed" if d.turn < 5 else "NAB 13.0.24.q1"


@rule("NR 7.flip.axis", "NR 7.flip.soviet", "NR 7.upgrade", "NR 7.fort", "NR 7.fort.yugoslav", "NR 7.onestep")
@rule("NR 7.place.never", "NAB 13.0.24", "NR 4.organization", "NAB 2.3.2a", "NR 5.pay")
def test_7_who_may_not_be_turned_over_is_told_a_rule_against_it() -> None:
    seen = set()
    for seed in range(500, 530):
        d = position(seed)
        seat = d.phasing
        land, zones, money = land_of(d, seat), zones_of(d, OTHER[seat]), purse(d)
        for unit in ALL_UNITS:
            told = asked(d, 0).refuse(d, Flip(unit)) if flip_price(d, unit, 0, land, zones) < 0 else None
            if SIDE[unit] != seat:
                told = asked(d, 0).refuse(d, Flip(unit))
                assert told.rule == "NR 4.organization"
            elif flip_price(d, unit, 0, land, zones) > money:
                assert asked(d, 0).refuse(d, Flip(unit)).rule == "NR 5.pay"
            elif told is not None:
                assert told.rule == against_flip(d, unit, land, zones)
                seen.add(told.rule)
            assert asked(d, 1).refuse(d, Flip(unit)).rule == "NR 4.organization"
    assert len(seen) >= 7


def against_flip(d: Draft, unit: Unit, land: set[int], zones: set[int]) -> str:
    """The first rule that keeps a unit of one's own from being turned over."""
    here, marks, turn, form = d.where[unit], d.marks[unit], d.turn, FORM[unit]
    armies = "NR 7.flip.soviet" if turn >= 17 else "NR 7.upgrade"
    own = "NR 7.flip.axis" if SIDE[unit] == AXIS else armies
    if form == "fortifies":
        own = "NR 7.fort.yugoslav" if YUGOSLAV[unit] else "NR 7.fort"
    if here >= SIZE or marks & FLIPPED:
        return own
    if form == "single":
        return "NR 7.onestep"
    if form == "reduces":
        if not marks & BACK:
            return "NR 7.flip.axis"
        if SIDE[unit] == SOVIET or STATUS[unit] in ("finn", "ally"):
            return "NR 7.place.never"
        return "NAB 13.0.24" if turn >= 24 else "NR 7.flip.axis"
    if form == "fortifies":
        return "NAB 2.3.2a" if YUGOSLAV[unit] else "NR 7.fort"
    free = 0 if turn < 6 or turn >= 18 else 1
    if marks & BACK or (not free and turn < 17) or (turn < 17 and marks & DISORGANIZED):
        return "NR 7.upgrade"
    if here not in land:
        return "NR 7.upgrade" if free and not marks & DISORGANIZED else "NR 7.flip.soviet"
    assert here in zones
    return "NR 7.flip.soviet"
