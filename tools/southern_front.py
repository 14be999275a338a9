"""How the staffs of No Retreat! conduct 1945: what they guard, where they gather, what they waste.

`python -m tools.southern_front --games 20 --seed 1` plays games between staffs and tells for each, and for
all: the southern cities that fell to the Axis, the German armies near Warsaw after the first Axis turn, the
southern cities that the Soviets left bare, extra attacks below even odds, regional units on trains, who won.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random

import msgspec
from rich.console import Console
from rich.progress import track

from berlin.games.noretreat.board.ground import (
    BELGRADE,
    BUCHAREST,
    MAP,
    NAMES,
    PLOESTI,
    WARSAW,
)
from berlin.games.noretreat.board.tables import AXIS, SEATS, SOVIET
from berlin.games.noretreat.board.units import FIXED, GERMAN, KEYS, RANGES, REGIONAL
from berlin.games.noretreat.game import GAME
from berlin.games.noretreat.rules.cards.paid_acts import Entrain
from berlin.games.noretreat.rules.combat.battle import Battle
from berlin.games.noretreat.rules.combat.fighting import Roll
from berlin.games.noretreat.rules.combat.reckoning import final
from berlin.games.noretreat.staff.card_values import EVEN, is_extra
from berlin.games.noretreat.state.state import BACK, PHASING, SIZE, Draft, State
from berlin.kernel.play.acts import Act
from berlin.kernel.play.dice import key_from_seed

SOUTHERN, OIL_AND_CAPITAL = (BELGRADE, BUCHAREST, PLOESTI), (BUCHAREST, PLOESTI)
# How near an army is near: to Warsaw, to what it threatens, and to what it watches.
BEFORE_WARSAW, THREATENS, WATCHES = 3, 4, 1
ENOUGH = 4


class Conduct(msgspec.Struct):
    """What happened in one game."""

    seed: int
    fallen: set[str] = msgspec.field(default_factory=set)
    before_warsaw: int = -1
    """German armies there after the first Axis turn; -1 before its end."""
    bare: set[str] = msgspec.field(default_factory=set)
    below_even: list[str] = msgspec.field(default_factory=list)
    extra_attacks: int = 0
    entrained: list[str] = msgspec.field(default_factory=list)
    winner: str = "nobody"
    turn: int = 0
    verdict: str = ""


def conduct(seed: int, scenario: str = "1945") -> Conduct:
    """A game between staffs, watched from its first question to its end."""
    state, staff, rng = GAME.start(scenario, key_from_seed(seed), {}).state, GAME.staff(), Random(seed)
    found = Conduct(seed)
    assert staff is not None
    while GAME.deciders(state):
        action = staff.choose(state, rng)
        _note_action(found, state, action)
        after = GAME.next(state, action)
        _note_position(found, after)
        if PHASING[after.stage] != PHASING[state.stage] and PHASING[state.stage] >= 0:
            _note_turn(found, after, PHASING[state.stage], state.turn)
        state = after
    result = GAME.result(state)
    assert result is not None
    found.turn, found.verdict = state.turn, result.rule
    if result.winners:
        found.winner = SEATS[result.winners[0]]
    return found


def _note_action(found: Conduct, state: State, action: Act) -> None:
    top = state.frames[-1]
    if isinstance(action, Entrain) and REGIONAL[action.unit]:
        found.entrained.append(KEYS[action.unit])
    if isinstance(action, Roll) and isinstance(top, Battle) and not top.counter and is_extra(Draft(state)):
        column = final(Draft(state), top)
        found.extra_attacks += 1
        if column < EVEN:
            found.below_even.append(f"{NAMES[top.space]} on turn {state.turn}")


def _note_position(found: Conduct, state: State) -> None:
    axis = Draft(state).owned(AXIS)
    found.fallen |= {NAMES[city] for city in SOUTHERN if axis >> city & 1}


def _note_turn(found: Conduct, state: State, phasing: int, turn: int) -> None:
    """What is seen at the end of a player turn."""
    if phasing == AXIS and found.before_warsaw < 0:
        germans = [unit for unit in RANGES[AXIS] if GERMAN[unit]]
        found.before_warsaw = len(_near(state, germans, WARSAW, BEFORE_WARSAW))
    if phasing == SOVIET:
        held = Draft(state).owned(SOVIET)
        for city in OIL_AND_CAPITAL:
            threatened = _near(state, RANGES[AXIS], city, THREATENS)
            watched = [u for u in RANGES[SOVIET] if _distance(state, u, city) <= WATCHES]
            if held >> city & 1 and threatened and not watched:
                found.bare.add(f"{NAMES[city]} on turn {turn}")


def _near(state: State, units: Sequence[int], place: int, far: int) -> list[int]:
    """Those that can move, not farther than so many hexes."""
    mobile = [unit for unit in units if not FIXED[state.marks[unit] & BACK][unit]]
    return [unit for unit in mobile if _distance(state, unit, place) <= far]


def _distance(state: State, unit: int, place: int) -> int:
    return MAP.distance(state.where[unit], place) if state.where[unit] < SIZE else SIZE


def told(found: Conduct) -> str:
    """A game in one line."""
    parts = [
        f"seed {found.seed}: {found.winner} on turn {found.turn} ({found.verdict})",
        f"{found.before_warsaw} before Warsaw",
    ]
    for label, words in (
        ("fallen", sorted(found.fallen)),
        ("bare", sorted(found.bare)),
        ("below 1:1", found.below_even),
        ("entrained", found.entrained),
    ):
        if words:
            parts.append(f"{label}: {', '.join(words)}")
    return "; ".join(parts)


def summary(games: Sequence[Conduct]) -> list[str]:
    """All games together, one goal a line."""
    of = f"of {len(games)} games"
    winners = Counter(game.winner for game in games)
    extra, cheap = (
        sum(game.extra_attacks for game in games),
        sum(len(game.below_even) for game in games),
    )
    return [
        f"a southern city falls in {sum(bool(game.fallen) for game in games)} {of}",
        f"{ENOUGH} armies or more before Warsaw in {sum(g.before_warsaw >= ENOUGH for g in games)} {of}",
        f"Bucharest or Ploesti left bare in {sum(bool(game.bare) for game in games)} {of}",
        f"extra attacks below 1:1: {cheap} of {extra}",
        f"regional units entrained: {sum(len(game.entrained) for game in games)}",
        f"winners: {', '.join(f'{who} {n}' for who, n in winners.most_common())}",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description="How the staffs of No Retreat! conduct 1945.")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--scenario", default="1945", choices=("war", "1943", "1944", "1945"))
    given = parser.parse_args()
    seeds = range(given.seed, given.seed + given.games)
    games = []
    with ProcessPoolExecutor(given.jobs) as pool:
        played = pool.map(partial(conduct, scenario=given.scenario), seeds)
        bar = Console(stderr=True)
        for game in track(played, "games", len(seeds), console=bar, disable=not sys.stderr.isatty()):
            games.append(game)
            print(told(game), flush=True)
    print(*summary(games), sep="\n")


if __name__ == "__main__":
    main()
