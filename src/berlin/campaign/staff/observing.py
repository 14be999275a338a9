"""Who observes for the artillery: where an Offboard Observer sees the fight, and what is registered."""

from berlin.boards.hexes import bits
from berlin.campaign.purchases.modules import posts, unobserved
from berlin.campaign.purchases.prices import offer_of
from berlin.campaign.staff.outlook import Outlook, bare
from berlin.campaign.staff.posts import barrier
from berlin.kernel.contract.ids import Place

# The share of the battleground that an observer must see to be worth a CPP, and what more a raised one must.
ENOUGH, MORE = 0.4, 0.15
# What open ground around a hex adds to it, and how far apart Pre-Registered hexes lie.
BARE, APART = 0.3, 8
# What it costs a prize that one's own ground is a hex farther off.
DISTANT = 0.3


def in_view(o: Outlook, space: Place, up: int) -> float:
    """The share of the battleground that is seen from a hex of the edge by who is so many levels higher."""
    ground = o.battleground
    seen = o.chart.within(space, o.house.sight(up)) & ground
    return seen.bit_count() / ground.bit_count()


def best_view(o: Outlook, up: int) -> float:
    """The same from the best hex that there is; 0 if there is none."""
    return max((in_view(o, space, up) for space in bits(posts(o.d, o.side))), default=0.0)


def blind(o: Outlook) -> dict[int, float]:
    """Modules that an Offboard Observer would serve, with their weight."""
    if best_view(o, 0) < ENOUGH:
        return {}
    return {number: weight(o, number) for number in unobserved(o.d, o.side)}


def gains_by_height(o: Outlook, up: int) -> float:
    """What the next level shows more, if that is worth it; else 0."""
    gain = best_view(o, up + 1) - best_view(o, up)
    return gain if gain >= MORE else 0.0


def weight(o: Outlook, number: int) -> float:
    """Of a module: its caliber, in 100 mm."""
    offer = offer_of(o.d, o.side, o.d.groups[o.side][number])
    return offer.module.caliber / 100 if offer and offer.module else 0.0


def raised(o: Outlook, number: int) -> int:
    """How many levels higher than usual a group's observer is."""
    return o.d.groups[o.side][number].level - o.d.book.figures.observer_level


def post(o: Outlook, number: int, space: Place) -> float:
    """What a hex of the edge is worth to a module's observer: what he sees, and from how near."""
    return in_view(o, space, raised(o, number)) - 0.001 * min(o.rows[goal][space] for goal in o.goals)


def target(o: Outlook, space: Place) -> float:
    """What it is worth to register a hex: a defender's lies in the open on the way to a prize, an attacker's
    on the prize that he comes to first; and no two of them on the same ground."""
    near = min((o.chart.distance(other, space) for other in o.registered), default=APART)
    doubled = float(max(0, APART - near))
    if o.defends:
        around = (o.chart.across[space] | 1 << space) & bare(o.land.shelter)
        return barrier(o, space) + BARE * around.bit_count() - doubled
    nearest = max(-o.rows[goal][space] - DISTANT * o.behind[goal] for goal in o.goals)
    return nearest + 0.1 * o.shelter(space) - doubled
