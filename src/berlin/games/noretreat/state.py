"""The state of a game: one frozen value; and the draft, its working copy while an action is carried out."""

import msgspec

from berlin.boards.hexes import bits
from berlin.games.noretreat.frames import AnyFrame, Force
from berlin.games.noretreat.ground import CITY, CONTROLLED, EXTENSION, MAP, NAMES
from berlin.games.noretreat.ground import SIZE as SIZE
from berlin.games.noretreat.tables import AXIS, LAST_TURN, SOVIET, TURNS, WEATHERS, Weather
from berlin.games.noretreat.units import BOXES, FIXED, KEYS, RANGES, SIDE, UNITS
from berlin.kernel import draft
from berlin.kernel.events import Event

# Bits of a unit's mark. BACK is the face that lies up; FRESH: shattered in this turn; RAIDED: made
# unsupplied by a card, so that it does not surrender for it.
BACK, UNSUPPLIED, DISORGANIZED, ATTACKED, MOVED, FLIPPED, FRESH, RAIDED = 1, 2, 4, 8, 16, 32, 64, 128

# Where a unit is when it is off the map.
DUE, REINFORCEMENTS, RAIL, SHATTERED, DESTROYED, SURRENDERED, ASIDE, OUT = range(SIZE, SIZE + len(BOXES))
BOX = {SIZE + at: name for at, name in enumerate(BOXES)}

# Stages: four of Housekeeping, nine of each player turn, and the end of the turn.
HOUSEKEEPING, PHASES = 4, 9
CARDS, SUPPLY, ORGANIZATION, MOVEMENT, COMBAT, REMOVALS, CLEARING, DETRAINING, CLOSE = range(PHASES)
FIRST_STAGE = (HOUSEKEEPING, HOUSEKEEPING + PHASES)
PHASING = (*[-1] * HOUSEKEEPING, *[AXIS] * PHASES, *[SOVIET] * PHASES, -1)

# How a game stands.
RUNNING, AXIS_WINS, SOVIETS_WIN, DRAWN = 0, 1, 2, 3

# The spaces that have an owner, in order: their owners are bits of a small number.
OWNED: tuple[int, ...] = tuple(bits(CONTROLLED))
RANK = {space: rank for rank, space in enumerate(OWNED)}
BIT: tuple[int, ...] = tuple(1 << space for space in range(SIZE))


class Open(msgspec.Struct, frozen=True, gc=False):
    """What lies open on the table. Units, spaces and cards are small ints."""

    rolls: int
    turn: int
    stage: int
    # Each unit's space or box, and its marks.
    where: tuple[int, ...]
    marks: bytes
    # By rank in OWNED: held by the Soviets; scorched. Spaces with works and with room for one more.
    held: int
    scorched: int
    works: tuple[int, ...]
    roomy: tuple[int, ...]
    # The weather of each turn, as printed or changed.
    weathers: bytes
    blitz: int
    shock: int
    # Markers on the map: Targets of the phasing player; counterblows of the other player laid in this phase
    # and left from the last; those that attacks of this phase turn over, for the next.
    targets: tuple[int, ...]
    blows: tuple[int, ...]
    bound: tuple[int, ...]
    left: tuple[int, ...]
    # Voluntary attacks made in this combat phase.
    attacks: int
    event_vp: int
    tide: int
    # Is the western extension open; the turns in which Ploesti, Greater Germany and Warsaw were first Soviet.
    extended: bool
    oil: int
    gg: int
    warsaw: int
    discards: bytes
    aside: bytes
    # Sets of cards: out of the deck; not to be used before the next phase; played in this one.
    gone: int
    barred: int
    used: int
    forces: tuple[Force, ...]
    # The sides that draw a card less in this turn, as bits.
    short: int
    # What is played: the scenario, the deck, with Na Berlin!, to the end of which turn (0: all), whether a
    # sudden death costs cards instead of the war, and whether German replacements end with improvement.
    scenario: str
    deck: int
    kit: bool
    last: int
    no_surrender: bool
    no_returns: bool
    over: int
    verdict: str
    frames: tuple[AnyFrame, ...]


class State(Open, frozen=True, gc=False):
    """Everything there is to know about a game: also the dice to come, the hands and the draw pile.

    The pile has no order: a card is drawn from it by a die of as many sides, which is the same as a shuffle.
    """

    key: bytes
    given: tuple[int, ...]
    hands: tuple[int, int]
    pile: int
    # The cards of either hand that were drawn in this phase.
    drawn: int


