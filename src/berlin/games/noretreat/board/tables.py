"""The printed tables, as they look on the page, read from data/.

AXIS, SOVIET    the seats, and the sides of everything: 0 and 1
CRT[side]       a combat results table: `column(attack, defence)` and `result(column, die)`
TERRAIN[key]    a row of the terrain chart; WEATHER[key] a row of the weather chart
TURNS[turn]     a box of the turn track, from 1 to LAST_TURN; what changes from a turn on is told in every box
HALVES[card]    the two events of a card, by side; a card is a number, 1 to 54 in the full deck, 61 to 92 in
                the kit deck. CARD_KEYS and find_card spell them: 22, K15, C
DECKS[name]     the `kit` deck and the `full` deck: cards at the start, leaving and joining in 1945
SCENARIOS[key]  what a scenario starts with; SETUPS and CONTROLS its counters and its towns, by name
"""

from enum import IntEnum
from pathlib import Path

import msgspec

from berlin.kernel.contract.csv_cells import number, read_row, yes
from berlin.kernel.contract.ids import BOTH, Card, Seat, numbered
from berlin.kernel.contract.variant import Rows, Tables

AXIS, SOVIET = BOTH
SEATS = ("axis", "soviet")
LAST_TURN = 28
LAST_BASE_TURN = 22
FIRST_SOVIET_INITIATIVE = 12
RESET_TURN = 23


BASE_TABLES = (
    "areas", "cards", "controls", "crt_axis", "crt_soviet", "hexes", "lakes", "rivers", "scenarios", "setups",
    "terrain", "turns", "units", "waters", "weather",
)  # fmt: skip


def opened(folder: Path) -> Tables:
    """The tables in a folder. NAB 1.0a: without those of the base game there is nothing to play."""
    tables = Tables(folder)
    lacking = [name for name in BASE_TABLES if name not in tables.names()]
    if lacking:
        raise ValueError(f"No Retreat! can't be played without its tables: {', '.join(lacking)} missing")
    return tables


TABLES = opened(Path(__file__).parents[1] / "data")


def side(cell: str) -> Seat:
    """A side's number; raises ValueError for any other word."""
    return Seat(SEATS.index(cell))


class Result(IntEnum):
    """What an attack may come to."""

    NONE = 0
    CA = 1
    CB = 2
    EX = 3
    DR = 4
    DS = 5
    DD = 6


RESULT_TEXT = ("-", "CA", "CB", "EX", "DR", "DS", "DD")
COLUMNS = ("1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1")
# The columns as numerator and denominator, and the number that stands for odds below them all.
RATIOS = tuple((int(a), int(b)) for a, b in (column.split(":") for column in COLUMNS))
_HIGHEST_FIRST = tuple((n, *RATIOS[n]) for n in reversed(range(len(RATIOS))))
TOO_LOW = -1


class ResultsTable(msgspec.Struct, frozen=True):
    """Results by die and column."""

    rows: tuple[tuple[Result, ...], ...]

    def result(self, column: int, die: int) -> Result:
        return self.rows[die - 1][column]


def column(attack: int, defence: int) -> int:
    """The column of a ratio, rounded in the defender's favour; TOO_LOW if it is below them all."""
    for found, a, b in _HIGHEST_FIRST:
        if attack * b >= a * defence:
            return found
    return TOO_LOW


def _results(name: str) -> ResultsTable:
    rows = TABLES.rows(name)
    if [row["die"] for row in rows] != list("123456"):
        raise ValueError(f"{name}.csv must have a row for each face of a die")
    return ResultsTable(
        tuple(tuple(Result(RESULT_TEXT.index(row[odds])) for odds in COLUMNS) for row in rows)
    )


CRT = (_results("crt_axis"), _results("crt_soviet"))


class Terrain(msgspec.Struct, frozen=True):
    """A row of the terrain chart: of a hex, an area or a hexside."""

    key: str
    name: str
    where: str
    armor_mp: int
    other_mp: int
    armor_shift: bool
    left: int
    stops: bool


class Weather(msgspec.Struct, frozen=True):
    """A row of the weather chart; `left` counts when Soviets defend, `farther` beyond the vacated hex."""

    key: str
    name: str
    cap: int
    armor_shift: bool
    left: int
    rivers: bool
    farther: bool
    armor_hex: bool
    axis_crt: int


