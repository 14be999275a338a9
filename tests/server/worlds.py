"""Two houses that keep the same table, in worlds that differ only in what one seat can't know.

The same is played in both. As long as the seat may not know in which of them it sits, everything that it or a
watcher is told must be the same in both, to the byte.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec.structs import replace
from tests.server.house import ORDER, Answer, House, Seated, asked, house
from tests.server.line import Line, Page

from berlin.kernel.contract.events import EVERYBODY, Event
from berlin.kernel.contract.game import AnyGame, BadText, Step
from berlin.kernel.contract.ids import Seat
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.proof.checkpoint import Checkpoint, candidates, encode
from berlin.kernel.records.replay import Moment
from berlin.server.tables.table import Table

NOON = 1_000_000_000.0
KEYS = 4000
WORLDS = 50
DEALS = 600
TEXTS = 6
# A battle's dice are too many to be sought one by one.
SOUGHT = 100
TRIES = 2
# A whole battle may hang on one act: then it is played otherwise sooner than that dice are found for it.
SOUGHT_SECONDS = 2.0
# Dice whose every pair would take longer to try than this are sought one by one.
FEW = 300
PLACES = 3
FORMS = ("", '[units]\ng0 = "captured"\nr0 = "captured"\n')
Question = tuple[str, str, object]


def held(table: Seated) -> Table:
    """The table as the server holds it."""
    live: Table = table.house.run(table.house.server.tables.get(table.id))
    return live


def put(table: Seated, state: Any) -> None:
    """Puts another world in the place of the present one."""
    live = held(table)
    live.moments[-1] = replace(live.moments[-1], state=state)
    live.scenes.clear()
    live.views.clear()


def same_for_others(game: AnyGame, seat: Seat, one: Any, other: Any) -> bool:
    others = [n for n in game.everybody if n != seat]
    return all(encode(game.view(one, n)) == encode(game.view(other, n)) for n in others)


def other_worlds(live: Table, seat: Seat, rng: Random, deals: int = WORLDS) -> Iterator[Any]:
    """Worlds that the seat can't tell from this one, though the others can."""
    for _ in range(deals):
        world = live.game.other_world(live.state, seat, rng)
        if not same_for_others(live.game, seat, live.state, world):
            yield world


def distance(one: Any, other: Any) -> int:
    """In how many places, or members of sets, two values differ."""
    if one == other:
        return 0  # most of what there is: it need not be looked through
    match one, other:
        case dict(), dict():
            return sum(distance(one.get(key), other.get(key)) for key in {**one, **other})
        case list() | tuple(), list() | tuple():
            longer = abs(len(one) - len(other))
            return longer + sum(distance(a, b) for a, b in zip(one, other, strict=False))
        case int(), int():
            return (one ^ other).bit_count()
        case _:
            return int(one != other)


