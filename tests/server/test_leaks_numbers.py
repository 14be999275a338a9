"""How often somebody acts in secret is told to nobody: not by a number, a time, a frame or a refusal."""

from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from tests.server.house import Answer, House, Seated, house
from tests.server.line import listening
from tests.server.test_papers import fill, situation
from tests.server.worlds import NOON, Question, Twins, asked_of, held

from berlin.kernel.contract.game import Step
from berlin.kernel.contract.ids import Seat
from berlin.kernel.proof.checkpoint import encode

LONGEST = 230
# Who has bought an observer says last how he hears from him.
CLOSED = ("done", "radio")
# What brings a campaign on; where none of it can be said, anything.
ONWARD = ("done", "trace", "keep", "stay", "ready", "close", "reserve", "go", "radio")


@pytest.fixture
def host(tmp_path: Path) -> Iterator[House]:
    """A server whose clock goes on by a minute whenever somebody looks at it."""
    clock = count(NOON, 60.0)
    with patch("time.time", lambda: next(clock)), house(tmp_path / "tables.sqlite") as running:
        yield running


@pytest.fixture
def shop(host: House) -> Seated:
    """A campaign at its beginning: the German side buys, and nobody sees what."""
    return host.open(game="orsha", scenario="", seed=3)


def undone(table: Seated, seat: str) -> None:
    body = {"seq": table.number(seat)}
    assert table.house.post(f"{table.path}/undo", body, table.tokens[seat]).status == 200


def is_secret(table: Seated, step: Step[Any], others: tuple[Seat | None, ...]) -> bool:
    """Whether these others see and hear nothing of a step that the table would make next."""
    live = held(table)
    game, state = live.game, live.state
    return (
        not game.is_open(state)
        and game.deciders(state) == game.deciders(step.state)
        and not any(event.seen_by(eyes) for event in step.events for eyes in others)
        and all(encode(game.view(state, eyes)) == encode(game.view(step.state, eyes)) for eyes in others)
    )


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1])
def test_a_secret_act_changes_no_byte_of_what_the_others_are_told(host: House, seat: Seat) -> None:
    """Each kind of it is tried that comes up: done once, taken back, done again."""
    table, rng = host.open(game="orsha", scenario="", seed=seat), Random(seat)
    eyes, tried = Twins(table, table, seat, rng), Counter[str]()
    while (live := held(table)).seq < LONGEST:
        action = live.game.sample(live.state, rng)
        (decider,), text = live.deciders, live.game.write(action)
        verb, name = text.split()[0], live.game.seats[decider]
        hidden = decider != seat and is_secret(table, live.game.apply(live.state, action), (seat, None))
        if not hidden or tried[verb]:
            table.played(text)
            continue
        tried[verb] += 1
        questions = {token: eyes.questions(token, whole=False) for token in (eyes.token, "")}
        before = told(table, questions)
        assert table.act(text, name).status == 200
        assert told(table, questions) == before, text
        if not table.no_undo(name):
            undone(table, name)
            assert told(table, questions) == before, text
            table.act(text, name)
    assert len(tried) > 4


def told(table: Seated, questions: dict[str, list[Question]]) -> list[tuple[Question, Answer]]:
    """What whoever has one of these secrets is answered."""
    return [
        pair
        for token, asked in questions.items()
        for pair in zip(asked, table.house.run(asked_of(table, asked, token)), strict=True)
    ]


def test_who_buys_counts_what_he_bought_and_nobody_else_does(shop: Seated) -> None:
    for n, line in enumerate(("I3", "O1", "M1"), start=1):
        assert shop.act(f"buy {line}", "german").json == {"seq": n}
    sights = {seat: shop.sight(seat) for seat in ("german", "russian", "", shop.every)}
    assert [sight["seq"] for sight in sights.values()] == [3, 0, 0, 3]
    assert [[line["seq"] for line in sight["log"]] for sight in sights.values()] == [
        [0, 1, 2, 3],
        [0],
        [0],
        [0, 1, 2, 3],
    ]
    shop.played(*CLOSED)
    log = [shop.sight(seat)["log"][-1] for seat in ("german", "russian", "")]
    assert [(line["seq"], line["action"]) for line in log] == [(5, "radio"), (1, ""), (1, "")]


