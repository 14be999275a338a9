"""How fast games are played by each policy, beside OpenSpiel's backgammon; and how large a state gets."""

import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

import msgspec
from benchmarks.figure import Figure, Figures

from berlin.kernel.contract.game import AnyGame, codes, load
from berlin.kernel.play.dice import key_from_seed
from berlin.players import make_player

try:
    import pyspiel
except ImportError:
    pyspiel = None

YARDSTICK = pyspiel is not None
LIMIT = 100_000
POLICIES = ("random", "greedy", "staff")
# The share of backgammon's games that each game is to reach, and the scenario in which it is measured.
GOALS = {"race": ("campaign", 0.12), "noretreat": ("1944", 0.04), "fortress": ("drop", 0.005)}
# Games of some thousand questions between a few battles: few are played in a minute, and they have a part
# of their own.
CAMPAIGNS = ("orsha",)
# How large a state may be as msgpack: a campaign has some hundred pieces a side, each with its own fate.
STATE_BYTES, CAMPAIGN_BYTES = {"fortress": 12_288}, 32_768
USUAL_BYTES = 16_384
# In how many milliseconds every answer to any question is to be listed, where a question may have thousands.
LISTED = {"fortress": 20.0}

# Plays one complete game and returns its number of actions, 0 if they are not counted.
Play = Callable[[Random], int]


def playouts(game: AnyGame) -> Play:
    """At random, by the contract's playout."""

    def play(rng: Random) -> int:
        game.playout(opening(game, rng), rng, LIMIT)
        return 0

    return play


def stepwise(game: AnyGame) -> Play:
    """At random, state by state."""
    return on(game, game.sample)


def by_staff(game: AnyGame) -> Play:
    """By the staff, which is shown the world itself: the way a search plays on."""
    staff = game.staff()
    return on(game, staff.choose if staff else game.sample)


def by_players(game: AnyGame, kind: str) -> Play:
    """By machines that see their seat's view alone: the way a game is played at the table or in the lab."""

    def play(rng: Random) -> int:
        players = [make_player(kind) for _ in game.seats]

        def choose(state: Any, rng: Random) -> Any:
            seat = game.deciders(state)[0]
            return players[seat].choose(game, game.view(state, seat), rng)

        return on(game, choose)(rng)

    return play


def on(game: AnyGame, choose: Callable[[Any, Random], Any]) -> Play:
    def play(rng: Random) -> int:
        state, actions = opening(game, rng), 0
        while game.deciders(state):
            state = game.next(state, choose(state, rng))
            actions += 1
        return actions

    return play


def backgammon() -> Play:
    """OpenSpiel's, at random; its dice are no actions."""
    spiel: Any = pyspiel.load_game("backgammon")

    def play(rng: Random) -> int:
        state = spiel.new_initial_state()
        actions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                actions += 1
        return actions

    return play


def opening(game: AnyGame, rng: Random) -> Any:
    scenario, _ = aim(game)
    return game.start(scenario, key_from_seed(rng.getrandbits(32)), {}).state


def aim(game: AnyGame) -> tuple[str, float | None]:
    """The scenario that is measured, and what share of backgammon it should reach."""
    return GOALS.get(game.code, (game.scenarios[0].key, None))


def rate(play: Play, rng: Random, seconds: float) -> tuple[float, float]:
    """Games and actions per second of this process's CPU time."""
    games = actions = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        actions += play(rng)
        games += 1
    return games / spent, actions / spent


def speed(game: AnyGame, rounds: int, seconds: float) -> Figures:
    """Complete games and their actions. In each round every policy plays once, and backgammon."""
    rng = Random(1945)
    plays = {"playout": playouts(game)}
    if YARDSTICK:
        plays["backgammon"] = backgammon()
    plays |= {"stepwise": stepwise(game), "by staff": by_staff(game)}
    plays |= {kind: by_players(game, kind) for kind in POLICIES}
    for name, play in plays.items():
        if name != "greedy":
            play(rng)
    measured = [{name: rate(play, rng, seconds) for name, play in plays.items()} for _ in range(rounds)]

    def beside(name: str, index: int, goal: float | None = None) -> Figure:
        return of_yardstick(measured, name, index, goal)

    figures = {
        "games_per_cpu_second": beside("playout", 0, aim(game)[1]),
        "stepwise_games_per_cpu_second": beside("stepwise", 0),
        "staff_playouts_per_cpu_second": beside("by staff", 0),
        **{f"{kind}_players_games_per_cpu_second": beside(kind, 0) for kind in POLICIES},
        "actions_per_cpu_second": beside("stepwise", 1),
    }
    yardstick = figures["actions_per_cpu_second"].yardstick
    figures["legal_and_apply_per_cpu_second"] = listing(game, seconds, yardstick)
    return figures


