"""What was done to the ground, and stays: fortifications, wrecks, rubble, craters, fires. And what lies on it
while a scenario lasts."""

from enum import Enum

import msgspec

from berlin.kernel.contract.ids import Place, Seat
from berlin.squad.board.pieces import NOBODY, NOWHERE


class Works(Enum):
    FOXHOLE = "foxhole"
    TRENCH = "trench"
    DITCH = "AT ditch"
    WIRE = "wire"
    MINES = "minefield"
    PILLBOX = "pillbox"
    DUMMY = "dummy"
    """A "?" without anything under it."""
    WRECK = "wreck"
    BURNT_WRECK = "burnt-out wreck"
    BURNING_WRECK = "burning wreck"
    WOODEN_RUBBLE = "wooden rubble"
    STONE_RUBBLE = "stone rubble"
    SHELLHOLES = "shellholes"
    TRAILBREAK = "trailbreak"
    OPEN = "open ground"
    """Burnt down: what grew there is gone."""
    FALLEN_BRIDGE = "fallen bridge"
    FLAME = "flame"
    BLAZE = "blaze"
    SPOTTING = "SR"
    BARRAGE = "FFE"
    SMOKE = "smoke"
    PHOSPHORUS = "WP"
    ACQUIRED = "acquired target"
    SNIPER = "sniper"
    CLOAKED = "dummy cloaking counter"

    # It is looked up very often.
    __hash__ = object.__hash__


ENTRENCHMENTS = frozenset((Works.FOXHOLE, Works.TRENCH, Works.DITCH))
FORTIFICATIONS = ENTRENCHMENTS | {Works.WIRE, Works.MINES, Works.PILLBOX}
WRECKS = frozenset((Works.WRECK, Works.BURNT_WRECK, Works.BURNING_WRECK))
FIRES = frozenset((Works.FLAME, Works.BLAZE))
RUBBLE = frozenset((Works.WOODEN_RUBBLE, Works.STONE_RUBBLE))
PASSING = frozenset(
    (
        *(Works.SPOTTING, Works.BARRAGE, Works.SMOKE, Works.PHOSPHORUS, Works.ACQUIRED, Works.SNIPER),
        *(Works.DUMMY, Works.CLOAKED),
    )
)
"""What doesn't outlast a scenario."""


class Work(msgspec.Struct, frozen=True, gc=False, array_like=True, cache_hash=True):
    """One thing on the ground, or bought and not yet laid: then its space is -1."""

    what: Works
    space: Place = NOWHERE
    owner: Seat = NOBODY
    """Who laid it, and knows of it while it is hidden; -1: nobody's."""
    hidden: bool = False
    ap: int = 0
    at: int = 0
    """Mines: factors against men and against tanks."""
    size: int = 0
    """A foxhole's room, a pillbox's strength as capacity * 100 + cover to the front * 10 + to the rear."""
    of: str = ""
    """A wreck's kind of vehicle."""
    side: int = -1
    """Of the hex, if a wreck lies in Bypass."""
    field: int = -1
    """Mines that were bought as one field have one number."""
    scrounged: bool = False
    """A wreck that was searched for weapons."""
    veiled: bool = False
    """Mines that lie open, but nobody else knows of which kind and how strong they are."""


def label(work: Work) -> str:
    """The code of its kind, one word: `trench`, `foxhole-3`, `minefield-8-3-field-1`."""
    words = [work.what.value.replace(" ", "-")]
    if work.size:
        words.append(str(work.size))
    if work.what is Works.MINES:
        words += [str(work.ap), str(work.at)]
    if work.field >= 0:
        words += ["field", str(work.field)]
    return "-".join(words).lower()
