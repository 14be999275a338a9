"""5.1, 6, 7.1 to 7.3, 7.5: what a campaign is, what an order of battle holds, and the order of steps."""

from collections import Counter
from itertools import pairwise

import pytest
from tests.campaign.desk import at, bought, desk, do, off, question, shop
from tests.games.orsha.course import act, campaign, lead, lead_to, step
from tests.games.orsha.siting import set_up

from berlin.boards.hexes import unpack
from berlin.campaign.aftermath import hazards
from berlin.campaign.aftermath.clearing import disposable
from berlin.campaign.battle import Settle
from berlin.campaign.book.charts import Branch
from berlin.campaign.deployment import laying
from berlin.campaign.deployment.limits import friendly
from berlin.campaign.deployment.parties import undecided
from berlin.campaign.model.fight import Fight
from berlin.campaign.model.support import lines
from berlin.campaign.perimeters.perimeter import largest
from berlin.campaign.purchases import modules
from berlin.campaign.purchases.prices import is_branch, line_of, offer_of
from berlin.campaign.purchases.purchase import Buy, Shop
from berlin.campaign.question import Done
from berlin.campaign.refit import dates
from berlin.campaign.refit.removal import Clear, Clearance
from berlin.campaign.state.muster import muster
from berlin.campaign.state.state import Group
from berlin.games.orsha.board.counters import COUNTERS
from berlin.games.orsha.board.forces import DATES
from berlin.games.orsha.board.ground import ALL, KEYS, MAP, find_hex
from berlin.games.orsha.game import GAME
from berlin.games.orsha.rules.deployment import gates, soil
from berlin.games.orsha.rules.sequence import BATTLE, RING
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH, OTHER, Seat
from berlin.kernel.proof.mark import rule
from berlin.squad.board.counters import Sort
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Where
from berlin.squad.board.works import Work, Works

GERMAN, RUSSIAN = BOTH
BATTLING = RING.index(BATTLE)


@rule("OTO 5.1a")
@pytest.mark.parametrize(("side", "line", "cpp"), [(GERMAN, "O5", 5), (RUSSIAN, "O7", 4)])
def test_5_1_a_counter_battery_module_comes_by_purchase_alone(side: Seat, line: str, cpp: int) -> None:
    def at_work(d: Draft) -> int:
        return len(lines(Fight(d, d.book.battlefield), side, Branch.COUNTER_BATTERY))

    given = desk()
    muster(given)
    assert at_work(given) == 0
    d = shop(side, cpp=cpp)
    assert at_work(d) == 0
    do(d, Buy(line), Done())
    assert at_work(d) == 1
    sold = {offer.id for offer in d.book.charts[side] if offer.branch is Branch.COUNTER_BATTERY}
    assert sold == {line}
    other = shop(OTHER[side])
    assert Buy(line) not in [Buy(o.id) for o in d.book.charts[1 - side] if o.branch is Branch.COUNTER_BATTERY]
    assert at_work(other) == 0


@rule("OTO 6.eliminated")
def test_6_what_is_eliminated_is_never_set_up_again() -> None:
    """An Encircled squad that gives up on 23AM, a used module, a trench that is cleared away."""
    trench = Work(Works.TRENCH, find_hex("K12"), owner=GERMAN)
    d = desk(
        [at("g:4-6-7", "P30", Mark.ENCIRCLED), off("g:4-6-7")],
        works=[trench],
        dice=(6, 6, 1),
        groups=((Group(line_of(desk(), GERMAN, "O1"), 1, used=True),), ()),
    )
    hazards.encirclement(d)
    modules.retire(d)
    for _ in DATES[1:]:
        dates.advance(d)
        assert list(undecided(d, GERMAN, isolated=False)) == [unit_of(GERMAN, 1)]
        assert modules.at_hand(d, GERMAN) == []
    d.frames.append(Clearance(GERMAN))
    do(d, Clear(trench.space, "trench"))
    assert d.works == []
    assert d.pieces[GERMAN][0].fate


