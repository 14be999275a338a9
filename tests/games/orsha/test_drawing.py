"""7.505 as it is played: marker by marker, to the largest Perimeter or by decision to a smaller one."""

import pytest
from tests.campaign.desk import at, desk, do, legal, names, question, refusal, told

from berlin.boards.hexes import bits
from berlin.campaign.desk.warning import warnings
from berlin.campaign.perimeters import drawing
from berlin.campaign.perimeters.drawing import Close, Decline, Drawing, From, Lift, Point, Readjust, Trace
from berlin.campaign.perimeters.markers import Marker, alone, markers_of
from berlin.campaign.perimeters.perimeter import largest
from berlin.games.orsha.board.ground import ALL, EDGE, find_hex
from berlin.games.orsha.board.tables import GERMAN, RUSSIAN
from berlin.games.orsha.game import GAME
from berlin.games.orsha.rules.book import BOOK
from berlin.games.orsha.rules.perimeters import FIELD, sides_of
from berlin.games.orsha.rules.sequence import RING
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import OTHER, Place, Seat
from berlin.kernel.play.acts import Act
from berlin.kernel.play.turn_game import prompt_of
from berlin.kernel.proof.mark import rule
from berlin.squad.board.pieces import NOWHERE

SMALL, LARGE, GIVEN_UP = 345, 379, 34


def drawing_up(side: Seat, *frames: Seat, own: str = "", enemy: str = "") -> Draft:
    """A side with squads in some hexes, about to draw its Perimeter; who draws last is named first."""
    german, russian = (own, enemy) if side == GERMAN else (enemy, own)
    return desk(
        [at("g:4-6-7", name) for name in german.split()],
        [at("r:4-4-7", name) for name in russian.split()],
        frames=tuple(map(Drawing, frames or (side,))),
        stage=next(number for number, step in enumerate(RING) if step.name == "7.505"),
        weather="Overcast",
        ground="Wet",
    )


def lay(d: Draft, without: str = "") -> None:
    """Mark the Perimeter that would be largest if no unit of the side were in these hexes."""
    top = d.frames[-1]
    less = [find_hex(name) for name in without.split()]
    seen = sides_of(_without(d, top.seat, less))[top.seat]
    first = seen.edge_markers(FIELD)
    markers = markers_of(FIELD, seen, largest(FIELD, seen))
    for marker in sorted(markers, key=lambda one: not first >> one.at & 1):
        do(d, From(marker.at))
        leads = [Point(marker.at, marker.to, by) for by in (marker.by, NOWHERE)]
        do(d, next(point for point in leads if point in legal(d)), Lift())


def _without(d: Draft, side: Seat, hexes: list[Place]) -> Draft:
    copy = Draft(d.freeze())
    copy.pieces[side][:] = [piece for piece in copy.pieces[side] if piece.space not in hexes]
    return copy


def area(d: Draft, side: Seat) -> int:
    return drawing.perimeter(d, side).main.bit_count()


def offered() -> Draft:
    """The Russians would close without the 34 hexes that K36 brings."""
    d = drawing_up(RUSSIAN, own="K36")
    lay(d, without="K36")
    do(d, Close())
    return d


@rule("OTO 7.5053c", "OTO 7.5053.q1")
def test_7_5053_who_closes_with_less_is_offered_the_hexes_and_the_step_stays_open() -> None:
    d = drawing_up(RUSSIAN, own="K36")
    lay(d, without="K36")
    could = largest(FIELD, sides_of(d)[RUSSIAN]).main
    has = largest(FIELD, sides_of(_without(d, RUSSIAN, [find_hex("K36")]))[RUSSIAN]).main
    assert refusal(d, Decline()).rule == "OTO 7.5053c"
    do(d, Close())
    top = question(d)
    assert isinstance(top, Drawing)
    assert (top.seat, len(top.offered)) == (RUSSIAN, GIVEN_UP)
    assert {FIELD.names[space] for space in top.offered} == names(could & ~has)
    assert {Trace(), Decline(), Readjust()} <= set(legal(d))
    assert refusal(d, Close()).rule == "OTO 7.5053c"


