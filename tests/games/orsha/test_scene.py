"""The table as a seat is shown it: all that its view has, and nothing more."""

from random import Random
from typing import Any

import pytest
from tests.campaign.desk import at, desk, isolate, off
from tests.campaign.journey import some_states

from berlin.arena.survey import marker_name
from berlin.campaign.desk.faces import BADGES
from berlin.campaign.desk.scene import scene
from berlin.campaign.perimeters.drawing import Drawing
from berlin.campaign.purchases.purchase import Shop
from berlin.campaign.state.state import Account, State
from berlin.games.orsha.board.ground import KEYS, LVP, find_hex
from berlin.games.orsha.board.tables import GERMAN, RUSSIAN
from berlin.games.orsha.game import GAME
from berlin.games.orsha.state.draft import Draft
from berlin.games.orsha.table.picture import board
from berlin.games.orsha.table.tabletop import TABLETOP
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.scene import Scene
from berlin.squad.board.pieces import Mark, Piece, Where
from berlin.squad.board.works import Work, Works

SEATS = (GERMAN, RUSSIAN, None)
K12 = find_hex("K12")


def shown(state: State, seat: Seat | None, seed: int = 0) -> Scene:
    seen = GAME.view(state, seat)
    return scene(TABLETOP, seen, GAME.imagine(seen, Random(seed)))


def laid(d: Draft) -> State:
    state = d.freeze()
    assert isinstance(state, State)
    return state


def test_every_name_on_the_table_is_a_noun() -> None:
    nouns = GAME.nouns()
    assert nouns is not None
    places = set(nouns.places)
    for number, state in enumerate(some_states()):
        found = shown(state, SEATS[number % 3])
        assert {piece.place for piece in found.pieces} <= places
        assert {marker.place for marker in found.markers} <= places
        assert {marker_name(marker) for marker in found.markers} <= set(nouns.markers)
        assert {track.name for track in found.tracks} <= set(nouns.tracks)
        assert {track.note for track in found.tracks if track.note} <= set(nouns.notes)
        assert {badge for piece in found.pieces for badge in piece.badges} <= set(nouns.badges)


def test_a_scene_is_the_same_in_every_world_that_fits_the_view() -> None:
    for number, state in enumerate(some_states()):
        seat = SEATS[number % 3]
        assert shown(state, seat, 1) == shown(state, seat, 2)


def test_pieces_are_those_of_the_view_each_with_its_name() -> None:
    spots = {spot.key for spot in board().spots}
    for number, state in enumerate(some_states()):
        seen = GAME.view(state, SEATS[number % 3])
        found = shown(state, seen.seat)
        names = {piece.id for piece in found.pieces}
        assert len(names) == len(found.pieces) == len(seen.own) + len(seen.kept) + sum(map(len, seen.seen))
        assert {piece.place for piece in found.pieces} <= spots | {tray.key for tray in found.trays}
        assert {choice.unit for choice in found.choices if choice.unit} <= names
        assert {choice.place for choice in found.choices if choice.place} <= spots
        assert [choice.text for choice in found.choices] == list(seen.choices)


def test_every_mark_has_a_badge_or_is_the_owners_affair() -> None:
    assert set(Mark) - set(BADGES) == {Mark.PLACED, Mark.COUNTED, Mark.SCROUNGED}
    assert len(set(BADGES.values())) == len(BADGES)


def _of(piece: Piece, seat: Seat | None) -> Any:
    return shown(laid(desk([piece])), seat).pieces


def test_a_counter_shows_what_it_is() -> None:
    own = _of(at("g:9-1", "K12", Mark.WOUNDED | Mark.HIDDEN, level=1), GERMAN)[0]
    assert (own.id, own.name, own.place, own.camp) == ("g0", "9-1", "K12", "german")
    assert own.badges == ("HIP", "wounded", "level 1")
    seen = _of(at("g:9-1", "K12", Mark.WOUNDED | Mark.REVEALED), RUSSIAN)[0]
    assert (seen.id, seen.badges) == ("g-K12-1", ("wounded",))
    assert _of(at("g:StuG-IIIG", "K12"), None)[0].symbol.split()[0] == "armour"


def test_a_question_mark_shows_where_it_is() -> None:
    (veil,) = _of(at("g:9-1", "K12", Mark.CONCEALED), RUSSIAN)
    assert (veil.name, veil.numbers, veil.badges, veil.place) == ("?", (), (), "K12")