NO_CAP = 99


def _weather(row: dict[str, str]) -> Weather:
    return read_row(Weather, row, cap=number(row["cap"], NO_CAP), axis_crt=side(row["axis_crt"]))


TERRAIN = {row["key"]: read_row(Terrain, row) for row in TABLES.rows("terrain")}
WEATHER = {row["key"]: _weather(row) for row in TABLES.rows("weather")}
CLEAR, MUD, SNOW, LONG_WINTER = range(4)
WEATHERS = tuple(WEATHER[key] for key in ("clear", "mud", "snow", "long"))
FLIPPED = (MUD, CLEAR, LONG_WINTER, SNOW)


class Turn(msgspec.Struct, frozen=True):
    """A box of the turn track. `needs` is the sudden-death number of each side, 0 for none."""

    number: int
    label: str
    weather: int
    variable: bool
    blitz: int
    shock: int
    needs: tuple[int, int]
    event_vp: int
    event: str
    note: str
    draw: tuple[int, int]
    targets: tuple[int, int]
    axis_flip: int
    """The cards that an Axis replacement step costs; 0: none may be made."""
    upgrades: int
    forts: bool
    limited_rail: bool
    shock_worth: int
    winter_left: int
    """The left shift of Axis attacks in snow or long winter."""
    tank_hex: bool
    soviet_steps: int
    """The steps of an upgraded Soviet army."""
    stack: tuple[int, int]

    @property
    def initiative(self) -> Seat:
        return AXIS if self.number < FIRST_SOVIET_INITIATIVE else SOVIET


SOVIET_TARGETS, AXIS_STACK = 5, 2


def _turn(row: dict[str, str]) -> Turn:
    return read_row(
        Turn,
        row,
        number=int(row["turn"]),
        weather=list(WEATHER).index(row["weather"]),
        needs=(number(row["axis_needs"]), number(row["soviet_needs"])),
        draw=(int(row["axis_draw"]), int(row["soviet_draw"])),
        targets=(int(row["axis_targets"]), SOVIET_TARGETS),
        stack=(AXIS_STACK, int(row["soviet_stack"])),
    )


def _turns(rows: Rows) -> tuple[Turn, ...]:
    """The boxes by their numbers; box 0 stands for nothing."""
    found = tuple(_turn(row) for row in rows)
    if [turn.number for turn in found] != list(range(1, LAST_TURN + 1)):
        raise ValueError(f"turns.csv must have the turns 1 to {LAST_TURN}")
    return (found[0], *found)


TURNS = _turns(TABLES.rows("turns"))


class Half(msgspec.Struct, frozen=True, kw_only=True):
    """One side's event of a card.

    `windows` are the moments it may be played at. A moment is `word:own` or `word:enemy`, by whose player
    turn or attack it is as the holder sees it: `card` and `organization` phases, `move` in the Movement phase
    and `moved` at its end, `combat` at the start of combat, `blows` when counterblows are laid, `before` and
    `after` a roll, `advance`, `combat-end`, `removals`, `phase-end` of any phase, `replaced` when that side
    has just made a replacement or an upgrade. Words alone: `checked` after any supply check, `sudden` at a
    sudden-death check, `cancel` when the other side has just played a card, `copy` when the copied event may
    be played, `pay` for its worth as a discard, `drawn` at once.
    """

    key: str
    number: int
    side: Seat
    name: str
    initiative: int
    """The side that must have the initiative; -1 for either."""
    immediate: bool
    windows: tuple[str, ...]
    from_turn: int = 0
    in_1945: str
    """`leaves` or `joins` at the reset, or nothing."""
    text: str
    rule: str
    house: str

    @property
    def copies(self) -> bool:
        return self.windows == ("copy",)


MOMENTS = (
    "card", "organization", "move", "moved", "combat", "blows", "before", "after", "advance", "combat-end",
    "removals", "phase-end", "replaced",
)  # fmt: skip
LONE_MOMENTS = ("checked", "sudden", "cancel", "copy", "pay", "drawn")
WINDOWS = (*(f"{moment}:{whose}" for moment in MOMENTS for whose in ("own", "enemy")), *LONE_MOMENTS)


