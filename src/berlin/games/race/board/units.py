"""The counters: 85 of them, known by small ints that group them by nation and camp.

Zhukov's Soviets come first, then Koniev's Soviets, Koniev's (north) Germans, Zhukov's (south) Germans, so
that a group is a range and the units of a group in a zone are counted by one call on the state's bytes.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NewType

import msgspec

from berlin.games.race.cover import SEATS
from berlin.kernel.contract.ids import BOTH, Place, Seat, Unit, numbered
from berlin.kernel.contract.variant import Tables

ZHUKOV, KONIEV = BOTH
TABLES = Tables(Path(__file__).parents[1] / "data")

# Where a unit is when it is not in a zone.
POOL, WAITING, DESTROYED, WITHDRAWN = numbered(Place, 4, 250)
OFF_MAP = {POOL: "pool", WAITING: "waiting", DESTROYED: "destroyed", WITHDRAWN: "withdrawn"}


Army = NewType("Army", int)
"""A Soviet army or a German division, by its row in FORMATIONS: its counters are units."""
NO_ARMY = Army(-1)


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
ARMIES = numbered(Army, len(FORMATIONS))
FORMATION_OF: tuple[Army, ...] = tuple(f for f in ARMIES for _ in range(FORMATIONS[f].counters))
UNITS = len(FORMATION_OF)
ALL_UNITS = numbered(Unit, UNITS)
COUNTERS: tuple[tuple[Unit, ...], ...] = tuple(
    tuple(u for u in ALL_UNITS if FORMATION_OF[u] == f) for f in ARMIES
)

# The other counter of the same army, or -1.
PARTNER: tuple[Unit, ...] = tuple(
    next((other for other in COUNTERS[f] if other != unit), Unit(-1))
    for unit, f in zip(ALL_UNITS, FORMATION_OF, strict=True)
)


def _unit_key(unit: Unit) -> str:
    row = FORMATIONS[FORMATION_OF[unit]]
    if row.nation == "german":
        return row.key
    return f"{row.key}/{COUNTERS[FORMATION_OF[unit]].index(unit) + 1}"


def _unit_name(unit: Unit) -> str:
    army = ARMY_NAMES[FORMATION_OF[unit]]
    if PARTNER[unit] < 0:
        return army
    return f"the {'first' if unit < PARTNER[unit] else 'second'} counter of {army}"


# Codes for records, and what people call a unit in a sentence.
KEYS: tuple[str, ...] = tuple(map(_unit_key, ALL_UNITS))
ARMY_NAMES = tuple(f"the {row.name}" if row.name[0].isdigit() else row.name for row in FORMATIONS)
NAMES: tuple[str, ...] = tuple(map(_unit_name, ALL_UNITS))
GERMAN: tuple[bool, ...] = tuple(FORMATIONS[f].nation == "german" for f in FORMATION_OF)
CAMP: tuple[Seat, ...] = tuple(Seat(SEATS.index(FORMATIONS[f].camp)) for f in FORMATION_OF)
ARMOUR: tuple[bool, ...] = tuple(FORMATIONS[f].kind == "armour" for f in FORMATION_OF)
FULL: tuple[int, ...] = tuple(FORMATIONS[f].full for f in FORMATION_OF)
REDUCED_STRENGTH: tuple[int, ...] = tuple(FORMATIONS[f].reduced for f in FORMATION_OF)
MOVEMENT: tuple[int, ...] = tuple(FORMATIONS[f].movement for f in FORMATION_OF)
XII_ARMY: tuple[Unit, ...] = tuple(u for u in ALL_UNITS if FORMATIONS[FORMATION_OF[u]].arrival == "west")

# Ranges of unit ids: [first, after last).
GERMANS_FROM = GERMAN.index(True)
KONIEV_SOVIETS_FROM = CAMP.index(KONIEV)
SOUTH_FROM = next(u for u in range(GERMANS_FROM, UNITS) if CAMP[u] == ZHUKOV)
SOVIETS = ((0, KONIEV_SOVIETS_FROM), (KONIEV_SOVIETS_FROM, GERMANS_FROM))
GERMANS = ((SOUTH_FROM, UNITS), (GERMANS_FROM, SOUTH_FROM))

# The armies of each camp that have two counters.
PAIRS = tuple(
    tuple((unit, PARTNER[unit]) for unit in ALL_UNITS[first:after] if unit < PARTNER[unit])
    for first, after in SOVIETS
)


def names(units: Sequence[Unit]) -> str:
    """Several units in words: an army all of whose counters are there by its own name."""
    whole = {f for f in map(FORMATION_OF.__getitem__, units) if set(COUNTERS[f]) <= set(units)}
    told = [ARMY_NAMES[f] if (f := FORMATION_OF[unit]) in whole else NAMES[unit] for unit in units]
    return ", ".join(dict.fromkeys(told))


def folded(text: str) -> str:
    """A name as it may be typed: in any case, without umlauts, blanks and signs but for a stroke."""
    plain = text.casefold().translate({ord("ä"): "a", ord("ö"): "o", ord("ü"): "u", ord("ß"): "ss"})
    return "".join(letter for letter in plain if letter.isalnum() or letter == "/")


_BY_KEY = {word: unit for unit, key in zip(ALL_UNITS, KEYS, strict=True) for word in (key, folded(key))}
_BY_FORMATION = {folded(row.key): f for f, row in zip(ARMIES, FORMATIONS, strict=True)}


def find_unit(text: str) -> Unit:
    """The unit of this key, in any case, with or without umlauts. Raises KeyError."""
    found = _BY_KEY.get(text)
    return _BY_KEY[folded(text)] if found is None else found


def find_formation(text: str) -> Army:
    """The army or division of this key. Raises KeyError."""
    return _BY_FORMATION[folded(text)]
