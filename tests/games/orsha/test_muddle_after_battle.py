"""7.502 to 7.510 once more, over desks in a muddle: what becomes of each piece, reckoned from the clauses."""

import pytest
from tests.campaign.desk import legal
from tests.games.orsha.muddle import Again, all_units, isolated, muddle

from berlin.campaign.aftermath import hazards, marker_removal, rally, wounds
from berlin.campaign.aftermath.rally import Unload, Unloading
from berlin.campaign.question import Done
from berlin.campaign.state.state import Group
from berlin.games.orsha.rules.book import BOOK
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH, Seat, Unit
from berlin.kernel.proof.mark import rule
from berlin.squad.board.counters import Counter, Sort
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Piece, Where
from berlin.squad.board.works import Works

SEEDS = range(12)
GONE = (
    *(
        Mark.PINNED,
        Mark.DESPERATE,
        Mark.DISRUPTED,
        Mark.FANATIC,
        Mark.BERSERK,
        Mark.HULL_DOWN,
        Mark.CONCEALED,
    ),
    *(Mark.EXHAUSTED, Mark.MOTION, Mark.EXPOSED, Mark.BUTTONED, Mark.LABOR),
)
MODULES = [Group(0, 1), Group(0, 1, used=True), Group(0, 1, gone="shot off")]


def best_leader(d: Draft, side: Seat, unit: Unit, piece: Piece) -> int:
    """The best modifier that helps, of another leader of the side in the hex; the wounded lead one worse."""
    found = [0]
    for other in d.pieces[side]:
        counter = BOOK.counters[other.kind]
        beside = other is not piece and (other.where, other.space) == (Where.MAP, piece.space)
        if beside and counter.sort is Sort.LEADER and not other.has(Mark.BROKEN | Mark.PRISONER):
            found.append(counter.modifier + other.has(Mark.WOUNDED))
    return min(found)


def armor_leader(d: Draft, side: Seat, unit: Unit) -> int:
    """What the leader in a vehicle adds."""
    led = [
        BOOK.counters[one.kind].modifier
        for one in d.pieces[side]
        if BOOK.counters[one.kind].sort is Sort.COMMANDER
        and one.holder >= 0
        and not one.is_out
        and unit_of(side, one.holder) == unit
    ]
    return min(led, default=0)


@rule(*(f"OTO 7.502{letter}" for letter in "defgi"))
@pytest.mark.parametrize("seed", SEEDS)
def test_7_502_what_is_taken_off_each_piece_and_which_leave_the_map(seed: int) -> None:
    d = muddle(seed)
    for side in BOTH:
        d.groups[side][:] = MODULES
        for number, (unit, _) in enumerate(list(d.listed(side))):
            if d.counter(unit).sort is Sort.RADIO:
                d.change(unit, group=number % 4 - 1)
    before = all_units(d)
    marker_removal.begin(d)
    for _, unit, old, counter in before:
        new, on_map = d.piece(unit), old.where is Where.MAP
        flies = counter.sort is Sort.AIRCRAFT
        if counter.sort is Sort.RADIO:
            assert new.is_out == (old.group != 0)
        elif flies:
            assert new.is_out == old.has(Mark.RECALLED)
        else:
            assert (new.where, new.space) == (old.where, old.space)
        assert not (flies and new.where is Where.MAP)
        expected = {mark for mark in Mark if old.has(mark)} - set(GONE)
        if on_map:
            expected -= {Mark.HIDDEN}
            if counter.sort is Sort.GUN and not old.has(Mark.HIDDEN):
                expected |= {Mark.REVEALED}
        assert {mark for mark in Mark if new.has(mark)} == expected
    assert [d.accounts[side].suffered for side in BOTH] == [0, 0]


@rule("OTO 7.503a")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_503_every_unit_of_both_sides_rallies_and_nothing_else_changes(seed: int) -> None:
    d = muddle(seed)
    before = all_units(d)
    rally.rally(d)
    nerves = int(Mark.BROKEN | Mark.DISRUPTED | Mark.DESPERATE)
    for _, unit, old, _ in before:
        assert d.piece(unit).marks == old.marks & ~nerves
    assert d.dice == []


@rule("OTO 7.503b")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_503_whatever_lies_on_a_side_s_vehicle_may_be_unloaded_and_nothing_else(seed: int) -> None:
    d = muddle(seed)
    expected: dict[Seat, set[Unit]] = {side: set() for side in BOTH}
    for side, unit, piece, counter in all_units(d):
        riding = counter.is_personnel or counter.sort in (Sort.WEAPON, Sort.GUN)
        near = [
            number
            for number, other in enumerate(d.pieces[side])
            if BOOK.counters[other.kind].sort is Sort.VEHICLE
            and (other.where, other.space) == (Where.MAP, piece.space)
        ]
        if riding and near and not piece.has(Mark.PRISONER | Mark.CAPTURED) and not d.held_by(unit):
            d.change(unit, holder=near[0])
            expected[side].add(unit)
    for side in BOTH:
        d.frames = [Unloading(side)]
        if expected[side]:
            assert set(legal(d)) == {*map(Unload, expected[side]), Done()}
        for unit in sorted(expected[side])[:3]:
            rally.unload(d, side, unit)
            assert d.counter(unit).sort is Sort.GUN or d.piece(unit).holder == -1
            assert not d.piece(unit).has(Mark.HOOKED)


