"""Purchasing Reinforcement Groups: one line after the other, and what is had with each."""

from collections.abc import Callable

from msgspec.structs import replace

from berlin.campaign.book.charts import Branch, Note, Offer
from berlin.campaign.purchases import modules
from berlin.campaign.purchases.prices import (
    FIRST,
    UNTOLD,
    changed,
    entry,
    has_note,
    has_own_observer,
    is_of_today,
    is_rocket,
    is_unit,
    line_of,
    offer_of,
    price,
    share,
    shared,
)
from berlin.campaign.question import CampaignQuestion, Done
from berlin.campaign.state.state import Draft, Group
from berlin.kernel.contract.ids import BOTH, Seat
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.squad.board.works import Work, Works

NONE = -1


class Buy(Act, frozen=True, gc=False):
    """Buy a group."""

    verb = "buy"
    says = "Buy {line}[ for {group}]"

    line: str
    group: int = NONE


class Enter(Act, frozen=True, gc=False):
    """Let a group enter, or be Retained: it costs less."""

    verb = "enter"
    says = "Let {group} enter later: it costs less"

    group: int


class Onboard(Act, frozen=True, gc=False):
    """Let a group set up: it costs more."""

    verb = "onboard"
    says = "Let {group} set up: it costs more"

    group: int


class Register(Act, frozen=True, gc=False):
    """Buy a Pre-Registered hex for a module."""

    verb = "register"
    says = "Buy a Pre-Registered hex for {group}"

    group: int


class Raise(Act, frozen=True, gc=False):
    """Raise an Offboard Observer by one level."""

    verb = "raise"
    says = "Raise the observer of {group} by one level"

    group: int


class Motorize(Act, frozen=True, gc=False):
    """Buy a truck for each Gun."""

    verb = "motorize"
    says = "Buy trucks for {group}"

    group: int


class Return(Act, frozen=True, gc=False):
    """Give a group back."""

    verb = "return"
    says = "Give {group} back"

    group: int


class Shop(CampaignQuestion, frozen=True, gc=False):
    """Which groups are bought? Of each line one group can be given back."""

    returned: tuple[str, ...] = ()

    acts = (Buy, Enter, Onboard, Register, Raise, Motorize, Return, Done)
    topic = "purchases.secret"
    asks = "Which Reinforcement Groups are bought?"
    why = (
        "CPP buy all that you will have in the coming scenarios, and each line has its "
        "limits; what you keep can be spent later."
    )

    def answers(self, d: Draft) -> list[Act]:
        side = self.seat
        free = [NONE, *modules.unobserved(d, side)]
        acts: list[Act] = [
            Buy(offer.id, group)
            for offer in d.book.charts[side]
            for group in free
            if barred(d, side, offer, group) is None
        ]
        for kind, check in CHECKS.items():
            acts += [kind(group) for group in range(len(d.groups[side])) if check(d, side, group) is None]
        acts += [Return(group) for group in range(len(d.groups[side])) if kept(d, self, group) is None]
        return [*acts, Done()]

    # No set of places or units: each purchase has its own checks, which the answers ask too.
    def why_not(self, d: Draft, act: Act) -> Refusal:
        side, found = self.seat, None
        if isinstance(act, Buy):
            line = line_of(d, side, act.line)
            if line < 0:
                return d.refusal("purchases.chart", "this is no line of your side's chart")
            found = barred(d, side, d.book.charts[side][line], act.group)
        elif isinstance(act, Return | Revision):
            if not 0 <= act.group < len(d.groups[side]):
                return d.refusal("purchases.chart", "there is no such group")
            number = act.group
            found = kept(d, self, number) if isinstance(act, Return) else CHECKS[type(act)](d, side, number)
        assert found is not None
        return found

    def carry_out(self, d: Draft, act: Act) -> None:
        side = self.seat
        match act:
            case Buy():
                _buy(d, side, act)
            case Enter():
                _revise(d, side, act.group, onboard=False)
            case Onboard():
                _revise(d, side, act.group, onboard=True)
            case Register():
                told = d.groups[side][act.group].registered
                _revise(d, side, act.group, registered=(*told, UNTOLD))
            case Raise():
                group = d.groups[side][act.group]
                _revise(d, side, act.group, level=group.level + 1)
                if group.of != NONE:
                    d.group(side, group.of, level=group.level + 1)
            case Motorize():
                _revise(d, side, act.group, trucks=True)
            case Return():
                d.frames[-1] = Shop(side, tuple(sorted((*self.returned, _give_back(d, side, act.group)))))
            case _:
                d.frames.pop()
                _settle_up(d, side)


