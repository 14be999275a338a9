"""What each side can buy.

CHARTS[side]          the lines of its Reinforcement Group chart, in printed order; LINES[key] all of them
NOTES[side, letter]   a note of that chart
ALLOTMENTS[key]       the support weapons of an Infantry line
FORTIFICATIONS[key]   what FPP buy
"""

from berlin.campaign.book.charts import Offer, read_allotments, read_charts, read_notes, read_prices
from berlin.games.orsha.board.counters import COUNTERS
from berlin.games.orsha.board.tables import PREFIX, RESULTS, SEATS, TABLES

NOTES = read_notes(TABLES.rows("notes"), SEATS)
CHARTS = read_charts(TABLES.rows("groups"), NOTES, SEATS)
LINES: dict[str, Offer] = {offer.key: offer for chart in CHARTS for offer in chart}
ALLOTMENTS = read_allotments(TABLES.rows("allotment"), dict(zip(SEATS, PREFIX, strict=True)))
FORTIFICATIONS = read_prices(TABLES.rows("fortifications"), SEATS)


def _known() -> None:
    """Whatever the charts name is there. Raises ValueError."""
    named = {(key, part.kind) for key, offer in LINES.items() for part in offer.yields if part.kind}
    named |= {(key, part.kind) for key, parts in ALLOTMENTS.items() for part in parts}
    named |= {
        (part.types, band.result)
        for offer in LINES.values()
        for part in offer.yields
        if part.types
        for band in RESULTS[part.types].bands
    }
    for name, kind in sorted(named):
        if kind not in COUNTERS:
            raise ValueError(f"{name}: there is no counter {kind!r}")


_known()
