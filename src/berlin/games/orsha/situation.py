"""A campaign of Onslaught to Orsha 2 as small TOML, and back."""

from berlin.campaign import situation
from berlin.campaign.state import State
from berlin.games.orsha.cover import PLAYED
from berlin.games.orsha.draft import Draft
from berlin.games.orsha.invariants import broken
from berlin.games.orsha.scenarios import set_up
from berlin.games.orsha.sequence import COURSE
from berlin.kernel.game import Step

CODE = "orsha"


def write(state: State) -> str:
    """The campaign as TOML, in one spelling."""
    return situation.write(Draft(state), CODE, COURSE)


def read(text: str, key: bytes) -> Step[State]:
    """The first open question of a situation. Raises BadText naming line and rule."""
    fresh = Draft(set_up(PLAYED[0].key, key, {}), [])
    return situation.read(text, CODE, fresh, COURSE, broken)