@rule("OTO 6.equipment")
def test_6_weapons_guns_and_vehicles_are_equipment_and_a_foxhole_is_none() -> None:
    sorts = {Sort.WEAPON, Sort.RADIO, Sort.GUN, Sort.VEHICLE, Sort.CUPOLA}
    assert {c.sort for c in COUNTERS.values() if c.is_equipment} == sorts
    d = desk(
        [
            off(kind, last=find_hex("K12"))
            for kind in ("g:LMG", "g:PaK-40", "g:StuG-IIIG", "g:4-6-7", "g:9-1")
        ],
        works=[Work(Works.FOXHOLE, find_hex("K12"), owner=GERMAN, size=1)],
    )
    assert disposable(d, GERMAN) == [unit_of(GERMAN, n) for n in range(3)]


@rule("OTO 6.oob", "OTO CG14.q1", "OTO 6.retained.q1")
def test_6_an_order_of_battle_is_what_was_retained_and_what_was_bought_since() -> None:
    """Groups of 23AM set up anywhere on 23PM, those of 23PM only where new groups do."""
    kept, fresh = Group(0, 1), Group(0, 2)
    d = set_up(
        (),
        [
            off("r:4-4-7", group=0),
            off("r:4-4-7", Mark.NEW, group=1),
            off("r:4-4-7", where=Where.LOST, fate="lost"),
            off("r:4-4-7", where=Where.EXITED, fate="left by the far edge"),
            off("r:9-1", where=Where.EVACUATED, fate="wounded"),
            off("r:ISU-122", where=Where.MAINTENANCE),
        ],
        [Work(Works.FOXHOLE, owner=RUSSIAN, size=3), Work(Works.WIRE, owner=GERMAN)],
        groups=((), (kept, fresh)),
        turn=2,
    )
    assert set(undecided(d, RUSSIAN, isolated=False)) == {unit_of(RUSSIAN, 0), unit_of(RUSSIAN, 1)}
    assert list(laying.unlaid(d, RUSSIAN)) == ["foxhole-3"]
    front = find_hex("K42")
    d.fronts[GERMAN] = 1 << find_hex("K40")
    limits = [list(d.book.setup.groups(d, RUSSIAN, d.pieces[RUSSIAN][n])) for n in (1,)]
    assert not limits[0][0].allowed >> front & 1
    assert friendly(d, RUSSIAN) >> front & 1
    assert d.accounts[RUSSIAN].suffered == 0


@rule("OTO 6.rg", "OTO 6.rg_purchase_record")
def test_6_fortification_points_are_a_group_too() -> None:
    d = bought(GERMAN, "M1")
    (group,) = d.groups[GERMAN]
    offer = offer_of(d, GERMAN, group)
    assert offer is not None
    assert (offer.id, group.paid, d.accounts[GERMAN].fpp) == ("M1", 1, 50)
    assert d.pieces[GERMAN] == []
    assert is_branch(d, GERMAN, group, Branch.FPP)


@rule("OTO 7.11", "OTO 7.1")
def test_7_1_four_scenarios_of_23_and_24_june_two_sides_and_a_record_of_each() -> None:
    d = campaign()
    assert GAME.cover.scenarios[0].title == "On Track to Orsha"
    assert GAME.seats == ("german", "russian")
    assert [(date.key, date.day) for date in d.book.dates] == [
        *(("23AM", 23), ("23PM", 23), ("24AM", 24), ("24PM", 24)),
    ]
    assert "June 1944" in GAME.cover.scenarios[0].about
    assert (d.history, d.stage, len(d.accounts), len(d.groups)) == ([], 0, 2, 2)
    state = d.freeze()
    keys = {paper.key for paper in GAME.papers()}
    assert {"purchases", "organizer", "dates"} <= keys
    for seat in (GERMAN, RUSSIAN):
        for key in ("purchases", "organizer", "dates"):
            assert d.book.sides[seat].capitalize() in GAME.paper(key, GAME.view(state, seat), ())


@rule("OTO 7.12", "OTO 7.32", "OTO 7.5.q2", "OTO 7.3a")
def test_7_12_between_two_scenarios_both_sides_buy() -> None:
    d = campaign()
    asked: Counter[tuple[int, int]] = Counter()
    battles: list[int] = []
    seen = len(d.history)

    def look(now: Draft) -> bool:
        nonlocal seen
        top = now.frames[-1]
        if isinstance(top, Shop):
            asked[now.turn, top.seat] += 1
        if len(now.history) > seen:
            seen = len(now.history)
            battles.append(now.turn)
        return False

    lead(d, look)
    assert set(asked) == {(date, seat) for date in range(1, 5) for seat in (GERMAN, RUSSIAN)}
    assert [line.date for line in d.history] == [1, 2, 3, 4]
    assert d.over


