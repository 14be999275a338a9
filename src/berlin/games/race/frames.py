"""The questions that Race for Berlin asks, one struct each. The open one lies last in the state."""

from berlin.kernel.frames import Frame


class Enter(Frame, frozen=True, gc=False):
    """2.1.3: where does a formation that became available enter?"""

    formation: int


class Displace(Frame, frozen=True, gc=False):
    """2.2.6: where does a German unit go that the Americans drove out of a zone?"""

    unit: int
    zone: int


class Logistics(Frame, frozen=True, gc=False):
    """3.2: what is the replacement point spent on, which units go without supply?"""

    spent: bool = False


class Bridges(Frame, frozen=True, gc=False):
    """Event 9: does the other player break the bridges before this Soviet impulse?"""


class Designate(Frame, frozen=True, gc=False):
    """4.1.3: which units are activated, in which mode?"""

    german: bool
    count: int = 0


class Moving(Frame, frozen=True, gc=False):
    """4.2.1: the units in movement mode move."""


class Fighting(Frame, frozen=True, gc=False):
    """4.2.2: the units in combat mode attack."""


class Reserving(Frame, frozen=True, gc=False):
    """4.2.3: the units in reserve mode follow and move."""

    followed: tuple[int, ...] = ()


class EndMoves(Frame, frozen=True, gc=False):
    """5.1: the units that were not activated may move one zone."""

    german: bool


class Westward(Frame, frozen=True, gc=False):
    """7.2.2: a German unit has been tested and now moves, freely or not."""

    unit: int
    passed: bool


class Attack(Frame, frozen=True, gc=False):
    """8.1: an attack is being put together."""

    zone: int
    units: tuple[int, ...]
    extra: bool = False


class Heinrici(Frame, frozen=True, gc=False):
    """Event 1: do the attacked Germans slip away before the die?"""

    zone: int
    units: tuple[int, ...]


class Battle(Frame, frozen=True, gc=False):
    """What remains to be done of a rolled combat. Asks nothing itself."""

    zone: int
    units: tuple[int, ...]
    step: int
    attacker: int
    defender: int
    retreat: bool
    origins: tuple[int, ...]


class Losses(Frame, frozen=True, gc=False):
    """8.2: which unit takes the next step loss? `hits` runs beside `units`."""

    units: tuple[int, ...]
    hits: tuple[int, ...]
    left: int
    camp: int


class Retreat(Frame, frozen=True, gc=False):
    """8.3: where do the defenders go?"""

    zone: int
    units: tuple[int, ...]
    attacker: int


class Advance(Frame, frozen=True, gc=False):
    """8.4: who enters the conquered zone?"""

    zone: int
    units: tuple[int, ...]
    entered: int = 0


class Hand(Frame, frozen=True, gc=False):
    """5.5: is the chit kept or discarded?"""


AnyFrame = (
    Enter
    | Displace
    | Logistics
    | Bridges
    | Designate
    | Moving
    | Fighting
    | Reserving
    | EndMoves
    | Westward
    | Attack
    | Heinrici
    | Battle
    | Losses
    | Retreat
    | Advance
    | Hand
)
