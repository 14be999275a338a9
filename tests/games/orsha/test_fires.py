"""7.509 Flames and Blazes are put out: X38 and X39 are buildings, B5 is brush, A10 an orchard."""

import pytest
from tests.campaign.desk import at, desk, isolate

from berlin.campaign.aftermath import fires
from berlin.games.orsha.board.ground import MAP, find_hex
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH, Place
from berlin.kernel.proof.mark import rule
from berlin.squad.board.pieces import Mark, Piece, Where
from berlin.squad.board.works import WRECKS, Work, Works

GERMAN, RUSSIAN = BOTH
HOUSE, NEXT, BRUSH, ORCHARD, GRAIN, WOODS, OPEN = (
    find_hex(name) for name in ("X38", "X39", "B5", "A10", "A15", "N14", "A6")
)
OUT, ON = 4, 5
BLAZE, FLAME = Work(Works.BLAZE, HOUSE), Work(Works.FLAME, HOUSE)


def burnt(
    *works: Work, german: list[Piece] | None = None, dice: tuple[int, ...] = (), pocket: str = ""
) -> Draft:
    d = desk(german or [], works=works, dice=dice)
    if pocket:
        isolate(d, pocket, GERMAN)
    fires.extinguish(d)
    return d


def left(d: Draft, space: int) -> list[Works]:
    return [work.what for work in d.works if work.space == space]


@rule("OTO 7.509", "OTO 7.5093")
def test_7_509_a_blazing_building_is_consumed() -> None:
    d = burnt(BLAZE)
    assert left(d, HOUSE) == [Works.WOODEN_RUBBLE]
    assert d.rolls == 0


@rule("OTO 7.509", "OTO 7.5092", "OTO 7.5093")
def test_7_509_what_has_burnt_down_once_burns_down_further_the_next_time() -> None:
    d = burnt(BLAZE)
    d.works.append(BLAZE)
    fires.extinguish(d)
    assert left(d, HOUSE) == [Works.OPEN]
    d.works.append(BLAZE)
    fires.extinguish(d)
    assert left(d, HOUSE) == [Works.OPEN]


@rule("OTO 7.5091")
def test_7_5091_a_burning_wreck_is_burnt_out() -> None:
    d = burnt(Work(Works.BURNING_WRECK, OPEN, of="r:T-34-M43"))
    assert left(d, OPEN) == [Works.BURNT_WRECK]
    assert d.works[0].of == "r:T-34-M43"


@rule("OTO 7.5091", "OTO 7.5095b")
def test_7_5091_a_wreck_that_burns_in_a_building_sets_it_ablaze() -> None:
    d = burnt(Work(Works.BURNING_WRECK, HOUSE, of="r:T-34-M43"))
    assert left(d, HOUSE) == [Works.WOODEN_RUBBLE]


@rule("OTO 7.5091")
def test_7_5091_a_wreck_that_burns_in_rubble_sets_it_ablaze_and_outdoes_a_flame() -> None:
    d = burnt(
        Work(Works.WOODEN_RUBBLE, OPEN),
        Work(Works.FLAME, OPEN),
        Work(Works.BURNING_WRECK, OPEN, of="r:T-34-M43"),
    )
    assert sorted(what.value for what in left(d, OPEN)) == ["burnt-out wreck", "open ground"]
    assert d.rolls == 0


@rule("OTO CG5b", "OTO CG5.q1", "OTO 7.5092", "OTO 7.5093")
def test_cg5_a_wreck_in_blazing_brush_is_burnt_out_and_in_a_building_that_comes_down_it_is_gone() -> None:
    wreck = Work(Works.WRECK, BRUSH, of="r:T-34-M43")
    assert left(burnt(Work(Works.BLAZE, BRUSH), wreck), BRUSH) == [Works.BURNT_WRECK, Works.OPEN]
    assert left(burnt(BLAZE, Work(Works.WRECK, HOUSE, of="r:T-34-M43")), HOUSE) == [Works.WOODEN_RUBBLE]
    assert left(burnt(Work(Works.FLAME, BRUSH), wreck, dice=(OUT,)), BRUSH) == [Works.WRECK]


@rule("OTO 7.5092", "OTO CG5a")
@pytest.mark.parametrize("space", [BRUSH, ORCHARD])
def test_7_5092_burnt_brush_and_orchard_are_open_ground_with_their_shellholes(space: Place) -> None:
    d = burnt(Work(Works.BLAZE, space), Work(Works.SHELLHOLES, space), Work(Works.TRAILBREAK, space))
    assert left(d, space) == [Works.SHELLHOLES, Works.OPEN]


