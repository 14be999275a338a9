"""5, 14 and 15.4. Reinforcements: who is due, and where they enter."""

from berlin.boards.hexes import bits, board_of
from berlin.games.fortress.board.ground import (
    AIRFIELDS,
    BLOCKS,
    ENTRY,
    LETTERED,
    NORTH_ENTRY,
    ROAD_HEXES,
    RUINED,
    SOUTH_ENTRY,
    TERRAIN,
    WATERS,
    distance,
    near,
    within,
)
from berlin.games.fortress.board.names import hex_name
from berlin.games.fortress.board.tables import TERRAINS
from berlin.games.fortress.board.units import (
    CONFUSION,
    DIVISION,
    DIVISION_NAMES,
    DIVISIONS,
    HQ,
    MEMBERS,
    NAMES,
    RANGES,
    RESERVE,
    ROW,
    SIDE,
    TYPE,
    VOLKSSTURM,
)
from berlin.games.fortress.cover import ALLIED, GERMAN
from berlin.games.fortress.rules.communications import is_held
from berlin.games.fortress.rules.fog import tell
from berlin.games.fortress.rules.movement.costs import ROAD, on_wheels, steps
from berlin.games.fortress.rules.movement.march import Face, Go, Halt, March
from berlin.games.fortress.rules.movement.modes import full_move
from berlin.games.fortress.rules.movement.reach import closed
from berlin.games.fortress.rules.occupation import enter
from berlin.games.fortress.rules.question import FortressQuestion
from berlin.games.fortress.rules.set_up import Place
from berlin.games.fortress.rules.stacking import has_room
from berlin.games.fortress.rules.zones import seen_zones
from berlin.games.fortress.state.state import (
    BEYOND,
    COMBAT,
    DRIFTED,
    DUE,
    FIFTY_SECOND,
    POOL,
    VARIABLE,
    WAITING,
    Draft,
)
from berlin.games.fortress.state.state import RESERVE as RESERVE_BOX
from berlin.games.fortress.state.words import ORANIENBURG, RECHLIN
from berlin.kernel.contract.ids import OTHER, Seat
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.limits import Limit, refusal

# OTB 14.1a: the formations whose units roll when they are due, if that is played.
UNCERTAIN = ("18", "20", "Mun", "11SS")
# FB 5.5.vscheck: how many Volkssturm come, by the die; how far from any enemy they are placed.
VS_CHECK = (0, 0, 0, 1, 1, 2, 2)
VS_DISTANCE = 3
LETTERS = tuple(ENTRY)


def due_turn(d: Draft, unit: int) -> int:
    """The turn of the order of appearance; 0: it has none."""
    words = ROW[unit].enters.split()
    if not words or not words[0].isdigit():
        return 0
    return int(words[-1] if d.is_base else words[0])


def areas(unit: int) -> tuple[str, ...]:
    """The letters by which it enters."""
    found: list[str] = []
    for word in ROW[unit].areas.split():
        first, _, last = word.partition("-")
        found += LETTERS[LETTERS.index(first) : LETTERS.index(last or first) + 1]
    return tuple(found)


def call_up(d: Draft, side: Seat) -> None:
    """OTB 14.0a, FB 14.base, 15.base: those due by the order of appearance may enter from now on."""
    came = []
    for unit in RANGES[side]:
        turn = due_turn(d, unit)
        if d.where[unit] != WAITING or not turn or turn > d.turn:
            continue
        uncertain = d.has(VARIABLE) and DIVISION[unit] in UNCERTAIN
        if uncertain and (TYPE[unit] == HQ or not _rolls_in(d, unit)):
            continue
        d.put(unit, DUE)
        came.append(unit)
    came += _headquarters(d, came) if d.has(VARIABLE) else []
    if came:
        rule = "OTB 14.0a" if not d.is_base else ("FB 14.base" if side == GERMAN else "FB 15.base.a")
        d.say("due", f"{len(came)} units may enter the map", rule, data=tuple(came))


