"""Pieces: each counter that a side was ever given, where it is and in what condition.

No piece is ever taken off the list. What is lost stays on it with the reason, so that a campaign can be
audited from its first purchase to its verdict.
"""

from enum import IntEnum

import msgspec

from berlin.kernel.contract.ids import OTHER, Place, Seat


class Where(IntEnum):
    """In which box of the Force Organizer a piece is, or that it is on the map."""

    MAP = 0
    RETAINED = 1
    """Off the map, free to set up."""
    ENTERING = 2
    """Off the map, comes in during play."""
    MAINTENANCE = 3
    """Away for ammunition."""
    EXITED = 4
    """Left by the enemy's edge for points; out of the campaign, but no casualty."""
    EVACUATED = 5
    """A wounded leader who doesn't come back; no casualty."""
    LOST = 6
    ABOARD = 7
    """The men in a vehicle that isn't served by its own crew: it has them as its holder."""

    # By its number: it is looked up very often.
    __hash__ = int.__hash__


OUT = frozenset((Where.EXITED, Where.EVACUATED, Where.LOST))
# Python 3.11 takes ten times as long over a member of an enum as over a name: what is asked piece by piece
# has names of its own.
ON_MAP, ABOARD = Where.MAP, Where.ABOARD


class Mark(IntEnum):
    """What lies on a piece, or is written down of it: one bit each. Several together are a plain number."""

    BROKEN = 1 << 0
    DISRUPTED = 1 << 1
    PINNED = 1 << 2
    EXHAUSTED = 1 << 3
    """Counter Exhausted: CX."""
    CONCEALED = 1 << 4
    HIDDEN = 1 << 5
    REVEALED = 1 << 6
    """A Gun that was revealed in play: it isn't hidden in the next scenario."""
    ENCIRCLED = 1 << 7
    WOUNDED = 1 << 8
    HEROIC = 1 << 9
    HARDENED = 1 << 10
    """Battle Hardened in this RePh."""
    FANATIC = 1 << 11
    ENGINEER = 1 << 12
    """Assault Engineers and Sappers."""
    SHORT = 1 << 13
    """Ammunition Shortage."""
    LOW_AMMO = 1 << 14
    DEPLETED = 1 << 15
    """Has run out of a special ammunition."""
    CAPTURED = 1 << 16
    """Equipment in enemy hands: its holder is of the other side."""
    PRISONER = 1 << 17
    """A man in enemy hands: his guard is of the other side."""
    MALFUNCTION = 1 << 18
    """A support weapon, a Gun, or a vehicle's Main Armament. Its machine-guns have marks of their own: BMG in
    the bow, CMG coaxial, RMG at the rear, AAMG anti-aircraft."""
    DISABLED = 1 << 19
    BMG_MALFUNCTION = 1 << 20
    BMG_DISABLED = 1 << 21
    MOTION = 1 << 22
    BOGGED = 1 << 23
    MIRED = 1 << 24
    IMMOBILE = 1 << 25
    ABANDONED = 1 << 26
    STUNNED = 1 << 27
    SHOCKED = 1 << 28
    UNCONFIRMED = 1 << 29
    """An Unconfirmed Kill."""
    RECALLED = 1 << 30
    RECALLED_FOR_AMMO = 1 << 31
    DISMANTLED = 1 << 32
    HOOKED = 1 << 33
    """A Gun in tow, or set up so."""
    FIXED = 1 << 34
    """A Gun set up in a building, a pillbox or a trench."""
    NEW = 1 << 35
    """Bought or given for the coming scenario."""
    BYPASS = 1 << 36
    """A vehicle along a hexside."""
    SCROUNGED = 1 << 37
    """A vehicle that was searched for weapons: there is nothing more to find."""
    HIP = 1 << 38
    """May set up hidden in the coming scenario: it was paid for, or is granted."""
    HIP_SHELLHOLES = 1 << 39
    """The same in shellholes, at double the price."""
    ATCB = 1 << 40
    """An aircraft with anti-tank cluster bombs."""
    DESPERATE = 1 << 41
    """Desperation Morale: DM."""
    BERSERK = 1 << 42
    HULL_DOWN = 1 << 43
    EXPOSED = 1 << 44
    """Crew Exposed: CE."""
    BUTTONED = 1 << 45
    """Buttoned Up: BU."""
    LABOR = 1 << 46
    SHAKEN = 1 << 47
    """A Stun counter that lies on its +1 side."""
    COUNTED = 1 << 48
    """In enemy hands when a scenario ended: the points for it are given."""
    PLACED = 1 << 49
    """Set up for the coming scenario, or told to come in or to stay away."""
    SEEN = 1 << 50
    """The enemy has looked at it, and knows what is under its "?"."""
    BMG_ABSENT = 1 << 51
    """A machine-gun that the vehicle never had, or that was taken off."""
    CMG_MALFUNCTION = 1 << 52
    CMG_DISABLED = 1 << 53
    CMG_ABSENT = 1 << 54
    RMG_MALFUNCTION = 1 << 55
    RMG_DISABLED = 1 << 56
    RMG_ABSENT = 1 << 57
    AAMG_MALFUNCTION = 1 << 58
    AAMG_DISABLED = 1 << 59
    AAMG_ABSENT = 1 << 60


NOWHERE = Place(-1)
NOBODY = Seat(-1)


class Piece(msgspec.Struct, frozen=True, gc=False, array_like=True, cache_hash=True):
    """One counter. `holder` is the piece that possesses, carries or guards it: of its own side, or of the
    other if it is Captured or a prisoner."""

    kind: str
    group: int = -1
    """The Reinforcement Group it came with; -1 for one that came by itself."""
    where: Where = Where.RETAINED
    space: Place = NOWHERE
    level: int = 0
    side: int = -1
    """Of the hex, if it is in Bypass."""
    facing: int = -1
    """Where a vehicle or a Gun points, by direction; -1: anywhere."""
    holder: int = -1
    marks: int = 0
    last: Place = NOWHERE
    """Where it stood when the last scenario ended: a Gun is moved from there."""
    fate: str = ""
    """Why it is out of the campaign."""
    spent: int = 0
    """Of an FT or DC that left play in the last scenario: the Original DR of its own side's attack with it; 0
    if it was lost in any other way."""

    def has(self, mark: int) -> bool:
        return bool(self.marks & mark)

    @property
    def is_out(self) -> bool:
        return self.where in OUT


UNSEEN = Mark.CONCEALED | Mark.HIDDEN
FOREIGN = Mark.CAPTURED | Mark.PRISONER
STUCK = Mark.IMMOBILE | Mark.BOGGED | Mark.MIRED


def keeper(owner: Seat, piece: Piece) -> Seat:
    """The side that has a piece: not always the one on whose list it is."""
    return OTHER[owner] if piece.marks & FOREIGN else owner


def is_mobile(piece: Piece) -> bool:
    """Can a vehicle go anywhere?"""
    return not piece.marks & (STUCK | Mark.ABANDONED)


def site(piece: Piece) -> Place:
    """Where a piece is, or stood when it was taken off the map; -1 if it never was on it."""
    return piece.space if piece.where is Where.MAP else piece.last
