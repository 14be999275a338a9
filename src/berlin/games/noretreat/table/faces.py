"""Cards as they lie before a player: his own half with what it asks and when it is played, and the other."""

from functools import cache

from msgspec.structs import replace

from berlin.games.noretreat.board.deck import half_of
from berlin.games.noretreat.board.names import moments
from berlin.games.noretreat.board.tables import CARD_KEYS, HALVES, SEATS, Half
from berlin.games.noretreat.state.state import Force
from berlin.kernel.contract import ids
from berlin.kernel.contract.ids import OTHER, Seat
from berlin.kernel.contract.scene import Card

FACE_DOWN = "a card"
ICONS = ("A", "S")


@cache
def open_card(seat: Seat, card: ids.Card) -> Card:
    """The face of a card as this seat holds it."""
    own, other = (_face(HALVES[card][side]) for side in (seat, OTHER[seat]))
    return replace(own, key=CARD_KEYS[card], half=other)


def back(seat: Seat) -> Card:
    return Card(seat, FACE_DOWN, "", "NR 5.secret")


def in_force(force: Force) -> Card:
    return _face(half_of(force.code))


def _face(half: Half) -> Card:
    icon = "" if half.initiative < 0 else ICONS[half.initiative]
    return Card(half.side, half.name, half.text, half.rule, icon=icon, notes=tuple(_notes(half)))


def _notes(half: Half) -> list[str]:
    notes = [f"played {moments(half)}"]
    if half.initiative >= 0:
        notes.append(f"only while the {SEATS[half.initiative].capitalize()} side has the initiative")
    if half.from_turn:
        notes.append(f"from turn {half.from_turn} on")
    return notes
