"""The End of Turn Phase: extra moves, the test for the end of the game, and clearing up."""

import pytest
from table import Table

from berlin.kernel.contract.ids import Seat
from berlin.kernel.proof.mark import rule

BERLIN_FULL = """
Wedding = ["61/1"]
PrenzlauerBerg = ["47/1"]
Friedrichshain = ["69/1"]
Neukolln = ["13/1"]
Tempelhof = ["52/1"]
Zehlendorf = ["5GA/1"]
Dresden = ["404"]
"""
WEDDING_FREE = BERLIN_FULL.replace('Wedding = ["61/1"]', 'Oranienburg = ["61/1"]')
ONE_EACH = """
Kustrin = ["61/1"]
Penzig = ["52/1"]
Furstenwalde = ["391"]
Dresden = ["404"]
"""


def at(stage: str, units: str = ONE_EACH, turn: int = 2, more: str = "") -> Table:
    return Table.at(
        f'turn = {turn}\nstage = "{stage}"\noperations = 1\n[units]\n{units}\n[flags]\nhalted = true\n{more}'
    )


def end(units: str, turn: int, die: int, levels: str = "") -> Table:
    """The last camp closes its extra moves, and the turn runs out."""
    t = at("D.4", units, turn, f"[progress]\n{levels}")
    t.do("done", dice=[die])
    return t


@rule("RFB 5")
def test_5_the_end_of_turn_runs_in_order_and_the_turn_marker_moves_last() -> None:
    t = at("C.4", BERLIN_FULL, turn=7, more="[chits]\nzhukov = [6]\nkoniev = [1]")
    t.do("pass", dice=[1])
    assert t.stage == "D.1"
    assert not t.can("activate 404 move")
    while t.stage != "D.4":
        t.do("done")
        assert t.rolled("end") == []
    t.do("move 404 Meissen", dice=[1])
    assert t.rolled("end") == [1]
    assert (t.turn, t.stage) == (7, "D.6")
    t.do("keep")
    assert t.turn == 8
    told = [(event.kind, str(event.data[0])) for event in t.events if event.kind in ("stage", "die")]
    order = [name for kind, name in told if kind == "stage" and name.startswith("D.")]
    assert order == ["D.1", "D.2", "D.3", "D.4", "D.5", "D.6", "D.7"]
    assert told.index(("stage", "D.4")) < told.index(("die", "end")) < told.index(("stage", "D.6"))
    assert told.index(("stage", "D.7")) < told.index(("stage", "A.1"))


@rule("RFB 5.1a")
def test_5_1_a_supplied_unit_not_activated_this_turn_moves_one_zone() -> None:
    t = at("D.1", 'Kustrin = ["61/1", "47/1", "69/1"]', more='[marks]\nused = ["47/1"]\noos = ["69/1"]')
    assert t.can("move 61/1 Goritz")
    t.refused("move 47/1 Goritz", "RFB 5.1a", "RFB 4.1.4")
    t.refused("move 69/1 Goritz", "RFB 5.1a")
    t.refused("move 61/1 Reppen", "RFB 5.1a", "RFB 5.1.q2")
    t.refused("move 61/1 Seelow", "RFB 5.1a", "RFB 5.1.q2")
    t.do("move 61/1 Goritz")
    assert t.zone("61/1") == "Goritz"


@rule("RFB 5.1a")
def test_5_1_a_unit_makes_its_extra_move_once() -> None:
    t = at("D.1", 'Kustrin = ["61/1", "47/1"]')
    t.do("move 61/1 Goritz")
    assert not t.can("move 61/1 Reppen")
    assert t.can("move 47/1 Goritz")


@rule("RFB 5.1b")
def test_5_1_the_extra_move_does_not_enter_a_berlin_zone() -> None:
    t = at("D.2", 'Zossen = ["13/1"]\nNeukolln = ["52/1"]')
    t.refused("move 13/1 Tempelhof", "RFB 5.1b")
    t.refused("move 52/1 Tempelhof", "RFB 5.1b")
    assert t.can("move 13/1 Trebbin")
    t = at("D.4", 'Zossen = ["404"]', turn=7)
    t.refused("move 404 Tempelhof", "RFB 5.1b")
    assert t.can("move 404 Trebbin")


