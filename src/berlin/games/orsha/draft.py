"""A campaign of Onslaught to Orsha 2: its state, which knows all questions, and the draft of it."""

from berlin.campaign import state
from berlin.campaign.questions import AnyFrame
from berlin.games.orsha.book import BOOK


class State(state.State, frozen=True):
    frames: tuple[AnyFrame, ...]


class Draft(state.Draft):
    """With the tables and rules of this book."""

    __slots__ = ()
    book = BOOK
    whole = State
