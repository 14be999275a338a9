"""The draft of a campaign of Onslaught to Orsha 2."""

from berlin.campaign.state import state
from berlin.games.orsha.rules.book import BOOK


class Draft(state.Draft):
    """With the tables and rules of this book."""

    __slots__ = ()
    book = BOOK
