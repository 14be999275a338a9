"""A stored database of every version: each later one lists, shows and goes on with its tables."""

import gzip
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from tests.server.house import Seated, house
from tests.server.test_upgrade import record, texts

from berlin.kernel.contract import game as registry
from berlin.kernel.records.record import Line, parse
from berlin.kernel.records.replay import Moment, Replay
from berlin.kernel.records.verify import verify

Patch = pytest.MonkeyPatch
FIXTURES = sorted((Path(__file__).parent / "fixtures").glob("*.sqlite.gz"))


@pytest.fixture(params=FIXTURES, ids=lambda path: path.name)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, list[dict[str, Any]]]:
    packed: Path = request.param
    database = tmp_path / "tables.sqlite"
    database.write_bytes(gzip.decompress(packed.read_bytes()))
    kept = msgspec.json.decode(packed.with_name(packed.name.replace(".sqlite.gz", ".json")).read_bytes())
    return database, kept


def raised(patch: Patch, codes: set[str]) -> None:
    """The games of today with a version more."""
    for code in codes:
        patch.setattr(registry.load(code), "version", registry.load(code).version + 1)


def other(patch: Patch, kept: list[dict[str, Any]]) -> None:
    """From their hundredth action on the rules of today lead elsewhere than the old ones."""
    play, last = Replay.play, {one["id"]: one["entries"] for one in kept}

    def elsewhere(self: Replay, before: Moment, line: Line) -> Moment:
        if 100 < line.number < last.get(self.name, 0) - 1:
            raise self.fail(f"'{line.action}' is refused", line.number)
        return play(self, before, line)

    patch.setattr(Replay, "play", elsewhere)


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["today", "next version", "other rules"])
def test_every_version_opens_what_those_before_it_kept(
    old: tuple[Path, list[dict[str, Any]]], monkeypatch: Patch, rules: str
) -> None:
    assert FIXTURES
    database, kept = old
    if rules != "today":
        raised(monkeypatch, {one["game"] for one in kept})
    if rules == "other rules":
        other(monkeypatch, kept)
    for _ in range(2):
        with house(database) as running:
            rows = {row["id"]: row for row in running.get("/api/tables").json}
            assert rows.keys() == {one["id"] for one in kept}
            for one in kept:
                table = Seated(running, {"id": one["id"], "seats": one["seats"], "commitment": ""})
                _looked_at(table, one)
                if rules == "other rules":
                    assert any("stand in the log alone" in text for text in texts(table))
                if not one["over"]:
                    _acted_on(table)
                else:
                    assert rows[one["id"]]["result"] == one["result"]


def _looked_at(table: Seated, one: dict[str, Any]) -> None:
    """Watched, shown to each seat, stepped through and downloaded."""
    for seat in ("", *table.tokens):
        sight = table.sight(seat)
        assert sight["scene"]["caption"]
        assert bool(sight["turn_of"]) is not one["over"]
        assert bool(sight["key"]) is one["over"]
    for moment in (0, 1, table.number(table.every) // 2):
        assert table.house.get(f"{table.path}/moments/{moment}", table.every).status == 200
    game = registry.load(one["game"])
    whole = parse(record(table), game=game)
    assert len(whole.lines) >= one["entries"] - 2
    assert verify(whole, one["id"], game).status == ("verified" if one["over"] else "sealed")


def _acted_on(table: Seated) -> None:
    rng = Random(table.id)
    for _ in range(3):
        live = table.house.run(table.house.server.tables.get(table.id))
        table.played(live.game.write(live.game.sample(live.state, rng)))
