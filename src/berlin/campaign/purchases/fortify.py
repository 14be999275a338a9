"""Purchasing fortifications and hidden set-up with FPP; what is not spent is lost."""

from collections.abc import Iterator

import msgspec

from berlin.campaign.book.charts import Price
from berlin.campaign.purchases import modules
from berlin.campaign.purchases.prices import FIRST, changed, entry
from berlin.campaign.question import CampaignQuestion, Done
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, Seat, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.squad.board.counters import Sort
from berlin.squad.board.names import holder_of, owner_of
from berlin.squad.board.pieces import Mark, Where
from berlin.squad.board.works import Work, Works

HIDDEN_AT = {
    Sort.CUPOLA: "hip.cupola",
    Sort.SQUAD: "hip.squad",
    Sort.HALF: "hip.half",
    Sort.CREW: "hip.crew",
    Sort.LEADER: "hip.crew",
    Sort.HERO: "hip.crew",
}
"""The line of the list at which hidden set-up is sold."""
COUNTED = frozenset((Sort.SQUAD, Sort.HALF))
"""Of whom only a share may set up hidden."""
READY = frozenset((Where.MAP, Where.RETAINED))
"""Who can be on the map at set-up."""


class Fortify(Act, frozen=True, gc=False):
    """Buy a fortification."""

    verb = "fortify"
    says = "Buy {ware}"

    ware: str


class Hide(Act, frozen=True, gc=False):
    """Let a unit set up hidden; at double the price also in shellholes."""

    verb = "hide"
    says = "Let {unit} set up hidden{shellholes}"

    unit: Unit
    shellholes: bool = False


class Ware(msgspec.Struct, frozen=True):
    """A fortification as it is sold."""

    key: str
    price: Price
    fpp: int
    work: Work


class Cover(msgspec.Struct, frozen=True):
    """What decides who may set up hidden."""

    gunners: frozenset[Unit]
    hidden: float
    """Squads for which it was bought."""
    most: int


class Fortifying(CampaignQuestion, frozen=True, gc=False):
    """What are FPP spent on?"""

    acts = (Fortify, Hide, Done)
    topic = "fortify.works"
    asks = "Which Fortifications are bought?"
    why = "FPP that are not spent now are lost; mines and hidden Guns are worth most to who defends."

    def still_asks(self, d: Draft) -> bool:
        if d.accounts[self.seat].fpp and next(_acts(d, self.seat), None) is not None:
            return True
        _close(d, self)
        return False

    def answers(self, d: Draft) -> list[Act]:
        return [*_acts(d, self.seat), Done()]

    # The answers ask the same `unsold` and `seen`; what those look at is surveyed once for all pieces.
    def why_not(self, d: Draft, act: Act) -> Refusal:
        side = self.seat
        if isinstance(act, Fortify):
            ware = next((ware for ware in wares(d) if ware.key == act.ware), None)
            found = unsold(d, side, ware) if ware else d.refusal("fortify.works", "that is not for sale")
        else:
            assert isinstance(act, Hide)
            unit = act.unit
            if owner_of(unit) != side or not d.is_there(unit):
                return d.refusal("fortify.hidden", "hidden set-up is bought for a unit of one's own")
            found = seen(d, unit, act.shellholes, survey(d, side))
        assert found is not None
        return found

    def carry_out(self, d: Draft, act: Act) -> None:
        side = self.seat
        match act:
            case Fortify():
                ware = next(ware for ware in wares(d) if ware.key == act.ware)
                d.works.append(msgspec.structs.replace(ware.work, owner=side))
                d.account(side, works=changed(d.accounts[side].works, _line(d, ware.price), 1))
                _pay(d, side, ware.fpp, d.book.market.called(ware.key))
            case Hide():
                unit = act.unit
                price = _price(d, unit)
                assert price is not None
                d.mark(unit, on=Mark.HIP | (Mark.HIP_SHELLHOLES if act.shellholes else 0))
                _pay(d, side, hiding(price, act.shellholes), f"{price.text}: {d.counter(unit).text}")
            case _:
                _close(d, self)


def wares(d: Draft) -> Iterator[Ware]:
    """Everything that can be put on the map, in each of its strengths."""
    for price in d.book.market.fortifications.values():
        if not price.works:
            continue
        what = Works(price.works)
        strengths = [variant for variant in d.book.market.variants if variant.of == price.key]
        for variant in strengths:
            yield Ware(variant.key, price, price.fpp * sum(variant.values), _built(price, variant.values))
        if not strengths:
            yield Ware(price.key, price, price.fpp, Work(what, size=price.size))


