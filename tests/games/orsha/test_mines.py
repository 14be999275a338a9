"""7.5042: vehicles and men who are still in a minefield when the battle is over."""

import pytest
from tests.campaign.desk import at, desk, off

from berlin.boards.hexes import bits, pack
from berlin.campaign.aftermath import commanders, mines
from berlin.campaign.aftermath.commanders import Mounting
from berlin.games.orsha.board.ground import ALL, find_hex
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH
from berlin.kernel.proof.mark import rule
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Piece, Where
from berlin.squad.board.works import Work, Works
from berlin.squad.rules.mines import wreck

GERMAN, RUSSIAN = BOTH
HEX = find_hex("P50")
FIELD = Work(Works.MINES, HEX, owner=GERMAN, ap=6, at=3)
AT_ONLY = Work(Works.MINES, HEX, owner=GERMAN, at=3)


def mined(*russian: Piece, dice: tuple[int, ...] = (), works: tuple[Work, ...] = (FIELD,)) -> Draft:
    d = desk(russian=russian, works=works, dice=dice)
    mines.begin(d)
    return d


@rule("OTO 7.5042a")
def test_7_5042a_a_truck_undergoes_both_attacks_once() -> None:
    """12 on the fire table does nothing, a 4 sets no mine of 3 off."""
    d = mined(at("r:GAZ-MM", "P50"), dice=(6, 6, 4))
    assert len(d.dice) == 3
    assert not d.pieces[RUSSIAN][0].marks


@rule("OTO 7.5042a", "OTO 7.5042.base")
def test_7_5042a_who_can_t_move_is_not_attacked() -> None:
    d = mined(at("r:GAZ-MM", "P50", Mark.IMMOBILE), at("r:T-34-M43", "P51"))
    assert not d.dice


@rule("OTO 7.5042.base")
@pytest.mark.parametrize(("die", "sets_off"), [(3, True), (4, False)])
def test_an_a_t_mine_goes_off_with_a_die_of_its_factors(die: int, sets_off: bool) -> None:
    """6 against armor 3 is no KIA: the tank is stopped."""
    d = mined(at("r:T-34-M43", "P50"), dice=(6, 6, die, 3, 3))
    assert d.pieces[RUSSIAN][0].has(Mark.IMMOBILE) == sets_off


@rule("OTO 7.5042.base")
@pytest.mark.parametrize(
    ("dice", "left", "crews"),
    [((2, 1, 6, 6), Works.WRECK, 0), ((2, 1, 2, 3), Works.WRECK, 1)],
)
def test_a_tank_on_a_mine_is_a_wreck_and_its_crew_may_get_out(
    dice: tuple[int, ...], left: Works, crews: int
) -> None:
    d = mined(at("r:T-34-M43", "P50"), dice=(6, 6, 1, *dice))
    assert d.pieces[RUSSIAN][0].where is Where.LOST
    assert d.works[1].what is left
    assert [piece.kind for _, piece in d.on_map(RUSSIAN)] == ["r:1-2-7"] * crews


ALIVE, DEAD = (2, 1, 2, 3), (2, 1, 6, 6)
"""Dice with which a T-34 that sets off a mine is a wreck, and its crew alive or dead."""


@rule("OTO 7.5042a", "OTO 7.5114b")
@pytest.mark.parametrize(("dice", "lives"), [(ALIVE, True), (DEAD, False)])
def test_an_armor_leader_gets_out_with_the_crew_and_only_with_it(dice: tuple[int, ...], lives: bool) -> None:
    """One roll decides for both; who lives is given another AFV."""
    tank, leader = at("r:T-34-M43", "P50"), at("r:AL-9-1", "P50", holder=0)
    d = mined(tank, leader, off("r:T-34-M43"), dice=(1, *dice), works=(AT_ONLY,))
    man, crews = d.pieces[RUSSIAN][1], d.pieces[RUSSIAN][3:]
    assert d.pieces[RUSSIAN][0].where is Where.LOST
    assert not d.given
    if lives:
        assert (man.where, man.space, man.holder) == (Where.MAP, HEX, -1)
        assert [(crew.kind, crew.space) for crew in crews] == [("r:1-2-7", HEX)]
    else:
        assert (man.where, crews) == (Where.LOST, [])
    # 7 points for tank and crew, of which 2 for the crew; 2 for the leader.
    assert d.accounts[RUSSIAN].suffered == (5 if lives else 9)
    commanders.begin(d)
    assert d.frames == ([Mounting(RUSSIAN, unit_of(RUSSIAN, 1))] if lives else [])


