"""A staff that answers in a person's place: where hints are allowed, from his view, and everybody is told."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from tests.server.house import GENEROUS, Answer, House, Seated, house
from tests.server.test_machines import until

from berlin.kernel.contract.game import load
from berlin.server.machines.hints import NONE_HERE


@pytest.fixture
def races(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path / "db", GENEROUS) as host:
        yield host


@pytest.fixture
def table(races: House) -> Seated:
    """A race, both sides of which are people's."""
    return races.open(game="race", scenario=load("race").scenarios[0].key, seats={}, seed=3, hints=True)


def staff(table: Seated, seat: str, step: bool = False, seq: int | None = None) -> Answer:
    seq = table.sight()["seq"] if seq is None else seq
    return table.house.post(f"{table.path}/staff", {"seq": seq, "step": step}, table.tokens.get(seat, seat))


def is_past(table: Seated, caption: str) -> bool:
    return bool(table.sight()["scene"]["caption"] != caption)


def said(table: Seated) -> list[str]:
    return [line["action"] for line in table.sight("zhukov")["log"]][1:]


def test_one_question_is_answered_and_everybody_reads_it(table: Seated) -> None:
    assert staff(table, "zhukov").json == {"seq": 2}
    for seat in ("koniev", ""):
        line = table.sight(seat)["log"][1]
        assert (line["action"], [event["text"] for event in line["events"]]) == (
            "hint",
            ["zhukov lets the staff answer"],
        )
    assert len(said(table)) == 2


def test_the_rest_of_a_step_is_answered_until_another_step_or_seat(table: Seated) -> None:
    steps = []
    while (sight := table.sight())["turn_of"] == [0]:
        steps.append(caption := sight["scene"]["caption"])
        assert staff(table, "zhukov", step=True).status == 200
        until(partial(is_past, table, caption))
    assert len(steps) > 1
    # Of each step all is answered, and of the next nothing by itself; then it is another's turn.
    assert said(table).count("hint") == len(steps)
    assert len(said(table)) > 2 * len(steps)
    assert staff(table, "zhukov").status == 403


def test_where_the_host_allows_no_hints_nobody_answers_for_another(races: House) -> None:
    table = races.open(game="race", scenario=load("race").scenarios[0].key, seats={}, hints=False)
    told = staff(table, "zhukov", step=True)
    assert (told.status, told.json["error"]) == (403, NONE_HERE)
    assert table.sight()["seq"] == 0


def test_who_may_not_send_it(table: Seated) -> None:
    assert staff(table, "").status == 403
    assert staff(table, "koniev").status == 403
    assert staff(table, "zhukov", seq=5).status == 409
    assert table.house.post(f"{table.path}/staff", {"seq": 0, "step": 3}, table.every).status == 400
    assert table.sight()["seq"] == 0


def test_an_undo_ends_the_errand_and_a_restart_forgets_none_of_its_answers(
    table: Seated, tmp_path: Path
) -> None:
    staff(table, "zhukov")
    seq = table.sight()["seq"]
    assert table.house.post(f"{table.path}/undo", {"seq": seq}, table.tokens["zhukov"]).status in (200, 422)
    told = said(table)
    assert told[0] == "hint"
    with house(tmp_path / "db", GENEROUS) as again:
        assert [line["action"] for line in again.get(table.path, table.tokens["zhukov"]).json["log"]][
            1:
        ] == told