@rule("RFB 5.1c")
def test_5_1_germans_are_still_held_back_from_the_west() -> None:
    t = at("D.4", turn=3)
    t.refused("move 404 Grossenhain", "RFB 5.1c", "RFB 7.2.2a", "RFB 7.2.2b", "RFB 5.1.q1")
    assert t.can("move 404 Bautzen")
    t.do("test 404", dice=[3])
    t.refused("move 404 Grossenhain", "RFB 5.1c", "RFB 7.2.2b", "RFB 5.1.q1")
    assert t.can("move 404 Bautzen")
    t = at("D.4", turn=7)
    t.do("move 404 Grossenhain")
    assert t.zone("404") == "Grossenhain"


@rule("RFB 5.1d")
def test_5_1_the_extra_moves_follow_the_order_of_the_impulses() -> None:
    t = at("D.1")
    moves = ["move 61/1 Goritz", "move 52/1 Sanitz", "move 391 Frankfurt", "move 404 Bautzen"]
    deciders = ["zhukov", "koniev", "koniev", "zhukov"]
    for now, text in enumerate(moves):
        assert (t.stage, t.decider) == (f"D.{now + 1}", deciders[now])
        for later in moves[now + 1 :]:
            t.refused(later, "RFB 5.1d")
        t.do(text)


@rule("RFB 5.1d")
def test_5_1_a_camp_that_has_closed_its_extra_moves_does_not_come_back() -> None:
    t = at("D.1")
    t.do("done")
    assert t.stage == "D.2"
    t.refused("move 61/1 Goritz", "RFB 5.1d")
    t.refused("move 391 Frankfurt", "RFB 5.1d")


@rule("RFB 5.1.q1")
@pytest.mark.parametrize(
    "turn, die, free", [(4, 3, False), (4, 4, True), (5, 2, False), (5, 3, True), (6, 1, False), (6, 2, True)]
)
def test_5_1_each_german_that_goes_west_rolls_one_die_with_the_numbers_of_the_turn(
    turn: int, die: int, free: bool
) -> None:
    t = at("D.4", 'Dresden = ["404", "72"]', turn=turn)
    t.do("test 404", dice=[die])
    assert t.rolled("west") == [die]
    assert t.can("move 404 Grossenhain") is free
    assert not t.can("move 72 Grossenhain")
    assert not t.can("test 404")
    t.do("done")
    t.do("test 72", dice=[6])
    t.do("move 72 Grossenhain")
    assert t.units("Grossenhain") == ["72"]


@rule("RFB 5.1.q2")
def test_5_1_the_extra_move_does_not_enter_enemy_zones() -> None:
    t = at("D.1", 'Bridgehead = ["61/1"]\nLebus = ["404"]')
    t.refused("move 61/1 Lebus", "RFB 5.1.q2", "RFB 4.2.1a", "RFB 6.1.2b")
    assert t.can("move 61/1 Seelow")


@rule("RFB 5.1.q2")
def test_5_1_the_extra_move_keeps_all_other_limits_of_movement() -> None:
    t = at("D.1", 'Furstenberg = ["61/1"]')
    t.refused("move 61/1 Guben", "RFB 5.1.q2", "RFB 7.3.2a")
    assert t.can("move 61/1 Frankfurt")
    t = at("D.4", 'Forst = ["404"]')
    t.refused("move 404 Triebel", "RFB 5.1.q2", "RFB 7.2.1")
    assert t.can("move 404 Muskau")
    t = at("D.2", 'Lubben = ["47/1"]\nLuckau = ["13/1"]')
    t.refused("move 13/1 Lubben", "RFB 5.1.q2", "RFB 7.3.3a")
    assert t.can("move 13/1 Cottbus")
    t = at("D.4", 'Zossen = ["404"]', turn=7, more='[control]\namerican = ["Trebbin"]')
    t.refused("move 404 Trebbin", "RFB 5.1.q2", "RFB 2.2.3")


@rule("RFB 5.2a")
@pytest.mark.parametrize("turn", [6, 7, 8, 9])
def test_5_2_from_turn_seven_one_die_is_rolled_if_soviets_are_in_all_of_berlin(turn: int) -> None:
    t = end(BERLIN_FULL, turn, die=1)
    assert t.rolled("end") == ([1] if turn > 6 else [])
    t = end(WEDDING_FREE, turn, die=1)
    assert t.rolled("end") == []
    assert t.turn == turn + 1


SIX_LEVELS = (
    "Wedding = {}\nPrenzlauerBerg = {}\nFriedrichshain = {}\nNeukolln = {}\nTempelhof = {}\nZehlendorf = {}"
)


def levels(*six: int) -> str:
    return SIX_LEVELS.format(*six)