Check = Callable[[Draft, Seat, int], Refusal | None]
"""Why this can't be done with a group; None if it can."""


def begin(d: Draft) -> None:
    d.frames += [Shop(side) for side in reversed(BOTH)]


def barred(d: Draft, side: Seat, offer: Offer, group: int) -> Refusal | None:
    """Why a line can't be bought; None if it can."""
    market, account = d.book.market, d.accounts[side]
    line = line_of(d, side, offer.id)
    if entry(account.today, line) >= offer.date_max:
        return d.refusal("purchases.date_max", f"at most {offer.date_max} of {offer.called} on one CG Date")
    if entry(account.bought, line) >= offer.cg_max:
        return d.refusal("purchases.cg_max", f"at most {offer.cg_max} of {offer.called} in the campaign")
    if offer.branch is Branch.FPP and d.turn == FIRST and side in market.bare:
        return d.refusal(
            "purchases.no_fpp",
            "no fortification can be bought on this date, and FPP can't be kept",
        )
    if offer.branch is Branch.SAN and account.san + offer.amount > d.book.figures.san_most:
        return d.refusal("purchases.san", f"SAN is at most {d.book.figures.san_most}")
    if offer.branch is Branch.OBSERVER:
        if group not in modules.unobserved(d, side):
            return d.refusal("purchases.retained_module", "an observer goes to a module that has none")
    elif group != NONE:
        return d.refusal("purchases.chart", f"{offer.called} goes to no other group")
    if Note.SHARE in offer.notes and shared(d, side) + offer.cpp > share(d, side):
        return d.refusal(
            "purchases.share", f"these lines may take {share(d, side)} CPP together on this date"
        )
    return _dear(d, side, offer.cpp)


def _dear(d: Draft, side: Seat, cpp: int) -> Refusal | None:
    left = d.accounts[side].cpp
    return None if cpp <= left else d.refusal("purchases.budget", f"it costs {cpp} CPP, there are {left}")


def unfit_to_enter(d: Draft, side: Seat, number: int) -> Refusal | None:
    market, group = d.book.market, d.groups[side][number]
    offer = offer_of(d, side, group)
    if d.turn < market.cheaper[side] or not is_of_today(d, group):
        return Refusal(
            d.book.cite("purchases.off_board", side),
            "only groups of this date cost less, from a later date on",
        )
    least = offer is not None and price(d, side, group).total <= market.least
    if offer is None or not offer.off_board or least:
        return d.refusal(
            "purchases.units_only",
            "only a group with units that could set up costs less, and never 0",
        )
    return None if group.onboard else Refusal(d.book.cite("purchases.off_board", side), "it enters already")


def unfit_to_set_up(d: Draft, side: Seat, number: int) -> Refusal | None:
    market, group = d.book.market, d.groups[side][number]
    if d.turn != FIRST or not market.outside[side] or not is_unit(d, side, group):
        return d.refusal("purchases.set_up", "only units that enter on the first date pay for their set-up")
    if group.onboard:
        return d.refusal("purchases.set_up", "it sets up already")
    return _dear(d, side, market.options["set-up"].cpp)


def unfit_to_register(d: Draft, side: Seat, number: int) -> Refusal | None:
    market, group, most = d.book.market, d.groups[side][number], d.book.figures.registered_most
    if not has_note(d, side, group, Note.REGISTERED):
        return Refusal(d.book.cite("modules.registered", side), "this group has no Pre-Registered hexes")
    if not is_of_today(d, group):
        return d.refusal(
            "purchases.retained_module",
            "a module that was Retained gets no new Pre-Registered hexes",
        )
    if len(group.registered) >= most:
        return Refusal(
            d.book.cite("modules.registered", side), f"at most {most} Pre-Registered hexes to a module"
        )
    return _dear(d, side, market.options["registered"].cpp)


def unfit_to_raise(d: Draft, side: Seat, number: int) -> Refusal | None:
    """An observer is raised with his own purchase: a rocket module's with the module's."""
    market, group, most = d.book.market, d.groups[side][number], d.book.figures.observer_most
    if not is_of_today(d, group) or not has_own_observer(d, side, group):
        return Refusal(
            d.book.cite("modules.raised", side), "only an Offboard Observer of this date is raised"
        )
    if group.level >= most:
        return Refusal(d.book.cite("modules.raised", side), f"no observer is higher than level {most}")
    return _dear(d, side, market.options["raised"].cpp)


