"""7.505 and 7.506 once more, over desks in a muddle: who counts for a Perimeter, who Escapes, and how."""

from itertools import combinations
from random import Random

import pytest
from tests.campaign.desk import legal
from tests.games.orsha.muddle import Again, all_units, area, isolated, muddle

from berlin.boards.hexes import bits, board_of
from berlin.campaign.perimeters import drawing, escape
from berlin.campaign.perimeters.escape import Breakout, Deploy, Escape, Give, Go, Join, Leave, Party, Stay
from berlin.campaign.perimeters.isolation import Area
from berlin.campaign.refit.armoury import Dismantle
from berlin.games.orsha.board.ground import MAP, STRATEGIC, find_hex
from berlin.games.orsha.rules import perimeters
from berlin.games.orsha.rules.book import BOOK
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH, OTHER, Seat, Unit
from berlin.kernel.play.acts import Act
from berlin.kernel.proof.mark import rule
from berlin.squad.board.counters import Sort
from berlin.squad.board.names import holder_of
from berlin.squad.board.pieces import Mark, Piece, Where
from berlin.squad.board.works import Work, Works

SEEDS = range(12)
STUCK = Mark.IMMOBILE | Mark.BOGGED | Mark.MIRED
INFANTRY = (Sort.SQUAD, Sort.HALF, Sort.CREW, Sort.LEADER, Sort.HERO)
MMC = INFANTRY[:3]


def whose(owner: Seat, piece: Piece) -> Seat:
    return OTHER[owner] if piece.has(Mark.CAPTURED) else owner


def crewed(d: Draft, owner: Seat, unit: Unit, piece: Piece) -> bool:
    return piece.holder >= 0 and d.counter(holder_of(unit, piece)).sort is Sort.CREW


@rule("OTO 7.5053.def.node", "OTO 7.5053.def.seg", "OTO 7.5054.def.members", "OTO 6.strategic_location")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_505_which_hexes_a_side_has_for_its_perimeter(seed: int) -> None:
    d, rng = muddle(seed), Random(seed)
    dug = [
        rng.choice((Works.FOXHOLE, Works.TRENCH, Works.DITCH, Works.PILLBOX, Works.WIRE)) for _ in range(8)
    ]
    spots = [find_hex(name) for name in ("K12", "M50", "P30", "R24", "K16", "M49", "D30", "F46")]
    d.works = [Work(what, space) for what, space in zip(dug, spots, strict=True)] + [Work(Works.TRENCH)]
    units: dict[Seat, set[int]] = {side: set() for side in BOTH}
    mmc: dict[Seat, set[int]] = {side: set() for side in BOTH}
    men: dict[Seat, set[int]] = {side: set() for side in BOTH}
    strong: dict[Seat, set[int]] = {side: set() for side in BOTH}
    for owner, unit, piece, counter in all_units(d):
        if piece.where is not Where.MAP or piece.has(Mark.PRISONER):
            continue
        side = whose(owner, piece)
        if counter.sort in MMC:
            units[side].add(piece.space)
            mmc[side].add(piece.space)
        elif counter.is_smc or (counter.sort is Sort.COMMANDER and piece.holder < 0):
            men[side].add(piece.space)
        elif counter.sort is Sort.CUPOLA:
            units[side].add(piece.space)
            strong[side].add(piece.space)
        elif counter.sort is Sort.VEHICLE and not piece.has(Mark.ABANDONED):
            units[side].add(piece.space)
            armed = counter.armed and not piece.has(Mark.MALFUNCTION | Mark.DISABLED)
            if armed and not piece.has(STUCK):
                strong[side].add(piece.space)
        elif counter.sort is Sort.GUN and crewed(d, owner, unit, piece):
            units[side].add(piece.space)
            strong[side].add(piece.space)
    entrenched = {spot for what, spot in zip(dug, spots, strict=True) if what is not Works.WIRE}
    lasting = board_of(entrenched) | STRATEGIC
    assert perimeters.strategic_of(d) == lasting | board_of(strong[BOTH[0]] | strong[BOTH[1]])
    forces = perimeters.forces_of(d)
    for side, seen in zip(BOTH, perimeters.sides_of(d), strict=True):
        foe = OTHER[side]
        holds = lasting & d.control[side] | board_of(strong[side])
        assert (forces.units[side], forces.smc[side]) == (board_of(units[side]), board_of(men[side]))
        assert (seen.mmc, seen.units, seen.holds) == (board_of(mmc[side]), board_of(units[side]), holds)
        assert seen.blocked == board_of(units[foe]) | lasting & d.control[foe] | board_of(strong[foe])
        assert seen.edge == d.edge[side]


