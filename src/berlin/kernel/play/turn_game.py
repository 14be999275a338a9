"""A game that is played as most are: a sequence of stages, and a stack of questions.

Its `game.py` names its parts; what the contract asks besides, and how an action is carried out, is here.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Generic, Protocol, TypeVar, cast

import msgspec
from msgspec.structs import replace

from berlin.kernel.contract.events import Event
from berlin.kernel.contract.game import Datum, Game, Result, Step, View
from berlin.kernel.contract.ids import Seat, Unit
from berlin.kernel.contract.nouns import Nouns
from berlin.kernel.contract.rules import Explanation, Refusal, Refused
from berlin.kernel.contract.scene import Board, Choice, Prompt, Scene
from berlin.kernel.contract.sources import values
from berlin.kernel.contract.story import Focus
from berlin.kernel.contract.variant import Tables
from berlin.kernel.play import resigning
from berlin.kernel.play.acts import UNIT, Act, Verbs
from berlin.kernel.play.answers import Answers
from berlin.kernel.play.draft import AnyDraft, Sequenced
from berlin.kernel.play.question import AnyQuestion, Asking, Together
from berlin.kernel.play.resigning import Resign
from berlin.kernel.play.sequence import Course
from berlin.kernel.play.set_up import check_choice, unasked
from berlin.kernel.play.stored import Stored
from berlin.kernel.play.views import Laid, guess, show
from berlin.kernel.records.situation_form import Situations


class Seen(View, Laid, Protocol):
    """A view with the texts of the answers that are open to its seat."""

    @property
    def choices(self) -> tuple[str, ...]: ...


S = TypeVar("S", bound=Sequenced)
A = TypeVar("A", bound=Act)
V = TypeVar("V", bound=Seen)
P = TypeVar("P", bound=Asking)
D = TypeVar("D", bound=AnyDraft)


class Parts(msgspec.Struct, Generic[S, A, V, P], frozen=True, kw_only=True):
    """What a game is made of besides its questions, as functions. Those about an act are given a position.

    `view` is also given the texts of the answers that are open to the seat. `scene` is given a world that
    fits the view: only open parts of it are read. It lays out what lies on the table; what it doesn't say of
    the rest is put in for it. Without `view` and `imagine` all is open but what the questions hide; without
    `explain` and `warnings` the open question explains its answers and says what they cost; without `data` it
    is all that its `tables` hold; without `focus` a story finds in the words of an event what it is about.
    """

    result: Callable[[S], Result | None]
    scene: Callable[[V, S], Scene]
    broken: Callable[[S], list[str]]
    board: Callable[[], Board]
    situation: Situations[S]
    view: Callable[[S, Seat | None, tuple[str, ...]], V] | None = None
    imagine: Callable[[V, Random], S] | None = None
    explain: Callable[[P, A], Explanation] | None = None
    data: Callable[[], tuple[Datum, ...]] | None = None
    tables: Tables | None = None
    scores: Callable[[S], tuple[int, ...]] = lambda state: ()
    nouns: Nouns | None = None
    warnings: Callable[[P, A], tuple[str, ...]] | None = None
    focus: Callable[[Event], Focus] = lambda event: Focus()


class TurnGame(Game[S, A, V], Generic[S, A, V, P, D]):
    """One game, tied together from its parts: its states, acts and views, what its rules read, its drafts."""

    parts: Parts[S, A, V, P]
    # Every kind of question that it asks, its acts, its draft and the sequence of play.
    questions: tuple[type[AnyQuestion], ...]
    acts: Verbs[A]
    draft: type[D]
    course: Course[D]
    # Do its rules read drafts? If not, they read states as well.
    reads_drafts: bool = False
    # What is said of an act that names something there isn't, and of any when the game is over.
    unknown: Refusal
    finished: Refusal
    # The view that was made last, and of which state.
    _shown: tuple[V, S] | None = None

    def __init__(self) -> None:
        self.answers = self._answers()
        self._states = Stored(self.state_type, self.questions)
        self._views = Stored(self.view_type, self.questions)

    def _answers(self) -> Answers[S, A, P]:
        read = cast(Callable[[S], P], self.draft if self.reads_drafts else _itself)
        known = self.acts.well_formed
        return Answers(read, self.late, well_formed=known, nothing=self.unknown, over=self.finished)

    def set_up(self, scenario: str, key: bytes, options: Mapping[str, str]) -> S:
        """The table before the first stage, for a scenario and options that the cover names.

        Here: as the state says of itself.
        """
        return self.state_type(key=key)  # type: ignore[call-arg]

    def empty(self, key: bytes) -> S:
        """The table with which a situation begins: what it doesn't say is as here."""
        return self.set_up(self.scenarios[0].key, key, {})

    def deal(self, d: D) -> None:
        """What is rolled and drawn before the first stage."""

    def late(self, p: P, act: A) -> Refusal:
        """The refusal of an act that the open question doesn't know."""
        top = p.frames[-1]
        return Refusal(act.time or top.cite(p), f"not now, the question is: {top.prompt(p)}")

    def check_choice(self, scenario: str, options: Mapping[str, str]) -> None:
        """Raises BadText for what can't be played. Here: for what the cover doesn't name."""
        check_choice(self, scenario, options)

    def start(self, scenario: str, key: bytes, options: Mapping[str, str]) -> Step[S]:
        self.check_choice(scenario, options)
        d = self.draft(self.set_up(scenario, key, options), [])
        self.deal(d)
        self.course.enter(d, 0)
        self.course.run(d)
        return d.step()

    def deciders(self, state: S) -> tuple[Seat, ...]:
        return state.frames[-1].deciders if state.frames else ()

    def legal(self, state: S, unit: Unit | None = None, seat: Seat | None = None) -> list[A]:
        asked = self.deciders(state)
        if seat is not None and seat not in asked:
            return []
        if seat is None or len(asked) == 1:
            return self.answers.legal(state, unit)
        p = self.answers.position(state)
        top = p.frames[-1]
        assert isinstance(top, Together), "several seats are asked by no other question"
        own: list[A] = top.answers_of(p, seat)
        return [act for act in own if unit is None or getattr(act, UNIT, None) == unit]

    def sample(self, state: S, rng: Random, seat: Seat | None = None) -> A:
        if len(self.deciders(state)) > 1:
            return super().sample(state, rng, seat)
        return self.answers.sample(state, rng)

    def resign(self, seat: Seat) -> A:
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
        after: S = d.freeze()
        return after

    def _carry_out(self, d: D, action: A) -> None:
        if not isinstance(action, Resign):
            self.course.carry_out(d, action)
            return
        d.over = resigning.RESIGNED + action.seat
        d.frames.clear()
        cited = (self.concession,) if self.concession else ()
        d.say("resign", resigning.said(self, action.seat), *cited, data=(action.seat,))
        self.break_off(d)

    def break_off(self, d: D) -> None:
        """What is told, besides who won, when a seat gives the game up."""

    def playout(self, state: S, rng: Random, limit: int) -> S:
        # One draft from here to the end: nobody looks at the states between.
        d = self.draft(state)
        self.course.play_at_random(d, rng, limit)
        after: S = d.freeze()
        return after

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
        p = self.answers.position(state)
        if self.parts.explain is not None:
            return self.parts.explain(p, action)
        found = p.frames[-1].explain(p, action)
        return found if found.title else replace(found, title=self.say(state, action))

    def prompt(self, state: S) -> Prompt | None:
        return prompt_of(self.answers.position(state))

    def about(self, state: S, unit: str, place: str) -> tuple[A, ...]:
        named = self.acts.meant({part: key for part, key in ((UNIT, unit), (self.acts.place, place)) if key})
        p = self.answers.position(state)
        return self._meaning(p, named) if p.frames else ()

    def _meaning(self, p: P, named: Mapping[str, int]) -> tuple[A, ...]:
        """What pointing at these things means: at both, or else at the unit, or else at the place."""
        top = p.frames[-1]
        alone = [{part: value} for part, value in named.items()] if len(named) > 1 else []
        return next((found for parts in (named, *alone) if parts and (found := top.meaning(p, parts))), ())

    def warnings(self, state: S, action: A) -> tuple[str, ...]:
        if isinstance(action, Resign):
            return (resigning.meaning(self, action.seat),)
        p = self.answers.position(state)
        if self.parts.warnings is not None:
            return self.parts.warnings(p, action)
        found: tuple[str, ...] = p.frames[-1].warnings(p, action) if p.frames else ()
        return found

    def result(self, state: S) -> Result | None:
        seat = resigning.resigner(state.over)
        return self.parts.result(state) if seat is None else resigning.result(self, seat, self.scores(state))

    def scores(self, state: S) -> tuple[int, ...]:
        return self.parts.scores(state)

    def view(self, state: S, seat: Seat | None) -> V:
        found = self._view(state, seat)
        self._shown = (found, state) if found.choices else None
        return found

    def _view(self, state: S, seat: Seat | None) -> V:
        is_asked = seat is not None and seat in self.deciders(state)
        texts = tuple(map(self.acts.text, self.legal(state, seat=seat))) if is_asked else ()
        if self.parts.view is None:
            return show(self.view_type, state, seat, texts)
        return self.parts.view(state, seat, texts)

    def scene(self, view: V) -> Scene:
        world = self.imagine(view, Random(0))
        seat = resigning.resigner(world.over)
        if seat is None:
            return self._whole(self.parts.scene(view, world), view, world)
        # How a game ends of itself is all that its own scene can tell.
        shown = self.parts.scene(view, replace(world, over=0))  # type: ignore[type-var]
        return replace(self._whole(shown, view, world), result=f"{resigning.said(self, seat)}.")

    def _whole(self, laid: Scene, view: V, world: S) -> Scene:
        """A scene that says no more than what lies on the table, with what is the same for every game."""
        if laid.game:
            return laid
        end = self.result(world)
        stage = self.course.stages[world.stage]
        p = self.answers.position(world)
        return replace(
            laid,
            game=self.code,
            seat=view.seat,
            caption=laid.caption or f"Turn {world.turn}: {stage.title}",
            prompt=prompt_of(p, view.seat),
            choices=tuple(self._choice(p, text) for text in view.choices),
            result=end.text if end else "",
        )

    def _choice(self, p: P, text: str) -> Choice:
        """An answer in the words of the open question."""
        top, act = p.frames[-1], self.acts.read(text)
        found = self.acts.choice(text, act, names=top.names(p))
        said, label = top.say(p, act), top.label(p, act)
        return replace(found, said=said or found.said, label=label or found.label) if said or label else found

    def imagine(self, view: V, rng: Random) -> S:
        if self.parts.imagine is None:
            return guess(self.state_type, view, rng)
        return self.parts.imagine(view, rng)

    def imagine_for_choice(self, view: V, rng: Random) -> S:
        world, shown = self.imagine(view, rng), self._shown
        if shown is not None and shown[0] is view:
            self.answers.share(shown[1], world)
        return world

    def other_world(self, state: S, seat: Seat, rng: Random) -> S:
        return self.imagine(self._view(state, seat), rng)

    def write(self, action: A) -> str:
        if isinstance(action, Resign):
            return resigning.write(self.seats, action.seat)
        return self.acts.write(action)

    def read(self, text: str) -> A:
        seat = resigning.read(self.seats, text)
        return self.acts.read(text) if seat is None else self.resign(seat)

    def say(self, state: S, action: A) -> str:
        if isinstance(action, Resign):
            return resigning.said(self, action.seat)
        p = self.answers.position(state)
        if not p.frames:
            return self.acts.say(action)
        top = p.frames[-1]
        return top.say(p, action) or self.acts.say(action, top.names(p))

    def broken(self, state: S) -> list[str]:
        return list(dict.fromkeys([*self.parts.broken(state), *unasked(state, self.finished.rule)]))

    def write_situation(self, state: S) -> str:
        return self.parts.situation.write(self, state)

    def read_situation(self, text: str, key: bytes) -> Step[S]:
        return self.parts.situation.read(self, text, key)

    def data(self) -> tuple[Datum, ...]:
        if self.parts.data is not None:
            return self.parts.data()
        return values(self.parts.tables) if self.parts.tables else ()

    def board(self) -> Board:
        return self.parts.board()

    def nouns(self) -> Nouns | None:
        return self.parts.nouns

    def focus(self, event: Event) -> Focus:
        return self.parts.focus(event)

    def decode(self, data: bytes) -> S:
        return self._states.decode(data)

    def decode_view(self, data: bytes) -> V:
        return self._views.decode(data)


def not_now(p: Asking, act: Act) -> Refusal:
    """The refusal of an act that comes too early or too late, where every question refuses any act."""
    refusal = p.frames[-1].refuse(p, act)
    return Refusal(act.time or refusal.rule, f"not now: {refusal.reason}")


def prompt_of(p: Asking, seat: Seat | None = None) -> Prompt | None:
    """The question on top in words; None when nothing is open. Of several it asks this seat, if it can."""
    if not p.frames:
        return None
    top = p.frames[-1]
    asked = seat if seat is not None and seat in top.deciders else top.deciders[0]
    return Prompt(asked, top.prompt(p), top.cite(p), top.why)


def _itself(state: S) -> S:
    return state
