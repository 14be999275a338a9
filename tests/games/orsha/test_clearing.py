"""7.507 Clearing the map: what stays on it, who Retains what, and which mines come to light."""

import pytest
from tests.campaign.desk import at, desk, isolate, nowhere, place, told

from berlin.campaign.aftermath import clearing
from berlin.campaign.aftermath.clearing import Keep, Salvage
from berlin.campaign.aftermath.salvage import Burn, Rummage, Scrap, Scrounge, Wreck
from berlin.campaign.retained import retainer, setup_area
from berlin.games.orsha.board.ground import find_hex
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH, Unit
from berlin.kernel.play.acts import Act
from berlin.kernel.proof.mark import rule
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import NOBODY, Mark, Piece, Where
from berlin.squad.board.works import Work, Works

GERMAN, RUSSIAN = BOTH
AM, PM = 1, 2
K10, K12, K50 = find_hex("K10"), find_hex("K12"), find_hex("K50")
OURS, THEIRS = Salvage(GERMAN), Salvage(RUSSIAN)


def cleared(d: Draft) -> Draft:
    clearing.begin(d)
    d.frames.clear()
    return d


def asked(d: Draft, frame: Salvage) -> list[Act]:
    return frame.answers(d)


def does(d: Draft, frame: Salvage, act: Act) -> None:
    d.frames.append(frame)
    assert act in asked(d, frame)
    frame.carry_out(d, act)


def why(d: Draft, frame: Salvage, act: Act) -> str:
    assert act not in asked(d, frame)
    return frame.why_not(d, act).rule


@rule("OTO 7.507", "OTO 7.5072")
@pytest.mark.parametrize(
    ("date", "left"), [(PM, {"trench", "tank", "cupola"}), (AM, {"field", "trench", "tank", "cupola"})]
)
def test_7_507_guns_stay_in_trenches_and_after_a_morning_and_immobile_vehicles_always(
    date: int, left: set[str]
) -> None:
    d = desk(
        [
            at("g:PaK-40", "K10"),
            at("g:PaK-40", "K11", Mark.FIXED),
            at("g:StuG-IIIG", "K12", Mark.IMMOBILE),
            at("g:HMG-Cupola", "K13"),
            at("g:4-6-7", "K10"),
            at("g:9-1", "K10"),
            at("g:StuG-IIIG", "K14"),
            at("g:LMG", "K10", holder=4),
        ],
        turn=date,
    )
    cleared(d)
    words = ("field", "trench", "tank", "cupola", "squad", "leader", "runner", "LMG")
    assert {
        word for word, piece in zip(words, d.pieces[GERMAN], strict=True) if piece.where is Where.MAP
    } == left
    assert all(nowhere(p) and p.where is Where.RETAINED for p in d.pieces[GERMAN] if p.where is not Where.MAP)
    assert d.pieces[GERMAN][7].holder == 4
    assert d.pieces[GERMAN][0].last == K10


@rule("OTO 6.retained", "OTO 7.5072")
def test_6_survivors_in_the_friendly_perimeter_are_in_the_retained_box() -> None:
    d = cleared(desk([at("g:4-6-7", "K10")], [at("r:4-4-7", "K50", level=1)]))
    assert [d.pieces[side][0].where for side in (GERMAN, RUSSIAN)] == [Where.RETAINED] * 2
    assert (d.pieces[RUSSIAN][0].level, d.pieces[RUSSIAN][0].last) == (0, K50)


@rule("OTO 7.5114a")
def test_7_5114_an_armor_leader_stays_with_his_immobile_tank_and_leaves_with_one_that_moves() -> None:
    d = desk(
        [
            at("g:StuG-IIIG", "K12", Mark.IMMOBILE),
            at("g:AL-9-1", "K12", holder=0),
            at("g:StuG-IIIG", "K14"),
            at("g:AL-8-1", "K14", holder=2),
        ]
    )
    cleared(d)
    assert [piece.where for piece in d.pieces[GERMAN]] == [Where.MAP] * 2 + [Where.RETAINED] * 2
    assert [piece.holder for piece in d.pieces[GERMAN]] == [-1, 0, -1, 2]


@rule("OTO 7.5071")
def test_7_5071_what_is_isolated_stays_as_it_stands() -> None:
    gun, squad = at("g:PaK-40", "K50", facing=4, holder=1), at("g:4-6-7", "K50", level=1)
    d = desk([gun, squad, at("g:PaK-40", "K10", facing=2)], turn=PM)
    isolate(d, "K50 K51", GERMAN)
    cleared(d)
    assert d.pieces[GERMAN][:2] == [gun, squad]
    assert d.pieces[GERMAN][2].facing == -1


@rule("OTO 7.5071")
def test_7_5071_an_immobile_vehicle_keeps_place_and_facing() -> None:
    d = desk(
        [at("g:StuG-IIIG", "K12", Mark.IMMOBILE, facing=5), at("g:StuG-IIIG", "K13", Mark.MIRED, facing=1)]
    )
    cleared(d)
    assert [(piece.space, piece.facing) for piece in d.pieces[GERMAN]] == [(K12, 5), (find_hex("K13"), 1)]


