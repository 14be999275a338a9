"""Events that ask for a space or a unit: one that all limits leave, or it is told why not."""

from collections.abc import Iterable
from itertools import chain
from typing import ClassVar

from berlin.games.noretreat.board.ground import Space, spaces_of
from berlin.games.noretreat.board.names import SIDES
from berlin.games.noretreat.board.units import RANGES, SIDE
from berlin.games.noretreat.rules.conditions import must
from berlin.games.noretreat.rules.events.registry import Asking, Pick
from berlin.games.noretreat.state.actions import Action, At, Choose, Flip, Lose, Place
from berlin.games.noretreat.state.state import Draft
from berlin.kernel.contract.ids import OTHER, Seat, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.limits import Condition, Limit, Narrowing, refusal, room, within


def is_of(d: Draft, side: Seat, rule: str) -> Condition[Unit]:
    return must(d, lambda unit: SIDE[unit] == side, rule, f"is no {SIDES[side]} unit")


class AsksSpace(Asking):
    """Which space? `nothing` is told where there is none; "" where it may be played all the same."""

    nothing = ""

    def limits(self, d: Draft, data: tuple[int, ...]) -> tuple[Limit, ...]:
        """What a space must be, after what was answered so far."""
        raise NotImplementedError

    def limit(self, allowed: int, reason: str) -> Limit:
        """One that the card itself draws."""
        return Limit(allowed, self.rule, reason)

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        return self.no(self.nothing) if self.nothing and not room(self.limits(d, ())) else None

    def options(self, d: Draft, frame: Pick) -> list[Action]:
        return [At(space) for space in spaces_of(room(self.limits(d, frame.data)))]

    def refuse_answer(self, d: Draft, frame: Pick, action: Action) -> Refusal:
        found = refusal(self.limits(d, frame.data), action.space) if isinstance(action, At) else None
        return found or super().refuse_answer(d, frame, action)


class AsksUnit(Asking):
    """Which unit? It is told by an act of this kind, and is the enemy's if the card says so."""

    enemy = False
    act: ClassVar[type[Choose | Lose | Flip]] = Choose
    nothing = ""

    def conditions(self, d: Draft, data: tuple[int, ...]) -> tuple[Narrowing[Unit], ...]:
        """What a unit of the side must be, after what was answered so far."""
        raise NotImplementedError

    @property
    def _side(self) -> Seat:
        return OTHER[self.half.side] if self.enemy else self.half.side

    def units(self, d: Draft, data: tuple[int, ...] = ()) -> list[Unit]:
        return within(RANGES[self._side], self.conditions(d, data))

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        return self.no(self.nothing) if self.nothing and not self.units(d) else None

    def options(self, d: Draft, frame: Pick) -> list[Action]:
        return [self.act(unit) for unit in self.units(d, frame.data)]

    def refuse_answer(self, d: Draft, frame: Pick, action: Action) -> Refusal:
        limits = (is_of(d, self._side, self.rule), *self.conditions(d, frame.data))
        found = refusal(limits, action.unit) if isinstance(action, self.act) else None
        return found or super().refuse_answer(d, frame, action)


class AsksPlace(Asking):
    """Which unit comes in, and where?"""

    nothing = ""

    def unit_limits(self, d: Draft, unit: Unit) -> Iterable[Limit]:
        """What narrows where this unit of the side comes in, if at all."""
        raise NotImplementedError

    def limits(self, d: Draft) -> Iterable[Limit]:
        """What narrows it for all of them."""
        return ()

    def places(self, d: Draft) -> list[Action]:
        units = ((unit, room(self.unit_limits(d, unit))) for unit in RANGES[self.half.side])
        able = [(unit, own) for unit, own in units if own]
        board = room(self.limits(d)) if able else 0
        return [Place(unit, space) for unit, own in able for space in spaces_of(own & board)]

    def refuse(self, d: Draft, seat: Seat, moment: str, way: str) -> Refusal | None:
        return None if self.places(d) else self.no(self.nothing)

    def refuse_answer(self, d: Draft, frame: Pick, action: Action) -> Refusal:
        found = self._refuse_place(d, action.unit, action.space) if isinstance(action, Place) else None
        return found or super().refuse_answer(d, frame, action)

    def _refuse_place(self, d: Draft, unit: Unit, space: Space) -> Refusal | None:
        found = refusal((is_of(d, self.half.side, self.rule),), unit)
        return found or refusal(chain(self.unit_limits(d, unit), self.limits(d)), space)
