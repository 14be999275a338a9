"""What a module says of repair and replenishment: its own terms."""

from collections.abc import Mapping

import msgspec

from berlin.kernel.contract.ids import Seat


class Upkeep(msgspec.Struct, frozen=True, kw_only=True):
    lmg: tuple[str, str]
    """By side: the machine-gun that comes of one without a kind of its own."""
    spent: Mapping[str, str]
    """By kind of FT or DC: the table that says whether it is had back."""
    sappers: tuple[int, int]
    """By side: how many Assault Engineer squads make its removals easier; 0: no number does."""
    tidy: frozenset[int]
    """Who clears his own works more easily."""
    forecaster: Seat
    """Who rolls for the weather."""
