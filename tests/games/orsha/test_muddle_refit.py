"""7.513 once more, over desks in a muddle: what becomes of each vehicle and each weapon, by the clauses."""

import pytest
from tests.campaign.desk import legal
from tests.games.orsha.muddle import (
    MINE,
    MOUNTS,
    RUSSIAN,
    Again,
    all_units,
    area,
    isolated,
    kept,
    led,
    muddle,
    served,
)

from berlin.campaign.question import Done
from berlin.campaign.refit import ammunition, captured, ft_dc_recovery, repair, vehicles
from berlin.campaign.refit.repair import Exchange, Exchanging
from berlin.games.orsha.board.ground import find_hex
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH, Seat, Unit
from berlin.kernel.proof.mark import rule
from berlin.squad.board.counters import Sort
from berlin.squad.board.pieces import Mark, Piece, Where
from berlin.squad.board.works import Works

SEEDS = range(16)
AFTER_23PM = 3
STUCK = Mark.IMMOBILE | Mark.BOGGED | Mark.MIRED


@rule("OTO 7.5131b1", "OTO 7.5131b2", "OTO 7.5131b.q1")
@pytest.mark.parametrize("turn", [2, AFTER_23PM, 4])
@pytest.mark.parametrize("seed", SEEDS)
def test_7_5131_b_after_23pm_a_die_for_each_immobilized_vehicle_of_its_own_side(seed: int, turn: int) -> None:
    d = muddle(seed)
    d.turn = turn
    copy = Draft(d.freeze())
    for side in BOTH:
        vehicles.repair_immobilized(d, side)
    rolled = Again(d)
    front = [find_hex(MINE[side][0]) for side in BOTH]
    for side in BOTH:
        for unit, piece, counter in kept(copy, side):
            if counter.sort is not Sort.VEHICLE or not piece.has(Mark.IMMOBILE):
                continue
            if turn != AFTER_23PM or piece.has(Mark.CAPTURED | Mark.ABANDONED):
                assert d.piece(unit) == piece
                continue
            in_front = piece.where is Where.MAP and piece.space in front
            final = rolled.die() + led(copy, side, unit) + in_front + isolated(piece)
            assert d.piece(unit).has(Mark.IMMOBILE) == (final >= 5)
            leaves = final <= 4 and not isolated(piece)
            assert d.piece(unit).where is (Where.RETAINED if leaves else piece.where)
    assert rolled.is_over


@rule("OTO 7.5131c1", "OTO 7.5131c2", "OTO 7.5131c3")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_5131_c_a_vehicle_under_recall_is_lost_or_waits(seed: int) -> None:
    d = muddle(seed)
    copy = Draft(d.freeze())
    for side in BOTH:
        vehicles.recall(d, side)
        vehicles.send_for_ammunition(d, side)
    rolled = Again(d)
    for side in BOTH:
        for unit, piece, counter in kept(copy, side):
            if counter.sort is not Sort.VEHICLE:
                continue
            new, called = d.piece(unit), piece.has(Mark.RECALLED | Mark.RECALLED_FOR_AMMO)
            if not called or piece.has(STUCK | Mark.ABANDONED):
                assert new == piece
            elif isolated(piece):
                assert new.marks == piece.marks | Mark.SHORT
                assert new.where is Where.MAP
            elif not piece.has(Mark.RECALLED_FOR_AMMO):
                assert new.where is Where.LOST
            elif rolled.die() <= 3:
                assert new.where is Where.ENTERING
                assert not new.has(Mark.RECALLED | Mark.RECALLED_FOR_AMMO | Mark.LOW_AMMO)
            else:
                assert new.where is Where.MAINTENANCE
                assert new.marks == piece.marks
    assert rolled.is_over


@rule("OTO 7.5131d")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_5131_d_each_stunned_crew_recovers_stays_so_or_is_lost(seed: int) -> None:
    d = muddle(seed)
    copy = Draft(d.freeze())
    for side in BOTH:
        vehicles.recover(d, side)
    rolled = Again(d)
    for side in BOTH:
        for unit, piece, counter in kept(copy, side):
            if counter.sort is not Sort.VEHICLE or not piece.has(Mark.STUNNED):
                continue
            final = (
                rolled.die()
                + isolated(piece)
                + (led(copy, side, unit) if not piece.has(Mark.CAPTURED) else 0)
            )
            new = d.piece(unit)
            assert new.has(Mark.STUNNED) == (final in (4, 5))
            assert new.has(Mark.ABANDONED) == (final >= 6 or piece.has(Mark.ABANDONED))
    assert rolled.is_over


