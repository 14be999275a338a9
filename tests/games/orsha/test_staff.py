"""The staff of Orsha: what it buys, where it stands, and that it knows no more than its seat."""

from collections import Counter
from functools import cache
from itertools import pairwise
from random import Random

import pytest
from tests.campaign.desk import at, desk
from tests.campaign.desk import told as told_in

from berlin.boards.hexes import bits
from berlin.campaign.aftermath.hardening import Commission, Harden, Hardening
from berlin.campaign.aftermath.melee import Parting, Stand, Withdraw
from berlin.campaign.deployment.setup import Deploying, Lurk, Ready, Siting, Take
from berlin.campaign.perimeters.drawing import Drawing, Trace
from berlin.campaign.perimeters.escape import Breakout, Escape, Party, Stay
from berlin.campaign.perimeters.isolation import Area
from berlin.campaign.purchases.fortify import wares
from berlin.campaign.purchases.prices import entry
from berlin.campaign.purchases.purchase import Buy, Onboard, Shop
from berlin.campaign.report import common, telling, units
from berlin.campaign.sectors import Put, Sector
from berlin.campaign.sequence import QUESTIONS
from berlin.campaign.staff.after import risk
from berlin.campaign.staff.extras import EXTRAS
from berlin.campaign.staff.outlook import Outlook
from berlin.campaign.staff.plan import HIDE, Wish, read_wishes
from berlin.campaign.staff.staff import JUDGES, CampaignStaff
from berlin.campaign.state.state import State
from berlin.campaign.victory import determine
from berlin.games.orsha.board.charts import CHARTS
from berlin.games.orsha.board.ground import LINE, LVP, MAP, NUMBER, find_hex
from berlin.games.orsha.board.tables import GERMAN, RUSSIAN, SEATS
from berlin.games.orsha.game import GAME
from berlin.games.orsha.staff.wishes import WISHES
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import Seat
from berlin.kernel.play.acts import Act
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.play.question import AnyQuestion
from berlin.squad.board.counters import Sort
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Where
from berlin.squad.board.works import Works

NEAR = 4
LONGEST = 4000


@cache
def opening() -> list[tuple[State, Act | None]]:
    """Two staffs from the first purchase to the second battle: each state, and what was answered."""
    state, rng = GAME.start("orsha", key_from_seed(3), {}).state, Random(3)
    found: list[tuple[State, Act | None]] = []
    while len(found) < LONGEST and len(state.history) < 2:
        act = GAME.staff().choose(state, rng)
        found.append((state, act))
        state = GAME.next(state, act)
    return [*found, (state, None)]


def asked(kind: type[AnyQuestion], seat: Seat, date: int = 1) -> list[tuple[State, Act]]:
    """The questions of this kind that were put to a side, and its answers."""
    return [
        (state, act)
        for state, act in opening()
        if act is not None
        and isinstance(state.frames[-1], kind)
        and state.frames[-1].seat == seat
        and state.turn == date
    ]


def before_battle() -> State:
    """All are set up, and the first battle is about to be fought."""
    return next(state for (state, _), (after, _) in pairwise(opening()) if after.history != state.history)


def chosen(d: Draft) -> Act:
    act = GAME.staff().choose(d.freeze(), Random(1))
    assert isinstance(act, Act)
    return act


def test_every_answer_is_judged() -> None:
    reports = (units.Reporting, telling.Telling, common.Settling, common.Surveying, common.Agreeing)
    for frame in QUESTIONS:
        acts = frame.acts
        assert any(act in JUDGES for act in acts)
        if frame not in reports:
            assert set(acts) <= set(JUDGES)


def test_the_staff_knows_no_more_than_its_seat() -> None:
    """In another world with the same view it gives the same answer."""
    differ = 0
    for number, (state, act) in enumerate(opening()):
        if act is None or number % 9:
            continue
        seat = state.frames[-1].seat
        other = GAME.other_world(state, seat, Random(number))
        differ += other.pieces[1 - seat] != state.pieces[1 - seat]
        assert GAME.staff().choose(state, Random(5)) == GAME.staff().choose(other, Random(5))
        if not number % 45:
            acts = GAME.staff().legal(state)
            assert GAME.staff().weigh(state, acts) == GAME.staff().weigh(other, acts)
    assert differ > 100


def test_what_it_does_is_legal_and_nobody_overspends() -> None:
    for number, (state, act) in enumerate(opening()):
        if act is not None and not number % 11:
            assert GAME.why_not(state, act) is None
        assert all(account.cpp >= 0 and account.fpp >= 0 for account in state.accounts)
        for side, account in enumerate(state.accounts):
            for line, offer in enumerate(CHARTS[side]):
                assert entry(account.today, line) <= offer.date_max
                assert entry(account.bought, line) <= offer.cg_max
        if not number % 101:
            assert GAME.broken(state) == []


@pytest.mark.parametrize("seat", [GERMAN, RUSSIAN])
@pytest.mark.parametrize("date", [1, 2])
def test_cpp_are_spent(seat: Seat, date: int) -> None:
    shops = asked(Shop, seat, date)
    lines = [act.line for _, act in shops if isinstance(act, Buy)]
    assert lines
    last, _ = shops[-1]
    assert last.accounts[seat].cpp <= 3
    infantry = [line for line in lines if line.startswith("I")]
    assert 4 * len(infantry) >= len(lines)


