"""The leaders of new groups: of companies, of platoons, of armor."""

from collections.abc import Iterable

from berlin.campaign.aftermath.commanders import Mount
from berlin.campaign.charts import Branch, Note, Offer
from berlin.campaign.counters import Sort
from berlin.campaign.names import piece_of, unit_of
from berlin.campaign.refit.replenishment import historical
from berlin.campaign.rolls import rolled
from berlin.campaign.state import Draft
from berlin.campaign.tables import Table
from berlin.kernel.acts import Act
from berlin.kernel.frames import Frame
from berlin.kernel.rules import Refusal

ARMOR = "AL-"
"""What an armor leader's kind begins with, in the words of a table."""


class Leading(Frame, frozen=True, gc=False):
    """Which AFV of his platoon does this new armor leader have?"""

    unit: int


def table_of(d: Draft, side: int, offer: Offer) -> str:
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


def reasons(d: Draft, side: int, table: Table, tags: Iterable[str], depleted: bool) -> dict[str, int]:
    """What is added to the roll, by reason and amount."""
    words = {*tags, d.book.sides[side]} | ({"depleted"} if depleted else set())
    found = {when: 1 for when in table.drms if when in words}
    if "historical" in table.drms:
        found["historical"] = historical(d, side)
    return found


def roll_leaders(d: Draft, side: int, offer: Offer, depleted: bool) -> list[str]:
    """The kinds of leaders that come with a group."""
    key = table_of(d, side, offer)
    return roll_on(d, side, key, (offer.id, *offer.tags), offer.id, depleted) if key else []


def roll_on(
    d: Draft, side: int, key: str, tags: Iterable[str], about: str, depleted: bool = False
) -> list[str]:
    """One secret roll: the kinds of leaders, if any."""
    table = d.book.tables[key]
    _, result = rolled(d, key, reasons(d, side, table, tags, depleted), about, side, unseen=True)
    prefix = ARMOR if key == "armor" else ""
    return [d.book.market.kind(side, prefix + word) for word in result.split()]


def unled(d: Draft, side: int, group: int) -> list[int]:
    """The AFV of a group without an armor leader."""
    led = {p.holder for n, p in d.at_hand(side) if d.counter(side, n).sort is Sort.COMMANDER}
    return [
        number
        for number, piece in d.at_hand(side)
        if piece.group == group and d.counter(side, number).afv and number not in led
    ]


def settle_leading(d: Draft, frame: Leading) -> bool:
    """Between vehicles that are alike in all there is nothing to choose."""
    side, leader = piece_of(frame.unit)
    found = unled(d, side, d.pieces[side][leader].group)
    if len({(d.pieces[side][number].kind, d.pieces[side][number].marks) for number in found}) > 1:
        return True
    d.frames.pop()
    if found:
        d.change(side, leader, holder=found[0])
    return False


def options_leading(d: Draft, frame: Leading) -> list[Act]:
    side, leader = piece_of(frame.unit)
    return [Mount(unit_of(side, number)) for number in unled(d, side, d.pieces[side][leader].group)]


def answer_leading(d: Draft, frame: Leading, act: Act) -> None:
    assert isinstance(act, Mount)
    d.frames.pop()
    d.change(*piece_of(frame.unit), holder=piece_of(act.unit)[1])


def refuse_leading(d: Draft, frame: Leading, act: Act) -> Refusal:
    return Refusal(d.book.market.led, "only an AFV of his own platoon that has no armor leader will do")
