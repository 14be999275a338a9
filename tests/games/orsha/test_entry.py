"""CG12 and the Entry Areas: where groups of this date set up, and where both sides come in."""

import pytest
from tests.campaign.desk import at, do, legal, names, off, question, refusal
from tests.games.orsha.siting import GERMAN, MAIN, RUSSIAN, hexes, new, put, set_up, take, unit, why_not

from berlin.campaign.deployment import setup
from berlin.campaign.deployment.setup import Arrive, Ready, Reserve, Take
from berlin.campaign.sectors import Put
from berlin.campaign.state.state import Group
from berlin.games.orsha.board.ground import EAST, LVP, MAP, NUMBER, START, WEST, find_hex
from berlin.games.orsha.rules import deployment as entry
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import Seat
from berlin.kernel.proof.mark import rule
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Where

FRONT = "K30"


def bought(turn: int, onboard: bool = True, kind: str = "r:4-4-7") -> Draft:
    """One new Russian piece of a group of this date."""
    d = set_up(russian=[new(kind)], groups=((), [Group(0, turn, onboard=onboard)]), turn=turn)
    d.fronts[GERMAN] = hexes(FRONT)
    d.outlines[RUSSIAN] = type(d.outlines[RUSSIAN])(MAP.all, (), 0, (), 0)
    d.control = [0, MAP.all]
    return d


def refused(d: Draft, number: int, act: Put | Arrive | Reserve, side: Seat = RUSSIAN) -> str:
    """The rule by which a set-up is refused; "" if it isn't."""
    found = why_not(d, number, act, side)
    return found.rule if found else ""


@rule("OTO CG12b1")
def test_cg12b_on_23am_russian_groups_that_paid_for_it_set_up_in_hexes_numbered_42_and_more() -> None:
    d = bought(1)
    assert refused(d, 0, Put(find_hex("K42"))) == ""
    assert refused(d, 0, Put(find_hex("K41"))) == "OTO CG12b1"
    d = bought(1, onboard=False)
    assert refused(d, 0, Put(find_hex("K42"))) == "OTO CG12b1"
    assert refused(d, 0, Arrive(find_hex("K53"))) == ""


@rule("OTO CG12b2", "OTO 6.entry_area.russian")
@pytest.mark.parametrize("turn", [2, 3, 4])
def test_cg12b_later_groups_set_up_nine_hexes_from_the_german_front_line(turn: int) -> None:
    d = bought(turn)
    for space in MAP.spaces[::7]:
        far = MAP.distance(find_hex(FRONT), space)
        assert (refused(d, 0, Put(space)) == "OTO CG12b2") == (far < 9)
    assert refused(d, 0, Put(find_hex("K39"))) == ""
    assert refused(d, 0, Put(find_hex("K38"))) == "OTO CG12b2"


@rule("OTO CG12b2")
def test_cg12b_even_nine_hexes_away_a_new_group_keeps_to_the_perimeter() -> None:
    d = bought(2)
    d.outlines[RUSSIAN] = type(d.outlines[RUSSIAN])(hexes("K45"), (), 0, (), 0)
    assert refused(d, 0, Put(find_hex("K46"))) == "OTO 7.5224a"


@rule("OTO CG12b3")
def test_cg12b_a_group_that_was_had_for_less_comes_in_or_is_kept() -> None:
    d = bought(2, onboard=False)
    assert refused(d, 0, Put(find_hex("K50"))) == "OTO CG12b3"
    take(d, 0, RUSSIAN)
    assert {type(act) for act in legal(d)} == {Arrive, Reserve}


@rule("OTO CG12a1")
def test_cg12a_new_german_groups_set_up_anywhere_in_the_perimeter() -> None:
    d = set_up([new("g:StuG-IIIG")], groups=([Group(7, 2)], ()), turn=2)
    d.fronts = [hexes("K41"), hexes("K42")]
    assert refused(d, 0, Put(find_hex("K41")), GERMAN) == ""


@rule("OTO CG12a2")
def test_cg12a_a_german_group_that_was_had_for_less_comes_in_or_is_kept() -> None:
    d = set_up([new("g:4-6-7")], groups=([Group(0, 2, onboard=False)], ()), turn=2)
    assert refused(d, 0, Put(find_hex("K20")), GERMAN) == "OTO CG12a2"
    take(d, 0)
    assert {type(act) for act in legal(d)} == {Arrive, Reserve}


