"""The units of a report, one after the other: what may be said of each, and what comes of it."""

from collections.abc import Iterator

from berlin.campaign.book.charts import Branch
from berlin.campaign.purchases.prices import is_branch
from berlin.campaign.question import CampaignQuestion
from berlin.campaign.report.acts import (
    Fired,
    Reported,
    Silenced,
    Sniped,
    Tell,
)
from berlin.campaign.report.telling import Telling
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.squad.board.names import Unit, piece_of, unit_of
from berlin.squad.board.pieces import Mark, Where, keeper


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

    def pieces(self) -> Iterator[Unit]:
        yield from self.told

    def answers(self, d: Draft) -> list[Act]:
        told = set(self.told)
        acts: list[Act] = [Tell(unit) for unit in tellable(d, self.seat) if unit not in told]
        acts += map(Fired, modules(d, self.seat))
        acts += map(Silenced, silencers(d, self.seat))
        acts += map(Sniped, range(d.accounts[self.seat].san))
        return [*acts, Reported()]

    def why_not(self, d: Draft, act: Act) -> Refusal:
        rule = d.book.cite("battle.report")
        if isinstance(act, Fired):
            return Refusal(rule, "this is no module that you had for this battle")
        if isinstance(act, Silenced):
            return d.refusal("battle.silenced", "this is no Counter Battery Module that you had")
        if isinstance(act, Sniped):
            san = d.accounts[self.seat].san
            return d.refusal("battle.sniped", f"the SAN is {san}, and only falls in play: to 0 at most")
        if not isinstance(act, Tell):
            return Refusal(rule, "this is not asked now")
        side, number = piece_of(act.unit)
        if act.unit in self.told:
            return Refusal(rule, "this unit was told of already")
        if side != self.seat:
            return Refusal(rule, "the other side tells of its own units")
        if number >= len(d.pieces[side]):
            return Refusal(rule, "your side never had this unit")
        if d.pieces[side][number].where is Where.MAINTENANCE:
            return Refusal(rule, "it was away for ammunition")
        return Refusal(rule, f"it is out of the campaign: {d.pieces[side][number].fate or 'gone'}")

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
    for side in (1, 0):
        d.frames.append(Reporting(Seat(side)))


FIRING = (Branch.OBA, Branch.BOMBARDMENT)


def tellable(d: Draft, side: int) -> list[Unit]:
    """The units of a side of which something may be said: those that it has, or sees in enemy hands."""
    return [
        unit_of(side, number)
        for number, piece in d.at_hand(side)
        if piece.where is not Where.MAINTENANCE
        and (
            keeper(side, piece) == side
            or (piece.where is Where.MAP and not piece.marks & (Mark.CONCEALED | Mark.HIDDEN))
        )
    ]


def modules(d: Draft, side: int) -> list[int]:
    """The groups that may have fired: not the modules that stayed out of this scenario."""
    return [
        number
        for number, group in enumerate(d.groups[side])
        if group.onboard and not group.gone and not group.used and is_branch(d, side, group, *FIRING)
    ]


def silencers(d: Draft, side: int) -> list[int]:
    """The Counter Battery Modules that may have been Eliminated."""
    return [
        number
        for number, group in enumerate(d.groups[side])
        if not group.gone and is_branch(d, side, group, Branch.COUNTER_BATTERY)
    ]
