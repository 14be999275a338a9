"""7.507 to 7.511 once more, over desks in a muddle: ground, Equipment, prisoners, Battle Hardening."""

from random import Random

import pytest
from tests.campaign.desk import legal, question
from tests.games.orsha.muddle import (
    GERMAN,
    MINE,
    POCKETS,
    RUSSIAN,
    SHARED,
    Again,
    all_units,
    area,
    isolated,
    kept,
    muddle,
)

from berlin.boards.hexes import bits, board_of
from berlin.campaign import control, victory
from berlin.campaign.aftermath import clearing, hardening, hazards, prisoners
from berlin.campaign.aftermath.clearing import Keep, Salvage
from berlin.campaign.aftermath.hardening import Commission, Forgo, Harden, Hardening, Leadership, Split, Weigh
from berlin.campaign.aftermath.prisoners import Custody, HandOver, Hold, Release
from berlin.campaign.aftermath.salvage import Burn, Rummage, Scrap, Scrounge, Wreck
from berlin.games.orsha.board.ground import BUILDINGS, EDGE, find_hex
from berlin.games.orsha.rules.book import BOOK
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH, OTHER, Seat, Unit
from berlin.kernel.play.acts import Act
from berlin.kernel.proof.mark import rule
from berlin.squad.board.counters import Sort
from berlin.squad.board.names import holder_of
from berlin.squad.board.pieces import NOBODY, Mark, Piece, Where
from berlin.squad.board.works import Work, Works

SEEDS = range(12)
ARMOR = (Sort.VEHICLE, Sort.CUPOLA)
TAKEN = Mark.CAPTURED | Mark.PRISONER
NAMES = (*MINE[GERMAN], *MINE[RUSSIAN], *POCKETS.values(), SHARED)


@rule("OTO 7.501a", "OTO 7.3b", "OTO 7.5053.def.edge", "OTO 7.5053.base")
@pytest.mark.parametrize("seed", SEEDS)
def test_a26_who_gains_ground_by_being_there_alone(seed: int) -> None:
    d, rng = muddle(seed, many=14), Random(seed)
    houses, rim = list(bits(BUILDINGS))[:4], list(bits(EDGE))[:6]
    d.works.append(Work(Works.WOODEN_RUBBLE, houses[0]))
    for side, unit, piece, counter in all_units(d):
        if piece.where is Where.MAP:
            d.change(unit, space=rng.choice((*houses, *rim)), marks=piece.marks & ~int(TAKEN), holder=-1)
            riding = [
                n for n, one in enumerate(d.pieces[side]) if one.where is Where.MAP and one is not piece
            ]
            cars = [n for n in riding if BOOK.counters[d.pieces[side][n].kind].sort is Sort.VEHICLE]
            if counter.is_mmc and cars and rng.random() < 0.2:
                d.change(unit, holder=cars[0])
            d.mark(unit, on=rng.choice((0, 0, 0, 0, Mark.PRISONER, Mark.BYPASS)))
    gains: dict[Seat, set[int]] = {side: set() for side in BOTH}
    bars: dict[Seat, set[int]] = {side: set() for side in BOTH}
    for side, _, piece, counter in all_units(d):
        if piece.where is not Where.MAP or piece.has(TAKEN):
            continue
        armed = counter.sort in ARMOR and counter.armed
        rides = piece.holder >= 0 and BOOK.counters[d.pieces[side][piece.holder].kind].sort is Sort.VEHICLE
        quiet = Mark.ABANDONED | Mark.SHOCKED | Mark.UNCONFIRMED | Mark.STUNNED | Mark.BYPASS
        if counter.is_mmc and not rides and not piece.has(Mark.BROKEN | Mark.DISRUPTED | Mark.BERSERK):
            gains[side].add(piece.space)
        if armed and piece.space not in houses[1:] and not piece.has(quiet):
            gains[side].add(piece.space)
        if (counter.is_personnel or armed) and not piece.has(Mark.ABANDONED):
            bars[side].add(piece.space)
    before, edge = list(d.control), list(d.edge)
    won = {side: board_of(gains[side] - bars[OTHER[side]]) for side in BOTH}
    control.gain(d)
    for side in BOTH:
        assert d.control[side] == (before[side] | won[side]) & ~won[OTHER[side]]
        assert d.edge[side] == (edge[side] | won[side] & EDGE) & ~won[OTHER[side]]