@rule("OTO CG12", "OTO 6.retained")
def test_cg12_a_group_of_an_earlier_date_sets_up_anywhere_in_the_perimeter() -> None:
    d = bought(3)
    d.groups[RUSSIAN][:] = [Group(0, 2, onboard=False)]
    assert refused(d, 0, Put(find_hex("K31"))) == ""


@rule("OTO CG12a3")
def test_cg12a_on_24pm_no_german_unit_is_kept_away() -> None:
    pieces = [off("g:4-6-7"), off("g:StuG-IIIG"), off("g:PaK-40"), off("g:LMG")]
    for turn in (3, 4):
        d = set_up(pieces, turn=turn)
        rules = [refused(d, number, Reserve(), GERMAN) for number in range(4)]
        assert rules == (["OTO CG12a3"] * 3 + [""] if turn == 4 else [""] * 4)
        assert (Ready() in legal(d)) == (turn == 3)
    assert refusal(d, Ready()).rule == "OTO CG12a3"
    put(d, 0, "K20")
    put(d, 1, "A1", Arrive)
    put(d, 2, "K21")
    do(d, Ready())
    assert question(d) is None
    assert set_up(russian=[off("r:4-4-7")], turn=4).frames
    assert refused(set_up(russian=[off("r:4-4-7")], turn=4), 0, Reserve()) == ""


@rule("OTO CG12a3")
def test_cg12a_germans_who_did_not_come_by_the_end_of_24pm_are_casualties() -> None:
    pieces = [off("g:4-6-7", where=Where.ENTERING)] * 2 + [off("g:4-6-7"), at("g:4-6-7", "K20"), off("g:LMG")]
    d = set_up(pieces, turn=3)
    assert setup.absent(d) == []
    d.turn = 4
    assert setup.absent(d) == [unit_of(GERMAN, n) for n in range(3)]
    d.add(GERMAN, off("g:4-6-7", Mark.PRISONER))
    d.add(GERMAN, off("g:4-6-7", where=Where.LOST))
    assert setup.absent(d) == [unit_of(GERMAN, n) for n in range(3)]
    setup.count_absent(d)
    assert d.cvp == d.accounts[GERMAN].suffered == 6
    assert [piece.where for piece in d.pieces[GERMAN][:3]] == [Where.LOST] * 3


@rule("OTO 6.entry_area.german", "OTO 6.entry_area.q1")
@pytest.mark.parametrize(
    ("russian", "last", "closed"),
    [(("DD42",), "DD26", "DD27"), (("DD20", "DD33"), "DD15", "DD16"), (("DD28",), "DD23", "DD24")],
)
def test_the_german_entry_area_is_the_west_edge_and_part_of_the_north(
    russian: tuple[str, ...], last: str, closed: str
) -> None:
    d = set_up([off("g:4-6-7")])
    d.control[RUSSIAN] = hexes(*russian)
    assert refused(d, 0, Arrive(find_hex(last)), GERMAN) == ""
    assert refused(d, 0, Arrive(find_hex(closed)), GERMAN) == "OTO 6.entry_area.german"
    d.control[RUSSIAN] |= hexes("DD1")
    for name in ("A1", "K1", "DD0"):
        assert refused(d, 0, Arrive(find_hex(name)), GERMAN) == ""
    assert names(entry.gates(d, GERMAN).allowed) == names(WEST)


@rule("OTO 6.entry_area.russian", "OTO 7.4.ob.russian")
def test_the_russian_entry_area_is_the_whole_east_edge() -> None:
    d = set_up(russian=[off("r:4-4-7")])
    take(d, 0, RUSSIAN)
    found = sum(1 << act.space for act in legal(d) if isinstance(act, Arrive))
    assert found == EAST
    assert refused(d, 0, Arrive(find_hex("K40")), RUSSIAN) == "OTO 6.entry_area.russian"
    assert refused(d, 0, Arrive(find_hex("A1")), RUSSIAN) == "OTO 6.entry_area.russian"


@rule("OTO CG12a.q1")
def test_at_the_start_all_west_of_42_is_german_and_all_else_russian() -> None:
    assert all(NUMBER[space] < 42 for space in MAP.spaces if START[GERMAN] >> space & 1)
    assert START[GERMAN] | START[RUSSIAN] == MAP.all
    assert not START[GERMAN] & START[RUSSIAN]
    assert all(START[GERMAN] >> space & 1 for space in LVP)
    assert WEST & ~START[GERMAN] == 0
    assert EAST & ~START[RUSSIAN] == 0


