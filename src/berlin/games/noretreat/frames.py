"""The questions that No Retreat! asks, one struct each. The open one lies last in the state."""

import msgspec

from berlin.games.noretreat.actions import Action
from berlin.kernel.frames import Frame


class Force(msgspec.Struct, frozen=True, gc=False):
    """A card half in force: its code, the stage at whose end it lapses, and what it was told."""

    code: int
    until: int = -1
    data: int = -1


class Hand(Frame, frozen=True, gc=False):
    """5.draw: which cards are laid off? `keep` is how many may stay."""

    keep: int


class Drawing(Frame, frozen=True, gc=False):
    """5.draw, 5.immediate: cards that are still to be drawn. Asks nothing itself."""

    left: int


class Window(Frame, frozen=True, gc=False):
    """5.window: does the seat play a card at this moment? `kind` is a word of data/cards.csv."""

    kind: str
    data: tuple[int, ...] = ()


class Reaction(Frame, frozen=True):
    """5.cancel: a card was played, or paid for an act, by the other; is it cancelled?"""

    card: int
    code: int
    way: int
    kind: str
    act: Action | None = None


class Pay(Frame, frozen=True):
    """5.pay: which cards are laid down for an act?"""

    left: int
    act: Action


class Doom(Frame, frozen=True, gc=False):
    """10.sudden: the other side is about to win, or to take the hand; does a card stop it?"""


class Restoring(Frame, frozen=True, gc=False):
    """4.removals: are scorched cities built up again?"""


class Excess(Frame, frozen=True, gc=False):
    """8.stack: who gives way in an overfull space?"""

    space: int


class Organize(Frame, frozen=True, gc=False):
    """7: the Organization phase. Steps: 0 flips, 1 placement, 2 reorganization."""

    step: int = 0
    upgraded: int = 0


class Moving(Frame, frozen=True, gc=False):
    """8: the Movement phase."""

    entrained: int = 0


class Detraining(Frame, frozen=True, gc=False):
    """8.rail.detrain: who leaves the Rail box, and where?"""


class Targeting(Frame, frozen=True, gc=False):
    """9.target: which enemy spaces are marked for attack?"""


class Countering(Frame, frozen=True, gc=False):
    """9.counterblow: which own spaces must be attacked? `free` of them cost no card."""

    free: int = 0


class Fighting(Frame, frozen=True, gc=False):
    """9.order: which marked space is fought over next?"""


class Battle(Frame, frozen=True, gc=False):
    """9.sequence: one battle, from the first attacker to the last advance."""

    space: int
    units: tuple[int, ...] = ()
    step: int = 0
    marker: bool = False
    forces: tuple[Force, ...] = ()
    # 1 once the attacker has played his card before the roll.
    played: int = 0
    die: int = 0
    column: int = 0
    shift: int = 0
    result: str = ""
    # A counterattack is fought by and against these alone.
    counter: bool = False
    defenders: tuple[int, ...] = ()
    # Were all defenders out of supply?
    cut: bool = False


class Loss(Frame, frozen=True, gc=False):
    """9.step: which of these units loses the next step?"""

    units: tuple[int, ...]
    left: int


class Retreat(Frame, frozen=True, gc=False):
    """9.retreat: where do the units go that must leave a space? `unit` is under way, or -1."""

    space: int
    units: tuple[int, ...]
    unit: int = -1
    gone: int = 0


class Advance(Frame, frozen=True, gc=False):
    """9.advance: who follows, and how far? `hexes` runs beside `units`: how many each has entered."""

    space: int
    units: tuple[int, ...]
    hexes: tuple[int, ...]
    most: int
    armor: int


class Strike(Frame, frozen=True, gc=False):
    """9.result.ca: does the defender attack back, and against which space?"""

    must: bool = False


class Marking(Frame, frozen=True, gc=False):
    """9.result.cb: on which attacking space does the counterblow lie?"""


class Pick(Frame, frozen=True, gc=False):
    """A question of a card's event, told apart by `step`, with what was answered so far."""

    code: int
    step: int = 0
    data: tuple[int, ...] = ()


AnyFrame = (
    Hand
    | Drawing
    | Window
    | Reaction
    | Pay
    | Doom
    | Restoring
    | Excess
    | Organize
    | Moving
    | Detraining
    | Targeting
    | Countering
    | Fighting
    | Battle
    | Loss
    | Retreat
    | Advance
    | Strike
    | Marking
    | Pick
)
