"""The lab's report in a browser: whole in itself, without an error, by day, by night and on a phone."""

from pathlib import Path
from typing import Any

import pytest

from berlin.kernel.contract.game import load
from berlin.lab.executor import Alone
from berlin.lab.report import page
from berlin.lab.results import Results, read
from berlin.lab.series import Varied, balance, match, run, setting, settings


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A balance, a sweep and a match of a few games each, on one page."""
    folder = tmp_path_factory.mktemp("results")
    places = [setting("race"), *settings("race", [Varied.parse("zones.Neukolln.vp=1,5")])]
    series = [balance(where, "random", 2) for where in places]
    series.append(match(places[0], "random", "search:1", 2))
    with Results(folder, places) as results:
        run(series, results, Alone())
    path = folder / "report.html"
    path.write_text(page(load("race"), folder, read(folder)), encoding="utf-8")
    return path


@pytest.mark.parametrize("width, scheme", [(1200, "light"), (390, "dark")])
def test_the_page_opens_without_an_error_and_fits(
    browser: Any, report: Path, width: int, scheme: str
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme, offline=True)
    opened = context.new_page()
    wrong, asked = list[str](), list[str]()
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    opened.on("request", lambda request: asked.append(request.url))
    opened.goto(report.as_uri())
    for summary in opened.query_selector_all("details:not([open]) > summary"):
        summary.click()
    assert opened.evaluate("document.documentElement.scrollWidth") == width
    assert opened.locator("svg.plot").count() >= 12
    for title in ("Who plays best", "What if?", "Where the front stood", "How it was found"):
        assert opened.locator("h2", has_text=title).count() >= 1
    assert wrong == []
    assert [url for url in asked if url.startswith("http")] == []
    context.close()


def test_the_front_moves_with_the_turn_and_the_force(browser: Any, report: Path) -> None:
    opened = browser.new_page()
    opened.goto(report.as_uri())

    def heat() -> list[str]:
        found: list[str] = opened.eval_on_selector_all(
            "#front .heat",
            "all => all.map(each => each.style.fill + each.style.fillOpacity + each.textContent)",
        )
        return found

    first = heat()
    assert len(first) == len(load("race").board().spots)
    assert any("%" in each and not each.startswith("rgb(0, 0, 0)0") for each in first)
    opened.locator("#front-turn").fill(opened.locator("#front-turn").get_attribute("max"))
    last = heat()
    assert last != first
    opened.locator("#front-force").select_option(index=1)
    assert heat() != last
    assert "end of turn" in opened.locator("#front-shown").text_content()
    opened.close()
