"""The units of a report, one after the other: what may be said of each, and what comes of it."""

from collections.abc import Collection, Iterator

from berlin.campaign.book.charts import Branch
from berlin.campaign.purchases.prices import is_branch
from berlin.campaign.question import CampaignQuestion, Reason
from berlin.campaign.report.acts import (
    Fired,
    Reported,
    Silenced,
    Sniped,
    Tell,
)
from berlin.campaign.report.telling import Telling
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, Seat, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Condition, refuse, within
from berlin.squad.board.names import owner_of
from berlin.squad.board.pieces import Mark, Piece, Where, keeper


class Reporting(CampaignQuestion, frozen=True, gc=False):
    """What became of this side's units? Those of which nothing is said are where they were, unhurt."""

    told: tuple[Unit, ...] = ()

    acts = (Tell, Fired, Silenced, Sniped, Reported)
    on_paper = True
    topic = "battle.units"
    asks = "After the battle: what became of which unit?"
    why = (
        "Only units that fell, moved or changed need a word; all others are "
        "taken to be where they were, unhurt."
    )
    refuses = (
        Reason("battle.report", "this is no module that you had for this battle", Fired),
        Reason("battle.silenced", "this is no Counter Battery Module that you had", Silenced),
        Reason("battle.report", "this is not asked now"),
    )

    def pieces(self) -> Iterator[Unit]:
        yield from self.told

    def answers(self, d: Draft) -> list[Act]:
        acts: list[Act] = list(map(Tell, tellable(d, self.seat, self.told)))
        acts += map(Fired, modules(d, self.seat))
        acts += map(Silenced, silencers(d, self.seat))
        acts += map(Sniped, range(d.accounts[self.seat].san))
        return [*acts, Reported()]

    def why_not(self, d: Draft, act: Act) -> Refusal:
        if isinstance(act, Tell):
            return refuse(_limits(d, self.seat, self.told), act.unit)
        if isinstance(act, Sniped):
            san = d.accounts[self.seat].san
            return d.refusal("battle.sniped", f"the SAN is {san}, and only falls in play: to 0 at most")
        return super().why_not(d, act)

    def carry_out(self, d: Draft, act: Act) -> None:
        match act:
            case Tell():
                d.frames[-1] = Reporting(self.seat, (*self.told, act.unit))
                d.frames.append(Telling(self.seat, act.unit))
            case Fired():
                group = d.groups[self.seat][act.group]
                bombs = d.book.charts[self.seat][group.line].branch is Branch.BOMBARDMENT
                d.group(self.seat, act.group, used=True, gone="fired" if bombs else "")
            case Silenced():
                d.group(self.seat, act.group, gone="Eliminated")
                name = d.side_name(self.seat)
                d.say(
                    "report",
                    f"{name}: a Counter Battery Module is Eliminated",
                    d.book.cite("battle.silenced"),
                )
            case Sniped():
                d.account(self.seat, san=act.san)
                text = f"{d.side_name(self.seat)}: snipers are lost, the SAN is {act.san}"
                d.say("report", text, d.book.cite("battle.sniped"))
            case _:
                d.frames.pop()


def begin(d: Draft) -> None:
    """The defender's units first."""
    for side in reversed(BOTH):
        d.frames.append(Reporting(side))


FIRING = (Branch.OBA, Branch.BOMBARDMENT)


def tellable(d: Draft, side: Seat, told: Collection[Unit] = ()) -> list[Unit]:
    """The units of a side of which something may be said, besides those of which it was."""
    units = (unit for unit, _ in d.at_hand(side))
    return within(units, _limits(d, side, told))


def _limits(d: Draft, side: Seat, told: Collection[Unit]) -> tuple[Condition[Unit], ...]:
    """What narrows them."""
    rule, told = d.book.cite("battle.report"), set(told)

    def piece(unit: Unit) -> Piece:
        return d.piece(unit)

    return (
        Condition(lambda unit: unit not in told, rule, "this unit was told of already"),
        Condition(lambda unit: owner_of(unit) == side, rule, "the other side tells of its own units"),
        Condition(d.is_there, rule, "your side never had this unit"),
        Condition(
            lambda unit: piece(unit).where is not Where.MAINTENANCE, rule, "it was away for ammunition"
        ),
        Condition(
            lambda unit: not piece(unit).is_out and _is_known(side, piece(unit)),
            rule,
            lambda unit: f"it is out of the campaign: {piece(unit).fate or 'gone'}",
        ),
    )


def _is_known(side: Seat, piece: Piece) -> bool:
    """Does its own side have it, or see it in enemy hands?"""
    seen = piece.where is Where.MAP and not piece.marks & (Mark.CONCEALED | Mark.HIDDEN)
    return keeper(side, piece) == side or seen


def modules(d: Draft, side: Seat) -> list[int]:
    """The groups that may have fired: not the modules that stayed out of this scenario."""
    return [
        number
        for number, group in enumerate(d.groups[side])
        if group.onboard and not group.gone and not group.used and is_branch(d, side, group, *FIRING)
    ]


def silencers(d: Draft, side: Seat) -> list[int]:
    """The Counter Battery Modules that may have been Eliminated."""
    return [
        number
        for number, group in enumerate(d.groups[side])
        if not group.gone and is_branch(d, side, group, Branch.COUNTER_BATTERY)
    ]
