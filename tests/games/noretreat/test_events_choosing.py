"""What events leave to choose in strewn positions, by hand; and what becomes of who is chosen."""

from collections.abc import Callable
from random import Random

import pytest
from tests.games.noretreat.by_hand import (
    NEVER_REBUILT,
    after_loss,
    bits,
    enemies,
    friends,
    home_cities,
    land_of,
    may_move,
    on_map,
    open_spaces,
    packed,
    ways_of,
    when_lost,
    zones_of,
)
from tests.games.noretreat.cards import pick
from tests.games.noretreat.strewn import strewn

from berlin.games.noretreat.board.ground import (
    ALL_OBJECTIVES,
    AT,
    CITY,
    CONTROLLED,
    EXTENSION,
    GG,
    GRID,
    MAP,
    USSR,
    Space,
)
from berlin.games.noretreat.board.tables import AXIS, SOVIET
from berlin.games.noretreat.board.units import ALL_UNITS, FIXED, FORM, HOME, KEYS, KIND, SIDE, STATIC, STATUS
from berlin.games.noretreat.rules.cards.paid_acts import Flip, Place
from berlin.games.noretreat.rules.combat.losses import Lose
from berlin.games.noretreat.rules.events.choosing import At, Choose, Pick
from berlin.games.noretreat.rules.movement import Move
from berlin.games.noretreat.rules.organization import Organize
from berlin.games.noretreat.state.state import (
    BACK,
    DESTROYED,
    DISORGANIZED,
    FLIPPED,
    MOVED,
    ORGANIZATION,
    OUT,
    RAIDED,
    RAIL,
    SHATTERED,
    SURRENDERED,
    UNSUPPLIED,
    Draft,
)
from berlin.kernel.contract.ids import OTHER, Seat, Unit
from berlin.kernel.proof.mark import rule

LOST = (DESTROYED, SURRENDERED)


def supplied(d: Draft, side: Seat) -> list[Unit]:
    return [unit for unit in on_map(d, side) if not d.marks[unit] & UNSUPPLIED]


def is_fort(d: Draft, unit: Unit) -> bool:
    return FIXED[d.marks[unit] & BACK][unit]


def out_of_zones(d: Draft, units: list[Unit]) -> list[Unit]:
    return [u for u in units if d.where[u] not in zones_of(d, OTHER[SIDE[u]])]


def raided(d: Draft) -> list[Unit]:
    near = enemies(d, AXIS)
    able = [u for u in supplied(d, AXIS) if not STATIC[u] and STATUS[u] != "finn"]
    return [u for u in able if any(MAP.distance(d.where[u], space) <= 4 for space in near)]


UNITS: dict[str, tuple[Pick, Callable[[Draft], list[Unit]], Callable[[Unit], object]]] = {
    "NR card.5.soviet": (pick(5, SOVIET), raided, Choose),
    "NR card.18.axis": (
        pick(18, AXIS),
        lambda d: [u for u in on_map(d, SOVIET) if d.marks[u] & UNSUPPLIED],
        Choose,
    ),
    "NR card.18.soviet": (
        pick(18, SOVIET),
        lambda d: out_of_zones(d, [u for u in supplied(d, SOVIET) if not is_fort(d, u)]),
        Choose,
    ),
    "NR card.24.soviet": (
        pick(24, SOVIET, 1, seat=AXIS),
        lambda d: [u for u in supplied(d, AXIS) if not is_fort(d, u)],
        Lose,
    ),
    "NR card.35.axis": (pick(35, AXIS, seat=SOVIET), lambda d: supplied(d, SOVIET), Lose),
    "NR card.44.soviet": (
        pick(44, SOVIET, 1, seat=AXIS),
        lambda d: [u for u in on_map(d, AXIS) if KEYS[u][:3] in ("Rum", "Ita", "Hun")],
        Lose,
    ),
    "NR card.51.axis": (
        pick(51, AXIS),
        lambda d: [u for u in on_map(d, AXIS) if STATUS[u] == "regular"],
        Choose,
    ),
    "NR card.2.soviet": (
        pick(2, SOVIET, 2),
        lambda d: [
            u
            for u in ALL_UNITS
            if SIDE[u] == SOVIET and d.where[u] in (SHATTERED, *LOST) and KEYS[u] not in NEVER_REBUILT
        ],
        Choose,
    ),
}


