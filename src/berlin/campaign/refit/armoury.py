"""Support weapons and Guns are dismantled, assembled or thrown away, each at most once."""

from berlin.campaign.aftermath.salvage import Scrap
from berlin.campaign.counters import Counter, Sort
from berlin.campaign.holdings import MAIN, men, part, retained
from berlin.campaign.names import piece_of, unit_of
from berlin.campaign.pieces import Mark, Piece
from berlin.campaign.state import Draft
from berlin.campaign.upkeep import Done
from berlin.kernel.acts import Act
from berlin.kernel.frames import Frame
from berlin.kernel.rules import Refusal

ARMS = frozenset((Sort.WEAPON, Sort.RADIO, Sort.GUN))


class Armoury(Frame, frozen=True, gc=False):
    """Which weapons are dismantled, assembled or Eliminated? `handled` are those that were."""

    handled: tuple[int, ...] = ()


class Dismantle(Act, frozen=True, gc=False):
    """Take a weapon apart."""

    unit: int


class Assemble(Act, frozen=True, gc=False):
    """Put a weapon together."""

    unit: int


def begin(d: Draft) -> None:
    d.frames += [Armoury(1), Armoury(0)]


def settle_armoury(d: Draft, frame: Armoury) -> bool:
    if len(options_armoury(d, frame)) > 1:
        return True
    d.frames.pop()
    return False


def options_armoury(d: Draft, frame: Armoury) -> list[Act]:
    side, acts = frame.seat, list[Act]()
    parts = {where: bool(men(d, side, where)) for where in range(MAIN, len(d.zones))}
    for owner, number, piece in retained(d, side):
        unit, counter = unit_of(owner, number), d.counter(owner, number)
        if counter.sort not in ARMS or unit in frame.handled:
            continue
        if parts[part(d, piece)]:
            acts += [Scrap(unit), *_changes(unit, counter, piece)]
    return [*acts, Done()]


def _changes(unit: int, counter: Counter, piece: Piece) -> list[Act]:
    if not counter.dismantled:
        return []
    return [Assemble(unit) if piece.has(Mark.DISMANTLED) else Dismantle(unit)]


def answer_armoury(d: Draft, frame: Armoury, act: Act) -> None:
    match act:
        case Scrap():
            d.lose(*piece_of(act.unit), "thrown away", scored=False)
        case Dismantle():
            d.mark(*piece_of(act.unit), on=Mark.DISMANTLED)
        case Assemble():
            d.mark(*piece_of(act.unit), off=Mark.DISMANTLED)
        case _:
            d.frames.pop()
            return
    d.frames[-1] = Armoury(frame.seat, (*frame.handled, act.unit))


def refuse_armoury(d: Draft, frame: Armoury, act: Act) -> Refusal:
    rule, side = d.book.upkeep.armoury, frame.seat
    if not isinstance(act, Scrap | Dismantle | Assemble):
        return Refusal(rule, "this is not asked now")
    owner, number = piece_of(act.unit)
    if (owner, number) not in {kept[:2] for kept in retained(d, side)}:
        return Refusal(rule, "only a weapon that you Retain is handled")
    if act.unit in frame.handled:
        return Refusal(rule, "it was handled already")
    if not men(d, side, part(d, d.pieces[owner][number])):
        return Refusal(rule, "no Personnel is Retained in that Perimeter Area")
    return Refusal(rule, "it can't be dismantled, or is so already")
