"""What a campaign begins with: its dates, each side's order of battle, and what wins."""

from enum import Enum

import msgspec

from berlin.campaign.book.charts import Mines
from berlin.kernel.contract.csv_cells import number, yes
from berlin.kernel.contract.variant import Rows


class Date(msgspec.Struct, frozen=True, kw_only=True):
    """A CG Date."""

    key: str
    day: int
    morning: bool
    drm: tuple[int, int]
    """Each side's Historical DRM."""
    weather: str
    ground: str
    """Weather and Environmental Conditions, where they are not rolled for."""
    repairs: bool
    """In the RePh after it immobilized vehicles may be made Mobile, and Guns may be moved freely."""


class Grants(Enum):
    GROUP = "group"
    """Reinforcement Groups, by their line."""
    COUNTERS = "counters"
    WORKS = "works"
    """Fortifications."""
    MINES = "mines"
    BOMBARDMENT = "bombardment"


class Grant(msgspec.Struct, frozen=True, kw_only=True):
    """One line of an order of battle."""

    what: Grants
    item: str
    count: int
    mines: Mines | None
    leaders: int
    """How many rolls for an armor leader it has, other than by its line."""
    lot: bool
    """Counters that are priced as one group when they set up on the map."""
    until: int
    """The game turn at whose end it is Recalled; 0: it stays."""


class Force(msgspec.Struct, frozen=True):
    """One side as the campaign begins."""

    name: str
    cpp: int
    elr: int
    san: int
    grants: tuple[Grant, ...]

    def of(self, what: Grants) -> tuple[Grant, ...]:
        return tuple(grant for grant in self.grants if grant.what is what)


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """Single numbers of a module, each a row of its table. Pairs are of the side that sets up first and of
    the other."""

    needed: int
    """VP with which the attacker wins the campaign."""
    needed_first: int
    needed_second: int
    """The same with the balance of either side."""
    needed_initial: int
    """VP with which he wins the Initial Scenario, and each later one."""
    needed_later: int
    cvp_each: int
    evp_each: int
    """Points of casualties and of exits that make one VP."""
    left_vp: int
    """VP that he loses for each CPP that the defender has left."""
    left_most: int
    """For how many he does, if it is agreed that not all count."""
    elr_least: int
    elr_most: int
    san_least: int
    san_most: int
    san_rolled: int
    """From here on SAN is rolled for."""
    san_even: int
    """The SAN that adds nothing to that roll."""
    oba_first: int
    oba_second: int
    """Modules in use in a scenario."""
    observer_level: int
    observer_most: int
    registered_most: int
    share: int
    """Percent of the CPP that lines with that note may take, rounded up."""
    hidden_share: int
    """Percent of the squads that may set up hidden, rounded up."""
    allotted_less: int
    """How much harder a chance for a support weapon is at Depleted Strength."""
    recon_reach: int
    gun_shift: int
    mortar_shift: int
    tow_shift: int
    """Hexes that a Gun may be moved between scenarios."""
    setup_gap: int
    """Hexes from the enemy's Front Line at which new groups of the attacker may set up."""
    blast: int
    """Hexes that a Bombardment reaches."""


def read_dates(rows: Rows, sides: tuple[str, str]) -> tuple[Date, ...]:
    return tuple(
        Date(
            key=row["key"],
            day=int(row["day"]),
            morning=yes(row["morning"]),
            drm=(int(row[sides[0]]), int(row[sides[1]])),
            weather=row["weather"],
            ground=row["ground"],
            repairs=yes(row["repairs"]),
        )
        for row in rows
    )


def read_figures(rows: Rows) -> Figures:
    return msgspec.convert({row["key"]: int(row["value"]) for row in rows}, Figures)


def read_forces(rows: Rows, sides: tuple[str, str]) -> tuple[Force, Force]:
    first, second = (_force([row for row in rows if row["side"] == side]) for side in sides)
    return first, second


def _force(rows: Rows) -> Force:
    told = {row["what"]: row for row in rows}
    kinds = {kind.value for kind in Grants}
    return Force(
        name=told["name"]["item"],
        cpp=int(told["cpp"]["count"]),
        elr=int(told["elr"]["count"]),
        san=int(told["san"]["count"]),
        grants=tuple(_grant(row) for row in rows if row["what"] in kinds),
    )


def _grant(row: dict[str, str]) -> Grant:
    count = int(row["count"])
    return Grant(
        what=Grants(row["what"]),
        item=row["item"],
        count=count,
        mines=Mines(count, int(row["ap"]), int(row["at"])) if row["ap"] else None,
        leaders=number(row["leaders"]),
        lot=yes(row["lot"]),
        until=number(row["until"]),
    )
