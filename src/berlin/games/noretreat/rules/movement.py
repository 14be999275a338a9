"""8. Movement: what a unit reaches, and the Movement phase."""

from random import Random

from msgspec.structs import replace

from berlin.boards.hexes import bits, board_of
from berlin.games.noretreat.board.ground import BALKANS, ENTRY, GG, MAP
from berlin.games.noretreat.board.names import sentence
from berlin.games.noretreat.board.tables import SOVIET, TERRAIN
from berlin.games.noretreat.board.units import ARMOR, FIXED, MOVEMENT, RANGES, SIDE
from berlin.games.noretreat.rules import rail
from berlin.games.noretreat.rules.cards.paying import pay
from berlin.games.noretreat.rules.cards.windows import Window, play, play_refusal, plays
from berlin.games.noretreat.rules.control import cross_border, enter, pass_through
from berlin.games.noretreat.rules.events.registry import EVENTS
from berlin.games.noretreat.rules.na_berlin import can_extend, extend_refusal, open_extension
from berlin.games.noretreat.rules.question import NoRetreatQuestion
from berlin.games.noretreat.rules.zones import full, shut
from berlin.games.noretreat.state.actions import DONE, EXTEND, Action, Done, Entrain, Extend, Move, Play
from berlin.games.noretreat.state.state import (
    BACK,
    BIT,
    MOVED,
    SIZE,
    UNSUPPLIED,
    Draft,
    place_name,
)
from berlin.kernel.contract.ids import OTHER
from berlin.kernel.contract.rules import Explanation, Modifier, Refusal, Tally

UNSUPPLIED_CAP = 3
Reach = list[tuple[tuple[int, ...], int]]


def begin(d: Draft) -> None:
    seat = d.phasing
    for unit in RANGES[seat]:
        d.marks[unit] &= ~MOVED
    d.reach.clear()
    d.frames.append(Window(OTHER[seat], "moved"))
    d.frames.append(Window(seat, "moved"))
    d.frames.append(Moving(seat))


def allowance(d: Draft, unit: int) -> int:
    """8.move: the lowest of what the counter, the weather and supply allow."""
    marks = d.marks[unit]
    points = MOVEMENT[marks & BACK][unit]
    for force in d.forces:
        points = EVENTS[force.code].allowance(d, force, unit, points)
    points = min(points, d.weather.cap)
    return min(points, UNSUPPLIED_CAP) if marks & UNSUPPLIED else points


def reach(d: Draft, unit: int, points: int, barred: int = 0) -> Reach:
    """Where a unit may go, by the enemy's cities and works that it takes on the way, whoever stands there.

    Entering a zone of control ends a move, so only its first step can start in one. What is `barred` it
    keeps out of.
    """
    side, start = SIDE[unit], d.where[unit]
    here, zones = BIT[start], d.zones(1 - side)
    ground = MAP.all & ~(d.occupied(1 - side) | shut(d, unit) | barred)
    prizes = d.owned(1 - side) & ground
    if d.works and side == SOVIET:
        prizes |= board_of(d.works) & ground
    armor = ARMOR[d.marks[unit] & BACK][unit]
    entry = _scorched_entry(d, armor) if d.scorched else ENTRY[armor]
    first = MAP.beside[start] & ground
    if zones & here:
        first &= ~zones
        points -= 1
    found: dict[tuple[int, ...], int] = {}
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
    taken: tuple[int, ...],
    found: dict[tuple[int, ...], int],
) -> None:
    """Floods from a space by points left; prizes end a flood and begin another."""
    layers = [0] * (points + 1)
    layers[points] = start
    seen = ends = 0
    plain = ground & ~prizes
    neighbours = MAP.neighbours
    stops: list[tuple[int, int]] = []
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
                    stops += [(space, left - cost) for space in bits(gained)]
    # To end where one has passed is to have gone no farther.
    found[taken] = found.get(taken, 0) | (seen | ends) & ~board_of(taken)
    for space, left in stops:
        if left and not zones >> space & 1:
            via = tuple(sorted((*taken, space)))
            rest = prizes & ~BIT[space]
            beside = MAP.beside[space] & ground
            _spread(BIT[space], left, ground, rest, zones, beside, entry, via, found)


