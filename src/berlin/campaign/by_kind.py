"""Tables by the kind of an act: what is done with each, where each kind has a function of its own."""

from collections.abc import Callable
from typing import TypeVar

from berlin.kernel.play.acts import Act

A = TypeVar("A", bound=Act)
C = TypeVar("C")
R = TypeVar("R")

Line = tuple[type[Act], Callable[[C, Act], R]]
"""A kind of act, and what is done with one."""


def by(kind: type[A], does: Callable[[C, A], R]) -> Line[C, R]:
    """A line of such a table, of a function that knows this kind of act alone."""

    def do(context: C, act: Act) -> R:
        assert isinstance(act, kind)
        return does(context, act)

    return kind, do
