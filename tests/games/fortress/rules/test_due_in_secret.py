"""FB 3.6, FB 5.0: the box of units due does not tell the enemy which of them have entered the map."""

from random import Random
from typing import Any

import pytest
from tests.games.fortress.positions import Table, position

from berlin.boards.hexes import unpack
from berlin.games.fortress.board.ground import find_hex
from berlin.games.fortress.board.units import KEYS
from berlin.games.fortress.game import GAME
from berlin.games.fortress.state.state import DUE
from berlin.kernel.contract.ids import Seat
from berlin.kernel.proof.checkpoint import encode
from berlin.kernel.proof.mark import rule

ALLIED, GERMAN = Seat(0), Seat(1)
FOG: dict[str, Any] = {"options": ["fog"], "turn": 2}


def seen(table: Table, seat: Seat | None) -> bytes:
    return encode(GAME.view(table.state, seat))


def units_due() -> list[str]:
    return [key for key in KEYS if key.startswith("Mun")][:3]


@pytest.fixture
def force() -> tuple[str, ...]:
    return "0505: 82/Par1", f"due: {', '.join(units_due())}", "5015: MVK"


@rule("FB 3.6.hidden", "FB 5.0.entry")
def test_3_6_the_enemy_can_t_tell_which_of_those_due_has_entered(force: tuple[str, ...]) -> None:
    first, second, _ = units_due()
    tables = [position("german-movement", *force, **FOG) for _ in range(2)]
    for table, unit in zip(tables, (first, second), strict=True):
        table.do(f"move {unit}")
        table.do("go 7020", "halt")
    assert seen(tables[0], ALLIED) == seen(tables[1], ALLIED)
    assert seen(tables[0], None) == seen(tables[1], None)
    assert seen(tables[0], GERMAN) != seen(tables[1], GERMAN)
    view = GAME.view(tables[0].state, ALLIED)
    assert view.due == (0, 2)
    assert unpack(view.blanks[GERMAN]) >> find_hex("7020") & 1


@rule("FB 3.6.hidden")
def test_3_6_a_world_that_is_guessed_keeps_back_as_many_as_are_due(force: tuple[str, ...]) -> None:
    table = position("german-movement", *force, **FOG).do(f"move {units_due()[0]}", "go 7020", "halt")
    view = GAME.view(table.state, ALLIED)
    inside = set()
    for seed in range(20):
        world = GAME.imagine(view, Random(seed))
        assert world.where.count(DUE) == 2
        assert encode(GAME.view(world, ALLIED)) == encode(view)
        inside |= {KEYS[unit] for unit, place in enumerate(world.where) if place == find_hex("7020")}
    assert len(inside) > 1


@rule("FB 3.6.hidden")
def test_3_6_without_fog_those_due_lie_face_up(force: tuple[str, ...]) -> None:
    table = position("german-movement", *force, options=[], turn=2)
    assert GAME.view(table.state, ALLIED).due == (0, 0)
    shown = {piece.id for piece in GAME.scene(GAME.view(table.state, ALLIED)).pieces}
    assert set(units_due()) <= shown


@rule("FB 3.6.hidden")
def test_3_6_those_due_are_counters_without_a_face_to_the_enemy(force: tuple[str, ...]) -> None:
    scene = GAME.scene(GAME.view(position("german-movement", *force, **FOG).state, ALLIED))
    blank = [piece for piece in scene.pieces if piece.place == "german-due"]
    assert [piece.name for piece in blank] == ["a unit that may enter"] * 3
    assert not any(piece.numbers for piece in blank)
    assert "german-due" in {tray.key for tray in scene.trays}


@rule("FB 3.6.q1", "FB 5.5.vscheck")
def test_3_6_what_is_answered_about_a_unit_out_of_sight_is_read_by_its_side_alone(
    force: tuple[str, ...],
) -> None:
    table = position("german-movement", *force, **FOG)
    assert not GAME.is_open(table.state)
    table.do(f"move {units_due()[0]}")
    assert not GAME.is_open(table.state)
    raised = position("german-movement", *force, opened="Raising german unit=VS40", **FOG)
    assert not GAME.is_open(raised.state)
