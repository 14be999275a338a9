"""What a module says of how a scenario is closed: its Close Combat, its points, the rules that it names."""

from collections.abc import Callable
from typing import Any

import msgspec

from berlin.campaign.combatants import Combatants, Ratio
from berlin.campaign.firetable import FireTable


class Closing(msgspec.Struct, frozen=True, kw_only=True):
    odds: tuple[Ratio, ...]
    combatants: Combatants
    fire: FireTable
    magnetic: frozenset[int]
    """The sides whose men have magnetic mines."""
    attacker: int
    """Who is ATTACKER in a Melee and names their order."""
    locations: Callable[[Any], int]
    """VP for the Locations that the attacker Controls."""
    melee: str
    """From here on: rules."""
    order: str
    reveal: str
    base: str
    radios: str
    aircraft: str
    placed: str
    rally: str
    unload: str
    lvp: str
    vp: str
    initial: str
    later: str
    won: str
    left: str
    winner: str
    encircled: str
    guard: str
    mined: str
    step: str
    minefield: str
    way_out: str
    bog: str
    shock: str
