"""7.520, 7.5224 and 7.5226 once more, over desks in a muddle: FPP, hidden set-up, ground for works, Recon."""

from math import ceil
from random import Random

import pytest
from tests.campaign.desk import legal, question
from tests.games.orsha.muddle import GERMAN, MINE, POCKETS, RUSSIAN, SHARED, all_units, isolated, muddle

from berlin.boards.hexes import bits, board_of
from berlin.campaign.deployment import laying, scouting
from berlin.campaign.deployment.laying import lines
from berlin.campaign.perimeters.drawing import Point
from berlin.campaign.purchases.fortify import Fortify, Fortifying, Hide
from berlin.campaign.question import Done
from berlin.campaign.sectors import Put
from berlin.games.orsha.board.ground import BUILDINGS, BY_TERRAIN, MAP, find_hex
from berlin.games.orsha.game import GAME
from berlin.games.orsha.rules.book import BOOK
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH, OTHER, Place, Seat
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import room
from berlin.kernel.proof.mark import rule
from berlin.squad.board.counters import Sort
from berlin.squad.board.names import holder_of
from berlin.squad.board.pieces import NOWHERE, Mark, Piece, Where
from berlin.squad.board.works import Work, Works, label

SEEDS = range(12)
PRICES = {"foxhole1": 1, "foxhole2": 2, "foxhole3": 3}
READY = (Where.MAP, Where.RETAINED)
GROWTH = ("brush", "woods", "orchard", "grain", "marsh")


@rule("OTO 7.520a", "OTO 7.520b", "OTO 7.520.hip.cost", "OTO 7.520.hip.double", "OTO 7.520.hip.limit")
@rule("OTO 7.520.hip.guns", "OTO 7.520.foxhole", "OTO 4.1d")
@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.parametrize("seed", SEEDS)
def test_7_520_what_fpp_may_buy_and_who_may_be_hidden(seed: int, turn: int) -> None:
    d, rng = muddle(seed), Random(seed)
    d.turn = turn
    for side, unit, piece, _ in all_units(d):
        d.mark(unit, on=Mark.HIP if rng.random() < 0.03 else 0, off=Mark.HIDDEN)
        if piece.where is Where.RETAINED and rng.random() < 0.2:
            d.change(unit, where=rng.choice((Where.ENTERING, Where.MAINTENANCE)))
        d.account(side, fpp=rng.choice((2, 7, 100)))
    prices = {price.key: price for price in BOOK.market.fortifications.values()}
    for side in BOTH:
        fpp = d.accounts[side].fpp
        gunners = {
            holder_of(unit, piece)
            for owner, unit, piece, counter in all_units(d)
            if owner == side
            and counter.sort is Sort.GUN
            and piece.holder >= 0
            and not piece.has(Mark.CAPTURED)
        }
        halves = hidden = 0
        for owner, _, piece, counter in all_units(d):
            load = {Sort.SQUAD: 2, Sort.HALF: 1}.get(counter.sort, 0)
            if owner == side and piece.where in READY and not piece.has(Mark.PRISONER):
                halves += load
                hidden += load * piece.has(Mark.HIP)
        expected: set[Act] = set()
        for owner, unit, piece, counter in all_units(d):
            cost = hiding(counter.sort)
            if owner != side or side == RUSSIAN or not cost or unit in gunners:
                continue
            if piece.where not in READY or piece.has(Mark.PRISONER | Mark.HIP):
                continue
            load = {Sort.SQUAD: 2, Sort.HALF: 1}.get(counter.sort, 0)
            if load and hidden + load > 2 * ceil(halves / 20):
                continue
            expected |= {Hide(unit)} if cost <= fpp else set()
            twice = counter.sort is not Sort.CUPOLA and 2 * cost <= fpp
            expected |= {Hide(unit, True)} if twice else set()
        d.frames = [Fortifying(side)]
        found = legal(d)
        assert {act for act in found if isinstance(act, Hide)} == expected
        bought = {act.ware for act in found if isinstance(act, Fortify)}
        if side == RUSSIAN:
            assert bought == ({ware for ware, cost in PRICES.items() if cost <= fpp} if turn > 1 else set())
        else:
            assert {ware for ware in PRICES if ware in bought} == {w for w, c in PRICES.items() if c <= fpp}
            assert {"trench", "wire"} & bought == {w for w in ("trench", "wire") if prices[w].fpp <= fpp}
        assert question(d) is None or Done() in found


def hiding(sort: Sort) -> int:
    """The FPP for which one sets up hidden."""
    men = dict.fromkeys((Sort.CREW, Sort.LEADER, Sort.HERO), 1)
    return {Sort.SQUAD: 3, Sort.HALF: 2, Sort.CUPOLA: 5, **men}.get(sort, 0)


