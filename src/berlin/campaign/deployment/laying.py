"""Fortifications that were bought are laid: their kinds, their ground, and minefields along one hex grain."""

from collections.abc import Iterator

from msgspec.structs import replace

from berlin.boards.grains import GRAINS
from berlin.boards.hexes import OPPOSITE, HexMap
from berlin.campaign import sectors
from berlin.campaign.deployment.limits import friendly
from berlin.campaign.question import CampaignQuestion
from berlin.campaign.retained import retainer
from berlin.campaign.retained import room as pocket_of
from berlin.campaign.sectors import Put, Sector
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, Place, Seat
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Limit, refusal, room
from berlin.squad.board.naming import with_article
from berlin.squad.board.pieces import NOWHERE
from berlin.squad.board.works import ENTRENCHMENTS, FORTIFICATIONS, Work, Works, label

AXES = tuple(way for way, _ in GRAINS[:3])
"""One direction of each hex grain."""
LAID = FORTIFICATIONS | {Works.DUMMY}


class Laying(CampaignQuestion, frozen=True, gc=False):
    """Where is this fortification? A minefield that was bought as one is laid hex by hex to its end."""

    isolated: bool
    work: str
    sector: Place = NOWHERE

    acts = (Put, Sector)
    topic = "setup.works"
    asks = "Where is it laid?"
    why = "A fortification stays where it is laid: before what you must hold, or on the way to it."

    def answers(self, d: Draft) -> list[Act]:
        chart, hexes = d.book.field.chart, ground(d, self)
        if around := sectors.asked(chart, hexes, self.sector):
            return list(map(Sector, around))
        return list(map(Put, sectors.listed(chart, hexes, self.sector)))

    def why_not(self, d: Draft, act: Act) -> Refusal:
        found = refusal(_sites(d, self), act.space) if isinstance(act, Put) else None
        return found or d.refusal("setup.order", "name a hex in the part of the map that you have chosen")

    def carry_out(self, d: Draft, act: Act) -> None:
        if isinstance(act, Sector):
            d.frames[-1] = replace(self, sector=act.space)
            return
        assert isinstance(act, Put)
        number = unlaid(d, self.seat)[self.work]
        work = d.works[number]
        d.works[number] = replace(work, space=act.space, hidden=work.what is not Works.DUMMY)
        if work.field >= 0 and self.work in unlaid(d, self.seat):
            d.frames[-1] = replace(self, sector=-1)
        else:
            d.frames.pop()


def unlaid(d: Draft, seat: Seat) -> dict[str, int]:
    """By kind: the first of a side's fortifications that are not laid yet."""
    found: dict[str, int] = {}
    for number, work in enumerate(d.works):
        if work.space < 0 and work.owner == seat and work.what in LAID:
            found.setdefault(label(work), number)
    return found


def kinds(d: Draft, seat: Seat, isolated: bool) -> list[str]:
    """The kinds that there is ground for."""
    return [
        kind for kind, number in unlaid(d, seat).items() if room(site(d, seat, isolated, d.works[number]))
    ]


def site(d: Draft, seat: Seat, isolated: bool, work: Work) -> Iterator[Limit]:
    """Where a fortification may be laid."""
    setup, alike = d.book.setup, {work.what}
    if isolated:
        yield Limit(pockets(d, seat), d.book.cite("setup.pocket"), "outside the side's own Pockets")
    else:
        yield Limit(friendly(d, seat), d.book.cite("setup.perimeter"), "outside the Perimeter, or Isolated")
    barren = f"no ground for {with_article(work.what.value)}"
    yield Limit(setup.soil(d, work.what), d.book.cite("setup.works"), barren)
    taken = laid = size = 0
    if work.what in ENTRENCHMENTS:
        alike |= ENTRENCHMENTS
    for other in d.works:
        known = other.space >= 0 and (other.owner == seat or not other.hidden)
        if known and other.what in alike and work.what is not Works.DUMMY:
            taken |= 1 << other.space
        if work.field >= 0 and other.field == work.field:
            size += 1
            laid |= 1 << other.space if other.space >= 0 else 0
    yield Limit(~taken, d.book.cite("setup.works"), "one like it is there already")
    if work.field >= 0:
        ground = friendly(d, seat) if not isolated else pockets(d, seat)
        free = ground & setup.soil(d, work.what) & ~taken
        line = lines(d.book.field.chart, free, laid, size)
        yield Limit(
            line, d.book.cite("setup.minefield"), f"its {size} hexes lie along one hex grain without a gap"
        )


def pockets(d: Draft, seat: Seat) -> int:
    """The hexes in which a side's Isolated pieces may be."""
    found = 0
    for owner in BOTH:
        for unit, piece in d.on_map(owner):
            if retainer(d, unit) == seat:
                found |= pocket_of(d, seat, piece) or 0
    return found


def lines(chart: HexMap, free: int, laid: int, size: int) -> int:
    """The hexes that go on with a straight line, so that all of it still has room."""
    found = 0
    for way in AXES:
        back, ground = OPPOSITE[way], free | laid
        firsts = ground
        for _ in range(size - 1):
            firsts = ground & chart.step(firsts, back)
        through = firsts
        for _ in range(size - 1):
            through = firsts | chart.step(through, way)
        if not laid:
            found |= through
        elif laid.bit_count() == 1 or chart.step(laid, way) & laid:
            found |= (chart.step(laid & through, way) | chart.step(laid & through, back)) & free
    return found & ~laid


def _sites(d: Draft, frame: Laying) -> list[Limit]:
    work = d.works[unlaid(d, frame.seat)[frame.work]]
    return list(site(d, frame.seat, frame.isolated, work))


def ground(d: Draft, frame: Laying) -> int:
    """The hexes in which it may be laid."""
    return room(_sites(d, frame))