def _rolls_in(d: Draft, unit: int) -> bool:
    """OTB 14.1a, c: not above the turn, each Allied strike kept back adding one."""
    die = d.die("entry", f"{NAMES[unit]} comes up", "OTB 14.1a")
    return die + d.unused <= d.turn


def _headquarters(d: Draft, came: list[int]) -> list[int]:
    """OTB 14.1d: a division's headquarters comes with its first unit."""
    found = []
    for division in UNCERTAIN:
        staff = next(unit for unit in MEMBERS[division] if TYPE[unit] == HQ)
        if d.where[staff] == WAITING and any(DIVISION[unit] == division for unit in came):
            d.put(staff, DUE)
            found.append(staff)
    return found


def roll_for_arrival(d: Draft) -> None:
    """OTB 15.4.2b: a die for each division beyond the map, the northern one first."""
    for field in (ORANIENBURG, RECHLIN):
        division = d.airfield.index(field)
        if d.arrived >> division & 1:
            continue
        die = d.die("arrival", f"{DIVISION_NAMES[division]} comes to the city", "OTB 15.4.2b")
        if die + CONFUSION[division] < d.turn:
            d.arrived |= 1 << division
            for unit in MEMBERS[DIVISIONS[division]]:
                if d.where[unit] == BEYOND:
                    d.put(unit, DUE)
            d.say("due", f"{DIVISION_NAMES[division]} arrives", "OTB 15.4.2b", data=(division,))


def land_reserve(d: Draft) -> None:
    """OTB 15.4.3.q1: the 52nd on an airfield that the Allies hold, a die for each unit."""
    if not d.has(FIFTY_SECOND):
        return
    field = reserve_field(d)
    if field < 0:
        return
    for unit in MEMBERS[DIVISIONS[RESERVE]]:
        if d.where[unit] == RESERVE_BOX:
            die = d.die("reserve", f"{NAMES[unit]} lands", "OTB 15.4.3.q1")
            if die > CONFUSION[RESERVE]:
                d.frames.append(Touching(ALLIED, unit, field))


def reserve_field(d: Draft) -> int:
    """The airfield where the 52nd lands: that of its marker, or the first that the Allies hold; or -1."""
    marker = d.landing[RESERVE]
    fields = [number for number in range(len(AIRFIELDS)) if is_held(d, number)]
    known = [number for number in fields if marker >= 0 and AIRFIELDS[number] >> marker & 1]
    return (known or fields or [-1])[0]


class Touching(FortressQuestion[Place], frozen=True):
    """Where on the airfield a unit of the 52nd is put."""

    unit: int
    field: int
    acts = (Place,)
    rule = "OTB 15.4.3.q1"
    why = "It lands in Maneuver mode within the wire, without scatter, within stacking."

    def prompt(self, d: Draft) -> str:
        return f"Where does {NAMES[self.unit]} land?"

    def answers(self, d: Draft) -> list[Place]:
        return [Place(place) for place in bits(AIRFIELDS[self.field]) if has_room(d, self.unit, place)]

    def refuse(self, d: Draft, act: Place) -> Refusal:
        if not AIRFIELDS[self.field] >> act.hex & 1:
            return Refusal(self.rule, "it lands within the wire of the airfield")
        return Refusal("OTB 3.1a", "there is no room")

    def carry_out(self, d: Draft, act: Place) -> None:
        d.frames.pop()
        enter(d, self.unit, act.hex)
        if d.landing[RESERVE] < 0:
            d.landing = (*d.landing[:RESERVE], act.hex, *d.landing[RESERVE + 1 :])
        d.say(
            "land", f"{NAMES[self.unit]} lands at {hex_name(act.hex)}", self.rule, data=(self.unit, act.hex)
        )


