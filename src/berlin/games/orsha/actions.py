"""What a player may do, as text."""

from berlin.campaign.actions import verbs
from berlin.games.orsha.charts import CHARTS
from berlin.games.orsha.ground import KEYS, find_hex
from berlin.games.orsha.tables import SEATS

ACTS = verbs(SEATS, CHARTS, KEYS, find_hex)
write, read, well_formed = ACTS.write, ACTS.read, ACTS.well_formed
