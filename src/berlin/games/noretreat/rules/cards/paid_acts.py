"""5.pay: the acts that can cost cards.

They answer questions of other chapters, and stand in those that are asked of who pays and who may cancel.
"""

from berlin.games.noretreat.board.ground import Space
from berlin.kernel.contract.ids import Unit
from berlin.kernel.play.acts import Act


class Flip(Act, frozen=True, gc=False):
    unit: Unit
    verb, time = "flip", "NR 4.organization"
    note = "turn the unit over: a replacement, an upgrade, or a fort"
    says = "Turn {unit} over"


class Place(Act, frozen=True, gc=False):
    unit: Unit
    space: Space
    verb, time = "place", "NR 4.organization"
    note = "bring the unit onto the map"
    says = "Bring {unit} in at {space}"


class Reorganize(Act, frozen=True, gc=False):
    unit: Unit
    verb, time = "reorganize", "NR 4.organization"
    note = "take off its Disorganized marker, for a card"
    says = "Reorganize {unit}"


class Restore(Act, frozen=True, gc=False):
    space: Space
    verb, time = "restore", "NR 4.removals"
    note = "build up a scorched city, for 2 cards"
    says = "Build up {space}"


class Entrain(Act, frozen=True, gc=False):
    unit: Unit
    verb, time = "entrain", "NR 8.rail.entrain"
    note = "to the Rail box: the first is free, others a card each"
    says = "Put {unit} on the trains"


class Blow(Act, frozen=True, gc=False):
    space: Space
    verb, time = "blow", "NR 9.counterblow"
    note = "a counterblow: enemies next to it must attack"
    says = "Lay a counterblow on {space}"


PaidAct = Flip | Place | Reorganize | Restore | Entrain | Blow
