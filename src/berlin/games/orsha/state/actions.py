"""What a player may do, as text."""

from berlin.campaign.actions import verbs
from berlin.games.orsha.board.charts import CHARTS
from berlin.games.orsha.board.ground import KEYS, find_hex
from berlin.games.orsha.board.tables import SEATS

ACTS = verbs(SEATS, CHARTS, KEYS, find_hex)
