"""7.521 to 7.5224: who attacks, and how both sides set up, the Isolated first."""

from random import Random

import pytest
from tests.campaign.desk import at, desk, do, legal, off, place, question, refusal, told
from tests.games.orsha.siting import GERMAN, RUSSIAN, hexes, put, set_up, take, turn_to, unit, why_not

from berlin.boards.hexes import bits
from berlin.campaign.deployment import laying, setup
from berlin.campaign.deployment.laying import Laying
from berlin.campaign.deployment.setup import Arrive, Deploying, Lay, Lurk, Open, Ready, Reserve, Siting, Take
from berlin.campaign.perimeters.isolation import Area
from berlin.campaign.retained import setup_area
from berlin.campaign.sectors import Put
from berlin.games.orsha.board.ground import MAP, find_hex
from berlin.games.orsha.rules.sequence import STEPS
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import Seat, Unit
from berlin.kernel.proof.mark import rule
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Piece, Where
from berlin.squad.board.works import Work, Works, label


@rule("OTO 7.521", "OTO 7.4.attacker")
@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_7_521_the_russians_attack_on_every_date_and_no_die_is_rolled(turn: int) -> None:
    d = desk(turn=turn)
    setup.attack(d)
    assert [event.text for event in told(d)] == ["the Russian side attacks, the German side defends"]
    assert not d.dice


@rule("OTO 7.522")
def test_7_522_wind_comes_before_set_up_and_recon_after_it() -> None:
    assert [step.name for step in STEPS[-6:]] == ["7.521", "7.5221", "7.5222", "7.5225", "7.5226", "7.523"]


def both_isolated() -> Draft:
    pockets = [(GERMAN, hexes("P50")), (RUSSIAN, hexes("P20"))]
    return set_up(
        [at("g:4-6-7", "P50"), off("g:4-6-7")], [at("r:4-4-7", "P20"), off("r:4-4-7")], pockets=pockets
    )


@rule("OTO 7.5222a", "OTO 7.522", "OTO 7.523b")
def test_7_5222_the_isolated_of_both_sides_first_then_the_rest_germans_before_russians() -> None:
    d = both_isolated()
    asked: list[Deploying] = []
    while question(d):
        frame = d.frames[-1]
        if isinstance(frame, Deploying) and (not asked or asked[-1] != frame):
            asked.append(frame)
        do(d, legal(d)[0])
    assert asked == [
        *(Deploying(GERMAN, True), Deploying(RUSSIAN, True)),
        *(Deploying(GERMAN, False), Deploying(RUSSIAN, False)),
    ]


@rule("OTO 7.522", "OTO 7.4.initial_setup_sequence")
def test_7_522_nobody_is_set_up_before_his_turn() -> None:
    d = both_isolated()
    assert refusal(d, Take(unit(1))).rule == "OTO 7.522"
    assert refusal(d, Take(unit(1, RUSSIAN))).rule == "OTO 7.522"
    assert refusal(d, Ready()).rule == "OTO 7.5222a"


@rule("OTO 7.5222b", "OTO 7.5071.q1")
def test_7_5222_an_isolated_squad_stays_in_its_own_pocket() -> None:
    first, second = hexes("P50", "P51", "Q50", "Q51"), hexes("P49")
    squads = [at("g:4-6-7", "P50"), at("g:4-6-7", "P49")]
    d = set_up(squads, pockets=[(GERMAN, first), (GERMAN, second)])
    for name in ("P50", "P51", "Q50", "Q51"):
        assert why_not(d, 0, Put(find_hex(name))) is None
        assert why_not(d, 1, Put(find_hex(name))) is not None
    for name in ("P49", "K20"):
        found = why_not(d, 0, Put(find_hex(name)))
        assert found is not None
        assert found.rule == "OTO 7.5222b"
    assert why_not(d, 0, Reserve()) is not None
    assert why_not(d, 0, Arrive(find_hex("A1"))) is not None


