"""The laws that every game must keep, each a function of one point in a game.

A law returns nothing, or raises ConformanceError with the record of the game so far. They are put together
in `conformance.check`; a test may call one alone: `laws.views_hide(Checkpoint(game, state))`.
"""

from collections.abc import Callable, Iterable
from math import sqrt

import msgspec

from berlin.kernel.contract.events import EVERYBODY
from berlin.kernel.contract.game import AnyGame, BadText, Step
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.rules import Refused
from berlin.kernel.contract.scene import Card
from berlin.kernel.play.undo import barrier
from berlin.kernel.proof.checkpoint import Checkpoint, candidates, encode

# A campaign keeps every piece that it ever had, and a report all that was told: some 30 kB.
LARGEST_STATE = 48 * 1024
DRAWS = 8
CANDIDATES = 24
ANSWERS = 40

Law = Callable[[Checkpoint], None]


def deciders_are_asked(point: Checkpoint) -> None:
    """Somebody decides exactly while there is no result; he is asked, and has an answer."""
    law, game, state = "deciders are asked", point.game, point.state
    deciders, result, prompt = game.deciders(state), game.result(state), game.prompt(state)
    if bool(deciders) == (result is not None):
        point.fail(law, f"deciders {deciders} with result {result}")
    if len(set(deciders)) != len(deciders) or not set(deciders) <= set(game.everybody):
        point.fail(law, f"deciders {deciders} are not seats")
    if (prompt is None) != (not deciders) or (prompt and prompt.seat not in deciders):
        point.fail(law, f"the prompt {prompt} is not put to {deciders}")
    if deciders and not game.legal(state):
        point.fail(law, "dead end: no legal answer while the game is on")
    if not deciders and game.legal(state):
        point.fail(law, "legal answers after the end")


def legal_lists_are_stable(point: Checkpoint) -> None:
    """No duplicates; the same list in the same order when asked again, also of the decoded state."""
    law, game, state = "legal lists are stable", point.game, point.state
    legal = game.legal(state)
    texts = [game.write(action) for action in legal]
    if len(set(texts)) != len(texts) or len(set(legal)) != len(legal):
        twice = next((text for text in texts if texts.count(text) > 1), "two equal actions")
        point.fail(law, f"duplicate: {twice}")
    if game.legal(state) != legal:
        point.fail(law, "asked twice, answered differently")
    if game.legal(game.decode(game.encode(state))) != legal:
        point.fail(law, "an equal state, decoded, gives another list")


def one_unit_is_a_part_of_all(point: Checkpoint) -> None:
    """`legal(state, unit)` is the part of `legal(state)` that is about that unit."""
    legal = point.game.legal(point.state)
    units = sorted({action.unit for action in legal if isinstance(getattr(action, "unit", None), int)})
    for unit in point.rng.sample(units, min(3, len(units))):
        alone = point.game.legal(point.state, unit)
        if not alone and unit <= 0:
            continue  # no unit is meant
        if alone != [action for action in legal if getattr(action, "unit", None) == unit]:
            point.fail("one unit is a part of all", f"unit {unit}: {_texts(point.game, alone)}")


def each_seat_has_its_own(point: Checkpoint) -> None:
    """`legal(state, seat=s)` parts `legal(state)` among the seats that are asked; the others have nothing."""
    law, game, state = "each seat has its own", point.game, point.state
    legal, deciders = game.legal(state), game.deciders(state)
    shares = {seat: game.legal(state, seat=seat) for seat in game.everybody}
    for seat, share in shares.items():
        if bool(share) != (seat in deciders):
            point.fail(law, f"{game.seats[seat]} has {len(share)} answers, {deciders} are asked")
        if share != [action for action in legal if action in set(share)]:
            point.fail(law, f"{game.seats[seat]}'s answers are not a part of all, in order")
    if sum(map(len, shares.values())) != len(legal) or set().union(*shares.values()) != set(legal):
        point.fail(law, f"the seats share {[*map(len, shares.values())]} of {len(legal)} answers")


def sample_is_legal(point: Checkpoint) -> None:
    for seat in (None, *point.game.deciders(point.state)):
        legal = set(point.game.legal(point.state, seat=seat))
        for _ in range(DRAWS if legal else 0):
            action = point.game.sample(point.state, point.rng, seat)
            if action not in legal:
                point.fail("sample is legal", f"drew {point.game.write(action)!r}")


