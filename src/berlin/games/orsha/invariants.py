"""What must hold in every state."""

from berlin.campaign import invariants
from berlin.campaign.state import State
from berlin.games.orsha.draft import Draft


def broken(state: State) -> list[str]:
    return invariants.broken(Draft(state))
