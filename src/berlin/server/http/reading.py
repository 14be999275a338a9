"""A connection as uvicorn reads it, but for its clock: it is wound up once, and looked at when it runs down.

A connection over which nothing is asked is closed after a while. A clock that every request stops and sets
anew is one more for the event loop to keep in order among those that were stopped, of which there are many.
"""

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol


class Reader(H11Protocol):
    """One connection."""

    # Since when nothing is asked by it; None while something is.
    _idle: float | None = None

    def _unset_keepalive_if_required(self) -> None:
        self._idle = None

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.timeout_keep_alive_task is not None:
            self.timeout_keep_alive_task.cancel()

    def on_response_complete(self) -> None:
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        self._idle = self.loop.time()
        if self.timeout_keep_alive_task is None:
            self._wind_up(self.timeout_keep_alive)
        self.flow.resume_reading()
        # A request that came before this one was answered.
        if self.conn.our_state is h11.DONE and self.conn.their_state is h11.DONE:
            self.conn.start_next_cycle()
            self.handle_events()

    def _wind_up(self, seconds: float) -> None:
        self.timeout_keep_alive_task = self.loop.call_later(seconds, self._run_down)

    def _run_down(self) -> None:
        self.timeout_keep_alive_task = None
        if self._idle is None:
            return
        left = self._idle + self.timeout_keep_alive - self.loop.time()
        if left > 0:
            self._wind_up(left)
        else:
            self.timeout_keep_alive_handler()
