"""7.504: Encirclement, bog, Shock; minefields are in test_mines.py."""

import pytest
from tests.campaign.desk import at, desk, told

from berlin.campaign.aftermath import hazards, mines
from berlin.games.orsha.board.ground import find_hex
from berlin.games.orsha.rules.book import BOOK
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH
from berlin.kernel.proof.mark import rule
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Piece, Where
from berlin.squad.board.works import Work, Works

GERMAN, RUSSIAN = BOTH
HEX = find_hex("P50")
FIELD = Work(Works.MINES, HEX, owner=GERMAN, ap=6, at=3)


@rule("OTO 7.504")
def test_7_504_the_four_in_their_order() -> None:
    """Two dice for the 1TC, two for the NTC, one each for the bog and the Shock."""
    d = desk(
        [at("g:4-6-8", "P40", Mark.ENCIRCLED), at("g:StuG-IIIG", "P41", Mark.BOGGED)],
        [at("r:T-34-M43", "P47", Mark.SHOCKED), at("r:4-4-7", "P50")],
        [FIELD],
        dice=(1, 1, 2, 2, 3, 1),
    )
    hazards.begin(d)
    text = [event.text for event in told(d) if event.kind in ("check", "roll")]
    order = ["4-6-8", "4-4-7", "StuG IIIG", "T-34/M43"]
    assert [next(word for word in order if word in line) for line in text] == order


@rule("OTO 7.5041a")
@pytest.mark.parametrize(("dice", "stays"), [((3, 4), False), ((3, 3), True)])
def test_7_5041a_an_encircled_unit_passes_a_1tc_or_is_eliminated(dice: tuple[int, int], stays: bool) -> None:
    """A 4-6-8 has a morale of 7 while it is Encircled."""
    d = desk([at("g:4-6-8", "P30", Mark.ENCIRCLED)], dice=dice)
    hazards.encirclement(d)
    squad = d.pieces[GERMAN][0]
    assert (squad.where is Where.MAP) == stays
    assert not stays or squad.has(Mark.ENCIRCLED)


@rule("OTO 7.5041a")
@pytest.mark.parametrize(("leader", "stays"), [("g:9-1", True), ("g:6+1", False), ("", False)])
def test_7_5041a_a_leader_helps_if_it_helps(leader: str, stays: bool) -> None:
    """A total of 7 + 1: only -1 is of use, and +1 is left aside."""
    pieces = [at("g:4-6-8", "P30", Mark.ENCIRCLED), *([at(leader, "P30")] if leader else [])]
    d = desk(pieces, dice=(3, 4))
    hazards.encirclement(d)
    assert (d.pieces[GERMAN][0].where is Where.MAP) == stays
    check = next(event.text for event in told(d) if event.kind == "check")
    assert ("Leader" in check) == stays


@rule("OTO 7.5041a")
def test_7_5041a_prisoners_take_no_check_and_each_unit_takes_its_own() -> None:
    d = desk(
        [at("g:4-6-7", "P30", Mark.ENCIRCLED | Mark.PRISONER, holder=0)],
        [at("r:4-4-7", "P30", Mark.ENCIRCLED), at("r:4-4-7", "P30", Mark.ENCIRCLED), at("r:4-4-7", "P31")],
        dice=(1, 1, 6, 6),
    )
    hazards.encirclement(d)
    assert len(d.dice) == 4
    assert [piece.where for piece in d.pieces[RUSSIAN]] == [Where.MAP, Where.LOST, Where.MAP]
    assert d.pieces[GERMAN][0].holder == 0


@rule("OTO 7.5041b")
@pytest.mark.parametrize(
    ("kind", "marks", "dice"),
    [
        ("g:Marder-II", Mark.IMMOBILE, 2),
        ("g:SdKfz-10-4", Mark.BOGGED, 2),
        ("g:Marder-II", 0, 0),
        ("g:StuG-IIIG", Mark.IMMOBILE, 0),
        ("g:Marder-II", Mark.IMMOBILE | Mark.ABANDONED, 0),
    ],
)
def test_7_5041b_a_crew_without_armor_above_it_leaves_its_vehicle(kind: str, marks: int, dice: int) -> None:
    d = desk([at(kind, "P30", marks | Mark.ENCIRCLED)], dice=(6, 6))
    hazards.encirclement(d)
    vehicle = d.pieces[GERMAN][0]
    assert len(d.dice) == dice
    assert vehicle.where is Where.MAP
    assert vehicle.has(Mark.ABANDONED) == bool(dice or marks & Mark.ABANDONED)


