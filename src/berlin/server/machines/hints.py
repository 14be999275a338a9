"""Hints: what a machine would do in a player's place, by what that player can see, and why.

Whoever asked is told it; that he asked, everybody is: it is an entry of the table before it is told.
"""

import asyncio
from concurrent.futures import BrokenExecutor
from hashlib import blake2b

import msgspec

from berlin.kernel.contract.game import View
from berlin.kernel.contract.ids import Seat
from berlin.players import ADVISOR
from berlin.server.http import errors
from berlin.server.http.limits import Buckets, Limits, too_many
from berlin.server.machines.machines import Machines
from berlin.server.machines.worker import Task, Thought
from berlin.server.tables.table import Table
from berlin.server.tables.tables import Tables

NONE_HERE = "the host of this table allows no hints"


class Hint(msgspec.Struct, frozen=True):
    """The table's number after it was noted, the action, and what speaks for and against it."""

    seq: int
    action: str
    expected: tuple[str, ...]
    feared: tuple[str, ...]
    chances: tuple[str, ...]


class Hints:
    """Gives hints where the host allows them."""

    def __init__(self, tables: Tables, machines: Machines, limits: Limits) -> None:
        self.tables, self.machines = tables, machines
        self.asking = Buckets(limits.hint_rate, limits.hint_burst)
        self._thinking: dict[tuple[str, bytes], asyncio.Task[Thought]] = {}

    async def give(self, table: Table, seats: tuple[Seat, ...], seq: int, client: str) -> Hint:
        """A hint for the seat that decides. Raises Denied."""
        if not table.header.hints:
            raise errors.forbidden(NONE_HERE)
        seat = table.deciding(seats, seq)
        seen = table.view(seat)
        known = table.hints.get(seat)
        # Who asks the same again is told the same.
        if known is not None and known[0] == seen:
            return _hint(table, seats, known[1])
        self.count(client)
        view = msgspec.msgpack.encode(seen)
        key = table.id, view
        # Of several who ask the same at the same time only the first lets somebody think.
        if key not in self._thinking:
            task = asyncio.create_task(self._noted(table, seat, table.number((seat,)), seen, client))
            task.add_done_callback(lambda _: self._thinking.pop(key, None))
            self._thinking[key] = task
        return _hint(table, seats, await asyncio.shield(self._thinking[key]))

    def count(self, client: str) -> None:
        """One more of what a client may ask for. Raises Denied if it was too much."""
        self.tables.dear.check(client)
        if not self.asking.take(client):
            raise too_many()

    async def _noted(self, table: Table, seat: Seat, seq: int, seen: View, client: str) -> Thought:
        thought = await self._think(table, msgspec.msgpack.encode(seen), client)
        await self.tables.note_hint(table, seat, seq)
        table.hints[seat] = (seen, thought)
        return thought

    async def _think(self, table: Table, view: bytes, client: str) -> Thought:
        code = table.header.game
        chance = blake2b(view, digest_size=16).digest()
        try:
            thought = await self.machines.think(
                Task(code, ADVISOR, view, chance, changes=self.tables.games.changes(code)), client, table.id
            )
        except BrokenExecutor:
            raise errors.Denied(errors.UNAVAILABLE, "nobody can give a hint now; try again") from None
        self.tables.dear.charge(client, thought.milliseconds)
        return thought


def _hint(table: Table, seats: tuple[Seat, ...], thought: Thought) -> Hint:
    why = thought.reasons
    return Hint(table.number(seats), thought.action, why.expected, why.feared, why.chances)
