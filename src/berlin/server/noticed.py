"""Who has noticed which entries of a table, and the numbers by which each knows them.

How often somebody acts in secret is a secret too. So the entries are numbered for each party, that is for
those who hold the same seats, or for the watchers: what a party has not noticed has no number for it.
"""

from bisect import bisect_right
from typing import Any

import msgspec

from berlin.kernel.game import AnyGame
from berlin.kernel.replay import Moment

Eyes = int | None
Party = frozenset[int]


class Looks:
    """What eyes see of a table. A moment is looked at as the end of one act and as the beginning of the next:
    the last two are remembered."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._last: dict[Eyes, list[tuple[Any, bytes]]] = {}

    def notice(self, eyes: Eyes, seat: int, before: Moment, after: Moment) -> bool:
        """Whether these eyes notice what this seat did: it is theirs, open, told to them, or to be seen."""
        return (
            seat == eyes
            or self.game.is_open(before.state)
            or any(event.seen_by(eyes) is not None for event in after.events)
            or self.game.deciders(before.state) != self.game.deciders(after.state)
            or self._seen(eyes, before.state) != self._seen(eyes, after.state)
        )

    def _seen(self, eyes: Eyes, state: Any) -> bytes:
        last = self._last.setdefault(eyes, [])
        for known, seen in last:
            if known is state:
                return seen
        seen = msgspec.msgpack.encode(self.game.view(state, eyes), order="deterministic")
        self._last[eyes] = [*last[-1:], (state, seen)]
        return seen


class Noticed:
    """The entries in order, 0 the opening, and whose eyes have noticed each."""

    def __init__(self, seats: int) -> None:
        self.everybody: frozenset[Eyes] = frozenset((None, *range(seats)))
        self.by = [self.everybody]
        self._entries: dict[Party, list[int]] = {}

    def append(self, eyes: frozenset[Eyes]) -> None:
        self.by.append(eyes)

    def entries(self, party: Party) -> list[int]:
        """The entries that this party has noticed: its n-th is what it knows by the number n."""
        found = self._entries.setdefault(party, [])
        known = found[-1] + 1 if found else 0
        found += (n for n in range(known, len(self.by)) if self.is_known(party, n))
        return found

    def is_known(self, party: Party, entry: int) -> bool:
        """Whether a party has noticed this entry. What a watcher notices everybody does."""
        return None in self.by[entry] or not party.isdisjoint(self.by[entry])

    def number(self, party: Party, entry: int) -> int:
        """The number of this entry for a party; of the last that it noticed before, if it missed this one."""
        return bisect_right(self.entries(party), entry) - 1

    def until(self, party: Party, number: int) -> int:
        """The last entry before the party noticed the next: to its eyes all from its own on look the same."""
        entries = self.entries(party)
        return (entries[number + 1] if number + 1 < len(entries) else len(self.by)) - 1
