"""Perimeters on the map itself: what is Strategic, who carries markers, and the numbers of the ledger."""

import pytest
from tests.campaign import desk as table

from berlin.boards.hexes import bits, board_of
from berlin.campaign.perimeters.isolation import isolated, settled, stragglers
from berlin.campaign.perimeters.markers import Marker, checked, markers_of
from berlin.campaign.perimeters.perimeter import Perimeter, Side, largest
from berlin.games.orsha.board.ground import (
    ALL,
    EAST,
    EDGE,
    KEYS,
    LVP,
    MAP,
    NORTH,
    RAIL,
    SOUTH,
    START,
    STRATEGIC,
    find_hex,
    keys,
    numbered,
)
from berlin.games.orsha.board.tables import GERMAN, RUSSIAN
from berlin.games.orsha.rules import perimeters
from berlin.games.orsha.rules.book import BOOK
from berlin.games.orsha.rules.perimeters import FIELD, Kind, Piece
from berlin.kernel.contract.ids import OTHER, Place, Seat
from berlin.kernel.proof.mark import rule
from berlin.squad.board.pieces import Mark
from berlin.squad.board.works import Work, Works

HERE = Place(0)
EDGES = EDGE & START[GERMAN], EDGE & START[RUSSIAN]


def at(names: str) -> int:
    return board_of(find_hex(name) for name in names.split())


def squads(side: Seat, names: str) -> list[Piece]:
    return [Piece(side, find_hex(name), Kind.MMC) for name in names.split()]


def sides(
    *pieces: Piece, works: str = "", control: tuple[int, int] = (START[0], START[1])
) -> tuple[Side, Side]:
    return perimeters.sides(at(works), pieces, control, (EDGE & control[0], EDGE & control[1]))


def russian(own: str = "", enemy: str = "") -> Side:
    return sides(*squads(RUSSIAN, own), *squads(GERMAN, enemy))[RUSSIAN]


@rule("OTO 7.5053.def.largest", "OTO 7.5053.def.edge", "OTO 7.5053c")
@pytest.mark.parametrize(
    "own, enemy, hexes",
    [("", "", 345), ("K36", "", 379), ("K36", "K40", 379), ("K36", "G41", 375), ("K36 O38", "", 383)],
)
def test_7_5053_the_largest_perimeter_of_the_russians(own: str, enemy: str, hexes: int) -> None:
    found = largest(FIELD, russian(own, enemy))
    assert (found.main.bit_count(), found.pockets) == (hexes, ())


@rule("OTO 7.5054.def.edge", "OTO 7.5054d")
def test_7_5054_r36_joins_by_its_line_to_the_north_edge() -> None:
    found, before = largest(FIELD, russian("R36")), largest(FIELD, russian())
    assert found.main.bit_count() == 356
    joined = at("R36 S37 T37 U38 V38 W39 X39 Y40 Z40 AA41 BB41")
    assert keys(found.main & ~before.main) == keys(joined)
    assert joined & ~found.front == 0


@rule("OTO 7.5053.q1", "OTO 7.5053.def.validate", "OTO 7.5053c")
def test_7_5053_a_smaller_perimeter_gives_up_34_hexes() -> None:
    small, large = russian(), russian("K36")
    markers = markers_of(FIELD, small, largest(FIELD, small))
    found = checked(FIELD, large, BOOK.cite, markers)
    assert found.faults == ()
    assert found.perimeter is not None
    assert found.given_up.bit_count() == 34
    # K36 is cut off by that: a Pocket of its own.
    assert found.perimeter.main.bit_count() == 345
    assert [keys(pocket.area) for pocket in found.perimeter.pockets] == [["K36"]]


@rule("OTO 7.5053.q1")
def test_7_5053_neither_side_s_perimeter_hangs_on_the_other_s() -> None:
    both = sides(*squads(RUSSIAN, "K36 O38"), *squads(GERMAN, "K40 T20"))
    one, other = largest(FIELD, both[0]), largest(FIELD, both[1])
    assert (largest(FIELD, both[1]), largest(FIELD, both[0])) == (other, one)


@rule("OTO 7.5053b", "OTO 7.5052b")
def test_7_5053_a_line_is_refused_with_the_rule_of_the_book() -> None:
    side = russian("K20 K24", "K22")
    a, b = find_hex("K20"), find_hex("K24")
    faults = checked(FIELD, side, BOOK.cite, [Marker(a, b), Marker(b, a)]).faults
    refusals = {(KEYS[fault.space], fault.refusal.rule) for fault in faults}
    assert {("K22", "OTO 7.5053b"), ("DD42", "OTO 7.5052a"), ("A42", "OTO 7.5052a")} <= refusals
    assert "K22" in str(faults[0].refusal)


