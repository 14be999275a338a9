"""FB 5, OTB 5 and 14: German reinforcements."""

from typing import Any

import pytest
from tests.games.fortress.positions import Table, around, position

from berlin.boards.hexes import bits
from berlin.games.fortress.board.ground import BLOCKS, ENTRY, KEYS, STRONGPOINTS, distance, find_hex, keys
from berlin.games.fortress.board.units import KEYS as UNIT_KEYS
from berlin.games.fortress.board.units import MEMBERS
from berlin.games.fortress.state.state import DUE
from berlin.kernel.proof.mark import rule

WAITING = "waiting: " + ", ".join(
    [
        *(UNIT_KEYS[unit] for key in ("9P", "56K", "Mun", "18", "20", "11SS") for unit in MEMBERS[key]),
        "Clausewitz",
    ]
)
FIRST_DUE = {"9P": 2, "56K": 3, "Mun": 3, "18": 4, "20": 5, "11SS": 9, "Clausewitz": 10}
BASE_DUE = {"9P": 1, "11SS": 1, "56K": 2, "Mun": 2, "18": 3, "20": 4, "Clausewitz": 8}


def reinforcing(turn: int, *stacks: str, dice: tuple[int, ...] = (), **fields: Any) -> Table:
    """The Reinforcement Segment of the Germans is over: the Volkssturm's die was 1 unless dice tell other."""
    table = position("allied-assault", *stacks, turn=turn, **fields)
    return table.do("done", dice=dice or (1, 3, 3))


def due(table: Table) -> set[str]:
    return {UNIT_KEYS[unit] for unit, place in enumerate(table.state.where) if place == DUE}


def members(*formations: str) -> set[str]:
    alone = {key for key in formations if key not in MEMBERS}
    return alone | {UNIT_KEYS[unit] for key in formations if key in MEMBERS for unit in MEMBERS[key]}


@rule(
    *("OTB 14.0a", "OTB 14.turn1", "OTB 14.turn2", "OTB 14.turn3a", "OTB 14.turn3b", "OTB 14.turn4"),
    *("OTB 14.turn5", "OTB 14.turn6", "OTB 14.turn7", "OTB 14.turn8", "OTB 14.turn9", "OTB 14.turn10"),
    *("OTB 4.2b", "OTB 4.2.q2"),
)
@pytest.mark.parametrize("turn", range(1, 11))
def test_the_formations_of_the_order_of_appearance_are_due_on_their_turns(turn: int) -> None:
    table = reinforcing(turn, WAITING, dice=(1,) if turn == 1 else (1, 3, 3))
    assert due(table) == members(*(key for key, first in FIRST_DUE.items() if first <= turn))
    assert table.rolled("volkssturm") == [1]
    assert table.rolled("air") == ([] if turn == 1 else [3, 3])
    assert table.rolled("entry") == []
    assert (table.stage, table.asked) == ("german-movement", "Movement")


@rule("FB 14.base", "FB 15.base.a", "FB 15.base.b", "FB 15.base.c")
@pytest.mark.parametrize("turn", range(1, 5))
def test_fortress_berlin_has_turns_of_its_own(turn: int) -> None:
    soviets = {"3Sh": 1, "5Sh": 1, "8G": 1, "1GT": 1, "2GT": 1, "47": 2, "3GT": 3, "28": 3}
    listed = ", ".join(sorted(members(*soviets)))
    table = position("first-assault", f"waiting: {listed}", "5015: VS1", turn=turn).do("done")
    cited = next(event.rules for event in table.last if event.kind == "due")
    assert cited == (("FB 15.base.a", "FB 15.base.b") if turn == 1 else ("FB 15.base.c",))
    assert due(table) == members(*(key for key, first in soviets.items() if first <= turn))
    if turn > 1:
        before = position("soviet-assault", WAITING, "5015: VS1", turn=turn - 1).do("done", dice=(1, 3, 3))
        assert due(before) == members(*(key for key, first in BASE_DUE.items() if first <= turn))


@rule("FB 15.base.a", "FB 15.base.b", "FB 14.base")
def test_on_the_first_turn_of_fortress_berlin_forty_nine_soviets_and_fourteen_germans_are_due() -> None:
    table = Table.new("berlin").do("rest", "done", dice=[1, 3, 3])
    assert (table.turn, table.stage) == (1, "first-movement")
    assert due(table) == members("9P", "11SS")
    table.until("soviet-movement")
    assert len(due(table) - members("9P", "11SS")) == 11 + 12 + 12 + 7 + 7