@pytest.mark.parametrize(
    ("where", "place"),
    [(Where.RETAINED, "german-retained"), (Where.LOST, "german-lost"), (Where.ENTERING, "german-entering")],
)
def test_boxes_are_the_own_sides(where: Where, place: str) -> None:
    state = laid(desk([off("g:4-6-7", where=where)]))
    assert [piece.place for piece in shown(state, GERMAN).pieces] == [place]
    assert place in {tray.key for tray in shown(state, GERMAN).trays}
    assert not shown(state, RUSSIAN).pieces
    assert place not in {tray.key for tray in shown(state, RUSSIAN).trays}
    assert not shown(state, None).trays


def test_what_is_captured_is_in_its_captors_box() -> None:
    state = laid(desk([off("g:PaK-40", Mark.CAPTURED)]))
    for seat in (GERMAN, RUSSIAN):
        found = shown(state, seat)
        assert [(piece.id, piece.place, piece.camp) for piece in found.pieces] == [
            ("g0", "russian-retained", "russian")
        ]
        assert "russian-retained" in {tray.key for tray in found.trays}


def test_works_are_markers() -> None:
    mines = Work(Works.MINES, K12, GERMAN, hidden=True, ap=6)
    state = laid(desk(works=[mines, Work(Works.WIRE, K12, GERMAN), Work(Works.TRENCH, owner=GERMAN)]))

    def there(seat: Seat | None) -> list[tuple[str, str]]:
        return [(one.kind, one.text) for one in shown(state, seat).markers if one.place == "K12"]

    assert there(GERMAN) == [("minefield", "minefield"), ("AP", "6"), ("hidden", "hidden"), ("wire", "wire")]
    assert there(RUSSIAN) == there(None) == [("wire", "wire")]
    assert "1 trench" in {tray.note for tray in shown(state, GERMAN).trays}


def test_locations_with_points_are_marked_with_their_holder() -> None:
    markers = shown(laid(desk()), None).markers
    for space, points in LVP.items():
        here = [(one.kind, one.text) for one in markers if one.place == KEYS[space]]
        assert here[0] == ("LVP", str(points))
        assert here[1][0] == "control"


def test_lines_and_areas_are_layers() -> None:
    d = desk()
    isolate(d, "K50", GERMAN)
    d.control[RUSSIAN] &= ~(1 << find_hex("K45"))
    d.fronts[GERMAN] = 1 << K12
    layers = {layer.name: layer.places for layer in shown(laid(d), RUSSIAN).layers}
    assert layers["Isolated Area 1, type C"] == ("K50",)
    assert layers["German front line"] == ("K12",)
    assert "K50" in layers["German Perimeter"]
    assert layers["No-Man's Land"] == ("K45",)


def test_tracks_are_of_the_own_account_and_what_is_announced() -> None:
    accounts = (Account(cpp=7, total=9, san=2, elr=3), Account(cpp=5, san=4, elr=4))
    state = laid(desk(accounts=accounts, cvp=14, weather="Rain", frames=(Shop(GERMAN),)))

    def tracks(seat: Seat | None) -> dict[tuple[str, int], int]:
        return {(one.name, one.seat): one.value for one in shown(state, seat).tracks}

    german, watcher = tracks(GERMAN), tracks(None)
    assert german["CPP", GERMAN] == 7
    assert ("CPP", RUSSIAN) not in german
    assert not [name for name, _ in watcher if name in ("CPP", "FPP")]
    assert (watcher["russian SAN", RUSSIAN], watcher["german ELR", GERMAN]) == (4, 3)
    assert watcher["CVP", RUSSIAN] == 14
    notes = {one.name: one.note for one in shown(state, None).tracks}
    assert notes["weather"] == "Rain"
    assert notes["date"] == "23AM"


def test_who_is_not_asked_reads_only_that_the_other_is() -> None:
    state = laid(desk(frames=(Shop(GERMAN),)))
    prompts = [shown(state, seat).prompt for seat in SEATS]
    assert [one.seat for one in prompts if one] == [GERMAN] * 3
    assert [one.text.startswith("The other side") for one in prompts if one] == [False, True, True]
    assert "Take the largest Perimeter" in {
        choice.label for choice in shown(_drawing(), GERMAN).choices if choice.verb == "trace"
    }


def _drawing() -> State:
    return laid(desk(frames=(Drawing(GERMAN),)))


def test_a_marker_is_laid_by_a_click_on_the_hex_that_it_points_to() -> None:
    state = laid(desk(frames=(Drawing(GERMAN, at=find_hex("DD5")),)))
    points = [choice for choice in shown(state, GERMAN).choices if choice.verb == "point"]
    assert len(points) > 10
    assert all(choice.text.split()[2] == choice.place for choice in points)
    assert GAME.about(state, "", points[0].place) == (GAME.read(points[0].text),)
    # And elsewhere it is told why none can lead there.
    (act,) = GAME.about(state, "", "K20")
    assert GAME.write(act) == "point DD5 K20"
    refused = GAME.why_not(state, act)
    assert refused is not None
    assert refused.rule