def single(counter_sort: Sort, piece: Piece) -> bool:
    return counter_sort in INFANTRY[3:] or (counter_sort is Sort.COMMANDER and piece.holder < 0)


@rule("OTO 7.5063a", "OTO 7.5061a", "OTO 7.5061.q1", "OTO 7.5064a")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_506_who_may_and_who_must_attempt_to_escape(seed: int) -> None:
    d = muddle(seed)
    d.zones[0] = Area(d.zones[0].hexes, "B")
    for side in BOTH:
        expected, must = set[Unit](), set[Unit]()
        for owner, unit, piece, counter in all_units(d):
            rolls = counter.sort is Sort.VEHICLE and not piece.has(
                Mark.IMMOBILE | Mark.ABANDONED | Mark.BOGGED
            )
            walks = counter.is_personnel or single(counter.sort, piece)
            if whose(owner, piece) != side or piece.has(Mark.PRISONER) or not isolated(piece):
                continue
            if rolls or walks:
                expected.add(unit)
            foreign = area(piece) == "P30" or (area(piece) == "R24" and side == BOTH[0])
            if walks and single(counter.sort, piece) and foreign:
                must.add(unit)
        d.frames = [Breakout(side)]
        assert set(escape.able(d, side)) == expected
        assert set(escape.compelled(d, side)) == must
        if expected:
            acts: set[Act] = {Escape(unit) for unit in expected}
            assert set(legal(d)) == (acts if must else acts | {Stay()})
    trapped = {*escape.compelled(d, BOTH[0]), *escape.compelled(d, BOTH[1])}
    before = {unit for _, unit, piece, _ in all_units(d) if piece.is_out}
    escape.lose_trapped(d)
    assert {unit for _, unit, piece, _ in all_units(d) if piece.is_out} - before == trapped


def weight(d: Draft, unit: Unit) -> int:
    """What a weapon weighs; 0 for one that can't go along."""
    counter, piece = d.counter(unit), d.piece(unit)
    if counter.sort is Sort.GUN:
        return counter.dismantled if piece.has(Mark.DISMANTLED) else 0
    return counter.dismantled if piece.has(Mark.DISMANTLED) else counter.pp


def ipc(d: Draft, unit: Unit) -> int:
    """What one bears: an MMC 3, a man 1, a wounded one nothing."""
    return 3 if d.counter(unit).is_mmc else int(not d.piece(unit).has(Mark.WOUNDED))


def drm(d: Draft, side: Seat, units: tuple[Unit, ...], near: int) -> int:
    """All that is added to the roll of a stack on foot, `near` hexes from home."""
    counters = [d.counter(unit) for unit in units]
    pieces = [d.piece(unit) for unit in units]
    total = -(near <= 2) - (near <= 1) + 2 * any(piece.has(Mark.ENCIRCLED) for piece in pieces)
    halves = sum({Sort.SQUAD: 2, Sort.HALF: 1, Sort.CREW: 1}.get(one.sort, 0) for one in counters)
    total += max(0, halves - 1)
    if len(units) == 1 and counters[0].is_smc:
        return total - (not pieces[0].has(Mark.WOUNDED)) + overload(d, units)
    led = [
        one.modifier + piece.has(Mark.WOUNDED)
        for one, piece in zip(counters, pieces, strict=True)
        if one.sort is Sort.LEADER
    ]
    brave = any(one.sort is Sort.HERO for one in counters) or any(one.has(Mark.HEROIC) for one in pieces)
    return total + min(led, default=0) - brave + overload(d, units)


