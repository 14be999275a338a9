"""An open question, whole: what is open, who is asked, what can be answered, and what an answer does.

A game derives one class for each kind of question; its fields are what is open. The state holds the open ones
as a stack, the one that is asked last. Who decides is read off the top, never off whose turn it is.
"""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import msgspec

from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.rules import Explanation, Refusal
from berlin.kernel.contract.words import NUMBER, Word
from berlin.kernel.play.acts import Names, needed_parts


class Asking(Protocol):
    """What the kernel reads of a position, be it a state or a draft: what is open, the one asked last."""

    @property
    def frames(self) -> Sequence["AnyQuestion"]: ...


class Stack(Protocol):
    """The same of a draft, on which an answer puts questions and takes them off."""

    frames: list["AnyQuestion"]


# A question that reads states and drafts reads drafts.
P = TypeVar("P", contravariant=True)
D = TypeVar("D", bound=Stack, contravariant=True)
A = TypeVar("A", bound=msgspec.Struct)


class Question(msgspec.Struct, Generic[P, D, A], frozen=True, tag=True):
    """One kind of question. `p` is what the rules read, a state or a draft; `d` is a draft.

    What most questions have in common is here: asked of one seat, if there is a choice.
    """

    seat: Seat

    acts: ClassVar[tuple[type[Any], ...]] = ()
    """The kinds of acts that can answer it at all, those that `A` stands for."""
    words: ClassVar[str] = ""
    """What is asked, where that is the same each time."""
    rule: ClassVar[str] = ""
    """By which it is asked."""
    why: ClassVar[str] = ""
    """Why it is asked, and what usually matters: a sentence for who has never met it."""

    @property
    def deciders(self) -> tuple[Seat, ...]:
        """The seats that are asked."""
        return (self.seat,)

    def prompt(self, p: P) -> str:
        """What is asked, in words. Only a question that is never asked can do without."""
        if not self.words:
            raise NotImplementedError(f"{type(self).__name__} has no words")
        return self.words

    def cite(self, p: P) -> str:
        """The rule that the prompt names."""
        return self.rule

    def answers(self, p: P) -> list[A]:
        """Every legal answer, in a fixed order, without duplicates."""
        raise NotImplementedError(f"{type(self).__name__} has no answers")

    def refuse(self, p: P, act: A) -> Refusal:
        """Why an act is no answer. Asked only about those that are not among the answers."""
        raise NotImplementedError(f"{type(self).__name__} refuses nothing")

    def carry_out(self, d: D, act: A) -> None:
        """What a legal answer does. The question itself lies on top until it is taken off here."""
        raise NotImplementedError(f"{type(self).__name__} takes no answer")

    def still_asks(self: "Question[D, D, A]", d: D) -> bool:
        """Called when it comes to lie on top, and after each answer: has it still to be asked?

        If not, it has done something about it: here, given the only answer there is, or gone without one.
        """
        answers = self.answers(d)
        if len(answers) > 1:
            return True
        if answers:
            self.carry_out(d, answers[0])
        else:
            d.frames.pop()
        return False

    def sample(self, p: P, rng: Random) -> A:
        """A uniform draw from the answers; a question with many needn't list them."""
        return pick(self.answers(p), rng)

    def meaning(self, p: P, named: Mapping[str, int]) -> tuple[A, ...]:
        """The acts that pointing at these things would mean, legal or not: parts of acts by their names.

        Here: those that say no more than this, and the legal ones that say this and more.
        """
        found = [
            kind(**named)
            for kind in self.acts
            if named.keys() <= set(kind.__struct_fields__) and needed_parts(kind) == named.keys()
        ]
        for act in self.answers(p):
            told = all(getattr(act, part, None) == value for part, value in named.items())
            if told and act not in found:
                found.append(act)
        return tuple(found)

    def names(self, p: P) -> Names:
        """What people call the parts of acts here, where the table tells more than the words of the game."""
        return {}

    def say(self, p: P, act: A) -> str:
        """An answer in words, where those of the act itself don't do; "" where they do."""
        return ""

    def label(self, p: P, act: A) -> str:
        """What an answer does, where the note of the act doesn't tell; "" where it does."""
        return ""

    def explain(self, p: P, act: A) -> Explanation:
        """The reckoning behind a legal answer; its title is how the answer is said, where there is none."""
        return Explanation("")

    def warnings(self, p: P, act: A) -> tuple[str, ...]:
        """What a legal answer costs that can't be had back, a sentence each."""
        return ()

    def seen_by(self, seat: Seat | None) -> "AnyQuestion":
        """The question as this seat (None: a spectator) knows it."""
        return self

    def determinize(self, p: P, rng: Random) -> "AnyQuestion":
        """A question as a seat knows it, with all that this seat can't know guessed."""
        return self


AnyQuestion = Question[Any, Any, Any]