def test_russians_pay_for_the_set_up_of_companies_first() -> None:
    groups = [act.group for _, act in asked(Shop, RUSSIAN) if isinstance(act, Onboard)]
    assert len(groups) > 4
    state = before_battle()
    lines = [
        CHARTS[RUSSIAN][state.groups[RUSSIAN][n].line].id
        for n in groups
        if state.groups[RUSSIAN][n].line >= 0
    ]
    assert {"I2", "I5"} <= set(lines)


def test_what_a_list_says_is_kept_is_not_spent() -> None:
    thrifty = CampaignStaff(Draft, GAME.legal, {(GERMAN, 4): (Wish(("I1", "I5", "F1"), (), 5),)})
    d = desk(turn=4, frames=(Shop(GERMAN),))
    for cpp, line in ((12, "I1"), (11, "I5"), (6, "F1"), (5, "")):
        d.account(GERMAN, cpp=cpp, total=cpp, san=3)
        act = thrifty.choose(d.freeze(), Random(1))
        assert (act.line if isinstance(act, Buy) else "") == line


def test_the_lists_name_what_there_is() -> None:
    assert set(WISHES) == {(side, date) for side in (GERMAN, RUSSIAN) for date in range(1, 5)}
    sold = {ware.key for ware in wares(desk())}
    for (side, _), plans in WISHES.items():
        for plan in plans:
            assert set(plan.lines) <= {offer.id for offer in CHARTS[side]} | set(EXTRAS)
            assert set(plan.works) <= sold | {HIDE}


def test_no_plan_begins_with_a_line_that_another_has() -> None:
    for plans in WISHES.values():
        for plan in plans:
            assert [other for other in plans if plan.lines[0] in other.lines] == [plan]


def test_a_list_says_how_often_a_word_is_meant() -> None:
    row = {"key": "x", "side": "russian", "date": "2", "lines": "I1*2 V3", "works": "", "saved": ""}
    assert read_wishes([row], SEATS) == {(RUSSIAN, 2): (Wish(("I1", "I1", "V3"), (), 0),)}


def test_the_first_purchase_is_by_lot_and_the_plan_is_kept() -> None:
    state = GAME.start("orsha", key_from_seed(1), {}).state
    firsts = {GAME.staff().choose(state, Random(seed)) for seed in range(20)}
    assert firsts == {Buy(plan.lines[0]) for plan in WISHES[GERMAN, 1]}
    for plan in WISHES[GERMAN, 1]:
        after, lines = GAME.next(state, Buy(plan.lines[0])), [plan.lines[0]]
        while isinstance(after.frames[-1], Shop) and after.frames[-1].seat == GERMAN:
            act = GAME.staff().choose(after, Random(len(lines)))
            after = GAME.next(after, act)
            lines += [act.line] if isinstance(act, Buy) else []
        assert not Counter(lines) - Counter(plan.lines)


def test_when_all_is_over_both_sides_show_what_they_bought() -> None:
    d = desk(turn=4)
    d.account(RUSSIAN, bought=(0, 3))
    determine(d)
    shown = [event for event in told_in(d) if event.kind.startswith("bought")]
    assert [(event.kind, event.text) for event in shown] == [
        ("bought by russian", "Russian: bought 3 Guards Rifle Company")
    ]


def test_germans_dig_in_around_their_prizes() -> None:
    state = before_battle()
    trenches = [work.space for work in state.works if work.what is Works.TRENCH]
    assert len(trenches) > 20
    near = [min(MAP.distance(space, prize) for prize in LVP) <= NEAR for space in trenches]
    assert sum(near) > 0.9 * len(near)
    d = Draft(state)
    men = [p.space for n, p in d.on_map(GERMAN) if d.counter(n).sort is Sort.SQUAD]
    assert sum(space in trenches for space in men) > len(men) / 2
    guarded = [any(MAP.distance(space, prize) <= NEAR for space in men) for prize in LVP]
    assert sum(guarded) >= len(LVP) - 2


def test_german_guns_are_hidden_behind_prizes_with_a_field_of_fire() -> None:
    d = Draft(before_battle())
    guns = [(n, p) for n, p in d.on_map(GERMAN) if d.counter(n).sort is Sort.GUN]
    assert len(guns) >= 4
    o = Outlook(d, GERMAN, WISHES)
    for _, piece in guns:
        assert piece.marks & (Mark.HIDDEN | Mark.SEEN)
        assert o.field(piece.space) > 60
        assert min(MAP.distance(piece.space, prize) for prize in LVP) <= 6


def test_russians_start_as_near_as_they_may() -> None:
    d = Draft(before_battle())
    squads = [p for n, p in d.on_map(RUSSIAN) if d.counter(n).sort is Sort.SQUAD]
    assert len(squads) > 20
    assert sum(NUMBER[p.space] <= LINE + 4 for p in squads) > 0.9 * len(squads)
    tanks = [p for n, p in d.on_map(RUSSIAN) if d.counter(n).sort is Sort.VEHICLE]
    assert tanks
    for tank in tanks:
        assert min(MAP.distance(tank.space, squad.space) for squad in squads) <= 3


