"""What a seat knows, as a struct of its own; and worlds that fit what it knows."""

from random import Random

from berlin.boards.hexes import bits, pack, unpack
from berlin.games.fortress.board.ground import SIZE
from berlin.games.fortress.board.units import LEADER, RANGES, SIDE, TYPE, UNITS, YOUTH
from berlin.games.fortress.cover import ALLIED, GERMAN
from berlin.games.fortress.rules.fog import awaited, unseen
from berlin.games.fortress.rules.guesses import UNSEEN, deal, guess_plan
from berlin.games.fortress.state.state import COMBAT, FACING, FOG, NOWHERE, TRAY, Draft, Open, State
from berlin.kernel.contract.ids import OTHER, Seat
from berlin.kernel.play.views import guess, show

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
    asked = seen.frames[-1] if seen.frames else None
    hidden = [unit for unit in range(UNITS) if where[unit] == UNSEEN]
    plan, aims = (seen.plan, seen.aims) if seen.plan else guess_plan(seen, asked, rng)
    homes = list(seen.homes)
    if hidden:
        for side in (ALLIED, GERMAN):
            own = [unit for unit in hidden if SIDE[unit] == side]
            deal(seen, own, bits(unpack(seen.blanks[side])), seen.due[side], where, rng)
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
