"""The counters: 85 of them, known by small ints that group them by nation and camp.

Zhukov's Soviets come first, then Koniev's Soviets, Koniev's (north) Germans, Zhukov's (south) Germans, so
that a group is a range and the units of a group in a zone are counted by one call on the state's bytes.
"""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from berlin.games.race.cover import SEATS
from berlin.kernel.contract.ids import BOTH, Seat
from berlin.kernel.contract.variant import Tables

ZHUKOV, KONIEV = BOTH
TABLES = Tables(Path(__file__).parents[1] / "data")

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


def _unit_name(unit: int) -> str:
    army = ARMY_NAMES[FORMATION_OF[unit]]
    if PARTNER[unit] < 0:
        return army
    return f"the {'first' if unit < PARTNER[unit] else 'second'} counter of {army}"


# Codes for records, and what people call a unit in a sentence.
KEYS: tuple[str, ...] = tuple(_unit_key(u) for u in range(UNITS))
ARMY_NAMES = tuple(f"the {row.name}" if row.name[0].isdigit() else row.name for row in FORMATIONS)
NAMES: tuple[str, ...] = tuple(_unit_name(u) for u in range(UNITS))
GERMAN: tuple[bool, ...] = tuple(FORMATIONS[f].nation == "german" for f in FORMATION_OF)
CAMP: tuple[Seat, ...] = tuple(Seat(SEATS.index(FORMATIONS[f].camp)) for f in FORMATION_OF)
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


def names(units: Sequence[int]) -> str:
    """Several units in words: an army all of whose counters are there by its own name."""
    whole = {f for f in map(FORMATION_OF.__getitem__, units) if set(COUNTERS[f]) <= set(units)}
    told = [ARMY_NAMES[f] if (f := FORMATION_OF[unit]) in whole else NAMES[unit] for unit in units]
    return ", ".join(dict.fromkeys(told))


def folded(text: str) -> str:
    """A name as it may be typed: in any case, without umlauts, blanks and signs but for a stroke."""
    plain = text.casefold().translate({ord("ä"): "a", ord("ö"): "o", ord("ü"): "u", ord("ß"): "ss"})
    return "".join(letter for letter in plain if letter.isalnum() or letter == "/")


_BY_KEY = {folded(key): unit for unit, key in enumerate(KEYS)}
_BY_FORMATION = {folded(row.key): f for f, row in enumerate(FORMATIONS)}


def find_unit(text: str) -> int:
    """The unit of this key, in any case, with or without umlauts. Raises KeyError."""
    return _BY_KEY[folded(text)]


def find_formation(text: str) -> int:
    """The army or division of this key. Raises KeyError."""
    return _BY_FORMATION[folded(text)]
