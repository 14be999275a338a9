"""One game of a match between machines: all that comes of it follows from setting, players and seed."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from random import Random

import msgspec

from berlin.kernel.contract.events import Event
from berlin.kernel.contract.game import AnyGame, Result, Step, lead
from berlin.kernel.contract.rules import Refused
from berlin.kernel.contract.variant import Changes, fingerprint, load_variant
from berlin.kernel.play.dice import key_from_seed, split
from berlin.players import make_player

LIMIT = 20_000
# A kind of event that comes more often than this in a game is counted, and not told one by one.
RARE = 40
# A position is kept for those who learn from it at every so many milestones.
OFTEN = 3

OwnTables = tuple[tuple[str, str], ...]


class BadMatchGame(Exception):
    """A game that could not be played to its end: a machine or a worker is at fault."""


class Setting(msgspec.Struct, frozen=True):
    """What is played. `tables` marks the tables as they stand; changes are `table.row.column=value`."""

    game: str
    rules: int
    tables: str
    scenario: str
    options: tuple[str, ...]
    changes: tuple[str, ...]


class MatchGame(Setting, frozen=True):
    """Who plays it, seat by seat, and the seed of all chance in it."""

    players: tuple[str, ...]
    seed: int


class Turn(msgspec.Struct, frozen=True):
    """The table at the end of a turn: points, our judgement, how many pieces of a force stand where."""

    turn: int
    scores: tuple[int, ...]
    standing: tuple[int, ...]
    front: dict[str, dict[str, int]]


class FeatureSample(msgspec.Struct, frozen=True, array_like=True):
    """The features of a position on the way, in the order of the game's `feature_names`."""

    turn: int
    features: tuple[float, ...]


class Outcome(msgspec.Struct, frozen=True):
    """What came of a game. `decided` is the turn from whose end on the winner was ahead; 0 if nobody won."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    all_lost: bool
    ending: str
    turns: int
    actions: int
    decided: int
    trace: tuple[Turn, ...]
    events: dict[str, int]
    told: dict[str, tuple[str, ...]]
    # Results that people have kept name this field so.
    samples: tuple[FeatureSample, ...] = msgspec.field(default=(), name="omens")


PlayedGame = tuple[MatchGame, Outcome]


def play(match_game: MatchGame, tables: OwnTables = ()) -> Outcome:
    """Plays a game, with an owner's own tables if given. Raises BadMatchGame."""
    game = load_setting(setting_of(match_game), tables)
    key = key_from_seed(match_game.seed)
    step = game.start(match_game.scenario, key, dict(option.split("=", 1) for option in match_game.options))
    players = [make_player(name) for name in match_game.players]
    streams = [Random(split(key, f"player {name}")) for name in game.seats]
    observer = Observer(game, step)
    while deciders := game.deciders(observer.state):
        seat, state = deciders[0], observer.state
        action = players[seat].choose(game, game.view(state, seat), streams[seat])
        try:
            observer.note(game.apply(state, action))
        except Refused as refused:
            reason = f"{match_game.players[seat]} is refused: {refused}"
            raise BadMatchGame(f"{where(match_game, observer.actions)}: {reason}") from None
        if observer.actions >= LIMIT:
            raise BadMatchGame(f"{where(match_game, LIMIT)}: not over after {LIMIT} actions")
    result = game.result(observer.state)
    if result is None:
        reason = "nobody decides, and there is no result"
        raise BadMatchGame(f"{where(match_game, observer.actions)}: {reason}")
    return observer.outcome(result)


class Observer:
    """What is kept of a game while it is played: its events, its turns, some positions on its way."""

    def __init__(self, game: AnyGame, start: Step[object]) -> None:
        self.game, self.state, self.actions = game, start.state, 0
        self.events = EventTally()
        self.trace: list[Turn] = []
        self.samples: list[FeatureSample] = []
        self.events.count(start.events)

    def note(self, step: Step[object]) -> None:
        """One more action."""
        game, before, after = self.game, self.state, step.state
        self.state, self.actions = after, self.actions + 1
        self.events.count(step.events)
        if game.turn(after) != game.turn(before):
            self.trace.append(turn_end(game, after, game.turn(before)))
        if game.feature_names and game.milestone(after) // OFTEN != game.milestone(before) // OFTEN:
            features = tuple(round(float(value), 3) for value in game.features(after))
            self.samples.append(FeatureSample(game.turn(after), features))

    def outcome(self, result: Result) -> Outcome:
        """What came of the game, which is over."""
        turn = self.game.turn(self.state)
        trace = (*self.trace, turn_end(self.game, self.state, turn))
        return Outcome(
            scores=result.scores,
            winners=result.winners,
            all_lost=result.all_lost,
            ending=result.rule,
            turns=turn,
            actions=self.actions,
            decided=decision(result, trace),
            trace=trace,
            events=dict(sorted(self.events.kinds.items())),
            told=self.events.rare(),
            samples=tuple(self.samples),
        )


def setting_of(played: Setting) -> Setting:
    """The setting of a game, without who played it."""
    return Setting(played.game, played.rules, played.tables, played.scenario, played.options, played.changes)


@lru_cache(maxsize=16)
def load_setting(setting: Setting, tables: OwnTables) -> AnyGame:
    """The game of a setting. Raises BadMatchGame if the program or its tables are not those it names."""
    changes = Changes(setting.changes, tables)
    game = load_variant(setting.game, changes)
    if (game.version, fingerprint(setting.game, changes)) != (setting.rules, setting.tables):
        raise BadMatchGame(f"a worker has another version of {setting.game} or of its tables")
    return game


def where(match_game: MatchGame, actions: int) -> str:
    players = " against ".join(match_game.players)
    return f"{match_game.game}, {players}, seed {match_game.seed}, action {actions}"


def turn_end(game: AnyGame, state: object, turn: int) -> Turn:
    standings = [game.standing(state, seat) for seat in game.everybody]
    front: dict[str, dict[str, int]] = {}
    for piece in game.scene(game.view(state, None)).pieces:
        places = front.setdefault(f"{piece.side}/{piece.camp}".strip("/"), {})
        places[piece.place] = places.get(piece.place, 0) + 1
    return Turn(
        turn=turn,
        scores=game.scores(state),
        standing=tuple(round(one.total) for one in standings if one is not None),
        front={force: dict(sorted(places.items())) for force, places in sorted(front.items())},
    )


def decision(result: Result, trace: Sequence[Turn]) -> int:
    """The first turn from whose end on the winner was ahead, and stayed so."""
    if len(result.winners) != 1:
        return 0
    winner, since = result.winners[0], trace[-1].turn
    for turn in reversed(trace[:-1]):
        if not turn.scores or lead(turn.scores, winner) <= 0:
            break
        since = turn.turn
    return since


class EventTally:
    """The events of a game: how many of each kind, and those of rare kinds in words."""

    def __init__(self) -> None:
        self.kinds: Counter[str] = Counter()
        self.words: dict[str, set[str]] = {}

    def count(self, events: Sequence[Event]) -> None:
        for event in events:
            self.kinds[event.kind] += 1
            if self.kinds[event.kind] <= RARE:
                # What follows a colon are numbers, which differ from game to game.
                self.words.setdefault(event.kind, set()).add(event.text.partition(":")[0])

    def rare(self) -> dict[str, tuple[str, ...]]:
        """The words of the kinds that came seldom enough."""
        kinds = sorted(kind for kind, count in self.kinds.items() if count <= RARE)
        return {kind: tuple(sorted(self.words[kind])) for kind in kinds}
