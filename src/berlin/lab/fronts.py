"""Where the pieces stood, turn by turn: how often each force was in each place when a turn ended."""

import re
from base64 import b64encode
from collections import Counter, defaultdict
from collections.abc import Sequence
from html import escape

import msgspec

from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.scene import Board
from berlin.lab.summary import Played

# Counters' colours as the table draws them, in tones that show on a map.
TONES = {"red": "#a3271d", "green": "#3f5a34", "blue": "#1f4e79", "grey": "#4a4a4a"}
OTHERS = ("#a3271d", "#1f4e79", "#3f5a34", "#7a4a86")


class Force(msgspec.Struct, frozen=True):
    """The pieces of a side, or of one camp of it."""

    key: str
    name: str
    tone: str


class Fronts(msgspec.Struct, frozen=True):
    """For each turn how many games reached its end; for each force and turn, a percentage for each place."""

    turns: tuple[int, ...]
    games: tuple[int, ...]
    shares: dict[str, tuple[tuple[int, ...], ...]]


def forces(game: AnyGame) -> list[Force]:
    """The sides of a game and, where a side has several camps, each of them."""
    state = game.start(game.scenarios[0].key, bytes(32), {}).state
    tones: dict[str, str] = {}
    camps: dict[str, dict[str, None]] = {}
    for piece in game.scene(game.view(state, None)).pieces:
        colour = re.search(r" (\w+)/", piece.symbol)
        spare = OTHERS[len(tones) % len(OTHERS)]
        tones.setdefault(piece.side, TONES.get(colour[1], spare) if colour else spare)
        camps.setdefault(piece.side, {})[piece.camp] = None
    found = [Force(side, side or "pieces", tones[side]) for side in camps]
    for side, names in camps.items():
        if len(names) > 1:
            found += [Force(f"{side}/{camp}", f"{side}, {camp}", tones[side]) for camp in names]
    return found


def forces_on_board(game: AnyGame, groups: Sequence[tuple[str, Played]]) -> list[Force]:
    """The sides that stood anywhere, of a game whose board is empty when it begins."""
    traces = (turn for _, played in groups for _, outcome in played for turn in outcome.trace)
    there = {key.partition("/")[0] for turn in traces for key in turn.front}
    tones = zip(reversed(game.seats), OTHERS, strict=False)
    return [Force(seat, seat, tone) for seat, tone in tones if seat in there][::-1]


def fronts(played: Played, places: Sequence[str], forces: Sequence[Force]) -> Fronts:
    games: Counter[int] = Counter()
    seen: defaultdict[tuple[str, int], Counter[str]] = defaultdict(Counter)
    for _, outcome in played:
        for turn in outcome.trace:
            games[turn.turn] += 1
            for force in forces:
                there = {
                    place
                    for key, standing in turn.front.items()
                    if key == force.key or key.startswith(f"{force.key}/") or not force.key
                    for place in standing
                }
                seen[force.key, turn.turn].update(there)
    turns = tuple(sorted(games))
    shares = {
        force.key: tuple(
            tuple(round(100 * seen[force.key, turn][place] / games[turn]) for place in places)
            for turn in turns
        )
        for force in forces
    }
    return Fronts(turns, tuple(games[turn] for turn in turns), shares)


def section(game: AnyGame, groups: Sequence[tuple[str, Played]]) -> str:
    """The heat map on the game's own board, for these groups of games; "" if there is no board."""
    board, every = game.board(), forces(game) or forces_on_board(game, groups)
    if not board.spots or not every:
        return ""
    sides = [force for force in every if "/" not in force.key]
    keys = [spot.key for spot in board.spots]
    told = {
        "places": [spot.name for spot in board.spots],
        "forces": every,
        "sides": sides,
        "groups": [fronts(played, keys, every) for _, played in groups],
    }
    data = msgspec.json.encode(told).decode().replace("<", "\\u003c")
    tones = "".join(f'<span style="--tone:{side.tone}">{escape(side.name)}</span>' for side in sides)
    return (
        '<section id="front"><h2>Where the front stood</h2>'
        f"{_controls([title for title, _ in groups], every)}{_field(board)}"
        f'<p class="key quiet">{tones}</p>'
        '<p class="quiet">The stronger the colour, the more games have the side there when the turn ends; '
        "mixed colours mean a place that changes hands from game to game.</p>"
        f'<script id="fronts" type="application/json">{data}</script></section>'
    )


def _controls(titles: Sequence[str], every: Sequence[Force]) -> str:
    games = "".join(f'<option value="{at}">{escape(title)}</option>' for at, title in enumerate(titles))
    views = "".join(f'<option value="{escape(each.key)}">{escape(each.name)}</option>' for each in every)
    return (
        '<div class="controls">'
        f'<label>Games <select id="front-group">{games}</select></label>'
        f'<label>Who <select id="front-force"><option value="">all sides</option>{views}</select></label>'
        '<label>Turn <input id="front-turn" type="range" min="0" max="0" value="0"></label>'
        '<button id="front-play" type="button">Play</button><output id="front-shown"></output></div>'
    )


def _field(board: Board) -> str:
    picture = b64encode(board.picture.encode()).decode()
    size = f'width="{board.width:g}" height="{board.height:g}"'
    heat = []
    for spot in board.spots:
        points = " ".join(f"{x:g},{y:g}" for x, y in spot.outline)
        heat.append(f'<polygon class="heat" fill-opacity="0" points="{points}"><title></title></polygon>')
    return (
        f'<div class="field"><svg viewBox="0 0 {board.width:g} {board.height:g}" role="img" '
        'aria-label="heat map of the board">'
        f'<image class="picture" {size} href="data:image/svg+xml;base64,{picture}"/>'
        f"{''.join(heat)}</svg></div>"
    )
