"""The open question in words, with its rule."""

from berlin.games.noretreat.battle import standing
from berlin.games.noretreat.deck import half_of
from berlin.games.noretreat.effect import effect
from berlin.games.noretreat.events.registry import EVENTS
from berlin.games.noretreat.frames import (
    Advance,
    Battle,
    Countering,
    Detraining,
    Doom,
    Excess,
    Fighting,
    Hand,
    Loss,
    Marking,
    Moving,
    Organize,
    Pay,
    Pick,
    Reaction,
    Restoring,
    Retreat,
    Strike,
    Targeting,
    Window,
)
from berlin.games.noretreat.state import SIZE, Draft, names, place_name
from berlin.games.noretreat.tables import SEATS, TURNS, WEATHERS
from berlin.games.noretreat.targets import free_markers
from berlin.games.noretreat.units import KEYS
from berlin.kernel.frames import asked
from berlin.kernel.scene import Prompt

MOMENTS = {
    "card": "Card Phase: play an event, or pass",
    "organization": "Organization begins: play an event, or pass",
    "moved": "Movement is over: play an event, or pass",
    "combat": "Combat begins: play an event, or pass",
    "blows": "The counterblows lie: play an event, or pass",
    "before": "Before the die: play a card, or pass",
    "after": "The die is cast: play a card, or pass",
    "combat-end": "Combat is over: play an event, or pass",
    "removals": "Removals: play an event, or pass",
    "phase-end": "The phase ends: play an event, or pass",
    "replaced": "A replacement was made: cancel it, or pass",
    "checked": "Supply was checked: play an event, or pass",
}
STEPS = ("flip, place or reorganize units", "place or reorganize units", "reorganize units")


def prompt(d: Draft) -> Prompt | None:
    """Whose decision it is and what is asked; None when the game is over."""
    return asked(d, _question)


def _question(d: Draft) -> tuple[str, str]:
    frame = d.frames[-1]
    match frame:
        case Hand(_, keep):
            return f"Card Phase: discard down to {keep} cards or fewer, then say done", "NR 5.draw"
        case Window(_, kind):
            return _moment(d, kind), "NR 5.window"
        case Reaction(_, _, code, _, _, act):
            what = half_of(code).name if act is None else "a card for an effect"
            return f"The other side has just used {what}: cancel it, or pass", "NR 5.cancel"
        case Pick(_, code):
            event = EVENTS[code]
            return f"{event.half.name}: {event.question(d, frame)}", event.rule
        case Pay(_, left):
            return f"Discard {left} card{'s' if left > 1 else ''} to pay with", "NR 5.pay"
        case Doom():
            ending = "Your hand is lost" if d.no_surrender else "The other side wins"
            return f"{ending} by sudden death unless a card stops it", "NR 4.housekeeping.c"
        case Excess(_, space):
            return f"Too many units in {place_name(space)}: who gives way?", "NR 8.stack"
        case Restoring():
            return "Build up a scorched city for 2 cards, or say done", "NR 4.removals"
        case Organize(_, step):
            return f"Organization: {STEPS[step]}, or say done", "NR 4.organization"
        case Moving():
            return "Movement: move or entrain units, then say done", "NR 8.move"
        case Detraining():
            return "Detraining: bring units out of the Rail box, or say done", "NR 8.rail.detrain"
        case Targeting(seat):
            return f"Combat: mark targets ({free_markers(d, seat)} left), then say done", "NR 9.target"
        case Countering(seat, free):
            cost = f"{free} are free" if free else "each costs a card"
            return (
                f"Lay counterblows ({free_markers(d, seat)} left; {cost}), then say done",
                "NR 9.counterblow",
            )
        case Fighting():
            return "Which marked space is fought over next?", "NR 9.order"
        case Battle(_, space, units, counter=True):
            return f"{names(units)} attack back at {place_name(space)}: roll", "NR 9.result.ca"
        case Battle(_, space, units):
            if not units:
                return f"The battle for {place_name(space)}: who attacks?", "NR 9.order"
            return f"{names(units)} attack {place_name(space)}: join with others, or roll", "NR 9.sequence"
        case Loss(_, units, left):
            there = [unit for unit in units if d.where[unit] < SIZE]
            return f"A step loss ({left} left) among {names(there)}: who takes it?", "NR 9.step"
        case Retreat(_, space, units, unit):
            who = KEYS[unit] if unit >= 0 else names([u for u in units if d.where[u] == space])
            return f"Retreat from {place_name(space)}: where does {who} go?", "NR 9.retreat"
        case Advance(_, space):
            return f"{place_name(space)} is vacated: who advances, and how far?", "NR 9.advance"
        case Strike(_, must):
            ending = "the defenders must attack back" if must else "attack back, or pass"
            return f"Counterattack: {ending}", "NR 9.result.ca"
        case Marking():
            return "A counterblow: on which space that was attacked from?", "NR 9.result.cb"
        case _:
            raise AssertionError(f"{type(frame).__name__} asks nothing")


def _moment(d: Draft, kind: str) -> str:
    """Before and after a roll it is told which one, and what it has come to so far."""
    b = next((frame for frame in reversed(d.frames) if isinstance(frame, Battle)), None)
    if b is None or kind not in ("before", "after"):
        return MOMENTS[kind]
    where = place_name(b.space)
    if kind == "before":
        return f"Before the die for {where}: play a card, or pass"
    return f"The die for {where} shows {b.die}: {effect(d, b, standing(d, b)).text}. Play a card, or pass"


def caption(d: Draft, name: str, title: str) -> str:
    """What stands above the board."""
    seat = f", {SEATS[d.frames[-1].seat].capitalize()} to decide" if d.frames else ""
    weather = WEATHERS[d.weathers[d.turn]].name
    return f"Turn {d.turn} ({TURNS[d.turn].label}), {weather}, {name} {title}{seat}"
