"""An upgrade doesn't end a game: a table of older rules is shown, and goes on by the new ones."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from newer import Again, Alike, Doubled, Drawless, Foreign, Grown, Reshaped, Unopened
from tests.server.house import Seated, house
from toy import GAME, Toy

from berlin.kernel.contract.game import AnyGame
from berlin.kernel.records.record import parse
from berlin.kernel.records.verify import verify
from berlin.server.store.sqlite import SqliteStore
from berlin.server.tables import positions

Patch = pytest.MonkeyPatch


@pytest.fixture
def patch(monkeypatch: Patch, toy: AnyGame) -> Patch:
    return monkeypatch


def upgraded(patch: Patch, game: Toy) -> None:
    """From now on the program has these rules."""
    patch.setattr("toy.GAME", game)


def log(table: Seated, seat: str = "") -> list[Any]:
    lines: list[Any] = table.sight(seat)["log"]
    return lines


def texts(table: Seated, seat: str = "") -> list[str]:
    return [event["text"] for line in log(table, seat) for event in line["events"]]


def begun(database: Path, *actions: str) -> tuple[Seated, dict[str, Any]]:
    """A table of version 1 with these actions, and how it looked to each when the server was stopped."""
    with house(database) as first:
        table = first.open(names={"red": "Anna"}).played(*actions)
        seats = ("", *table.tokens)
        return table, {seat: table.sight(seat) for seat in seats} | {"record": record(table)}


def record(table: Seated) -> Any:
    answer = table.house.get(f"{table.path}/record", table.every)
    assert answer.status == 200, answer.body
    return answer.body.decode()


def forget_positions(database: Path) -> None:
    """As a program left it that kept none."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("DELETE FROM position")
        connection.execute("DELETE FROM telling")
        connection.commit()


def shown(sight: Any) -> Any:
    """The scene, but for what the rules let one do."""
    return {name: value for name, value in sight["scene"].items() if name not in ("choices", "prompt")}


PLAYED = ("roll", "draw", "rest", "draw", "roll")


@pytest.mark.parametrize(
    "rules, kept",
    [
        *((rules, "both") for rules in (Alike, Drawless, Doubled, Grown, Reshaped)),
        *((rules, "state") for rules in (Alike, Drawless, Doubled, Grown)),
    ],
)
def test_a_running_table_goes_on_from_its_present_position(
    tmp_path: Path, patch: Patch, rules: type[Toy], kept: str
) -> None:
    table, before = begun(tmp_path / "db", *PLAYED)
    if kept == "state":
        with closing(sqlite3.connect(tmp_path / "db")) as connection:
            connection.execute("UPDATE position SET situation = ?", (b"x\x9c\x03\x00\x00\x00\x00\x01",))
            connection.commit()
    upgraded(patch, rules())
    with house(tmp_path / "db") as second:
        table.house = second
        for seat in ("", "red", "blue"):
            after = table.sight(seat)
            assert shown(after) == shown(before[seat])
            assert after["log"][:-1] == before[seat]["log"]
            (told,) = after["log"][-1]["events"]
            assert told["text"].startswith("The rules went from version 1 to version 2; the game goes on")
            assert (after["log"][-1]["seat"], after["log"][-1]["action"]) == (None, "rules")
            assert after["seq"] == before[seat]["seq"] + 1
        assert table.act("draw").status == (200 if rules in (Alike, Doubled) else 422)
        table.played("roll", "rest").finish()
        assert verify(parse(record(table), game=rules()), game=rules()).status == "verified"


def test_hidden_facts_stay_and_stay_hidden(tmp_path: Path, patch: Patch) -> None:
    table, before = begun(tmp_path / "db", *PLAYED)
    upgraded(patch, Drawless())
    with house(tmp_path / "db") as second:
        table.house = second
        hands = {seat: before[seat]["scene"]["cards"] for seat in ("", "red", "blue")}
        assert {seat: table.sight(seat)["scene"]["cards"] for seat in hands} == hands
        drawn = [[text for text in texts(table, seat) if "blue draws" in text] for seat in hands]
        assert drawn[0] == drawn[1] == ["blue draws a card"] * 4
        assert drawn[2] != drawn[0]
        assert "[hands]" not in second.get(table.path, table.tokens["red"]).body.decode()


def test_what_was_told_is_told_again_to_the_byte_after_every_restart(tmp_path: Path, patch: Patch) -> None:
    table, _ = begun(tmp_path / "db", *PLAYED)
    upgraded(patch, Drawless())
    seen = []
    for _ in range(3):
        with house(tmp_path / "db") as again:
            seen.append([again.get(table.path, token).body for token in ("", *table.tokens.values())])
            moments = [again.get(f"{table.path}/moments/{n}", table.every) for n in range(7)]
            assert [moment.status for moment in moments] == [200] * 7
    assert seen[0] == seen[1] == seen[2]


