"""On to Berlin! by mouse and finger: from the first page through the set-up, the drop and two turns."""

from collections import Counter
from typing import Any

import pytest
from tests.e2e.hands import COMMIT, calm, click, give, options, ready, seq, settle

BOTH = pytest.mark.parametrize("width", [1440, 390])
# What is answered once and twice before a step is closed.
MEASURE = {"lift": 1, "plan": 1, "take": 2, "move": 2, "rest": 0}
CLOSING = ("done", "halt")


def sit_down(page: Any) -> None:
    """Chooses the game on the first page, without the subway and with fog, both sides at this screen."""
    card = page.locator("[data-game=fortress]")
    card.get_by_label("Scenario").select_option("drop")
    card.locator("summary").click()
    assert card.locator("[data-option=fog]").input_value() == "on"
    card.locator("[data-option=variable]").select_option("on")
    card.locator("[data-quick=all]").click()
    page.wait_for_url("**/t/**")
    ready(page)


def say(page: Any, *texts: str) -> None:
    """On a wide screen by the counters and the map, on a narrow one found in the list."""
    for text in texts:
        if page.viewport_size["width"] > 1000:
            give(page, text)
            continue
        before = seq(page)
        page.fill("#filter", text)
        page.locator(f"[data-answer='{text}']").click()
        settle(page, before, lambda: click(page, COMMIT))


def prompt(page: Any) -> str:
    return str(page.inner_text("#prompt"))


def garrison(house: Any, page: Any) -> list[str]:
    """Who stands in the Reichstag, by what the German sees."""
    path, _, tokens = page.url.partition("#")
    scene = house.call(f"/tables/{path.rpartition('/')[2]}", token=tokens.split(",")[1])["scene"]
    return [piece["id"] for piece in scene["pieces"] if piece["place"] == "5015"]


def open_set_up(page: Any) -> None:
    click(page, "[data-page=form]")
    page.wait_for_selector(".shelf")


@BOTH
def test_a_set_up_is_made_by_hand_kept_half_done_and_used_again(
    house: Any, open_page: Any, width: int
) -> None:
    page = open_page(house.url, width, 900)
    sit_down(page)
    assert "76 units are left" in prompt(page)
    # Several at once, and one of them is taken up again.
    say(page, "take VS1", "take VS2", "place 5015")
    assert "74 units are left" in prompt(page)
    say(page, "lift VS2")
    # Half-done it waits for whoever comes back.
    page.reload()
    ready(page)
    assert "75 units are left" in prompt(page)
    open_set_up(page)
    page.fill("[data-key=kept-name]", "Mine")
    click(page, "[data-key=keep]")
    page.wait_for_selector("[data-key='use Mine']")

    # Another game, the same browser.
    page.goto(house.url)
    sit_down(page)
    assert "76 units are left" in prompt(page)
    open_set_up(page)
    before = seq(page)
    click(page, "[data-key='use Mine']")
    page.wait_for_function(f"() => parseInt(document.querySelector('#replay output').textContent) > {before}")
    assert "75 units are left" in prompt(page)
    click(page, "[data-page=map]")
    say(page, "plan depth")
    assert "all units are placed" in prompt(page)
    assert "VS1" in garrison(house, page)
    say(page, "done")
    assert "Which airfield is given" in prompt(page)


@pytest.mark.parametrize("width", [1440, pytest.param(390, marks=pytest.mark.long)])
def test_a_whole_drop_and_two_turns_are_played_by_clicking(house: Any, open_page: Any, width: int) -> None:
    made = house.call(
        "/tables",
        {"game": "fortress", "scenario": "drop", "seed": 3, "seats": {"allied": "human", "german": "human"}},
    )
    page = open_page(house.link(made), width, 900)
    ready(page)
    calm(page)
    did: Counter[str] = Counter()
    given = []
    while "Turn 3" not in page.inner_text("#caption"):
        text = pick(options(page), did)
        say(page, text)
        given.append(text)
    told = house.call(f"/tables/{made['id']}", token=made["seats"]["allied"])
    assert told["seq"] == len(given) == seq(page)
    assert {"assign", "zone", "lay", "burn", "bomb", "drop", "jump", "aim", "displace", "move", "go"} <= set(
        did
    )
    assert {"change", "face", "target", "add", "fire", "announce", "advance"} <= set(did)


def pick(texts: list[str], did: Counter[str]) -> str:
    """What was done least so far, up to a measure; then whatever closes a step."""
    new = [text for text in texts if text not in CLOSING and did[verb(text)] < MEASURE.get(verb(text), 3)]
    closing = [text for text in CLOSING if text in texts]
    text = min(new, key=lambda text: (did[verb(text)], text)) if new else min(closing or texts)
    did[verb(text)] += 1
    return text


def verb(text: str) -> str:
    return text.split()[0]
