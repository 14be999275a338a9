"""The other side is asked something: what it is in particular is its own affair.

Such a question stands in views, and in worlds that a seat imagines; there the other side just passes.
"""

from berlin.campaign.question import CampaignQuestion, Reason
from berlin.campaign.state.state import Draft
from berlin.kernel.play.acts import Act


class Pass(Act, frozen=True, gc=False):
    """Wait."""

    verb = "pass"
    says = "Wait"


class Waiting(CampaignQuestion, frozen=True, gc=False):
    """Somebody else's question."""

    acts = (Pass,)
    topic = "laws.asked"
    asks = "The other side is asked."
    why = "What it is asked, and what it answers, is its own affair; you go on when it has."
    refuses = (Reason("purchases.secret", "what the other side is asked is not known"),)

    def answers(self, d: Draft) -> list[Act]:
        return [Pass()]

    def carry_out(self, d: Draft, act: Act) -> None:
        d.frames.pop()
