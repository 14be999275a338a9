"""Giving the game up in the browser: offered to who is asked, confirmed, and told to everybody."""

from typing import Any

from tests.e2e.hands import COMMIT, after, has_focus, ready, seq, tab_to, used

SHEET = "dialog[open]"
RESULT = "Koniev resigned: victory for Zhukov."


def table(house: Any, code: str = "race", **wish: Any) -> Any:
    """With these dice Koniev, or the German side, is asked first."""
    return house.call("/tables", {"game": code, "seed": 7, **wish})


def shown(page: Any) -> str:
    return str(page.locator("#prompt .result").text_content())


def test_by_keys_alone_and_everybody_is_told(house: Any, open_page: Any) -> None:
    made = table(house)
    koniev, zhukov = open_page(house.link(made, "koniev")), open_page(house.link(made, "zhukov"))
    watcher = open_page(f"{house.url}/t/{made['id']}")
    for page in (koniev, zhukov, watcher):
        ready(page)
    assert koniev.locator("#resign").text_content() == "Resign the game…"
    assert not zhukov.locator("#resign").is_visible()
    assert not watcher.locator("#resign").is_visible()

    tab_to(koniev, "#resign")
    koniev.keyboard.press("Enter")
    sheet = koniev.locator(SHEET)
    assert sheet.get_by_role("heading").text_content() == "Koniev, do you want to resign the game?"
    assert "victory for Zhukov; it can't be taken back" in str(sheet.text_content())
    # What does nothing has the focus, and Escape does nothing either.
    assert koniev.evaluate("document.activeElement.textContent") == "Play on"
    koniev.keyboard.press("Escape")
    sheet.wait_for(state="detached")
    assert has_focus(koniev, "#resign")
    assert seq(koniev) == 0

    koniev.keyboard.press("Enter")
    koniev.keyboard.press("Tab")
    assert has_focus(koniev, COMMIT)
    after(koniev, lambda: koniev.keyboard.press("Enter"))
    koniev.wait_for_function("document.activeElement.matches('#prompt h2')")
    assert used(koniev) == {"keys"}
    for page in (koniev, zhukov, watcher):
        page.wait_for_selector("#prompt .result")
        assert shown(page) == RESULT
        assert not page.locator("#resign").is_visible()
        assert page.locator("#undo").is_disabled()
        page.get_by_role("tab", name="Log").click()
        assert "Koniev resigned: victory for Zhukov" in str(page.locator("#panel-log").text_content())


def test_the_dice_of_a_game_given_up_are_verified_like_any(house: Any, open_page: Any) -> None:
    made = table(house)
    page = open_page(house.link(made, "koniev"))
    ready(page)
    page.click("#resign")
    after(page, lambda: page.click(COMMIT))
    page.get_by_role("button", name="Verify every roll").click()
    page.wait_for_selector("#panel-dice .verdict .good")
    key = house.call(f"/tables/{made['id']}")["key"]
    assert key in str(page.locator("#panel-dice").text_content())


def test_who_plays_on_has_done_nothing(house: Any, open_page: Any) -> None:
    made = table(house)
    page = open_page(house.link(made, "koniev"))
    ready(page)
    page.click("#resign")
    page.get_by_role("button", name="Play on").click()
    page.locator(SHEET).wait_for(state="detached")
    assert house.call(f"/tables/{made['id']}")["seq"] == 0


def test_the_question_whether_one_is_sure_goes_when_the_table_moves_on(house: Any, open_page: Any) -> None:
    made = table(house)
    page = open_page(house.link(made, "koniev"))
    ready(page)
    page.click("#resign")
    page.wait_for_selector(SHEET)
    act = {"seq": 0, "action": "enter 31 Priebus"}
    house.call(f"/tables/{made['id']}/actions", act, made["seats"]["koniev"])
    page.locator(SHEET).wait_for(state="detached")
    page.wait_for_selector("#resign", state="hidden")


def test_a_campaign_is_conceded_on_a_telephone(house: Any, open_page: Any) -> None:
    made = table(house, "orsha")
    page = open_page(house.link(made, "german"), 390, 844, has_touch=True, is_mobile=True)
    page.wait_for_selector("#prompt h2")
    opener = page.locator("#resign")
    assert opener.text_content() == "Concede the game…"
    opener.scroll_into_view_if_needed()
    assert opener.bounding_box()["height"] >= 44
    opener.tap()
    sheet = page.locator(SHEET)
    assert sheet.get_by_role("heading").text_content() == "German, do you want to concede the game?"
    assert "OTO 6.cg_end" in str(sheet.text_content())
    box = sheet.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    sheet.get_by_role("button", name="Concede the game").tap()
    page.wait_for_selector("#prompt .result")
    assert shown(page) == "The Germans conceded: victory for the Russians."