Rates = dict[str, tuple[float, float]]


def of_yardstick(measured: list[Rates], name: str, index: int, goal: float | None) -> Figure:
    """The median of a play's rates beside backgammon's of the same rounds."""
    figure = median(rates[name][index] for rates in measured)
    if not YARDSTICK:
        return Figure(figure, goal=goal, of_ratio=True, at_least=True)
    yardstick = median(rates["backgammon"][index] for rates in measured)
    ratio = median(rates[name][index] / rates["backgammon"][index] for rates in measured)
    return Figure(figure, yardstick, ratio, goal, of_ratio=True, at_least=True)


def others(first: AnyGame, rounds: int, seconds: float) -> Figures:
    """Complete random games of every other game."""
    figures = dict[str, Figure]()
    for code in codes():
        if code not in (first.code, *CAMPAIGNS):
            game = load(code)
            measured = in_turn({code: playouts(game)}, rounds, seconds)
            figures[f"{code}_games_per_cpu_second"] = of_yardstick(measured, code, 0, aim(game)[1])
            figures[f"{code}_state_bytes"] = size(game, 2)
            if code in LISTED:
                figures[f"{code}_longest_listing_milliseconds"] = longest_listing(game, 2)
    return figures


def campaigns(first: AnyGame, rounds: int, seconds: float) -> Figures:
    """Complete campaigns: at random, and by players that see their seat's view alone."""
    figures = dict[str, Figure]()
    for code in CAMPAIGNS:
        game = load(code)
        kinds = {kind: by_players(game, kind) for kind in ("random", "staff")}
        measured = in_turn({code: playouts(game), **kinds}, rounds, seconds)
        figures[f"{code}_games_per_cpu_second"] = of_yardstick(measured, code, 0, aim(game)[1])
        for kind in kinds:
            figures[f"{code}_{kind}_players_games_per_cpu_second"] = of_yardstick(measured, kind, 0, None)
        figures[f"{code}_state_bytes"] = size(game, 2, CAMPAIGN_BYTES)
    return figures


def in_turn(plays: dict[str, Play], rounds: int, seconds: float) -> list[Rates]:
    """In each round each of them is played, and backgammon, after one game that is not counted."""
    rng = Random(1945)
    plays = plays | ({"backgammon": backgammon()} if YARDSTICK else {})
    for play in plays.values():
        play(rng)
    return [{name: rate(play, rng, seconds) for name, play in plays.items()} for _ in range(rounds)]


def listing(game: AnyGame, seconds: float, yardstick: float | None) -> Figure:
    """The whole list of legal actions and a full step with its events, as a client asks for them."""
    rng = Random(45)
    first = state = opening(game, rng)
    steps = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        state = game.apply(state, rng.choice(game.legal(state))).state if game.deciders(state) else first
        steps += 1
    figure = steps / spent
    return Figure(figure, yardstick, figure / yardstick if yardstick else None)


def longest_listing(game: AnyGame, games: int) -> Figure:
    """The longest that it takes to list all answers to a question, in games at random and of the staff.

    Once each: what was listed is remembered.
    """
    rng, longest, staff = Random(7), 0.0, game.staff()
    for number in range(2 * games):
        state = opening(game, rng)
        while game.deciders(state):
            longest = max(longest, _listed(game, state))
            choose = staff.choose if staff is not None and number % 2 else game.sample
            state = game.next(state, choose(state, rng))
    return Figure(longest, goal=LISTED[game.code])


def _listed(game: AnyGame, state: Any) -> float:
    start = time.process_time()
    game.legal(state)
    return 1000 * (time.process_time() - start)


def size(game: AnyGame, games: int, most: int = 0) -> Figure:
    """The largest state of some random games, as msgpack; beside it the largest as JSON."""
    most = most or STATE_BYTES.get(game.code, USUAL_BYTES)
    rng = Random(5)
    largest = spelled = 0
    for _ in range(games):
        state = opening(game, rng)
        while game.deciders(state):
            state = game.next(state, game.sample(state, rng))
            largest = max(largest, len(game.encode(state)))
        spelled = max(spelled, len(msgspec.json.encode(state)))
    return Figure(largest, spelled, largest / spelled, most)
