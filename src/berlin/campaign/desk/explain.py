"""What an act does, what it costs, and how likely it comes off."""

from collections.abc import Callable
from functools import cache

from berlin.campaign import battle, ways
from berlin.campaign.aftermath import hardening
from berlin.campaign.aftermath.clearing import Keep
from berlin.campaign.by_kind import by
from berlin.campaign.desk import chances
from berlin.campaign.desk.shop import contents
from berlin.campaign.perimeters import drawing, escape
from berlin.campaign.purchases import fortify, purchase, strength
from berlin.campaign.purchases.prices import entry, line_of, price
from berlin.campaign.question import Done
from berlin.campaign.refit import removal
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.rules import Explanation, Modifier, Outcome, Tally
from berlin.kernel.play.acts import Act

Told = tuple[tuple[Tally, ...], tuple[str, ...]]
"""Tallies and notes."""


def explain(d: Draft, act: Act) -> Explanation:
    """All that a legal act rests on."""
    title = d.frames[-1].say(d, act)
    if isinstance(d.frames[-1], escape.Party) and not isinstance(act, escape.Go):
        _carry_out(d, act)
        top = d.frames[-1]
        assert isinstance(top, escape.Party)
        return Explanation(title, *chances.breakout(d, top))
    found = chances.of(d, act)
    if found is not None:
        return Explanation(title, *found)
    reckon = _RECKONED.get(type(act))
    if reckon is None:
        return Explanation(title)
    outcomes = _strength(d, act) if isinstance(act, purchase.Buy) else ()
    tallies, notes = reckon(d, act)
    return Explanation(title, tallies, outcomes, notes)


@cache
def label(kind: type[Act]) -> str:
    """What an act of this kind does: the first sentence that is said of it."""
    return " ".join((kind.__doc__ or kind.__name__).split()).partition(". ")[0].removesuffix(".")


def _carry_out(d: Draft, act: Act) -> None:
    """On a position of which nobody else has need."""
    d.frames[-1].carry_out(d, act)


def _strength(d: Draft, act: purchase.Buy) -> tuple[Outcome, ...]:
    seat = d.frames[-1].seat
    return strength.odds(d, seat, d.book.charts[seat][line_of(d, seat, act.line)])


def _bought(d: Draft, act: purchase.Buy) -> Told:
    seat = d.frames[-1].seat
    line = line_of(d, seat, act.line)
    offer, account = d.book.charts[seat][line], d.accounts[seat]
    spent = Modifier(-offer.cpp, offer.called, d.book.cite("purchases.budget"))
    left = Tally("CPP left", account.cpp, (spent,))
    today, ever = entry(account.today, line) + 1, entry(account.bought, line) + 1
    limits = f"number {today} of {offer.date_max} on this date, {ever} of {offer.cg_max} in the campaign"
    brings = contents(d, offer)
    notes = [
        f"it brings {brings}" if brings else "",
        f"{limits} [{d.book.cite('purchases.date_max')}, {d.book.cite('purchases.cg_max')}]",
        f"doubtful in print: {offer.verify}" if offer.verify else "",
    ]
    return (left,), tuple(note for note in notes if note)


def _revised(d: Draft, act: purchase.Revision) -> Told:
    """A group that is changed: its new price, and the CPP that this leaves."""
    seat = d.frames[-1].seat
    before = d.accounts[seat].cpp
    _carry_out(d, act)
    spent = before - d.accounts[seat].cpp
    left = Tally("CPP left", before, (Modifier(-spent, "for the change", d.book.cite("purchases.budget")),))
    return (price(d, seat, d.groups[seat][act.group]), left), ()


def _returned(d: Draft, act: purchase.Return) -> Told:
    seat = d.frames[-1].seat
    back = Modifier(d.groups[seat][act.group].paid, "come back", d.book.cite("purchases.secret"))
    return (Tally("CPP left", d.accounts[seat].cpp, (back,)),), ()


def _fortified(d: Draft, act: Act) -> Told:
    seat = d.frames[-1].seat
    before = d.accounts[seat].fpp
    _carry_out(d, act)
    spent = Modifier(d.accounts[seat].fpp - before, "for it", d.book.cite("fortify.works"))
    return (Tally("FPP left", before, (spent,)),), ()


def _hardened(d: Draft, act: hardening.Harden) -> Told:
    now = d.counter(act.unit)
    return (), (f"{now.text} becomes {d.book.counters[now.harder].text}",)


def _suffered(d: Draft, act: removal.Suffer) -> Told:
    half = d.counter(act.unit).half
    return (), (f"it becomes {d.book.counters[half].text}" if half else "it is Eliminated",)


def _traced(d: Draft, act: Act) -> Told:
    """How much ground a Perimeter has."""
    top = d.frames[-1]
    assert isinstance(top, drawing.Drawing)
    found = drawing.verdict(d, top).perimeter if isinstance(act, drawing.Close | drawing.Decline) else None
    area = (found or drawing.perimeter(d, top.seat)).area
    return (), (f"{area.bit_count()} hexes lie inside [{d.book.cite('perimeter.loop')}]",)


def _settled(d: Draft, act: battle.Settle) -> Told:
    return (), (ways.ABOUT[act.way],)


def _done(d: Draft, act: Act) -> Told:
    """What is left of the points that the question is about."""
    top = d.frames[-1]
    account = d.accounts[top.seat]
    if isinstance(top, fortify.Fortifying):
        return (Tally("FPP that are lost", account.fpp),), ()
    return ((Tally("CPP left", account.cpp),), ()) if isinstance(top, purchase.Shop) else ((), ())


_RECKONED: dict[type[Act], Callable[[Draft, Act], Told]] = {
    **dict.fromkeys((fortify.Fortify, fortify.Hide), _fortified),
    **dict.fromkeys((drawing.Trace, drawing.Close, drawing.Decline), _traced),
    **dict.fromkeys((Done, Keep), _done),
    **dict(by(kind, _revised) for kind in purchase.CHECKS),
    **dict(
        (
            by(purchase.Buy, _bought),
            by(purchase.Return, _returned),
            by(hardening.Harden, _hardened),
            by(removal.Suffer, _suffered),
            by(battle.Settle, _settled),
        )
    ),
}
