"""8. Movement: what a unit reaches, and the Movement phase."""

from collections.abc import Iterator
from functools import reduce
from operator import or_
from random import Random

from msgspec.structs import replace

from berlin.boards.hexes import board_of
from berlin.games.noretreat.board.ground import BALKANS, ENTRY, GG, MAP, Space, spaces_of
from berlin.games.noretreat.board.tables import SOVIET, TERRAIN
from berlin.games.noretreat.board.units import ARMOR, FIXED, MOVEMENT, RANGES, SIDE
from berlin.games.noretreat.rules import rail
from berlin.games.noretreat.rules.cards.paid_acts import Entrain
from berlin.games.noretreat.rules.cards.paying import pay
from berlin.games.noretreat.rules.cards.windows import Window, play, play_refusal, plays
from berlin.games.noretreat.rules.conditions import is_no_fort, is_on_map, is_own, lacks
from berlin.games.noretreat.rules.control import cross_border, enter, pass_through
from berlin.games.noretreat.rules.events.registry import EVENTS
from berlin.games.noretreat.rules.na_berlin import EXTEND, Extend, can_extend, extend_refusal, open_extension
from berlin.games.noretreat.rules.question import DONE, Done, NoRetreatQuestion, Play
from berlin.games.noretreat.rules.zones import full, shut
from berlin.games.noretreat.state.state import (
    BACK,
    BIT,
    MOVED,
    SIZE,
    UNSUPPLIED,
    Draft,
    place_name,
)
from berlin.kernel.contract.ids import OTHER, Seat, Unit
from berlin.kernel.contract.rules import Explanation, Modifier, Refusal, Tally
from berlin.kernel.contract.words import counted, sentence
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Condition, Limit, refusal, refuse

UNSUPPLIED_CAP = 3
Reach = list[tuple[tuple[Space, ...], int]]


def begin(d: Draft) -> None:
    seat = d.phasing
    for unit in RANGES[seat]:
        d.marks[unit] &= ~MOVED
    d.reach.clear()
    d.frames.append(Window(OTHER[seat], "moved"))
    d.frames.append(Window(seat, "moved"))
    d.frames.append(Moving(seat))


def allowance(d: Draft, unit: Unit) -> int:
    """8.move: the lowest of what the counter, the weather and supply allow."""
    marks = d.marks[unit]
    points = MOVEMENT[marks & BACK][unit]
    for force in d.forces:
        points = EVENTS[force.code].allowance(d, force, unit, points)
    points = min(points, d.weather.cap)
    return min(points, UNSUPPLIED_CAP) if marks & UNSUPPLIED else points


def reach(d: Draft, unit: Unit, points: int, barred: int = 0) -> Reach:
    """Where a unit may go, by the enemy's cities and works that it takes on the way, whoever stands there.

    Entering a zone of control ends a move, so only its first step can start in one. What is `barred` it
    keeps out of.
    """
    side, start = SIDE[unit], d.where[unit]
    here, zones = BIT[start], d.zones(OTHER[side])
    ground = MAP.all & ~(d.occupied(OTHER[side]) | shut(d, unit) | barred)
    prizes = d.owned(OTHER[side]) & ground
    if d.works and side == SOVIET:
        prizes |= board_of(d.works) & ground
    armor = ARMOR[d.marks[unit] & BACK][unit]
    entry = _scorched_entry(d, armor) if d.scorched else ENTRY[armor]
    first = MAP.beside[start] & ground
    if zones & here:
        first &= ~zones
        points -= 1
    found: dict[tuple[Space, ...], int] = {}
    if points > 0:
        _spread(here, points, ground, prizes, zones, first, entry, (), found)
    found[()] = (found.get((), 0) | first) & ~here
    return list(found.items())


def _scorched_entry(d: Draft, armor: bool) -> tuple[tuple[int, int], ...]:
    """Scorched Earth: a scorched city is marsh."""
    burnt = d.scorched_cities
    marsh = TERRAIN["marsh"].armor_mp if armor else TERRAIN["marsh"].other_mp
    return tuple((cost, board & ~burnt | (burnt if cost == marsh else 0)) for cost, board in ENTRY[armor])