@rule("OTB 14.0a", "FB 5.0.entry", "OTB 14.turn2", "OTB 14.turn4", "OTB 14.turn9", "OTB 14.turn10")
@pytest.mark.parametrize(
    ("unit", "letters", "wrong"),
    [
        ("9P/Para-3", "ABC", "7002"),
        ("56K/Heavy", "HIJK", "7017"),
        ("Mun/Pz", "HIJK", "6934"),
        ("18/HQ", "HIJK", "7017"),
        ("20/AT", "HIJK", "4801"),
        ("11SS/Tiger", "DEF", "7001"),
        ("Clausewitz", "TUV", "0117"),
    ],
)
def test_units_enter_by_their_areas_only(unit: str, letters: str, wrong: str) -> None:
    table = position("german-movement", f"due: {unit}", turn=10).do(f"move {unit}")
    sea = set(keys(sum(1 << find_hex(f"{column}01") for column in range(24, 32))))
    assert set(table.offers("go")) == {KEYS[place] for letter in letters for place in ENTRY[letter]} - sea
    table.refused(f"go {wrong}", "FB 5.0.entry")


@rule("FB 5.0.entry", "FB 5.0.q1", "FB 7.3.road")
@pytest.mark.parametrize(
    ("unit", "place", "left"),
    [
        # 7018 ends Frankfurter Allee: half a point by motor, one on foot; the open by its own cost.
        ("18/Pz", "7018", 13.5),
        ("18/Pz", "7020", 13),
        ("56K/Heavy", "7018", 3.5),
        ("56K/Heavy", "7020", 3),
        ("9P/Para-3", "5001", 9),
    ],
)
def test_a_unit_pays_for_its_first_hex_and_goes_on_in_maneuver_mode(
    unit: str, place: str, left: float
) -> None:
    table = position("german-movement", f"due: {unit}", turn=10).do(f"move {unit}", f"go {place}")
    assert table.where(unit) == place
    assert table.marks(unit) == ""
    assert f"has {left:g} movement points" in str(table.prompt)
    assert table.can("halt")
    assert table.offers("go")


@rule("FB 5.0.q1")
def test_a_road_that_does_not_end_at_the_edge_there_is_no_help_to_enter() -> None:
    # The AVUS runs through 1934 and ends at 1834.
    for place, left in (("1834", 13.5), ("1934", 13)):
        fields: dict[str, Any] = {
            "airfield": ["none", "none", "none", "Rechlin", "none", "none"],
            "arrived": ["17"],
        }
        table = position("allied-movement", "due: 17/HQ", turn=8, **fields).do("move 17/HQ", f"go {place}")
        assert f"has {left - 4:g} movement points" in str(table.prompt)


@rule("FB 5.0.q1", "FB 3.1.german")
def test_many_units_enter_by_one_hex_but_no_more_than_three_stop_there() -> None:
    stack = "7018: 18/Pz, 18/AG, 18/Recon"
    table = position("german-movement", stack, "due: 18/Mech1, 18/HQ", turn=4).do("move 18/Mech1", "go 7018")
    table.refused("halt", "FB 3.1.german")
    assert table.do(f"go {around('7018')[4]}").can("halt")
    # Its mode may be changed on the way.
    alone = position("german-movement", "due: 18/Mech1", turn=4).do(
        "move 18/Mech1", "go 7018", "change", "face SW"
    )
    assert alone.marks("18/Mech1").startswith("combat SW")


@rule("FB 5.0.q1", "FB 3.1.pass")
def test_nobody_enters_a_full_hex_from_which_there_is_no_way_on() -> None:
    ring = [f"{place}: 82/Par{number}" for number, place in enumerate(filter(None, around("7034")), 1)]
    for stack, offered in (("18/Pz, 18/AG, 18/Recon", False), ("18/Pz, 18/AG", True)):
        table = position("german-movement", f"7034: {stack}", *ring, "due: 20/Art", turn=6).do("move 20/Art")
        assert table.can("go 7034") is offered
    table.do("go 7034")
    assert table.legal() == ["change", "halt"]
    # With one way out it is open.
    full = "7034: 18/Pz, 18/AG, 18/Recon"
    free = position("german-movement", full, *ring[1:], "due: 20/Art", turn=6).do("move 20/Art", "go 7034")
    assert ring[0].partition(":")[0] in free.offers("go")
    free.refused("halt", "FB 3.1.german")
    free.refused("change", "FB 3.1.pass")


