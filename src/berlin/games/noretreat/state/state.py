"""The state of a game: one frozen value; and the draft, its working copy while an action is carried out."""

import msgspec

from berlin.games.noretreat.board.ground import CITY, CONTROLLED, EXTENSION, MAP, Space, spaces_of
from berlin.games.noretreat.board.ground import SIZE as SIZE
from berlin.games.noretreat.board.names import UNIT_NAMES, space_name
from berlin.games.noretreat.board.tables import AXIS, LAST_TURN, SOVIET, TURNS, WEATHERS, Weather
from berlin.games.noretreat.board.units import BOXES, FIXED, RANGES, SIDE, UNITS
from berlin.kernel.contract.ids import Seat, Unit, numbered
from berlin.kernel.play import draft
from berlin.kernel.play.question import AnyQuestion

# Bits of a unit's mark. BACK is the face that lies up; FRESH: shattered in this turn; RAIDED: made
# unsupplied by a card, so that it does not surrender for it.
BACK, UNSUPPLIED, DISORGANIZED, ATTACKED, MOVED, FLIPPED, FRESH, RAIDED = 1, 2, 4, 8, 16, 32, 64, 128

# Where a unit is when it is off the map.
_BOXES = numbered(Space, len(BOXES), SIZE)
DUE, REINFORCEMENTS, RAIL, SHATTERED, DESTROYED, SURRENDERED, ASIDE, OUT = _BOXES
BOX = dict(zip(_BOXES, BOXES, strict=True))

# Stages: four of Housekeeping, nine of each player turn, and the end of the turn.
HOUSEKEEPING, PHASES = 4, 9
CARDS, SUPPLY, ORGANIZATION, MOVEMENT, COMBAT, REMOVALS, CLEARING, DETRAINING, CLOSE = range(PHASES)
FIRST_STAGE = (HOUSEKEEPING, HOUSEKEEPING + PHASES)
PHASING = (*[Seat(-1)] * HOUSEKEEPING, *[AXIS] * PHASES, *[SOVIET] * PHASES, Seat(-1))

# How a game stands.
RUNNING, AXIS_WINS, SOVIETS_WIN, DRAWN = 0, 1, 2, 3

# The spaces that have an owner, in order: their owners are bits of a small number.
OWNED: tuple[Space, ...] = tuple(spaces_of(CONTROLLED))
RANK = {space: rank for rank, space in enumerate(OWNED)}
BIT: tuple[int, ...] = tuple(1 << space for space in range(SIZE))


class Force(msgspec.Struct, frozen=True, gc=False):
    """A card half in force: its code, the stage at whose end it lapses, and what it was told."""

    code: int
    until: int = -1
    data: int = -1


class Open(msgspec.Struct, frozen=True, gc=False):
    """What lies open on the table. Units, spaces and cards are small ints. As it is made it is empty."""

    rolls: int = 0
    turn: int = 1
    stage: int = 0
    # Each unit's space or box, and its marks.
    where: tuple[Space, ...] = (OUT,) * UNITS
    marks: bytes = bytes(UNITS)
    # By rank in OWNED: held by the Soviets; scorched. Spaces with works and with room for one more.
    held: int = 0
    scorched: int = 0
    works: tuple[Space, ...] = ()
    roomy: tuple[Space, ...] = ()
    # The weather of each turn, as printed or changed.
    weathers: bytes = bytes(TURNS[turn].weather for turn in range(LAST_TURN + 1))
    blitz: int = 0
    shock: int = 0
    # Markers on the map: Targets of the phasing player; counterblows of the other player laid in this phase
    # and left from the last; those that attacks of this phase turn over, for the next.
    targets: tuple[Space, ...] = ()
    blows: tuple[Space, ...] = ()
    bound: tuple[Space, ...] = ()
    left: tuple[Space, ...] = ()
    # Voluntary attacks made in this combat phase.
    attacks: int = 0
    event_vp: int = 0
    tide: int = 0
    # Is the western extension open; the turns in which Ploesti, Greater Germany and Warsaw were first Soviet.
    extended: bool = False
    oil: int = 0
    gg: int = 0
    warsaw: int = 0
    discards: bytes = b""
    aside: bytes = b""
    # Sets of cards: out of the deck; not to be used before the next phase; played in this one.
    gone: int = 0
    barred: int = 0
    used: int = 0
    forces: tuple[Force, ...] = ()
    # The sides that draw a card less in this turn, as bits.
    short: int = 0
    # What is played: the scenario, the deck, with Na Berlin!, to the end of which turn (0: all), whether a
    # sudden death costs cards instead of the war, and whether German replacements end with improvement.
    scenario: str = "1941"
    deck: int = 1
    kit: bool = True
    last: int = 0
    no_surrender: bool = False
    no_returns: bool = False
    over: int = RUNNING
    verdict: str = ""
    frames: tuple[AnyQuestion, ...] = ()