def near(space: int) -> list[int]:
    return list(bits(MAP.neighbours(1 << space)))


@rule("OTO RG.german.note.j", "OTO RG.german.note.j.q1")
@pytest.mark.parametrize("size", [3, 8])
@pytest.mark.parametrize("seed", range(4))
def test_note_j_a_field_goes_on_in_a_straight_line_that_still_has_room(seed: int, size: int) -> None:
    rng = Random(seed)
    middle = MAP.within(find_hex("P30"), 6) | MAP.within(0, 9)
    free = sum(1 << space for space in bits(middle) if rng.random() < 0.85)
    every = []
    for start in bits(middle):
        for way in range(6):
            run = [start]
            while len(run) < size and (step := MAP.step(1 << run[-1], way)):
                run.append(Place(step.bit_length() - 1))
            if len(run) == size and all(middle >> one & 1 for one in run):
                every.append(run)
    whole = [run for run in every if all(free >> one & 1 for one in run)]
    assert set(bits(lines(MAP, free, 0, size))) == {one for run in whole for one in run}
    for run in rng.sample(whole, min(12, len(whole))):
        for many in (1, 2, size - 1):
            laid = {*run[:many]}
            left = free & ~sum(1 << one for one in laid)
            fits = [one for one in every if laid <= {*one} and all(left >> s & 1 for s in {*one} - laid)]
            on = {s for one in fits for s in {*one} - laid if any(n in laid for n in near(s))}
            assert set(bits(lines(MAP, left, sum(1 << one for one in laid), size))) == on


