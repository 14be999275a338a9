"""Marches to test: a position with one unit on its way, and the fields of Landing Zones."""

from typing import Any

from tests.games.fortress.positions import Table, position

from berlin.games.fortress.board.ground import AIRFIELD_NAMES, AIRFIELD_OF, AT
from berlin.games.fortress.board.units import DIVISIONS, SIDE, find_unit

BEYOND = ("Oranienburg", "Rechlin")


def march(unit: str, at: str, *stacks: str, turn: int = 5, **fields: Any) -> Table:
    """Its move has begun: `march("82/Par1", "0605 combat N")`; others stand where the stacks say."""
    place, _, marks = at.partition(" ")
    side = "german" if SIDE[find_unit(unit)] else "allied"
    if fields.get("scenario") == "berlin":
        side = "first" if side == "german" else "soviet"
    stack = f"{place}: {unit} {marks}".rstrip()
    return position(f"{side}-movement", stack, *stacks, turn=turn, **fields).do(f"move {unit}")


def hexes(table: Table) -> set[str]:
    """Where the unit on its way may go."""
    return set(table.offers("go"))


def cost(table: Table, to: str) -> float:
    """What it pays to go there, in points: what it has left less what it had."""
    before = left(table)
    after = Table(table.state).do(f"go {to}")
    return before - left(after)


def left(table: Table) -> float:
    """The points that the unit on its way has left; nothing when its move is over."""
    asked = table.state.frames[-1]
    return int(getattr(asked, "left", 0)) / 2


def zones(**places: str) -> dict[str, Any]:
    """Landing Zone markers: `zones(d82="5225")`; all lie on airfields of the map.

    Two of the other divisions have come from beyond the map, and have no marker.
    """
    found = {name.removeprefix("d"): place for name, place in places.items()}
    beyond = [key for key in DIVISIONS if key not in found and key != "52"][:2]
    fields: dict[str, Any] = {
        **{key: _airfield(place) for key, place in found.items()},
        **dict(zip(beyond, BEYOND, strict=True)),
    }
    return {
        "landing": [found.get(key, "none") for key in DIVISIONS],
        "airfield": [fields.get(key, "none") for key in DIVISIONS],
        "arrived": beyond,
        "can_lose_zones": True,
    }


def _airfield(place: str) -> str:
    return AIRFIELD_NAMES[AIRFIELD_OF[AT[place]]]


def next_turn(*stacks: str, **fields: Any) -> Table:
    """Turn 5 as far as the Allied Movement Segment, or a question that comes before it."""
    return position("german-assault", *stacks, turn=4, **fields).do("done")
