"""7.4 and 7.5031: points kept from date to date, who wins a scenario, and who the campaign."""

from random import Random
from typing import Any

import pytest
from tests.campaign.desk import at, desk, off, told

from berlin.boards.hexes import pack
from berlin.campaign import victory
from berlin.campaign.aftermath import hazards
from berlin.campaign.state.state import Account, Line, State
from berlin.games.orsha.board.forces import FIGURES
from berlin.games.orsha.board.ground import ALL, LVP, find_hex
from berlin.games.orsha.game import GAME
from berlin.games.orsha.rules.closing import locations, notice
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH, Seat
from berlin.kernel.proof.mark import rule
from berlin.lab.match_game import Outcome, Turn, decision
from berlin.lab.summary import margins
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Where
from berlin.squad.board.works import Work, Works

GERMAN, RUSSIAN = BOTH
DOTS = sorted(LVP)
LAST = 4


def held(count: int, turn: int = 1, **fields: Any) -> Draft:
    """The Russians Control so many LVP of one point."""
    mine = sum(1 << space for space in DOTS[:count])
    return desk(turn=turn, control=(pack(ALL & ~mine), pack(mine)), **fields)


def won(d: Draft) -> int:
    victory.determine(d)
    return d.winner


@rule("OTO 7.4.victory.a")
@pytest.mark.parametrize(("cvp", "winner"), [(200, RUSSIAN), (199, GERMAN)])
def test_7_4_the_russians_win_the_campaign_with_20(cvp: int, winner: Seat) -> None:
    d = held(10, LAST, cvp=cvp)
    victory.determine(d)
    assert d.over == 1 + winner
    assert d.verdict.startswith(f"The {d.book.sides[winner]} side wins the campaign")


@rule("OTO 7.4.victory.a", "OTO 6.cg_end")
def test_the_campaign_goes_on_until_the_last_scenario_is_over() -> None:
    d = held(10, 3, cvp=400)
    victory.determine(d)
    assert (d.over, d.verdict) == (0, "")


@rule("OTO 7.4.victory.b")
def test_7_4_points_are_for_locations_casualties_and_exits() -> None:
    d = held(6, cvp=47, evp=39)
    tally = victory.points(d)
    assert [modifier.value for modifier in tally.modifiers] == [6, 2, 1]
    assert tally.total == 9


@rule("OTO 7.4.victory.c")
def test_7_4_german_casualties_and_no_others_earn_points() -> None:
    d = desk([at("g:4-6-7", "P30"), at("g:9-1", "P30")], [at("r:4-4-7", "P50")])
    for side, number in ((GERMAN, 0), (GERMAN, 1), (RUSSIAN, 0)):
        d.lose(unit_of(side, number), "killed")
    assert d.cvp == 4
    assert [account.suffered for account in d.accounts] == [4, 2]


@rule("OTO 7.4.victory.c")
def test_7_4_prisoners_and_captured_arms_count_twice_and_only_once() -> None:
    d = desk(
        [
            at("g:4-6-7", "P50", Mark.PRISONER, holder=0),
            at("g:PaK-40", "P50", Mark.CAPTURED, holder=0),
            at("g:LMG", "P50", Mark.CAPTURED, holder=0),
        ],
        [at("r:4-4-7", "P50")],
    )
    victory.determine(d)
    assert d.cvp == 2 * 2 + 2 * 2
    victory.open_scenario(d)
    d.lose(unit_of(GERMAN, 0), "shot")
    victory.determine(d)
    assert d.cvp == 8


@rule("OTO 7.4.victory.d")
def test_7_4_remainders_are_kept_for_the_next_scenario() -> None:
    d = desk([at("g:4-6-7", "P30") for _ in range(5)], cvp=30)
    assert victory.points(d).total == 1
    victory.determine(d)
    d.turn = 2
    victory.open_scenario(d)
    assert (d.cvp, d.before) == (30, (30, 0))
    for number in range(5):
        d.lose(unit_of(GERMAN, number), "killed")
    assert victory.points(d).total == 2
    assert victory.earned(d).total == 1


