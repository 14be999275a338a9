"""Which clause is cited for a result, a kind of ground, a turn or a box; and results in words."""

from berlin.games.noretreat.state.state import DESTROYED, SHATTERED, SURRENDERED

RESULT_RULES = {
    "-": "NR 9.result.none",
    "CB": "NR 9.result.cb",
    "CA": "NR 9.result.ca",
    "DR": "NR 9.result.dr",
    "DS": "NR 9.result.ds",
    "DD": "NR 9.result.dd",
    "EX": "NR 9.result.ex",
    "over": "NR 9.sequence",
}
# NAB 2.3.1.q2: spelled out, for the letters of the table mean other things elsewhere.
RESULT_NAMES = {
    "-": "no effect",
    "CB": "a counterblow is laid",
    "CA": "defenders may attack back",
    "CA!": "defenders must attack back",
    "DR": "defenders retreat",
    "DS": "defenders are shattered",
    "DD": "defenders lose a step and retreat",
    "EX": "each side loses a step",
    "over": "the battle ends",
}
TERRAIN_RULES = {
    "open": "NR 3.mp.open",
    "city": "NR 3.mp.city",
    "forest": "NR 3.mp.forest",
    "marsh": "NR 3.mp.marsh",
    "mountain": "NR 3.mp.mountain",
    "kerch": "NR 3.mp.kerch",
    "area": "NR 3.area",
}
PLACE_RULES = {
    SHATTERED: "NR 7.place.shattered",
    DESTROYED: "NR 7.place.destroyed",
    SURRENDERED: "NR 7.place.surrendered",
}


def result_rule(result: str) -> str:
    return RESULT_RULES[result.rstrip("!")]


def turn_rule(turn: int) -> str:
    """The clause that tells what a turn brings."""
    return " ".join(("NR", f"11.turn{turn}"))