def _spread(
    start: int,
    points: int,
    ground: int,
    prizes: int,
    zones: int,
    first: int,
    entry: tuple[tuple[int, int], ...],
    taken: tuple[Space, ...],
    found: dict[tuple[Space, ...], int],
) -> None:
    """Floods from a space by points left; prizes end a flood and begin another."""
    layers = [0] * (points + 1)
    layers[points] = start
    seen = ends = 0
    plain = ground & ~prizes
    neighbours = MAP.neighbours
    stops: list[tuple[Space, int]] = []
    for left in range(points, -1, -1):
        here = layers[left] & ~seen
        if not here:
            continue
        seen |= here
        going = here & ~zones
        if left == points:
            near = first
        elif left and going:
            near = neighbours(going) & ground
        else:
            continue
        near &= ~seen
        if not near:
            continue
        for cost, board in entry:
            if cost <= left:
                entered = near & board
                layers[left - cost] |= entered & plain
                gained = entered & prizes & ~ends
                if gained:
                    ends |= gained
                    stops += [(space, left - cost) for space in spaces_of(gained)]
    # To end where one has passed is to have gone no farther.
    found[taken] = found.get(taken, 0) | (seen | ends) & ~board_of(taken)
    for space, left in stops:
        if left and not zones >> space & 1:
            via = tuple(sorted((*taken, space)))
            rest = prizes & ~BIT[space]
            beside = MAP.beside[space] & ground
            _spread(BIT[space], left, ground, rest, zones, beside, entry, via, found)


def reached(d: Draft, unit: Unit) -> Reach:
    """`reach` with the unit's own points; kept while only friends move."""
    found = d.reach.get(unit)
    if found is None:
        found = d.reach[unit] = reach(d, unit, allowance(d, unit))
    return found


def _next_to(d: Draft, unit: Unit) -> int:
    """8.zoc.exit: the spaces one step away; of a zone, from another, only where a friend stands."""
    side, near = SIDE[unit], MAP.beside[d.where[unit]]
    zones = d.zones(OTHER[side])
    return near & (~zones | d.occupied(side)) if zones >> d.where[unit] & 1 else near


def spent(d: Draft, unit: Unit, space: Space, via: tuple[Space, ...]) -> int:
    """The points that a lawful move takes. The first step is always possible, and takes what there is."""
    start, most = d.where[unit], allowance(d, unit)
    if not via and _next_to(d, unit) >> space & 1:
        armor = ARMOR[d.marks[unit] & BACK][unit]
        entry = _scorched_entry(d, armor) if d.scorched else ENTRY[armor]
        price = next(cost for cost, board in entry if board >> space & 1)
        return min(price + (d.zones(OTHER[SIDE[unit]]) >> start & 1), most)
    ways = (dict(reach(d, unit, points)) for points in range(1, most))
    return next((n for n, found in enumerate(ways, 1) if found.get(via, 0) >> space & 1), most)


def beside_friends(d: Draft, unit: Unit, points: int) -> int:
    """8.zoc.exit: from zone to zone where a friend stands."""
    side, start = SIDE[unit], d.where[unit]
    zones = d.zones(OTHER[side])
    if not zones >> start & 1:
        return 0
    near = MAP.beside[start] & zones & d.occupied(side) & ~shut(d, unit)
    if not near:
        return 0
    dear, armor = 0, ARMOR[d.marks[unit] & BACK][unit]
    for cost, board in _scorched_entry(d, armor) if d.scorched else ENTRY[armor]:
        if cost + 1 > points:
            dear |= board
    return near & ~dear


def within_stacking(d: Draft, unit: Unit, crowded: int, ways: Reach) -> Reach:
    """Of a unit's ways, and of those over hexes of its friends, what stacking leaves."""
    taken = crowded & ~BIT[d.where[unit]]
    found = [(via, ends) for via, board in ways if (ends := board & ~taken)]
    if not d.zones(OTHER[SIDE[unit]]) >> d.where[unit] & 1:
        return found
    more = beside_friends(d, unit, allowance(d, unit)) & ~taken
    if more:
        found = [(via, ends | more if not via else ends) for via, ends in found]
        if not found or found[0][0]:
            found.insert(0, ((), more))
    return found


