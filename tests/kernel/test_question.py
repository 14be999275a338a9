"""A question, whole: the parts that most have in common, and those put to several seats at once."""

from random import Random
from typing import Any

import msgspec
import pytest

from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.rules import Explanation, Refusal
from berlin.kernel.contract.words import TRUTH, among, many
from berlin.kernel.play.acts import Act
from berlin.kernel.play.question import AnyQuestion, Asked, Question, QuestionTexts, Together, acts_of
from berlin.kernel.play.stored import Stored


class Take(Act, frozen=True):
    unit: int


class Carry(Act, frozen=True):
    unit: int
    zone: int
    far: bool = False


class Stop(Act, frozen=True):
    pass


class Table:
    """A stack of questions, and what was taken."""

    def __init__(self, *frames: AnyQuestion) -> None:
        self.frames = list(frames)
        self.taken: list[Any] = []


class Taking(Question[Any, Any, Any], frozen=True):
    """Which of these units is taken?"""

    units: tuple[int, ...]
    acts = (Take, Carry, Stop)

    def answers(self, p: Any) -> list[Any]:
        return [*map(Take, self.units), *(Carry(unit, 9, True) for unit in self.units)][: len(self.units)]

    def carry_out(self, d: Any, act: Any) -> None:
        d.taken.append(act)
        d.frames.pop()

    def refuse(self, p: Any, act: Any) -> Refusal:
        return Refusal("X 1", "no")


class Carrying(Taking, frozen=True):
    def answers(self, p: Any) -> list[Any]:
        return [Carry(unit, 9, True) for unit in self.units]


class Waiting(Asked[Any, Any, Any], frozen=True):
    def answers(self, p: Any) -> list[Any]:
        return [Stop()]


class Bid(Act, frozen=True):
    seat: int
    points: int


class Bidding(Together[Any, Any, Bid], frozen=True):
    acts = (Bid,)
    words = "What do you bid?"
    rule = "X 7"

    def answers_of(self, p: Any, seat: int) -> list[Bid]:
        return [Bid(seat, points) for points in (1, 2, 3)]

    def reveal(self, d: Any, given: Any) -> None:
        d.taken += given

    def noted(self, d: Any, seat: int, act: Bid) -> None:
        d.taken.append(f"{seat} has bid")


def test_it_is_asked_where_there_is_a_choice() -> None:
    d = Table(Taking(Seat(0), (3, 4)))
    assert d.frames[-1].still_asks(d)
    assert (d.frames, d.taken) == ([Taking(Seat(0), (3, 4))], [])


def test_the_only_answer_is_taken_by_itself() -> None:
    d = Table(Taking(Seat(0), (3,)))
    assert not d.frames[-1].still_asks(d)
    assert (d.frames, d.taken) == ([], [Take(3)])


def test_without_an_answer_it_goes_and_nothing_is_done() -> None:
    d = Table(Taking(Seat(0), ()))
    assert not d.frames[-1].still_asks(d)
    assert (d.frames, d.taken) == ([], [])


def test_one_that_is_always_asked_is_asked_for_a_single_answer_too() -> None:
    d = Table(Waiting(Seat(1)))
    assert d.frames[-1].still_asks(d)
    assert d.frames == [Waiting(Seat(1))]


def test_one_seat_is_asked() -> None:
    assert Taking(Seat(1), (3,)).deciders == (1,)


def test_a_random_answer_is_one_of_them_and_all_turn_up() -> None:
    rng, question = Random(1), Taking(Seat(0), (3, 4, 5))
    assert {question.sample(None, rng) for _ in range(60)} == {Take(3), Take(4), Take(5)}


def test_pointing_at_a_unit_means_the_acts_that_name_nothing_else() -> None:
    assert Taking(Seat(0), (3, 4)).meaning(None, {"unit": 7}) == (Take(7),)


def test_pointing_means_the_legal_answers_that_say_more_as_well() -> None:
    assert Carrying(Seat(0), (3, 4)).meaning(None, {"unit": 3}) == (Take(3), Carry(3, 9, True))
    assert Carrying(Seat(0), (3, 4)).meaning(None, {"unit": 5}) == (Take(5),)


def test_pointing_at_both_names_both() -> None:
    assert Taking(Seat(0), (3, 4)).meaning(None, {"unit": 3, "zone": 8}) == (Carry(3, 8),)
    assert Carrying(Seat(0), (3, 4)).meaning(None, {"unit": 3, "zone": 9}) == (Carry(3, 9), Carry(3, 9, True))


def test_several_seats_are_asked_at_once_until_all_have_answered() -> None:
    d = Table(Bidding(Seat(0), (Seat(0), Seat(1))))
    assert list(d.frames[-1].deciders) == [0, 1]
    assert len(d.frames[-1].answers(d)) == 6
    d.frames[-1].carry_out(d, Bid(1, 3))
    assert list(d.frames[-1].deciders) == [0]
    assert d.frames[-1].answers(d) == [Bid(0, 1), Bid(0, 2), Bid(0, 3)]
    assert d.taken == ["1 has bid"]
    d.frames[-1].carry_out(d, Bid(0, 2))
    assert d.frames == []
    assert d.taken == ["1 has bid", Bid(0, 2), Bid(1, 3)]


