"""The answers to the question that lies on top: listed once, and remembered for whoever asks next."""

from collections.abc import Callable, Hashable
from functools import lru_cache
from random import Random
from typing import Generic, Protocol, TypeVar

import msgspec

from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.question import AnyQuestion, Asking, Question, pick


class Frozen(Asking, Hashable, Protocol):
    """A state as it is remembered: who asks about an equal one is told the same."""


S = TypeVar("S", bound=Frozen)
P = TypeVar("P", bound=Asking)
A = TypeVar("A", bound=msgspec.Struct)

# Whoever lists the answers of a state is asked soon whether one of them is legal: about this very value,
# which is found without a look at what it holds, or about one that is equal to it.
LATEST = 4
REMEMBERED = 512


def is_listed(question: type[AnyQuestion]) -> bool:
    """Is an answer drawn at random from the list of all?"""
    return question.sample is Question.sample


class Answers(Generic[S, A, P]):
    """What can be answered in a state.

    `position` makes of a state what the rules read: a draft, or the state itself. `late` refuses an act that
    the open question doesn't know. The refusals are for an act that names `nothing` there is, and for any
    when the game is `over`.
    """

    def __init__(
        self,
        position: Callable[[S], P],
        late: Callable[[P, A], Refusal],
        *,
        well_formed: Callable[[A], bool],
        nothing: Refusal,
        over: Refusal,
    ) -> None:
        self.position, self._late, self._well_formed = position, late, well_formed
        self._nothing, self._over = nothing, over
        self._equal = lru_cache(maxsize=REMEMBERED)(self._list)
        self._latest: tuple[tuple[S, tuple[A, ...]], ...] = ()

    def _list(self, state: S) -> tuple[A, ...]:
        p = self.position(state)
        return tuple(p.frames[-1].answers(p))

    def _of(self, state: S) -> tuple[A, ...]:
        found = self._known(state)
        if found is None:
            found = self._equal(state)
            self._keep(state, found)
        return found

    def _known(self, state: S) -> tuple[A, ...] | None:
        for known, actions in self._latest:
            if known is state:
                return actions
        return None

    def _keep(self, state: S, actions: tuple[A, ...]) -> None:
        self._latest = ((state, actions), *self._latest[: LATEST - 1])

    def share(self, state: S, world: S) -> None:
        """The answers of this state are those of a world in which who is asked sees the same."""
        found = self._known(state)
        if found is not None:
            self._keep(world, found)

    def legal(self, state: S, unit: int | None = None) -> list[A]:
        """Every legal action; of one unit alone if asked."""
        actions = list(self._of(state)) if state.frames else []
        if unit is None:
            return actions
        return [action for action in actions if getattr(action, "unit", None) == unit]

    def sample(self, state: S, rng: Random) -> A:
        """A uniform legal action."""
        if is_listed(type(state.frames[-1])) and (known := self._known(state)) is not None:
            return pick(known, rng)
        p = self.position(state)
        drawn: A = p.frames[-1].sample(p, rng)
        return drawn

    def why_not(self, state: S, action: A) -> Refusal | None:
        """The refusal that an action meets; None exactly for legal ones."""
        if not self._well_formed(action):
            return self._nothing
        if not state.frames:
            return self._over
        if action in self._of(state):
            return None
        p = self.position(state)
        top = p.frames[-1]
        if isinstance(action, top.acts):
            refusal: Refusal = top.refuse(p, action)
            return refusal
        return self._late(p, action)
