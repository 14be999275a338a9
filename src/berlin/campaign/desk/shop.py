"""What a side can buy, why not, and what it has bought on this date."""

from collections.abc import Iterator, Mapping

from berlin.campaign.book.charts import Branch, Note, Yield
from berlin.campaign.book.charts import Offer as Line
from berlin.campaign.purchases import fortify, modules, purchase, strength
from berlin.campaign.purchases.prices import entry, is_of_today, is_unit, price, share, shared
from berlin.campaign.state.state import Draft, Group
from berlin.campaign.wording import group_name
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.scene import Bought, Limit, Offer, Shop
from berlin.kernel.play.acts import Act
from berlin.squad.board.naming import work_name

Said = Mapping[Act, str]
"""The legal answers, and how each is written."""
REVISED = (purchase.Onboard, purchase.Enter, purchase.Register, purchase.Raise, purchase.Motorize)


def shop(d: Draft, side: Seat, said: Said) -> Shop:
    """Fortifications while they are bought, else Reinforcement Groups."""
    top = d.frames[-1] if d.frames else None
    asked = top is not None and top.seat == side
    if asked and isinstance(top, fortify.Fortifying):
        return _fortifications(d, side, said)
    return _groups(d, side, said, asked and isinstance(top, purchase.Shop))


def _groups(d: Draft, side: Seat, said: Said, is_open: bool) -> Shop:
    account, chart = d.accounts[side], d.book.charts[side]
    bought = [_bought(d, side, n, group, said) for n, group in enumerate(d.groups[side])]
    kept = any(Note.SHARE in line.notes for line in chart)
    most = Limit(
        "lines that share a part of the CPP", shared(d, side), share(d, side), d.book.cite("purchases.share")
    )
    return Shop(
        name="Reinforcement Groups",
        money="CPP",
        total=account.total,
        left=account.cpp,
        offers=tuple(_offer(d, side, line, said) for line in chart),
        bought=tuple(filter(None, bought)),
        limits=(most,) if kept else (),
        open=is_open,
        rule=d.book.cite("purchases.budget"),
    )


def _offer(d: Draft, side: Seat, line: Line, said: Said) -> Offer:
    account = d.accounts[side]
    number = d.book.charts[side].index(line)
    free = modules.unobserved(d, side) if line.branch is Branch.OBSERVER else []
    answers = [said[buy] for group in (purchase.NONE, *free) if (buy := purchase.Buy(line.id, group)) in said]
    refusal = purchase.barred(d, side, line, free[0] if free else purchase.NONE)
    return Offer(
        name=line.called,
        cost=line.cpp,
        heading=line.branch.value,
        text=contents(d, line),
        limits=(
            Limit(
                "this date", entry(account.today, number), line.date_max, d.book.cite("purchases.date_max")
            ),
            Limit("campaign", entry(account.bought, number), line.cg_max, d.book.cite("purchases.cg_max")),
        ),
        chances=strength.odds(d, side, line),
        answers=tuple(answers),
        reason=refusal.reason if refusal else "",
        rule=refusal.rule if refusal else "",
    )


def contents(d: Draft, line: Line) -> str:
    """What a line gives, in words."""
    if line.module is not None:
        return str(line.module)
    if line.mines is not None:
        return f"{line.mines.hexes} hexes with {line.mines.ap} AP and {line.mines.at} AT factors each"
    if line.yields:
        return ", ".join(_yields(d, part) for part in line.yields)
    return f"{line.amount} {line.branch.value}" if line.amount > 1 else ""


def _yields(d: Draft, part: Yield) -> str:
    kinds = [part.kind] if part.kind else [band.result for band in d.book.tables[part.types].bands]
    text = " or ".join(dict.fromkeys(d.book.counters[kind].text for kind in kinds))
    if not part.full:
        return text
    less = "" if part.depleted == part.full or part.rolled else f", depleted {part.depleted}"
    return f"{part.full} {text}{less}"


def _bought(d: Draft, side: Seat, number: int, group: Group, said: Said) -> Bought | None:
    """A group of this date, or one with which something can still be done."""
    acts: list[Act] = [*(kind(number) for kind in REVISED), purchase.Return(number)]
    answers = tuple(said[act] for act in acts if act in said)
    if not answers and not is_of_today(d, group):
        return None
    words = [f"{part.value:+} {part.label}" for part in price(d, side, group).modifiers]
    words += ["given"] if group.given else []
    words += ["enters"] if not group.onboard and is_unit(d, side, group) else []
    if group.of != purchase.NONE:
        words.append(f"for {group_name(d, side, group.of)}")
    name = group_name(d, side, number).removeprefix("the ")
    return Bought(name=name, cost=group.paid, text=", ".join(words), answers=answers)


def _fortifications(d: Draft, side: Seat, said: Said) -> Shop:
    left: dict[str, int] = {}
    for work in d.works:
        if work.owner == side and work.space < 0:
            name = work_name(work, d.book.counters)
            left[name] = left.get(name, 0) + 1
    return Shop(
        name="Fortifications",
        money="FPP",
        total=0,
        left=d.accounts[side].fpp,
        offers=(*_wares(d, side, said), *_hiding(d, said)),
        bought=tuple(
            Bought(f"{name[:1].upper()}{name[1:]}", 0, f"{count}, not laid yet")
            for name, count in left.items()
        ),
        open=True,
        rule=d.book.cite("fortify.fpp"),
    )


def _wares(d: Draft, side: Seat, said: Said) -> Iterator[Offer]:
    """What this side can have at all."""
    lines = list(d.book.market.fortifications)
    for ware in fortify.wares(d):
        if side not in ware.price.sides:
            continue
        refusal, buy = fortify.unsold(d, side, ware), fortify.Fortify(ware.key)
        had = entry(d.accounts[side].works, lines.index(ware.price.key))
        limit = Limit("campaign", had, ware.price.most, d.book.cite("fortify.most"))
        yield Offer(
            name=d.book.market.called(ware.key),
            cost=ware.fpp,
            heading=ware.price.works,
            limits=(limit,) if ware.price.most else (),
            answers=(said[buy],) if buy in said else (),
            reason=refusal.reason if refusal else "",
            rule=refusal.rule if refusal else "",
        )


def _hiding(d: Draft, said: Said) -> Iterator[Offer]:
    """Whom hidden set-up can be bought for."""
    for act, text in said.items():
        if isinstance(act, fortify.Hide):
            ground = ", also in shellholes" if act.shellholes else ""
            counter = d.counter(act.unit)
            ware = d.book.market.fortifications[fortify.HIDDEN_AT[counter.sort]]
            yield Offer(
                name=f"{d.name(act.unit)}{ground}".removeprefix("the "),
                cost=fortify.hiding(ware, act.shellholes),
                heading="hidden set-up",
                answers=(text,),
            )
