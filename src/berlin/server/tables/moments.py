"""The moments of a table, one after each entry: the newest as it is, all the others as bytes.

A long game has more than a thousand of them. As bytes they take half the memory, and the interpreter's search
for garbage, during which nobody is answered, passes them by.
"""

import msgspec

from berlin.kernel.contract.events import Event
from berlin.kernel.contract.game import AnyGame
from berlin.kernel.records.record import Line
from berlin.kernel.records.replay import Moment


class MomentFacts(msgspec.Struct, frozen=True):
    """What there is to tell of a moment: all but its state."""

    number: int
    line: Line | None
    events: tuple[Event, ...]
    dice: tuple[int, ...]
    sides: tuple[int, ...]
    fingerprint: str


class Packed(msgspec.Struct, frozen=True, gc=False):
    """A moment as bytes."""

    state: bytes
    told: bytes

    @property
    def size(self) -> int:
        return len(self.state) + len(self.told)


class Moments:
    """The moments in order, 0 the opening."""

    def __init__(self, game: AnyGame, opening: Moment) -> None:
        self.game = game
        self._packed: list[Packed] = []
        self.bytes = 0
        self.last = opening
        self.append(opening)

    def __len__(self) -> int:
        return len(self._packed)

    def append(self, moment: Moment) -> None:
        self._packed.append(self._pack(moment))
        self.bytes += self._packed[-1].size
        self.last = moment

    def __getitem__(self, n: int) -> Moment:
        if n in (-1, len(self) - 1):
            return self.last
        packed = self._packed[n]
        told = msgspec.msgpack.decode(packed.told, type=MomentFacts)
        state = self.game.decode(packed.state)
        return Moment(told.number, told.line, state, told.events, told.dice, told.sides, told.fingerprint)

    def __setitem__(self, n: int, moment: Moment) -> None:
        self.bytes -= self._packed[n].size
        self._packed[n] = self._pack(moment)
        self.bytes += self._packed[n].size
        if n in (-1, len(self) - 1):
            self.last = moment

    @property
    def newest_bytes(self) -> int:
        """How much the newest takes as bytes."""
        return self._packed[-1].size

    def told(self, n: int) -> MomentFacts:
        """A moment without unpacking its state."""
        return msgspec.msgpack.decode(self._packed[n].told, type=MomentFacts)

    def _pack(self, moment: Moment) -> Packed:
        told = MomentFacts(
            moment.number, moment.line, moment.events, moment.dice, moment.sides, moment.fingerprint
        )
        return Packed(self.game.encode(moment.state), msgspec.msgpack.encode(told))
