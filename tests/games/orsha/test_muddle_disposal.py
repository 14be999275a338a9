"""7.5137, 7.51310 and 7.514 once more, over desks in a muddle: what may be done, and with what chance."""

from random import Random

import pytest
from tests.campaign.desk import legal, question
from tests.games.orsha.muddle import (
    MINE,
    MOUNTS,
    POCKETS,
    SHARED,
    all_units,
    area,
    isolated,
    kept,
    muddle,
)

from berlin.campaign.aftermath.salvage import Burn, Rummage, Scrap, Scrounge, Wreck
from berlin.campaign.question import Done
from berlin.campaign.refit import removal
from berlin.campaign.refit.armoury import Armoury, Assemble, Dismantle
from berlin.campaign.refit.removal import Clear, Clearance, Tow
from berlin.campaign.refit.vehicle_disposal import Abandon, Strip, Yard
from berlin.games.orsha.board.ground import MAP, find_hex
from berlin.games.orsha.rules.book import BOOK
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH, OTHER, Place, Seat, Unit
from berlin.kernel.play.acts import Act
from berlin.kernel.proof.mark import rule
from berlin.squad.board.counters import Sort
from berlin.squad.board.pieces import NOBODY, NOWHERE, Mark, Piece, Where
from berlin.squad.board.works import Work, Works

SEEDS = range(16)
HEXES = (*MINE[BOTH[0]], *MINE[BOTH[1]], *POCKETS.values(), SHARED, "K14", "M52")
BY_MEN = (Works.FOXHOLE, Works.TRENCH, Works.DITCH, Works.WIRE, Works.MINES)
BY_TRACKS = (Works.WRECK, Works.BURNT_WRECK, Works.BURNING_WRECK)


def strewn(seed: int) -> Draft:
    """A muddle with works of all kinds in it."""
    d, rng = muddle(seed), Random(seed)
    for _ in range(25):
        what = rng.choice(tuple(Works))
        of = rng.choice(("g:StuG-IIIG", "r:T-34-M43", "")) if what in BY_TRACKS else ""
        mines = what is Works.MINES
        d.works.append(
            Work(
                what,
                find_hex(rng.choice(HEXES)),
                owner=rng.choice((NOBODY, *BOTH)),
                hidden=mines and rng.random() < 0.4,
                ap=6 * mines,
                of=of,
                side=rng.choice((-1, -1, 2)) if of else -1,
                scrounged=bool(of) and rng.random() < 0.3,
            )
        )
    return d


def mmc(d: Draft, side: Seat, where: str) -> bool:
    """Has a side an MMC of its own in this part of its Perimeter Area?"""
    return any(
        owner == side and counter.is_mmc and area(piece) == where and not piece.has(Mark.PRISONER)
        for owner, _, piece, counter in all_units(d)
    )


def takes(piece: Piece) -> bool:
    """Is there a machine-gun on it that works and can be taken off?"""
    return not piece.has(Mark.SCROUNGED) and any(
        gun.kind and not piece.has(sum(MOUNTS[gun.mount])) for gun in BOOK.counters[piece.kind].guns
    )


@rule("OTO 7.5137")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_5137_every_vehicle_that_may_be_given_up_and_every_wreck_that_may_be_searched(seed: int) -> None:
    d = strewn(seed)
    for side in BOTH:
        expected: set[Act] = {Done()}
        for unit, piece, counter in kept(d, side):
            if counter.sort is not Sort.VEHICLE or piece.has(Mark.RECALLED | Mark.RECALLED_FOR_AMMO):
                continue
            manned, left = mmc(d, side, area(piece)), piece.has(Mark.ABANDONED)
            crewed = not left and bool(counter.crew) and not piece.has(Mark.CAPTURED)
            if not left and (manned or crewed):
                expected.add(Abandon(unit))
            if manned:
                expected |= {Wreck(unit), Burn(unit)}
                expected |= {Strip(unit)} if takes(piece) else set()
                expected |= {Scrounge(unit)} if takes(piece) and left else set()
        for work in d.works:
            name = next(one for one in HEXES if find_hex(one) == work.space)
            alone = name in (*MINE[side], POCKETS[side]) or MAP_OF[name] == side
            room = name if name in (*POCKETS.values(), SHARED) else ""
            armed = work.of == "g:StuG-IIIG" and not work.scrounged
            if work.what is Works.WRECK and armed and alone and mmc(d, side, room):
                expected.add(Rummage(work.space))
        d.frames = [Yard(side)]
        assert set(legal(d)) == expected or (expected == {Done()} and question(d) is None)


MAP_OF: dict[str, Seat | None] = dict.fromkeys(HEXES) | {"K14": BOTH[0], "M52": BOTH[1]}


@rule("OTO 7.51310")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_51310_every_weapon_of_an_area_with_men_may_be_handled_once(seed: int) -> None:
    d = muddle(seed)
    for side in BOTH:
        expected: set[Act] = {Done()}
        manned = {
            area(piece)
            for owner, _, piece, counter in all_units(d)
            if owner == side and counter.is_personnel and not piece.has(Mark.PRISONER)
        }
        for unit, piece, counter in kept(d, side):
            if counter.sort in (Sort.WEAPON, Sort.RADIO, Sort.GUN) and area(piece) in manned:
                expected.add(Scrap(unit))
                if counter.dismantled:
                    expected.add((Assemble if piece.has(Mark.DISMANTLED) else Dismantle)(unit))
        d.frames = [Armoury(side)]
        if len(expected) > 1:
            assert set(legal(d)) == expected
            chosen = next(act for act in legal(d) if isinstance(act, Scrap))
            Armoury(side).carry_out(d, chosen)
            assert d.piece(chosen.unit).is_out
            assert not {Scrap(chosen.unit), Dismantle(chosen.unit)} & set(legal(d))