def test_who_has_answered_is_refused_a_second_answer() -> None:
    d = Table(Bidding(Seat(0), (Seat(0), Seat(1))))
    d.frames[-1].carry_out(d, Bid(1, 3))
    assert d.frames[-1].refuse(d, Bid(1, 2)) == Refusal("X 7", "this seat has answered already")


@pytest.mark.parametrize("seats, given", [((0, 0), ()), ((0, 1), (None,)), ((), (None,))])
def test_nobody_is_asked_twice_at_once_and_each_has_one_answer(seats: Any, given: Any) -> None:
    with pytest.raises(ValueError, match="each seat is asked once"):
        Bidding(Seat(0), seats, given)


def test_what_is_always_asked_in_the_same_words_needs_no_more_than_them() -> None:
    assert Bidding(Seat(0), (Seat(0), Seat(1))).prompt(None) == "What do you bid?"


def test_without_more_to_say_an_answer_is_explained_by_its_words_alone() -> None:
    asked = Taking(Seat(0), (3, 4))
    assert asked.explain(None, Take(3)) == Explanation("")
    assert (asked.warnings(None, Take(3)), asked.label(None, Take(3))) == ((), "")


def test_the_acts_of_some_questions_are_named_once_in_their_order() -> None:
    assert acts_of((Bidding, Taking, Carrying)) == (Bid, Take, Carry, Stop)


def test_the_order_of_their_answers_makes_no_difference() -> None:
    one, other = Table(Bidding(Seat(0), (Seat(0), Seat(1)))), Table(Bidding(Seat(0), (Seat(0), Seat(1))))
    for d, acts in ((one, (Bid(0, 1), Bid(1, 2))), (other, (Bid(1, 2), Bid(0, 1)))):
        for act in acts:
            d.frames[-1].carry_out(d, act)
    assert one.taken[1:] == other.taken[1:] == [Bid(0, 1), Bid(1, 2)]


@pytest.mark.parametrize("seat", [0, 1, None])
def test_nobody_reads_the_answer_of_another_before_all_are_in(seat: Seat | None) -> None:
    seen = [Bidding(Seat(0), (Seat(0), Seat(1)), (None, Bid(1, points))).seen_by(seat) for points in (1, 3)]
    assert (seen[0] == seen[1]) == (seat != 1)
    assert all(isinstance(one, Bidding) and one.deciders == (0,) for one in seen)


def test_what_a_seat_cant_know_is_guessed_and_nothing_else() -> None:
    seen = Bidding(Seat(0), (Seat(0), Seat(1)), (Bid(0, 2), Bid(1, 3))).seen_by(Seat(0))
    worlds = [seen.determinize(None, Random(seed)) for seed in range(40)]
    assert {world.given[0] for world in worlds} == {Bid(0, 2)}  # type: ignore[attr-defined]
    assert {world.given[1] for world in worlds} == {Bid(1, n) for n in (1, 2, 3)}  # type: ignore[attr-defined]
    assert Taking(Seat(0), (3,)).determinize(None, Random(1)) == Taking(Seat(0), (3,))


WORDS = {"units": many(among("a unit", ("a", "b", "c"))), "isolated": TRUTH}


class Cut(Question[Any, Any, Any], frozen=True, tag="Isolated"):
    isolated: bool
    left: int = 2


def test_a_question_is_a_line_of_text_that_reads_back() -> None:
    texts = QuestionTexts((Taking, Cut), ("red", "blue"), WORDS)
    assert texts.write(Taking(Seat(1), (0, 2))) == "Taking blue units=a,c"
    # It is known by its tag, so that a class can have another name than old situations do.
    assert texts.write(Cut(Seat(0), True)) == "Isolated red isolated=yes left=2"
    for question in (Taking(Seat(1), (0, 2)), Cut(Seat(0), False, 5)):
        assert texts.read(texts.write(question)) == question
    for line in ("Taking green units=a", "Nothing red", "Taking red units=z", "Taking red"):
        with pytest.raises((KeyError, ValueError, TypeError)):
            texts.read(line)


class State(msgspec.Struct, frozen=True):
    turn: int
    frames: tuple[AnyQuestion, ...]
    marks: tuple[int, ...] = (1,)


def test_a_state_is_read_back_with_the_questions_that_are_open_in_it() -> None:
    stored = Stored(State, (Taking, Cut))
    for state in (State(3, (Taking(Seat(0), (1, 2)), Cut(Seat(1), True))), State(4, (), (2, 3))):
        assert stored.decode(msgspec.msgpack.encode(state)) == state


@pytest.mark.parametrize("missing", ["prompt", "answers"])
def test_a_question_that_lacks_a_part_says_which(missing: str) -> None:
    with pytest.raises(NotImplementedError, match=r"^Cut has no "):
        getattr(Cut(Seat(0), True), missing)(None)
