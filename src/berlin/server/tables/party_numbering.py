"""Who has noticed which entries of a table, and the numbers by which each knows them.

How often somebody acts in secret is a secret too. So the entries are numbered for each party, that is for
those who hold the same seats, or for the watchers: what a party has not noticed has no number for it. Each is
counted for every party when it happens, so that nobody who asks waits the longer for what he has missed.
"""

from bisect import bisect_right
from functools import cache
from itertools import combinations

import msgspec

from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.ids import Seat, numbered
from berlin.kernel.records.replay import Moment

Eyes = Seat | None
Party = frozenset[Seat]


@cache
def alone(eyes: Eyes) -> Party:
    """Who has these eyes and no others."""
    return frozenset() if eyes is None else frozenset((eyes,))


class ViewCache:
    """What eyes see of a table. A moment is looked at as the end of one act and as the beginning of the next:
    the last two are remembered."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._last: dict[Eyes, list[tuple[object, bytes]]] = {}
        self._noticing: tuple[Moment, Moment, frozenset[Eyes]] | None = None

    def noticing(self, whose: frozenset[Eyes], seat: Seat, before: Moment, after: Moment) -> frozenset[Eyes]:
        """Which of these eyes notice what this seat did: it is theirs, open, told to them, or to be seen."""
        known = self._noticing
        if known is None or known[0] is not before or known[1] is not after:
            known = self._noticing = before, after, self._find(whose, seat, before, after)
        return known[2]

    def _find(self, whose: frozenset[Eyes], seat: Seat, before: Moment, after: Moment) -> frozenset[Eyes]:
        game = self.game
        if game.is_open(before.state) or game.deciders(before.state) != game.deciders(after.state):
            return whose
        return frozenset(eyes for eyes in whose if seat == eyes or self._notice(eyes, before, after))

    def _notice(self, eyes: Eyes, before: Moment, after: Moment) -> bool:
        """Whether what was done is told to these eyes, or to be seen."""
        return any(event.seen_by(eyes) is not None for event in after.events) or (
            self._seen(eyes, before.state) != self._seen(eyes, after.state)
        )

    def _seen(self, eyes: Eyes, state: object) -> bytes:
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
        self.everybody: frozenset[Eyes] = frozenset((None, *numbered(Seat, seats)))
        self.by = [self.everybody]
        self.parties = [
            frozenset(some) for n in range(seats + 1) for some in combinations(numbered(Seat, seats), n)
        ]
        self._entries: dict[Party, list[int]] = {party: [0] for party in self.parties}
        self._standing: dict[Party, list[int]] = {party: [] for party in self.parties}

    def append(self, eyes: frozenset[Eyes], is_act: bool) -> None:
        """One more entry, which these eyes have noticed."""
        entry = len(self.by)
        self.by.append(eyes)
        for party in self._knowing(entry):
            self._entries[party].append(entry)
            if is_act:
                self._standing[party].append(entry)

    def latest(self, party: Party) -> int:
        """The number of the last entry that a party noticed."""
        return len(self._entries[party]) - 1

    def take_back(self, entry: int) -> None:
        """The last action that stood, which was this entry, stands no more."""
        for party in self._knowing(entry):
            self._standing[party].pop()

    def _knowing(self, entry: int) -> list[Party]:
        """Who has noticed this entry. What a watcher notices everybody does."""
        eyes = self.by[entry]
        if None in eyes:
            return self.parties
        return [party for party in self.parties if not party.isdisjoint(eyes)]

    def entries(self, party: Party) -> list[int]:
        """The entries that this party has noticed: its n-th is what it knows by the number n."""
        return self._entries[party]

    def standing(self, party: Party) -> list[int]:
        """The actions that were not taken back, as far as this party has noticed them."""
        return self._standing[party]

    def number(self, party: Party, entry: int) -> int:
        """The number of this entry for a party; of the last that it noticed before, if it missed this one."""
        return bisect_right(self.entries(party), entry) - 1

    def until(self, party: Party, number: int) -> int:
        """The last entry before the party noticed the next: to its eyes all from its own on look the same."""
        entries = self.entries(party)
        return (entries[number + 1] if number + 1 < len(entries) else len(self.by)) - 1
