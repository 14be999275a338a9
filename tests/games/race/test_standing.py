"""The standing of Race for Berlin: nought is even, a hundred as good as won."""

from random import Random

import msgspec
from fights import ELSEWHERE, at
from table import Table

from berlin.games.race.game import GAME
from berlin.games.race.standing import standing
from berlin.games.race.state import State

FEW = 25


def heads(state: State, seat: int) -> dict[str, int]:
    return {part.label: part.value for part in standing(state, seat).modifiers}


def test_at_the_start_neither_stands_much_better() -> None:
    state = Table.new().state
    mine, his = standing(state, 0), standing(state, 1)
    assert abs(mine.total - his.total) < 2 * FEW
    # Apart from the Americans, who may come first.
    assert abs(mine.total - mine.base) < FEW
    assert abs(his.total - his.base) < FEW


def test_one_marshal_s_gain_is_the_other_s_loss_but_for_the_common_danger() -> None:
    state, rng = Table.new(2).state, Random(2)
    for _ in range(400):
        if not GAME.deciders(state):
            break
        mine, his = standing(state, 0), standing(state, 1)
        gain = mine.total - mine.base
        assert gain == -(his.total - his.base)
        # Who is ahead has more to lose by it.
        assert (mine.base <= his.base <= 0) if gain >= 0 else (his.base <= mine.base <= 0)
        state = GAME.next(state, GAME.sample(state, rng))


def test_victory_points_raise_it() -> None:
    state = Table.new().state
    richer = msgspec.structs.replace(state, vp=(2, 0))
    assert standing(richer, 0).total > standing(state, 0).total
    assert standing(richer, 1).total < standing(state, 1).total
    assert heads(richer, 0)["victory points"] == 18


def test_the_americans_near_berlin_endanger_both() -> None:
    near = {"american": "Leipzig Wittenberg Treuenbrietzen Trebbin"}
    calm = at("C.1", ELSEWHERE, turn=7).state
    pressed = at("C.1", ELSEWHERE, turn=7, control=near).state
    for seat in (0, 1):
        assert standing(pressed, seat).base < standing(calm, seat).base


def test_soviets_in_their_road_take_the_danger_away() -> None:
    near = {"american": "Leipzig Wittenberg Treuenbrietzen Trebbin"}
    open_road = at("C.1", ELSEWHERE, turn=7, control=near).state
    barred = at("C.1", ELSEWHERE, turn=7, control=near, Zehlendorf="8GA/1").state
    assert standing(barred, 0).base > standing(open_road, 0).base


def test_a_whole_army_in_a_zone_of_berlin_stands_better_than_half_of_one() -> None:
    whole = at("C.1", ELSEWHERE, turn=7, Friedrichshain="8GA/1 8GA/2", Strausberg="5SHA/1").state
    half = at("C.1", ELSEWHERE, turn=7, Friedrichshain="8GA/1", Strausberg="5SHA/1", Bernau="8GA/2").state
    assert heads(whole, 0)["progress in Berlin"] > heads(half, 0)["progress in Berlin"]


def test_units_designated_for_a_good_attack_count_before_the_die_falls() -> None:
    t = at("C.1", ELSEWHERE, Muncheberg="8GA/1 8GA/2", Strausberg="541-", Rathenow="286")
    before = heads(t.state, 0)["orders given"]
    t.do("activate 8GA/1 combat")
    half = heads(t.state, 0)["orders given"]
    t.do("activate 8GA/2 combat")
    assert before < half < heads(t.state, 0)["orders given"]
    t.do("begin", "attack 8GA/1 Strausberg", "join 8GA/2")
    assert heads(t.state, 0)["orders given"] > half
