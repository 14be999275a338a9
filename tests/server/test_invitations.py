"""Who opens a table has his own seat. Another's is claimed by an invitation, once, for a new secret."""

import asyncio
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from tests.server.house import ORDER, Answer, House, Seated, alone, asked, house
from tests.server.test_live import Page, connected

from berlin.kernel.contract.ids import Seat
from berlin.server.store.sqlite import SqliteStore
from berlin.server.store.store import Invitation, Taken
from berlin.server.tables.seating import RENEWED, USED, WITHDRAWN
from berlin.server.tables.secret import new_secret, token_hash

OPEN = {"seats": {"red": "human", "blue": "invited"}}


class Invited(Seated):
    """A table with a seat for a friend."""

    def __init__(self, host: House, **order: Any) -> None:
        made = host.post("/api/tables", {"game": "toy", "scenario": "long", **OPEN, **order})
        assert made.status == 201
        super().__init__(host, made.json)
        self.made = made.json
        self.invitation: str = made.json["invitations"]["blue"]
        self.host: str = made.json["host"]

    def claim(self, invitation: str = "", **more: object) -> Answer:
        return self.house.post(f"{self.path}/claim", {"invitation": invitation or self.invitation, **more})

    def renew(self, token: str, **more: object) -> Answer:
        return self.house.post(f"{self.path}/renew", more, token)

    def invite(self, **more: object) -> Answer:
        return self.house.post(f"{self.path}/invite", {"host": self.host, "seat": "blue", **more})

    def opened(self, seat: str = "") -> list[bool]:
        return [one["open"] for one in self.sight(seat)["seats"]]


@pytest.fixture
def table(host: House) -> Invited:
    return Invited(host)


def denied(answer: Answer, status: int, words: str) -> None:
    assert (answer.status, answer.json["error"]) == (status, words)


# Opening.


def test_who_opens_a_table_has_the_secret_of_his_own_seat_alone(table: Invited) -> None:
    assert set(table.tokens) == {"red"}
    assert set(table.made["invitations"]) == {"blue"}
    assert table.house.get(table.path, table.invitation).status == 403
    assert table.house.get(table.path, table.host).status == 403
    assert table.house.get(f"{table.path}/record", table.tokens["red"]).status == 403


def test_who_asks_for_every_seat_or_plays_machines_holds_all_that_is_human(host: House) -> None:
    for seats in ({}, {"red": "human", "blue": "human"}):
        made = host.post("/api/tables", {"game": "toy", "seats": seats}).json
        assert (set(made["seats"]), made["invitations"], made["host"]) == ({"red", "blue"}, {}, "")
    alone = host.post("/api/tables", {"game": "toy", "seats": {"blue": "random"}}).json
    assert (set(alone["seats"]), alone["invitations"]) == ({"red"}, {})


def test_a_table_may_be_opened_for_others_alone(host: House) -> None:
    table = Invited(host, seats={"red": "invited", "blue": "invited"})
    assert table.tokens == {}
    for seat in ("red", "blue"):
        assert table.claim(table.made["invitations"][seat]).json["seat"] == seat
    assert table.opened() == [False, False]


def test_an_invited_player_is_a_person_in_the_record_and_for_hints(table: Invited) -> None:
    assert [one["player"] for one in table.sight()["seats"]] == ["human", "human"]
    assert table.sight()["hints"] is False


# Claiming.


def test_an_invitation_is_claimed_for_a_secret_that_the_host_never_saw(table: Invited) -> None:
    answer = table.claim()
    assert (answer.status, answer.json["seat"]) == (200, "blue")
    token = answer.json["secret"]
    assert token not in (table.invitation, table.host, table.tokens["red"])
    assert len(token) * 6 >= 128
    assert table.house.get(table.path, token).json["seat"] == 1
    assert table.act("rest", "red").status == 200
    act = {"seq": 1, "action": "rest"}
    for other in (table.invitation, table.host, table.tokens["red"]):
        assert table.house.post(f"{table.path}/actions", act, other).status == 403
    assert table.house.post(f"{table.path}/actions", act, token).status == 200


