"""The reckoning behind an action: a battle's tallies and chances, a move's points, a price in cards."""

from msgspec.structs import replace

from berlin.games.noretreat.actions import (
    Action,
    Attack,
    Commit,
    Done,
    Flip,
    Join,
    Move,
    Place,
    Roll,
    StrikeAt,
    Target,
    write,
)
from berlin.games.noretreat.battle import final, ratio, reckoning, standing
from berlin.games.noretreat.effect import effect
from berlin.games.noretreat.events.registry import EVENTS
from berlin.games.noretreat.frames import Battle, Moving, Organize, Strike, Targeting
from berlin.games.noretreat.movement import allowance, spent
from berlin.games.noretreat.organization import price
from berlin.games.noretreat.placement import cost
from berlin.games.noretreat.results import counterattack
from berlin.games.noretreat.state import Draft, place_name
from berlin.games.noretreat.tables import COLUMNS, TOO_LOW
from berlin.games.noretreat.targets import attackers
from berlin.games.noretreat.units import KEYS
from berlin.games.noretreat.victory import tally
from berlin.kernel.rules import Explanation, Modifier, Outcome, Tally


def explain(d: Draft, action: Action) -> Explanation:
    """All that a legal action rests on."""
    top = d.frames[-1]
    match action:
        case Roll() if isinstance(top, Battle):
            return odds(d, top)
        case Join(unit) if isinstance(top, Battle):
            return odds(d, replace(top, units=(*top.units, unit)))
        case Commit() if isinstance(top, Battle):
            return odds(d, replace(top, marker=True))
        case Attack(space):
            return odds(d, Battle(top.seat, space, tuple(attackers(d, space))))
        case Target(space) if isinstance(top, Targeting):
            units = tuple(attackers(d, space))
            return odds(d, Battle(top.seat, space, units)) if units else Explanation(write(action))
        case StrikeAt(space) if isinstance(top, Strike):
            return odds(d, counterattack(d, top.seat, space))
        case Move(unit, space, via) if isinstance(top, Moving):
            points = Modifier(allowance(d, unit), "movement points", "NR 8.move")
            title = f"{KEYS[unit]} moves to {place_name(space)}"
            return Explanation(
                title, (Tally("points", 0, (points,)),), (), (f"{spent(d, unit, space, via)} MP",)
            )
        case Flip(unit) if isinstance(top, Organize):
            return _price(f"{KEYS[unit]} is turned over", price(d, top, unit), "NR 5.use.discard")
        case Place(unit, space) if isinstance(top, Organize):
            title = f"{KEYS[unit]} comes in at {place_name(space)}"
            return _price(title, cost(d, unit), "NR 7.place.destroyed")
        case Done():
            return Explanation(write(action), (tally(d),))
        case _:
            return Explanation(write(action))


def _price(title: str, cards: int, rule: str) -> Explanation:
    note = "free" if not cards else f"{cards} card{'s' if cards > 1 else ''}"
    return Explanation(title, (Tally("cards", 0, (Modifier(cards, "to discard", rule),)),), (), (note,))


def odds(d: Draft, b: Battle) -> Explanation:
    """Strengths, shifts, column, and what each face of the die brings."""
    parts = reckoning(d, b)
    column = final(d, b)
    if column == TOO_LOW:
        note = "below 1:3: a CA without a roll [NR 9.ratio.low]"
        return Explanation(_title(b), parts, (Outcome(effect(d, b, "CA").text, 1, 1),), (note, "below 1:3"))
    before, after = COLUMNS[ratio(d, b)], COLUMNS[column]
    chances, more = _chances(d, replace(b, column=column))
    notes = (f"{before} before shifts, {after} after [NR 9.ratio]", f"odds {after}", *more)
    return Explanation(_title(b), parts, chances, notes)


def _chances(d: Draft, b: Battle) -> tuple[tuple[Outcome, ...], tuple[str, ...]]:
    """What each face of the die brings, and what a card changes of it."""
    faces: tuple[int, ...] = (1,) * 6
    notes: list[str] = []
    for force in reversed(b.forces):
        event = EVENTS[force.code]
        if sure := event.foretold(d, b, force):
            return (Outcome(effect(d, b, sure).text, 1, 1),), (f"no die is rolled [{event.rule}]",)
        if event.faces(b):
            faces = event.faces(b)
            taken = "higher" if faces[-1] > faces[0] else "lower"
            notes.append(f"two dice, of which the {taken} is taken [{event.rule}]")
    found: dict[str, int] = {}
    for die, ways in enumerate(faces, 1):
        told = effect(d, b, standing(d, replace(b, die=die))).text
        found[told] = found.get(told, 0) + ways
    return tuple(Outcome(told, ways, sum(faces)) for told, ways in found.items()), tuple(notes)


def _title(b: Battle) -> str:
    who = ", ".join(KEYS[unit] for unit in b.units)
    return f"{who} attack {'back at ' if b.counter else ''}{place_name(b.space)}"
