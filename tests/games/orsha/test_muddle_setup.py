"""7.522 once more, over desks in a muddle: who is set up where, in tow or from off board, by the clauses."""

from math import ceil
from random import Random

import pytest
from msgspec.structs import replace
from tests.games.orsha.muddle import MINE, POCKETS, SHARED, all_units, area, isolated, muddle

from berlin.boards.hexes import bits
from berlin.campaign.deployment import setup
from berlin.campaign.deployment.limits import bound, hides_too_many
from berlin.campaign.deployment.parties import leads, party, tractor, undecided
from berlin.campaign.deployment.setup import Deploying, Siting, ways
from berlin.campaign.sectors import Put
from berlin.campaign.state.state import Group
from berlin.games.orsha.board.ground import BY_TERRAIN, EAST, MAP, WEST, find_hex
from berlin.games.orsha.rules.book import BOOK
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH, OTHER, Place, Seat, Unit
from berlin.kernel.proof.mark import rule
from berlin.squad.board.counters import Sort
from berlin.squad.board.names import holder_of, owner_of, unit_of
from berlin.squad.board.pieces import Mark, Piece, Where
from berlin.squad.board.works import Work, Works

SEEDS = range(10)
GERMAN, RUSSIAN = BOTH
HOME = {GERMAN: "K16", RUSSIAN: "M49"}
FRESH = (Group(0, 0), Group(0, 0, onboard=False), Group(0, -1), Group(0, 0, trucks=True))
"""By how many dates they are old."""
ROOM = {
    Sort.SQUAD: ("squads", 2),
    **dict.fromkeys((Sort.HALF, Sort.CREW, Sort.GUN), ("squads", 1)),
    **dict.fromkeys((Sort.LEADER, Sort.HERO), ("men", 1)),
    **dict.fromkeys((Sort.VEHICLE, Sort.CUPOLA), ("vehicles", 1)),
}
"""A squad, a Gun with its crew: two halves each."""
MOST = {"squads": 6, "men": 4, "vehicles": 1}
BORNE = (Sort.WEAPON, Sort.RADIO)
GATES = {GERMAN: ("K1", "K16"), RUSSIAN: ("K53", "M49")}
"""Where those who come in are told to: the second is on the map as well."""
AFTER_23PM = 3
"""The date before which Guns may be moved anywhere."""


def deploying(seed: int, turn: int = 2) -> Draft:
    """A muddle in the midst of set-up: some pieces are placed, some came with new groups."""
    d, rng = muddle(seed, many=50), Random(seed)
    d.turn = turn
    d.works.append(Work(Works.BLAZE, find_hex("K17")))
    for side in BOTH:
        d.groups[side][:] = [replace(group, date=turn + group.date) for group in FRESH]
        for unit, piece in list(d.listed(side)):
            group = rng.choice((-1, -1, 0, 1, 2, 3))
            d.change(unit, group=group if d.counter(unit).sort is not Sort.CUPOLA else -1)
            last = find_hex(rng.choice(MINE[side])) if rng.random() < 0.4 else -1
            if piece.where is Where.RETAINED and piece.holder < 0 and not d.held_by(unit):
                entering = rng.random() < 0.2
                d.change(unit, last=last, where=Where.ENTERING if entering else Where.RETAINED)
            fixed = rng.random() < 0.2 and d.counter(unit).sort is Sort.GUN
            d.mark(unit, on=Mark.FIXED if fixed else 0, off=Mark.HIDDEN | Mark.CONCEALED)
            d.mark(unit, on=Mark.PLACED if rng.random() < 0.25 else 0)
            if d.piece(unit).where is Where.ENTERING and d.piece(unit).has(Mark.PLACED):
                d.change(unit, space=find_hex(rng.choice(GATES[side])))
            d.mark(unit, on=Mark.HIP if rng.random() < 0.3 else 0)
    return d


def is_new(d: Draft, owner: Seat, piece: Piece) -> bool:
    return piece.group >= 0 and d.groups[owner][piece.group].date == d.turn