@rule("OTO 7.506.def", "OTO 7.5222b")
def test_7_5222_pockets_of_both_sides_in_one_area_are_set_up_each_in_its_own() -> None:
    pockets = [(GERMAN, hexes("P50")), (RUSSIAN, hexes("P51"))]
    d = set_up([at("g:4-6-7", "P50")], [at("r:4-4-7", "P51")], pockets=pockets)
    d.zones = [Area(hexes("P50", "P51"), "D")]
    take(d, 0)
    assert legal(d) == [Put(find_hex("P50"))]
    d.outlines[GERMAN] = type(d.outlines[GERMAN])(hexes("P50", "P51"), (), 0, (), 0)
    assert legal(d) == [Put(find_hex("P50")), Put(find_hex("P51"))]


@rule("OTO 7.5222b", "OTO 7.5071.q1", "OTO 4.1.q3")
def test_7_5222_who_can_t_move_keeps_his_place_and_points_where_he_did() -> None:
    here = hexes("P50", "P51", "Q50", "Q51")
    pieces = [
        at("g:StuG-IIIG", "P50", Mark.IMMOBILE, facing=3),
        at("g:HMG-Cupola", "P51", facing=2),
        at("g:StuG-IIIG", "Q50", facing=3),
    ]
    d = set_up(pieces, pockets=[(GERMAN, here)])
    assert [act for act in legal(d) if isinstance(act, Take)] == [Take(Unit(2))]
    assert refusal(d, Take(Unit(0))).reason == "it is set up already"
    put(d, 2, "Q51")
    facings = [(piece.space, piece.facing) for piece in d.pieces[GERMAN]]
    assert facings == [(find_hex("P50"), 3), (find_hex("P51"), 2), (find_hex("Q51"), -1)]
    assert all(piece.has(Mark.SHORT) for piece in d.pieces[GERMAN])


@rule("OTO 7.5222c", "OTO 7.5222.q1", "OTO 7.5222.base")
def test_7_5222_whoever_sets_up_isolated_is_short_of_ammunition_but_captured_weapons() -> None:
    pieces = [at("g:4-6-7", "P50"), at("g:LMG", "P50", holder=0), at("g:4-6-7", "P50", Mark.SHORT)]
    taken = [at("r:MMG", "P50", Mark.CAPTURED, holder=0)]
    d = set_up([*pieces, off("g:4-6-7")], taken, pockets=[(GERMAN, hexes("P50"))])
    put(d, 0, "P50")
    put(d, 2, "P50")
    do(d, Ready())
    put(d, 3, "K20")
    assert [piece.has(Mark.SHORT) for piece in d.pieces[GERMAN]] == [True, True, True, False]
    assert not d.pieces[RUSSIAN][0].has(Mark.SHORT)
    assert [event.text for event in told(d) if event.kind == "short"] == [
        f"the 1st German 4-6-7 squad at {place('P50')}: Ammunition Shortage (A19.131)",
        f"the German LMG at {place('P50')}: Ammunition Shortage (A19.131)",
    ]


@rule("OTO 7.5222a")
def test_7_5222_new_fortifications_may_be_laid_in_a_pocket() -> None:
    works = [Work(Works.TRENCH, owner=GERMAN)]
    d = set_up([at("g:4-6-7", "P50")], works=works, pockets=[(GERMAN, hexes("P50", "P51"))])
    do(d, Lay("trench"))
    assert set(legal(d)) == {Put(find_hex("P50")), Put(find_hex("P51"))}
    assert refusal(d, Put(find_hex("K20"))).rule == "OTO 7.5222b"


@rule("OTO 7.5224a", "OTO CG12a1", "OTO 7.4.ob.german")
def test_7_5224_the_rest_sets_up_in_the_perimeter_where_it_is_not_isolated() -> None:
    d = set_up([off("g:4-6-7")], pockets=[(RUSSIAN, hexes("P20"))])
    for name in ("K41", "A1"):
        assert why_not(d, 0, Put(find_hex(name))) is None
    for name in ("K42", "P20", "K52"):
        found = why_not(d, 0, Put(find_hex(name)))
        assert found is not None
        assert found.rule == "OTO 7.5224a"