def sample_is_uniform(point: Checkpoint) -> None:
    """Over many draws every legal action comes about as often. For states with few answers."""
    legal = point.game.legal(point.state)
    if len(legal) < 2:
        return
    expected = 50
    counts = dict.fromkeys(legal, 0)
    for _ in range(expected * len(legal)):
        counts[point.game.sample(point.state, point.rng)] += 1
    chi = sum((count - expected) ** 2 / expected for count in counts.values())
    freedom = len(legal) - 1
    # Seven standard deviations and a little: never by chance, always if an answer is left out.
    if chi > freedom + 7 * sqrt(2 * freedom) + 8:
        shown = {point.game.write(action): count for action, count in counts.items()}
        point.fail("sample is uniform", f"{shown}, each {expected} expected")


def apply_keeps_the_old_state(point: Checkpoint) -> None:
    """The state handed in is untouched; apply answers the same twice; `next` leads to the same state."""
    law, game, state = "apply keeps the old state", point.game, point.state
    before = game.fingerprint(state)
    for action in point.some(game.legal(state), 2):
        text = game.write(action)
        step = game.apply(state, action)
        if game.fingerprint(state) != before:
            point.fail(law, f"'{text}' changed the state it was applied to")
        point.same(law, f"'{text}' applied twice", game.apply(state, action), step)
        point.same("next is apply", f"next after '{text}'", game.next(state, action), step.state)
        if game.fingerprint(state) != before:
            point.fail(law, f"next '{text}' changed the state it was applied to")


def why_not_is_exact(point: Checkpoint) -> None:
    """No refusal for a legal action; for any other well-formed one a refusal with a rule, and no step."""
    law, game, state = "why_not is exact", point.game, point.state
    listed = game.legal(state)
    legal = set(listed)
    for action in point.some(listed, ANSWERS):
        if refusal := game.why_not(state, action):
            point.fail(law, f"'{game.write(action)}' is legal and refused: {refusal}")
    for action in candidates(point, listed, CANDIDATES):
        if action in legal:
            continue
        refusal = game.why_not(state, action)
        if refusal is None:
            point.fail(law, f"'{game.write(action)}' is not legal and not refused")
        if not refusal.reason or refusal.rule not in game.ledger:
            point.fail(law, f"'{game.write(action)}' is refused by {refusal!r}: no reason or no such rule")
        try:
            game.apply(state, action)
        except Refused:
            continue
        point.fail(law, f"'{game.write(action)}' is not legal and was applied")


def texts_round_trip(point: Checkpoint) -> None:
    """Actions and states come back from text and from bytes; a state stays small."""
    law, game, state = "texts round-trip", point.game, point.state
    for action in point.some(game.legal(state), ANSWERS):
        text = game.write(action)
        if not text or text != " ".join(text.split()) or "|" in text:
            point.fail(law, f"{text!r} can't stand in a record")
        if game.read(text) != action:
            point.fail(law, f"{text!r} reads as {game.read(text)!r}, not as {action!r}")
        if msgspec.msgpack.decode(encode(action), type=type(action)) != action:
            point.fail(law, f"{action!r} doesn't come back from bytes")
    data = game.encode(state)
    again = game.decode(data)
    if again != state or game.fingerprint(again) != game.fingerprint(state):
        point.fail(law, "the state doesn't come back from bytes")
    if len(data) > LARGEST_STATE:
        point.fail(law, f"the state takes {len(data)} bytes, more than {LARGEST_STATE}")


def invariants_hold(point: Checkpoint) -> None:
    if broken := point.game.broken(point.state):
        point.fail("invariants hold", "; ".join(broken))


def choices_are_the_legal_list(point: Checkpoint) -> None:
    """Who decides sees each of his legal answers in the scene, in order; nobody else sees any."""
    law, game, state = "choices are the legal list", point.game, point.state
    for seat in (*game.everybody, None):
        shown = [choice.text for choice in game.scene(game.view(state, seat)).choices]
        due = [] if seat is None else _texts(game, game.legal(state, seat=seat))
        if shown != due:
            point.fail(law, f"{_seat(game, seat)} is shown {_first_other(shown, due)}")


def views_hide(point: Checkpoint) -> None:
    """Worlds that differ only in what a seat can't know look the same to it, to the byte."""
    law, game, state = "views hide", point.game, point.state
    for seat, name in zip(game.everybody, game.seats, strict=True):
        other = game.other_world(state, seat, point.rng)
        if broken := game.broken(other):
            point.fail(law, f"{name}'s other world is impossible: {'; '.join(broken)}")
        for eyes in (seat, None):
            one, two = game.view(state, eyes), game.view(other, eyes)
            point.same(law, f"{_seat(game, eyes)} sees through {name}'s veil", one, two)
            point.same(law, f"the scene tells {_seat(game, eyes)}", game.scene(one), game.scene(two))
        point.same(law, f"who decides tells {name}", game.deciders(state), game.deciders(other))
        if seat in game.deciders(state):
            mine, his = (_texts(game, game.legal(world, seat=seat)) for world in (state, other))
            point.same(law, f"the legal list tells {name}", mine, his)