def overload(d: Draft, units: tuple[Unit, ...]) -> int:
    """Portage above what is borne, by the worst; one man without a load of his own helps."""
    loads = {unit: sum(weight(d, one) for one, _ in d.held_by(unit) if holds(d, one)) for unit in units}
    over = sorted((load - ipc(d, unit) for unit, load in loads.items() if load), reverse=True)
    idle = [ipc(d, unit) for unit in units if d.counter(unit).is_smc and not loads[unit]]
    if over:
        over[0] -= max(idle, default=0)
    return max(0, *over) if over else 0


def holds(d: Draft, unit: Unit) -> bool:
    return d.counter(unit).is_equipment and d.piece(unit).where is Where.MAP


def stacks(d: Draft, side: Seat) -> list[tuple[Unit, ...]]:
    """Men of one hex, by ones, twos and threes."""
    found: list[tuple[Unit, ...]] = []
    for name in ("P30", "R24", "T33"):
        men = [
            unit
            for owner, unit, piece, counter in all_units(d)
            if owner == side and counter.is_personnel and area(piece) == name and not piece.has(Mark.PRISONER)
        ]
        found += [one for size in (1, 2, 3) for one in combinations(men, size)][:40]
    return found


@rule(
    *(f"OTO 7.5063.drm.{one}" for one in ("leader", "smc", "near", "hs", "pp", "encircled")), "OTO 7.5063.q2"
)
@pytest.mark.parametrize("seed", SEEDS)
def test_7_5063_the_drm_of_every_stack_on_foot(seed: int) -> None:
    d = muddle(seed)
    far = 1 + seed % 4
    for side in BOTH:
        homes = [MAP.all & ~MAP.within(space, far - 1) for space in bits(d.isolated)]
        d.control = [0, 0]
        d.control[side] = homes[0] & homes[1] & homes[2]
        for units in stacks(d, side):
            frame = Party(side, units)
            space = d.piece(units[0]).space
            near = next((n for n in (1, 2) if MAP.within(space, n) & d.control[side] & ~d.isolated), 3)
            assert escape.table(d, frame) is BOOK.tables["escape.infantry"]
            assert escape.table(d, frame).tally(0, escape.reasons(d, frame)).total == drm(
                d, side, units, near
            )


@rule("OTO 7.5063.drm.captured", "OTO 7.5063.drm.leader", "OTO 7.5063.drm.hs", "OTO 7.5063.drm.encircled")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_5063_the_drm_of_every_vehicle(seed: int) -> None:
    d = muddle(seed)
    d.control = [0, 0]
    for side in BOTH:
        for owner, unit, piece, counter in all_units(d):
            if counter.sort is not Sort.VEHICLE or whose(owner, piece) != side or not isolated(piece):
                continue
            led = [
                one.modifier
                for other, _, leader, one in all_units(d)
                if other == owner
                and one.sort is Sort.COMMANDER
                and leader.holder >= 0
                and leader.holder == unit % 4096
            ]
            expected = min(led, default=0)
            if counter.afv:
                expected += 2 * piece.has(Mark.CAPTURED)
            else:
                expected += 2 * piece.has(Mark.ENCIRCLED)
            frame = Party(side, (unit,))
            assert escape.table(d, frame) is BOOK.tables["escape.vehicle"]
            assert escape.table(d, frame).tally(0, escape.reasons(d, frame)).total == expected