def test_a_table_crosses_several_upgrades(tmp_path: Path, patch: Patch) -> None:
    table, _ = begun(tmp_path / "db", *PLAYED)
    for rules in (Drawless(), Again()):
        upgraded(patch, rules)
        with house(tmp_path / "db") as again:
            table.house = again
            table.played("roll")
    assert isinstance(rules, Again)
    with house(tmp_path / "db") as last:
        table.house = last
        changes = [line["events"][0]["text"] for line in log(table) if line["action"] == "rules"]
        assert [text[:46] for text in changes] == [
            "The rules went from version 1 to version 2; th",
            "The rules went from version 2 to version 3; th",
        ]
        whole = parse(record(table), game=rules)
        assert [(change.after, change.rules) for change in whole.changes] == [(5, 2), (6, 3)]
        table.finish()
        done = parse(record(table), game=rules)
        assert verify(done, game=rules).status == "verified"
        assert table.sight()["key"] == done.key.hex()


def test_nothing_before_the_change_is_taken_back_and_what_comes_after_is(
    tmp_path: Path, patch: Patch
) -> None:
    table, _ = begun(tmp_path / "db", "roll", "rest")
    upgraded(patch, Alike())
    with house(tmp_path / "db") as second:
        table.house = second
        assert table.sight(table.every)["undo"] == "the rules have changed since"
        body = {"seq": table.number(table.every)}
        assert second.post(f"{table.path}/undo", body, table.every).status == 422
        before = shown(table.sight(table.every))
        table.played("rest")
        body = {"seq": table.number(table.every)}
        assert second.post(f"{table.path}/undo", body, table.every).status == 200
        assert shown(table.sight(table.every)) == before
    with house(tmp_path / "db") as third:
        table.house = third
        assert shown(table.sight(table.every)) == before
        table.played("roll")


def test_what_was_undone_before_the_change_stays_undone(tmp_path: Path, patch: Patch) -> None:
    with house(tmp_path / "db") as first:
        table = first.open().played("draw", "rest")
        assert first.post(f"{table.path}/undo", {"seq": 2}, table.every).status == 200
        table.played("roll")
        before = table.sight("blue")
    upgraded(patch, Drawless())
    with house(tmp_path / "db") as second:
        table.house = second
        after = table.sight("blue")
        assert shown(after) == shown(before)
        assert after["log"][:-1] == before["log"]
        assert [line.action for line in parse(record(table), game=Drawless()).lines] == ["draw", "roll"]


def test_a_machine_plays_on_by_the_new_rules(tmp_path: Path, patch: Patch) -> None:
    with house(tmp_path / "db") as first:
        table = first.open(seats={"blue": "random"})
        table.played("roll")
        while len(log(table)) < 3:
            pass
    upgraded(patch, Drawless())
    with house(tmp_path / "db") as second:
        table.house = second
        seq = len(log(table))
        table.played("rest")
        while len(log(table)) < seq + 2:
            pass
        assert "draw" not in [line["action"] for line in log(table)[seq:]]


# Where less was kept.


def test_what_was_done_after_the_position_was_kept_is_played_on_from_it(tmp_path: Path, patch: Patch) -> None:
    table, _ = begun(tmp_path / "db", *PLAYED)
    with closing(sqlite3.connect(tmp_path / "db")) as connection:
        old = connection.execute("SELECT * FROM position").fetchone()
    with house(tmp_path / "db") as first:
        table.house = first
        table.played("roll", "rest")
        before = shown(table.sight("blue"))
    with closing(sqlite3.connect(tmp_path / "db")) as connection:
        # As if the server had been killed before it got to it.
        connection.execute("REPLACE INTO position VALUES (?, ?, ?, ?, ?)", old)
        connection.execute("DELETE FROM telling WHERE seq > 5")
        connection.commit()
    upgraded(patch, Drawless())
    with house(tmp_path / "db") as second:
        table.house = second
        assert shown(table.sight("blue")) == before
        assert "stand in the log alone" not in texts(table)[-1]


