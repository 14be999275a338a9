"""9.advance: into the vacated space, and on if weather and ground allow."""

from msgspec.structs import replace

from berlin.boards.hexes import bits
from berlin.games.noretreat.actions import DONE, WAYS, Action, AdvanceTo, Play
from berlin.games.noretreat.control import enter
from berlin.games.noretreat.effect import forces
from berlin.games.noretreat.events.registry import EVENTS
from berlin.games.noretreat.frames import Advance, Battle
from berlin.games.noretreat.ground import ALL_OBJECTIVES, MAP, STOPS
from berlin.games.noretreat.state import BACK, BIT, SIZE, Draft, place_name
from berlin.games.noretreat.tables import AXIS, TURNS
from berlin.games.noretreat.units import ARMOR, KEYS
from berlin.games.noretreat.windows import play, plays, refusal
from berlin.games.noretreat.zones import full, shut
from berlin.kernel.rules import Refusal

ENDED = 99
FAR = 2


def armor_hex(d: Draft, seat: int) -> int:
    """9.advance.armor: the hex more that armor may go."""
    if not d.weather.armor_hex:
        return 0
    if seat == AXIS:
        return 0 if 0 < d.oil < d.turn else 1
    return int(TURNS[d.turn].tank_hex)


def begin(d: Draft, b: Battle) -> None:
    """After a DR, DS or DD that left the space empty."""
    if b.result not in ("DR", "DS", "DD") or d.occupied(1 - b.seat) >> b.space & 1:
        return
    most = FAR if d.weather.farther and not b.cut and not b.counter else 1
    more = armor_hex(d, b.seat) if most == FAR else 0
    for force in forces(d, b):
        most = EVENTS[force.code].farther(d, b, force, most)
        more = more if most >= FAR else 0
    units = tuple(unit for unit in b.units if d.where[unit] < SIZE)
    if units:
        d.frames.append(Advance(b.seat, b.space, units, (0,) * len(units), most, more))


def stopping(d: Draft) -> int:
    """9.advance.stop: the spaces in which an advance ends."""
    return STOPS | d.scorched_cities | ALL_OBJECTIVES


def steps(d: Draft, frame: Advance, at: int) -> list[int]:
    """The spaces that a unit may come to next, by the hexes it takes: what is full is passed through."""
    unit, gone = frame.units[at], frame.hexes[at]
    where = d.where[unit]
    armor = frame.armor if ARMOR[d.marks[unit] & BACK][unit] else 0
    left = frame.most + armor - gone
    if left <= 0:
        return []
    # 9.area: into an area only who could enter it by movement.
    ground, crowded = MAP.all & ~(d.occupied(1 - frame.seat) | shut(d, unit)), full(d, frame.seat)
    near = MAP.beside[where] & ground & (-1 if gone else BIT[frame.space])
    found, seen = [near & ~crowded], near | BIT[where]
    passed = near & crowded if not BIT[where] & ALL_OBJECTIVES else 0
    while len(found) < left and (passed := passed & ~stopping(d)):
        near = MAP.neighbours(passed) & ground & ~seen
        found.append(near & ~crowded)
        seen |= near
        passed = near & crowded
    return found


def settle(d: Draft, frame: Advance) -> bool:
    if any(any(steps(d, frame, at)) for at in range(len(frame.units))):
        return True
    d.frames.pop()
    return False


def options(d: Draft, frame: Advance) -> list[Action]:
    found: list[Action] = []
    for at, unit in enumerate(frame.units):
        for board in steps(d, frame, at):
            found += [AdvanceTo(unit, space) for space in bits(board)]
    found += plays(d, frame.seat, "advance")
    return [*found, DONE]


def answer(d: Draft, frame: Advance, action: Action) -> None:
    match action:
        case AdvanceTo(unit, space):
            at = frame.units.index(unit)
            far = next(n for n, board in enumerate(steps(d, frame, at), 1) if board >> space & 1)
            ends = BIT[space] & stopping(d) or BIT[d.where[unit]] & ALL_OBJECTIVES
            gone = ENDED if ends else frame.hexes[at] + far
            d.frames[-1] = replace(frame, hexes=(*frame.hexes[:at], gone, *frame.hexes[at + 1 :]))
            enter(d, unit, space)
            if d.log is not None:
                text = f"{KEYS[unit]} advances to {place_name(space)}"
                d.say("advance", text, "NR 9.advance", data=(unit, space))
        case Play():
            play(d, frame.seat, "advance", action)
        case _:
            d.frames.pop()


def refuse(d: Draft, frame: Advance, action: Action) -> Refusal:
    match action:
        case AdvanceTo(unit, space):
            return _refuse_step(d, frame, unit, space)
        case Play(card, way):
            found = refusal(d, frame.seat, card, "advance", WAYS[way])
            if found is not None:
                return found
    return Refusal("NR 9.advance", "the attackers may advance: say who, or done")


def _refuse_step(d: Draft, frame: Advance, unit: int, space: int) -> Refusal:
    name, here = KEYS[unit], BIT[space]
    if unit not in frame.units or d.where[unit] >= SIZE:
        return Refusal("NR 9.advance", f"{name} did not take part in the attack")
    gone = frame.hexes[frame.units.index(unit)]
    if gone == ENDED:
        return Refusal("NR 9.advance.stop", f"the ground has ended the advance of {name}")
    if not gone and space != frame.space:
        return Refusal("NR 9.advance", "an advance goes into the vacated space first")
    if here & (d.occupied(1 - frame.seat) | shut(d, unit)):
        return Refusal("NR 9.advance.stop", f"{name} may not enter that space")
    if here & full(d, frame.seat):
        return Refusal("NR 8.stack", "there is no room for another unit")
    if not here & MAP.beside[d.where[unit]]:
        return Refusal("NR 9.advance.stop", f"no way leads {name} straight there")
    rule = "NR 9.advance.armor" if gone >= FAR else "NR 9.advance"
    return Refusal(rule, f"{name} has advanced as far as it may")
