"""Actions as text: a verb and its parts, both ways, and what is said of a text that is none."""

from typing import Any

import pytest

from berlin.kernel.contract.game import BadText
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.words import NUMBER, TEXT, TRUTH, Word, among, many, maybe
from berlin.kernel.play.acts import Act, Verbs
from berlin.kernel.play.question import Question, QuestionTexts

PLACES = ("Lebus", "Seelow", "Goritz")
PLACE = among("a place", PLACES)
UNIT = Word(
    "a unit", lambda unit: f"u{unit}", lambda text: int(text.removeprefix("u")), range(9).__contains__
)


class Go(Act, frozen=True, gc=False):
    unit: int
    place: int
    via: tuple[int, ...] = ()


class Use(Act, frozen=True, gc=False):
    card: int
    way: int = 0


class Rest(Act, frozen=True, gc=False):
    pass


ACTS: Verbs[Any] = Verbs(
    {"go": Go, "use": Use, "rest": Rest},
    {"unit": UNIT, "place": PLACE, "via": PLACE, "card": NUMBER, "way": among("a way", ("", "slow", "fast"))},
    place="place",
)


@pytest.mark.parametrize(
    "action, text",
    [
        (Go(3, 0), "go u3 Lebus"),
        (Go(3, 0, (1, 2)), "go u3 Lebus via Seelow,Goritz"),
        (Use(7), "use 7"),
        (Use(7, 2), "use 7 fast"),
        (Rest(), "rest"),
    ],
)
def test_an_action_comes_back_from_its_text(action: Act, text: str) -> None:
    assert ACTS.write(action) == text
    assert ACTS.read(text) == action
    assert ACTS.read(text.upper().replace("U3", "u3")) == action


def test_the_order_of_the_places_on_the_way_does_not_matter() -> None:
    assert ACTS.read("go u3 Lebus via Goritz,Seelow,Goritz") == Go(3, 0, (1, 2))


@pytest.mark.parametrize(
    "text, reason",
    [
        ("", "an empty line is no action"),
        ("fly u3", "'fly' is no verb of this game (one of: go, use, rest)"),
        ("go u3", "'go u3': say `go UNIT PLACE [via PLACE,...]`"),
        ("go u3 Lebus Seelow", "'go u3 Lebus Seelow': say `go UNIT PLACE [via PLACE,...]`"),
        ("use", "'use': say `use CARD [WAY]`"),
        ("rest now", "'rest now': say `rest`"),
        ("use 7 via Lebus", "'use 7 via Lebus': say `use CARD [WAY]`"),
        ("go u3 Atlantis", "'Atlantis' is not a place of this game"),
        ("go u3 Lebus via Atlantis", "'Atlantis' is not a place of this game"),
        ("go x Lebus", "'x' is not a unit of this game"),
    ],
)
def test_a_text_that_is_no_action_is_refused_in_a_line(text: str, reason: str) -> None:
    with pytest.raises(BadText) as bad:
        ACTS.read(text)
    assert str(bad.value) == reason


@pytest.mark.parametrize(
    "action, well",
    [
        (Go(3, 0), True),
        (Go(9, 0), False),
        (Go(3, 3), False),
        (Go(3, 0, (1, 2)), True),
        (Go(3, 0, (2, 1)), False),
        (Go(3, 0, (1, 1)), False),
        (Go(3, 0, (1, 5)), False),
        (Use(7, 3), False),
        (Rest(), True),
    ],
)
def test_an_action_is_well_formed_if_its_parts_exist(action: Act, well: bool) -> None:
    assert ACTS.well_formed(action) is well


def test_a_choice_says_which_unit_and_place_it_is_about() -> None:
    go = ACTS.choice("go u3 Lebus via Seelow", ACTS.read("go u3 Lebus via Seelow"), {"rest": "sit down"})
    assert (go.verb, go.unit, go.place, go.label) == ("go", "u3", "Lebus", "")
    rest = ACTS.choice("rest", ACTS.read("rest"), {"rest": "sit down"})
    assert (rest.text, rest.unit, rest.place, rest.label) == ("rest", "", "", "sit down")


def test_one_of_a_list_has_a_code_for_records_and_a_name_for_people() -> None:
    word = among("a town", ("ham", "ber"), ("Hamburg", "Berlin"))
    assert (word.write(1), word.read("BER"), word.called(1)) == ("ber", 1, "Berlin")
    assert among("a town", ("ham", "ber")).called(1) == "ber"


class Carry(Act, frozen=True, gc=False):
    unit: int
    place: int = 0
    verb, says = "carry", "Carry {unit}[ to {place}]"


def test_who_knows_more_of_the_table_says_what_parts_are_called() -> None:
    acts: Verbs[Any] = Verbs([Carry], {"unit": UNIT, "place": PLACE}, place="place")
    assert acts.say(Carry(3, 1)) == "Carry u3 to Seelow"
    assert acts.say(Carry(3, 1), {"unit": lambda unit: f"unit {unit}"}) == "Carry unit 3 to Seelow"
    assert acts.say(Carry(3), {"unit": lambda unit: f"unit {unit}"}) == "Carry unit 3"
    choice = acts.choice("carry u3", Carry(3), names={"unit": lambda unit: f"unit {unit}"})
    assert (choice.unit, choice.said) == ("u3", "Carry unit 3")


class Tell(Act, frozen=True, gc=False):
    place: int
    verb, says = "tell", "{place} it is"


def test_an_act_is_said_with_a_capital_at_its_head() -> None:
    place = among("a place", PLACES, ("the heights", "Seelow", "Goritz"))
    assert Verbs([Tell], {"place": place}, place="place").say(Tell(0)) == "The heights it is"


class Ask(Question[Any, Any, Any], frozen=True):
    place: int
    units: tuple[int, ...] = ()
    card: int = 0
    open: bool = False
    kind: str = ""
    left: int = 0


QUESTIONS = QuestionTexts(
    [Ask],
    ("red", "blue"),
    {"place": PLACE, "units": many(UNIT), "card": maybe(NUMBER, 0), "open": TRUTH, "kind": TEXT},
)


@pytest.mark.parametrize(
    "frame, line",
    [
        (Ask(Seat(1), 0), "Ask blue place=Lebus units= card=none open=no kind= left=0"),
        (
            Ask(Seat(0), 2, (1, 2), 7, True, "x", 4),
            "Ask red place=Goritz units=u1,u2 card=7 open=yes kind=x left=4",
        ),
    ],
)
def test_a_question_comes_back_from_its_line(frame: Ask, line: str) -> None:
    assert QUESTIONS.write(frame) == line
    assert QUESTIONS.read(line) == frame


@pytest.mark.parametrize(
    "line",
    ["Ask", "Ask green place=Lebus", "Tell red", "Ask red place=Atlantis", "Ask red left=2", "Ask red x=1"],
)
def test_a_line_that_is_no_question_is_refused(line: str) -> None:
    with pytest.raises((KeyError, ValueError, TypeError)):
        QUESTIONS.read(line)
