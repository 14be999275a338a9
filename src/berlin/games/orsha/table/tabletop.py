"""What the table of Onslaught to Orsha 2 shows besides its book."""

from berlin.campaign.desk.tabletop import Tabletop
from berlin.games.orsha.board.tables import TABLES
from berlin.games.orsha.rules.sequence import BATTLE, RING, STEPS
from berlin.games.orsha.state.actions import ACTS
from berlin.games.orsha.state.draft import Draft
from berlin.games.orsha.table.teams import PARTS

TABLETOP = Tabletop(
    game="orsha",
    draft=Draft,
    acts=ACTS,
    steps=STEPS,
    battle=BATTLE,
    ring=RING,
    colours=("blue/white", "brown/white"),
    sources={
        row["key"]: "house" if "text" in row["house"].split() else row["source"]
        for row in TABLES.rows("counters")
    },
    parts=PARTS,
)
