"""What a poll costs tells nothing: not whether somebody acted in secret since, nor what he hides."""

import time
from collections import defaultdict
from random import Random
from typing import Any

import pytest
from tests.server.cost import Request, cost, told_apart
from tests.server.house import House, Seated
from tests.server.test_leaks_numbers import CLOSED, is_secret, undone
from tests.server.worlds import held, other_worlds, put

from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.ids import Seat
from berlin.kernel.play.undo import barrier
from berlin.server.tables import tables
from berlin.server.tables.restoring import restored
from berlin.server.work.dear import STEP

ROUNDS = 200
# Two costs that are the same are guessed right 50 times of 100.
MOST_GUESSED = 0.6
LONGEST = 250
WATCHER = ""
LIST = "/api/tables"
Costs = defaultdict[tuple[str, str, str], list[int]]


def polls(table: Seated, who: str) -> list[Request]:
    """What somebody who doesn't decide can ask again and again."""
    seq, path = table.number(who), table.path
    gets = [
        "",
        "/undo",
        f"?since={seq}&have={table.sight(who)['mark']}",
        f"?since={seq}",
        f"/moments/{seq}",
        f"/moments/{max(0, seq - 1)}",
        "/form",
        "/record",
    ]
    gets += [f"/papers/{paper.key}" for paper in held(table).game.papers()[:3]]
    asked: list[Request] = [("GET", path + get, None) for get in gets]
    asked += [("GET", LIST, None)]
    asked += [("POST", f"{path}/undo", {"seq": seq})]
    return [*asked, *(("POST", path + call, {"seq": seq, "action": "done"}) for call in ("/actions", "/why"))]


def look(table: Seated, others: tuple[str, ...], asked: dict[str, list[Request]], costs: Costs) -> None:
    for who in others:
        for request in asked[who]:
            key = who, request[0], request[1].replace(table.id, "ID")
            costs[key].append(cost(table.house, request, table.tokens.get(who, "")))


def check(one: Costs, other: Costs, least: int = ROUNDS) -> None:
    for key, costs in one.items():
        assert len(costs) == len(other[key]) >= least
        told = told_apart(costs, other[key])
        assert told <= MOST_GUESSED, f"{key}: {told:.2f} guessed right, {costs[:3]} and {other[key][:3]}"


def walk_to(table: Seated, name: str, verb: str, rng: Random) -> str:
    """Plays on until this seat can do this unnoticed by anybody, and can take it back: the act."""
    for _ in range(LONGEST):
        live = held(table)
        seat = live.game.seat(name)
        others = tuple(eyes for eyes in live.noticed.everybody if eyes != seat)
        for action in live.game.legal(live.state) if live.deciders == (seat,) else ():
            text, step = live.game.write(action), live.game.apply(live.state, action)
            if text.split()[0] == verb and not step.dice and is_secret(table, step, others):
                return text
        table.played(live.game.write(live.game.sample(live.state, rng)))
    raise AssertionError(f"{name} never came to {verb}")


@pytest.mark.slow
@pytest.mark.parametrize(
    "name, verb, seed",
    [("german", "buy", 0), ("russian", "buy", 1), ("german", "take", 2), ("russian", "take", 3)],
)
def test_no_poll_costs_more_or_less_after_a_secret_act(
    racing: House, name: str, verb: str, seed: int
) -> None:
    """Of purchases and of set-up, for the other seat and for a watcher; taking back is a secret act too."""
    table = racing.open(game="orsha", scenario="", seed=seed)
    text = walk_to(table, name, verb, Random(seed))
    others = (*(seat for seat in table.tokens if seat != name), WATCHER)
    asked = {who: polls(table, who) for who in others}
    without, after = Costs(list), Costs(list)
    look(table, others, asked, Costs(list))
    for n in range(ROUNDS):
        look(table, others, asked, without)
        if n % 2:
            undone(table, name)
        else:
            assert table.act(text, name).status == 200
        look(table, others, asked, after)
    check(without, after)


@pytest.mark.slow
@pytest.mark.parametrize("acts", [1, 3])
def test_nor_does_the_first_poll_after_something_that_was_noticed(racing: House, acts: int) -> None:
    """The one side hands on; whether the other has begun, the first look afterwards doesn't tell."""
    quick, slow, first = Costs(list), Costs(list), Costs(list)
    for n in range(-1, 20):
        table = racing.open(game="orsha", scenario="", seed=3).played("buy O1", *CLOSED)
        others = ("german", WATCHER)
        # The list of tables is left out: it grows here.
        asked = {who: [one for one in polls(table, who) if one[1] != LIST] for who in others}
        for _ in range(acts if n % 2 else 0):
            table.played(walk_to(table, "russian", "buy", Random(n)))
        # The first table of a server has no others beside it, and what is made once is made for it.
        look(table, others, asked, first if n < 0 else quick if n % 2 else slow)
    check(quick, slow, 10)


