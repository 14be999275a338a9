"""7.5196 and 7.5197: the leaders of companies, platoons and armor."""

import pytest
from tests.campaign.desk import bought, desk, do, kinds, legal, off, question, refusal

from berlin.campaign.aftermath.commanders import Mount
from berlin.campaign.purchases import strength
from berlin.campaign.purchases.leaders import Leading, reasons, table_of
from berlin.campaign.state.muster import muster
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH, Seat, Unit
from berlin.kernel.proof.mark import rule
from berlin.squad.board.counters import Sort
from berlin.squad.board.names import unit_of

GERMAN, RUSSIAN = BOTH
FULL, DEPLETED = (1, 1), (6, 6)
# Every support weapon of a Depleted company fails, its dice being as many.
FAILS = {(GERMAN, "I1"): 6, (GERMAN, "I2"): 5, (RUSSIAN, "I5"): 8, (RUSSIAN, "I2"): 6}


def leaders(d: Draft, side: Seat, group: int = 0) -> list[str]:
    return [
        piece.kind[2:]
        for number, piece in enumerate(d.pieces[side])
        if piece.group == group and d.counter(unit_of(side, number)).sort in (Sort.LEADER, Sort.COMMANDER)
    ]


def total(side: Seat, line: str, turn: int, roll: int, depleted: bool = False) -> int:
    d = desk(turn=turn)
    offer = next(offer for offer in d.book.charts[side] if offer.id == line)
    table = d.book.tables[table_of(d, side, offer)]
    tags = (offer.id, *offer.tags)
    return table.tally(roll, reasons(d, side, table, tags, depleted)).total


@rule("OTO 7.5196c", "OTO 7.5196.q2")
@pytest.mark.parametrize(
    ("side", "line", "turn", "roll", "depleted", "result"),
    [
        (RUSSIAN, "I5", 1, 7, False, 4),
        (RUSSIAN, "I1", 1, 7, False, 5),
        (RUSSIAN, "I2", 2, 7, False, 7),
        (RUSSIAN, "I4", 3, 7, True, 6),
        (GERMAN, "I1", 2, 9, True, 10),
        (GERMAN, "I1", 1, 7, False, 6),
        (GERMAN, "I2", 4, 7, False, 9),
    ],
)
def test_what_is_added_to_a_company_s_roll(
    side: Seat, line: str, turn: int, roll: int, depleted: bool, result: int
) -> None:
    assert total(side, line, turn, roll, depleted) == result


GENERATED = [
    (2, "10-2 9-1 8-0", "10-2 9-1 7-0"),
    (3, "10-1 9-1 7-1", "10-1 9-1 7-1"),
    (4, "9-2 9-1 8-0", "9-1 8-1"),
    (5, "10-0 8-1 7-1", "9-1 7-1"),
    (6, "9-1 8-1 8-0", "8-1 7-1"),
    (7, "9-1 8-1 7-0", "9-1 8-0"),
    (8, "9-1 8-0 8-0", "8-1 7-0"),
    (9, "8-1 8-0", "8-0 7-0"),
    (10, "8-1 7-0", "8-0 7-0"),
    (11, "8-0 8-0", "7-0 7-0"),
    (12, "8-0 7-0", "8-0 6+1"),
]


