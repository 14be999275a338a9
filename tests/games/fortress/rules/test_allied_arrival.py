"""OTB 4.1.1 and 15.4: divisions from beyond the map, and the 52nd."""

from typing import Any

import pytest
from tests.games.fortress.drops import zones
from tests.games.fortress.positions import Table, position

from berlin.games.fortress.board.ground import ENTRY, KEYS, LETTERED, find_hex
from berlin.games.fortress.board.units import DIVISIONS, MEMBERS
from berlin.games.fortress.board.units import KEYS as UNIT_KEYS
from berlin.kernel.proof.mark import rule

NORTH = {KEYS[place] for letter in "ABCVU" for place in ENTRY[letter] if KEYS[place].endswith("01")}
SOUTH = {KEYS[place] for letter in "LMNOPQRK" for place in ENTRY[letter] if KEYS[place].endswith("34")}
SEA = {f"{column}01" for column in range(24, 32)}
RESERVE = "reserve: " + ", ".join(UNIT_KEYS[unit] for unit in MEMBERS["52"])


def coming(turn: int, *stacks: str, dice: tuple[int, ...], **fields: Any) -> Table:
    """The Allied Reinforcement Segment of a turn, by these dice."""
    table = position("german-assault", *stacks, turn=turn - 1, **fields)
    return table.do("done", dice=dice)


@rule("OTB 4.1.1a", "OTB 15.4.2b", "OTB 15.4")
@pytest.mark.parametrize(
    ("division", "turn", "die", "arrives"),
    [
        # Die and Confusion Factor less than the turn.
        *(("1", 2, 1, False), ("1", 3, 1, True), ("1", 3, 2, False), ("1", 8, 6, True), ("1", 7, 6, False)),
        *(("6", 3, 1, False), ("6", 4, 1, True), ("6", 4, 2, False), ("6", 8, 5, True), ("6", 8, 6, False)),
    ],
)
@pytest.mark.parametrize("field", ["Oranienburg", "Rechlin"])
def test_a_division_beyond_the_map_arrives_if_die_and_confusion_are_less_than_the_turn(
    division: str, turn: int, die: int, arrives: bool, field: str
) -> None:
    beyond = f"beyond: {division}/HQ, {division}/Par1", f"removed: {division}/AT"
    table = coming(turn, *beyond, "4412: VS1", dice=(die, 6, 6), **zones(**{f"d{division}": field}))
    assert table.rolled("arrival") == [die]
    where = {table.where(f"{division}/{key}") for key in ("HQ", "Par1")}
    assert where == {"due" if arrives else "beyond"}
    assert table.where(f"{division}/AT") == "removed"


@rule("OTB 4.1.1.q1", "OTB 4.1.1b", "OTB 15.4.2b")
def test_the_allied_dice_come_north_south_52nd_air() -> None:
    fields = zones(d6="Rechlin", d1="Oranienburg", d82="3506")
    table = coming(
        *(4, "beyond: 6/HQ, 1/HQ", "3506: 82/Par1", "reserve: 52/HQ", "4412: VS1"),
        dice=(2, 1, 1, 5, 6),
        options=["reserve"],
        airfields=["allied", "german", "german"],
        **fields,
    )
    purposes = [event.data[0] for event in table.last if event.kind == "die"]
    assert purposes == ["arrival", "arrival", "reserve", "air", "air"]
    # The northern die was the first: 2 and 1 are less than 4, 1 and 2 too.
    assert (table.where("1/HQ"), table.where("6/HQ")) == ("due", "due")
    north = coming(3, "beyond: 6/HQ, 1/HQ", "4412: VS1", dice=(1, 5, 5, 6), **fields)
    assert (north.where("1/HQ"), north.where("6/HQ")) == ("due", "beyond")


@rule("OTB 15.4.2b")
def test_a_division_that_has_arrived_rolls_no_more() -> None:
    fields = zones(d6="Rechlin", d1="Oranienburg")
    table = coming(4, "beyond: 6/HQ", "due: 1/HQ", "4412: VS1", dice=(6, 6, 6), arrived=["1"], **fields)
    assert table.rolled("arrival") == [6]


@rule("OTB 15.4.2a", "OTB 15.4.2.q1", "OTB 15.4.2.q2", "FB 5.0.entry")
@pytest.mark.parametrize(
    ("field", "edge", "wrong"), [("Oranienburg", NORTH - SEA, "5034"), ("Rechlin", SOUTH, "4801")]
)
def test_each_enters_by_any_lettered_hex_of_its_own_edge(field: str, edge: set[str], wrong: str) -> None:
    table = position("allied-movement", "due: 6/HQ, 6/Par1", **zones(d6=field), arrived=["6"]).do("move 6/HQ")
    assert set(table.offers("go")) == edge
    for place in (wrong, "0108", "7006", "0133"):
        table.refused(f"go {place}", "FB 5.0.entry")
    first = min(edge)
    table.do(f"go {first}", "halt", "move 6/Par1")
    # The next unit may come by another hex.
    assert table.can(f"go {max(edge)}")
    table.do(f"go {max(edge)}", "halt")
    # The first brought the marker, which lies where it entered.
    assert table.state.landing == (-1, find_hex(first), -1, -1, -1, -1)
    assert table.state.entries == (-1, find_hex(first), -1, -1, -1, -1)


