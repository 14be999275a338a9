"""7.518: buying groups in secret, within both maxima; what comes of it without dice."""

from random import Random

import pytest
from tests.campaign.desk import desk, do, legal, question, refusal, shop, told
from tests.games.orsha.test_charts import PRINTED_GERMAN, PRINTED_RUSSIAN

from berlin.campaign.purchases import modules, purchase
from berlin.campaign.purchases.modules import Contact, Radio
from berlin.campaign.purchases.prices import line_of
from berlin.campaign.purchases.purchase import Buy, Enter, Onboard, Raise, Register, Return, Shop
from berlin.campaign.question import Done
from berlin.campaign.refit import replenishment
from berlin.campaign.refit.dates import advance
from berlin.campaign.state.muster import muster
from berlin.campaign.state.state import Group
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH, Seat
from berlin.kernel.proof.mark import rule
from berlin.squad.board.works import Works

GERMAN, RUSSIAN = BOTH
PRINTED = (PRINTED_GERMAN, PRINTED_RUSSIAN)
LINES = [(side, line) for side in (GERMAN, RUSSIAN) for line in PRINTED[side]]
RULES = [f"OTO RG.{name}.{line}" for side, name in enumerate(("german", "russian")) for line in PRINTED[side]]


def next_date(d: Draft) -> None:
    """The other CG Date after the first, with enough to spend."""
    d.turn = 2
    advance(d)
    for side in (GERMAN, RUSSIAN):
        d.account(side, cpp=99, total=999)


def order(d: Draft, side: Seat, line: str) -> Buy:
    """An observer needs a module that has none."""
    observers = ("O4", "O6")[side]
    if line != observers:
        return Buy(line)
    spare = modules.unobserved(d, side)
    return Buy(line, spare[0] if spare else 0)


@rule(*RULES, "OTO 7.5184", "OTO 7.5187", "OTO 7.5188")
@pytest.mark.parametrize(("side", "line"), LINES)
def test_every_line_at_its_price_within_both_maxima(side: Seat, line: str) -> None:
    _, _, cpp, _, _, date_max, cg_max = PRINTED[side][line]
    d = shop(side, 99, total=999)
    if line == ("O4", "O6")[side]:
        d.groups[side].extend([Group(line_of(d, side, "O1"), 1)] * cg_max)
    for done in range(cg_max):
        if done and done % date_max == 0:
            assert refusal(d, order(d, side, line)).rule == "OTO 7.5187"
            next_date(d)
            d.account(side, san=3)
        before = d.accounts[side].cpp
        do(d, order(d, side, line))
        assert before - d.accounts[side].cpp == cpp
    next_date(d)
    assert refusal(d, order(d, side, line)).rule == "OTO 7.5188"


@rule("OTO 7.5187", "OTO 7.5188")
def test_groups_that_were_given_count_for_no_maximum() -> None:
    d = desk()
    muster(d)
    d.frames.append(Shop(RUSSIAN))
    do(d, Buy("I5"))
    assert refusal(d, Buy("I5")).rule == "OTO 7.5187"
    do(d, Buy("V5"), Buy("V5"), Buy("V5"))
    assert refusal(d, Buy("V5")).rule == "OTO 7.5187"
    advance(d)
    assert refusal(d, Buy("V5")).rule == "OTO 7.5188"


@rule("OTO 7.518a")
def test_the_other_side_learns_nothing_of_what_is_bought() -> None:
    d = shop(GERMAN, 40)
    do(d, Buy("I1"), Enter(0), Buy("O1"), Register(1), Return(0), Buy("M1"), Done(), Radio())
    assert len(told(d)) >= 6
    assert all(event.seen_by(RUSSIAN) is None for event in told(d))
    assert all(event.seen_by(None) is None for event in told(d))
    assert any("Rifle Company I" in event.text for event in told(d))


@rule("OTO 7.518c")
def test_what_is_left_can_be_spent_on_a_later_date() -> None:
    d = shop(GERMAN, 14)
    do(d, Buy("I1"), Done())
    d.given = (3, 4, 3, 4)
    advance(d)
    replenishment.begin(d)
    account = d.accounts[GERMAN]
    assert (account.start, account.total, account.cpp) == (7, 29, 29)


@rule("OTO 7.520.q2", "OTO 7.520b")
def test_russian_fpp_are_refused_for_the_initial_scenario() -> None:
    d = shop(RUSSIAN, 60, 1)
    assert refusal(d, Buy("M1")).rule == "OTO 7.520.q2"
    do(shop(RUSSIAN, 60, 2), Buy("M1"))
    do(shop(GERMAN, 60, 1), Buy("M1"))


@rule(
    "OTO 7.5183",
    "OTO RG.german.M1",
    "OTO RG.german.M3",
    "OTO RG.russian.M1",
    "OTO RG.russian.M2",
    "OTO RG.san.q1",
)
@pytest.mark.parametrize(("side", "fpp", "san"), [(GERMAN, "M1", "M3"), (RUSSIAN, "M1", "M2")])
def test_fpp_and_san_come_when_all_is_bought(side: Seat, fpp: str, san: str) -> None:
    d = shop(side, 60)
    do(d, Buy(fpp), Buy(fpp), Buy(san))
    assert (d.accounts[side].fpp, d.accounts[side].san) == (0, 3)
    do(d, Done())
    assert (d.accounts[side].fpp, d.accounts[side].san) == (100, 4)
    assert question(d) is None