@rule("OTO 7.507", "OTO 7.5071", "OTO 7.5072", "OTO 7.5072.q1")
@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.parametrize("seed", SEEDS)
def test_7_507_what_is_taken_off_the_map_and_whose_it_is(seed: int, turn: int) -> None:
    d, rng = muddle(seed), Random(seed)
    d.turn = turn
    for _, unit, piece, counter in all_units(d):
        if counter.is_equipment and piece.where is Where.MAP and rng.random() < 0.3:
            d.change(unit, space=find_hex(rng.choice((*MINE[GERMAN], *MINE[RUSSIAN]))), holder=-1)
        fixed = counter.sort is Sort.GUN and rng.random() < 0.4
        d.mark(unit, on=Mark.FIXED if fixed else 0)
        if piece.where is Where.RETAINED and rng.random() < 0.2:
            d.change(unit, where=Where.ENTERING, space=find_hex("K53"))
    before = all_units(d)
    clearing.begin(d)
    for owner, unit, old, counter in before:
        new = d.piece(unit)
        if old.where is not Where.MAP:
            flies = counter.sort is Sort.AIRCRAFT and old.where is Where.ENTERING
            assert new.where is (Where.ENTERING if flies else Where.RETAINED)
            continue
        here = [side for side in BOTH if d.control[side] >> old.space & 1]
        loose = old.has(Mark.ABANDONED) if counter.sort is Sort.VEHICLE else old.holder < 0
        lies = counter.is_equipment and counter.sort is not Sort.CUPOLA and loose
        if lies and len(here) == 1:
            assert new.has(Mark.CAPTURED) == (here[0] != owner)
        else:
            assert new.has(Mark.CAPTURED) == old.has(Mark.CAPTURED)
        assert new.marks & ~int(Mark.CAPTURED) == old.marks & ~int(Mark.CAPTURED)
        stuck = counter.sort is Sort.VEHICLE and old.has(Mark.IMMOBILE | Mark.BOGGED | Mark.MIRED)
        stays = isolated(old) or old.has(Mark.PRISONER) or stuck or counter.sort is Sort.CUPOLA
        stays = stays or (counter.sort is Sort.GUN and (old.has(Mark.FIXED) or turn == 1))
        has = OTHER[owner] if new.has(Mark.CAPTURED) else owner
        stays = stays or has not in here or leads_from_stuck(d, owner, old, counter.sort)
        assert new.where is (Where.MAP if stays else Where.RETAINED)
        assert new.space == (old.space if stays else -1)
        if not stays:
            assert new.last == old.space


def leads_from_stuck(d: Draft, owner: Seat, piece: Piece, sort: Sort) -> bool:
    """An armor leader in a vehicle that stays."""
    if sort is not Sort.COMMANDER or piece.holder < 0:
        return False
    return d.pieces[owner][piece.holder].has(Mark.IMMOBILE | Mark.BOGGED | Mark.MIRED)


@rule("OTO 7.5073a", "OTO 7.5073b")
def test_7_5073_hidden_mines_on_russian_ground_are_found_and_every_work_is_his_who_holds_the_hex() -> None:
    d = muddle(1)
    kinds = (Works.MINES, Works.TRENCH, Works.PILLBOX, Works.WIRE, Works.WRECK)
    cases = [
        Work(what, find_hex(name), owner, hidden=hidden, ap=6 * (what is Works.MINES))
        for what in kinds
        for name in NAMES
        for owner in (NOBODY, *BOTH)
        for hidden in (False, True)
    ]
    d.works = [*cases, Work(Works.MINES, owner=GERMAN, hidden=True)]
    clearing.reveal(d)
    assert d.works[-1].hidden
    for old, new in zip(cases, d.works, strict=False):
        here = [side for side in BOTH if d.control[side] >> old.space & 1]
        found = old.what is Works.MINES and here == [RUSSIAN] and old.owner != RUSSIAN
        changes = old.what is not Works.WRECK and len(here) == 1 and (not old.hidden or found)
        assert new.owner == (here[0] if changes else old.owner)
        assert new.hidden == (old.hidden and not changes)