def test_it_can_be_used_once(table: Invited) -> None:
    assert table.claim().status == 200
    denied(table.claim(), 403, USED)
    denied(table.claim(check=True), 403, USED)


def test_looking_whom_it_is_for_does_not_use_it(table: Invited) -> None:
    for _ in range(2):
        assert table.claim(check=True).json == {"seat": "blue"}
    assert table.claim().status == 200


@pytest.mark.parametrize("invitation", ["x", "ä" * 40, "0" * 64, ",", " "])
def test_a_made_up_invitation_claims_nothing(table: Invited, invitation: str) -> None:
    for more in ({}, {"secret": new_secret()}, {"check": True}):
        denied(table.claim(invitation, **more), 403, WITHDRAWN)
    assert table.opened() == [False, True]


def test_the_invitation_of_one_table_claims_nothing_at_another(host: House) -> None:
    one, other = Invited(host), Invited(host)
    denied(other.claim(one.invitation), 403, WITHDRAWN)


@pytest.mark.parametrize("seat", ["", "red"])
def test_others_learn_that_the_seat_is_taken_and_nothing_more(table: Invited, seat: str) -> None:
    before = table.sight(seat)
    token = table.claim().json["secret"]
    after = table.sight(seat)
    assert (before["seats"][1].pop("open"), after["seats"][1].pop("open")) == (True, False)
    assert before == after
    told = table.house.get(table.path, table.tokens["red"]).body + table.house.get("/api/tables").body
    assert token.encode() not in told
    assert token not in table.house.log.getvalue()


def test_of_many_who_claim_at_once_exactly_one_gets_the_seat(table: Invited) -> None:
    body = f'{{"invitation": "{table.invitation}"}}'.encode()

    async def all_at_once() -> list[Answer]:
        path, server = f"{table.path}/claim", table.house.server
        return await asyncio.gather(*(asked(server, "POST", path, body, ORDER) for _ in range(20)))

    answers = table.house.run(all_at_once())
    won = [answer for answer in answers if answer.status == 200]
    assert len(won) == 1
    for answer in answers:
        if answer not in won:
            denied(answer, 403, USED)
    assert table.house.get(table.path, won[0].json["secret"]).json["seat"] == 1


def test_of_two_servers_on_one_file_one_gives_the_seat(tmp_path: Path, host: House) -> None:
    table = Invited(host)
    with house(tmp_path / "tables.sqlite") as second:
        there = f"{table.path}/claim"
        second.get(table.path)  # it knows the table from before
        assert table.claim().status == 200
        denied(second.post(there, {"invitation": table.invitation}), 403, USED)


def test_the_store_itself_lets_a_seat_be_claimed_once(tmp_path: Path, table: Invited) -> None:
    held = Invitation(Seat(1), token_hash(table.invitation), token_hash(table.host))

    async def both() -> list[object]:
        stores = [SqliteStore(tmp_path / "tables.sqlite") for _ in range(2)]
        for store in stores:
            await store.start()
        claims = (store.claim(table.id, held, f"{n}" * 64) for n, store in enumerate(stores))
        done = await asyncio.gather(*claims, return_exceptions=True)
        for store in stores:
            await store.stop()
        return list(done)

    assert [type(one) for one in alone(both()) if one] == [Taken]


def test_the_database_itself_refuses_to_open_a_claimed_seat_again(tmp_path: Path, table: Invited) -> None:
    table.claim()
    with sqlite3.connect(tmp_path / "tables.sqlite") as file, pytest.raises(sqlite3.IntegrityError):
        file.execute("UPDATE invitation SET claimed = 0")


def test_only_hashes_are_kept(tmp_path: Path, table: Invited) -> None:
    token = table.claim().json["secret"]
    fresh = table.renew(token).json["secret"]
    with sqlite3.connect(tmp_path / "tables.sqlite") as file:
        kept = "\n".join(file.iterdump())
    assert token_hash(fresh) in kept
    for secret in (token, fresh, table.invitation, table.host, *table.tokens.values()):
        assert secret not in kept


