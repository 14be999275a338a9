"""The standing of Race for Berlin: nought is even, a hundred as good as won."""

from random import Random

import msgspec
import pytest
from fights import ELSEWHERE, at
from table import Table

from berlin.games.race.game import GAME
from berlin.games.race.rules.sequence import FIRST_IMPULSE, LAST_IMPULSE
from berlin.games.race.staff.standing import standing
from berlin.games.race.state.state import State
from berlin.kernel.contract.ids import Seat

FEW = 25


def heads(state: State, seat: Seat) -> dict[str, float]:
    return dict(standing(state, seat).heads)


def danger(state: State, seat: Seat) -> float:
    return heads(state, seat)["the Americans"]


def test_at_the_start_neither_stands_much_better() -> None:
    state = Table.new().state
    mine, his = standing(state, Seat(0)), standing(state, Seat(1))
    assert abs(mine.total - his.total) < 2 * FEW
    # Apart from the Americans, who may come first.
    assert abs(mine.total - danger(state, Seat(0))) < FEW
    assert abs(his.total - danger(state, Seat(1))) < FEW


def test_one_marshal_s_gain_is_the_other_s_loss_but_for_the_common_danger() -> None:
    state, rng = Table.new(2).state, Random(2)
    for _ in range(400):
        if not GAME.deciders(state):
            break
        gain = standing(state, Seat(0)).total - danger(state, Seat(0))
        assert gain == pytest.approx(-(standing(state, Seat(1)).total - danger(state, Seat(1))))
        assert danger(state, Seat(0)) <= 0 >= danger(state, Seat(1))
        state = GAME.next(state, GAME.sample(state, rng))


def test_victory_points_raise_it() -> None:
    state = Table.new().state
    richer = msgspec.structs.replace(state, vp=(2, 0))
    assert standing(richer, Seat(0)).total > standing(state, Seat(0)).total
    assert standing(richer, Seat(1)).total < standing(state, Seat(1)).total
    assert heads(richer, Seat(0))["victory points"] == 18


def test_the_americans_near_berlin_endanger_both() -> None:
    near = {"american": "Leipzig Wittenberg Treuenbrietzen Trebbin"}
    calm = at("C.1", ELSEWHERE, turn=7).state
    pressed = at("C.1", ELSEWHERE, turn=7, control=near).state
    for seat in (0, 1):
        assert danger(pressed, Seat(seat)) < danger(calm, Seat(seat))


def test_who_is_ahead_has_more_to_lose_by_the_americans() -> None:
    near = {"american": "Leipzig Wittenberg Treuenbrietzen Trebbin"}
    even = at("C.1", ELSEWHERE, turn=7, control=near).state
    ahead = msgspec.structs.replace(even, vp=(8, 0))
    assert danger(ahead, Seat(0)) < danger(even, Seat(0))


def test_when_the_americans_are_all_but_there_points_count_for_less() -> None:
    near = {"american": "Leipzig Wittenberg Treuenbrietzen Trebbin"}
    far = at("C.1", ELSEWHERE, turn=7).state
    close = at("C.1", ELSEWHERE, turn=7, control=near).state
    gains = []
    for state in (far, close):
        richer = msgspec.structs.replace(state, vp=(8, 0))
        gains.append(standing(richer, Seat(0)).total - standing(state, Seat(0)).total)
    assert gains[0] > 2 * gains[1] > 0


def test_who_can_soon_bar_their_road_has_less_to_fear() -> None:
    near = {"american": "Leipzig Wittenberg Treuenbrietzen Trebbin"}
    away = at("C.1", ELSEWHERE, turn=7, control=near, Strausberg="8GA/1").state
    at_hand = at("C.1", ELSEWHERE, turn=7, control=near, Wedding="8GA/1").state
    assert danger(at_hand, Seat(0)) > danger(away, Seat(0))


def test_soviets_in_their_road_take_the_danger_away() -> None:
    near = {"american": "Leipzig Wittenberg Treuenbrietzen Trebbin"}
    open_road = at("C.1", ELSEWHERE, turn=7, control=near).state
    barred = at("C.1", ELSEWHERE, turn=7, control=near, Zehlendorf="8GA/1").state
    assert danger(barred, Seat(0)) > danger(open_road, Seat(0))


def test_a_whole_army_in_a_zone_of_berlin_stands_better_than_half_of_one() -> None:
    whole = at("C.1", ELSEWHERE, turn=7, Friedrichshain="8GA/1 8GA/2", Strausberg="5SHA/1").state
    half = at("C.1", ELSEWHERE, turn=7, Friedrichshain="8GA/1", Strausberg="5SHA/1", Bernau="8GA/2").state
    assert heads(whole, Seat(0))["progress in Berlin"] > heads(half, Seat(0))["progress in Berlin"]


def test_units_designated_for_a_good_attack_count_before_the_die_falls() -> None:
    t = at("C.1", ELSEWHERE, Muncheberg="8GA/1 8GA/2", Strausberg="541-", Rathenow="286")
    before = heads(t.state, Seat(0))["orders given"]
    t.do("activate 8GA/1 combat")
    half = heads(t.state, Seat(0))["orders given"]
    t.do("activate 8GA/2 combat")
    assert before < half < heads(t.state, Seat(0))["orders given"]
    t.do("begin", "attack 8GA/1 Strausberg", "join 8GA/2")
    assert heads(t.state, Seat(0))["orders given"] > half


def test_with_much_time_a_search_looks_until_every_impulse_of_the_round_is_over() -> None:
    state, staff, rng = Table.new().state, GAME.staff(), Random(1)
    while state.stage < FIRST_IMPULSE:
        state = GAME.next(state, staff.choose(state, rng))
    near, far = (GAME.milestone(state) + steps for steps in GAME.horizons)
    stages = {near: 0, far: 0}
    for horizon in stages:
        while GAME.milestone(state) < horizon:
            stages[horizon] = state.stage
            state = GAME.next(state, staff.choose(state, rng))
    # With little time two of the four, so that the rival's Germans have not answered yet.
    assert stages == {near: FIRST_IMPULSE + 1, far: LAST_IMPULSE}