def refusals_hide(point: Checkpoint) -> None:
    """In worlds that look alike to who is asked, an act is legal in both, or refused for the same reason."""
    law, game, state = "refusals hide", point.game, point.state
    tried = candidates(point, game.legal(state), CANDIDATES)
    for seat in game.deciders(state):
        other = game.other_world(state, seat, point.rng)
        for action in tried:
            here, there = game.why_not(state, action), game.why_not(other, action)
            if here != there:
                point.fail(law, f"'{game.write(action)}' tells {game.seats[seat]}: {here} / {there}")


def sentences_hide(point: Checkpoint) -> None:
    """Every act can be said, also one that can't be done. What a seat may read is said in the same words in
    all worlds that it can't tell apart."""
    law, game, state = "sentences hide", point.game, point.state
    legal = game.legal(state)
    done, tried = point.some(legal, ANSWERS), candidates(point, legal, CANDIDATES)
    if unsaid := [action for action in (*done, *tried) if not game.say(state, action)]:
        point.fail(law, f"'{game.write(unsaid[0])}' can't be said")
    for seat, name in zip(game.everybody, game.seats, strict=True):
        other = game.other_world(state, seat, point.rng)
        read = done if game.is_open(state) else [act for act in done if game.is_own(state, act, seat)]
        for action in read:
            here, there = (game.say(world, action) for world in (state, other))
            if here != there:
                point.fail(law, f"'{game.write(action)}' is told {name} as {here!r} / {there!r}")


def events_hide(point: Checkpoint) -> None:
    """If two worlds look alike to a seat before and after an action, it was told the same on the way."""
    law, game, state = "events hide", point.game, point.state
    for action in point.some(game.legal(state), 3):
        step = game.apply(state, action)
        for seat, name in zip(game.everybody, game.seats, strict=True):
            other = game.with_dice(game.other_world(state, seat, point.rng), step.dice)
            if game.why_not(other, action) is not None:
                continue
            try:
                elsewhere = game.apply(other, action)
            except BadText:
                continue  # that world asks for other dice, and so looks different afterwards
            if encode(game.view(step.state, seat)) != encode(game.view(elsewhere.state, seat)):
                continue
            for eyes in (seat, None):
                told = [seen for event in step.events if (seen := event.seen_by(eyes))]
                heard = [seen for event in elsewhere.events if (seen := event.seen_by(eyes))]
                what = f"'{game.write(action)}' tells {_seat(game, eyes)} what {name} can't know"
                point.same(law, what, told, heard)


def imagined_worlds_look_the_same(point: Checkpoint) -> None:
    """`view(imagine(view(s))) == view(s)`, and the imagined world is a possible one."""
    law, game, state = "imagined worlds look the same", point.game, point.state
    for seat, name in zip(game.everybody, game.seats, strict=True):
        view = game.view(state, seat)
        world = game.imagine(view, point.rng)
        point.same(law, f"what {name} imagines", game.view(world, seat), view)
        if broken := game.broken(world):
            point.fail(law, f"what {name} imagines is impossible: {'; '.join(broken)}")
        if game.legal(world, seat=seat) != game.legal(state, seat=seat):
            point.fail(law, f"{name} imagines other legal actions")


def keys_stay_secret(point: Checkpoint) -> None:
    """No view and no imagined world holds the key of the dice."""
    game, state = point.game, point.state
    key = point.key
    for seat in (*game.everybody, None):
        view = game.view(state, seat)
        told = encode(view) + encode(game.imagine(view, point.rng)) + encode(game.scene(view))
        if key and (key in told or key.hex().encode() in told):
            point.fail("keys stay secret", f"{_seat(game, seat)} is told the key of the dice")


def dice_are_counted(point: Checkpoint) -> None:
    """A step names every die it took; the same dice laid down lead to the same place."""
    law, game, state = "dice are counted", point.game, point.state
    for action in point.some(game.legal(state), 2):
        text, step = game.write(action), game.apply(state, action)
        made = game.dice_made(step.state) - game.dice_made(state)
        if made != len(step.dice):
            point.fail(law, f"'{text}' took {made} dice and names {len(step.dice)}")
        if len(step.sides) != made:
            point.fail(law, f"'{text}' took {made} dice and names the sides of {len(step.sides)}")
        study = game.apply(game.with_dice(state, (*step.dice, 1)), action)
        if game.dice_left(study.state) != (1,):
            point.fail(law, f"'{text}' took other dice when they were laid down")
        # Compared as the seats see it: how a state remembers the dice laid down is its own affair.
        point.same(law, f"'{text}' with its dice laid down", _seen(game, study), _seen(game, step))


