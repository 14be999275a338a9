"""What one click asks of the server: an order that is answered with what is seen next, and one question."""

from typing import Any

from tests.e2e.hands import after, calm, click, click_place, click_unit, give_listed, options, ready, seq
from tests.e2e.test_table import STANDS, page_agrees, to_activation

# Longer than a page waits before it asks for what it draws, and than a bell takes that is rung for others.
QUIET = 700


class Calls:
    """The page's calls of the server since they were last counted."""

    def __init__(self, page: Any) -> None:
        self.page, self.made = page, list[str]()
        page.on("request", self.note)
        page.on("websocket", lambda socket: self.made.append("LIVE"))

    def note(self, request: Any) -> None:
        if "/api/" in request.url:
            self.made.append(f"{request.method} {request.url.partition('/api/')[2].partition('?')[0]}")

    def count(self, table: dict[str, Any]) -> list[str]:
        """What was called once the page has come to rest, of this table without its name."""
        self.page.wait_for_timeout(QUIET)
        self.page.wait_for_load_state("networkidle")
        made, self.made = self.made, []
        return [one.replace(f"tables/{table['id']}", "").replace(" /", " ") for one in made]


def check(calls: list[str]) -> None:
    """One order, nothing fetched, at most one question."""
    assert calls.count("POST actions") == 1, calls
    assert calls.count("POST why") <= 1, calls
    assert not [one for one in calls if one not in ("POST actions", "POST why")], calls


def seated(house: Any, open_page: Any, *seats: str) -> tuple[Any, dict[str, Any], Calls]:
    made = house.table(seed=7)
    house.play(made, to_activation)
    page = open_page("about:blank")
    calls = Calls(page)
    page.goto(house.link(made, *seats))
    ready(page)
    calm(page)
    return page, made, calls


def test_a_page_with_one_seat_reads_its_table_once_and_one_with_two_looks_with_all_keys(
    house: Any, open_page: Any
) -> None:
    _, made, calls = seated(house, open_page, next(iter(house.call("/games")[0]["seats"])))
    first = calls.count(made)
    assert (first.count("GET "), first.count("LIVE")) == (1, 1), first
    _, made, calls = seated(house, open_page)
    first = calls.count(made)
    assert (first.count("GET "), first.count("LIVE")) == (3, 1), first


def test_an_answer_of_the_list_costs_one_order_and_at_most_one_question(house: Any, open_page: Any) -> None:
    page, made, calls = seated(house, open_page)
    calls.count(made)
    for _ in range(3):
        before = seq(page)
        give_listed(page, next(text for text in options(page) if text.startswith("activate")))
        assert seq(page) == before + 1
        check(calls.count(made))
    # The page shows what the table itself shows.
    sight = house.call(f"/tables/{made['id']}", token=",".join(made["seats"].values()))
    assert options(page)
    assert set(options(page)) == {one["text"] for one in sight["scene"]["choices"]}
    assert seq(page) == sight["seq"]


def test_what_changed_is_put_into_what_was_there(house: Any, open_page: Any) -> None:
    """By the answers to orders and by what is fetched after others' acts; in the end a fresh page shows the
    same."""
    page, made, _ = seated(house, open_page)
    sent: list[set[str]] = []
    page.on("response", lambda one: sent.append(set(one.json())) if one.url.endswith("/actions") else None)
    for n in range(12):
        give_listed(page, options(page)[n % len(options(page))])
        page_agrees(house, made, page)
    page.wait_for_timeout(QUIET)
    assert sum("patch" in told for told in sent) > 8
    fresh = open_page(house.link(made))
    ready(fresh)
    assert page.evaluate(STANDS) == fresh.evaluate(STANDS)
    assert options(page) == options(fresh)


def test_a_unit_that_is_chosen_on_the_board_is_priced_by_one_question(house: Any, open_page: Any) -> None:
    page, made, calls = seated(house, open_page)
    give_listed(page, next(text for text in options(page) if text.endswith(" move")))
    give_listed(page, next(text for text in options(page) if text.startswith(("begin", "done"))))
    calls.count(made)
    unit = page.locator(".counter.able").first.get_attribute("data-unit")
    click_unit(page, unit)
    page.wait_for_selector(".place.lit")
    chosen = calls.count(made)
    assert chosen in ([], ["POST why"]), chosen
    click_place(page, page.locator(".place.lit").first.get_attribute("data-spot"))
    made_then = calls.count(made)
    if page.locator("dialog[open] [data-commit]").count():
        click(page, "dialog[open] [data-commit]")
        made_then += calls.count(made)
    check(made_then)


def test_the_hand_over_to_another_seat_of_one_s_own_costs_no_more(house: Any, open_page: Any) -> None:
    page, made, calls = seated(house, open_page)
    calls.count(made)
    asked = page.inner_text("#prompt h2")
    for _ in range(6):
        give_listed(page, "done" if "done" in options(page) else options(page)[0])
        check(calls.count(made))
        if page.inner_text("#prompt h2") != asked:
            return
    raise AssertionError("nothing was handed over")


def test_what_the_other_side_does_is_fetched_once(house: Any, open_page: Any) -> None:
    _, made, _ = seated(house, open_page)
    names = list(made["seats"])
    pages = []
    for name in names:
        page = open_page("about:blank")
        calls = Calls(page)
        page.goto(house.link(made, name))
        ready(page)
        pages.append((page, calls))
    for _, calls in pages:
        calls.count(made)
    (page, acting), (_, other) = sorted(pages, key=lambda pair: not pair[0].locator("#prompt.mine").count())
    give_listed(page, options(page)[0])
    check(acting.count(made))
    told = other.count(made)
    assert told.count("GET ") == 1, told


def test_whether_something_can_be_taken_back_is_asked_when_somebody_wants_to_know(
    house: Any, open_page: Any
) -> None:
    page, made, calls = seated(house, open_page)
    give_listed(page, options(page)[0])
    calls.count(made)
    page.hover("#undo")
    assert calls.count(made) == ["GET undo"]
    page.hover("#fit")
    page.hover("#undo")
    assert calls.count(made) == []
    after(page, lambda: page.click("#undo"))
    calls_made = calls.count(made)
    assert calls_made.count("POST undo") == 1
    assert not [one for one in calls_made if one not in ("POST undo", "POST why", "GET undo")], calls_made
