"""What a module tells the campaign engine: its dates, its lists and charts, and its own terms."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from berlin.campaign.book.charts import Chart
from berlin.campaign.book.closing import Closing
from berlin.campaign.book.forces import Date, Figures
from berlin.campaign.book.market import Market
from berlin.campaign.book.setup import Setup
from berlin.campaign.book.upkeep import Upkeep
from berlin.campaign.model.house import Battlefield
from berlin.campaign.perimeters.isolation import Forces
from berlin.campaign.perimeters.perimeter import Side
from berlin.squad.board.manual import Manual

if TYPE_CHECKING:
    from berlin.campaign.state.state import Draft


class Ground(msgspec.Struct, frozen=True, kw_only=True):
    """The map as Perimeters and fires see it. Functions are given a draft."""

    sides: Callable[["Draft"], tuple[Side, Side]]
    forces: Callable[["Draft"], Forces]
    strategic: Callable[["Draft"], int]
    start: tuple[int, int]
    """By side: the hexes that it Controls as the campaign begins."""
    lasting: int
    """The hexes that are Strategic for good."""
    buildings: int
    growth: int
    """What burns down to Open Ground: brush, orchard and what counts as such."""
    bridges: int = 0
    """The hexes with a bridge that may be destroyed."""


class Book(Manual, frozen=True, kw_only=True):
    dates: tuple[Date, ...]
    figures: Figures
    charts: tuple[Chart, Chart]
    market: Market
    ground: Ground
    battlefield: Battlefield
    closing: Closing
    upkeep: Upkeep
    setup: Setup
