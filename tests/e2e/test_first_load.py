"""How much a browser asks for that opens a page for the first time."""

from typing import Any

MOST = 25


def requests(page: Any, url: str) -> list[str]:
    """What is asked for until nothing more is on its way."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(url)
    page.wait_for_load_state("networkidle")
    return [one for one in asked if not one.startswith(("data:", "blob:"))]


def check(asked: list[str], name: str) -> None:
    assert len(asked) <= MOST, asked
    for kind in ("js", "css"):
        ours = [one.partition("/bundles/")[2] for one in asked if one.endswith(f".{kind}")]
        assert ours == [f"{name}.{kind}"]


def test_the_first_page_is_there_after_a_few_requests(house: Any, open_page: Any) -> None:
    page = open_page("about:blank")
    check(requests(page, house.url), "home")
    assert page.locator("[data-game]").count() == len(house.call("/games"))


def table(house: Any, game: dict[str, Any]) -> str:
    """The link to a new table with every seat of it in one browser."""
    wish = {"game": game["code"], "scenario": game["scenarios"][0]["key"], "seed": 7}
    made = house.call("/tables", {**wish, "seats": dict.fromkeys(game["seats"], "human")})
    link: str = house.link(made)
    return link


def test_a_table_of_each_game_is_there_after_a_few_requests(house: Any, open_page: Any) -> None:
    for game in house.call("/games"):
        page = open_page("about:blank")
        check(requests(page, table(house, game)), "table")
        page.wait_for_selector("#prompt.mine")


def test_an_answer_is_priced_when_it_comes_into_sight(house: Any, open_page: Any) -> None:
    """A list of many answers asks for what can be read of it, not for all."""
    game = next(game for game in house.call("/games") if game["code"] == "orsha")
    page = open_page(table(house, game))
    answers = page.locator("[data-answer^=buy]")
    answers.first.locator(".price").wait_for()
    page.wait_for_load_state("networkidle")
    assert answers.count() > MOST
    hidden = answers.nth(15)
    assert not hidden.locator(".price").count()
    answers.last.scroll_into_view_if_needed()
    hidden.scroll_into_view_if_needed()
    hidden.locator(".price").wait_for()
