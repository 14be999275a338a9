"""Somebody who sends what must not be accepted, against a table as it stands, each kind in its share."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
from tests.server.house import ORDER, Seated

from berlin.kernel.contract.game import AnyGame, BadText
from berlin.kernel.play.dice import key_from_seed
from berlin.server.tables.table import Table

# Of a hundred attempts so many of each kind.
SHARES = {
    "legal in another moment": 22,  # the deciding seat sends what was legal elsewhere in a random game
    "legal for another seat": 12,  # the same, of moments at which another seat decided
    "mutated": 12,  # a legal action with one word exchanged: refused, or no action at all
    "stale": 12,  # legal now, but sent for an earlier or a later moment
    "off-turn": 12,  # legal now, but sent by a seat that doesn't decide
    "watcher": 5,  # legal now, but sent without a seat
    "stranger": 6,  # legal now, but sent with a secret that opens no seat
    "malformed": 8,  # no request at all
    "unread": 5,  # a request whose action is no action
    "no order": 2,  # not marked as our own page's
    "nowhere": 2,  # for a table that is not there
    "undo": 2,  # taking back what one may not
}
SEEDS = (5, 6)
MOST_TEXTS = 4000


class Attempt(msgspec.Struct, frozen=True):
    """A request and the statuses that are due to it."""

    kind: str
    path: str
    body: bytes
    headers: dict[str, str]
    due: tuple[int, ...]


def moments_of(game: AnyGame) -> dict[int, list[str]]:
    """Actions that were legal somewhere in random games, by the seat that decided there."""
    found: dict[int, set[str]] = {seat: set() for seat in game.everybody}
    for seed in SEEDS:
        rng = Random(seed)
        state = game.start(game.scenarios[-1].key, key_from_seed(seed), {}).state
        while game.deciders(state):
            texts = found[game.deciders(state)[0]]
            if len(texts) < MOST_TEXTS:
                texts.update(game.write(action) for action in game.legal(state))
            state = game.next(state, game.sample(state, rng))
    return {seat: sorted(texts) for seat, texts in found.items()}


class Attacker:
    """Makes up attempts at one table."""

    def __init__(self, table: Seated, live: Table, rng: Random) -> None:
        self.table, self.live, self.rng = table, live, rng
        self.texts = moments_of(live.game)
        self.words = sorted(
            {word for texts in self.texts.values() for text in texts for word in text.split()}
        )
        self.seats: list[str] = list(table.tokens.values())
        self.look()

    def look(self) -> None:
        """What is legal now, and what was elsewhere and is not now."""
        game, state = self.live.game, self.live.state
        self.decider = self.live.deciders[0]
        self.legal = [game.write(action) for action in game.legal(state)]
        barred = set(self.legal)
        self.elsewhere = {
            seat: [text for text in texts if text not in barred] for seat, texts in self.texts.items()
        }

    def attempts(self, hundreds: int) -> Iterator[Attempt]:
        self.look()
        for _ in range(hundreds):
            kinds = [kind for kind, share in SHARES.items() for _ in range(share)]
            self.rng.shuffle(kinds)
            yield from map(self.attempt, kinds)

    def attempt(self, kind: str) -> Attempt:
        mine, other = self.seats[self.decider], self.seats[1 - self.decider]
        rng, seq, path = self.rng, self.number(mine), f"{self.table.path}/actions"
        action, at, seat, headers = rng.choice(self.legal), seq, mine, dict(ORDER)
        due: tuple[int, ...] = (403,)
        if kind == "legal in another moment":
            action, due = rng.choice([*self.elsewhere[0], *self.elsewhere[1]]), (422,)
        elif kind == "legal for another seat":
            action, due = rng.choice(self.elsewhere[1 - self.decider]), (422,)
        elif kind == "mutated":
            action, due = self.mutated()
        elif kind == "stale":
            at, due = rng.choice([n for n in (*range(seq + 3), seq + 1000) if n != seq]), (409,)
        elif kind == "off-turn":
            seat, at = other, self.number(other)
        elif kind == "watcher":
            seat = rng.choice(["", " ", ","])
        elif kind == "stranger":
            seat = rng.choice([mine[:-1], mine + "x", mine.swapcase() + "-", "0" * 32, f"{mine},{mine[1:]}"])
        elif kind == "unread":
            action, due = self.mangled(action), (400,)
        elif kind == "no order":
            headers[rng.choice(["x-berlin", "content-type"])] = ""
            due = (403, 415)
        elif kind == "nowhere":
            path, due = f"/api/tables/{rng.randrange(1 << 30):x}/actions", (404,)
        body = msgspec.json.encode({"seq": at, "action": action})
        if kind == "malformed":
            body, due = self.broken(body), (400,)
        elif kind == "undo":
            path = f"{self.table.path}/undo"
            idle = self.idle()
            bans = [("", seq, 403), (mine, seq + 1, 409), (idle, self.number(idle), 422)]
            seat, at, status = rng.choice(bans)
            due = (status,)
            body = msgspec.json.encode({"seq": at})
        return Attempt(kind, path, body, {**headers, "x-seat": seat}, due)

    def number(self, seat: str) -> int:
        """Where the table stands for who has this secret."""
        return self.live.number(self.live.seats_of(seat))

    def idle(self) -> str:
        """A seat that has nothing to take back: the last action was not its own."""
        last = self.live.entries[-1].seat if self.live.entries else 0
        return self.seats[1 - last]

    def mutated(self) -> tuple[str, tuple[int, ...]]:
        """A legal action with one word exchanged, until it is legal no more."""
        game = self.live.game
        while True:
            words = self.rng.choice(self.legal).split()
            words[self.rng.randrange(len(words))] = self.rng.choice(self.words)
            text = " ".join(words)
            try:
                if game.write(game.read(text)) not in self.legal:
                    return text, (422,)
            except BadText:
                return text, (400,)

    def mangled(self, text: str) -> str:
        """No action of any game."""
        rng = self.rng
        return rng.choice(
            ["", "un" + text, "| " + text, f"{text} | 6", f"{text}\n{text}", text * 200, "\x00", "' OR 1=1--"]
        )

    def broken(self, body: bytes) -> bytes:
        """No request at all."""
        rng = self.rng
        wrong: list[Any] = [None, 5, [], {}, {"seq": "0", "action": "x"}, {"seq": 0, "action": 7}, {"seq": 0}]
        return rng.choice(
            [
                body[: rng.randrange(1, len(body))],
                body + b"}",
                b"\xff" + body,
                body.replace(b'"seq":', b'"seq":-1'),
                msgspec.json.encode(rng.choice(wrong)),
            ]
        )
