"""What each turn brings to strewn positions, by hand: markers, points, arrivals, departures."""

from random import Random

import pytest
from tests.games.noretreat.strewn import strewn

from berlin.games.noretreat.board.deck import JOINS, LEAVES
from berlin.games.noretreat.board.ground import AT
from berlin.games.noretreat.board.tables import SOVIET, TURNS
from berlin.games.noretreat.board.units import ALL_UNITS, ARRIVAL, FORM, HOME, KEYS, KIT
from berlin.games.noretreat.rules.housekeeping import clear_up, turn_events
from berlin.games.noretreat.rules.organization import close
from berlin.games.noretreat.rules.stacking import Excess
from berlin.games.noretreat.state.state import (
    ASIDE,
    BACK,
    DESTROYED,
    DISORGANIZED,
    DUE,
    FLIPPED,
    FRESH,
    ORGANIZATION,
    OUT,
    REINFORCEMENTS,
    REMOVALS,
    Draft,
)
from berlin.kernel.contract.ids import Unit
from berlin.kernel.proof.mark import rule

LEAVE = {"Ita8": 15, "2Pz": 16, "SSPz": 18, "BerG": 28}
EVENT_POINT = {4, 7, 10, 14, 19, 22, 25, 27}
DEFENDERS = ["BerG", "VolB", "VolP", "VolR", "VolK", "VolV"]


def position(seed: int, turn: int) -> Draft:
    """Many are still due; the cards are those before the reset."""
    d, rng = strewn(seed, turn=turn), Random(seed)
    for unit in ALL_UNITS:
        if rng.random() < 0.5 or KEYS[unit] in DEFENDERS:
            back = BACK if FORM[unit] != "single" else 0
            d.where[unit], d.marks[unit] = DUE, rng.choice((0, FRESH, FLIPPED, back))
    d.kit, d.extended = rng.random() < 0.6 or turn > 22, rng.random() < 0.5
    d.short, d.gone, d.event_vp = 3, JOINS[d.deck], rng.randint(-5, 5)
    d.pile = (d.pile | LEAVES[d.deck]) & ~d.gone
    d.hands, d.discards = [0, 0], bytearray()
    return Draft(d.freeze())


def comes(d: Draft, unit: Unit) -> bool:
    """Whether a unit that is due arrives: on its turn, or the turn after what brings it."""
    since = {"gg": d.gg, "oil": d.oil, "warsaw": d.warsaw}.get(ARRIVAL[unit])
    if since is not None:
        return d.kit and (d.extended or d.turn >= 17) and 0 < since < d.turn
    return ARRIVAL[unit] == str(d.turn) and not KIT[unit]


@rule("NR 4.housekeeping.b", "NR 11.italians", "NR 7.place.reinf", "NAB 13.0.GG.a", "NAB 13.0.Oil.a")
@rule("NAB 13.0.Warsaw", "NAB 13.0.q1", "NR 2.extension", "NAB 13.0.23b", "NAB 13.0.23b.q1", "NR 11.turn14")
@rule("NR 11.turn15", "NR 11.turn16", "NR 11.turn17", "NR 11.turn18", "NR 11.turn23", "NR 11.turn28")
@rule("NAB 12.3.step2", "NR 10.vp.event", "NR 5.reset45", "NAB 13.0.Oil.d", "NAB 13.0")
@pytest.mark.parametrize("turn", range(1, 29))
def test_11_what_a_turn_brings(turn: int) -> None:
    for seed in range(3):
        d = position(seed, turn)
        before = Draft(d.freeze())
        turn_events(d)
        box = TURNS[turn]
        assert (d.blitz, d.shock, d.short) == (box.blitz, box.shock, 0)
        assert d.extended is (before.extended or turn >= 17)
        start = 0 if turn == 23 else before.event_vp
        point = 1 if turn >= 12 else -1
        assert d.event_vp == (start + point if turn in EVENT_POINT else start)
        for unit in ALL_UNITS:
            key, was = KEYS[unit], before.where[unit]
            kept = before.marks[unit] & ~(FRESH | FLIPPED)
            if LEAVE.get(key) == turn and was != OUT and not (key == "BerG" and before.kit):
                assert (d.where[unit], d.marks[unit]) == (ASIDE if key == "SSPz" else OUT, 0)
            elif turn == 23 and before.kit and key in DEFENDERS and was == DUE:
                city = AT[HOME[unit]]
                assert d.where[unit] == (DESTROYED if before.owner(city) == SOVIET else city)
            elif was == DUE and comes(before, unit):
                guest = key in ("SRum", "Yug1", "Yug2")
                assert (d.where[unit], d.marks[unit]) == (REINFORCEMENTS, BACK if guest else 0)
            else:
                assert (d.where[unit], d.marks[unit]) == (was, kept)
        crowds = {AT[HOME[u]] for u in ALL_UNITS if KEYS[u] in DEFENDERS and before.where[u] == DUE}
        crowds = {city for city in crowds if before.owner(city) != SOVIET}
        asked = [frame.space for frame in d.frames if isinstance(frame, Excess)]
        due = crowds if turn == 23 and before.kit else set()
        assert sorted(asked) == sorted(due)
        assert d.gone == (LEAVES[d.deck] if turn == 23 else before.gone)


@rule("NAB 13.0.Oil.q1", "NAB 13.0.Oil.f")
def test_nab_13_who_has_nowhere_to_arrive_is_lost_when_organization_ends() -> None:
    for seed in range(10):
        d = strewn(seed, ORGANIZATION)
        for unit in ALL_UNITS:
            d.where[unit], d.marks[unit] = REINFORCEMENTS, BACK
        side = d.phasing
        close(d)
        for unit in ALL_UNITS:
            brought = ARRIVAL[unit] in ("gg", "oil", "warsaw") and (unit >= 37) == (side == SOVIET)
            assert (d.where[unit], d.marks[unit]) == ((OUT, 0) if brought else (REINFORCEMENTS, BACK))


@rule("NR 4.removals", "NR 7.disorganized")
def test_4_disorganized_markers_of_the_phasing_side_come_off() -> None:
    for seed in range(10):
        d = strewn(seed, REMOVALS)
        for unit in ALL_UNITS:
            d.marks[unit] |= DISORGANIZED
        clear_up(d)
        for unit in (u for u in ALL_UNITS if d.where[u] != OUT):
            assert bool(d.marks[unit] & DISORGANIZED) is ((unit >= 37) != (d.phasing == SOVIET))
