"""The leaders of new groups: of companies, of platoons, of armor."""

from collections.abc import Iterable

from berlin.campaign.aftermath.commanders import Mount
from berlin.campaign.book.charts import Branch, Note, Offer
from berlin.campaign.question import CampaignQuestion, Reason
from berlin.campaign.refit.replenishment import historical
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import Seat, Unit
from berlin.kernel.play.acts import Act
from berlin.squad.board.counters import Sort
from berlin.squad.board.names import holder_of, owner_of
from berlin.squad.board.tables import Table
from berlin.squad.rules.rolls import roll_on_table

ARMOR = "AL-"
"""What an armor leader's kind begins with, in the words of a table."""


class Leading(CampaignQuestion, frozen=True, gc=False):
    """Which AFV of his platoon does this new armor leader have?"""

    unit: Unit

    acts = (Mount,)
    topic = "strength.armor_leader"
    asks = "Which AFV of his platoon does {unit} have?"
    why = "The armor leader's modifier helps the vehicle he is in: the best one, as a rule."
    refuses = (
        Reason("strength.armor_leader", "only an AFV of his own platoon that has no armor leader will do"),
    )

    def prompt(self, d: Draft) -> str:
        return self.asks.format(unit=d.name(self.unit))

    def still_asks(self, d: Draft) -> bool:
        """Between vehicles that are alike in all there is nothing to choose."""
        found = unled(d, owner_of(self.unit), d.piece(self.unit).group)
        if len({(piece.kind, piece.marks) for piece in map(d.piece, found)}) > 1:
            return True
        d.frames.pop()
        if found:
            d.hand(self.unit, found[0])
        return False

    def answers(self, d: Draft) -> list[Act]:
        return [Mount(unit) for unit in unled(d, owner_of(self.unit), d.piece(self.unit).group)]

    def carry_out(self, d: Draft, act: Act) -> None:
        assert isinstance(act, Mount)
        d.frames.pop()
        d.hand(self.unit, act.unit)


def table_of(d: Draft, side: Seat, offer: Offer) -> str:
    """The table on which a group's leaders are rolled for; "" if it has none.

    A platoon of infantry has its own leader and no others.
    """
    if offer.branch is Branch.VEHICLES:
        return "armor" if Note.LEADER in offer.notes else ""
    if offer.branch is not Branch.INFANTRY:
        return ""
    if Note.LEADER in offer.notes:
        return "platoon"
    return f"leaders.{d.book.sides[side]}" if Note.ALLOTTED in offer.notes else ""


def reasons(d: Draft, side: Seat, table: Table, tags: Iterable[str], depleted: bool) -> dict[str, int]:
    """What is added to the roll, by reason and amount."""
    words = {*tags, d.book.sides[side]} | ({"depleted"} if depleted else set())
    found = {when: 1 for when in table.drms if when in words}
    if "historical" in table.drms:
        found["historical"] = historical(d, side)
    return found


def roll_leaders(d: Draft, side: Seat, offer: Offer, depleted: bool) -> list[str]:
    """The kinds of leaders that come with a group."""
    key = table_of(d, side, offer)
    return roll_on(d, side, key, (offer.id, *offer.tags), offer.called, depleted) if key else []


def roll_on(
    d: Draft, side: Seat, key: str, tags: Iterable[str], about: str, depleted: bool = False
) -> list[str]:
    """One secret roll: the kinds of leaders, if any."""
    table = d.book.tables[key]
    _, result = roll_on_table(d, key, reasons(d, side, table, tags, depleted), about, side, unseen=True)
    prefix = ARMOR if key == "armor" else ""
    return [d.book.market.kind(side, prefix + word) for word in result.split()]


def unled(d: Draft, side: Seat, group: int) -> list[Unit]:
    """The AFV of a group without an armor leader."""
    led = {holder_of(u, p) for u, p in d.at_hand(side) if d.counter(u).sort is Sort.COMMANDER}
    return [
        unit
        for unit, piece in d.at_hand(side)
        if piece.group == group and d.counter(unit).afv and unit not in led
    ]