class Asked(Question[P, D, A], frozen=True):
    """A question that is asked whenever it comes to lie on top, until an answer takes it off."""

    def still_asks(self, d: D) -> bool:
        return True


class Together(Question[P, D, A], frozen=True):
    """A question put to several seats at once, whose answers stay hidden until all are in.

    Their order makes no difference. An act says whose it is: no two seats have one in common. `seat` is the
    one that is named where only one can be.
    """

    seats: tuple[Seat, ...] = ()
    given: tuple[A | bool | None, ...] = ()
    """Beside `seats`: the answer of each, or None. A game notes the types of its acts here."""

    def __post_init__(self) -> None:
        if len(set(self.seats)) != len(self.seats) or len(self.given) not in (0, len(self.seats)):
            raise ValueError("each seat is asked once, and has one answer")

    @property
    def deciders(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, act in zip(self.seats, self._given(), strict=True) if act is None)

    def answers(self, p: P) -> list[A]:
        return [act for seat in self.deciders for act in self.answers_of(p, seat)]

    def answers_of(self, p: P, seat: Seat) -> list[A]:
        """The answers of one of the seats."""
        raise NotImplementedError(f"{type(self).__name__} has no answers")

    def refuse(self, p: P, act: A) -> Refusal:
        """Here: all that a seat can say is among its answers until it has given one."""
        return Refusal(self.cite(p), "this seat has answered already")

    def reveal(self, d: D, given: tuple[A, ...]) -> None:
        """What all answers together do, in the order of the seats. The question is off the stack by then."""
        raise NotImplementedError(f"{type(self).__name__} takes no answers")

    def noted(self, d: D, seat: Seat, act: A) -> None:
        """What is said when one seat has answered, and others have not."""

    def carry_out(self: "Together[D, D, A]", d: D, act: A) -> None:
        seat = next(seat for seat in self.deciders if act in self.answers_of(d, seat))
        given = tuple(act if one == seat else old for one, old in zip(self.seats, self._given(), strict=True))
        if None in given:
            d.frames[-1] = msgspec.structs.replace(self, given=given)
            self.noted(d, seat, act)
            return
        d.frames.pop()
        self.reveal(d, tuple(one for one in given if isinstance(one, self.acts)))

    def still_asks(self, d: D) -> bool:
        return True

    def seen_by(self, seat: Seat | None) -> "AnyQuestion":
        """Its own answer, and of the others only that they are in: `True` stands for one."""
        seen = tuple(
            act if one == seat or act is None else True
            for one, act in zip(self.seats, self._given(), strict=True)
        )
        return msgspec.structs.replace(self, given=seen)

    def determinize(self, p: P, rng: Random) -> "AnyQuestion":
        guessed = tuple(
            pick(self.answers_of(p, seat), rng) if act is True else act
            for seat, act in zip(self.seats, self._given(), strict=True)
        )
        return msgspec.structs.replace(self, given=guessed)

    def _given(self) -> tuple[A | bool | None, ...]:
        return self.given or (None,) * len(self.seats)


def acts_of(questions: Iterable[type[AnyQuestion]]) -> tuple[type[Any], ...]:
    """The kinds of acts that answer any of these questions, in their order."""
    return tuple(dict.fromkeys(kind for question in questions for kind in question.acts))


def pick(acts: Sequence[A], rng: Random) -> A:
    """One of them, each as likely as the next."""
    return acts[int(rng.random() * len(acts))]


class QuestionTexts:
    """A game's questions as lines of text: `Attack zhukov zone=Lebus units=8GA/1,8GA/2 extra=no`.

    `words` tells by their names how fields are written; those it doesn't name are numbers.
    """

    def __init__(
        self, kinds: Sequence[type[AnyQuestion]], seats: Sequence[str], words: Mapping[str, Word]
    ) -> None:
        self._kinds = {_tag(kind): kind for kind in kinds}
        self._seats, self._words = tuple(seats), words

    def write(self, question: AnyQuestion) -> str:
        words = [_tag(type(question)), self._seats[question.seat]]
        for field in question.__struct_fields__:
            if field != "seat":
                words.append(f"{field}={self._word(field).write(getattr(question, field))}")
        return " ".join(words)

    def read(self, line: str) -> AnyQuestion:
        """Raises KeyError, ValueError or TypeError for a line that is no question."""
        name, seat, *fields = line.split()
        values: dict[str, Any] = {"seat": self._seats.index(seat)}
        for field in fields:
            key, _, text = field.partition("=")
            values[key] = self._word(key).read(text)
        return self._kinds[name](**values)

    def _word(self, field: str) -> Word:
        return self._words.get(field, NUMBER)


def _tag(kind: type[AnyQuestion]) -> str:
    """The name by which records and situations know a kind of question."""
    return str(kind.__struct_config__.tag)
