"""A campaign of Onslaught to Orsha 2 being worked on."""

from berlin.campaign import state
from berlin.games.orsha.book import BOOK


class Draft(state.Draft):
    """With the tables and rules of this book."""

    __slots__ = ()
    book = BOOK
