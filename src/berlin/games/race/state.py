"""The state of a game: one frozen value; and the draft, its working copy while an action is carried out."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import compress
from typing import TypeVar

import msgspec

from berlin.games.race.board import ZONES, N
from berlin.games.race.frames import AnyFrame
from berlin.games.race.units import (
    CAMP,
    DESTROYED,
    GERMANS,
    GERMANS_FROM,
    KEYS,
    SOVIETS,
    UNITS,
    ZHUKOV,
)
from berlin.kernel import draft
from berlin.kernel.events import Event

Values = TypeVar("Values", bytes, tuple[int, ...])

# Bits of a unit's mark.
REDUCED, OOS, USED, GUEST, MODE, ACTED, BREACH = 1, 2, 4, 8, 48, 64, 128
MOVE, COMBAT, RESERVE = 16, 32, 48
MODES = {MOVE: "move", COMBAT: "combat", RESERVE: "reserve"}
IMPULSE_MARKS = MODE | ACTED | BREACH

# Who controls a zone.
NOBODY, AMERICAN = 0, 3

# Where a chit is: in the bag, in a hand (seat + 1), or out of the game.
BAG, OUT = 0, 3
CHIT_NUMBERS = range(1, 12)

# How a game stands.
RUNNING, ON_POINTS, COMMON_DEFEAT = 0, 1, 2

# Kinds of duty laid on a German impulse by an order from Hitler: attack, move next to Soviets, or, where
# nobody can, come as near as possible.
NO_DUTY, DUTY_ATTACK, DUTY_CONTACT, DUTY_APPROACH = 0, 1, 2, 3


class Duty(msgspec.Struct, frozen=True, gc=False):
    """What an order from Hitler still asks for: how many divisions, and whether an armoured one."""

    form: int = NO_DUTY
    divisions: int = 0
    armour: bool = False
    # Soviets beyond the Oder-Neisse are faced already: only those on this side call for a move.
    west_bank: bool = False


class Open(msgspec.Struct, frozen=True, gc=False):
    """What lies open on the table. Units and zones are small ints."""

    # How many dice were rolled, and the tracks. `stage` is a place in the sequence of play.
    rolls: int
    turn: int
    operations: int
    stage: int
    # Each unit's zone (or where it is off the map) and its marks.
    where: bytes
    marks: bytes
    # Each zone's control marker; each Berlin zone's level and the camp whose Soviets are in it.
    control: bytes
    progress: tuple[int, ...]
    holder: bytes
    # Bits of the Berlin zones whose last Soviet went away in this impulse.
    vacated: int
    vp: tuple[int, int]
    support: tuple[int, int]
    # The turn in which Heinrici was handed over; the turn from which XII Army enters, or 0.
    heinrici: int
    xii: int
    # Things that happen once: the Americans halted, Berlin shelled, progress made in it.
    halted: bool
    shelled: bool
    progressed: bool
    # Hitler's order (1 north, 2 south), and what holds for the turn: events 4 (bits of camps) and 5.
    order: int
    planned: int
    speer: bool
    # Bits of the camps that passed their Soviet impulse in this operations phase.
    passed: int
    # What holds for the impulse: activations allowed, the armies of events 2, 6 and 7, event 11, the zones
    # attacked, those taken with the zones the attackers came from, and what an order still asks for.
    limit: int
    rybalko: int
    spearhead: int
    trucks: int
    doubled: bool
    attacked: tuple[int, ...]
    taken: tuple[tuple[int, tuple[int, ...]], ...]
    duty: Duty
    # Is it over, and how; and the stack of open questions.
    over: int
    frames: tuple[AnyFrame, ...]


class State(Open, frozen=True, gc=False):
    """Everything there is to know about a game: also the dice to come, and where each chit is."""

    key: bytes
    given: tuple[int, ...]
    chits: bytes


def put(values: Values, at: int, value: int) -> Values:
    """The same values, but for one."""
    return values[:at] + type(values)((value,)) + values[at + 1 :]


def _raised(two: tuple[int, int], camp: int, by: int) -> tuple[int, int]:
    return (two[0] + by, two[1]) if camp == ZHUKOV else (two[0], two[1] + by)


class Draft(draft.Draft[State]):
    """A state being worked on: the same names, with a log and the dice it takes.

    What nearly every action changes lies in bytes and a list of its own; the rest is replaced as a whole.
    """

    __slots__ = draft.names(State)

    frames: list[AnyFrame]

    def __init__(self, state: State, log: list[Event] | None = None) -> None:
        draft.Draft.__init__(self, state, log)
        self.operations = state.operations
        self.where = bytearray(state.where)
        self.marks = bytearray(state.marks)
        self.control = state.control
        self.progress = state.progress
        self.holder = state.holder
        self.vacated = state.vacated
        self.vp = state.vp
        self.support = state.support
        self.heinrici = state.heinrici
        self.xii = state.xii
        self.halted = state.halted
        self.shelled = state.shelled
        self.progressed = state.progressed
        self.order = state.order
        self.planned = state.planned
        self.speer = state.speer
        self.passed = state.passed
        self.limit = state.limit
        self.rybalko = state.rybalko
        self.spearhead = state.spearhead
        self.trucks = state.trucks
        self.doubled = state.doubled
        self.attacked = state.attacked
        self.taken = state.taken
        self.duty = state.duty
        self.chits = state.chits

    def freeze(self) -> State:
        return State(
            self.rolls,
            self.turn,
            self.operations,
            self.stage,
            bytes(self.where),
            bytes(self.marks),
            self.control,
            self.progress,
            self.holder,
            self.vacated,
            self.vp,
            self.support,
            self.heinrici,
            self.xii,
            self.halted,
            self.shelled,
            self.progressed,
            self.order,
            self.planned,
            self.speer,
            self.passed,
            self.limit,
            self.rybalko,
            self.spearhead,
            self.trucks,
            self.doubled,
            self.attacked,
            self.taken,
            self.duty,
            self.over,
            tuple(self.frames),
            self.key,
            self.given,
            self.chits,
        )

    def score(self, camp: int, points: int) -> None:
        self.vp = _raised(self.vp, camp, points)

    def lend_support(self, camp: int, points: int) -> None:
        self.support = _raised(self.support, camp, points)


# Rules that only read take either.
Position = State | Draft


def empty(key: bytes) -> State:
    """A table with nothing on it, before the first turn."""
    return State(
        key=key,
        rolls=0,
        given=(),
        turn=1,
        operations=1,
        stage=0,
        where=bytes([DESTROYED + 1] * UNITS),
        marks=bytes(UNITS),
        control=bytes(N),
        progress=(0,) * 6,
        holder=bytes(6),
        vacated=0,
        vp=(0, 0),
        support=(0, 0),
        chits=bytes(12),
        heinrici=0,
        xii=0,
        halted=False,
        shelled=False,
        progressed=False,
        order=0,
        planned=0,
        speer=False,
        passed=0,
        limit=4,
        rybalko=-1,
        spearhead=-1,
        trucks=-1,
        doubled=False,
        attacked=(),
        taken=(),
        duty=Duty(),
        over=RUNNING,
        frames=(),
    )


def soviets_in(p: Position, zone: int, camp: int) -> int:
    """How many Soviet units of a camp stand in a zone."""
    first, after = SOVIETS[camp]
    return p.where.count(zone, first, after)


def any_soviets_in(p: Position, zone: int) -> int:
    return p.where.count(zone, 0, GERMANS_FROM)


def is_guest(p: Position, unit: int) -> bool:
    """7.3.3: a Soviet unit that retreated into a zone of the other camp's Soviets, who are still there."""
    return bool(p.marks[unit] & GUEST) and soviets_in(p, p.where[unit], 1 - CAMP[unit]) > 0