@rule("OTO 7.5063b", "OTO 7.5063c")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_5063_who_may_go_along_and_what_may_be_done_with_weapons_before(seed: int) -> None:
    d = muddle(seed)
    for side in BOTH:
        for units in stacks(d, side)[::5]:
            lead = d.piece(units[0])
            here = [
                unit
                for owner, unit, piece, counter in all_units(d)
                if owner == side
                and counter.is_personnel
                and not piece.has(Mark.PRISONER)
                and (piece.where, piece.space) == (Where.MAP, lead.space)
            ]
            expected: set[Act] = {Go(), *(Join(unit) for unit in here if unit not in units)}
            for unit in units:
                for weapon, piece in d.held_by(unit):
                    if not holds(d, weapon):
                        continue
                    counter = d.counter(weapon)
                    expected.add(Leave(weapon))
                    if counter.dismantled and not piece.has(Mark.DISMANTLED):
                        expected.add(Dismantle(weapon))
                    fit = [one for one in here if counter.sort is not Sort.GUN or d.counter(one).is_mmc]
                    expected |= {Give(weapon, one) for one in fit if one != unit}
            if any(d.counter(unit).sort is Sort.LEADER for unit in units):
                expected |= {Deploy(unit) for unit in units if d.counter(unit).sort is Sort.SQUAD}
            assert set(Party(side, units).answers(d)) == expected


@rule("OTO 7.5063.inf.8", "OTO 7.5063.inf.12", "OTO 7.5064a")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_5063_a_stack_gets_away_whole_with_what_it_bears_or_is_lost(seed: int) -> None:
    start = muddle(seed)
    for side in BOTH:
        for number, units in enumerate(stacks(start, side)[::4]):
            d = Draft(start.freeze(), [])
            d.rolls = 50 * number
            frame = Party(side, units)
            added = escape.table(d, frame).tally(0, escape.reasons(d, frame)).total
            arms = [one for unit in units for one, _ in d.held_by(unit) if holds(d, one)]
            escape.attempt(d, frame)
            final = Again(d).dice() + added
            if final <= 8:
                assert {(d.piece(unit).where, d.piece(unit).space) for unit in units} == {
                    (Where.RETAINED, -1)
                }
                for one in arms:
                    goes = weight(d, one) > 0
                    assert d.piece(one).where is (Where.RETAINED if goes else Where.MAP)
                    assert (d.piece(one).holder >= 0) == goes
            elif final >= 12:
                taken = [one for one in arms if weight(d, one) > 0]
                assert all(d.piece(unit).where is Where.LOST for unit in (*units, *taken))
            for _, unit, piece, _ in all_units(start):
                if unit not in (*units, *arms) and piece.holder < 0:
                    assert d.piece(unit) == piece


@rule("OTO 7.505", "OTO 7.506", "OTO 7.506.def", "OTO 7.5057b", "OTO 7.5056a")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_505_once_both_are_drawn_areas_are_typed_and_men_outside_are_lost(seed: int) -> None:
    d = muddle(seed)
    d.zones = []
    before, edge = list(d.control), list(d.edge)
    drawn = [drawing.perimeter(d, side) for side in BOTH]
    lost = {
        unit
        for owner, unit, piece, counter in all_units(d)
        if piece.where is Where.MAP
        and not piece.has(Mark.PRISONER)
        and single(counter.sort, piece)
        and not drawn[owner].area >> piece.space & 1
    }
    drawing.conclude(d)
    assert {unit for _, unit, piece, _ in all_units(d) if piece.is_out} == lost
    assert (d.had, d.had_edge) == (before, edge)
    assert [one.area for one in d.outlines] == [one.area for one in drawn]
    shared = drawn[0].area & drawn[1].area | drawn[0].pocketed | drawn[1].pocketed
    forces = perimeters.forces_of(d)
    for zone in d.zones:
        assert not zone.hexes & ~shared
        here = [side for side in BOTH if forces.units[side] & zone.hexes]
        men = bool((forces.smc[0] | forces.smc[1]) & zone.hexes)
        assert zone.kind == ("D" if len(here) == 2 else "C" if here else "B" if men else "A")
        assert zone.side == (here[0] if len(here) == 1 else None)
    held = forces.units[0] & shared | forces.units[1] & shared
    assert not held & ~d.isolated
    for side in BOTH:
        assert not d.control[side] & d.control[OTHER[side]] & ~d.isolated