@rule("OTO 7.4.victory.e")
@pytest.mark.parametrize(("cvp", "evp", "vp"), [(10, 10, 0), (20, 20, 2), (19, 21, 1)])
def test_7_4_casualties_and_exits_are_never_added_up(cvp: int, evp: int, vp: int) -> None:
    assert victory.points(held(0, cvp=cvp, evp=evp)).total == vp


@rule("OTO 7.4.scenario_victory")
@pytest.mark.parametrize(("lvp", "winner"), [(7, RUSSIAN), (6, GERMAN)])
def test_7_4_a_later_scenario_takes_7(lvp: int, winner: Seat) -> None:
    d = held(lvp, 2, cvp=50, evp=70, before=(41, 65))
    assert won(d) == winner
    assert (d.history[-1].earned, d.history[-1].points) == (lvp, lvp + 2 + 3)


@rule("OTO 7.4.initial_victory")
@pytest.mark.parametrize(("lvp", "winner"), [(5, RUSSIAN), (4, GERMAN)])
def test_7_4_the_initial_scenario_takes_6(lvp: int, winner: Seat) -> None:
    assert won(held(lvp, cvp=20)) == winner


@rule("OTO 7.4.q1")
def test_7_4_q1_only_what_was_newly_gained_counts_for_a_later_scenario() -> None:
    d = held(4, 2, cvp=62, before=(30, 0))
    assert victory.earned(d).total == 6
    assert won(d) == GERMAN


@rule("OTO 7.31.russian", "OTO 7.31.german", "OTO 7.31.q1")
@pytest.mark.parametrize(("favoured", "due"), [(None, 20), (RUSSIAN, 18), (GERMAN, 22)])
def test_7_31_what_the_balance_makes_of_the_verdict(favoured: Seat | None, due: int) -> None:
    assert victory.needed(FIGURES, favoured) == due
    for points, winner in ((due, RUSSIAN), (due - 1, GERMAN)):
        d = held(0, LAST, cvp=20 * points, needed=victory.needed(FIGURES, favoured))
        victory.determine(d)
        assert d.over == 1 + winner


@rule("OTO 7.518d", "OTO 7.518.q1")
def test_7_518d_what_the_germans_kept_is_taken_off_at_the_very_end() -> None:
    """7 VP win the scenario whatever the Germans have kept; of 22 VP 19 are left."""
    d = held(7, LAST, cvp=300, before=(300, 0), accounts=(Account(cpp=3), Account(cpp=9)))
    victory.open_scenario(d)
    assert d.left == 3
    d.account(GERMAN, cpp=0)
    victory.determine(d)
    assert d.winner == RUSSIAN
    assert victory.points(d).total == 22
    assert victory.final(d).total == 19
    assert d.over == 1 + GERMAN


@rule("OTO 7.518.q1")
def test_7_518_q1_before_the_last_scenario_nothing_is_written_down() -> None:
    d = held(0, 3, accounts=(Account(cpp=3), Account()))
    victory.open_scenario(d)
    assert d.left == -1


@rule("OTO 7.518d")
@pytest.mark.parametrize(("most", "left", "total"), [(-1, 131, -109), (2, 131, 20), (2, 2, 20), (2, 1, 21)])
def test_7_518d_by_agreement_no_more_than_two_of_the_cpp_kept_count(most: int, left: int, total: int) -> None:
    """As printed Germans who buy nothing can't lose."""
    d = held(10, LAST, cvp=240, left=left, left_most=most)
    victory.determine(d)
    assert victory.final(d).total == total
    assert f"of {left} CPP that the defender has left" in d.verdict
    assert d.over == 1 + (RUSSIAN if total >= FIGURES.needed else GERMAN)


