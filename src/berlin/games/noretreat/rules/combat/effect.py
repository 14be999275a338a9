"""9.result: what a result comes to against those who stand there: what a fort turns, what nobody can do."""

import msgspec

from berlin.games.noretreat.board.units import FIXED, FORT, VOLKSTURM
from berlin.games.noretreat.rules.citing import RESULT_NAMES, result_rule
from berlin.games.noretreat.rules.combat.battle import Battle
from berlin.games.noretreat.rules.combat.losses import steps_left
from berlin.games.noretreat.rules.combat.markers import free_markers
from berlin.games.noretreat.rules.events.registry import EVENTS
from berlin.games.noretreat.state.state import BACK, DISORGANIZED, Draft, Force
from berlin.kernel.contract.ids import OTHER, Unit

STAY, NOTHING = "stay", "-"


class Effect(msgspec.Struct, frozen=True):
    """What is done (a result's letters, STAY or NOTHING), how it is told, and by which rules."""

    done: str
    text: str
    rules: tuple[str, ...]


def forces(d: Draft, b: Battle) -> tuple[Force, ...]:
    """5.use.event: the events in force: none in a counterattack."""
    return () if b.counter else (*b.forces, *d.forces)


def dropped(d: Draft, b: Battle) -> set[str]:
    """What events put out of account."""
    found: set[str] = set()
    for force in forces(d, b):
        found |= EVENTS[force.code].drops(d, b, force)
    return found


def defenders(d: Draft, b: Battle) -> list[Unit]:
    if b.defenders:
        return [unit for unit in b.defenders if d.where[unit] == b.space]
    return d.units_in(OTHER[b.seat], b.space)


def strikers(d: Draft, b: Battle) -> tuple[Unit, ...]:
    """The defenders that could attack back."""
    marks = d.marks
    return tuple(
        unit
        for unit in defenders(d, b)
        if not marks[unit] & DISORGANIZED and not FIXED[marks[unit] & BACK][unit]
    )


def raised(d: Draft, b: Battle) -> list[Unit]:
    """NAB 2.3.1b: the Volksturm that hold the space, also where another unit is the one attacked."""
    if "volksturm" in dropped(d, b):
        return []
    return [unit for unit in d.units_in(OTHER[b.seat], b.space) if VOLKSTURM[unit]]


def is_fort(d: Draft, b: Battle) -> bool:
    """Whether a fort holds the space, also where another unit is the one attacked."""
    if "fort" in dropped(d, b):
        return False
    return any(FORT[d.marks[unit] & BACK][unit] for unit in d.units_in(OTHER[b.seat], b.space))


def rooted(d: Draft, b: Battle) -> list[Unit]:
    """The defenders that never retreat."""
    if "fort" in dropped(d, b):
        return []
    return [unit for unit in defenders(d, b) if FIXED[d.marks[unit] & BACK][unit]]


def effect(d: Draft, b: Battle, result: str) -> Effect:
    """What a result really does here."""
    match result:
        case "DR" if raised(d, b):
            text = "no retreat: the Volksturm holds, and is lost"
            return Effect(STAY, text, ("NR 9.volksturm", "NAB 2.3.1b", "NAB 2.3.1c"))
        case "DR" if is_fort(d, b):
            return Effect(STAY, "no retreat: the fort holds", ("NR 9.result.dr",))
        case "DS" if is_fort(d, b):
            return Effect(
                "EX", "not shattered: on a fort each side loses a step", ("NR 9.result.ds", "NR 9.result.ex")
            )
        case "DD" if staying := rooted(d, b):
            return _destroying(d, b, staying)
        case "CA" | "CA!":
            return _striking(d, b, result)
        case "CB":
            return _blow(d, b)
    return Effect(result, RESULT_NAMES[result], (result_rule(result),))


def _destroying(d: Draft, b: Battle, staying: list[Unit]) -> Effect:
    who = "fort" if any(FORT[d.marks[unit] & BACK][unit] for unit in staying) else "Volksturm"
    lost = all(steps_left(d, unit) == 1 for unit in staying)
    text = f"the {who} is destroyed" if lost else f"the {who} loses a step and holds"
    if len(staying) < len(defenders(d, b)):
        text += ", the others lose a step and retreat"
    return Effect("DD", text, ("NR 9.result.dd",))


def _striking(d: Draft, b: Battle, result: str) -> Effect:
    if b.counter:
        return Effect(NOTHING, "no effect: a counterattack is not answered", ("NR 9.result.ca.chain",))
    if not strikers(d, b):
        return Effect(NOTHING, "no effect: nobody there can attack back", ("NR 9.result.ca",))
    return Effect(result, RESULT_NAMES[result], (result_rule(result),))


def _blow(d: Draft, b: Battle) -> Effect:
    if b.counter:
        return Effect(NOTHING, "no counterblow in a counterattack", ("NR 9.result.ca.chain",))
    if is_fort(d, b):
        return Effect(NOTHING, "no counterblow: the fort holds", ("NR 9.result.cb",))
    # The Target itself is turned over; without one a marker must be free.
    if b.space not in d.targets and free_markers(d, b.seat) <= 0:
        return Effect(NOTHING, "no counterblow: no marker is free", ("NR 9.result.cb",))
    return Effect("CB", RESULT_NAMES["CB"], ("NR 9.result.cb",))
