"""A record played again: every action by its seat, legal, with the dice that the key gives."""

from collections.abc import Iterator
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from berlin.kernel.dice import commitment, roll
from berlin.kernel.events import Event
from berlin.kernel.game import AnyGame, BadText, Step, load
from berlin.kernel.record import BadRecord, Line, Record, dice_text, other_tables
from berlin.kernel.rules import Refused


class Moment(msgspec.Struct, frozen=True):
    """The state after an action (number 0: the opening), and what happened on the way."""

    number: int
    line: Line | None
    state: Any
    events: tuple[Event, ...]
    dice: tuple[int, ...]
    sides: tuple[int, ...]
    fingerprint: str


class Verdict(msgspec.Struct, frozen=True):
    """What verifying a record came to. A record that is wrong raises BadRecord instead."""

    status: Literal["verified", "study", "sealed"]
    rolls: int
    text: str


class Replay:
    """Iterates over the moments of a record; raises BadRecord at the first line that is wrong."""

    def __init__(self, record: Record, name: str = "record", game: AnyGame | None = None) -> None:
        self.record, self.name = record, name
        self.game: AnyGame = game or load(record.game)

    def __iter__(self) -> Iterator[Moment]:
        moment = self.opening()
        yield moment
        for line in self.record.lines:
            moment = self.play(moment, line)
            yield moment
        self.check_end(moment)

    def last(self) -> Moment:
        """The moment at which the record stands."""
        *_, moment = self
        return moment

    def opening(self) -> Moment:
        step, record = self.start(), self.record
        if (step.dice, step.sides) != (record.opening, record.opening_sides):
            told, made = _say(record.opening, record.opening_sides), _say(step.dice, step.sides)
            raise self.fail(f"the dice {told} are not what the key gives: {made}", 0)
        return self.moment(0, None, step)

    def start(self) -> Step[Any]:
        """The opening as the rules and the key give it; what the start line tells is not looked at."""
        record, game = self.record, self.game
        if not record.key:
            raise self.fail("the key of this game is not revealed yet, so it can't be replayed", 0)
        if commitment(record.key) != record.commitment:
            raise self.at("commitment", "the key is not the one that was committed to")
        if record.rules != game.version:
            raise self.at("rules", f"another version of the rules: {record.rules}, not {game.version}")
        if record.data != game.variant:
            raise self.at("data" if record.data else "rules", other_tables(record.data, game))
        if record.situation:
            return self.situation()
        try:
            return game.start(record.scenario, record.key, dict(record.options))
        except BadText as error:
            raise self.at("scenario", error.reason, error.rule) from None

    def situation(self) -> Step[Any]:
        try:
            return self.game.read_situation(self.record.situation, self.record.key)
        except BadText as error:
            first = self.record.header().index("situation") + 1
            raise BadRecord(error.reason, error.rule, first + error.line, self.name) from None

    def play(self, before: Moment, line: Line) -> Moment:
        """The moment after this line. Raises BadRecord if it doesn't follow."""
        game, state, number = self.game, before.state, line.number
        seats = [game.seats[seat] for seat in game.deciders(state)]
        if not seats:
            result = game.result(state)
            raise self.fail("the game is over", number, result.rule if result else "")
        if line.seat not in seats:
            prompt = game.prompt(state)
            rule = prompt.rule if prompt else ""
            raise self.fail(f"{' or '.join(seats)} must decide, not {line.seat}", number, rule)
        try:
            action = game.read(line.action)
            if line.laid is not None:
                state = game.with_dice(state, line.laid)
            step = game.apply(state, action)
            if not game.is_own(state, action, game.seats.index(line.seat)):
                raise self.fail(f"'{line.action}' is not {line.seat}'s answer", number)
        except BadText as error:
            raise self.fail(error.reason, number, error.rule) from None
        except Refused as error:
            raise self.fail(
                f"'{line.action}' is refused: {error.refusal.reason}", number, error.refusal.rule
            ) from None
        if (step.dice, step.sides) != (line.dice, line.sides):
            told, made = _say(line.dice, line.sides), _say(step.dice, step.sides)
            raise self.fail(f"the dice {told} don't match: {made} were rolled", number)
        return self.moment(number, line, step)

    def moment(self, number: int, line: Line | None, step: Step[Any]) -> Moment:
        fingerprint = self.game.fingerprint(step.state)
        return Moment(number, line, step.state, step.events, step.dice, step.sides, fingerprint)

    def check_end(self, last: Moment) -> None:
        end, after = self.record.end, len(self.record.lines) + 1
        over = not self.game.deciders(last.state)
        if end and not over:
            raise self.fail("the record ends before the game does", after)
        if end and end != last.fingerprint:
            raise self.fail(f"the game ends in {last.fingerprint}, not in {end}", after)
        if over and not end:
            raise self.fail("truncated: the game is over but its end line is missing", after)

    def fail(self, reason: str, number: int, rule: str = "") -> BadRecord:
        return BadRecord(reason, rule, self.record.place_of(number), self.name)

    def at(self, word: str, reason: str, rule: str = "") -> BadRecord:
        """An error about the header line that begins with this word."""
        head = self.record.header()
        line = next(n for n, row in enumerate(head, start=1) if row.split(" ")[0] == word)
        return BadRecord(reason, rule, line, self.name)


def replay(record: Record, name: str = "record", game: AnyGame | None = None) -> Replay:
    return Replay(record, name, game)


def verify(record: Record, name: str = "record", game: AnyGame | None = None) -> Verdict:
    """The key held against what was published at the start, and every roll made again from it.

    First each roll alone, as anyone can who has the text, and then by the rules: a die of the wrong sides,
    one too many or one left out shows there.
    """
    if record.study:
        return Verdict("study", 0, "study: dice were laid down, nothing to verify")
    if not record.key:
        return Verdict("sealed", 0, "the key is not revealed yet, nothing can be verified before it is")
    again = Replay(record, name, game)
    again.start()
    rolls = 0
    for told in record.rolls():
        given = replace(told, value=roll(record.key, told.n, told.sides))
        if told != given:
            raise again.fail(f"roll {told.n} is not what the key gives: {given}, not {told}", told.action)
        rolls += 1
    made = record.first_roll
    for moment in again:
        count = again.game.dice_made(moment.state)
        if count - made != len(moment.dice):
            raise again.fail(f"{count - made} dice were rolled, {len(moment.dice)} are told", moment.number)
        made = count
    return Verdict("verified", rolls, f"verified: {rolls} rolls follow from the key that was committed to")


def _say(dice: tuple[int, ...], sides: tuple[int, ...]) -> str:
    return dice_text(dice, sides) or "(none)"
