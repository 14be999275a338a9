"""The calls of docs/wire.md, each from its request to its answer."""

from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated, TypeVar, TypeVarTuple

import msgspec
from msgspec import Meta
from msgspec.structs import replace
from starlette.requests import Request
from starlette.routing import BaseRoute, Route

from berlin.kernel.contract.game import AnyGame, Datum, Scenario
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.papers import Paper
from berlin.kernel.contract.rules import Clause
from berlin.kernel.records.record import write
from berlin.players import LEVELS, SAYS, USUAL, kinds
from berlin.players.reasons import Reasons
from berlin.server.http import errors
from berlin.server.http.answer import JSON, Answer, file, json, kept
from berlin.server.http.call import TABLE, Call, Work, read_body, seat_tokens
from berlin.server.http.encoded_once import Shelf
from berlin.server.http.health import Health
from berlin.server.http.limits import address
from berlin.server.http.live import Hub
from berlin.server.machines.hints import Hints
from berlin.server.machines.staff_proxy import StaffProxy
from berlin.server.store.store import Row
from berlin.server.tables import table_story, table_view
from berlin.server.tables.opening import Order
from berlin.server.tables.table import HUMAN, LONGEST_ACTION, Table
from berlin.server.tables.tables import Tables

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
LISTED = 100
SOURCES = ("printed", "derived", "found", "house")
Number = Annotated[int, Meta(ge=0, le=1 << 31)]
Key = Annotated[str, Meta(max_length=LONGEST_ACTION)]
# With an order: what its seat sees next is wanted in the answer, of the log what comes after this; -1 all.
Since = Annotated[int, Meta(ge=-1, le=1 << 31)] | None
# The mark of a scene that the caller has.
LONGEST_MARK = 32
Mark = Annotated[str, Meta(max_length=LONGEST_MARK)]


class ActOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seq: Number
    action: Key
    since: Since = None
    have: Mark = ""


