"""A paper is opened out of the table's page, with its own stylesheet, by what the seat's link allows."""

from collections.abc import Callable
from typing import Any

from tests.e2e.conftest import House

OPEN = """async ([path, token]) => {
  const answer = await fetch(path, { headers: { "X-Seat": token } });
  const page = new Blob([await answer.text()], { type: "text/html" });
  window.open(URL.createObjectURL(page));
}"""


def test_a_page_for_printing_opens_with_its_stylesheet(house: House, open_page: Callable[..., Any]) -> None:
    made = house.call("/tables", {"game": "orsha", "seats": {"german": "human", "russian": "human"}})
    page = open_page(house.link(made, "german"))
    complaints: list[str] = []
    for key, shown in (("roster", "table"), ("perimeters", ".map > svg")):
        path = f"/api/tables/{made['id']}/papers/{key}"
        with page.expect_popup() as opened:
            page.evaluate(OPEN, [path, made["seats"]["german"]])
        paper = opened.value
        paper.on("console", lambda said: complaints.append(said.text))
        paper.wait_for_selector(shown)
        assert (
            paper.evaluate("getComputedStyle(document.querySelector('header')).borderBottomStyle") == "double"
        )
        assert paper.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert complaints == []
