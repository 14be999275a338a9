"""Hands and piles over the wire: each seat is sent its own cards and what lies open, else only how many."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from tests.server.house import House, Seated
from tests.server.worlds import held

STEPS = 160
WATCHER = ""


def open_cards(scene: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every face that a scene shows, in hands and on piles."""
    yield from (card for card in scene["cards"] if card["key"])
    for pile in scene["piles"]:
        yield from (card for card in pile["cards"] if card["key"])


def hands(table: Seated) -> list[set[str]]:
    """The keys that each seat holds, by its own eyes."""
    live = held(table)
    scenes = [live.game.scene(live.game.view(live.state, seat)) for seat in live.game.everybody]
    return [{card.key for card in scene.cards if card.seat == seat} for seat, scene in enumerate(scenes)]


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "seed"), [("1941", 1), ("1944", 2), ("1945", 3)])
def test_no_scene_shows_a_card_of_another_hand_or_of_the_draw_pile(
    racing: House, scenario: str, seed: int
) -> None:
    table, rng = racing.open(game="noretreat", scenario=scenario, seed=seed), Random(seed)
    seats = list(table.tokens)
    hidden = shown = 0
    for _ in range(STEPS):
        holds = hands(table)
        for who in (*seats, WATCHER):
            scene = table.sight(who)["scene"]
            own = seats.index(who) if who else None
            faces = list(open_cards(scene))
            for seat, keys in enumerate(holds):
                there = [card for card in scene["cards"] if card["seat"] == seat]
                assert len(there) == len(keys)
                if seat == own:
                    assert {card["key"] for card in there} == keys
                    assert all(card["text"] and card["half"]["text"] for card in there)
                    continue
                known = {card["key"] for card in there if card["key"]}
                secret = keys - known
                # Face down it has neither face nor half.
                backs = [card for card in there if not card["key"]]
                assert len(backs) == len(secret)
                assert all(card == backs[0] and not card["text"] and not card["half"] for card in backs)
                assert not secret & {card["key"] for card in faces}
                hidden += len(secret)
            piles = {pile["name"]: pile for pile in scene["piles"]}
            assert not piles["draw pile"]["cards"]
            assert len(piles["discards"]["cards"]) == piles["discards"]["size"]
            shown += len(faces)
        live = held(table)
        if not live.game.deciders(live.state):
            break
        table.played(live.game.write(live.game.sample(live.state, rng)))
    assert hidden > STEPS
    assert shown > STEPS


def test_all_cards_are_told_of_once(racing: House) -> None:
    table = racing.open(game="noretreat", scenario="1944", seed=4)
    scene = table.sight("axis")["scene"]
    sizes = {pile["name"]: pile["size"] for pile in scene["piles"]}
    assert sizes["draw pile"] + sizes["discards"] + len(scene["cards"]) == 27


def test_an_answer_that_is_about_a_card_names_it(racing: House) -> None:
    table = racing.open(game="noretreat", scenario="1944", seed=4)
    scene = table.sight("axis")["scene"]
    mine = {card["key"]: card for card in scene["cards"] if card["seat"] == 0}
    about = [choice for choice in scene["choices"] if choice["card"]]
    assert {choice["card"] for choice in about} == set(mine)
    for choice in about:
        assert choice["text"] == f"discard {choice['card']}"
        assert mine[choice["card"]]["name"].endswith(choice["label"])


def test_every_counter_is_on_the_board_or_in_a_tray(racing: House) -> None:
    table = racing.open(game="noretreat", scenario="1945", seed=4)
    scene = table.sight("soviet")["scene"]
    board = {spot["key"] for spot in racing.get("/api/games/noretreat/board").json["spots"]}
    trays = {tray["key"] for tray in scene["trays"]}
    assert {piece["place"] for piece in scene["pieces"]} <= board | trays
    assert {piece["place"] for piece in scene["pieces"]} & trays
    for layer in scene["layers"]:
        assert set(layer["places"]) <= board, layer["name"]


def test_options_are_told_with_each_scenario_and_a_table_is_opened_with_them(racing: House) -> None:
    games = {game["code"]: game for game in racing.get("/api/games").json}
    assert not any(scenario["options"] for scenario in games["race"]["scenarios"])
    options = {one["key"]: one["options"] for one in games["noretreat"]["scenarios"]}
    assert [option["key"] for option in options["war"]] == ["kit", "deck", "sudden", "returns", "end"]
    assert "kit" not in [option["key"] for option in options["1945"]]
    for scenario, offered in options.items():
        for option in offered:
            assert option["values"][0]["value"] == ""
            for value in option["values"][1:]:
                chosen = {option["key"]: value["value"]}
                table = racing.open(game="noretreat", scenario=scenario, options=chosen, seats={})
                record = racing.get(f"{table.path}/record", table.every).body.decode()
                assert f"option {option['key']} {value['value']}\n" in record


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"deck": "marked"}, "deck is one of"),
        ({"luck": "yes"}, "'luck' is no option"),
        ({"end": "28"}, "not 28"),
        ({"kit": "no", "end": "26"}, "not 26"),
    ],
)
def test_options_that_there_are_not_are_refused_in_words(
    racing: House, options: dict[str, str], said: str
) -> None:
    told = racing.post("/api/tables", {"game": "noretreat", "scenario": "1944", "options": options})
    assert told.status == 400
    assert said in told.json["error"]
