"""The scenes that were shown last at a table, as JSON.

The newest of each eyes is asked for again and again, and whoever has the one before it is sent what changed.

They are kept by what these eyes have noticed, never by the entry: who misses an entry must not be told of it
by the time that the same scene takes again.
"""

from collections.abc import Collection
from hashlib import blake2b

import msgspec

from berlin.server.tables.party_numbering import Eyes

KEPT = 2
MARK_BYTES = 8


class Shown(msgspec.Struct, frozen=True, gc=False):
    """A scene, after how much its eyes had noticed. By its `mark` whoever has it can say so: it follows from
    all that is in it."""

    number: int
    scene: bytes
    mark: str


class Scenes:
    """Those of one table, the newest of each eyes first."""

    def __init__(self) -> None:
        self._shown: dict[Eyes, tuple[Shown, ...]] = {}
        self.bytes = 0

    def newest(self, eyes: Eyes) -> Shown | None:
        shown = self._shown.get(eyes)
        return shown[0] if shown else None

    def put(self, eyes: Eyes, shown: Shown) -> None:
        before = self._shown.get(eyes, ())
        self._shown[eyes] = (shown, *before)[:KEPT]
        self.bytes += len(shown.scene) - sum(len(one.scene) for one in before[KEPT - 1 :])

    def marked(self, mark: str, whose: Collection[Eyes]) -> Shown | None:
        """The scene of this mark, if it was shown to one of these eyes: of others nobody finds out what they
        have seen."""
        found = (one for eyes in whose for one in self._shown.get(eyes, ()) if one.mark == mark)
        return next(found, None)

    def clear(self) -> None:
        self._shown.clear()
        self.bytes = 0


def shown(number: int, scene: bytes) -> Shown:
    return Shown(number, scene, blake2b(scene, digest_size=MARK_BYTES).hexdigest())
