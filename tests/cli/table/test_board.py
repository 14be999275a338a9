"""A scene in letters: legible without colours, whatever the width."""

from io import StringIO

import pytest
from msgspec.structs import replace
from rich.console import Console
from rich.text import Text

from berlin.cli.table import board, cards, menu
from berlin.cli.table.typeset import columns, flow
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.scene import Card, Choice, Marker, Piece, Pile, Scene, Track, Tray, dot

SEATS = ("zhukov", "koniev")


def piece(name: str, place: str, side: str = "german", camp: str = "koniev", **more: object) -> Piece:
    return replace(Piece(name, f"{name}th", side, camp, "infantry", ("6", "3"), place), **more)


SCENE = Scene(
    game="race",
    seat=Seat(0),
    caption="Turn 3, C.1",
    pieces=(
        piece("712", "Lebus", steps=1, full_steps=2, used=True, badges=("OOS",)),
        piece("169", "Lebus"),
        piece("8GA/1", "Bridgehead", "soviet", "zhukov"),
        piece("3GA/1", "Bridgehead", "soviet", "koniev"),
    ),
    markers=(
        Marker("Leipzig", "american", "american"),
        Marker("Lebus", "control", "zhukov", "zhukov"),
        Marker("Lebus", "index", "10"),
        Marker("Bridgehead", "index", "11"),
        Marker("Nauen", "index", "3"),
        Marker("Nauen", "star", "1"),
    ),
    tracks=(Track("turn", 3, 1, 10), Track("VP", 4, seat=Seat(0)), Track("VP", 2, note="last", seat=Seat(1))),
    cards=(Card(Seat(0), "4 Planned Retreat", "west", "RFB event.4a"), Card(Seat(1), "a chit")),
    prompt=None,
    choices=(),
)


HELD = Card(
    *(Seat(0), "Surprise", "Two attacks.", "TOY 2", "K2", "Z", ("played at once",)),
    Card(Seat(1), "Delay", "None.", "TOY 3"),
)
CARDS = replace(
    SCENE,
    pieces=(*SCENE.pieces, piece("25", "koniev-pool"), *(piece(f"u{n}", "rail") for n in range(12))),
    markers=(
        *(Marker(place, "control", "zhukov", "zhukov") for place in ("Guben", "Forst", "Sorau")),
        Marker("Sagan", "control", "koniev", "koniev"),
        Marker("turn-3", "turn", "turn"),
    ),
    cards=(
        HELD,
        Card(Seat(0), "Rain", "It rains.", "TOY 4", "K5"),
        Card(Seat(1), "a card"),
        Card(Seat(1), "a card"),
    ),
    trays=(
        Tray("rail", "Rail"),
        Tray("koniev-pool", "Pool", Seat(1), "comes by a roll"),
        Tray("zhukov-pool", "Pool", Seat(0)),
    ),
    piles=(Pile("draw pile", 20), Pile("discards", 2, (Card(Seat(0), "Fog"), Card(Seat(0), "Mud")))),
)


def printed(width: int = 80, scene: Scene = SCENE, brief: bool = False) -> str:
    out = Console(file=StringIO(), width=width, markup=False, highlight=False)
    if brief:
        board.print_status(out, scene, SEATS, brief=True)
    else:
        board.print_scene(out, board.with_names(scene, ()), SEATS)
    assert isinstance(out.file, StringIO)
    return out.file.getvalue()


def test_a_stack_tells_owner_strength_and_what_befell_it() -> None:
    assert "Lebus 10 German K: 712th-* 6-3(OOS), 169th 6-3" in printed(100)


def test_two_camps_in_one_place_are_told_apart() -> None:
    assert "Bridgehead 11 Soviet Z: 8GA/1th 6-3" in printed()
    assert "Soviet K: 3GA/1th 6-3" in printed()


def test_places_with_markers_alone_are_shown_too() -> None:
    assert "Leipzig (american)" in printed()


def test_places_are_ordered_by_index_and_empty_prizes_are_named() -> None:
    assert board.places(SCENE) == ["Bridgehead", "Lebus", "Leipzig"]
    assert "empty:  Nauen ★1" in printed()
    assert "(control zhukov)" in printed()


def test_tracks_and_hands_are_shown() -> None:
    assert "turn 3/10   Zhukov: VP 4   Koniev: VP 2 (last)" in printed()
    assert "Zhukov holds 4 Planned Retreat. west [RFB event.4a]" in printed()
    assert "Koniev holds a chit" in printed()


@pytest.mark.parametrize("width", [40, 80, 120, 200])
@pytest.mark.parametrize("scene", [SCENE, CARDS], ids=["chits", "cards"])
def test_no_line_is_too_long(width: int, scene: Scene) -> None:
    assert max(len(line.rstrip()) for line in printed(width, scene).split("\n")) <= width


def test_boxes_are_told_apart_from_the_map_and_a_full_one_by_its_number() -> None:
    shown = printed(100, CARDS)
    assert "\nRail 12 units (show Rail)\n" in shown
    assert "\nKoniev: Pool 25th 6-3\n" in shown
    assert "Zhukov: Pool" not in shown
    assert not {"rail", "koniev-pool"} & set(board.places(CARDS))


