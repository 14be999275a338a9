"""What a seat knows, as a struct of its own; and worlds that fit what it knows."""

from random import Random

from berlin.boards.hexes import bits, pack, unpack
from berlin.games.fortress.board.ground import AIRFIELDS, SIZE
from berlin.games.fortress.board.units import BRITISH, LEADER, RANGES, SIDE, TYPE, UNITS, YOUTH
from berlin.games.fortress.cover import ALLIED, GERMAN
from berlin.games.fortress.rules.arrival import comes_later
from berlin.games.fortress.rules.assignment import JUMPERS, Assigning, Marking
from berlin.games.fortress.rules.fog import awaited, unseen
from berlin.games.fortress.rules.stacking import has_room
from berlin.games.fortress.state.state import COMBAT, DUE, FACING, FOG, NOWHERE, TRAY, Draft, Open, State
from berlin.games.fortress.state.words import ORANIENBURG
from berlin.kernel.contract.ids import OTHER, Seat
from berlin.kernel.play.views import guess, show

# Where a unit is that stands on the map, and the seat doesn't know where.
UNSEEN = SIZE + 19
TRIES = 40
# The first stage of the sequence of play.
SETTING_UP = 0


class View(Open, frozen=True, gc=False):
    """What lies open to a seat: enemies that it sees, and the hexes where blanks stand."""

    blanks: tuple[bytes, bytes] = (b"", b"")
    # By side: how many of its units may enter the map, where the seat can't know which of them have.
    due: tuple[int, int] = (0, 0)
    seat: Seat | None = None
    choices: tuple[str, ...] = ()
    plan: tuple[int, ...] = ()
    aims: tuple[int, ...] = ()


def view(state: State, seat: Seat | None, choices: tuple[str, ...]) -> View:
    """The view of a seat; a spectator sees what both seats see."""
    d = Draft(state)
    where, marks, blanks, due = list(state.where), bytearray(state.marks), [0, 0], [0, 0]
    homes = list(state.homes)
    viewers = (ALLIED, GERMAN) if seat is None else (seat,)
    if seat != GERMAN and d.has(FOG) and state.frames and state.stage == SETTING_UP:
        return _curtained(state, seat, choices)
    for viewer in viewers:
        enemy = OTHER[viewer]
        for unit in unseen(d, viewer):
            blanks[enemy] |= 1 << state.where[unit]
            where[unit], marks[unit] = UNSEEN, 0
            if unit in YOUTH:
                homes[unit - YOUTH[0]] = NOWHERE
        for unit in awaited(d, enemy):
            due[enemy] += 1
            where[unit], marks[unit] = UNSEEN, 0
    own = seat == ALLIED
    return show(
        View,
        state,
        seat,
        choices,
        where=tuple(where),
        marks=bytes(marks),
        homes=tuple(homes),
        blanks=(pack(blanks[ALLIED]), pack(blanks[GERMAN])),
        due=(due[ALLIED], due[GERMAN]),
        plan=state.plan if own else (),
        aims=state.aims if own else (),
    )


def _curtained(state: State, seat: Seat | None, choices: tuple[str, ...]) -> View:
    """The set-up, to whom does not see it: only what was laid in printed places is there."""
    where, marks, fixed = list(state.where), bytearray(state.marks), unpack(state.fixed)
    for unit in RANGES[GERMAN]:
        if where[unit] < SIZE and not fixed >> unit & 1 and TYPE[unit] != LEADER:
            where[unit], marks[unit] = TRAY, 0
    homes = tuple(
        NOWHERE if where[unit] == TRAY else home for unit, home in zip(YOUTH, state.homes, strict=True)
    )
    return show(
        View,
        state,
        seat,
        choices,
        where=tuple(where),
        marks=bytes(marks),
        homes=homes,
        lifts=0,
        frames=state.frames[:1],
    )


def imagine(seen: View, rng: Random) -> State:
    """A world that fits a view, with dice of its own."""
    where, marks = list(seen.where), bytearray(seen.marks)
    hidden = [unit for unit in range(UNITS) if where[unit] == UNSEEN]
    plan, aims = (seen.plan, seen.aims) if seen.plan else _guess_plan(seen, rng)
    homes = list(seen.homes)
    if hidden:
        for side in (ALLIED, GERMAN):
            _deal(seen, rng, side, [unit for unit in hidden if SIDE[unit] == side], where)
        for unit in hidden:
            if rng.random() < 0.5:
                marks[unit] = COMBAT | rng.randrange(6) << FACING
            if unit in YOUTH:
                homes[unit - YOUTH[0]] = where[unit]
    return guess(
        State,
        seen,
        rng,
        Draft,
        where=tuple(where),
        marks=bytes(marks),
        plan=plan,
        aims=aims,
        homes=tuple(homes),
    )


def _deal(seen: View, rng: Random, side: Seat, hidden: list[int], where: list[int]) -> None:
    """Lay the hidden units of a side under its blanks, at least one under each, within stacking.

    As many as are due have not entered; first of all those that may still be waiting.
    """
    blanks = bits(unpack(seen.blanks[side]))
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
        for unit in order[: seen.due[side]]:
            d.put(unit, DUE)
        order = order[seen.due[side] :]
        rng.shuffle(order)
        if _fill(d, rng, order, blanks, strict=attempt + 1 < TRIES):
            for unit in hidden:
                where[unit] = d.where[unit]
            return


def _fill(d: Draft, rng: Random, order: list[int], blanks: list[int], *, strict: bool) -> bool:
    left = list(order)
    for place in blanks:
        fits = next((unit for unit in left if not strict or has_room(d, unit, place)), None)
        if fits is None:
            return False
        left.remove(fits)
        d.put(fits, place)
    for unit in left:
        choices = [place for place in blanks if has_room(d, unit, place)]
        if not choices:
            if strict:
                return False
            choices = blanks
        d.put(unit, choices[int(rng.random() * len(choices))])
    return True


def _guess_plan(seen: View, rng: Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What the Allies may have assigned, as far as it is not public."""
    if seen.scenario == "berlin" or seen.stage == SETTING_UP or max(seen.airfield) >= 0:
        return seen.airfield, seen.landing
    asked = seen.frames[-1] if seen.frames else None
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
