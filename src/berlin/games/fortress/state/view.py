"""What a seat knows, as a struct of its own; and worlds that fit what it knows."""

from random import Random

from berlin.boards.hexes import bits, pack, unpack
from berlin.games.fortress.board.ground import AIRFIELDS, SIZE
from berlin.games.fortress.board.units import BRITISH, LEADER, RANGES, SIDE, TYPE, UNITS, YOUTH
from berlin.games.fortress.cover import ALLIED, GERMAN
from berlin.games.fortress.rules.assignment import JUMPERS, Assigning, Marking
from berlin.games.fortress.rules.fog import is_seen
from berlin.games.fortress.rules.stacking import has_room
from berlin.games.fortress.state.state import COMBAT, FACING, FOG, NOWHERE, TRAY, Draft, Open, State
from berlin.games.fortress.state.words import ORANIENBURG
from berlin.kernel.contract.ids import OTHER, Seat
from berlin.kernel.play.views import guess, show

# Where a unit is that stands on the map, and the seat doesn't know where.
UNSEEN = SIZE + 19
TRIES = 40
# How often a blank is picked by lot before those with room are listed.
THROWS = 6
# The first stage of the sequence of play.
SETTING_UP = 0


class View(Open, frozen=True, gc=False):
    """What lies open to a seat: enemies that it sees, and the hexes where blanks stand."""

    blanks: tuple[bytes, bytes] = (b"", b"")
    seat: Seat | None = None
    choices: tuple[str, ...] = ()
    plan: tuple[int, ...] = ()
    aims: tuple[int, ...] = ()


def view(state: State, seat: Seat | None, choices: tuple[str, ...]) -> View:
    """The view of a seat; a spectator sees what both seats see."""
    d = Draft(state)
    where, marks, blanks = list(state.where), bytearray(state.marks), [0, 0]
    homes = list(state.homes)
    viewers = (ALLIED, GERMAN) if seat is None else (seat,)
    if seat != GERMAN and d.has(FOG) and state.frames and state.stage == SETTING_UP:
        return _curtained(state, seat, choices)
    for viewer in viewers:
        for unit in RANGES[OTHER[viewer]]:
            place = state.where[unit]
            if place >= SIZE:
                continue
            if is_seen(d, unit, viewer):
                continue
            where[unit], marks[unit] = UNSEEN, 0
            blanks[OTHER[viewer]] |= 1 << place
            if unit in YOUTH:
                homes[unit - YOUTH[0]] = NOWHERE
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
    """Lay the hidden units of a side under its blanks, at least one under each, within stacking."""
    blanks = bits(unpack(seen.blanks[side]))
    for attempt in range(TRIES):
        world = list(where)
        order = list(hidden)
        rng.shuffle(order)
        d = Draft(
            State(where=tuple(SIZE if place == UNSEEN else place for place in world), scenario=seen.scenario)
        )
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