@rule("OTO 7.5092")
def test_7_5092_burnt_wooden_rubble_is_open_ground() -> None:
    assert left(burnt(Work(Works.WOODEN_RUBBLE, HOUSE), BLAZE), HOUSE) == [Works.OPEN]


@rule("OTO 7.5093")
def test_7_5093_who_is_confined_to_a_blazing_building_is_lost_and_his_ground_is_the_enemys() -> None:
    d = burnt(BLAZE, german=[at("g:4-6-7", "X38"), at("g:LMG", "X38", holder=0)], pocket="X38")
    assert [piece.where for piece in d.pieces[GERMAN]] == [Where.LOST] * 2
    assert left(d, HOUSE) == [Works.WOODEN_RUBBLE]
    assert not d.control[GERMAN] >> HOUSE & 1
    assert d.control[RUSSIAN] >> HOUSE & 1
    assert d.zones == []
    assert not d.area(GERMAN) >> HOUSE & 1
    assert d.accounts[GERMAN].suffered == 0


@rule("OTO 7.5093")
def test_7_5093_who_has_other_hexes_to_set_up_in_lives_and_keeps_his_ground() -> None:
    d = burnt(BLAZE, german=[at("g:4-6-7", "X38")], pocket="X38 W38")
    assert d.pieces[GERMAN][0].where is Where.MAP
    assert d.control[GERMAN] >> HOUSE & 1
    assert len(d.zones) == 1


@rule("OTO 7.5093")
def test_7_5093_a_pocket_of_two_blazing_buildings_confines() -> None:
    d = burnt(BLAZE, Work(Works.BLAZE, NEXT), german=[at("g:4-6-7", "X38")], pocket="X38 X39")
    assert d.pieces[GERMAN][0].where is Where.LOST
    assert d.control[RUSSIAN] >> NEXT & 1


@rule("OTO 7.5093")
def test_7_5093_in_an_area_of_both_sides_the_one_that_lost_its_men_loses_the_hex() -> None:
    d = desk([at("g:StuG-IIIG", "X38", Mark.IMMOBILE)], [at("r:4-4-7", "W38")], works=[BLAZE])
    isolate(d, "X38 W38")
    fires.extinguish(d)
    assert d.pieces[GERMAN][0].where is Where.LOST
    assert [d.control[side] >> HOUSE & 1 for side in (GERMAN, RUSSIAN)] == [0, 1]
    assert d.pieces[RUSSIAN][0].where is Where.MAP


@rule("OTO 7.5094a")
@pytest.mark.parametrize(("die", "works"), [(1, []), (4, []), (5, [Works.BLAZE]), (6, [Works.BLAZE])])
def test_7_5094_a_die_for_each_flame(die: int, works: list[Works]) -> None:
    d = burnt(Work(Works.FLAME, BRUSH), dice=(die,))
    assert left(d, BRUSH) == works
    assert d.rolls == 1


@rule("OTO 7.5094a")
def test_7_5094_each_flame_has_its_own_die() -> None:
    d = burnt(FLAME, Work(Works.FLAME, BRUSH), Work(Works.FLAME, WOODS), dice=(OUT, ON, OUT))
    assert [work.space for work in d.works if work.what is Works.BLAZE] == [BRUSH]


@rule("OTO 7.5094b")
@pytest.mark.parametrize(("die", "wrecks"), [(ON, [Works.BURNT_WRECK]), (OUT, [])])
def test_7_5094_an_immobile_afv_where_a_flame_becomes_a_blaze_is_a_burnt_out_wreck(
    die: int, wrecks: list[Works]
) -> None:
    tank = at("g:StuG-IIIG", "B5", Mark.IMMOBILE)
    d = burnt(Work(Works.FLAME, BRUSH), german=[tank, at("g:4-6-7", "B5")], dice=(die,), pocket="B5 B6")
    assert [what for what in left(d, BRUSH) if what is not Works.BLAZE] == wrecks
    assert (d.pieces[GERMAN][0].where is Where.LOST) == bool(wrecks)
    assert d.pieces[GERMAN][1].where is Where.MAP


@rule("OTO 7.5094b")
def test_7_5094_an_armor_leader_burns_with_his_afv() -> None:
    tank, leader = at("g:StuG-IIIG", "B5", Mark.IMMOBILE), at("g:AL-9-1", "B5", holder=0)
    d = burnt(Work(Works.FLAME, BRUSH), german=[tank, leader], dice=(ON,), pocket="B5 B6")
    assert [piece.where for piece in d.pieces[GERMAN]] == [Where.LOST] * 2


@rule("OTO 7.5094b")
def test_7_5094_who_is_not_isolated_is_not_confined() -> None:
    tank = at("g:StuG-IIIG", "B5", Mark.IMMOBILE)
    d = burnt(Work(Works.FLAME, BRUSH), german=[tank], dice=(ON,))
    assert d.pieces[GERMAN][0] == tank


