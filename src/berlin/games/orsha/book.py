"""What Onslaught to Orsha 2 tells the campaign engine."""

from typing import Any

from berlin.campaign.book import Audit, Book, Ground
from berlin.campaign.counters import Counter
from berlin.campaign.perimeters import escape
from berlin.campaign.works import Works
from berlin.games.orsha import aftermath, perimeters
from berlin.games.orsha.charts import CHARTS
from berlin.games.orsha.closing import CLOSING
from berlin.games.orsha.counters import COUNTERS
from berlin.games.orsha.entry import SETUP
from berlin.games.orsha.forces import DATES, FIGURES
from berlin.games.orsha.ground import BRIDGE
from berlin.games.orsha.market import MARKET
from berlin.games.orsha.model import BATTLEFIELD
from berlin.games.orsha.tables import RESULTS, SEATS
from berlin.games.orsha.upkeep import UPKEEP

BLAZE = Works.BLAZE


def _shut(d: Any, counter: Counter) -> int:
    """The hexes that it can't enter: where the terrain blazes, and for vehicles marsh."""
    fires = 0
    for work in d.works:
        if work.what is BLAZE:
            fires |= 1 << work.space
    return fires if counter.is_personnel else fires | perimeters.MARSH


BOOK = Book(
    sides=SEATS,
    dates=DATES,
    figures=FIGURES,
    counters=COUNTERS,
    tables=RESULTS,
    charts=CHARTS,
    market=MARKET,
    ground=Ground(
        field=perimeters.FIELD,
        cites=perimeters.CITES,
        sides=perimeters.sides_of,
        forces=perimeters.forces_of,
        strategic=perimeters.strategic_of,
        shut=_shut,
        bridges=BRIDGE,
    ),
    battlefield=BATTLEFIELD,
    closing=CLOSING,
    escape=escape.Cites(
        may="OTO 7.5063a",
        must="OTO 7.5061a",
        stack="OTO 7.5063b",
        drop="OTO 7.5063c",
        select="OTO 7.5063.note.2",
    ),
    upkeep=UPKEEP,
    clearing=aftermath.CLEARING,
    prisoners=aftermath.PRISONERS,
    fires=aftermath.FIRES,
    hardening=aftermath.HARDENING,
    setup=SETUP,
    audit=Audit(
        pieces="OTO 6.retained",
        lost="OTO 6.eliminated",
        budget="OTO 6.cpp",
        maxima="OTO 7.5188",
        control="OTO 7.5057a",
        asked="OTO 7.5a",
    ),
)