def test_without_a_position_it_goes_on_from_the_last_that_is_certain_with_new_dice(
    tmp_path: Path, patch: Patch
) -> None:
    table, before = begun(tmp_path / "db", "roll", "rest", "draw", "roll", "roll")
    forget_positions(tmp_path / "db")
    upgraded(patch, Drawless())
    with house(tmp_path / "db") as second:
        table.house = second
        told = texts(table)[-1]
        assert "the last 3 actions stand in the log alone" in told
        assert "their dice are used up" in told
        assert table.sight()["scene"]["caption"] == "28 acts left"
        table.played("roll").finish()
        whole = parse(record(table), game=Drawless())
        numbers = [roll.n for roll in whole.rolls()]
        assert numbers == list(range(len(numbers)))
        assert verify(whole, game=Drawless()).status == "verified"
        # Of a secret that nobody kept the others learn nothing, not even that it was.
        assert [line.action for line in whole.lines][:5] == ["roll", "rest", "draw", "roll", "roll"]
    assert len(before["red"]["log"]) == 6


def test_of_what_is_not_known_to_be_open_the_others_read_nothing(tmp_path: Path, patch: Patch) -> None:
    table, _ = begun(tmp_path / "db", "roll", "draw", "rest")
    forget_positions(tmp_path / "db")
    upgraded(patch, Drawless())
    with house(tmp_path / "db") as second:
        table.house = second
        assert [line["action"] for line in log(table)] == ["", "roll", "rules"]
        assert [line["action"] for line in log(table, "blue")] == ["", "roll", "draw", "rules"]
        assert [line["action"] for line in log(table, "red")] == ["", "roll", "rest", "rules"]


def test_a_position_that_can_not_be_read_at_all_leaves_the_last_certain_one(
    tmp_path: Path, patch: Patch
) -> None:
    table, _ = begun(tmp_path / "db", *PLAYED)
    upgraded(patch, Foreign())
    with house(tmp_path / "db") as second:
        table.house = second
        assert "the last 4 actions stand in the log alone" in texts(table)[-1]
        assert "blue draws a card" in texts(table)
        table.played("roll")


def test_where_nothing_can_be_shown_that_is_said_and_the_record_is_given(
    tmp_path: Path, patch: Patch
) -> None:
    table, before = begun(tmp_path / "db", *PLAYED)
    upgraded(patch, Unopened())
    with house(tmp_path / "db") as second:
        table.house = second
        answer = second.get(table.path, table.every)
        assert answer.status == 410
        assert "nothing of it can be shown by this one but its record" in answer.json["error"]
        assert [row["id"] for row in second.get("/api/tables").json] == [table.id]
        assert record(table) == before["record"]
        assert second.get(f"{table.path}/record").status == 403
        assert second.get(f"{table.path}/record", table.tokens["red"]).status == 403
        assert second.get(f"{table.path}/record", "wrong").status == 403
        assert second.get("/api/tables/nowhere/record").status == 404
    # Rules that can read it again go on with it.
    upgraded(patch, Again())
    with house(tmp_path / "db") as third:
        table.house = third
        table.played("roll")


def test_rules_that_do_not_know_the_scenario_go_on_from_the_position(tmp_path: Path, patch: Patch) -> None:
    class Renamed(Drawless):
        def start(self, *_: object) -> Any:
            return Unopened().start("long", b"", {})

    table, before = begun(tmp_path / "db", *PLAYED)
    upgraded(patch, Renamed())
    for _ in range(2):
        with house(tmp_path / "db") as second:
            table.house = second
            assert shown(table.sight("blue")) == shown(before["blue"])
            assert log(table, "blue")[1:6] == before["blue"]["log"][1:]
    with house(tmp_path / "db") as third:
        table.house = third
        table.played("roll")


# Games that were over.


@pytest.mark.parametrize("rules", [Alike, Drawless, Doubled, Reshaped])
def test_a_game_that_was_over_is_shown_as_it_ended(tmp_path: Path, patch: Patch, rules: type[Toy]) -> None:
    with house(tmp_path / "db") as first:
        table = first.open(options={"left": "4"}).played("roll", "draw", "roll", "rest")
        before, told = table.sight(), record(table)
        listed = first.get("/api/tables").json
    upgraded(patch, rules())
    for _ in range(2):
        with house(tmp_path / "db") as second:
            table.house = second
            after = table.sight()
            assert (shown(after), after["log"]) == (shown(before), before["log"])
            assert (after["turn_of"], after["key"]) == ([], before["key"])
            assert record(table).splitlines()[:-1] == told.splitlines()[:-1]
            assert second.get("/api/tables").json == listed
            assert table.act("roll", seq=4).status == 422


