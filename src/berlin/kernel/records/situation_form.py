"""A position as small TOML, for a game whose fields are lines of a table: written, and read back.

A game with more to tell derives its own form and adds it in `write_more` and `read_more`.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

from berlin.kernel.contract.game import Step
from berlin.kernel.contract.words import Word, among, many, maybe
from berlin.kernel.play.acts import Verbs
from berlin.kernel.play.draft import AnyDraft, Sequenced
from berlin.kernel.play.question import AnyQuestion, QuestionTexts
from berlin.kernel.play.resigning import overs
from berlin.kernel.play.sequence import OUT_OF_TIME, Course
from berlin.kernel.records.entries import Row, read_rows, write_rows
from berlin.kernel.records.situation import Toml, put, write_toml
from berlin.kernel.records.situation_reader import Reader

S = TypeVar("S", bound=Sequenced)


class Told(Protocol[S]):
    """What a form asks of its game."""

    code: str
    seats: tuple[str, ...]
    questions: tuple[type[AnyQuestion], ...]
    acts: Verbs[Any]
    course: Course[Any]

    @property
    def draft(self) -> type[AnyDraft]: ...
    def empty(self, key: bytes) -> S: ...
    def broken(self, state: S) -> list[str]: ...


class Situations(Protocol[S]):
    """How the positions of a game are written, and read back."""

    def write(self, game: Told[S], state: S) -> str: ...
    def read(self, game: Told[S], text: str, key: bytes) -> Step[S]: ...


class OwnForm(Generic[S]):
    """Positions that a game writes and reads by functions of its own."""

    def __init__(self, write: Callable[[S], str], read: Callable[[str, bytes], Step[S]]) -> None:
        self._write, self._read = write, read

    def write(self, game: Told[S], state: S) -> str:
        return self._write(state)

    def read(self, game: Told[S], text: str, key: bytes) -> Step[S]:
        return self._read(text, key)


class SituationForm(Generic[S]):
    """How the positions of one game are written.

    `words` are those of its questions besides those of its acts; `ends` are the ways in which it ends, by
    their words; `turns` is the last turn, where its course counts none, and `rule` that of the sequence of
    play. `names` are the names that faults begin with, and the keys by which the text knows them. What a
    text doesn't say is as in the empty table of the game, and in its first stage if no other is usual.

    `turn_rule` says how long the game runs and asks, where that is a rule of its own. `more` are the tables
    that are no rows, each with its names (None: any). Keys and tables stand as they come, those named in
    `order` before all others.
    """

    def __init__(
        self,
        rows: Sequence[Row],
        *,
        rule: str,
        ends: Mapping[str, int] = MappingProxyType({"time": OUT_OF_TIME}),
        turns: int = 0,
        words: Mapping[str, Word] | None = None,
        names: Mapping[str, str] | None = None,
        stage: str = "",
        turn_rule: str = "",
        more: Mapping[str, Sequence[str] | None] = MappingProxyType({}),
        order: Sequence[str] = (),
    ) -> None:
        self.rows, self.words, self.names = tuple(rows), words or {}, names or {}
        self.ends, self.turns, self.rule = {"": 0, **ends}, turns, rule
        self.plain = tuple(row.name for row in rows if not row.table)
        tables = dict.fromkeys(row.table for row in rows if row.table)
        told = {table: tuple(row.name for row in rows if row.table == table) for table in tables}
        self.tables: dict[str, Sequence[str] | None] = {**told, **more}
        self.stage, self.order, self.turn_rule = stage, tuple(order), turn_rule or rule

    def questions(self, game: Told[S]) -> QuestionTexts:
        """How its questions are written: also whom one asks together, and what each has answered."""
        seats = many(among("a seat", game.seats))
        together = {"seats": seats, "given": many(maybe(game.acts.word, None, "nothing"))}
        return QuestionTexts(game.questions, game.seats, {**game.acts.words, **together, **self.words})

    def write(self, game: Told[S], state: S) -> str:
        questions, ends = self.questions(game), {**self.ends, **overs(game.seats)}
        tables: Toml = {"game": game.code, "turn": state.turn}
        tables["stage"] = game.course.names[state.stage]
        put(tables, "dice", list(state.given))
        put(tables, "rolls", state.rolls)
        put(tables, "over", next(name for name, code in ends.items() if code == state.over))
        put(tables, "open", [questions.write(question) for question in state.frames])
        write_rows(tables, state, self.rows)
        self.write_more(tables, state)
        return write_toml({name: tables[name] for name in self.order if name in tables} | tables)

    def read(self, game: Told[S], text: str, key: bytes) -> Step[S]:
        """The first open question of a situation. Raises BadText naming line and rule."""
        reader = Reader(text, game.draft(game.empty(key), []))
        reader.known_names(self.plain, self.tables)
        names, ends = game.course.names, {**self.ends, **overs(game.seats)}
        turns, stage = self.turns or game.course.turns, self.stage or names[0]
        reader.clock(game.code, names, stage, turns, self.turn_rule, self.rule)
        reader.draft.over = ends[reader.word("", "over", tuple(ends), "")]
        read_rows(reader, self.rows)
        self.read_more(reader)
        reader.open(self.questions(game))
        return reader.begun(game.course, game.broken, self.turn_rule, self.names)

    def write_more(self, tables: Toml, state: S) -> None:
        """What is told besides the rows."""

    def read_more(self, reader: Reader[AnyDraft]) -> None:
        """What is read besides the rows, before the open questions."""