def reached(d: Draft, unit: int) -> Reach:
    """`reach` with the unit's own points; kept while only friends move."""
    found = d.reach.get(unit)
    if found is None:
        found = d.reach[unit] = reach(d, unit, allowance(d, unit))
    return found


def spent(d: Draft, unit: int, space: int, via: tuple[int, ...]) -> int:
    """The points that a lawful move takes. The first step is always possible, and takes what there is."""
    start, most = d.where[unit], allowance(d, unit)
    if not via and MAP.beside[start] >> space & 1:
        armor = ARMOR[d.marks[unit] & BACK][unit]
        entry = _scorched_entry(d, armor) if d.scorched else ENTRY[armor]
        price = next(cost for cost, board in entry if board >> space & 1)
        return min(price + (d.zones(1 - SIDE[unit]) >> start & 1), most)
    ways = (dict(reach(d, unit, points)) for points in range(1, most))
    return next((n for n, found in enumerate(ways, 1) if found.get(via, 0) >> space & 1), most)


def beside_friends(d: Draft, unit: int, points: int) -> int:
    """8.zoc.exit: from zone to zone where a friend stands."""
    side, start = SIDE[unit], d.where[unit]
    zones = d.zones(1 - side)
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


def ends_of(d: Draft, unit: int, crowded: int) -> Reach:
    """A unit's moves as sets of spaces, within stacking."""
    return within_stacking(d, unit, crowded, reached(d, unit))


def within_stacking(d: Draft, unit: int, crowded: int, ways: Reach) -> Reach:
    """Of a unit's ways, and of those over hexes of its friends, what stacking leaves."""
    taken = crowded & ~BIT[d.where[unit]]
    found = [(via, ends) for via, board in ways if (ends := board & ~taken)]
    more = beside_friends(d, unit, allowance(d, unit)) & ~taken
    if more:
        found = [(via, ends | more if not via else ends) for via, ends in found]
        if not found or found[0][0]:
            found.insert(0, ((), more))
    return found


def movers(d: Draft, seat: int) -> list[int]:
    """The units that may still move."""
    where, marks = d.where, d.marks
    return [
        unit
        for unit in RANGES[seat]
        if where[unit] < SIZE and not marks[unit] & MOVED and not FIXED[marks[unit] & BACK][unit]
    ]


def _crosses(d: Draft, unit: int, space: int, via: tuple[int, ...], points: int) -> bool:
    """NAB 13.0.GG.a: whether a unit can only get there through Greater Germany. It keeps out if it can."""
    start = d.where[unit]
    if d.gg or SIDE[unit] != SOVIET or not MAP.within(start, points - 1) & GG:
        return False
    if not via and MAP.beside[start] >> space & 1:
        return False
    return not dict(reach(d, unit, points, GG)).get(via, 0) >> space & 1


def go(d: Draft, unit: int, space: int, via: tuple[int, ...], points: int) -> None:
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
        d.say("move", text, "NR 8.move", data=(unit, space))


def why_not_move(d: Draft, unit: int, space: int, via: tuple[int, ...], points: int) -> Refusal:
    """Why a unit that may move can't move there."""
    side, here = SIDE[unit], BIT[space]
    if space == d.where[unit]:
        return Refusal("NR 8.move", f"{d.named(unit)} is there already")
    if here & d.closed:
        return Refusal("NR 2.extension", "that space is closed until the extension opens")
    if here & d.occupied(1 - side):
        return Refusal("NR 8.enemyhex", "an enemy unit is there")
    if here & shut(d, unit) & BALKANS:
        return Refusal("NR 8.balkans", "only German and Yugoslav units enter, after Ploesti has fallen")
    found = dict(reach(d, unit, points))
    if here & (found.get(via, 0) | beside_friends(d, unit, points)):
        return Refusal("NR 8.stack", "there is no room for another unit")
    if via:
        return Refusal("NR 2.control", "no way leads there over just those spaces")
    start = d.where[unit]
    zones = d.zones(1 - side)
    if here & MAP.beside[start] & zones and zones >> start & 1:
        return Refusal(
            "NR 8.zoc.exit", "from one enemy zone straight into another only where a friend stands"
        )
    if here & MAP.across[start] & ~MAP.beside[start]:
        return Refusal("NR 2.lake", "a lake lies between")
    if any(here & board for board in found.values()):
        return Refusal("NR 2.control", "the way leads through an enemy city or works: say through which")
    if MAP.distance(start, space) <= points and zones:
        return Refusal("NR 8.zoc.stop", f"{points} points do not lead there, and enemy zones stop a move")
    return Refusal("NR 8.move", f"it is farther than {points} points lead")


