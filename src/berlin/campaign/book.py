"""What a module tells the campaign engine: its sides, its dates, its counters, the rules it cites."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from berlin.campaign.charts import Chart
from berlin.campaign.closing import Closing
from berlin.campaign.counters import Counter, Counters
from berlin.campaign.forces import Date, Figures
from berlin.campaign.market import Market
from berlin.campaign.model.house import Battlefield
from berlin.campaign.perimeters import isolation, markers
from berlin.campaign.perimeters.perimeter import Field, Side
from berlin.campaign.tables import Table
from berlin.campaign.upkeep import Upkeep

if TYPE_CHECKING:
    from berlin.campaign.aftermath.clearing import Cites as ClearingCites
    from berlin.campaign.aftermath.fires import Fuel
    from berlin.campaign.aftermath.hardening import Cites as HardeningCites
    from berlin.campaign.aftermath.prisoners import Cites as PrisonersCites
    from berlin.campaign.deployment.limits import Setup
    from berlin.campaign.perimeters.escape import Cites


class Ground(msgspec.Struct, frozen=True, kw_only=True):
    """The map as Perimeters see it. Functions are given a draft."""

    field: Field
    cites: markers.Cites
    sides: Callable[[Any], tuple[Side, Side]]
    forces: Callable[[Any], isolation.Forces]
    strategic: Callable[[Any], int]
    shut: Callable[[Any, Counter], int]
    """The hexes that a unit of this kind can't enter."""
    bridges: int = 0
    """The hexes with a bridge that may be destroyed."""


class Audit(msgspec.Struct, frozen=True, kw_only=True):
    """The rules by which a state can be wrong."""

    pieces: str
    lost: str
    budget: str
    maxima: str
    control: str
    asked: str


class Book(msgspec.Struct, frozen=True, kw_only=True):
    sides: tuple[str, str]
    """The first sets up first; the second is the ATTACKER."""
    dates: tuple[Date, ...]
    figures: Figures
    counters: Counters
    tables: Mapping[str, Table]
    charts: tuple[Chart, Chart]
    market: Market
    ground: Ground
    battlefield: Battlefield
    closing: Closing
    escape: "Cites"
    clearing: "ClearingCites"
    prisoners: "PrisonersCites"
    fires: "Fuel"
    hardening: "HardeningCites"
    upkeep: Upkeep
    setup: "Setup"
    audit: Audit
