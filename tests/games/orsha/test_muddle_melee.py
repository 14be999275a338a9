"""7.501 once more, over desks in a muddle: who fights, with what, at which odds, and what becomes of whom."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest
from tests.games.orsha.muddle import GERMAN, MOUNTS, RUSSIAN, SHARED, all_units, muddle

from berlin.boards.hexes import bits
from berlin.games.orsha.board.ground import MAP, find_hex
from berlin.games.orsha.rules.book import BOOK
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH, OTHER, Seat, Unit
from berlin.kernel.proof.mark import rule
from berlin.squad.board.counters import Mount, Sort
from berlin.squad.board.names import holder_of, owner_of
from berlin.squad.board.pieces import Mark, Piece, Where
from berlin.squad.rules import close_combat, guards, melee, withdrawal
from berlin.squad.rules.close_combat import Attack

SEEDS = range(16)
HERE = (find_hex(SHARED), 0)
ARMOR = (Sort.VEHICLE, Sort.CUPOLA)
DAZED = Mark.SHOCKED | Mark.UNCONFIRMED
IDLE = Mark.BROKEN | Mark.DISRUPTED | Mark.HIDDEN
ODDS = ((1, 8), (1, 6), (1, 4), (1, 2), (1, 1), (3, 2), (2, 1), (3, 1), (4, 1), (6, 1), (8, 1), (10, 1))


def brawl(seed: int) -> Draft:
    """A muddle with everybody in one hex, some of them upstairs, some on vehicles."""
    d, rng = muddle(seed, many=24), Random(seed)
    for _, unit, piece, _ in all_units(d):
        if piece.where is Where.MAP:
            d.change(unit, space=HERE[0], level=int(rng.random() < 0.15))
    for side in BOTH:
        cars = [
            number
            for number, piece in enumerate(d.pieces[side])
            if d.book.counters[piece.kind].sort is Sort.VEHICLE and piece.where is Where.MAP
        ]
        for unit, piece in list(d.listed(side)):
            on_foot = d.counter(unit).is_personnel and piece.where is Where.MAP and piece.holder < 0
            if cars and on_foot and rng.random() < 0.2 and not d.held_by(unit):
                car = rng.choice(cars)
                d.change(unit, holder=car, level=d.pieces[side][car].level)
    return d


def side_of(owner: Seat, piece: Piece) -> Seat:
    return OTHER[owner] if piece.has(Mark.CAPTURED | Mark.PRISONER) else owner


def car_of(d: Draft, unit: Unit) -> Piece | None:
    """The vehicle that a man is on."""
    piece = d.piece(unit)
    if piece.holder < 0 or piece.has(Mark.PRISONER):
        return None
    car = d.pieces[owner_of(unit)][piece.holder]
    return car if BOOK.counters[car.kind].sort is Sort.VEHICLE else None


def rides(d: Draft, unit: Unit) -> bool:
    car = car_of(d, unit)
    return d.counter(unit).is_personnel and car is not None and BOOK.counters[car.kind].afv


def there(d: Draft, side: Seat) -> list[Unit]:
    """Who of a side is in the Location: men who are not in a truck and no prisoners, and manned vehicles."""
    found = []
    for owner in (side, OTHER[side]):
        for whose, unit, piece, counter in all_units(d):
            if whose != owner or side_of(owner, piece) != side or piece.where is not Where.MAP:
                continue
            if (piece.space, piece.level) != HERE or piece.has(Mark.PRISONER):
                continue
            man = counter.is_personnel and (car_of(d, unit) is None or rides(d, unit))
            if man or (counter.sort in ARMOR and not piece.has(Mark.ABANDONED)):
                found.append(unit)
    return found


def guarding(d: Draft, unit: Unit) -> bool:
    return any(
        piece.has(Mark.PRISONER)
        and piece.where is Where.MAP
        and piece.holder >= 0
        and holder_of(other, piece) == unit
        for _, other, piece, _ in all_units(d)
    )


def strength(d: Draft, unit: Unit) -> Fraction:
    """Firepower: half for who is pinned, half for who guards; of vehicles, guns that bear and work."""
    piece, counter = d.piece(unit), d.counter(unit)
    figures = BOOK.combatants.get(piece.kind)
    printed = figures.fp if figures else 0
    if counter.sort not in ARMOR:
        return Fraction(printed, 1 << (piece.has(Mark.PINNED) + guarding(d, unit)))
    if piece.has(DAZED) or (piece.has(Mark.STUNNED) and not piece.has(Mark.SHAKEN)):
        return Fraction(0)
    total = 0 if piece.has(Mark.MALFUNCTION | Mark.DISABLED) else printed
    for gun in counter.guns:
        bears = gun.mount in (Mount.COAXIAL, Mount.REAR) or (
            gun.mount is Mount.AA and piece.has(Mark.EXPOSED)
        )
        total += gun.fp * (bears and not piece.has(sum(MOUNTS[gun.mount])))
    return Fraction(total)


def value(d: Draft, unit: Unit) -> int:
    """Close Combat Value: engineers one more; conscripts, pinned men and guards one less each."""
    piece, counter = d.piece(unit), d.counter(unit)
    figures = BOOK.combatants.get(piece.kind)
    green = counter.is_mmc and counter.key[2:] in ("4-3-6", "2-3-6", "4-2-6", "2-2-6")
    worse = green + piece.has(Mark.PINNED) + guarding(d, unit)
    return (figures.ccv if figures else 0) + piece.has(Mark.ENGINEER) - worse


def kill(ratio: Fraction) -> int:
    """The kill number at odds."""
    return sum(ratio >= Fraction(*one) for one in ODDS) + (ratio > 10)


@rule("OTO 7.501a", "OTO 7.501.base")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_501_who_is_in_a_melee_and_with_what(seed: int) -> None:
    d = brawl(seed)
    for side in BOTH:
        ours = there(d, side)
        assert close_combat.fighters(d, side, HERE) == ours
        for unit in ours:
            assert Fraction(close_combat.firepower(d, unit), 8) == strength(d, unit)
            able = strength(d, unit) > 0 and not d.piece(unit).has(IDLE)
            assert close_combat.is_able(d, unit) == able
            assert close_combat.is_guard(d, unit) == guarding(d, unit)
            assert close_combat.side_of(d, unit) == side
            assert close_combat.is_rider(d, unit) == rides(d, unit)
            if d.counter(unit).is_personnel:
                assert close_combat.close_combat_value(d, unit) == value(d, unit)
        stay = Mark.PINNED | Mark.DISRUPTED | Mark.BERSERK | Mark.HIDDEN
        free = [
            unit
            for unit in ours
            if d.counter(unit).is_personnel and not rides(d, unit) and not d.piece(unit).has(stay)
        ]
        assert melee.leavers(d, side, HERE, ()) == free
        assert melee.leavers(d, side, HERE, free[:1]) == free[1:]
    alone = muddle(seed, many=0)
    alone.add(BOTH[seed % 2], Piece("r:4-4-7" if seed % 2 else "g:4-6-7", where=Where.MAP, space=HERE[0]))
    for _, unit, _, _ in all_units(alone):
        alone.mark(unit, on=Mark.HIDDEN)
    assert not melee.goes_on(alone, HERE)


def squads(d: Draft, units: Sequence[Unit]) -> int:
    """In halves."""
    return sum({Sort.SQUAD: 2, Sort.HALF: 1, Sort.CREW: 1}.get(d.counter(one).sort, 0) for one in units)


def led(d: Draft, by: Sequence[Unit]) -> int:
    leads = [
        d.counter(one).modifier + d.piece(one).has(Mark.WOUNDED)
        for one in by
        if d.counter(one).sort is Sort.LEADER
    ]
    heroes = any(d.counter(one).sort is Sort.HERO or d.piece(one).has(Mark.HEROIC) for one in by)
    return (min((0, *leads)) if len(by) > 1 else 0) - heroes + any(d.piece(o).has(Mark.EXHAUSTED) for o in by)


@rule("OTO 7.501.base", "OTO 7.501a")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_501_the_odds_and_the_drm_of_every_attack_on_men(seed: int) -> None:
    d, rng = brawl(seed), Random(seed)
    for side in BOTH:
        men = [unit for unit in there(d, side) if d.counter(unit).is_personnel]
        foes = [unit for unit in there(d, OTHER[side]) if d.counter(unit).is_personnel]
        for _ in range(8 if men and foes else 0):
            by = tuple(rng.sample(men, rng.randint(1, min(3, len(men)))))
            at = tuple(rng.sample(foes, rng.randint(1, min(2, len(foes)))))
            away = rng.sample(foes, min(2, len(foes)))
            attack = Attack(by, at, seize=rng.random() < 0.5)
            power = sum((strength(d, one) for one in by), Fraction(0))
            power /= 2 if any(d.piece(one).has(Mark.CONCEALED) for one in at) else 1
            defence = sum(BOOK.combatants[d.piece(one).kind].fp for one in at)
            assert close_combat.kill_number(d, attack) == kill(power / defence)
            for one in at:
                target, counter = d.piece(one), d.counter(one)
                green = counter.is_mmc and counter.grade == 0
                expected = led(d, by) + any(d.piece(man).has(Mark.SHAKEN) for man in by)
                expected += any(rides(d, man) for man in by) - rides(d, one)
                expected -= 2 * target.has(Mark.BROKEN) + 2 * (attack.seize and green) - attack.seize
                if one in away:
                    expected += len([u for u in there(d, OTHER[side]) if u not in away]) - 2
                told = close_combat.reasons(d, attack, one, away)
                assert BOOK.tables["cc"].tally(0, told).total == expected


@rule("OTO 7.501.base")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_501_the_drm_of_every_attack_on_a_vehicle(seed: int) -> None:
    d, rng = brawl(seed), Random(seed)
    for side in BOTH:
        men = [unit for unit in there(d, side) if d.counter(unit).is_personnel]
        targets = [unit for unit in there(d, OTHER[side]) if d.counter(unit).sort in ARMOR]
        for target in targets if men else ():
            by = close_combat.team(d, men)
            mmc = [unit for unit in men if d.counter(unit).is_mmc] or men
            smc = [unit for unit in men if d.counter(unit).is_smc and unit != by[0]]
            assert value(d, by[0]) == max(value(d, unit) for unit in mmc)
            assert d.counter(by[0]).is_mmc == any(d.counter(unit).is_mmc for unit in men)
            assert len(by) == 1 + bool(smc)
            assert not smc or by[1] in smc
            leads = [d.counter(one).modifier + d.piece(one).has(Mark.WOUNDED) for one in smc]
            assert not smc or d.counter(by[1]).modifier + d.piece(by[1]).has(Mark.WOUNDED) == min(leads)
            attack = Attack(by, (target,), charge=rng.random() < 0.3)
            assert close_combat.kill_number(d, attack) == value(d, by[0]) + (len(by) > 1)
            away = [one for one in there(d, OTHER[side]) if rng.random() < 0.4]
            piece, counter = d.piece(target), d.counter(target)
            figures = BOOK.combatants.get(piece.kind)
            roofless = figures is not None and figures.open
            bow = any(g.mount is Mount.BOW and not piece.has(sum(MOUNTS[g.mount])) for g in counter.guns)
            served = not piece.has(DAZED | Mark.STUNNED)
            escort = [
                unit
                for unit in there(d, OTHER[side])
                if not d.piece(unit).has(IDLE | Mark.PINNED) and unit not in away
            ]
            stuck = piece.has(Mark.IMMOBILE | Mark.BOGGED | Mark.MIRED) or counter.sort is Sort.CUPOLA
            expected = led(d, by) - 3 * attack.charge - 3 * (not counter.afv) - 2 * roofless
            expected -= not (served and (strength(d, target) > 0 or bow))
            expected -= piece.has(Mark.EXPOSED) and counter.afv and not roofless
            expected += squads(d, escort) - (counter.afv and stuck)
            told = close_combat.reasons(d, attack, target, away)
            assert BOOK.tables["cc.vehicle"].tally(0, told).total == expected


@rule("OTO 7.501.base")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_501_a_vehicle_attacks_men_by_their_ccv(seed: int) -> None:
    d = brawl(seed)
    for side in BOTH:
        foes = tuple(unit for unit in there(d, OTHER[side]) if d.counter(unit).is_personnel)
        for unit in there(d, side):
            if d.counter(unit).sort in ARMOR and foes:
                power = strength(d, unit)
                power /= 2 if any(d.piece(one).has(Mark.CONCEALED) for one in foes) else 1
                defence = sum(max(1, value(d, one)) for one in foes)
                assert close_combat.kill_number(d, Attack((unit,), foes)) == kill(power / defence)


@rule("OTO 7.501d")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_501d_what_the_first_round_takes_off_those_who_are_there_and_nobody_else(seed: int) -> None:
    d = brawl(seed)
    present = {unit for side in BOTH for unit in there(d, side)}
    before = all_units(d)
    melee.come_to_light(d, HERE)
    for _, unit, old, _ in before:
        expected = old.marks
        if unit in present:
            expected |= Mark.SHAKEN if old.has(Mark.STUNNED) else 0
            expected &= ~int(Mark.HIDDEN | Mark.CONCEALED | Mark.PINNED | Mark.EXHAUSTED)
        assert d.piece(unit).marks == expected


@rule("OTO 7.501.base")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_501_trucks_alone_with_enemies_who_are_able_are_taken(seed: int) -> None:
    d, rng = brawl(seed), Random(seed)
    for side in BOTH:
        for unit in there(d, side):
            if d.counter(unit).is_personnel and rng.random() < 0.9 and side == seed % 2:
                d.change(unit, where=Where.RETAINED, space=-1, holder=-1)
    for side in BOTH:
        d.add(side, Piece("r:GAZ-MM" if side == RUSSIAN else "g:SdKfz-7-1", where=Where.MAP, space=HERE[0]))
    changed = set[Unit]()
    able = {
        side: any(
            d.counter(one).is_personnel and strength(d, one) > 0 and not d.piece(one).has(IDLE)
            for one in there(d, side)
        )
        for side in BOTH
    }
    for side in BOTH:
        ours = there(d, side)
        if not able[OTHER[side]] or any(d.counter(one).is_personnel for one in ours):
            continue
        for unit in ours:
            full = any(piece.where is Where.MAP for _, piece in d.held_by(unit))
            if d.counter(unit).key == "r:GAZ-MM" and not full:
                changed.add(unit)
    before = all_units(d)
    melee.overrun(d, HERE)
    for _, unit, old, _ in before:
        assert (d.piece(unit).marks != old.marks) == (unit in changed)
        assert d.piece(unit).marks ^ old.marks in (0, Mark.CAPTURED)


@rule("OTO 7.501.base", "OTO 7.501a")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_501_who_is_broken_and_still_there_is_lost_and_where_others_could_go(seed: int) -> None:
    d = brawl(seed)
    for side in BOTH:
        d.add(side, Piece(("g:4-6-7", "r:4-4-7")[side], where=Where.MAP, space=find_hex("T32")))
        d.add(side, Piece(("g:8-1", "r:8-1")[side], where=Where.MAP, space=find_hex("U33"), marks=1 << 4))
    d.add(GERMAN, Piece("g:4-6-7", where=Where.MAP, space=find_hex("S33"), marks=int(Mark.PRISONER)))
    d.add(GERMAN, Piece("g:LMG", where=Where.MAP, space=find_hex("T34")))
    for side in BOTH:
        for unit in there(d, side)[:4]:
            if not d.counter(unit).is_personnel:
                continue
            seen = {
                piece.space
                for owner, _, piece, counter in all_units(d)
                if piece.where is Where.MAP
                and owner_in(owner, piece, counter.sort in ARMOR) != side
                and (counter.is_personnel or counter.sort in ARMOR)
                and not piece.has(Mark.HIDDEN | Mark.CONCEALED | Mark.PRISONER)
            }
            around = set(bits(MAP.neighbours(1 << HERE[0])))
            assert set(withdrawal.refuges(d, unit)) == around - seen
    doomed = set[Unit]()
    for side in BOTH:
        if there(d, OTHER[side]):
            doomed |= {
                unit
                for unit in there(d, side)
                if d.counter(unit).is_personnel
                and d.piece(unit).has(Mark.BROKEN)
                and not d.piece(unit).has(Mark.DISRUPTED)
                and not guarding(d, unit)
            }
    both = bool(there(d, GERMAN)) and bool(there(d, RUSSIAN))
    before = {unit for _, unit, piece, _ in all_units(d) if piece.is_out}
    withdrawal.rout(d, HERE)
    lost = {unit for _, unit, piece, _ in all_units(d) if piece.is_out} - before
    assert lost <= doomed
    assert not both or {unit for unit in doomed if owner_of(unit) == GERMAN} <= lost


def owner_in(owner: Seat, piece: Piece, armor: bool) -> Seat:
    return OTHER[owner] if armor and piece.has(Mark.CAPTURED) else owner


@rule("OTO 7.5041c", "OTO 7.501a")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_5041_prisoners_without_a_guard_are_claimed_by_the_largest_unit_there_or_are_free(
    seed: int,
) -> None:
    d, rng = brawl(seed), Random(seed)
    captor = BOTH[seed % 2]
    side = OTHER[captor]
    wards = []
    for unit, piece in list(d.listed(side)):
        if piece.has(Mark.PRISONER) and rng.random() < 0.7:
            d.change(unit, holder=-1)
            if (piece.where, piece.space, piece.level) == (Where.MAP, *HERE):
                wards.append(unit)
    if seed % 3 == 0:
        for unit, piece in list(d.listed(captor)):
            if d.counter(unit).is_personnel and not piece.has(Mark.PRISONER) and piece.level == 0:
                d.change(unit, level=2)
    heirs = [
        unit
        for unit, piece in d.listed(captor)
        if d.counter(unit).is_personnel
        and not piece.has(Mark.PRISONER)
        and (piece.where, piece.space, piece.level) == (Where.MAP, *HERE)
    ]
    before = all_units(d)
    guards.relieve(d, captor, HERE)
    for _, unit, old, counter in before:
        new = d.piece(unit)
        if unit not in wards:
            assert new == old
        elif heirs:
            assert new.has(Mark.PRISONER)
            guard = holder_of(unit, new)
            assert squads(d, [guard]) == max(squads(d, [one]) for one in heirs)
            assert guard in heirs
        else:
            assert not new.has(Mark.PRISONER | Mark.COUNTED)
            assert new.kind == (counter.conscript if counter.is_mmc else old.kind)


@rule("OTO 7.501.base")
@pytest.mark.parametrize("level", [0, 1])
def test_7_501_a_truck_is_taken_whatever_prisoner_has_its_number_for_a_guard(level: int) -> None:
    d = muddle(1, many=0)
    truck = d.add(RUSSIAN, Piece("r:GAZ-MM", where=Where.MAP, space=HERE[0]))
    captive = Piece(
        "r:4-4-7", where=Where.MAP, space=HERE[0], level=level, holder=0, marks=int(Mark.PRISONER)
    )
    d.add(RUSSIAN, captive)
    d.add(GERMAN, Piece("g:4-6-7", where=Where.MAP, space=HERE[0]))
    melee.overrun(d, HERE)
    assert d.piece(truck).has(Mark.CAPTURED)
