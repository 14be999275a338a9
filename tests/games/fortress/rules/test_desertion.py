"""FB 11.1 and OTB 13.6: desertion, and Hitler in Fortress Berlin."""

from typing import Any

import pytest
from tests.games.fortress.positions import Table, around, position

from berlin.games.fortress.board.ground import OVER_RIVER, find_hex
from berlin.kernel.proof.mark import rule


def deserting(*stacks: str, turn: int = 3, dice: tuple[int, ...], **fields: Any) -> Table:
    """The start of the German player-turn; the Volkssturm's die is 1, and there are no strikes."""
    table = position("allied-assault", *stacks, **{"turn": turn, "vp": [5, 4], **fields})
    return table.do("done", dice=(*dice, 1, 3, 3) if turn > 1 else (*dice, 1))


FACED = "4412: VS1", "4413: 82/Par1"


@rule("OTB 13.6", "OTB 13.6.q1", "FB 11.1.3")
@pytest.mark.parametrize(
    ("turn", "vp", "rolls"),
    [
        *((2, [5, 4], True), (3, [5, 4], True), (10, [1, 0], True)),
        *((1, [5, 4], False), (3, [5, 5], False), (3, [4, 5], False)),
    ],
)
def test_volkssturm_roll_for_desertion_from_turn_2_while_the_allies_lead(
    turn: int, vp: list[int], rolls: bool
) -> None:
    table = deserting(*FACED, turn=turn, vp=vp, dice=(2,) if rolls else ())
    assert table.rolled("desertion") == ([2] if rolls else [])
    assert table.where("VS1") == "4412"


@rule("OTB 13.6.q1")
def test_the_lead_is_tested_as_it_stands_after_the_allied_combat() -> None:
    # The Allies take the lead in their own Combat Segment: the flak dies.
    table = position(
        *("allied-gunfire", "3503: 82/HQ", "3506: 82/AT combat S, 101/AT combat S", "3507: HJ1", "4412: VS1"),
        *("4413: 82/Par1", "1023: 101/HQ"),
        turn=3,
        vp=[4, 4],
    )
    # Six firepower in column C: 12 less 1 and 2 more is 13, E; HJ1 in Maneuver mode in the open.
    table.do("target 3507", "add 82/AT", "add 101/AT", "fire", dice=[6, 6])
    assert table.vp == (5, 4)
    table.do("done").do("done", dice=(3, 1, 3, 3))
    assert table.rolled("desertion") == [3]


@rule("FB 11.1.3", "OTB 13.6.q2", "OTB 12.0.2.q1")
def test_a_deserter_is_removed_for_no_points_and_shows_its_values() -> None:
    table = deserting(*FACED, dice=(1, 16))
    assert table.where("VS1") == "removed"
    assert table.vp == (5, 4)
    assert (table.state.known, table.state.weak) == (1, 1)
    youth = deserting("2515: HJ1", "2516: 82/Par1", dice=(1,))
    assert (youth.where("HJ1"), youth.vp) == ("removed", (5, 4))
    assert youth.marks("HJ1") == ""


@rule("FB 11.1.3", "OTB 13.6", "OTB 13.6.q2")
@pytest.mark.parametrize(
    ("stacks", "rolls"),
    [
        (("4412: VS1", "4413: 82/Par1"), 1),
        (("4412: VS1, VS2, HJ1", "4413: 82/Par1"), 3),
        (("4412: VS1", "4414: 82/Par1"), 0),
        (("4412: VS1 disrupted", "4414: 82/Par1"), 1),
        (("4412: HJ1 disrupted", "4414: 82/Par1"), 1),
        (("4412: VSEng1, Police1, FAH", "4413: 82/Par1"), 0),
        (("4412: VSEng1 disrupted", "4413: 82/Par1"), 0),
        # Facing away, disrupted or in Maneuver mode, an enemy beside is an enemy beside.
        (("4412: VS1 combat N", "4413: 82/Par1 combat S"), 1),
        (("pool: VS1", "4413: 82/Par1"), 0),
    ],
)
def test_who_is_next_to_an_enemy_or_disrupted_rolls(stacks: tuple[str, ...], rolls: int) -> None:
    table = deserting(*stacks, dice=(6,) * rolls)
    assert len(table.rolled("desertion")) == rolls


@rule("OTB 13.6.q2")
def test_a_river_between_does_not_matter() -> None:
    # Somewhere near the Reichstag, across the Spree.
    pair = next(
        (here, there)
        for here in ("4914", "5014", "5114", "5214", "5314", "4814")
        for there in around(here)
        if OVER_RIVER[find_hex(here)] >> find_hex(there) & 1
    )
    table = deserting(f"{pair[0]}: VS1", f"{pair[1]}: 82/Par1", dice=(6,))
    assert table.rolled("desertion") == [6]


@rule("OTB 4.2.q3")
def test_who_comes_by_the_check_of_this_turn_does_not_roll() -> None:
    table = position("allied-assault", *FACED, "pool: VS40", turn=3, vp=[5, 4])
    table.do("done", dice=(6, 3, 3, 3))
    assert table.rolled("desertion") == [6]
    assert table.asked == "Raising"


@rule("FB 11.1.3")
@pytest.mark.parametrize(
    ("fields", "rolls"), [({}, 0), ({"captured": ["Hitler"]}, 1), ({"suicides": ["Hitler"]}, 1)]
)
def test_in_fortress_berlin_desertion_begins_when_hitler_is_gone(fields: dict[str, Any], rolls: int) -> None:
    stacks = "4412: VS1", "4413: 8G/Rifle1"
    table = position("soviet-assault", *stacks, turn=3, vp=[0, 9], **fields)
    table.do("done", dice=(*(6,) * rolls, 1, 3, 3))
    assert len(table.rolled("desertion")) == rolls


# Hitler.


@rule("FB 11.1.2", "FB 12.0.vp")
@pytest.mark.parametrize(
    ("place", "die", "dies"),
    [("5015", 1, True), ("5019", 2, True), ("5019", 3, False), ("5020", 0, False)],
)
def test_hitler_may_kill_himself_with_an_enemy_within_two_hexes(place: str, die: int, dies: bool) -> None:
    table = position(
        "soviet-assault", "5017: Hitler, VS1", "4412: VS2", f"{place}: 8G/Rifle1", turn=3, taken=[]
    )
    table.do("done", dice=(1, 3, 3, *([die] if die else [])))
    assert table.rolled("despair") == ([die] if die else [])
    assert (table.where("Hitler") == "removed") is dies
    # Two points for the Reichstag at the end of the turn; five for Hitler.
    assert table.vp == (5 if dies else 0, 2)


@rule("FB 11.1.hitler", "FB 12.0.vp")
def test_hitler_never_moves_and_is_captured_by_who_enters() -> None:
    table = position("first-movement", "5017: Hitler, VS1")
    table.refused("move Hitler", "OTB 11.1f")
    taken = position("soviet-movement", "5017: Hitler", "5018: 8G/Rifle1").do(
        "move 8G/Rifle1", "go 5017", "halt"
    )
    assert taken.where("Hitler") == "removed"
    assert taken.vp == (5, 0)
    assert taken.result is None


@rule("OTB 11.1g", "OTB 11.1f")
def test_goering_and_himmler_never_move_nor_despair() -> None:
    table = position(
        "allied-assault", "5119: Himmler, LAH1", "5117: Goering", "5120: 82/Par1", "5116: 82/Par2", turn=3
    )
    table.do("done", dice=(1, 3, 3))
    assert table.rolled("despair") == []
    for leader in ("Himmler", "Goering"):
        table.refused(f"move {leader}", "OTB 11.1f")