def mover_conditions(d: Draft, seat: Seat, fort_rule: str = "NR 12.unit.conv") -> tuple[Condition[Unit], ...]:
    """What a unit must be to move in this phase, or to entrain."""
    return (
        is_own(d, seat, "NR 8.move"),
        is_on_map(d, "NR 8.move"),
        is_no_fort(d, fort_rule, "is a fort and never moves"),
        lacks(d, MOVED, "NR 8.move", "has moved"),
    )


def movers(d: Draft, seat: Seat) -> list[Unit]:
    """The units that may still move."""
    # All four conditions in one look: asked of every unit one by one they make random games 15% slower.
    where, marks = d.where, d.marks
    return [
        unit
        for unit in RANGES[seat]
        if where[unit] < SIZE and not marks[unit] & MOVED and not FIXED[marks[unit] & BACK][unit]
    ]


def _crosses(d: Draft, unit: Unit, space: Space, via: tuple[Space, ...], points: int) -> bool:
    """NAB 13.0.GG.a: whether a unit can only get there through Greater Germany. It keeps out if it can."""
    start = d.where[unit]
    if d.gg or SIDE[unit] != SOVIET or not MAP.within(start, points - 1) & GG:
        return False
    if not via and _next_to(d, unit) >> space & 1:
        return False
    return not dict(reach(d, unit, points, GG)).get(via, 0) >> space & 1


def go(d: Draft, unit: Unit, space: Space, via: tuple[Space, ...], points: int) -> None:
    """A unit moves, with so many points."""
    start = d.where[unit]
    if _crosses(d, unit, space, via, points):
        cross_border(d)
    d.mark(unit, MOVED)
    for passed in via:
        pass_through(d, unit, passed)
    enter(d, unit, space)
    if d.log is not None:
        text = f"{d.named(unit)} moves from {place_name(start)} to {place_name(space)}"
        d.say("move", text, "NR 8.move", data=(unit, *via, space))


def move_limits(d: Draft, unit: Unit, via: tuple[Space, ...], points: int) -> Iterator[Limit]:
    """What narrows where a unit that may move can go over these spaces, the nearest reason first.

    Each leaves what lies open: all together leave just that, less what is full.
    """
    side, start, zones = SIDE[unit], d.where[unit], d.zones(OTHER[SIDE[unit]])
    ways = dict(reach(d, unit, points))
    found = ways.get(via, 0) if via else ways[()] | beside_friends(d, unit, points)
    # By way of other spaces it may come back to where it stands.
    yield Limit(found | ~BIT[start], "NR 8.move", f"{d.named(unit)} is there already")
    yield Limit(~d.closed, "NR 2.extension", "that space is closed until the extension opens")
    yield Limit(~d.occupied(OTHER[side]), "NR 8.enemyhex", "an enemy unit is there")
    balkans = "only German and Yugoslav units enter, after Ploesti has fallen"
    yield Limit(~(shut(d, unit) & BALKANS), "NR 8.balkans", balkans)
    crowded = full(d, side) & ~BIT[start]
    yield Limit(~(found & crowded), "NR 8.stack", "there is no room for another unit")
    if via:
        yield Limit(found, "NR 2.control", "no way leads there over just those spaces")
        return
    near, over_lakes = MAP.beside[start], MAP.across[start] & ~MAP.beside[start]
    exits = near & zones if zones >> start & 1 else 0
    told = "from one enemy zone straight into another only where a friend stands"
    yield Limit(found | ~exits, "NR 8.zoc.exit", told)
    yield Limit(found | ~over_lakes, "NR 2.lake", "a lake lies between")
    longer = reduce(or_, ways.values(), 0)
    told = "the way leads through an enemy city or works: say through which"
    yield Limit(found | ~longer, "NR 2.control", told)
    told = f"{points} points do not lead there, and enemy zones stop a move"
    yield Limit(found | ~(MAP.within(start, points) if zones else 0), "NR 8.zoc.stop", told)
    yield Limit(found, "NR 8.move", f"it is farther than {points} points lead")


# The Movement phase.


