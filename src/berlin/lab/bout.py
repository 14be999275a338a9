"""One game between machines: everything that comes of it follows from the bout alone."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any

import msgspec

from berlin.kernel.dice import key_from_seed, split
from berlin.kernel.events import Event
from berlin.kernel.game import AnyGame, Result
from berlin.kernel.rules import Refused
from berlin.kernel.variant import Changes, fingerprint, load_variant
from berlin.players import seated

LIMIT = 20_000
# A kind of event that comes more often than this in a game is counted, and not told one by one.
RARE = 40
# A position is kept for those who learn from it at every so many milestones.
OFTEN = 3


class BadBout(Exception):
    """A game that could not be played to its end: a machine or a worker is at fault."""


class Setting(msgspec.Struct, frozen=True):
    """What is played. `tables` marks the tables as they stand; changes are `table.row.column=value`."""

    game: str
    rules: int
    tables: str
    scenario: str
    options: tuple[str, ...]
    changes: tuple[str, ...]


class Bout(Setting, frozen=True):
    """Who plays it, seat by seat, and the seed of all chance in it."""

    players: tuple[str, ...]
    seed: int


class Turn(msgspec.Struct, frozen=True):
    """The table at the end of a turn: points, our judgement, how many pieces of a force stand where."""

    turn: int
    scores: tuple[int, ...]
    standing: tuple[int, ...]
    front: dict[str, dict[str, int]]


class Omen(msgspec.Struct, frozen=True, array_like=True):
    """The signs of a position on the way, as the game names them."""

    turn: int
    signs: tuple[float, ...]


class Outcome(msgspec.Struct, frozen=True):
    """What came of a bout. `decided` is the turn from whose end on the winner was ahead; 0 if nobody won."""

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
    omens: tuple[Omen, ...] = ()


def play(bout: Bout, tables: tuple[tuple[str, str], ...] = ()) -> Outcome:
    """Plays a bout, with an owner's own tables if given. Raises BadBout."""
    game = staged(setting_of(bout), tables)
    key = key_from_seed(bout.seed)
    step = game.start(bout.scenario, key, dict(option.split("=", 1) for option in bout.options))
    players = [seated(name) for name in bout.players]
    chances = [Random(split(key, f"player {name}")) for name in game.seats]
    state, told, trace, omens = step.state, Told(step.events), list[Turn](), list[Omen]()
    actions = 0
    while deciders := game.deciders(state):
        seat = deciders[0]
        action = players[seat].choose(game, game.view(state, seat), chances[seat])
        before = state
        try:
            step = game.apply(state, action)
        except Refused as refused:
            raise BadBout(f"{where(bout, actions)}: {bout.players[seat]} is refused: {refused}") from None
        state, actions = step.state, actions + 1
        told.hear(step.events)
        if game.turn(state) != game.turn(before):
            trace.append(turn_end(game, state, game.turn(before)))
        if game.sign_names and game.milestone(state) // OFTEN != game.milestone(before) // OFTEN:
            omens.append(Omen(game.turn(state), tuple(round(float(sign), 3) for sign in game.signs(state))))
        if actions >= LIMIT:
            raise BadBout(f"{where(bout, actions)}: not over after {LIMIT} actions")
    result = game.result(state)
    if result is None:
        raise BadBout(f"{where(bout, actions)}: nobody decides, and there is no result")
    trace.append(turn_end(game, state, game.turn(state)))
    return Outcome(
        scores=result.scores,
        winners=result.winners,
        all_lost=result.all_lost,
        ending=result.rule,
        turns=game.turn(state),
        actions=actions,
        decided=decision(result, trace),
        trace=tuple(trace),
        events=dict(sorted(told.kinds.items())),
        told=told.rare(),
        omens=tuple(omens),
    )


def setting_of(bout: Setting) -> Setting:
    return Setting(bout.game, bout.rules, bout.tables, bout.scenario, bout.options, bout.changes)


@lru_cache(maxsize=16)
def staged(setting: Setting, tables: tuple[tuple[str, str], ...]) -> AnyGame:
    """The game of a setting. Raises BadBout where the program or its tables are not those of the setting."""
    changes = Changes(setting.changes, tables)
    game = load_variant(setting.game, changes)
    if (game.version, fingerprint(setting.game, changes)) != (setting.rules, setting.tables):
        raise BadBout(f"a worker has another version of {setting.game} or of its tables")
    return game


def where(bout: Bout, actions: int) -> str:
    return f"{bout.game}, {' against '.join(bout.players)}, seed {bout.seed}, action {actions}"


def turn_end(game: AnyGame, state: Any, turn: int) -> Turn:
    standings = [game.standing(state, seat) for seat in range(len(game.seats))]
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
        others = [score for seat, score in enumerate(turn.scores) if seat != winner]
        if not turn.scores or turn.scores[winner] <= max(others, default=0):
            break
        since = turn.turn
    return since


class Told:
    """The events of a game: how many of each kind, and those of rare kinds in words."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.kinds: Counter[str] = Counter()
        self.words: dict[str, set[str]] = {}
        self.hear(events)

    def hear(self, events: Sequence[Event]) -> None:
        for event in events:
            self.kinds[event.kind] += 1
            if self.kinds[event.kind] <= RARE:
                # What follows a colon are numbers, which differ from game to game.
                self.words.setdefault(event.kind, set()).add(event.text.partition(":")[0])

    def rare(self) -> dict[str, tuple[str, ...]]:
        kinds = sorted(kind for kind, count in self.kinds.items() if count <= RARE)
        return {kind: tuple(sorted(self.words[kind])) for kind in kinds}
