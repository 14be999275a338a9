"""Where tables are kept: the calls that a database answers, and the rows that go in and out.

An entry is appended at its number or not at all: (table, seq) being unique is the lock that holds between
processes. A call returns when what it wrote is on the disk.
"""

from typing import Literal, Protocol

import msgspec

from berlin.kernel.contract.ids import Seat


class Taken(Exception):
    """Another entry already has this number at this table."""


class StoreFailed(Exception):
    """The database could not write: nothing of this was acknowledged."""


class Sitter(msgspec.Struct, frozen=True):
    """Who sits in a seat: a person or a kind of machine, by what name, and the hash of the seat's secret."""

    player: str
    name: str
    token_hash: str = ""


class Invitation(msgspec.Struct, frozen=True):
    """To a seat that is left to whoever claims it: hashes of its secret, "" if it was withdrawn, and of the
    host's, who may exchange it until it is claimed."""

    seat: Seat
    hash: str
    host_hash: str
    claimed: bool = False


class Header(msgspec.Struct, frozen=True):
    """A table as it was opened, and who may sit there now. `record` is the head of its record, with the key.

    `foretold`: whoever opened it could know its dice beforehand, by a seed or a record that was shown.
    `hints`: whether players may ask for them.
    """

    id: str
    game: str
    title: str
    record: str
    sitters: tuple[Sitter, ...]
    foretold: bool
    opened: float
    hints: bool = False
    invitations: tuple[Invitation, ...] = ()


class Entry(msgspec.Struct, frozen=True):
    """One thing that was done.

    An action (`body` is its line as JSON), an undo (of the entry `body`), a hint that was asked for (`body`
    names the machine that answers from here on, if it was not only asked), or a change of the rules (`body`
    is a `passage.Passage` as JSON).
    """

    seq: int
    kind: Literal["act", "undo", "hint", "rules"]
    seat: Seat
    body: str


class Standing(msgspec.Struct, frozen=True):
    """How a table stands, as a watcher may know it: `shown` is his number of it, `updated` since when."""

    seq: int
    deciders: tuple[Seat, ...]
    caption: str
    result: str
    updated: float
    shown: int


class Position(msgspec.Struct, frozen=True):
    """Where a table stands after an entry, by a version of its rules: in words, and as its state."""

    table: str
    seq: int
    rules: int
    situation: str
    state: bytes


class Past(msgspec.Struct, frozen=True):
    """What is needed of a table that was played by older rules: its result if it is over, where it stood,
    and what was told of its entries, by their numbers."""

    result: str = ""
    position: Position | None = None
    tellings: dict[int, bytes] = {}


class Row(msgspec.Struct, frozen=True):
    """A table in the list of tables."""

    id: str
    game: str
    title: str
    sitters: tuple[Sitter, ...]
    standing: Standing


class Store(Protocol):
    """A database of tables."""

    async def start(self) -> None:
        """Opens the database and brings its schema up to date. Raises StoreFailed."""

    async def create(self, header: Header, entries: tuple[Entry, ...], standing: Standing) -> None:
        """Keeps a new table, all or nothing."""

    async def append(self, table: str, entry: Entry, standing: Standing, reason: str = "") -> None:
        """Keeps one more entry, why it was done, and how the table stands but for its caption.

        Raises Taken if its number is not the next.
        """

    async def append_all(self, table: str, entries: tuple[Entry, ...], standing: Standing) -> None:
        """Keeps several entries, all or nothing, and how the table stands after them. Raises Taken."""

    async def caption(self, table: str, seq: int, caption: str) -> None:
        """Keeps the caption of a table, unless it has moved on since."""

    async def claim(self, table: str, invitation: Invitation, token_hash: str) -> None:
        """Keeps that this invitation was claimed, and its seat's secret. Raises Taken if it was before."""

    async def renew(self, table: str, seat: Seat, old: str, new: str) -> None:
        """Keeps another secret of a seat. Raises Taken if the old one is not its secret any more."""

    async def invite(self, table: str, seat: Seat, told: str) -> None:
        """Keeps another invitation to a seat. Raises Taken if the seat was claimed."""

    async def header(self, table: str) -> Header | None: ...

    async def entries(self, table: str) -> tuple[Entry, ...]:
        """Every entry of a table, in order."""

    async def shown(self, table: str) -> int:
        """Where a table stands for a watcher."""

    async def reasons(self, table: str) -> tuple[tuple[int, str], ...]:
        """Why its machines did what they did: the entries' numbers, in order, and what was kept with them."""

    async def keep(self, position: Position, tellings: dict[int, bytes]) -> None:
        """Keeps where a table stands, in place of what was kept before, and what was told of entries."""

    async def kept(self, table: str) -> int:
        """After which entry the position of a table is kept; -1 if none is."""

    async def past(self, table: str) -> Past: ...

    async def unkept(self, limit: int) -> tuple[str, ...]:
        """The ids of tables that stand elsewhere than is kept, the newest first."""

    async def newest(self, limit: int) -> tuple[Row, ...]:
        """The tables that changed last, the newest first."""

    async def count(self) -> int:
        """How many tables there are."""

    async def check(self) -> None:
        """Writes something to the disk and reads it again. Raises StoreFailed, in words for everybody."""

    async def stop(self) -> None:
        """Writes what is waiting, and closes the database."""
