"""The laws of giving up: whoever is asked may resign, at every point of a game, and nobody else.

`conformance.check` holds them beside those of `laws`.
"""

import msgspec

from berlin.kernel.contract.events import EVERYBODY
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.rules import Refused
from berlin.kernel.play.resigning import said
from berlin.kernel.proof import laws
from berlin.kernel.proof.checkpoint import Checkpoint, encode
from berlin.kernel.records.record import BadRecord, Line, parse
from berlin.kernel.records.replay import Replay
from berlin.kernel.records.verify import verify

LAW = "whoever is asked may resign"
# Of so many checkpoints one is looked at after the resignation as thoroughly as before it.
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


def whoever_is_asked_may_resign(point: Checkpoint) -> None:
    """Each seat that is asked can give the game up, the others can't; it is over then, and the result says
    who did."""
    game, state = point.game, point.state
    asked = game.deciders(state)
    for seat, name in zip(game.everybody, game.seats, strict=True):
        action = game.resign(seat)
        _check_text(point, action, f"resign {name}")
        if seat not in asked:
            _check_refusal(point, action)
            continue
        after = _given_up(point, seat, action)
        if point.rng.randrange(RARE) == 0:
            for law in AFTERWARDS:
                law(after)


def resigned_games_can_be_replayed(point: Checkpoint) -> None:
    """The record up to here with a resignation behind it can be written, read, replayed and verified."""
    game = point.game
    for seat in game.deciders(point.state):
        after = _given_up(point, seat, game.resign(seat))
        text = f"{after.record()}end {game.fingerprint(after.state)}\n"
        try:
            record = parse(text, "record", game)
            if game.fingerprint(Replay(record, "record", game).last().state) != record.end:
                after.fail(LAW, "the record leads to another state")
            verify(record, "record", game)
        except BadRecord as error:
            after.fail(LAW, str(error), error)


def _check_text(point: Checkpoint, action: msgspec.Struct, due: str) -> None:
    game, text = point.game, point.game.write(action)
    if text != due or game.read(text) != action or game.read(due.upper()) != action:
        point.fail(LAW, f"{text!r} reads as {game.read(text)!r}")
    if msgspec.msgpack.decode(encode(action), type=type(action)) != action:
        point.fail(LAW, f"{action!r} doesn't come back from bytes")
    if action in game.legal(point.state):
        point.fail(LAW, f"{text!r} is among the answers, so that machines would give it")


def _check_refusal(point: Checkpoint, action: msgspec.Struct) -> None:
    game, text = point.game, point.game.write(action)
    refusal = game.why_not(point.state, action)
    if refusal is None or not refusal.reason or (refusal.rule and refusal.rule not in game.ledger):
        point.fail(LAW, f"{text!r} of who isn't asked is refused by {refusal!r}")
    try:
        game.apply(point.state, action)
    except Refused:
        return
    point.fail(LAW, f"{text!r} of who isn't asked was applied")


def _given_up(point: Checkpoint, seat: Seat, action: msgspec.Struct) -> Checkpoint:
    """The point after a seat resigned, if all is as it should be."""
    game, state, text = point.game, point.state, point.game.write(action)
    before = game.fingerprint(state)
    if refusal := game.why_not(state, action):
        point.fail(LAW, f"{text!r} is refused: {refusal}")
    if not game.is_own(state, action, seat):
        point.fail(LAW, f"{text!r} is not {game.seats[seat]}'s own")
    step = game.apply(state, action)
    if game.fingerprint(state) != before:
        point.fail(LAW, f"{text!r} changed the state it was applied to")
    point.same(LAW, f"next after {text!r}", game.next(state, action), step.state)
    told = {event.text for event in step.events}
    if step.dice or said(game, seat) not in told or any(event.seat != EVERYBODY for event in step.events):
        point.fail(LAW, f"{text!r} rolls {step.dice} and tells {step.events}")
    _check_result(point, seat, step.state)
    line = Line(point.number + 1, game.seats[seat], text)
    return point.led_to(step.state, line)


def _check_result(point: Checkpoint, seat: Seat, after: object) -> None:
    game, result = point.game, point.game.result(after)
    if result is None or game.deciders(after):
        point.fail(LAW, f"the game goes on with {game.deciders(after)} after {game.seats[seat]} resigned")
    others = tuple(other for other in game.everybody if other != seat)
    if result.winners != others or result.all_lost:
        point.fail(LAW, f"{game.seats[seat]} resigned and {result.winners} won")
    if said(game, seat) not in result.text:
        point.fail(LAW, f"{result.text!r} doesn't say that {game.seats[seat]} resigned")
    scores = game.scores(point.state)
    if scores and result.scores != scores:
        point.fail(LAW, f"the points stood at {scores} and are {result.scores} when it is given up")
    for eyes in (*game.everybody, None):
        if game.scene(game.view(after, eyes)).result != result.text:
            point.fail(LAW, f"not everybody is shown {result.text!r}")
