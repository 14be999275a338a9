"""What is bought, with what it comes, and which artillery is used."""

from collections.abc import Callable
from typing import Any

from berlin.campaign.charts import Branch
from berlin.campaign.counters import Sort
from berlin.campaign.names import piece_of
from berlin.campaign.purchases.fortify import Fortify, Hide, seen, survey, unsold, wares
from berlin.campaign.purchases.modules import Aim, Phone, Post, Radio, Withhold
from berlin.campaign.purchases.prices import FIRST, entry, is_unit, line_of, offer_of
from berlin.campaign.purchases.purchase import Buy, Enter, Motorize, Onboard, Raise, Register, Return, barred
from berlin.campaign.purchases.strength import Spare
from berlin.campaign.staff.outlook import Outlook
from berlin.campaign.staff.plan import HIDE, SET_UP, Wish

NEVER = -9.0
NEXT = 5.0


def buy(o: Outlook, frame: Any, act: Buy) -> float:
    """The next line of the list."""
    return NEXT if act.line in _next(o, next_line) else NEVER


def onboard(o: Outlook, frame: Any, act: Onboard) -> float:
    """The strongest group that would come in late."""
    return NEXT + 0.1 * _strength(o, act.group) if SET_UP in _next(o, next_line) else NEVER


def unwanted(o: Outlook, frame: Any, act: Any) -> float:
    """What costs more than it brings, or is given back."""
    return NEVER


def _next(o: Outlook, find: Callable[[Outlook, Wish], str]) -> set[str]:
    if o.words is None:
        o.words = {find(o, plan) for plan in o.plans}
    return o.words


def next_line(o: Outlook, plan: Wish) -> str:
    """The first of the list that is not bought yet and can be, so that enough is left; "" if none is."""
    d, side = o.d, o.side
    free = d.accounts[side].cpp - plan.saved
    wanted: dict[str, int] = {}
    for line in plan.lines:
        wanted[line] = wanted.get(line, 0) + 1
        if line == SET_UP:
            done, cost = _set_up(o), d.book.market.options[SET_UP].cpp
            if done < wanted[line] <= done + len(late(o)) and cost <= free:
                return line
            continue
        number = line_of(d, side, line)
        if number < 0 or entry(d.accounts[side].today, number) >= wanted[line]:
            continue
        offer = d.book.charts[side][number]
        if offer.cpp <= free and offer.branch is not Branch.OBSERVER and barred(d, side, offer, -1) is None:
            return line
    return ""


def late(o: Outlook) -> list[int]:
    """The groups that would come in by the edge, and could set up instead."""
    d, side = o.d, o.side
    if d.turn != FIRST or not d.book.market.outside[side]:
        return []
    return [n for n, group in enumerate(d.groups[side]) if not group.onboard and is_unit(d, side, group)]


def _set_up(o: Outlook) -> int:
    return sum(group.onboard and is_unit(o.d, o.side, group) for group in o.d.groups[o.side])


def _strength(o: Outlook, number: int) -> float:
    """What a group brings: the fire of its line, or of the pieces that were given."""
    d = o.d
    offer = offer_of(d, o.side, d.groups[o.side][number])
    if offer is None:
        return float(
            sum(d.counter(o.side, n).fire for n, p in enumerate(d.pieces[o.side]) if p.group == number)
        )
    kinds = d.book.counters
    return float(sum(part.full * (kinds[part.kind].fire if part.kind else 10) for part in offer.yields))


def fortify(o: Outlook, frame: Any, act: Fortify) -> float:
    """The next of the list that can be paid."""
    return NEXT if act.ware in _next(o, next_work) else NEVER


def hide(o: Outlook, frame: Any, act: Hide) -> float:
    """Squads first, the better ones; nobody pays double."""
    if act.shellholes or HIDE not in _next(o, next_work):
        return NEVER
    counter = o.d.counter(*piece_of(act.unit))
    return NEXT + 0.1 * counter.fire if counter.sort in (Sort.SQUAD, Sort.CUPOLA) else NEVER


def next_work(o: Outlook, plan: Wish) -> str:
    """The first of the list of which there are not enough yet, by what lies unlaid; "" if none is."""
    d, side = o.d, o.side
    sold = {ware.key: ware for ware in wares(d)}
    wanted: dict[str, int] = {}
    for key in plan.works:
        wanted[key] = wanted.get(key, 0) + 1
        if key == HIDE:
            cover = survey(d, side)
            if any(
                seen(d, side, number, False, cover) is None
                for number in range(len(d.pieces[side]))
                if d.counter(side, number).sort in (Sort.SQUAD, Sort.CUPOLA)
            ):
                return HIDE
            continue
        ware = sold.get(key)
        if ware is None or unsold(d, side, ware) is not None:
            continue
        fresh = sum(
            work.space < 0 and (work.what, work.size) == (ware.work.what, ware.work.size)
            for work in d.works
            if work.owner == side and work.field < 0
        )
        if fresh < wanted[key]:
            return key
    return ""


def contact(o: Outlook, frame: Any, act: Radio | Phone) -> float:
    """A radio goes along; a phone is laid where one stays."""
    return float(isinstance(act, Phone) == o.defends)


def withhold(o: Outlook, frame: Any, act: Withhold) -> float:
    """The lightest stay away; what is kept has fresh ammunition."""
    offer = offer_of(o.d, o.side, o.d.groups[o.side][act.group])
    return -float(offer.module.caliber) if offer and offer.module else 0.0


def observe(o: Outlook, frame: Any, act: Post) -> float:
    """Opposite to where the prizes are."""
    return -float(sum(o.chart.distance(goal, act.space) for goal in o.goals))


def aim(o: Outlook, frame: Any, act: Aim) -> float:
    """A defender's guns lie on the way to what is nearest to the enemy, an attacker's on it."""
    if o.defends:
        return (
            -float(min(o.chart.distance(goal, act.space) + o.away[goal] for goal in o.goals))
            - o.away[act.space]
        )
    return -o.to_goal(act.space)


def spare(o: Outlook, frame: Any, act: Spare) -> float:
    return float(o.d.book.counters[act.kind].fire)


JUDGES: dict[type, Any] = {
    Buy: buy,
    Onboard: onboard,
    Enter: unwanted,
    Register: unwanted,
    Raise: unwanted,
    Motorize: unwanted,
    Return: unwanted,
    Fortify: fortify,
    Hide: hide,
    Radio: contact,
    Phone: contact,
    Withhold: withhold,
    Post: observe,
    Aim: aim,
    Spare: spare,
}