def check_volkssturm(d: Draft) -> None:
    """FB 5.5.vscheck: a die for new Volkssturm."""
    die = d.die("volkssturm", "Volkssturm Reinforcement Check", "FB 5.5.vscheck")
    ready = [unit for unit in VOLKSSTURM if d.where[unit] == POOL][: VS_CHECK[die]]
    for unit in reversed(ready):
        d.frames.append(Raising(GERMAN, unit))


def muster(d: Draft) -> int:
    """The hexes where new Volkssturm may be placed, but for stacking."""
    held = (d.strongpoints | BLOCKS) & ~d.taken & ~d.occupied(ALLIED)
    menaced = 0
    for place in bits(d.occupied(ALLIED)):
        menaced |= within(place, VS_DISTANCE - 1)
    return held & ~menaced


class Raising(FortressQuestion[Place], frozen=True):
    """Where a new Volkssturm battalion is placed; its mode follows."""

    unit: int
    acts = (Place,)
    rule = "FB 5.5.vscheck"
    why = "On German strongpoints and in built-up hexes at least three hexes from any enemy."

    def prompt(self, d: Draft) -> str:
        return f"Where is {NAMES[self.unit]} raised?"

    def answers(self, d: Draft) -> list[Place]:
        return [Place(place) for place in bits(muster(d)) if has_room(d, self.unit, place)]

    def refuse(self, d: Draft, act: Place) -> Refusal:
        found = refusal(
            [Limit(muster(d), self.rule, "it is no German-held place far enough from the enemy")], act.hex
        )
        return found or Refusal("FB 3.1.german", "there is no room")

    def carry_out(self, d: Draft, act: Place) -> None:
        d.frames.pop()
        enter(d, self.unit, act.hex)
        d.say("raise", "a Volkssturm battalion is raised", self.rule)
        d.frames.append(Mustering(self.seat, self.unit))


class Mustering(FortressQuestion[Face | Halt], frozen=True):
    """The mode of a new Volkssturm battalion."""

    unit: int
    acts = (Face, Halt)
    rule = "FB 5.5.vscheck"
    why = "In Combat mode it holds its ground better; in Maneuver mode it moves farther once it may."

    def prompt(self, d: Draft) -> str:
        return f"Is {NAMES[self.unit]} in Combat mode, and facing which way?"

    def answers(self, d: Draft) -> list[Face | Halt]:
        return [*(Face(direction) for direction in range(6)), Halt()]

    def refuse(self, d: Draft, act: Face | Halt) -> Refusal:
        return Refusal(self.rule, "it faces one of the six hexsides, or is in Maneuver mode")

    def carry_out(self, d: Draft, act: Face | Halt) -> None:
        d.frames.pop()
        if isinstance(act, Face):
            d.mark(self.unit, COMBAT)
            d.face(self.unit, act.direction)


# Entering the map, in the Movement Segment.


def may_enter(d: Draft, unit: int) -> bool:
    return d.where[unit] == DUE or (d.where[unit] >= DRIFTED and not d.landed >> unit & 1)


def entrances(d: Draft, unit: int) -> int:
    """FB 5.0.entry, 5.3.blocked: the hexes by which a unit may enter now."""
    if d.where[unit] >= DRIFTED:
        return _nearest_open(d, unit, d.where[unit] - DRIFTED)
    if SIDE[unit] == ALLIED and not d.is_base:
        division = DIVISIONS.index(DIVISION[unit])
        edge = NORTH_ENTRY if d.airfield[division] == ORANIENBURG else SOUTH_ENTRY
        return passable(d, unit, edge & ~shut(d, unit))
    letters = areas(unit)
    for spread in range(len(LETTERS)):
        wider = _widened(letters, spread)
        found = board_of(place for letter in wider for place in ENTRY[letter]) & ~shut(d, unit)
        found = passable(d, unit, found)
        if found:
            return found
    return 0