def open_to(d: Draft, side: Seat, space: int) -> bool:
    """Is a hex this side's alone, and not Isolated?"""
    here = 1 << space
    return bool(d.control[side] & ~d.control[OTHER[side]] & ~d.isolated & here)


def mined(d: Draft, side: Seat, space: int, way: int) -> bool:
    """Do mines that a side knows of lie in a hex, or beyond the hexside that something lies along?"""
    here = 1 << space | (MAP.step(1 << space, way) if way >= 0 else 0)
    return any(
        work.what is Works.MINES and here >> work.space & 1 and (not work.hidden or work.owner == side)
        for work in d.works
    )


@rule("OTO 7.514a", "OTO 7.514b", "OTO 7.514c", "OTO 7.514d", "OTO 7.514.q2")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_514_what_may_be_cleared_away_and_how_often(seed: int) -> None:
    d = strewn(seed)
    for side in BOTH:
        squads = sum(
            {Sort.SQUAD: 2, Sort.HALF: 1, Sort.CREW: 1}.get(counter.sort, 0)
            for owner, _, piece, counter in all_units(d)
            if owner == side and not piece.has(Mark.PRISONER) and not isolated(piece)
        )
        tracks = sum(
            counter.tracked
            and not isolated(piece)
            and not piece.has(Mark.IMMOBILE | Mark.BOGGED | Mark.MIRED | Mark.ABANDONED)
            for _, piece, counter in kept(d, side)
        )
        assert (removal.hands(d, side), removal.tractors(d, side)) == (squads // 2, tracks)
        for dug, towed in ((0, 0), (max(squads // 2 - 1, 0), tracks), (squads // 2, max(tracks - 1, 0))):
            expected: set[Act] = {Done()}
            for work in d.works:
                if work.hidden or not open_to(d, side, work.space):
                    continue
                if work.what in BY_MEN and dug < squads // 2:
                    expected.add(Clear(work.space, work.what.name.lower()))
                barred = mined(d, side, work.space, work.side)
                if work.what in BY_TRACKS and towed < tracks and not barred:
                    expected.add(Clear(work.space, work.what.name.lower()))
            for owner, unit, piece, counter in all_units(d):
                mine = side == (OTHER[owner] if piece.has(Mark.CAPTURED) else owner)
                stuck = counter.sort is Sort.VEHICLE and piece.has(Mark.IMMOBILE | Mark.BOGGED | Mark.MIRED)
                if not mine or not stuck or piece.where is not Where.MAP or towed >= tracks:
                    continue
                if open_to(d, side, piece.space) and not mined(d, side, piece.space, piece.side):
                    expected.add(Tow(unit))
            d.frames = [Clearance(side, dug, towed)]
            assert set(legal(d)) == expected or (expected == {Done()} and question(d) is None)


@rule("OTO 7.514e", "OTO 7.514f", "OTO 7.514g", "OTO 7.514.q1")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_514_the_die_of_each_attempt(seed: int) -> None:
    start = strewn(seed)
    for side in BOTH:
        start.frames = [Clearance(side)]
        for act in legal(start):
            d = Draft(start.freeze(), [])
            space, exposed, own = told(d, side, act)
            if space < 0:
                continue
            drm = sappers_help(d, side) + near_front(space) * exposed - 2 * own
            d.frames[-1].carry_out(d, act)
            roll = d.dice[-1]
            gone = roll + drm <= 3
            if isinstance(act, Tow):
                assert d.piece(act.unit).is_out == gone
            else:
                lost = len(start.works) - len(d.works)
                assert bool(lost) == gone
                left = sum(work.what is Works.MINES and work.space == space for work in d.works)
                assert not gone or act != Clear(space, "mines") or not left
            assert (len(d.frames) > 1) == (roll == 6 and bool(removal.victims(d, side)))


def told(d: Draft, side: Seat, act: Act) -> tuple[Place, bool, bool]:
    """Where something lies, whether the Front Line makes it harder, and whether Germans clear their own."""
    if isinstance(act, Tow):
        return d.piece(act.unit).space, True, False
    if not isinstance(act, Clear):
        return NOWHERE, False, False
    number = removal.items(d, Clearance(side))[act]
    work = d.works[number]
    own = side == BOTH[0] and work.owner == side and work.what in BY_MEN
    return work.space, work.what not in (Works.FOXHOLE, Works.TRENCH, Works.DITCH), own


def near_front(space: int) -> int:
    """2 in a Front-Line hex of either side, 1 next to one."""
    front = [find_hex(MINE[side][0]) for side in BOTH]
    if space in front:
        return 2
    return int(any(MAP.neighbours(1 << one) >> space & 1 for one in front))


def sappers_help(d: Draft, side: Seat) -> int:
    squads = [
        unit
        for owner, unit, piece, counter in all_units(d)
        if owner == side
        and counter.sort is Sort.SQUAD
        and piece.has(Mark.ENGINEER)
        and not piece.has(Mark.PRISONER)
        and not isolated(piece)
    ]
    return -1 if side == BOTH[1] and len(squads) >= 3 else 0


@rule("OTO 7.514f")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_514_who_is_hit_by_a_mishap(seed: int) -> None:
    d = muddle(seed)
    for side in BOTH:
        units: list[tuple[Unit, Piece, int]] = [
            (unit, piece, counter.grade)
            for owner, unit, piece, counter in all_units(d)
            if owner == side and counter.is_mmc and not piece.has(Mark.PRISONER) and not isolated(piece)
        ]
        best = max((grade for _, _, grade in units), default=0)
        first = [unit for unit, piece, grade in units if grade == best and piece.has(Mark.ENGINEER)]
        assert removal.victims(d, side) == (first or [unit for unit, _, grade in units if grade == best])
