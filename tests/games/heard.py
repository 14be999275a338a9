"""All that people read of a game, each sentence with where it stands, from the box and from random play; and
the game's codes, which they never should."""

import re
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import msgspec

from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.ids import FIRST
from berlin.kernel.contract.rules import Explanation
from berlin.kernel.contract.scene import Scene
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.proof.checkpoint import Checkpoint, candidates
from berlin.players import make_player
from berlin.players.reasons import Reasons, by_judgement

Heard = tuple[str, str]
# Fields of a scene that clients work with and nobody reads: codes, signs, and how it is drawn.
UNREAD = {
    *("game", "seat", "id", "key", "place", "places", "unit", "card", "symbol", "side", "camp", "numbers"),
    *("sources", "icon", "rule", "verb", "around", "answers", "stand", "layer", "lost"),
}
ANSWERS, REFUSALS = 8, 12
ODDS = re.compile(r"\d+:\d+")


def printed(game: AnyGame) -> Iterator[Heard]:
    """What is the same at every table: the box, the board, the names of papers."""
    yield "box", game.title
    for scenario in game.scenarios:
        yield from (("box", text) for text in (scenario.title, scenario.about))
        for option in game.options(scenario.key):
            yield from (("box", text) for text in (option.title, option.about, *dict(option.values).values()))
    for spot in game.board().spots:
        yield from (("board", text) for text in (spot.name, spot.note))
    for paper in game.papers():
        yield from (("paper", text) for text in (paper.title, paper.about))


def gists(game: AnyGame) -> Iterator[Heard]:
    """The rules as a player looks them up."""
    yield from ((clause.id, clause.gist) for clause in game.ledger)


def played(game: AnyGame, scenario: str, seed: int, most: int, every: int) -> Iterator[Heard]:
    """A random game of at most so many acts: all that is told of them, and every so often the whole table."""
    rng = Random(seed)
    step = game.start(scenario, key_from_seed(seed), {})
    strangers: list[Any] = []
    for number in range(most):
        yield from _told(step.events)
        state = step.state
        if not game.deciders(state):
            break
        if number % every == 0:
            yield from _asked(Checkpoint(game, state, seed=seed + number, strangers=strangers[-200:]))
        action = game.sample(state, rng)
        strangers.append(action)
        yield "said", game.say(state, action)
        step = game.apply(state, action)
    if result := game.result(step.state):
        yield "result", result.text
    yield from shown(game.scene(game.view(step.state, FIRST)))


def _told(events: Iterable[Any]) -> Iterator[Heard]:
    for event in events:
        yield from (("event", text) for text in (event.text, event.veil))


def _asked(point: Checkpoint) -> Iterator[Heard]:
    """The table as each seat sees it, and what is said of answers and of what is refused."""
    game, state = point.game, point.state
    for seat in (*range(len(game.seats)), None):
        yield from shown(game.scene(game.view(state, seat)))
    legal = game.legal(state)
    view = game.view(state, game.deciders(state)[0])
    for action in point.some(legal, ANSWERS):
        yield from _reckoned(game.explain(state, action))
        yield from (("warning", text) for text in game.warnings(state, action))
        if game.is_own(state, action, view.seat):
            yield from _reasoned(by_judgement(game, view, action))
    for action in candidates(point, legal, REFUSALS):
        if refusal := game.why_not(state, action):
            yield "refusal", refusal.reason
            yield "refused", game.say(state, action)


def advised(game: AnyGame, scenario: str, seed: int, kind: str, most: int) -> Iterator[Heard]:
    """The reasons of a machine for each of its acts, from the start."""
    player, rng = make_player(kind), Random(seed)
    state = game.start(scenario, key_from_seed(seed), {}).state
    for _ in range(most):
        if not game.deciders(state):
            break
        view = game.view(state, game.deciders(state)[0])
        action = player.choose(game, view, rng)
        yield from _reasoned(player.reasons(game, view, action))
        state = game.next(state, action)


def _reasoned(told: Reasons) -> Iterator[Heard]:
    yield from (("reason", text) for text in (*told.expected, *told.feared, *told.chances))


def shown(scene: Scene) -> Iterator[Heard]:
    """Every word of a scene."""
    for choice in scene.choices:
        yield "answer", choice.said
        yield "answer.label", choice.label
    for field in scene.__struct_fields__:
        if field not in UNREAD and field != "choices":
            yield from _words(field, getattr(scene, field))


def _words(where: str, value: object) -> Iterator[Heard]:
    match value:
        case str():
            yield where, value
        case tuple():
            for one in value:
                yield from _words(where, one)
        case msgspec.Struct():
            for field in value.__struct_fields__:
                if field not in UNREAD:
                    yield from _words(f"{where}.{field}", getattr(value, field))


def _reckoned(told: Explanation) -> Iterator[Heard]:
    yield "explanation", told.title
    yield from (("explanation.note", note) for note in told.notes)
    yield from (("outcome", outcome.label) for outcome in told.outcomes)
    for tally in told.tallies:
        yield from (("tally", text) for text in (tally.label, *(one.label for one in tally.modifiers)))


def codes_of(game: AnyGame, scenes: Iterable[Scene]) -> set[str]:
    """The codes of units and places, as the game lists and uses them."""
    nouns = game.nouns()
    found = {spot.key for spot in game.board().spots}
    if nouns:
        found.update(nouns.pieces, nouns.places)
    for scene in scenes:
        found.update(piece.id for piece in scene.pieces)
        found.update(tray.key for tray in scene.trays)
        found.update(key for choice in scene.choices for key in (choice.unit, choice.place))
    return found - {""}


def card_codes(scenes: Iterable[Scene]) -> set[str]:
    """The codes of cards that answers name or that lie open."""
    found: set[str] = set()
    for scene in scenes:
        found.update(choice.card for choice in scene.choices)
        found.update(
            card.key for card in (*scene.cards, *(card for pile in scene.piles for card in pile.cards))
        )
    return found - {""}


def result_codes(game: AnyGame) -> set[str]:
    """What stands in the cells of its tables of odds."""
    data = game.data()
    by_odds = {datum.table for datum in data if ODDS.search(datum.name)}
    cells = {datum.value for datum in data if datum.table in by_odds}
    return {cell for cell in cells if cell.isalnum() and not cell.isdigit() and cell.upper() == cell}