def test_all_that_can_fight_is_set_up_or_comes_in() -> None:
    d = Draft(before_battle())
    for side in (GERMAN, RUSSIAN):
        for number, piece in d.at_hand(side):
            counter = d.counter(number)
            if counter.is_personnel or (counter.sort is Sort.VEHICLE and counter.fire):
                assert piece.where in (Where.MAP, Where.ENTERING)


def test_a_squad_goes_to_the_prize_that_lacks_men() -> None:
    """Of two prizes as far from the enemy the one without a garrison draws."""
    first, second = "Z15", "V17"
    guards = [at("g:4-6-7", first, Mark.PLACED) for _ in range(8)]
    d = desk([*guards, at("g:4-6-7", "P20")], frames=(Siting(GERMAN, unit_of(GERMAN, 8)),))
    acts = [Put(find_hex(first)), Put(find_hex(second))]
    low, high = GAME.staff().weigh(d.freeze(), acts)
    assert low < high


def test_nobody_gives_up_his_concealment_or_is_ready_too_soon() -> None:
    for seat in (GERMAN, RUSSIAN):
        answers = asked(Deploying, seat)
        assert {type(act).__name__ for _, act in answers} <= {"Take", "Lay", "Ready"}
        for state, act in answers:
            if isinstance(act, Ready):
                assert not any(isinstance(one, Take) for one in GAME.staff().legal(state))


def test_the_largest_perimeter_is_drawn() -> None:
    d = desk([at("g:4-6-7", "K30")], [at("r:4-5-8", "K44")], frames=(Drawing(GERMAN),))
    assert chosen(d) == Trace()


def isolated(kind: str, marks: int = 0, far: str = "K41") -> Draft:
    """A German alone behind the Russian line."""
    hexes = MAP.within(find_hex(far), 1)
    d = desk([at(kind, far, marks)], [], frames=(Breakout(GERMAN),))
    d.control = [d.control[0] & ~hexes, d.control[1] | hexes]
    d.zones = [Area(hexes, "A", GERMAN)]
    return d


def test_who_is_likely_to_get_through_breaks_out_and_others_stay() -> None:
    good, bad = isolated("g:2-4-7"), isolated("g:4-6-7", Mark.ENCIRCLED, "K48")
    unit = unit_of(GERMAN, 0)
    one, other = (risk(Outlook(d, GERMAN, WISHES), Party(GERMAN, (unit,))) for d in (good, bad))
    assert one < other
    assert chosen(good) == Escape(unit)
    assert chosen(bad) == Stay()


def test_the_unit_that_gains_most_is_hardened() -> None:
    d = desk(
        [at("g:4-4-7", "K30"), at("g:4-3-6", "K31"), at("g:9-1", "K30")], frames=(Hardening(GERMAN, (-1,)),)
    )
    act = chosen(d)
    assert isinstance(act, Harden | Commission)
    before = d.counter(act.unit)
    after = d.book.counters[before.harder]
    assert after.morale > before.morale


def test_what_was_captured_withdraws_only_if_it_is_broken_too() -> None:
    """A captured vehicle is on the enemy's list, where its number says something else than on one's own."""
    for mark, better in ((Mark.BROKEN, True), (0, False)):
        tank = at("g:StuG-IIIG", "K30", Mark.CAPTURED | mark, holder=0)
        d = desk(
            [at("g:4-6-7", "K30"), tank],
            [at("r:1-2-7", "K30")],
            frames=(Parting(RUSSIAN, find_hex("K30"), 0),),
        )
        go, stay = GAME.staff().judge(d.freeze(), [Withdraw(unit_of(GERMAN, 1), find_hex("K31")), Stand()])
        assert (go > stay) == better


def test_reasons_are_given_for_what_was_weighed() -> None:
    seen = set[str]()
    for state, act in opening():
        if act is not None and type(act).__name__ not in seen and len(GAME.staff().legal(state)) > 1:
            lines = GAME.staff().reasons(state, act)
            assert all(line == line.strip() and line for line in lines)
            if lines:
                seen.add(type(act).__name__)
    assert {"Buy", "Onboard", "Fortify", "Put", "Lay", "Lurk", "Trace", "Done"} <= seen


def test_a_hidden_set_up_is_told_as_such() -> None:
    state, act = next((s, a) for s, a in asked(Siting, GERMAN) if isinstance(a, Lurk))
    assert "is not seen there" in GAME.staff().reasons(state, act)
    assert bits(1 << act.space) == [act.space]


def test_of_a_battle_that_it_has_not_seen_the_staff_tells_nothing() -> None:
    d = desk([at("g:4-6-7", "K12")], [at("r:4-4-7", "K46")], stage=0)
    d.frames.append(common.Settling(RUSSIAN))
    assert any(isinstance(act, Sector) for act in GAME.legal(d.freeze()))
    assert GAME.write(GAME.staff().choose(d.freeze(), Random(0))) == "settled"