@rule("OTO 7.5071.q1")
def test_7_5071_the_isolated_set_up_anywhere_in_their_pocket_but_immobile_vehicles_where_they_are() -> None:
    d = desk([at("g:4-6-7", "K50"), at("g:StuG-IIIG", "K50", Mark.IMMOBILE), at("g:4-6-7", "K10")])
    pocket = isolate(d, "K50 K51 L50 L51", GERMAN)
    assert [setup_area(d, unit_of(GERMAN, number)) for number in range(3)] == [pocket, 1 << K50, None]


@rule("OTO 7.5072")
def test_7_5072_an_abandoned_truck_falls_to_the_side_that_controls_its_hex() -> None:
    truck = at("r:GAZ-MM", "K10", Mark.ABANDONED)
    d = cleared(desk([at("g:4-6-7", "K11")], [truck, at("r:GAZ-MM", "K50", Mark.ABANDONED)]))
    assert [retainer(d, unit_of(RUSSIAN, number)) for number in (0, 1)] == [GERMAN, RUSSIAN]
    assert d.pieces[RUSSIAN][0].where is Where.RETAINED
    unit = unit_of(RUSSIAN, 0)
    assert why(d, THEIRS, Scrap(unit)) == "OTO 7.5072"
    does(d, OURS, Scrap(unit))
    assert d.pieces[RUSSIAN][0].where is Where.LOST
    assert d.accounts[RUSSIAN].suffered == 0


@rule("OTO 7.5072")
def test_7_5072_what_was_captured_and_dropped_on_its_own_ground_is_its_own_sides_again() -> None:
    d = cleared(
        desk(
            [at("g:LMG", "K10", Mark.CAPTURED), at("g:LMG", "K50", Mark.CAPTURED, holder=0)],
            [at("r:4-4-7", "K50")],
        )
    )
    assert [retainer(d, unit_of(GERMAN, number)) for number in (0, 1)] == [GERMAN, RUSSIAN]
    assert not d.pieces[GERMAN][0].has(Mark.CAPTURED)


@rule("OTO 7.5072")
@pytest.mark.parametrize(("act", "left"), [(Wreck(Unit(0)), Works.WRECK), (Burn(Unit(0)), Works.BURNT_WRECK)])
def test_7_5072_an_afv_that_is_eliminated_leaves_a_wreck_and_its_crew(act: Act, left: Works) -> None:
    d = cleared(desk([at("g:StuG-IIIG", "K12", Mark.IMMOBILE)]))
    assert why(d, OURS, Scrap(Unit(0))) == "OTO 7.5072"
    does(d, OURS, act)
    assert [(work.what, work.space, work.of) for work in d.works] == [(left, K12, "g:StuG-IIIG")]
    stug, crew = d.pieces[GERMAN]
    assert (stug.where, crew.kind, crew.space) == (Where.LOST, "g:1-2-7", K12)


@rule("OTO 7.5072")
def test_7_5072_an_afv_that_was_cleared_leaves_its_wreck_where_it_stood() -> None:
    d = cleared(desk([at("g:StuG-IIIG", "K12")]))
    does(d, OURS, Wreck(Unit(0)))
    assert d.works[0].space == K12
    assert d.pieces[GERMAN][1].where is Where.RETAINED


@rule("OTO 7.5072")
def test_what_did_not_come_into_play_is_not_asked_about_and_the_question_ends() -> None:
    d = cleared(desk([Piece("g:LMG"), at("g:LMG", "K10")]))
    d.frames.append(OURS)
    assert asked(d, OURS) == [Keep(), Scrap(Unit(1))]
    assert OURS.still_asks(d)
    OURS.carry_out(d, Scrap(Unit(1)))
    assert not OURS.still_asks(d)
    assert d.frames == []


@rule("OTO 7.5072.q1")
def test_7_5072_in_a_type_d_area_only_what_is_possessed_is_retained() -> None:
    d = desk([at("g:LMG", "K50"), at("g:LMG", "K50", holder=2), at("g:4-6-7", "K50")], [at("r:4-4-7", "K51")])
    isolate(d, "K50 K51")
    cleared(d)
    assert [retainer(d, unit_of(GERMAN, number)) for number in (0, 1)] == [NOBODY, GERMAN]
    assert d.pieces[GERMAN][0].where is Where.MAP
    assert [why(d, frame, Scrap(Unit(0))) for frame in (OURS, THEIRS)] == ["OTO 7.5072.q1"] * 2
    assert Scrap(Unit(1)) in asked(d, OURS)


@rule("OTO 7.5072.q1")
def test_7_5072_what_lies_in_no_mans_land_is_nobodys() -> None:
    d = desk([at("g:LMG", "K10")])
    d.control[GERMAN] &= ~(1 << K10)
    cleared(d)
    assert retainer(d, unit_of(GERMAN, 0)) == NOBODY
    assert d.pieces[GERMAN][0].where is Where.MAP