def unfit_for_trucks(d: Draft, side: Seat, number: int) -> Refusal | None:
    market, group = d.book.market, d.groups[side][number]
    if not has_note(d, side, group, Note.TRUCKS) or not is_of_today(d, group) or group.trucks:
        return d.refusal("purchases.trucks", "only a group with that note gets trucks, and once")
    return _dear(d, side, market.options["trucks"].cpp)


Revision = Enter | Onboard | Register | Raise | Motorize
"""What a group has besides, or goes without."""
CHECKS: dict[type[Revision], Check] = {
    Enter: unfit_to_enter,
    Onboard: unfit_to_set_up,
    Register: unfit_to_register,
    Raise: unfit_to_raise,
    Motorize: unfit_for_trucks,
}


def kept(d: Draft, frame: Shop, number: int) -> Refusal | None:
    """Why a group can't be given back."""
    group, rule = d.groups[frame.seat][number], d.book.cite("purchases.secret")
    offer = offer_of(d, frame.seat, group)
    if offer is None or not is_of_today(d, group):
        return Refusal(rule, "only a group that was bought on this date is given back")
    if offer.id in frame.returned:
        return Refusal(rule, f"a group of {offer.called} was given back already")
    if any(other.of == number for other in d.groups[frame.seat]):
        return Refusal(rule, "its Offboard Observer must be given back first")
    return None


def _buy(d: Draft, side: Seat, act: Buy) -> None:
    market, account = d.book.market, d.accounts[side]
    line = line_of(d, side, act.line)
    offer = d.book.charts[side][line]
    group = Group(line, d.turn, level=d.book.figures.observer_level, of=act.group)
    if is_rocket(d, side, group):
        group = replace(group, observer=UNTOLD)
    if d.turn == FIRST and market.outside[side] and is_unit(d, side, group):
        group = replace(group, onboard=False)
    d.groups[side].append(group)
    if act.group != NONE:
        d.group(side, act.group, observer=UNTOLD, level=group.level)
    d.account(side, today=changed(account.today, line, 1), bought=changed(account.bought, line, 1))
    _revise(d, side, len(d.groups[side]) - 1)
    if d.log is not None:
        text = f"{offer.called} bought for {offer.cpp} CPP, {d.accounts[side].cpp} left"
        d.whisper("buy", side, text, "", d.book.cite("purchases.secret"))


def _revise(d: Draft, side: Seat, number: int, **fields: object) -> None:
    """Change a group, and pay what that makes it dearer."""
    before = d.groups[side][number].paid
    group = d.group(side, number, **fields)
    tally = price(d, side, group)
    d.group(side, number, paid=tally.total)
    d.account(side, cpp=d.accounts[side].cpp + before - tally.total)
    if fields and d.log is not None:
        d.whisper("buy", side, str(tally), "", d.book.cite("purchases.secret"), *tally.rules)


def _give_back(d: Draft, side: Seat, number: int) -> str:
    account, group = d.accounts[side], d.groups[side][number]
    if group.of != NONE:
        d.group(side, group.of, observer=NONE, level=d.book.figures.observer_level)
    del d.groups[side][number]
    for other, later in enumerate(d.groups[side]):
        if later.of > number:
            d.group(side, other, of=later.of - 1)
    d.account(
        side,
        cpp=account.cpp + group.paid,
        today=changed(account.today, group.line, -1),
        bought=changed(account.bought, group.line, -1),
    )
    offer = d.book.charts[side][group.line]
    d.whisper("buy", side, f"{offer.called} given back", "", d.book.cite("purchases.secret"))
    return offer.id


def _settle_up(d: Draft, side: Seat) -> None:
    """What comes without dice: FPP, SAN, minefields; and new modules are asked how they keep contact."""
    for group in d.groups[side]:
        offer = offer_of(d, side, group)
        if offer is None or not is_of_today(d, group):
            continue
        account = d.accounts[side]
        if offer.branch is Branch.FPP:
            d.account(side, fpp=account.fpp + offer.amount)
        elif offer.branch is Branch.SAN:
            d.account(side, san=account.san + offer.amount)
        elif offer.mines is not None:
            field = 1 + max((work.field for work in d.works), default=-1)
            mines = offer.mines
            work = Work(Works.MINES, owner=side, hidden=True, ap=mines.ap, at=mines.at, field=field)
            d.works += [work] * mines.hexes
    modules.ask_contact(d, side)
