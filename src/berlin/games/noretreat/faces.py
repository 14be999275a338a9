"""Cards as they lie before a player: his own half with what it asks and when it is played, and the other."""

from functools import cache

from msgspec.structs import replace

from berlin.games.noretreat.deck import half_of
from berlin.games.noretreat.frames import Force
from berlin.games.noretreat.tables import CARD_KEYS, HALVES, SEATS, Half
from berlin.kernel.scene import Card

FACE_DOWN = "a card"
ICONS = ("A", "S")
WHOSE = {("own",): "your", ("enemy",): "the enemy's", ("enemy", "own"): "any"}
# The moments of data/cards.csv in words.
WHEN = {
    "card": "in {} Card Phase",
    "organization": "in {} Organization",
    "move": "in {} Movement",
    "moved": "at the end of {} Movement",
    "combat": "at the start of {} Combat",
    "blows": "when counterblows are laid in {} Combat",
    "before": "before the die of {} attack",
    "after": "after the die of {} attack",
    "advance": "in {} advance after combat",
    "combat-end": "at the end of {} Combat",
    "removals": "in {} Removals",
    "phase-end": "at the end of {} phase",
    "replaced": "after {} replacement",
    "checked": "after a supply check",
    "sudden": "at a sudden death",
    "cancel": "when the other side has just played a card",
    "copy": "whenever the copied event is",
    "pay": "as a discard of greater worth",
    "drawn": "at once when it is drawn",
}


def card_name(seat: int, card: int) -> str:
    return f"{CARD_KEYS[card]}: {HALVES[card][seat].name}"


@cache
def open_card(seat: int, card: int) -> Card:
    """The face of a card as this seat holds it."""
    own, other = (_face(HALVES[card][side], card_name(side, card)) for side in (seat, 1 - seat))
    return replace(own, key=CARD_KEYS[card], half=other)


def back(seat: int) -> Card:
    return Card(seat, FACE_DOWN, "", "NR 5.secret")


def in_force(force: Force) -> Card:
    half = half_of(force.code)
    return _face(half, half.name)


def _face(half: Half, name: str) -> Card:
    icon = "" if half.initiative < 0 else ICONS[half.initiative]
    return Card(half.side, name, half.text, half.rule, icon=icon, notes=tuple(_notes(half)))


def _notes(half: Half) -> list[str]:
    notes = [f"played {moments(half)}"]
    if half.initiative >= 0:
        notes.append(f"only while the {SEATS[half.initiative].capitalize()} side has the initiative")
    if half.from_turn:
        notes.append(f"from turn {half.from_turn} on")
    return notes


def moments(half: Half) -> str:
    """When a half is played, in words."""
    whose: dict[str, list[str]] = {}
    for window in half.windows:
        word, _, owner = window.partition(":")
        whose.setdefault(word, []).append(owner)
    told = [WHEN[word].format(WHOSE.get(tuple(sorted(owners)), "")) for word, owners in whose.items()]
    return " or ".join(told)
