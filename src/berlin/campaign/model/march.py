"""Marches: where a side wants to be, how it gets there, and what it meets on the way."""

from collections.abc import Iterable

from msgspec.structs import replace

from berlin.boards.hexes import bits, board_of
from berlin.campaign.model import towing
from berlin.campaign.model.fight import HELPLESS, STUCK, VEILED, Fight
from berlin.campaign.model.fire import strike
from berlin.kernel.contract.ids import OTHER, Place, Seat, Unit
from berlin.squad.board.counters import Sort
from berlin.squad.board.pieces import Mark, Where
from berlin.squad.board.works import ENTRENCHMENTS, Works

NEVER = 1 << 20
MOST = 9
"""The dearest hex that is still entered."""


class Way:
    """How far each hex is from the nearest goal, by what it costs to get there."""

    __slots__ = ("cost", "far")

    def __init__(self, f: Fight, cost: list[int], goals: dict[int, int]) -> None:
        """`goals` are sets of hexes by how far they are said to be."""
        chart = f.field.chart
        self.cost = cost
        self.far = [NEVER] * chart.size
        classes = [0] * (MOST + 1)
        for space in chart.spaces:
            if cost[space] <= MOST:
                classes[cost[space]] |= 1 << space
        due = dict(goals)
        done, level = 0, 0
        while due:
            fresh = due.pop(level, 0) & ~done
            done |= fresh
            if fresh:
                for space in bits(fresh):
                    self.far[space] = level
                for price, hexes in enumerate(classes):
                    if fresh & hexes:
                        near = chart.neighbours(fresh & hexes) & ~done
                        due[level + price] = due.get(level + price, 0) | near
            level += 1

    def next(self, f: Fight, space: Place) -> list[Place]:
        """The neighbours that bring one nearer, the nearest first."""
        here = self.far[space]
        found = [
            (self.far[other], other)
            for other in bits(f.field.chart.beside[space])
            if self.far[other] < here and self.cost[other] <= MOST
        ]
        return [other for _, other in sorted(found)]


