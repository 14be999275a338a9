"""Every event that asks its player something can also word the question and take the answer."""

import inspect

import pytest

from berlin.games.noretreat.game import GAME
from berlin.games.noretreat.rules.events.choosing import Picking
from berlin.games.noretreat.rules.events.registry import EVENTS, Event

ASKING = [
    made
    for made in EVENTS.values()
    if any(
        "Pick(" in inspect.getsource(kind)
        for kind in type(made).__mro__
        if issubclass(kind, Event) and kind is not Event
    )
]


def test_some_events_ask() -> None:
    assert GAME.code == "noretreat"
    assert 20 < len(ASKING) < len(EVENTS)


@pytest.mark.parametrize("made", ASKING, ids=lambda made: type(made).__name__)
@pytest.mark.parametrize("needed", ["question", "options", "answer"])
def test_an_event_that_asks_words_its_question_and_takes_the_answer(made: Event, needed: str) -> None:
    assert isinstance(made, Picking)
    assert getattr(type(made), needed) is not getattr(Picking, needed)
