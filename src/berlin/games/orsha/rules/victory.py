"""7.4 How the campaign stands, and how it ended.

The book gives points to the attacker alone. The defender's are those that he lets him have: who is ahead, and
by how much, is the difference, and a point given to either is a point of the book's own balance (7.31).
"""

from berlin.campaign.state.state import State
from berlin.campaign.victory import final
from berlin.games.orsha.rules.book import BOOK
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.game import Result
from berlin.kernel.contract.ids import Seat

# The share of the points needed that the Russians have after so many dates, in an even campaign: ours.
PAR = (0.0, 0.17, 0.42, 0.72, 1.0)


def par(state: State | Draft) -> float:
    """The points that the Russians should have by now."""
    return state.needed * PAR[len(state.history)]


def scores(state: State) -> tuple[int, ...]:
    """Of the Germans, the points that are due from the Russians by now; of the Russians, those they have."""
    return round(par(state)), final(Draft(state)).total


def result(state: State) -> Result | None:
    if not state.over:
        return None
    return Result(scores(state), (Seat(state.over - 1),), state.verdict, BOOK.cite("victory.campaign"))
