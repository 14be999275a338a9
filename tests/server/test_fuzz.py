"""Every text that the server reads, fuzzed: no 5xx, what is refused costs little, and no memory grows.

Three hundred inputs in the suite. BERLIN_FUZZ sets another number, BERLIN_FUZZ_SEED another beginning; then
the progress is told. What fails is shrunk, added to `scrawled.jsonl`, and tried again ever after.
"""

import base64
import os
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from tests.server import scrawl
from tests.server.house import ORDER, Answer, House, Seated, asked, house
from tests.server.memory import Memory
from tests.server.test_live import connected
from tests.server.test_papers import situation

from berlin.kernel.contract.game import AnyGame, codes, load
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.records.bounds import RECORD
from berlin.kernel.records.record import Line, new_record, write
from berlin.server.tables.table import LONGEST_ACTION

INPUTS = int(os.environ.get("BERLIN_FUZZ", "300"))
SEED = int(os.environ.get("BERLIN_FUZZ_SEED", "1944"))
KEPT = Path(__file__).with_name("scrawled.jsonl")
MOST_SECONDS = 0.25
MOST_GROWTH = 50 * 1024
TRIES = 3
PLAYED = 40
PHRASES = (
    '"at K13"',
    "condition broken",
    "at K13, condition broken",
    "lost fire",
    "g:4-6-7",
    "german",
    "russian",
)


class Attempt(msgspec.Struct, frozen=True):
    """One request, as it can be kept; `hello` is the first message of a WebSocket instead."""

    method: str
    path: str
    body: str = ""
    seat: str = ""
    hello: str = ""


class Desk:
    """A server with a table of every game, one of them waiting for a report, and good texts of each kind."""

    def __init__(self, host: House) -> None:
        self.host, self.memory = host, Memory()
        self.tables = [host.open(game=code, scenario="") for code in codes()]
        self.reporting = host.open(game="orsha", scenario="", situation=situation())
        self.games = [load(code) for code in codes()]
        self.situations = {game.code: _situations(game) for game in self.games}
        self.records = {game.code: [_record(game)] for game in self.games}
        self.actions = {game.code: _actions(game) for game in self.games}
        seats = (self.reporting.every, *self.reporting.tokens.values())
        forms = [host.get(f"{self.reporting.path}/form", seat) for seat in seats]
        self.forms = [form.body.decode() for form in forms if form.status == 200]

    def send(self, attempt: Attempt) -> int:
        """The status that comes, or the code with which the connection is closed."""
        if attempt.hello:
            return int(self.host.run(self._heard(attempt)))
        headers = {**ORDER, "x-seat": self.seat_of(attempt)}
        path = self.path_of(attempt.path)
        body = base64.b64decode(attempt.body)
        answer: Answer = self.host.run(asked(self.host.server, attempt.method, path, body, headers))
        if answer.status == 201:
            self.host.server.tables._live.pop(answer.json["id"], None)
        if answer.status >= 400:
            told = answer.json["error"]
            assert told
            assert "\n" not in told
        return answer.status

    async def _heard(self, attempt: Attempt) -> int:
        path = self.path_of(attempt.path).split("/")[3]
        async with connected(self.host.server, path) as page:
            await page.say(base64.b64decode(attempt.hello).decode("utf-8", "surrogatepass"))
            heard = await page.hear()
            return heard if isinstance(heard, int) else 200

    def seat_of(self, attempt: Attempt) -> str:
        """`all` stands for the secrets of the table's own seats, which nobody could write down beforehand."""
        return self.table_of(attempt.path).every if attempt.seat == "all" else attempt.seat

    def table_of(self, path: str) -> Seated:
        named = {f"{{{code}}}": table for code, table in zip(codes(), self.tables, strict=True)}
        return next((table for name, table in named.items() if name in path), self.reporting)

    def path_of(self, path: str) -> str:
        """The path with the tables' own ids in it: `{race}` that of this game, `{report}` the last."""
        for name, table in zip((*codes(), "report"), (*self.tables, self.reporting), strict=True):
            path = path.replace(f"{{{name}}}", table.id)
        return path

    def seq(self, path: str) -> int:
        return self.table_of(path).number("")


def _situations(game: AnyGame) -> list[str]:
    state, rng = game.start(game.scenarios[0].key, key_from_seed(7), {}).state, Random(7)
    found = [game.write_situation(state)]
    for _ in range(PLAYED):
        state = game.next(state, game.sample(state, rng))
    return [*found, game.write_situation(state)]


