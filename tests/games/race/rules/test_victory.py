"""Race for Berlin, 10: the end of the game and Victory Points."""

import pytest
from fights import at, declare, fight, play_out

from berlin.kernel.proof.mark import rule

ZHUKOV = {"Wedding": "8GA/1", "PrenzlauerBerg": "8GA/2", "Friedrichshain": "5SHA/1"}
KONIEV = {"Neukolln": "3GTA/1", "Tempelhof": "3GTA/2", "Zehlendorf": "13/1"}
ALL_SIX = ZHUKOV | KONIEV


@rule("RFB 10a")
@pytest.mark.parametrize("turn", [7, 8, 9])
def test_10_a_successful_roll_ends_the_game_at_once(turn: int) -> None:
    ended = at("D.5", ALL_SIX, turn=turn, dice=[6], progress={"Wedding": 3, "Neukolln": 2}, vp=(4, 9))
    assert ended.result is not None
    assert ended.result.scores == (4, 9)
    assert ended.result.winners == (1,)
    scored = at("D.5", ALL_SIX, turn=turn, dice=[6], progress={"Wedding": 4, "Neukolln": 2}, vp=(5, 9))
    assert scored.result is not None
    assert scored.result.scores == (10, 9)
    going_on = at("D.5", ALL_SIX, turn=turn, dice=[6], progress={"Wedding": 2, "Neukolln": 2}, vp=(4, 9))
    assert going_on.result is None
    assert going_on.turn == turn + 1


@rule("RFB 10a")
def test_10_the_game_ends_with_turn_10() -> None:
    t = at("D.5", turn=10, vp=(9, 4), Barwalde="61/1")
    assert t.result is not None
    assert t.result.winners == (0,)
    nine = at("D.5", turn=9, vp=(9, 4), Barwalde="61/1")
    assert nine.result is None


@rule("RFB 10b")
def test_10_the_running_totals_are_shown() -> None:
    t = at("C.2", Luckau="3GTA/1", vp=(3, 4))
    t.do("activate 3GTA/1 move", "begin", "move 3GTA/1 Cottbus")
    for seat in ("zhukov", "koniev"):
        points = {track.seat: track.value for track in t.scene(seat).tracks if "ictory" in track.name}
        assert points == {0: 3, 1: 6}


@rule("RFB 10.q1")
def test_10_equal_totals_are_a_draw() -> None:
    t = at("D.5", turn=10, vp=(12, 12), Barwalde="61/1")
    assert t.result is not None
    assert t.result.scores == (12, 12)
    assert t.result.winners == ()


@rule("RFB 10.1")
@pytest.mark.parametrize("start, zone, value", [("Luckau", "Cottbus", 2), ("Luckau", "Zossen", 1)])
def test_10_1_a_victory_zone_scores_its_printed_value(start: str, zone: str, value: int) -> None:
    t = at("C.2", {start: "3GTA/1"}, vp=(1, 1))
    t.do("activate 3GTA/1 move", "begin", f"move 3GTA/1 {zone}")
    assert (t.vp("zhukov"), t.vp("koniev")) == (1, 1 + value)


@rule("RFB 10.1")
def test_10_1_a_zone_without_points_scores_nothing() -> None:
    t = at("C.2", vp=(1, 1), Luckau="3GTA/1")
    t.do("activate 3GTA/1 move", "begin", "move 3GTA/1 Lubben")
    assert (t.vp("zhukov"), t.vp("koniev")) == (1, 1)


@rule("RFB 10.1.1")
def test_10_1_1_the_value_stays_with_the_player_whose_marker_lies_there() -> None:
    t = at("C.1", turn=10, Muncheberg="8GA/1", control={"koniev": "Furstenwalde"}, vp=(0, 2))
    t.do("activate 8GA/1 move", "begin", "move 8GA/1 Furstenwalde")
    assert t.control("Furstenwalde") == "koniev"
    play_out(t)
    assert t.result is not None
    assert t.result.scores == (0, 2)
    unmarked = at("C.1", turn=10, Muncheberg="8GA/1")
    unmarked.do("activate 8GA/1 move", "begin", "move 8GA/1 Furstenwalde")
    play_out(unmarked)
    assert unmarked.result is not None
    assert unmarked.result.scores == (2, 0)


@rule("RFB 10.1.1")
@pytest.mark.parametrize("level, points", [(0, 0), (1, 3)])
def test_10_1_1_a_berlin_zone_scores_from_level_two_on(level: int, points: int) -> None:
    t = at(
        "C.1",
        Tempelhof="8GA/1 8GA/2",
        progress={"Tempelhof": level},
        support=(1, 0),
        flags="progressed = true",
    )
    fight(t, "Tempelhof", "8GA/1", "8GA/2", die=4)
    assert t.progress("Tempelhof") == level + 1
    assert (t.vp("zhukov"), t.vp("koniev")) == (points, 0)


@rule("RFB 10.2")
def test_10_2_all_three_specific_objectives_make_eight_points() -> None:
    zones = dict(ALL_SIX, Neukolln="47/1", Tempelhof="8GA/2", PrenzlauerBerg="69/1", Strausberg="33/1")
    t = at("C.1", zones, turn=10, progress={"Tempelhof": 4}, support=(1, 0))
    t.do("shell 33/1", "activate 47/1 combat", "begin", "attack 47/1 Neukolln")
    t.do("roll", dice=[6])
    assert t.progress("Neukolln") == 1
    play_out(t)
    assert t.result is not None
    assert t.result.scores == (8, 0)


