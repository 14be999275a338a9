"""Reconnaissance: bought when all are set up, rolled for, and spent Location by Location."""

from msgspec.structs import replace

from berlin.campaign import sectors
from berlin.campaign.book.charts import Branch
from berlin.campaign.purchases.prices import changed, entry, is_branch
from berlin.campaign.question import Done, WhileOpen
from berlin.campaign.sectors import Sector
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, OTHER, Place, Seat
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Condition, Limit, outside, refusal, refuse, room, within
from berlin.squad.board.pieces import NOWHERE, Mark
from berlin.squad.board.works import Works
from berlin.squad.rules.rolls import roll_on_table

PLAIN, BETTER = 1, 2
"""What it costs, and with the better roll."""


class Recon(Act, frozen=True, gc=False):
    """Pay for a Recon roll."""

    verb = "recon"
    says = "Pay {cpp} CPP for a Recon roll"

    cpp: int


class Inspect(Act, frozen=True, gc=False):
    """Look at what is there."""

    verb = "inspect"
    says = "Reconnoitre {space}"

    space: Place


class Scouting(WhileOpen, frozen=True, gc=False):
    """Is a Recon roll paid for?"""

    acts = (Recon, Done)
    topic = "recon.pay"
    asks = "Pay for reconnaissance?"
    why = "A roll gives so many Locations to look at before the attack; a CPP more makes it better."

    def is_open(self, d: Draft) -> bool:
        return bool(prices(d, self.seat))

    def answers(self, d: Draft) -> list[Act]:
        return [*map(Recon, prices(d, self.seat)), Done()]

    def why_not(self, d: Draft, act: Act) -> Refusal:
        assert isinstance(act, Recon)
        return refuse(_payable(d, self.seat), act.cpp)

    def carry_out(self, d: Draft, act: Act) -> None:
        d.frames.pop()
        if isinstance(act, Recon):
            seat, account = self.seat, d.accounts[self.seat]
            bought = changed(account.bought, line(d, seat), 1)
            d.account(seat, cpp=account.cpp - act.cpp, bought=bought)
            _roll(d, seat, better=act.cpp == BETTER)


class Inspecting(WhileOpen, frozen=True, gc=False):
    """Which Location is looked at?"""

    left: int
    seen: tuple[int, ...] = ()
    sector: Place = NOWHERE

    acts = (Inspect, Sector, Done)
    topic = "recon.inspect"
    asks = "Which Location is reconnoitred?"
    why = "You see what is there before you move: look where a hidden Gun or mines would hurt most."

    def is_open(self, d: Draft) -> bool:
        return bool(self.left and _open(d, self))

    def answers(self, d: Draft) -> list[Act]:
        chart, hexes = d.book.field.chart, _open(d, self)
        around = sectors.asked(chart, hexes, self.sector)
        acts: list[Act] = list(map(Sector, around))
        if not around:
            acts += map(Inspect, sectors.listed(chart, hexes, self.sector))
        return [*acts, Done()]

    def why_not(self, d: Draft, act: Act) -> Refusal:
        if not isinstance(act, Inspect):
            return d.refusal("recon.inspect", "name a part of the map only where there are too many hexes")
        limits = (*_unseen(d, self), *_near(d, self.seat))
        return refusal(limits, act.space) or d.refusal(
            "recon.inspect", "name a hex in the part of the map that you have chosen"
        )

    def carry_out(self, d: Draft, act: Act) -> None:
        match act:
            case Sector():
                d.frames[-1] = replace(self, sector=act.space)
            case Inspect():
                d.frames[-1] = Inspecting(self.seat, self.left - 1, (*self.seen, act.space))
                inspect(d, self.seat, act.space)
            case _:
                d.frames.pop()


def begin(d: Draft) -> None:
    """A Reconnaissance that was bought as a group has its roll."""
    seat = d.book.setup.scout
    d.account(seat, recon=0)
    if _is_bought(d, seat):
        _roll(d, seat, better=True)
    else:
        d.frames.append(Scouting(seat))


def line(d: Draft, seat: Seat) -> int:
    """The line of its chart that a Recon counts for; -1 without one."""
    chart = enumerate(d.book.charts[seat])
    return next((number for number, offer in chart if offer.branch is Branch.RECON), -1)


def _is_bought(d: Draft, seat: Seat) -> bool:
    return any(group.date == d.turn and is_branch(d, seat, group, Branch.RECON) for group in d.groups[seat])