@rule("OTO 7.5224b", "OTO CG12", "OTO CG7a")
def test_7_5224_what_is_not_set_up_comes_in_or_is_kept_for_the_next_scenario() -> None:
    d = set_up(russian=[off("r:4-4-7"), off("r:4-4-7"), off("r:4-4-7")], turn=2)
    take(d, 0, RUSSIAN)
    do(d, Reserve())
    put(d, 1, "K53", Arrive, RUSSIAN)
    do(d, Ready())
    wheres = [piece.where for piece in d.pieces[RUSSIAN]]
    assert wheres == [Where.RETAINED, Where.ENTERING, Where.RETAINED]
    d.turn = 3
    setup.begin(d)
    question(d)
    assert [act for act in legal(d) if isinstance(act, Take)] == [Take(unit(n, RUSSIAN)) for n in range(3)]
    put(d, 1, "K50", side=RUSSIAN)
    assert d.pieces[RUSSIAN][1].space == find_hex("K50")


@rule("OTO 7.5224b")
def test_7_5224_each_piece_is_decided_once() -> None:
    d = set_up(russian=[off("r:4-4-7"), off("r:4-4-7")], turn=2)
    take(d, 0, RUSSIAN)
    do(d, Reserve())
    assert refusal(d, Take(unit(0, RUSSIAN))).rule == "OTO 7.522"


@rule("OTO 7.522")
def test_a_side_that_has_nothing_to_set_up_is_not_asked() -> None:
    d = set_up(russian=[off("r:4-4-7")])
    assert d.frames == [Deploying(RUSSIAN, False)]
    d = set_up([at("g:StuG-IIIG", "K20", Mark.IMMOBILE)])
    assert d.frames[-1] == Deploying(GERMAN, False)


@rule("OTO 7.5224a")
def test_at_most_three_squads_four_men_and_one_vehicle_to_a_hex() -> None:
    squads = [off("g:4-6-7")] * 3
    men = [off("g:8-0")] * 5
    rest = [off("g:StuG-IIIG"), off("g:StuG-IIIG"), off("g:2-4-7"), off("g:2-2-8")]
    d = set_up([*squads, *men, *rest])
    for number in (0, 1, 2, 3, 4, 5, 6, 8):
        put(d, number, "K20")
    for number in (7, 9, 10, 11):
        found = why_not(d, number, Put(find_hex("K20")))
        assert found is not None
        assert found.reason == "too many of this side are there"
        assert why_not(d, number, Put(find_hex("K21"))) is None


@rule("OTO 7.5224a")
def test_no_vehicle_in_marsh_and_nobody_in_a_blaze() -> None:
    d = set_up([off("g:StuG-IIIG"), off("g:4-6-7")], works=[Work(Works.BLAZE, find_hex("K20"))])
    assert why_not(d, 0, Put(find_hex("A1"))) is not None
    assert why_not(d, 1, Put(find_hex("A1"))) is None
    assert why_not(d, 1, Put(find_hex("K20"))) is not None


@rule("OTO 7.5224a")
def test_a_squad_brings_its_weapon_and_a_weapon_alone_goes_to_somebody() -> None:
    d = set_up([off("g:4-6-7"), off("g:LMG", holder=0), off("g:4-6-7"), off("g:MMG"), off("g:radio")])
    assert Take(unit(3)) not in legal(d)
    put(d, 0, "K20")
    assert (d.pieces[GERMAN][1].space, d.pieces[GERMAN][1].holder) == (find_hex("K20"), 0)
    put(d, 2, "K20")
    found = why_not(d, 3, Put(find_hex("K21")))
    assert found is not None
    assert found.reason == "nobody is there who could have it"
    put(d, 3, "K20")
    assert d.pieces[GERMAN][3].holder == 2


@rule("OTO 7.5224a")
def test_a_tank_goes_with_its_armor_leader_and_an_armor_leader_finds_a_tank() -> None:
    d = set_up([off("g:StuG-IIIG"), off("g:AL-9-1", holder=0)])
    put(d, 0, "K20")
    assert d.pieces[GERMAN][1].space == find_hex("K20")
    assert d.pieces[GERMAN][1].where is Where.MAP


