"""What an act does, what it costs, and how likely it comes off."""

from collections.abc import Callable
from typing import Any

from berlin.campaign import battle, chances, ways
from berlin.campaign.aftermath import hardening
from berlin.campaign.aftermath.clearing import Keep
from berlin.campaign.desk.shop import contents
from berlin.campaign.names import piece_of
from berlin.campaign.perimeters import drawing, escape
from berlin.campaign.purchases import fortify, purchase, strength
from berlin.campaign.purchases.prices import entry, line_of, offer_of, price
from berlin.campaign.questions import CHAPTERS
from berlin.campaign.refit import removal
from berlin.campaign.state import Draft
from berlin.campaign.upkeep import Done
from berlin.kernel.acts import Act
from berlin.kernel.rules import Explanation, Modifier, Tally

Told = tuple[tuple[Tally, ...], tuple[str, ...]]
"""Tallies and notes."""


def explain(d: Draft, act: Act) -> Explanation:
    """All that a legal act rests on."""
    title = told(d, act)
    if isinstance(d.frames[-1], escape.Party) and not isinstance(act, escape.Go):
        _carry_out(d, act)
        top = d.frames[-1]
        assert isinstance(top, escape.Party)
        return Explanation(title, *chances.breakout(d, top))
    found = chances.of(d, act)
    if found is not None:
        return Explanation(title, *found)
    for kinds, reckon in _RECKONED.items():
        if isinstance(act, kinds):
            outcomes = _strength(d, act) if isinstance(act, purchase.Buy) else ()
            tallies, notes = reckon(d, act)
            return Explanation(title, tallies, outcomes, notes)
    return Explanation(title)


def label(kind: type[Act]) -> str:
    """What an act of this kind does: the first sentence that is said of it."""
    return " ".join((kind.__doc__ or kind.__name__).split()).partition(". ")[0].removesuffix(".")


def told(d: Draft, act: Act) -> str:
    """An act in words: what it does, and to what."""
    if isinstance(act, removal.Clear | removal.Tow) and isinstance(top := d.frames[-1], removal.Clearance):
        return f"Clear away: {removal.chances(d, top, act)[0]}"
    does = label(type(act))
    parts = [_part(d, name, getattr(act, name)) for name in act.__struct_fields__]
    named = ", ".join(part for part in parts if part)
    return f"{does}: {named}" if named else does


def _part(d: Draft, name: str, value: Any) -> str:
    """A part of an act in words."""
    book, seat = d.book, d.frames[-1].seat
    match name:
        case "unit" | "by":
            side, number = piece_of(value)
            return f"{d.counter(side, number).text} ({book.sides[side][0]}{number})"
        case "space" | "to" | "next":
            return book.ground.field.names[value] if value >= 0 else ""
        case "side":
            return book.sides[value]
        case "kind":
            return book.counters[value].text if value in book.counters else str(value)
        case "line":
            return f"{value} {book.charts[seat][line_of(d, seat, value)].name}"
        case "group":
            return _group(d, seat, value) if value >= 0 else ""
        case "cpp":
            return f"{value} CPP"
        case "shellholes":
            return "also in shellholes" if value else ""
        case _:
            return str(value).replace("_", " ")


def _group(d: Draft, seat: int, number: int) -> str:
    offer = offer_of(d, seat, d.groups[seat][number])
    return (
        f"{offer.id} {offer.name} (group {number})" if offer else f"counters that were given (group {number})"
    )


def _carry_out(d: Draft, act: Act) -> None:
    """On a position of which nobody else has need."""
    top = d.frames[-1]
    CHAPTERS[type(top)][1](d, top, act)


def _strength(d: Draft, act: Act) -> Any:
    seat = d.frames[-1].seat
    assert isinstance(act, purchase.Buy)
    return strength.odds(d, seat, d.book.charts[seat][line_of(d, seat, act.line)])


def _bought(d: Draft, act: purchase.Buy) -> Told:
    seat, market = d.frames[-1].seat, d.book.market
    line = line_of(d, seat, act.line)
    offer, account = d.book.charts[seat][line], d.accounts[seat]
    left = Tally("CPP left", account.cpp, (Modifier(-offer.cpp, offer.id, market.budget),))
    today, ever = entry(account.today, line) + 1, entry(account.bought, line) + 1
    limits = f"number {today} of {offer.date_max} on this date, {ever} of {offer.cg_max} in the campaign"
    brings = contents(d, offer)
    notes = [
        f"it brings {brings}" if brings else "",
        f"{limits} [{market.date_max}, {market.cg_max}]",
        offer.verify,
    ]
    return (left,), tuple(note for note in notes if note)


def _revised(d: Draft, act: Any) -> Told:
    """A group that is changed: its new price, and the CPP that this leaves."""
    seat = d.frames[-1].seat
    before = d.accounts[seat].cpp
    _carry_out(d, act)
    spent = before - d.accounts[seat].cpp
    left = Tally("CPP left", before, (Modifier(-spent, "for the change", d.book.market.budget),))
    return (price(d, seat, d.groups[seat][act.group]), left), ()


def _returned(d: Draft, act: purchase.Return) -> Told:
    seat = d.frames[-1].seat
    back = Modifier(d.groups[seat][act.group].paid, "come back", d.book.market.secret)
    return (Tally("CPP left", d.accounts[seat].cpp, (back,)),), ()


def _fortified(d: Draft, act: Act) -> Told:
    seat = d.frames[-1].seat
    before = d.accounts[seat].fpp
    _carry_out(d, act)
    spent = Modifier(d.accounts[seat].fpp - before, "for it", d.book.market.works)
    return (Tally("FPP left", before, (spent,)),), ()


def _hardened(d: Draft, act: hardening.Harden) -> Told:
    now = d.counter(*piece_of(act.unit))
    return (), (f"{now.text} becomes {d.book.counters[now.harder].text}",)


def _suffered(d: Draft, act: removal.Suffer) -> Told:
    side, number = piece_of(act.unit)
    half = d.counter(side, number).half
    return (), (f"it becomes {d.book.counters[half].text}" if half else "it is Eliminated",)


def _traced(d: Draft, act: Act) -> Told:
    """How much ground a Perimeter has."""
    top = d.frames[-1]
    assert isinstance(top, drawing.Drawing)
    found = drawing.verdict(d, top).perimeter if isinstance(act, drawing.Close | drawing.Decline) else None
    area = (found or drawing.perimeter(d, top.seat)).area
    return (), (f"{area.bit_count()} hexes lie inside [{d.book.ground.cites.loop}]",)


def _settled(d: Draft, act: battle.Settle) -> Told:
    return (), (ways.ABOUT[act.way],)


def _done(d: Draft, act: Act) -> Told:
    """What is left of the points that the question is about."""
    top = d.frames[-1]
    account = d.accounts[top.seat]
    if isinstance(top, fortify.Fortifying):
        return (Tally("FPP that are lost", account.fpp),), ()
    return ((Tally("CPP left", account.cpp),), ()) if isinstance(top, purchase.Shop) else ((), ())


_RECKONED: dict[tuple[type[Act], ...], Callable[[Draft, Any], Told]] = {
    (purchase.Buy,): _bought,
    tuple(purchase.CHECKS): _revised,
    (purchase.Return,): _returned,
    (fortify.Fortify, fortify.Hide): _fortified,
    (hardening.Harden,): _hardened,
    (removal.Suffer,): _suffered,
    (drawing.Trace, drawing.Close, drawing.Decline): _traced,
    (battle.Settle,): _settled,
    (Done, Keep): _done,
}
