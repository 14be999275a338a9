"""What people call units, spaces and cards within a sentence."""

from collections.abc import Iterable
from functools import cache

from berlin.boards.bearings import legs, told
from berlin.boards.hexes import apart
from berlin.games.noretreat.board.ground import AREAS, MAP, NAMES, TERRAIN_OF, VP_SPACES, Space, spaces_of
from berlin.games.noretreat.board.tables import HALVES, SEATS, SOVIET, Half
from berlin.games.noretreat.board.units import ALL_UNITS, COUNTERS
from berlin.games.noretreat.board.units import NAMES as COUNTER_NAMES
from berlin.kernel.contract.ids import Card, Seat, Unit

SIDES = tuple(seat.capitalize() for seat in SEATS)
# Names that stand alone, and those that say already what the unit is.
_ALONE = ("Kampfgruppe", "Festung", "Volksturm", "Army Group")
_WHOLE = ("Army", "Garrison", "garrison")
_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}
_WAYS = ("west", "east", "north-west", "north-east", "south-west", "south-east")
_GROUND = {"open": "open ground", "marsh": "marsh", "forest": "forest", "mountain": "mountains"}

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


def _spelled(unit: Unit, face: int) -> str:
    counter, name = COUNTERS[unit], COUNTER_NAMES[face][unit]
    if name.startswith(_ALONE):
        return name
    *before, last = name.split()
    if last.isdigit():
        name = " ".join((last, *before))
    number, _, rest = name.partition(" ")
    if number.isdigit():
        name = f"{_ORDINALS.get(int(number), f'{number}th')} {rest}"
    if name.endswith(_WHOLE):
        return f"the {name}"
    army = counter.side != SOVIET or counter.nation != "soviet" or "Tank" in name or name == "Shock"
    return f"the {name} {'Army' if army else 'Front'}"


UNIT_NAMES = tuple(tuple(_spelled(unit, face) for unit in ALL_UNITS) for face in (0, 1))
"""By face, then by unit: `the 4th Panzer Army`, `Kampfgruppe 1`."""


@cache
def space_name(space: Space) -> str:
    """A town or an area by its name; any other hex by its ground, and by the way to it from the nearest."""
    if (VP_SPACES | AREAS) >> space & 1:
        return NAMES[space]
    cell = MAP.cell[space]
    town = min(spaces_of(VP_SPACES), key=lambda other: (apart(MAP.cell[other], cell), other))
    ground = TERRAIN_OF[space]
    (r, c), (s, d) = MAP.cell[town], cell
    way = told((number, _WAYS[way]) for number, way in legs((s - r, d - c)))
    return f"the {_GROUND.get(ground.key, ground.name)} {way} of {NAMES[town]}"


def card_name(card: Card, seat: Seat) -> str:
    """The event that a card has for a seat."""
    return HALVES[card][seat].name


def both_names(card: Card) -> str:
    """The events of a card, where it lies open to both sides."""
    return " / ".join(dict.fromkeys(half.name for half in HALVES[card]))


def card_names(held: Iterable[Card], seat: Seat) -> str:
    return ", ".join(card_name(card, seat) for card in held)


def moments(half: Half) -> str:
    """When a half is played, in words."""
    whose: dict[str, list[str]] = {}
    for window in half.windows:
        word, _, owner = window.partition(":")
        whose.setdefault(word, []).append(owner)
    told = [WHEN[word].format(WHOSE.get(tuple(sorted(owners)), "")) for word, owners in whose.items()]
    return " or ".join(told)
