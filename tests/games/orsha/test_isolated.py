"""7.5061 to 7.5066: who stays in an Isolated Area, who must not, and what an Escape changes there."""

from msgspec.structs import replace
from tests.campaign.desk import at, desk, told
from tests.games.orsha.escapes import GERMAN, POCKET, RUSSIAN, SURE, party, pocket, total, tried

from berlin.boards.hexes import bits
from berlin.campaign.perimeters import drawing, escape
from berlin.campaign.perimeters.escape import Breakout, Escape, Stay
from berlin.campaign.perimeters.isolation import Area
from berlin.campaign.perimeters.perimeter import Perimeter
from berlin.campaign.perimeters.pockets import Pocket
from berlin.campaign.refit import ammunition
from berlin.games.orsha.board.ground import MAP, find_hex
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import Unit
from berlin.kernel.proof.mark import rule
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Where
from berlin.squad.board.works import Work, Works

P20 = find_hex("P20")


def isolated_pair(german: str) -> Draft:
    """A German and a Russian unit in one Isolated hex within Russian ground."""
    d = desk([at(german, "P50")], [at("r:4-4-7", "P50"), at("r:4-4-7", "P52")])
    drawing.begin(d)
    for _ in range(2):
        top = d.frames[-1]
        assert isinstance(top, drawing.Drawing)
        top.carry_out(d, drawing.Trace())
    drawing.conclude(d)
    return d


@rule("OTO 7.5061b", "OTO 7.5065")
def test_who_stays_is_short_of_ammunition_and_no_longer_encircled() -> None:
    d = isolated_pair("g:4-6-7")
    d.mark(unit_of(GERMAN, 0), on=Mark.ENCIRCLED)
    d.pieces[GERMAN].append(at("g:MMG", "P50", holder=0))
    d.pieces[GERMAN].append(at("g:4-6-7", "K10"))
    assert [area.kind for area in d.zones if area.hexes >> POCKET & 1] == ["D"]
    drawing.after_escapes(d)
    assert [piece.marks for piece in d.pieces[GERMAN]] == [Mark.SHORT, Mark.SHORT, 0]


@rule("OTO 7.5061b", "OTO 7.5222c", "OTO 7.5222.base")
def test_what_was_captured_is_not_short_of_ammunition_nor_are_prisoners_and_radios() -> None:
    """In one Area of type D: a squad has its own MMG, two that it took and a radio; another guards a man."""
    d = isolated_pair("g:4-6-7")
    german = [
        at("g:MMG", "P50", holder=0),
        at("g:radio", "P50", holder=0),
        at("g:4-4-7", "P50", Mark.PRISONER, holder=0),
        at("g:MMG", "P50", Mark.CAPTURED | Mark.SHORT, holder=0),
    ]
    russian = [
        at("r:MMG", "P50", Mark.CAPTURED, holder=0),
        at("r:LMG", "P50", Mark.CAPTURED, holder=0),
        at("r:LMG", "P50", holder=0),
    ]
    for side, pieces in enumerate((german, russian)):
        d.pieces[side].extend(pieces)
    drawing.after_escapes(d)
    short = [[piece.has(Mark.SHORT) for piece in side] for side in d.pieces]
    assert short == [[True, True, False, False, True], [True, False, False, False, True]]
    # What was short when it was taken is so no longer, Isolated or not.
    ammunition.lift_shortages(d)
    assert [piece.has(Mark.SHORT) for piece in d.pieces[GERMAN]] == [True, True, False, False, False]


@rule("OTO 7.5066", "OTO 7.5062c", "OTO 7.5062b", "OTO 7.5062.q1")
def test_an_escape_changes_the_area() -> None:
    d = isolated_pair("g:4-6-7")
    assert d.control[GERMAN] >> POCKET & d.control[RUSSIAN] >> POCKET & 1
    d.change(unit_of(GERMAN, 0), where=Where.RETAINED, space=-1)
    d.change(unit_of(RUSSIAN, 0), where=Where.RETAINED, space=-1)
    drawing.after_escapes(d)
    assert not any(area.hexes >> POCKET & 1 for area in d.zones)
    assert d.control[RUSSIAN] >> POCKET & 1
    assert not d.control[GERMAN] >> POCKET & 1
    assert not d.fronts[GERMAN] >> POCKET & 1


@rule("OTO 7.5066", "OTO 7.5061a")
def test_a_leader_whose_men_have_left_must_go_too() -> None:
    """The squad goes alone: the Area is of type B then, and he can't stay."""
    d = isolated_pair("g:4-6-7")
    d.change(unit_of(RUSSIAN, 0), where=Where.RETAINED, space=-1)
    d.add(GERMAN, at("g:9-1", "P50"))
    d.given = (1, 1)
    drawing.isolate(d)
    escape.begin(d)
    top = d.frames[-1]
    assert isinstance(top, Breakout)
    assert Stay() in top.answers(d)
    tried(d, party(0))
    top.carry_out(d, Stay())
    d.frames.clear()
    drawing.after_escapes(d)
    assert d.frames == [Breakout(RUSSIAN), Breakout(GERMAN)]
    assert Breakout(GERMAN).answers(d) == [Escape(unit_of(GERMAN, 1))]
    d.given = (6, 6)
    tried(d, party(1))
    d.frames.clear()
    drawing.after_escapes(d)
    assert d.frames == []


