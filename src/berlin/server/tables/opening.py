"""Opening a table: a scenario, a situation or a record, who sits where, and the secrets of the seats."""

import secrets
import time
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from berlin.kernel.contract.game import AnyGame, BadText
from berlin.kernel.play.dice import key_from_seed, new_key
from berlin.kernel.records.bounds import RECORD, TOML
from berlin.kernel.records.older_rules import latest
from berlin.kernel.records.record import Record, new_record, parse, write
from berlin.kernel.records.replay import Replay
from berlin.players import kinds
from berlin.server.http import errors
from berlin.server.store.store import Entry, Header, Invitation, Sitter
from berlin.server.tables.games import Games
from berlin.server.tables.secret import new_secret, token_hash
from berlin.server.tables.table import HUMAN, Prepared, Table, act
from berlin.server.work.cooperative_pause import TooLong, breathing

LONGEST_NAME = 40
# A whole campaign takes about one second, and nothing that can be sent may take more than this.
MOST_SECONDS = 5.0
# A seat that whoever opens the table leaves to somebody else: an invitation is claimed for it.
INVITED = "invited"
ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LENGTH = 10
# A counter of dice that could overflow would break a game that was lawfully begun.
MOST_ROLLS = 1 << 40

Short = Annotated[str, Meta(max_length=200)]


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody asks for who opens a table."""

    game: Short
    scenario: Short = ""
    options: dict[Short, Short] = {}
    seats: dict[Short, Short] = {}
    names: dict[Short, Short] = {}
    situation: Annotated[str, Meta(max_length=TOML.signs)] = ""
    record: Annotated[str, Meta(max_length=RECORD.signs)] = ""
    seed: Annotated[int, Meta(ge=-(1 << 53), le=1 << 53)] | None = None
    hints: bool | None = None


class Keys(msgspec.Struct, frozen=True):
    """What whoever opens a table is given: the secrets of his own seats and the invitations to others, by
    seat; and, if there are any, his own as their host."""

    seats: dict[str, str]
    invitations: dict[str, str]
    host: str


class Opened(msgspec.Struct, frozen=True):
    """A table that is ready to be kept, and the keys to it."""

    table: Table
    keys: Keys

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(self.table.entries)


def opened(order: Order, games: Games) -> Opened:
    """The table that was asked for. Raises Denied. A long record takes a while."""
    if order.game not in games:
        raise errors.unknown("game")
    game = games[order.game]
    wished = _players(game, order.seats)
    keys = _keys(game, wished)
    players = [HUMAN if player == INVITED else player for player in wished]
    try:
        record = _record(game, order, players)
        return Opened(_table(game, record, order, players, keys), keys)
    except TooLong:
        raise errors.Denied(errors.TOO_LARGE, "this game takes too long to be played again here") from None
    except BadText as error:
        raise errors.bad_text("situation" if order.situation else "table", error) from None
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        # A game's reader that stumbles over what was uploaded has refused it, if not in so many words.
        raise errors.malformed("this can't be read as a game or a situation") from None


def _record(game: AnyGame, order: Order, players: list[str]) -> Record:
    if order.record and order.situation:
        raise errors.malformed("a table begins from a record or from a situation, not from both")
    if order.record:
        record = parse(order.record, "record", game)
        if record.game != game.code:
            raise errors.malformed(f"this is a record of {record.game}, not of {game.code}")
        if not record.key:
            raise errors.malformed("the key of this record is not revealed yet, so it can't be replayed")
        # Its last part alone, if the rules changed on the way; what plays alike by those of today is theirs.
        part = latest(record)
        return replace(part, rules=game.version, seats=tuple(zip(game.seats, players, strict=True)))
    key = new_key() if order.seed is None else key_from_seed(order.seed)
    return new_record(game, key, order.scenario, order.options, players, order.situation)


def _table(game: AnyGame, record: Record, order: Order, players: list[str], keys: Keys) -> Table:
    head = replace(record, lines=(), end="")
    again = Replay(record, "record", game)
    moments = iter(again)
    opening = next(moments)
    if game.dice_made(opening.state) > MOST_ROLLS:
        raise errors.malformed("this situation has rolled more dice than any game")
    if game.broken(opening.state):
        raise errors.malformed("this situation can't arise in the game")
    header = Header(
        id="".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH)),
        game=game.code,
        title=_title(game, record),
        record=write(head),
        sitters=tuple(
            Sitter(player, _name(order.names.get(seat, "")) or seat, _hash(keys.seats.get(seat, "")))
            for seat, player in zip(game.seats, players, strict=True)
        ),
        foretold=bool(order.record) or order.seed is not None,
        opened=time.time(),
        hints=_hints(order.hints, players),
        invitations=tuple(
            Invitation(game.seat(seat), token_hash(told), token_hash(keys.host))
            for seat, told in keys.invitations.items()
        ),
    )
    table = Table(header, head, opening, game)
    for moment in breathing(moments, MOST_SECONDS):
        assert moment.line is not None
        seat = game.seat(moment.line.seat)
        table.take(Prepared(act(moment.number, seat, moment.line), moment))
    return table


def _players(game: AnyGame, seats: dict[str, str]) -> list[str]:
    """Who sits in each seat: a person, if nothing else is said."""
    for seat, player in seats.items():
        if seat not in game.seats:
            raise errors.malformed(f"the seats of this game are {', '.join(game.seats)}")
        if player not in (HUMAN, INVITED, *kinds()):
            raise errors.malformed(f"a seat is taken by one of: {', '.join((HUMAN, INVITED, *kinds()))}")
    return [seats.get(seat, HUMAN) for seat in game.seats]


def _keys(game: AnyGame, wished: list[str]) -> Keys:
    seated = list(zip(game.seats, wished, strict=True))
    invitations = {seat: new_secret() for seat, player in seated if player == INVITED}
    own = {seat: new_secret() for seat, player in seated if player == HUMAN}
    return Keys(own, invitations, new_secret() if invitations else "")


def _hints(asked: bool | None, players: list[str]) -> bool:
    """Between people only if whoever opens the table says so; against machines unless he says not."""
    return players.count(HUMAN) < 2 if asked is None else asked


def _title(game: AnyGame, record: Record) -> str:
    if record.situation:
        return f"{game.title}: a situation"
    return next((f"{game.title}: {s.title}" for s in game.scenarios if s.key == record.scenario), game.title)


def _name(text: str) -> str:
    """A name as it may stand on a page: one line, no control signs, not too long."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())[:LONGEST_NAME]


def _hash(token: str) -> str:
    return token_hash(token) if token else ""
