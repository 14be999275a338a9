"""How large and how deep a text may be that somebody hands in: looked at before anything of it is parsed.

The reader of TOML takes time with the square of the dots in a name, calls itself for every bracket, and
Python refuses to turn very long rows of digits into a number. This looks once from the beginning to the end,
at a fixed cost a sign, and every text that it lets through is read in time with its length.
"""

import re

import msgspec

from berlin.kernel.contract.game import BadText


class Bounds(msgspec.Struct, frozen=True):
    """The most that a text may have: signs, lines, and signs on a line."""

    signs: int
    lines: int
    line: int


# The longest situation of a campaign has 60,000 signs on 700 lines.
TOML = Bounds(signs=128 * 1024, lines=5_000, line=16 * 1024)
# A battle that is settled at once rolls up to two thousand dice in one line of a record.
RECORD = Bounds(signs=256 * 1024, lines=10_000, line=16 * 1024)
DEPTH = 8
DOTS = 8
DIGITS = 20
WORD = 100
# Texts and remarks are passed over as the reader of TOML does; one that has no end goes on to the line's or
# the file's, where that reader gives up too. What is left are signs of structure and bare words.
_TOKEN = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5}|\Z)'
    r"|'''(?:[^']|'(?!''))*+(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]|\\[^\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+"
    r"|[\[\]{}.=,\n]"
    r"|[^\s\[\]{}.=,\"'#]++",
    re.DOTALL,
)
_OPENS, _CLOSES = frozenset("[{"), frozenset("]}")
# What stands between two names; between two of these is one name with its dots, or one value.
_ENDS = frozenset("=,\n[{")


def check_size(text: str, bounds: Bounds) -> None:
    """Raises BadText if there is too much of it."""
    if len(text) > bounds.signs:
        raise BadText(f"too long: {len(text)} signs, and {bounds.signs} are the most")
    rows = text.split("\n")
    if len(rows) > bounds.lines:
        raise BadText(f"too long: {len(rows)} lines, and {bounds.lines} are the most")
    for number, row in enumerate(rows, start=1):
        if len(row) > bounds.line:
            raise BadText(f"the line is longer than {bounds.line} signs", line=number)


def check_toml(text: str) -> None:
    """Raises BadText for what would take long to be read, or can't be."""
    check_size(text, TOML)
    depth = dots = 0
    for match in _TOKEN.finditer(text):
        token = match[0]
        dots = 0 if token in _ENDS else dots + (token == ".")
        if token in _OPENS:
            depth += 1
        elif token in _CLOSES:
            depth = max(depth - 1, 0)
        fault = _fault(token, depth, dots)
        if fault:
            raise BadText(fault, line=text.count("\n", 0, match.start()) + 1)


def _fault(token: str, depth: int, dots: int) -> str:
    if depth > DEPTH:
        return f"more than {DEPTH} brackets within each other"
    if dots > DOTS:
        return f"a name has more than {DOTS} dots"
    if token[0] in "\"'#" or len(token) <= DIGITS:
        return ""
    if sum(map(str.isdigit, token)) > DIGITS:
        return f"a number has more than {DIGITS} digits"
    if len(token) > WORD:
        return f"a word is longer than {WORD} signs"
    return ""
