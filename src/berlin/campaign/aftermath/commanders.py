"""Armor leaders: who is in an AFV stays in it; who has lost his, or left it, is given another."""

from collections.abc import Collection, Iterable, Sequence

from berlin.campaign.holdings import AT_HAND
from berlin.campaign.question import WhileOpen
from berlin.campaign.retained import own
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, Seat, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Condition, refuse, within
from berlin.squad.board.counters import Sort
from berlin.squad.board.names import owner_of, unit_of
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
        return self.asks.format(unit=d.name(self.unit))

    def is_open(self, d: Draft) -> bool:
        return bool(free_vehicles(d, self.seat))

    def answers(self, d: Draft) -> list[Act]:
        free = free_vehicles(d, self.seat)
        kin = _kin(d, self, free)
        acts: list[Act] = list(map(Mount, within(free, kin)))
        return acts if kin else [*acts, Wait()]

    def why_not(self, d: Draft, act: Act) -> Refusal:
        free = free_vehicles(d, self.seat)
        kin = _kin(d, self, free)
        if isinstance(act, Mount):
            return refuse((*_open(d, self.seat, free), *kin), act.unit)
        return Refusal(kin[0].rule, f"{kin[0].reason}: he must go into it")

    def carry_out(self, d: Draft, act: Act) -> None:
        d.frames.pop()
        if isinstance(act, Mount):
            there = d.piece(act.unit)
            d.hand(self.unit, act.unit)
            d.change(self.unit, where=there.where, space=there.space, level=there.level)


def begin(d: Draft) -> None:
    """Who has an AFV of his platoon left is asked first, so that nobody else takes it."""
    for side in reversed(BOTH):
        free = free_vehicles(d, side)
        for unit in sorted(unmounted(d, side), key=lambda one: (bool(_platoon(d, one, free)), -one)):
            d.frames.append(Mounting(side, unit))


def unmounted(d: Draft, side: Seat) -> list[Unit]:
    """The armor leaders without a vehicle who are not Isolated."""
    return [
        unit
        for unit, piece in own(d, side)
        if d.counter(unit).sort is Sort.COMMANDER and piece.holder < 0 and not d.is_isolated(piece)
    ]


def free_vehicles(d: Draft, side: Seat) -> list[Unit]:
    """The manned AFV at hand that are not Isolated and have no armor leader."""
    led = _led(d, side)
    return [
        unit
        for unit, piece in own(d, side)
        if d.counter(unit).sort is Sort.VEHICLE
        and d.counter(unit).afv
        and unit not in led
        and piece.where in AT_HAND
        and not piece.has(Mark.ABANDONED)
        and not d.is_isolated(piece)
    ]


def _led(d: Draft, side: Seat) -> set[Unit]:
    """The vehicles that have an armor leader."""
    leaders = (piece for unit, piece in own(d, side) if d.counter(unit).sort is Sort.COMMANDER)
    return {unit_of(side, piece.holder) for piece in leaders if piece.holder >= 0}


def types(d: Draft, unit: Unit) -> set[str]:
    """The kinds of vehicle that he came with."""
    group = d.piece(unit).group
    return {
        piece.kind
        for n, piece in d.listed(owner_of(unit))
        if group >= 0 and piece.group == group and d.counter(n).sort is Sort.VEHICLE
    }


def _platoon(d: Draft, unit: Unit, vehicles: Iterable[Unit]) -> list[Unit]:
    """Those of these vehicles that came with him."""
    group = d.piece(unit).group
    return [one for one in vehicles if group >= 0 and d.piece(one).group == group]


def _open(d: Draft, side: Seat, free: Collection[Unit]) -> tuple[Condition[Unit], ...]:
    """What narrows the vehicles to those that are free, whoever needs one."""
    led = _led(d, side)
    return (
        Condition(
            lambda unit: unit not in led,
            d.book.cite("hardening.armor"),
            "an armor leader who is in a vehicle keeps it",
        ),
        Condition(
            free.__contains__,
            d.book.cite("hardening.armor_moves"),
            "only a manned AFV of your own that is not Isolated will do",
        ),
    )


def _kin(d: Draft, frame: Mounting, free: Sequence[Unit]) -> tuple[Condition[Unit], ...]:
    """What narrows them to those of his own platoon, or else of its type, where there are any."""
    if own := _platoon(d, frame.unit, free):
        told = "there is an AFV of his own platoon"
        return (Condition(own.__contains__, d.book.cite("hardening.platoon"), told),)
    like = types(d, frame.unit)
    if same := [unit for unit in free if d.piece(unit).kind in like]:
        told = "there is an AFV of his own type"
        return (Condition(same.__contains__, d.book.cite("hardening.armor_moves"), told),)
    return ()
