"""What a request costs the server, in calls: the same each time, however busy the machine is."""

import gc
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from types import FrameType
from typing import TypeVar
from unittest.mock import patch

import msgspec
from tests.server.house import ORDER, House, asked

from berlin.server.work.dear import Dear

T = TypeVar("T")
Request = tuple[str, str, object]


async def inline(work: Callable[..., T], *args: object) -> T:
    """What is else done in a thread of its own."""
    return work(*args)


async def dear_inline(dear: Dear, client: str, work: Callable[..., T], *args: object) -> T:
    return work(*args)


def cost(house: House, request: Request, seat: str = "") -> int:
    """How many functions, of Python and of C, are called to answer this, all in one thread."""
    method, path, body = request
    data = b"" if body is None else msgspec.json.encode(body)
    calls = 0

    def count(frame: FrameType, event: str, what: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    async def measured() -> int:
        with patch("asyncio.to_thread", inline), patch.object(Dear, "do", dear_inline):
            # When memory is swept depends on all that was done before, and tools of the tests are told of it.
            gc.disable()
            sys.setprofile(count)
            try:
                await asked(house.server, method, path, data, {**ORDER, "x-seat": seat})
            finally:
                sys.setprofile(None)
                gc.enable()
        return calls

    took: int = house.run(measured())
    return took


def told_apart(one: list[int], other: list[int]) -> float:
    """How often the best rule there is guesses right from a cost to which of the two it belongs, of 1."""
    first, second = share(one), share(other)
    return sum(max(first.get(cost, 0.0), second.get(cost, 0.0)) for cost in {**first, **second}) / 2


def share(costs: list[int]) -> Mapping[int, float]:
    return {cost: n / len(costs) for cost, n in Counter(costs).items()}
