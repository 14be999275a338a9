"""Views and worlds of a game whose state is made of what lies open, and of a little besides.

The state and the view derive from one struct of what is open; the questions in it are shown to each seat as
that seat knows them.
"""

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from random import Random
from typing import Any, ClassVar, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from berlin.kernel.contract.ids import Seat
from berlin.kernel.play.dice import KEY_BYTES
from berlin.kernel.play.question import AnyQuestion, Asking


class Laid(Asking, Protocol):
    """A state or a view: a struct of what lies on the table, with what is open."""

    __struct_fields__: ClassVar[tuple[str, ...]]


S = TypeVar("S", bound=Laid)
V = TypeVar("V", bound=Laid)
Values = Callable[[Laid], tuple[object, ...]]


class Open(msgspec.Struct, frozen=True, kw_only=True):
    """What lies open in any game: how many dice fell, where in the sequence it is, and what is asked.

    A game adds what lies on its table. Its state adds `key` and `given`, the dice to come; its view adds
    `seat`, whose it is, and `choices`, the texts of the answers that are open to it.
    """

    rolls: int = 0
    turn: int = 1
    stage: int = 0
    over: int = 0
    frames: tuple[AnyQuestion, ...] = ()


def show(kind: type[V], state: Laid, seat: Seat | None, choices: tuple[str, ...], **known: object) -> V:
    """The view of a seat: what is open, the texts of its answers, and what it knows besides."""
    seen = _common(state, kind)
    frames = tuple(question.seen_by(seat) for question in state.frames)
    return kind(**seen | {"frames": frames, "seat": seat, "choices": choices} | known)


def guess(
    kind: type[S],
    seen: Laid,
    rng: Random,
    read: Callable[[S], Any] = lambda world: world,
    **hidden: object,
) -> S:
    """A world in which a seat would see just this, with dice of its own.

    `read` makes of a world what the questions of the game read, where that is not the state itself.
    """
    known = _common(seen, kind)
    world: Any = kind(**known | {"key": rng.randbytes(KEY_BYTES), "given": ()} | hidden)
    position = read(world)
    guessed: S = replace(world, frames=tuple(one.determinize(position, rng) for one in world.frames))
    return guessed


def _common(laid: Laid, kind: type[Laid]) -> dict[str, object]:
    """What lies there of the fields that this kind has too."""
    fields, values = _shared(type(laid), kind)
    return dict(zip(fields, values(laid), strict=True))


@cache
def _shared(laid: type[Laid], kind: type[Laid]) -> tuple[tuple[str, ...], Values]:
    fields = tuple(field for field in laid.__struct_fields__ if field in kind.__struct_fields__)
    return fields, attrgetter(*fields)
