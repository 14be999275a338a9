"""A game that is played as most are: a sequence of stages, a stack of questions, a chapter for each of them.

Its `game.py` names its parts; what the contract asks besides, and how an action is carried out, is here.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Generic, TypeVar, cast

import msgspec
from msgspec.structs import replace

from berlin.kernel import resigning
from berlin.kernel.answers import Answers
from berlin.kernel.draft import Draft, Sequenced
from berlin.kernel.game import Datum, Game, Result, Step
from berlin.kernel.nouns import Nouns
from berlin.kernel.resigning import Resign
from berlin.kernel.rules import Explanation, Refusal, Refused
from berlin.kernel.scene import Board, Prompt, Scene
from berlin.kernel.sequence import Course

S = TypeVar("S", bound=Sequenced)
A = TypeVar("A", bound=msgspec.Struct)
V = TypeVar("V", bound=msgspec.Struct)


class Parts(msgspec.Struct, Generic[S, A, V], frozen=True, kw_only=True):
    """What a game is made of, as functions. Those that explain the open question are given a position.

    `scene` is given a world that fits the view: only open parts of it are read.
    """

    explain: Callable[[Any, A], Explanation]
    prompt: Callable[[Any], Prompt | None]
    about: Callable[[Any, str, str], tuple[A, ...]]
    warnings: Callable[[Any, A], tuple[str, ...]]
    result: Callable[[S], Result | None]
    view: Callable[[S, int | None], V]
    scene: Callable[[V, S], Scene]
    imagine: Callable[[V, Random], S]
    write: Callable[[A], str]
    read: Callable[[str], A]
    broken: Callable[[S], list[str]]
    write_situation: Callable[[S], str]
    read_situation: Callable[[str, bytes], Step[S]]
    data: Callable[[], tuple[Datum, ...]]
    board: Callable[[], Board]
    nouns: Nouns


class Chaptered(Game[S, A, V]):
    """One game, tied together from its parts."""

    parts: Parts[S, A, V]
    draft: type[Draft[S]]
    course: Course[Any]
    answers: Answers[A]
    # The view that was made last, and of which state.
    _shown: tuple[Any, Any] = (None, None)

    @abstractmethod
    def set_up(self, scenario: str, key: bytes, options: Mapping[str, str]) -> S:
        """The table before the first stage. Raises BadText for an unknown scenario or option."""

    def deal(self, d: Any) -> None:
        """What is rolled and drawn before the first stage."""

    def start(self, scenario: str, key: bytes, options: Mapping[str, str]) -> Step[S]:
        d = self.draft(self.set_up(scenario, key, options), [])
        self.deal(d)
        self.course.enter(d, 0)
        self.course.run(d)
        return d.step()

    def deciders(self, state: S) -> tuple[int, ...]:
        return (state.frames[-1].seat,) if state.frames else ()

    def legal(self, state: S, unit: int | None = None, seat: int | None = None) -> list[A]:
        if seat is not None and seat not in self.deciders(state):
            return []
        return self.answers.legal(state, unit)

    def sample(self, state: S, rng: Random, seat: int | None = None) -> A:
        return self.answers.draw(state, rng)

    def resign(self, seat: int) -> A:
        # No union of a game's own acts has it: they are the answers that its rules know.
        return cast(A, Resign(seat))

    def apply(self, state: S, action: A) -> Step[S]:
        refusal = self.why_not(state, action)
        if refusal is not None:
            raise Refused(refusal)
        d = self.draft(state, [])
        self._carry_out(d, action)
        return d.step()

    def next(self, state: S, action: A) -> S:
        d = self.draft(state)
        self._carry_out(d, action)
        return d.freeze()

    def _carry_out(self, d: Draft[S], action: A) -> None:
        if not isinstance(action, Resign):
            self.answers.carry_out(d, action)
            return
        d.over = resigning.RESIGNED + action.seat
        d.frames.clear()
        cited = (self.concession,) if self.concession else ()
        d.say("resign", resigning.said(self, action.seat), *cited, data=(action.seat,))
        self.break_off(d)

    def break_off(self, d: Any) -> None:
        """What is told, besides who won, when a seat gives the game up."""

    def playout(self, state: S, rng: Random, limit: int) -> S:
        # One draft from here to the end: nobody looks at the states between.
        d = self.draft(state)
        self.answers.play_at_random(d, rng, limit)
        return d.freeze()

    def why_not(self, state: S, action: A) -> Refusal | None:
        if isinstance(action, Resign):
            return resigning.refusal(self, self.deciders(state), action.seat)
        return self.answers.why_not(state, action)

    def turn(self, state: S) -> int:
        return state.turn

    def with_dice(self, state: S, given: tuple[int, ...]) -> S:
        changed: S = replace(state, given=given)  # type: ignore[type-var]
        return changed

    def dice_left(self, state: S) -> tuple[int, ...]:
        return state.given

    def dice_made(self, state: S) -> int:
        return state.rolls

    def explain(self, state: S, action: A) -> Explanation:
        if isinstance(action, Resign):
            return Explanation(self.write(action))
        return self.parts.explain(self.answers.position(state), action)

    def prompt(self, state: S) -> Prompt | None:
        return self.parts.prompt(self.answers.position(state))

    def about(self, state: S, unit: str, place: str) -> tuple[A, ...]:
        return self.parts.about(self.answers.position(state), unit, place)

    def warnings(self, state: S, action: A) -> tuple[str, ...]:
        if isinstance(action, Resign):
            return (resigning.meaning(self, action.seat),)
        return self.parts.warnings(self.answers.position(state), action)

    def result(self, state: S) -> Result | None:
        seat = resigning.resigner(state.over)
        return self.parts.result(state) if seat is None else resigning.result(self, seat, self.scores(state))

    def view(self, state: S, seat: int | None) -> V:
        found = self.parts.view(state, seat)
        self._shown = (found, state) if seat in self.deciders(state) else (None, None)
        return found

    def scene(self, view: V) -> Scene:
        world = self.parts.imagine(view, Random(0))
        seat = resigning.resigner(world.over)
        if seat is None:
            return self.parts.scene(view, world)
        # How a game ends of itself is all that its own scene can tell.
        shown = self.parts.scene(view, replace(world, over=0))  # type: ignore[type-var]
        return replace(shown, result=f"{resigning.said(self, seat)}.")

    def imagine(self, view: V, rng: Random) -> S:
        return self.parts.imagine(view, rng)

    def suppose(self, view: V, rng: Random) -> S:
        world, (shown, state) = self.imagine(view, rng), self._shown
        if shown is view:
            self.answers.share(state, world)
        return world

    def other_world(self, state: S, seat: int, rng: Random) -> S:
        return self.parts.imagine(self.parts.view(state, seat), rng)

    def write(self, action: A) -> str:
        if isinstance(action, Resign):
            return resigning.write(self.seats, action.seat)
        return self.parts.write(action)

    def read(self, text: str) -> A:
        seat = resigning.read(self.seats, text)
        return self.parts.read(text) if seat is None else self.resign(seat)

    def broken(self, state: S) -> list[str]:
        return self.parts.broken(state)

    def write_situation(self, state: S) -> str:
        return self.parts.write_situation(state)

    def read_situation(self, text: str, key: bytes) -> Step[S]:
        return self.parts.read_situation(text, key)

    def data(self) -> tuple[Datum, ...]:
        return self.parts.data()

    def board(self) -> Board:
        return self.parts.board()

    def nouns(self) -> Nouns:
        return self.parts.nouns