@rule("OTO 7.5042a")
def test_nobody_gets_out_of_a_tank_that_burns() -> None:
    d = desk(russian=[at("r:T-34-M43", "P50"), at("r:AL-9-1", "P50", holder=0)])
    wreck(d, unit_of(RUSSIAN, 0), burns=True)
    assert [piece.where for piece in d.pieces[RUSSIAN]] == [Where.LOST, Where.LOST]
    assert (d.rolls, d.works[-1].what) == (0, Works.BURNING_WRECK)


@rule("OTO 7.5042a")
@pytest.mark.parametrize(("dice", "where"), [(ALIVE, Where.MAP), (DEAD, Where.LOST)])
def test_men_who_serve_a_tank_that_is_not_theirs_get_out_as_a_crew_does(
    dice: tuple[int, ...], where: Where
) -> None:
    men = Piece("r:2-3-7", where=Where.ABOARD)
    d = mined(at("r:T-34-M43", "P50", holder=1), men, dice=(1, *dice), works=(AT_ONLY,))
    assert [piece.where for piece in d.pieces[RUSSIAN]] == [Where.LOST, where]


@rule("OTO 7.5042.base")
def test_an_unarmored_vehicle_on_a_mine_is_gone_and_burns_on_six_or_less() -> None:
    for roll, left in (((3, 3), Works.BURNING_WRECK), ((3, 4), Works.WRECK)):
        d = mined(at("r:GAZ-MM", "P50"), dice=(6, 6, 1, *roll))
        assert d.pieces[RUSSIAN][0].where is Where.LOST
        assert d.works[1].what is left


@rule("OTO 7.5042.base")
@pytest.mark.parametrize(("roll", "fate"), [((1, 1), "stopped"), ((1, 2), "unharmed")])
def test_a_p_mines_stop_an_afv_with_a_kia_and_spare_it_the_others(roll: tuple[int, int], fate: str) -> None:
    d = mined(at("r:T-34-M43", "P50"), dice=(*roll, 6))
    assert d.pieces[RUSSIAN][0].has(Mark.IMMOBILE) == (fate == "stopped")
    assert len(d.dice) == (2 if fate == "stopped" else 3)


@rule("OTO 7.5042a")
def test_7_5042a_a_crew_that_would_break_is_unloaded_in_good_order() -> None:
    """6 factors and a 6 stop the vehicle, 1MC: the crew fails, gets out, and takes its NTC."""
    field = Work(Works.MINES, find_hex("P30"), owner=RUSSIAN, ap=6)
    d = desk([at("g:SdKfz-10-4", "P30")], works=[field], dice=(3, 3, 4, 3, 3, 3))
    mines.begin(d)
    vehicle, crew = d.pieces[GERMAN]
    assert vehicle.has(Mark.IMMOBILE)
    assert vehicle.has(Mark.ABANDONED)
    assert (crew.kind, crew.where, crew.space, crew.marks) == ("g:1-2-7", Where.MAP, find_hex("P30"), 0)
    assert len(d.dice) == 6


@rule("OTO 7.5042a")
def test_7_5042a_a_crew_that_holds_stays_in_its_vehicle() -> None:
    field = Work(Works.MINES, find_hex("P30"), owner=RUSSIAN, ap=6)
    d = desk([at("g:SdKfz-10-4", "P30")], works=[field], dice=(3, 3, 3, 3))
    mines.begin(d)
    assert len(d.pieces[GERMAN]) == 1
    assert not d.pieces[GERMAN][0].has(Mark.ABANDONED)


@rule("OTO 7.5042a")
def test_7_5042a_riders_of_a_vehicle_that_is_stopped_are_hit_too() -> None:
    """2 with 6 factors is 1KIA."""
    d = mined(at("r:T-34-M43", "P50"), at("r:4-4-7", "P50", holder=0), dice=(1, 1))
    assert d.pieces[RUSSIAN][1].where is Where.LOST


@rule("OTO 7.5042b")
@pytest.mark.parametrize(("dice", "kind"), [((4, 4), "r:2-3-7"), ((4, 3), "r:4-4-7")])
def test_7_5042b_infantry_in_a_p_mines_takes_an_ntc(dice: tuple[int, int], kind: str) -> None:
    d = mined(at("r:4-4-7", "P50"), dice=dice)
    assert d.pieces[RUSSIAN][0].kind == kind