class Twins:
    """A table here and there, and the seat that can't tell the two apart."""

    def __init__(self, here: Seated, there: Seated, seat: Seat, rng: Random) -> None:
        self.here, self.there, self.seat, self.rng = here, there, seat, rng
        self.game = held(here).game
        self.name = self.game.seats[seat]
        self.token = here.tokens[self.name]
        self.rivals = [token for name, token in here.tokens.items() if name != self.name]
        self.say: Callable[[Seated, str, str, int | None], Answer] = Seated.act
        self.verbs: Counter[str] = Counter()
        self.secret, self.whispers = False, 0
        self.only_dice = False
        self.undoing, self.patience = 0.1, 20
        self.strangers: list[Any] = []
        self.pages: tuple[dict[str, Page], dict[str, Page]] = ({}, {})
        self.since = [len(lines(table.house)) for table in (here, there)]

    def each(self) -> tuple[Seated, Seated]:
        return self.here, self.there

    # Making the worlds differ.

    def part(self) -> None:
        """Another world there, from now on."""
        live = held(self.here)
        worlds = list(other_worlds(live, self.seat, self.rng, DEALS))
        assert worlds, "nothing is hidden from this seat"
        # The less they differ, the more can be played in both.
        put(self.there, min(worlds, key=lambda world: self._apart_by(live.state, world)))
        assert not self.rivals or self.differ()

    def _apart_by(self, one: Any, other: Any) -> int:
        others = [seat for seat in self.game.everybody if seat != self.seat]
        views = [[msgspec.to_builtins(self.game.view(world, n)) for n in others] for world in (one, other)]
        return distance(*views)

    def part_in_dice(self) -> None:
        """The same world there, but for the key of its dice."""
        live = held(self.there)
        key, other = live.head.key, key_from_seed(self.rng.randrange(KEYS))
        put(self.there, self.game.decode(self.game.encode(live.state).replace(key, other)))
        live.head = replace(live.head, key=other)
        self.only_dice = True
        assert key not in self.game.encode(live.state)

    def part_at_the_start(self) -> None:
        """Another key there, under which the seat itself drew the same when the game began."""
        live, record = held(self.there), held(self.here).head
        seen, own = self._seen(live.state), self._own(live.moments[0].events)
        for seed in range(KEYS):
            step = self.game.start(record.scenario, key_from_seed(seed), dict(record.options))
            alike = self._seen(step.state) == seen and self._own(step.events) == own
            if alike and not same_for_others(self.game, self.seat, step.state, live.state):
                live.moments[0] = Moment(0, None, step.state, step.events, step.dice, step.sides, "")
                live.scenes.clear()
                live.views.clear()
                return
        raise AssertionError("no other beginning looks the same")

    def _own(self, events: tuple[Event, ...]) -> list[Event]:
        return [event for event in events if event.seat == self.seat]

    def _seen(self, state: Any) -> list[bytes]:
        return [encode(self.game.view(state, eyes)) for eyes in (self.seat, None)]

    def differ(self) -> bool:
        """Whether the others are told different things: the comparison would be empty without."""
        return any(
            self.here.house.get(self.here.path, token) != self.there.house.get(self.there.path, token)
            for token in self.rivals
        )

    def secrets(self) -> int:
        """How many lines of the log the others read differently here and there."""
        logs = [[table.sight(token)["log"] for token in self.rivals] for table in self.each()]
        return sum(one != other for pair in zip(*logs, strict=True) for one, other in zip(*pair, strict=True))

    # Playing the same in both.

    def act(self, text: str) -> bool:
        """Plays this in both worlds; not if the seat might then know in which it is."""
        game = self.game
        here, there = held(self.here).state, held(self.there).state
        seat = self._answering(here, text)
        texts = text, self._apart(there, Seat(seat), text)
        action = game.read(texts[1])
        if game.why_not(there, action) is not None:
            return False
        step = game.apply(here, game.read(text))
        # When the game is over everything is open.
        dice = self._dice(step, there, action) if game.deciders(step.state) else None
        if dice is None:
            return False
        if dice:
            put(self.there, game.with_dice(there, dice))
        seq, name = held(self.here).number((Seat(seat),)), game.seats[seat]
        told = [self.say(table, act, name, seq) for table, act in zip(self.each(), texts, strict=True)]
        assert told[0].status == 200, told[0].body
        assert told[0] == told[1], told
        # The dice that were laid down are no part of the moment before.
        moments = held(self.there).moments
        moments[-2] = replace(moments[-2], state=there)
        self.secret = any(event.seat not in (EVERYBODY, self.seat) for event in step.events)
        self.whispers += self.secret
        self.hear()
        return True

    def _choices(self, state: Any, seat: Seat) -> list[str]:
        return [choice.text for choice in self.game.scene(self.game.view(state, seat)).choices]

    def _answering(self, state: Any, text: str) -> int:
        """Whose answer this is: where several are asked at once each has answers of its own."""
        asked = self.game.deciders(state)
        return next(seat for seat in asked if len(asked) == 1 or text in self._choices(state, seat))

    def _apart(self, there: Any, seat: Seat, text: str) -> str:
        """What is played there: an answer that others can't read may be another one."""
        if seat == self.seat or self.only_dice or self.game.is_open(there):
            return text
        return self.rng.choice(self._choices(there, seat))

    def _dice(self, step: Step[Any], there: Any, action: Any) -> tuple[int, ...] | None:
        """Dice under which the other world goes on so that the seat sees the same."""
        told, began = self._told(step), time.process_time()
        for dice in variants(step.dice, step.sides):
            if time.process_time() - began > SOUGHT_SECONDS:
                return None
            other = self._applied(there, action, dice)
            if other is not None and other.dice == dice and self._told(other) == told:
                return dice
        return self._sought(step, there, action)

    def _applied(self, there: Any, action: Any, dice: tuple[int, ...]) -> Step[Any] | None:
        try:
            return self.game.apply(self.game.with_dice(there, dice), action)
        except BadText:
            return None

    def _told(self, step: Step[Any]) -> list[Any]:
        """What the seat sees and hears of a step, as plain values."""
        heard = [event.seen_by(self.seat) for event in step.events]
        return [msgspec.to_builtins(self.game.view(step.state, self.seat)), msgspec.to_builtins(heard)]

    def _sought(self, step: Step[Any], there: Any, action: Any) -> tuple[int, ...] | None:
        """Die by die what brings the other world nearer to what the seat sees, from several beginnings."""
        told, no_die, began = self._told(step), -1, time.process_time()
        for _ in range(TRIES if 0 < len(step.dice) <= SOUGHT else 0):
            dice = tuple(self.rng.randint(1, sides) for sides in step.sides)
            best, changed = float("inf"), no_die
            for place in (*range(len(dice)), *range(len(dice))):
                if place == changed or time.process_time() - began > SOUGHT_SECONDS:
                    break  # once round without coming nearer, or for too long
                for face in range(1, step.sides[place] + 1):
                    tried = (*dice[:place], face, *dice[place + 1 :])
                    if tried == dice and best < float("inf"):
                        continue
                    other = self._applied(there, action, tried)
                    apart = distance(self._told(other), told) if other and other.dice == tried else None
                    if apart == 0:
                        return tried
                    if apart is not None and apart < best:
                        best, dice, changed = apart, tried, place
        return None

    def undo(self) -> bool:
        """Takes the last act back in both worlds, if whoever acted may."""
        live = held(self.here)
        if not live.live:
            return False
        seat = live.entries[live.live[-1] - 1].seat
        token, seq = self.here.tokens.get(self.game.seats[seat], ""), live.number((seat,))
        if self._no_undo(token):
            return False
        told = [table.house.post(f"{table.path}/undo", {"seq": seq}, token) for table in self.each()]
        assert told[0].status == 200, told[0].body
        assert told[0] == told[1], told
        self.hear()
        return True

    def _no_undo(self, token: str) -> bool:
        reasons = [table.no_undo(token) for table in self.each()]
        return any(reasons)

    def step(self) -> str:
        """One more act, of the kind that was seen least so far, or an undo: its verb.

        "" if every act would tell the seat in which world it is, as the end of the game does.
        """
        state = held(self.here).state
        if not self.game.deciders(state):
            return ""
        if self.rng.random() < self.undoing and self._undone():
            return "undo"
        legal = self.game.legal(state)
        self.strangers = [*self.strangers[-60:], *self.rng.sample(legal, min(4, len(legal)))]
        by_verb: defaultdict[str, list[str]] = defaultdict(list)
        for action in legal:
            text = self.game.write(action)
            by_verb[text.split()[0]].append(text)
        for verb in sorted(by_verb, key=lambda verb: (self.verbs[verb], self.rng.random())):
            texts = by_verb[verb]
            for text in self.rng.sample(texts, min(TEXTS, len(texts))):
                if self.act(text):
                    self.verbs[verb] += 1
                    return verb
        # What led to where nothing can be done in both may be taken back, but not for ever.
        self.patience -= 1
        return "undo" if self.undoing and self.patience > 0 and self._undone() else ""

    def _undone(self) -> bool:
        undone = self.undo()
        self.verbs["undo"] += undone
        return undone

    # Comparing.

    def walk(self, steps: int, every: int = 1, whispers: int = 0) -> int:
        """Plays on and compares until the secret comes out, or for so many steps; how many were made.

        It is enough when so many things were whispered to others since the worlds parted.
        """
        made = 0
        while made < steps and not 0 < whispers <= self.whispers and self.step():
            made += 1
            if self.secret or made % every == 0:
                self.compare()
        self.compare(whole=True)
        one, other = self.journals()
        assert one == other
        return made

    def compare(self, whole: bool = False, everybody: bool = False) -> None:
        """Holds everything that the seat and a watcher can get here against what they get there."""
        for token in (self.token, "", self.here.every) if everybody else (self.token, ""):
            questions = self.questions(token, whole)
            here, there = (table.house.run(asked_of(table, questions, token)) for table in self.each())
            who = {"": "a watcher", self.token: self.name}.get(token, "who holds every seat")
            for question, one, other in zip(questions, here, there, strict=True):
                assert one == other, f"{who} can tell by {question}"
                assert one.status < 500, question
                assert one.status != 200 or not question[1].endswith("/actions"), question

    def questions(self, token: str, whole: bool) -> list[Question]:
        live = held(self.here)
        seq, path = live.number(live.seats_of(token)), self.here.path
        past = range(seq + 1) if whole else sorted({self.rng.randint(0, seq), seq})
        eyes = ["0", "1", *self.game.seats, "2", "x"]
        gets = ["", *(f"?since={n}" for n in (0, seq - 1, seq, self.rng.randint(0, seq)) if n >= 0)]
        gets += [f"?eyes={seat}" for seat in eyes]
        gets += [f"/moments/{n}" for n in (*past, seq + 1)]
        gets += [f"/moments/{past[0]}?eyes={seat}&since=0" for seat in eyes]
        papers = [f"/papers/{paper.key}" for paper in self.game.papers()]
        own, others = (
            [table.sight(keys)["mark"] for table in self.each()] for keys in (token, self.here.every)
        )
        gets += [f"?have={own[0]}", f"?have={others[0]}&since={seq}"]
        gets += ["/story", *(f"/story?since={n}" for n in (past[0], seq - 1) if n >= 0)]
        gets += ["/undo", "/papers", "/form", *(papers if whole else papers[seq % 3 :: 3])]
        gets += ["/reasons", "/record", "/situation", f"/situation?moment={past[0]}", "/nothing"]
        found: list[Question] = [("GET", path + get, None) for get in gets]
        found += [("GET", get, None) for get in ("/api/tables", "/api/health", f"/t/{self.here.id}")]
        found += [("GET", f"{path}/actions", None), ("POST", f"{path}/record", {}), ("POST", path, {})]
        return found + [("POST", path + call, body) for call, body in self._orders(token, live)]

    def _orders(self, token: str, live: Table) -> list[tuple[str, object]]:
        """Orders that change nothing, whoever gives them: refused, stale, or only asked about."""
        seq, game = live.number(live.seats_of(token)), self.game
        legal = game.legal(live.state)
        mine = token and (token != self.token or self.seat in game.deciders(live.state))
        point = Checkpoint(game, live.state, seed=self.rng.randrange(1 << 30), strangers=self.strangers)
        acts = [*point.some(legal, TEXTS), *candidates(point, legal, TEXTS)] if mine else point.some(legal, 1)
        texts = sorted({game.write(action) for action in acts})
        whole = token == self.here.every
        may = [game.write(action) for action in legal] if whole else self._choices(live.state, self.seat)
        orders: list[tuple[str, object]] = [("/why", {"seq": seq, "action": text}) for text in texts]
        orders += [("/why", {"seq": seq, "actions": texts[:2]})]
        orders += [("/why", {"seq": seq, "unit": u, "place": p}) for u, p in self._pointed(live)]
        orders += [
            ("/actions", {"seq": seq, "action": text}) for text in texts if not (token and text in may)
        ]
        orders += [("/actions", {"seq": seq, "action": "no such act"})]
        orders += [(call, {"seq": seq + 1, "action": texts[0]}) for call in ("/actions", "/why")]
        orders += [(call, {"seq": seq + 1}) for call in ("/undo", "/hint")]
        orders += [("/form", {"seq": seq, "text": text, "check": True}) for text in FORMS]
        return [*orders, ("/undo", {"seq": seq})] if self._no_undo(token) else orders

    def _pointed(self, live: Table) -> list[tuple[str, str]]:
        """Units and places to point at."""
        pieces = self.game.scene(self.game.view(live.state, None)).pieces
        shown = self.rng.sample(pieces, min(PLACES, len(pieces)))
        places = [piece.place for piece in self.rng.sample(pieces, min(PLACES, len(pieces)))]
        return [(piece.id, "") for piece in shown] + [
            (piece.id, place) for piece, place in zip(shown, places, strict=True)
        ]

    # Listening.

    def listen(self, lines: tuple[Line, Line]) -> None:
        """A page of everybody's in both worlds, over real connections."""
        for token in (self.token, *self.rivals, ""):
            for line, pages in zip(lines, self.pages, strict=True):
                pages[token] = line.page(self.here.id, token)
            self.hear(everybody=True)

    def hear(self, everybody: bool = False) -> None:
        """Something happened: every page that notices it is told of it, and where the table stands for it."""
        for table, pages in zip(self.each(), self.pages, strict=True):
            live = held(table)
            for token, page in pages.items():
                number = live.number(live.seats_of(token))
                if everybody or number != page.number:
                    page.hear()
                    assert page.number == number

    def hang_up(self) -> None:
        for token in (*self.rivals, self.token, ""):
            for pages in self.pages:
                pages.pop(token).close()
            self.hear(everybody=True)

    def journals(self) -> list[list[dict[str, Any]]]:
        """What each house wrote about its work since the worlds parted, but for the time."""
        return [
            [{k: v for k, v in line.items() if k not in ("at", "ms")} for line in lines(table.house)[since:]]
            for table, since in zip(self.each(), self.since, strict=True)
        ]


