"""Flames and Blazes are put out between two scenarios: what has burnt down, what burns on, who is lost."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from berlin.boards.hexes import bits
from berlin.campaign.perimeters.perimeter import Perimeter
from berlin.campaign.perimeters.pockets import Pocket
from berlin.campaign.retained import setup_area
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, OTHER, Place, Unit
from berlin.squad.board.counters import Sort
from berlin.squad.board.pieces import Where, keeper
from berlin.squad.board.works import FIRES, FORTIFICATIONS, RUBBLE, WRECKS, Work, Works
from berlin.squad.rules.vehicles import aboard, leave_wreck

# A fire leaves these in the ground.
LASTING = frozenset((Works.FOXHOLE, Works.TRENCH, Works.DITCH, Works.PILLBOX))
FATE = "burnt"


class Burning(msgspec.Struct):
    """Sets of hexes, as the step goes on."""

    houses: int
    """Buildings and rubble that had a Flame or a Blaze."""
    rubbled: int
    """Buildings that came down now."""
    new: int = 0
    """Flames that became Blazes."""


def extinguish(d: Draft) -> None:
    """The whole step, in its order."""
    wrecks(d)
    blazes = where(d, (Works.BLAZE,))
    fire = Burning(where(d, FIRES) & (standing(d) | where(d, RUBBLE)), blazes & standing(d))
    ground(d, blazes)
    buildings(d, fire)
    flames(d, fire)
    losses(d, fire)


def where(d: Draft, kinds: Iterable[Works]) -> int:
    """The hexes with such works."""
    found = 0
    for work in d.works:
        if work.what in kinds and work.space >= 0:
            found |= 1 << work.space
    return found


def standing(d: Draft) -> int:
    """The buildings that neither fell nor burnt down."""
    return d.book.ground.buildings & ~where(d, RUBBLE | {Works.OPEN})


def growing(d: Draft) -> int:
    return d.book.ground.growth & ~where(d, RUBBLE | {Works.OPEN})


def wrecks(d: Draft) -> None:
    """Burning wrecks are burnt out, and so are wrecks in blazing terrain; a fire in a house goes on there."""
    houses, blazes = standing(d) | where(d, RUBBLE), where(d, (Works.BLAZE,))
    caught = where(d, (Works.BURNING_WRECK,)) & houses & ~blazes
    for number, work in enumerate(d.works):
        burns = work.what is Works.BURNING_WRECK
        if burns or (work.what is Works.WRECK and blazes >> work.space & 1):
            d.works[number] = replace(work, what=Works.BURNT_WRECK)
            d.say("wreck", f"the wreck in {_name(d, work.space)} is burnt out", d.book.cite("fires.wreck"))
    _clear(d, caught, (Works.FLAME,))
    d.works += [Work(Works.BLAZE, space) for space in bits(caught)]


def ground(d: Draft, blazes: int) -> None:
    """Brush, orchard and wooden rubble burn down; shellholes stay. Blazes go out, in woods and stone too."""
    wooden = where(d, (Works.WOODEN_RUBBLE,))
    burnt = blazes & (wooden | growing(d))
    _clear(d, burnt, (Works.WOODEN_RUBBLE, Works.TRAILBREAK))
    for space in bits(burnt):
        d.works.append(Work(Works.OPEN, space))
        d.say("burnt", f"{_name(d, space)} is Open Ground", d.book.cite("fires.ground"))
    _clear(d, blazes, (Works.BLAZE,))


def buildings(d: Draft, fire: Burning) -> None:
    """Blazing buildings come down. Who would have to set up in them is lost, and with him his ground."""
    for space in bits(fire.rubbled):
        d.works.append(Work(Works.WOODEN_RUBBLE, space))
        d.say("rubble", f"the building in {_name(d, space)} burns down", d.book.cite("fires.building"))
    lost = trap(d, fire.rubbled, d.book.cite("fires.building"))
    for side in BOTH:
        yielded = lost[side] & ~lost[OTHER[side]]
        d.control[OTHER[side]] |= yielded
        d.control[side] &= ~yielded
        d.fronts[side] &= ~lost[side]
        d.outlines[side] = _without(d.outlines[side], lost[side])
    left = [replace(area, hexes=area.hexes & ~(lost[0] | lost[1])) for area in d.zones]
    d.zones = [area for area in left if area.hexes]


def _without(drawn: Perimeter, hexes: int) -> Perimeter:
    """A Perimeter whose Pockets have lost these hexes."""
    left = [Pocket(pocket.area & ~hexes, pocket.front & ~hexes) for pocket in drawn.pockets]
    return replace(drawn, pockets=tuple(pocket for pocket in left if pocket.area))


def flames(d: Draft, fire: Burning) -> None:
    """A die for each Flame: it goes out, or is a Blaze when the next scenario begins."""
    table = d.book.tables["flame"]
    for number, work in enumerate(d.works):
        if work.what is Works.FLAME:
            die = d.die("flame", f"the Flame at {_name(d, work.space)}", d.book.cite("fires.flame"))
            if table.result(die) == "blaze":
                d.works[number] = Work(Works.BLAZE, work.space)
                fire.new |= 1 << work.space
    d.works[:] = [work for work in d.works if work.what is not Works.FLAME]
    trap(d, fire.new | fire.rubbled, d.book.cite("fires.blaze"), fire.new)


def losses(d: Draft, fire: Burning) -> None:
    """What was in the houses that had a fire, and who must set up there."""
    _clear(d, fire.houses, FORTIFICATIONS - LASTING)
    _clear(d, fire.rubbled, WRECKS)
    for owner in BOTH:
        for unit, _ in list(d.standing_in(owner, fire.houses)):
            if d.counter(unit).is_equipment:
                _burn(d, unit, d.book.cite("fires.gone"), fire.houses & ~fire.rubbled)
    trap(d, fire.houses | fire.new, d.book.cite("fires.confined"), fire.houses & ~fire.rubbled)


def trap(d: Draft, hexes: int, rule: str, wrecked: int = 0) -> list[int]:
    """The Isolated who could set up nowhere but in these hexes are lost: by side, the hexes that they had.

    AFV leave burnt-out wrecks in the `wrecked` ones.
    """
    had = [0, 0]
    for owner in BOTH:
        for unit, piece in list(d.on_map(owner)):
            hold = setup_area(d, unit)
            if hold is not None and not hold & ~hexes:
                had[keeper(owner, piece)] |= hold
                _burn(d, unit, rule, wrecked)
    return had


def _burn(d: Draft, unit: Unit, rule: str, wrecked: int) -> None:
    piece, counter = d.piece(unit), d.counter(unit)
    if piece.where is not Where.MAP:
        return
    d.say("burnt", f"{d.log_name(unit)} is lost in the fire", rule)
    for leader in aboard(d, unit):
        d.lose(leader, FATE, scored=False)
    d.lose(unit, FATE, scored=False)
    if counter.sort is Sort.VEHICLE and counter.afv and wrecked >> piece.space & 1:
        leave_wreck(d, piece, Works.BURNT_WRECK)


def _clear(d: Draft, hexes: int, kinds: Iterable[Works]) -> None:
    d.works[:] = [
        work for work in d.works if work.what not in kinds or work.space < 0 or not hexes >> work.space & 1
    ]


def _name(d: Draft, space: Place) -> str:
    return d.book.field.called(space)
