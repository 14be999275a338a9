"""What each side wishes for when it plays On Track to Orsha."""

from berlin.campaign.staff.plan import read_wishes
from berlin.games.orsha.board.tables import SEATS, TABLES

WISHES = read_wishes(TABLES.rows("wishes"), SEATS)
