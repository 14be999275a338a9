"""9.result: what the result of a battle does: losses, then retreats, then the advance."""

from msgspec.structs import replace

from berlin.games.noretreat import advance, retreat
from berlin.games.noretreat.actions import PASS, Action, Blow, StrikeAt
from berlin.games.noretreat.effect import defenders, dropped, effect, forces, raised, rooted, strikers
from berlin.games.noretreat.events.registry import EVENTS
from berlin.games.noretreat.frames import Battle, Marking, Strike
from berlin.games.noretreat.losses import eliminate, lose_among, lose_step
from berlin.games.noretreat.state import (
    ATTACKED,
    RUNNING,
    SIZE,
    UNSUPPLIED,
    Draft,
    names,
    place_name,
)
from berlin.games.noretreat.targets import unmark
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


def _stand(d: Draft, b: Battle) -> None:
    """Read the result against who stands there, and take the losses."""
    defending = defenders(d, b)
    done = effect(d, b, b.result).done
    at = len(d.frames) - 1
    cut = all(d.marks[unit] & UNSUPPLIED for unit in defending)
    d.frames[at] = replace(b, step=RETREATING, defenders=tuple(defending), result=done, cut=cut)
    _extra_losses(d, b, defending)
    match done:
        case "stay":
            for unit in raised(d, b):
                if d.over == RUNNING:
                    eliminate(d, unit)
        case "EX":
            lose_among(d, b.seat, there(d, b.units))
            lose_among(d, 1 - b.seat, tuple(defending))
        case "DD":
            for unit in defending:
                if d.over == RUNNING and d.where[unit] < SIZE:
                    lose_step(d, unit)
        case "CA" | "CA!":
            d.frames.append(Strike(1 - b.seat, done == "CA!"))
        case "CB":
            d.frames.append(Marking(b.seat))


def _extra_losses(d: Draft, b: Battle, defending: list[int]) -> None:
    more = sum(EVENTS[force.code].extra(d, b, force) for force in forces(d, b))
    if more:
        lose_among(d, b.seat, there(d, b.units), more)
        lose_among(d, 1 - b.seat, tuple(defending), more)


def _retreat(d: Draft, b: Battle) -> None:
    d.frames[-1] = replace(b, step=ADVANCING)
    going = [unit for unit in b.defenders if d.where[unit] == b.space]
    if b.result == "DR":
        retreat.begin(d, 1 - b.seat, b.space, going)
    elif b.result == "DS":
        for unit in going:
            retreat.shatter(d, unit, b.space, "ezoc" in dropped(d, b))
    elif b.result == "DD":
        staying = rooted(d, b)
        retreat.begin(d, 1 - b.seat, b.space, [unit for unit in going if unit not in staying])


def finish(d: Draft, b: Battle) -> None:
    """The battle is over: its units have attacked, its marker goes."""
    d.frames.pop()
    if b.counter:
        return
    for unit in b.units:
        if d.where[unit] < SIZE:
            d.marks[unit] |= ATTACKED
    unmark(d, b.space)
    for force in forces(d, b):
        EVENTS[force.code].after(d, b, force)


# CB: on which attacking space does the marker lie?


def _origins(d: Draft, b: Battle) -> list[int]:
    return sorted({d.where[unit] for unit in b.units if d.where[unit] < SIZE})


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


def counterattack(d: Draft, seat: int, space: int) -> Battle:
    """The defenders' attack on those who attacked from a space."""
    b = _battle(d)
    hit = tuple(unit for unit in b.units if d.where[unit] == space)
    return Battle(seat, space, strikers(d, b), counter=True, defenders=hit)


def _strike(d: Draft, frame: Strike, space: int) -> None:
    made = counterattack(d, frame.seat, space)
    d.frames[-1] = made
    d.say("battle", f"{names(made.units)} attack back at {place_name(space)}", "NR 9.result.ca")


def refuse_strike(d: Draft, frame: Strike, action: Action) -> Refusal:
    if frame.must:
        return Refusal("NR 9.result.ca", "the defenders must attack back: say at which space")
    return Refusal("NR 9.result.ca", "attack back at a space that was attacked from, or pass")
