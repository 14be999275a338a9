"""A record held against the key of its dice: every roll made again."""

from typing import Literal

import msgspec
from msgspec.structs import replace

from berlin.kernel.contract.game import AnyGame
from berlin.kernel.play.dice import roll
from berlin.kernel.records.older_rules import Retold, retell
from berlin.kernel.records.record import Record
from berlin.kernel.records.replay import Replay
from berlin.kernel.records.rolls import rolls_before


class Verdict(msgspec.Struct, frozen=True):
    """What verifying a record came to. A record that is wrong raises BadRecord instead."""

    status: Literal["verified", "study", "sealed"]
    rolls: int
    text: str


def verify(record: Record, name: str = "record", game: AnyGame | None = None) -> Verdict:
    """The key held against what was published at the start, and every roll made again from it.

    First each roll alone, as anyone can who has the text, and then by the rules: a die of the wrong sides,
    one too many or one left out shows there. Where older rules led elsewhere than ours, the rolls stay.
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
    retold = retell(record, name, again.game)
    _count(again, retold)
    text = f"verified: {rolls} rolls follow from the key that was committed to"
    return Verdict("verified", rolls, f"{text}; {retold.note}" if retold.note else text)


def _count(again: Replay, retold: Retold) -> None:
    """Whether each action rolled as many dice as are told. Raises BadRecord."""
    record, made = again.record, again.record.first_roll
    unknown = {number for gap in retold.gaps for number in range(gap.first, gap.last + 1)}
    crossings = {change.after: rolls_before(change.situation) for change in record.changes}
    for moment in retold.moments:
        count = again.game.dice_made(moment.state)
        rolled = crossings.get(moment.number, count) - made
        if moment.number not in unknown and moment.number not in crossings and rolled != len(moment.dice):
            raise again.fail(f"{rolled} dice were rolled, {len(moment.dice)} are told", moment.number)
        made = count