@rule("OTO RG.german.note.j", "OTO RG.german.note.j.q1")
def test_a_minefield_lies_along_one_hex_grain_without_a_gap() -> None:
    mines = [Work(Works.MINES, owner=GERMAN, hidden=True, ap=8, at=3, field=0)] * 8
    d = set_up(works=mines)
    do(d, Lay(label(mines[0])))
    turn_to(d, find_hex("K20"))
    do(d, Put(find_hex("K20")))
    assert legal(d) == list(map(Put, bits(MAP.neighbours(hexes("K20")))))
    do(d, Put(find_hex("K21")))
    assert set(legal(d)) == {Put(find_hex("K19")), Put(find_hex("K22"))}
    for name in ("L21", "K24", "J20"):
        assert refusal(d, Put(find_hex(name))).rule == "OTO RG.german.note.j"
    for number in (22, 19, 23, 24, 25):
        do(d, Put(find_hex(f"K{number}")))
    assert isinstance(d.frames[-1], Laying)
    do(d, Put(find_hex("K18")))
    assert {work.space for work in d.works} == {find_hex(f"K{number}") for number in range(18, 26)}
    assert {(work.ap, work.at) for work in d.works} == {(8, 3)}


@rule("OTO RG.german.note.j")
def test_a_minefield_begins_only_where_all_of_it_has_room() -> None:
    mines = [Work(Works.MINES, owner=GERMAN, hidden=True, ap=8, at=3, field=0)] * 8
    d = set_up(works=mines)
    line = hexes(*[f"K{number}" for number in range(20, 28)])
    d.outlines[GERMAN] = type(d.outlines[GERMAN])(line | hexes("P20", "P21"), (), 0, (), 0)
    assert laying.kinds(d, GERMAN, isolated=False) == [label(mines[0])]
    do(d, Lay(label(mines[0])))
    assert refusal(d, Put(find_hex("P20"))).rule == "OTO RG.german.note.j"
    assert len(legal(d)) == 8
    d.outlines[GERMAN] = type(d.outlines[GERMAN])(line & ~hexes("K24"), (), 0, (), 0)
    assert laying.kinds(d, GERMAN, isolated=False) == []


@rule("OTO CG16", "OTO 4.1.q2")
def test_cg16_fortifications_are_hidden_until_all_are_set_up_and_mines_longer() -> None:
    kinds = (Works.TRENCH, Works.WIRE, Works.MINES)
    cupolas = [off("g:HMG-Cupola", Mark.HIP), off("g:HMG-Cupola")]
    d = set_up(cupolas, works=[Work(what, owner=GERMAN) for what in kinds])
    for what, name in zip(kinds, ("K20", "K21", "K22"), strict=True):
        do(d, Lay(label(Work(what, owner=GERMAN))))
        turn_to(d, find_hex(name))
        do(d, Put(find_hex(name)))
    put(d, 0, "P20", Lurk)
    put(d, 1, "P21")
    do(d, Ready())
    assert [work.hidden for work in d.works] == [True, True, True]
    assert question(d) is None
    setup.conclude(d)
    assert [work.hidden for work in d.works] == [False, False, True]
    assert [piece.has(Mark.HIDDEN) for piece in d.pieces[GERMAN]] == [True, False]
    assert [event.text for event in told(d) if event.kind == "works"] == [
        f"trench at {place('K20')}",
        f"wire at {place('K21')}",
    ]


@rule("OTO 7.5224a")
def test_no_two_alike_in_a_hex_and_no_digging_in_marsh() -> None:
    works = [Work(Works.TRENCH, find_hex("K20")), Work(Works.FOXHOLE, owner=GERMAN, size=3)]
    d = set_up(works=works)
    for name in ("K20", "A1"):
        d.frames[:] = [Laying(GERMAN, False, "foxhole-3")]
        turn_to(d, find_hex(name))
        assert refusal(d, Put(find_hex(name))).rule == "OTO 7.5224a"


@rule("OTO 7.5224a")
@pytest.mark.parametrize(
    ("what", "owner", "hidden", "free"),
    [
        (Works.TRENCH, GERMAN, False, False),
        (Works.TRENCH, GERMAN, True, False),
        (Works.FOXHOLE, RUSSIAN, False, False),
        (Works.TRENCH, RUSSIAN, True, True),
        (Works.WIRE, GERMAN, False, True),
    ],
)
def test_an_entrenchment_bars_another_unless_the_enemy_has_it_hidden(
    what: Works, owner: Seat, hidden: bool, free: bool
) -> None:
    works = [
        Work(what, find_hex("K20"), owner=owner, hidden=hidden),
        Work(Works.FOXHOLE, owner=GERMAN, size=3),
    ]
    d = set_up(works=works)
    d.frames[:] = [Laying(GERMAN, False, "foxhole-3")]
    turn_to(d, find_hex("K20"))
    assert (Put(find_hex("K20")) in legal(d)) == free