@rule("OTO 7.518d", "OTO 7.31.russian")
def test_7_518d_the_balance_of_the_russians_makes_up_for_what_is_kept() -> None:
    needed = victory.needed(FIGURES, RUSSIAN)
    d = held(10, LAST, cvp=200, left=40, left_most=FIGURES.left_most, needed=needed)
    victory.determine(d)
    assert (victory.points(d).total, d.over) == (FIGURES.needed, 1 + RUSSIAN)


@rule("OTO 7.518d", "OTO 7.518.q1")
def test_what_was_agreed_on_is_seen_by_all_and_kept_and_what_the_germans_have_left_is_not() -> None:
    d = held(0, LAST, left=9, left_most=2)
    for seat in (GERMAN, RUSSIAN, None):
        seen = GAME.view(d.freeze(), seat)
        assert (seen.left_most, seen.left) == (2, -1)
        assert GAME.imagine(seen, Random(1)).left_most == 2
    begun = GAME.start("orsha", bytes(32), {"kept": "2"}).state
    assert GAME.read_situation(GAME.write_situation(begun), bytes(32)).state == begun
    assert "left_most" not in GAME.write_situation(held(0, LAST).freeze())


# Who is ahead.


def standings(vp: int, turn: int, **fields: Any) -> State:
    """The Russians have so many VP after this date."""
    d = held(0, turn, cvp=20 * vp, **fields)
    for _ in range(turn - 1):
        d.history.append(Line(1, GERMAN, 0, 0, (0, 0), b""))
    victory.determine(d)
    return d.freeze()


@rule("OTO 7.4.victory.a", "OTO 7.31.german")
@pytest.mark.parametrize(("needed", "vp", "apart"), [(20, 22, 2), (20, 17, -3), (22, 22, 0), (20, 20, 0)])
def test_who_wins_by_how_much_is_what_the_russians_have_against_what_they_need(
    needed: int, vp: int, apart: int
) -> None:
    found = GAME.result(standings(vp, LAST, needed=needed))
    assert found is not None
    assert found.scores == (needed, vp)
    assert found.scores[RUSSIAN] - found.scores[GERMAN] == apart
    assert found.winners == ((RUSSIAN,) if apart >= 0 else (GERMAN,))


@rule("OTO 7.518d")
def test_what_the_germans_kept_tells_in_the_scores() -> None:
    assert GAME.scores(standings(22, LAST, left=3)) == (20, 19)


def test_on_the_way_the_russians_are_ahead_who_have_more_than_the_date_asks_for() -> None:
    due = [GAME.scores(standings(0, date))[GERMAN] for date in range(1, LAST + 1)]
    assert due == sorted(due)
    assert len(set(due)) == LAST
    assert 0 < due[0] < FIGURES.needed == due[-1]
    for date, points in enumerate(due, 1):
        assert GAME.scores(standings(points + 1, date)) == (points, points + 1)


def test_the_lab_tells_by_how_much_and_since_when_a_campaign_was_decided() -> None:
    """The Germans were ahead after the first date, the Russians from the second on, and won by 2."""
    states = [standings(vp, date) for date, vp in ((1, 1), (2, 12), (3, 16), (LAST, 22))]
    trace = tuple(Turn(date, GAME.scores(state), (), {}) for date, state in enumerate(states, 1))
    found = GAME.result(states[-1])
    assert found is not None
    decided = decision(found, trace)
    assert decided == 2
    outcome = Outcome(found.scores, found.winners, False, "", LAST, 1, decided, trace, {}, {})
    assert margins([outcome]) == [-2]


@rule("OTO 7.5031", "OTO 6.cg_scenario_end")
def test_7_5031_later_casualties_are_not_counted() -> None:
    d = desk([at("g:4-6-7", "P30", Mark.ENCIRCLED), at("g:4-6-7", "P31")], dice=(6, 6))
    d.lose(unit_of(GERMAN, 1), "killed")
    victory.determine(d)
    assert not d.counting
    hazards.encirclement(d)
    assert d.pieces[GERMAN][0].where is Where.LOST
    assert (d.cvp, d.accounts[GERMAN].suffered, d.accounts[GERMAN].suffered_now) == (2, 2, 2)
    assert d.history[-1].lost == (2, 0)


