"""8.2 Step losses: every unit of a side takes one before any takes a second."""

from berlin.games.race.actions import Action, Lose
from berlin.games.race.board import N
from berlin.games.race.cover import SEATS
from berlin.games.race.frames import Losses
from berlin.games.race.state import REDUCED, Draft, Position, zone_name
from berlin.games.race.units import CAMP, DESTROYED, KEYS
from berlin.kernel.rules import Refusal


def candidates(p: Position, frame: Losses) -> list[int]:
    """The units one of which takes the next loss, all of one camp."""
    return _due(_fewest_hits(p, frame), frame)


def _due(open_to_it: list[int], frame: Losses) -> list[int]:
    # The camps take turns; one whose units have all been hit is passed over until the others have.
    return [unit for unit in open_to_it if CAMP[unit] == frame.camp] or open_to_it


def _fewest_hits(p: Position, frame: Losses) -> list[int]:
    """The units still there that have taken the fewest losses in this combat."""
    fewest, units = frame.left + sum(frame.hits), list[int]()
    for unit, hit in zip(frame.units, frame.hits, strict=True):
        if p.where[unit] < N and hit <= fewest:
            if hit < fewest:
                fewest, units = hit, []
            units.append(unit)
    return units


def settle(d: Draft, frame: Losses) -> bool:
    open_to_it = _fewest_hits(d, frame) if frame.left else []
    if not open_to_it:
        d.frames.pop()
        return False
    units = _due(open_to_it, frame)
    # One unit alone can take it, or there are losses enough for everybody: nothing to choose.
    if len(units) == 1 or frame.left >= len(open_to_it):
        _take(d, frame, units[0])
        return False
    seat = CAMP[units[0]]
    if seat != frame.seat:
        d.frames[-1] = Losses(seat, frame.units, frame.hits, frame.left, frame.camp)
    return True


def _take(d: Draft, frame: Losses, unit: int) -> None:
    hits = tuple(hit + (u == unit) for u, hit in zip(frame.units, frame.hits, strict=True))
    d.frames[-1] = Losses(frame.seat, frame.units, hits, frame.left - 1, 1 - CAMP[unit])
    step_loss(d, unit, "RFB 8.2.1b")


def step_loss(d: Draft, unit: int, rule: str) -> None:
    """Flip a full unit, eliminate a reduced one."""
    if d.marks[unit] & REDUCED:
        eliminate(d, unit, rule)
    else:
        d.marks[unit] |= REDUCED
        if d.log is not None:
            d.say("loss", f"{KEYS[unit]} is reduced", rule, data=(unit,))


def eliminate(d: Draft, unit: int, rule: str) -> None:
    d.say("eliminated", f"{KEYS[unit]} is eliminated at {zone_name(d.where[unit])}", rule, data=(unit,))
    d.where[unit] = DESTROYED
    d.marks[unit] = 0


def options(p: Position, frame: Losses) -> list[Action]:
    return [Lose(unit) for unit in candidates(p, frame)]


def answer(d: Draft, frame: Losses, action: Action) -> None:
    assert isinstance(action, Lose)
    _take(d, frame, action.unit)


def refuse(p: Position, frame: Losses, action: Action) -> Refusal:
    if isinstance(action, Lose):
        if action.unit not in frame.units:
            return Refusal("RFB 8.2.1a", f"{KEYS[action.unit]} takes no part in this combat")
        if CAMP[action.unit] != frame.seat:
            return Refusal("RFB 8.2.2b", f"this loss falls on the {SEATS[frame.seat].capitalize()} camp")
        return Refusal("RFB 8.2.2a", "every unit takes one loss before any takes a second")
    return Refusal("RFB 8.2.1a", "the step losses come first")