@rule("OTO 7.5052a")
def test_7_5052_the_north_edge_changes_hands_between_dd19_and_dd20() -> None:
    control = ALL & ~numbered(20), numbered(20)
    west, east = sides(control=control)
    assert keys(east.edge_markers(FIELD) & NORTH) == ["DD20"]
    assert keys(west.edge_markers(FIELD) & NORTH) == ["DD19"]


@rule("OTO 7.5053.def.edge")
def test_7_5053_enemy_north_edge_hexes_bar_a_line_and_east_edge_hexes_do_not() -> None:
    east, west = russian(), sides()[GERMAN]
    assert east.blocked & at("DD41")
    assert not west.blocked & EAST & ~NORTH & ~SOUTH & ~RAIL.hexes


@rule("OTO 7.5053b", "OTO 7.5053.def.edge")
@pytest.mark.parametrize(
    "side, space, kind, hexes",
    [
        (GERMAN, "M1", Kind.MMC, 1239),
        (GERMAN, "M1", Kind.SMC, 1252),
        (GERMAN, "A20", Kind.VEHICLE, 1251),
        (RUSSIAN, "R52", Kind.GUN, 332),
        (RUSSIAN, "R52", Kind.SMC, 345),
        (RUSSIAN, "DD43", Kind.MMC, 344),
    ],
)
def test_7_5053_no_loop_runs_through_an_enemy_on_an_edge_that_is_still_one_s_own(
    side: Seat, space: str, kind: Kind, hexes: int
) -> None:
    here = find_hex(space)
    found = largest(FIELD, sides(Piece(OTHER[side], here, kind))[side])
    assert found.main.bit_count() == hexes
    assert any(here in loop.walk for loop in found.loops) is (kind is Kind.SMC)


@rule("OTO 6.strategic_location", "OTO 7.5053.def.node")
@pytest.mark.parametrize(
    "piece, due",
    [
        (Piece(GERMAN, HERE, Kind.VEHICLE), True),
        (Piece(GERMAN, HERE, Kind.VEHICLE, manned=False), False),
        (Piece(GERMAN, HERE, Kind.VEHICLE, mobile=False), False),
        (Piece(GERMAN, HERE, Kind.VEHICLE, armed=False), False),
        (Piece(GERMAN, HERE, Kind.GUN), True),
        (Piece(GERMAN, HERE, Kind.GUN, manned=False), False),
        (Piece(GERMAN, HERE, Kind.GUN, hooked=True), False),
        (Piece(GERMAN, HERE, Kind.CUPOLA), True),
        (Piece(GERMAN, HERE, Kind.MMC), False),
        (Piece(GERMAN, HERE, Kind.SMC), False),
    ],
)
def test_6_what_makes_its_location_strategic(piece: Piece, due: bool) -> None:
    assert perimeters.is_strategic(piece) is due


@rule("OTO 6.strategic_location", "OTO 7.5053.def.node")
def test_6_works_railway_and_the_north_and_south_edges_are_strategic_for_good() -> None:
    (middle,) = bits(at("T30"))
    assert not STRATEGIC & (at("T30") | EAST & ~NORTH & ~SOUTH & ~RAIL.hexes)
    assert (NORTH | SOUTH | RAIL.hexes) & ~STRATEGIC == 0
    assert perimeters.strategic(at("T30"), ()) == STRATEGIC | at("T30")
    assert perimeters.strategic(0, [Piece(GERMAN, middle, Kind.GUN)]) == STRATEGIC | at("T30")


@rule("OTO 7.5053.def.node", "OTO 7.5053a")
@pytest.mark.parametrize(
    "pieces, works, due",
    [
        ([Piece(RUSSIAN, HERE, Kind.MMC)], False, True),
        ([], True, True),
        ([Piece(RUSSIAN, HERE, Kind.SMC)], False, False),
        ([Piece(RUSSIAN, HERE, Kind.VEHICLE, armed=False)], False, False),
        ([Piece(RUSSIAN, HERE, Kind.VEHICLE)], False, True),
        ([Piece(RUSSIAN, HERE, Kind.VEHICLE, manned=False)], False, False),
        ([Piece(RUSSIAN, HERE, Kind.MMC, prisoner=True)], False, False),
        ([Piece(RUSSIAN, HERE, Kind.MMC), Piece(GERMAN, HERE, Kind.CUPOLA)], False, False),
        ([Piece(RUSSIAN, HERE, Kind.MMC), Piece(GERMAN, HERE, Kind.SMC)], False, True),
        ([Piece(RUSSIAN, HERE, Kind.MMC), Piece(GERMAN, HERE, Kind.MMC, prisoner=True)], False, True),
        ([Piece(RUSSIAN, HERE, Kind.MMC), Piece(GERMAN, HERE, Kind.VEHICLE, manned=False)], False, True),
    ],
)
def test_7_5053_where_a_marker_may_stand(pieces: list[Piece], works: bool, due: bool) -> None:
    here = find_hex("T45")
    found = [Piece(p.side, here, p.kind, p.prisoner, p.manned, p.mobile, p.armed, p.hooked) for p in pieces]
    side = sides(*found, works="T45" if works else "")[RUSSIAN]
    assert bool(side.nodes(FIELD) >> here & 1) is due


