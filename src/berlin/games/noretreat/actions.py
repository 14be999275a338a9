"""What a player may do, as small frozen structs of ids, each with a text that parses back."""

from typing import get_args

from berlin.games.noretreat.ground import KEYS as SPACES
from berlin.games.noretreat.ground import MAP, find_space
from berlin.games.noretreat.tables import CARD_KEYS, find_card
from berlin.games.noretreat.units import KEYS, UNITS, find_unit
from berlin.kernel.acts import Act, Verbs
from berlin.kernel.words import Word, among

# The words by which an event with several ways is told which is meant; 0 for none.
WAYS = (
    *("", "shift", "save", "double", "blows", "draw", "cancel", "this", "next", "both", "left", "right"),
    *("axis", "soviet", "move", "advance", "upgrade", "armor", "yes", "no", "one", "two"),
)
WAY = {word: number for number, word in enumerate(WAYS)}


class Play(Act, frozen=True, gc=False):
    """Play a card's event; `way` is a word of WAYS where the event can do several things."""

    card: int
    way: int = 0


class Pass(Act, frozen=True, gc=False):
    pass


class Discard(Act, frozen=True, gc=False):
    card: int


class Extend(Act, frozen=True, gc=False):
    pass


class Flip(Act, frozen=True, gc=False):
    unit: int


class Place(Act, frozen=True, gc=False):
    unit: int
    space: int


class Reorganize(Act, frozen=True, gc=False):
    unit: int


class Restore(Act, frozen=True, gc=False):
    space: int


class Move(Act, frozen=True, gc=False):
    """Move to a space; `via` are the enemy's cities, oil hexes and areas that are taken on the way."""

    unit: int
    space: int
    via: tuple[int, ...] = ()


class Entrain(Act, frozen=True, gc=False):
    unit: int


class Detrain(Act, frozen=True, gc=False):
    unit: int
    space: int


class Target(Act, frozen=True, gc=False):
    space: int


class Blow(Act, frozen=True, gc=False):
    space: int


class Attack(Act, frozen=True, gc=False):
    space: int


class Join(Act, frozen=True, gc=False):
    unit: int


class Commit(Act, frozen=True, gc=False):
    pass


class Roll(Act, frozen=True, gc=False):
    pass


class Lose(Act, frozen=True, gc=False):
    unit: int


class RetreatTo(Act, frozen=True, gc=False):
    unit: int
    space: int


class AdvanceTo(Act, frozen=True, gc=False):
    unit: int
    space: int


class StrikeAt(Act, frozen=True, gc=False):
    space: int


class Choose(Act, frozen=True, gc=False):
    unit: int


class At(Act, frozen=True, gc=False):
    space: int


class Take(Act, frozen=True, gc=False):
    card: int


class Say(Act, frozen=True, gc=False):
    way: int


class Done(Act, frozen=True, gc=False):
    pass


Action = (
    Play
    | Pass
    | Discard
    | Extend
    | Flip
    | Place
    | Reorganize
    | Restore
    | Move
    | Entrain
    | Detrain
    | Target
    | Blow
    | Attack
    | Join
    | Commit
    | Roll
    | Lose
    | RetreatTo
    | AdvanceTo
    | StrikeAt
    | Choose
    | At
    | Take
    | Say
    | Done
)

VERBS: dict[str, type[Act]] = {
    "play": Play,
    "pass": Pass,
    "discard": Discard,
    "extend": Extend,
    "flip": Flip,
    "place": Place,
    "reorganize": Reorganize,
    "restore": Restore,
    "move": Move,
    "entrain": Entrain,
    "detrain": Detrain,
    "target": Target,
    "blow": Blow,
    "attack": Attack,
    "join": Join,
    "commit": Commit,
    "roll": Roll,
    "lose": Lose,
    "retreat": RetreatTo,
    "advance": AdvanceTo,
    "strike": StrikeAt,
    "choose": Choose,
    "at": At,
    "take": Take,
    "say": Say,
    "done": Done,
}
assert set(VERBS.values()) == set(get_args(Action))

# Acts without parts, made once.
PASS, DONE, COMMIT, ROLL, EXTEND = Pass(), Done(), Commit(), Roll(), Extend()

UNIT = Word("a unit", KEYS.__getitem__, find_unit, lambda unit: 0 <= unit < UNITS)
SPACE = Word(
    "a space",
    SPACES.__getitem__,
    find_space,
    lambda space: space >= 0 and bool(MAP.all >> space & 1),
)
CARD = Word("a card", CARD_KEYS.__getitem__, find_card, CARD_KEYS.__contains__)

ACTS: Verbs[Action] = Verbs(
    VERBS,
    {"unit": UNIT, "space": SPACE, "via": SPACE, "card": CARD, "way": among("a word", WAYS)},
    place="space",
)
verb, write, read, well_formed = ACTS.verb, ACTS.write, ACTS.read, ACTS.well_formed