@rule("OTO 7.5224b")
def test_7_5224_a_squad_that_is_kept_keeps_its_weapons_with_it() -> None:
    arms = [off("g:LMG", holder=0), off("g:MMG", holder=0), off("g:LMG", holder=4), off("g:4-6-7")]
    d = set_up([off("g:4-6-7"), *arms], turn=2)
    take(d, 0)
    do(d, Reserve())
    assert [piece.has(Mark.PLACED) for piece in d.pieces[GERMAN]] == [True, True, True, False, False]
    assert [piece.holder for piece in d.pieces[GERMAN]] == [-1, 0, 0, 4, -1]


@rule("OTO 7.5224a")
def test_7_5224_neither_aircraft_nor_armor_leaders_are_set_up_by_themselves() -> None:
    d = set_up([off("g:AL-9-1"), off("g:StuG-IIIG"), off("g:AL-8-1", holder=1), off("g:42DB")], turn=2)
    assert [act for act in legal(d) if isinstance(act, Take)] == [Take(unit(1))]


def many(seed: int) -> Draft:
    """A large force, part of it Isolated."""
    german = [off(kind) for kind in ("g:4-6-7", "g:8-0", "g:LMG", "g:StuG-IIIG") for _ in range(25)]
    german += [at("g:4-6-7", "P50"), at("g:PaK-40", "P51", last=find_hex("P51"), holder=102), off("g:2-2-8")]
    german += [off("g:2-2-8"), off("g:PaK-40", holder=103)]
    russian = [off(kind) for kind in ("r:4-4-7", "r:7-0", "r:LMG", "r:T-34-M43") for _ in range(20)]
    works = [Work(Works.TRENCH, owner=GERMAN)] * 10 + [Work(Works.DUMMY, owner=GERMAN)] * 4
    works += [Work(Works.MINES, owner=GERMAN, ap=8, at=3, field=0)] * 8
    pockets = [(GERMAN, hexes("P50", "P51"))]
    return set_up(german, russian, works, pockets, turn=2 + seed % 3)


@rule("OTO 7.5222b")
def test_a_gun_in_a_pocket_and_a_crew_outside_are_set_up_apart() -> None:
    pieces = [at("g:PaK-40", "P50", holder=1), off("g:2-2-8")]
    d = set_up(pieces, pockets=[(GERMAN, hexes("P50"))])
    put(d, 0, "P50")
    assert d.pieces[GERMAN][1].where is Where.RETAINED
    put(d, 1, "K20")
    assert d.pieces[GERMAN][1].space == find_hex("K20")


@rule("OTO 7.5222b")
def test_a_weapon_that_lies_in_a_pocket_without_men_stays_there() -> None:
    d = set_up(
        [at("g:StuG-IIIG", "P50"), at("g:LMG", "P51", last=find_hex("K20"))],
        pockets=[(GERMAN, hexes("P50", "P51"))],
    )
    d.control[RUSSIAN] &= ~hexes("P50", "P51")
    d.control[GERMAN] |= hexes("P50", "P51")
    put(d, 1, "P51")
    assert d.pieces[GERMAN][1].holder == -1


@rule("OTO CG11b")
def test_an_isolated_gun_is_moved_from_where_it_is() -> None:
    pocket = hexes(*[f"P{number}" for number in range(45, 52)])
    pieces = [at("g:PaK-40", "P50", holder=1, last=find_hex("K20")), at("g:2-2-8", "P50")]
    d = set_up(pieces, pockets=[(GERMAN, pocket)], turn=2)
    take(d, 0)
    assert {act.space for act in legal(d) if isinstance(act, Put)} == {
        find_hex(f"P{number}") for number in range(46, 52)
    }


