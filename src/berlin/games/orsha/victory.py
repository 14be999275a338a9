"""7.4 How the campaign stands, and how it ended: the attacker alone has points."""

from berlin.campaign.state import State
from berlin.campaign.victory import final
from berlin.games.orsha.closing import CLOSING
from berlin.games.orsha.draft import Draft
from berlin.kernel.game import Result


def scores(state: State) -> tuple[int, ...]:
    return 0, final(Draft(state)).total


def result(state: State) -> Result | None:
    if not state.over:
        return None
    return Result(scores(state), (state.over - 1,), state.verdict, CLOSING.won)