def undo_stops_at_dice_and_secrets(point: Checkpoint) -> None:
    """A step that took a die, or told a secret to who didn't act, can't be taken back."""
    game, state = point.game, point.state
    for action in point.some(game.legal(state), 1):
        step = game.apply(state, action)
        secret = [event for event in step.events if event.seat not in (EVERYBODY, *game.deciders(state))]
        if (step.dice or secret) and not barrier(game, state, action, step.state):
            point.fail("undo stops at dice and secrets", f"'{game.write(action)}' could be taken back")


def citations_are_in_the_ledger(point: Checkpoint) -> None:
    """Every rule that a prompt, an event, an explanation or the result cites is in the ledger."""
    game, state = point.game, point.state
    cited: list[tuple[str, str]] = []
    if prompt := game.prompt(state):
        cited.append(("the prompt", prompt.rule))
    if (result := game.result(state)) and result.rule:
        cited.append(("the result", result.rule))
    for action in point.some(game.legal(state), 2):
        text = game.write(action)
        cited += [
            (f"'{text}': {event.text}", rule)
            for event in game.apply(state, action).events
            for rule in event.rules
        ]
        told = game.explain(state, action)
        cited += [(f"'{text}' explained", rule) for tally in told.tallies for rule in tally.rules]
    cited += [("a card", card.rule) for card in _cards(game, state) if card.rule]
    for what, rule in cited:
        if rule not in game.ledger:
            point.fail("citations are in the ledger", f"{what} cites {rule!r}")


def explanations_add_up(point: Checkpoint) -> None:
    """The chances of all outcomes of an act make up the whole."""
    for action in point.some(point.game.legal(point.state), 3):
        outcomes = point.game.explain(point.state, action).outcomes
        chance = sum(outcome.ways / outcome.of for outcome in outcomes)
        if outcomes and abs(chance - 1) > 1e-9:
            point.fail("explanations add up", f"'{point.game.write(action)}': the chances make {chance}")


def situations_round_trip(point: Checkpoint) -> None:
    """A position that can be written as a situation comes back the same, but for the key of the dice."""
    law, game, state = "situations round-trip", point.game, point.state
    if not can_be_written(point):
        return
    text = game.write_situation(state)
    again = game.read_situation(text, b"\x01" * 32).state
    point.same(law, "the situation written again", game.write_situation(again), text)
    point.same(law, "the position read back", position(game, again), position(game, state))
    twice = game.read_situation(game.write_situation(again), b"\x01" * 32).state
    point.same(law, "the state read back twice", game.fingerprint(twice), game.fingerprint(again))


def position(game: AnyGame, state: object) -> list[object]:
    """All that there is to a state but its dice: what each seat sees, and the open question."""
    views = [game.view(state, seat) for seat in game.everybody]
    return [*views, game.deciders(state), game.prompt(state), _texts(game, game.legal(state))]


def can_be_written(point: Checkpoint) -> bool:
    """Whether the game has a situation for this position."""
    try:
        return bool(point.game.write_situation(point.state))
    except BadText:
        return False


CHEAP: tuple[Law, ...] = (deciders_are_asked, invariants_hold)
FULL: tuple[Law, ...] = (
    legal_lists_are_stable,
    one_unit_is_a_part_of_all,
    each_seat_has_its_own,
    sample_is_legal,
    apply_keeps_the_old_state,
    why_not_is_exact,
    texts_round_trip,
    choices_are_the_legal_list,
    views_hide,
    refusals_hide,
    sentences_hide,
    events_hide,
    imagined_worlds_look_the_same,
    keys_stay_secret,
    dice_are_counted,
    undo_stops_at_dice_and_secrets,
    citations_are_in_the_ledger,
    explanations_add_up,
    situations_round_trip,
)


def _seen(game: AnyGame, step: Step[object]) -> list[object]:
    views = [game.view(step.state, seat) for seat in (*game.everybody, None)]
    return [*views, step.events, step.dice, step.sides]


def _cards(game: AnyGame, state: object) -> list[Card]:
    return [card for seat in game.everybody for card in game.scene(game.view(state, seat)).cards]


def _texts(game: AnyGame, actions: Iterable[msgspec.Struct]) -> list[str]:
    return [game.write(action) for action in actions]


def _seat(game: AnyGame, seat: Seat | None) -> str:
    return "a spectator" if seat is None else game.seats[seat]


def _first_other(one: list[str], other: list[str]) -> str:
    missing = [text for text in other if text not in one]
    extra = [text for text in one if text not in other]
    return f"{len(one)} of {len(other)}, without {missing[:3]}, besides {extra[:3]}"