@rule("FB 5.3.blocked")
def test_enemies_their_zones_and_water_close_an_entry_hex() -> None:
    enemy = position("german-movement", "due: 11SS/Pz", "7007: 82/Par1", turn=9).do("move 11SS/Pz")
    enemy.refused("go 7007", "FB 5.3.blocked")
    assert enemy.can("go 7008")
    beside = next(key for key in around("7009") if key.startswith("69"))
    facing = around(beside).index("7009")
    way = ("N", "NE", "SE", "S", "SW", "NW")[facing]
    zone = position("german-movement", "due: 11SS/Pz", f"{beside}: 82/Par1 combat {way}", turn=9).do(
        "move 11SS/Pz"
    )
    zone.refused("go 7009", "FB 5.3.blocked")
    calm = position("german-movement", "due: 11SS/Pz", f"{beside}: 82/Par1", turn=9).do("move 11SS/Pz")
    assert calm.can("go 7009")
    water = position("german-movement", "due: Clausewitz", turn=10).do("move Clausewitz")
    water.refused("go 2401", "FB 5.3.blocked")
    assert water.can("go 2301")


@rule("FB 5.3.blocked")
def test_if_every_hex_of_its_areas_is_closed_the_next_letters_open() -> None:
    hexes = [KEYS[place] for letter in "HIJK" for place in ENTRY[letter]]
    allies = [UNIT_KEYS[unit] for key in ("82", "101") for unit in MEMBERS[key]]
    stacks = [f"{place}: {unit}" for place, unit in zip(hexes, allies, strict=False)]
    table = position("german-movement", "due: 18/Pz", *stacks, turn=4).do("move 18/Pz")
    assert set(table.offers("go")) == {KEYS[place] for letter in "GL" for place in ENTRY[letter]}
    one_free = position("german-movement", "due: 18/Pz", *stacks[1:], turn=4).do("move 18/Pz")
    assert one_free.offers("go") == [hexes[0]]


@rule("FB 5.4.delayed", "OTB 5.0b", "FB 5.2")
def test_a_unit_kept_back_enters_later_by_the_same_areas() -> None:
    table = reinforcing(2, WAITING).do("done").until("german-movement", 4)
    assert {"9P/HQ", "18/HQ", "56K/HQ"} <= due(table)
    table.do("move 9P/Para-1")
    assert set(table.offers("go")) == {KEYS[place] for letter in "ABC" for place in ENTRY[letter]}


@rule("OTB 5.0b", "OTB 4.2.q2", "FB 5.1", "FB 5.2")
@pytest.mark.parametrize("scenario", ["drop", "berlin"])
def test_nobody_is_withdrawn(scenario: str) -> None:
    base = scenario == "berlin"
    ours = "4412: VS1, VS2", "4612: 3Sh/HQ" if base else "4615: 82/HQ"
    table = position("soviet-assault" if base else "german-assault", *ours, turn=1)
    while table.result is None:
        table.do("done" if table.can("done") else table.legal()[0])
    assert (table.where("VS1"), table.where("VS2")) == ("4412", "4412")
    assert table.where("3Sh/HQ" if base else "82/HQ") == ours[1].split(":")[0]


# The Volkssturm check.


@rule("FB 5.5.vscheck", "OTB 14.turn1", "OTB 14.turn7")
@pytest.mark.parametrize(("die", "come"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2)])
@pytest.mark.parametrize("turn", [1, 7])
def test_the_die_tells_how_many_volkssturm_come(die: int, come: int, turn: int) -> None:
    air = () if turn == 1 else (3, 3)
    table = reinforcing(turn, "pool: VS31, VS32, VS33", "4412: 82/Par1", dice=(die, *air))
    raised = 0
    while table.asked == "Raising":
        raised += 1
        table.do(f"place {table.offers('place')[0]}", "halt")
    assert raised == come
    assert [table.where(f"VS{number}") for number in (31, 32, 33)].count("pool") == 3 - come


@rule("FB 5.5.vscheck")
def test_no_more_come_than_are_in_the_pool() -> None:
    table = reinforcing(3, "pool: VS40", "4412: 82/Par1", dice=(5, 3, 3))
    table.do("place 3616", "halt")
    assert (table.where("VS40"), table.asked) == ("3616", "Movement")
    empty = reinforcing(3, "4412: 82/Par1", dice=(6, 3, 3))
    assert empty.asked == "Movement"


@rule("FB 5.5.vscheck")
def test_they_are_placed_on_german_strongpoints_and_built_up_hexes_three_from_any_enemy() -> None:
    table = reinforcing(
        3, "pool: VS40", "4412: 82/Par1", "5019: VS1", dice=(3, 3, 3), fallen=["6011"], taken=["4622"]
    )
    enemy, allowed = find_hex("4412"), (STRONGPOINTS | BLOCKS)
    expected = {KEYS[place] for place in bits(allowed) if distance(place, enemy) >= 3} - {"4622", "6011"}
    assert BLOCKS >> find_hex("4622") & 1
    assert set(table.offers("place")) == expected
    table.refused("place 4413", "FB 5.5.vscheck")
    table.refused("place 4812", "FB 5.5.vscheck")
    table.refused("place 5015", "FB 5.5.vscheck")
    full = reinforcing(3, "pool: VS40", "3616: VS1, VS2, VS3", "4412: 82/Par1", dice=(3, 3, 3))
    full.refused("place 3616", "FB 3.1.german")


