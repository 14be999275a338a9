"""The laws of giving up: whoever is asked may resign, at every spot of a game, and nobody else.

`conformance.check` holds them beside those of `laws`.
"""

from typing import Any

import msgspec

from berlin.kernel import laws
from berlin.kernel.events import EVERYBODY
from berlin.kernel.record import BadRecord, Line, parse
from berlin.kernel.replay import replay
from berlin.kernel.resigning import said
from berlin.kernel.rules import Refused
from berlin.kernel.spot import Spot, encode
from berlin.kernel.verify import verify

LAW = "whoever is asked may resign"
# Of so many spots one is looked at after the resignation as thoroughly as before it.
RARE = 4
# The laws that a game which was given up still has to keep.
AFTERWARDS: tuple[laws.Law, ...] = (
    *laws.CHEAP,
    laws.legal_lists_are_stable,
    laws.texts_round_trip,
    laws.choices_are_the_legal_list,
    laws.views_hide,
    laws.imagined_worlds_look_the_same,
    laws.keys_stay_secret,
    laws.citations_are_in_the_ledger,
    laws.situations_round_trip,
)


def whoever_is_asked_may_resign(spot: Spot) -> None:
    """Each seat that is asked can give the game up, the others can't; it is over then, and the result says
    who did."""
    game, state = spot.game, spot.state
    asked = game.deciders(state)
    for seat, name in enumerate(game.seats):
        action = game.resign(seat)
        _check_text(spot, action, f"resign {name}")
        if seat not in asked:
            _check_refusal(spot, action)
            continue
        after = _given_up(spot, seat, action)
        if spot.rng.randrange(RARE) == 0:
            for law in AFTERWARDS:
                law(after)


def resigned_games_can_be_replayed(spot: Spot) -> None:
    """The record up to here with a resignation behind it can be written, read, replayed and verified."""
    game = spot.game
    for seat in game.deciders(spot.state):
        after = _given_up(spot, seat, game.resign(seat))
        text = f"{after.record()}end {game.fingerprint(after.state)}\n"
        try:
            record = parse(text, "record", game)
            if game.fingerprint(replay(record, "record", game).last().state) != record.end:
                after.fail(LAW, "the record leads to another state")
            verify(record, "record", game)
        except BadRecord as error:
            after.fail(LAW, str(error), error)


def _check_text(spot: Spot, action: Any, due: str) -> None:
    game, text = spot.game, spot.game.write(action)
    if text != due or game.read(text) != action or game.read(due.upper()) != action:
        spot.fail(LAW, f"{text!r} reads as {game.read(text)!r}")
    if msgspec.msgpack.decode(encode(action), type=type(action)) != action:
        spot.fail(LAW, f"{action!r} doesn't come back from bytes")
    if action in game.legal(spot.state):
        spot.fail(LAW, f"{text!r} is among the answers, so that machines would give it")


def _check_refusal(spot: Spot, action: Any) -> None:
    game, text = spot.game, spot.game.write(action)
    refusal = game.why_not(spot.state, action)
    if refusal is None or not refusal.reason or (refusal.rule and refusal.rule not in game.ledger):
        spot.fail(LAW, f"{text!r} of who isn't asked is refused by {refusal!r}")
    try:
        game.apply(spot.state, action)
    except Refused:
        return
    spot.fail(LAW, f"{text!r} of who isn't asked was applied")


def _given_up(spot: Spot, seat: int, action: Any) -> Spot:
    """The spot after a seat resigned, if all is as it should be."""
    game, state, text = spot.game, spot.state, spot.game.write(action)
    before = game.fingerprint(state)
    if refusal := game.why_not(state, action):
        spot.fail(LAW, f"{text!r} is refused: {refusal}")
    if not game.is_own(state, action, seat):
        spot.fail(LAW, f"{text!r} is not {game.seats[seat]}'s own")
    step = game.apply(state, action)
    if game.fingerprint(state) != before:
        spot.fail(LAW, f"{text!r} changed the state it was applied to")
    spot.same(LAW, f"next after {text!r}", game.next(state, action), step.state)
    told = {event.text for event in step.events}
    if step.dice or said(game, seat) not in told or any(event.seat != EVERYBODY for event in step.events):
        spot.fail(LAW, f"{text!r} rolls {step.dice} and tells {step.events}")
    _check_result(spot, seat, step.state)
    line = Line(spot.number + 1, game.seats[seat], text)
    return spot.led_to(step.state, line)


def _check_result(spot: Spot, seat: int, after: Any) -> None:
    game, result = spot.game, spot.game.result(after)
    if result is None or game.deciders(after):
        spot.fail(LAW, f"the game goes on with {game.deciders(after)} after {game.seats[seat]} resigned")
    others = tuple(other for other in range(len(game.seats)) if other != seat)
    if result.winners != others or result.all_lost:
        spot.fail(LAW, f"{game.seats[seat]} resigned and {result.winners} won")
    if said(game, seat) not in result.text:
        spot.fail(LAW, f"{result.text!r} doesn't say that {game.seats[seat]} resigned")
    scores = game.scores(spot.state)
    if scores and result.scores != scores:
        spot.fail(LAW, f"the points stood at {scores} and are {result.scores} when it is given up")
    for eyes in (*range(len(game.seats)), None):
        if game.scene(game.view(after, eyes)).result != result.text:
            spot.fail(LAW, f"not everybody is shown {result.text!r}")