def passable(d: Draft, unit: int, places: int) -> int:
    """FB 5.0.q1: of these hexes those where it may stop, or from where it can go on to where it may."""
    found = places & ~d.occupied(SIDE[unit])
    for place in bits(places & d.occupied(SIDE[unit])):
        if has_room(d, unit, place) or _goes_on(d, unit, place):
            found |= 1 << place
    return found


def _goes_on(d: Draft, unit: int, place: int) -> bool:
    left = full_move(d, unit) - entry_cost(unit, place)
    beside = 0
    for cost, sides in steps(d, unit, maneuver=True):
        if cost <= left:
            beside |= near(1 << place, sides)
    return any(has_room(d, unit, at) for at in bits(beside & ~closed(d, SIDE[unit])))


def _widened(letters: tuple[str, ...], spread: int) -> set[str]:
    """FB 5.3.blocked: these areas and the next ones on both sides."""
    numbers = {LETTERS.index(letter) for letter in letters}
    return {
        LETTERS[(number + more) % len(LETTERS)] for number in numbers for more in range(-spread, spread + 1)
    }


def _nearest_open(d: Draft, unit: int, place: int) -> int:
    """OTB 15.3.2.q4: the open lettered hexes nearest to where it left."""
    ready = bits(passable(d, unit, LETTERED & ~shut(d, unit)))
    if not ready:
        return 0
    least = min(distance(place, one) for one in ready)
    return board_of(one for one in ready if distance(place, one) == least)


def shut(d: Draft, unit: int) -> int:
    """FB 5.3.blocked: entry hexes that nobody of this side can use now."""
    side = SIDE[unit]
    return closed(d, side) | seen_zones(d, OTHER[side], side) | WATERS & ~ROAD_HEXES | RUINED


def entry_cost(unit: int, place: int) -> int:
    """FB 5.0.entry, 5.0.q1: what the first hex costs."""
    if ROAD_HEXES >> place & 1:
        return ROAD[on_wheels(unit)]
    terrain = TERRAINS[TERRAIN[place]]
    return terrain.motor if on_wheels(unit) else terrain.foot


class Entering(FortressQuestion[Go], frozen=True):
    """By which hex a unit enters the map; it may then move on."""

    unit: int
    acts = (Go,)
    rule = "FB 5.0.entry"
    why = "It pays for its first hex and may go on from there."

    def prompt(self, d: Draft) -> str:
        return f"Where does {NAMES[self.unit]} enter the map?"

    def answers(self, d: Draft) -> list[Go]:
        return [Go(place) for place in bits(entrances(d, self.unit))]

    def refuse(self, d: Draft, act: Go) -> Refusal:
        if shut(d, self.unit) >> act.hex & 1:
            return Refusal("FB 5.3.blocked", "that hex is closed")
        return Refusal("FB 5.0.entry", "it doesn't enter there")

    def still_asks(self, d: Draft) -> bool:
        return True

    def carry_out(self, d: Draft, act: Go) -> None:
        d.frames.pop()
        unit = self.unit
        d.marks[unit] = 0
        left = max(full_move(d, unit) - entry_cost(unit, act.hex), 0)
        note_entry(d, unit, act.hex)
        enter(d, unit, act.hex)
        tell(
            d, unit, "enter", f"{NAMES[unit]} enters at {hex_name(act.hex)}", self.rule, data=(unit, act.hex)
        )
        d.frames.append(March(self.seat, unit, left, 1))


def note_entry(d: Draft, unit: int, place: int) -> None:
    """OTB 6.1h, i: the first unit of a division from beyond the map brings its marker along."""
    if SIDE[unit] != ALLIED or d.is_base or d.where[unit] >= DRIFTED:
        return
    division = DIVISIONS.index(DIVISION[unit])
    if d.entries[division] < 0:
        d.entries = (*d.entries[:division], place, *d.entries[division + 1 :])
        d.landing = (*d.landing[:division], place, *d.landing[division + 1 :])