def test_a_game_that_was_over_and_was_not_kept_stays_over_and_says_so(tmp_path: Path, patch: Patch) -> None:
    with house(tmp_path / "db") as first:
        table = first.open(options={"left": "4"}).played("roll", "draw", "roll", "rest")
        before, result = table.sight(), first.get("/api/tables").json[0]["result"]
    forget_positions(tmp_path / "db")
    upgraded(patch, Drawless())
    for _ in range(2):
        with house(tmp_path / "db") as second:
            table.house = second
            after = table.sight()
            assert (after["turn_of"], after["key"]) == ([], before["key"])
            assert f"this game was over: {result}" in texts(table)[-1]
            assert [line["seq"] for line in after["log"]] == [0, 1, 2, 3, 4, 5]
            assert table.act("roll", seq=5).status == 422
            row = second.get("/api/tables").json[0]
            assert (row["result"], row["deciders"]) == (result, [])
            whole = parse(record(table), game=Drawless())
            assert verify(whole, game=Drawless()).status == "verified"


def test_a_table_of_newer_rules_is_left_as_it_is(tmp_path: Path, patch: Patch) -> None:
    upgraded(patch, Drawless())
    with house(tmp_path / "new") as first:
        new = first.open().played("roll")
    upgraded(patch, GAME)
    table, _ = begun(tmp_path / "old", "roll")
    upgraded(patch, Drawless())
    with house(tmp_path / "old") as crossing:
        table.house = crossing
        table.played("roll")
    upgraded(patch, GAME)
    for database, one in ((tmp_path / "new", new), (tmp_path / "old", table)):
        with house(database) as second:
            assert second.get(one.path).status == 410


def test_an_old_record_opens_a_table(tmp_path: Path, patch: Patch) -> None:
    with house(tmp_path / "db") as first:
        calm = record(first.open(options={"left": "3"}).finish())
        drawn = record(first.open(options={"left": "3"}).played("draw").finish())
    upgraded(patch, Drawless())
    with house(tmp_path / "db") as second:
        table = second.open(record=calm)
        assert [line["action"] for line in log(table)] == ["", "rest", "rest", "rest"]
        answer = second.post("/api/tables", {"game": "toy", "record": drawn})
        assert answer.status == 400
        assert "nobody draws any more" in answer.json["error"]


def test_the_record_of_a_table_that_crossed_opens_another(tmp_path: Path, patch: Patch) -> None:
    table, _ = begun(tmp_path / "db", *PLAYED)
    upgraded(patch, Drawless())
    with house(tmp_path / "db") as second:
        table.house = second
        table.played("roll").finish()
        other = second.open(record=record(table))
        assert shown(other.sight()) == shown(table.sight())


# Keeping.


def test_positions_are_kept_while_the_server_runs_and_for_tables_that_slept(
    tmp_path: Path, patch: Patch
) -> None:
    table, _ = begun(tmp_path / "db", "roll")
    forget_positions(tmp_path / "db")
    patch.setattr(positions, "ROUND_SECONDS", 0.01)
    with house(tmp_path / "db") as running:
        other = running.open().played("draw")
        store = running.server.store
        assert isinstance(store, SqliteStore)

        async def all_kept() -> None:
            while await store.unkept(9):
                await asyncio.sleep(0.01)

        running.run(all_kept())
        for one, seq in ((table, 1), (other, 1)):
            past = running.run(store.past(one.id))
            assert (past.position.seq, past.position.rules, sorted(past.tellings)) == (seq, 1, [1])


def test_of_too_many_that_wait_the_first_is_left_to_be_read_again(tmp_path: Path, patch: Patch) -> None:
    patch.setattr(positions, "MOST_WAITING", 2)
    with house(tmp_path / "db") as running:
        tables = [running.open().played("roll") for _ in range(3)]
        store = running.server.store
        assert isinstance(store, SqliteStore)
        keeping = running.server.positions
        running.run(keeping.keep())
        assert [running.run(store.kept(table.id)) for table in tables] == [-1, 1, 1]
        running.run(keeping._wake())
        running.run(keeping.keep())
        assert running.run(store.kept(tables[0].id)) == 1


def test_a_disk_that_is_full_is_tried_again(tmp_path: Path, patch: Patch) -> None:
    with house(tmp_path / "db") as running:
        table = running.open().played("roll")
        store = running.server.store
        assert isinstance(store, SqliteStore)
        assert store._writer is not None
        keeping = running.server.positions
        store._writer.connection.execute("PRAGMA query_only = ON")
        running.run(keeping.keep())
        store._writer.connection.execute("PRAGMA query_only = OFF")
        assert running.run(store.kept(table.id)) == -1
        running.run(keeping.keep())
        assert running.run(store.kept(table.id)) == 1
