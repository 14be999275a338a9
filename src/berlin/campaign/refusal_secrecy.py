"""No refusal tells of pieces that a seat can't know: whatever they are, it reads the same."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Protocol

import msgspec

from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import Seat, Unit
from berlin.kernel.play.acts import Act
from berlin.squad.board.names import owner_of
from berlin.squad.board.pieces import UNSEEN, Where, keeper


class Naming(Protocol):
    """What names pieces: a question of a campaign."""

    def pieces(self) -> Iterator[Unit]: ...


def is_secret(
    d: Draft, seat: Seat, act: Act, own: Iterable[Naming], answers: Callable[[Draft], Iterable[Act]]
) -> bool:
    """Does an act name a piece that neither the seat knows nor its questions and answers name?"""
    units = named((), (act,))
    if all(knows(d, seat, unit) for unit in units):
        return False
    return not units <= named(own, answers(d))


def knows(d: Draft, seat: Seat, unit: Unit) -> bool:
    """Is it a piece that the seat has, or one of its own in enemy hands that it sees?"""
    if not d.is_there(unit):
        return False
    side, piece = owner_of(unit), d.piece(unit)
    if keeper(side, piece) == seat:
        return side == seat or not piece.is_out
    return side == seat and (piece.is_out or (piece.where is Where.MAP and not piece.marks & UNSEEN))


@cache
def _parts(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields by which an answer names units."""
    return tuple(part for part in ("unit", "by") if part in kind.__struct_fields__)


def named(questions: Iterable[Naming], acts: Iterable[Act] = ()) -> set[Unit]:
    """The units that questions and answers name."""
    found = {getattr(act, part) for act in acts for part in _parts(type(act))}
    for question in questions:
        found.update(question.pieces())
    return {unit for unit in found if unit >= 0}