async def asked_of(table: Seated, questions: list[Question], token: str) -> list[Answer]:
    """The answers to all of these, asked one after the other."""
    headers = {**ORDER, "x-seat": token}
    server, encode = table.house.server, msgspec.json.encode
    return [
        await asked(server, method, path, encode(body) if body is not None else b"", headers)
        for method, path, body in questions
    ]


def variants(dice: tuple[int, ...], sides: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """These dice, and then all in which one of them fell otherwise, or two where they are few."""
    yield dice
    pairs = list(combinations(range(len(dice)), 2))
    if sum(sides[one] * sides[other] for one, other in pairs) > FEW:
        pairs = []
    for places in (*combinations(range(len(dice)), 1), *pairs):
        for faces in product(*(range(1, sides[place] + 1) for place in places)):
            other = list(dice)
            for place, face in zip(places, faces, strict=True):
                other[place] = face
            yield tuple(other)


def lines(host: House) -> list[dict[str, Any]]:
    """The journal of a house."""
    return [msgspec.json.decode(line) for line in host.log.getvalue().splitlines()]


@contextmanager
def twins(folder: Path, seat: Seat, seed: int, before: int = 0, **order: Any) -> Iterator[Twins]:
    """The same table in two houses, after so many acts, as soon as something is hidden from the seat.

    Where it can't read the others' answers, one of them is asked.
    The last act took a die, so that nothing before can be taken back. The key follows from the seed, and no
    clock goes.
    """
    rng = Random(seed)
    with ExitStack() as stack:
        stack.enter_context(patch("time.time", return_value=NOON))
        stack.enter_context(patch("berlin.server.tables.opening.new_key", return_value=key_from_seed(seed)))
        names = (f"{side}{seed}.sqlite" for side in ("here", "there"))
        here, there = (stack.enter_context(house(folder / name)) for name in names)
        made: Answer = here.post("/api/tables", order)
        assert made.status == 201, made.body
        one, other = Seated(here, made.json), Seated(there, made.json)
        live = held(one)
        while (
            live.seq < before
            or not live.moments[-1].dice
            or (seat in live.game.deciders(live.state) and not live.game.is_open(live.state))
            or not any(other_worlds(live, seat, rng))
        ):
            one.played(live.game.write(live.game.sample(live.state, rng)))
        _keep(one, there)
        yield Twins(one, other, seat, rng)


def _keep(table: Seated, there: House) -> None:
    """The table as one house keeps it, kept in another too."""
    store, live = table.house.server.store, held(table)
    header, entries = (table.house.run(read(table.id)) for read in (store.header, store.entries))
    standing = replace(live.standing(), caption=live.caption())
    there.run(there.server.store.create(header, entries, standing))
