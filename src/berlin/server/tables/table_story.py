"""What happened at a table, one thing at a time, as a seat saw it.

It is made of the scenes that the eyes had before and after each entry and of what they read of it in the log:
whoever asks could make it himself of `moments` and `log`.
"""

import msgspec

from berlin.kernel.contract.events import Event
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.scene import Scene
from berlin.kernel.contract.story import Beat
from berlin.kernel.play.storytelling import Deed, tell
from berlin.server.tables.party_numbering import Eyes
from berlin.server.tables.table import Table
from berlin.server.tables.table_view import LogLine, log_line

# Of more entries than these the last are told: nobody watches an hour of them.
MOST_ENTRIES = 60
# Who asks for advice does nothing.
HINT = "hint"


class Episode(msgspec.Struct, frozen=True):
    """What an entry of the log led to: whose it is, and its beats."""

    seq: int
    seat: Seat | None
    beats: tuple[Beat, ...]


class Story(msgspec.Struct, frozen=True):
    """The episodes after `since`, up to `seq`, as these eyes saw them; those without a beat are left out."""

    since: int
    seq: int
    episodes: tuple[Episode, ...]


def story(table: Table, seats: tuple[Seat, ...], eyes: Eyes, since: int) -> Story:
    """What was told to who holds these seats after this number."""
    party = table.party(seats)
    entries = table.noticed.entries(party)
    last = len(entries) - 1
    first = min(last, max(since, last - MOST_ENTRIES, 0))
    before = _scene(table, eyes, entries[first])
    episodes = []
    for number in range(first + 1, last + 1):
        after = _scene(table, eyes, entries[number])
        episodes.append(_episode(table, log_line(table, party, eyes, number), before, after))
        before = after
    return Story(first, last, tuple(one for one in episodes if one.beats))


def _episode(table: Table, line: LogLine, before: Scene, after: Scene) -> Episode:
    if line.action == HINT:
        return Episode(line.seq, line.seat, ())
    events = [Event(one.kind, one.text, one.rules, one.data) for one in line.events]
    return Episode(line.seq, line.seat, tell(table.game, before, after, Deed(line.action, line.said), events))


def _scene(table: Table, eyes: Eyes, n: int) -> Scene:
    return table.game.scene(table.game.view(table.moments[n].state, eyes))
