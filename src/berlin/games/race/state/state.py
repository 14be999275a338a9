"""The state of a game: one frozen value; and the draft, its working copy while an action is carried out."""

from typing import TypeVar

import msgspec

from berlin.games.race.board.units import (
    DESTROYED,
    UNITS,
    ZHUKOV,
)
from berlin.games.race.board.zones import N
from berlin.kernel.contract.ids import Seat
from berlin.kernel.play import draft
from berlin.kernel.play.question import AnyQuestion

Values = TypeVar("Values", bytes, tuple[int, ...])

# Bits of a unit's mark.
REDUCED, OOS, USED, GUEST, MODE, ACTED, BREACH = 1, 2, 4, 8, 48, 64, 128
MOVE, COMBAT, RESERVE = 16, 32, 48
MODES = {MOVE: "move", COMBAT: "combat", RESERVE: "reserve"}
MODE_NAMES = {MOVE: "movement", COMBAT: "combat", RESERVE: "the reserve"}
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
    """What lies open on the table: nothing, before the first turn. Units and zones are small ints."""

    # How many dice were rolled, and the tracks. `stage` is a place in the sequence of play.
    rolls: int = 0
    turn: int = 1
    operations: int = 1
    stage: int = 0
    # Each unit's zone (or where it is off the map) and its marks.
    where: bytes = bytes([DESTROYED + 1] * UNITS)
    marks: bytes = bytes(UNITS)
    # Each zone's control marker; each Berlin zone's level and the camp whose Soviets are in it.
    control: bytes = bytes(N)
    progress: tuple[int, ...] = (0,) * 6
    holder: bytes = bytes(6)
    # Bits of the Berlin zones whose last Soviet went away in this impulse.
    vacated: int = 0
    vp: tuple[int, int] = (0, 0)
    support: tuple[int, int] = (0, 0)
    # The turn in which Heinrici was handed over; the turn from which XII Army enters, or 0.
    heinrici: int = 0
    xii: int = 0
    # Things that happen once: the Americans halted, Berlin shelled, progress made in it.
    halted: bool = False
    shelled: bool = False
    progressed: bool = False
    # Hitler's order (1 north, 2 south), and what holds for the turn: events 4 (bits of camps) and 5.
    order: int = 0
    planned: int = 0
    speer: bool = False
    # Bits of the camps that passed their Soviet impulse in this operations phase.
    passed: int = 0
    # What holds for the impulse: activations allowed, the armies of events 2, 6 and 7, event 11, the zones
    # attacked, those taken with the zones the attackers came from, and what an order still asks for.
    limit: int = 4
    rybalko: int = -1
    spearhead: int = -1
    trucks: int = -1
    doubled: bool = False
    attacked: tuple[int, ...] = ()
    taken: tuple[tuple[int, tuple[int, ...]], ...] = ()
    duty: Duty = Duty()
    # Is it over, and how; and the stack of open questions.
    over: int = RUNNING
    frames: tuple[AnyQuestion, ...] = ()


class State(Open, frozen=True, gc=False):
    """Everything there is to know about a game: also the dice to come, and where each chit is."""

    key: bytes = b""
    given: tuple[int, ...] = ()
    chits: bytes = bytes(12)


def put(values: Values, at: int, value: int) -> Values:
    """The same values, but for one."""
    return values[:at] + type(values)((value,)) + values[at + 1 :]


def _raised(two: tuple[int, int], camp: Seat, by: int) -> tuple[int, int]:
    return (two[0] + by, two[1]) if camp == ZHUKOV else (two[0], two[1] + by)


class Draft(draft.Draft[State], of=State):
    """A state being worked on: the same names, with a log and the dice it takes.

    What nearly every action changes lies in bytes of its own; the rest is replaced as a whole.
    """

    __slots__ = draft.names(State)

    operations: int
    where: bytearray
    marks: bytearray
    control: bytes
    progress: tuple[int, ...]
    holder: bytes
    vacated: int
    vp: tuple[int, int]
    support: tuple[int, int]
    heinrici: int
    xii: int
    halted: bool
    shelled: bool
    progressed: bool
    order: int
    planned: int
    speer: bool
    passed: int
    limit: int
    rybalko: int
    spearhead: int
    trucks: int
    doubled: bool
    attacked: tuple[int, ...]
    taken: tuple[tuple[int, tuple[int, ...]], ...]
    duty: Duty
    chits: bytes

    def score(self, camp: Seat, points: int) -> None:
        self.vp = _raised(self.vp, camp, points)

    def lend_support(self, camp: Seat, points: int) -> None:
        self.support = _raised(self.support, camp, points)


# Rules that only read take either.
Position = State | Draft
