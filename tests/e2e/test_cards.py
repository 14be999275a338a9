"""A game of cards, hexes and trays by mouse and finger: the hand at the foot of the table, boxes, layers."""

from random import Random
from typing import Any

import pytest
from tests.e2e.hands import (
    COMMIT,
    after,
    calm,
    click,
    click_place,
    click_unit,
    meet,
    options,
    ready,
    rows,
    seq,
    settle,
    show_all,
    tap,
)
from tests.e2e.test_table import issues, with_axe

HELD = "() => [...document.querySelectorAll('#hand-cards [data-card]')].map((one) => one.dataset.card)"
PILE = '(name) => Number(document.querySelector(`[data-pile="${name}"] b`)?.textContent ?? 0)'
LIT = "() => [...document.querySelectorAll('.place.lit')].map((one) => one.dataset.spot)"
PAGE = "() => document.documentElement.outerHTML + JSON.stringify([{...localStorage}, {...sessionStorage}])"


def seated(house: Any, scenario: str = "1944", seed: int = 3, **wish: Any) -> dict[str, Any]:
    made: dict[str, Any] = house.call(
        "/tables", {"game": "noretreat", "scenario": scenario, "seed": seed, **wish}
    )
    return made


def verbs(scene: dict[str, Any]) -> set[str]:
    return {choice["verb"] for choice in scene["choices"]}


def until(house: Any, made: dict[str, Any], verb: str, seed: int = 1) -> None:
    """Plays on at random until an answer of this verb can be given."""
    rng = Random(seed)
    house.play(
        made,
        lambda scene: None if verb in verbs(scene) else str(rng.choice(scene["choices"])["text"]),
    )


def on_card(page: Any, text: str) -> bool:
    """Gives the answer that stands on a card, and confirms it where the page asks."""
    before = seq(page)
    click(page, f"[data-card-answer='{text}']")
    return settle(page, before, lambda: click(page, COMMIT))


def test_a_card_is_discarded_and_a_unit_moved_and_taken_back_by_clicks(house: Any, open_page: Any) -> None:
    made = seated(house)
    page = open_page(house.link(made))
    ready(page)
    calm(page)
    hand = page.evaluate(HELD)
    assert len(hand) == 2
    assert page.locator("[data-hand-of='1'] b").inner_text() == "2"
    assert page.locator("#hand-cards .able").count() == 2
    name = page.locator(f"[data-card='{hand[0]}'] h3 button").inner_text()
    assert not on_card(page, f"discard {hand[0]}")
    assert page.evaluate(HELD) == hand[1:]
    assert page.evaluate(PILE, "discards") == 1
    # The other side has seen it: that is found out when somebody wants to know.
    page.hover("#undo")
    assert "learnt" in page.locator("#undo:disabled").get_attribute("title")
    page.click("[data-pile=discards]")
    assert name in page.evaluate("() => document.querySelector('[data-pile=discards]').title")
    assert page.locator("dialog[open] li").count() == 1
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    after(page, lambda: click(page, "[data-bare=done]"))
    page.goto("about:blank")

    until(house, made, "move")
    page.goto(house.link(made))
    ready(page)
    show_all(page)
    unit = next(text.split()[1] for text in options(page) if text.startswith("move "))
    click_unit(page, unit)
    places = page.evaluate(LIT)
    assert {f"move {unit} {place}" for place in places} <= set(options(page))
    page.wait_for_selector(".costs text")
    assert page.locator(".costs text").first.text_content().endswith(" points")
    before = seq(page)
    click_place(page, places[0])
    settle(page, before, lambda: click(page, COMMIT))
    pieces = house.call(f"/tables/{made['id']}")["scene"]["pieces"]
    assert next(piece["place"] for piece in pieces if piece["id"] == unit) == places[0]
    assert page.locator(f".counter[data-unit='{unit}'] .face.used").count() == 1
    after(page, lambda: page.click("#undo"))
    assert not page.locator(f".counter[data-unit='{unit}'] .face.used").count()
    # Where it can't go the line under the board says why, with the rule.
    other = next(text.split()[1] for text in options(page) if text.startswith("move "))
    click_unit(page, other)
    page.locator("[data-spot='Caucasus'], [data-spot='Berlin']").first.dispatch_event("pointerover")
    page.wait_for_selector("#status .may-not .clause")


def test_a_card_is_played_from_the_hand_and_its_event_happens(house: Any, open_page: Any) -> None:
    made = seated(house, seed=5)
    until(house, made, "play")
    page = open_page(house.link(made))
    ready(page)
    text = next(text for text in options(page) if text.startswith("play "))
    card = text.split()[1]
    assert page.locator(f"[data-card='{card}'].able").count() == 1
    # Cards have their answers on them and nowhere else beside the list.
    assert not page.locator(f"[data-bare='{text}']").count()
    name = page.locator(f"[data-card='{card}'] h3 button").inner_text()
    laid = page.evaluate(PILE, "discards")
    assert on_card(page, text)
    page.wait_for_function("(card) => !document.querySelector(`#hand-cards [data-card='${card}']`)", arg=card)
    assert page.evaluate(PILE, "discards") in (laid + 1, 0)
    page.click("#tab-log")
    assert f"plays {name}" in rows(page, "#panel-log")


