"""Supply in strewn positions, traced by hand: who is cut off, what a check marks, and who surrenders."""

from random import Random

import pytest
from tests.games.noretreat.by_hand import cut_off, guerrilla_areas, home_cities, land_of, open_spaces
from tests.games.noretreat.strewn import positions, strewn

from berlin.boards.hexes import bits
from berlin.games.noretreat.board.ground import AXIS_EDGES, SOVIET_EDGE
from berlin.games.noretreat.board.tables import AXIS, SOVIET
from berlin.games.noretreat.board.units import ALL_UNITS, CADRE, RANGES, SIDE, STATIC, YUGOSLAV
from berlin.games.noretreat.rules.supply import (
    check,
    failing,
    open_to_supply,
    overland,
    recheck,
    sources,
    supplied_cities,
)
from berlin.games.noretreat.state.state import (
    RAIDED,
    REMOVALS,
    RUNNING,
    SIZE,
    SURRENDERED,
    UNSUPPLIED,
    Draft,
)
from berlin.kernel.contract.ids import BOTH
from berlin.kernel.proof.mark import rule


@rule("NR 6.supply.unit", "NR 6.supply.city", "NR 6.supply.block", "NR 6.supply.leningrad", "NR 6.supply.sea")
@rule("NR 6.supply.seacity", "NR 6.supply.adjacent", "NR 6.supply.static", "NR 6.supply.finland")
@rule("NR 6.supply.yugoslav", "NR 6.supply.overland", "NR 2.lake", "NR 2.extension", "NR card.7.soviet")
@pytest.mark.parametrize("near", ["", "Leningrad", "Belgrade", "Sevastopol", "Riga", "Astrakhan"])
def test_6_who_is_cut_off_is_whom_no_way_leads_to(near: str) -> None:
    for d in positions(range(12), near=near):
        for side in BOTH:
            free = open_spaces(d, side)
            assert set(bits(open_to_supply(d, side))) == free
            cities = home_cities(d, side, free)
            assert set(bits(supplied_cities(d, side, open_to_supply(d, side)))) == cities
            assert set(bits(overland(d, side))) == land_of(d, side)
            assert set(failing(d, side)) == cut_off(d, side)


@rule("NR 6.supply.city", "NR 6.supply.leningrad", "NR 6.supply.yugoslav", "NR 9.retreat.q1")
def test_6_a_unit_s_sources_are_its_side_s_cities_and_edge_and_for_guerrillas_the_hills() -> None:
    for d in positions(range(60, 80)):
        for unit in ALL_UNITS[::4] + tuple(unit for unit in ALL_UNITS if YUGOSLAV[unit]):
            side = SIDE[unit]
            free = open_spaces(d, side)
            rim = bits(SOVIET_EDGE if side == SOVIET else AXIS_EDGES[d.extended])
            due = home_cities(d, side, free) | set(rim) & free
            due |= guerrilla_areas(d) if YUGOSLAV[unit] else set()
            assert set(bits(sources(d, unit))) == due


def marked(d: Draft, rng: Random) -> Draft:
    """Some are marked, by a check or by a raid."""
    for unit in ALL_UNITS:
        if d.where[unit] < SIZE and not STATIC[unit]:
            d.marks[unit] |= rng.choice((0, UNSUPPLIED, UNSUPPLIED | RAIDED, 0))
    return Draft(d.freeze())


@rule("NR 6.check", "NR card.5.soviet")
def test_6_a_check_marks_who_is_cut_off_and_nobody_else() -> None:
    for seed in range(80, 110):
        d = marked(strewn(seed), Random(seed))
        before, due = bytes(d.marks), cut_off(d, AXIS) | cut_off(d, SOVIET)
        check(d)
        fresh = Draft(d.freeze())
        for unit in ALL_UNITS:
            rest = before[unit] & ~(UNSUPPLIED | RAIDED)
            assert d.marks[unit] == rest | (UNSUPPLIED if unit in due else 0)
        for side in BOTH:
            assert d.zones(side) == fresh.zones(side)


@rule("NR 6.surrender", "NR 6.effects", "NR 10.vp.event", "NR card.5.soviet", "NR card.6.axis")
def test_6_in_removals_those_surrender_who_were_marked_and_are_still_cut_off() -> None:
    gone = 0
    for seed in range(110, 150):
        rng = Random(seed)
        d = marked(strewn(seed, REMOVALS), rng)
        d.event_vp = 0
        side, before, places = d.phasing, bytes(d.marks), list(d.where)
        spared = 1 << rng.choice(places) if rng.random() < 0.5 else 0
        out = cut_off(d, side)
        recheck(d, spared)
        lost = 0
        for unit in RANGES[side]:
            mark = before[unit]
            if places[unit] >= SIZE:
                assert (d.where[unit], d.marks[unit]) == (places[unit], mark)
            elif unit in out and mark & UNSUPPLIED and not mark & RAIDED and not spared >> places[unit] & 1:
                assert d.where[unit] == SURRENDERED
                lost += not CADRE[unit]
            else:
                # A raid lasts to the next check; who is cut off now is marked, but has another turn.
                cut = unit in out or (mark & UNSUPPLIED and mark & RAIDED)
                rest = mark & ~UNSUPPLIED & (~RAIDED if unit in out else -1)
                kept = mark if unit in out and mark & UNSUPPLIED and not mark & RAIDED else 0
                assert d.where[unit] == places[unit]
                assert d.marks[unit] == (kept or rest | (UNSUPPLIED if cut else 0))
        if d.over == RUNNING:
            holder = AXIS if d.turn < 12 else SOVIET
            assert d.event_vp == max(-6, min(6, lost if side != holder else -lost))
        gone += lost
    assert gone > 20
