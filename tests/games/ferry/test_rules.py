"""The rules of the ferry, clause by clause."""

import pytest
from tests.games.ferry.table import Table

from berlin.games.ferry.board import UNITS
from berlin.games.ferry.cover import SEATS
from berlin.kernel.contract.ids import BOTH, OTHER, Seat
from berlin.kernel.proof.mark import rule

FIRE = ("bombard east lebus", "bombard west kustrin")


@rule("FER 1")
def test_1_east_has_three_companies_and_west_two() -> None:
    t = Table.new()
    assert [t.place(unit) for unit in UNITS] == ["goritz", "reitwein", "kustrin", "lebus", "seelow"]


@rule("FER 2")
def test_2_both_fire_then_east_moves_then_west_and_after_five_turns_it_is_over() -> None:
    t = Table.new()
    seen = []
    while t.decider:
        seen.append((t.turn, t.stage, t.game.deciders(t.state)))
        t.do(*FIRE, dice=(1, 1)) if t.stage == "A" else t.do("done")
    stages = (("A", (0, 1)), ("B", (0,)), ("C", (1,)))
    assert seen == [(turn, *stage) for turn in range(1, 6) for stage in stages]
    t.refused("done", "FER 2")


@rule("FER 3")
@pytest.mark.parametrize("first", BOTH)
def test_3_what_a_side_has_named_is_secret_until_the_other_has_too(first: Seat) -> None:
    name, views = SEATS[first], []
    for place in ("lebus", "seelow"):
        t = Table.new().do(f"bombard {name} {place}")
        assert t.game.deciders(t.state) == (1 - first,)
        t.refused(f"bombard {name} kustrin", "FER 3")
        views.append([t.game.view(t.state, seat) for seat in (OTHER[first], None)])
        own, other = (t.last[0].seen_by(seat) for seat in (first, OTHER[first]))
        assert own is not None
        assert own.text == f"{name.capitalize()} aims at {place.capitalize()}"
        assert other is not None
        assert other.text == f"{name.capitalize()} has aimed"
    assert views[0] == views[1]


@rule("FER 3")
@pytest.mark.parametrize("die, lost", [(4, False), (5, True), (6, True)])
def test_3_a_company_there_is_lost_on_five_or_six(die: int, lost: bool) -> None:
    t = Table.new().do(*FIRE, dice=(die, 1))
    assert t.rolled("barrage") == [die, 1]
    assert (t.place("w1"), t.place("e3")) == ("lost" if lost else "lebus", "kustrin")


def test_3_a_die_falls_for_each_enemy_there_and_for_nobody_else() -> None:
    t = Table.at('game = "ferry"\nwhere = ["ferry", "ferry", "kustrin", "lebus", "seelow"]\n')
    t.do("bombard west ferry", "bombard east kustrin", dice=(5, 2))
    assert [t.place(unit) for unit in UNITS] == ["lost", "ferry", "kustrin", "lebus", "seelow"]
    assert len(t.rolled("barrage")) == 2


def test_3_the_chances_are_told_before() -> None:
    t = Table.new()
    told = t.explain("bombard east lebus")
    assert told.title == "Fire at Lebus"
    assert [(one.label, one.ways, one.of) for one in told.outcomes] == [
        ("loss", 2, 6),
        ("no loss", 4, 6),
    ]
    assert t.explain("bombard east ferry").outcomes == ()


@rule("FER 4")
def test_4_a_company_goes_to_a_place_next_to_it_once() -> None:
    t = Table.moving("east", "goritz", "reitwein", "kustrin", "lebus", "seelow")
    assert t.legal("e1") == ["move e1 kustrin", "move e1 ferry"]
    t.refused("move e1 reitwein", "FER 4")
    t.refused("move w1 ferry", "FER 4")
    t.do("move e1 ferry")
    assert t.place("e1") == "ferry"
    assert str(t.refused("move e1 goritz")) == "it has moved in this turn [FER 4]"
    t.do("move e3 goritz", "done")
    assert (t.stage, t.decider) == ("C", "west")


def test_4_who_is_lost_goes_nowhere_and_a_side_without_a_company_isn_t_asked() -> None:
    t = Table.moving("east", "lost", "reitwein", "kustrin", "lebus", "seelow")
    t.refused("move e1 ferry", "FER 3")
    assert Table.moving("east", "lost", "lost", "lost", "lebus", "seelow").decider == "west"


@rule("FER 5")
def test_5_two_companies_are_the_most_and_nobody_goes_where_the_enemy_is() -> None:
    t = Table.moving("east", "ferry", "ferry", "goritz", "lebus", "seelow")
    assert str(t.refused("move e3 ferry")) == "two companies are there [FER 5]"
    assert str(t.refused("move e1 lebus")) == "the enemy is there [FER 5]"
    assert t.do("move e2 reitwein").can("move e3 ferry")


@rule("FER 6")
@pytest.mark.parametrize(
    "where, scores, winner",
    [
        (("ferry", "reitwein", "kustrin", "lebus", "seelow"), (1, 0), 0),
        (("goritz", "reitwein", "kustrin", "ferry", "ferry"), (0, 2), 1),
        (("goritz", "reitwein", "kustrin", "lebus", "seelow"), (0, 0), 1),
    ],
)
def test_6_who_has_the_ferry_at_the_end_has_won_and_west_has_an_empty_one(
    where: tuple[str, ...], scores: tuple[int, ...], winner: int
) -> None:
    rows = f'game = "ferry"\nturn = 5\nstage = "C"\nwhere = {list(where)}\n'.replace("'", '"')
    t = Table.at(rows)
    assert t.result is None
    result = t.do("done").result
    assert result is not None
    assert (result.scores, result.winners, result.rule) == (scores, (winner,), "FER 6")
    assert result.text == f"{('East', 'West')[winner]} has the ferry"
