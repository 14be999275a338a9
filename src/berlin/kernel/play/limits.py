"""Limits: where several rules narrow what may be chosen, each is one, with its clause.

What is legal is what all of them leave, and who asks why something is not gets the first that leaves it out.
"""

from collections.abc import Callable, Iterable
from typing import Generic, Protocol, TypeVar

import msgspec

from berlin.kernel.contract.rules import Refusal

T = TypeVar("T")
T_contra = TypeVar("T_contra", contravariant=True)
NOTHING, EVERYTHING = 0, -1


class Limit(msgspec.Struct, frozen=True):
    """A set of places or units, as bits of an int, with the rule that draws it."""

    allowed: int
    rule: str
    reason: str

    def allows(self, item: int) -> bool:
        return bool(self.allowed >> item & 1)

    def refuse(self, item: int) -> Refusal:
        return Refusal(self.rule, self.reason)


def unless(fault: object, rule: str, reason: str) -> Limit:
    """Everything, if there is no such fault; or else nothing."""
    return Limit(NOTHING if fault else EVERYTHING, rule, reason)


def outside(items: Iterable[int], rule: str, reason: str) -> Limit:
    """Everything but these."""
    return Limit(~sum(1 << item for item in set(items)), rule, reason)


class Condition(msgspec.Struct, Generic[T], frozen=True):
    """What must hold of each thing that is chosen, with its rule. The reason may name the thing."""

    allows: Callable[[T], bool]
    rule: str
    reason: str | Callable[[T], str]

    def refuse(self, item: T) -> Refusal:
        return Refusal(self.rule, self.reason if isinstance(self.reason, str) else self.reason(item))


class Check(msgspec.Struct, Generic[T], frozen=True):
    """Rules that one function decides for a thing: why it is left out, or None."""

    why: Callable[[T], Refusal | None]

    def allows(self, item: T) -> bool:
        return self.why(item) is None

    def refuse(self, item: T) -> Refusal:
        found = self.why(item)
        assert found is not None, f"{item!r} passes"
        return found


class Narrowing(Protocol[T_contra]):
    """A limit, a condition or a check."""

    @property
    def allows(self) -> Callable[[T_contra], bool]: ...
    def refuse(self, item: T_contra, /) -> Refusal: ...


def room(limits: Iterable[Limit]) -> int:
    """What all limits leave, as bits; everything where there are none."""
    found = EVERYTHING
    for limit in limits:
        found &= limit.allowed
        if not found:
            break
    return found


def within(items: Iterable[T], limits: Iterable[Narrowing[T]]) -> list[T]:
    """Of these things those that all of them leave, in order; where nothing is left, no more are asked."""
    found = list(items)
    for limit in limits:
        found = list(filter(limit.allows, found))
        if not found:
            break
    return found


def refusal(limits: Iterable[Narrowing[T]], item: T) -> Refusal | None:
    """The first that leaves it out; None if all leave it in."""
    return next((limit.refuse(item) for limit in limits if not limit.allows(item)), None)


def refuse(limits: Iterable[Narrowing[T]], item: T) -> Refusal:
    """The first that leaves it out, for a thing that one of them does leave out."""
    found = refusal(limits, item)
    assert found is not None, f"{item!r} is within all limits"
    return found


# Of conditions as of limits.
failing = refusal
