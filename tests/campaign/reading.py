"""Everything that a person at the table of a campaign reads, each text with the place where it stands."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import msgspec

from berlin.campaign.game import CampaignGame
from berlin.campaign.question import questions
from berlin.campaign.state.state import State
from berlin.kernel.contract.events import Event
from berlin.kernel.contract.game import Step
from berlin.kernel.contract.ids import BOTH
from berlin.kernel.play.acts import Act
from berlin.kernel.play.dice import key_from_seed

Read = tuple[str, str]
"""Where a text stands, and the text."""
# What a client finds things by, and never shows.
CODES = {
    "Choice": {"text", "verb", "unit", "place", "card", "around"},
    "Piece": {"id", "place", "side", "camp", "symbol", "sources"},
    "Marker": {"place", "camp"},
    "Layer": {"places", "camp"},
    "Tray": {"key"},
    "Card": {"key"},
    "Row": {"unit", "place", "answers"},
    "Offer": {"answers"},
    "Bought": {"answers"},
    "Chapter": {"camp", "layer"},
    "Task": {"stand", "marks"},
    "Spot": {"key", "outline", "anchor", "room"},
    "Event": {"kind", "data"},
    "Paper": {"key", "name"},
    "Scenario": {"key"},
    "Scene": {"game", "lost"},
}
CITED = {"rule", "rules"}


def texts(value: Any, place: str = "") -> Iterator[Read]:
    """The texts of a scene or of any part of it, without the codes that a client finds things by."""
    if isinstance(value, str):
        if value:
            yield place, value
    elif isinstance(value, tuple | list):
        for one in value:
            yield from texts(one, place)
    elif isinstance(value, msgspec.Struct):
        kind = type(value).__name__
        for name in value.__struct_fields__:
            if name not in CODES.get(kind, ()) and name not in CITED:
                yield from texts(getattr(value, name), f"{kind}.{name}")


def told(step: Step[State]) -> Iterator[Read]:
    """The log, as either seat and a spectator read it."""
    for event in step.events:
        for seat in (*BOTH, None):
            yield from texts(event.seen_by(seat))


def asked(game: CampaignGame, state: State, rng: Random, sampled: int) -> Iterator[Read]:
    """A question with its answers, and what is said of some of them."""
    yield from texts(game.prompt(state))
    legal = game.legal(state)
    for act in legal[: sampled * 4]:
        yield "say", game.say(state, act)
    for act in rng.sample(legal, min(sampled, len(legal))):
        yield from texts(game.explain(state, act))
        yield from (("warning", text) for text in game.warnings(state, act))
        yield from (("reason", text) for text in game.staff().reasons(state, act))


def refused(game: CampaignGame, state: State, acts: list[Act]) -> Iterator[Read]:
    """Why acts of other positions are not allowed in this one."""
    for act in acts:
        refusal = game.why_not(state, act)
        if refusal is not None:
            yield f"refusal of {type(act).__name__}", refusal.reason


def shown(game: CampaignGame, state: State) -> Iterator[Read]:
    """The table, as either seat and a spectator see it."""
    for seat in (*BOTH, None):
        yield from texts(game.scene(game.view(state, seat)))


def printed(game: CampaignGame, state: State, story: list[Event]) -> Iterator[Read]:
    for seat in (*BOTH, None):
        seen = game.view(state, seat)
        told = [one for event in story if (one := event.seen_by(seat)) is not None]
        for paper in game.papers():
            yield f"paper {paper.key}", game.paper(paper.key, seen, told)


def once(game: CampaignGame) -> Iterator[Read]:
    """What is the same in every position."""
    yield from texts(game.board().spots)
    yield from texts(game.papers())
    yield from texts(game.cover.scenarios)
    for scenario in game.scenarios:
        for option in game.options(scenario.key):
            yield from texts((option.title, option.about, *(text for _, text in option.values)), "option")
    yield from (("gist", clause.gist) for clause in game.ledger)


def mark(read: Iterator[Read], is_on_paper: bool) -> Iterator[Read]:
    """Those about a question that is asked of who looks at a real map."""
    return ((f"on paper: {where}" if is_on_paper else where, text) for where, text in read)


def campaign(
    game: CampaignGame, seed: int, options: Mapping[str, str], every: int, most: int, sampled: int = 6
) -> Iterator[Read]:
    """A campaign at random, as all of it is read: every so-manyth position whole."""
    rng = Random(seed)
    step = game.start(game.scenarios[0].key, key_from_seed(seed), options)
    story: list[Event] = []
    others: list[Act] = []
    is_on_paper = False
    for number in range(most):
        story += step.events
        yield from mark(told(step), is_on_paper)
        state = step.state
        if not game.deciders(state):
            break
        is_on_paper = questions(state.frames)[-1].on_paper
        if number % every == 0:
            yield from mark(asked(game, state, rng, sampled), is_on_paper)
            yield from mark(shown(game, state), is_on_paper)
            acts = rng.sample(others, min(len(others), 4 * sampled))
            yield from mark(refused(game, state, acts), is_on_paper)
        if number % (every * 8) == 0:
            yield from printed(game, state, story)
        legal = game.legal(state)
        others = [*others, *rng.sample(legal, min(len(legal), 2))][-400:]
        step = game.apply(state, game.sample(state, rng))
    if not game.deciders(step.state):
        yield from texts(game.result(step.state))
        yield from shown(game, step.state)
        yield from printed(game, step.state, story)
