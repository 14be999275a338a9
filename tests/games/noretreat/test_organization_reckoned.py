"""Organization in strewn positions, by hand: who may be turned over, who comes in, and where."""

from random import Random

import pytest
from tests.games.noretreat.by_hand import (
    NEVER_REBUILT,
    bits,
    edge_of,
    enemies,
    friends,
    land_of,
    on_map,
    packed,
    zones_of,
)
from tests.games.noretreat.strewn import strewn

from berlin.games.noretreat.board.deck import cards
from berlin.games.noretreat.board.ground import (
    AREAS,
    AT,
    BALKANS,
    CITY,
    CONTROLLED,
    EXTENSION,
    GG,
    MAP,
    USSR,
    Space,
)
from berlin.games.noretreat.board.tables import AXIS, HALVES, SOVIET
from berlin.games.noretreat.board.units import (
    ALL_UNITS,
    FORM,
    HOME,
    KEYS,
    KIT,
    REGIONAL,
    SIDE,
    STATUS,
    YUGOSLAV,
)
from berlin.games.noretreat.rules.cards.paid_acts import Flip, Place, Reorganize
from berlin.games.noretreat.rules.na_berlin import EXTEND
from berlin.games.noretreat.rules.organization import Organize
from berlin.games.noretreat.rules.question import DONE
from berlin.games.noretreat.state.state import (
    ASIDE,
    BACK,
    DESTROYED,
    DISORGANIZED,
    FLIPPED,
    FRESH,
    ORGANIZATION,
    REINFORCEMENTS,
    SHATTERED,
    SIZE,
    SURRENDERED,
    Draft,
)
from berlin.kernel.contract.ids import OTHER, Unit
from berlin.kernel.proof.mark import rule

OWN_COST = {"SW": 2, "Cri": 2, "SSPz": 1, "SSGr": 1}
NEAR = {"GrE": ("Bucharest", 4), "GrF": ("Bucharest", 4), "Hun1": ("Budapest", 4), "Hun3": ("Budapest", 4)}
NEAR |= {"SRum": ("Ploesti", 2), "Pol": ("Warsaw", 2)}
TRIGGERED = ["GrE", "GrF", "Hun1", "Hun3", "SRum", "Pol", "Yug1", "Yug2", "FesK", "FesB"]
TWICE_WORTH = "Volksgrenadiers"


def position(seed: int) -> Draft:
    """Many wait in the boxes."""
    d, rng = strewn(seed, ORGANIZATION), Random(seed)
    d.no_returns = rng.random() < 0.3
    for unit in ALL_UNITS:
        if rng.random() < 0.4:
            box = rng.choice((REINFORCEMENTS, SHATTERED, SHATTERED, DESTROYED, SURRENDERED, ASIDE))
            d.marks[unit] = rng.choice((0, FRESH))
            d.where[unit] = box
    return Draft(d.freeze())


def asked(d: Draft, step: int, upgraded: int = 0) -> Organize:
    question = Organize(d.phasing, step, upgraded)
    d.frames = [question]
    return question


def purse(d: Draft) -> int:
    """What the hand is good for in Organization."""
    held = cards(d.deck, d.hands[d.phasing])
    return sum(2 if HALVES[card][d.phasing].name == TWICE_WORTH else 1 for card in held)


def flip_price(d: Draft, unit: Unit, upgraded: int, land: set[int], zones: set[int]) -> int:
    """The cards that turning a unit over costs; -1 if it may not be."""
    here, marks, turn = d.where[unit], d.marks[unit], d.turn
    if here >= SIZE or marks & FLIPPED or FORM[unit] == "single":
        return -1
    fit = here in land and here not in zones
    if FORM[unit] == "reduces":
        able = SIDE[unit] == AXIS and marks & BACK and STATUS[unit] not in ("finn", "ally") and fit
        return (1 if turn < 12 else 2) if able and 5 <= turn < 24 else -1
    if YUGOSLAV[unit]:
        return 0 if BALKANS >> here & 1 else -1
    if FORM[unit] == "fortifies":
        if turn < 3 or not (marks & BACK or (CITY & ~d.scorched_cities) >> here & 1):
            return -1
        return 0 if marks & BACK else 1
    if marks & BACK:
        return -1
    free = 0 if turn < 6 or turn >= 18 else 1 if turn < 13 else 2
    if upgraded < free and not marks & DISORGANIZED:
        return 0 if here in land else -1
    return 1 if turn >= 17 and fit else -1


