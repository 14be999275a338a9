"""7.518 to 7.520 What this book says of purchases: its lists and its own terms."""

from berlin.campaign.book.market import Market, read_options, read_variants
from berlin.games.orsha.board.charts import ALLOTMENTS, FORTIFICATIONS
from berlin.games.orsha.board.counters import find_kind
from berlin.games.orsha.board.forces import FORCES
from berlin.games.orsha.board.ground import EAST, WEST
from berlin.games.orsha.board.tables import RUSSIAN, SEATS, TABLES

MARKET = Market(
    allotments=ALLOTMENTS,
    fortifications=FORTIFICATIONS,
    variants=read_variants(TABLES.rows("variants")),
    options=read_options(TABLES.rows("options"), SEATS),
    optional={row["key"]: int(row["chance"]) for row in TABLES.rows("optional")},
    forces=FORCES,
    kind=find_kind,
    crew="2-2-8",
    truck="GAZ-MM",
    posts=(WEST, EAST),
    outside=(False, True),
    cheaper=(1, 2),
    bare=frozenset((RUSSIAN,)),
    least=1,
)
