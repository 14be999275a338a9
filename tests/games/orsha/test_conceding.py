"""6: when the campaign ends: with the scenario of 24PM, or at once when a side concedes."""

from functools import cache

import pytest
from msgspec.structs import replace
from tests.games.orsha.course import act, campaign, short

from berlin.campaign.state.state import State
from berlin.games.orsha.board.forces import DATES
from berlin.games.orsha.game import GAME
from berlin.games.orsha.rules.sequence import RING
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH, OTHER, Seat
from berlin.kernel.contract.rules import Refused
from berlin.kernel.proof.mark import rule

GERMAN, RUSSIAN = BOTH
SIDES = ("the Germans", "the Russians")
KEYS = [date.key for date in DATES]
CLOSING = "7.503"


@cache
def campaign_by_questions() -> tuple[State, ...]:
    """Every question of a campaign that is answered shortly, in order, and what it comes to."""
    d = campaign(battles="report")
    found = [d.freeze()]
    while d.frames:
        act(d, short(d))
        found.append(d.freeze())
    return tuple(found)


def asked(date: str, side: Seat) -> list[State]:
    """The questions to a side between the date before and the end of this one's scenario."""
    turn = KEYS.index(date) + 1
    found = [s for s in campaign_by_questions() if s.turn == turn and GAME.deciders(s) == (side,)]
    assert found
    return found


@rule("OTO 6.cg_end")
def test_the_campaign_is_over_at_the_end_of_the_scenario_of_24pm_and_not_before() -> None:
    *running, end = campaign_by_questions()
    assert KEYS == ["23AM", "23PM", "24AM", "24PM"]
    assert [GAME.result(state) for state in running] == [None] * len(running)
    assert all(GAME.deciders(state) for state in running)
    # The scenarios of the earlier dates reach the same step, and the campaign goes on.
    assert {len(state.history) for state in running} == {0, 1, 2, 3}
    last = [state for state in running if state.turn == len(KEYS)]
    assert all(RING[state.stage].name != CLOSING or state.frames for state in last)
    assert (KEYS[end.turn - 1], RING[end.stage].name, len(end.history)) == ("24PM", CLOSING, 4)
    assert GAME.deciders(end) == ()
    result = GAME.result(end)
    assert result is not None
    assert result.winners == (end.over - 1,)
    with pytest.raises(Refused, match="the game is over"):
        GAME.apply(end, GAME.resign(RUSSIAN))


@rule("OTO 6.cg_end")
@pytest.mark.parametrize("side", [GERMAN, RUSSIAN])
@pytest.mark.parametrize("date", KEYS)
def test_when_a_side_concedes_the_campaign_ends_at_once_and_the_other_side_wins(
    date: str, side: Seat
) -> None:
    found = asked(date, side)
    for state in (found[0], found[len(found) // 2], found[-1]):
        step = GAME.apply(state, GAME.resign(side))
        after, result = step.state, GAME.result(step.state)
        assert result is not None
        assert (result.winners, result.rule) == ((1 - side,), "OTO 6.cg_end")
        assert result.text == f"T{SIDES[side][1:]} conceded: victory for {SIDES[1 - side]}."
        assert (GAME.deciders(after), GAME.legal(after), step.dice) == ((), [], ())
        assert step.events[0].rules == ("OTO 6.cg_end",)
        # At once: no step is taken, no scenario closed, nothing reckoned.
        assert replace(after, over=state.over, frames=state.frames) == state


@rule("OTO 6.cg_end")
@pytest.mark.parametrize(("cvp", "side"), [(900, RUSSIAN), (900, GERMAN), (0, GERMAN), (0, RUSSIAN)])
def test_who_concedes_has_lost_however_the_points_stand(cvp: int, side: Seat) -> None:
    state = replace(asked("23PM", side)[0], cvp=cvp)
    result = GAME.result(GAME.next(state, GAME.resign(side)))
    assert result is not None
    assert (result.winners, result.scores) == ((1 - side,), GAME.scores(state))


@rule("OTO 6.cg_end")
@pytest.mark.parametrize("side", [GERMAN, RUSSIAN])
def test_a_side_concedes_when_it_is_asked_and_for_itself_alone(side: Seat) -> None:
    state = asked("23PM", side)[0]
    refusal = GAME.why_not(state, GAME.resign(OTHER[side]))
    assert refusal is not None
    assert refusal.rule == "OTO 6.cg_end"
    assert refusal.reason == f"only who is asked may concede: that is {SIDES[side]}, not {SIDES[1 - side]}"


def test_when_a_campaign_is_conceded_both_sides_show_what_they_bought_as_at_its_end() -> None:
    *_, state, _ = campaign_by_questions()
    bought = tuple(replace(account, bought=(1, 0, 2)) for account in state.accounts)
    d = Draft(replace(state, accounts=bought), [])
    (side,) = GAME.deciders(state)
    conceded = GAME.apply(d.freeze(), GAME.resign(side)).events
    act(d, short(d))
    assert d.over
    assert d.log is not None
    shown = [event for event in d.log if event.kind.startswith("bought by")]
    assert [event.kind for event in shown] == [f"bought by {name}" for name in GAME.seats for _ in range(2)]
    assert [event for event in conceded if event.kind.startswith("bought by")] == shown