@rule("OTO 7.5072", "OTO 7.5072.q1", "OTO 7.5072.base", "OTO CG5.q1")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_5072_what_its_side_may_eliminate_or_search(seed: int) -> None:
    d, rng = muddle(seed), Random(seed)
    for _ in range(12):
        what = rng.choice((Works.WRECK, Works.BURNT_WRECK, Works.BURNING_WRECK, Works.TRENCH))
        kind = rng.choice(("g:StuG-IIIG", "r:T-34-M43"))
        spent = rng.random() < 0.3
        d.works.append(Work(what, find_hex(rng.choice(NAMES)), of=kind, scrounged=spent))
    for _, unit, piece, _ in all_units(d):
        if piece.where is Where.RETAINED and rng.random() < 0.5:
            d.change(unit, last=find_hex(rng.choice(NAMES)))
    for side in BOTH:
        expected: set[Act] = set()
        for unit, piece, counter in kept(d, side):
            arms = counter.is_equipment and counter.sort is not Sort.CUPOLA
            site = piece.space if piece.where is Where.MAP else piece.last
            if not arms or site < 0:
                continue
            expected |= {Wreck(unit), Burn(unit)} if counter.afv else {Scrap(unit)}
            recalled = piece.has(Mark.RECALLED | Mark.RECALLED_FOR_AMMO)
            left = counter.sort is Sort.VEHICLE and piece.has(Mark.ABANDONED) and not recalled
            guns = counter.key.startswith("g:") and counter.guns and not piece.has(AAMG)
            if left and guns and mmc(d, side, place(site)):
                expected.add(Scrounge(unit))
        for work in d.works:
            alone = [one for one in BOTH if d.control[one] >> work.space & 1] == [side]
            armed = work.what is Works.WRECK and work.of == "g:StuG-IIIG" and not work.scrounged
            if alone and armed and mmc(d, side, place(work.space)):
                expected.add(Rummage(work.space))
        d.frames = [Salvage(side)]
        assert set(legal(d)) == {*expected, Keep()}


AAMG = Mark.AAMG_MALFUNCTION | Mark.AAMG_DISABLED | Mark.AAMG_ABSENT | Mark.SCROUNGED


def place(space: int) -> str:
    return next((name for name in (*POCKETS.values(), SHARED) if find_hex(name) == space), "")


def mmc(d: Draft, side: Seat, where: str) -> bool:
    return any(
        owner == side and counter.is_mmc and area(piece) == where and not piece.has(Mark.PRISONER)
        for owner, _, piece, counter in all_units(d)
    )


@rule("OTO 7.5031", "OTO 7.4.victory.b", "OTO 7.4.victory.c")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_5031_what_is_in_enemy_hands_counts_twice_once(seed: int) -> None:
    d, rng = muddle(seed), Random(seed)
    for _, unit, _, _ in all_units(d):
        d.mark(unit, on=Mark.COUNTED if rng.random() < 0.3 else 0)
    expected = dict.fromkeys(BOTH, 0)
    for side, _, piece, counter in all_units(d):
        prize = piece.has(Mark.CAPTURED) and counter.sort in (Sort.VEHICLE, Sort.GUN)
        if (prize or piece.has(Mark.PRISONER)) and not piece.has(Mark.COUNTED):
            crew = BOOK.counters[counter.crew].points if counter.crew else 0
            less = crew if counter.sort is not Sort.CUPOLA and piece.has(Mark.ABANDONED) else 0
            expected[side] += 2 * max(counter.points - less, 0)
    for _ in range(2):
        victory.count_captured(d)
        assert {side: d.accounts[side].suffered for side in BOTH} == expected
        assert {side: d.accounts[side].suffered_now for side in BOTH} == expected
        assert d.cvp == expected[GERMAN]


