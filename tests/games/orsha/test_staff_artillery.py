"""The staff and its artillery: who observes, what is registered; and Guns that come behind trucks."""

from random import Random
from typing import Any

import pytest
from tests.campaign.desk import at, desk, off

from berlin.boards.hexes import bits, board_of, pack
from berlin.campaign.deployment.setup import Arrive, Hitch, Reserve, Siting
from berlin.campaign.purchases.modules import Aim, Plot, Post, posts
from berlin.campaign.purchases.prices import UNTOLD
from berlin.campaign.purchases.purchase import Buy, Motorize, Raise, Register, Shop
from berlin.campaign.question import Done
from berlin.campaign.sectors import Put
from berlin.campaign.staff.outlook import Outlook
from berlin.campaign.staff.plan import Wish
from berlin.campaign.staff.staff import CampaignStaff
from berlin.campaign.state.state import Group
from berlin.games.orsha.board.charts import CHARTS
from berlin.games.orsha.board.ground import ALL, BY_TERRAIN, EAST, LVP, MAP, NUMBER, WEST, find_hex
from berlin.games.orsha.board.tables import GERMAN, RUSSIAN
from berlin.games.orsha.game import GAME
from berlin.games.orsha.rules.model import HOUSE
from berlin.games.orsha.staff.wishes import WISHES
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import Seat
from berlin.kernel.play.acts import Act
from berlin.kernel.proof.mark import rule
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Where

FIRST, SECOND = find_hex("X38"), find_hex("K33")
"""The prizes that the Russians come to first."""


def group(side: Seat, line: str, **fields: Any) -> Group:
    number = next(n for n, offer in enumerate(CHARTS[side]) if offer.id == line)
    return Group(number, 1, **{"paid": CHARTS[side][number].cpp, **fields})


def shop(side: Seat, groups: tuple[Group, ...], line: int = 42, cpp: int = 9) -> Draft:
    """A side with these groups and some CPP on the first date; the Russians Control what is numbered from
    here on."""
    east = board_of(space for space in bits(ALL) if NUMBER[space] >= line)
    control = pack(ALL & ~east), pack(east)
    both = (groups, ()) if side == GERMAN else ((), groups)
    d = desk(frames=(Shop(side),), groups=both, control=control)
    d.account(side, cpp=cpp, total=cpp)
    return d


def bought(d: Draft, side: Seat, *lines: str) -> list[Act]:
    """What a staff with this list buys, one after the other."""
    staff = CampaignStaff(Draft, GAME.legal, {(side, 1): (Wish(lines, (), 0),)})
    found: list[Act] = []
    while not isinstance(act := staff.choose(d.freeze(), Random(1)), Done):
        found.append(act)
        Shop(side).carry_out(d, act)
    return found


def answer(d: Draft) -> Act:
    found = GAME.staff().choose(d.freeze(), Random(1))
    assert isinstance(found, Act)
    return found


@rule("OTO RG.russian.note.f")
def test_every_module_has_a_pre_registered_hex_before_any_has_two_the_heaviest_first() -> None:
    d = shop(RUSSIAN, (group(RUSSIAN, "O1"), group(RUSSIAN, "O3"), group(RUSSIAN, "I1")))
    assert bought(d, RUSSIAN, *["registered"] * 5) == [Register(n) for n in (1, 0, 1, 0)]


def test_what_a_list_does_not_say_is_not_had_with_a_group() -> None:
    d = shop(RUSSIAN, (group(RUSSIAN, "O3"), group(RUSSIAN, "O4", observer=UNTOLD), group(RUSSIAN, "G3")))
    assert bought(d, RUSSIAN) == []


@rule("OTO RG.russian.note.i1", "OTO RG.german.note.h1")
@pytest.mark.parametrize(
    ("side", "line", "wanted"),
    [(RUSSIAN, 42, True), (RUSSIAN, 20, False), (GERMAN, 42, False), (GERMAN, 20, True)],
)
def test_an_observer_is_bought_where_he_sees_the_fight(side: Seat, line: int, wanted: bool) -> None:
    """From the east edge the Russians overlook the first prizes, and no later ones; the Germans the last."""
    observer = ("O4", "O6")[side]
    groups = tuple(group(side, name) for name in ("O1", "O3", "O2"))
    found = bought(shop(side, groups, line), side, observer)
    assert found == ([Buy(observer, 1)] if wanted else [])


@rule("OTO RG.russian.note.i2")
def test_an_observer_is_raised_who_sees_more_from_there() -> None:
    d = shop(RUSSIAN, (group(RUSSIAN, "O3"),))
    assert bought(d, RUSSIAN, "O6", "raised", "raised") == [Buy("O6", 0), Raise(1)]
    near = shop(RUSSIAN, (group(RUSSIAN, "O3"),), line=20)
    near.group(RUSSIAN, 0, observer=UNTOLD)
    near.groups[RUSSIAN].append(group(RUSSIAN, "O6", of=0))
    assert bought(near, RUSSIAN, "raised") == []


