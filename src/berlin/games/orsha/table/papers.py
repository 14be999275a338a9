"""What the papers of Onslaught to Orsha 2 say besides its book."""

from berlin.campaign.sheets.imprint import Imprint
from berlin.games.orsha.board.tables import TABLES
from berlin.games.orsha.rules.book import BOOK
from berlin.games.orsha.rules.sequence import BATTLE, RING
from berlin.games.orsha.table import picture, special

IMPRINT = Imprint(
    book=BOOK,
    title="On Track to Orsha",
    code="OTO",
    place="Between Orekhovsk and Orsha, Belorussia",
    theater="ETO",
    month="1944-06",
    board=picture.board,
    steps=tuple(stage.title for stage in RING),
    battle=RING.index(BATTLE),
    inks=("#3d5a80", "#8a5a2b"),
    templates={row["key"]: row["name"] for row in TABLES.rows("vasl")},
    special=lambda turn: [(one.key, one.text) for one in special.in_force(turn)],
    shortage=special.ABSENT["A19.131"].told,
    notices=special.notices,
)