@rule("OTO 7.5053c", "OTO 7.5053.q1")
@pytest.mark.parametrize("act, hexes", [(Trace(), LARGE), (Decline(), SMALL)])
def test_7_5053_he_takes_what_he_is_offered_or_declines_it(act: Act, hexes: int) -> None:
    d = offered()
    do(d, act)
    assert question(d) is None
    assert area(d, RUSSIAN) == hexes


@rule("OTO 7.5053c")
@pytest.mark.parametrize("side, own", [(RUSSIAN, "K36"), (GERMAN, "K44")])
def test_7_5053_with_nothing_left_to_enclose_it_closes_at_once(side: Seat, own: str) -> None:
    d = drawing_up(side, own=own)
    lay(d)
    assert refusal(d, Decline()).rule == "OTO 7.5053c"
    do(d, Close())
    assert question(d) is None
    assert area(d, side) == largest(FIELD, sides_of(d)[side]).main.bit_count()


@rule("OTO 7.5053c", "OTO 7.5053.q1")
def test_7_5053_whoever_lays_on_after_the_offer_is_offered_what_is_left_then() -> None:
    """Of K36 and O38 he first leaves out both, then one."""
    d = drawing_up(RUSSIAN, own="K36 O38")
    lay(d, without="K36 O38")
    do(d, Close())
    first = d.frames[-1]
    assert isinstance(first, Drawing)
    do(d, Readjust())
    again = d.frames[-1]
    assert isinstance(again, Drawing)
    assert (again.markers, again.offered) == ((), ())
    lay(d, without="O38")
    do(d, Close())
    second = d.frames[-1]
    assert isinstance(second, Drawing)
    assert (len(first.offered), len(second.offered)) == (38, 4)
    do(d, From(first.markers[0].at))
    last = d.frames[-1]
    assert isinstance(last, Drawing)
    assert last.offered == ()
    assert Decline() not in legal(d)


@rule("OTO 7.5053.q1")
def test_7_5053_the_hexes_are_listed_before_he_gives_them_up() -> None:
    d = drawing_up(RUSSIAN, own="K36 O38")
    lay(d, without="O38")
    assert warnings(d, Close()) == ()
    do(d, Close())
    asked = prompt_of(d)
    assert asked is not None
    listed = "4 hexes that could be enclosed too"
    named = "M37, N37 to N38, O38"
    assert (asked.seat, asked.rule) == (RUSSIAN, "OTO 7.5053c")
    assert listed in asked.text
    assert named in asked.text
    (warning,) = warnings(d, Decline())
    assert named in warning
    assert warnings(d, Trace()) == ()
    do(d, Decline())
    (said,) = [event for event in told(d) if event.kind == "perimeter"]
    assert named in said.text
    assert (said.seat, said.veil) == (RUSSIAN, "")


def test_a_player_sees_on_the_map_what_he_is_offered_and_his_enemy_does_not() -> None:
    state = offered().freeze()
    shown = {
        seat: [
            layer
            for layer in GAME.scene(GAME.view(state, seat)).layers
            if layer.name == "could be enclosed too"
        ]
        for seat in (RUSSIAN, GERMAN, None)
    }
    assert [len(layer.places) for layer in shown[RUSSIAN]] == [GIVEN_UP]
    assert shown[GERMAN] == shown[None] == []


@rule("OTO 7.5053.q1")
@pytest.mark.parametrize("small", (GERMAN, RUSSIAN))
def test_7_5053_the_order_in_which_the_sides_draw_changes_neither_perimeter(small: Seat) -> None:
    """One side draws less than it could, first and last."""
    own, found = ("K44", "K36")[small], []
    for order in ((GERMAN, RUSSIAN), (RUSSIAN, GERMAN)):
        d = drawing_up(small, *order, own=own, enemy="K20" if small == RUSSIAN else "K50")
        for _ in order:
            if d.frames[-1].seat == small:
                lay(d, without=own)
                do(d, Close(), Decline())
            else:
                do(d, Trace())
        drawing.conclude(d)
        found.append((d.outlines, d.control, d.fronts, d.zones))
    assert found[0] == found[1]
    alone = drawing_up(small, own=own)
    assert found[0][0][small].main.bit_count() < area(alone, small)
    other = drawing_up(OTHER[small], own="K20" if small == RUSSIAN else "K50", enemy=own)
    assert found[0][0][1 - small].main == drawing.perimeter(other, OTHER[small]).main


