"""Nothing hidden leaves: worlds that differ only in what a seat can't know give it the same bytes."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from tests.server.house import House, Seated

from berlin.kernel.game import AnyGame
from berlin.server.table import Table

GAMES = 4
ACTS = 12


def pages(
    table: Seated, token: str, actions: list[str], units: list[tuple[str, str]]
) -> list[tuple[str, int, bytes]]:
    """Every answer that this client can get about a table, refusals included."""
    host, seq = table.house, table.sight()["seq"]
    gets = ["", "?since=1", "?eyes=0", "?eyes=1", "/record", "/situation", "/situation?moment=0", "/nothing"]
    gets += [f"/moments/{seq}", f"/moments/{seq}?eyes=0", f"/moments/{seq}?eyes=1", f"/moments/{seq + 1}"]
    asks: list[tuple[str, dict[str, Any]]] = [("/why", {"seq": seq, "action": text}) for text in actions]
    asks += [("/why", {"seq": seq, "unit": unit, "place": place}) for unit, place in units]
    asks += [("/why", {"seq": seq + 1, "action": "x"}), ("/undo", {"seq": seq + 1})]
    asks += [("/actions", {"seq": seq + 1, "action": text}) for text in actions[:3]]
    asks += [("/actions", {"seq": seq, "action": "no such action"})]
    if table.sight(token)["seat"] not in table.sight()["turn_of"]:
        # Whoever doesn't decide changes nothing by trying.
        asks += [("/actions", {"seq": seq, "action": text}) for text in actions]
    told = [(path, host.get(table.path + path, token)) for path in gets]
    told += [(f"{path} {body}", host.post(table.path + path, body, token)) for path, body in asks]
    told += [("list", host.get("/api/tables")), ("health", host.get("/api/health"))]
    return [(path, answer.status, answer.body) for path, answer in told]


def texts(table: Seated) -> list[str]:
    """Actions to ask about: what anybody may do, and what nobody may know whether it can be done."""
    live = held(table)
    legal = [live.game.write(action) for action in live.game.legal(live.state)]
    return sorted({*legal[:6], *(f"play {n}" for n in range(1, 10))})


def held(table: Seated) -> Table:
    live: Table = table.house.run(table.house.server.tables.get(table.id))
    return live


def exchange(table: Seated, state: Any) -> None:
    """Puts another world in the place of the present one."""
    live = held(table)
    live.moments[-1] = replace(live.moments[-1], state=state)
    live.scenes.clear()


def compare(table: Seated, rng: Random, units: list[tuple[str, str]]) -> int:
    """Holds this moment against other worlds, for each seat and for a watcher; returns how many differed."""
    live, varied = held(table), 0
    game, state = live.game, live.state
    if not game.deciders(state):
        return 0
    actions = texts(table)
    for seat, name in enumerate(game.seats):
        other = game.other_world(state, seat, rng)
        # A watcher knows no more than any seat, so he can't tell this world either.
        tokens = [table.tokens[name], ""]
        here = [pages(table, token, actions, units) for token in tokens]
        exchange(table, other)
        there = [pages(table, token, actions, units) for token in tokens]
        exchange(table, state)
        for one, two in zip(here, there, strict=True):
            for left, right in zip(one, two, strict=True):
                assert left == right, f"{name} can tell: {left[0]}"
        varied += game.encode(other) != game.encode(state)
    return varied


@pytest.mark.parametrize("seed", range(GAMES))
def test_no_answer_tells_worlds_apart_that_look_alike(host: House, seed: int) -> None:
    rng = Random(seed)
    table = host.open()
    varied = 0
    for _ in range(ACTS):
        varied += compare(table, rng, [])
        live = held(table)
        table.played(live.game.write(live.game.sample(live.state, rng)))
    assert varied > ACTS


def test_no_answer_of_a_registered_game_tells_worlds_apart(racing: House) -> None:
    rng = Random(3)
    code = racing.get("/api/games").json[0]["code"]
    table = Seated(racing, racing.post("/api/tables", {"game": code}).json)
    for _ in range(6):
        live = held(table)
        scene = live.game.scene(live.game.view(live.state, None))
        shown = rng.sample(scene.pieces, 4)
        units = [(piece.id, "") for piece in shown] + [(piece.id, scene.pieces[0].place) for piece in shown]
        compare(table, rng, units)
        for _ in range(40):
            live = held(table)
            table.played(live.game.write(live.game.sample(live.state, rng)))


def test_a_secret_draw_is_told_to_its_seat_alone(host: House) -> None:
    table = host.open().played("draw")

    def told(seat: str) -> str:
        text: str = table.sight(seat)["log"][1]["events"][0]["text"]
        return text

    assert told("red").startswith("red draws card ")
    assert told("blue") == told("") == "red draws a card"
    assert table.sight("blue")["log"][1]["events"][0]["data"] == []


def test_neither_key_nor_dice_to_come_are_anywhere_before_the_end(host: House) -> None:
    table = host.open().played("roll", "draw")
    key = held(table).head.key
    for token in ("", *table.tokens.values(), table.every):
        for path, _, body in pages(table, token, texts(table), []):
            assert key.hex().encode() not in body, path
            assert key not in body, path


def test_answers_of_several_at_once_are_read_by_their_seat_alone(
    host: House, toy: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = host.open().played("rest")
    monkeypatch.setattr(type(toy), "deciders", lambda self, state: (0, 1) if state.frames else ())
    assert [line["action"] for line in table.sight("red")["log"]] == ["", "rest"]
    assert [line["action"] for line in table.sight("blue")["log"]] == ["", ""]
