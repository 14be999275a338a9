"""A point of a random game at which a law is held against the rules; and what to say when it is broken."""

from collections.abc import Iterable
from random import Random
from typing import NoReturn

import msgspec
from msgspec.structs import fields, replace

from berlin.kernel.contract.game import AnyGame, BadText
from berlin.kernel.records.record import Line, Record, write


class ConformanceError(AssertionError):
    """A game broke a law: which, where, and the record that leads there."""

    def __init__(self, law: str, reason: str, where: str, record: str) -> None:
        super().__init__(f"{law}: {reason} ({where})")
        self.law, self.reason, self.where, self.record = law, reason, where, record


class Checkpoint:
    """One open question of one random game, and how the game came there."""

    def __init__(
        self,
        game: AnyGame,
        state: object,
        record: Record | None = None,
        lines: list[Line] | None = None,
        seed: int = 0,
        strangers: Iterable[msgspec.Struct] = (),
    ) -> None:
        self.game, self.state, self.seed = game, state, seed
        self._record, self._lines = record, lines or []
        self.number = len(self._lines)
        self.strangers = list(strangers)
        self.rng = Random(f"{seed}/{self.number}")

    def led_to(self, state: object, line: Line) -> "Checkpoint":
        """The point that one more action leads to."""
        return Checkpoint(
            self.game, state, self._record, [*self._lines[: self.number], line], self.seed, self.strangers
        )

    @property
    def key(self) -> bytes:
        return self._record.key if self._record else b""

    def fail(self, law: str, reason: str, cause: BaseException | None = None) -> NoReturn:
        where = f"{self.game.code}, seed {self.seed}, after action {self.number}"
        raise ConformanceError(law, reason, where, self.record()) from cause

    def record(self) -> str:
        """The text of the game up to here; empty if the point was made without one."""
        if self._record is None:
            return ""
        return write(replace(self._record, lines=tuple(self._lines[: self.number])))

    def some(self, actions: list[msgspec.Struct], most: int) -> list[msgspec.Struct]:
        """At most so many of these, drawn at random."""
        return actions if len(actions) <= most else self.rng.sample(actions, most)

    def same(self, law: str, what: str, one: object, other: object) -> None:
        """Fails unless both are the same to the byte."""
        if encode(one) != encode(other):
            self.fail(law, f"{what}: {_difference(one, other)}")


def candidates(point: Checkpoint, legal: list[msgspec.Struct], count: int) -> list[msgspec.Struct]:
    """Well-formed actions most of which aren't legal here: of other points, and some with an id changed."""
    known = [*legal, *point.strangers]
    found = list(point.some(point.strangers, count))
    for _ in range(count if known else 0):
        action = point.rng.choice(known)
        numbers = [f.name for f in fields(action) if type(getattr(action, f.name)) is int]
        if not numbers:
            continue
        name = point.rng.choice(numbers)
        seen = [getattr(other, name) for other in known if type(other) is type(action)]
        changed = replace(action, **{name: point.rng.randint(min(seen), max(seen) + 1)})
        if _is_well_formed(point.game, changed):
            found.append(changed)
    return found


def _is_well_formed(game: AnyGame, action: msgspec.Struct) -> bool:
    try:
        return bool(game.read(game.write(action)) == action)
    except (BadText, LookupError, ValueError):
        return False


def encode(value: object) -> bytes:
    """Equal values, equal bytes."""
    return msgspec.msgpack.encode(value, order="deterministic")


def _difference(one: object, other: object) -> str:
    """The place where two values part, in a line."""
    left, right = msgspec.to_builtins(one), msgspec.to_builtins(other)
    path = ""
    while left != right:
        if isinstance(left, dict) and isinstance(right, dict) and left.keys() == right.keys():
            step: str | int = next(key for key in left if left[key] != right[key])
        elif isinstance(left, list | tuple) and isinstance(right, list | tuple) and len(left) == len(right):
            step = next(at for at in range(len(left)) if left[at] != right[at])
        else:
            break
        path += f".{step}"
        left, right = left[step], right[step]
    return f"at {path.lstrip('.') or 'the top'}: {str(left)[:80]} / {str(right)[:80]}"
