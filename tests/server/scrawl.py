"""Texts that nobody in his right mind would send: made by a grammar, or out of good ones by mutation."""

from collections.abc import Sequence
from typing import Any

import msgspec
from hypothesis import strategies as st

# What has broken readers before, and what comes close to it.
NASTY = (
    "[", "]", "{", "}", "{a=", "[[", "a.", ".", "=", ",", "#", '"', "'", '"""', "'''", "\\", "\n", "\r\n",
    "\t", "\0", "\x7f", "\ud800", "\u202e", "\ufeff", "é", "٣", "²", "𝟙", "1" * 30, "9" * 5000, "-1", "+0",
    "0x" + "f" * 40, "1e999", "nan", "inf", "-0.0", "1979-05-27", "true", "null", "9223372036854775808",
    "18446744073709551616",
    "a" * 120, " " * 3000, "__class__", "../../etc/passwd", "%00", "%s", "{0}", "$(id)", "' OR 1=1--", "end ",
    " | ", " | 6", "| -", "/", "6/0", "7/999999999", "start", "key ", "study", "situation",
)  # fmt: skip
FEW = st.integers(0, 6)
LONG = st.sampled_from((2, 3, 9, 50, 400, 5000, 20_000))
MOST = 250_000


def repeated(text: str, times: int) -> str:
    """So many times, as far as it fits into a request."""
    return text * min(times, MOST // len(text))


def scrap() -> st.SearchStrategy[str]:
    return st.one_of(st.sampled_from(NASTY), st.text(max_size=8))


@st.composite
def mutated(draw: st.DrawFn, good: Sequence[str]) -> str:
    """A good text after one to five changes."""
    text = draw(st.sampled_from(good))
    for _ in range(draw(st.integers(1, 5))):
        text = _changed(draw, text)[:MOST]
    return text


def _changed(draw: st.DrawFn, text: str) -> str:
    at, length = draw(st.integers(0, len(text))), draw(st.sampled_from((0, 1, 2, 5, 20, 200)))
    part = text[at : at + length]
    match draw(FEW):
        case 0:
            return text[:at] + text[at + length :]
        case 1:
            return text[:at] + part + text[at:]
        case 2:
            return text[:at] + draw(scrap()) + text[at + length :]
        case 3:
            return text[:at] + repeated(draw(st.sampled_from(NASTY)), draw(LONG)) + text[at:]
        case 4:
            rows = text.split("\n")
            here, there = draw(st.integers(0, len(rows) - 1)), draw(st.integers(0, len(rows) - 1))
            rows[here], rows[there] = rows[there], rows[here]
            return "\n".join(rows)
        case 5:
            digits = [n for n, sign in enumerate(text) if sign.isdigit()]
            where = draw(st.sampled_from(digits)) if digits else at
            return (
                text[:where]
                + draw(st.sampled_from(("0", "9", "-1", "99999999999", "1.5")))
                + text[where + 1 :]
            )
        case _:
            rows = text.split("\n")
            here = draw(st.integers(0, len(rows) - 1))
            return "\n".join([*rows[:here], rows[here], *rows[here:]])


def toml(names: Sequence[str], words: Sequence[str]) -> st.SearchStrategy[str]:
    """A document by the grammar of TOML, and a little beside it, with these names and words in it."""
    name = st.one_of(st.sampled_from(names), st.sampled_from(("a", '"a b"', "''", "1", "-")), scrap())
    dotted = st.builds(".".join, st.lists(name, min_size=1, max_size=4)) | st.builds(
        lambda one, times: repeated(f"{one}.", times) + one, name, LONG
    )
    plain = st.one_of(
        st.integers().map(str),
        st.floats().map(str),
        st.booleans().map(lambda value: str(value).lower()),
        st.sampled_from(words).map(lambda word: f'"{word}"'),
        scrap().map(lambda word: f'"{word}"'),
        scrap(),
        st.dates().map(str),
    )
    value = st.recursive(
        plain,
        lambda inner: st.one_of(
            st.lists(inner, max_size=4).map(lambda items: f"[{', '.join(items)}]"),
            st.lists(st.tuples(dotted, inner), max_size=3).map(
                lambda pairs: "{" + ", ".join(f"{key} = {item}" for key, item in pairs) + "}"
            ),
            st.builds(lambda item, times: "[" * times + item, inner, LONG),
        ),
        max_leaves=6,
    )
    row = st.one_of(
        st.tuples(dotted, value).map(" = ".join),
        dotted.map(lambda key: f"[{key}]"),
        dotted.map(lambda key: f"[[{key}]]"),
        scrap().map(lambda text: f"# {text}"),
        st.just(""),
    )
    return st.lists(row, max_size=12).map("\n".join)


def sentence(words: Sequence[str]) -> st.SearchStrategy[str]:
    """A row of words that some of them would expect here."""
    return st.lists(st.one_of(st.sampled_from(words), scrap()), max_size=7).map(" ".join)


def document() -> st.SearchStrategy[Any]:
    """Any JSON."""
    plain = st.none() | st.booleans() | st.integers() | st.floats() | scrap()
    return st.recursive(
        plain,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(scrap(), inner, max_size=4),
        max_leaves=8,
    )


@st.composite
def broken_json(draw: st.DrawFn, good: Sequence[dict[str, Any]]) -> bytes:
    """A body in which a field is of another kind, or which is no JSON any more."""
    body = dict(draw(st.sampled_from(good)))
    for _ in range(draw(st.integers(0, 2))):
        name = draw(st.sampled_from([*body, "other"]))
        body[name] = draw(document())
    text = encoded(body)
    match draw(FEW):
        case 0:
            return text[: draw(st.integers(0, len(text)))]
        case 1:
            at = draw(st.integers(0, len(text)))
            return text[:at] + draw(st.binary(max_size=6)) + text[at:]
        case 2:
            return draw(st.sampled_from((b"[", b'{"a":', b"9", b"\xff", b'"'))) * draw(LONG)
        case _:
            return text


def encoded(body: object) -> bytes:
    """As JSON; half signs and what is no number go the way that other programs send them."""
    import json

    try:
        return msgspec.json.encode(body)
    except (UnicodeEncodeError, ValueError, OverflowError):
        return json.dumps(body).encode()