def _record(game: AnyGame) -> str:
    key, rng, lines = key_from_seed(7), Random(7), list[Line]()
    state = game.start(game.scenarios[0].key, key, {}).state
    for number in range(1, PLAYED + 1):
        seat = game.deciders(state)[0]
        action = game.sample(state, rng, seat)
        step = game.apply(state, action)
        lines.append(Line(number, game.seats[seat], game.write(action), step.dice, step.sides))
        state = step.state
    return write(msgspec.structs.replace(new_record(game, key), lines=tuple(lines)))


def _actions(game: AnyGame) -> list[str]:
    found, rng = set[str](), Random(7)
    state = game.start(game.scenarios[0].key, key_from_seed(7), {}).state
    for _ in range(3 * PLAYED):
        found.update(game.write(action) for action in list(game.legal(state))[:20])
        state = game.next(state, game.sample(state, rng))
    return sorted(found)


Strategy = st.SearchStrategy[Attempt]


def post(path: str, body: object, seat: str = "all") -> Attempt:
    data = body if isinstance(body, bytes) else scrawl.encoded(body)
    return Attempt("POST", path, base64.b64encode(data).decode(), seat)


def forms(desk: Desk) -> Strategy:
    words = [word for form in desk.forms for word in form.split() if word.isascii()]
    names = [
        "units",
        "used",
        "control",
        "now",
        "gone",
        "points",
        "lost",
        "date",
        "melee",
        "rained",
        "g0",
        "r0",
    ]
    good = [
        *desk.forms,
        '[units]\ng0 = "at K13, condition broken"\ng1 = "lost fire"\n[lost]\n"g:4-6-7" = 2\n',
    ]
    text = scrawl.mutated(good) | scrawl.toml(names, [*PHRASES, *words])
    path = "/api/tables/{report}/form"
    return text.map(lambda one: post(path, {"seq": desk.seq(path), "text": one, "check": True}))


def situations(desk: Desk) -> Strategy:
    def of(code: str) -> Strategy:
        good = desk.situations[code]
        names = sorted({row.split("=")[0].strip(" []") for row in good[0].split("\n") if row})
        words = [word.strip('",') for word in good[0].split()]
        text = scrawl.mutated(good) | scrawl.toml(names, words)
        return text.map(lambda one: post("/api/tables", {"game": code, "situation": one}))

    return st.one_of(*map(of, desk.situations))


def records(desk: Desk) -> Strategy:
    def of(code: str) -> Strategy:
        text = scrawl.mutated(desk.records[code])
        return text.map(lambda one: post("/api/tables", {"game": code, "record": one[: RECORD.signs]}))

    return st.one_of(*map(of, desk.records))


def actions(desk: Desk) -> Strategy:
    def of(code: str) -> Strategy:
        good = desk.actions[code]
        words = sorted({word for text in good for word in text.split()})
        text = scrawl.mutated(good) | scrawl.sentence(words)
        path = f"/api/tables/{{{code}}}"
        cut = text.map(lambda one: one[:LONGEST_ACTION])
        return st.one_of(
            cut.map(lambda one: post(f"{path}/actions", {"seq": desk.seq(path), "action": one})),
            cut.map(lambda one: post(f"{path}/why", {"seq": desk.seq(path), "action": one})),
            st.builds(
                lambda unit, place: post(
                    f"{path}/why", {"seq": desk.seq(path), "unit": unit, "place": place}
                ),
                scrawl.sentence(words),
                scrawl.sentence(words) | st.just(""),
            ),
        )

    return st.one_of(*map(of, desk.actions))


def bodies(desk: Desk) -> Strategy:
    table = "/api/tables/{race}"
    order = {
        "game": "race",
        "scenario": "",
        "options": {},
        "seats": {"zhukov": "idle"},
        "names": {"zhukov": "A"},
    }
    good: dict[str, list[dict[str, Any]]] = {
        "/api/tables": [
            order | {"hints": True},
            order | {"seed": 5},
            order | {"record": "berlin-record 1\n"},
        ],
        f"{table}/actions": [{"seq": 0, "action": "pass"}],
        f"{table}/undo": [{"seq": 0}],
        f"{table}/why": [{"seq": 0, "action": "pass"}, {"seq": 0, "unit": "a", "place": "b"}],
        f"{table}/form": [{"seq": 0, "text": "a = 1", "check": True}],
        f"{table}/hint": [{"seq": -1}],
        f"{table}/staff": [{"seq": -1, "step": True}],
    }
    return st.one_of(*(scrawl.broken_json(bodies).map(partial(post, path)) for path, bodies in good.items()))


