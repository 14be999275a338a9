"""What a seat is shown, what a click means, and positions as text."""

from random import Random

import pytest
from tests.games.noretreat.table import Table, front, in_words

from berlin.games.noretreat.game import GAME
from berlin.games.noretreat.table.nouns import NOUNS
from berlin.kernel.contract.game import BadText
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.nouns import card_slot
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.proof.mark import rule


def test_every_name_on_the_table_is_a_noun() -> None:
    words, places = set(NOUNS.words), set(NOUNS.places)
    for scenario in ("war", "1945"):
        state, rng = GAME.start(scenario, key_from_seed(3), {}).state, Random(5)
        for number in range(400):
            if not GAME.deciders(state):
                break
            action = GAME.sample(state, rng)
            assert set(GAME.write(action).replace(",", " , ").split()) <= words
            if number % 20 == 0:
                scene = GAME.scene(GAME.view(state, Seat(number % 2)))
                assert {piece.place for piece in scene.pieces} <= places
                assert {marker.place for marker in scene.markers} <= places
                assert {f"{marker.kind} {marker.text}" for marker in scene.markers} <= set(NOUNS.markers)
                assert {track.name for track in scene.tracks} <= set(NOUNS.tracks)
                assert {track.note for track in scene.tracks if track.note} <= set(NOUNS.notes)
                assert {card_slot(card.key, card.name) for card in scene.cards} <= set(NOUNS.cards)
                assert {badge for piece in scene.pieces for badge in piece.badges} <= set(NOUNS.badges)
            state = GAME.next(state, action)


def test_pieces_stand_in_spots_or_boxes() -> None:
    spots = {spot.key for spot in GAME.board().spots}
    for piece in Table.new("1944").scene("axis").pieces:
        assert piece.place in spots or piece.place.split("-")[1] in ("due", "aside", "out")


def test_a_click_means_what_the_question_asks() -> None:
    moving = front("A.4", 7, "r0c4: 9A", "r0c5: W")
    assert [GAME.write(act) for act in GAME.about(moving.state, "9A", "r0c3")] == ["move 9A r0c3"]
    assert [GAME.write(act) for act in GAME.about(moving.state, "9A", "")] == ["entrain 9A"]
    target = moving.do("done")
    assert [GAME.write(act) for act in GAME.about(target.state, "", "r0c5")] == ["target r0c5"]
    assert GAME.about(target.state, "", "axis-rail") == ()
    with pytest.raises(KeyError):
        GAME.about(target.state, "", "Atlantis")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('game = "race"\n', "another game"),
        ("turn = 29\n", "from 1 to 28"),
        ('stage = "X.1"\n', "no stage"),
        ('[units]\nKiev = ["Foo"]\n', "not a unit"),
        ('[units]\nAtlantis = ["9A"]\n', "not a space"),
        ('[units]\nKiev = ["9A", "9A"]\n', "stands twice"),
        ('[units]\nKiev = ["9A", "W"]\n[control]\nsoviet = ["Kiev"]\n', "is not owned"),
        ('[units]\nKiev = ["9A+"]\n', "has no side"),
        ('[units]\nr0c4 = ["9A", "4A", "6A"]\n', "holds 3 axis units"),
        ('[units]\nr-5c-3 = ["9A"]\n', "closed hex"),
        ('[cards]\naxis = ["K1", "K1"]\n', "stands twice"),
        ('[cards]\naxis = ["1"]\n', "no card of this deck"),
        ('[control]\nsoviet = ["r0c4"]\n', "has an owner"),
        ('open = ["Nothing axis"]\n', "no open question"),
        ('[weather]\n4 = "fog"\n', "no weather"),
        ("[fish]\n", "no place"),
        ('sudden = "points"\n', "sudden"),
        ('[cards]\nshort = ["red"]\n', "'red' is no side"),
    ],
)
def test_a_bad_situation_is_refused_in_a_line(text: str, reason: str) -> None:
    with pytest.raises(BadText, match=reason):
        GAME.read_situation(text, key_from_seed(1))


@rule("NR 5.window", "NAB 2.3.1.q2")
def test_who_may_play_a_card_after_the_die_is_told_what_it_came_to() -> None:
    t = front("S.5", 14, "r0c4: W+", "r0c5: 9A", soviet="K27", axis="K9").do("target r0c5", "roll", dice=[6])
    told = []
    while t.asked == "Window":
        assert t.prompt is not None
        told.append(t.prompt.text)
        t.do("pass", dice=[6])
    assert told[0].startswith(in_words("Before the die for r0c5"))
    assert told[1] == in_words("The die for r0c5 shows 6: defenders retreat. Play a card, or pass")