@rule("OTO 7.5095a")
@pytest.mark.parametrize(("works", "dice"), [((BLAZE,), ()), ((FLAME,), (OUT,)), ((FLAME,), (ON,))])
def test_7_5095_in_houses_that_had_a_fire_only_entrenchments_and_pillboxes_are_left(
    works: tuple[Work, ...], dice: tuple[int, ...]
) -> None:
    kinds = (Works.WIRE, Works.MINES, Works.TRENCH, Works.FOXHOLE, Works.PILLBOX)
    d = burnt(
        *works, *(Work(kind, HOUSE) for kind in kinds), german=[at("g:PaK-40", "X38", Mark.FIXED)], dice=dice
    )
    assert [what for what in left(d, HOUSE) if what in kinds] == list(kinds[2:])
    assert d.pieces[GERMAN][0].where is Where.LOST


@rule("OTO 7.5095a")
def test_7_5095_outside_houses_nothing_is_lost() -> None:
    gun = at("g:PaK-40", "B5", Mark.FIXED)
    d = burnt(Work(Works.BLAZE, BRUSH), Work(Works.WIRE, BRUSH), german=[gun])
    assert left(d, BRUSH) == [Works.WIRE, Works.OPEN]
    assert d.pieces[GERMAN][0] == gun


@rule("OTO 7.5095b", "OTO 7.5093")
def test_7_5095_wrecks_in_a_building_that_comes_down_are_gone_and_in_one_that_stands_they_stay() -> None:
    wrecks = [Work(what, HOUSE, of="r:T-34-M43") for what in (Works.WRECK, Works.BURNT_WRECK)]
    assert left(burnt(BLAZE, *wrecks), HOUSE) == [Works.WOODEN_RUBBLE]
    assert left(burnt(FLAME, *wrecks, dice=(OUT,)), HOUSE) == [Works.WRECK, Works.BURNT_WRECK]


@rule("OTO 7.5095c")
def test_7_5095_who_is_confined_to_rubble_whose_fire_was_put_out_is_lost() -> None:
    half = [at("g:2-4-7", "X38")]
    for works, dice in (((BLAZE,), ()), ((FLAME,), (OUT,)), ((Work(Works.STONE_RUBBLE, HOUSE), BLAZE), ())):
        assert burnt(*works, german=half, dice=dice, pocket="X38").pieces[GERMAN][0].where is Where.LOST
    assert burnt(german=half, pocket="X38").pieces[GERMAN][0].where is Where.MAP


@rule("OTO 7.509.q1", "OTO 7.5095a")
def test_7_509_a_building_with_a_flame_that_goes_out_stands_and_equipment_in_it_is_lost() -> None:
    d = burnt(FLAME, german=[at("g:LMG", "X38")], dice=(2,))
    assert left(d, HOUSE) == []
    assert d.pieces[GERMAN][0].where is Where.LOST


@rule("OTO 7.509.q1", "OTO 7.5092")
def test_7_509_grain_burns_like_brush_and_woods_and_stone_rubble_stay() -> None:
    assert left(burnt(Work(Works.BLAZE, GRAIN)), GRAIN) == [Works.OPEN]
    assert left(burnt(Work(Works.BLAZE, WOODS)), WOODS) == []
    assert left(burnt(Work(Works.BLAZE, HOUSE), Work(Works.STONE_RUBBLE, HOUSE)), HOUSE) == [
        Works.STONE_RUBBLE
    ]


@rule("OTO 7.5095b", "OTO 7.5095a")
def test_7_5095_wrecks_of_all_other_hexes_stay_and_an_afv_in_what_came_down_leaves_none() -> None:
    """The first hex of the map and the last are no part of the fire."""
    wrecks = [
        Work(Works.WRECK, space, of="r:T-34-M43") for space in (MAP.spaces[0], HOUSE, NEXT, MAP.spaces[-1])
    ]
    d = burnt(BLAZE, *wrecks, german=[at("g:StuG-IIIG", "X38", Mark.IMMOBILE)])
    assert [work.space for work in d.works if work.what in WRECKS] == [0, NEXT, MAP.size - 1]
    assert d.pieces[GERMAN][0].where is Where.LOST


@rule("OTO 7.5095a")
def test_7_5095_an_afv_in_a_building_that_stands_leaves_a_burnt_out_wreck() -> None:
    d = burnt(FLAME, german=[at("g:StuG-IIIG", "X38", Mark.IMMOBILE)], dice=(OUT,))
    assert left(d, HOUSE) == [Works.BURNT_WRECK]