def mine(side: Seat, owner: Seat, piece: Piece) -> bool:
    return side == (OTHER[owner] if piece.has(Mark.CAPTURED) else owner)


def together(d: Draft, side: Seat, unit: Unit) -> list[Unit]:
    """A piece with those it belongs to, as far as they are not set up, and Isolated or not as it is."""
    piece, counter, found = d.piece(unit), d.counter(unit), [unit]
    if counter.sort is Sort.GUN and piece.holder >= 0:
        crew = holder_of(unit, piece)
        found += [crew, *(one for one, other in d.held_by(crew) if one != unit and not other.is_out)]
    elif owner_of(unit) == side and (counter.is_personnel or counter.sort is Sort.VEHICLE):
        found += [one for one, other in d.held_by(unit) if not other.is_out]
    return [
        one
        for one in found
        if not d.piece(one).has(Mark.PLACED) and isolated(d.piece(one)) == isolated(piece)
    ]


def crowded(d: Draft, side: Seat, space: int, newcomers: list[Unit]) -> bool:
    """Would squads, men or vehicles of the side be too many in a hex?"""
    coming: dict[str, int] = {}
    for unit in newcomers:
        room, load = ROOM.get(d.counter(unit).sort, ("", 0))
        coming[room] = coming.get(room, 0) + load
    there = dict.fromkeys(coming, 0)
    for owner, unit, piece, counter in all_units(d):
        room, load = ROOM.get(counter.sort, ("", 0))
        here = piece.where is Where.MAP and piece.space == space and unit not in newcomers
        if here and mine(side, owner, piece) and room in there:
            there[room] += load
    return any(room and there[room] and there[room] + coming[room] > MOST[room] for room in coming)


def beside(d: Draft, side: Seat, group: int, sorts: tuple[Sort, ...], where: Where = Where.MAP) -> set[int]:
    return {
        piece.space
        for owner, _, piece, counter in all_units(d)
        if owner == side
        and piece.group == group
        and piece.where is where
        and counter.sort in sorts
        and piece.space >= 0
    }


def carried(d: Draft, side: Seat, where: Where) -> set[int]:
    """Where a side's men are set up already."""
    return {
        piece.space
        for owner, _, piece, counter in all_units(d)
        if owner == side
        and counter.is_personnel
        and piece.where is where
        and piece.space >= 0
        and piece.has(Mark.PLACED)
        and not piece.has(Mark.PRISONER)
    }


MEN = (Sort.SQUAD, Sort.HALF, Sort.CREW)


def may_stand(d: Draft, side: Seat, unit: Unit, space: int) -> bool:
    """May a piece be set up in a hex?"""
    owner, piece, counter = owner_of(unit), d.piece(unit), d.counter(unit)
    stays, here = piece.where is Where.MAP and piece.space == space, 1 << space
    stuck = counter.sort is Sort.VEHICLE and piece.has(Mark.IMMOBILE | Mark.BOGGED | Mark.MIRED)
    if isolated(piece):
        if space != piece.space:
            return False
    else:
        if is_new(d, owner, piece):
            new = d.groups[owner][piece.group]
            near = any(MAP.within(one, 8) >> space & 1 for one in bits(d.fronts[GERMAN]))
            if not new.onboard or (side == RUSSIAN and near):
                return False
        enemy_s = d.control[OTHER[side]] & ~d.control[side]
        friendly = d.area(side) & ~d.isolated & ~enemy_s & here
        if piece.where is Where.ENTERING or not (friendly or stays):
            return False
    was = piece.space if piece.where is Where.MAP else piece.last
    if counter.sort is Sort.GUN and was >= 0 and (d.turn != AFTER_23PM or piece.has(Mark.FIXED)):
        far = 0 if piece.has(Mark.FIXED) else 4 if counter.large else 8
        if not (MAP.within(was, far) | 1 << was) >> space & 1:
            return False
    lonely = counter.sort is Sort.LEADER and is_new(d, owner, piece)
    if lonely and not stays and space not in beside(d, side, piece.group, MEN):
        return False
    if counter.sort in BORNE and not stays and space not in carried(d, side, Where.MAP):
        return False
    if counter.sort is Sort.VEHICLE and is_new(d, owner, piece) and d.groups[owner][piece.group].trucks:
        guns = beside(d, side, piece.group, (Sort.GUN,))
        if not any((1 << one | MAP.neighbours(1 << one)) & here for one in guns):
            return False
    if stays:
        return True
    company = together(d, side, unit)
    on_wheels = any(not d.counter(one).is_personnel for one in company)
    if space == find_hex("K17") or (on_wheels and BY_TERRAIN["marsh"] & here):
        return False
    assert not (stuck and isolated(piece))
    return not crowded(d, side, space, company)