class Draft(draft.Draft[State]):
    """A state being worked on: the same names, but mutable, with a log, the dice it takes, and bitboards."""

    __slots__ = (
        *draft.names(State),
        *("board", "closed", "reach", "land"),
        *("_ones", "_twos", "_threes", "_sources", "_zones", "_stale"),
    )

    frames: list[AnyFrame]

    def __init__(self, state: State, log: list[Event] | None = None) -> None:
        draft.Draft.__init__(self, state, log)
        self.where = list(state.where)
        self.marks = bytearray(state.marks)
        self.held = state.held
        self.scorched = state.scorched
        self.works = state.works
        self.roomy = state.roomy
        self.weathers = state.weathers
        self.blitz = state.blitz
        self.shock = state.shock
        self.targets = state.targets
        self.blows = state.blows
        self.bound = state.bound
        self.left = state.left
        self.attacks = state.attacks
        self.event_vp = state.event_vp
        self.tide = state.tide
        self.extended = state.extended
        self.oil = state.oil
        self.gg = state.gg
        self.warsaw = state.warsaw
        self.discards = bytearray(state.discards)
        self.aside = bytearray(state.aside)
        self.gone = state.gone
        self.barred = state.barred
        self.used = state.used
        self.forces = state.forces
        self.short = state.short
        self.scenario = state.scenario
        self.deck = state.deck
        self.kit = state.kit
        self.last = state.last
        self.no_surrender = state.no_surrender
        self.no_returns = state.no_returns
        self.verdict = state.verdict
        self.hands = list(state.hands)
        self.pile = state.pile
        self.drawn = state.drawn
        # The spaces that the Soviets hold; what may not be entered at all.
        self.board = spread(state.held)
        self.closed = 0 if state.extended else EXTENSION
        # What units reach by movement; good while nothing changes but where their friends stand.
        self.reach: dict[int, list[tuple[tuple[int, ...], int]]] = {}
        # What each side reaches overland; -1 until somebody asks.
        self.land = [-1, -1]
        self._ones, self._twos, self._threes = [0, 0], [0, 0], [0, 0]
        self._sources, self._zones = [0, 0], [-1, -1]
        self._stale = [True, True]

    def freeze(self) -> State:
        return State(
            self.rolls, self.turn, self.stage, tuple(self.where), bytes(self.marks), self.held, self.scorched,
            self.works, self.roomy, self.weathers, self.blitz, self.shock, self.targets, self.blows,
            self.bound, self.left, self.attacks, self.event_vp, self.tide, self.extended, self.oil, self.gg,
            self.warsaw, bytes(self.discards), bytes(self.aside), self.gone, self.barred, self.used,
            self.forces, self.short, self.scenario, self.deck, self.kit, self.last, self.no_surrender,
            self.no_returns, self.over, self.verdict, tuple(self.frames), self.key, self.given,
            (self.hands[0], self.hands[1]), self.pile, self.drawn,
        )  # fmt: skip

    # Who stands where.

    def put(self, unit: int, place: int) -> None:
        """To a space or a box."""
        self.where[unit] = place
        self.stir(SIDE[unit])

    def mark(self, unit: int, marks: int) -> None:
        self.marks[unit] |= marks
        if marks & (BACK | UNSUPPLIED):
            self.stir(SIDE[unit])

    def clear(self, unit: int, marks: int) -> None:
        self.marks[unit] &= ~marks
        if marks & (BACK | UNSUPPLIED):
            self.stir(SIDE[unit])

    def stir(self, side: int) -> None:
        """The boards of a side are to be drawn anew."""
        self._stale[side] = True
        self.land[0] = self.land[1] = -1
        if side != PHASING[self.stage]:
            self.reach.clear()

    def _scan(self, side: int) -> None:
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

    def occupied(self, side: int) -> int:
        """The spaces with units of a side."""
        if self._stale[side]:
            self._scan(side)
        return self._ones[side]

    def stacked(self, side: int, units: int) -> int:
        """The spaces with at least so many units of a side, from 1 to 3."""
        if self._stale[side]:
            self._scan(side)
        return (self._ones, self._twos, self._threes)[units - 1][side]

    def zones(self, side: int) -> int:
        """8.zoc: the spaces in the zones of control of a side."""
        if self._stale[side]:
            self._scan(side)
        zones = self._zones[side]
        if zones < 0:
            zones = self._zones[side] = MAP.neighbours(self._sources[side])
        return zones

    def units_in(self, side: int, space: int) -> list[int]:
        """The units of a side in a space, in order."""
        where = self.where
        return [unit for unit in RANGES[side] if where[unit] == space]

    # Who owns what.

    def own(self, space: int, side: int) -> None:
        bit = 1 << RANK[space]
        self.held = self.held | bit if side == SOVIET else self.held & ~bit
        self.board = spread(self.held)
        self.land[0] = self.land[1] = -1
        self.reach.clear()

    def owner(self, space: int) -> int:
        return SOVIET if self.board >> space & 1 else AXIS

    def owned(self, side: int) -> int:
        """The cities, oil hexes and areas that a side holds."""
        return self.board if side == SOVIET else CONTROLLED & ~self.board

    @property
    def phasing(self) -> int:
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
        return spread(self.scorched) if self.scorched else 0

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


def empty(key: bytes) -> State:
    """A table with nothing on it, before the first turn."""
    return State(
        rolls=0,
        turn=1,
        stage=0,
        where=(OUT,) * UNITS,
        marks=bytes(UNITS),
        held=0,
        scorched=0,
        works=(),
        roomy=(),
        weathers=bytes(TURNS[turn].weather for turn in range(LAST_TURN + 1)),
        blitz=0,
        shock=0,
        targets=(),
        blows=(),
        bound=(),
        left=(),
        attacks=0,
        event_vp=0,
        tide=0,
        extended=False,
        oil=0,
        gg=0,
        warsaw=0,
        discards=b"",
        aside=b"",
        gone=0,
        barred=0,
        used=0,
        forces=(),
        short=0,
        scenario="1941",
        deck=1,
        kit=True,
        last=0,
        no_surrender=False,
        no_returns=False,
        over=RUNNING,
        verdict="",
        frames=(),
        key=key,
        given=(),
        hands=(0, 0),
        pile=0,
        drawn=0,
    )


def on_map(d: Draft, unit: int) -> bool:
    return d.where[unit] < SIZE


def names(units: "tuple[int, ...] | list[int]") -> str:
    return " and ".join(KEYS[unit] for unit in units)


def place_name(place: int) -> str:
    """A space or a box in words."""
    return NAMES[place] if place < SIZE else f"the {BOX[place]} box"
