"""The counters: first those who attack the city, the Allied divisions and Soviet armies, then the Germans.

A unit is its number; sets of units are ints by bit. All figures are those of the Combat side (OTB 13.0c).

KEYS[unit], find_unit(key)     the word of a unit in texts (`82/Par3`), and back
NAMES[unit]                    what people call it within a sentence
SIDE[unit], RANGES[side]       ALLIED (Soviets too) or GERMAN; all units of a side
NATION, SERVICE, DIVISION      british, polish, us, ...; ss, army, ...; the key of its formation, or ""
TYPE, KIND                     INFANTRY, ENGINEER, ...; a word for the symbol: parachute, glider, militia, ...
FIREPOWER, DEFENSIVE, PROTECTION, MOVEMENT   the three figures; firepower in parentheses defends only
MOTOR, TOWED                   how it moves: by motor costs; a gun without movement of its own
AIRBORNE                       GLIDER or PARACHUTE, of those who drop
"""

import msgspec

from berlin.games.fortress.board.tables import TABLES
from berlin.games.fortress.cover import SEATS
from berlin.kernel.contract.csv_cells import read_row, yes
from berlin.kernel.contract.ids import Seat

TYPES = (
    *("infantry", "engineer", "mg", "recon", "mech", "armor", "assault gun"),
    *("at", "flak", "artillery", "hq", "leader"),
)
(INFANTRY, ENGINEER, MG, RECON, MECH, ARMOR, ASSAULT_GUN, AT, FLAK, ARTILLERY, HQ, LEADER) = range(len(TYPES))
TYPE_NAMES = (
    *(
        "infantry",
        "engineers",
        "machine guns",
        "reconnaissance",
        "mechanized infantry",
        "armor",
        "assault guns",
    ),
    *("anti-tank guns", "flak", "artillery", "headquarters", "leader"),
)
# FB 2.2.types: who moves by motor; towed are the guns without movement of their own.
_MOTORS = frozenset((RECON, MECH, ARMOR, ASSAULT_GUN, HQ))
_GUNS = frozenset((AT, FLAK, ARTILLERY))
BOTH = "both"
# The first letters of the games that a counter is in: On to Berlin!, Fortress Berlin.
OTB, FB = "otb", "fb"


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """A row of data/units.csv: one or several equal counters."""

    key: str
    name: str
    count: int
    side: Seat
    nation: str
    service: str
    division: str
    type: int
    kind: str
    fs: int
    paren: bool
    pf: int
    ma: int
    games: str
    enters: str
    """drop, reserve, setup; or the turns on which it is due in On to Berlin! and in Fortress Berlin."""
    areas: str
    limit: str
    """Where it may be set up: hexes, or a word that rules/set_up/limits.py knows."""
    source: str
    note: str


def _counter(row: dict[str, str]) -> Counter:
    return read_row(
        *(Counter, row),
        side=Seat(SEATS.index(row["side"])),
        type=TYPES.index(row["type"]),
        paren=yes(row["paren"]),
    )


COUNTERS: tuple[Counter, ...] = tuple(_counter(row) for row in TABLES.rows("units"))
_ALL: tuple[tuple[Counter, int], ...] = tuple(
    (one, number) for one in COUNTERS for number in range(one.count)
)
UNITS = len(_ALL)
ROW: tuple[Counter, ...] = tuple(one for one, _ in _ALL)
_FIRST = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}
# Those who are called by their names alone.
_PERSONS = ("Goering", "Himmler", "Hitler")


def _ordinal(number: int) -> str:
    """`third`, `21st`; they are counted from 1."""
    if number <= len(_FIRST):
        return _FIRST[number - 1]
    return f"{number}{'th' if number in (11, 12, 13) else _ENDINGS.get(number % 10, 'th')}"


def _key(one: Counter, number: int) -> str:
    return one.key if one.count == 1 else f"{one.key}{number + 1}"


def _name(one: Counter, number: int) -> str:
    if one.key in _PERSONS:
        return one.name
    return f"the {one.name}" if one.count == 1 else f"the {_ordinal(number + 1)} {one.name}"


KEYS: tuple[str, ...] = tuple(_key(one, number) for one, number in _ALL)
NAMES: tuple[str, ...] = tuple(_name(one, number) for one, number in _ALL)
SIDE: tuple[Seat, ...] = tuple(one.side for one in ROW)
GERMANS_FROM = SIDE.index(1)
if SIDE != (0,) * GERMANS_FROM + (1,) * (UNITS - GERMANS_FROM):
    raise ValueError("units.csv must list the attackers of the city first")