@rule("NR card.5.soviet", "NR card.18.axis", "NR card.18.soviet", "NR card.24.soviet", "NR card.35.axis")
@rule("NR card.44.soviet", "NR card.51.axis", "NR card.2.soviet", "NR card.15.soviet")
@pytest.mark.parametrize("clause", UNITS)
def test_5_the_units_that_an_event_may_choose(clause: str) -> None:
    frame, by_hand, act = UNITS[clause]
    found = 0
    for seed in range(25):
        d = strewn(seed, ORGANIZATION)
        d.frames = [frame]
        due = by_hand(d)
        answers = [a for a in frame.answers(d) if isinstance(a, Choose | Lose)]
        assert answers == [act(unit) for unit in due]
        found += len(due)
        for unit in (unit for unit in ALL_UNITS if unit not in due):
            told = frame.refuse(d, act(unit))  # type: ignore[arg-type]
            never = (
                clause == "NR card.2.soviet" and SIDE[unit] == SOVIET and d.where[unit] in (SHATTERED, *LOST)
            )
            assert told.rule == ("NR 7.place.never" if never else clause)
            side = SIDE[due[0]] if due else SIDE[unit]
            assert ("is no" in told.reason and "unit" in told.reason) or SIDE[unit] == side
    assert found > 5


FATES: dict[str, Callable[[Draft, Unit], tuple[int, int]]] = {
    "NR card.5.soviet": lambda d, u: (d.where[u], d.marks[u] | UNSUPPLIED | RAIDED),
    "NR card.18.axis": when_lost,
    "NR card.18.soviet": lambda d, u: (RAIL, d.marks[u]),
    "NR card.24.soviet": after_loss,
    "NR card.35.axis": after_loss,
    "NR card.44.soviet": when_lost,
    "NR card.51.axis": lambda d, u: (OUT, 0),
    "NR card.2.soviet": lambda d, u: (RAIL, 0),
}


@rule("NR card.5.soviet", "NR card.18.axis", "NR card.18.soviet", "NR card.24.soviet", "NR card.35.axis")
@rule("NR card.44.soviet", "NR card.51.axis", "NR card.2.soviet", "NR 9.step")
@pytest.mark.parametrize("clause", UNITS)
def test_5_what_becomes_of_the_unit_that_an_event_chooses(clause: str) -> None:
    frame, by_hand, act = UNITS[clause]
    again = {"NR card.18.soviet": (frame.step, 1), "NR card.35.axis": (0, 1), "NR card.2.soviet": (1, 0)}
    for seed in range(30, 42):
        d = strewn(seed, ORGANIZATION)
        for unit in by_hand(d)[:4]:
            now = Draft(d.freeze())
            now.frames = [frame]
            frame.carry_out(now, act(unit))  # type: ignore[arg-type]
            assert (now.where[unit], now.marks[unit]) == FATES[clause](d, unit)
            others = [u for u in ALL_UNITS if u != unit]
            assert [now.where[u] for u in others] == [d.where[u] for u in others]
            tops = [(top.step, len(top.data)) for top in now.frames if isinstance(top, Pick)]
            left = clause != "NR card.35.axis" or len(by_hand(d)) > 1
            assert tops == ([again[clause]] if clause in again and left else [])
            if clause == "NR card.51.axis":
                held = 1 if now.turn < 12 else -1
                assert now.event_vp == max(-6, min(6, d.event_vp + held))


def axis_hexes(d: Draft) -> set[int]:
    own = set(friends(d, AXIS)) | {s for s in bits(CONTROLLED) if d.owner(Space(s)) == AXIS}
    return own & set(bits(GRID)) - zones_of(d, SOVIET) - closed(d) - set(d.works)


def closed(d: Draft) -> set[int]:
    return set() if d.extended else set(bits(EXTENSION))


def wave_targets(d: Draft) -> set[int]:
    able = [u for u in on_map(d, SOVIET) if not d.marks[u] & DISORGANIZED and not is_fort(d, u)]
    return enemies(d, SOVIET) & {s for u in able for s in bits(MAP.beside[d.where[u]])}


def to_scorch(d: Draft) -> set[int]:
    cities = set(bits(CITY & USSR & ~ALL_OBJECTIVES & ~d.scorched_cities))
    return {city for city in cities if d.owner(Space(city)) == SOVIET}


