"""Many random games, fast: does any end in an exception, a dead end, a broken invariant, or not at all?"""

from collections.abc import Callable
from random import Random
from time import process_time

import msgspec
from msgspec.structs import replace

from berlin.kernel.contract.game import AnyGame
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.records.record import Line, new_record, write

LIMIT = 20_000
# Invariants cost more than a random action does: between them, some actions go unlooked at.
BROKEN_EVERY = 16

Progress = Callable[[int, int], None]


class Failure(msgspec.Struct, frozen=True):
    """A game that went wrong: how, and the record that leads there."""

    seed: int
    scenario: str
    action: int
    text: str
    record: str
    dead_end: bool = False


class FuzzReport(msgspec.Struct, frozen=True):
    """What came of so many games. A dead end is a failure too."""

    games: int = 0
    failures: int = 0
    dead_ends: int = 0
    actions: int = 0
    cpu_seconds: float = 0.0
    found: tuple[Failure, ...] = ()
    interrupted: bool = False

    def __add__(self, other: "FuzzReport") -> "FuzzReport":
        return FuzzReport(
            self.games + other.games,
            self.failures + other.failures,
            self.dead_ends + other.dead_ends,
            self.actions + other.actions,
            self.cpu_seconds + other.cpu_seconds,
            self.found + other.found,
            self.interrupted or other.interrupted,
        )


def fuzz(
    game: AnyGame,
    games: int,
    seed: int = 1,
    progress: Progress | None = None,
    scenario: str = "",
    limit: int = LIMIT,
) -> FuzzReport:
    """Plays games of seeds seed, seed+1, ...; an interrupt ends it with the report so far.

    `progress` is called after each game with the games and the actions played until then.
    """
    began = process_time()
    report = FuzzReport()
    try:
        for number in range(games):
            chosen = scenario or game.scenarios[(seed + number) % len(game.scenarios)].key
            actions, failure = random_game(game, chosen, seed + number, limit)
            found = (failure,) if failure else ()
            dead_ends = sum(one.dead_end for one in found)
            report += FuzzReport(1, len(found), dead_ends, actions, 0.0, found)
            if progress:
                progress(report.games, report.actions)
    except KeyboardInterrupt:
        report = replace(report, interrupted=True)
    return replace(report, cpu_seconds=process_time() - began)


def random_game(game: AnyGame, scenario: str, seed: int, limit: int = LIMIT) -> tuple[int, Failure | None]:
    """Plays one game to its end; the number of actions, and what went wrong."""
    rng, actions, text, dead_end = Random(seed), 0, "", False
    state: object = None
    try:
        state = game.start(scenario, key_from_seed(seed), {}).state
        while (asked := game.deciders(state)) and not text:
            if actions % BROKEN_EVERY == 0:
                text = "; ".join(game.broken(state))
            if actions >= limit:
                text = text or f"not over after {limit} actions"
            if not text:
                state = game.next(state, game.sample(state, rng, asked[0]))
                actions += 1
        text = text or "; ".join(game.broken(state))
        if not text and game.result(state) is None:
            text = "nobody decides, and there is no result"
    except Exception as error:
        dead_end = _is_dead_end(game, state)
        text = "dead end" if dead_end else f"{type(error).__name__}: {error}"
    if not text:
        return actions, None
    return actions, Failure(seed, scenario, actions, text, record_of(game, scenario, seed, actions), dead_end)


def _is_dead_end(game: AnyGame, state: object) -> bool:
    try:
        return bool(state is not None and game.deciders(state) and not game.legal(state))
    except Exception:
        return False


def record_of(game: AnyGame, scenario: str, seed: int, actions: int) -> str:
    """The same random game played again with its dice kept, as far as it goes: text of a record."""
    rng, lines = Random(seed), list[Line]()
    key = key_from_seed(seed)
    try:
        record = new_record(game, key, scenario, players=["random"] * len(game.seats))
        state = game.start(scenario, key, {}).state
    except Exception:
        return ""
    try:
        for number in range(1, actions + 1):
            seat = game.deciders(state)[0]
            action = game.sample(state, rng, seat)
            step = game.apply(state, action)
            lines.append(Line(number, game.seats[seat], game.write(action), step.dice, step.sides))
            state = step.state
    except Exception:
        pass  # what `next` let through and `apply` doesn't: the record stops before it
    end = "" if game.deciders(state) else game.fingerprint(state)
    return write(replace(record, lines=tuple(lines), end=end))
