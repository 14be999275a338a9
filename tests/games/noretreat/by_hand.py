"""What the rules say of moves, supply and retreats, reckoned by hand: hex by hex, in plain sets."""

from berlin.boards import hexes
from berlin.boards.hexes import EAST, NORTHEAST, NORTHWEST, SOUTHEAST, SOUTHWEST, WEST
from berlin.games.noretreat.board.ground import (
    ADRIATIC,
    AREAS,
    AXIS_EDGES,
    BALKANS,
    BALTIC,
    BLACK_SEA,
    CASPIAN,
    CITY,
    CONTROLLED,
    COST,
    EXTENSION,
    FINLAND,
    LENINGRAD,
    MAP,
    SOVIET_EDGE,
    Space,
    find_space,
)
from berlin.games.noretreat.board.tables import AXIS, SOVIET, TURNS
from berlin.games.noretreat.board.units import (
    ALL_UNITS,
    ARMOR,
    FIXED,
    FORM,
    GERMAN,
    KEYS,
    MOVEMENT,
    SIDE,
    STATIC,
    STATUS,
    YUGOSLAV,
)
from berlin.games.noretreat.state.state import (
    BACK,
    DESTROYED,
    MOVED,
    SIZE,
    SURRENDERED,
    UNSUPPLIED,
    Draft,
)
from berlin.kernel.contract.ids import OTHER, Seat, Unit


def bits(spaces: int) -> list[int]:
    """The spaces of a set as plain numbers: what is reckoned by hand knows no other."""
    return list(hexes.bits(spaces))


HOMEWARD = ((WEST, NORTHWEST, SOUTHWEST), (EAST, NORTHEAST, SOUTHEAST))
ICE_ROAD = (find_space("r-8c11"), find_space("r-8c12"))
SEAS = (BALTIC | ADRIATIC | BLACK_SEA, CASPIAN | BLACK_SEA)
MARSH = (2, 4)
CAPS = {"clear": 99, "mud": 3, "snow": 4, "long": 4}
Way = tuple[tuple[int, ...], int]


def on_map(d: Draft, side: Seat) -> list[Unit]:
    return [unit for unit in ALL_UNITS if SIDE[unit] == side and d.where[unit] < SIZE]


def enemies(d: Draft, side: Seat) -> set[int]:
    return {d.where[unit] for unit in on_map(d, OTHER[side])}


def friends(d: Draft, side: Seat) -> list[int]:
    """The spaces of a side's units, one for each."""
    return [d.where[unit] for unit in on_map(d, side)]


def pool(d: Draft, side: Seat) -> int:
    """Its free markers: of 5; of the Axis 3 from turn 20 on, 1 from turn 26 on."""
    most = 5 if side == SOVIET or d.turn < 20 else 3 if d.turn < 26 else 1
    return most - (len(d.targets) + len(d.left) if side == d.phasing else len(d.blows) + len(d.bound))


# Movement.


def points_of(d: Draft, unit: Unit) -> int:
    points = min(MOVEMENT[d.marks[unit] & BACK][unit], CAPS[d.weather.key])
    return min(points, 3) if d.marks[unit] & UNSUPPLIED else points


def price_of(d: Draft, unit: Unit, space: int) -> int:
    """To enter a space; a scorched city is marsh."""
    armor = ARMOR[d.marks[unit] & BACK][unit]
    return MARSH[armor] if d.scorched_cities >> space & 1 else COST[armor][space]


def closed_to(d: Draft, unit: Unit) -> set[int]:
    shut = set() if d.extended else set(bits(EXTENSION))
    if not ((GERMAN[unit] or YUGOSLAV[unit]) and 0 < d.oil < d.turn):
        shut |= set(bits(BALKANS))
    return shut


def zones_of(d: Draft, side: Seat) -> set[int]:
    """Next to a unit in supply that is no fort."""
    found = set[int]()
    for unit in on_map(d, side):
        marks = d.marks[unit]
        if not marks & UNSUPPLIED and not FIXED[marks & BACK][unit]:
            found |= set(bits(MAP.beside[d.where[unit]]))
    return found


def zones_against(d: Draft, unit: Unit) -> set[int]:
    return zones_of(d, OTHER[SIDE[unit]])


def is_prize(d: Draft, unit: Unit, space: int) -> bool:
    """What is taken by who passes: an enemy's city, oil or area; works by the Soviets."""
    taken = CONTROLLED >> space & 1 and d.owner(Space(space)) != SIDE[unit]
    return bool(taken) or (SIDE[unit] == SOVIET and space in d.works)