@rule("OTO 7.5132a", "OTO 7.5132b", "OTO 7.5132c", "OTO 4.1k")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_5132_each_malfunctioned_weapon_of_its_own_side_is_repaired_or_lost(seed: int) -> None:
    d = muddle(seed)
    copy = Draft(d.freeze())
    repair.begin(d)
    rolled = Again(d)
    for side in BOTH:
        for unit, piece, counter in kept(copy, side):
            if piece.has(Mark.CAPTURED) or counter.is_personnel or counter.sort is Sort.RADIO:
                assert d.piece(unit).marks == piece.marks
            elif counter.sort is Sort.CUPOLA:
                assert d.piece(unit).marks == piece.marks & ~int(Mark.MALFUNCTION)
            elif counter.sort in (Sort.WEAPON, Sort.GUN):
                if counter.expendable or not piece.has(Mark.MALFUNCTION):
                    assert d.piece(unit).is_out == piece.has(Mark.MALFUNCTION)
                    continue
                drm = -counter.repair + isolated(piece) + (not served(copy, side, piece, counter))
                works = rolled.die() + drm <= 2
                assert d.piece(unit).is_out != works
                assert not works or not d.piece(unit).has(Mark.MALFUNCTION)
            elif counter.sort is Sort.VEHICLE:
                drm = -2 - counter.repair + isolated(piece) + (not served(copy, side, piece, counter))
                weapons = [(gun.mount, *MOUNTS[gun.mount][:2]) for gun in counter.guns]
                expected = piece.marks
                for mount, broken, dead in [(None, Mark.MALFUNCTION, Mark.DISABLED), *weapons]:
                    if expected & broken:
                        expected &= ~int(broken)
                        if rolled.die() + drm > 2:
                            main = mount is None or (not counter.armed and mount is counter.guns[0].mount)
                            expected |= dead
                            expected |= Mark.RECALLED if main and not piece.has(Mark.ABANDONED) else 0
                assert d.piece(unit).marks == expected
    assert rolled.is_over


@rule("OTO 7.5133")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_5133_a_disabled_machine_gun_is_exchanged_for_one_of_its_kind_in_the_same_area(seed: int) -> None:
    d = muddle(seed, many=70)
    expected: dict[Seat, set[Exchange]] = {side: set() for side in BOTH}
    for side in BOTH:
        for unit, piece, counter in kept(d, side):
            if counter.sort is not Sort.VEHICLE or piece.has(Mark.CAPTURED):
                continue
            for gun in counter.guns:
                kind = gun.kind or ("g:LMG", "r:LMG")[side]
                for other, weapon, _ in kept(d, side):
                    fits = (
                        weapon.kind == kind and area(weapon) == area(piece) and not weapon.has(Mark.CAPTURED)
                    )
                    if fits and piece.has(MOUNTS[gun.mount][1]):
                        expected[side].add(Exchange(unit, other, gun.mount.value))
        d.frames = [Exchanging(side)]
        if expected[side]:
            assert set(legal(d)) == {*expected[side], Done()}
            chosen = min(expected[side], key=lambda one: (one.unit, one.by))
            Exchanging(side).carry_out(d, chosen)
            mount = next(one for one in MOUNTS if one.value == chosen.mount)
            assert not d.piece(chosen.unit).has(MOUNTS[mount][1])
            assert d.piece(chosen.by).is_out
            assert len(d.frames) == 1
            Exchanging(side).carry_out(d, Done())
        assert not d.frames or not expected[side]
    assert [account.suffered for account in d.accounts] == [0, 0]


@rule("OTO 7.5134a", "OTO 7.5134b", "OTO 7.5134.q1")
@pytest.mark.parametrize("sappers", range(4))
@pytest.mark.parametrize("side", BOTH)
def test_7_5134_as_many_come_back_as_there_are_engineer_squads(side: Seat, sappers: int) -> None:
    d = muddle(3)
    d.pieces[side].clear()
    squad = ("g:8-3-8", "r:6-2-8")[side]
    half = ("g:3-3-8", "r:3-2-8")[side]
    for number in range(4):
        d.add(side, Piece(squad, marks=Mark.ENGINEER if number < sappers else 0))
    d.add(side, Piece(half, marks=Mark.ENGINEER))
    d.add(side, Piece(squad, where=Where.MAP, space=find_hex("T33"), marks=Mark.ENGINEER))
    for letter in ("FT", "DC", "LMG"):
        for spent in (0, 2, 10, 11, 12):
            piece = Piece(f"{'gr'[side]}:{letter}", where=Where.LOST, level=2, fate="used up", spent=spent)
            d.add(side, piece)
    fit = [("FT", 2), ("FT", 10), *([("FT", 11)] if side == RUSSIAN else []), ("DC", 2), ("DC", 10)]
    assert sappers < len(fit)
    eligible = [(d.piece(unit).kind[2:], d.piece(unit).spent) for unit in ft_dc_recovery.eligible(d, side)]
    assert eligible == fit
    ft_dc_recovery.begin(d)
    asked = 0
    while d.frames:
        top = d.frames[-1]
        if top.still_asks(d):
            assert top.seat == side
            top.carry_out(d, top.answers(d)[-1])
            asked += 1
    assert asked == sappers
    back = [piece for piece in d.pieces[side] if piece.kind[2:] in ("FT", "DC") and not piece.is_out]
    assert len(back) == sappers
    assert {(one.where, one.level, one.fate, one.spent) for one in back} <= {(Where.RETAINED, 0, "", 0)}
    assert all(not piece.spent for piece in d.pieces[side])