@rule("OTO 7.5052a", "OTO 7.5058")
@pytest.mark.parametrize("side, edges", [(RUSSIAN, {"A42", "DD42"}), (GERMAN, {"A41", "DD41"})])
def test_7_5058_who_readjusts_takes_up_all_markers_and_begins_at_the_map_edge_again(
    side: Seat, edges: set[str]
) -> None:
    d = drawing_up(side, own="K36 K40 K44")
    inland = From(find_hex("K40"))

    def begins() -> set[str]:
        return {FIELD.names[act.space] for act in legal(d) if isinstance(act, From)}

    assert begins() == edges
    assert Readjust() not in legal(d)
    assert refusal(d, inland).rule == "OTO 7.5052a"
    lay(d)
    assert begins() > edges
    do(d, inland, Lift(), Readjust())
    assert d.frames[-1] == Drawing(side)
    assert begins() == edges
    assert refusal(d, inland).rule == "OTO 7.5052a"
    assert refusal(d, Close()).rule == "OTO 7.5052a"
    # The step isn't over: he lays the same again, and closes.
    lay(d)
    do(d, Close())
    assert question(d) is None


@rule("OTO 7.5058")
def test_7_5058_one_side_s_readjustment_leaves_the_other_s_markers_alone() -> None:
    d = drawing_up(RUSSIAN, GERMAN, RUSSIAN, own="K44", enemy="K20")
    lay(d)
    do(d, Close())
    russian = d.markers[RUSSIAN]
    assert russian
    lay(d)
    do(d, Readjust(), Trace())
    assert d.markers == [(), russian]


@rule("OTO 7.5052a")
def test_7_5052_a_side_whose_edge_markers_lead_nowhere_begins_where_it_likes() -> None:
    """All of the edge is the Germans', and none of it is next to the enemy's."""
    d = drawing_up(RUSSIAN, own="K20 K24")
    d.edge[:] = EDGE, 0
    d.control[:] = ALL, 0
    assert {From(find_hex("K20")), From(find_hex("K24"))} <= set(legal(d))


@rule("OTO 7.5053a", "OTO 7.5053b", "OTO 7.5053.def.node")
@pytest.mark.parametrize(
    "line, clause",
    [
        ("DD42 T30", "OTO 7.5053a"),
        ("DD42 DD41", "OTO 7.5053.def.node"),
        ("DD42 K44", "OTO 7.5053a"),
        ("K44 K48", "OTO 7.5053b"),
        ("K44 DD42", "OTO 7.5053a"),
    ],
)
def test_7_5053_a_marker_that_is_not_legal_is_refused_when_it_is_placed(line: str, clause: str) -> None:
    """No MMC, an enemy's Location, no grain, an enemy on the way, and again no grain."""
    d = drawing_up(RUSSIAN, own="K44 K48", enemy="K46")
    start, end = map(find_hex, line.split())
    d.frames[-1] = Drawing(RUSSIAN, start)
    assert refusal(d, Point(start, end)).rule == clause


@rule("OTO 7.5053a", "OTO 7.5053b", "OTO 7.5053.def.seg")
@pytest.mark.parametrize("name", ["K44", "K48"])
def test_7_5053_a_marker_may_point_to_every_hex_to_which_a_clear_line_leads_and_no_other(name: str) -> None:
    """An enemy stands between the two, and another behind the first."""
    d = drawing_up(RUSSIAN, own="K44 K48 N44", enemy="K46 L45")
    start, side = find_hex(name), sides_of(d)[RUSSIAN]
    d.frames[-1] = Drawing(RUSSIAN, start)
    points = [act for act in legal(d) if isinstance(act, Point)]
    ways = (NOWHERE, *bits(FIELD.chart.neighbours(1 << start)))
    for to in FIELD.chart.spaces:
        due = any(not alone(FIELD, side, BOOK.cite, Marker(start, to, by)) for by in ways)
        assert any(point.to == to for point in points) == due, to
