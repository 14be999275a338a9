"""What Onslaught to Orsha 2 tells the campaign engine."""

from pathlib import Path

from berlin.campaign.book.book import Book, Ground
from berlin.games.orsha.board.charts import CHARTS
from berlin.games.orsha.board.counters import COUNTERS
from berlin.games.orsha.board.forces import DATES, FIGURES
from berlin.games.orsha.board.ground import BRIDGE, BUILDINGS, BY_TERRAIN, START, STRATEGIC
from berlin.games.orsha.board.tables import GERMAN, RESULTS, SEATS, TABLES
from berlin.games.orsha.rules import perimeters
from berlin.games.orsha.rules.closing import CLOSING
from berlin.games.orsha.rules.deployment import SETUP
from berlin.games.orsha.rules.model import BATTLEFIELD
from berlin.games.orsha.rules.purchases import MARKET
from berlin.games.orsha.rules.refit import UPKEEP
from berlin.squad.board.combatants import read_combatants, read_odds
from berlin.squad.board.counters import Counter
from berlin.squad.board.fire_table import read_fire
from berlin.squad.board.manual import read_citations
from berlin.squad.board.works import Works
from berlin.squad.draft import Draft

BLAZE = Works.BLAZE


def _shut(d: Draft, counter: Counter) -> int:
    """The hexes that it can't enter: where the terrain blazes, and for vehicles marsh."""
    fires = 0
    for work in d.works:
        if work.what is BLAZE:
            fires |= 1 << work.space
    return fires if counter.is_personnel else fires | perimeters.MARSH


BOOK = Book(
    sides=SEATS,
    counters=COUNTERS,
    tables=RESULTS,
    odds=read_odds(TABLES.rows("close_combat")),
    combatants=read_combatants(TABLES.rows("combatants")),
    fire=read_fire(TABLES.rows("fire")),
    magnetic=frozenset((GERMAN,)),
    field=perimeters.FIELD,
    shut=_shut,
    citations=read_citations(Path(__file__).parents[1] / "citations.tsv", SEATS),
    dates=DATES,
    figures=FIGURES,
    charts=CHARTS,
    market=MARKET,
    ground=Ground(
        sides=perimeters.sides_of,
        forces=perimeters.forces_of,
        strategic=perimeters.strategic_of,
        start=START,
        lasting=STRATEGIC,
        buildings=BUILDINGS,
        growth=BY_TERRAIN["brush"] | BY_TERRAIN["orchard"] | BY_TERRAIN["grain"],
        bridges=BRIDGE,
    ),
    battlefield=BATTLEFIELD,
    closing=CLOSING,
    upkeep=UPKEEP,
    setup=SETUP,
)