def _half(row: dict[str, str]) -> Half:
    windows = tuple(row["window"].split())
    for window in windows:
        if window not in WINDOWS:
            raise ValueError(f"{row['key']}: there is no window {window!r}")
    icon = {"G": AXIS, "S": SOVIET, "": -1}[row["initiative"]]
    return read_row(Half, row, side=side(row["side"]), initiative=icon, windows=windows)


LAST_CARD = 54
# Cards of the kit deck are numbered on from here, so that one number names a card of either deck.
KIT_FROM = 60
NO_CARD = Card(0)
FULL_CARDS = numbered(Card, LAST_CARD, 1)


def _kit_cards(kit: Rows) -> list[tuple[Card, dict[str, str]]]:
    """The rows of the kit deck, each with its number."""
    return list(zip(numbered(Card, len(kit), KIT_FROM + 1), kit, strict=True))


def _halves(rows: Rows, kit: Rows) -> dict[int, tuple[Half, Half]]:
    found = {(half.number, half.side): half for half in map(_half, rows)}
    cards: dict[int, tuple[Half, Half]] = {n: (found[n, AXIS], found[n, SOVIET]) for n in FULL_CARDS}
    for n, row in _kit_cards(kit):
        cards[n] = (found[int(row["axis"]), AXIS], found[int(row["soviet"]), SOVIET])
    return cards


def _keys(kit: Rows) -> dict[int, str]:
    """Kit cards 1 to 27 are spelled K1 to K27."""
    keys: dict[int, str] = {n: str(n) for n in FULL_CARDS}
    keys.update((n, "K" * row["key"].isdigit() + row["key"]) for n, row in _kit_cards(kit))
    return keys


class Deck(msgspec.Struct, frozen=True):
    """The cards of a game: those it starts with, and those that leave and join at the reset of 1945."""

    cards: tuple[Card, ...]
    leaves: tuple[Card, ...]
    joins: tuple[Card, ...]


def _deck(by_1945: dict[Card, str]) -> Deck:
    """Cards, each with what it does at the reset."""
    return Deck(
        tuple(n for n, word in by_1945.items() if word != "joins"),
        tuple(n for n, word in by_1945.items() if word == "leaves"),
        tuple(n for n, word in by_1945.items() if word == "joins"),
    )


def _kit_1945(row: dict[str, str]) -> str:
    return "joins" if yes(row["joins45"]) else "leaves" * yes(row["leaves45"])


HALVES = _halves(TABLES.rows("cards"), TABLES.rows("kitdeck"))
CARD_KEYS = _keys(TABLES.rows("kitdeck"))
DECKS = {
    "kit": _deck({n: _kit_1945(row) for n, row in _kit_cards(TABLES.rows("kitdeck"))}),
    "full": _deck({n: HALVES[n][AXIS].in_1945 for n in FULL_CARDS}),
}
_CARD_BY_KEY = {key: Card(card) for card, key in CARD_KEYS.items()}


def find_card(text: str) -> Card:
    """The card of this key: 22, K15 or C. Raises KeyError."""
    return _CARD_BY_KEY[text.upper()]


class Start(msgspec.Struct, frozen=True):
    """Where a counter starts: a space's key or a box; `face` is front or back."""

    unit: str
    face: str
    place: str
    source: str


class Opening(msgspec.Struct, frozen=True):
    """A scenario's first and last turn, and its figures at the start."""

    key: str
    title: str
    first: int
    last: int
    total: int
    event_vp: int
    high_tide: int
    extension: str
    oil: bool
    gg: bool
    warsaw: bool
    hand: int
    about: str


SCENARIOS = {row["key"]: read_row(Opening, row) for row in TABLES.rows("scenarios")}
SETUPS: dict[str, tuple[Start, ...]] = {
    key: tuple(read_row(Start, row) for row in TABLES.rows("setups") if row["scenario"] == key)
    for key in SCENARIOS
}
CONTROLS: dict[str, dict[str, int]] = {
    key: {row["place"]: side(row["owner"]) for row in TABLES.rows("controls") if row["scenario"] == key}
    for key in SCENARIOS
}
