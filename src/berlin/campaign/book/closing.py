"""What a module says of how a scenario is closed."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import msgspec

from berlin.kernel.contract.ids import Seat

if TYPE_CHECKING:
    from berlin.campaign.state.state import Draft


class Closing(msgspec.Struct, frozen=True, kw_only=True):
    attacker: Seat
    """Who is ATTACKER in a Melee and names their order."""
    locations: Callable[["Draft"], int]
    """VP for the Locations that the attacker Controls."""
    locations_most: int
    """What they may give in all."""
    finders: tuple[int, ...]
    """The sides that find hidden enemy mines on their ground."""
    promoted: tuple[str, str]
    """By side: the leader that an Elite unit gives."""
    exchanges: Mapping[str, tuple[str, str]]
    """For which two a leader may be exchanged."""