SPACES: dict[str, tuple[Pick, Callable[[Draft], set[int]]]] = {
    "NR card.41.axis": (pick(41, AXIS), axis_hexes),
    "NR card.29.soviet": (pick(29, SOVIET), wave_targets),
    "NR card.7.soviet": (pick(7, SOVIET), to_scorch),
    "NR card.32.soviet": (pick(32, SOVIET), lambda d: set(bits(GRID)) - closed(d)),
    "NR card.17.axis": (
        pick(17, AXIS),
        lambda d: {d.where[u] for u in on_map(d, AXIS) if may_move(d, u)},
    ),
    "NR card.6.axis": (
        pick(6, AXIS),
        lambda d: {d.where[u] for u in on_map(d, AXIS) if d.marks[u] & UNSUPPLIED},
    ),
}


@rule("NR card.41.axis", "NR card.29.soviet", "NR card.7.soviet", "NR card.32.soviet", "NR card.17.axis")
@rule("NR card.6.axis", "NR 2.extension")
@pytest.mark.parametrize("clause", SPACES)
def test_5_the_spaces_that_an_event_may_choose(clause: str) -> None:
    frame, by_hand = SPACES[clause]
    for seed in range(50, 75):
        d, rng = strewn(seed, ORGANIZATION), Random(seed)
        for unit in ALL_UNITS:
            d.marks[unit] |= MOVED if rng.random() < 0.3 else 0
        d.frames = [frame]
        due = by_hand(d)
        assert [act.space for act in frame.answers(d) if isinstance(act, At)] == sorted(due)
        for space in sorted(set(bits(MAP.all)) - due)[:: 1 + seed % 40]:
            told = frame.refuse(d, At(Space(space)))
            shut = space in closed(d) and bool(GRID >> space & 1)
            if clause == "NR card.41.axis":
                shut = shut and d.owner(Space(space)) == AXIS and space not in zones_of(d, SOVIET)
                shut = shut and bool(CONTROLLED >> space & 1)
            outside = clause in ("NR card.41.axis", "NR card.32.soviet")
            assert told.rule == ("NR 2.extension" if shut and outside else clause)


@rule("NR card.32.soviet")
def test_card_32_each_of_three_hexes_lies_next_to_another() -> None:
    for seed in range(80, 86):
        d, rng = strewn(seed), Random(seed)
        d.roomy, data = (), list[int]()
        for number in range(3):
            frame = pick(32, SOVIET, data=tuple(data))
            d.frames = [frame]
            near = {s for one in data for s in bits(MAP.beside[one])} if data else set(bits(GRID))
            due = near & set(bits(GRID)) - closed(d) - set(data)
            assert [act.space for act in frame.answers(d) if isinstance(act, At)] == sorted(due)
            data.append(rng.choice(sorted(due)))
            frame.carry_out(d, At(Space(data[-1])))
            assert len(d.frames) == (number < 2)
        assert d.roomy == tuple(sorted(data))


def conscripts(d: Draft) -> set[tuple[Unit, int]]:
    free = open_spaces(d, SOVIET)
    cities = home_cities(d, SOVIET, free)
    near = (cities | {s for c in cities for s in bits(MAP.beside[c])}) & set(bits(GRID))
    theirs = {s for s in bits(CONTROLLED) if d.owner(Space(s)) == AXIS}
    near -= closed(d) | enemies(d, SOVIET) | theirs | zones_of(d, AXIS) | packed(d, SOVIET)
    able = [u for u in ALL_UNITS if SIDE[u] == SOVIET and d.where[u] in LOST and KEYS[u] not in NEVER_REBUILT]
    return {(unit, space) for unit in able for space in near}


def festungen(d: Draft) -> set[tuple[Unit, int]]:
    near = {s for space in friends(d, SOVIET) for s in bits(MAP.beside[space])}
    spaces = {c for c in bits(CITY & GG) if d.owner(Space(c)) == AXIS} - near - packed(d, AXIS)
    paid = d.event_vp < 6 if d.turn >= 12 else d.event_vp > -6
    able = [u for u in ALL_UNITS if KEYS[u] in ("FesK", "FesB") and d.where[u] in LOST and paid]
    return {(unit, space) for unit in able for space in spaces}


def levies(d: Draft) -> set[tuple[Unit, int]]:
    able = [u for u in ALL_UNITS if KIND[0][u] == "volksturm" and d.where[u] in LOST]
    homes = {(unit, AT[HOME[unit]]) for unit in able}
    return {(u, s) for u, s in homes if d.owner(s) == AXIS and s not in packed(d, AXIS)}


