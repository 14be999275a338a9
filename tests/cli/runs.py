"""What a command came to, and a variant of the toy game in which actions can be taken back."""

from collections.abc import Callable
from types import ModuleType

import toy
from msgspec.structs import replace

from berlin.kernel.contract.game import Step
from berlin.kernel.contract.ids import Seat


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


class Solo(toy.Toy):
    """The toy game in which red alone decides."""

    cover = replace(toy.Toy.cover, code="solo")

    def apply(self, state: toy.State, action: toy.Do) -> Step[toy.State]:
        step = super().apply(state, action)
        frames = (toy.Ask(Seat(0)),) if step.state.frames else ()
        return replace(step, state=replace(step.state, frames=frames))


def solo() -> ModuleType:
    """Its module, as the registry of games wants it."""
    module = ModuleType("solo")
    module.__dict__["GAME"] = Solo()
    return module
