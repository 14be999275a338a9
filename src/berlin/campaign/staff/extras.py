"""What is had with a group for a CPP more: its set-up, Pre-Registered hexes, a higher observer, trucks."""

from collections.abc import Callable

import msgspec

from berlin.campaign.purchases.prices import has_own_observer, is_of_today, is_unit, offer_of
from berlin.campaign.purchases.purchase import CHECKS, Motorize, Onboard, Raise, Register, Revision
from berlin.campaign.staff import observing
from berlin.campaign.staff.outlook import Outlook
from berlin.campaign.staff.plan import RAISED, REGISTERED, SET_UP, TRUCKS
from berlin.campaign.state.state import Group

# More than any caliber weighs.
FIRST_HEX = 10.0


class Extra(msgspec.Struct, frozen=True):
    """The act that buys it; how much of it a group has; of how much use it is to a group."""

    act: type[Revision]
    has: Callable[[Outlook, Group], int]
    serves: Callable[[Outlook, int], float]


def _is_set_up(o: Outlook, group: Group) -> int:
    return int(group.onboard and is_unit(o.d, o.side, group))


def _strength(o: Outlook, number: int) -> float:
    """What a group brings: the fire of its line, or of the pieces that were given."""
    d = o.d
    offer = offer_of(d, o.side, d.groups[o.side][number])
    if offer is None:
        given = (n for n, piece in d.listed(o.side) if piece.group == number)
        return 1.0 + sum(d.counter(n).fire for n in given)
    kinds = d.book.counters
    return 1.0 + float(sum(part.full * (kinds[part.kind].fire if part.kind else 10) for part in offer.yields))


def _hexes(o: Outlook, group: Group) -> int:
    return len(group.registered) if is_of_today(o.d, group) else 0


def _heaviest(o: Outlook, number: int) -> float:
    """The heaviest module first, and each has one hex before any has two."""
    return observing.weight(o, number) + (0.0 if o.d.groups[o.side][number].registered else FIRST_HEX)


def _raised(o: Outlook, group: Group) -> int:
    own = is_of_today(o.d, group) and has_own_observer(o.d, o.side, group)
    return group.level - o.d.book.figures.observer_level if own else 0


def _sees_more(o: Outlook, number: int) -> float:
    return observing.gains_by_height(o, _raised(o, o.d.groups[o.side][number]))


def _has_trucks(o: Outlook, group: Group) -> int:
    return int(group.trucks and is_of_today(o.d, group))


def _comes_in(o: Outlook, number: int) -> float:
    """Guns that are to come in by the edge can't without trucks; those that set up need none."""
    return float(not o.d.groups[o.side][number].onboard)


EXTRAS = {
    SET_UP: Extra(Onboard, _is_set_up, _strength),
    REGISTERED: Extra(Register, _hexes, _heaviest),
    RAISED: Extra(Raise, _raised, _sees_more),
    TRUCKS: Extra(Motorize, _has_trucks, _comes_in),
}
WORDS = {extra.act: word for word, extra in EXTRAS.items()}


def had(o: Outlook, word: str) -> int:
    """How often this was bought."""
    return sum(EXTRAS[word].has(o, group) for group in o.d.groups[o.side])


def takers(o: Outlook, word: str) -> dict[int, float]:
    """The groups that can have it and to which it is of use, with how much."""
    extra = EXTRAS[word]
    open_to = [n for n in range(len(o.d.groups[o.side])) if CHECKS[extra.act](o.d, o.side, n) is None]
    return {number: use for number in open_to if (use := extra.serves(o, number)) > 0}