@rule("OTO 7.5196a", "OTO 7.5196.q3", *(f"OTO 7.5196.r{row}" for row in range(2, 13)))
@pytest.mark.parametrize(("roll", "german", "russian"), GENERATED)
def test_every_row_of_the_table(roll: int, german: str, russian: str) -> None:
    """On 23PM the German DRM is 0; the Russian +1 and the -1 of the Guards cancel out."""
    dice = (roll // 2, roll - roll // 2)
    d = bought(GERMAN, "I1", dice=(*FULL, 6, *dice))
    assert leaders(d, GERMAN) == german.split()
    d = bought(RUSSIAN, "I2", dice=(*FULL, *dice))
    assert leaders(d, RUSSIAN) == russian.split()


@rule("OTO 7.5196.r1", "OTO 7.5196.r13", "OTO 7.5196.q1")
def test_the_ends_of_the_table() -> None:
    d = bought(GERMAN, "I1", turn=1, dice=(6, 1, 1))
    assert leaders(d, GERMAN) == ["10-3", "9-1", "8-0"]
    d = bought(RUSSIAN, "I5", turn=1, dice=(1, 2))
    assert leaders(d, RUSSIAN) == ["10-3", "9-1", "8-0"]
    d = bought(GERMAN, "I2", dice=(*FULL, 6, 6))
    assert leaders(d, GERMAN) == ["8-0", "6+1"]
    d = bought(RUSSIAN, "I1", dice=(*FULL, 6, 6))
    assert leaders(d, RUSSIAN) == ["7-0", "6+1"]


@rule("OTO 7.5196c", "OTO 7.5196.q2")
def test_a_depleted_company_has_worse_leaders() -> None:
    d = bought(GERMAN, "I1", dice=(*DEPLETED, *[6] * FAILS[GERMAN, "I1"], 4, 5))
    assert leaders(d, GERMAN) == ["8-1", "7-0"]


@rule("OTO 7.5196.q4")
@pytest.mark.parametrize(("side", "line"), [(GERMAN, "I5"), (GERMAN, "I6"), (RUSSIAN, "I6"), (RUSSIAN, "I7")])
def test_heavy_weapons_have_no_leaders(side: Seat, line: str) -> None:
    d = bought(side, line, dice=FULL)
    assert leaders(d, side) == []


@rule("OTO 7.5197a", "OTO 7.5197d", "OTO 7.5197.q1", "OTO RG.german.q3", "OTO RG.german.note.a")
@pytest.mark.parametrize(
    ("die", "leader"), [(1, "9-2"), (2, "9-2"), (3, "9-1"), (4, "8-1"), (5, "8-0"), (6, "8-0")]
)
@pytest.mark.parametrize("line", ["I3", "I4"])
def test_a_platoon_has_one_leader_by_one_die(line: str, die: int, leader: str) -> None:
    d = bought(GERMAN, line, dice=(*FULL, die))
    assert leaders(d, GERMAN) == [leader]


@rule("OTO 7.5197d", "OTO 7.5197e")
@pytest.mark.parametrize(("die", "leader"), [(1, "9-2"), (2, "9-1"), (6, "7-0")])
def test_a_depleted_platoon_has_a_worse_leader(die: int, leader: str) -> None:
    d = bought(GERMAN, "I4", dice=(*DEPLETED, 6, 6, die))
    assert leaders(d, GERMAN) == [leader]


@rule("OTO 7.5197a", "OTO 7.5197c", "OTO 7.5197e", "OTO RG.russian.note.a", "OTO RG.german.note.a")
@pytest.mark.parametrize(
    ("side", "line", "dice", "leader"),
    [
        (RUSSIAN, "V1", (1, 1), "AL-10-1"),
        (RUSSIAN, "V1", (1, 2), "AL-9-2"),
        (RUSSIAN, "V1", (2, 2), "AL-9-1"),
        (RUSSIAN, "V1", (2, 3), "AL-8-1"),
        (RUSSIAN, "V1", (3, 3), ""),
        (RUSSIAN, "V4", (1, 1), "AL-10-2"),
        (RUSSIAN, "V4", (3, 3), "AL-8-1"),
        (GERMAN, "V1", (3, 3), "AL-8-1"),
        (GERMAN, "V1", (3, 4), ""),
        (GERMAN, "V1", (1, 1), "AL-10-2"),
    ],
)
def test_armor_leaders_by_two_dice(side: Seat, line: str, dice: tuple[int, int], leader: str) -> None:
    optional = (1, 1, 1) if (side, line) == (GERMAN, "V1") else ()
    d = bought(side, line, dice=(*FULL, *optional, *dice))
    assert leaders(d, side) == ([leader] if leader else [])


@rule("OTO 7.5197e", "OTO 7.5197.q2")
@pytest.mark.parametrize(
    ("side", "line", "depleted", "result"),
    [
        (RUSSIAN, "V8", False, 5),
        (RUSSIAN, "V4", True, 5),
        (RUSSIAN, "V4", False, 4),
        (RUSSIAN, "V5", False, 6),
        (RUSSIAN, "V7", False, 4),
        (RUSSIAN, "V6", False, 5),
        (RUSSIAN, "V1", True, 6),
        (GERMAN, "V1", False, 4),
        (GERMAN, "V4", True, 5),
        (GERMAN, "I3", False, 5),
        (GERMAN, "I3", True, 6),
    ],
)
def test_what_is_added_for_armor_and_platoons(side: Seat, line: str, depleted: bool, result: int) -> None:
    """No Historical DRM: on 24PM the Germans would have +1."""
    assert total(side, line, 4, 5, depleted) == result


@rule("OTO RG.german.note.a")
@pytest.mark.parametrize("line", ["V5", "V6"])
def test_flak_has_no_leader(line: str) -> None:
    d = bought(GERMAN, line, dice=FULL)
    assert len(d.pieces[GERMAN]) == 2
    assert leaders(d, GERMAN) == []


@rule("OTO 7.5197b")
def test_an_armor_leader_is_in_an_afv_of_his_platoon() -> None:
    d = bought(GERMAN, "V1", dice=(*FULL, 1, 1, 1, 1, 1))
    (leader,) = [piece for piece in d.pieces[GERMAN] if piece.kind.startswith("g:AL")]
    vehicle = d.pieces[GERMAN][leader.holder]
    assert (vehicle.kind, vehicle.group) == ("g:PzJg-III-IV", leader.group)


MIXED = (*FULL, 4, 5)
"""A PT-34(L) and a PT-34."""


@rule("OTO 7.5197b")
@pytest.mark.parametrize("chosen", [0, 1])
def test_7_5197b_in_a_mixed_platoon_the_player_says_which_afv_the_armor_leader_has(chosen: int) -> None:
    d = bought(RUSSIAN, "V5", dice=(*MIXED, 1, 1))
    assert kinds(d, RUSSIAN) == ["PT-34-L", "PT-34", "AL-9-2"]
    frame = question(d)
    assert isinstance(frame, Leading)
    assert (frame.seat, frame.unit) == (RUSSIAN, unit_of(RUSSIAN, 2))
    d.add(RUSSIAN, off("r:PT-34", group=7))
    tanks = [Mount(unit_of(RUSSIAN, number)) for number in (0, 1)]
    assert legal(d) == tanks
    assert refusal(d, Mount(unit_of(RUSSIAN, 3))).rule == "OTO 7.5197b"
    do(d, tanks[chosen])
    assert d.pieces[RUSSIAN][2].holder == chosen
    assert question(d) is None


@rule("OTO 7.5197b", "OTO CG8")
def test_7_5197b_vehicles_that_differ_in_their_machine_guns_are_a_choice_too() -> None:
    d = bought(GERMAN, "V3", dice=(*FULL, 4, 1, 1, 1, 1))
    assert legal(d) == [Mount(Unit(number)) for number in range(3)]
    do(d, Mount(Unit(2)))
    assert d.pieces[GERMAN][3].holder == 2


@rule("OTO 7.5197b")
@pytest.mark.parametrize(("side", "dice"), [(RUSSIAN, (*FULL, 1, 2, 1, 1)), (RUSSIAN, (*FULL, 5, 6, 1, 1))])
def test_7_5197b_between_vehicles_that_are_alike_nobody_is_asked(side: Seat, dice: tuple[int, ...]) -> None:
    d = bought(side, "V5", dice=dice)
    assert question(d) is None
    assert d.pieces[side][2].holder == 0


@rule("OTO 7.4.ihsr.6")
def test_the_four_t_34_have_two_rolls_for_armor_leaders() -> None:
    d = desk()
    muster(d)
    tanks = next(group for group, _ in enumerate(d.groups[RUSSIAN]) if "T-34-M43" in kinds(d, RUSSIAN, group))
    d.given = (2, 2, 1, 2)
    strength.receive(d, RUSSIAN, tanks)
    assert d.rolls == 4
    assert leaders(d, RUSSIAN, tanks) == ["AL-9-1", "AL-9-2"]
    led = [piece.holder for piece in d.pieces[RUSSIAN] if piece.kind.startswith("r:AL")]
    assert len(set(led)) == 2
    assert {d.pieces[RUSSIAN][vehicle].kind for vehicle in led} == {"r:T-34-M43"}
    assert question(d) is None
