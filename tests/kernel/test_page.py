"""A page for the printer is whole by itself, and nothing on it is taken for HTML that isn't."""

import re
from base64 import b64decode
from hashlib import sha256

from berlin.kernel.contract import print_page as page
from berlin.kernel.contract.print_page import Raw


def test_texts_are_escaped_everywhere() -> None:
    bad = "<script>&"
    parts = [
        page.heading(bad),
        page.note(bad),
        page.facts([(bad, bad)]),
        page.listed([bad]),
        page.table((bad, "n"), [(bad, 1), bad], ("t", "n"), (bad, 2)),
    ]
    text = page.page(bad, bad, parts, 1)
    assert "<script" not in text
    assert text.count("&lt;script&gt;&amp;") == 3 + 1 + 1 + 2 + 1 + 4


def test_what_is_html_already_stays_so() -> None:
    assert "<td><b>1</b></td>" in page.table(("a",), [(Raw("<b>1</b>"),)])


def test_a_browser_is_told_of_the_stylesheet_that_the_page_has() -> None:
    text = page.page("Title", "under", [])
    (style,) = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    assert b64decode(page.allowed().strip("'").removeprefix("sha256-")) == sha256(style.encode()).digest()


def test_the_row_of_a_part_is_as_wide_as_the_table() -> None:
    assert '<th colspan="3">Guns</th>' in page.table(("a", "b", "c"), ["Guns"])
