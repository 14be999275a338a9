"""9.result: what the result of a battle does: losses, then retreats, then the advance."""

from msgspec.structs import replace

from berlin.games.noretreat import advance, retreat
from berlin.games.noretreat.actions import PASS, Action, Blow, StrikeAt
from berlin.games.noretreat.events.registry import EVENTS
from berlin.games.noretreat.frames import Battle, Marking, Strike
from berlin.games.noretreat.losses import eliminate, lose_among, lose_step
from berlin.games.noretreat.state import (
    ATTACKED,
    BACK,
    DISORGANIZED,
    RUNNING,
    SIZE,
    UNSUPPLIED,
    Draft,
    names,
    place_name,
)
from berlin.games.noretreat.targets import free_markers, unmark
from berlin.games.noretreat.units import FIXED, FORT, VOLKSTURM
from berlin.kernel.rules import Refusal

STAND, RETREATING, ADVANCING, ENDING = 6, 7, 8, 9


def there(d: Draft, units: "tuple[int, ...] | list[int]") -> tuple[int, ...]:
    return tuple(unit for unit in units if d.where[unit] < SIZE)


def settle(d: Draft, b: Battle) -> None:
    if b.step == STAND:
        _stand(d, b)
    elif b.step == RETREATING:
        _retreat(d, b)
    elif b.step == ADVANCING:
        d.frames[-1] = replace(b, step=ENDING)
        advance.begin(d, b)
    else:
        finish(d, b)


def _dropped(d: Draft, b: Battle) -> set[str]:
    found: set[str] = set()
    for force in () if b.counter else (*b.forces, *d.forces):
        found |= EVENTS[force.code].drops(d, b, force)
    return found


def _stand(d: Draft, b: Battle) -> None:
    """Read the result against who stands there, and take the losses."""
    defending = list(b.defenders) or d.units_in(1 - b.seat, b.space)
    defending = [unit for unit in defending if d.where[unit] == b.space]
    marks, without = d.marks, _dropped(d, b)
    # A fort or Volksturm holds its hex also where it is not the one that is attacked.
    there_too = d.units_in(1 - b.seat, b.space)
    fort = "fort" not in without and any(FORT[marks[u] & BACK][u] for u in there_too)
    raised = [u for u in there_too if VOLKSTURM[u]] if "volksturm" not in without else []
    result, effect = b.result, ""
    if result == "DR":
        effect = "stay" if raised or fort else "DR"
    elif result == "DS":
        effect = "EX" if fort else "DS"
    elif result in ("EX", "DD"):
        effect = result
    at = len(d.frames) - 1
    cut = all(marks[unit] & UNSUPPLIED for unit in defending)
    d.frames[at] = replace(b, step=RETREATING, defenders=tuple(defending), result=effect or result, cut=cut)
    _extra_losses(d, b, defending)
    if effect == "stay":
        for unit in raised:
            d.say("loss", "the Volksturm holds and is gone", "NR 9.volksturm", "NAB 2.3.1c")
            if d.over == RUNNING:
                eliminate(d, unit)
    elif effect == "EX":
        if result != "EX":
            d.say("result", "on a fort it is EX, each side loses a step", "NR 9.result.ds", "NR 9.result.ex")
        lose_among(d, b.seat, there(d, b.units))
        lose_among(d, 1 - b.seat, tuple(defending))
    elif effect == "DD":
        for unit in defending:
            if d.over == RUNNING and d.where[unit] < SIZE:
                lose_step(d, unit)
    elif result in ("CA", "CA!") and not b.counter:
        d.frames.append(Strike(1 - b.seat, result == "CA!"))
    elif result == "CB" and not b.counter and not fort:
        _counterblow(d, b)


def _extra_losses(d: Draft, b: Battle, defending: list[int]) -> None:
    if b.counter:
        return
    more = sum(EVENTS[force.code].extra(d, b, force) for force in (*b.forces, *d.forces))
    if more:
        lose_among(d, b.seat, there(d, b.units), more)
        lose_among(d, 1 - b.seat, tuple(defending), more)