def germans_in(p: Position, zone: int) -> int:
    """How many German units of either camp stand in a zone."""
    return p.where.count(zone, GERMANS_FROM)


# A place off the map is no zone.
_BITS = tuple(1 << place if place < N else 0 for place in range(256))


@lru_cache(maxsize=1024)
def zones_of(where: bytes) -> int:
    """The set of zones, a bit for each, in which units stand."""
    return sum(map(_BITS.__getitem__, set(where)))


def soviet_zones(p: Position, camp: int) -> int:
    first, after = SOVIETS[camp]
    return zones_of(bytes(p.where[first:after]))


def german_zones(p: Position) -> int:
    return zones_of(bytes(p.where[GERMANS_FROM:]))


def all_soviet_zones(p: Position) -> int:
    return zones_of(bytes(p.where[:GERMANS_FROM]))


def units_in(p: Position, zone: int, first: int = 0, after: int = UNITS) -> list[int]:
    """The units in a zone, in order, of all or of a range of unit ids."""
    where = p.where
    found = []
    unit = where.find(zone, first, after)
    while unit >= 0:
        found.append(unit)
        unit = where.find(zone, unit + 1, after)
    return found


# A table over bytes: which places are zones.
_ON_MAP = bytes(place < N for place in range(256))


def zone_table(zones: int) -> bytes:
    """For `stand_in`: bytes that turn a place into yes or no."""
    return bytes(zones >> place & 1 for place in range(256))


def stand_in(p: Position, camp: int, table: bytes) -> bool:
    """Do any Soviets of a camp stand in the zones that a table picks?"""
    first, after = SOVIETS[camp]
    return 1 in p.where[first:after].translate(table)


def on_map(p: Position, camp: int, german: bool) -> list[int]:
    """The units of one camp and nation that stand in some zone, in order."""
    first, after = (GERMANS if german else SOVIETS)[camp]
    return list(compress(range(first, after), p.where[first:after].translate(_ON_MAP)))


def _marked_table(mask: int, value: int) -> bytes:
    return bytes(marks & mask == value for marks in range(256))


# For `marked`: bytes that turn a unit's marks into yes or no.
MOVERS = _marked_table(MODE | ACTED, MOVE)
FIGHTERS = _marked_table(MODE | ACTED, COMBAT)
RESERVES = _marked_table(MODE | ACTED, RESERVE)
UNUSED = _marked_table(USED | MODE, 0)
RESTED = _marked_table(USED | OOS | ACTED, 0)


def marked(p: Position, table: bytes) -> list[int]:
    """The units whose marks a table picks, in order: a few of all."""
    picked = p.marks.translate(table)
    found = []
    unit = picked.find(1)
    while unit >= 0:
        found.append(unit)
        unit = picked.find(1, unit + 1)
    return found


def marked_of(p: Position, table: bytes, camp: int, german: bool) -> Iterator[int]:
    """The units of one camp and nation whose marks a table picks, in order, on the map or off it."""
    first, after = (GERMANS if german else SOVIETS)[camp]
    return compress(range(first, after), p.marks[first:after].translate(table))


def zone_name(zone: int) -> str:
    return ZONES[zone].name


def names(units: "list[int] | tuple[int, ...]") -> str:
    return ", ".join(KEYS[unit] for unit in units)