@rule("OTO 7.5042b")
def test_7_5042b_a_leader_helps_and_a_t_mines_do_men_no_harm() -> None:
    d = mined(at("r:4-4-7", "P50"), at("r:9-1", "P50"), dice=(4, 4, 1, 1))
    assert d.pieces[RUSSIAN][0].kind == "r:4-4-7"
    d = mined(at("r:4-4-7", "P50"), works=(Work(Works.MINES, HEX, at=3),))
    assert not d.dice


@rule("OTO 7.5042c")
def test_7_5042c_a_trailbreak_leads_out() -> None:
    way = Work(Works.TRAILBREAK, HEX)
    d = mined(at("r:4-4-7", "P50"), at("r:T-34-M43", "P50"), works=(FIELD, way))
    assert not d.dice
    around = [Work(Works.MINES, space, ap=6) for space in bits(ALL) if space != HEX]
    d = mined(at("r:4-4-7", "P50"), works=(FIELD, way, *around), dice=(1, 1))
    assert len(d.dice) == 2


@rule("OTO 7.5042c")
def test_7_5042c_ground_of_the_enemy_is_no_way_out() -> None:
    d = desk(
        russian=[at("r:4-4-7", "P50")],
        works=[FIELD, Work(Works.TRAILBREAK, HEX)],
        control=(pack(ALL & ~(1 << HEX)), pack(1 << HEX)),
        dice=(1, 1),
    )
    mines.begin(d)
    assert len(d.dice) == 2


@rule("OTO 7.5042c")
def test_7_5042c_a_trench_that_leads_on_is_a_way_out_on_foot() -> None:
    trenches = (Work(Works.TRENCH, HEX), Work(Works.TRENCH, find_hex("P51")))
    assert not mined(at("r:4-4-7", "P50"), works=(FIELD, *trenches)).dice
    assert mined(at("r:4-4-7", "P50"), works=(FIELD, trenches[0]), dice=(1, 1)).dice
    assert mined(at("r:T-34-M43", "P50"), works=(FIELD, *trenches), dice=(6, 6, 6)).dice


@rule("OTO 7.5042d")
def test_7_5042d_survivors_stay_where_they_are() -> None:
    d = mined(at("r:4-4-7", "P50"), at("r:T-34-M43", "P50"), dice=(6, 6, 6, 1, 1))
    assert {(piece.where, piece.space) for piece in d.pieces[RUSSIAN]} == {(Where.MAP, HEX)}


@rule("OTO 7.5042a", "OTO 7.5042.base")
def test_7_5042a_what_one_minefield_destroyed_sets_off_no_mine_of_the_next() -> None:
    d = mined(at("r:GAZ-MM", "P50"), dice=(1, 3, 4), works=(AT_ONLY, AT_ONLY))
    assert d.pieces[RUSSIAN][0].where is Where.LOST
    assert len(d.dice) == 3
    assert [work.what for work in d.works[2:]] == [Works.WRECK]


@rule("OTO 7.5042a")
def test_7_5042a_a_truck_that_mines_stop_is_not_abandoned_for_it_has_no_crew() -> None:
    """6 factors and a 6."""
    d = mined(at("r:GAZ-MM", "P50"), dice=(3, 3), works=(Work(Works.MINES, HEX, owner=GERMAN, ap=6),))
    truck = d.pieces[RUSSIAN][0]
    assert (truck.where, truck.marks) == (Where.MAP, Mark.IMMOBILE)
    assert len(d.pieces[RUSSIAN]) == 1


@rule("OTO 7.5042b")
@pytest.mark.parametrize(
    ("marks", "kind"),
    [
        (0, "r:4-4-7"),
        (Mark.PINNED, "r:4-4-7"),
        (Mark.CONCEALED, "r:4-4-7"),
        (Mark.BROKEN, "r:2-3-7"),
        (Mark.PRISONER, "r:2-3-7"),
    ],
)
def test_7_5042b_a_leader_helps_unless_he_is_broken_or_taken(marks: int, kind: str) -> None:
    """An 8 is one too many for a 7 alone."""
    d = mined(at("r:4-4-7", "P50"), at("r:9-1", "P50", marks, holder=-1), dice=(4, 4, 1, 1))
    assert d.pieces[RUSSIAN][0].kind == kind