@rule("OTO 7.5062c")
def test_what_both_sides_had_is_neither_s_when_it_is_isolated_no_longer() -> None:
    """A hex of the railway that was in an Area of type D, in nobody's Perimeter now."""
    d = desk([at("g:4-6-7", "K10")], [at("r:4-4-7", "K50")])
    railway = 1 << find_hex("P30")
    grounds = [MAP.within(find_hex(hex_name), 3) for hex_name in ("K10", "K50")]
    d.outlines = [Perimeter(ground, (), 0, (), ground) for ground in grounds]
    d.had = [ground | railway for ground in grounds]
    drawing.isolate(d)
    assert d.control == grounds
    d.had = [grounds[0] | railway, grounds[1]]
    drawing.isolate(d)
    assert d.control == [grounds[0] | railway, grounds[1]]


@rule("OTO 7.5063a")
def test_the_roll_is_told_with_all_that_was_added() -> None:
    d = pocket(at("g:4-6-7", "P50"), dice=(4, 3))
    tried(d, party(0))
    said = [event for event in told(d) if event.kind == "escape"]
    assert [event.text for event in said] == [
        "Escape, Infantry: 7, +1 Half-squads beyond the first [OTO 7.5063.drm.hs] = 8: escapes"
    ]


@rule("OTO 7.5061a", "OTO 7.5062a")
def test_a_lone_leader_amid_the_enemy_must_go_before_his_ground_falls_to_them() -> None:
    """A German leader in an Area of type B, all Russian around: he doesn't just walk home."""
    d = isolated_pair("g:4-6-7")
    d.change(unit_of(GERMAN, 0), kind="g:9-1")
    d.change(unit_of(RUSSIAN, 0), where=Where.RETAINED, space=-1)
    drawing.isolate(d, pending=True)
    assert [area.kind for area in d.zones if area.hexes >> POCKET & 1] == ["B"]
    assert escape.compelled(d, GERMAN) == [unit_of(GERMAN, 0)]
    ring = MAP.within(POCKET, 1) & ~(1 << POCKET)
    d.works = [Work(Works.BLAZE, space) for space in bits(ring)]
    drawing.after_escapes(d)
    assert (d.pieces[GERMAN][0].where, d.pieces[GERMAN][0].fate) == (Where.LOST, "no way to Escape")
    assert d.control[RUSSIAN] >> POCKET & 1
    assert not any(area.hexes >> POCKET & 1 for area in d.zones)


@rule("OTO 7.5057b", "OTO 7.5061a", "OTO 7.5114b")
def test_an_armor_leader_without_his_vehicle_is_a_man_by_himself() -> None:
    """Outside the Perimeter he is lost; in a Pocket he may Escape, and one who is in his tank counts for
    nothing of the kind."""
    d = desk([at("g:AL-9-1", "P50"), at("g:StuG-IIIG", "K12"), at("g:AL-8-1", "K12", holder=1)])
    drawing.begin(d)
    d.frames.clear()
    drawing.conclude(d)
    assert [piece.where for piece in d.pieces[GERMAN]] == [Where.LOST, Where.MAP, Where.MAP]
    d = pocket(at("g:AL-9-1", "P50"), at("g:4-6-7", "P50"), dice=SURE)
    assert escape.compelled(d, GERMAN) == []
    assert Breakout(GERMAN).answers(d) == [Escape(Unit(0)), Escape(Unit(1)), Stay()]
    assert total(d, party(0)) == -1
    tried(d, party(0))
    assert d.pieces[GERMAN][0].where is Where.RETAINED


@rule("OTO 7.5066", "OTO 7.5061a")
def test_a_russian_leader_whose_men_are_gone_must_go_too() -> None:
    """P20 is German ground all around."""
    d = desk([at("g:4-6-7", "K12")], [at("r:9-1", "P20"), at("r:4-4-7", "P20"), at("r:4-4-7", "P52")])
    d.outlines[RUSSIAN] = replace(d.outlines[RUSSIAN], pockets=(Pocket(1 << P20, 1 << P20),))
    drawing.isolate(d)
    assert [(zone.kind, zone.side) for zone in d.zones] == [("C", RUSSIAN)]
    d.change(unit_of(RUSSIAN, 1), where=Where.RETAINED, space=-1)
    d.zones = [Area(1 << P20, "B")]
    drawing.after_escapes(d)
    assert d.frames == [Breakout(RUSSIAN), Breakout(GERMAN)]
    assert escape.compelled(d, RUSSIAN) == [unit_of(RUSSIAN, 0)]


@rule("OTO 7.506", "OTO 7.5061c")
def test_the_type_and_the_side_of_every_area_are_written_down() -> None:
    d = desk()
    d.zones = [Area(1 << P20, "C", GERMAN), Area(1 << POCKET, "C", RUSSIAN), Area(1, "D"), Area(2, "B", None)]
    assert Draft(d.freeze()).zones == d.zones
