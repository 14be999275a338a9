"""The counters: 37 of the Axis, then 24 of the Soviets. A unit is its number; sets of units are ints by bit.

A counter has a FRONT and, unless its form is `single`, a BACK. Of a form that `reduces` the back is the
weaker side; of one that `upgrades` (Soviet armies) it is the stronger; of one that `fortifies` it is a fort.

KEYS[unit], find_unit(key)     the word of a unit in texts (`4Pz`), and back
SIDE[unit], NATION[unit]       AXIS or SOVIET; german, finnish, rumanian, hungarian, italian, soviet, ...
KIND[face][unit]               armor, mech, infantry, fort or volksturm
STRENGTH, MOVEMENT[face][unit] the figures of a face
FIXED[face][unit]              a strength in parentheses: defends only, no zone of control, no movement
STATUS[unit]                   regular, ally, finn, garrison, cadre, static, regional or guest
steps(unit, face, turn)        how many steps it has left
"""

import msgspec

from berlin.games.noretreat.board.tables import AXIS, SOVIET, TABLES, TURNS, side
from berlin.kernel.contract.csv_cells import read_row
from berlin.kernel.contract.ids import Seat, Unit, numbered

FRONT, BACK = 0, 1
FACES = ("front", "back")
KINDS = ("armor", "mech", "infantry", "fort", "volksturm")
FORMS = ("reduces", "upgrades", "fortifies", "single")
STATUSES = ("regular", "ally", "finn", "garrison", "cadre", "static", "regional", "guest")

# The boxes that a counter may be in when it is not on the map. `due`: it has not arrived yet.
BOXES = ("due", "reinforcements", "rail", "shattered", "destroyed", "surrendered", "aside", "out")


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """A row of data/units.csv."""

    key: str
    name: str
    side: Seat
    nation: str
    kind: str
    strength: int
    movement: int
    back_name: str
    back_kind: str
    back_strength: int = 0
    back_movement: int = 0
    form: str
    arrival: str
    """start, a turn, gg, oil, warsaw, or card25."""
    leaves: int = 0
    """The turn on which it leaves for good; 0 for none."""
    cost: int = 0
    """The cards that its return costs whatever box it is in; 0: as any unit."""
    home: str
    group: str
    status: str
    kit: bool
    rebuilt: bool
    source: str
    house: str


def _counter(row: dict[str, str]) -> Counter:
    found = read_row(Counter, row, side=side(row["side"]))
    for cell, allowed in ((found.kind, KINDS), (found.form, FORMS), (found.status, STATUSES)):
        if cell not in allowed:
            raise ValueError(f"{found.key}: {cell!r} is none of {', '.join(allowed)}")
    return found


COUNTERS: tuple[Counter, ...] = tuple(_counter(row) for row in TABLES.rows("units"))
UNITS = len(COUNTERS)
KEYS = tuple(counter.key for counter in COUNTERS)
SIDE = tuple(counter.side for counter in COUNTERS)
SOVIETS_FROM = SIDE.index(SOVIET)
if SIDE != (AXIS,) * SOVIETS_FROM + (SOVIET,) * (UNITS - SOVIETS_FROM):
    raise ValueError("units.csv must list the Axis first")
RANGES = (numbered(Unit, SOVIETS_FROM), numbered(Unit, UNITS - SOVIETS_FROM, SOVIETS_FROM))
NO_UNIT = Unit(-1)
ALL_UNITS = (*RANGES[AXIS], *RANGES[SOVIET])
NATION = tuple(counter.nation for counter in COUNTERS)
STATUS = tuple(counter.status for counter in COUNTERS)
FORM = tuple(counter.form for counter in COUNTERS)
HOME = tuple(counter.home for counter in COUNTERS)
KIT = tuple(counter.kit for counter in COUNTERS)
REBUILT = tuple(counter.rebuilt for counter in COUNTERS)
COST = tuple(counter.cost for counter in COUNTERS)
LEAVES = tuple(counter.leaves for counter in COUNTERS)
ARRIVAL = tuple(counter.arrival for counter in COUNTERS)

# By face, then by unit. A single-sided counter shows its front on both.
KIND = (
    tuple(counter.kind for counter in COUNTERS),
    tuple(counter.back_kind or counter.kind for counter in COUNTERS),
)
STRENGTH = (
    tuple(counter.strength for counter in COUNTERS),
    tuple(counter.back_strength or counter.strength for counter in COUNTERS),
)
FIXED = tuple(tuple(kind in ("fort", "volksturm") for kind in kinds) for kinds in KIND)
MOVEMENT = (
    tuple(counter.movement for counter in COUNTERS),
    tuple(counter.back_movement if counter.back_kind else counter.movement for counter in COUNTERS),
)
NAMES = (
    tuple(counter.name for counter in COUNTERS),
    tuple(counter.back_name or counter.name for counter in COUNTERS),
)
ARMOR = tuple(tuple(kind == "armor" for kind in kinds) for kinds in KIND)
HEAVY = tuple(tuple(kind in ("armor", "mech") for kind in kinds) for kinds in KIND)
"""Armor and mech: what takes the armor shift from an attacker."""
FORT = tuple(tuple(kind == "fort" for kind in kinds) for kinds in KIND)
VOLKSTURM = tuple(kind == "volksturm" for kind in KIND[FRONT])

GERMAN = tuple(nation == "german" for nation in NATION)
ALLIED = tuple(status == "ally" for status in STATUS)
YUGOSLAV = tuple(nation == "yugoslav" for nation in NATION)
STATIC = tuple(status == "static" for status in STATUS)
"""Volksturm, Festung and the Berlin Garrison: always supplied."""
REGIONAL = tuple(status == "regional" for status in STATUS)
CADRE = tuple(status == "cadre" for status in STATUS)
UPGRADES = tuple(form == "upgrades" for form in FORM)

_BY_KEY = {counter.key.casefold(): Unit(unit) for unit, counter in enumerate(COUNTERS)}


def find_unit(text: str) -> Unit:
    """The unit of this key, in any case. Raises KeyError."""
    return _BY_KEY[text.casefold()]


def steps(unit: Unit, face: int, turn: int) -> int:
    """The steps that a unit has on this face in this turn."""
    form = FORM[unit]
    if form == "reduces":
        return 2 if face == FRONT else 1
    if form == "upgrades" and face == BACK:
        return TURNS[turn].soviet_steps
    return 1


def full_steps(unit: Unit, turn: int) -> int:
    """The steps that it has on its best face."""
    return max(steps(unit, FRONT, turn), steps(unit, BACK, turn))


def arriving(turn: int) -> tuple[Unit, ...]:
    """The units whose turn of arrival is this one."""
    return tuple(unit for unit in ALL_UNITS if ARRIVAL[unit] == str(turn))


def due_by(trigger: str) -> tuple[Unit, ...]:
    """The units that an event brings: `start`, `gg`, `oil`, `warsaw` or `card25`."""
    return tuple(unit for unit in ALL_UNITS if ARRIVAL[unit] == trigger)
