"""Later versions of the toy game: the same rules, other rules, and other ways to keep the same position."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace
from toy import GAME, Do, State, Toy

from berlin.kernel.contract.game import BadText, Step
from berlin.kernel.contract.rules import Refusal


class Alike(Toy):
    """Version 2: nothing plays otherwise."""

    cover = replace(GAME.cover, version=2)


class Drawless(Toy):
    """Version 2: nobody draws any more, so that old actions have become illegal."""

    cover = replace(GAME.cover, version=2)

    def legal(self, state: State, unit: int | None = None, seat: int | None = None) -> list[Do]:
        return [action for action in super().legal(state, unit, seat) if action.verb != "draw"]

    def why_not(self, state: State, action: Do) -> Refusal | None:
        if action.verb == "draw":
            return Refusal("TOY 7", "nobody draws any more")
        return super().why_not(state, action)


class Doubled(Toy):
    """Version 2: every point counts twice. No action is refused, but the position is another."""

    cover = replace(GAME.cover, version=2)

    def scored(self, state: State, seat: int, points: int) -> tuple[int, ...]:
        return super().scored(state, seat, 2 * points)


class Again(Drawless):
    """Version 3."""

    cover = replace(GAME.cover, version=3)


class Weathered(State, frozen=True):
    weather: str = "fair"


class Grown(Drawless):
    """As Drawless; the state has one more field, with a default."""

    state_type = Weathered


class Reshaped(Drawless):
    """As Drawless; what was kept of a state can't be decoded any more."""

    def encode(self, state: State) -> bytes:
        return b"\x01" + super().encode(state)

    def decode(self, data: bytes) -> State:
        if data[:1] != b"\x01":
            raise msgspec.ValidationError("an old state")
        return super().decode(data[1:])


class Foreign(Reshaped):
    """As Reshaped; and situations are written in other words."""

    def write_situation(self, state: State) -> str:
        return super().write_situation(state).replace("[hands]", "[cards]")

    def read_situation(self, text: str, key: bytes) -> Step[State]:
        if "[hands]" in text:
            raise BadText("there are no hands", "TOY 1")
        return super().read_situation(text.replace("[cards]", "[hands]"), key)


class Unopened(Foreign):
    """As Foreign; not even the scenario is known any more."""

    def start(self, scenario: str, key: bytes, options: Mapping[str, str]) -> Step[State]:
        raise BadText(f"no scenario is called {scenario!r}", "TOY 1")