def ways_of(d: Draft, unit: Unit, points: int, barred: frozenset[int] = frozenset()) -> dict[Way, int]:
    """Every end of a move with what is taken on the way, and the fewest points; stacking apart."""
    start, zones = d.where[unit], zones_against(d, unit)
    hindered, own = enemies(d, SIDE[unit]) | closed_to(d, unit) | barred, set(friends(d, SIDE[unit]))
    found: dict[Way, int] = {}
    todo: list[tuple[int, int, frozenset[int]]] = [(0, start, frozenset())]
    best: dict[tuple[int, frozenset[int]], int] = {(start, frozenset()): 0}
    while todo:
        todo.sort(key=lambda at: -at[0])
        gone, space, taken = todo.pop()
        first = space == start and not gone
        if not first and space in zones:
            continue
        for near in bits(MAP.beside[space]):
            if near in hindered:
                continue
            price = price_of(d, unit, near) + (first and start in zones)
            astray = first and start in zones and near in zones
            if astray and (near not in own or price > points):
                continue
            # One hex may always be gone, if nothing but points forbids it.
            if gone + price > points and not (first and not astray):
                continue
            cost = min(gone + price, points)
            if near not in taken and (taken or near != start):
                way = tuple(sorted(taken)), near
                found[way] = min(found.get(way, 99), cost)
            if gone + price > points or astray:
                continue
            after = near, taken | {near} if is_prize(d, unit, near) else taken
            if cost < best.get(after, 99):
                best[after] = cost
                todo.append((cost, *after))
    return found


def crowded(d: Draft, unit: Unit) -> set[int]:
    """Where stacking leaves no room for it; its own space it may come back to."""
    return packed(d, SIDE[unit]) - {d.where[unit]}


def moves_of(d: Draft, unit: Unit) -> dict[Way, int]:
    full = crowded(d, unit)
    return {way: cost for way, cost in ways_of(d, unit, points_of(d, unit)).items() if way[1] not in full}


def may_move(d: Draft, unit: Unit) -> bool:
    marks = d.marks[unit]
    return d.where[unit] < SIZE and not marks & MOVED and not FIXED[marks & BACK][unit]


# Supply.


def edge_of(d: Draft, side: Seat) -> set[int]:
    return set(bits(SOVIET_EDGE if side == SOVIET else AXIS_EDGES[d.extended]))


def open_spaces(d: Draft, side: Seat) -> set[int]:
    """What a supply path may enter: no enemy, no enemy city or area, no zone without a friend."""
    own, foes = set(friends(d, side)), enemies(d, side)
    zones = zones_of(d, OTHER[side])
    return {
        space
        for space in MAP.spaces
        if space not in foes
        and not (not d.extended and EXTENSION >> space & 1)
        and not (space in zones and space not in own)
        and not ((CITY | AREAS) >> space & 1 and d.owner(Space(space)) != side)
    }


def goes_home(d: Draft, side: Seat, city: int, free: set[int]) -> bool:
    rim = edge_of(d, side)
    if city in rim:
        return True
    todo, seen = [city], {city}
    while todo:
        space = todo.pop()
        nexts = [next(iter(bits(MAP.step(1 << space, way))), -1) for way in HOMEWARD[side]]
        if space == city == LENINGRAD and side == SOVIET:
            nexts += ICE_ROAD
        for near in nexts:
            if near in free and near not in seen:
                if near in rim:
                    return True
                seen.add(near)
                todo.append(near)
    return False


def spread(starts: set[int], free: set[int], steps: int) -> set[int]:
    reached, last = set(starts), set(starts)
    for _ in range(steps):
        last = {near for space in last for near in bits(MAP.across[space])} & free - reached
        reached |= last
    return reached


def home_cities(d: Draft, side: Seat, free: set[int]) -> set[int]:
    """The cities of a side from which a way leads home."""
    shut = 0 if d.extended else EXTENSION
    own = [city for city in bits(CITY & ~shut & ~d.scorched_cities) if d.owner(Space(city)) == side]
    return {city for city in own if goes_home(d, side, city, free)}


def land_of(d: Draft, side: Seat) -> set[int]:
    """The spaces with an overland path: four hexes from a city, three beyond a hex of the edge."""
    free = open_spaces(d, side)
    return spread(home_cities(d, side, free), free, 4) | spread(edge_of(d, side) & free, free, 3)


def guerrilla_areas(d: Draft) -> set[int]:
    """The Balkan areas, if they are open and no Axis unit holds them."""
    return set(bits(BALKANS if d.extended else 0)) - set(friends(d, AXIS))


def cut_off(d: Draft, side: Seat) -> set[Unit]:
    """The units of a side that are out of supply."""
    coast = set(bits(SEAS[side]))
    found = land_of(d, side) | coast
    ports = {c for c in coast & set(bits(CITY & ~d.scorched_cities)) if d.owner(Space(c)) == side}
    found |= {near for port in ports for near in bits(MAP.beside[port])}
    if side == AXIS and d.owner(FINLAND) == AXIS:
        found.add(FINLAND)
    # Next to a friend who is supplied himself: over a lake too, and no farther.
    found |= {near for space in set(friends(d, side)) & found for near in bits(MAP.across[space])}
    hills = spread(guerrilla_areas(d), open_spaces(d, SOVIET), 4)
    return {
        unit
        for unit in on_map(d, side)
        if d.where[unit] not in found
        and not (STATIC[unit] or STATUS[unit] == "finn")
        and not (YUGOSLAV[unit] and d.where[unit] in hills)
    }


# Retreats.


