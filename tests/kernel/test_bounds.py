"""What is handed in is looked at before it is parsed: nothing takes long, nothing lawful is refused."""

import time
import tomllib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from berlin.kernel.contract.game import BadText, codes, load
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.records.bounds import DEPTH, DIGITS, DOTS, RECORD, TOML, WORD, check_size, check_toml
from berlin.kernel.records.record import BadRecord, parse
from berlin.kernel.records.situation import line_of, read_toml

MOST_SECONDS = 0.25
HOSTILE: dict[str, tuple[str, str]] = {
    "dots in a name": ("a" + ".a" * 20_000 + " = 1", "longer than"),
    "dots in a short name": ("a" + ".a" * (DOTS + 1) + " = 1", "dots"),
    "dots in the name of a table": ("[" + "a." * DOTS + "a.a]", "dots"),
    "dots with blanks around them": ("a" + " . a" * (DOTS + 1) + " = 1", "dots"),
    "dots between quoted names": ('"a"' + '."a"' * (DOTS + 1) + " = 1", "dots"),
    "dots in a table within a line": ("a = {b" + ".b" * (DOTS + 1) + " = 1}", "dots"),
    "brackets": ("a = " + "[" * 5000, "brackets"),
    "brackets that close": ("a = " + "[" * 20 + "]" * 20, "brackets"),
    "brackets on many lines": ("a = " + "[\n" * 2000, "brackets"),
    "braces": ("a = " + "{a=" * 3000, "brackets"),
    "brackets and braces": ("a = " + "[{a=" * DEPTH, "brackets"),
    "digits": ("a = " + "1" * 5000, "digits"),
    "digits with gaps": ("a = " + "1_" * 5000 + "1", "digits"),
    "digits behind a sign": ("a = -" + "1" * (DIGITS + 1), "digits"),
    "digits of another kind": ("a = 0x" + "f" * 5000, "longer than"),
    "digits of a fraction": ("a = 1." + "1" * 5000, "digits"),
    "a word": ("a" * (WORD + 1) + " = 1", "longer than"),
    "lines": ("\n" * TOML.lines, "lines"),
    "a line": ("#" + "x" * TOML.line, "longer than"),
    "signs": ("#\n" + ("#" + "x" * 1000 + "\n") * 200, "signs"),
    "brackets behind a text": ("a = '''x''' # ''' \nb = " + "[" * 20, "brackets"),
    "brackets behind a text with quotes": ('a = """x""" \nb = "\\"" \nc = ' + "[" * 20, "brackets"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_what_would_take_long_is_refused_at_once(what: str) -> None:
    text, word = HOSTILE[what]
    began = time.process_time()
    with pytest.raises(BadText, match=word):
        read_toml(text)
    assert time.process_time() - began < MOST_SECONDS


def test_the_line_is_named() -> None:
    with pytest.raises(BadText) as caught:
        check_toml("a = 1\nb = '''\n\n'''\nc = " + "[" * 20)
    assert caught.value.line == 5


@pytest.mark.parametrize(
    "text",
    [
        "a" + ".a" * DOTS + " = 1",
        "a = " + "[" * DEPTH + "]" * DEPTH,
        "a = " + "9" * DIGITS,
        "a = '" + "[" * 50 + "." * 50 + "1" * 50 + "'",
        'a = "' + "[" * 50 + '\\"' + "." * 50 + '"',
        'a = """' + "[" * 50 + '"" \n\\""" ' + "." * 50 + '"""""',
        "a = '''" + "[" * 50 + "'' \n" + "." * 50 + "'''''",
        "a = 1 # " + "[" * 50 + "'",
        "a = [1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5]",
        "a = [\n" + "[1],\n" * 50 + "]",
    ],
)
def test_what_is_within_the_bounds_is_read(text: str) -> None:
    assert read_toml(text) == tomllib.loads(text)


@given(st.text(st.sampled_from("[]{}=.,\"'#\\\n 1a"), max_size=60))
def test_no_bracket_hides_from_the_look_that_the_reader_sees(text: str) -> None:
    """Whatever is let through nests no deeper than it may: brackets in texts and remarks don't count."""
    try:
        check_toml(text)
        found = tomllib.loads(text)
    except (BadText, tomllib.TOMLDecodeError):
        return
    assert depth_of(found) <= DEPTH + DOTS + 2


def depth_of(value: object) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(depth_of, inner), default=0)


def test_a_long_text_within_the_bounds_is_read_in_time_with_its_length() -> None:
    rows = [f"a{number}.b.c.d.e.f.g.h = [1, {{x = 1}}]" for number in range(3000)]
    began = time.process_time()
    read_toml("\n".join(rows))
    assert time.process_time() - began < 2 * MOST_SECONDS


BLANK: dict[str, Callable[[], object]] = {
    "a table that doesn't end": lambda: line_of("[" + " " * 15_000 + "\n", "a"),
    "blanks behind blanks": lambda: line_of(" " * 15_000, " "),
    "a long word of which the line is made": lambda: line_of(". " * 8_000, ". " * 4_000),
}


@pytest.mark.parametrize("what", BLANK)
def test_to_find_the_line_of_a_fault_takes_no_long_either(what: str) -> None:
    began = time.process_time()
    BLANK[what]()
    assert time.process_time() - began < MOST_SECONDS


@pytest.mark.parametrize("code", codes())
def test_every_game_s_situations_have_room_to_spare(code: str) -> None:
    game = load(code)
    for scenario in game.scenarios:
        text = game.write_situation(game.start(scenario.key, key_from_seed(1), {}).state)
        check_toml(text)
        assert 2 * len(text) < TOML.signs


def test_a_record_has_its_bounds_too() -> None:
    head = "berlin-record 1\n"
    for text, word in (
        (head + "x" * RECORD.signs, "signs"),
        (head + "\n" * RECORD.lines, "lines"),
        (head + "x" * (RECORD.line + 1) + "\n", "longer than"),
        (f"{head}game race\nrules {'9' * 5000}\n", "can't follow 'rules'"),
        (f"{head}game race\nrules ٣\n", "can't follow 'rules'"),
    ):
        with pytest.raises(BadRecord, match=word):
            parse(text)
    check_size("x" * RECORD.line, RECORD)
