"""Tables that are opened from what somebody brings along, and of games that are not offered to everybody."""

from pathlib import Path
from random import Random

from msgspec.structs import replace
from tests.server.house import Seated, house
from tests.server.test_machines import until

from berlin.cli.commands.serve import own_games
from berlin.kernel.contract.game import codes, load
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.records.bounds import RECORD
from berlin.kernel.records.record import Line, new_record, write
from berlin.server.tables.games import Games
from berlin.server.tables.opening import Order, opened


def test_a_campaign_can_be_brought_along_whose_battle_rolled_hundreds_of_dice_at_once() -> None:
    game, key, rng = load("orsha"), key_from_seed(3), Random(4)
    state, lines = game.start("orsha", key, {}).state, list[Line]()
    while max((len(line.dice) for line in lines), default=0) < 500:
        seat = game.deciders(state)[0]
        action = game.sample(state, rng, seat)
        step = game.apply(state, action)
        lines.append(Line(len(lines) + 1, game.seats[seat], game.write(action), step.dice, step.sides))
        state = step.state
    text = write(replace(new_record(game, key, "orsha"), lines=tuple(lines)))
    assert 1000 < max(map(len, text.split("\n"))) < RECORD.line
    table = opened(Order("orsha", record=text), Games()).table
    assert len(table.entries) == len(lines)
    assert game.fingerprint(table.state) == game.fingerprint(state)


def test_an_example_is_offered_only_by_a_house_that_was_told_to(tmp_path: Path) -> None:
    with house(tmp_path / "plain") as host:
        assert "ferry" not in {game["code"] for game in host.get("/api/games").json}
        assert host.post("/api/tables", {"game": "ferry"}).status == 404
    with house(tmp_path / "db", games=own_games(None, examples=True)) as host:
        assert [game["code"] for game in host.get("/api/games").json] == [*codes(examples=True)]
        assert host.get("/api/games/ferry/board").json["spots"]
        table = Seated(host, host.post("/api/tables", {"game": "ferry"}).json)
        assert table.sight()["turn_of"] == [0, 1]
        assert table.act("bombard west kustrin", "west").status == 200
        assert table.act("bombard east lebus", "west").status == 403
        east, west = table.sight("east"), table.sight("west")
        assert (east["turn_of"], east["scene"]["prompt"]["seat"]) == ([0], 0)
        assert ("aims at" in str(east), "aims at" in str(west)) == (False, True)
        assert table.act("bombard east lebus", "east").status == 200
        assert "West fires at Küstrin" in str(table.sight("east"))


def test_machines_play_an_example_to_its_end(tmp_path: Path) -> None:
    with house(tmp_path / "db", games=Games(examples=True)) as host:
        seats = {"east": "random", "west": "officer"}
        table = Seated(host, host.post("/api/tables", {"game": "ferry", "seats": seats}).json)
        until(lambda: not table.sight()["turn_of"])
        assert "has the ferry" in table.sight()["scene"]["result"]
