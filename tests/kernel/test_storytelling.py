"""What happened between two scenes, one thing at a time: told of what a seat saw, and of nothing else."""

from random import Random

import pytest
from msgspec.structs import replace
from toy import GAME as TOY
from toy import Ask, State, Toy

from berlin.kernel.contract.events import Event
from berlin.kernel.contract.game import AnyGame, codes, load
from berlin.kernel.contract.ids import FIRST, Seat
from berlin.kernel.contract.scene import Board, Card, Marker, Piece, Scene, Track, Tray, dot
from berlin.kernel.contract.story import Focus, Pointing
from berlin.kernel.play.dice import Dice
from berlin.kernel.play.storytelling import Deed, tell
from berlin.kernel.proof import story_laws
from berlin.kernel.proof.checkpoint import Checkpoint, ConformanceError

SPOTS = tuple(dot(key, name, 0, 0, 10) for key, name in (("a", "Aken"), ("b", "Beelitz"), ("c", "Cottbus")))
BOX = dot("dead", "Destroyed", 0, 0, 10)


KINDS = {"move": "unit path", "blow": "unit place", "card": "card seat", "ground": "places"}


class Told(Toy):
    """A game that has a board, and says of some events what they are about."""

    pointing = Pointing(KINDS, ("x", "y"), "abc", lambda number, seat: Card(seat, f"card {number}"))

    def board(self) -> Board:
        return Board(100, 100, "<svg/>", (*SPOTS, BOX))

    def focus(self, event: Event) -> Focus:
        return self.pointing(event)


GAME = Told()


def piece(unit: str, place: str, steps: int = 2) -> Piece:
    return Piece(unit, unit.upper(), "side", "red", "infantry red/black", ("4",), place, steps, 2)


def scene(*pieces: Piece, points: int = 0, markers: tuple[Marker, ...] = ()) -> Scene:
    tracks = (Track("points", points), Track("phase", points, named=True))
    return Scene(
        pieces=pieces, tracks=tracks, markers=markers, trays=(Tray("dead", "Destroyed"),), lost=("dead",)
    )


def test_a_movement_is_told_along_its_way_from_where_the_counter_was() -> None:
    (beat,) = tell(
        GAME,
        scene(piece("x", "a")),
        scene(piece("x", "c")),
        Deed(),
        [Event("move", "x moves", ("T 1",), (0, 1, 2))],
    )
    assert (beat.kind, beat.lines, beat.rules, beat.units) == ("move", ("x moves",), ("T 1",), ("x",))
    assert beat.path == ("a", "b", "c")
    assert [(change.kind, change.was, change.now) for change in beat.changes] == [("moved", "a", "c")]
    assert beat.pieces == (piece("x", "c"),)


def test_an_event_that_says_nothing_is_of_the_place_that_its_words_name() -> None:
    (beat,) = tell(GAME, scene(), scene(), Deed(), [Event("fire", "Beelitz burns, not Belzig")])
    assert beat.path == ("b",)


def test_a_die_is_told_with_what_comes_of_it_and_the_sums_behind_it() -> None:
    events = [
        Event("tally", "4 to 2"),
        Event("die", "die for Aken: 3", ("T 2",), ("combat", 3)),
        Event("blow", "x is hit", data=(0, 0)),
        Event("blow", "y is hit", data=(1, 0)),
    ]
    rolled, other = tell(GAME, scene(), scene(), Deed(), events)
    assert (rolled.kind, rolled.lines, rolled.sums, rolled.dice) == (
        "blow",
        ("die for Aken: 3", "x is hit"),
        ("4 to 2",),
        (3,),
    )
    assert (other.lines, other.dice, other.sums) == (("y is hit",), (), ())


def test_two_dice_for_the_same_lie_side_by_side_and_others_alone() -> None:
    duel = [Event("die", f"{who}: {n}", ("T 3",), ("duel", n)) for who, n in (("red", 2), ("blue", 5))]
    tests = [Event("die", f"{who} tries", ("T 3",), ("west", 4, who)) for who in "xy"]
    assert [beat.dice for beat in tell(GAME, scene(), scene(), Deed(), duel)] == [(2, 5)]
    assert [beat.dice for beat in tell(GAME, scene(), scene(), Deed(), tests)] == [(4,), (4,)]


def test_a_stage_heads_what_comes_after_it_and_ends_what_was_rolled_before() -> None:
    events = [
        Event("die", "weather: 2", (), ("weather", 2)),
        Event("stage", "turn 2, supply"),
        Event("fire", "a fire"),
    ]
    rolled, fire = tell(GAME, scene(), scene(), Deed(), events)
    assert (rolled.chapter, fire.chapter, fire.dice) == ("", "turn 2, supply", ())