def probes(d: Draft, side: Seat) -> list[int]:
    """Hexes that tell the limits apart."""
    names = (*MINE[GERMAN], *MINE[RUSSIAN], *POCKETS.values(), SHARED, HOME[side], "K17", "K20", "K46", "M44")
    marsh = list(bits(BY_TERRAIN["marsh"] & d.area(side)))[:2]
    return [*map(find_hex, names), *marsh]


@rule("OTO 7.5222b", "OTO 7.5224a", "OTO CG11b", "OTO CG12a1", "OTO CG12a2", "OTO CG12b2", "OTO CG12b3")
@pytest.mark.parametrize("turn", [2, AFTER_23PM, 4])
@pytest.mark.parametrize("seed", SEEDS)
def test_7_522_where_each_piece_may_be_set_up(seed: int, turn: int) -> None:
    d = deploying(seed, turn)
    for side in BOTH:
        for phase in (True, False):
            for unit in undecided(d, side, phase):
                if moveless(d, unit):
                    continue
                openly = ways(d, Siting(side, unit))[0]
                found = {space for space in probes(d, side) if openly >> space & 1}
                assert found == {space for space in probes(d, side) if may_stand(d, side, unit, space)}


def moveless(d: Draft, unit: Unit) -> bool:
    """A cupola, or a vehicle that can't move: it stays where it is, and is not asked about."""
    stuck = d.piece(unit).has(Mark.IMMOBILE | Mark.BOGGED | Mark.MIRED)
    return d.counter(unit).sort is Sort.CUPOLA or (d.counter(unit).sort is Sort.VEHICLE and stuck)


@rule("OTO 7.5224b", "OTO 6.entry_area.russian", "OTO 6.entry_area.german", "OTO CG12")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_522_who_may_come_in_from_off_board(seed: int) -> None:
    d = deploying(seed)
    edge = {GERMAN: WEST, RUSSIAN: EAST}
    for side in BOTH:
        for unit in undecided(d, side, False):
            owner, piece, counter = owner_of(unit), d.piece(unit), d.counter(unit)
            hauled = is_new(d, owner, piece) and d.groups[owner][piece.group].trucks
            entry = set(bits(ways(d, Siting(side, unit))[3] & edge[side] & probe_edge(side)))
            every = set(bits(edge[side] & probe_edge(side)))
            towed = counter.sort is Sort.GUN and not counter.dismantled
            waits = (towed and not trucks_for(d, side, unit)) or (counter.sort is Sort.VEHICLE and hauled)
            if piece.where is Where.MAP or moveless(d, unit) or waits:
                assert not entry
            elif counter.sort is Sort.LEADER and is_new(d, owner, piece):
                assert entry == every & beside(d, side, piece.group, MEN, Where.ENTERING)
            elif counter.sort in BORNE:
                assert entry == every & carried(d, side, Where.ENTERING)
            elif not hides_too_many(d, side, away=party(d, side, unit)):
                assert entry == every


def probe_edge(side: Seat) -> int:
    return MAP.within(find_hex("K53" if side == RUSSIAN else "K1"), 6)