@rule("OTO 7.5041c", "OTO 7.5041.base")
def test_7_5041c_a_lone_guards_prisoners_are_armed_again_with_what_he_drops() -> None:
    d = desk(
        [at("g:2-3-7", "P30", Mark.PRISONER, holder=0), at("g:9-1", "P30", Mark.PRISONER, holder=0)],
        [at("r:4-4-7", "P30", Mark.ENCIRCLED), at("r:LMG", "P30", holder=0), at("r:LMG", "P31")],
        dice=(6, 6),
    )
    hazards.encirclement(d)
    half, man = d.pieces[GERMAN]
    assert (half.kind, half.marks, half.holder) == ("g:2-3-6", 0, -1)
    assert (man.kind, man.marks, man.holder) == ("g:9-1", 0, -1)
    weapon, other = d.pieces[RUSSIAN][1:]
    assert (weapon.holder, weapon.has(Mark.CAPTURED)) == (0, True)
    assert (other.holder, other.has(Mark.CAPTURED)) == (-1, False)


@rule("OTO 7.5041c")
def test_7_5041c_another_unit_of_the_location_must_claim_them() -> None:
    d = desk(
        [at("g:2-3-7", "P30", Mark.PRISONER, holder=0)],
        [
            at("r:4-4-7", "P30", Mark.ENCIRCLED),
            at("r:LMG", "P30", holder=0),
            at("r:8-0", "P30"),
            at("r:2-3-7", "P30"),
        ],
        dice=(6, 6),
    )
    hazards.encirclement(d)
    assert d.pieces[GERMAN][0].has(Mark.PRISONER)
    assert d.pieces[GERMAN][0].holder == 3
    weapon = d.pieces[RUSSIAN][1]
    assert (weapon.where, weapon.holder, weapon.has(Mark.CAPTURED)) == (Where.MAP, -1, False)


def bogged(*german: Piece, dice: tuple[int, ...]) -> Draft:
    d = desk(german, dice=dice)
    hazards.bog(d)
    return d


@rule("OTO 7.5043a", "OTO 7.5043.base")
@pytest.mark.parametrize(
    ("marks", "dice", "left"),
    [
        (Mark.BOGGED, (4,), 0),
        (Mark.BOGGED, (6,), Mark.IMMOBILE),
        (Mark.BOGGED, (5, 3), 0),
        (Mark.BOGGED, (5, 4, 4, 5), Mark.IMMOBILE),
        (Mark.MIRED, (4, 3), 0),
    ],
)
def test_7_5043a_until_free_or_immobilized(marks: int, dice: tuple[int, ...], left: int) -> None:
    d = bogged(at("g:StuG-IIIG", "P30", marks), dice=dice)
    assert d.pieces[GERMAN][0].marks == left
    assert len(d.dice) == len(dice)


@rule("OTO 7.5043a")
def test_7_5043a_an_abandoned_vehicle_stays_in_the_bog() -> None:
    marks = Mark.BOGGED | Mark.ABANDONED
    assert bogged(at("g:StuG-IIIG", "P30", marks), dice=()).pieces[GERMAN][0].marks == marks


@rule("OTO 7.5043b", "OTO 7.5043.base")
@pytest.mark.parametrize(
    ("helpers", "die", "left"),
    [
        (["r:2-3-7"], 5, 0),
        ([], 6, Mark.IMMOBILE),
        (["r:2-3-7"], 6, Mark.MIRED),
        (["r:4-4-7"], 6, 0),
        (["r:2-3-7", "r:2-2-8", "r:2-3-7"], 6, 0),
        (["r:9-1"], 6, Mark.IMMOBILE),
    ],
)
def test_7_5043b_men_help_with_a_log(helpers: list[str], die: int, left: int) -> None:
    d = desk(
        russian=[at("r:T-34-M43", "P50", Mark.BOGGED), *(at(kind, "P47") for kind in helpers)], dice=(die, 3)
    )
    hazards.bog(d)
    first = next(event for event in told(d) if event.kind == "roll")
    result = {0: "freed", Mark.IMMOBILE: "immobilized", Mark.MIRED: "mired"}[left]
    assert first.text.endswith(result)