def place_price(d: Draft, unit: Unit) -> int:
    """The cards that a unit's return costs; -1 if it does not come."""
    box, key = d.where[unit], KEYS[unit]
    if box == REINFORCEMENTS:
        return 0
    if box == ASIDE:
        able = key == "SSPz" and d.kit and d.turn >= 23 and d.event_vp < 6
        return 0 if able else -1
    if box == SHATTERED:
        return -1 if d.marks[unit] & FRESH else 0
    if box not in (DESTROYED, SURRENDERED) or key in NEVER_REBUILT:
        return -1
    if SIDE[unit] == AXIS and (d.turn < 5 or (d.no_returns and d.turn >= 24)):
        return -1
    return OWN_COST.get(key) or (1 if box == DESTROYED else 2)


def places_for(d: Draft, unit: Unit, land: set[int], zones: set[int]) -> set[int]:
    """Where a unit that comes may be placed."""
    side, key, arrives = SIDE[unit], KEYS[unit], d.where[unit] == REINFORCEMENTS
    west = AT["WestBalkans"]
    lax = set(bits(BALKANS)) if YUGOSLAV[unit] else {west} if arrives and key in ("GrE", "GrF") else set()
    owned = set(bits(d.owned(side)))
    found = set(bits(MAP.all)) - (set() if d.extended else set(bits(EXTENSION)))
    found -= enemies(d, side) | (zones - lax)
    if not (YUGOSLAV[unit] and arrives):
        found -= packed(d, side)
    if YUGOSLAV[unit]:
        return found & set(bits(BALKANS))
    if arrives and KIT[unit]:
        return found & arrival_spaces(d, key, side, land, owned)
    found -= set(bits(CONTROLLED)) - owned - lax
    cities = owned & set(bits(CITY & ~d.scorched_cities))
    rim, inside, greater = edge_of(d, side), set(bits(USSR)), set(bits(GG))
    if STATUS[unit] == "garrison":
        return found & cities & inside
    recovers = d.where[unit] == SHATTERED
    if side == AXIS:
        home = owned & set(bits(CITY)) & greater
        if d.extended:
            return found & (home & land | rim & greater)
        return found & (home | rim | (cities & inside & land if recovers else set()))
    home = cities & land & inside
    if REGIONAL[unit] and AT[HOME[unit]] in home & found:
        return {AT[HOME[unit]]}
    abroad = cities & land - inside if recovers and d.extended else set()
    return found & (home | rim | abroad) - (set() if recovers else set(bits(CITY & GG)))


def arrival_spaces(d: Draft, key: str, side: int, land: set[int], owned: set[int]) -> set[int]:
    """NAB 13.0: near the place of the event, or in a city of Greater Germany."""
    if key not in NEAR:
        return owned & set(bits(CITY & GG)) & land
    where, far = NEAR[key]
    near = {space for space in bits(MAP.all) if MAP.distance(AT[where], space) <= far}
    own = owned | set(bits(MAP.all)) - set(bits(CONTROLLED))
    empty = near & own & land - set(bits(AREAS)) - set(friends(d, side))  # type: ignore[arg-type]
    return empty | {AT["WestBalkans"]} if key in ("GrE", "GrF") else empty


@rule("NR 7.flip.axis", "NR 7.flip.soviet", "NR 7.upgrade", "NR 7.fort", "NR 7.fort.yugoslav", "NR 7.onestep")
@rule("NR 7.place.never", "NR 5.pay", "NAB 13.0.24", "NR 4.organization", "NR 7.twostep", "NAB 2.3.2a")
@pytest.mark.parametrize("first", [0, 40])
def test_7_who_may_be_turned_over_and_for_how_many_cards(first: int) -> None:
    seen = set()
    for seed in range(first, first + 40):
        d = position(seed)
        seat = d.phasing
        land, zones, money = land_of(d, seat), zones_of(d, OTHER[seat]), purse(d)
        for upgraded in (0, 1, 2):
            prices = {unit: flip_price(d, unit, upgraded, land, zones) for unit in on_map(d, seat)}
            question = asked(d, 0, upgraded)
            found = [act.unit for act in question.answers(d) if isinstance(act, Flip)]
            assert found == sorted(unit for unit, price in prices.items() if 0 <= price <= money)
            for unit in found:
                told = question.explain(d, Flip(unit)).tallies
                assert sum(tally.total for tally in told) == prices[unit]
                seen.add((FORM[unit], prices[unit]))
        for step in (1, 2):
            assert not [act for act in asked(d, step).answers(d) if isinstance(act, Flip)]
    assert len(seen) >= 4