@rule("OTO RG.russian.note.o")
@pytest.mark.parametrize("onboard", [False, True])
def test_trucks_are_for_guns_that_come_in_by_the_edge(onboard: bool) -> None:
    d = shop(RUSSIAN, (group(RUSSIAN, "G3", onboard=onboard), group(RUSSIAN, "I1", onboard=False)))
    assert bought(d, RUSSIAN, "trucks", "trucks") == ([] if onboard else [Motorize(0)])


def plot(side: Seat, **fields: Any) -> Draft:
    """A module about whose observer or hexes the side is asked."""
    groups = (group(side, "O3", **fields),)
    return desk(frames=(Plot(side, 0),), groups=(groups, ()) if side == GERMAN else ((), groups))


@rule("OTO CG13d")
@pytest.mark.parametrize(("side", "edge"), [(GERMAN, WEST), (RUSSIAN, EAST)])
def test_an_observer_stands_where_most_of_the_fight_is_seen(side: Seat, edge: int) -> None:
    d = plot(side, observer=UNTOLD, level=3)
    act = answer(d)
    assert isinstance(act, Post)
    assert edge >> act.space & 1
    o = Outlook(d, side, WISHES)
    seen = {
        space: (MAP.within(space, HOUSE.sight(1)) & o.battleground).bit_count()
        for space in bits(posts(d, side))
    }
    assert seen[act.space] == max(seen.values())


def aimed(d: Draft) -> list[int]:
    """The two hexes that are registered, one after the other."""
    side = d.frames[-1].seat
    found: list[int] = []
    for number in range(2):
        act = answer(d)
        assert isinstance(act, Aim)
        found.append(act.space)
        d.group(side, 0, registered=(*found, UNTOLD)[: 2 if number == 0 else None])
    return found


def test_russians_register_the_prizes_that_they_come_to_first() -> None:
    assert aimed(plot(RUSSIAN, registered=(UNTOLD, UNTOLD))) == [FIRST, SECOND]


def test_germans_register_open_ground_before_the_prizes_that_are_most_in_danger() -> None:
    found = aimed(plot(GERMAN, registered=(UNTOLD, UNTOLD)))
    for space, prize in zip(found, (FIRST, SECOND), strict=True):
        assert min(LVP, key=lambda one: MAP.distance(one, space)) == prize
        assert 2 <= MAP.distance(prize, space) <= 6
        assert NUMBER[space] > NUMBER[prize]
        assert not (BY_TERRAIN["woods"] | BY_TERRAIN["building"]) >> space & 1


def test_a_radio_goes_to_a_leader_who_looks_over_the_battleground() -> None:
    """Of three stacks: men alone who see it, a leader far off, and a leader who sees it."""
    stacks = [at("g:4-6-7", name, Mark.PLACED) for name in ("X36", "P10", "X37")]
    leaders = [at("g:8-1", name, Mark.PLACED) for name in ("P10", "X37")]
    d = desk([*stacks, *leaders, off("g:radio")], frames=(Siting(GERMAN, unit_of(GERMAN, 5)),))
    acts = [Put(find_hex(name)) for name in ("X36", "P10", "X37")]
    alone, far, there = GAME.staff().weigh(d.freeze(), acts)
    assert there > alone
    assert there > far


def team(where: Where) -> Draft:
    """A Gun with its crew and a truck of its group, of which the Gun is asked about."""
    guns = group(RUSSIAN, "G3", trucks=True, onboard=where is not Where.ENTERING)
    pieces = [
        off("r:2-2-8", group=0, where=where),
        off("r:45LL", group=0, holder=0, where=where),
        off("r:GAZ-MM", group=0, where=where),
    ]
    return desk([], pieces, groups=((), (guns,)), frames=(Siting(RUSSIAN, unit_of(RUSSIAN, 1)),))


def test_a_gun_is_in_tow_where_it_is_too_far_off_to_fire() -> None:
    d = team(Where.RETAINED)
    near, far = find_hex("K45"), find_hex("K51")
    assert Outlook(d, RUSSIAN, WISHES).away[near] <= HOUSE.limber < Outlook(d, RUSSIAN, WISHES).away[far]
    for space, towed in ((near, False), (far, True)):
        openly, behind = GAME.staff().judge(d.freeze(), [Put(space), Hitch(space)])
        assert (behind > openly) == towed


@rule("OTO RG.russian.note.o")
def test_a_gun_that_enters_comes_behind_its_truck() -> None:
    d = team(Where.ENTERING)
    assert any(isinstance(act, Reserve) for act in GAME.staff().legal(d.freeze()))
    assert isinstance(answer(d), Arrive)