@rule("OTO 7.508a", "OTO 7.508b", "OTO 7.508c")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_508_each_prisoner_is_led_away_freed_or_asked_about(seed: int) -> None:
    d, rng = muddle(seed, many=60), Random(seed)
    for _, unit, piece, _ in all_units(d):
        if piece.has(Mark.PRISONER) and rng.random() < 0.2:
            d.change(unit, holder=-1)
    before = all_units(d)
    prisoners.begin(d)
    asked: dict[Seat, list[Unit]] = {side: [] for side in BOTH}
    for side, unit, old, _ in before:
        if not old.has(Mark.PRISONER):
            assert d.piece(unit) == old
        elif old.holder < 0:
            assert is_back(d, unit, old)
        elif isolated(d.piece(holder_of(unit, old))):
            asked[OTHER[side]].append(unit)
            assert d.piece(unit) == old
        else:
            assert d.piece(unit).where is Where.LOST
    assert d.accounts[0].suffered == d.accounts[1].suffered == 0
    for side in BOTH:
        for unit in asked[side]:
            top = question(d)
            assert isinstance(top, Custody)
            assert top.seat == side
            guard = holder_of(unit, d.piece(unit))
            here = area(d.piece(guard))
            others = {
                one
                for owner, one, piece, counter in all_units(d)
                if owner == side
                and counter.is_personnel
                and area(piece) == here
                and one != guard
                and not piece.has(Mark.PRISONER)
            }
            assert set(legal(d)) == {Hold(), Release(), *map(HandOver, others)}
            chosen = rng.choice(legal(d))
            old = d.piece(unit)
            top.carry_out(d, chosen)
            if isinstance(chosen, HandOver):
                assert holder_of(unit, d.piece(unit)) == chosen.unit
            elif isinstance(chosen, Hold):
                assert d.piece(unit) == old
            else:
                assert is_back(d, unit, old)
    assert question(d) is None


def is_back(d: Draft, unit: Unit, old: Piece) -> bool:
    """Retained again: an MMC as conscripts, a man as what he was, with his wounds and his heroism."""
    new, counter = d.piece(unit), BOOK.counters[old.kind]
    lasting = 0 if counter.is_mmc else old.marks & (Mark.WOUNDED | Mark.HEROIC)
    kind = counter.conscript if counter.is_mmc else old.kind
    return (new.where, new.space, new.kind, new.marks, new.holder) == (Where.RETAINED, -1, kind, lasting, -1)


@rule("OTO 7.5112a", "OTO 7.5112d", "OTO 7.5112.q2")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_5112_whom_a_slot_may_go_to(seed: int) -> None:
    d, rng = muddle(seed), Random(seed)
    for _, unit, _, _ in all_units(d):
        d.mark(unit, on=Mark.HARDENED if rng.random() < 0.2 else 0)
    for side in BOTH:
        for slot in (-1, *(find_hex(name) for name in (*POCKETS.values(), SHARED))):
            expected: set[Act] = set()
            for owner, unit, piece, counter in all_units(d):
                if owner != side or not counter.is_mmc or piece.has(Mark.PRISONER | Mark.HARDENED):
                    continue
                if slot >= 0 and area(piece) != place(slot):
                    continue
                expected.add(Harden(unit) if counter.harder else Commission(unit))
            d.frames = [Hardening(side, (slot,))]
            if not expected:
                assert question(d) is None
                continue
            assert set(legal(d)) == {Forgo(), *expected}
            chosen = rng.choice(sorted(expected, key=repr))
            assert isinstance(chosen, Harden | Commission)
            old, number = d.piece(chosen.unit), len(d.pieces[side])
            d.frames[-1].carry_out(d, chosen)
            new = d.piece(chosen.unit)
            assert new.has(Mark.HARDENED)
            if isinstance(chosen, Harden):
                assert new.kind == BOOK.counters[old.kind].harder
            else:
                leader = d.pieces[side][number]
                assert new.kind == old.kind
                assert (leader.kind[2:], leader.group) == ("8-0", -1)
                assert (leader.where, leader.space) == (old.where, old.space)