@rule("OTO 7.5131c2")
def test_a_vehicle_back_from_its_recall_for_ammunition_must_come_in() -> None:
    d = set_up([off("g:StuG-IIIG", where=Where.ENTERING)], turn=2)
    assert refused(d, 0, Put(find_hex("K20")), GERMAN) == "OTO 7.5131c2"
    take(d, 0)
    assert {type(act) for act in legal(d)} == {Arrive, Reserve}


@rule("OTO 7.5196b")
def test_a_new_leader_begins_with_an_mmc_of_his_own_group() -> None:
    pieces = [new("r:4-4-7"), new("r:8-0"), off("r:4-4-7"), new("r:4-4-7")]
    d = set_up(russian=pieces, groups=((), [MAIN]))
    assert Take(unit(1, RUSSIAN)) not in legal(d)
    put(d, 0, "K45", side=RUSSIAN)
    put(d, 2, "K46", side=RUSSIAN)
    put(d, 3, "P52", Arrive, RUSSIAN)
    take(d, 1, RUSSIAN)
    assert legal(d) == [Put(find_hex("K45")), Arrive(find_hex("P52")), Reserve()]
    assert refusal(d, Put(find_hex("K46"))).rule == "OTO 7.5196b"
    d.turn = 2
    assert refused(d, 1, Put(find_hex("K46"))) == ""


@rule("OTO 7.5193c")
def test_a_new_heavy_weapon_stays_with_its_crew() -> None:
    rifles, weapons = Group(0, 1), Group(4, 1)
    pieces = [new("g:4-6-7"), new("g:2-2-8", group=1), new("g:HMG", group=1, holder=1)]
    d = set_up(pieces, groups=([rifles, weapons], ()))
    put(d, 0, "K20")
    assert refusal(d, Take(unit(2))).rule == "OTO 7.5193c"
    put(d, 1, "K21")
    assert (d.pieces[GERMAN][2].space, d.pieces[GERMAN][2].holder) == (find_hex("K21"), 1)


@rule("OTO 7.5193c")
def test_later_a_heavy_weapon_may_be_handed_on() -> None:
    rifles, weapons = Group(0, 1), Group(4, 1)
    last = find_hex("K21")
    pieces = [new("g:4-6-7"), new("g:2-2-8", group=1), new("g:HMG", group=1, holder=1, last=last)]
    d = set_up(pieces, groups=([rifles, weapons], ()), turn=2)
    put(d, 0, "K20")
    put(d, 2, "K20")
    assert d.pieces[GERMAN][2].holder == 0
    put(d, 1, "K25")
    assert d.pieces[GERMAN][2].space == find_hex("K20")


@rule("OTO RG.russian.note.o")
def test_a_truck_sets_up_next_to_a_gun_of_its_group_or_tows_it_in() -> None:
    group = Group(0, 2, trucks=True)
    pieces = [new("r:2-2-8"), new("r:obr-39", holder=0), new("r:GAZ-MM")]
    d = set_up(russian=pieces, groups=((), [group]), turn=2)
    assert Take(unit(2, RUSSIAN)) not in legal(d)
    put(d, 1, "K45", side=RUSSIAN)
    for name, rule_id in (("K45", ""), ("K46", ""), ("K47", "OTO RG.russian.note.o")):
        assert refused(d, 2, Put(find_hex(name))) == rule_id
    assert refused(d, 2, Arrive(find_hex("K53"))) == "OTO RG.russian.note.o"


@rule("OTO RG.russian.note.o")
def test_a_gun_comes_in_with_a_truck_of_its_group() -> None:
    group = Group(0, 2, trucks=True, onboard=False)
    pieces = [new("r:2-2-8"), new("r:obr-39", holder=0), new("r:GAZ-MM")]
    pieces = [new(piece.kind, where=Where.ENTERING, holder=piece.holder) for piece in pieces]
    d = set_up(russian=pieces, groups=((), [group]), turn=2)
    assert [act for act in legal(d) if isinstance(act, Take)] == [Take(unit(1, RUSSIAN))]
    put(d, 1, "K53", Arrive, RUSSIAN)
    assert [(piece.where, piece.space) for piece in d.pieces[RUSSIAN]] == [
        (Where.ENTERING, find_hex("K53"))
    ] * 3
    assert d.pieces[RUSSIAN][1].has(Mark.HOOKED)
    d = set_up(russian=pieces[:2], groups=((), [group]), turn=2)
    assert refused(d, 1, Arrive(find_hex("K53"))) == "OTO CG12"
