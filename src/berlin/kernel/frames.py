"""The stack of open questions: whose decision it is, and about what.

A game subclasses `Frame` once for each kind of question, as a tagged struct. The state holds them as a
tuple, the open one last. Who decides is read off the top, never off whose turn it is.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from berlin.kernel.scene import Prompt
from berlin.kernel.words import NUMBER, Word


class Frame(msgspec.Struct, frozen=True, tag=True):
    """An open question put to one seat."""

    seat: int


F = TypeVar("F", bound=Frame)


def top(frames: Sequence[Frame]) -> Frame | None:
    return frames[-1] if frames else None


def deciders(frames: Sequence[Frame]) -> tuple[int, ...]:
    """The seats that are asked now: none when nothing is open."""
    return (frames[-1].seat,) if frames else ()


def asked(p: Any, question: Callable[[Any], tuple[str, str]]) -> Prompt | None:
    """The question on top, which a game puts in words with its rule; None when nothing is open."""
    return Prompt(p.frames[-1].seat, *question(p)) if p.frames else None


class Questions(Generic[F]):
    """A game's questions as lines of text: `Attack zhukov zone=Lebus units=8GA/1,8GA/2 extra=no`.

    `words` tells by their names how fields are written; those it doesn't name are numbers.
    """

    def __init__(self, kinds: Sequence[type[Any]], seats: Sequence[str], words: Mapping[str, Word]) -> None:
        self._kinds = {kind.__name__: kind for kind in kinds}
        self._seats, self._words = tuple(seats), words

    def write(self, frame: F) -> str:
        words = [type(frame).__name__, self._seats[frame.seat]]
        for field in frame.__struct_fields__:
            if field != "seat":
                words.append(f"{field}={self._word(field).write(getattr(frame, field))}")
        return " ".join(words)

    def read(self, line: str) -> F:
        """Raises KeyError, ValueError or TypeError for a line that is no question."""
        name, seat, *fields = line.split()
        values: dict[str, Any] = {"seat": self._seats.index(seat)}
        for field in fields:
            key, _, text = field.partition("=")
            values[key] = self._word(key).read(text)
        frame: F = self._kinds[name](**values)
        return frame

    def _word(self, field: str) -> Word:
        return self._words.get(field, NUMBER)
