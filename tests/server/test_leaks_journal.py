"""What the server writes about its own work holds nobody's secret."""

import logging
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.server.house import House, Seated, house
from tests.server.line import listening
from tests.server.mute import Mute
from tests.server.test_machines import until
from tests.server.worlds import held, lines

from berlin.kernel.contract import game as registry
from berlin.kernel.contract.game import AnyGame
from berlin.players import MACHINES
from berlin.server.store.store import StoreFailed
from berlin.server.work.log import Bridge

TYPED = "Georgi of the reserve"
CARDS = """game = "sealed"
left = 9
asks = "red"
scores = [0, 0]
gone = [4]
[hands]
red = [1, 8]
blue = [6]
"""


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(registry, "_WHERE", {"sealed": "sealed:GAME"})
    with house(tmp_path / "tables.sqlite") as running:
        yield running


@pytest.fixture
def table(host: House) -> Seated:
    """A table at which a bid was made, taken back, and made again."""
    table = host.open(game="sealed", names={"red": TYPED}).played("draw", "roll", "rest")
    table.act("blue bids 2", "blue")
    assert host.post(f"{table.path}/undo", {"seq": 4}, table.tokens["blue"]).status == 200
    table.act("blue bids 3", "blue")
    return table


def secrets(table: Seated) -> list[str]:
    """What nobody may read in the journal of this table's house."""
    live = held(table)
    hands = live.game.write_situation(live.moments[0].state).partition("[hands]")[2].split("\n")
    acts = ["bids", "draw", "roll", "rest", "card"]
    return [*table.tokens.values(), live.head.key.hex(), TYPED, *acts, *filter(None, hands)]


def leaks(table: Seated) -> list[str]:
    """The secrets that its journal holds."""
    journal = table.house.log.getvalue()
    return [secret for secret in secrets(table) if secret in journal]


def test_a_whole_session_leaves_no_secret_in_the_journal(host: House, table: Seated) -> None:
    token = table.tokens["red"]
    for seat in (token, "", "x" + token, token + ",y"):
        for path in (
            table.path,
            f"{table.path}/moments/1",
            f"{table.path}/record",
            f"{table.path}?seat={token}",
        ):
            host.get(path, seat)
        host.post(f"{table.path}/why", {"seq": 5, "action": "red bids 1"}, seat)
        host.post(f"{table.path}/actions", {"seq": 5, "action": "play 9"}, seat)
        host.post(f"{table.path}/actions", f'{{"seat": "{token}", bids'.encode(), seat)
    with listening(host) as line:
        for seat in (*table.tokens.values(), "", "x" + token):
            page = line.page(table.id, seat)
            if seat in (*table.tokens.values(), ""):
                page.hear()
            page.close()
    host.post("/api/tables", {"game": "sealed", "situation": CARDS, "seed": 7})
    host.post("/api/tables", {"game": "sealed", "situation": CARDS.replace("[6]", "[8]")})
    table.act("red bids 1", "red")
    record = host.get(f"{table.path}/record", table.every).body.decode()
    host.post("/api/tables", {"game": "sealed", "record": record})
    assert [line for line in lines(host) if line["event"] == "request" and table.id in line["path"]]
    assert not leaks(table)
    host.server.journal.write("a control", told=token)
    assert leaks(table) == [token]


def test_a_link_whose_sign_was_encoded_on_its_way_is_written_down_without_its_secret(
    host: House, table: Seated
) -> None:
    for path in (f"/t/{table.id}#{table.tokens['red']}", f"{table.path}#{table.tokens['red']}"):
        host.get(path)
    assert [line["path"] for line in lines(host)[-2:]] == [f"/t/{table.id}", table.path]
    assert not leaks(table)


def broken(table: Seated) -> RuntimeError:
    """An exception as talkative as they come."""
    return RuntimeError("; ".join(secrets(table)))


@pytest.mark.parametrize("part", ["view", "scene", "apply", "imagine", "legal", "prompt", "read", "write"])
def test_no_exception_of_a_game_tells_what_it_held(
    host: House, table: Seated, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    error = broken(table)

    def fail(*_: Any) -> None:
        raise error

    live, token = held(table), table.tokens["red"]
    live.scenes.clear()
    live.views.clear()
    live.logs.clear()
    with monkeypatch.context() as patch:
        patch.setattr(type(live.game), part, fail)
        answers = [host.get(table.path, token), host.get(f"{table.path}/moments/2"), host.get("/api/tables")]
        for action in ("red bids 1", "draw"):
            for call in ("actions", "why"):
                order = {"seq": live.seq, "action": action}
                answers.append(host.post(f"{table.path}/{call}", order, token))
    said = b"".join(answer.body for answer in answers if answer.status >= 500).decode()
    assert said
    assert not [secret for secret in secrets(table) if secret in said]
    assert [line["type"] for line in lines(host) if line["event"] == "bug"]
    assert not leaks(table)


def test_a_store_that_fails_tells_nothing(
    host: House, table: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = StoreFailed(str(broken(table)))

    async def fail(*_: Any) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(host.server.store, "append", fail)
        answer = table.act("red bids 1", "red")
    assert answer.status == 503
    told = lines(host)[-2]
    assert (told["event"], told["reason"]) == ("store failed", "it doesn't answer")
    assert not leaks(table)


def test_a_machine_that_fails_or_cheats_tells_nothing(
    host: House, table: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = broken(table)

    class Broken(Mute):
        def choose(self, game: AnyGame, view: Any, rng: Random) -> Any:
            raise error

    class Cheat(Mute):
        def choose(self, game: AnyGame, view: Any, rng: Random) -> Any:
            return game.read("blue bids 2")

    monkeypatch.setitem(MACHINES, "broken", Broken)
    monkeypatch.setitem(MACHINES, "cheat", Cheat)
    for kind in ("broken", "cheat"):
        host.open(game="sealed", seats={"red": kind})
    until(lambda: sum(line["event"] == "machine gave up" for line in lines(host)) == 2)
    assert not leaks(table)


def test_what_a_library_logs_comes_without_its_facts(host: House, table: Seated) -> None:
    logger = logging.getLogger("a library")
    logger.addHandler(bridge := Bridge(host.server.journal))
    try:
        logger.warning("odd: %s", table.tokens["red"])
        logger.error("odder", exc_info=broken(table))
    finally:
        logger.removeHandler(bridge)
    assert [line["event"] for line in lines(host)[-2:]] == ["library", "bug"]
    assert not leaks(table)