def _built(price: Price, values: tuple[int, ...]) -> Work:
    what = Works(price.works)
    if what is not Works.MINES:
        room, front, rear = values
        return Work(what, size=room * 100 + front * 10 + rear)
    factors = {price.key: values[0]}
    return Work(what, hidden=True, ap=factors.get("ap", 0), at=factors.get("at", 0))


def begin(d: Draft) -> None:
    d.frames += [Fortifying(side) for side in reversed(BOTH)]


def conclude(d: Draft) -> None:
    """Before anybody sets up, both sides write down where their observers are, and what they aim at."""
    modules.ask_plots(d)


def _acts(d: Draft, side: Seat) -> Iterator[Act]:
    for ware in wares(d):
        if unsold(d, side, ware) is None:
            yield Fortify(ware.key)
    if any(side in price.sides for price in d.book.market.fortifications.values() if not price.works):
        cover = survey(d, side)
        for unit, _ in d.listed(side):
            if seen(d, unit, False, cover) is None:
                yield Hide(unit)
                if seen(d, unit, True, cover) is None:
                    yield Hide(unit, True)


def unsold(d: Draft, side: Seat, ware: Ware) -> Refusal | None:
    """Why a side can't buy this; None if it can."""
    market, account, price = d.book.market, d.accounts[side], ware.price
    if d.turn == FIRST and side in market.bare:
        return d.refusal("fortify.first_date", "this side buys no fortifications for the Initial Scenario")
    if side not in price.sides:
        return d.refusal("fortify.works", f"{price.text} is not for this side")
    if price.most and entry(account.works, _line(d, price)) >= price.most:
        return d.refusal("fortify.most", f"at most {price.most} of {price.text} in the campaign")
    return _dear(d, side, ware.fpp)


def _dear(d: Draft, side: Seat, fpp: int) -> Refusal | None:
    left = d.accounts[side].fpp
    return None if fpp <= left else d.refusal("fortify.fpp", f"it costs {fpp} FPP, there are {left}")


def _line(d: Draft, price: Price) -> int:
    return list(d.book.market.fortifications).index(price.key)


def seen(d: Draft, unit: Unit, shellholes: bool, cover: Cover) -> Refusal | None:
    """Why a unit can't be bought hidden set-up; None if it can."""
    side = owner_of(unit)
    piece, counter = d.piece(unit), d.counter(unit)
    price = _price(d, unit)
    if price is None or side not in price.sides or piece.where not in READY or piece.has(Mark.PRISONER):
        return d.refusal("fortify.hidden", "hidden set-up is bought for men and cupolas that can set up")
    if piece.has(Mark.HIP):
        return d.refusal("fortify.hidden", "it may set up hidden already")
    if unit in cover.gunners:
        return d.refusal("fortify.hidden_gunners", "who mans a Gun sets up hidden with it for nothing")
    if shellholes and counter.sort is Sort.CUPOLA:
        return d.refusal("fortify.hidden", "only Infantry pays double for shellholes")
    if counter.sort in COUNTED and cover.hidden + counter.squads > cover.most:
        return d.refusal("fortify.hidden_share", f"at most {cover.most} squads set up hidden")
    return _dear(d, side, hiding(price, shellholes))


def _price(d: Draft, unit: Unit) -> Price | None:
    key = HIDDEN_AT.get(d.counter(unit).sort, "")
    return d.book.market.fortifications.get(key)


def hiding(price: Price, shellholes: bool) -> int:
    """The FPP for hidden set-up."""
    return price.fpp * (2 if shellholes else 1)


def survey(d: Draft, side: Seat) -> Cover:
    """Who mans a Gun; and of the squads that can set up, a share may do so hidden, rounded up."""
    gunners, hidden, halves = set(), 0.0, 0
    for unit, piece in d.at_hand(side):
        counter = d.counter(unit)
        if counter.sort is Sort.GUN and piece.holder >= 0 and not piece.has(Mark.CAPTURED):
            gunners.add(holder_of(unit, piece))
        if counter.sort in COUNTED and piece.where in READY and not piece.has(Mark.PRISONER):
            halves += round(2 * counter.squads)
            hidden += counter.squads if piece.has(Mark.HIP) else 0.0
    most = -(-halves * d.book.figures.hidden_share // 200)
    return Cover(frozenset(gunners), hidden, most)


def _pay(d: Draft, side: Seat, fpp: int, what: str) -> None:
    left = d.account(side, fpp=d.accounts[side].fpp - fpp).fpp
    d.whisper("fortify", side, f"{what} for {fpp} FPP, {left} left", "", d.book.cite("fortify.works"))


def _close(d: Draft, frame: Fortifying) -> None:
    """What was not spent is lost."""
    d.frames.pop()
    if d.accounts[frame.seat].fpp:
        d.account(frame.seat, fpp=0)