def prices(d: Draft, seat: Seat) -> list[int]:
    """What a side may pay for a Recon."""
    return within((PLAIN, BETTER), _payable(d, seat))


def _payable(d: Draft, seat: Seat) -> tuple[Condition[int], ...]:
    """What narrows the CPP that it pays."""
    number, rule, scout = line(d, seat), d.book.cite("recon.pay"), d.book.setup.scout
    account, chart = d.accounts[seat], d.book.charts[seat]
    sold_out = number < 0 or entry(account.bought, number) >= chart[number].cg_max
    return (
        Condition(lambda cpp: seat == scout, rule, f"only the {d.side_name(scout)} side may Recon"),
        Condition(
            (PLAIN, BETTER).__contains__, rule, f"a Recon costs {PLAIN} CPP, or {BETTER} for a better roll"
        ),
        Condition(
            lambda cpp: not sold_out and cpp <= account.cpp,
            rule,
            "no CPP are left for it, or no Recon in this campaign",
        ),
    )


def reasons(d: Draft, seat: Seat, better: bool) -> dict[str, int]:
    """What is added to a Recon roll."""
    table = d.book.tables["recon"]
    found = {"paid": int(better), "morning": int(d.book.dates[d.turn - 1].morning), d.book.sides[seat]: 1}
    return {key: n for key, n in found.items() if key in table.drms}


def _roll(d: Draft, seat: Seat, better: bool) -> None:
    """The Final dr is the number of Locations."""
    _, result = roll_on_table(d, "recon", reasons(d, seat, better), d.side_name(seat))
    d.account(seat, recon=int(result))


def inspection(d: Draft) -> None:
    """All set-up is done: what the Recon found is looked at."""
    seat = d.book.setup.scout
    if d.accounts[seat].recon:
        d.frames.append(Inspecting(seat, d.accounts[seat].recon))


def in_reach(d: Draft, seat: Seat) -> int:
    """The hexes near enough to a side's own, where anything of the enemy could be."""
    return room(_near(d, seat))


def _near(d: Draft, seat: Seat) -> tuple[Limit, ...]:
    chart, rule, far = d.book.field.chart, d.book.cite("recon.inspect"), d.book.figures.recon_reach
    own, reach = d.control[seat], chart.seep(d.control[seat], chart.all, far)
    return (
        Limit(~(own & ~d.control[OTHER[seat]]), rule, "nothing of the enemy can be on the side's own ground"),
        Limit(reach, rule, f"it is farther than {far} hexes from the side's own ground"),
    )


def _unseen(d: Draft, frame: Inspecting) -> tuple[Limit, ...]:
    return (outside(frame.seen, d.book.cite("recon.inspect"), "this Location was looked at already"),)


def _open(d: Draft, frame: Inspecting) -> int:
    return room((*_unseen(d, frame), *_near(d, frame.seat)))


def inspect(d: Draft, seat: Seat, space: Place) -> None:
    """Who is there hidden is placed concealed, and shown to the scout alone; who was concealed is so again in
    cover alone. Mines are laid open, but not how strong they are; a "?" with nothing under it is gone."""
    setup, name = d.book.setup, d.book.field.called(space)
    cover = bool(setup.thicket(d) >> space & 1)
    found = []
    for owner in BOTH:
        for unit, piece in list(d.on_map(owner)):
            if piece.space != space or (owner == seat) != piece.has(Mark.CAPTURED):
                continue
            found.append(d.counter(unit).text)
            if piece.has(Mark.HIDDEN):
                d.say("recon", f"a hidden unit is placed under a ? at {name}", d.book.cite("recon.reveal"))
                d.mark(unit, on=Mark.REVEALED | Mark.CONCEALED, off=Mark.HIDDEN)
            elif not cover:
                d.mark(unit, off=Mark.CONCEALED)
            d.mark(unit, on=Mark.SEEN)
    for number, work in enumerate(d.works):
        if work.space == space and work.owner == OTHER[seat] and work.what is Works.MINES and work.hidden:
            d.works[number] = replace(work, hidden=False, veiled=True)
            d.say("recon", f"mines at {name}", d.book.cite("recon.mines"))
    pillbox = [w for w in d.works if w.space == space and w.what is Works.PILLBOX]
    d.works = [work for work in d.works if work.space != space or work.what is not Works.DUMMY]
    there = ", ".join([*(w.what.value for w in pillbox), *found]) or "nothing"
    d.whisper("recon", seat, f"{name}: {there}", f"reconnaissance of {name}", d.book.cite("recon.inspect"))
