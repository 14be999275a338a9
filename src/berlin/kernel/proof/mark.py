"""Marks a test with the clauses it proves."""

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])


def rule(*ids: str) -> Callable[[F], F]:
    """`@rule("RFB 8.3.2a")`: this test would fail if that rule were missing or wrong."""

    def mark(test: F) -> F:
        test.__rules__ = (*ids, *getattr(test, "__rules__", ()))  # type: ignore[attr-defined]
        return test

    return mark