@rule("OTO 7.5061b", "OTO 7.5065")
@pytest.mark.parametrize("seed", SEEDS)
def test_7_5061_who_stays_is_short_of_ammunition_and_nobody_is_encircled_any_more(seed: int) -> None:
    d = muddle(seed)
    for _, unit, piece, counter in all_units(d):
        if single(counter.sort, piece):
            d.change(unit, where=Where.RETAINED, space=-1, holder=-1)
    before = {unit: piece for _, unit, piece, _ in all_units(d)}
    drawing.after_escapes(d)
    short = board_of(space for one in d.zones if one.kind in "CD" for space in bits(one.hexes))
    assert not d.frames
    for _, unit, piece, counter in all_units(d):
        if piece.where is not Where.MAP:
            continue
        assert not piece.has(Mark.ENCIRCLED)
        if not short >> piece.space & 1:
            assert piece.has(Mark.SHORT) == before[unit].has(Mark.SHORT)
        fights = counter.is_personnel or counter.sort in (Sort.WEAPON, Sort.GUN, Sort.VEHICLE, Sort.CUPOLA)
        free = not piece.has(Mark.CAPTURED | Mark.PRISONER)
        if short >> piece.space & 1 and fights and free:
            assert piece.has(Mark.SHORT)


@rule(*(f"OTO 7.5063.veh.{number}" for number in (8, 9, 10, 11, 12)), "OTO 7.5064a", "OTO 7.5063c")
@pytest.mark.parametrize("final", [7, 8, 9, 10, 11, 12])
@pytest.mark.parametrize("side", BOTH)
def test_7_5063_who_is_in_or_on_a_vehicle_fares_with_it(side: Seat, final: int) -> None:
    d = muddle(0, many=0)
    d.control = [0, 0]
    prefix, space = "gr"[side], find_hex("T33")
    kinds = ("StuG-IIIG", "AL-8-1", "4-6-7", "LMG", "PaK-40"), ("T-34-M43", "AL-8-1", "4-4-7", "LMG", "45L")
    tank, leader, rider, weapon, gun = (
        d.add(side, Piece(f"{prefix}:{kind}", where=Where.MAP, space=space, holder=holder))
        for kind, holder in zip(kinds[side], (-1, 0, 0, 2, 0), strict=True)
    )
    if final >= 12:
        # With his -1 no roll is as high.
        d.change(leader, holder=-1, where=Where.RETAINED, space=-1)
    frame = Party(side, (tank,))
    added = escape.table(d, frame).tally(0, escape.reasons(d, frame)).total
    assert added == (0 if final >= 12 else -1)
    d.given = (6, final - added - 6)
    escape.attempt(d, frame)
    named = {"tank": tank, "rider": rider, "leader": leader}
    boxes = {name: d.piece(unit).where for name, unit in named.items()}
    on_map = [piece for piece in d.pieces[side] if piece.where is Where.MAP]
    assert d.piece(gun) in on_map
    assert d.piece(gun).holder == -1
    if final <= 9:
        assert set(boxes.values()) == {Where.RETAINED}
        assert d.piece(weapon).where is Where.RETAINED
        assert (d.piece(leader).holder, d.piece(rider).holder) == (0, 0)
    elif final == 10:
        assert d.piece(tank).has(Mark.ABANDONED)
        assert boxes == {"tank": Where.MAP, "rider": Where.RETAINED, "leader": Where.RETAINED}
        assert (d.piece(leader).holder, d.piece(rider).holder) == (-1, -1)
        assert (d.pieces[side][-1].kind[2:], d.pieces[side][-1].where) == ("1-2-7", Where.RETAINED)
        assert d.piece(weapon).where is Where.RETAINED
    elif final == 11:
        assert d.piece(tank).has(Mark.ABANDONED)
        assert boxes == {"tank": Where.MAP, "rider": Where.LOST, "leader": Where.LOST}
    else:
        assert boxes == {"tank": Where.LOST, "rider": Where.LOST, "leader": Where.RETAINED}
        assert [(work.what, work.space, work.of[2:]) for work in d.works] == [
            (Works.WRECK, space, kinds[side][0])
        ]