def test_a_unit_comes_out_of_its_tray(house: Any, open_page: Any) -> None:
    made = seated(house)
    until(house, made, "place", seed=5)
    page = open_page(house.link(made))
    ready(page)
    calm(page)
    unit = page.locator("#ready [data-box-unit]").first.get_attribute("data-box-unit")
    click(page, f"#ready [data-box-unit='{unit}']")
    places = page.evaluate(LIT)
    assert places
    before = seq(page)
    click_place(page, places[0])
    settle(page, before, lambda: click(page, COMMIT))
    page.click("#tab-tracks")
    # Weather has a name, and its number says nothing.
    assert page.locator(".track:has(.name:text-is('Weather')) b").inner_text().isalpha()
    held = page.locator(f"[data-tray-key] [aria-label*='({unit}),']").count()
    asked = house.call(f"/tables/{made['id']}")["scene"]
    there = next(piece["place"] for piece in asked["pieces"] if piece["id"] == unit)
    # It stands there, or cards must be laid down for it first.
    assert (there == places[0]) is (held == 0)
    assert there == places[0] or "pay" in asked["prompt"]["text"]


def test_zones_and_supply_are_tinted_and_told(house: Any, open_page: Any) -> None:
    made = seated(house)
    page = open_page(house.link(made))
    ready(page)
    assert not page.locator(".tint").count()
    page.click("#layers")
    page.get_by_label("Soviet zone of control").check()
    page.get_by_label("Axis supply").check()
    page.keyboard.press("Escape")
    assert page.locator(".tint").count() == 2
    layer = next(
        one for one in house.call(f"/tables/{made['id']}")["scene"]["layers"] if one["name"] == "Axis supply"
    )
    page.locator(f".place[data-spot='{layer['places'][0]}']").dispatch_event("pointerover")
    page.wait_for_function("() => document.querySelector('#status').textContent.includes('Axis supply')")
    page.reload()
    ready(page)
    assert page.locator(".tint").count() == 2


def test_scenario_and_rules_are_chosen_before_the_game(house: Any, open_page: Any) -> None:
    page = open_page(house.url)
    page.wait_for_selector(".seat-row")
    page.select_option("#game", "noretreat")
    page.select_option("#scenario", "1945")
    assert not page.locator("#options [data-option=kit]").count()
    page.select_option("#scenario", "1943")
    page.select_option("#options [data-option=deck]", "full")
    page.select_option("#options [data-option=end]", "20")
    page.click("#new [type=submit]")
    page.click("#play-all")
    ready(page)
    assert "Turn 13" in page.locator("#caption").inner_text()
    sizes = page.locator("#hand .pile b").all_inner_texts()
    # 44 cards, two of them in each hand.
    assert sizes[:2] == ["2", "40"]
    card = page.evaluate(HELD)[0]
    assert card.isdecimal()


def test_no_browser_holds_a_card_of_another_hand(house: Any, open_page: Any) -> None:
    made = seated(house, seed=7)
    until(house, made, "move")
    sights = {seat: house.call(f"/tables/{made['id']}", token=token) for seat, token in made["seats"].items()}
    names = {
        seat: {card["name"] for card in sight["scene"]["cards"] if card["seat"] == sight["seat"]}
        for seat, sight in sights.items()
    }
    links = {seat: house.link(made, seat) for seat in made["seats"]} | {"": f"{house.url}/t/{made['id']}"}
    for who, link in links.items():
        page = open_page("about:blank")
        told: list[str] = []
        page.on("response", lambda one, told=told: told.append(one.text()) if "/api/tables" in one.url else 0)
        page.on(
            "websocket", lambda one, told=told: one.on("framereceived", lambda text: told.append(str(text)))
        )
        page.goto(link)
        ready(page)
        everything = "\n".join([*told, page.evaluate(PAGE)])
        for seat, held in names.items():
            assert held
            for name in held:
                assert (name in everything) is (seat == who), (who, name)


def test_a_finger_discards_a_card_and_moves_a_unit(house: Any, open_page: Any) -> None:
    made = seated(house)
    page = open_page(house.link(made), 390, 844, has_touch=True, is_mobile=True)
    ready(page)
    card = page.evaluate(HELD)[0]
    before = seq(page)
    tap(page, f"[data-card-answer='discard {card}']")
    settle(page, before, lambda: tap(page, COMMIT))
    assert card not in page.evaluate(HELD)
    wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]
    assert meet(page, "[data-bare=done]")


@with_axe
@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_axe_finds_no_serious_issue_at_a_table_with_cards(
    house: Any, open_page: Any, width: int, scheme: str
) -> None:
    made = seated(house)
    until(house, made, "place", seed=5)
    page = open_page(house.link(made), width, 844, color_scheme=scheme, bypass_csp=True)
    ready(page)
    assert not issues(page), "hand and trays"
    page.click("#tab-tracks")
    assert not issues(page), "tracks"
    page.locator("#hand-cards h3 button").first.click()
    page.wait_for_selector("dialog[open]")
    assert not issues(page), "a card"
    page.keyboard.press("Escape")
    page.click("#layers")
    assert not issues(page), "layers"


def test_who_is_asked_with_nothing_to_choose_has_it_answered_from_then_on(house: Any, open_page: Any) -> None:
    made = seated(house)
    rng = Random(2)
    house.play(
        made,
        lambda scene: str(rng.choice(scene["choices"])["text"]) if len(scene["choices"]) > 1 else None,
    )
    page = open_page(house.link(made))
    ready(page)
    after(page, lambda: click(page, ".always"))
    page.click("#settings")
    assert page.get_by_label("Take an only answer by itself").is_checked()
    page.reload()
    ready(page)
    assert page.locator(".always").count() == 0