def retreat_ground(d: Draft, unit: Unit) -> tuple[set[int], set[int]]:
    """What a retreating unit may enter free of zones, and at all."""
    side = SIDE[unit]
    ground = set(bits(MAP.all)) - enemies(d, side) - closed_to(d, unit)
    return ground - (zones_of(d, OTHER[side]) - set(friends(d, side))), ground


def packed(d: Draft, side: Seat) -> set[int]:
    """Where stacking leaves no room for one more."""
    spaces, most = friends(d, side), TURNS[d.turn].stack[side]
    return {s for s in spaces if spaces.count(s) >= most + (side == SOVIET and s in d.roomy)}


def ends_well(origin: int, at: int, gone: int, need: int, ground: set[int], full: set[int]) -> bool:
    """Is there a way on from here that is long enough and ends where there is room, at most a hex beyond?"""
    if gone >= need and at not in full:
        return True
    return gone <= need and any(
        ends_well(origin, near, gone + 1, need, ground, full)
        for near in bits(MAP.beside[at])
        if near in ground and MAP.distance(origin, near) == gone + 1
    )


def way_home(d: Draft, unit: Unit, origin: int) -> dict[int, int]:
    """How far each space is from the next source of supply, over what the unit may enter."""
    side, here = SIDE[unit], d.where[unit]
    ground, free = retreat_ground(d, unit)[1] - {origin}, open_spaces(d, side)
    last = (home_cities(d, side, free) | edge_of(d, side) & free) & ground
    if YUGOSLAV[unit]:
        last |= guerrilla_areas(d) & ground
    found, far = dict.fromkeys(last, 0), 0
    while last:
        far += 1
        last = {near for space in last for near in bits(MAP.beside[space]) if near in ground} - set(found)
        found |= dict.fromkeys(last, far)
    if here not in found:
        found[here] = 1 + min((found[near] for near in bits(MAP.beside[here]) if near in found), default=999)
    return found


def ways_back(d: Draft, unit: Unit, origin: int, gone: int) -> set[int]:
    """Where a retreat may go next, wherever it leads."""
    here, full, boards = d.where[unit], packed(d, SIDE[unit]), retreat_ground(d, unit)
    need = 4 if d.marks[unit] & UNSUPPLIED else 2
    out = {near for near in bits(MAP.beside[here]) if MAP.distance(origin, near) == gone + 1}
    if gone >= need:
        room = out - full if gone == need else set[int]()
        return next((room & board for board in boards if room & board), set())
    for due in range(need, max(2, gone + 1) - 1, -1):
        for board in boards:
            good = {near for near in out & board if ends_well(origin, near, gone + 1, due, board, full)}
            if good:
                return good
    for board in boards if not gone else ():
        good = {near for near in out & board if ends_well(origin, near, 1, 2, board, set())} - full
        if good:
            return good
    return set()


def steps_back(d: Draft, unit: Unit, origin: int, gone: int) -> set[int]:
    """Of them, those that lead no farther from supply, if there are any."""
    found = ways_back(d, unit, origin, gone)
    if len(found) < 2:
        return found
    far = way_home(d, unit, origin)
    return {near for near in found if far.get(near, 1000) <= far[d.where[unit]]} or found


# Coming in.

# Allies, Finns, cadres, garrisons and guests are never rebuilt.
NEVER_REBUILT = [KEYS[unit] for unit in ALL_UNITS if STATUS[unit] not in ("regular", "regional")]


def stations(d: Draft, side: Seat) -> set[int]:
    """Where trains stop, stacking apart: three hexes from a supplied city, or on the edge."""
    bad = enemies(d, side) | zones_of(d, OTHER[side]) | (set() if d.extended else set(bits(EXTENSION)))
    reached = last = home_cities(d, side, open_spaces(d, side))
    for _ in range(3):
        last = {near for space in last for near in bits(MAP.beside[space])} - bad - reached
        reached = reached | last
    theirs = {space for space in bits(CONTROLLED) if d.owner(Space(space)) != side}
    return (reached | edge_of(d, side)) - bad - theirs


def leaves_train_at(d: Draft, unit: Unit) -> set[int]:
    return stations(d, SIDE[unit]) - packed(d, SIDE[unit]) - closed_to(d, unit)


# Losses.


def steps_of(d: Draft, unit: Unit) -> int:
    """Two on the full side of a counter that reduces, and of an upgraded army from 1944 on; in a box none."""
    if d.where[unit] >= SIZE:
        return 0
    back = bool(d.marks[unit] & BACK)
    if FORM[unit] == "reduces":
        return 1 if back else 2
    return 2 if FORM[unit] == "upgrades" and back and d.turn >= 17 else 1


def when_lost(d: Draft, unit: Unit) -> tuple[int, int]:
    """The box of a unit that is lost, and the side on which it lies there."""
    box = SURRENDERED if d.marks[unit] & UNSUPPLIED else DESTROYED
    return box, BACK if FORM[unit] == "reduces" else 0


def after_loss(d: Draft, unit: Unit) -> tuple[int, int]:
    """Where a unit is after one step more is lost, and its marks."""
    return (d.where[unit], d.marks[unit] ^ BACK) if steps_of(d, unit) > 1 else when_lost(d, unit)
