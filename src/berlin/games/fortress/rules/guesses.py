"""3.6 and 15.1. What a seat may guess by public facts alone: stacks under blanks, and the Allied plan."""

from random import Random

from berlin.boards.hexes import bits
from berlin.games.fortress.board.ground import AIRFIELDS, SIZE
from berlin.games.fortress.board.units import BRITISH
from berlin.games.fortress.rules.arrival import comes_later
from berlin.games.fortress.rules.assignment import JUMPERS, Assigning, Marking
from berlin.games.fortress.rules.stacking import has_room
from berlin.games.fortress.state.state import DUE, Draft, Open, State
from berlin.games.fortress.state.words import ORANIENBURG
from berlin.kernel.contract.ids import Place
from berlin.kernel.play.question import AnyQuestion

# Where a unit is that stands on the map, or may enter it, and the seat doesn't know where.
UNSEEN = SIZE + 19
TRIES = 40
# How often a blank is picked by lot before those with room are listed.
THROWS = 6


def deal(seen: Open, hidden: list[int], blanks: list[Place], due: int, where: list[int], rng: Random) -> None:
    """Lay the hidden units of a side under its blanks, at least one under each, within stacking.

    As many as are due have not entered; first of all those that may still be waiting.
    """
    start = State(
        turn=seen.turn,
        where=tuple(SIZE if place == UNSEEN else place for place in where),
        scenario=seen.scenario,
    )
    for attempt in range(TRIES):
        d = Draft(start)
        order = list(hidden)
        rng.shuffle(order)
        order.sort(key=lambda unit: not comes_later(d, unit))
        for unit in order[:due]:
            d.put(unit, DUE)
        order = order[due:]
        rng.shuffle(order)
        if _fill(d, rng, order, blanks, strict=attempt + 1 < TRIES):
            for unit in hidden:
                where[unit] = d.where[unit]
            return


def _fill(d: Draft, rng: Random, order: list[int], blanks: list[Place], *, strict: bool) -> bool:
    left = list(order)
    for place in blanks:
        fits = next((unit for unit in left if not strict or has_room(d, unit, place)), None)
        if fits is None:
            return False
        left.remove(fits)
        d.put(fits, place)
    for unit in left:
        # Most blanks have room: a throw or two finds one, and all are listed only where none does.
        throws = (blanks[int(rng.random() * len(blanks))] for _ in range(THROWS))
        found = next((place for place in throws if has_room(d, unit, place)), None)
        if found is None:
            choices = [place for place in blanks if has_room(d, unit, place)]
            if not choices:
                if strict:
                    return False
                choices = blanks
            found = choices[int(rng.random() * len(choices))]
        d.put(unit, found)
    return True


def guess_plan(seen: Open, asked: AnyQuestion | None, rng: Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What the Allies may have assigned, as far as it is not public."""
    if seen.scenario == "berlin" or not seen.stage or max(seen.airfield) >= 0:
        return seen.airfield, seen.landing
    fields = list(range(len(JUMPERS)))
    rng.shuffle(fields)
    while all(
        field >= ORANIENBURG for field, division in zip(fields, JUMPERS, strict=True) if BRITISH[division]
    ):
        rng.shuffle(fields)
    known = asked.number if isinstance(asked, Assigning) else len(JUMPERS)
    laid = 0 if isinstance(asked, Assigning) else len(AIRFIELDS)
    if isinstance(asked, Marking):
        laid = asked.airfield
    plan, aims = list(seen.airfield), list(seen.landing)
    for division, field in zip(JUMPERS[:known], fields, strict=False):
        plan[division] = field
        if field < laid:
            aims[division] = rng.choice(bits(AIRFIELDS[field]))
    return tuple(plan), tuple(aims)
