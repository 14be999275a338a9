"""OTB 1, 4.0 and 12, FB 12: points, and how the game ends."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.games.fortress.positions import Table, position

from berlin.games.fortress.board.units import find_unit
from berlin.games.fortress.cover import ALLIED, GERMAN
from berlin.games.fortress.rules.victory import result
from berlin.kernel.proof.mark import rule


def winner(table: Table) -> str:
    ended = table.result
    if ended is None:
        return ""
    return "draw" if not ended.winners else table.game.seats[ended.winners[0]]


def ending(turn: int, *stacks: str, dice: tuple[int, ...] = (), **fields: Any) -> Table:
    """The German close assaults of a turn are over."""
    table = position("german-assault", *(stacks or ("5015: VS1",)), turn=turn, **fields)
    return table.do("done", dice=dice)


@rule("OTB 12.0.1a", "OTB 12.0.1.q1", "OTB 1.0d", "OTB 4.0b", "OTB 4.3")
@pytest.mark.parametrize("turn", [1, 5, 9])
def test_the_german_scores_two_at_the_end_of_each_turn_that_he_holds_the_reichstag(turn: int) -> None:
    table = ending(turn, vp=[3, 4])
    assert table.vp == (3, 6)
    assert (table.turn, winner(table)) == (turn + 1, "")
    assert table.stage.startswith("allied")
    # He holds it with nobody in it, too.
    assert ending(turn, "4412: VS1").vp == (0, 2)


@rule("OTB 12.0.1a", "OTB 1.0c", "OTB 4.0d", "FB 4.3.end")
def test_ten_turns_with_the_reichstag_are_twenty_points_and_the_end() -> None:
    table = position("german-assault", "5015: VS1", "4412: VS2", turn=1)
    while table.result is None:
        table.do("done" if table.can("done") else table.legal()[0])
    assert (table.turn, table.vp) == (10, (0, 20))
    assert winner(table) == "german"
    assert table.legal() == []
    table.refused("done", "FB 4.3.end")


@rule("OTB 12.0b", "OTB 12.0.q1", "OTB 4.0d", "FB 4.3.end")
@pytest.mark.parametrize(("vp", "won"), [([20, 17], "allied"), ([20, 18], "draw"), ([20, 19], "german")])
def test_after_turn_10_the_higher_points_win_and_equal_ones_draw(vp: list[int], won: str) -> None:
    table = ending(10, vp=vp)
    assert winner(table) == won
    assert table.result is not None
    assert table.result.rule == ("OTB 12.0.q1" if won == "draw" else "OTB 12.0b")
    assert winner(ending(9, vp=vp)) == ""


def walk(*stacks: str, side: str = "allied", unit: str = "82/Par1", to: str = "5015", **fields: Any) -> Table:
    table = position(f"{side}-movement", *stacks, **fields)
    return table.do(f"move {unit}", f"go {to}", "halt")


@rule("OTB 1.0c", "OTB 4.0d", "OTB 4.0.q1", "OTB 12.0b", "OTB 12.0.1.q1")
@pytest.mark.parametrize(("vp", "won"), [([20, 22], "german"), ([22, 20], "allied"), ([20, 20], "draw")])
def test_the_game_stops_when_an_allied_unit_stands_in_the_reichstag_and_the_points_decide(
    vp: list[int], won: str
) -> None:
    table = walk("5014: 82/Par1", "4412: VS1", vp=vp, turn=6)
    assert (winner(table), table.turn) == (won, 6)
    # The turn in which it falls gives the German nothing.
    assert table.vp == tuple(vp)


@rule("OTB 4.0.q1")
def test_the_reichstag_is_taken_when_the_move_is_over_and_not_in_passing() -> None:
    table = position("allied-movement", "5014: 82/Par1", "4412: VS1", turn=6).do("move 82/Par1", "go 5015")
    assert table.result is None
    table.do("halt")
    assert table.result is not None


@rule("OTB 12.0a", "OTB 12.0.q2", "OTB 12.0.q3", "OTB 11.1c", "OTB 11.1d")
def test_both_leaders_captured_win_at_once_and_one_gives_nothing() -> None:
    one = walk("5120: 82/Par1", "5119: Himmler", "5118: Goering", to="5119", vp=[0, 30], turn=5)
    assert (winner(one), one.vp) == ("", (0, 30))
    assert one.where("Himmler") == "removed"
    both = walk("5120: 82/Par1", "5119: Himmler", to="5119", vp=[0, 30], turn=5, captured=["Goering"])
    assert winner(both) == "allied"
    assert both.result is not None
    assert both.result.rule == "OTB 12.0a"
    other = walk("5116: 82/Par1", "5117: Goering", to="5117", vp=[0, 30], turn=5, captured=["Himmler"])
    assert winner(other) == "allied"


@rule("OTB 12.0.q3")
def test_the_automatic_win_is_tested_before_the_reichstag() -> None:
    # A leader who would be in the Reichstag: taking both at once.
    table = walk("5014: 82/Par1", "5015: Himmler", vp=[0, 30], turn=5, captured=["Goering"])
    assert table.result is not None
    assert (winner(table), table.result.rule) == ("allied", "OTB 12.0a")


@rule("OTB 12.0.1b", "OTB 12.0.2", "FB 12.0.vp")
@pytest.mark.parametrize(
    ("stage", "gun", "stacks", "vp"),
    [
        ("allied-gunfire", "82/AT", ("3506: 82/AT combat S", "3507: HJ1", "3503: 82/HQ"), (1, 0)),
        ("german-gunfire", "Tegel-Flak1", ("3506: Tegel-Flak1 combat S", "3507: 82/HQ"), (0, 1)),
        ("soviet-gunfire", "8G/Tank1", ("3506: 8G/Tank1 combat S", "3507: HJ1", "3503: 8G/HQ"), (1, 0)),
        ("first-gunfire", "Tegel-Flak1", ("3506: Tegel-Flak1 combat S", "3507: 8G/HQ"), (0, 1)),
    ],
)
def test_each_unit_eliminated_in_combat_is_a_point_for_the_enemy(
    stage: str, gun: str, stacks: tuple[str, ...], vp: tuple[int, int]
) -> None:
    table = position(stage, *stacks, "5315: BerlinHQ").do("target 3507", f"add {gun}").do("fire", dice=[6, 6])
    assert table.vp == vp
    lost = "HJ1" if vp[ALLIED] else ("8G/HQ" if stage.startswith("first") else "82/HQ")
    assert table.where(lost) == "destroyed"


@rule("OTB 12.0.2.q2", "OTB 13.6")
def test_units_lost_before_the_game_score_and_nobody_deserts_on_turn_1() -> None:
    table = position(
        "strikes", "3507: HJ1", "4412: VS1", turn=1, opened="Laying allied", strikes=18, napalm=6
    )
    # Column E: 12 less 1 and 4 more is 15, eliminated.
    table.do("lay 3507", "done", dice=[6, 6])
    assert table.vp == (1, 0)
    assert table.stage == "allied-movement"
    table.until("german-movement", 1)
    assert [event.data[0] for event in table.last if event.kind == "die"].count("desertion") == 0


@rule("FB 12.0.base")
@pytest.mark.parametrize(
    ("fields", "won"), [({}, ""), ({"captured": ["Hitler"]}, "allied"), ({"suicides": ["Hitler"]}, "allied")]
)
def test_the_soviets_win_with_the_reichstag_once_hitler_is_gone(fields: dict[str, Any], won: str) -> None:
    table = walk("5014: 8G/Rifle1", "4412: VS1", side="soviet", unit="8G/Rifle1", vp=[0, 30], **fields)
    assert winner(table) == won


@rule("FB 12.0.base")
def test_hitler_taken_after_the_reichstag_wins_too() -> None:
    stacks = "5018: 8G/Rifle1", "5017: Hitler", "4412: VS1"
    table = walk(*stacks, side="soviet", unit="8G/Rifle1", to="5017", taken=["5015"])
    assert winner(table) == "allied"
    held = walk(*stacks, "5015: VS2", side="soviet", unit="8G/Rifle1", to="5017")
    assert winner(held) == ""


@rule("FB 12.0.base", "FB 4.3.end")
@pytest.mark.parametrize(("vp", "won"), [([9, 6], "allied"), ([9, 7], "draw"), ([9, 8], "german")])
def test_fortress_berlin_ends_after_turn_10_by_points(vp: list[int], won: str) -> None:
    table = position("soviet-assault", "5015: VS1", turn=10, vp=vp).do("done")
    assert winner(table) == won
    assert table.result is not None
    assert table.result.rule == "FB 12.0.base"


@rule("FB 12.0.vp", "FB 12.0.hold")
@pytest.mark.parametrize(
    ("taken", "vp"),
    [
        *(([], (0, 2)), (["3506"], (1, 2)), (["3506", "5225", "1023"], (3, 2))),
        *((["5015"], (0, 0)), (["3507", "5015", "1023"], (1, 0))),
    ],
)
def test_fortress_berlin_scores_reichstag_and_airfield_centres_at_the_end_of_a_turn(
    taken: list[str], vp: tuple[int, int]
) -> None:
    table = position("soviet-assault", "4412: VS1", turn=3, taken=taken).do("done", dice=(1, 3, 3))
    assert table.vp == vp


@rule("FB 12.0.hold")
def test_a_hex_is_held_by_the_side_whose_unit_was_last_in_it() -> None:
    table = walk("3507: 8G/Rifle1", "4412: VS1", side="soviet", unit="8G/Rifle1", to="3506")
    taken = table.draft.taken
    assert taken >> table.state.where[find_unit("8G/Rifle1")] & 1
    # It walks on and the hex stays taken; a German who enters has it back.
    later = position("soviet-movement", "3506: 8G/Rifle1", taken=["3506"]).do(
        "move 8G/Rifle1", "go 3504", "halt"
    )
    assert later.draft.taken.bit_count() >= 2
    back = walk("3507: GD1", side="first", unit="GD1", to="3506", taken=["3506"])
    assert back.draft.taken == 0


@rule("OTB 12.0.1a", "FB 12.0.hold")
def test_the_german_holds_every_hex_at_the_start() -> None:
    assert Table.new("drop").draft.taken == 0
    assert Table.new("berlin").draft.taken == 0
    assert list(Table.new("drop").state.airfields) == [GERMAN] * 3


@rule("OTB 12.0b", "OTB 12.0.q1", "FB 12.0.base", "OTB 12.0a")
@pytest.mark.parametrize(
    ("scenario", "vp", "text"),
    [
        ("drop", (7, 5), "The Allies win by 7 points to 5"),
        ("drop", (5, 7), "The Germans win by 7 points to 5"),
        ("berlin", (7, 5), "The Soviets win by 7 points to 5"),
        ("berlin", (5, 7), "The Germans win by 7 points to 5"),
        ("berlin", (6, 6), "Both have 6 points: a draw"),
    ],
)
def test_the_result_names_the_winner_and_the_points(scenario: str, vp: tuple[int, int], text: str) -> None:
    state = replace(Table.new(scenario).state, over=1, vp=vp)
    found = result(state)
    assert found is not None
    assert found.text == text
    taken = result(replace(state, over=3))
    assert taken is not None
    assert taken.winners == (0,)
    assert ("Hitler" in taken.text) is (scenario == "berlin")