@rule("OTO 7.5041a", "OTO 7.5041b")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_5041_each_encircled_unit_takes_its_own_1tc(seed: int) -> None:
    d = muddle(seed)
    for _, unit, piece, counter in all_units(d):
        if piece.where is Where.MAP and counter.sort is not Sort.LEADER and not int(unit) % 2:
            d.mark(unit, on=Mark.ENCIRCLED)
        if d.held_by(unit) and counter.is_personnel:
            d.mark(unit, off=Mark.ENCIRCLED)
    copy = Draft(d.freeze())
    hazards.encirclement(d)
    rolled, lost = Again(d), set[Unit]()
    for side, unit, piece, counter in all_units(copy):
        if piece.where is not Where.MAP or not piece.has(Mark.ENCIRCLED) or piece.has(Mark.PRISONER):
            assert d.piece(unit) == piece or piece.holder >= 0
            continue
        stuck = piece.has(Mark.IMMOBILE | Mark.BOGGED | Mark.MIRED)
        fighter = BOOK.combatants.get(counter.key)
        roofless = not counter.afv or (fighter is not None and fighter.open)
        crewed = counter.sort is Sort.VEHICLE and bool(counter.crew) and not piece.has(Mark.ABANDONED)
        if not counter.is_personnel and not (crewed and stuck and roofless):
            assert d.piece(unit) == piece
            continue
        level = counter.morale if counter.is_personnel else BOOK.counters[counter.crew].morale
        level -= 1 + piece.has(Mark.WOUNDED)
        passed = rolled.dice() + 1 + best_leader(copy, side, unit, piece) <= level
        if passed:
            assert d.piece(unit) == piece
        elif counter.is_personnel:
            assert d.piece(unit).where is Where.LOST
            lost.add(unit)
            copy.change(unit, where=Where.LOST)
        else:
            assert d.piece(unit).has(Mark.ABANDONED)
            assert not d.piece(unit).has(Mark.ENCIRCLED)
    assert rolled.is_over


@rule("OTO 7.5043a", "OTO 7.5044")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_5043_and_7_5044_every_vehicle_gets_free_or_not_and_recovers_or_not(seed: int) -> None:
    d = muddle(seed)
    for side in BOTH:
        d.pieces[side][:] = [
            piece
            for piece in d.pieces[side]
            if BOOK.counters[piece.kind].sort in (Sort.VEHICLE, Sort.CUPOLA, Sort.AIRCRAFT)
        ]
    copy = Draft(d.freeze())
    hazards.bog(d)
    hazards.shock(d)
    rolled, stuck, wrecks = Again(d), int(Mark.BOGGED | Mark.MIRED), list[int]()
    expected = {unit: piece.marks for _, unit, piece, _ in all_units(copy)}
    for _, unit, piece, _ in all_units(copy):
        if piece.where is not Where.MAP or not piece.marks & stuck or piece.has(Mark.ABANDONED):
            continue
        while expected[unit] & stuck:
            expected[unit] = bogged(expected[unit], rolled.die() + bool(expected[unit] & Mark.MIRED))
    for _, unit, piece, _ in all_units(copy):
        marks, shaken = expected[unit], int(Mark.SHOCKED | Mark.UNCONFIRMED)
        if piece.where is not Where.MAP or not marks & shaken:
            continue
        expected[unit] &= ~shaken
        doubtful = (
            bool(marks & Mark.UNCONFIRMED) or BOOK.tables["shock"].result(rolled.die()) == "unconfirmed"
        )
        if doubtful and BOOK.tables["unconfirmed"].result(rolled.die()) == "eliminated":
            wrecks.append(piece.space)
            assert d.piece(unit).where is Where.LOST
    assert rolled.is_over
    assert sorted(work.space for work in d.works if work.what is Works.WRECK) == sorted(wrecks)
    assert {unit: d.piece(unit).marks for unit in expected} == expected


def bogged(marks: int, roll: int) -> int:
    """The marks after a Bog Removal die of so much."""
    match BOOK.tables["bog"].result(roll):
        case "mired":
            return marks | Mark.MIRED
        case "immobilized":
            return marks & ~int(Mark.BOGGED | Mark.MIRED) | Mark.IMMOBILE
    return marks & ~int(Mark.BOGGED | Mark.MIRED)


@rule("OTO 7.510", "OTO 7.510.q1")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_510_a_die_for_each_wounded_leader_who_is_no_prisoner(seed: int) -> None:
    d = muddle(seed, many=80)
    before = all_units(d)
    wounds.treat(d)
    rolled = Again(d)
    for _, unit, old, counter in before:
        if counter.sort is not Sort.LEADER or not old.has(Mark.WOUNDED) or old.has(Mark.PRISONER):
            assert (d.piece(unit).where, d.piece(unit).marks) == (old.where, old.marks)
            continue
        final = rolled.die() + isolated(old) - old.has(Mark.HEROIC)
        assert d.piece(unit).where is (old.where if final <= 2 else Where.EVACUATED)
        assert d.piece(unit).has(Mark.WOUNDED) == (final >= 2)
    assert rolled.is_over
    assert [account.suffered for account in d.accounts] == [0, 0]
    named = [event.text.partition(": ")[0] for event in d.log or () if event.kind == "roll"]
    treated = [d.counter(unit).text for _, unit, old, counter in before if is_treated(old, counter)]
    assert all(text in name for text, name in zip(treated, named, strict=True))


def is_treated(piece: Piece, counter: Counter) -> bool:
    wounded = piece.has(Mark.WOUNDED) and not piece.has(Mark.PRISONER)
    return counter.sort is Sort.LEADER and wounded