RANGES = (range(GERMANS_FROM), range(GERMANS_FROM, UNITS))
NATION: tuple[str, ...] = tuple(one.nation for one in ROW)
# Poles are British for all purposes (OTB 3.1c, 8.2.q1).
COUNTS_AS: tuple[str, ...] = tuple("british" if nation == "polish" else nation for nation in NATION)
# FB 2.2.services, OTB 11.1.1.q1.
SERVICE: tuple[str, ...] = tuple(one.service for one in ROW)
DIVISION: tuple[str, ...] = tuple(one.division for one in ROW)
TYPE: tuple[int, ...] = tuple(one.type for one in ROW)
KIND: tuple[str, ...] = tuple(one.kind for one in ROW)
FIREPOWER: tuple[int, ...] = tuple(one.fs for one in ROW)
DEFENSIVE: tuple[bool, ...] = tuple(one.paren for one in ROW)
PROTECTION: tuple[int, ...] = tuple(one.pf for one in ROW)
MOVEMENT: tuple[int, ...] = tuple(one.ma for one in ROW)
TOWED: tuple[bool, ...] = tuple(one.type in _GUNS and one.ma == 0 for one in ROW)
MOTOR: tuple[bool, ...] = tuple(
    one.type in _MOTORS or one.kind == "motorized" or (one.type == ARTILLERY and one.ma > 0) for one in ROW
)
LEADERS: tuple[int, ...] = tuple(unit for unit in range(UNITS) if TYPE[unit] == LEADER)
VOLKSSTURM: tuple[int, ...] = tuple(unit for unit in range(UNITS) if SERVICE[unit] == "vs")
# FB 11.2.hj: eight, one of them at Goebbels' house.
YOUTH: tuple[int, ...] = tuple(unit for unit in range(UNITS) if SERVICE[unit] == "hj")
IS_VOLKSSTURM: tuple[bool, ...] = tuple(service == "vs" for service in SERVICE)
IS_YOUTH: tuple[bool, ...] = tuple(service == "hj" for service in SERVICE)
# How many of the Volkssturm counters only defend (FB 11.2.pool).
WEAK_VOLKSSTURM = 16
# FB 11.2.1: the Plant Protection Battalions.
IS_PLANT: tuple[bool, ...] = tuple(one.limit == "plant" for one in ROW)
IN_TOWER: tuple[bool, ...] = tuple(one.note == "tower" for one in ROW)
SS: tuple[bool, ...] = tuple(service == "ss" for service in SERVICE)
REGULAR: tuple[bool, ...] = tuple(service in ("army", "navy", "luftwaffe") for service in SERVICE)
"""Those with whom no SS unit shares a hex or an attack (OTB 11.1.1a, OTB 11.1.1.q1)."""
# OTB 15.2a, OTB 15.2b, OTB 15.2c, OTB 15.2d, OTB 15.2e, OTB 15.2f: their units are those of units.csv.
DIVISIONS: tuple[str, ...] = tuple(row["key"] for row in TABLES.rows("divisions"))
DIVISION_NAMES: tuple[str, ...] = tuple(f"the {row['name']}" for row in TABLES.rows("divisions"))
CONFUSION: tuple[int, ...] = tuple(int(row["confusion"]) for row in TABLES.rows("divisions"))
BRITISH: tuple[bool, ...] = tuple(row["nation"] == "british" for row in TABLES.rows("divisions"))
# The division held in reserve (OTB 15.1d).
RESERVE = DIVISIONS.index("52")
MEMBERS: dict[str, tuple[int, ...]] = {
    key: tuple(unit for unit in range(UNITS) if DIVISION[unit] == key)
    for key in dict.fromkeys(DIVISION)
    if key
}
HEADQUARTERS: dict[str, int] = {key: members[0] for key, members in MEMBERS.items()}
# OTB 15.3.1c: all weapons, headquarters and glider infantry come by glider.
GLIDER: tuple[bool, ...] = tuple(
    TYPE[unit] not in (INFANTRY, ENGINEER) or KIND[unit] == "glider" for unit in range(UNITS)
)

_BY_KEY = {key.casefold(): unit for unit, key in enumerate(KEYS)}


def find_unit(text: str) -> int:
    """The unit of this key, in any case. Raises KeyError."""
    return _BY_KEY[text.casefold()]


def plays(unit: int, scenario: str) -> bool:
    """Is it among the counters of this scenario? OTB 11.0, OTB 11.1a: Hitler is not in On to Berlin!."""
    game = FB if scenario == "berlin" else OTB
    return ROW[unit].games in (BOTH, game)