@rule("OTO 7.5224a", "OTO 7.5222b", "OTO CG16")
@pytest.mark.parametrize("phase", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_7_5224_the_ground_for_each_work(seed: int, phase: bool) -> None:
    d, rng = muddle(seed), Random(seed)
    home = [find_hex(name) for name in (*MINE[GERMAN], *MINE[RUSSIAN], *POCKETS.values(), SHARED)]
    marsh, house = (next(iter(bits(one & d.area(GERMAN)))) for one in (BY_TERRAIN["marsh"], BUILDINGS))
    spots = [*home, marsh, house, find_hex("K20"), find_hex("M46")]
    dug = (Works.FOXHOLE, Works.TRENCH, Works.DITCH)
    for space in rng.sample(spots, 7):
        what = rng.choice((*dug, Works.WIRE, Works.PILLBOX, Works.DUMMY, Works.BLAZE))
        d.works.append(Work(what, space, rng.choice(BOTH), hidden=rng.random() < 0.4))
    for side in BOTH:
        own = {
            piece.space
            for owner, _, piece, counter in all_units(d)
            if isolated(piece)
            and side == (OTHER[owner] if piece.has(Mark.CAPTURED) else owner)
            and not piece.has(Mark.PRISONER)
            and not lies(piece, counter.sort)
        }
        loose = {p.space for _, _, p, _ in all_units(d) if isolated(p)} - own
        for what in (*dug, Works.WIRE, Works.PILLBOX, Works.DUMMY):
            found = room(laying.site(d, side, phase, Work(what, NOWHERE, side)))
            for space in spots:
                if phase and space in loose:
                    continue
                here = 1 << space
                mine = d.area(side) & ~d.isolated & ~(d.control[OTHER[side]] & ~d.control[side]) & here
                fit = space in own if phase else bool(mine)
                blazes = any(work.what is Works.BLAZE and work.space == space for work in d.works)
                bare = what is not Works.DUMMY and space in (marsh, house)
                alike = dug if what in dug else (what,)
                twice = what is not Works.DUMMY and any(
                    work.what in alike and work.space == space and (work.owner == side or not work.hidden)
                    for work in d.works
                )
                assert bool(found & here) == (fit and not blazes and not bare and not twice)


def lies(piece: Piece, sort: Sort) -> bool:
    """Equipment that nobody has."""
    if sort in (Sort.WEAPON, Sort.RADIO, Sort.GUN):
        return piece.holder < 0
    return sort is Sort.VEHICLE and piece.has(Mark.ABANDONED)


@rule("OTO 7.5226a", "OTO 7.5226b", "OTO 7.5226c")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_5226_what_a_look_at_a_location_shows(seed: int) -> None:
    d, rng = muddle(seed), Random(seed)
    woods = next(iter(bits(BY_TERRAIN["woods"])))
    cover = board_of(space for name in GROWTH for space in bits(BY_TERRAIN[name])) | BUILDINGS
    bare = next(iter(bits(MAP.within(find_hex("K20"), 4) & ~cover)))
    for space in (bare, woods, find_hex("K13")):
        for what in (Works.MINES, Works.DUMMY, Works.WIRE, Works.PILLBOX if space != bare else Works.TRENCH):
            d.works += [Work(what, space, side, hidden=True) for side in BOTH]
    for _, unit, piece, _ in all_units(d):
        if piece.where is Where.MAP:
            d.change(unit, space=rng.choice((bare, woods)))
            d.mark(unit, on=rng.choice((0, Mark.HIDDEN, Mark.CONCEALED)), off=Mark.REVEALED)
    seen = rng.choice((bare, woods))
    before, works = all_units(d), list(d.works)
    scouting.inspect(d, RUSSIAN, seen)
    for owner, unit, old, _ in before:
        enemy = (owner == GERMAN) != old.has(Mark.CAPTURED)
        expected = old.marks
        if enemy and (old.where, old.space) == (Where.MAP, seen):
            expected |= Mark.SEEN
            if old.has(Mark.HIDDEN):
                expected = expected & ~int(Mark.HIDDEN) | Mark.REVEALED | Mark.CONCEALED
            elif seen == bare:
                expected &= ~int(Mark.CONCEALED)
        assert d.piece(unit).marks == expected
    shown = [
        Work(one.what, one.space, one.owner, hidden=False, veiled=True)
        if one.what is Works.MINES and one.space == seen and one.owner == GERMAN
        else one
        for one in works
        if one.space != seen or one.what is not Works.DUMMY
    ]
    assert d.works == shown


@rule("OTO 7.5226a")
@pytest.mark.parametrize("side", BOTH)
def test_7_5226_a_recon_reaches_seven_hexes_from_the_own_ground(side: Seat) -> None:
    d = muddle(2)
    own, foe, reach = d.control[side], d.control[OTHER[side]], scouting.in_reach(d, side)
    for space in (find_hex(f"K{number}") for number in range(1, 54)):
        close = bool(MAP.within(space, 7) & own)
        mine = bool(own & ~foe & 1 << space)
        assert bool(reach & 1 << space) == (close and not mine)


@rule("OTO 7.4.ihsr.1", "OTO CG12a.q1", "OTO 7.4.dates")
def test_7_4_how_a_campaign_begins() -> None:
    state = GAME.set_up("orsha", bytes(32), {})
    assert (state.weather, state.ground) == ("Overcast", "Wet")
    assert (state.turn, state.cvp, state.evp, state.before) == (1, 0, 0, (0, 0))
    assert (state.winner, state.left, state.left_most, state.rained, state.wind) == (-1, -1, -1, False, "")
    d = Draft(state)
    west = {space for space in bits(MAP.all) if d.control[GERMAN] >> space & 1}
    assert west.isdisjoint(bits(d.control[RUSSIAN]))
    assert len(west) + d.control[RUSSIAN].bit_count() == MAP.all.bit_count()
    assert [d.outlines[side].main for side in BOTH] == list(d.control) == list(d.had)
    assert d.edge == d.had_edge == [one & BOOK.field.edge for one in d.control]


@rule("OTO 7.5053a", "OTO 7.5151", "OTO 7.515")
def test_a_marker_names_no_next_hex_by_itself_and_no_result_without_a_chance_is_told() -> None:
    assert Point(Place(1), Place(2)) == Point(Place(1), Place(2), NOWHERE)
    for table in BOOK.tables.values():
        for drm in (-3, 0, 4):
            found = table.outcomes(drm)
            assert all(one.ways for one in found)
            assert sum(one.ways for one in found) == 6**table.dice


@rule("OTO CG16", "OTO 7.5224a", "OTO 7.520.concealment", "OTO RG.german.note.j")
@pytest.mark.parametrize(
    "what", [Works.TRENCH, Works.FOXHOLE, Works.WIRE, Works.PILLBOX, Works.MINES, Works.DUMMY]
)
def test_cg16_what_is_laid_is_hidden_but_for_a_dummy_and_a_field_is_asked_for_hex_by_hex(what: Works) -> None:
    d = muddle(1)
    field = 3 if what is Works.MINES else -1
    d.works = [
        Work(what, NOWHERE, side, ap=6 * (field > 0), field=field) for side in (RUSSIAN, GERMAN, GERMAN)
    ]
    asked = laying.Laying(GERMAN, False, label(d.works[1]))
    d.frames = [asked]
    asked.carry_out(d, Put(find_hex("K20")))
    first = d.works[1]
    assert (first.space, first.hidden) == (find_hex("K20"), what is not Works.DUMMY)
    assert [work.space for work in d.works] == [-1, find_hex("K20"), -1]
    assert d.frames == ([asked] if field > 0 else [])
    words = {Works.FOXHOLE: "foxhole", Works.MINES: "minefield-6-0-field-3"}
    assert label(first) == words.get(what, what.value)