@rule("OTO 7.5031")
def test_7_5031_a_new_scenario_counts_its_own() -> None:
    d = desk([at("g:4-6-7", "P30"), at("g:4-6-7", "P31")])
    d.lose(unit_of(GERMAN, 0), "killed")
    victory.determine(d)
    assert d.accounts[GERMAN].suffered_now == 2
    victory.open_scenario(d)
    assert d.accounts[GERMAN].suffered_now == 0
    d.lose(unit_of(GERMAN, 1), "killed")
    assert (d.cvp, d.accounts[GERMAN].suffered) == (4, 4)
    assert d.freeze().counting


@rule("OTO 7.5031.q1")
def test_7_5031_q1_who_is_away_for_ammunition_at_the_end_is_a_casualty() -> None:
    """It counts for the campaign, not for the last scenario; on an earlier date it doesn't count."""
    away = off("g:StuG-IIIG", Mark.RECALLED_FOR_AMMO, where=Where.MAINTENANCE)
    d = desk([away], turn=LAST, cvp=14)
    victory.determine(d)
    assert d.cvp == 20
    assert d.history[-1].points == 0
    assert victory.final(d).total == 1
    d = desk([away], turn=3, cvp=14)
    victory.determine(d)
    assert d.cvp == 14


@rule("OTO 6.lvp.q1", "OTO 7.4.victory.b")
@pytest.mark.parametrize(("count", "vp"), [(9, 9), (10, 10), (12, 10)])
def test_6_lvp_q1_never_more_than_ten(count: int, vp: int) -> None:
    assert len(DOTS) == 12
    assert locations(held(count)) == vp
    assert notice().startswith("doubtful in print")


@rule("OTO 6.lvp.b")
def test_6_lvp_b_the_gully_is_worth_what_the_bridge_was() -> None:
    """A destroyed bridge changes nothing: the hex keeps its Controller."""
    bridge = find_hex("K33")
    d = desk(control=(pack(1 << bridge), b""), works=[Work(Works.BLAZE, bridge)])
    assert locations(d) == 0
    d.control = [0, 1 << bridge]
    assert locations(d) == 1


@rule("OTO 6.lvp.c")
def test_6_lvp_c_a_blaze_is_the_russians_while_it_burns() -> None:
    space = next(space for space in DOTS if space != find_hex("K33"))
    d = desk(works=[Work(Works.BLAZE, space)])
    assert locations(d) == 1
    d.works.clear()
    assert locations(d) == 0


@rule("OTO 7.5031")
def test_7_5031_the_winner_is_told_with_his_points() -> None:
    d = held(6)
    victory.determine(d)
    event = next(event for event in told(d) if event.kind == "scenario")
    assert event.rules[:2] == ("OTO 7.5031", "OTO 7.4.initial_victory")
    assert "6 needed" in event.text


@rule("OTO 7.4.victory.c")
@pytest.mark.parametrize(
    ("kind", "marks", "points"),
    [
        ("g:4-6-7", Mark.PRISONER, 4),
        ("g:PaK-40", Mark.CAPTURED, 4),
        ("g:LMG", Mark.CAPTURED, 0),
        ("g:4-6-7", 0, 0),
        ("g:PaK-40", 0, 0),
        ("g:4-6-7", Mark.PRISONER | Mark.COUNTED, 0),
        ("g:PaK-40", Mark.CAPTURED | Mark.COUNTED, 0),
    ],
)
def test_7_4_what_is_held_counts_twice_the_first_time_alone(kind: str, marks: int, points: int) -> None:
    d = desk([at(kind, "P50", marks, holder=0)], [at("r:4-4-7", "P50")])
    victory.count_prize(d, unit_of(GERMAN, 0))
    assert d.cvp == points
    victory.count_prize(d, unit_of(GERMAN, 0))
    assert d.cvp == points
