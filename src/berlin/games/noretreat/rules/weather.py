"""11.weather: the printed weather, and cards that change it."""

from berlin.games.noretreat.board.tables import FLIPPED, LAST_TURN, TURNS, WEATHERS
from berlin.games.noretreat.state.state import Draft


def variable(turn: int) -> bool:
    return TURNS[turn].variable


def next_variable(d: Draft) -> int:
    """The next turn whose weather may change; 0 if there is none."""
    return next((turn for turn in range(d.turn + 1, LAST_TURN + 1) if TURNS[turn].variable), 0)


def change(d: Draft, turn: int, weather: int) -> None:
    """A turn has other weather than is printed; its markers and events stay."""
    weathers = bytearray(d.weathers)
    weathers[turn] = weather
    d.weathers = bytes(weathers)
    d.reach.clear()
    d.say("weather", f"turn {turn} will have {WEATHERS[weather].name}", "NR 11.weather.flip", data=(turn,))


def flip(d: Draft, turn: int) -> None:
    """Clear and Mud change places, and so do Snow and Long Winter."""
    change(d, turn, FLIPPED[d.weathers[turn]])
