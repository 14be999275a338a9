"""Marches to test: a position with one unit on its way, and the fields of Landing Zones."""

from tests.games.fortress.positions import Table, position

from berlin.games.fortress.board.units import DIVISIONS, SIDE, find_unit


def march(unit: str, at: str, *stacks: str, turn: int = 5, **fields: object) -> Table:
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


def zones(**places: str) -> dict[str, object]:
    """Landing Zone markers: `zones(d82="5225")`; all lie on airfields of the map."""
    found = {name.removeprefix("d"): place for name, place in places.items()}
    return {
        "landing": [found.get(key, "none") for key in DIVISIONS],
        "airfield": [_airfield(found[key]) if key in found else "none" for key in DIVISIONS],
        "can_lose_zones": True,
    }


def _airfield(place: str) -> str:
    return {"3": "Tegel", "5": "Tempelhof", "0": "Gatow", "1": "Gatow"}[place[0]]
