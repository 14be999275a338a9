"""Reconnaissance: bought when all are set up, rolled for, and spent Location by Location."""

from msgspec.structs import replace

from berlin.campaign import sectors
from berlin.campaign.charts import Branch
from berlin.campaign.pieces import Mark
from berlin.campaign.purchases.prices import changed, entry, is_branch
from berlin.campaign.rolls import rolled
from berlin.campaign.sectors import Sector
from berlin.campaign.state import Draft
from berlin.campaign.upkeep import Done
from berlin.campaign.works import Works
from berlin.kernel.acts import Act
from berlin.kernel.frames import Frame
from berlin.kernel.rules import Refusal

PLAIN, BETTER = 1, 2
"""What it costs, and with the better roll."""


class Scouting(Frame, frozen=True, gc=False):
    """Is a Recon roll paid for?"""


class Inspecting(Frame, frozen=True, gc=False):
    """Which Location is looked at?"""

    left: int
    seen: tuple[int, ...] = ()
    sector: int = -1


class Recon(Act, frozen=True, gc=False):
    """Pay for a Recon roll."""

    cpp: int


class Inspect(Act, frozen=True, gc=False):
    """Look at what is there."""

    space: int


def begin(d: Draft) -> None:
    """A Reconnaissance that was bought as a group has its roll."""
    seat = d.book.setup.scout
    d.account(seat, recon=0)
    if _is_bought(d, seat):
        _roll(d, seat, better=True)
    else:
        d.frames.append(Scouting(seat))


def line(d: Draft, seat: int) -> int:
    """The line of its chart that a Recon counts for; -1 without one."""
    chart = enumerate(d.book.charts[seat])
    return next((number for number, offer in chart if offer.branch is Branch.RECON), -1)


def _is_bought(d: Draft, seat: int) -> bool:
    return any(group.date == d.turn and is_branch(d, seat, group, Branch.RECON) for group in d.groups[seat])


def prices(d: Draft, seat: int) -> list[int]:
    """What a side may pay for a Recon."""
    number = line(d, seat)
    if seat != d.book.setup.scout or number < 0:
        return []
    if entry(d.accounts[seat].bought, number) >= d.book.charts[seat][number].cg_max:
        return []
    return [cpp for cpp in (PLAIN, BETTER) if cpp <= d.accounts[seat].cpp]


def settle_scouting(d: Draft, frame: Scouting) -> bool:
    if prices(d, frame.seat):
        return True
    d.frames.pop()
    return False


def options_scouting(d: Draft, frame: Scouting) -> list[Act]:
    return [*map(Recon, prices(d, frame.seat)), Done()]


def answer_scouting(d: Draft, frame: Scouting, act: Act) -> None:
    d.frames.pop()
    if isinstance(act, Recon):
        seat, account = frame.seat, d.accounts[frame.seat]
        bought = changed(account.bought, line(d, seat), 1)
        d.account(seat, cpp=account.cpp - act.cpp, bought=bought)
        _roll(d, seat, better=act.cpp == BETTER)


def refuse_scouting(d: Draft, frame: Scouting, act: Act) -> Refusal:
    rule = d.book.setup.pay
    if frame.seat != d.book.setup.scout:
        return Refusal(rule, f"only the {d.book.sides[d.book.setup.scout]} side may Recon")
    if isinstance(act, Recon) and act.cpp not in (PLAIN, BETTER):
        return Refusal(rule, f"a Recon costs {PLAIN} CPP, or {BETTER} for a better roll")
    return Refusal(rule, "no CPP are left for it, or no Recon in this campaign")


def reasons(d: Draft, seat: int, better: bool) -> dict[str, int]:
    """What is added to a Recon roll."""
    table = d.book.tables["recon"]
    found = {"paid": int(better), "morning": int(d.book.dates[d.turn - 1].morning), d.book.sides[seat]: 1}
    return {key: n for key, n in found.items() if key in table.drms}


def _roll(d: Draft, seat: int, better: bool) -> None:
    """The Final dr is the number of Locations."""
    _, result = rolled(d, "recon", reasons(d, seat, better), d.book.sides[seat])
    d.account(seat, recon=int(result))