def queries(desk: Desk) -> Strategy:
    words = ["since", "eyes", "source", "moment", "zhukov", "house", "0", "-1", "&", "=", "1" * 40]
    paths = [
        "/api/tables/{race}",
        "/api/tables/{race}/moments/0",
        "/api/tables/{race}/situation",
        "/api/tables/{report}/papers/roster",
        "/api/games/race/data",
        "/api/tables",
        "/t/x",
    ]
    loose = [
        "/api/games/{}/rules/{}",
        "/api/games/{}/board",
        "/api/tables/{}/papers/{}",
        "/web/{}",
        "/api/tables/{}",
    ]
    named = st.builds(
        lambda path, name, value: f"{path}?{name}={value}",
        st.sampled_from(paths),
        st.sampled_from(words),
        scrawl.sentence(words),
    )
    odd = st.builds(
        lambda path, one, two: path.format(one, two), st.sampled_from(loose), scrawl.scrap(), scrawl.scrap()
    )
    path = st.one_of(named, odd).map(lambda text: text.encode("utf-8", "replace").decode())
    seat = st.sampled_from(("", "all", "x", ",,,", "all," * 500))
    return st.builds(Attempt, st.sampled_from(("GET", "HEAD", "POST", "PUT")), path, st.just(""), seat)


def hellos(desk: Desk) -> Strategy:
    text = scrawl.mutated(['{"seat": ""}', '{"seat": "secret"}']) | scrawl.document().map(
        lambda one: scrawl.encoded(one).decode()
    )
    said = text.map(lambda one: base64.b64encode(one.encode("utf-8", "surrogatepass")).decode())
    return said.map(lambda one: Attempt("LIVE", "/api/tables/{race}/live", hello=one or "eA=="))


ENTRIES: dict[str, Callable[[Desk], Strategy]] = {
    "forms": forms,
    "situations": situations,
    "records": records,
    "actions": actions,
    "bodies": bodies,
    "queries": queries,
    "hellos": hellos,
}


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with house(tmp_path_factory.mktemp("fuzz") / "tables.sqlite") as host:
        host.server.journal.quiet = True
        found = Desk(host)
        for attempt in kept():
            found.send(attempt)
        yield found


def kept() -> list[Attempt]:
    """What was found before."""
    rows = KEPT.read_text().splitlines() if KEPT.exists() else []
    return [msgspec.json.decode(row, type=Attempt) for row in rows]


def held(desk: Desk, attempt: Attempt) -> None:
    """Nobody breaks by it, and it is cheap if refused: the least of some tries, since others work too."""
    took = []
    for _ in range(TRIES):
        began = time.process_time()
        with desk.memory.watch():
            status = desk.send(attempt)
        took.append(time.process_time() - began)
        assert status < 500 or status >= 1000, f"{status}: {attempt}"
        assert desk.memory.peak < MOST_GROWTH, f"{desk.memory.peak} kB for {attempt}"
        if not 400 <= status < 500 or took[-1] < MOST_SECONDS:
            return
    raise AssertionError(f"refused after {min(took):.2f} s: {attempt}")


@pytest.mark.parametrize("number", range(len(kept())))
def test_what_was_found_before_is_harmless(desk: Desk, number: int) -> None:
    held(desk, kept()[number])


@pytest.mark.parametrize("entry", ENTRIES)
def test_no_text_breaks_the_server_or_keeps_it_busy(desk: Desk, entry: str) -> None:
    inputs = -(-INPUTS // len(ENTRIES))
    tried, failed = list[Attempt](), list[Attempt]()

    @seed(SEED)
    @settings(
        max_examples=inputs,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink),
    )
    @given(ENTRIES[entry](desk))
    def scrawled(attempt: Attempt) -> None:
        tried.append(attempt)
        _tell(entry, len(tried), inputs)
        try:
            held(desk, attempt)
        except BaseException:
            failed.append(attempt)
            raise

    try:
        scrawled()
    except BaseException:
        with KEPT.open("ab") as file:
            file.write(msgspec.json.encode(failed[-1]) + b"\n")
        raise
    assert len(tried) >= inputs
    # Once more, without all that the making of them takes.
    with desk.memory.watch():
        for attempt in tried:
            desk.send(attempt)
    assert desk.memory.peak < MOST_GROWTH, f"{desk.memory.peak} kB more after all of them"
    assert '"bug"' not in desk.host.log.getvalue()


def _tell(entry: str, tried: int, inputs: int) -> None:
    if "BERLIN_FUZZ" in os.environ and tried % 100 == 0:
        print(f"{entry}: {tried} of {inputs}", file=sys.stderr, flush=True)
