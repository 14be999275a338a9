"""Situations: TOML with one spelling, and errors that name their line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from berlin.kernel.contract.game import BadText
from berlin.kernel.records.situation import line_of, read_toml, write_toml

TEXT = """\
game = "race"
turn = 3 # "8GA/1" is not here
[units]
Bridgehead = ["1GTA/1", "8GA/1"]
Goritz = [
  "8GA/2",
  "8GA/1",
]
[marks]
oos = ["8GA/2"]
[progress]
Goritz = 12
"""


@pytest.mark.parametrize(
    "text, line",
    [
        ("turn = 3\nstage = \n", 2),
        ("turn = 3\nturn = 4\n", 2),
        ('a = 1\nb = "open\nc = 2\n', 2),
        ("[units]\nx = [1,\n2\n", 3),
        ("[units]\nx = 1\n[units]\n", 3),
        ("what is this", 1),
    ],
)
def test_a_text_that_is_not_toml_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(BadText, match=r"^not TOML: ") as caught:
        read_toml(text)
    assert caught.value.line == line
    assert "at line" not in str(caught.value)


@pytest.mark.parametrize(
    "needle, table, nth, line",
    [
        ("turn", "", 1, 2),
        ("8GA/1", "", 1, 4),
        ("8GA/1", "units", 2, 7),
        ("8GA/1", "", -1, 7),
        ("8GA/2", "", 1, 6),
        ("8GA/2", "marks", 1, 10),
        ("Goritz", "", 1, 5),
        ("Goritz", "progress", 1, 12),
        ("12", "", 1, 12),
        ("GA/1", "", 1, 0),
        ("Zossen", "", 1, 0),
    ],
)
def test_the_line_of_a_key_or_value_is_found(needle: str, table: str, nth: int, line: int) -> None:
    assert line_of(TEXT, needle, table, nth) == line


def test_the_canonical_spelling_is_plain_keys_then_tables_in_the_order_given() -> None:
    tables = {
        "game": "race",
        "units": {"Lebus": ["606", "5Jager-"], "Königs Wusterhausen": ()},
        "turn": 3,
        "flags": {"halted": False, "passed": [True, False], "best": {"red": 1}},
    }
    assert write_toml(tables) == (
        'game = "race"\nturn = 3\n\n[units]\nLebus = ["606", "5Jager-"]\n"Königs Wusterhausen" = []\n'
        "\n[flags]\nhalted = false\npassed = [true, false]\nbest = { red = 1 }\n"
    )


def test_a_value_that_a_situation_can_not_hold_is_a_bug() -> None:
    with pytest.raises(TypeError, match=r"not 1\.5"):
        write_toml({"x": 1.5})


SCALARS = st.one_of(
    st.booleans(),
    st.integers(min_value=-(2**60), max_value=2**60),
    st.text(st.characters(exclude_categories=["Cs"])),
)
VALUES = st.one_of(SCALARS, st.lists(st.one_of(SCALARS, st.lists(SCALARS, max_size=2)), max_size=3))
KEYS = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
TABLES = st.dictionaries(KEYS, st.one_of(VALUES, st.dictionaries(KEYS, VALUES, max_size=3)), max_size=4)


@given(TABLES)
def test_canonical_text_round_trips_to_the_byte(tables: dict[str, object]) -> None:
    text = write_toml(tables)
    assert read_toml(text) == tables
    assert write_toml(read_toml(text)) == text
