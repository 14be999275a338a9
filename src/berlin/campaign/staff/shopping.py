"""What is bought, with what it comes, and which artillery is used."""

from collections.abc import Callable

from berlin.campaign.book.charts import Branch
from berlin.campaign.by_kind import by
from berlin.campaign.purchases.fortify import Fortify, Hide, seen, survey, unsold, wares
from berlin.campaign.purchases.modules import Aim, Phone, Plot, Post, Radio, Withhold
from berlin.campaign.purchases.prices import entry, line_of, offer_of
from berlin.campaign.purchases.purchase import Buy, Enter, Motorize, Onboard, Raise, Register, Return, barred
from berlin.campaign.purchases.strength import Spare
from berlin.campaign.staff.extras import EXTRAS, WORDS, had, takers
from berlin.campaign.staff.observing import blind, post, target
from berlin.campaign.staff.outlook import Judges, Outlook
from berlin.campaign.staff.plan import HIDE, Wish
from berlin.kernel.play.acts import Act
from berlin.squad.board.counters import Sort

NEVER = -9.0
NEXT = 5.0


def buy(o: Outlook, act: Buy) -> float:
    """The next line of the list; an observer for the heaviest module."""
    if act.line not in _next(o, next_line):
        return NEVER
    if act.group < 0:
        return NEXT
    use = blind(o).get(act.group, 0.0)
    return NEXT + 0.1 * use if use else NEVER


def extra(o: Outlook, act: Onboard | Register | Raise | Motorize) -> float:
    """Where it is of most use, if it is next on the list."""
    word = WORDS[type(act)]
    if word not in _next(o, next_line):
        return NEVER
    use = takers(o, word).get(act.group, 0.0)
    return NEXT + 0.1 * use if use else NEVER


def unwanted(o: Outlook, act: Act) -> float:
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
        if line in EXTRAS:
            if had(o, line) < wanted[line] and d.book.market.options[line].cpp <= free and takers(o, line):
                return line
            continue
        number = line_of(d, side, line)
        if number < 0 or entry(d.accounts[side].today, number) >= wanted[line]:
            continue
        offer = d.book.charts[side][number]
        module = next(iter(blind(o)), -1) if offer.branch is Branch.OBSERVER else -1
        if offer.cpp <= free and barred(d, side, offer, module) is None:
            return line
    return ""


def fortify(o: Outlook, act: Fortify) -> float:
    """The next of the list that can be paid."""
    return NEXT if act.ware in _next(o, next_work) else NEVER


def hide(o: Outlook, act: Hide) -> float:
    """Squads first, the better ones; nobody pays double."""
    if act.shellholes or HIDE not in _next(o, next_work):
        return NEVER
    counter = o.d.counter(act.unit)
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
                seen(d, unit, False, cover) is None
                for unit, _ in d.listed(side)
                if d.counter(unit).sort in (Sort.SQUAD, Sort.CUPOLA)
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


def contact(o: Outlook, act: Radio | Phone) -> float:
    """A radio goes along; a phone is laid where one stays."""
    return float(isinstance(act, Phone) == o.defends)


def withhold(o: Outlook, act: Withhold) -> float:
    """The lightest stay away; what is kept has fresh ammunition."""
    offer = offer_of(o.d, o.side, o.d.groups[o.side][act.group])
    return -float(offer.module.caliber) if offer and offer.module else 0.0


def observe(o: Outlook, act: Post) -> float:
    """From where most of the fight is seen."""
    return post(o, o.asked(Plot).group, act.space)


def aim(o: Outlook, act: Aim) -> float:
    return target(o, act.space)


def spare(o: Outlook, act: Spare) -> float:
    return float(o.d.book.counters[act.kind].fire)


JUDGES: Judges = dict(
    (
        by(Buy, buy),
        by(Onboard, extra),
        by(Enter, unwanted),
        by(Register, extra),
        by(Raise, extra),
        by(Motorize, extra),
        by(Return, unwanted),
        by(Fortify, fortify),
        by(Hide, hide),
        by(Radio, contact),
        by(Phone, contact),
        by(Withhold, withhold),
        by(Post, observe),
        by(Aim, aim),
        by(Spare, spare),
    )
)
