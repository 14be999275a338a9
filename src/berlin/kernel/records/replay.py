"""A record played again: every action by its seat, legal, with the dice that the key gives."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from berlin.kernel.contract.events import Event
from berlin.kernel.contract.game import AnyGame, BadText, Step, load
from berlin.kernel.contract.rules import Refused
from berlin.kernel.play.dice import commitment
from berlin.kernel.records.record import BadRecord, Change, Line, Record, other_tables
from berlin.kernel.records.rolls import dice_text

# What a reader of situations may stumble over in one that another version of it wrote.
STUMBLES = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


class Moment(msgspec.Struct, frozen=True):
    """The state after an action (number 0: the opening), and what happened on the way."""

    number: int
    line: Line | None
    # Of whichever game it is.
    state: Any
    events: tuple[Event, ...]
    dice: tuple[int, ...]
    sides: tuple[int, ...]
    fingerprint: str


class Replay:
    """Iterates over the moments of a record; raises BadRecord at the first line that is wrong."""

    def __init__(self, record: Record, name: str = "record", game: AnyGame | None = None) -> None:
        self.record, self.name = record, name
        self.game: AnyGame = game or load(record.game)

    def __iter__(self) -> Iterator[Moment]:
        moment = self.opening()
        for line in (None, *self.record.lines):
            if line is not None:
                moment = self.play(moment, line)
            for change in self.record.changes:
                if change.after == moment.number:
                    moment = self.cross(moment, change)
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

    def start(self) -> Step[object]:
        """The opening as the rules and the key give it; what the start line tells is not looked at."""
        record, game = self.record, self.game
        if not record.key:
            raise self.fail("the key of this game is not revealed yet, so it can't be replayed", 0)
        if commitment(record.key) != record.commitment:
            raise self.at("commitment", "the key is not the one that was committed to")
        if record.version > game.version:
            raise self.at("rules", f"another version of the rules: {record.version}, not {game.version}")
        if record.data != game.variant:
            raise self.at("data" if record.data else "rules", other_tables(record.data, game))
        if record.situation:
            return self.situation()
        try:
            return game.start(record.scenario, record.key, dict(record.options))
        except BadText as error:
            raise self.at("scenario", error.reason, error.rule) from None

    def situation(self) -> Step[object]:
        try:
            return self.game.read_situation(self.record.situation, self.record.key)
        except BadText as error:
            first = self.record.header().index("situation") + 1
            raise BadRecord(error.reason, error.rule, first + error.line, self.name) from None

    def cross(self, before: Moment, change: Change) -> Moment:
        """The same moment, in the position from which another version of the rules went on."""
        try:
            step = self.game.read_situation(change.situation, self.record.key)
        except STUMBLES as error:
            reason = error.reason if isinstance(error, BadText) else "it can't be read"
            raise self.fail(
                f"the position under version {change.rules} of the rules: {reason}", change.after
            ) from None
        told = Event("rules", f"From here on by version {change.rules} of the rules.", ())
        after = self.moment(before.number, before.line, step)
        events = (*before.events, told, *step.events)
        return replace(after, events=events, dice=before.dice, sides=before.sides)

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
            if not game.is_own(state, action, game.seat(line.seat)):
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

    def moment(self, number: int, line: Line | None, step: Step[object]) -> Moment:
        fingerprint = self.game.fingerprint(step.state)
        return Moment(number, line, step.state, step.events, step.dice, step.sides, fingerprint)

    def check_end(self, last: Moment) -> None:
        end, after = self.record.end, len(self.record.lines) + 1
        over = not self.game.deciders(last.state)
        if end and not over:
            raise self.fail("the record ends before the game does", after)
        # How a state is spelled may have changed with the rules.
        if end and end != last.fingerprint and self.record.version == self.game.version:
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


def _say(dice: tuple[int, ...], sides: tuple[int, ...]) -> str:
    return dice_text(dice, sides) or "(none)"