@rule("OTO 6.reph", "OTO 7.5a")
def test_6_the_next_battle_waits_for_the_whole_reph() -> None:
    """From one battle to the next every step is taken once, in the printed order; no act of a later step is
    heard before."""
    d = campaign(battles="each")
    taken: list[str] = []

    def look(now: Draft) -> bool:
        if not taken or taken[-1] != step(now):
            taken.append(step(now))
        state = now.freeze()
        if now.stage != BATTLING:
            refusal = GAME.why_not(state, Settle("model"))
            assert refusal is not None
        if step(now) < "7.514":
            late = GAME.why_not(state, Clear(find_hex("K12"), "wire"))
            assert late is not None
        return now.turn == 3

    lead(d, look)
    order = [stage.name for stage in RING]
    places = [order.index(name) for name in taken]
    laps = [place - order.index("7.518") for place in places]
    falls = sum(one > other for one, other in pairwise(laps))
    assert falls == 1, taken
    refusal = GAME.why_not(d.freeze(), Settle("model"))
    assert refusal is not None
    assert refusal.reason.startswith("not now")


@rule("OTO 7.5a")
def test_7_5_who_is_asked_about_a_step_can_not_do_another() -> None:
    """At 7.510 nobody clears anything away: the question is another one."""
    d = desk([off("g:4-6-7")], [off("r:4-4-7")], [Work(Works.WIRE, find_hex("K12"), owner=GERMAN)], turn=2)
    d.stage = [stage.name for stage in RING].index("7.511")
    d.frames = [Shop(GERMAN)]
    refusal = GAME.why_not(d.freeze(), Clear(find_hex("K12"), "wire"))
    assert refusal is not None
    assert "Recombining" in refusal.reason


@rule("OTO CG1", "OTO 7.2")
@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_cg1_the_whole_map_is_in_play_on_every_date(turn: int) -> None:
    """Whoever Controls all of it sets up in all of it, and a "?" may lie anywhere."""
    d = desk([off("g:4-6-7")], turn=turn)
    d.control = [ALL, 0]
    d.outlines[GERMAN] = largest(d.book.field, d.book.ground.sides(d)[GERMAN])
    assert ALL.bit_count() == len(MAP.spaces) == sum(map(bool, KEYS))
    assert friendly(d, GERMAN) == ALL
    assert soil(d, Works.DUMMY) == ALL
    assert gates(d, RUSSIAN).allowed & ~ALL == 0


@rule("OTO 7.3b")
def test_7_3_the_start_lines_come_of_what_each_side_controlled_at_the_end() -> None:
    """The Perimeters that are drawn from what both have after the battle are those that they set up in."""
    d = campaign()
    lead_to(d, "7.505", 1)
    sides = d.book.ground.sides(d)
    drawn = [largest(d.book.field, side) for side in sides]
    lead_to(d, "7.518", 2)
    for seat in (GERMAN, RUSSIAN):
        assert d.area(seat) == drawn[seat].area
        inside = drawn[seat].area & ~d.isolated & ~drawn[1 - seat].area
        assert inside & ~d.control[seat] == 0
        assert friendly(d, seat) & ~drawn[seat].area == 0
    assert d.had[GERMAN] == unpack(d.history[0].held)


@rule("OTO 7.3c", "OTO 7.5188")
def test_7_3_groups_of_the_order_of_battle_don_t_count_toward_the_maxima() -> None:
    """Three V5 are given, and three more may be bought."""
    d = campaign()
    offers = [offer_of(d, RUSSIAN, group) for group in d.groups[RUSSIAN]]
    assert [offer.id for offer in offers if offer].count("V5") == 3
    act(d, Done())
    assert question(d) == Shop(RUSSIAN)
    act(d, Buy("V5"), Buy("V5"), Buy("V5"))
    refusal = GAME.why_not(d.freeze(), Buy("V5"))
    assert refusal is not None
    assert refusal.rule == "OTO 7.5187"
