"""The ferry's table as it is shown, and what the kernel adds to it."""

from tests.games.ferry.table import Table

from berlin.games.ferry.game import GAME
from berlin.kernel.contract.scene import Marker, Prompt


def test_each_side_is_asked_itself_while_both_are_and_is_shown_its_own_answers() -> None:
    t = Table.new()
    for seat, name in enumerate(GAME.seats):
        scene = t.scene(name)
        assert isinstance(scene.prompt, Prompt)
        assert (scene.game, scene.seat, scene.prompt.seat, scene.caption) == (
            "ferry",
            seat,
            seat,
            "Turn 1: Barrage",
        )
        assert scene.prompt.why.startswith("A company there is lost on 5 or 6")
        assert [choice.text for choice in scene.choices] == [f"bombard {name} {place}" for place in places(t)]
    spectator = GAME.scene(GAME.view(t.state, None))
    assert (spectator.prompt and spectator.prompt.seat, spectator.choices) == (0, ())


def places(t: Table) -> list[str]:
    return [spot.key for spot in t.game.board().spots]


def test_who_has_answered_reads_that_the_other_is_asked() -> None:
    scene = Table.new().do("bombard east lebus").scene("east")
    assert (scene.prompt and scene.prompt.seat, scene.choices) == (1, ())


def test_answers_and_companies_are_called_by_their_names() -> None:
    scene = Table.moving("east", "goritz", "reitwein", "kustrin", "lebus", "seelow").scene("east")
    said = {choice.text: choice.said for choice in scene.choices}
    assert said["move e1 ferry"] == "Move Orlov's company to the ferry"
    assert said["done"] == "Leave the others where they are"
    assert {(piece.name, piece.place) for piece in scene.pieces if piece.camp == "west"} == {
        ("Krause's company", "lebus"),
        ("Wendt's company", "seelow"),
    }


def test_where_the_last_barrages_fell_is_marked_once_both_are_told() -> None:
    t = Table.new().do("bombard west kustrin")
    assert t.scene("west").markers == ()
    t.do("bombard east kustrin", dice=(1,))
    assert t.scene("east").markers == (Marker("kustrin", "barrage", "fire"),)


def test_the_end_is_told_and_so_is_who_gave_up() -> None:
    t = Table.at('game = "ferry"\nturn = 5\nstage = "C"\n').do("done")
    assert t.scene("east").result == "West has the ferry"
    assert Table.new().do("resign west").scene("east").result == "West resigned: victory for East."


def test_every_place_has_a_spot_around_its_point() -> None:
    spots = GAME.board().spots
    for spot in spots:
        (left, top), _, (right, bottom), _ = spot.outline
        assert ((left + right) / 2, (top + bottom) / 2) == spot.anchor
        assert (right - left) / 2 == (bottom - top) / 2 == spot.room
    assert GAME.data()[0].source == "house"
