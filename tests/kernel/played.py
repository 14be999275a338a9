"""Records of the toy game to look at: finished, open, and from a situation."""

from collections.abc import Sequence

from msgspec.structs import replace
from toy import GAME, State, Toy

from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.records.record import Line, Record, new_record
from berlin.kernel.records.replay import Replay

KEY = key_from_seed(7)
SITUATION = """\
game = "toy"

left = 3
asks = "blue"
scores = [1, 2]
gone = [9]

[hands]
red = [1, 2]
blue = [3]
"""


def played(
    *actions: str, options: dict[str, str] | None = None, situation: str = "", game: Toy = GAME
) -> Record:
    """The record of these actions, unfinished or not."""
    record = new_record(game, KEY, "short", options, ["human", "Anna from Ulm"], situation)
    return played_on(record, Replay(record, game=game).opening().state, actions, game)


def played_on(record: Record, state: State, actions: Sequence[str], game: Toy) -> Record:
    """The record with these actions behind it, from the position in which it stands."""
    lines = list(record.lines)
    for text in actions:
        seat = game.seats[game.deciders(state)[0]]
        step = game.apply(state, game.read(text))
        lines.append(Line(len(lines) + 1, seat, text, step.dice, step.sides))
        state = step.state
    end = "" if game.deciders(state) else game.fingerprint(state)
    return replace(record, lines=tuple(lines), end=end)


FINISHED = played("rest", "roll", "draw", "rest", "roll", options={"left": "5"})
OPEN = played("rest", "roll", "draw")
