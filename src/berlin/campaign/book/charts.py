"""What can be bought: the lines of a Reinforcement Group chart, support weapons, fortifications."""

from enum import Enum

import msgspec

from berlin.kernel.contract.csv_cells import number, yes
from berlin.kernel.contract.ids import BOTH, Seat
from berlin.kernel.contract.variant import Rows


class Branch(Enum):
    INFANTRY = "infantry"
    WEAPONS = "heavy weapons"
    VEHICLES = "vehicles"
    GUNS = "guns"
    OBA = "OBA"
    OBSERVER = "observer"
    COUNTER_BATTERY = "counter battery"
    BOMBARDMENT = "bombardment"
    AIRCRAFT = "aircraft"
    FPP = "FPP"
    MINEFIELD = "minefield"
    SAN = "SAN"
    RECON = "reconnaissance"


class Note(Enum):
    """What a note of a chart says of the lines that carry its letter."""

    LEADER = "leader"
    """A roll for an armor leader or a platoon leader."""
    CREWED = "crewed"
    DEPLETION = "depletion"
    ENGINEERS = "engineers"
    """Assault Engineers and Sappers."""
    ALLOTTED = "allotted"
    """Support weapons and leaders from their tables."""
    REGISTERED = "registered"
    """Pre-Registered hexes may be bought with it."""
    SMOKE = "smoke"
    SMOKE_ONCE = "smoke once"
    """One Smoke mission a scenario."""
    HE_ONLY = "HE only"
    OFFBOARD = "offboard"
    """An observer on the side's own map edge, who may be raised."""
    SHARE = "share"
    """All such lines together may take a share of the CPP."""
    LINE = "line"
    """A minefield laid along one grain."""
    TYPED = "typed"
    """A roll decides which type each of them is, or all of them."""
    AS_BOUGHT = "as bought"
    ATCB = "ATCB"
    """A roll for each aircraft: has it anti-tank cluster bombs?"""
    BLAST = "blast"
    """A Bombardment: all hexes around its centre."""
    TRUCKS = "trucks"
    """For one CPP more, a truck for each Gun."""


SPELLED_OUT = {
    "Co.": "Company",
    "Plt.": "Platoon",
    "Sect.": "Section",
    "Art.": "Artillery",
    "Mtr.": "Mortar",
    "HW": "Heavy Weapons",
    "AG": "Assault Gun",
    "TD": "Tank Destroyer",
    "AA": "Anti-Aircraft",
    "AT": "Anti-Tank",
    "SP": "Self-Propelled",
    "Flk.": "Flak",
    "DB": "Dive Bomber",
    "FB": "Fighter-Bomber",
    "#": "",
}
"""The abbreviations of the charts."""


class Yield(msgspec.Struct, frozen=True):
    """One kind of counter that a line gives, at Full and at Depleted Strength.

    `types` is the table that says which kind it is; there is then no `kind`. With `rolled`, each of them is
    rolled for at Depleted Strength. How many aircraft there are shows when they arrive: 0 here.
    """

    kind: str
    types: str
    full: int
    depleted: int
    rolled: bool = False

    def count(self, depleted: bool) -> int:
        return self.depleted if depleted else self.full


class Module(msgspec.Struct, frozen=True):
    """OBA: its calibre in mm, battalion or regimental, artillery, mortars or rockets."""

    caliber: int
    echelon: str
    weapon: str

    @property
    def is_rocket(self) -> bool:
        return self.weapon == "rockets"

    def __str__(self) -> str:
        return f"{self.caliber}mm+ {self.echelon} {self.weapon}"


class Mines(msgspec.Struct, frozen=True):
    """A number of mined hexes, and the factors in each against men and against tanks."""

    hexes: int
    ap: int
    at: int


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a chart."""

    key: str
    side: Seat
    id: str
    name: str
    branch: Branch
    yields: tuple[Yield, ...]
    amount: int
    """Of what is no counter: points, observers, modules, hexes."""
    module: Module | None
    mines: Mines | None
    cpp: int
    letters: tuple[str, ...]
    notes: frozenset[Note]
    date_max: int
    cg_max: int
    elite: bool
    """An Elite company or platoon, which does its side's ELR good."""
    off_board: bool
    """May cost one CPP less if it doesn't set up."""
    tags: tuple[str, ...]
    """What counts when its leaders are rolled for, besides its id."""
    verify: str
    """What of it may be misprinted."""

    @property
    def called(self) -> str:
        """What people call it: `Rifle Company II`. No two lines of a chart are called alike."""
        return " ".join(filter(None, (SPELLED_OUT.get(word, word) for word in self.name.split())))

    @property
    def letter(self) -> str:
        """The class of it: I, V, G, O, B, F or M."""
        return self.id[0]

    @property
    def organisation(self) -> str:
        """Co, Plt or Sect; "" for what is none."""
        return next((word for word in ("Co", "Plt", "Sect") if f"{word}." in self.name.split()), "")