class State(Open, frozen=True, gc=False):
    """Everything there is to know about a game: also the dice to come, the hands and the draw pile.

    The pile has no order: a card is drawn from it by a die of as many sides, which is the same as a shuffle.
    """

    key: bytes = b""
    given: tuple[int, ...] = ()
    hands: tuple[int, int] = (0, 0)
    pile: int = 0
    # The cards of either hand that were drawn in this phase.
    drawn: int = 0


class Draft(draft.Draft[State], of=State):
    """A state being worked on: the same names, but mutable, with a log, the dice it takes, and bitboards."""

    __slots__ = (
        *draft.names(State),
        *("board", "closed", "reach", "land"),
        *("_ones", "_twos", "_threes", "_sources", "_zones", "_stale"),
    )

    where: list[Space]
    marks: bytearray
    held: int
    scorched: int
    works: tuple[Space, ...]
    roomy: tuple[Space, ...]
    weathers: bytes
    blitz: int
    shock: int
    targets: tuple[Space, ...]
    blows: tuple[Space, ...]
    bound: tuple[Space, ...]
    left: tuple[Space, ...]
    attacks: int
    event_vp: int
    tide: int
    extended: bool
    oil: int
    gg: int
    warsaw: int
    discards: bytearray
    aside: bytearray
    gone: int
    barred: int
    used: int
    forces: tuple[Force, ...]
    short: int
    scenario: str
    deck: int
    kit: bool
    last: int
    no_surrender: bool
    no_returns: bool
    verdict: str
    hands: list[int]
    pile: int
    drawn: int

    def prepare(self) -> None:
        # The spaces that the Soviets hold; what may not be entered at all.
        self.board = spread(self.held)
        self.closed = 0 if self.extended else EXTENSION
        # What units reach by movement; good while nothing changes but where their friends stand.
        self.reach: dict[Unit, list[tuple[tuple[Space, ...], int]]] = {}
        # What each side reaches overland; -1 until somebody asks.
        self.land = [-1, -1]
        self._ones, self._twos, self._threes = [0, 0], [0, 0], [0, 0]
        self._sources, self._zones = [0, 0], [-1, -1]
        self._stale = [True, True]

    # Who stands where.

    def put(self, unit: Unit, place: Space) -> None:
        """To a space or a box."""
        self.where[unit] = place
        self.stir(SIDE[unit])

    def mark(self, unit: Unit, marks: int) -> None:
        self.marks[unit] |= marks
        if marks & (BACK | UNSUPPLIED):
            self.stir(SIDE[unit])

    def clear(self, unit: Unit, marks: int) -> None:
        self.marks[unit] &= ~marks
        if marks & (BACK | UNSUPPLIED):
            self.stir(SIDE[unit])

    def stir(self, side: Seat) -> None:
        """The boards of a side are to be drawn anew."""
        self._stale[side] = True
        self.land[0] = self.land[1] = -1
        if side != PHASING[self.stage]:
            self.reach.clear()

    def _scan(self, side: Seat) -> None:
        ones = twos = threes = sources = 0
        where, marks, bit = self.where, self.marks, BIT
        for unit in RANGES[side]:
            space = where[unit]
            if space < SIZE:
                here = bit[space]
                threes |= twos & here
                twos |= ones & here
                ones |= here
                mark = marks[unit]
                if not mark & UNSUPPLIED and not FIXED[mark & BACK][unit]:
                    sources |= here
        self._ones[side], self._twos[side], self._threes[side] = ones, twos, threes
        if sources != self._sources[side] or self._zones[side] < 0:
            self._sources[side] = sources
            self._zones[side] = -1
        self._stale[side] = False

    def occupied(self, side: Seat) -> int:
        """The spaces with units of a side."""
        if self._stale[side]:
            self._scan(side)
        return self._ones[side]

    def stacked(self, side: Seat, units: int) -> int:
        """The spaces with at least so many units of a side, from 1 to 3."""
        if self._stale[side]:
            self._scan(side)
        return (self._ones, self._twos, self._threes)[units - 1][side]

    def zones(self, side: Seat) -> int:
        """8.zoc: the spaces in the zones of control of a side."""
        if self._stale[side]:
            self._scan(side)
        zones = self._zones[side]
        if zones < 0:
            zones = self._zones[side] = MAP.neighbours(self._sources[side])
        return zones

    def units_in(self, side: Seat, space: Space) -> list[Unit]:
        """The units of a side in a space, in order."""
        where = self.where
        return [unit for unit in RANGES[side] if where[unit] == space]

    def named(self, unit: Unit) -> str:
        """What people call a unit, by the side of it that lies up."""
        return UNIT_NAMES[self.marks[unit] & BACK][unit]

    # Who owns what.

    def own(self, space: Space, side: Seat) -> None:
        bit = 1 << RANK[space]
        self.held = self.held | bit if side == SOVIET else self.held & ~bit
        self.board = spread(self.held)
        self.land[0] = self.land[1] = -1
        self.reach.clear()

    def owner(self, space: Space) -> Seat:
        return SOVIET if self.board >> space & 1 else AXIS

    def owned(self, side: Seat) -> int:
        """The cities, oil hexes and areas that a side holds."""
        return self.board if side == SOVIET else CONTROLLED & ~self.board

    @property
    def phasing(self) -> Seat:
        """Whose player turn it is; -1 in Housekeeping."""
        return PHASING[self.stage]

    @property
    def phase(self) -> int:
        """The phase of the player turn, from CARDS to CLOSE."""
        return (self.stage - HOUSEKEEPING) % PHASES

    @property
    def weather(self) -> Weather:
        return WEATHERS[self.weathers[self.turn]]

    @property
    def scorched_cities(self) -> int:
        return spread(self.scorched)

    @property
    def cities(self) -> int:
        """The cities that are not scorched: those are marsh."""
        return CITY & ~self.scorched_cities


_SPREAD: dict[int, int] = {}


def spread(ranks: int) -> int:
    """The spaces whose bits by rank are set."""
    found = _SPREAD.get(ranks)
    if found is None:
        found = 0
        for rank, space in enumerate(OWNED):
            if ranks >> rank & 1:
                found |= 1 << space
        if len(_SPREAD) > 10_000:
            _SPREAD.clear()
        _SPREAD[ranks] = found
    return found


def ranks(spaces: int) -> int:
    """`spread`, back."""
    return sum(1 << rank for rank, space in enumerate(OWNED) if spaces >> space & 1)


def names(d: Draft, units: "tuple[Unit, ...] | list[Unit]") -> str:
    return " and ".join(d.named(unit) for unit in units)


def attacking(d: Draft, units: "tuple[Unit, ...] | list[Unit]") -> str:
    """`the 9th Army attacks`, or several attack."""
    return f"{names(d, units)} {'attacks' if len(units) == 1 else 'attack'}"


def place_name(place: Space) -> str:
    """A space or a box in words."""
    return space_name(place) if place < SIZE else f"the {BOX[place]} box"