class Move(Act, frozen=True, gc=False):
    """Move to a space; `via` are the enemy's cities, oil hexes and areas that are taken on the way."""

    unit: Unit
    space: Space
    via: tuple[Space, ...] = ()
    verb, time = "move", "NR 4.playerturn"
    says = "Move {unit} to {space}[ by way of {via}]"


class Moving(NoRetreatQuestion, frozen=True, gc=False):
    """8: the Movement phase."""

    entrained: int = 0

    acts = (Move, Entrain, Play, Extend, Done)
    rule = "NR 8.move"
    why = (
        "Each of your units may move once, or go to the trains: bring strength together next to what you "
        "will attack, leave nobody where his supply can be cut, and guard your cities."
    )

    def prompt(self, d: Draft) -> str:
        return "Movement: move or entrain units, then finish"

    def still_asks(self, d: Draft) -> bool:
        return True

    def _ways(self, d: Draft, units: list[Unit]) -> list[tuple[Unit, tuple[Space, ...], int]]:
        """Who may go by way of which spaces to which others."""
        crowded, kept = full(d, self.seat), d.reach
        return [
            (unit, via, ends)
            for unit in units
            for via, ends in within_stacking(d, unit, crowded, kept.get(unit) or reached(d, unit))
        ]

    def _others(self, d: Draft, units: list[Unit]) -> list[Act]:
        """The answers that are no moves."""
        found = rail.entraining(d, self.seat, self.entrained, units)
        found += plays(d, self.seat, "move")
        # NAB 3.0c: the Axis may ask for the extension.
        if can_extend(d, self.seat):
            found.append(EXTEND)
        found.append(DONE)
        return found

    def answers(self, d: Draft) -> list[Act]:
        units = movers(d, self.seat)
        moves = [
            Move(unit, space, via) for unit, via, ends in self._ways(d, units) for space in spaces_of(ends)
        ]
        return [*moves, *self._others(d, units)]

    def sample(self, d: Draft, rng: Random) -> Act:
        units = movers(d, self.seat)
        others, ways = self._others(d, units), self._ways(d, units)
        numbers = [ends.bit_count() for _, _, ends in ways]
        slot = int(rng.random() * (len(others) + sum(numbers)))
        for number, (unit, via, ends) in zip(numbers, ways, strict=True):
            if slot < number:
                return Move(unit, rail.nth(ends, slot), via)
            slot -= number
        return others[slot]

    def carry_out(self, d: Draft, act: Act) -> None:
        match act:
            case Move(unit, space, via):
                go(d, unit, space, via, allowance(d, unit))
            case Entrain():
                d.frames[-1] = replace(self, entrained=self.entrained + 1)
                pay(d, self.seat, rail.price(self.entrained), act)
            case Play():
                play(d, self.seat, "move", act)
            case Extend():
                open_extension(d)
            case _:
                d.frames.pop()

    def when_paid(self, d: Draft, act: Act) -> None:
        assert isinstance(act, Entrain)
        rail.entrain(d, act.unit)

    # Of units and places several rules decide, which are limits; of any other act a single one.
    def refuse(self, d: Draft, act: Act) -> Refusal:
        match act:
            case Move(unit, space, via):
                found = refusal(mover_conditions(d, self.seat), unit)
                return found or refuse(move_limits(d, unit, via, allowance(d, unit)), space)
            case Entrain(unit):
                found = refusal(mover_conditions(d, self.seat, "NR 8.rail.who"), unit)
                named = rail.entrain_limits(d, self.seat, self.entrained, d.named(unit))
                return found or refuse(named, d.where[unit])
            case Extend():
                return extend_refusal(d)
        return play_refusal(d, self.seat, "move", act) or Refusal(
            "NR 4.playerturn", "it is the Movement phase: move, entrain, or finish"
        )

    def explain(self, d: Draft, act: Act) -> Explanation:
        if not isinstance(act, Move):
            return super().explain(d, act)
        points = Tally("points", 0, (Modifier(allowance(d, act.unit), "movement points", "NR 8.move"),))
        title = f"{sentence(d.named(act.unit))} moves to {place_name(act.space)}"
        return Explanation(title, (points,), (), (counted(spent(d, act.unit, act.space, act.via), "point"),))