@rule("OTO 7.5224b")
@pytest.mark.parametrize("seed", range(3))
def test_random_set_up_ends_and_no_question_has_too_many_answers(seed: int) -> None:
    d, rng, asked = many(seed), Random(seed), 0
    while question(d):
        acts = legal(d)
        assert 0 < len(acts) <= 300
        assert len(set(acts)) == len(acts)
        do(d, rng.choice(acts))
        asked += 1
    assert asked < 1500
    for side in (GERMAN, RUSSIAN):
        for piece in d.pieces[side]:
            assert piece.has(Mark.PLACED)
            assert (piece.space >= 0) == (piece.where in (Where.MAP, Where.ENTERING))


@rule("OTO 7.522")
def test_a_hex_is_asked_for_by_its_part_of_the_map_where_there_are_many() -> None:
    d = set_up([off("g:4-6-7")])
    take(d, 0)
    assert refusal(d, Put(find_hex("K20"))).rule == "OTO 7.522"
    turn_to(d, find_hex("K20"))
    assert isinstance(d.frames[-1], Siting)
    assert Put(find_hex("K20")) in legal(d)
    assert refusal(d, Put(find_hex("DD1"))).rule == "OTO 7.522"
    assert not [act for act in legal(d) if isinstance(act, Open)]


@rule("OTO 7.5224a")
def test_prisoners_are_not_set_up() -> None:
    d = set_up(russian=[off("r:4-4-7", Mark.PRISONER), Piece("r:4-4-7")])
    assert [act for act in legal(d) if isinstance(act, Take)] == [Take(unit(1, RUSSIAN))]


@rule("OTO 7.5224b")
def test_a_weapon_that_is_kept_by_itself_is_nobodys() -> None:
    d = set_up([off("g:4-6-7"), off("g:MMG", holder=0), off("g:4-6-7")], turn=2)
    put(d, 2, "K22")
    take(d, 1)
    do(d, Reserve())
    put(d, 0, "K20")
    assert (d.pieces[GERMAN][1].where, d.pieces[GERMAN][1].holder) == (Where.RETAINED, -1)
    assert d.pieces[GERMAN][0].where is Where.MAP


@rule("OTO 7.5222b")
def test_7_5222_a_weapon_in_a_pocket_is_given_to_men_who_are_set_up_there() -> None:
    """The squad may still go to the Pocket's other hex: its weapon waits for it."""
    pocket = hexes("P50", "P51")
    d = set_up([at("g:4-6-7", "P50"), at("g:LMG", "P50")], pockets=[(GERMAN, pocket)], turn=2)
    assert Take(unit(1)) not in legal(d)
    put(d, 0, "P51")
    put(d, 1, "P51")
    lmg = d.pieces[GERMAN][1]
    assert (lmg.space, lmg.holder) == (find_hex("P51"), 0)


@rule("OTO 7.5055")
def test_7_5055_who_is_cut_off_upstairs_sets_up_there() -> None:
    """Russians on the ground floor of X38 and X39, which are next to each other; Germans above them, in X38
    and X39, and others in the Pocket who can get down."""
    pocket = hexes("X38", "X39", "X40")
    german = [at("g:4-6-7", "X38", level=1), at("g:LMG", "X38", level=1, holder=0)]
    german += [at("g:4-6-7", "X39", level=1), at("g:4-6-7", "X40", level=1)]
    russian = [at("r:4-4-7", "X38"), at("r:4-4-7", "X39")]
    d = set_up(german, russian, pockets=[(GERMAN, pocket)], turn=2)
    assert setup_area(d, unit_of(GERMAN, 0)) == setup_area(d, unit_of(GERMAN, 2)) == hexes("X38", "X39")
    assert setup_area(d, unit_of(GERMAN, 3)) == pocket
    assert why_not(d, 0, Put(find_hex("X40"))) is not None
    put(d, 0, "X38")
    put(d, 3, "X40")
    assert [(piece.space, piece.level) for piece in (*d.pieces[GERMAN][:2], d.pieces[GERMAN][3])] == [
        *[(find_hex("X38"), 1)] * 2,
        (find_hex("X40"), 0),
    ]
    d.change(unit_of(RUSSIAN, 1), where=Where.LOST, fate="lost")
    assert setup_area(d, unit_of(GERMAN, 2)) == pocket
