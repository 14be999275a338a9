"""Organization in strewn positions, by hand: who may be turned over, who comes in, and where."""

from random import Random

import pytest
from tests.games.noretreat.by_hand import (
    land_of,
    on_map,
    zones_of,
)
from tests.games.noretreat.organization_by_hand import (
    TRIGGERED,
    asked,
    flip_price,
    place_price,
    places_for,
    position,
    purse,
)

from berlin.games.noretreat.board.ground import (
    CONTROLLED,
    Space,
)
from berlin.games.noretreat.board.tables import AXIS, SOVIET
from berlin.games.noretreat.board.units import (
    ALL_UNITS,
    FORM,
    KEYS,
    SIDE,
)
from berlin.games.noretreat.rules.cards.paid_acts import Flip, Place, Reorganize
from berlin.games.noretreat.rules.na_berlin import EXTEND
from berlin.games.noretreat.rules.question import DONE
from berlin.games.noretreat.state.state import (
    ASIDE,
    DESTROYED,
    DISORGANIZED,
    REINFORCEMENTS,
    SHATTERED,
    SURRENDERED,
    Draft,
)
from berlin.kernel.contract.ids import OTHER
from berlin.kernel.proof.mark import rule


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