@rule("OTB 15.4.2.q2")
def test_the_edges_are_as_ruled() -> None:
    assert {"4801", "0201", "0101", "7001"} <= NORTH
    assert {"5034", "0134", "7034"} <= SOUTH
    assert all(LETTERED >> find_hex(key) & 1 for key in NORTH | SOUTH)


# The 52nd.


def landing(turn: int, *stacks: str, dice: tuple[int, ...], **fields: Any) -> Table:
    fields = {"options": ["reserve"], "airfields": ["allied", "german", "german"], **fields}
    return coming(turn, *stacks, dice=dice, **{**zones(d82="3506"), **fields})


@rule("OTB 15.4.3.q1")
@pytest.mark.parametrize("turn", [2, 10])
def test_units_of_the_52nd_land_on_an_airfield_in_allied_hands_above_1(turn: int) -> None:
    table = landing(turn, "reserve: 52/HQ, 52/Inf1, 52/Art1", "3506: 82/Par1", dice=(1, 2, 6, 6, 6))
    assert table.rolled("reserve") == [1, 2, 6]
    landed = []
    while table.asked == "Touching":
        assert set(table.offers("place")) == {
            f"{column}{row:02}" for column in (34, 35, 36) for row in (5, 6, 7)
        }
        table.refused("place 3404", "OTB 15.4.3.q1")
        landed.append(table.prompt)
        table.do("place 3507")
    assert len(landed) == 2
    assert table.where("52/HQ") == "reserve"
    assert (table.where("52/Inf1"), table.where("52/Art1")) == ("3507", "3507")
    assert table.marks("52/Inf1") == ""
    # The other markers stay where they are.
    assert table.state.landing == (-1, -1, find_hex("3507"), -1, find_hex("3506"), -1)


@rule("OTB 15.4.3.q1", "OTB 6.1.q4")
@pytest.mark.parametrize(
    ("fields", "stacks", "comes"),
    [
        ({}, (), True),
        ({"airfields": ["german", "german", "german"]}, (), False),
        # A German left inside the wire.
        ({}, ("3405: Tegel-Flak1 disrupted",), False),
        ({"options": []}, (), False),
        ({"airfields": ["german", "german", "allied"]}, (), True),
    ],
)
def test_without_an_airfield_in_allied_hands_or_by_the_option_none_of_the_52nd_comes(
    fields: dict[str, Any], stacks: tuple[str, ...], comes: bool
) -> None:
    table = landing(5, "reserve: 52/HQ", "3410: VS1", *stacks, dice=(6, 6, 6) if comes else (6, 6), **fields)
    assert (table.asked == "Touching") is comes
    assert table.rolled("reserve") == ([6] if comes else [])


@rule("OTB 15.4.3.q1", "OTB 15.1d")
def test_without_the_option_the_52nd_is_not_in_the_game() -> None:
    assert Table.new("drop", reserve="off").where("52/HQ") == "out"
    assert Table.new("drop").where("52/HQ") == "reserve"


@rule("OTB 15.4.3.q1", "OTB 3.1a", "OTB 3.1b")
def test_the_52nd_lands_within_stacking() -> None:
    table = landing(
        *(5, "reserve: 52/HQ", "3506: 82/Par1, 82/Par2", "3505: 1/Par1, 1/Par2", "3507: 1/Par3, 1/HQ, 1/AT"),
        dice=(6, 6, 6),
    )
    table.refused("place 3506", "OTB 3.1b")
    table.refused("place 3507", "OTB 3.1a")
    assert table.can("place 3505")


@rule("OTB 15.4.3.q1", "OTB 6.1.q7")
def test_of_several_airfields_the_first_to_land_chooses_and_the_others_follow_the_marker() -> None:
    both: dict[str, Any] = {"airfields": ["allied", "german", "allied"]}
    table = landing(5, "reserve: 52/HQ, 52/Inf1", dice=(6, 6, 6, 6), **both)
    assert table.can("place 3506")
    assert table.can("place 1023")
    table.do("place 1023")
    table.refused("place 3506", "OTB 15.4.3.q1")
    table.do("place 1022")
    later = landing(
        6,
        "reserve: 52/Inf2",
        "1023: 52/HQ",
        dice=(6, 6, 6),
        **both,
        landing=[*["none"] * 2, "1023", "none", "3506", "none"],
    )
    later.refused("place 3506", "OTB 15.4.3.q1")
    # Once that airfield is lost the marker goes with the next to land.
    lost = landing(
        *(6, "reserve: 52/Inf2", "1022: VS1"),
        dice=(6, 6, 6),
        **both,
        landing=[*["none"] * 2, "1023", "none", "3506", "none"],
    )
    lost.do("place 3506")
    assert lost.state.landing[DIVISIONS.index("52")] == find_hex("3506")
