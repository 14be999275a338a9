"""What is the same for everybody: encoded once, beside the requests, and kept with a tag for browsers."""

import asyncio
from collections.abc import Callable
from hashlib import blake2b

import msgspec

from berlin.server.work.dear import Dear

Kept = tuple[bytes, str]


class Shelf:
    """Bodies by what they are of. There are only so many: a few for each game."""

    def __init__(self, dear: Dear) -> None:
        self.dear = dear
        self._kept: dict[tuple[str, ...], Kept] = {}
        self._making: dict[tuple[str, ...], asyncio.Task[Kept]] = {}

    async def get(self, client: str, make: Callable[[], object], *key: str) -> Kept:
        """The body and its tag; `make` gives the value the first time. Raises Denied."""
        self.dear.check(client)
        if key not in self._kept:
            # Of several who ask at the same time only the first lets it be made.
            if key not in self._making:
                task = asyncio.create_task(self.dear.do(client, _encoded, make))
                task.add_done_callback(lambda _: self._making.pop(key, None))
                self._making[key] = task
            self._kept[key] = await asyncio.shield(self._making[key])
        body, tag = self._kept[key]
        return body, tag


def _encoded(make: Callable[[], object]) -> Kept:
    body = msgspec.json.encode(make())
    return body, f'"{blake2b(body, digest_size=12).hexdigest()}"'
