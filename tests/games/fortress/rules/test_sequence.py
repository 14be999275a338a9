"""OTB 4, FB 4: the sequence of play."""

import pytest
from tests.games.fortress.positions import Table, position

from berlin.games.fortress.board.units import find_unit
from berlin.games.fortress.cover import COVER
from berlin.games.fortress.game import GAME
from berlin.games.fortress.rules.command import in_command
from berlin.kernel.proof.mark import rule

SEGMENTS = ("reinforcement", "recovery", "movement", "bombardment", "gunfire", "assault")


def stages(table: Table) -> list[str]:
    """The stages of a turn as they are told, doing as little as one can."""
    turn, found = table.turn, []
    while table.turn == turn and table.result is None:
        table.do("done" if table.can("done") else table.legal()[0])
        found += [str(event.data[0]) for event in table.last if event.kind == "stage"]
    return found


@rule(
    "OTB 4.0a",
    "OTB 4.1",
    "OTB 4.2a",
    "FB 4.0",
    "FB 4.1.segments",
    "FB 4.1.combat",
    "OTB 4.1.4a",
    "OTB 4.1.4b",
)
@pytest.mark.parametrize(
    ("base", "first", "second", "end"),
    [(False, "allied", "german", "german-assault"), (True, "first", "soviet", "soviet-assault")],
)
def test_a_turn_is_two_player_turns_of_the_same_segments(
    base: bool, first: str, second: str, end: str
) -> None:
    table = position(end, "4412: VS1", turn=4)
    assert stages(table) == ["end", *(f"{first}-{name}" for name in SEGMENTS[:3])]
    assert (table.turn, table.stage, table.decider) == (
        5,
        f"{first}-movement",
        "german" if base else "allied",
    )
    seen = [f"{first}-movement", *stages(table)]
    rest = [*(f"{first}-{name}" for name in SEGMENTS[2:]), *(f"{second}-{name}" for name in SEGMENTS)]
    assert seen == [*rest, "end", *(f"{first}-{name}" for name in SEGMENTS[:3])]


@rule("OTB 4.0a", "OTB 4.1.3a", "FB 4.2", "OTB 4.2a")
def test_only_the_side_whose_player_turn_it_is_moves() -> None:
    ours, theirs = "3506: 82/Par1, 82/HQ", "4412: GD1"
    allied = position("allied-movement", ours, theirs)
    assert allied.can("move 82/Par1")
    allied.refused("move GD1", "FB 4.2")
    german = position("german-movement", ours, theirs)
    assert german.can("move GD1")
    german.refused("move 82/Par1", "FB 4.2")
    over = position("allied-assault", ours, theirs, turn=3).do("done", dice=(1, 3, 3))
    assert over.stage == "german-movement"
    over.refused("move 82/Par1", "FB 4.2")


@rule("OTB 4.0b", "OTB 4.3", "FB 4.3.end")
@pytest.mark.parametrize("turn", [1, 4, 9])
def test_the_turn_marker_advances_after_the_second_combat_segment(turn: int) -> None:
    table = position("german-assault", "4412: VS1", turn=turn).do("done")
    assert (table.turn, table.stage) == (turn + 1, "allied-movement")
    base = position("soviet-assault", "4412: VS1", turn=turn).do("done", dice=(1, 3, 3))
    assert (base.turn, base.stage) == (turn + 1, "first-movement")


@rule("FB 4.pass")
@pytest.mark.parametrize("segment", SEGMENTS[2:])
@pytest.mark.parametrize("side", ["allied", "german", "first", "soviet"])
def test_each_segment_and_step_has_its_done(segment: str, side: str) -> None:
    table = position(f"{side}-{segment}", "4412: VS1")
    assert "done" in table.legal()


@rule("OTB 4.2b", "OTB 11.4a", "FB 11.4.base")
def test_each_side_checks_its_airpower_in_its_reinforcement_segment() -> None:
    german = position("allied-assault", "4412: VS1", turn=4).do("done", dice=(1, 6, 6))
    assert german.rolled("air") == [6, 6]
    assert german.state.strikes == 1
    allied = position("german-assault", "4412: VS1", turn=4, airfield=["none"] * 6).do("done", dice=(2, 2))
    assert (allied.rolled("air"), allied.state.strikes, allied.state.napalm) == ([2, 2], 9, 1)
    first = position("allied-assault", "4412: VS1", turn=1).do("done", dice=(1,))
    assert first.rolled("air") == []
    base = Table.new("berlin").do("rest", "done", dice=(1, 6, 6))
    assert (base.rolled("air"), base.state.strikes) == ([6, 6], 1)


@rule("OTB 4.2c", "OTB 4.2.q1", "FB 6.0.other")
def test_the_german_recovery_takes_off_the_german_markers_alone() -> None:
    stacks = "3506: 82/Par1 disrupted, 82/HQ", "4412: VS1 disrupted, GD1 combat N"
    table = position("allied-assault", *stacks, turn=3).do("done", dice=(1, 3, 3))
    assert table.stage == "german-movement"
    assert (table.marks("82/Par1"), table.marks("VS1")) == ("disrupted", "")
    # Cut off or not, a German keeps his mode.
    assert table.marks("GD1") == "combat N"
    table.until("allied-movement", 4)
    assert table.marks("82/Par1") == ""