def test_who_heard_no_answer_claims_again_with_the_secret_that_he_made(table: Invited) -> None:
    mine = new_secret()
    for _ in range(2):
        assert table.claim(secret=mine).json == {"seat": "blue", "secret": mine}
    denied(table.claim(secret=new_secret()), 403, USED)


@pytest.mark.parametrize("secret", ["x", "a" * 40, "ä" * 40, "a b" * 20, "0123456789" * 8])
def test_a_secret_that_is_easily_found_out_is_not_taken(table: Invited, secret: str) -> None:
    assert table.claim(secret=secret).status == 400
    assert table.opened() == [False, True]


def test_a_secret_that_another_has_is_not_taken(table: Invited) -> None:
    for known in (table.invitation, table.host):
        denied(table.claim(secret=known), 400, "a secret is known to nobody else: draw another")


def test_what_was_claimed_holds_after_a_restart(tmp_path: Path, host: House) -> None:
    table = Invited(host)
    token = table.claim().json["secret"]
    shutil.copy(tmp_path / "tables.sqlite", tmp_path / "copy.sqlite")
    shutil.copy(tmp_path / "tables.sqlite-wal", tmp_path / "copy.sqlite-wal")
    with house(tmp_path / "copy.sqlite") as again:
        assert again.get(table.path, token).json["seat"] == 1
        denied(again.post(f"{table.path}/claim", {"invitation": table.invitation}), 403, USED)


# The host.


def test_the_host_makes_another_invitation_and_the_first_holds_no_more(table: Invited) -> None:
    fresh = table.invite().json["invitation"]
    denied(table.claim(), 403, WITHDRAWN)
    assert table.claim(fresh).status == 200


def test_the_host_withdraws_an_invitation_and_may_invite_again(table: Invited) -> None:
    assert table.invite(withdraw=True).json == {"seat": "blue", "invitation": ""}
    denied(table.claim(), 403, WITHDRAWN)
    assert table.claim("").status == 403
    assert table.opened() == [False, True]
    assert table.claim(table.invite().json["invitation"]).status == 200


def test_nobody_is_invited_to_a_seat_that_is_taken(table: Invited) -> None:
    table.claim()
    for withdraw in (False, True):
        denied(
            table.invite(withdraw=withdraw), 422, "this seat is taken: nobody can be invited to it any more"
        )


def test_only_the_host_invites_and_only_to_what_he_left_to_others(table: Invited) -> None:
    for body in ({"host": table.tokens["red"]}, {"host": table.invitation}, {"host": ""}, {"seat": "red"}):
        assert table.invite(**body).status == 403
    assert table.invite(seat="green").status == 404
    assert table.claim().status == 200


# Renewing.


def test_a_link_is_renewed_by_who_holds_it_and_the_old_one_is_dead_at_once(table: Invited) -> None:
    old = table.claim().json["secret"]
    answer = table.renew(old)
    assert (answer.status, answer.json["seat"]) == (200, "blue")
    assert table.house.get(table.path, old).status == 403
    assert table.renew(old).status == 403
    assert table.house.get(table.path, answer.json["secret"]).json["seat"] == 1
    assert table.sight("red")["seat"] == 0


def test_the_link_of_an_own_seat_is_renewed_the_same_way(host: House) -> None:
    table = host.open()
    fresh = host.post(f"{table.path}/renew", {}, table.tokens["red"]).json["secret"]
    assert host.get(table.path, table.tokens["red"]).status == 403
    assert host.get(table.path, f"{fresh},{table.tokens['blue']}").status == 200


def test_of_many_who_renew_a_link_at_once_exactly_one_has_the_new_one(table: Invited) -> None:
    headers = {**ORDER, "x-seat": table.tokens["red"]}

    async def all_at_once() -> list[Answer]:
        path, server = f"{table.path}/renew", table.house.server
        return await asyncio.gather(*(asked(server, "POST", path, b"{}", headers) for _ in range(20)))

    answers = table.house.run(all_at_once())
    assert sorted(answer.status for answer in answers) == [200] + [403] * 19
    (won,) = (answer.json["secret"] for answer in answers if answer.status == 200)
    assert table.house.get(table.path, won).json["seat"] == 0


