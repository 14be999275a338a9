"""Bytes, one for each unit, as a checker of types knows them: what is found in them is a unit.

When the program runs they are bytes and bytearrays, and nothing else.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Self, SupportsIndex, overload

from berlin.kernel.contract.ids import Place, Unit

if TYPE_CHECKING:
    Span = SupportsIndex | None

    class _Units:
        def find(self, what: object, first: Span = ..., after: Span = ..., /) -> Unit: ...
        def translate(self, table: object, /, delete: object = ...) -> Self: ...

    class _Places(_Units):
        def __iter__(self) -> Iterator[Place]: ...
        @overload
        def __getitem__(self, unit: SupportsIndex, /) -> Place: ...
        @overload
        def __getitem__(self, units: slice, /) -> Self: ...
        def __getitem__(self, which: SupportsIndex | slice, /) -> Place | Self: ...

    class ByUnit(_Units, bytes):
        """What is known of each unit."""

    class Where(_Places, bytes):
        """Where each unit is."""

    class ByUnitDraft(_Units, bytearray):
        """The same in a draft."""

    class WhereDraft(_Places, bytearray):
        """The same in a draft."""
else:
    ByUnit = Where = bytes
    ByUnitDraft = WhereDraft = bytearray
