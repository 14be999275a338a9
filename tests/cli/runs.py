"""What a command came to, and a variant of the toy game in which actions can be taken back."""

from collections.abc import Callable
from copy import copy
from types import ModuleType

import toy
from msgspec.structs import replace

from berlin.kernel.game import Step


class Ran:
    """What a command came to."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    def refused(self, *words: str) -> None:
        """One line on standard error that holds these words, exit code 2, nothing on standard output."""
        assert self.code == 2, self.err
        assert self.err.count("\n") == 1, self.err
        assert self.err.startswith("berlin: ")
        assert self.out == ""
        for word in words:
            assert word in self.err


Berlin = Callable[..., Ran]


def solo() -> ModuleType:
    """The toy game in which red alone decides: a module as the registry of games wants it."""
    game = copy(toy.GAME)

    def apply(state: toy.State, action: toy.Do) -> Step[toy.State]:
        step = toy.GAME.apply(state, action)
        frames = (toy.Ask(0),) if step.state.frames else ()
        return Step(replace(step.state, frames=frames), step.events, step.dice, step.sides)

    game.code, game.cover = "solo", replace(game.cover, code="solo")
    game.apply = apply  # type: ignore[method-assign]
    module = ModuleType("solo")
    module.GAME = game  # type: ignore[attr-defined]
    return module