PLACES = {
    "NR card.1.soviet": (pick(1, SOVIET), conscripts),
    "NR card.48.axis": (pick(48, AXIS, 1), festungen),
    "NR card.49.axis": (pick(49, AXIS, 2), levies),
}


@rule("NR card.1.soviet", "NR card.48.axis", "NR card.49.axis", "NR 7.place.soviet", "NR 8.stack")
@pytest.mark.parametrize("clause", PLACES)
def test_5_who_is_brought_back_by_an_event_and_where(clause: str) -> None:
    frame, by_hand = PLACES[clause]
    seen = 0
    for seed in range(100, 150):
        d, rng = strewn(seed), Random(seed)
        for unit in ALL_UNITS:
            if rng.random() < 0.5 or STATIC[unit]:
                d.put(unit, rng.choice((*LOST, SHATTERED)))
                d.marks[unit] = 0
        d = Draft(d.freeze())
        d.frames = [frame]
        due = by_hand(d)
        found = {(act.unit, act.space) for act in frame.answers(d) if isinstance(act, Place)}
        assert found == due
        seen += len(due)
        for unit, space in rng.sample(sorted(due), min(2, len(due))):
            now = Draft(d.freeze())
            frame.carry_out(now, Place(unit, Space(space)))
            marks = DISORGANIZED if SIDE[unit] == SOVIET else 0
            assert (now.where[unit], now.marks[unit]) == (space, marks)
            assert len(now.frames) == (clause == "NR card.49.axis")
            price = 0 if clause != "NR card.48.axis" else 1 if now.turn >= 12 else -1
            assert now.event_vp == d.event_vp + price
    assert seen > 10


@rule(
    "NR card.3.axis",
    "NR card.30.axis",
    "NR card.38.soviet",
    "NR card.8.soviet",
    "NR 7.upgrade",
    "NR 7.flip.axis",
)
@pytest.mark.parametrize(("card", "side"), [(3, AXIS), (30, AXIS), (38, SOVIET), (8, SOVIET)])
def test_5_whom_a_free_step_turns_over(card: int, side: Seat) -> None:
    for seed in range(160, 190):
        d = strewn(seed, ORGANIZATION, side=side)
        land, zones = land_of(d, side), zones_of(d, OTHER[side])
        for step in (0, 1):
            d.frames = [Organize(side, step), pick(card, side, 2)]
            able = [u for u in on_map(d, side) if d.where[u] in land and not d.marks[u] & FLIPPED]
            if card == 8:
                able = [u for u in able if FORM[u] == "upgrades" and not d.marks[u] & (BACK | DISORGANIZED)]
            elif side == AXIS:
                able = [u for u in able if d.marks[u] & BACK and STATUS[u] == "regular"]
                able = [u for u in able if d.where[u] not in zones]
            else:
                able = [u for u in able if FORM[u] == "upgrades" and not d.marks[u] & BACK and d.turn >= 17]
                able = [u for u in able if d.where[u] not in zones]
            found = [act.unit for act in d.frames[-1].answers(d) if isinstance(act, Flip)]
            assert found == ([] if step else able)


@rule("NR card.10.axis", "NR card.39.axis", "NR card.43.axis", "NR card.41.soviet", "NR 8.stack", "NR 8.zoc")
@pytest.mark.parametrize(
    ("card", "side", "points", "most"),
    [(10, AXIS, 2, 1), (39, AXIS, 1, 99), (43, AXIS, 2, 99), (41, SOVIET, 0, 4)],
)
def test_5_who_marches_by_an_event_and_where_to(card: int, side: Seat, points: int, most: int) -> None:
    for seed in range(200, 212):
        d = strewn(seed)
        frame = pick(card, side, most)
        d.frames = [frame]
        able = out_of_zones(d, [u for u in on_map(d, side) if may_move(d, u)])
        if card == 10:
            able = [u for u in able if not d.marks[u] & UNSUPPLIED]
        if card == 43:
            able = [u for u in able if KIND[d.marks[u] & BACK][u] == "armor"]
        due = set()
        for unit in able:
            full = packed(d, side)
            due |= {(unit, *way) for way in ways_of(d, unit, points) if way[1] not in full}
        moves = [act for act in frame.answers(d) if isinstance(act, Move)]
        assert {(act.unit, act.via, act.space) for act in moves} == due
        if moves:
            now = Draft(d.freeze())
            frame.carry_out(now, moves[0])
            assert now.where[moves[0].unit] == moves[0].space
            assert now.marks[moves[0].unit] & MOVED
            assert bool(now.frames) is (most > 1)
