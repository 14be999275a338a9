"""What a module says of repair and replenishment: its own terms, and the rules that it names."""

from collections.abc import Mapping

import msgspec

from berlin.kernel.acts import Act


class Upkeep(msgspec.Struct, frozen=True, kw_only=True):
    lmg: tuple[str, str]
    """By side: the machine-gun that comes of one without a kind of its own."""
    spent: Mapping[str, str]
    """By kind of FT or DC: the table that says whether it is had back."""
    sappers: tuple[int, int]
    """By side: how many Assault Engineer squads make its removals easier; 0: no number does."""
    tidy: frozenset[int]
    """Who clears his own works more easily."""
    forecaster: int
    """Who rolls for the weather."""
    date: str
    """From here on: rules."""
    san: str
    man: str
    recall: str
    away: str
    besieged: str
    cupola: str
    expended: str
    disabled: str
    exchange: str
    restock: str
    captured: str
    hulk: str
    yard: str
    scrounge: str
    burnt: str
    special: str
    ammo: str
    armoury: str
    ground: str
    hands: str
    once: str
    mined: str
    toll: str


class Done(Act, frozen=True, gc=False):
    """Nothing more in this step."""
