"""The staff that plays On Track to Orsha."""

from berlin.campaign.staff.plan import read_wishes
from berlin.campaign.staff.staff import CampaignStaff
from berlin.games.orsha.answers import legal
from berlin.games.orsha.draft import Draft
from berlin.games.orsha.tables import SEATS, TABLES

WISHES = read_wishes(TABLES.rows("wishes"), SEATS)
STAFF = CampaignStaff(Draft, legal, WISHES)
