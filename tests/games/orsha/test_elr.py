"""7.516: how each side's ELR rises and falls."""

import pytest
from tests.campaign.desk import at, desk, off

from berlin.campaign.refit import morale
from berlin.campaign.state.state import Account, Line
from berlin.games.orsha.board.tables import GERMAN, RESULTS, RUSSIAN
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import Seat
from berlin.kernel.proof.mark import rule
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import NOBODY
from berlin.squad.rules import checks
from berlin.squad.rules.checks import elr_of

EVEN = (3, 4)


def done(scenarios: int, winner: Seat) -> tuple[Line, ...]:
    return tuple(Line(date, winner, 0, 0, (0, 0), b"", "report") for date in range(1, scenarios + 1))


def side_at(
    turn: int, side: Seat, account: Account, dice: tuple[int, int], winner: Seat, scenarios: int
) -> Draft:
    accounts, rolls = [Account(elr=3), Account(elr=3)], [EVEN, EVEN]
    accounts[side], rolls[side] = account, dice
    given = (*rolls[GERMAN], *rolls[RUSSIAN])
    return desk(
        dice=given, turn=turn, winner=winner, history=done(scenarios, winner), accounts=tuple(accounts)
    )


@rule("OTO 7.516a")
@pytest.mark.parametrize(
    ("elr", "dice", "after"),
    [
        (3, (1, 1), 4),
        (4, (1, 1), 4),
        (1, (6, 6), 1),
        (2, (6, 6), 1),
        (3, (3, 4), 3),
        (3, (1, 2), 3),
        (3, (5, 6), 3),
    ],
)
def test_7_516_two_raises_and_twelve_lowers_within_one_and_four(
    elr: int, dice: tuple[int, int], after: int
) -> None:
    d = side_at(2, GERMAN, Account(elr=elr), dice, NOBODY, 0)
    morale.begin(d)
    assert d.accounts[GERMAN].elr == after


@rule("OTO 7.516b")
def test_7_516_the_german_who_lost_two_scenarios_and_many_men() -> None:
    d = side_at(3, GERMAN, Account(elr=3, suffered=120), (4, 4), RUSSIAN, 2)
    tally = RESULTS["elr"].tally(8, morale.reasons(d, GERMAN))
    assert (tally.total, [m.value for m in tally.modifiers]) == (12, [2, 2])
    morale.begin(d)
    assert d.accounts[GERMAN].elr == 2


@rule("OTO 7.516.q1")
def test_7_516_the_russian_who_won_the_first_scenario() -> None:
    d = side_at(2, RUSSIAN, Account(elr=3), (1, 1), RUSSIAN, 1)
    tally = RESULTS["elr"].tally(2, morale.reasons(d, RUSSIAN))
    assert (tally.total, [m.value for m in tally.modifiers]) == (3, [-1, 1, 1])
    morale.begin(d)
    assert d.accounts[RUSSIAN].elr == 3


@rule("OTO 7.516b")
@pytest.mark.parametrize(
    ("account", "total"),
    [
        (Account(elite=2), 5),
        (Account(suffered=49), 7),
        (Account(suffered=50), 8),
        (Account(suffered=199), 10),
    ],
)
def test_7_516_elite_groups_help_and_casualties_hurt_by_full_fifties(account: Account, total: int) -> None:
    d = side_at(2, GERMAN, account, EVEN, NOBODY, 0)
    assert RESULTS["elr"].tally(7, morale.reasons(d, GERMAN)).total == total


@rule("OTO 7.516c")
def test_7_516_it_applies_to_all_but_crews_and_losses_in_play_do_not_touch_it() -> None:
    d = desk((off("g:4-6-7"), off("g:2-4-7"), off("g:9-1"), off("g:2-2-8"), off("g:1-2-7")))
    found = [elr_of(d, unit_of(GERMAN, number)) for number in range(5)]
    assert found == [3, 3, 3, None, None]
    d.score(GERMAN, 400)
    assert [elr_of(d, unit_of(GERMAN, number)) for number in range(5)] == found


@rule("OTO 7.516.base", "OTO 7.516c")
@pytest.mark.parametrize(
    ("kind", "elr", "dice", "after"),
    [
        ("g:4-6-7", 3, (4, 4), "g:4-6-7"),
        ("g:4-6-7", 3, (4, 5), "g:4-4-7"),
        ("g:4-6-7", 4, (4, 5), "g:4-6-7"),
        ("g:2-2-8", 1, (6, 6), "g:2-2-8"),
        ("g:4-3-6", 3, (5, 5), ""),
    ],
)
def test_a19_who_fails_a_check_by_more_than_the_elr_is_replaced(
    kind: str, elr: int, dice: tuple[int, int], after: str
) -> None:
    """A 2MC in a minefield against a morale of 7: 10 is 3 too much, 11 is 4. Crews have no ELR, and for
    conscripts there is nobody worse."""
    d = desk([at(kind, "K12")], dice=dice, accounts=(Account(elr=elr), Account()))
    broken = checks.fire(d, [unit_of(GERMAN, 0)], "2MC", "lost", "OTO 7.5042.base")
    piece = d.pieces[0][0]
    assert (piece.kind if broken else "") == after
    assert piece.is_out != bool(broken)