def test_an_act_is_stale_only_by_what_its_seat_has_noticed(shop: Seated) -> None:
    shop.act("buy I3", "german")
    late = shop.act("buy I3", "german", 0)
    assert (late.status, late.json["seq"]) == (409, 1)
    # The other side has missed nothing: it isn't late, it isn't asked.
    assert shop.act("buy I1", "russian", 0).status == 403
    ahead = shop.act("buy I1", "russian", 1)
    assert (ahead.status, ahead.json["seq"]) == (409, 0)
    assert shop.house.get(f"{shop.path}/moments/1", shop.tokens["russian"]).status == 404


def test_a_page_hears_nothing_of_what_it_cannot_notice(shop: Seated) -> None:
    with listening(shop.house) as line:
        page = line.page(shop.id, shop.tokens["russian"])
        page.hear()
        for bought in ("I3", "O1", "M1"):
            shop.act(f"buy {bought}", "german")
        undone(shop, "german")
        # The next that it hears of is who comes in now.
        guest = line.page(shop.id, "")
        page.hear()
        shop.played(*CLOSED)
        page.hear()
        for one in (page, guest):
            one.close()
    assert page.heard == [
        '{"seq":0,"here":[1],"open":[]}',
        '{"seq":0,"here":[1],"open":[]}',
        '{"seq":1,"here":[1],"open":[]}',
    ]


def test_the_list_of_tables_moves_only_with_what_a_watcher_sees(shop: Seated) -> None:
    later = shop.house.open(game="orsha", scenario="", seed=4)
    before = shop.house.get("/api/tables").json
    assert [row["id"] for row in before] == [later.id, shop.id]
    shop.played("buy I3", "buy O1")
    assert shop.house.get("/api/tables").json == before
    shop.played(*CLOSED)
    first = shop.house.get("/api/tables").json[0]
    assert (first["id"], first["seq"]) == (shop.id, 1)


def test_who_handed_on_in_secret_cannot_find_out_by_undoing_whether_the_other_has_begun(shop: Seated) -> None:
    shop.played("buy O1", *CLOSED)
    reason = shop.no_undo("german")
    assert reason == "the Russians may have decided since, unseen"
    shop.act("buy I1", "russian")
    assert shop.no_undo("german") == shop.sight("german")["undo"] == reason
    assert not shop.no_undo("russian")
    undone(shop, "russian")
    assert shop.no_undo("german") == shop.sight("german")["undo"] == reason


def test_the_numbers_are_the_same_when_the_table_is_read_again(tmp_path: Path) -> None:
    with house(tmp_path / "kept.sqlite") as first:
        table = first.open(game="orsha", scenario="", situation=situation())
        assert fill(table, '[units]\ng0 = "at K13"', "german").status == 200
        before = [table.sight(seat) for seat in ("german", "russian", "")]
        assert before[1]["seq"] < before[0]["seq"]
    with house(tmp_path / "kept.sqlite") as second:
        again = Seated(second, {"id": table.id, "seats": table.tokens, "commitment": ""})
        assert [again.sight(seat) for seat in ("german", "russian", "")] == before


def onward(texts: list[str]) -> str:
    return next((text for verb in ONWARD for text in texts if text.split()[0] == verb), texts[0])


def test_when_the_game_is_over_everything_has_the_number_of_the_record(host: House) -> None:
    table = host.open(game="orsha", scenario="", seed=3)
    live = held(table)
    while not live.over:
        table.played(onward([live.game.write(action) for action in live.game.legal(live.state)]))
    for seat in ("german", "russian", ""):
        sight = table.sight(seat)
        assert [line["seq"] for line in sight["log"]] == list(range(live.seq + 1))
        assert sight["seq"] == live.seq
    assert host.get("/api/tables").json[0]["seq"] == live.seq
    assert host.get(f"{table.path}/moments/{live.seq}?eyes=german").status == 200
