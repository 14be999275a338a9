"""What a player may do, as small frozen structs of ids, each with a text that parses back."""

from typing import get_args

from msgspec.structs import replace

from berlin.games.noretreat.board.ground import KEYS as SPACES
from berlin.games.noretreat.board.ground import MAP, Space, find_space
from berlin.games.noretreat.board.names import UNIT_NAMES, both_names, space_name
from berlin.games.noretreat.board.tables import CARD_KEYS, find_card
from berlin.games.noretreat.board.units import KEYS, UNITS, find_unit
from berlin.kernel.contract.ids import Card, Unit
from berlin.kernel.contract.words import Word, among
from berlin.kernel.play.acts import Act, Verbs

# The words by which an event with several ways is told which is meant, and what they mean; 0 for none.
WAY_NAMES = {
    "": "",
    "shift": "a shift of the column",
    "save": "save a unit",
    "double": "double the strength of a unit",
    "blows": "lay counterblows",
    "draw": "draw cards",
    "cancel": "cancel the card",
    "this": "this turn",
    "next": "the next turn",
    "both": "this turn and the next",
    "left": "a shift to the left",
    "right": "a shift to the right",
    "axis": "to the Axis",
    "soviet": "to the Soviets",
    "move": "in movement",
    "advance": "in an advance",
    "upgrade": "an upgrade",
    "armor": "armor",
    "yes": "yes",
    "no": "no",
    "one": "the first die",
    "two": "the second die",
}
WAYS = tuple(WAY_NAMES)
WAY = {word: number for number, word in enumerate(WAYS)}


class Play(Act, frozen=True, gc=False):
    """Play a card's event; `way` is a word of WAYS where the event can do several things."""

    card: Card
    way: int = 0
    verb = "play"
    says = "Play {card}[: {way}]"


class Pass(Act, frozen=True, gc=False):
    verb, time = "pass", "NR 5.window"
    note = "play no card"
    says = "Pass"


class Discard(Act, frozen=True, gc=False):
    card: Card
    verb, time = "discard", "NR 5.draw"
    says = "Discard {card}"


class Extend(Act, frozen=True, gc=False):
    verb, time = "extend", "NAB 3.0c"
    says = "Open the western extension"


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


class Move(Act, frozen=True, gc=False):
    """Move to a space; `via` are the enemy's cities, oil hexes and areas that are taken on the way."""

    unit: Unit
    space: Space
    via: tuple[Space, ...] = ()
    verb, time = "move", "NR 4.playerturn"
    says = "Move {unit} to {space}[ by way of {via}]"


class Entrain(Act, frozen=True, gc=False):
    unit: Unit
    verb, time = "entrain", "NR 8.rail.entrain"
    note = "to the Rail box: the first is free, others a card each"
    says = "Put {unit} on the trains"


class Detrain(Act, frozen=True, gc=False):
    unit: Unit
    space: Space
    verb, time = "detrain", "NR 8.rail.detrain"
    says = "Detrain {unit} in {space}"


class Target(Act, frozen=True, gc=False):
    space: Space
    verb, time = "target", "NR 9.target"
    says = "Mark {space} for attack"


class Blow(Act, frozen=True, gc=False):
    space: Space
    verb, time = "blow", "NR 9.counterblow"
    note = "a counterblow: enemies next to it must attack"
    says = "Lay a counterblow on {space}"


class Attack(Act, frozen=True, gc=False):
    space: Space
    verb, time = "attack", "NR 9.order"
    says = "Fight over {space}"


class Join(Act, frozen=True, gc=False):
    unit: Unit
    verb, time = "join", "NR 9.order"
    says = "Attack with {unit}"


class Commit(Act, frozen=True, gc=False):
    verb, time = "commit", "NR 9.shift.marker"
    note = "a Blitz or Shock marker for a shift to the right"
    says = "Commit a marker"


class Roll(Act, frozen=True, gc=False):
    verb, time = "roll", "NR 9.sequence"
    note = "fight it out"
    says = "Roll the die"


class Lose(Act, frozen=True, gc=False):
    unit: Unit
    verb, time = "lose", "NR 9.step"
    says = "Take the loss with {unit}"


class RetreatTo(Act, frozen=True, gc=False):
    unit: Unit
    space: Space
    verb, time = "retreat", "NR 9.retreat"
    says = "Retreat {unit} to {space}"


class AdvanceTo(Act, frozen=True, gc=False):
    unit: Unit
    space: Space
    verb, time = "advance", "NR 9.advance"
    says = "Advance {unit} to {space}"


class StrikeAt(Act, frozen=True, gc=False):
    space: Space
    verb, time = "strike", "NR 9.result.ca"
    note = "attack back"
    says = "Attack back at {space}"


class Choose(Act, frozen=True, gc=False):
    unit: Unit
    verb, time = "choose", "NR 5.use.event"
    says = "Choose {unit}"


class At(Act, frozen=True, gc=False):
    space: Space
    verb, time = "at", "NR 5.use.event"
    says = "Choose {space}"


class Take(Act, frozen=True, gc=False):
    card: Card
    verb, time = "take", "NR 5.use.event"
    says = "Take {card}"


class Say(Act, frozen=True, gc=False):
    way: int
    verb, time = "say", "NR 5.use.event"
    says = "{way}"


class Done(Act, frozen=True, gc=False):
    verb, time = "done", "NR 4.pass"
    says = "Finish this step"


# fmt: off
Action = (
    Play | Pass | Discard | Extend | Flip | Place | Reorganize | Restore | Move | Entrain | Detrain | Target
    | Blow | Attack | Join | Commit | Roll | Lose | RetreatTo | AdvanceTo | StrikeAt | Choose | At | Take
    | Say | Done
)
# fmt: on

# Acts without parts, made once.
PASS, DONE, COMMIT, ROLL, EXTEND = Pass(), Done(), Commit(), Roll(), Extend()

UNIT = Word("a unit", KEYS.__getitem__, find_unit, lambda unit: 0 <= unit < UNITS, UNIT_NAMES[0].__getitem__)
SPACE = Word(
    "a space",
    SPACES.__getitem__,
    find_space,
    lambda space: space >= 0 and bool(MAP.all >> space & 1),
    space_name,
)
CARD = Word("a card", CARD_KEYS.__getitem__, find_card, CARD_KEYS.__contains__, both_names)
WAY_WORD = replace(among("a word", WAYS), name=lambda way: WAY_NAMES[WAYS[way]])

ACTS: Verbs[Action] = Verbs(
    get_args(Action),
    {"unit": UNIT, "space": SPACE, "via": SPACE, "card": CARD, "way": WAY_WORD},
    place="space",
)
write, read = ACTS.write, ACTS.read