@rule("NR 7.place.reinf", "NR 7.place.shattered", "NR 7.place.destroyed", "NR 7.place.surrendered")
@rule("NR 7.place.repl", "NR 7.place.never", "NR 7.place.soviet", "NR 7.place.axis", "NAB 7.6a", "NAB 7.6b")
@rule(
    "NAB 7.6c",
    "NAB 13.0.23c",
    "NAB 13.0.23c.q1",
    "NAB 13.0.24.q1",
    "NAB 13.0.GG.a",
    "NAB 13.0.GG.b",
    "NR 5.pay",
)
@rule(
    "NAB 13.0.Oil.c",
    "NAB 13.0.Oil.d",
    "NAB 13.0.Oil.e",
    "NAB 13.0.Oil.q2",
    "NAB 13.0.Warsaw",
    "NR 4.organization",
)
@pytest.mark.parametrize("first", [100, 120, 140])
def test_7_who_comes_in_and_where(first: int) -> None:
    for seed in range(first, first + 20):
        d = position(seed)
        seat = d.phasing
        land, zones, money = land_of(d, seat), zones_of(d, OTHER[seat]), purse(d)
        due = set()
        for unit in (unit for unit in ALL_UNITS if SIDE[unit] == seat):
            if 0 <= place_price(d, unit) <= money:
                due |= {(unit, space) for space in places_for(d, unit, land, zones)}
        for step in (0, 1):
            found = [act for act in asked(d, step).answers(d) if isinstance(act, Place)]
            assert {(act.unit, act.space) for act in found} == due
            assert len(found) == len(due)
        assert not [act for act in asked(d, 2).answers(d) if isinstance(act, Place)]


@rule("NR 7.disorganized", "NR 5.pay", "NAB 13.0", "NAB 3.0c", "NR 4.pass", "NR 4.organization")
def test_7_who_is_reorganized_and_when_the_phase_may_end() -> None:
    for seed in range(200, 240):
        d = position(seed)
        seat, money = d.phasing, purse(d)
        for step in (0, 1, 2):
            answers = asked(d, step).answers(d)
            owing = any(isinstance(act, Place) and KEYS[act.unit] in TRIGGERED for act in answers)
            owing = owing and any(
                isinstance(act, Place) and KEYS[act.unit] in TRIGGERED and d.where[act.unit] == REINFORCEMENTS
                for act in answers
            )
            worn = [unit for unit in on_map(d, seat) if d.marks[unit] & DISORGANIZED]
            found = [act.unit for act in answers if isinstance(act, Reorganize)]
            assert found == ([] if owing or not money else worn)
            assert (DONE in answers) is not owing
            assert (EXTEND in answers) is (seat == AXIS and not d.extended)


@rule("NR 7.place.destroyed", "NR 7.place.surrendered", "NR 7.place.shattered", "NR 7.place.reinf")
@rule("NAB 13.0.23c", "NR 7.disorganized", "NR 2.control")
def test_7_who_comes_back_is_disorganized_and_who_arrives_is_not() -> None:
    seen = set()
    for seed in range(300, 330):
        d = position(seed)
        seat = d.phasing
        question = asked(d, 1)
        places = [act for act in question.answers(d) if isinstance(act, Place)]
        for act in Random(seed).sample(places, min(4, len(places))):
            now = Draft(d.freeze())
            box, marks, points = now.where[act.unit], now.marks[act.unit], now.event_vp
            question.when_paid(now, act)
            returns = box in (SHATTERED, DESTROYED, SURRENDERED)
            assert now.where[act.unit] == act.space
            assert now.marks[act.unit] == marks | (DISORGANIZED if returns else 0)
            holder = AXIS if d.turn < 12 else SOVIET
            paid = 0 if box != ASIDE else 1 if holder == SOVIET else -1
            assert now.event_vp == points + paid
            assert len(now.frames) - len(d.frames) == (box in (DESTROYED, SURRENDERED))
            if CONTROLLED >> act.space & 1:
                assert now.owner(Space(act.space)) == seat
            seen.add(box)
    assert seen >= {SHATTERED, DESTROYED, SURRENDERED, REINFORCEMENTS}