@rule("RFB 5.2b", "RFB 5.2d")
@pytest.mark.parametrize(
    "six, die, over",
    [
        ((2, 2, 0, 0, 0, 0), 6, False),
        ((2, 2, 2, 0, 0, 0), 6, True),
        ((2, 2, 2, 0, 0, 0), 5, False),
        ((1, 1, 1, 1, 1, 1), 6, False),
        ((2, 2, 2, 2, 2, 2), 2, False),
        ((2, 2, 2, 2, 2, 2), 3, True),
    ],
)
def test_5_2_one_is_added_for_each_zone_of_level_two(six: tuple[int, ...], die: int, over: bool) -> None:
    t = end(BERLIN_FULL, 7, die, levels(*six))
    assert t.rolled("end") == [die]
    assert (t.result is not None) is over


@rule("RFB 5.2c", "RFB 5.2d")
@pytest.mark.parametrize(
    "six, die, over",
    [
        ((3, 2, 0, 0, 0, 0), 6, True),
        ((3, 2, 0, 0, 0, 0), 5, False),
        ((0, 0, 3, 0, 7, 0), 4, False),
        ((0, 0, 3, 0, 7, 0), 5, True),
    ],
)
def test_5_2_two_are_added_for_each_zone_of_a_higher_level(
    six: tuple[int, ...], die: int, over: bool
) -> None:
    t = end(BERLIN_FULL, 7, die, levels(*six))
    assert (t.result is not None) is over


@rule("RFB 5.2d")
def test_5_2_above_eight_the_game_ends_and_points_are_tallied_else_it_goes_on() -> None:
    t = end(BERLIN_FULL, 8, 5, levels(2, 2, 2, 0, 0, 0))
    assert t.result is None
    assert t.turn == 9
    t = at("D.4", BERLIN_FULL, 8, f"[progress]\n{levels(2, 2, 2, 0, 0, 0)}\n[points]\nvp = [9, 4]")
    t.do("done", dice=[6])
    assert t.result is not None
    assert t.result.scores == (9, 4)
    assert t.decider is None
    assert t.legal() == []


@rule("RFB 5.2e")
def test_5_2_the_game_ends_of_itself_at_the_end_of_turn_ten() -> None:
    t = at("D.4", turn=9)
    t.do("done")
    assert t.result is None
    assert t.turn == 10
    t = at("D.4", turn=10)
    assert t.result is None
    t.do("done")
    assert t.rolled("end") == []
    assert t.result is not None
    assert t.turn == 10


@rule("RFB 5.3")
def test_5_3_all_units_are_turned_back_for_the_next_turn() -> None:
    used = ["61/1", "52/1", "391", "404"]
    t = at("D.4", ONE_EACH + 'Bautzen = ["72"]', more=f"[marks]\nused = {used}\n[chits]\nout = [9]")
    assert all(t.used(unit) for unit in used)
    t.do("done")
    assert t.turn == 3
    assert not any(t.used(unit) for unit in used)
    assert not any(piece.used for piece in t.scene("zhukov").pieces)
    t.until("C.1")
    assert t.can("activate 61/1 move")


@rule("RFB 5.4")
def test_5_4_unused_support_points_are_lost() -> None:
    t = at("D.4", more="[points]\nsupport = [3, 2]")
    assert (t.support("zhukov"), t.support("koniev")) == (3, 2)
    t.do("done")
    assert t.turn == 3
    assert (t.support("zhukov"), t.support("koniev")) == (0, 0)


# Chits 3 and 4 leave the game of themselves under conditions: the bag holds 7 alone.
ZHUKOV_HOLDS_SIX = "[chits]\nzhukov = [6]\nkoniev = [1, 8]\nout = [2, 3, 4, 5, 9, 10, 11]"


def settle(t: Table, zhukov: str, koniev: str) -> None:
    answers = {"zhukov": zhukov, "koniev": koniev}
    asked = []
    while t.stage == "D.6":
        assert t.decider is not None
        assert t.can("keep")
        assert t.can("discard")
        asked.append(t.decider)
        t.do(answers[t.decider])
    assert sorted(asked) == ["koniev", "zhukov"]


@rule("RFB 5.5a")
def test_5_5_a_player_may_keep_his_chit_and_then_draws_none() -> None:
    t = at("D.4", more=ZHUKOV_HOLDS_SIX)
    t.do("done")
    settle(t, "keep", "keep")
    t.until("C.1")
    assert t.turn == 3
    assert t.hand("zhukov") == {6}
    assert t.hand("koniev") == {1, 8}
    assert t.bag() == {7}
    assert not any(event.kind == "draw" for event in t.events)


