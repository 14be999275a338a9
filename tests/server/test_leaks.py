"""Nothing hidden leaves: worlds that differ only in what a seat can't know give it the same bytes."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any

import pytest
from tests.server.house import Answer, House, Seated, house
from tests.server.line import listening
from tests.server.mute import Mute
from tests.server.test_machines import until
from tests.server.worlds import held, twins

from berlin.kernel.contract import game as registry
from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.ids import Seat
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.proof import laws
from berlin.kernel.proof.checkpoint import Checkpoint, encode
from berlin.players import MACHINES

REGISTERED = registry.codes()
OWN = {"toy": "toy:GAME", "sealed": "sealed:GAME"}
BRANCHES = 3
# A secret may come out before anything more is whispered: so often it is tried again.
MOST_BRANCHES = 6
PATIENCE = 20
# Tables of a hundred pieces and more take their time to compare.
LONG = {"noretreat": 120, "orsha": 40, "fortress": 60}
# From here a secret is told soon; from others dice are sought in vain for seconds.
FIRST = {"noretreat": 4}
# After a drop, which falls in the open, both sides soon have secrets.
SCENARIOS = {"fortress": "landed"}


@pytest.fixture(autouse=True)
def games(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games of the tests beside the registered ones."""
    monkeypatch.setattr(registry, "_WHERE", {**registry._WHERE, **OWN})


@pytest.fixture
def host(tmp_path: Path, games: None) -> Iterator[House]:
    with house(tmp_path / "tables.sqlite") as running:
        yield running


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("code", OWN)
def test_worlds_that_parted_stay_alike_until_the_secret_comes_out(
    tmp_path: Path, code: str, seat: Seat
) -> None:
    told = 0
    for branch in range(BRANCHES):
        with twins(tmp_path, seat, branch, 3 * branch, game=code, scenario="long") as pair:
            pair.part()
            pair.compare()
            pair.walk(16)
            told += pair.secrets()
    assert told >= BRANCHES


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("code", OWN)
def test_worlds_that_differed_from_the_first_card_stay_alike(tmp_path: Path, code: str, seat: Seat) -> None:
    with twins(tmp_path, seat, 9, game=code, scenario="long") as pair:
        pair.part_at_the_start()
        assert pair.differ()
        assert pair.secrets() == 1
        pair.compare()
        pair.walk(12)


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("code", REGISTERED)
def test_worlds_of_a_registered_game_stay_alike(tmp_path: Path, code: str, seat: Seat) -> None:
    told = undone = 0
    for branch in range(MOST_BRANCHES):
        seed, scenario = FIRST.get(code, 0) + seat + 2 * branch, SCENARIOS.get(code, "")
        with twins(tmp_path, seat, seed, game=code, scenario=scenario) as pair:
            pair.part()
            pair.compare()
            pair.walk(LONG.get(code, 250), 8, 2)
            told, undone = told + pair.secrets(), undone + pair.verbs["undo"]
        if told and undone:
            return
    raise AssertionError(f"{told} secrets, {undone} undone")


@pytest.mark.slow
@pytest.mark.parametrize("code", ["sealed", *REGISTERED])
def test_over_real_connections_every_frame_and_every_byte_is_the_same(tmp_path: Path, code: str) -> None:
    # From here it comes soon; from others a minute goes by in Orsha until dice are found for a battle.
    assert any(told_over_real_connections(tmp_path, code, 6 + branch) for branch in range(MOST_BRANCHES))


def told_over_real_connections(folder: Path, code: str, seed: int) -> int:
    """Plays until something is whispered to others; how many lines of the log they read differently."""
    with (
        twins(folder, Seat(1), seed, game=code, scenario=SCENARIOS.get(code, "")) as pair,
        listening(pair.here.house) as here,
        listening(pair.there.house) as there,
    ):
        pair.part()
        pair.listen((here, there))
        start = held(pair.here).state
        pages = [[pages[token] for token in (pair.token, "")] for pages in pair.pages]
        acts = 0
        while acts < 200 and not (pair.secret and pair.secrets()) and pair.step():
            acts += 1
        told = pair.secrets()
        for token in (pair.token, ""):
            for get in ("", *(f"/moments/{n}" for n in range(acts)), "/record", "/live"):
                path = pair.here.path + get
                assert here.get(path, token) == there.get(path, token), path
        pair.hang_up()
        heard = [[page.heard for page in side] for side in pages]
        assert heard[0] == heard[1]
        assert min(len(frames) for frames in heard[0]) > (acts if pair.game.is_open(start) else 1)
        return told


class Puppet(Mute):
    """A machine that thinks until it is told what to choose. It knows its world by what it sees there."""

    def __init__(self) -> None:
        self.told: defaultdict[bytes, SimpleQueue[str]] = defaultdict(SimpleQueue)

    def choose(self, game: AnyGame, view: Any, rng: Random) -> Any:
        return game.read(self.told[encode(view)].get(timeout=PATIENCE))

    def say(self, table: Seated, text: str, name: str, seq: int | None) -> Answer:
        assert seq is not None
        if name in table.tokens:
            return table.act(text, name, seq)
        live = held(table)
        self.told[encode(live.game.view(live.state, live.game.seat(name)))].put(text)
        until(lambda: held(table).seq > seq, PATIENCE)
        return Answer(200, {}, b"")