def trucks_for(d: Draft, side: Seat, gun: Unit) -> list[Unit]:
    """Unarmed vehicles off the map that could tow a Gun, those of its own group first."""
    group = d.piece(gun).group if owner_of(gun) == side else None
    found = []
    for owner, unit, piece, counter in all_units(d):
        idle = piece.where in (Where.RETAINED, Where.ENTERING) and not piece.has(
            Mark.PLACED | Mark.CAPTURED | Mark.ABANDONED | Mark.IMMOBILE | Mark.BOGGED | Mark.MIRED
        )
        bound = is_new(d, owner, piece) and d.groups[owner][piece.group].trucks
        unarmed = counter.sort is Sort.VEHICLE and not counter.armed
        if owner == side and idle and unarmed and (piece.group == group or not bound):
            found.append((piece.group != group, unit))
    return [unit for _, unit in sorted(found)]


@rule("OTO CG11e", "OTO 7.5224b")
@pytest.mark.parametrize("seed", SEEDS)
def test_cg11_which_guns_may_be_set_up_in_tow_and_by_which_truck(seed: int) -> None:
    d = deploying(seed)
    for number in range(3):
        d.add(RUSSIAN, Piece("r:GAZ-MM", group=(-1, 3, 0)[number]))
        d.add(RUSSIAN, Piece("r:obr-39", group=(-1, 3, 0)[number], last=find_hex("M50")))
    for side in BOTH:
        for unit in undecided(d, side, False):
            if d.counter(unit).sort is not Sort.GUN:
                assert not ways(d, Siting(side, unit))[2]
                continue
            fit = trucks_for(d, side, unit)
            assert tractor(d, side, unit) == (fit[0] if fit else None)
            openly, _, towed, _ = ways(d, Siting(side, unit))
            if side == GERMAN or not fit:
                assert not towed
                continue
            last, truck = d.piece(unit).last, fit[0]
            for space in probes(d, side):
                near = last < 0 or MAP.within(last, 2) >> space & 1
                room = not crowded(d, side, space, [truck]) and not BY_TERRAIN["marsh"] >> space & 1
                new = d.groups[side][d.piece(truck).group] if is_new(d, side, d.piece(truck)) else None
                far = all(MAP.within(one, 8) >> space & 1 == 0 for one in bits(d.fronts[GERMAN]))
                comes = new is None or (new.onboard and far)
                assert towed >> space & 1 == (openly >> space & 1 and near and room and comes)


@rule("OTO 7.5222a", "OTO 7.522", "OTO 7.5193c", "OTO 7.5196b")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_522_who_is_still_to_be_set_up_and_who_waits_for_others(seed: int) -> None:
    d = deploying(seed)
    for side in BOTH:
        for phase in (True, False):
            expected = []
            for owner in (side, OTHER[side]):
                for whose, unit, piece, counter in all_units(d):
                    if whose != owner or not mine(side, owner, piece) or isolated(piece) != phase:
                        continue
                    if piece.has(Mark.PLACED | Mark.PRISONER) or piece.is_out:
                        continue
                    loose = piece.has(Mark.ABANDONED) if counter.sort is Sort.VEHICLE else piece.holder < 0
                    lies = counter.is_equipment and counter.sort is not Sort.CUPOLA and loose
                    if counter.sort in (Sort.COMMANDER, Sort.AIRCRAFT) or (lies and area(piece) == SHARED):
                        continue
                    expected.append(unit)
            assert list(undecided(d, side, phase)) == expected
            served = {holder_of(one, d.piece(one)) for one in expected if d.counter(one).sort is Sort.GUN}
            for unit in set(expected) - set(leads(d, side, expected)):
                piece, sort = d.piece(unit), d.counter(unit).sort
                kin = {d.counter(one).sort for one in expected if same_group(d, one, unit)}
                if sort is Sort.CREW:
                    assert unit in served
                elif sort is Sort.LEADER:
                    assert is_new(d, owner_of(unit), piece)
                    assert {Sort.SQUAD, Sort.HALF} & kin
                elif sort is Sort.VEHICLE:
                    assert Sort.GUN in kin
                else:
                    assert sort in BORNE
            for unit in served & set(expected):
                assert d.counter(unit).sort is not Sort.CREW or unit not in leads(d, side, expected)


def same_group(d: Draft, one: Unit, other: Unit) -> bool:
    return (owner_of(one), d.piece(one).group) == (owner_of(other), d.piece(other).group)


