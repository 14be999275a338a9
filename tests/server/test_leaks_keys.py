"""The key of the dice is nobody's before the end, and so no die is known before it falls."""

from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from tests.server.house import House, Seated, house
from tests.server.line import listening
from tests.server.worlds import held, twins

from berlin.kernel.contract import game as registry
from berlin.kernel.contract.ids import Seat
from berlin.kernel.play.dice import commitment

REGISTERED = registry.codes()
OWN = {"toy": "toy:GAME", "sealed": "sealed:GAME"}


@pytest.fixture(autouse=True)
def games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_WHERE", {**registry._WHERE, **OWN})


@pytest.fixture
def host(tmp_path: Path, games: None) -> Iterator[House]:
    with house(tmp_path / "tables.sqlite") as running:
        yield running


@pytest.mark.slow
@pytest.mark.parametrize("code", [*OWN, *REGISTERED])
def test_not_even_who_holds_every_seat_can_tell_one_key_from_another(tmp_path: Path, code: str) -> None:
    scenario = "long" if code in OWN else ""
    with twins(tmp_path, Seat(0), 4, 6, game=code, scenario=scenario) as pair:
        pair.part_in_dice()
        pair.compare(everybody=True)
        steps = 0
        while steps < 8 and pair.step():
            steps += 1
            pair.compare(everybody=True)
        assert steps > 3


def spellings(key: bytes) -> list[bytes]:
    """The ways in which a key may be written."""
    numbers = msgspec.json.encode(list(key))[1:-1]
    text = [key.hex(), key.hex().upper(), key.hex(" "), str(int.from_bytes(key, "big"))]
    encoded = [b64encode(key).rstrip(b"="), urlsafe_b64encode(key).rstrip(b"=")]
    return [key, key[::-1], numbers, *encoded, *(one.encode() for one in text)]


def everything(table: Seated) -> bytes:
    """All that anybody can get about a table, and the journal besides."""
    host, seq = table.house, held(table).seq
    paths = ["", "?since=0", "/record", "/situation", "/situation?moment=0", "/nothing"]
    paths += [f"/moments/{n}" for n in range(seq + 1)]
    told = []
    for token in ("", *table.tokens.values(), table.every, "made-up"):
        answers = [host.get(table.path + path, token) for path in paths]
        answers += [host.post(f"{table.path}/why", {"seq": seq, "action": "roll"}, token)]
        answers += [host.post(f"{table.path}/actions", {"seq": seq, "action": "play 1 1"}, token)]
        answers += [host.post(f"{table.path}/undo", {"seq": seq + 1}, token)]
        told += [str(answer.headers).encode() + answer.body for answer in answers]
    told += [host.get(path).body for path in ("/api/tables", "/api/health", f"/t/{table.id}")]
    return b"\n".join(told) + host.log.getvalue().encode()


def test_the_key_is_nowhere_before_the_end_and_everywhere_after_it(host: House) -> None:
    table = host.open(scenario="short")
    live = held(table)
    key, said = live.head.key, b""
    with listening(host) as line:
        pages = [line.page(table.id, token) for token in (*table.tokens.values(), "")]
        while not live.over:
            said = everything(table)
            chances = [live.chance(seat) for seat in live.game.everybody]
            found = [one for secret in (key, *chances) for one in spellings(secret) if one in said]
            assert not found
            table.played("roll" if live.seq % 2 else "draw")
        for page in pages:
            while f'"seq":{live.seq}' not in str(page.heard):
                page.hear()
            assert key.hex() not in str(page.heard)
            page.close()
    assert said
    for token in ("", *table.tokens.values(), table.every):
        assert table.sight(token)["key"] == key.hex()
        assert key.hex().encode() in host.get(f"{table.path}/record", token).body
        # Of the past, too, it is told only where the game is over.
        moments = [host.get(f"{table.path}/moments/{n}", token).json for n in range(live.seq + 1)]
        assert [bool(moment["key"]) for moment in moments] == [False] * live.seq + [True]


def test_a_position_that_is_taken_elsewhere_gets_dice_of_its_own(host: House) -> None:
    table = host.open().played("roll", "roll")
    position = host.get(f"{table.path}/situation", table.every).body.decode()
    again = host.open(situation=position)
    keys = [held(one).head.key for one in (table, again)]
    assert keys[0] != keys[1]
    assert again.commitment == commitment(keys[1])
    assert not again.sight()["foretold"]


def test_a_game_that_goes_on_cannot_be_opened_again_from_its_record(host: House) -> None:
    table = host.open().played("roll", "roll")
    record = host.get(f"{table.path}/record", table.every).body.decode()
    assert "key" not in [line.split(" ")[0] for line in record.splitlines()]
    answer = host.post("/api/tables", {"game": "toy", "record": record})
    assert answer.status == 400
    assert "not revealed" in answer.json["error"]


def test_dice_that_somebody_can_know_are_said_to_be_foretold(host: House) -> None:
    table = host.open(seed=3).played("roll").finish()
    record = host.get(f"{table.path}/record").body.decode()
    for known in (table, host.open(record=record)):
        for token in ("", *known.tokens.values()):
            assert known.sight(token)["foretold"]
    assert not host.open().sight()["foretold"]


def test_a_die_that_was_laid_down_is_told_to_nobody(host: House) -> None:
    table = host.open().played("roll")
    laid = [9, 4]
    position = f"dice = {laid}\n" + host.get(f"{table.path}/situation", table.every).body.decode()
    study = host.open(situation=position)
    answer = study.act("roll")
    assert (answer.status, answer.json["error"]) == (
        422,
        "a die was laid down here that this roll can't show",
    )
    for seat in ("", *study.tokens):
        sight = study.sight(seat)
        assert sight["study"]
        assert str(laid) not in str(sight)
    assert str(laid).encode() in host.get(f"{study.path}/situation", study.every).body
