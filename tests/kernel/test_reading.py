"""A situation being read: what every game refuses, each with its line; and how the game begins from it."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from berlin.kernel.contract.events import Event
from berlin.kernel.contract.game import BadText
from berlin.kernel.contract.ids import Seat
from berlin.kernel.play.draft import Draft, names
from berlin.kernel.play.question import AnyQuestion, Question, QuestionTexts
from berlin.kernel.play.sequence import OUT_OF_TIME, Course, Stage
from berlin.kernel.records.situation_reader import Reader

KEY = bytes(32)


class Ask(Question[Any, Any, Any], frozen=True):
    left: int = 1

    def still_asks(self, d: Any) -> bool:
        return self.left > 0


class State(msgspec.Struct, frozen=True):
    score: int = 0
    key: bytes = KEY
    rolls: int = 0
    given: tuple[int, ...] = ()
    turn: int = 1
    stage: int = 0
    over: int = 0
    frames: tuple[AnyQuestion, ...] = ()


class Work(Draft[State]):
    __slots__ = names(State)

    def __init__(self, state: State, log: list[Event] | None = None) -> None:
        super().__init__(state, log)
        self.score = state.score

    def freeze(self) -> State:
        return State(
            self.score,
            self.key,
            self.rolls,
            self.given,
            self.turn,
            self.stage,
            self.over,
            tuple(self.frames),
        )


def roll(d: Work) -> None:
    d.score += d.die("score", "a die", "TOY 4")


def ask(d: Work) -> None:
    d.frames.append(Ask(Seat(0)))


def end(d: Work) -> None:
    d.turn += 1
    d.over = int(d.turn > 2)


COURSE = Course(
    (
        Stage("A", "Roll", "TOY 4", roll),
        Stage("B", "Ask", "TOY 1", ask),
        Stage("C", "Rest", "TOY 5"),
        Stage("D", "End", "TOY 6", None, end),
    ),
)
QUESTIONS = QuestionTexts([Ask], ("red", "blue"), {})


def reader(text: str) -> Reader[Work]:
    return Reader(text, Work(State(), []))


def opened(text: str, faults: Callable[[State], list[str]] = lambda state: []) -> Any:
    read = reader(text)
    read.known_names(("score",), {"units": None, "points": ("red",)})
    read.clock("toy", COURSE.names, "A", 5, "TOY 6", "TOY 1")
    read.draft.score = read.number("", "score", 0, 0)
    read.open(QUESTIONS)
    return read.begun(COURSE, faults, "TOY 7", {"Lebus town": "Lebus", "u1": "u1"})


def test_a_situation_runs_on_to_its_first_question() -> None:
    step = opened('turn = 2\nstage = "A"\nrolls = 4\ndice = [5, 2]\n')
    assert (step.state.score, step.state.stage, step.state.frames) == (5, 1, (Ask(Seat(0)),))
    assert (step.dice, step.sides, step.state.given, step.state.rolls) == ((5,), (6,), (2,), 5)
    assert [event.text for event in step.events] == ["turn 2, Roll", "a die: 5", "turn 2, Ask"]
    assert step.events[1].data == ("score", 5)


def test_an_open_question_waits_and_nothing_begins() -> None:
    step = opened('stage = "B"\nopen = ["Ask blue left=2"]\n')
    assert (step.state.frames, step.events, step.dice) == ((Ask(Seat(1), 2),), (), ())


def test_a_game_goes_through_its_stages_until_it_is_over() -> None:
    d = Work(State(stage=2))
    COURSE.run(d)
    assert (d.turn, d.stage, d.score > 0, d.frames) == (2, 1, True, [Ask(Seat(0))])
    d.frames.clear()
    COURSE.run(d)
    assert (d.turn, d.stage, d.over) == (3, 3, 1)


def test_a_stage_may_begin_with_a_question_and_a_course_may_count_its_turns() -> None:
    course: Course[Work] = Course(
        (Stage("A", "Ask", "TOY 1", asks=Ask(Seat(1))), Stage("B", "Rest", "TOY 5")), turns=2
    )
    assert course.questions == (Ask,)
    d = Work(State())
    course.enter(d, 0)
    assert d.frames == [Ask(Seat(1))]
    for turn, over in ((2, 0), (2, OUT_OF_TIME)):
        d.frames.clear()
        course.run(d)
        assert (d.turn, d.over, d.frames) == (turn, over, [] if over else [Ask(Seat(1))])


def test_every_stage_is_entered_and_left_by_what_holds_for_all() -> None:
    seen: list[str] = []
    course = Course(
        COURSE.stages,
        entering=lambda d: seen.append(f"in {d.stage}"),
        leaving=lambda d: seen.append(f"out {d.stage}"),
    )
    course.run(Work(State(stage=2)))
    assert seen == ["out 2", "in 3", "out 3", "in 0", "out 0", "in 1"]


def test_without_a_log_nothing_is_said() -> None:
    d, told = Work(State()), Work(State(), [])
    for one in (d, told):
        one.die("score", "a die", about="x")
        one.say("note", "hello", "TOY 1", data=(1,))
        one.whisper("note", Seat(1), "secret", "veil", "TOY 1")
    assert d.log is None
    assert told.log is not None
    assert [event.seen_by(Seat(0)) for event in told.log][1:] == [
        Event("note", "hello", ("TOY 1",), (1,)),
        Event("note", "veil", ("TOY 1",)),
    ]
    assert d.step().events == ()
    assert (d.dice, d.sides) == (told.dice, told.sides)


@pytest.mark.parametrize(
    "text, line, reason",
    [
        ('turn = 1\ngame = "chess"\n', 2, "this situation is of another game"),
        ("turn = 9\n", 1, "turn is a number from 1 to 5, not 9 [TOY 6]"),
        ("turn = true\n", 1, "turn must be a whole number"),
        ('stage = "Z"\n', 1, "'Z' is no stage (one of: A, B, C, D) [TOY 1]"),
        ("score = -1\n", 1, "score is a number from 0, not -1"),
        ("rolls = 1_000_001\n", 1, "rolls is a number from 0 to 1000000, not 1000001"),
        ('\ndice = [3, "x"]\n', 2, "dice must be a list of whole numbers"),
        ("dice = [0]\n", 1, "dice are whole numbers from 1"),
        ("dice = [7]\n", 1, "a die of 7 was laid down for a roll of 1 to 6"),
        ('open = ["Nothing red"]\n', 1, "'Nothing red' is no open question of this game"),
        ("open = [1]\n", 1, "open must be a list of texts"),
        ("fish = 1\n", 1, "'fish' has no place in a situation"),
        ("[fish]\n", 1, "'fish' has no place in a situation"),
        ("[points]\nred = 1\nblue = 2\n", 3, "'blue' has no place in [points]"),
        ("units = 1\n", 1, "'units' has no place in a situation"),
    ],
)
def test_what_is_wrong_is_said_in_a_line_with_its_place(text: str, line: int, reason: str) -> None:
    with pytest.raises(BadText) as bad:
        opened(text)
    assert (str(bad.value), bad.value.line) == (reason, line)


@pytest.mark.parametrize(
    "fault, line, rule",
    [
        ("Lebus town is overfull [TOY 2]", 3, "TOY 2"),
        ("u1 is nowhere [TOY 3]", 3, "TOY 3"),
        ("u12 is nowhere [TOY 3]", 0, "TOY 3"),
        ("something is lost", 0, ""),
    ],
)
def test_a_position_that_can_not_stand_names_line_and_rule(fault: str, line: int, rule: str) -> None:
    with pytest.raises(BadText) as bad:
        opened('turn = 1\n[units]\nLebus = ["u1"]\n', lambda state: [fault])
    assert (bad.value.line, bad.value.rule, bad.value.reason) == (line, rule, fault.partition(" [")[0])


def test_that_nothing_is_asked_yet_is_no_fault() -> None:
    unasked = ["a running game asks something [TOY 7]"]
    assert opened("turn = 1\n", lambda state: unasked).state.frames == (Ask(Seat(0)),)
    with pytest.raises(BadText, match="TOY 7"):
        opened('open = ["Ask red left=1"]\n', lambda state: unasked)


def test_names_and_units_are_found_or_refused() -> None:
    read = reader('[units]\nLebus = ["u1", "u1"]\nSeelow = ["u9"]\n')
    assert read.found({"u1": 1}.__getitem__, "u1", "units", "a unit", "TOY 2") == 1
    with pytest.raises(BadText, match=r"'u9' is not a unit \[TOY 2\]") as bad:
        read.found({"u1": 1}.__getitem__, "u9", "units", "a unit", "TOY 2")
    assert bad.value.line == 3
    assert read.once(1, "u1", "u1", "units", "TOY 2") == 1
    with pytest.raises(BadText, match="u1 stands twice in the situation"):
        read.once(1, "u1", "u1", "units", "TOY 2")
    with pytest.raises(BadText, match="Lebus must be a list of 3 whole numbers"):
        reader("[units]\nLebus = [1, 2]\n").numbers("units", "Lebus", length=3)