class At(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hint: all it needs is the number that is looked at."""

    seq: Number


class Undone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seq: Number
    since: Since = None
    have: Mark = ""


class Deputed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The staff answers: this question, or with `step` all that is left of the step."""

    seq: Number
    step: bool = False
    since: Since = None
    have: Mark = ""


class Filled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A form that was filled in; with `check` it is only looked at."""

    seq: Number
    text: str
    check: bool = False


class Why(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """About one action or several, or about what pointing at this unit and place would mean."""

    seq: Number
    action: Key = ""
    actions: Annotated[tuple[Key, ...], Meta(max_length=table_view.MOST_ANSWERS)] = ()
    unit: Key = ""
    place: Key = ""


class Api:
    """Every call under /api but the WebSocket."""

    def __init__(self, tables: Tables, hub: Hub, hints: Hints, staff_proxy: StaffProxy) -> None:
        self.tables, self.hub, self.hints, self.house = tables, hub, hints, tables.games
        self.staff_proxy = staff_proxy
        self._health = Health(tables.store)
        self.dear, self.shelf = tables.dear, Shelf(tables.dear)

    def routes(self) -> list[BaseRoute]:
        table = TABLE
        gets: dict[str, Work] = {
            "/api/health": self.health,
            "/api/games": self.games,
            "/api/games/{code}/board": self.board,
            "/api/games/{code}/rules/{clause:path}": self.rule,
            "/api/games/{code}/rules": self.rules,
            "/api/games/{code}/data": self.data,
            "/api/tables": self.list_tables,
            table: self.sight,
            f"{table}/moments/{{n}}": self.moment,
            f"{table}/story": self.story,
            f"{table}/reasons": self.reasons,
            f"{table}/record": self.record,
            f"{table}/situation": self.situation,
            f"{table}/papers": self.papers,
            f"{table}/papers/{{key}}": self.paper,
            f"{table}/form": self.form,
            f"{table}/undo": self.why_no_undo,
        }
        posts: dict[str, Work] = {
            f"{table}/actions": self.act,
            "/api/tables": self.open_table,
            f"{table}/undo": self.undo,
            f"{table}/why": self.why,
            f"{table}/hint": self.hint,
            f"{table}/staff": self.staff,
            f"{table}/form": self.fill,
        }
        # The first that fits is taken, and most requests are about a table: these come first.
        return [
            *(Route(path, Call(work), methods=["POST"]) for path, work in posts.items()),
            *(Route(path, Call(work), methods=["GET"]) for path, work in reversed(gets.items())),
        ]

    # Games.

    async def health(self, request: Request) -> Answer:
        trouble = await self._health.trouble()
        if trouble:
            return json(
                {"ok": False, "version": _version(), "error": trouble, "rule": ""}, errors.UNAVAILABLE
            )
        return json({"ok": True, "version": _version(), "tables": await self.tables.count()})

    async def games(self, request: Request) -> Answer:
        return json([_entry(self.house[code]) for code in self.house.codes()])

    async def board(self, request: Request) -> Answer:
        game = self._game(request)
        return await self._same_for_all(request, game.board, "board", game.code)

    async def rule(self, request: Request) -> Answer:
        game, clause = self._game(request), request.path_params["clause"]
        if clause not in game.ledger:
            raise errors.unknown("clause")
        found = game.ledger[clause]
        return json({**_clause(found), "check": found.check, "part": found.part})

    async def rules(self, request: Request) -> Answer:
        return json([_clause(one) for one in self._game(request).ledger])

    async def data(self, request: Request) -> Answer:
        source = request.query_params.get("source", "")
        if source and source not in SOURCES:
            raise errors.malformed(f"source is one of {', '.join(SOURCES)}")
        game = self._game(request)

        def data() -> list[Datum]:
            return [datum for datum in game.data() if source in ("", datum.source)]

        return await self._same_for_all(request, data, "data", game.code, source)

    # Tables.

    async def list_tables(self, request: Request) -> Answer:
        return json([self._listed(row) for row in await self.tables.newest(LISTED)])

    async def open_table(self, request: Request) -> Answer:
        made = await self.tables.open(await read_body(request, Order), address(request.scope))
        table = made.table
        keys = {"seats": made.keys.seats, "invitations": made.keys.invitations, "host": made.keys.host}
        return json({"id": table.id, **keys, "commitment": table.head.commitment}, 201)

    async def sight(self, request: Request) -> Answer:
        table, seats = await self._table(request)
        eyes = _eyes(request, table, seats, table.state)
        have = request.query_params.get("have", "")
        if len(have) > LONGEST_MARK:
            raise errors.malformed("have is the mark of a scene")
        return self._sight(table, seats, eyes, _since(request), have)

    async def why_no_undo(self, request: Request) -> Answer:
        table, seats = await self._table(request)
        return json({"seq": table.number(seats), "undo": await self.tables.why_no_undo(table, seats)})

    async def moment(self, request: Request) -> Answer:
        table, seats = await self._table(request)
        n = _whole(request.path_params["n"], "moment")
        eyes = _eyes(request, table, seats, table.moments[table.at(seats, n)].state)
        return json(table_view.moment(table, seats, eyes, self.hub.here(table), n, _since(request)))

    async def story(self, request: Request) -> Answer:
        table, seats = await self._table(request)
        eyes = _eyes(request, table, seats, table.state)
        return json(await self._dear(request, table_story.story, table, seats, eyes, _since(request)))

    async def act(self, request: Request) -> Answer:
        body = await read_body(request, ActOrder)
        table, seats = await self._acting(request)
        seq = await self.tables.act(table, seats, body.seq, body.action)
        return self._done(table, seats, seq, body)

    async def undo(self, request: Request) -> Answer:
        body = await read_body(request, Undone)
        table, seats = await self._acting(request)
        return self._done(table, seats, await self.tables.undo(table, seats, body.seq), body)

    async def why(self, request: Request) -> Answer:
        body = await read_body(request, Why)
        pointed = bool(body.unit or body.place)
        if pointed + bool(body.action) + bool(body.actions) > 1:
            raise errors.malformed("ask about an action, about actions, or about a unit and a place")
        table, seats = await self._table(request)
        seat = table.deciding(seats, body.seq)
        texts = (body.action,) if body.action else body.actions
        return json(await self._dear(request, table_view.answers, table, seat, texts, body.unit, body.place))

    async def hint(self, request: Request) -> Answer:
        body = await read_body(request, At)
        table, seats = await self._table(request)
        return json(await self.hints.give(table, seats, body.seq, address(request.scope)))

    async def staff(self, request: Request) -> Answer:
        body = await read_body(request, Deputed)
        table, seats = await self._table(request)
        client = address(request.scope)
        seq = await self.staff_proxy.answer(table, seats, body.seq, not body.step, client)
        return self._done(table, seats, seq, body)

    async def reasons(self, request: Request) -> Answer:
        table, _ = await self._table(request)
        return json([_reasons(seq, body) for seq, body in await self.tables.reasons(table)])

    async def record(self, request: Request) -> Answer:
        try:
            table = await self._open_to(request)
        except errors.Denied as denied:
            if denied.status != errors.GONE:
                raise
            table_id, tokens = request.path_params["id"], seat_tokens(request)
            return file(await self.tables.bare_record(table_id, tokens), f"{table_id}.record")
        return file(await self._dear(request, _record, table), f"{table.id}.record")

    async def situation(self, request: Request) -> Answer:
        table = await self._open_to(request)
        n = _whole(request.query_params.get("moment", str(table.seq)), "moment")
        if n > table.seq:
            raise errors.unknown("moment")
        state = table.moments[n].state
        return file(await self._dear(request, table.game.write_situation, state), f"{table.id}.toml")

    async def papers(self, request: Request) -> Answer:
        table, _ = await self._table(request)
        return json([_paper(one) for one in table.game.papers()])

    async def paper(self, request: Request) -> Answer:
        table, seats = await self._table(request)
        paper = next((one for one in table.game.papers() if one.key == request.path_params["key"]), None)
        if paper is None:
            raise errors.unknown("paper")
        eyes = _eyes(request, table, seats, table.state)
        text = await self._dear(request, table_view.paper, table, paper.key, seats, eyes)
        return file(text, f"{table.id}-{paper.name}")

    async def form(self, request: Request) -> Answer:
        table, seats = await self._table(request)
        return file(await self._dear(request, table.form, seats), f"{table.id}-report.toml")

    async def fill(self, request: Request) -> Answer:
        body = await read_body(request, Filled)
        table, seats = await self._table(request)
        client = address(request.scope)
        actions = await self.tables.fill(table, seats, body.seq, body.text, body.check, client)
        return json({"seq": table.number(seats), "actions": actions})

    def _sight(
        self, table: Table, seats: tuple[Seat, ...], eyes: Seat | None, since: int, have: str
    ) -> Answer:
        return json(table_view.sight(table, seats, eyes, self.hub.here(table), since, have))

    def _done(
        self, table: Table, seats: tuple[Seat, ...], seq: int, order: ActOrder | Undone | Deputed
    ) -> Answer:
        """The answer to an order: its number or, if it was asked for, what is seen next."""
        if order.since is None:
            return json({"seq": seq})
        return self._sight(table, seats, table.eyes(seats, table.state), order.since, order.have)

    async def _dear(self, request: Request, work: Callable[[*Ts], T], *args: *Ts) -> T:
        """What takes a while: beside the other requests, and from the caller's budget."""
        return await self.dear.do(address(request.scope), work, *args)

    async def _same_for_all(self, request: Request, make: Callable[[], object], *key: str) -> Answer:
        client = address(request.scope)
        body, tag = await self.shelf.get(client, make, *key)
        answer = kept(request, body, JSON, tag)
        self.dear.charge_sending(client, answer.body)
        return answer

    async def _table(self, request: Request) -> tuple[Table, tuple[Seat, ...]]:
        """The table that is asked about, and the seats that the caller holds."""
        client = address(request.scope)
        table = await self.tables.get(request.path_params["id"], client)
        seats = table.seats_of(seat_tokens(request))
        if seats:
            table.client = client
        return table, seats

    async def _acting(self, request: Request) -> tuple[Table, tuple[Seat, ...]]:
        """The same for somebody who acts: a table takes only so many acts a minute. Raises Denied."""
        table, seats = await self._table(request)
        if seats:
            self.tables.count_act(table)
        return table, seats

    async def _open_to(self, request: Request) -> Table:
        """The table, if its secrets are open to the caller: it is over, or he holds every seat himself."""
        table, seats = await self._table(request)
        if not table.over and len(seats) != len(table.header.sitters):
            raise errors.forbidden("while the game is on this is only for whoever holds every seat")
        return table

    def _game(self, request: Request) -> AnyGame:
        code = request.path_params["code"]
        if code not in self.house:
            raise errors.unknown("game")
        return self.house[code]

    def _listed(self, row: Row) -> dict[str, object]:
        known = row.game in self.house
        return _listed(row, self.house[row.game].seats if known else tuple(map(str, range(len(row.sitters)))))


def _record(table: Table) -> str:
    """Who holds every seat may know all that was, but the dice to come are nobody's."""
    record = table.record()
    return write(record if table.over else replace(record, key=b""))


def _clause(clause: Clause) -> dict[str, str]:
    return {"id": clause.id, "kind": clause.kind, "gist": clause.gist, "source": clause.origin}


def _entry(game: AnyGame) -> dict[str, object]:
    return {
        "code": game.code,
        "title": game.title,
        "book": game.book,
        "seats": game.seats,
        "scenarios": [_scenario(game, one) for one in game.scenarios],
        "players": (HUMAN, *kinds()),
        "machines": [{"name": name, "says": SAYS.get(name, ""), "level": name in LEVELS} for name in kinds()],
        "usual": USUAL,
        "variant": game.variant,
    }


def _scenario(game: AnyGame, one: Scenario) -> dict[str, object]:
    options = [
        {
            "key": option.key,
            "title": option.title,
            "about": option.about,
            "values": [{"value": value, "title": title} for value, title in option.values],
        }
        for option in game.options(one.key)
    ]
    return {"key": one.key, "title": one.title, "about": one.about, "options": options}


def _paper(one: Paper) -> dict[str, object]:
    return {"key": one.key, "title": one.title, "about": one.about, "name": one.name, "page": one.is_page}


def _reasons(seq: int, body: str) -> dict[str, object]:
    told = msgspec.json.decode(body, type=Reasons)
    return {"seq": seq, "expected": told.expected, "feared": told.feared, "chances": told.chances}


def _listed(row: Row, seats: tuple[str, ...]) -> dict[str, object]:
    standing = row.standing
    return {
        "id": row.id,
        "game": row.game,
        "title": row.title,
        "names": {seat: sitter.name for seat, sitter in zip(seats, row.sitters, strict=False)},
        "seats": seats,
        "players": [sitter.player for sitter in row.sitters],
        "seq": standing.shown,
        "deciders": standing.deciders,
        "caption": standing.caption,
        "result": standing.result,
        "updated": datetime.fromtimestamp(standing.updated, UTC).isoformat(timespec="seconds"),
    }


def _eyes(request: Request, table: Table, seats: tuple[Seat, ...], state: object) -> Seat | None:
    """Whose eyes are asked for; another's than one's own only after the end."""
    asked = request.query_params.get("eyes")
    if asked is None:
        return table.eyes(seats, state)
    if asked not in table.game.seats and not (asked.isdecimal() and len(asked) < 3):
        raise errors.malformed("eyes is a seat")
    seat = table.game.seat(asked) if asked in table.game.seats else Seat(int(asked))
    if seat >= len(table.game.seats):
        raise errors.unknown("seat")
    if seat not in seats and not table.over:
        raise errors.forbidden("another seat's eyes are open when the game is over")
    return seat


def _since(request: Request) -> int:
    since = request.query_params.get("since")
    return -1 if since is None else _whole(since, "since")


def _whole(digits: str, what: str) -> int:
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 10):
        raise errors.malformed(f"{what} is a whole number")
    return int(digits)


def _version() -> str:
    try:
        return version("road-to-berlin")
    except PackageNotFoundError:
        return ""