@rule("OTO 7.5053.def.seg", "OTO 7.5053b")
@pytest.mark.parametrize(
    "between, works, legal",
    [
        ((), "", True),
        ((Kind.SMC,), "", True),
        ((Kind.MMC,), "", False),
        ((Kind.CUPOLA,), "", False),
        ((), "K22", False),
    ],
)
def test_7_5053_what_bars_the_line_from_k20_to_k24(
    between: tuple[Kind, ...], works: str, legal: bool
) -> None:
    enemies = [Piece(GERMAN, find_hex("K22"), kind) for kind in between]
    side = sides(*squads(RUSSIAN, "K20 K24"), *enemies, works=works)[RUSSIAN]
    pockets = [pocket.area for pocket in largest(FIELD, side).pockets]
    assert (at("K20 K21 K22 K23 K24") in pockets) is legal
    assert (at("K20") in pockets) is not legal


@rule("OTO 7.5054.def.members", "OTO 7.5054a", "OTO 7.5057b", "OTO footnote.9")
def test_7_5054_squad_truck_and_leaders_outside_the_main_area() -> None:
    pieces = [
        *squads(RUSSIAN, "K20"),
        Piece(RUSSIAN, find_hex("K20"), Kind.SMC),
        Piece(RUSSIAN, find_hex("T24"), Kind.VEHICLE, armed=False),
        Piece(RUSSIAN, find_hex("O10"), Kind.SMC),
    ]
    both = sides(*pieces)
    german, found = largest(FIELD, both[GERMAN]), largest(FIELD, both[RUSSIAN])
    assert sorted(keys(pocket.area)[0] for pocket in found.pockets) == ["K20", "T24"]
    assert keys(stragglers((german, found), perimeters.forces(pieces))[RUSSIAN]) == ["O10"]


@rule("OTO 4.1.q3", "OTO 7.5062c")
def test_4_1_a_cupola_in_both_perimeters_makes_its_area_german() -> None:
    here = find_hex("T45")
    pieces = [Piece(GERMAN, here, Kind.CUPOLA)]
    both = sides(*pieces)
    german, found = largest(FIELD, both[GERMAN]), largest(FIELD, both[RUSSIAN])
    forces = perimeters.forces(pieces)
    (area,) = (area for area in isolated(MAP, (german, found), forces) if area.hexes >> here & 1)
    assert (area.kind, area.side) == ("C", GERMAN)
    assert found.main >> here & 1
    control = START[0], START[1]
    after = settled(FIELD, (german, found), forces, control, EDGES, perimeters.strategic(0, pieces))
    assert after.control[GERMAN] >> here & 1


@rule("OTO 7.5057.q1", "OTO 7.5056.q2")
def test_7_5057_a_victory_location_in_no_mans_land_is_nobody_s_unless_it_is_strategic() -> None:
    nothing = Perimeter(0, (), 0, (), 0)
    forces, control = perimeters.forces([]), (0, ALL)
    after = settled(FIELD, (nothing, nothing), forces, control, (0, EDGE), STRATEGIC)
    points = {KEYS[space] for space in LVP if after.control[RUSSIAN] >> space & 1}
    assert "P3" in points
    assert "V17" not in points
    assert after.no_mans_land & at("V17 P3") == at("V17")


@rule("OTO 6.front_line_hex")
def test_6_a_squad_in_the_rear_does_not_stand_in_the_front_line() -> None:
    found = largest(FIELD, russian("K36 T48"))
    assert found.main & at("K36 T48") == at("K36 T48")
    assert found.front & at("K36 T48") == at("K36")


@rule("OTO CG12a.q1", "OTO 7.505")
def test_cg12a_as_the_campaign_begins_each_side_encloses_its_own_part() -> None:
    both = sides()
    west, east = largest(FIELD, both[GERMAN]), largest(FIELD, both[RUSSIAN])
    assert west.area & EDGE == EDGES[GERMAN]
    assert east.area & EDGE == EDGES[RUSSIAN]
    assert east.main & numbered(0, 41) == 0


