"""Turns go round among the clients, and among one client's tables, whoever came first with how much."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from berlin.server.work.turns import Turns


def served(turns: Turns, *askers: tuple[str, str]) -> list[tuple[str, str]]:
    """In which order these get their turns, who all ask before the first has ended."""
    order: list[tuple[str, str]] = []

    async def ask(client: str, table: str) -> None:
        async with turns.of(client, table):
            order.append((client, table))
            await asyncio.sleep(0)

    async def all_of_them() -> None:
        await asyncio.gather(*(ask(*asker) for asker in askers))

    asyncio.run(all_of_them())
    return order


def test_who_asks_for_much_waits_for_his_own() -> None:
    crowd = [("a", str(number)) for number in range(40)]
    order = served(Turns(1), *crowd, ("b", "x"), ("b", "x"), ("c", "y"))
    assert order[:5] == [("a", "0"), ("a", "1"), ("b", "x"), ("c", "y"), ("a", "2")]
    assert order.index(("b", "x")) < 3
    assert sorted(order) == sorted([*crowd, ("b", "x"), ("b", "x"), ("c", "y")])


def test_a_client_s_tables_take_turns_too() -> None:
    order = served(Turns(1), *[("a", "one")] * 5, ("a", "two"), ("a", "two"))
    assert [table for _, table in order] == ["one", "one", "two", "one", "two", "one", "one"]


def test_one_client_has_only_so_many_at_a_time() -> None:
    most: dict[str, int] = {}
    now: dict[str, int] = {"a": 0, "b": 0}
    turns = Turns(3, each=1)

    async def ask(client: str) -> None:
        async with turns.of(client):
            now[client] += 1
            most[client] = max(most.get(client, 0), now[client])
            await asyncio.sleep(0.001)
            now[client] -= 1

    async def all_of_them() -> None:
        await asyncio.gather(*(ask(client) for client in "aaaabb"))

    asyncio.run(all_of_them())
    assert most == {"a": 1, "b": 1}


def test_a_turn_is_not_given_to_who_goes_away_as_it_comes() -> None:
    """All of them are ended at once when the server stops, in whatever order."""
    turns, served = Turns(1), list[str]()

    async def ask(name: str) -> None:
        async with turns.of(name):
            served.append(name)
            await asyncio.sleep(10)

    async def all_of_them() -> list[object]:
        tasks = [asyncio.create_task(ask(name)) for name in "abc"]
        await asyncio.sleep(0)
        for task in tasks[:2]:
            task.cancel()
        await asyncio.sleep(0.01)
        tasks[2].cancel()
        return await asyncio.gather(*tasks, return_exceptions=True)

    ended = asyncio.run(all_of_them())
    assert [type(one) for one in ended] == [asyncio.CancelledError] * 3
    assert served == ["a", "c"]
    assert not turns.waiting("b")


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def test_who_goes_away_while_he_waits_leaves_no_gap() -> None:
    async def story() -> None:
        turns = Turns(1)
        async with turns.of("a"):
            waiting = [asyncio.create_task(_take(turns, name)) for name in ("b", "b", "c")]
            await asyncio.sleep(0)
            assert [turns.waiting(name) for name in "abc"] == [0, 2, 1]
            waiting[0].cancel()
            await asyncio.sleep(0)
            assert turns.waiting("b") == 1
        await asyncio.gather(*waiting[1:])
        async with turns.of("d"):
            pass

    run(story())


def test_who_goes_away_just_as_he_is_called_hands_his_turn_on() -> None:
    async def story() -> None:
        turns = Turns(1)
        async with turns.of("a"):
            late = asyncio.create_task(_take(turns, "b"))
            await asyncio.sleep(0)
        late.cancel()
        await asyncio.gather(late, return_exceptions=True)
        await asyncio.wait_for(_take(turns, "c"), 5)

    run(story())


def test_who_is_called_off_together_with_the_one_before_him_takes_no_turn() -> None:
    async def work() -> None:
        turns, ended = Turns(1), list[str]()

        async def ask(client: str) -> None:
            try:
                async with turns.of(client):
                    await asyncio.sleep(60)
            except asyncio.CancelledError:
                ended.append(client)
                raise

        asked = [asyncio.create_task(ask(client)) for client in "abc"]
        await asyncio.sleep(0)
        # All at once, as when a server stops: the first ends its turn before the others know.
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        assert ended == ["a", "b", "c"]
        # The turn is free again for whoever comes next.
        async with asyncio.timeout(1), turns.of("d"):
            pass

    run(work())


def test_a_turn_ends_with_what_was_raised_in_it() -> None:
    async def story() -> None:
        turns = Turns(1)
        try:
            async with turns.of("a"):
                raise ValueError
        except ValueError:
            pass
        await asyncio.wait_for(_take(turns, "b"), 5)

    run(story())


async def _take(turns: Turns, client: str) -> None:
    async with turns.of(client):
        pass