@rule("OTO 7.520.hip.limit")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_520_a_tenth_of_the_squads_may_be_hidden(seed: int) -> None:
    d, rng = deploying(seed), Random(seed)
    for side in BOTH:
        there = hidden = 0
        for owner, unit, piece, counter in all_units(d):
            halves = {Sort.SQUAD: 2, Sort.HALF: 1}.get(counter.sort, 0)
            if owner != side or not halves or piece.has(Mark.PRISONER):
                continue
            if piece.where is Where.MAP:
                there += halves
                if rng.random() < 0.15:
                    d.mark(unit, on=Mark.HIDDEN)
                hidden += halves * (d.piece(unit).has(Mark.HIDDEN) and piece.has(Mark.PLACED))
            elif piece.where is Where.RETAINED and not piece.has(Mark.PLACED):
                blocked = is_new(d, owner, piece) and not d.groups[owner][piece.group].onboard
                there += 0 if blocked else halves
        most = 2 * ceil(there / 20)
        for more in (0.0, 0.5, 1.0, 2.0):
            assert hides_too_many(d, side, more) == (hidden + 2 * more > most)


@rule("OTO 7.5224a", "OTO 7.5222c", "OTO CG16", "OTO CG11c")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_522_what_is_wiped_before_and_fixed_after_set_up(seed: int) -> None:
    d, rng = muddle(seed), Random(seed)
    for _, unit, piece, _ in all_units(d):
        d.mark(unit, on=rng.choice((0, Mark.PLACED, Mark.SEEN, Mark.HOOKED, Mark.HIP)))
        if piece.where is Where.RETAINED and rng.random() < 0.3:
            d.change(unit, where=Where.ENTERING, space=find_hex("K53"))
    old = all_units(d)
    setup.begin(d)
    for _, unit, piece, counter in old:
        new, wiped = d.piece(unit), int(Mark.CONCEALED | Mark.HIDDEN | Mark.PLACED | Mark.SEEN | Mark.HOOKED)
        assert new.marks & ~wiped & ~int(Mark.SHORT) == piece.marks & ~wiped & ~int(Mark.SHORT)
        assert not new.has(Mark.SEEN | Mark.HOOKED | Mark.HIDDEN)
        assert new.where is (Where.RETAINED if piece.where is Where.ENTERING else piece.where)
        assert new.where is Where.MAP or new.space == -1
        if new.has(Mark.PLACED) and not counter.is_personnel and counter.sort not in (*BORNE, Sort.COMMANDER):
            assert moveless(d, unit) or counter.sort is Sort.GUN
    assert {type(frame) for frame in d.frames} >= {Deploying}
    for _, unit, _, _ in all_units(d):
        d.mark(unit, on=rng.choice((0, 0, Mark.HIDDEN, Mark.CONCEALED, Mark.HOOKED)), off=Mark.REVEALED)
    d.works += [
        Work(Works.TRENCH, find_hex("K12"), GERMAN, hidden=True),
        Work(Works.WIRE, Place(5), GERMAN, hidden=True),
    ]
    d.works += [
        Work(Works.MINES, find_hex("K13"), GERMAN, hidden=True),
        Work(Works.WIRE, owner=GERMAN, hidden=True),
    ]
    old = all_units(d)
    setup.conclude(d)
    assert [work.hidden for work in d.works] == [False, False, True, True]
    for _, unit, piece, counter in old:
        new, on_map = d.piece(unit), piece.where is Where.MAP
        gun = counter.sort is Sort.GUN and on_map
        entrenched = piece.space == find_hex("K12")
        seen = not piece.has(Mark.CONCEALED | Mark.HIDDEN)
        assert new.has(Mark.FIXED) == (gun and entrenched and not piece.has(Mark.HOOKED))
        assert new.has(Mark.REVEALED) == (gun and seen)
        assert not on_map or not new.has(Mark.HIP)
        assert new.has(Mark.HIP) or on_map or not piece.has(Mark.HIP)


