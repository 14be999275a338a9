"""7.512 to 7.517 What this book says of repair and replenishment."""

from berlin.campaign.book.upkeep import Upkeep
from berlin.games.orsha.board.counters import find_kind
from berlin.games.orsha.board.tables import GERMAN, RUSSIAN

UPKEEP = Upkeep(
    lmg=(find_kind(GERMAN, "LMG"), find_kind(RUSSIAN, "LMG")),
    spent={
        find_kind(GERMAN, "FT"): "spent",
        find_kind(GERMAN, "DC"): "spent",
        find_kind(RUSSIAN, "FT"): "spent.russian-FT",
        find_kind(RUSSIAN, "DC"): "spent",
    },
    sappers=(0, 3),
    tidy=frozenset((GERMAN,)),
    forecaster=GERMAN,
)