def test_a_link_is_renewed_by_a_secret_that_its_holder_made(table: Invited) -> None:
    mine = new_secret()
    assert table.renew(table.tokens["red"], secret=mine).json == {"seat": "red", "secret": mine}
    denied(table.renew(mine, secret=mine), 400, "a secret is known to nobody else: draw another")
    assert table.house.get(table.path, mine).json["seat"] == 0


def test_a_watcher_and_who_sends_several_secrets_renew_nothing(host: House) -> None:
    table = host.open()
    assert host.post(f"{table.path}/renew", {}).status == 403
    assert host.post(f"{table.path}/renew", {}, table.every).status == 400
    assert host.post(f"{table.path}/renew", {}, "made-up").status == 403


def test_a_page_that_listens_by_the_old_link_is_sent_away_and_others_stay(table: Invited) -> None:
    old = table.claim().json["secret"]

    async def work() -> None:
        server = table.house.server
        async with (
            connected(server, table.id) as watcher,
            connected(server, table.id) as player,
            connected(server, table.id) as friend,
        ):
            for page, token in ((watcher, ""), (player, table.tokens["red"]), (friend, old)):
                await page.say(f'{{"seat": "{token}"}}')
                await page.hear()
            live = await server.tables.get(table.id)
            assert server.hub.here(live) == {0, 1}
            await asked(server, "POST", f"{table.path}/renew", b"{}", {**ORDER, "x-seat": old})
            assert server.hub.here(live) == {0}
            assert await parted(friend) == (4403, RENEWED)
            await server.tables.act(live, (Seat(0), Seat(1)), live.seq, "rest")
            for page in (watcher, player):
                while (await page.hear())["seq"] != 1:
                    pass

    table.house.run(work())


async def parted(page: Page) -> tuple[int, str]:
    """How a page is sent away in the end, whatever it is told before."""
    while True:
        message = await asyncio.wait_for(page.from_server.get(), 10)
        if "code" in message:
            return message["code"], message["reason"]


def test_who_waits_for_a_friend_hears_that_he_came(table: Invited) -> None:
    async def work() -> None:
        server = table.house.server
        async with connected(server, table.id) as page:
            await page.say('{"seat": ""}')
            await page.hear()
            body = f'{{"invitation": "{table.invitation}"}}'.encode()
            await asked(server, "POST", f"{table.path}/claim", body, ORDER)
            assert (await page.hear())["seq"] == 0

    table.house.run(work())


# What there was before.


def test_links_of_a_database_from_before_go_on_working(tmp_path: Path, host: House) -> None:
    table = host.open()
    file = sqlite3.connect(tmp_path / "tables.sqlite")
    file.execute("DROP TABLE invitation")
    file.execute("PRAGMA user_version = 5")
    file.execute("VACUUM INTO ?", (str(tmp_path / "old.sqlite"),))
    file.close()
    with house(tmp_path / "old.sqlite") as later:
        again = Seated(later, {"id": table.id, "seats": table.tokens, "commitment": ""})
        for seat, number in (("red", 0), ("blue", 1)):
            assert again.sight(seat)["seat"] == number
        assert [one["open"] for one in again.sight()["seats"]] == [False, False]
        assert again.act("rest", "red").status == 200
        assert later.post(f"{table.path}/renew", {}, table.tokens["blue"]).status == 200


@pytest.mark.parametrize(
    "call, body",
    [
        ("claim", {}),
        ("claim", {"invitation": 5}),
        ("claim", {"invitation": "x" * 300}),
        ("claim", {"invitation": "x", "seat": "blue"}),
        ("renew", []),
        ("renew", {"secret": None}),
        ("invite", {"seat": "blue"}),
        ("invite", {"host": "x", "seat": "blue", "withdraw": "yes"}),
    ],
)
def test_what_is_malformed_is_told_in_one_line(table: Invited, call: str, body: object) -> None:
    answer = table.house.post(f"{table.path}/{call}", body, table.tokens["red"])
    assert answer.status == 400, answer.body
    assert set(answer.json) == {"error", "rule"}
