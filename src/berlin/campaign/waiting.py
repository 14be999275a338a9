"""The other side is asked something: what it is in particular is its own affair.

Such a question stands in views, and in worlds that a seat imagines; there the other side just passes.
"""

from berlin.campaign.state import Draft
from berlin.kernel.acts import Act
from berlin.kernel.frames import Frame
from berlin.kernel.rules import Refusal


class Waiting(Frame, frozen=True, gc=False):
    """Somebody else's question."""


class Pass(Act, frozen=True, gc=False):
    """Wait."""


def settle_waiting(d: Draft, frame: Waiting) -> bool:
    return True


def options_waiting(d: Draft, frame: Waiting) -> list[Act]:
    return [Pass()]


def answer_waiting(d: Draft, frame: Waiting, act: Act) -> None:
    d.frames.pop()


def refuse_waiting(d: Draft, frame: Waiting, act: Act) -> Refusal:
    return Refusal(d.book.market.secret, "what the other side is asked is not known")