@rule("OTO 6.strategic_location", "OTO 7.5053.def.node")
def test_6_a_gun_makes_its_location_strategic_only_with_a_crew() -> None:
    guns = ("Q20", "R20", "T20")
    d = table.desk(
        [
            *(
                table.at("g:PaK-40", name, holder=holder)
                for name, holder in zip(guns, (3, 4, -1), strict=True)
            ),
            table.at("g:2-2-8", "Q20"),
            table.at("g:4-6-7", "R20"),
        ]
    )
    found = perimeters.strategic_of(d) & ~STRATEGIC
    assert [bool(found >> find_hex(name) & 1) for name in guns] == [True, False, False]


@rule("OTO 7.5052a", "OTO 7.5053.def.edge", "OTO 7.5053a")
def test_7_5052_each_side_has_the_edge_and_the_strategic_locations_that_it_controls() -> None:
    d = table.desk([table.at("g:4-6-7", "K12")], [table.at("r:4-4-7", "K50")])
    seen = perimeters.sides_of(d)
    assert [side.edge for side in seen] == d.edge
    assert d.edge[GERMAN] & d.edge[RUSSIAN] == 0
    assert [side.holds & STRATEGIC for side in seen] == [STRATEGIC & control for control in d.control]
    assert [side.mmc for side in seen] == [1 << find_hex("K12"), 1 << find_hex("K50")]


@rule("OTO 7.5053.def.node", "OTO 7.5053a", "OTO 7.5053b")
@pytest.mark.parametrize(
    ("kind", "marks", "holder", "units", "mmc"),
    [
        ("4-6-7", 0, -1, (True, False), True),
        ("2-4-7", 0, -1, (True, False), True),
        ("9-1", 0, -1, (False, False), False),
        ("AL-9-1", 0, -1, (False, False), False),
        ("LMG", 0, -1, (False, False), False),
        ("radio", 0, -1, (False, False), False),
        ("4-6-7", Mark.PRISONER, 0, (False, False), False),
        ("StuG-IIIG", 0, -1, (True, False), False),
        ("StuG-IIIG", Mark.ABANDONED, -1, (False, False), False),
        ("StuG-IIIG", Mark.CAPTURED, -1, (False, True), False),
        ("PaK-40", 0, -1, (False, False), False),
        ("HMG-Cupola", 0, -1, (True, False), False),
    ],
)
def test_7_5053_what_counts_for_a_perimeter_and_for_whom(
    kind: str, marks: int, holder: int, units: tuple[bool, bool], mmc: bool
) -> None:
    d = table.desk([table.at(f"g:{kind}", "K12", marks, holder=holder)], [table.at("r:4-4-7", "K50")])
    here = find_hex("K12")
    seen = perimeters.sides_of(d)
    assert tuple(bool(side.units >> here & 1) for side in seen) == units
    assert [bool(side.mmc >> here & 1) for side in seen] == [mmc, False]


@rule("OTO 6.strategic_location", "OTO 7.5053a")
def test_6_entrenchments_and_pillboxes_that_are_laid_make_their_locations_strategic() -> None:
    laid = (Works.TRENCH, Works.FOXHOLE, Works.PILLBOX, Works.WIRE, Works.MINES, Works.WRECK)
    works = [Work(what, find_hex(f"K{20 + number}")) for number, what in enumerate(laid)]
    d = table.desk(works=[*works, Work(Works.TRENCH, owner=GERMAN)])
    assert perimeters.works_of(d) == at("K20 K21 K22")
    assert perimeters.works_of(table.desk()) == 0


@rule("OTO 6.strategic_location", "OTO 7.5053.def.node")
@pytest.mark.parametrize(
    ("marks", "strategic"),
    [
        (0, True),
        (Mark.CONCEALED, True),
        (Mark.STUNNED | Mark.SHORT, True),
        (Mark.IMMOBILE, False),
        (Mark.BOGGED, False),
        (Mark.MIRED, False),
        (Mark.ABANDONED, False),
        (Mark.MALFUNCTION, False),
        (Mark.DISABLED, False),
    ],
)
def test_6_a_tank_that_moves_and_fires_makes_its_location_strategic(marks: int, strategic: bool) -> None:
    d = table.desk([table.at("g:StuG-IIIG", "K12", marks)])
    assert bool(perimeters.sides_of(d)[GERMAN].holds >> find_hex("K12") & 1) == strategic