@rule("OTO 7.5043b")
def test_7_5043b_one_squad_helps_one_vehicle_of_its_own_area() -> None:
    tanks = [at("r:T-34-M43", "P50", Mark.BOGGED), at("r:T-34-M43", "P51", Mark.BOGGED)]
    d = desk(russian=[*tanks, at("r:4-4-7", "P47")], dice=(6, 6))
    hazards.bog(d)
    assert [piece.marks for piece in d.pieces[RUSSIAN][:2]] == [0, Mark.IMMOBILE]
    d = desk(russian=[tanks[0], at("r:4-4-7", "P47")], control=(b"", b""), dice=(6,))
    hazards.bog(d)
    assert d.pieces[RUSSIAN][0].marks == Mark.IMMOBILE
    assert not BOOK.combatants["g:StuG-IIIG"].log


@rule("OTO 7.5044", "OTO 7.5044.base")
@pytest.mark.parametrize(
    ("marks", "dice", "lives"),
    [
        (Mark.SHOCKED, (2,), True),
        (Mark.SHOCKED, (3, 3), True),
        (Mark.SHOCKED, (6, 4), False),
        (Mark.UNCONFIRMED, (3,), True),
        (Mark.UNCONFIRMED, (4,), False),
    ],
)
def test_7_5044_an_afv_recovers_or_is_eliminated(marks: int, dice: tuple[int, ...], lives: bool) -> None:
    d = desk([at("g:StuG-IIIG", "P30", marks)], dice=dice)
    hazards.shock(d)
    vehicle = d.pieces[GERMAN][0]
    assert (vehicle.where is Where.MAP) == lives
    assert not vehicle.marks & (Mark.SHOCKED | Mark.UNCONFIRMED)
    assert [work.what for work in d.works] == ([] if lives else [Works.WRECK])
    assert len(d.dice) == len(dice)


@rule("OTO 7.5041b")
def test_7_5041b_men_who_serve_a_vehicle_that_is_not_their_own_are_its_crew() -> None:
    marks = Mark.ENCIRCLED | Mark.IMMOBILE
    crew = Piece("g:2-2-8", where=Where.ABOARD)
    d = desk([at("g:SdKfz-10-4", "P30", marks, holder=1), crew], dice=(6, 6))
    hazards.encirclement(d)
    assert (d.pieces[0][0].holder, d.pieces[0][0].marks) == (-1, Mark.IMMOBILE | Mark.ABANDONED)
    assert d.pieces[0][1].where is Where.LOST


@rule("OTO 7.5042c")
def test_7_5042c_a_captured_vehicle_leaves_for_ground_of_those_who_have_it() -> None:
    works = [Work(Works.MINES, find_hex("P30"), at=5), Work(Works.TRAILBREAK, find_hex("P30"))]
    truck = at("r:GAZ-MM", "P30", Mark.CAPTURED, holder=0)
    d = desk([Piece("g:2-2-8", where=Where.ABOARD)], [truck], works)
    mines.begin(d)
    assert not d.dice
    d.control = [0, d.control[0]]
    d.given = (6,)
    mines.begin(d)
    assert len(d.dice) == 1


@rule("OTO 7.5042a")
@pytest.mark.parametrize(("check", "where"), [((3, 4), Where.ABOARD), ((6, 6), Where.MAP)])
def test_7_5042a_men_who_serve_a_captured_vehicle_are_hit_as_its_crew(
    check: tuple[int, int], where: Where
) -> None:
    """The kill number itself just stops a vehicle without armor; then its men check their morale."""
    works = (Work(Works.MINES, HEX, ap=6),)
    flak = at("g:SdKfz-10-4", "P50", Mark.CAPTURED, holder=0)
    stops = BOOK.fire.kill(6)
    crew = Piece("r:2-2-8", where=Where.ABOARD)
    d = desk([flak], [crew], works, dice=(stops - 3, 3, *check))
    mines.drive(d, RUSSIAN, unit_of(GERMAN, 0))
    vehicle = d.pieces[GERMAN][0]
    assert vehicle.has(Mark.IMMOBILE)
    assert d.pieces[RUSSIAN][0].where is where
    assert (vehicle.holder >= 0, vehicle.has(Mark.ABANDONED)) == (where is Where.ABOARD, where is Where.MAP)
    assert len(d.pieces[GERMAN]) == 1