def test_places_with_the_same_marker_and_nothing_else_are_told_in_a_line() -> None:
    shown = printed(100, CARDS)
    assert "\ncontrol zhukov: Guben, Forst, Sorau\n" in shown
    assert "Sagan (control koniev)" in shown
    assert "turn-3" not in shown


def test_a_hand_is_told_card_by_card_and_hidden_ones_are_counted() -> None:
    brief, whole = printed(100, CARDS, brief=True), printed(100, CARDS)
    assert "Zhukov holds Surprise [TOY 2]; Rain [TOY 4]   Koniev holds a card ×2" in brief
    assert "\nZhukov holds\n  Surprise (Z). Two attacks. [TOY 2]\n  Rain. It rains. [TOY 4]\n" in whole
    assert "draw pile 20   discards 2: Mud" in brief
    assert "discards 2: Mud, Fog" in whole


def test_one_card_is_told_with_both_halves() -> None:
    assert cards.open_cards(CARDS) == {"K2": HELD, "K5": CARDS.cards[1]}
    assert cards.card_text(HELD).plain.split("\n") == [
        "Surprise (Z). Two attacks. [TOY 2]",
        "  played at once",
        "  the other side: Delay. None. [TOY 3]",
    ]
    assert cards.card_text(HELD, codes=True).plain.startswith("Surprise (K2, Z). ")


def test_one_counter_is_told_whole() -> None:
    told = board.unit(SCENE.pieces[0], "the ruins").plain
    assert told == "712th: German, Koniev, infantry, 6-3, 1 of 2 steps, in the ruins, used, OOS"
    assert board.unit(SCENE.pieces[0], "the ruins", codes=True).plain.startswith("712th (712): German")


def test_places_and_units_are_called_by_their_names_and_by_their_codes_if_these_are_wanted() -> None:
    spots = [dot("r1c1", "the forest one hex west of Kiev: dense", 0, 0, 9)]
    scene = replace(SCENE, pieces=(piece("8GA/1", "r1c1"), piece("8GA/1", "r1c1"), piece("4-6-7", "rail")))
    scene = replace(scene, trays=CARDS.trays)
    plain, coded = (board.with_names(scene, spots, codes) for codes in (False, True))
    assert board.places(plain)[-1] == "The forest one hex west of Kiev"
    assert board.places(coded)[-1] == "The forest one hex west of Kiev (r1c1)"
    assert board.counters(plain.pieces) == ["8GA/1th 6-3 ×2", "4-6-7th 6-3"]
    assert board.counters(coded.pieces)[0] == "8GA/1 8GA/1th 6-3 ×2"
    assert plain.pieces[2].place == "rail"


def test_a_name_that_says_the_numbers_is_not_followed_by_them() -> None:
    squad = replace(SCENE.pieces[1], id="4-6-7 squad", name="4-6-7 squad", numbers=("4-6-7",))
    assert board.counter(squad) == "4-6-7 squad"


def test_lines_break_between_phrases() -> None:
    lines = flow([Text("one two"), Text("three"), Text("four five six")], 13, 2)
    assert [line.plain for line in lines] == ["one two three", "  four five six"]


def test_columns_keep_blocks_whole_and_in_order() -> None:
    blocks = [[Text(f"{name}{n}") for n in range(3)] for name in "abcd"]
    found = [[line.plain for line in column] for column in columns(blocks, 2)]
    assert found == [["a0", "a1", "a2", "b0", "b1", "b2"], ["c0", "c1", "c2", "d0", "d1", "d2"]]


def test_the_menu_numbers_every_answer() -> None:
    choices = [
        Choice("move A Lebus", "move", "A", "Lebus"),
        Choice("move A Guben", "move", "A", "Guben"),
        Choice("play 9 Forst", "play", "", "Forst"),
        Choice("done", "done"),
        Choice("discard K2", "discard", label="Surprise", card="K2"),
        Choice("discard K5", "discard", label="Rain", card="K5"),
    ]
    assert menu.answers(choices, 80).plain.split("\n") == [
        "  move A:  1) Lebus  2) Guben",
        "  discard:  5) K2 (Surprise)  6) K5 (Rain)",
        "    3) play 9 Forst  4) done",
    ]
    stacks = board.stacks(SCENE)
    assert stacks == {"Lebus": "712th, 169th", "Bridgehead": "8GA/1th, 3GA/1th"}
    aimed = [Choice("target Lebus", "target", "", "Lebus"), Choice("target Guben", "target", "", "Guben")]
    assert menu.answers(aimed, 80, stacks).plain == "  target:  1) Lebus (712th, 169th)  2) Guben"
    assert menu.answers(choices[:1], 80, stacks).plain == "    1) move A Lebus"


def test_a_track_whose_spaces_bear_names_shows_the_name_and_no_number() -> None:
    weather = replace(SCENE, tracks=(*SCENE.tracks, Track("weather", 2, 0, 3, "Snow", named=True)))
    for brief in (False, True):
        assert "weather Snow" in printed(scene=weather, brief=brief)
    assert "2/3" not in printed(scene=weather)
