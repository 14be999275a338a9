"""How the server is: asked of the disk itself, by writing something and reading it again.

However often it is asked, the disk is asked once a second.
"""

import asyncio
import time

from berlin.server.store.soundness import trouble
from berlin.server.store.store import Store, StoreFailed

KEPT_SECONDS = 1.0
PATIENCE_SECONDS = 5.0


class Health:
    """The health of one store, as it was found last."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._lock = asyncio.Lock()
        self._found = ""
        self._until = 0.0

    async def trouble(self) -> str:
        """Why nothing can be kept now; "" if all is well."""
        async with self._lock:
            if time.monotonic() >= self._until:
                self._found = await self._look()
                self._until = time.monotonic() + KEPT_SECONDS
            return self._found

    async def _look(self) -> str:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self.store.check()
        except TimeoutError:
            return f"the disk has not answered for {PATIENCE_SECONDS:g} seconds"
        except StoreFailed as error:
            return trouble(error)
        return ""
