"""What a Reinforcement Group costs, and what of the CPP is still free for it."""

from collections.abc import Sequence

from berlin.campaign.book.charts import Branch, Note, Offer
from berlin.campaign.state.state import Draft, Group
from berlin.kernel.contract.ids import Place, Seat
from berlin.kernel.contract.rules import Modifier, Tally

FIRST = 1
"""The CG Date of the Initial Scenario."""
UNTOLD = Place(-2)
"""A hex that is paid for and not yet told."""
SETS_UP = frozenset((Branch.INFANTRY, Branch.WEAPONS, Branch.VEHICLES, Branch.GUNS))


def offer_of(d: Draft, side: Seat, group: Group) -> Offer | None:
    """A group's line; None for counters that were given."""
    return None if group.line < 0 else d.book.charts[side][group.line]


def line_of(d: Draft, side: Seat, line: str) -> int:
    """The number of the line with this id; -1 if there is none."""
    return next((n for n, offer in enumerate(d.book.charts[side]) if offer.id == line), -1)


def is_branch(d: Draft, side: Seat, group: Group, *branches: Branch) -> bool:
    offer = offer_of(d, side, group)
    return offer is not None and offer.branch in branches


def has_note(d: Draft, side: Seat, group: Group, note: Note) -> bool:
    offer = offer_of(d, side, group)
    return offer is not None and note in offer.notes


def is_rocket(d: Draft, side: Seat, group: Group) -> bool:
    """A module that comes with an Offboard Observer."""
    offer = offer_of(d, side, group)
    return offer is not None and offer.module is not None and offer.module.is_rocket


def has_own_observer(d: Draft, side: Seat, group: Group) -> bool:
    """Was an observer paid for with this group? A module's own is paid for with the observer's."""
    return is_branch(d, side, group, Branch.OBSERVER) or is_rocket(d, side, group)


def is_of_today(d: Draft, group: Group) -> bool:
    """Bought on this date."""
    return group.date == d.turn and not group.given


def price(d: Draft, side: Seat, group: Group) -> Tally:
    """The CPP for a group with all that is had with it. What was given is free, but not its set-up."""
    market, offer = d.book.market, offer_of(d, side, group)
    found: list[Modifier] = []
    if group.date == FIRST and market.outside[side]:
        if group.onboard and is_unit(d, side, group):
            found.append(market.options["set-up"].of(side))
    elif not group.onboard and is_unit(d, side, group):
        found.append(market.options["off-board"].of(side))
    if group.registered:
        found.append(market.options["registered"].of(side, len(group.registered)))
    height = group.level - d.book.figures.observer_level
    if height > 0 and has_own_observer(d, side, group):
        found.append(market.options["raised"].of(side, height))
    if group.trucks:
        found.append(market.options["trucks"].of(side))
    if offer is None:
        return Tally("given", 0, tuple(found))
    return Tally(offer.called, 0 if group.given else offer.cpp, tuple(found))


def is_unit(d: Draft, side: Seat, group: Group) -> bool:
    """Has it units that could set up?"""
    offer = offer_of(d, side, group)
    return not group.until if offer is None else offer.branch in SETS_UP


def entry(counts: Sequence[int], line: int) -> int:
    """How many of a line; lists that were never written to are short."""
    return counts[line] if line < len(counts) else 0


def changed(counts: Sequence[int], line: int, by: int) -> tuple[int, ...]:
    padded = [*counts, *[0] * (line + 1 - len(counts))]
    padded[line] += by
    return tuple(padded)


def spent(d: Draft, side: Seat) -> int:
    """CPP that went to groups on this date."""
    return sum(group.paid for group in d.groups[side] if group.date == d.turn)


def share(d: Draft, side: Seat) -> int:
    """The most that the lines with that note may take together: a part of the date's CPP, rounded up."""
    return -(-d.accounts[side].total * d.book.figures.share // 100)


def shared(d: Draft, side: Seat) -> int:
    """What they have taken."""
    groups = (group for group in d.groups[side] if is_of_today(d, group))
    return sum(group.paid for group in groups if has_note(d, side, group, Note.SHARE))
