"""The counters: 85 of them, known by small ints that group them by nation and camp.

Zhukov's Soviets come first, then Koniev's Soviets, Koniev's (north) Germans, Zhukov's (south) Germans, so
that a group is a range and the units of a group in a zone are counted by one call on the state's bytes.
"""

from pathlib import Path

import msgspec

from berlin.games.race.cover import SEATS
from berlin.kernel.rules import Refusal
from berlin.kernel.variant import Tables

ZHUKOV, KONIEV = 0, 1
TABLES = Tables(Path(__file__).parent / "data")

# Where a unit is when it is not in a zone.
POOL, WAITING, DESTROYED, WITHDRAWN = 250, 251, 252, 253
OFF_MAP = {POOL: "pool", WAITING: "waiting", DESTROYED: "destroyed", WITHDRAWN: "withdrawn"}


class Formation(msgspec.Struct, frozen=True):
    """A Soviet army or a German division, as a row of data/units.csv."""

    key: str
    name: str
    nation: str
    camp: str
    kind: str
    counters: int
    full: int
    reduced: int
    movement: int
    arrival: str
    letter: str
    source: str
    reduced_source: str
    note: str


def _load() -> tuple[Formation, ...]:
    return tuple(msgspec.convert(row, Formation, strict=False) for row in TABLES.rows("units"))


FORMATIONS = _load()
FORMATION_OF: tuple[int, ...] = tuple(f for f, row in enumerate(FORMATIONS) for _ in range(row.counters))
UNITS = len(FORMATION_OF)
COUNTERS: tuple[tuple[int, ...], ...] = tuple(
    tuple(u for u in range(UNITS) if FORMATION_OF[u] == f) for f in range(len(FORMATIONS))
)

# The other counter of the same army, or -1.
PARTNER: tuple[int, ...] = tuple(
    next((other for other in COUNTERS[f] if other != unit), -1) for unit, f in enumerate(FORMATION_OF)
)


def _unit_key(unit: int) -> str:
    row = FORMATIONS[FORMATION_OF[unit]]
    if row.nation == "german":
        return row.key
    return f"{row.key}/{COUNTERS[FORMATION_OF[unit]].index(unit) + 1}"


KEYS: tuple[str, ...] = tuple(_unit_key(u) for u in range(UNITS))
GERMAN: tuple[bool, ...] = tuple(FORMATIONS[f].nation == "german" for f in FORMATION_OF)
CAMP: tuple[int, ...] = tuple(SEATS.index(FORMATIONS[f].camp) for f in FORMATION_OF)
ARMOUR: tuple[bool, ...] = tuple(FORMATIONS[f].kind == "armour" for f in FORMATION_OF)
FULL: tuple[int, ...] = tuple(FORMATIONS[f].full for f in FORMATION_OF)
REDUCED_STRENGTH: tuple[int, ...] = tuple(FORMATIONS[f].reduced for f in FORMATION_OF)
MOVEMENT: tuple[int, ...] = tuple(FORMATIONS[f].movement for f in FORMATION_OF)
XII_ARMY: tuple[int, ...] = tuple(u for u in range(UNITS) if FORMATIONS[FORMATION_OF[u]].arrival == "west")

# Ranges of unit ids: [first, after last).
GERMANS_FROM = GERMAN.index(True)
KONIEV_SOVIETS_FROM = CAMP.index(KONIEV)
SOUTH_FROM = next(u for u in range(GERMANS_FROM, UNITS) if CAMP[u] == ZHUKOV)
SOVIETS = ((0, KONIEV_SOVIETS_FROM), (KONIEV_SOVIETS_FROM, GERMANS_FROM))
GERMANS = ((SOUTH_FROM, UNITS), (GERMANS_FROM, SOUTH_FROM))

# The armies of each camp that have two counters.
PAIRS = tuple(
    tuple((unit, PARTNER[unit]) for unit in range(first, after) if unit < PARTNER[unit])
    for first, after in SOVIETS
)


def _folded(text: str) -> str:
    table = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "ss", " ": "", ".": "", "-": ""})
    return text.casefold().translate(table)


_BY_KEY = {_folded(key): unit for unit, key in enumerate(KEYS)}
_BY_FORMATION = {_folded(row.key): f for f, row in enumerate(FORMATIONS)}


def refusals(rule: str, text: str) -> tuple[Refusal, ...]:
    """A refusal for each unit, its key in the place of {}: made once, for they are asked for often."""
    return tuple(Refusal(rule, text.format(key)) for key in KEYS)


def find_unit(text: str) -> int:
    """The unit of this key, in any case, with or without umlauts. Raises KeyError."""
    return _BY_KEY[_folded(text)]


def find_formation(text: str) -> int:
    """The army or division of this key. Raises KeyError."""
    return _BY_FORMATION[_folded(text)]
