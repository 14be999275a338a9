"""The words of which acts, questions and situations are made."""

from msgspec.structs import replace

from berlin.games.noretreat.board.ground import KEYS as SPACES
from berlin.games.noretreat.board.ground import MAP, find_space
from berlin.games.noretreat.board.names import UNIT_NAMES, both_names, space_name
from berlin.games.noretreat.board.tables import CARD_KEYS, find_card
from berlin.games.noretreat.board.units import KEYS, UNITS, find_unit
from berlin.kernel.contract.words import Word, among

# The verbs in the order in which encodings number them.
# fmt: off
VERBS = (
    "play", "pass", "discard", "extend", "flip", "place", "reorganize", "restore", "move", "entrain",
    "detrain", "target", "blow", "attack", "join", "commit", "roll", "lose", "retreat", "advance", "strike",
    "choose", "at", "take", "say", "done",
)
# fmt: on
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
WORDS = {"unit": UNIT, "space": SPACE, "via": SPACE, "card": CARD, "way": WAY_WORD}
