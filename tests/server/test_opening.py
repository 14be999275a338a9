"""Tables that are opened from what somebody brings along."""

from random import Random

from msgspec.structs import replace

from berlin.kernel.bounds import RECORD
from berlin.kernel.dice import key_from_seed
from berlin.kernel.game import load
from berlin.kernel.record import Line, new_record, write
from berlin.server.games import Games
from berlin.server.opening import Order, opened


def test_a_campaign_can_be_brought_along_whose_battle_rolled_hundreds_of_dice_at_once() -> None:
    game, key, rng = load("orsha"), key_from_seed(3), Random(4)
    state, lines = game.start("orsha", key, {}).state, list[Line]()
    while max((len(line.dice) for line in lines), default=0) < 500:
        seat = game.deciders(state)[0]
        action = game.sample(state, rng, seat)
        step = game.apply(state, action)
        lines.append(Line(len(lines) + 1, game.seats[seat], game.write(action), step.dice, step.sides))
        state = step.state
    text = write(replace(new_record(game, key, "orsha"), lines=tuple(lines)))
    assert 1000 < max(map(len, text.split("\n"))) < RECORD.line
    table = opened(Order("orsha", record=text), Games()).table
    assert len(table.entries) == len(lines)
    assert game.fingerprint(table.state) == game.fingerprint(state)