@rule("RFB 5.5a")
def test_5_5_a_player_may_discard_his_chit_and_then_draws_another() -> None:
    t = at("D.4", more=ZHUKOV_HOLDS_SIX)
    t.do("done")
    settle(t, "discard", "keep")
    t.until("C.1")
    assert t.turn == 3
    assert t.hand("zhukov") | t.bag() == {6, 7}
    assert len(t.hand("zhukov")) == 1
    assert sum(event.kind == "draw" for event in t.events) == 1


@rule("RFB 5.5a")
def test_5_5_a_discarded_chit_is_no_longer_held() -> None:
    # Zhukov is asked first: his chit is in the bag before Koniev answers.
    t = at("D.4", more=ZHUKOV_HOLDS_SIX)
    t.do("done", "discard")
    assert (t.stage, t.decider) == ("D.6", "koniev")
    assert t.hand("zhukov") == set()
    assert t.bag() == {6, 7}


@rule("RFB 5.5b")
def test_5_5_heinrici_is_not_discarded() -> None:
    t = at("D.4", more=ZHUKOV_HOLDS_SIX)
    t.do("done")
    settle(t, "keep", "discard")
    assert 1 in t.hand("koniev")
    assert 1 not in t.bag() | t.out()
    t = at("D.4", more="[chits]\nkoniev = [1]")
    t.do("done")
    assert t.turn == 3
    assert 1 in t.hand("koniev")


@rule("RFB 5.6")
def test_5_6_the_turn_marker_advances_and_the_next_turn_starts() -> None:
    t = at("D.4", turn=4)
    assert t.turn == 4
    t.do("done")
    assert t.turn == 5
    names = [str(event.data[0]) for event in t.last if event.kind == "stage"]
    assert names.index("D.7") + 1 == names.index("A.1")
    assert [track.value for track in t.scene("zhukov").tracks if "turn" in track.name.lower()] == [5]


@rule("RFB 5.6", "RFB event.4a", "RFB event.5a", "RFB 4.1.1b")
def test_5_6_what_held_for_the_turn_is_over_when_the_next_begins() -> None:
    t = at("D.6", turn=3, more='planned = ["zhukov", "koniev"]\nspeer = true\n[chits]\nkoniev = [1, 6]')
    assert (t.state.planned, t.state.speer) == (3, True)
    t.do("keep", dice=[1, 1])
    assert (t.turn, t.state.planned, t.state.speer, t.operations) == (4, 0, False, 1)
    t.until("C.3").do("activate 391 move", "begin")
    t.refused("move 391 Strausberg", "RFB 7.2.2b")


@rule("RFB 5.5a", "RFB 2.4.2b")
@pytest.mark.parametrize("seat, chits", [(0, "zhukov = [10]\nkoniev = [1]"), (1, "koniev = [1, 10]")])
def test_5_5_what_is_discarded_is_told_to_its_holder_alone(seat: int, chits: str) -> None:
    t = at("D.6", turn=2, more=f"[chits]\n{chits}")
    t.do("discard", dice=[1, 1, 1])
    told = next(event for event in t.last if event.kind == "discard")
    assert (told.seat, told.rules) == (seat, ("RFB 5.5a",))
    seen = told.seen_by(Seat(1 - seat))
    assert seen is not None
    assert "Coordination" in told.text
    assert "discards his chit" in seen.text


@rule("RFB 5.1a", "RFB 5.1d", "RFB 4.1.3a")
@pytest.mark.parametrize(
    "stage, unit, near, impulse, then",
    [
        ("D.1", "61/1", "Barwalde", "C.1", "Kustrin"),
        ("D.2", "52/1", "Sanitz", "C.2", "Penzig"),
        ("D.3", "391", "KonigsWusterhausen", "C.3", "Furstenwalde"),
        ("D.4", "404", "Bautzen", "C.4", "Kamenz"),
    ],
)
def test_5_1_who_moved_at_the_end_of_a_turn_moves_in_the_next_like_any_other(
    stage: str, unit: str, near: str, impulse: str, then: str
) -> None:
    t = at(stage, turn=7, more=f"[chits]\nout = {list(range(1, 12))}")
    t.do(f"move {unit} {near}")
    t.until(impulse, turn=8).do(f"activate {unit} move", "begin", f"move {unit} {then}")
    assert t.zone(unit) == then
