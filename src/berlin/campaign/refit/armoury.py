"""Support weapons and Guns are dismantled, assembled or thrown away, each at most once."""

from berlin.campaign.aftermath.salvage import Scrap
from berlin.campaign.holdings import MAIN, men, part, retained
from berlin.campaign.question import Done, WhileOpen
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import FIRST, SECOND, Seat, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Condition, refusal, within
from berlin.squad.board.counters import Counter, Sort
from berlin.squad.board.pieces import Mark, Piece

ARMS = frozenset((Sort.WEAPON, Sort.RADIO, Sort.GUN))
UNCHANGED = "it can't be dismantled, or is so already"


class Dismantle(Act, frozen=True, gc=False):
    """Take a weapon apart."""

    verb = "dismantle"
    says = "Dismantle {unit}"

    unit: Unit


class Assemble(Act, frozen=True, gc=False):
    """Put a weapon together."""

    verb = "assemble"
    says = "Assemble {unit}"

    unit: Unit


class Armoury(WhileOpen, frozen=True, gc=False):
    """Which weapons are dismantled, assembled or Eliminated? `handled` are those that were."""

    handled: tuple[Unit, ...] = ()

    acts = (Dismantle, Assemble, Scrap, Done)
    topic = "armoury.weapons"
    asks = "Dismantle, assemble or Eliminate weapons?"
    why = "A dismantled weapon is carried more easily, and one that you can't keep is better Eliminated."

    def answers(self, d: Draft) -> list[Act]:
        kept, acts = _kept(d, self.seat), list[Act]()
        for unit in within(kept, _limits(d, self, kept)):
            acts += [Scrap(unit), *_changes(unit, d.counter(unit), kept[unit])]
        return [*acts, Done()]

    def why_not(self, d: Draft, act: Act) -> Refusal:
        if not isinstance(act, Scrap | Dismantle | Assemble):
            return d.refusal("armoury.weapons", "this is not asked now")
        found = refusal(_limits(d, self, _kept(d, self.seat)), act.unit)
        return found or d.refusal("armoury.weapons", UNCHANGED)

    def carry_out(self, d: Draft, act: Act) -> None:
        match act:
            case Scrap():
                d.lose(act.unit, "thrown away", scored=False)
            case Dismantle():
                d.mark(act.unit, on=Mark.DISMANTLED)
            case Assemble():
                d.mark(act.unit, off=Mark.DISMANTLED)
            case _:
                d.frames.pop()
                return
        d.frames[-1] = Armoury(self.seat, (*self.handled, act.unit))


def begin(d: Draft) -> None:
    d.frames += [Armoury(SECOND), Armoury(FIRST)]


def _kept(d: Draft, side: Seat) -> dict[Unit, Piece]:
    return dict(retained(d, side))


def _limits(d: Draft, frame: Armoury, kept: dict[Unit, Piece]) -> tuple[Condition[Unit], ...]:
    """Which of the pieces that a side has may be handled."""
    rule, side = d.book.cite("armoury.weapons"), frame.seat
    manned = {where: bool(men(d, side, where)) for where in range(MAIN, len(d.zones))}
    return (
        Condition(kept.__contains__, rule, "only a weapon that you Retain is handled"),
        Condition(lambda unit: unit not in frame.handled, rule, "it was handled already"),
        Condition(
            lambda unit: manned[part(d, kept[unit])], rule, "no Personnel is Retained in that Perimeter Area"
        ),
        Condition(lambda unit: d.counter(unit).sort in ARMS, rule, UNCHANGED),
    )


def _changes(unit: Unit, counter: Counter, piece: Piece) -> list[Act]:
    if not counter.dismantled:
        return []
    return [Assemble(unit) if piece.has(Mark.DISMANTLED) else Dismantle(unit)]
