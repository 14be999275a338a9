"""What a seat may know of a campaign of Onslaught to Orsha 2, and worlds that would look the same to it."""

from random import Random

from berlin.campaign import imagination
from berlin.campaign import state as base
from berlin.campaign import view as campaign
from berlin.campaign.questions import AnyFrame
from berlin.games.orsha.actions import write
from berlin.games.orsha.answers import legal
from berlin.games.orsha.counters import COUNTERS
from berlin.games.orsha.draft import State


class View(campaign.View, frozen=True):
    frames: tuple[AnyFrame, ...]


def view(state: base.State, seat: int | None) -> View:
    found = campaign.view(state, seat, COUNTERS, legal, write, View)
    assert isinstance(found, View)
    return found


def imagine(seen: View, rng: Random) -> State:
    found = imagination.imagine(seen, rng, COUNTERS, State)
    assert isinstance(found, State)
    return found


def other_world(state: base.State, seat: int, rng: Random) -> base.State:
    """Where the other side is asked, its question is the same in both worlds: much is left as it is."""
    if state.frames and state.frames[-1].seat != seat:
        return imagination.turned(state, seat, rng, COUNTERS)
    return imagine(view(state, seat), rng)