@rule("OTO RG.san.q1")
def test_san_never_rises_above_seven() -> None:
    d = shop(GERMAN, 60)
    d.account(GERMAN, san=7)
    assert refusal(d, Buy("M3")).rule == "OTO RG.san.q1"
    d.account(GERMAN, san=6)
    do(d, Buy("M3"), Done())
    assert d.accounts[GERMAN].san == 7


@rule("OTO RG.german.M2", "OTO 7.5183")
def test_a_minefield_is_eight_hexes_of_one_field() -> None:
    d = shop(GERMAN, 60)
    do(d, Buy("M2"), Buy("M2"), Done())
    fields = [work.field for work in d.works if work.what is Works.MINES]
    assert fields == [0] * 8 + [1] * 8
    assert {(work.ap, work.at, work.space, work.owner, work.hidden) for work in d.works} == {
        (8, 3, -1, GERMAN, True)
    }


@rule("OTO CG7c")
def test_an_observer_goes_to_a_module_that_has_none() -> None:
    d = shop(RUSSIAN, 60)
    assert refusal(d, Buy("O6", 0)).rule == "OTO CG7c"
    do(d, Buy("O1"), Buy("O4"), Buy("I1"), Buy("O6", 0))
    for other in (0, 1, 2, -1):
        assert refusal(d, Buy("O6", other)).rule == "OTO CG7c"
    assert refusal(d, Buy("I1", 0)).rule == "OTO 7.5181"


@rule("OTO CG7c")
def test_a_retained_module_may_gain_an_observer_but_no_hexes() -> None:
    d = shop(GERMAN, 60)
    do(d, Buy("O1"), Register(0), Done(), Radio())
    advance(d)
    d.frames.append(Shop(GERMAN))
    assert refusal(d, Register(0)).rule == "OTO CG7c"
    do(d, Buy("O4", 0), Raise(1))
    assert (d.groups[GERMAN][0].observer, d.groups[GERMAN][0].level) == (-2, 3)
    assert refusal(d, Buy("O4", 0)).rule == "OTO CG7c"


@rule("OTO 7.5181")
def test_only_lines_of_the_own_chart_are_bought() -> None:
    d = shop(GERMAN, 60)
    for line in ("B1", "V7", "X9"):
        assert refusal(d, Buy(line)).rule == "OTO 7.5181"
    assert refusal(d, Enter(3)).rule == "OTO 7.5181"


@rule("OTO 7.518a", "OTO 7.5187")
def test_a_group_is_given_back_with_all_that_was_had_with_it_but_one_of_a_line() -> None:
    d = shop(GERMAN, 60)
    do(d, Buy("O1"), Register(0), Buy("I1"), Buy("O4", 0), Raise(2), Buy("I1"))
    assert refusal(d, Return(0)).reason == "its Offboard Observer must be given back first"
    do(d, Return(1))
    assert [group.of for group in d.groups[GERMAN]] == [-1, 0, -1]
    assert d.accounts[GERMAN].cpp == 60 - 4 - 2 - 7
    assert "already" in refusal(d, Return(2)).reason
    do(d, Return(1))
    assert (d.groups[GERMAN][0].observer, d.groups[GERMAN][0].level) == (-1, 2)
    do(d, Return(0), Buy("I1"))
    assert d.accounts[GERMAN].cpp == 60 - 14
    assert refusal(d, Buy("I1")).rule == "OTO 7.5187"
    assert d.accounts[GERMAN].today[0] == d.accounts[GERMAN].bought[0] == 2


@rule("OTO 7.518a")
def test_what_was_given_is_not_given_back() -> None:
    d = desk()
    muster(d)
    d.frames.append(Shop(RUSSIAN))
    assert not [act for act in legal(d) if isinstance(act, Return)]
    assert "only a group that was bought" in refusal(d, Return(0)).reason


@rule("OTO 7.518a")
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("turn", [1, 2])
def test_purchases_at_random_come_to_an_end_and_never_overspend(seed: int, turn: int) -> None:
    rng = Random(seed)
    d = desk(turn=turn)
    muster(d)
    purchase.begin(d)
    for _ in range(500):
        if question(d) is None:
            break
        acts = legal(d)
        assert len(acts) == len(set(map(str, acts)))
        do(d, rng.choice(acts))
        for side in (GERMAN, RUSSIAN):
            assert 0 <= d.accounts[side].cpp == d.accounts[side].total - purchase_total(d, side)
    assert question(d) is None


def purchase_total(d: Draft, side: Seat) -> int:
    return sum(group.paid for group in d.groups[side])


@rule("OTO 7.5.q1")
def test_both_sides_buy_before_the_initial_scenario_the_germans_first() -> None:
    d = desk()
    muster(d)
    purchase.begin(d)
    assert (d.frames[-1].seat, d.accounts[GERMAN].cpp, d.accounts[RUSSIAN].cpp) == (GERMAN, 66, 68)
    do(d, Buy("I1"), Done(), Buy("I1"), Onboard(len(d.groups[RUSSIAN])), Done())
    assert (d.accounts[GERMAN].cpp, d.accounts[RUSSIAN].cpp) == (59, 62)
    assert not isinstance(question(d), Contact)


@rule("OTO 7.518a", "OTO CG7c")
def test_an_observer_stays_with_his_module_when_an_earlier_group_is_given_back() -> None:
    d = shop(GERMAN, 60)
    do(d, Buy("I1"), Buy("O1"), Buy("O4", 1), Return(0))
    assert [group.of for group in d.groups[GERMAN]] == [-1, 0]
    assert d.accounts[GERMAN].cpp == 60 - sum(group.paid for group in d.groups[GERMAN])