@rule("OTO 7.5135", "OTO 7.5136")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_5135_a_die_for_each_captured_weapon_that_works_and_an_afv_without_any_is_a_wreck(
    seed: int,
) -> None:
    d = muddle(seed)
    copy = Draft(d.freeze())
    captured.begin(d)
    rolled = Again(d)
    hulks = list[Unit]()
    for side in BOTH:
        for unit, piece, counter in kept(copy, side):
            if not piece.has(Mark.CAPTURED) or counter.sort not in (Sort.WEAPON, Sort.GUN, Sort.VEHICLE):
                assert d.piece(unit) == piece
            elif counter.sort is not Sort.VEHICLE:
                serves = not piece.has(Mark.MALFUNCTION) and rolled.die() <= 2
                assert d.piece(unit).is_out != serves
            else:
                weapons = [(Mark.MALFUNCTION, Mark.DISABLED, 0)] if counter.armed else []
                weapons += [MOUNTS[gun.mount] for gun in counter.guns]
                expected, useful = piece.marks, 0
                for broken, dead, absent in weapons:
                    if expected & (dead | absent):
                        continue
                    if not expected & broken and rolled.die() <= 2:
                        useful += 1
                    else:
                        expected = expected & ~int(broken) | dead
                assert d.piece(unit).marks == expected
                if counter.afv and not useful:
                    hulks.append(unit)
    assert rolled.is_over
    captured.discard(d)
    assert [
        unit
        for _, unit, piece, _ in all_units(d)
        if piece.is_out and piece.has(Mark.CAPTURED) and d.counter(unit).sort is Sort.VEHICLE
    ] == sorted(hulks)
    wrecks = [work for work in d.works if work.what is Works.WRECK]
    stood = [copy.piece(unit) for unit in hulks if copy.piece(unit).where is Where.MAP]
    assert sorted((work.of, work.space) for work in wrecks) == sorted((one.kind, one.space) for one in stood)
    assert [account.suffered for account in d.accounts] == [0, 0]


@rule("OTO 7.5138", "OTO 7.5139", "OTO 7.5222.q1")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_5138_and_7_5139_ammunition_reaches_all_who_are_not_isolated(seed: int) -> None:
    d = muddle(seed)
    before = all_units(d)
    ammunition.restore_special(d)
    ammunition.lift_shortages(d)
    told = 0
    for _, unit, old, counter in before:
        expected, ordnance = old.marks, counter.sort in (Sort.GUN, Sort.VEHICLE)
        if ordnance and not old.has(Mark.CAPTURED) and not isolated(old):
            expected &= ~int(Mark.DEPLETED)
        lacks = old.marks & (Mark.LOW_AMMO | Mark.SHORT)
        if not isolated(old):
            expected &= ~int(Mark.LOW_AMMO | Mark.SHORT)
        elif old.has(Mark.CAPTURED | Mark.PRISONER):
            expected &= ~int(Mark.SHORT)
        assert d.piece(unit).marks == expected
        told += bool(lacks & ~expected)
    assert sum(event.kind == "ammunition" and "again" in event.text for event in d.log or ()) == told


@rule("OTO 7.5061b", "OTO 7.5065")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_5139_what_can_run_short(seed: int) -> None:
    d = muddle(seed)
    for _, unit, piece, counter in all_units(d):
        fights = counter.is_personnel or counter.sort in (Sort.WEAPON, Sort.GUN, Sort.VEHICLE, Sort.CUPOLA)
        free = not piece.has(Mark.CAPTURED | Mark.PRISONER)
        assert ammunition.runs_short(d, unit) == (fights and free)
