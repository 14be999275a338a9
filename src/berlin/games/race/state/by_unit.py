"""Bytes, one for each unit, as a checker of types knows them: what is found in them is a unit.

When the program runs they are bytes and bytearrays, and nothing else.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, SupportsIndex, overload

from berlin.kernel.contract.ids import Place, Unit

if TYPE_CHECKING:
    Span = SupportsIndex | None

    class ByUnit(bytes):
        """What is known of each unit."""

        def find(self, what: object, first: Span = ..., after: Span = ..., /) -> Unit: ...
        def translate(self, table: object, /, delete: object = ...) -> "ByUnit": ...

    class Places(bytes):
        """Places, one after the other."""

        def __iter__(self) -> Iterator[Place]: ...
        @overload
        def __getitem__(self, at: SupportsIndex, /) -> Place: ...
        @overload
        def __getitem__(self, at: slice, /) -> "Places": ...
        def __getitem__(self, at: SupportsIndex | slice, /) -> "Place | Places": ...

    class Where(ByUnit, Places):
        """Where each unit is."""

    class ByUnitDraft(bytearray):
        """The same in a draft."""

        def find(self, what: object, first: Span = ..., after: Span = ..., /) -> Unit: ...
        def translate(self, table: object, /, delete: object = ...) -> "ByUnitDraft": ...

    class PlacesDraft(bytearray):
        """The same in a draft."""

        def __iter__(self) -> Iterator[Place]: ...
        @overload
        def __getitem__(self, at: SupportsIndex, /) -> Place: ...
        @overload
        def __getitem__(self, at: slice, /) -> "PlacesDraft": ...
        def __getitem__(self, at: SupportsIndex | slice, /) -> "Place | PlacesDraft": ...

    class WhereDraft(ByUnitDraft, PlacesDraft):
        """The same in a draft."""
else:
    ByUnit = Where = bytes
    ByUnitDraft = WhereDraft = bytearray
