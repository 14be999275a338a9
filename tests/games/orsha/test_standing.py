"""The standing of a campaign: nought is even, a hundred as good as won."""

from random import Random

import pytest
from msgspec.structs import replace
from tests.campaign.desk import at, desk, off

from berlin.campaign.purchases.purchase import Buy
from berlin.campaign.state.state import State
from berlin.games.orsha.board.ground import LVP
from berlin.games.orsha.board.tables import GERMAN, RUSSIAN
from berlin.games.orsha.game import GAME
from berlin.games.orsha.staff.standing import HEADS, POINT, WON, milestone, standing
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import OTHER, Seat
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.proof.mark import rule
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark

FEW = 30
POINTS, FORCES, POSTS = HEADS


def heads(state: State, seat: Seat = RUSSIAN) -> dict[str, float]:
    return dict(standing(state, seat).heads)


def started() -> State:
    return GAME.start("orsha", key_from_seed(1), {}).state


def test_at_the_start_neither_stands_much_better() -> None:
    assert abs(standing(started(), RUSSIAN).total) < FEW


def test_one_side_s_gain_is_the_other_s_loss() -> None:
    state, rng = started(), Random(2)
    for number in range(300):
        if not number % 10:
            assert standing(state, GERMAN).total == -standing(state, RUSSIAN).total
        state = GAME.next(state, GAME.sample(state, rng))


def test_every_prize_taken_and_every_point_raises_it() -> None:
    d = Draft(started())
    before = heads(d.freeze())[POINTS]
    taken = next(iter(LVP))
    d.control = [d.control[0] & ~(1 << taken), d.control[1] | 1 << taken]
    assert heads(d.freeze())[POINTS] == pytest.approx(before + POINT)
    d.cvp += 40
    assert heads(d.freeze())[POINTS] == pytest.approx(before + 3 * POINT)


def test_on_the_last_date_what_the_germans_keep_counts() -> None:
    d = Draft(started())
    d.turn = 4
    kept = heads(d.freeze())[POINTS]
    d.account(GERMAN, cpp=d.accounts[GERMAN].cpp - 5)
    assert heads(d.freeze())[POINTS] == pytest.approx(kept + 5 * POINT)


@rule("OTO 7.518d")
def test_where_a_limit_was_agreed_on_no_more_counts() -> None:
    d = Draft(started())
    d.turn, d.left_most = 4, 2
    kept = heads(d.freeze())[POINTS]
    d.account(GERMAN, cpp=2)
    assert heads(d.freeze())[POINTS] == pytest.approx(kept)
    d.account(GERMAN, cpp=1)
    assert heads(d.freeze())[POINTS] == pytest.approx(kept + POINT)


def test_losses_count_and_what_is_bought_is_worth_its_price() -> None:
    german, russian = [at("g:4-6-7", "K30")] * 10, [at("r:4-5-8", "K44")] * 10
    d = desk(german, russian)
    even = heads(d.freeze())[FORCES]
    for number in range(5):
        d.lose(unit_of(GERMAN, number), "shot")
    assert heads(d.freeze())[FORCES] > even
    state = started()
    seat = state.frames[-1].seat
    assert seat == GERMAN
    bought = GAME.next(state, Buy("I1"))
    assert heads(bought, seat)[FORCES] > heads(state, seat)[FORCES]


def test_who_stands_where_he_should_stands_better() -> None:
    near = desk([at("g:4-6-7", "K33")]).freeze()
    far = desk([at("g:4-6-7", "S27")]).freeze()
    away = desk([off("g:4-6-7")]).freeze()
    left = desk([off("g:4-6-7", Mark.PLACED)]).freeze()
    worth = [heads(state, GERMAN)[POSTS] for state in (near, far, away, left)]
    assert worth == sorted(worth, reverse=True)
    assert len(set(worth)) == len(worth)
    assert worth[2] == 0


@pytest.mark.parametrize("winner", [GERMAN, RUSSIAN])
def test_the_end_is_all(winner: Seat) -> None:
    state = replace(started(), over=1 + winner)
    assert standing(state, winner).total == WON
    assert standing(state, OTHER[winner]).total == -WON


def test_every_battle_is_a_milestone() -> None:
    state, rng = started(), Random(4)
    assert milestone(state) == 0
    while not state.history:
        state = GAME.next(state, GAME.sample(state, rng))
    assert milestone(state) == 2