def inspection(d: Draft) -> None:
    """All set-up is done: what the Recon found is looked at."""
    seat = d.book.setup.scout
    if d.accounts[seat].recon:
        d.frames.append(Inspecting(seat, d.accounts[seat].recon))


def in_reach(d: Draft, seat: int) -> int:
    """The hexes near enough to a side's own, where anything of the enemy could be."""
    chart = d.book.ground.field.chart
    own = d.control[seat]
    return chart.seep(own, chart.all, d.book.figures.recon_reach) & ~(own & ~d.control[1 - seat])


def _open(d: Draft, frame: Inspecting) -> int:
    found = in_reach(d, frame.seat)
    for space in frame.seen:
        found &= ~(1 << space)
    return found


def settle_inspecting(d: Draft, frame: Inspecting) -> bool:
    if frame.left and _open(d, frame):
        return True
    d.frames.pop()
    return False


def options_inspecting(d: Draft, frame: Inspecting) -> list[Act]:
    chart, hexes = d.book.ground.field.chart, _open(d, frame)
    around = sectors.asked(chart, hexes, frame.sector)
    acts: list[Act] = list(map(Sector, around))
    if not around:
        acts += map(Inspect, sectors.listed(chart, hexes, frame.sector))
    return [*acts, Done()]


def answer_inspecting(d: Draft, frame: Inspecting, act: Act) -> None:
    match act:
        case Sector():
            d.frames[-1] = replace(frame, sector=act.space)
        case Inspect():
            d.frames[-1] = Inspecting(frame.seat, frame.left - 1, (*frame.seen, act.space))
            inspect(d, frame.seat, act.space)
        case _:
            d.frames.pop()


def refuse_inspecting(d: Draft, frame: Inspecting, act: Act) -> Refusal:
    rule, far = d.book.setup.inspect, d.book.figures.recon_reach
    if not isinstance(act, Inspect):
        return Refusal(rule, "name a part of the map only where there are too many hexes")
    if act.space in frame.seen:
        return Refusal(rule, "this Location was looked at already")
    if d.control[frame.seat] >> act.space & 1:
        return Refusal(rule, "nothing of the enemy can be on the side's own ground")
    if not in_reach(d, frame.seat) >> act.space & 1:
        return Refusal(rule, f"it is farther than {far} hexes from the side's own ground")
    return Refusal(rule, "name a hex in the part of the map that you have chosen")


def inspect(d: Draft, seat: int, space: int) -> None:
    """Who is there hidden is placed concealed, and shown to the scout alone; who was concealed is so again in
    cover alone. Mines are laid open, but not how strong they are; a "?" with nothing under it is gone."""
    setup, name = d.book.setup, d.book.ground.field.names[space]
    cover = bool(setup.thicket(d) >> space & 1)
    found = []
    for owner in (0, 1):
        for number, piece in list(d.on_map(owner)):
            if piece.space != space or (owner == seat) != piece.has(Mark.CAPTURED):
                continue
            found.append(d.counter(owner, number).text)
            if piece.has(Mark.HIDDEN):
                d.say("recon", f"a hidden unit in {name} is placed under a ?", setup.reveal)
                d.mark(owner, number, on=Mark.REVEALED | Mark.CONCEALED, off=Mark.HIDDEN)
            elif not cover:
                d.mark(owner, number, off=Mark.CONCEALED)
            d.mark(owner, number, on=Mark.SEEN)
    for number, work in enumerate(d.works):
        if work.space == space and work.owner == 1 - seat and work.what is Works.MINES and work.hidden:
            d.works[number] = replace(work, hidden=False, veiled=True)
            d.say("recon", f"mines in {name}", setup.mines)
    pillbox = [w for w in d.works if w.space == space and w.what is Works.PILLBOX]
    d.works = [work for work in d.works if work.space != space or work.what is not Works.DUMMY]
    there = ", ".join([*(w.what.value for w in pillbox), *found]) or "nothing"
    d.whisper("recon", seat, f"{name}: {there}", f"{name} is reconnoitred", setup.inspect)