def _retreat(d: Draft, b: Battle) -> None:
    d.frames[-1] = replace(b, step=ADVANCING)
    without = _dropped(d, b)
    going = [unit for unit in b.defenders if d.where[unit] == b.space]
    if b.result == "DR":
        retreat.begin(d, 1 - b.seat, b.space, going)
    elif b.result == "DS":
        for unit in going:
            retreat.shatter(d, unit, b.space, "ezoc" in without)
    elif b.result == "DD":
        hold = "fort" not in without
        going = [u for u in going if not (hold and FIXED[d.marks[u] & BACK][u])]
        retreat.begin(d, 1 - b.seat, b.space, going)


def finish(d: Draft, b: Battle) -> None:
    """The battle is over: its units have attacked, its marker goes."""
    d.frames.pop()
    if b.counter:
        return
    for unit in b.units:
        if d.where[unit] < SIZE:
            d.marks[unit] |= ATTACKED
    unmark(d, b.space)
    for force in (*b.forces, *d.forces):
        EVENTS[force.code].after(d, b, force)


# CB: on which attacking space does the marker lie?


def _origins(d: Draft, b: Battle) -> list[int]:
    return sorted({d.where[unit] for unit in b.units if d.where[unit] < SIZE})


def _counterblow(d: Draft, b: Battle) -> None:
    # The Target itself is turned over; without one a marker must be free.
    if b.space not in d.targets and free_markers(d, b.seat) <= 0:
        return
    if _origins(d, b):
        d.frames.append(Marking(b.seat))


def settle_marking(d: Draft, frame: Marking) -> bool:
    origins = _origins(d, _battle(d))
    if len(origins) > 1:
        return True
    d.frames.pop()
    _mark(d, origins[0])
    return False


def _battle(d: Draft) -> Battle:
    """The battle that a question is about; losses that are still to come may lie between."""
    return next(frame for frame in reversed(d.frames) if isinstance(frame, Battle))


def _mark(d: Draft, space: int) -> None:
    if space not in d.left:
        d.left = (*d.left, space)
    unmark(d, _battle(d).space)
    d.say("target", f"a counterblow lies on {place_name(space)}", "NR 9.result.cb", data=(space,))


def options_marking(d: Draft, frame: Marking) -> list[Action]:
    return [Blow(space) for space in _origins(d, _battle(d))]


def answer_marking(d: Draft, frame: Marking, action: Action) -> None:
    assert isinstance(action, Blow)
    d.frames.pop()
    _mark(d, action.space)


def refuse_marking(d: Draft, frame: Marking, action: Action) -> Refusal:
    return Refusal("NR 9.result.cb", "the counterblow goes on a space that was attacked from: blow SPACE")


# CA: do the defenders attack back?


def strikers(d: Draft, b: Battle) -> tuple[int, ...]:
    marks = d.marks
    return tuple(
        unit
        for unit in b.defenders
        if d.where[unit] < SIZE and not marks[unit] & DISORGANIZED and not FIXED[marks[unit] & BACK][unit]
    )


def settle_strike(d: Draft, frame: Strike) -> bool:
    b = _battle(d)
    origins = _origins(d, b)
    if not origins or not strikers(d, b):
        d.frames.pop()
        return False
    if frame.must and len(origins) == 1:
        _strike(d, frame, origins[0])
        return False
    return True


def options_strike(d: Draft, frame: Strike) -> list[Action]:
    found: list[Action] = [StrikeAt(space) for space in _origins(d, _battle(d))]
    return found if frame.must else [*found, PASS]


def answer_strike(d: Draft, frame: Strike, action: Action) -> None:
    if isinstance(action, StrikeAt):
        _strike(d, frame, action.space)
    else:
        d.frames.pop()


def _strike(d: Draft, frame: Strike, space: int) -> None:
    b = _battle(d)
    d.frames.pop()
    units = strikers(d, b)
    hit = tuple(unit for unit in b.units if d.where[unit] == space)
    d.say("battle", f"{names(units)} attack back at {place_name(space)}", "NR 9.result.ca")
    # It is rolled at once: no markers, no cards.
    d.frames.append(Battle(frame.seat, space, units, step=2, counter=True, defenders=hit))


def refuse_strike(d: Draft, frame: Strike, action: Action) -> Refusal:
    if frame.must:
        return Refusal("NR 9.result.ca", "the defenders must attack back: say at which space")
    return Refusal("NR 9.result.ca", "attack back at a space that was attacked from, or pass")
