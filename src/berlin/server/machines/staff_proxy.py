"""A staff that answers in a person's place, where the host allows hints: one question, or the rest of a step.

It is given that seat's view and nothing else. That it answers, everybody is told before it does. An answer of
the person's own, or an undo, ends the delegation: it goes on only while nobody else has done anything.
"""

import asyncio
from concurrent.futures import BrokenExecutor

import msgspec

from berlin.kernel.contract.ids import Seat
from berlin.players.delegation import DEPUTY, Delegation, delegate
from berlin.server.http import errors
from berlin.server.http.errors import Denied
from berlin.server.machines.hints import NONE_HERE, Hints
from berlin.server.machines.machines import Machines
from berlin.server.machines.worker import Task
from berlin.server.tables.table import Table
from berlin.server.tables.tables import Tables


class StaffProxy:
    """Answers for those who ask for it."""

    def __init__(self, tables: Tables, machines: Machines, hints: Hints) -> None:
        self.tables, self.machines, self.hints = tables, machines, hints
        self._running: set[asyncio.Task[None]] = set()

    async def answer(self, table: Table, seats: tuple[Seat, ...], seq: int, one: bool, client: str) -> int:
        """Answers the open question for the seat that decides; the rest of the step follows by itself.

        Returns where the table stands for these seats after the first answer. Raises Denied.
        """
        if not table.header.hints:
            raise errors.forbidden(NONE_HERE)
        seat = table.deciding(seats, seq)
        self.hints.count(client)
        sent = delegate(table.game, table.state, seat, one)
        await self.tables.note_hint(table, seat, table.number((seat,)), DEPUTY)
        reached = await self._answer(table, seat, table.number((seat,)), client)
        if not one:
            task = asyncio.create_task(self._go_on(table.id, sent, reached, client))
            self._running.add(task)
            task.add_done_callback(self._running.discard)
        return table.number(seats)

    async def close(self) -> None:
        tasks = list(self._running)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _go_on(self, table_id: str, sent: Delegation, seq: int, client: str) -> None:
        try:
            while True:
                table = await self.tables.get(table_id)
                if table.number((sent.seat,)) != seq or not sent.goes_on(table.game, table.state):
                    return
                seq = await self._answer(table, sent.seat, seq, client)
        except Denied:
            return  # the table moved on, or nobody can think now: the person goes on himself

    async def _answer(self, table: Table, seat: Seat, seq: int, client: str) -> int:
        code = table.header.game
        task = Task(
            game=code,
            player=DEPUTY,
            view=msgspec.msgpack.encode(table.view(seat)),
            chance=table.chance(seat),
            changes=self.tables.games.changes(code),
        )
        try:
            thought = await self.machines.think(task, client, table.id)
        except BrokenExecutor:
            raise Denied(errors.UNAVAILABLE, "the staff can't answer now; try again") from None
        self.tables.dear.charge(client, thought.milliseconds)
        return await self.tables.act(table, (seat,), seq, thought.action)
