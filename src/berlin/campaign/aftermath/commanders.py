"""Armor leaders: who is in an AFV stays in it; who has lost his, or left it, is given another."""

from collections.abc import Iterable

from berlin.campaign.holdings import AT_HAND
from berlin.campaign.question import WhileOpen
from berlin.campaign.retained import own
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Condition, refuse, within
from berlin.squad.board.counters import Sort
from berlin.squad.board.names import Unit, piece_of, unit_of
from berlin.squad.board.pieces import Mark


class Mount(Act, frozen=True, gc=False):
    """He goes into this AFV."""

    verb = "mount"
    says = "Put him into {unit}"

    unit: Unit


class Wait(Act, frozen=True, gc=False):
    """He goes into none yet."""

    verb = "wait"
    says = "Put him into none yet"


class Mounting(WhileOpen, frozen=True, gc=False):
    """Into which AFV does this armor leader go?"""

    unit: Unit

    acts = (Mount, Wait)
    topic = "hardening.armor_moves"
    asks = "Into which AFV does {unit} go?"
    why = "An armor leader without a vehicle is given another, of his own platoon or type where there is one."

    def prompt(self, d: Draft) -> str:
        return self.asks.format(unit=d.name(*piece_of(self.unit)))

    def is_open(self, d: Draft) -> bool:
        return bool(places(d, self))

    def answers(self, d: Draft) -> list[Act]:
        acts: list[Act] = list(map(Mount, places(d, self)))
        return acts if _kin(d, self) else [*acts, Wait()]

    def why_not(self, d: Draft, act: Act) -> Refusal:
        kin = _kin(d, self)
        if isinstance(act, Wait) and kin:
            return Refusal(kin.rule, f"{kin.reason}: he must go into it")
        assert isinstance(act, Mount)
        return refuse(_limits(d, self), act.unit)

    def carry_out(self, d: Draft, act: Act) -> None:
        d.frames.pop()
        if isinstance(act, Mount):
            side, vehicle = piece_of(act.unit)
            there = d.pieces[side][vehicle]
            d.change(
                *piece_of(self.unit), holder=vehicle, where=there.where, space=there.space, level=there.level
            )


def begin(d: Draft) -> None:
    """Who has an AFV of his platoon left is asked first, so that nobody else takes it."""
    for side in (1, 0):
        free = free_vehicles(d, side)
        for number in sorted(unmounted(d, side), key=lambda one: (bool(_platoon(d, side, one, free)), -one)):
            d.frames.append(Mounting(side, unit_of(side, number)))


def unmounted(d: Draft, side: int) -> list[int]:
    """The armor leaders without a vehicle who are not Isolated."""
    return [
        number
        for number, piece in own(d, side)
        if d.counter(side, number).sort is Sort.COMMANDER and piece.holder < 0 and not d.is_isolated(piece)
    ]


def free_vehicles(d: Draft, side: int) -> list[int]:
    """The manned AFV at hand that are not Isolated and have no armor leader."""
    led = _led(d, side)
    return [
        number
        for number, piece in own(d, side)
        if d.counter(side, number).sort is Sort.VEHICLE
        and d.counter(side, number).afv
        and number not in led
        and piece.where in AT_HAND
        and not piece.has(Mark.ABANDONED)
        and not d.is_isolated(piece)
    ]


def _led(d: Draft, side: int) -> set[int]:
    """The vehicles that have an armor leader."""
    return {piece.holder for number, piece in own(d, side) if d.counter(side, number).sort is Sort.COMMANDER}


def types(d: Draft, side: int, number: int) -> set[str]:
    """The kinds of vehicle that he came with."""
    group = d.pieces[side][number].group
    return {
        piece.kind
        for n, piece in enumerate(d.pieces[side])
        if group >= 0 and piece.group == group and d.counter(side, n).sort is Sort.VEHICLE
    }


def _platoon(d: Draft, side: int, number: int, vehicles: Iterable[int]) -> list[int]:
    """Those of these vehicles that came with him."""
    group = d.pieces[side][number].group
    return [vehicle for vehicle in vehicles if group >= 0 and d.pieces[side][vehicle].group == group]


def places(d: Draft, frame: Mounting) -> list[Unit]:
    """The vehicles he may be given."""
    units = (unit_of(frame.seat, vehicle) for vehicle in free_vehicles(d, frame.seat))
    return within(units, _limits(d, frame))


def _limits(d: Draft, frame: Mounting) -> list[Condition[Unit]]:
    """What narrows the choice of his vehicle."""
    side, cite, kin = frame.seat, d.book.cite, _kin(d, frame)
    led = {unit_of(side, vehicle) for vehicle in _led(d, side)}
    free = {unit_of(side, vehicle) for vehicle in free_vehicles(d, side)}
    return [
        Condition(
            lambda unit: unit not in led,
            cite("hardening.armor"),
            "an armor leader who is in a vehicle keeps it",
        ),
        Condition(
            free.__contains__,
            cite("hardening.armor_moves"),
            "only a manned AFV of your own that is not Isolated will do",
        ),
        *([kin] if kin else ()),
    ]


def _kin(d: Draft, frame: Mounting) -> Condition[Unit] | None:
    """A vehicle of his own platoon, or else of its type, is one that he must take; None if there is none."""
    side, number = piece_of(frame.unit)
    free, like = free_vehicles(d, side), types(d, side, number)
    if own := {unit_of(side, vehicle) for vehicle in _platoon(d, side, number, free)}:
        platoon = "there is an AFV of his own platoon"
        return Condition(own.__contains__, d.book.cite("hardening.platoon"), platoon)
    same = {unit_of(side, vehicle) for vehicle in free if d.pieces[side][vehicle].kind in like}
    if not same:
        return None
    return Condition(
        same.__contains__, d.book.cite("hardening.armor_moves"), "there is an AFV of his own type"
    )