@rule("RFB 10.2.1")
def test_10_2_1_the_first_to_shell_berlin_scores_one_point() -> None:
    t = at("C.1", Strausberg="8GA/1", Muncheberg="5SHA/1", Triebel="3GTA/1", Tempelhof="13/1")
    t.refused("shell 5SHA/1", "RFB 10.2.1")
    t.do("shell 8GA/1")
    assert (t.vp("zhukov"), t.vp("koniev")) == (1, 0)
    assert not t.can("activate 8GA/1 move")
    assert not t.can("shell 8GA/1")
    t.do("begin")
    assert t.stage == "C.2"
    assert t.used("8GA/1")
    assert t.zone("8GA/1") == "Strausberg"


@rule("RFB 10.2.1")
def test_10_2_1_the_point_for_shelling_is_given_once() -> None:
    t = at("C.1", Strausberg="8GA/1", Zossen="3GTA/1", Dresden="404", Wedding="391")
    t.do("shell 8GA/1", "begin")
    assert t.stage == "C.2"
    t.do("shell 3GTA/1")
    assert (t.vp("zhukov"), t.vp("koniev")) == (1, 0)


@rule("RFB 10.2.1.q1")
def test_10_2_1_shelling_uses_an_activation_and_is_open_to_a_unit_out_of_supply() -> None:
    t = at("C.1", Strausberg="8GA/1", Bridgehead="61/1 47/1 69/1 33/1", oos="8GA/1")
    t.do("activate 61/1 move", "activate 47/1 move", "activate 69/1 move")
    assert t.can("activate 33/1 move")
    t.do("shell 8GA/1")
    assert t.vp("zhukov") == 1
    t.refused("activate 33/1 move", "RFB 4.1.2", "RFB 10.2.1.q1")


@rule("RFB 10.2.2")
def test_10_2_2_the_first_progress_of_the_game_scores_two_points() -> None:
    t = at("C.1", Tempelhof="8GA/1 8GA/2", Zehlendorf="3GTA/1 3GTA/2", support=(1, 1), Dresden="404")
    fight(t, "Tempelhof", "8GA/1", "8GA/2", die=4)
    assert t.progress("Tempelhof") == 1
    assert (t.vp("zhukov"), t.vp("koniev")) == (2, 0)
    fight(t, "Zehlendorf", "3GTA/1", "3GTA/2", die=4)
    assert t.progress("Zehlendorf") == 1
    assert (t.vp("zhukov"), t.vp("koniev")) == (2, 0)


@rule("RFB 10.2.2")
def test_10_2_2_no_points_without_progress() -> None:
    t = at("C.1", Tempelhof="8GA/1 8GA/2", support=(1, 0))
    declare(t, "Tempelhof", "8GA/1", "8GA/2")
    t.do("roll", dice=[1])
    assert (t.progress("Tempelhof"), t.vp("zhukov")) == (0, 0)


@rule("RFB 10.2.3a")
@pytest.mark.parametrize(
    "zhukov, koniev, scores", [(5, 4, (5, 0)), (4, 6, (0, 5)), (4, 0, (5, 0)), (3, 2, (0, 0))]
)
def test_10_2_3_the_highest_level_of_at_least_four_scores_five_points(
    zhukov: int, koniev: int, scores: tuple[int, int]
) -> None:
    t = at("D.5", ALL_SIX, turn=10, progress={"Wedding": zhukov, "Tempelhof": koniev})
    assert t.result is not None
    assert t.result.scores == scores


@rule("RFB 10.2.3a")
def test_10_2_3_the_levels_of_several_zones_are_not_added_up() -> None:
    t = at("D.5", ALL_SIX, turn=10, progress=dict.fromkeys(ALL_SIX, 3))
    assert t.result is not None
    assert t.result.scores == (0, 0)
    t = at("D.5", ALL_SIX, turn=10, progress=dict.fromkeys(ZHUKOV, 3) | {"Tempelhof": 4})
    assert t.result is not None
    assert t.result.scores == (0, 5)


@rule("RFB 10.2.3b")
@pytest.mark.parametrize("empty", ALL_SIX)
@pytest.mark.parametrize("camp, best", [(0, "Wedding"), (1, "Tempelhof")])
def test_10_2_3_all_six_zones_must_hold_a_soviet(empty: str, camp: int, best: str) -> None:
    """Whichever is empty; a zone that stands at level 6 itself can't be."""
    best = best if best != empty else {"Wedding": "Friedrichshain", "Tempelhof": "Zehlendorf"}[best]
    six = at("D.5", ALL_SIX, turn=10, progress={best: 6})
    assert six.result is not None
    assert six.result.scores == ((5, 0), (0, 5))[camp]
    five = {zone: unit for zone, unit in ALL_SIX.items() if zone != empty}
    t = at("D.5", five, turn=10, progress={best: 6})
    assert t.result is not None
    assert t.result.scores == (0, 0)


@rule("RFB 10.2.3.q1")
@pytest.mark.parametrize(
    "levels, scores",
    [
        ({"Wedding": 4, "Friedrichshain": 4, "Tempelhof": 5}, (0, 5)),
        ({"Wedding": 5, "Tempelhof": 5}, (0, 0)),
    ],
)
def test_10_2_3_the_best_single_zone_counts_and_a_tie_gives_nothing(
    levels: dict[str, int], scores: tuple[int, int]
) -> None:
    t = at("D.5", ALL_SIX, turn=10, progress=levels)
    assert t.result is not None
    assert t.result.scores == scores