@rule("OTB 4.2d", "FB 4.2")
def test_in_the_german_combat_segment_the_allies_give_defensive_fire() -> None:
    stacks = "3506: 82/AT combat S, 82/Par1 combat S", "3507: GD1 combat N", "5315: BerlinHQ", "3503: 82/HQ"
    table = position("german-assault", *stacks).do("target 3506", "add GD1", "announce", "done")
    assert table.decider == "allied"
    assert table.asked in ("Replying", "Countering")


@rule("OTB 4.0c", "OTB 1.0c")
def test_there_are_ten_turns_a_day_each() -> None:
    assert GAME.course.turns == 10
    assert "21 to 30 March 1945" in COVER.scenarios[0].about
    for turn, day in ((1, "21 March"), (5, "25 March"), (10, "30 March")):
        assert day in position("allied-movement", "4412: VS1", turn=turn).scene("allied").caption


@rule("FB 1.dice")
def test_an_attack_is_rolled_with_two_dice_and_all_else_with_one() -> None:
    table = position("allied-gunfire", "3506: 82/AT combat S", "3507: HJ1", "3503: 82/HQ")
    table.do("target 3507", "add 82/AT").do("fire", dice=[3, 4])
    assert table.rolled("combat") == [3, 4]
    assert table.state.last[3] == 7


@rule("FB 1.xref")
@pytest.mark.parametrize(
    "clause",
    [
        *("3.2.zone", "3.3.change", "3.4.facing", "5.0.entry", "5.5.vscheck", "6.0.recover", "7.1.move"),
        *("8.2.who", "8.3.who", "8.4.who", "8.1.upper.fire", "8.1.upper.assault", "8.1.lower", "9.0.effects"),
        *("10.1.3", "11.1.3", "11.2.2", "11.2.3", "11.4.strike", "16.1", "8.8.effects"),
    ],
)
def test_each_number_of_fortress_berlin_that_on_to_berlin_cites_has_its_row(clause: str) -> None:
    assert GAME.ledger[f"FB {clause}"].gist


@rule("OTB 13.3g", "OTB 13.3.q1", "OTB 13.3.q2", "FB 7.2.quarter")
@pytest.mark.parametrize(
    ("unit", "quarter", "whole", "changes"),
    [
        *(("GD1", 3, 14, False), ("MVK", 2, 10, True), ("Lobeck", 2, 10, True), ("BerlinHQ", 3, 14, False)),
        *(("Berlin-AT1", 1, 4, False), ("18/Art", 1, 6, False)),
    ],
)
def test_on_turn_1_a_german_has_a_quarter_of_its_maneuver_points_for_everything(
    unit: str, quarter: int, whole: int, changes: bool
) -> None:
    first = position("german-movement", f"4412: {unit}", turn=1).do(f"move {unit}")
    assert f"has {quarter} movement point" in str(first.prompt)
    assert first.can("change") is changes
    later = position("german-movement", f"4412: {unit}", turn=2).do(f"move {unit}")
    assert f"has {whole} movement points" in str(later.prompt)
    assert later.can("change")


@rule("FB 15.base.command")
@pytest.mark.parametrize(("place", "led"), [("4418", True), ("4419", False)])
def test_a_soviet_unit_is_in_command_within_six_hexes_of_the_headquarters_of_its_army(
    place: str, led: bool
) -> None:
    table = position("soviet-assault", "4412: 8G/HQ", f"{place}: 8G/Rifle1, 5Sh/Rifle1")
    assert in_command(table.draft, find_unit("8G/Rifle1")) is led
    assert not in_command(table.draft, find_unit("5Sh/Rifle1"))


@rule("FB 4.1.onetype")
def test_a_hex_is_fired_on_once_in_a_segment_and_a_gun_fires_once() -> None:
    guns = "3506: 82/AT combat S", "3503: 82/HQ", "3507: HJ1, HJ2", "3407: VS1"
    table = position("allied-gunfire", *guns, "3508: 101/AT combat N", "3510: 101/HQ")
    table.do("target 3507", "add 82/AT").do("fire", dice=[1, 1])
    table.refused("target 3507", "FB 4.1.onetype")
    assert table.marks("82/AT").endswith("fought")
    bombed = position("allied-bombardment", "3507: HJ1", "4412: VS1", strikes=3).do("target 3507", "strike")
    bombed.do("fire", dice=[1, 1])
    bombed.refused("target 3507", "FB 4.1.onetype")
    assert bombed.can("target 4412")


@rule("FB 2.3.markers", "OTB 6.0a")
def test_a_marker_lies_on_who_is_disrupted_and_says_so() -> None:
    table = position("allied-movement", "3506: 82/Par1 disrupted, 82/HQ", "3509: VS1 disrupted")
    badges = {piece.id: piece.badges for piece in table.scene("allied").pieces}
    assert "disrupted" in badges["82/Par1"]
    assert "disrupted" in badges["VS1"]
    assert "disrupted" not in badges["82/HQ"]