def costs(f: Fight, side: Seat, wheels: bool) -> list[int]:
    """What each hex costs a side's men or vehicles: bad going, works, and enemies who are better avoided."""
    house, going = f.house, f.house.going
    found = [1 + dear for dear in f.land.going]
    for work in f.d.works:
        if work.space < 0 or work.owner == side:
            continue
        if work.what is Works.MINES and not work.hidden:
            found[work.space] += going["minefield"]
        elif work.what is Works.WIRE or (work.what is Works.DITCH and wheels):
            found[work.space] += going[work.what.value]
    for space in f.stacks[OTHER[side]]:
        dear = min(3, f.weight(OTHER[side], space) // house.wary)
        if dear:
            for near in bits(f.around(1 << space, house.zone)):
                found[near] += dear
    kinds = f.d.book.counters.values()
    counter = next(c for c in kinds if (c.sort is Sort.VEHICLE if wheels else c.is_personnel))
    for space in bits(f.d.book.shut(f.d, counter)):
        found[space] = NEVER
    return [min(cost, MOST) if cost < NEVER else cost for cost in found]


def attack_goals(f: Fight, side: Seat) -> dict[int, int]:
    """Prizes that the enemy has; from a date on, the far edge."""
    due = 0
    for space in f.land.prizes:
        if not f.d.control[side] >> space & 1:
            due |= 1 << space
    goals = {0: due} if due else {}
    if f.d.turn >= f.house.leave or not due:
        far = f.house.wish if due else 0
        goals[far] = goals.get(far, 0) | f.land.exits
    return goals


def defence_goals(f: Fight, side: Seat) -> dict[int, int]:
    """Where the enemy is."""
    there = f.board(OTHER[side])
    return {0: there} if there else {}


def advance(f: Fight, side: Seat) -> None:
    """All of the attacker's mobile units go on, and those off the map come in."""
    goals = attack_goals(f, side)
    ways = Way(f, costs(f, side, False), goals), Way(f, costs(f, side, True), goals)
    _tow(f, side, ways[1])
    _move_all(f, side, ways, sorted(f.stacks[side]))
    enter(f, side, ways)
    leave(f, side)


def reinforce(f: Fight, side: Seat) -> None:
    """Defenders without work to hold come up to the enemy if he is near; those off the map come in."""
    goals = defence_goals(f, side)
    ways = Way(f, costs(f, side, False), goals), Way(f, costs(f, side, True), goals)
    held = 0
    for work in f.d.works:
        if work.space >= 0 and (work.what in ENTRENCHMENTS or work.what is Works.PILLBOX):
            held |= 1 << work.space
    foe = f.board(OTHER[side])
    called = f.around(foe, f.house.alarm) & ~f.around(foe, f.house.near) & ~held & ~board_of(f.land.prizes)
    _tow(f, side, ways[1])
    _move_all(f, side, ways, [space for space in sorted(f.stacks[side]) if called >> space & 1])
    enter(f, side, ways)


def _tow(f: Fight, side: Seat, way: Way) -> None:
    """Trucks bring their Guns up to where these reach the enemy."""
    towing.unlimber(f, side)
    for team in towing.teams(f, side, Where.MAP):
        march(f, side, list(team), way, f.house.drive, f.house.limber)
    towing.unlimber(f, side)


def _move_all(f: Fight, side: Seat, ways: tuple[Way, Way], spaces: Iterable[Place]) -> None:
    for space in spaces:
        if space not in f.stacks[side] or space in f.stacks[OTHER[side]] or _is_engaged(f, side, space):
            continue
        if not _is_engaged(f, side, space, f.house.halt):
            for number in _drivers(f, side, space):
                march(f, side, [number], ways[1], f.house.drive)
        party = [
            n
            for n in f.men(side, space)
            if not f.piece(n).marks & HELPLESS and not f.serves(n) and n not in f.moved
        ]
        if any(f.counter(n).is_mmc for n in party):
            march(f, side, party, ways[0], f.house.pace)
            # Where there is no room for all, some go alone.
            if len(party) > 1 and party[0] not in f.moved:
                for number in party:
                    march(f, side, [number], ways[0], f.house.pace)


def _drivers(f: Fight, side: Seat, space: Place) -> list[Unit]:
    """The armed vehicles of a hex that can move."""
    return [
        n
        for n in f.stacks[side][space]
        if f.counter(n).sort is Sort.VEHICLE
        and f.counter(n).fire
        and not f.piece(n).marks & (STUCK | HELPLESS)
    ]


def _is_engaged(f: Fight, side: Seat, space: Place, reach: int = 1) -> bool:
    """An enemy who can fight is next to it, or as near."""
    return any(
        f.far(space, other) <= reach and f.weight(OTHER[side], other) for other in f.stacks[OTHER[side]]
    )


def march(f: Fight, side: Seat, party: list[Unit], way: Way, budget: int, halt: int = 0) -> None:
    """A party goes on, hex by hex, until its budget is spent or an enemy is next to it; vehicles stop where
    they can shoot, or as far away as is said. A vehicle goes on only with all that it tows."""
    space, left = f.piece(party[0]).space, budget
    wheels = f.counter(party[0]).sort is Sort.VEHICLE
    reach = halt or (f.house.halt if wheels else 1)
    while party:
        # Where all is full, one goes beside those who are there.
        ahead = way.next(f, space)
        if not ahead or ahead[0] in f.stacks[OTHER[side]]:
            return
        step = next(
            (one for one in ahead if one not in f.stacks[OTHER[side]] and has_room(f, side, one, party)), None
        )
        # One hex can always be entered.
        if step is None or way.cost[step] > left < budget:
            return
        left -= way.cost[step]
        for unit in party:
            f.put(unit, step)
            f.moved.add(unit)
            f.d.mark(unit, off=VEILED)
        f.take(side, step)
        able = hazards(f, side, step, party)
        if wheels and len(able) < len(party):
            return
        party, space = able, step
        if left <= 0 or _is_engaged(f, side, space, reach):
            return


def has_room(f: Fight, side: Seat, space: Place, party: list[Unit]) -> bool:
    """Not too many in a hex."""
    there = f.stacks[side].get(space, ())
    halves = sum(2 * f.counter(n).squads for n in (*there, *party))
    wheels = sum(f.counter(n).sort is Sort.VEHICLE for n in (*there, *party))
    return halves <= f.house.room and 2 * wheels <= f.house.room


def hazards(f: Fight, side: Seat, space: Place, party: list[Unit]) -> list[Unit]:
    """Mines, and ground in which a vehicle bogs: who can still go on."""
    for number, work in enumerate(f.d.works):
        if work.space == space and work.what is Works.MINES and work.owner != side:
            f.d.works[number] = replace(work, hidden=False)
            _mines(f, side, space, party, work.ap, work.at)
    if f.land.rough >> space & 1:
        for unit in party:
            wheels = f.counter(unit).sort is Sort.VEHICLE
            if wheels and not f.piece(unit).is_out and f.dice() >= f.house.bog:
                f.d.mark(unit, on=Mark.BOGGED)
    return [n for n in party if not f.piece(n).is_out and not f.piece(n).marks & (HELPLESS | STUCK)]


def _mines(f: Fight, side: Seat, space: Place, party: list[Unit], ap: int, at: int) -> None:
    if ap and any(f.counter(n).is_personnel for n in party):
        strike(f, side, space, ap, 0, "killed by mines")
    for unit in party:
        if at and f.counter(unit).sort is Sort.VEHICLE and not f.piece(unit).is_out:
            die = f.d.roll(6)
            if die == 1:
                f.wreck(unit, False, "destroyed by mines")
            elif die <= at:
                f.d.mark(unit, on=Mark.IMMOBILE)


def _nearest_first(spaces: list[Place], way: Way) -> list[Place]:
    return sorted(spaces, key=lambda space: (way.far[space], space))


def enter(f: Fight, side: Seat, ways: tuple[Way, Way]) -> None:
    """Men and vehicles from off the map come in where they are nearest to their goal; Guns only in tow."""
    towed = {truck: [gun, crew] for truck, gun, crew in towing.teams(f, side, Where.ENTERING)}
    waiting = [
        n
        for n, piece in f.d.listed(side)
        if piece.where is Where.ENTERING
        and (n in towed or _comes(f, n))
        and not piece.marks & (STUCK | Mark.CAPTURED)
    ]
    if not waiting:
        return
    edge = bits(f.land.entries(f.d)[side])
    order = [_nearest_first(edge, way) for way in ways]
    for unit in waiting:
        wheels = f.counter(unit).sort is Sort.VEHICLE
        for space in order[wheels]:
            if space in f.stacks[OTHER[side]] or ways[wheels].cost[space] > MOST:
                continue
            party = [unit, *towed.get(unit, ())]
            if has_room(f, side, space, party):
                for one in party:
                    f.put(one, space)
                    f.moved.add(one)
                f.take(side, space)
                hazards(f, side, space, party)
                break


def _comes(f: Fight, unit: Unit) -> bool:
    counter = f.counter(unit)
    if counter.sort is Sort.VEHICLE:
        return counter.fire > 0
    return counter.is_personnel and not f.serves(unit)


def leave(f: Fight, side: Seat) -> None:
    """From a date on, attackers at the far edge go off by it if no prize is near."""
    if f.d.turn < f.house.leave:
        return
    for space in sorted(f.stacks[side]):
        if not f.land.exits >> space & 1 or space in f.stacks[OTHER[side]]:
            continue
        if any(
            not f.d.control[side] >> prize & 1 and f.far(space, prize) <= f.house.wish
            for prize in f.land.prizes
        ):
            continue
        for unit in list(f.stacks[side].get(space, ())):
            counter, piece = f.counter(unit), f.piece(unit)
            mobile = counter.is_personnel or counter.sort is Sort.VEHICLE
            if mobile and not piece.marks & (HELPLESS | STUCK) and unit not in f.moved:
                f.go(unit)
