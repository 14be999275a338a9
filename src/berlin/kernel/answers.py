"""Which chapter of the rules lists, carries out and refuses the answers to which question."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, Generic, TypeVar

import msgspec

from berlin.kernel.frames import Frame
from berlin.kernel.rules import Refusal

A = TypeVar("A", bound=msgspec.Struct)

# Each is given the position and the open question; a position is a state or a draft, as the game prefers.
Options = Callable[[Any, Any], list[A]]
Answer = Callable[[Any, Any, A], None]
Refuse = Callable[[Any, Any, A], Refusal]
Draw = Callable[[Any, Any, Random], A]
Chapter = tuple[Options[A], Answer[A], Refuse[A]]

# Whoever lists the answers of a state is asked soon whether one of them is legal: about this very value,
# which is found without a look at what it holds, or about one that is equal to it.
LATEST = 4
REMEMBERED = 512


def pick(actions: Sequence[A], rng: Random) -> A:
    """One of them, each as likely as the next."""
    return actions[int(rng.random() * len(actions))]


def _listed(options: Options[A]) -> Draw[A]:
    return lambda p, frame, rng: pick(options(p, frame), rng)


class Answers(Generic[A]):
    """The answers to the question that lies on top.

    `chapters` deals with each kind of question, `asked` says which acts can answer it at all, `late` refuses
    any other, and `draws` answers those at random that have too many answers to list. `run` goes on after an
    answer to the next question; `position` makes of a state what the rules read (None: they read the state).
    The refusals are for an act that names `nothing` there is, and for any when the game is `over`.
    """

    def __init__(
        self,
        chapters: Mapping[type[Frame], Chapter[A]],
        asked: Mapping[type[Frame], tuple[type[Any], ...]],
        late: Callable[[Any, A], Refusal],
        run: Callable[[Any], None],
        *,
        well_formed: Callable[[A], bool],
        nothing: Refusal,
        over: Refusal,
        position: Callable[[Any], Any] | None = None,
        draws: Mapping[type[Frame], Draw[A]],
    ) -> None:
        self._chapters, self._asked, self._position = chapters, asked, position
        self._late, self._run, self._well_formed = late, run, well_formed
        self._nothing, self._over = nothing, over
        self._at_random = {
            kind: (draws.get(kind) or _listed(options), answer)
            for kind, (options, answer, _) in chapters.items()
        }
        self._equal = lru_cache(maxsize=REMEMBERED)(self._list)
        self._latest: tuple[tuple[Any, tuple[A, ...]], ...] = ()
        self._drawn = frozenset(draws)

    def position(self, state: Any) -> Any:
        """What the rules read."""
        return state if self._position is None else self._position(state)

    def _list(self, state: Any) -> tuple[A, ...]:
        p = self.position(state)
        top = p.frames[-1]
        return tuple(self._chapters[type(top)][0](p, top))

    def _of(self, state: Any) -> tuple[A, ...]:
        found = self._known(state)
        if found is None:
            found = self._equal(state)
            self._keep(state, found)
        return found

    def _known(self, state: Any) -> tuple[A, ...] | None:
        for known, actions in self._latest:
            if known is state:
                return actions
        return None

    def _keep(self, state: Any, actions: tuple[A, ...]) -> None:
        self._latest = ((state, actions), *self._latest[: LATEST - 1])

    def share(self, state: Any, world: Any) -> None:
        """The answers of this state are those of a world in which who is asked sees the same."""
        found = self._known(state)
        if found is not None:
            self._keep(world, found)

    def legal(self, state: Any, unit: int | None = None) -> list[A]:
        """Every legal action; of one unit alone if asked."""
        actions = list(self._of(state)) if state.frames else []
        if unit is None:
            return actions
        return [action for action in actions if getattr(action, "unit", None) == unit]

    def draw(self, state: Any, rng: Random) -> A:
        """A uniform legal action."""
        if type(state.frames[-1]) not in self._drawn and (known := self._known(state)) is not None:
            return pick(known, rng)
        p = state if self._position is None else self._position(state)
        top = p.frames[-1]
        return self._at_random[type(top)][0](p, top, rng)

    def carry_out(self, d: Any, action: A) -> None:
        """A legal action, and everything that follows from it without a decision."""
        top = d.frames[-1]
        self._at_random[type(top)][1](d, top, action)
        self._run(d)

    def play_at_random(self, d: Any, rng: Random, limit: int) -> None:
        """Uniform answers to every question, to the end or for so many questions."""
        frames, at_random, run = d.frames, self._at_random, self._run
        for _ in range(limit):
            if not frames:
                return
            top = frames[-1]
            draw, answer = at_random[type(top)]
            answer(d, top, draw(d, top, rng))
            run(d)

    def why_not(self, state: Any, action: A) -> Refusal | None:
        """The refusal that an action meets; None exactly for legal ones."""
        if not self._well_formed(action):
            return self._nothing
        if not state.frames:
            return self._over
        if action in self._of(state):
            return None
        p = self.position(state)
        top = p.frames[-1]
        if isinstance(action, self._asked[type(top)]):
            return self._chapters[type(top)][2](p, top, action)
        return self._late(p, action)