@rule("FB 5.5.vscheck")
@pytest.mark.parametrize(("text", "marks"), [("face SW", "combat SW"), ("halt", "")])
def test_they_are_in_either_mode(text: str, marks: str) -> None:
    table = reinforcing(3, "pool: VS40", dice=(3, 3, 3)).do("place 3616", text)
    assert table.marks("VS40") == marks


# OTB 14.1, an option.


def variable(turn: int, *stacks: str, dice: tuple[int, ...], **fields: Any) -> Table:
    return reinforcing(turn, *stacks, dice=(1, *dice, 3, 3), options=["variable"], **fields)


EIGHTEENTH = "waiting: " + ", ".join(sorted(members("18")))


@rule("OTB 14.1a", "OTB 14.1d")
def test_a_unit_comes_on_the_turn_or_less() -> None:
    # In list order after the headquarters: Recon, Pz, AG, Mech1, Mech2, Art.
    table = variable(4, EIGHTEENTH, dice=(4, 5, 6, 1, 5, 6))
    assert due(table) == {"18/HQ", "18/Recon", "18/Mech1"}
    assert table.rolled("entry") == [4, 5, 6, 1, 5, 6]


@rule("OTB 14.1b", "OTB 14.1d")
def test_a_delayed_unit_tries_again_each_turn_and_the_headquarters_comes_with_the_first() -> None:
    table = variable(4, EIGHTEENTH, dice=(5, 5, 5, 5, 5, 5))
    assert due(table) == set()
    table.until("german-assault").do("done", dice=(3, 3, 6, 6)).until("allied-assault", 5)
    table.do("done", dice=(1, 6, 5, 6, 6, 6, 6, 3, 3))
    assert due(table) == {"18/HQ", "18/Pz"}


@rule("OTB 14.1e", "OTB 14.1.q2", "OTB 14.1f")
def test_parachutes_korps_and_clausewitz_come_without_a_die_and_the_tigers_roll() -> None:
    listed = ", ".join(sorted(members("9P", "56K", "Clausewitz")))
    table = variable(10, f"waiting: {listed}, 11SS/Tiger", dice=(6,))
    assert due(table) == members("9P", "56K", "Clausewitz") | {"11SS/Tiger"}
    assert table.rolled("entry") == [6]
    # On turn 10 no die is too high; on turn 9 with strikes kept back one is.
    held = variable(9, "waiting: 11SS/Tiger, 9P/HQ", dice=(6,), strikes=4)
    assert due(held) <= {"9P/HQ", "11SS/Tiger"}
    assert Table.new("drop").state.options & 8 == 0


@rule("OTB 14.1c", "OTB 14.1.q1", "OTB 11.4g", "OTB 11.4.q1", "OTB 15.5.q1")
@pytest.mark.parametrize(
    ("strikes", "die", "comes"), [(0, 4, True), (3, 1, True), (3, 2, False), (9, 1, False)]
)
def test_each_strike_kept_back_adds_one_to_every_roll(strikes: int, die: int, comes: bool) -> None:
    table = position(
        "allied-bombardment",
        "waiting: 18/Pz, 18/AG",
        "5015: VS1",
        turn=4,
        options=["variable"],
        strikes=strikes,
    )
    table.do("done", "done").do("done", dice=(1, die, die, 3, 3))
    assert ("18/Pz" in due(table)) is comes
    assert ("18/AG" in due(table)) is comes
    plain = position("allied-bombardment", "waiting: 18/Pz, 18/AG", "5015: VS1", turn=4, strikes=strikes)
    assert "18/Pz" in due(plain.do("done", "done").do("done", dice=(1, 3, 3)))


@rule("OTB 4.2.q3")
def test_the_german_dice_come_in_order_desertion_volkssturm_entry_air() -> None:
    table = reinforcing(
        *(4, EIGHTEENTH, "4412: VS1", "4413: 82/Par1", "pool: VS40"),
        dice=(2, 3, 6, 6, 6, 6, 6, 6, 3, 3),
        options=["variable"],
        vp=[1, 0],
    )
    purposes = [event.data[0] for event in table.last if event.kind == "die"]
    assert purposes == ["desertion", "volkssturm", *["entry"] * 6, "air", "air"]
    assert table.asked == "Raising"
