"""What the questions of a campaign have in common."""

import pytest
from tests.campaign.desk import desk

from berlin.campaign.perimeters.escape import Breakout, Escape, Stay
from berlin.campaign.question import CampaignQuestion, Done
from berlin.campaign.sequence import QUESTIONS
from berlin.campaign.state.state import GERMAN
from berlin.kernel.contract.ids import Unit


def test_the_first_reason_that_is_of_the_kind_of_act_refuses_it() -> None:
    d = desk()
    stay, escape = (Breakout(GERMAN).why_not(d, act) for act in (Stay(), Escape(Unit(0))))
    assert stay.rule == d.book.cite("escape.must")
    assert escape.rule == d.book.cite("escape.may")
    assert stay.reason != escape.reason


def test_a_question_without_a_reason_has_forgotten_one() -> None:
    with pytest.raises(NotImplementedError, match="CampaignQuestion refuses no Done"):
        CampaignQuestion(GERMAN).why_not(desk(), Done())


@pytest.mark.parametrize("kind", QUESTIONS, ids=lambda kind: kind.__name__)
def test_every_question_refuses_by_reasons_or_by_limits_of_its_own(kind: type[CampaignQuestion]) -> None:
    """Reasons end with one for whatever is left, and none before it is of a kind that never answers."""
    if "why_not" not in vars(kind):
        assert kind.refuses
        assert kind.refuses[-1].of not in {reason.of for reason in kind.refuses[:-1]}
    assert {reason.of for reason in kind.refuses[:-1]} <= set(kind.acts)


def test_reasons_name_what_they_are_about() -> None:
    assert all(reason.topic and reason.text for kind in QUESTIONS for reason in kind.refuses)