Chart = tuple[Offer, ...]
"""One side's lines, in printed order."""


class NoteText(msgspec.Struct, frozen=True):
    """A note as it is read out."""

    side: Seat
    letter: str
    flags: frozenset[Note]
    text: str


class Allotment(msgspec.Struct, frozen=True):
    """So many of a support weapon, and one more if a die is not above `chance`."""

    kind: str
    number: int
    chance: int


class Price(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the list of fortifications."""

    key: str
    text: str
    works: str
    """What is put on the map; "" for hidden set-up."""
    size: int
    """The room of a foxhole."""
    fpp: int
    per: str
    """For what that is the price: one of it, a factor, a point."""
    sides: tuple[int, ...]
    most: int
    """In the whole campaign; 0: as many as one likes."""
    verify: str


def read_notes(rows: Rows, sides: tuple[str, str]) -> dict[tuple[Seat, str], NoteText]:
    """The notes by side and letter."""
    found = {}
    for row in rows:
        side, flags = Seat(sides.index(row["side"])), frozenset(map(Note, _several(row["flags"])))
        found[side, row["letter"]] = NoteText(side, row["letter"], flags, row["text"])
    return found


def read_charts(
    rows: Rows, notes: dict[tuple[Seat, str], NoteText], sides: tuple[str, str]
) -> tuple[Chart, Chart]:
    """Both sides' charts. Raises ValueError for a cell that can't be."""
    offers = [_offer(row, notes, sides) for row in rows]
    first, second = (tuple(offer for offer in offers if offer.side == side) for side in BOTH)
    return first, second


def read_allotments(rows: Rows, prefix: dict[str, str]) -> dict[str, tuple[Allotment, ...]]:
    """By line: its weapons. `prefix` makes a kind of a column, by side; a cell is `3`, `(3)` or `1 (3)`."""
    found = {}
    for row in rows:
        weapons = (column for column in row if column not in ("key", "side", "source", "house"))
        cells = ((prefix[row["side"]] + weapon, *_allotted(row[weapon])) for weapon in weapons)
        found[row["key"]] = tuple(Allotment(*cell) for cell in cells if any(cell[1:]))
    return found


def read_prices(rows: Rows, sides: tuple[str, str]) -> dict[str, Price]:
    return {
        row["key"]: Price(
            key=row["key"],
            text=row["text"],
            works=row["works"],
            size=number(row["size"]),
            fpp=int(row["fpp"]),
            per=row["per"],
            sides=tuple(sides.index(word) for word in row["sides"].split()),
            most=number(row["most"]),
            verify=row["verify"],
        )
        for row in rows
    }


def _offer(row: dict[str, str], notes: dict[tuple[Seat, str], NoteText], sides: tuple[str, str]) -> Offer:
    side, letters = Seat(sides.index(row["side"])), tuple(row["notes"].split())
    flags = frozenset[Note]().union(*(notes[side, letter].flags for letter in letters))
    return Offer(
        key=row["key"],
        side=side,
        id=row["id"],
        name=row["name"],
        branch=Branch(row["branch"]),
        yields=tuple(_yield(row, cell, Note.DEPLETION in flags) for cell in _several(row["units"])),
        amount=number(row["amount"]),
        module=_module(row["module"]),
        mines=Mines(int(row["amount"]), int(row["ap"]), int(row["at"])) if row["ap"] else None,
        cpp=int(row["cpp"]),
        letters=letters,
        notes=flags,
        date_max=int(row["date_max"]),
        cg_max=int(row["cg_max"]),
        elite=yes(row["elite"]),
        off_board=yes(row["off_board"]),
        tags=tuple(row["tags"].split()),
        verify=row["verify"],
    )


def _yield(row: dict[str, str], cell: str, depletes: bool) -> Yield:
    """`g:4-6-7` as often as the columns say, or `2 g:HMG`; `?name` is a table of types."""
    count, _, kind = cell.rpartition(" ")
    named = ("", kind[1:]) if kind.startswith("?") else (kind, "")
    if count:
        return Yield(*named, full=int(count), depleted=0 if depletes else int(count), rolled=depletes)
    return Yield(*named, full=number(row["full"]), depleted=number(row["depleted"]))


def _module(cell: str) -> Module | None:
    if not cell:
        return None
    caliber, echelon, weapon = cell.split()
    return Module(int(caliber), echelon, weapon)


def _allotted(cell: str) -> tuple[int, int]:
    sure, _, chance = cell.partition("(")
    return number(sure.strip()), number(chance.rstrip(")"))


def _several(cell: str) -> list[str]:
    return [part.strip() for part in cell.split(";") if part.strip()]
