"""What kinds of counters there are: what a piece of a campaign is printed with, whoever has it."""

from collections.abc import Mapping
from enum import Enum

import msgspec

from berlin.kernel.contract.csv_cells import number, yes
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.variant import Rows


class Sort(Enum):
    SQUAD = "squad"
    HALF = "half-squad"
    CREW = "crew"
    LEADER = "leader"
    HERO = "hero"
    COMMANDER = "armor leader"
    WEAPON = "support weapon"
    RADIO = "radio"
    GUN = "gun"
    VEHICLE = "vehicle"
    CUPOLA = "cupola"
    AIRCRAFT = "aircraft"

    # It is looked up very often.
    __hash__ = object.__hash__


class Mount(Enum):
    """Where a vehicle has a machine-gun."""

    BOW = "bow"
    COAXIAL = "coaxial"
    REAR = "rear"
    AA = "AA"

    __hash__ = object.__hash__


class MachineGun(msgspec.Struct, frozen=True, cache_hash=True):
    """One of a vehicle's."""

    mount: Mount
    fp: int
    kind: str = ""
    """What kind of support weapon it is worth when it is Removed; "": it can't be."""

    @property
    def text(self) -> str:
        return f"{self.mount.value} machine-gun"


MMC = frozenset((Sort.SQUAD, Sort.HALF, Sort.CREW))
SMC = frozenset((Sort.LEADER, Sort.HERO))
PERSONNEL = MMC | SMC
SQUADS = {Sort.SQUAD: 1.0, Sort.HALF: 0.5, Sort.CREW: 0.5}
EQUIPMENT = frozenset((Sort.WEAPON, Sort.RADIO, Sort.GUN, Sort.VEHICLE, Sort.CUPOLA))


class Counter(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """One kind of counter. Names of other kinds are keys of the same table, "" where there is none."""

    key: str
    """Unlike in the book, where both sides have a 4-4-7: `g:4-4-7`."""
    text: str
    side: Seat
    sort: Sort
    points: int
    """Casualty Victory Points; a vehicle's with its crew."""
    grade: int
    """Of MMC: 0 conscript or green, 1 second line, 2 first line, 3 elite. Of leaders: their rank from 0."""
    morale: int
    modifier: int
    """A leader's, or an armor leader's: -1 is better than 0."""
    half: str
    """A squad's half-squad."""
    whole: str
    """A half-squad's squad."""
    underlined: bool
    """Its morale is: it has an ELR of its own, and falls into halves where others are Replaced."""
    lower: str
    """By what it is Replaced."""
    harder: str
    """What it is when it is Battle Hardened."""
    conscript: str
    """What it is when it comes back from captivity."""
    crew: str
    """Who serves it, or gets out of it."""
    repair: int
    """Its Repair number."""
    expendable: bool
    """An X number: malfunctioned, it is gone."""
    pp: int
    """Portage points."""
    dismantled: int
    """Its portage points when it is dismantled; 0: it can't be."""
    afv: bool
    """An armored vehicle; a cupola counts as one."""
    tracked: bool
    armed: bool
    """A vehicle with Main Armament."""
    large: bool
    """A Gun on a large counter; a mortar on a 5/8 inch counter is none."""
    guns: tuple[MachineGun, ...]
    """The machine-guns of a vehicle. Without other armament the first is its Main Armament."""
    fire: int
    """Its weight in a modelled battle against men."""
    shot: int
    """Its weight in a modelled battle against armour."""
    cover: int
    """How hard it is to be rid of, in a modelled battle."""

    @property
    def is_mmc(self) -> bool:
        return self.sort in MMC

    @property
    def is_smc(self) -> bool:
        return self.sort in SMC

    @property
    def is_personnel(self) -> bool:
        return self.sort in PERSONNEL

    @property
    def is_equipment(self) -> bool:
        return self.sort in EQUIPMENT

    @property
    def is_weapon(self) -> bool:
        """Does harm by itself; a radio doesn't."""
        return self.armed or self.sort in (Sort.WEAPON, Sort.GUN)

    @property
    def squads(self) -> float:
        """How many squads it is worth."""
        return SQUADS.get(self.sort, 0.0)


Counters = Mapping[str, Counter]
# Names of other kinds.
_OTHERS = ("half", "whole", "lower", "harder", "conscript", "crew")
_TEXTS = ("key", "text", *_OTHERS)
_NUMBERS = ("points", "grade", "morale", "modifier", "repair", "pp", "dismantled", "fire", "shot", "cover")
_TRUTHS = ("underlined", "expendable", "afv", "tracked", "armed", "large")


def read_counters(rows: Rows, sides: tuple[str, str]) -> dict[str, Counter]:
    """The kinds by their keys. Raises ValueError if one names a kind that there isn't."""
    found = {row["key"]: _counter(row, sides) for row in rows}
    for counter in found.values():
        for name in (*(getattr(counter, field) for field in _OTHERS), *(gun.kind for gun in counter.guns)):
            if name and name not in found:
                raise ValueError(f"{counter.key}: there is no counter {name!r}")
    return found


def _counter(row: dict[str, str], sides: tuple[str, str]) -> Counter:
    cells: dict[str, object] = {
        "side": sides.index(row["side"]),
        "sort": row["sort"],
        "guns": [_gun(*cell.split()) for cell in row["guns"].split(";") if cell],
        **{field: row[field] for field in _TEXTS},
        **{field: number(row[field]) for field in _NUMBERS},
        **{field: yes(row[field]) for field in _TRUTHS},
    }
    return msgspec.convert(cells, Counter)


def _gun(fp: str, mount: str, kind: str = "") -> MachineGun:
    """`2 AA g:LMG`."""
    return MachineGun(Mount(mount), int(fp), kind)