def test_a_machine_that_thinks_tells_nothing_by_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    puppet = Puppet()
    monkeypatch.setitem(MACHINES, "puppet", lambda: puppet)
    with twins(tmp_path, Seat(0), 4, game="toy", scenario="long", seats={"blue": "puppet"}) as pair:
        pair.say, pair.undoing = puppet.say, 0.0
        pair.part()
        assert pair.walk(16) > 8
        views = [pair.game.view(held(table).state, Seat(1)) for table in pair.each()]
        assert views[0] != views[1]
        for view in views:
            puppet.told[encode(view)].put("rest")


# What each is told of a secret act and of its undoing.


def told(table: Seated, seat: str, n: int = -1) -> tuple[str, list[str]]:
    line = table.sight(seat)["log"][n]
    return line["action"], [event["text"] for event in line["events"]]


def bidding(host: House) -> Seated:
    """A table at which both seats are asked for a sealed bid."""
    table = host.open(game="sealed").played("rest", "rest", "rest")
    assert table.sight()["turn_of"] == [0, 1]
    return table


def test_a_secret_draw_is_told_to_its_seat_alone(host: House) -> None:
    table = host.open().played("draw")
    assert told(table, "red")[1][0].startswith("red draws card ")
    assert told(table, "blue") == told(table, "") == ("draw", ["red draws a card"])
    assert table.sight("blue")["log"][1]["events"][0]["data"] == []


def test_an_answer_of_several_is_read_by_its_seat_alone_until_all_are_in(host: House) -> None:
    table = bidding(host)
    assert table.act("blue bids 2", "blue").json == {"seq": 4}
    assert told(table, "blue") == ("blue bids 2", ["blue bids 2"])
    assert told(table, "red") == told(table, "") == ("", ["blue has bid"])
    assert table.act("red bids 3", "red").json == {"seq": 5}
    for seat in ("blue", ""):
        assert told(table, seat)[1] == ["red has bid", "the bids are red 3, blue 2"]


def test_a_secret_answer_that_is_taken_back_stays_secret(host: House) -> None:
    table = bidding(host)
    table.act("blue bids 2", "blue")
    assert host.post(f"{table.path}/undo", {"seq": 4}, table.tokens["blue"]).json == {"seq": 5}
    assert told(table, "blue") == ("undo", ["blue takes back: blue bids 2"])
    table.act("blue bids 1", "blue")
    table.act("red bids 1", "red")
    for seat in ("red", ""):
        sight = table.sight(seat)
        assert [line["action"] for line in sight["log"][4:7]] == ["", "undo", ""]
        assert told(table, seat, 5) == ("undo", ["blue takes back"])
        assert "blue bids" not in str(sight)
        moment = host.get(f"{table.path}/moments/4", table.tokens.get(seat, "")).body
        assert b"blue bids" not in moment
        assert b'"bid 2"' not in moment


def test_nobody_answers_for_another_seat_that_is_asked_at_the_same_time(host: House) -> None:
    table = bidding(host)
    answer = table.act("blue bids 1", "red")
    assert (answer.status, answer.json["error"]) == (422, "this is another seat's answer")
    assert table.sight()["seq"] == 3
    # Who holds both seats answers for each, and the log says for which.
    assert table.act("blue bids 1").json == {"seq": 4}
    assert table.sight()["log"][-1]["seat"] == 1


def test_a_refusal_tells_nobody_what_only_the_state_knows(host: House) -> None:
    real, said = set(), set()
    for bid in (1, 2, 3):
        table = bidding(host)
        table.act(f"blue bids {bid}", "blue")
        live = held(table)
        real.add(live.game.why_not(live.state, live.game.read("draw")))
        why = host.post(f"{table.path}/why", {"seq": 4, "action": "draw"}, table.tokens["red"])
        said.add((table.act("draw", "red").body, why.body))
    assert len(real) == 3
    assert len(said) == 1


@pytest.mark.parametrize("code", REGISTERED)
def test_pointing_at_what_there_is_not_is_answered_in_words(host: House, code: str) -> None:
    table = host.open(game=code, scenario="")
    for pointed in ({"unit": "nobody"}, {"place": "nowhere"}, {"unit": "nobody", "place": "nowhere"}):
        answer = host.post(f"{table.path}/why", {"seq": 0, **pointed}, table.every)
        assert (answer.status, answer.json["error"]) == (404, "there is no such unit or place")


def test_what_a_player_takes_back_is_not_told_by_its_number(tmp_path: Path) -> None:
    with twins(tmp_path, Seat(0), 2, game="sealed", scenario="long") as pair:
        pair.part()
        for _ in range(3):
            assert pair.act("roll")
        for _ in range(3):
            assert pair.act("blue bids 2")
            pair.compare()
            assert pair.undo()
            pair.compare()
        assert pair.secrets() > 1


def test_the_game_of_sealed_bids_keeps_the_laws_of_hiding() -> None:
    game, rng = registry.load("sealed"), Random(1)
    state = game.start("long", key_from_seed(1), {}).state
    while game.deciders(state):
        for law in (laws.views_hide, laws.events_hide, laws.imagined_worlds_look_the_same):
            law(Checkpoint(game, state))
        state = game.apply(state, game.sample(state, rng)).state