# The Movement phase.


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
        return "Movement: move or entrain units, then say done"

    def still_asks(self, d: Draft) -> bool:
        return True

    def _ways(self, d: Draft, units: list[int]) -> list[tuple[int, tuple[int, ...], int]]:
        """Who may go by way of which spaces to which others."""
        crowded = full(d, self.seat)
        return [(unit, via, ends) for unit in units for via, ends in ends_of(d, unit, crowded)]

    def _others(self, d: Draft, units: list[int]) -> list[Action]:
        """The answers that are no moves."""
        found = rail.entraining(d, self.seat, self.entrained, units)
        found += plays(d, self.seat, "move")
        # NAB 3.0c: the Axis may ask for the extension.
        if can_extend(d, self.seat):
            found.append(EXTEND)
        found.append(DONE)
        return found

    def answers(self, d: Draft) -> list[Action]:
        units = movers(d, self.seat)
        moves = [Move(unit, space, via) for unit, via, ends in self._ways(d, units) for space in bits(ends)]
        return [*moves, *self._others(d, units)]

    def sample(self, d: Draft, rng: Random) -> Action:
        units = movers(d, self.seat)
        others, ways = self._others(d, units), self._ways(d, units)
        numbers = [ends.bit_count() for _, _, ends in ways]
        slot = int(rng.random() * (len(others) + sum(numbers)))
        for number, (unit, via, ends) in zip(numbers, ways, strict=True):
            if slot < number:
                return Move(unit, rail.nth(ends, slot), via)
            slot -= number
        return others[slot]

    def carry_out(self, d: Draft, act: Action) -> None:
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

    def when_paid(self, d: Draft, act: Action) -> None:
        assert isinstance(act, Entrain)
        rail.entrain(d, act.unit)

    def refuse(self, d: Draft, act: Action) -> Refusal:
        match act:
            case Move(unit, space, via):
                found = mover_refusal(d, self.seat, unit)
                return found or why_not_move(d, unit, space, via, allowance(d, unit))
            case Entrain(unit):
                return mover_refusal(d, self.seat, unit, rail=True) or rail.refuse_entrain(d, unit)
            case Extend():
                return extend_refusal(d)
        return play_refusal(d, self.seat, "move", act) or Refusal(
            "NR 4.playerturn", "it is the Movement phase: move, entrain, or say done"
        )

    def explain(self, d: Draft, act: Action) -> Explanation:
        if not isinstance(act, Move):
            return super().explain(d, act)
        points = Tally("points", 0, (Modifier(allowance(d, act.unit), "movement points", "NR 8.move"),))
        title = f"{sentence(d.named(act.unit))} moves to {place_name(act.space)}"
        return Explanation(title, (points,), (), (f"{spent(d, act.unit, act.space, act.via)} MP",))


def mover_refusal(d: Draft, seat: int, unit: int, rail: bool = False) -> Refusal | None:
    name = d.named(unit)
    if SIDE[unit] != seat:
        return Refusal("NR 8.move", f"{name} is not yours")
    if d.where[unit] >= SIZE:
        return Refusal("NR 8.move", f"{name} is not on the map")
    if FIXED[d.marks[unit] & BACK][unit]:
        return Refusal("NR 8.rail.who" if rail else "NR 12.unit.conv", f"{name} is a fort and never moves")
    if d.marks[unit] & MOVED:
        return Refusal("NR 8.move", f"{name} has moved")
    return None
