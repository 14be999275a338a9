"""What is dear is done beside the requests, once where it is the same for all, and paid by who asks."""

import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.house import GENEROUS, House, Seated, house

from berlin.kernel.contract.game import AnyGame
from berlin.server.http.errors import Denied
from berlin.server.http.limits import Limits
from berlin.server.tables import opening, table_view
from berlin.server.work import dear
from berlin.server.work.cooperative_pause import TooLong, breathing, give_way_soon

POOR = msgspec.structs.replace(GENEROUS, work_rate=0.1, work_burst=40.0)
OTHER = "10.0.0.2"


def busy(seconds: float) -> Callable[..., Any]:
    """Work that takes the processor so long, whatever it is asked."""

    def work(*_: object) -> list[object]:
        end = time.thread_time() + seconds
        while time.thread_time() < end:
            pass
        return []

    return work


def why(table: Seated, client: str = "10.0.0.1") -> Any:
    body = {"seq": table.number(table.every), "action": "rest"}
    return table.house.post(f"{table.path}/why", body, table.every, client=client)


def test_who_has_used_up_his_time_waits_and_others_don_t(
    tmp_path: Path, toy: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(tmp_path / "db", POOR) as host:
        table = host.open()
        monkeypatch.setattr(table_view, "answers", busy(0.05))
        assert why(table).status == 200
        refused = why(table)
        assert refused.status == 429
        assert int(refused.headers["retry-after"]) >= 90
        assert refused.json["error"].count("\n") == 0
        assert "too much of the server's time" in refused.json["error"]
        assert why(table, OTHER).status == 200
        # What is cheap goes on: nobody is kept from his game.
        assert table.act("rest").status == 200
        assert table.sight()["seq"] == 1


def test_he_is_charged_with_what_it_took_and_gets_it_back_with_time() -> None:
    now = [0.0]
    limits = Limits(work_rate=100.0, work_burst=1000.0)
    accounts = dear.Dear(limits, lambda: now[0])
    accounts.charge("a", 999)
    accounts.check("a")
    accounts.charge("a", 501)
    with pytest.raises(Denied) as caught:
        accounts.check("a")
    assert (caught.value.status, caught.value.wait) == (429, 5)
    now[0] = 4.9
    assert accounts.accounts.wait("a") == pytest.approx(0.1)
    now[0] = 5.1
    accounts.check("a")
    now[0] = 1000
    assert accounts.accounts.left("a") == 1000
    accounts.check("b")
    accounts.close()


def test_what_waits_behind_his_own_is_not_done_when_nothing_is_left(tmp_path: Path, toy: AnyGame) -> None:
    done: list[str] = []

    def work(name: str) -> None:
        busy(0.05)()
        done.append(name)

    with house(tmp_path / "db", POOR) as host:
        asker = host.server.tables.dear

        async def ask() -> list[object]:
            import asyncio

            names = [asker.do("a", work, f"a{number}") for number in range(3)]
            return await asyncio.gather(*names, asker.do("b", work, "b"), return_exceptions=True)

        came = host.run(ask())
    assert sorted(done) == ["a0", "b"]
    assert [getattr(one, "status", 200) for one in came] == [200, 429, 429, 200]


def test_he_is_answered_at_once_and_his_next_piece_of_work_waits_for_a_rest(
    tmp_path: Path, toy: AnyGame
) -> None:
    began: list[float] = []
    ended: list[float] = []

    def work() -> None:
        began.append(time.monotonic())
        busy(0.05)()
        ended.append(time.monotonic())

    with house(tmp_path / "db") as host:
        asker = host.server.tables.dear

        async def ask() -> float:
            await asker.do("a", work)
            answered = time.monotonic()
            await asker.do("a", work)
            return answered

        answered = host.run(ask())
    assert began[1] - ended[0] >= dear.MOST_REST
    assert answered < began[1] - dear.MOST_REST / 2


def test_what_could_tell_of_secrets_by_its_length_takes_whole_steps(tmp_path: Path, toy: AnyGame) -> None:
    """By the clock, by the account, and by when the next piece of work begins."""
    limits = msgspec.structs.replace(GENEROUS, work_rate=1e-9, work_burst=10_000.0)
    with house(tmp_path / "db", limits) as host:
        asker = host.server.tables.dear

        async def ask(client: str, seconds: float) -> tuple[float, float, float]:
            import asyncio

            began = time.monotonic()
            first = asyncio.create_task(asker.do_in_steps(client, 0.0, busy(seconds)))
            await asyncio.sleep(0.01)
            behind = asyncio.create_task(asker.do(client, time.monotonic))
            await first
            answered = time.monotonic() - began
            return answered, await behind - began, asker.accounts.left(client)

        short, long, longer = (host.run(ask(f"{n}", n)) for n in (0.001, 0.05, 1.1 * dear.STEP))
    assert min(short[0], long[0], longer[0] / 2) >= dear.STEP
    assert min(short[1], long[1]) >= dear.STEP + dear.MOST_REST
    assert [one[2] for one in (short, long, longer)] == pytest.approx([9_750, 9_750, 9_500], abs=10)


def test_no_thread_that_reckons_keeps_another_waiting_for_long() -> None:
    before = sys.getswitchinterval()
    try:
        give_way_soon()
        assert sys.getswitchinterval() <= before / 5
    finally:
        sys.setswitchinterval(before)


def test_only_so_much_waits_for_one_client(
    tmp_path: Path, toy: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dear, "MOST_WAITING", 2)
    enough = threading.Event()
    with house(tmp_path / "db") as host:
        asker = host.server.tables.dear

        async def ask() -> list[int]:
            import asyncio

            tasks = [asyncio.create_task(asker.do("a", enough.wait, 20)) for _ in range(5)]
            await asyncio.sleep(0.05)
            enough.set()
            came = await asyncio.gather(*tasks, return_exceptions=True)
            return [getattr(one, "status", 200) for one in came]

        statuses = host.run(ask())
    assert statuses.count(200) >= 3
    assert set(statuses) <= {200, 429}


def test_data_are_made_once_and_a_browser_keeps_them(host: House, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    plain = type(host.server.tables.games["toy"]).data

    def data(game: Any) -> Any:
        made.append(threading.get_ident())
        return plain(game)

    monkeypatch.setattr(type(host.server.tables.games["toy"]), "data", data)
    first = host.get("/api/games/toy/data")
    assert first.status == 200
    assert [host.get("/api/games/toy/data").body for _ in range(5)] == [first.body] * 5
    again = host.get("/api/games/toy/data", headers={"if-none-match": first.headers["etag"]})
    assert (again.status, again.body) == (304, b"")
    house_only = host.get("/api/games/toy/data?source=house")
    assert all(datum["source"] == "house" for datum in house_only.json)
    assert len(made) == 2
    assert host.thread.ident not in made


def test_sending_much_is_paid_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = msgspec.structs.replace(GENEROUS, work_rate=0.001, work_burst=500.0)
    with house(tmp_path / "db", limits) as host:
        came = [host.get("/api/games/orsha/data").status for _ in range(400)]
        assert came[0] == 200
        assert came[-1] == 429
        assert came == sorted(came)
        assert host.get("/api/games/orsha/data", client=OTHER).status == 200


@pytest.mark.parametrize("what", ["why", "form", "record", "situation", "open"])
def test_nothing_dear_is_done_by_the_thread_of_the_requests(
    host: House, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    seen: list[int | None] = []
    plain = dear._timed

    def timed(*args: Any) -> Any:
        seen.append(threading.get_ident())
        return plain(*args)

    table = host.open()
    monkeypatch.setattr(dear, "_timed", timed)
    calls: dict[str, Callable[[], Any]] = {
        "why": lambda: why(table),
        "form": lambda: host.get(f"{table.path}/form", table.every),
        "record": lambda: host.get(f"{table.path}/record", table.every),
        "situation": lambda: host.get(f"{table.path}/situation", table.every),
        "open": lambda: host.open(),
    }
    calls[what]()
    assert seen
    assert host.thread.ident not in seen


def test_a_paper_is_drawn_beside_the_requests_and_paid_for(racing: House) -> None:
    limits = msgspec.structs.replace(GENEROUS, work_rate=1.0, work_burst=1000.0)
    accounts = dear.Dear(limits)
    racing.server.tables.dear.accounts = accounts.accounts
    table = racing.open(game="orsha", scenario="")
    before = accounts.accounts.left("10.0.0.1")
    assert racing.get(f"{table.path}/papers/perimeters").status == 200
    assert before - accounts.accounts.left("10.0.0.1") > 5
    accounts.close()


def test_a_record_that_takes_too_long_is_given_up(
    tmp_path: Path, toy: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(tmp_path / "db", POOR) as host:
        table = host.open(scenario="short").finish()
        record = host.get(f"{table.path}/record", table.every).body.decode()
        assert host.post("/api/tables", {"game": "toy", "record": record}, client=OTHER).status == 201
        monkeypatch.setattr(opening, "MOST_SECONDS", 0.06)
        plain, slow = type(toy).apply, busy(0.02)
        monkeypatch.setattr(type(toy), "apply", lambda *args: [slow(), plain(*args)][1])
        began = time.process_time()
        answer = host.post("/api/tables", {"game": "toy", "record": record})
        assert answer.status == 413
        assert "takes too long" in answer.json["error"]
        assert 0.06 < time.process_time() - began < 0.5
        # And it was paid for.
        assert host.post("/api/tables", {"game": "toy"}).status == 429
        assert host.post("/api/tables", {"game": "toy"}, client="10.0.0.3").status == 201


def test_work_is_cut_off_by_the_time_that_it_took_itself() -> None:
    slow = busy(0.02)
    began = time.thread_time()
    with pytest.raises(TooLong):
        assert [slow() for _ in breathing(range(1000), 0.1)]
    assert 0.1 <= time.thread_time() - began < 0.2
    # To wait is no work.
    for _ in breathing(range(4), 0.1):
        time.sleep(0.05)


def test_an_evening_of_two_browsers_and_a_machine_meets_no_limit(tmp_path: Path, toy: AnyGame) -> None:
    """Everything as fast as it can be asked for, from one address, by the limits as they are."""
    with house(tmp_path / "db", Limits(rate=1e9, burst=1e9)) as host:
        for _ in range(5):
            table = host.open(seats={"blue": "human"})
            while table.sight()["turn_of"]:
                assert table.act("rest").status == 200
                for seat in ("red", "blue", ""):
                    table.sight(seat)
                assert why(table).status in (200, 422)
            assert host.get(f"{table.path}/record", table.every).status == 200
        assert '"status":429' not in host.log.getvalue()