@rule("OTO 7.5112a", "OTO 7.5113a", "OTO 7.5113d")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_511_heroes_heroic_leaders_and_those_who_may_be_exchanged(seed: int) -> None:
    d = muddle(seed, many=60)
    for side in BOTH:
        able: set[Act] = {
            Split(unit)
            for owner, unit, piece, counter in all_units(d)
            if owner == side
            and counter.key[2:] in ("8-0", "8-1")
            and not piece.has(Mark.WOUNDED | Mark.PRISONER)
            and not isolated(piece)
        }
        d.frames = [Leadership(side)]
        assert set(legal(d)) == {Weigh(), *able}
        d.frames = []
    before = all_units(d)
    slots = {side: hardening.heroes(d, side) for side in BOTH}
    hardening.heroic(d)
    expected: dict[Seat, list[int]] = {side: [] for side in BOTH}
    for side, unit, old, counter in before:
        new = d.piece(unit)
        if counter.sort is Sort.HERO and not old.has(Mark.PRISONER):
            expected[side].append(old.space if isolated(old) else -1)
            assert new.where is Where.LOST
        elif counter.sort is Sort.LEADER and old.has(Mark.HEROIC) and not old.has(Mark.PRISONER):
            assert new.kind == (counter.harder or old.kind)
            assert not new.has(Mark.HEROIC)
        else:
            assert (new.kind, new.where) == (old.kind, old.where)
    assert {side: list(slots[side]) for side in BOTH} == expected
    assert [account.suffered for account in d.accounts] == [0, 0]


@rule("OTO 7.5043a", "OTO 7.5043b", "OTO 7.5043.base")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_5043_a_squad_of_the_area_lends_a_hand_with_a_log_to_one_vehicle(seed: int) -> None:
    d, rng = muddle(seed, many=0), Random(seed)
    tanks = [key for key in BOOK.counters if key.startswith("r:") and BOOK.counters[key].sort is Sort.VEHICLE]
    men = ("r:4-4-7", "r:2-3-7", "r:2-2-8", "r:8-1", "r:hero")
    for _ in range(4):
        marks = rng.choice((Mark.BOGGED, Mark.MIRED | Mark.BOGGED))
        d.add(RUSSIAN, Piece(rng.choice(tanks), where=Where.MAP, space=find_hex("M50"), marks=int(marks)))
    for _ in range(rng.randint(0, 6)):
        space = find_hex(rng.choice(("M50", "M51", "K12")))
        captive = Mark.PRISONER if rng.random() < 0.2 else 0
        d.add(RUSSIAN, Piece(rng.choice(men), where=Where.MAP, space=space, marks=int(captive)))
    old = all_units(d)
    hands = [
        2 if counter.sort is Sort.SQUAD else 1
        for _, _, piece, counter in old
        if counter.is_mmc and piece.space != find_hex("K12") and not piece.has(Mark.PRISONER)
    ]
    hazards.bog(d)
    rolled = Again(d)
    for _, unit, piece, counter in old:
        if counter.sort is not Sort.VEHICLE:
            continue
        figures, help_ = BOOK.combatants.get(counter.key), 0
        for halves in sorted(hands, reverse=True) if figures is not None and figures.log else ():
            if help_ + halves <= 2:
                help_ += halves
                hands.remove(halves)
        marks = piece.marks
        while marks & (Mark.BOGGED | Mark.MIRED):
            match BOOK.tables["bog"].result(rolled.die() + bool(marks & Mark.MIRED) - help_):
                case "mired":
                    marks |= Mark.MIRED
                case "immobilized":
                    marks = int(Mark.IMMOBILE)
                case _:
                    marks = 0
        assert d.piece(unit).marks == marks
    assert rolled.is_over
