"""What all questions of this game have in common."""

from collections.abc import Mapping
from typing import TypeVar

from berlin.games.fortress.state.state import Draft
from berlin.kernel.play.acts import Act, needed_parts
from berlin.kernel.play.question import Asked, Question

A = TypeVar("A", bound=Act)


class FortressQuestion(Question[Draft, Draft, A], frozen=True):
    """An open question of this game; its rules read drafts."""

    def is_secret(self, d: Draft) -> bool:
        """Is the answer for the one who gives it alone, so that the other seat reads the events only?"""
        return False

    def meaning(self, d: Draft, named: Mapping[str, int]) -> tuple[A, ...]:
        """What can be said with just these."""
        return tuple(kind(**named) for kind in self.acts if needed_parts(kind) == named.keys())


class Standing(FortressQuestion[A], Asked[Draft, Draft, A], frozen=True):
    """One that is asked until an answer closes it, also where closing it is all that is left."""


class Done(Act, frozen=True, gc=False):
    """Close a segment, a step or a choice."""

    verb, says, time = "done", "Done", "FB 4.pass"
