"""What all questions of a campaign have in common, whatever chapter they stand in."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

import msgspec

from berlin.campaign.refusal_secrecy import is_secret
from berlin.campaign.state.state import Draft
from berlin.campaign.wording import say
from berlin.kernel.contract.ids import Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.question import AnyQuestion, Asked


class Done(Act, frozen=True, gc=False):
    """Nothing more in this step."""

    verb = "done"
    says = "Go on to the next step"


class Reason(msgspec.Struct, frozen=True):
    """Why an act is no answer: the topic for which a module cites a clause, and the words."""

    topic: str
    text: str
    of: type[Act] = Act
    """The kind of act; Act: whatever it is."""


class CampaignQuestion(Asked[Draft, Draft, Act], frozen=True, gc=False):
    """Asked until an answer takes it off. No refusal of it tells of pieces that the seat can't know."""

    topic: ClassVar[str] = ""
    """What it is about: a module cites a clause for it."""
    asks: ClassVar[str] = ""
    """What is asked, in words."""
    on_paper: ClassVar[bool] = False
    """Is it asked of who looks at a real map? Then hexes are named with the numbers printed there."""
    refuses: ClassVar[tuple[Reason, ...]] = ()
    """Where one rule says which acts of a kind are answers, why all others are none: the first that is of
    their kind, or of any. Where several rules do they are limits, and `why_not` asks which of them fails."""
    tells: ClassVar[bool] = False
    """Does it say what became of its `unit`, so that the seat knows that piece, whoever has it?"""

    def prompt(self, d: Draft) -> str:
        return self.asks

    def cite(self, d: Draft) -> str:
        return d.book.cite(self.topic)

    def refuse(self, d: Draft, act: Act) -> Refusal:
        own = (one for one in questions(d.frames) if one.seat == self.seat)
        if is_secret(d, self.seat, act, own, self.answers):
            return d.refusal("laws.pieces", "your side has no such piece, and sees none")
        return self.why_not(d, act)

    def why_not(self, d: Draft, act: Act) -> Refusal:
        """The chapter's own refusal, which may look at every piece that the act names."""
        found = next((reason for reason in self.refuses if isinstance(act, reason.of)), None)
        if found is None:
            raise NotImplementedError(f"{type(self).__name__} refuses no {type(act).__name__}")
        return d.refusal(found.topic, found.text)

    def say(self, d: Draft, act: Act) -> str:
        return say(d, act, self.on_paper)

    def pieces(self) -> Iterator[Unit]:
        """The pieces that it names: their numbers are in the views of who is asked."""
        unit = getattr(self, "unit", None)
        if unit is not None:
            yield unit

    def in_view(self, works: Sequence[int]) -> "CampaignQuestion":
        """As it stands in the view of who is asked, where these works have the numbers from 0 on."""
        return self


class WhileOpen(CampaignQuestion, frozen=True, gc=False):
    """A question that goes without an answer once there is nothing left to decide."""

    def is_open(self, d: Draft) -> bool:
        """Is there a choice?"""
        return len(self.answers(d)) > 1

    def still_asks(self, d: Draft) -> bool:
        if self.is_open(d):
            return True
        d.frames.pop()
        return False


def questions(frames: Iterable[AnyQuestion]) -> list[CampaignQuestion]:
    """The open questions of a campaign, as what they all are."""
    return [frame for frame in frames if isinstance(frame, CampaignQuestion)]
