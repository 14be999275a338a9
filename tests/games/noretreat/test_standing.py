"""The standing of No Retreat!: nought is even, a hundred as good as won."""

from random import Random

import msgspec
import pytest
from tests.games.noretreat.table import Table, front

from berlin.games.noretreat.board.ground import find_space
from berlin.games.noretreat.board.tables import AXIS, SOVIET
from berlin.games.noretreat.game import GAME
from berlin.games.noretreat.staff.standing import standing
from berlin.games.noretreat.state.state import RANK, State
from berlin.kernel.contract.ids import Seat

FEW = 30
QUIET = ("Moscow: Mos", "Warsaw: 9A")


def heads(state: State, seat: Seat = SOVIET) -> dict[str, float]:
    return dict(standing(state, seat).heads)


def taken(state: State, *places: str) -> State:
    held = state.held
    for place in places:
        held |= 1 << RANK[find_space(place)]
    return msgspec.structs.replace(state, held=held)


@pytest.mark.parametrize("scenario", ["war", "1943", "1944", "1945"])
def test_at_the_start_neither_stands_much_better(scenario: str) -> None:
    assert abs(standing(Table.new(scenario).state, SOVIET).total) < FEW


def test_one_side_s_gain_is_the_other_s_loss() -> None:
    state, rng = Table.new("1944", 2).state, Random(2)
    for _ in range(300):
        if not GAME.deciders(state):
            break
        assert standing(state, AXIS).total == -standing(state, SOVIET).total
        state = GAME.next(state, GAME.sample(state, rng))


def test_every_city_taken_raises_it() -> None:
    state = Table.new("1944").state
    more = taken(state, "Minsk", "Riga")
    assert (
        heads(more)["victory points against the turn"] == heads(state)["victory points against the turn"] + 12
    )
    assert standing(more, SOVIET).total > standing(state, SOVIET).total


def test_more_points_than_the_next_sudden_death_number_are_nearly_the_game() -> None:
    state = msgspec.structs.replace(Table.new("1944").state, event_vp=6)
    most = taken(state, "Minsk", "Riga", "Odessa", "Sevastopol")
    assert heads(most)["sudden death and objectives"] - heads(state)["sudden death and objectives"] > FEW


def test_a_sudden_death_that_costs_cards_is_no_lost_war() -> None:
    label = "sudden death and objectives"
    ends = msgspec.structs.replace(Table.new("1944").state, event_vp=6)
    goes_on = msgspec.structs.replace(ends, no_surrender=True)
    cities = ("Minsk", "Riga", "Odessa", "Sevastopol")
    raised = [heads(taken(state, *cities))[label] - heads(state)[label] for state in (ends, goes_on)]
    assert 0 < raised[1] < raised[0] / 10


def test_two_objectives_are_worth_more_than_one_and_one() -> None:
    state = Table.new("1945").state
    label = "sudden death and objectives"
    one = heads(taken(state, "Konigsberg"))[label] - heads(state)[label]
    two = heads(taken(state, "Konigsberg", "Vienna"))[label] - heads(state)[label]
    assert two > 2 * one > 0


def test_the_nearer_the_soviets_are_to_berlin_in_1945_the_better_for_them() -> None:
    label = "sudden death and objectives"
    far = front("S.4", 25, "r-4c1: SW+", "Berlin: BerG", extended=True)
    near = front("S.4", 25, "r-7c-3: SW+", "Berlin: BerG", extended=True)
    assert heads(near.state)[label] > heads(far.state)[label]


def test_who_is_cut_off_weighs_on_his_side() -> None:
    free = front("A.4", 7, *QUIET, "Kiev: 4A", "r-3c1: S")
    cut = front("A.4", 7, *QUIET, "Kiev: 4A", "r-3c1: S", unsupplied="4A")
    assert heads(cut.state)["supply"] > heads(free.state)["supply"]


def test_strength_near_a_city_contests_it() -> None:
    far = front("S.4", 18, "Minsk: 9A", "r-3c9: SW+")
    near = front("S.4", 18, "Minsk: 9A", "r-4c4: SW+")
    assert heads(near.state)["contested cities"] > heads(far.state)["contested cities"]


def test_a_good_attack_that_is_marked_counts_before_it_is_fought() -> None:
    t = front("S.5", 19, "r-3c4: 9A-", "r-3c5: SW+", "r-4c5: W+", "r-2c4: Cen+")
    before = heads(t.pass_all().state)["attacks under way"]
    t.do("target r-3c4")
    assert heads(t.state)["attacks under way"] > before == 0


def test_it_is_the_same_in_worlds_that_differ_in_the_enemy_s_hand() -> None:
    state, rng = Table.new("1944", 3).state, Random(4)
    for _ in range(20):
        assert standing(GAME.other_world(state, AXIS, rng), AXIS) == standing(state, AXIS)


def test_a_search_looks_to_the_end_of_the_fighting() -> None:
    state, rng = Table.new("1944").state, Random(1)
    passed = {GAME.milestone(state)}
    turn = state.turn
    while state.turn == turn:
        state = GAME.next(state, GAME.sample(state, rng))
        passed.add(GAME.milestone(state))
    assert len(passed) == 3
    assert max(passed) - min(passed) == 4
