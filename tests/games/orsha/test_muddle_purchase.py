"""7.518 once more, over purchases at random: what may be bought, and what it costs, by charts and notes."""

from math import ceil
from random import Random

import pytest
from msgspec.structs import replace
from tests.campaign.desk import legal, shop
from tests.games.orsha.test_purchase import RULES

from berlin.campaign.book.charts import Branch, Note, Offer
from berlin.campaign.purchases.purchase import (
    Buy,
    Enter,
    Motorize,
    Onboard,
    Raise,
    Register,
    Return,
    Shop,
)
from berlin.campaign.question import Done
from berlin.campaign.state.state import Group
from berlin.games.orsha.board.tables import GERMAN, RUSSIAN
from berlin.games.orsha.rules.book import BOOK
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH, Seat
from berlin.kernel.play.acts import Act
from berlin.kernel.proof.mark import rule

SEEDS = range(4)
LETTERS = "IVG"


def offer_of(side: Seat, group: Group) -> Offer | None:
    return BOOK.charts[side][group.line] if group.line >= 0 else None


def is_unit(side: Seat, group: Group) -> bool:
    """I, V and G are units; counters that were given are one group, but those that leave again."""
    offer = offer_of(side, group)
    return offer.id[0] in LETTERS if offer else not group.until


def is_rocket(side: Seat, group: Group) -> bool:
    return side == RUSSIAN and (offer := offer_of(side, group)) is not None and offer.id in ("O4", "O5")


def is_module(side: Seat, group: Group) -> bool:
    offer = offer_of(side, group)
    return offer is not None and offer.branch is Branch.OBA and not group.gone


def cost(side: Seat, group: Group) -> int:
    """The CPP of a group with all that it has."""
    offer = offer_of(side, group)
    total = 0 if offer is None or group.given else offer.cpp
    if is_unit(side, group):
        if group.date == 1 and side == RUSSIAN:
            total += group.onboard
        else:
            total -= not group.onboard
    observer = offer is not None and (offer.branch is Branch.OBSERVER or is_rocket(side, group))
    return total + len(group.registered) + group.trucks + (group.level == 3 and observer)


def choices(d: Draft, side: Seat, returned: tuple[str, ...]) -> set[Act]:
    """Everything that may be done in the shop."""
    account, groups = d.accounts[side], d.groups[side]
    found: set[Act] = {Done()}
    fields = [
        cost(side, one) for one in groups if one.date == d.turn and not one.given and is_field(side, one)
    ]
    free = [n for n, one in enumerate(groups) if is_module(side, one) and one.observer == -1]
    for line, offer in enumerate(BOOK.charts[side]):
        bare = offer.branch is Branch.FPP and side == RUSSIAN and d.turn == 1
        snipers = offer.branch is Branch.SAN and account.san >= 7
        fifth = side == GERMAN and offer.id in ("M1", "M2")
        dear = offer.cpp > account.cpp or (fifth and sum(fields) + offer.cpp > ceil(account.total / 5))
        today = account.today[line] if line < len(account.today) else 0
        ever = account.bought[line] if line < len(account.bought) else 0
        if bare or snipers or dear or today >= offer.date_max or ever >= offer.cg_max:
            continue
        found |= {Buy(offer.id, n) for n in free} if offer.branch is Branch.OBSERVER else {Buy(offer.id)}
    for number, group in enumerate(groups):
        found |= revisions(d, side, number, group, returned)
    return found


def is_field(side: Seat, group: Group) -> bool:
    offer = offer_of(side, group)
    return side == GERMAN and offer is not None and offer.id in ("M1", "M2")


def revisions(d: Draft, side: Seat, number: int, group: Group, returned: tuple[str, ...]) -> set[Act]:
    offer, left, found = offer_of(side, group), d.accounts[side].cpp, set[Act]()
    today = group.date == d.turn and not group.given
    if d.turn == 1 and side == RUSSIAN and is_unit(side, group) and not group.onboard and left:
        found.add(Onboard(number))
    if offer is None or not today:
        return found
    walks = offer.id[0] in "IV" and (side == RUSSIAN or offer.id != "I7")
    moves = walks or (side == RUSSIAN and offer.id[0] == "G")
    if moves and group.onboard and cost(side, group) > 1 and (side == GERMAN or d.turn > 1):
        found.add(Enter(number))
    if offer.id in ("O1", "O2", "O3") and len(group.registered) < 2 and left:
        found.add(Register(number))
    if (offer.branch is Branch.OBSERVER or is_rocket(side, group)) and group.level < 3 and left:
        found.add(Raise(number))
    if side == RUSSIAN and offer.id in ("G2", "G3") and not group.trucks and left:
        found.add(Motorize(number))
    if offer.id not in returned and all(other.of != number for other in d.groups[side]):
        found.add(Return(number))
    return found


@rule(*RULES, "OTO 7.5184", "OTO 7.5187", "OTO 7.5188", "OTO 7.518a", "OTO CG7c", "OTO CG12a2", "OTO CG12b1")
@rule("OTO CG12b3", "OTO CG12.q1", "OTO RG.german.note.i", "OTO RG.german.note.h2", "OTO RG.russian.note.o")
@rule("OTO RG.german.note.f", "OTO RG.russian.note.f", "OTO RG.russian.note.i2", "OTO RG.san.q1")
@pytest.mark.parametrize("turn", [1, 2, 3])
@pytest.mark.parametrize("side", BOTH)
@pytest.mark.parametrize("seed", SEEDS)
def test_7_518_what_may_be_bought_and_what_is_left(seed: int, side: Seat, turn: int) -> None:
    rng = Random(seed)
    cpp = rng.choice((9, 30, 66))
    d = shop(side, cpp=cpp, turn=turn)
    d.account(side, san=rng.choice((3, 6, 7)))
    given = Group(0, 1, given=True, onboard=False)
    d.groups[side].extend((given, replace(given, line=-1), replace(given, line=-1, until=4)))
    old = next(n for n, offer in enumerate(BOOK.charts[side]) if offer.id == "O1")
    d.groups[side].extend((Group(old, turn - 1), Group(old, turn - 1, gone="shot off")))
    for _ in range(25):
        top = d.frames[-1]
        assert isinstance(top, Shop)
        acts = legal(d)
        assert set(acts) == choices(d, side, top.returned)
        assert d.accounts[side].cpp == cpp - sum(one.paid for one in d.groups[side])
        for one in d.groups[side]:
            assert one.paid in (0, cost(side, one))
            assert one.paid == cost(side, one) or one.given or one.date != turn
        wanted = [act for act in acts if not isinstance(act, Done | Return)] or [Return(0)]
        chosen = rng.choice(acts if rng.random() < 0.2 else wanted)
        if chosen not in acts or isinstance(chosen, Done):
            break
        top.carry_out(d, chosen)
    assert all(Note.SHARE in offer.notes for offer in BOOK.charts[GERMAN] if offer.id in ("M1", "M2"))
