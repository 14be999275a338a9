"""What tables take of memory is reckoned in bytes, for every game, and stays within its bound."""

import gc
import tracemalloc
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from tests.server.house import GENEROUS, house

from berlin.kernel.contract.game import codes, load
from berlin.kernel.contract.ids import BOTH, FIRST, SECOND, Seat
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.records.record import Line, new_record, write
from berlin.server.tables import memory, table_view
from berlin.server.tables.games import Games
from berlin.server.tables.memory import Memory
from berlin.server.tables.opening import Order, opened
from berlin.server.tables.table import Table

LINES = 150
EVERYBODY: tuple[tuple[Seat, ...], ...] = ((), (FIRST,), (SECOND,), BOTH)


@cache
def record(code: str, lines: int = LINES) -> str:
    game, key, rng, played = load(code), key_from_seed(3), Random(4), list[Line]()
    state = game.start(game.scenarios[0].key, key, {}).state
    for number in range(1, lines + 1):
        seat = game.deciders(state)[0]
        action = game.sample(state, rng, seat)
        step = game.apply(state, action)
        played.append(Line(number, game.seats[seat], game.write(action), step.dice, step.sides))
        state = step.state
    return write(replace(new_record(game, key), lines=tuple(played)))


def taken(make: Callable[[], Any]) -> tuple[Any, int]:
    """What this makes, and how many bytes it takes."""
    gc.collect()
    tracemalloc.start()
    try:
        made = make()
        gc.collect()
        return made, tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


def looked_at(code: str, text: str) -> Table:
    table = opened(Order(code, record=text), Games()).table
    for seats in EVERYBODY:
        for eyes in (None, *BOTH):
            table_view.sight(table, seats, eyes, ())
    return table


@pytest.mark.slow
@pytest.mark.parametrize("code", codes())
@pytest.mark.parametrize("lines", [1, LINES])
def test_a_table_weighs_what_it_takes_and_rather_more(code: str, lines: int) -> None:
    text = record(code, lines)
    looked_at(code, text)  # what a game keeps for itself is there before
    table, took = taken(lambda: looked_at(code, text))
    assert took <= 1.15 * table.weight
    assert table.weight <= 2.5 * took
    bare, took = taken(lambda: opened(Order(code, record=text), Games()).table)
    assert took <= 1.15 * bare.weight


@pytest.mark.slow
def test_tables_of_all_games_stay_within_the_bound() -> None:
    texts = {code: record(code) for code in codes()}
    for code, text in texts.items():
        looked_at(code, text)
    most = 6_000_000

    def fill() -> Memory:
        kept = Memory(most)
        for _ in range(4):
            for code, text in texts.items():
                kept.put(looked_at(code, text))
        return kept

    kept, took = taken(fill)
    assert kept.bytes <= most
    assert took <= most
    assert 2 <= len(kept) < 12


def test_the_ones_that_nobody_asked_for_longest_go_and_a_single_one_stays() -> None:
    text = record("race", 5)
    tables = [opened(Order("race", record=text), Games()).table for _ in range(4)]
    gone: list[Table] = []
    kept = Memory(3 * tables[0].weight + 10, gone.append)
    for table in tables[:3]:
        kept.put(table)
    assert kept.get(tables[0].id) is tables[0]
    kept.put(tables[3])
    assert gone == [tables[1]]
    assert tables[1].id not in kept
    assert kept.get(tables[1].id) is None
    assert kept.pop(tables[2].id) is tables[2]
    assert kept.pop(tables[2].id) is None
    assert kept.bytes == tables[0].weight + tables[3].weight
    small = Memory(1)
    small.put(tables[0])
    assert (len(small), small.bytes) == (1, tables[0].weight)
    small.put(tables[1])
    assert (len(small), tables[1].id in small) == (1, True)


def test_a_table_that_grows_is_weighed_again() -> None:
    table = opened(Order("race", record=record("race", 5)), Games()).table
    kept = Memory(1 << 30)
    kept.put(table)
    before = kept.bytes
    table_view.sight(table, (Seat(0), Seat(1)), Seat(0), ())
    kept.get(table.id)
    assert kept.bytes == table.weight > before


def test_there_are_only_so_many_however_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "TABLES_IN_MEMORY", 2)
    kept = Memory(1 << 30)
    for _ in range(4):
        kept.put(opened(Order("race"), Games()).table)
    assert len(kept) == 2


def test_a_server_lets_tables_go_and_reads_them_again(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(GENEROUS, memory=600_000)
    with house(tmp_path / "db", limits) as host:
        tables = [host.open(game="race", scenario="") for _ in range(8)]
        for table in tables:
            legal = table.sight(table.every)["scene"]["choices"][0]["text"]
            assert table.act(legal).status == 200
        held = host.server.tables._live
        assert held.bytes <= 600_000
        assert 1 <= len(held) < 8
        assert [table.sight()["seq"] for table in tables] == [1] * 8
        # Nor are those that left kept for their captions.
        assert host.get("/api/tables").status == 200
        assert not host.server.tables._uncaptioned
