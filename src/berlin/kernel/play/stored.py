"""States and views read back from bytes, whatever questions are open in them.

The module of a state can't name the questions, which stand in the chapters of the rules and read states. So
it is read as a twin of its type that can, and then made what it was.
"""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from types import GenericAlias
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import FieldInfo

from berlin.kernel.play.question import AnyQuestion

T = TypeVar("T")
FRAMES = "frames"


class Stored(Generic[T]):
    """One type of state or view, and the questions that can be open in it."""

    def __init__(self, kind: type[T], questions: Sequence[type[AnyQuestion]]) -> None:
        self._kind, self._questions = kind, tuple(questions)
        self._decoder: msgspec.msgpack.Decoder[msgspec.Struct] | None = None

    def decode(self, data: bytes) -> T:
        if self._decoder is None:
            self._decoder = msgspec.msgpack.Decoder(_twin(self._kind, self._questions))
        found = self._decoder.decode(data)
        return self._kind(**{field: getattr(found, field) for field in found.__struct_fields__})


def _twin(kind: Any, questions: tuple[type[AnyQuestion], ...]) -> type[msgspec.Struct]:
    fields: list[Any] = []
    open_questions = GenericAlias(tuple, (reduce(or_, questions), ...))
    for field in msgspec.structs.fields(kind):
        read_as = open_questions if field.name == FRAMES else field.type
        fields.append((field.name, read_as, *([] if field.required else [_default(field)])))
    rows = kind.__struct_config__.array_like
    return msgspec.defstruct(kind.__name__, fields, kw_only=not rows, array_like=rows)


def _default(field: FieldInfo) -> object:
    if field.default_factory is not msgspec.NODEFAULT:
        return msgspec.field(default_factory=field.default_factory)
    return msgspec.field(default=field.default)