@rule("OTO 7.5224a", "OTO 7.520.hip.limit", "OTO CG16")
@pytest.mark.parametrize("alone", ["g:LMG", "g:radio"])
@pytest.mark.parametrize("veil", [0, Mark.CONCEALED, Mark.HIDDEN])
def test_7_522_a_weapon_alone_is_given_to_who_bears_least_and_is_seen_or_not_as_he_is(
    alone: str, veil: int
) -> None:
    d = muddle(1)
    d.pieces[GERMAN].clear()
    space = find_hex("K12")
    leader, squad, other = (
        d.add(GERMAN, Piece(kind, where=Where.MAP, space=space, marks=veil | Mark.PLACED | Mark.ENGINEER))
        for kind in ("g:8-1", "g:4-6-7", "g:4-6-7")
    )
    d.add(GERMAN, Piece("g:MMG", where=Where.MAP, space=space, marks=int(Mark.PLACED), holder=1))
    weapon = d.add(GERMAN, Piece(alone))
    d.frames = [Siting(GERMAN, weapon)]
    Siting(GERMAN, weapon).carry_out(d, Put(space))
    taker = leader if alone == "g:radio" else other
    assert holder_of(weapon, d.piece(weapon)) == taker != squad
    assert d.piece(weapon).marks == veil | Mark.PLACED
    assert unit_of(GERMAN, 4) == weapon
    assert BOOK.counters[alone].side == GERMAN


@rule("OTO CG12a3", "OTO 7.5224b")
@pytest.mark.parametrize("turn", [AFTER_23PM, 4])
@pytest.mark.parametrize("seed", SEEDS)
def test_cg12_on_the_last_date_every_german_who_can_come_must(seed: int, turn: int) -> None:
    d = deploying(seed, turn)
    units = (Sort.VEHICLE, Sort.CUPOLA, Sort.GUN, *MEN, Sort.LEADER, Sort.HERO)
    for side in BOTH:
        for unit in undecided(d, side, False):
            openly, _, _, entry = ways(d, Siting(side, unit))
            fights = d.counter(unit).sort in units
            must = turn == 4 and side == GERMAN and fights and bool(openly or entry)
            on_map = d.piece(unit).where is Where.MAP
            assert (bound(d, side, unit) is not None) == (must or on_map)


@rule("OTO 7.5224b", "OTO CG7a")
@pytest.mark.parametrize("side", BOTH)
def test_7_5224_who_is_kept_is_off_the_map_with_all_that_he_has(side: Seat) -> None:
    d = muddle(1, many=0)
    squad = ("g:4-6-7", "r:4-4-7")[side]
    gate = find_hex("K53")
    man = d.add(side, Piece(squad, where=Where.ENTERING, space=gate))
    for weapon in ("LMG", "MMG"):
        d.add(side, Piece(f"{'gr'[side]}:{weapon}", where=Where.ENTERING, space=gate, holder=0))
    d.frames = [Siting(side, man)]
    Siting(side, man).carry_out(d, setup.Reserve())
    assert {(one.where, one.space, one.has(Mark.PLACED)) for one in d.pieces[side]} == {
        (Where.RETAINED, -1, True)
    }
    assert [one.holder for one in d.pieces[side]] == [-1, 0, 0]
    loose = d.add(side, Piece(f"{'gr'[side]}:LMG", holder=0))
    d.frames = [Siting(side, loose)]
    Siting(side, loose).carry_out(d, setup.Reserve())
    assert d.piece(loose).holder == -1


@rule("OTO CG11e", "OTO CG12b3", "OTO RG.russian.note.o")
@pytest.mark.parametrize(("onboard", "towed"), [(True, True), (False, False)])
def test_cg11_a_truck_that_does_not_set_up_tows_nothing_there(onboard: bool, towed: bool) -> None:
    d = muddle(1, many=0)
    d.groups[RUSSIAN].append(Group(0, 2, onboard=onboard))
    d.add(RUSSIAN, Piece("r:GAZ-MM", group=0))
    gun = d.add(RUSSIAN, Piece("r:obr-39"))
    d.fronts = [0, 0]
    assert bool(ways(d, Siting(RUSSIAN, gun))[2]) == towed