@pytest.mark.parametrize(
    ("was", "now", "kind"),
    [
        (piece("x", "a"), piece("x", "b"), "moved"),
        (piece("x", "a"), piece("x", "a", 1), "reduced"),
        (piece("x", "a", 1), piece("x", "a"), "rebuilt"),
        (piece("x", "a"), piece("x", "dead", 0), "lost"),
        (piece("x", "a"), piece("x", "due"), "left"),
        (piece("x", "a"), None, "left"),
        (piece("x", "due"), piece("x", "a"), "came"),
        (None, piece("x", "a"), "came"),
    ],
)
def test_what_became_of_a_counter_is_read_off_the_scenes(
    was: Piece | None, now: Piece | None, kind: str
) -> None:
    before, after = (scene(*filter(None, [one])) for one in (was, now))
    (beat,) = tell(GAME, before, after, Deed("do", "Something is done"), [])
    assert [change.kind for change in beat.changes] == [kind]
    assert (beat.kind, beat.lines) == ("deed", ("Something is done",))
    assert beat.gone == (("x",) if now is None else ())


def test_what_only_looks_different_is_drawn_and_not_told() -> None:
    used = replace(piece("x", "a"), used=True)
    assert tell(GAME, scene(piece("x", "a")), scene(used), Deed("do", "Something is done"), []) == ()
    (beat,) = tell(GAME, scene(piece("x", "a")), scene(used), Deed(), [Event("fire", "a fire")])
    assert (beat.changes, beat.pieces) == ((), (used,))


def test_each_counter_changes_with_the_last_beat_that_names_it_and_the_tracks_with_the_last_of_all() -> None:
    before = scene(piece("x", "a"), piece("y", "b"), piece("z", "c"))
    after = scene(
        piece("x", "a", 1),
        piece("y", "c"),
        piece("z", "a"),
        points=3,
        markers=(Marker("a", "control", "red"),),
    )
    events = [
        Event("blow", "x is hit", data=(0, 0)),
        Event("move", "y goes", data=(1, 2)),
        Event("fire", "a fire"),
    ]
    hit, gone, last = tell(GAME, before, after, Deed(), events)
    assert [[change.unit for change in beat.changes] for beat in (hit, gone, last)] == [["x"], ["y"], ["z"]]
    assert [(turned.name, turned.was, turned.now) for turned in last.tracks] == [("points", 0, 3)]
    assert (hit.tracks, hit.markers, last.markers) == ((), None, after.markers)


def test_without_any_focus_the_action_s_own_words_name_the_counter_and_the_place() -> None:
    (beat,) = tell(
        GAME, scene(piece("x", "a")), scene(piece("x", "c")), Deed("go x c", "X goes"), [Event("go", "off")]
    )
    assert (beat.units, beat.path) == (("x",), ("a", "c"))


def test_a_card_is_shown_with_its_face_and_places_beside_the_way_are_named() -> None:
    played, ground = tell(
        GAME,
        scene(),
        scene(),
        Deed(),
        [Event("card", "a card", data=(7, 1)), Event("ground", "taken", data=(0, 2))],
    )
    assert played.card == Card(Seat(1), "card 7")
    assert (ground.places, ground.path) == (("a", "c"), ())


def test_who_reads_the_veil_alone_is_told_of_no_counter_place_or_card() -> None:
    secret = Event("card", "red plays card 7", (), (7, 0), seat=FIRST, veil="red plays a card")
    veiled = secret.seen_by(Seat(1))
    assert veiled is not None
    (beat,) = tell(GAME, scene(), scene(), Deed(), [veiled])
    assert (beat.lines, beat.card, beat.units, beat.path) == (("red plays a card",), None, (), ())


def hold(game: AnyGame, state: object, times: int) -> None:
    """Holds the law of stories against random play from here."""
    rng = Random(3)
    for n in range(times):
        story_laws.stories_are_of_what_is_seen(Checkpoint(game, state, seed=n))
        if not game.deciders(state):
            break
        state = game.next(state, game.sample(state, rng))


@pytest.mark.parametrize("code", codes(examples=True))
def test_the_story_of_every_game_is_of_what_is_seen(code: str) -> None:
    game = load(code)
    hold(game, game.start(game.scenarios[0].key, bytes(32), {}).state, 60)


NINE = State((Ask(FIRST),), ((1, 2), (3, 9)), (), (0, 0), 5, Dice(b"k" * 32))


def test_a_focus_on_what_isn_t_there_is_caught() -> None:
    class Points(Toy):
        def focus(self, event: Event) -> Focus:
            return Focus(units=("tiger",))

    class Wanders(Toy):
        def focus(self, event: Event) -> Focus:
            return Focus(path=("nowhere",))

    for game, what in ((Points(), "tiger, which isn't there"), (Wanders(), "nowhere, which is no place")):
        with pytest.raises(ConformanceError, match=what):
            hold(game, NINE, 20)
    hold(TOY, NINE, 20)