@rule("OTO 7.5072.base")
@pytest.mark.parametrize(("die", "found"), [(3, 1), (4, 0)])
def test_7_5072_a_wreck_is_scrounged_once_with_a_die_for_its_machine_gun(die: int, found: int) -> None:
    d = cleared(desk([at("g:4-6-7", "K10")], works=[Work(Works.WRECK, K12, of="g:StuG-IIIG")], dice=[die]))
    does(d, OURS, Rummage(K12))
    assert [piece.kind for piece in d.pieces[GERMAN][1:]] == ["g:LMG"] * found
    assert d.rolls == 1
    assert why(d, OURS, Rummage(K12)) == "OTO 7.5072.base"


@rule("OTO 7.5072.base")
def test_7_5072_the_machine_gun_of_an_enemy_wreck_is_captured_and_one_without_men_is_left() -> None:
    d = desk([], [at("r:4-4-7", "K51")], works=[Work(Works.WRECK, K50, of="g:StuG-IIIG")], dice=[1])
    d.works.append(Work(Works.WRECK, K12, of="g:StuG-IIIG"))
    cleared(d)
    does(d, THEIRS, Rummage(K50))
    gun = d.pieces[GERMAN][0]
    assert (gun.kind, gun.has(Mark.CAPTURED), gun.where) == ("g:LMG", True, Where.RETAINED)
    assert retainer(d, unit_of(GERMAN, 0)) == RUSSIAN
    assert why(d, OURS, Rummage(K12)) == "OTO 7.5072.base"


@rule("OTO 7.5072.base")
def test_7_5072_an_abandoned_vehicle_is_scrounged_before_it_is_eliminated() -> None:
    d = cleared(desk([at("g:StuG-IIIG", "K12", Mark.ABANDONED), at("g:4-6-7", "K12")], dice=[2]))
    does(d, OURS, Scrounge(Unit(0)))
    assert d.pieces[GERMAN][2].kind == "g:LMG"
    assert why(d, OURS, Scrounge(Unit(0))) == "OTO 7.5072.base"
    does(d, OURS, Wreck(Unit(0)))
    assert why(d, OURS, Rummage(K12)) == "OTO 7.5072.base"
    assert why(d, OURS, Scrounge(Unit(1))) == "OTO 7.5072.base"


@rule("OTO CG5.q1")
def test_cg5_a_burnt_out_wreck_is_not_scrounged() -> None:
    d = cleared(desk([at("g:4-6-7", "K10")], works=[Work(Works.BURNT_WRECK, K12, of="g:StuG-IIIG")]))
    assert why(d, OURS, Rummage(K12)) == "OTO CG5.q1"


@rule("OTO 7.5073a")
def test_7_5073_hidden_mines_on_russian_ground_are_laid_open_with_their_strength() -> None:
    mines = [Work(Works.MINES, space, GERMAN, hidden=True, ap=8) for space in (K50, K12)]
    d = cleared(desk(works=[*mines, Work(Works.MINES, K10, RUSSIAN, hidden=True, ap=8)]))
    assert [(work.hidden, work.ap) for work in d.works] == [(False, 8), (True, 8), (True, 8)]
    (event,) = (event for event in told(d) if event.kind == "mines")
    assert f"{place('K50')}: 8 AP" in event.text
    assert event.rules == ("OTO 7.5073a",)


@rule("OTO 7.5073a")
def test_7_5073_in_an_area_of_both_sides_hidden_mines_stay_hidden() -> None:
    d = desk(works=[Work(Works.MINES, K50, GERMAN, hidden=True, ap=8), Work(Works.WIRE, K50, RUSSIAN)])
    isolate(d, "K50")
    assert cleared(d).works[0].hidden
    assert d.works[1].owner == RUSSIAN


@rule("OTO 7.5073b")
def test_7_5073_a_fortification_on_the_map_is_his_who_controls_the_hex() -> None:
    works = [
        Work(Works.TRENCH, K50, GERMAN),
        Work(Works.WIRE, K12, RUSSIAN),
        Work(Works.TRENCH, K50, GERMAN, hidden=True),
        Work(Works.MINES, K50, GERMAN, hidden=True, at=3),
        Work(Works.WRECK, K50),
    ]
    d = cleared(desk(works=works))
    assert [work.owner for work in d.works] == [RUSSIAN, GERMAN, GERMAN, RUSSIAN, -1]


@rule("OTO 7.5072")
def test_the_two_sides_are_asked_in_turn() -> None:
    d = desk([at("g:LMG", "K10")], [at("r:LMG", "K50")])
    clearing.begin(d)
    assert d.frames == [THEIRS, OURS]
    OURS.carry_out(d, Keep())
    assert d.frames == [THEIRS]
    assert THEIRS.why_not(d, Scrap(unit_of(RUSSIAN, 99))).rule == "OTO 7.5072"


@rule("OTO 7.5072", "OTO 4.1.q3")
def test_7_5072_a_cupola_on_enemy_ground_is_nobodys_prize() -> None:
    cupola = at("g:HMG-Cupola", "K50")
    d = desk([cupola, at("g:PaK-40", "K50")])
    clearing.claim(d)
    assert [piece.has(Mark.CAPTURED) for piece in d.pieces[GERMAN]] == [False, True]
