"""The battery that every game must pass: `conformance.check(game)` is all that a game's tests call.

It plays random games and holds every law of `laws` against the points that they lead to. What it raises names
the law, the seed and the action, and carries the record that leads there.
"""

from collections.abc import Mapping
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from berlin.kernel.contract.events import EVERYBODY, Event
from berlin.kernel.contract.game import AnyGame, Step
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.proof import laws
from berlin.kernel.proof.checkpoint import Checkpoint, ConformanceError
from berlin.kernel.proof.fuzz import LIMIT, FuzzReport, fuzz
from berlin.kernel.proof.resign_laws import resigned_games_can_be_replayed, whoever_is_asked_may_resign
from berlin.kernel.proof.story_laws import stories_are_of_what_is_seen
from berlin.kernel.records.record import BadRecord, Line, Record, new_record, parse, write
from berlin.kernel.records.replay import Replay
from berlin.kernel.records.verify import verify

__all__ = ["ConformanceError", "FuzzReport", "Report", "check", "fuzz", "playthrough"]

THOROUGH = (*laws.FULL, whoever_is_asked_may_resign, stories_are_of_what_is_seen)
MOST_STRANGERS = 400
FEW = range(2, 13)


class Report:
    """How much a battery looked at, and what it remembers from game to game."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.games = self.actions = self.checkpoints = self.situations = 0
        self.strangers: list[Struct] = []
        self.hidden_from: set[int] = set()
        self.varied_for: set[int] = set()

    def remember(self, point: Checkpoint, legal: list[Struct]) -> None:
        """Keeps some actions of this point as candidates for others."""
        self.strangers += point.some(legal, 4)
        if len(self.strangers) > MOST_STRANGERS:
            self.strangers = point.rng.sample(self.strangers, MOST_STRANGERS // 2)

    def note_events(self, events: tuple[Event, ...]) -> None:
        secret = [event.seat for event in events if event.seat != EVERYBODY]
        self.hidden_from |= {seat for owner in secret for seat in self.game.everybody if seat != owner}

    def note_worlds(self, point: Checkpoint) -> None:
        """Which seats were ever shown another world: a law about views is empty without."""
        here = laws.position(self.game, point.state)
        for seat in self.game.everybody:
            other = self.game.other_world(point.state, seat, point.rng)
            if laws.position(self.game, other) != here:
                self.varied_for.add(seat)

    def note_situation(self, point: Checkpoint) -> None:
        self.situations += laws.can_be_written(point)


def check(
    game: AnyGame,
    games: int = 20,
    seed: int = 1,
    every: int = 1,
    limit: int = LIMIT,
    options: Mapping[str, str] | None = None,
    most: int | None = None,
) -> Report:
    """Plays so many random games, over all scenarios, and checks every law at every so-manyth action.

    With `most` a game is played no further than for so many actions.
    """
    report = Report(game)
    for number in range(games):
        scenario = game.scenarios[number % len(game.scenarios)].key
        playthrough(report, scenario, seed + number, every, limit, options, most)
    whole = Checkpoint(game, None, seed=seed)
    for seat in sorted(report.hidden_from - report.varied_for):
        whole.fail(
            "other worlds differ", f"{game.seats[seat]} can't know all, yet is never shown another world"
        )
    if games and not report.situations:
        whole.fail("situations round-trip", "no position of any game could be written")
    return report


def playthrough(
    report: Report,
    scenario: str,
    seed: int,
    every: int = 1,
    limit: int = LIMIT,
    options: Mapping[str, str] | None = None,
    most: int | None = None,
) -> Record:
    """One random game with all laws held against it; returns its record."""
    game, rng = report.game, Random(seed)
    chosen, players = dict(options or {}), ["random"] * len(game.seats)
    start = new_record(game, key_from_seed(seed), scenario, chosen, players)
    step = game.start(scenario, start.key, chosen)
    lines: list[Line] = []
    prints = [game.fingerprint(step.state)]
    uniform = False
    asked: Checkpoint | None = None
    phase = rng.randrange(every)
    while True:
        report.note_events(step.events)
        point = Checkpoint(game, step.state, start, lines, seed, report.strangers)
        thorough = len(lines) % every == phase or not game.deciders(step.state)
        _hold(point, (*laws.CHEAP, *(THOROUGH if thorough else ())))
        if thorough:
            report.checkpoints += 1
            asked = point if game.deciders(step.state) else asked
            _hold(point, (report.note_worlds, report.note_situation))
        legal = game.legal(step.state)
        if thorough and not uniform and len(legal) in FEW:
            _hold(point, (laws.sample_is_uniform,))
            uniform = True
        if not legal or len(lines) == most:
            break
        if len(lines) >= limit:
            point.fail("random play ends", f"not after {limit} actions")
        report.remember(point, legal)
        step, line, fingerprint = _act(point, rng)
        lines.append(line)
        prints.append(fingerprint)
    report.games += 1
    report.actions += len(lines)
    record = replace(start, lines=tuple(lines), end="" if legal else prints[-1])
    replay_reproduces(point, record, prints)
    if asked is not None:
        _hold(asked, (resigned_games_can_be_replayed,))
    return record


def replay_reproduces(point: Checkpoint, record: Record, prints: list[str]) -> None:
    """The record, written and read, leads through the same states; every roll follows from the key."""
    law, text = "replay reproduces", write(record)
    try:
        again = parse(text, "record", point.game)
        if again != record or write(again) != text:
            point.fail(law, "the record doesn't come back from its text")
        for moment in Replay(again, "record", point.game):
            if moment.fingerprint != prints[moment.number]:
                point.fail(law, f"action {moment.number} leads to another state than in play")
        verify(again, "record", point.game)
    except BadRecord as error:
        point.fail(law, str(error), error)


def _hold(point: Checkpoint, held: tuple[laws.Law, ...]) -> None:
    """Checks these laws; an exception of the game itself breaks one too."""
    for law in held:
        try:
            law(point)
        except ConformanceError:
            raise
        except Exception as error:
            point.fail("no exceptions", f"{type(error).__name__} in {law.__name__}: {error}", error)


def _act(point: Checkpoint, rng: Random) -> tuple[Step[object], Line, str]:
    """A random action, played: the step, its line in the record, and the fingerprint after it."""
    game, text = point.game, "sample"
    try:
        asked = game.deciders(point.state)
        seat = asked[0] if len(asked) == 1 else rng.choice(asked)
        action = game.sample(point.state, rng, seat)
        text = game.write(action)
        step = game.apply(point.state, action)
        fingerprint = game.fingerprint(step.state)
    except Exception as error:
        point.fail("no exceptions", f"{type(error).__name__} in '{text}': {error}", error)
    if len(step.sides) != len(step.dice):
        point.fail("dice are counted", f"'{text}' names {len(step.dice)} dice, sides of {len(step.sides)}")
    return step, Line(point.number + 1, game.seats[seat], text, step.dice, step.sides), fingerprint