def test_a_table_that_was_forgotten_is_read_for_the_same_however_much_was_done_in_secret(
    racing: House,
) -> None:
    """It is played again, and the time that this takes would tell how much there is: it takes whole steps."""
    paid, took = [], []
    for acts in (0, 12):
        table = racing.open(game="orsha", scenario="", seed=3).played("buy O1", *CLOSED)
        for n in range(acts):
            table.played(walk_to(table, "russian", "buy", Random(n)))
        racing.server.tables._live.pop(table.id)
        client = f"10.0.1.{acts}"
        began = time.monotonic()
        assert racing.get(table.path, client=client).status == 200
        took.append(time.monotonic() - began)
        accounts = racing.server.tables.dear.accounts
        paid.append(accounts.burst - accounts._left[client][0])
    assert paid[0] == paid[1] == 1000 * STEP
    assert min(took) >= STEP


def test_it_takes_as_long_as_tables_do_with_as_much_to_be_noticed(
    racing: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So it is the same whether somebody did much in secret, or little: not only within a step."""
    table = racing.open(game="orsha", scenario="", seed=3).played("buy O1", *CLOSED)
    server, paid, took = racing.server.tables, [], []
    shown = table.number(WATCHER)
    assert 0 < shown < held(table).seq
    # As if others that everybody saw as much of had taken three quarters of a step for it.
    server.pace.note("orsha", 100, 100 * 0.75 * STEP / shown)

    slept = iter((0.0, 1.1 * STEP))

    def restoring(*args: Any) -> Any:
        time.sleep(next(slept))
        return restored(*args)

    monkeypatch.setattr(tables, "restored", restoring)
    for n in range(2):
        server._live.pop(table.id)
        client = f"10.0.2.{n}"
        began = time.monotonic()
        assert racing.get(table.path, client=client).status == 200
        took.append(time.monotonic() - began)
        paid.append(server.dear.accounts.burst - server.dear.accounts._left[client][0])
    assert paid[0] == paid[1] == 2000 * STEP
    assert min(took) >= 2 * STEP


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("code, scenario, plays", [("race", "", 30), ("noretreat", "1944", 60)])
def test_no_poll_tells_by_its_cost_what_lies_hidden(
    racing: House, code: str, scenario: str, plays: int, seat: Seat
) -> None:
    """Chits and cards: the other does the same before all in two worlds that a seat can't tell apart."""
    table, rng = racing.open(game=code, scenario=scenario, seed=3), Random(1)
    worlds = parted(table, seat, plays, rng)
    name, text = held(table).game.seats[seat], open_acts(table, worlds)[0]
    others = (name, WATCHER)
    costs = Costs(list), Costs(list)
    for n in range(2 * ROUNDS):
        put(table, worlds[n % 2])
        assert table.act(text).status == 200
        for who in others:
            news = f"{table.path}?since={table.number(who)}"
            costs[n % 2][who, "GET", ""].append(cost(racing, ("GET", news, None), table.tokens.get(who, "")))
    check(*costs)


def parted(table: Seated, seat: Seat, plays: int, rng: Random) -> list[Any]:
    """Two worlds that the seat can't tell apart, after so many acts or some more."""
    for n in range(plays + LONGEST):
        live = held(table)
        if n >= plays and seat not in live.deciders:
            found = next(other_worlds(live, seat, rng), None)
            if found is not None and open_acts(table, [live.state, found]):
                return [live.state, found]
        table.played(live.game.write(live.game.sample(live.state, rng)))
    raise AssertionError("nothing is hidden")


def open_acts(table: Seated, worlds: list[Any]) -> list[str]:
    """What can be done in all of these worlds and tells nobody in which he is."""
    game = held(table).game
    legal = [{game.write(action) for action in game.legal(world)} for world in worlds]
    return [
        text
        for text in sorted(set.intersection(*legal))
        if all(is_free(game, world, text) for world in worlds)
    ]


def is_free(game: AnyGame, world: Any, text: str) -> bool:
    action = game.read(text)
    after = game.apply(world, action).state
    return bool(game.deciders(after)) and not barrier(game, world, action, after)
