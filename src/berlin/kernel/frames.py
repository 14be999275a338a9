"""The stack of open questions: whose decision it is, and about what.

A game subclasses `Frame` once for each kind of question, as a tagged struct. The state holds them as a
tuple, the open one last. Who decides is read off the top, never off whose turn it is.
"""

from collections.abc import Sequence

import msgspec


class Frame(msgspec.Struct, frozen=True, tag=True):
    """An open question put to one seat."""

    seat: int


def top(frames: Sequence[Frame]) -> Frame | None:
    return frames[-1] if frames else None


def deciders(frames: Sequence[Frame]) -> tuple[int, ...]:
    """The seats that are asked now: none when nothing is open."""
    return (frames[-1].seat,) if frames else ()
