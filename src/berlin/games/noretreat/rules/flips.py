"""7.flip, 7.upgrade and 7.fort: units that are turned over, and what that costs."""

from collections.abc import Iterator

from berlin.games.noretreat.board.ground import BALKANS, Space
from berlin.games.noretreat.board.tables import AXIS, SOVIET, TURNS
from berlin.games.noretreat.board.units import FORM, RANGES, REGIONAL, SIDE, STATUS, YUGOSLAV
from berlin.games.noretreat.rules.cards.windows import Window
from berlin.games.noretreat.rules.conditions import is_on_map, lacks, must, stands_in
from berlin.games.noretreat.rules.placement import IMPROVEMENT_ENDS
from berlin.games.noretreat.rules.supply import overland
from berlin.games.noretreat.rules.zones import ezoc
from berlin.games.noretreat.state.state import BACK, DISORGANIZED, FLIPPED, Draft
from berlin.kernel.contract.ids import OTHER, Seat, Unit
from berlin.kernel.play.limits import Narrowing, unless

FORTS_FROM = 3


def price(d: Draft, upgraded: int, unit: Unit) -> int:
    """The cards that turning a unit over costs; an upgrade is free as long as there are any left."""
    if SIDE[unit] == AXIS:
        return TURNS[d.turn].axis_flip
    if FORM[unit] == "fortifies":
        return 0 if d.marks[unit] & BACK or YUGOSLAV[unit] else 1
    return 0 if _improves(d, upgraded, unit) else 1


def _improves(d: Draft, upgraded: int, unit: Unit) -> bool:
    """Is turning an army over a free upgrade? Else it is a replacement, from turn 17 on."""
    return TURNS[d.turn].upgrades > upgraded and not d.marks[unit] & DISORGANIZED


def flip_rule(d: Draft, unit: Unit) -> str:
    if FORM[unit] == "fortifies":
        return "NR 7.fort.yugoslav" if YUGOSLAV[unit] else "NR 7.fort"
    if SIDE[unit] == AXIS:
        return "NR 7.flip.axis"
    return "NR 7.flip.soviet" if TURNS[d.turn].soviet_steps > 1 else "NR 7.upgrade"


def _family(unit: Unit) -> tuple[str, bool]:
    return FORM[unit], YUGOSLAV[unit]


FAMILIES = tuple(
    tuple(
        tuple(unit for unit in units if _family(unit) == family)
        for family in dict.fromkeys(_family(unit) for unit in units)
    )
    for units in RANGES
)
"""By side: the units for which the same conditions hold, each family a tuple."""


def flip_conditions(d: Draft, upgraded: int, unit: Unit) -> Iterator[Narrowing[Unit]]:
    """What a unit of who organizes must be to be turned over, as this one and all of its family."""
    rule = flip_rule(d, unit)
    yield is_on_map(d, rule)
    yield lacks(d, FLIPPED, rule, "was turned over in this turn")
    match FORM[unit]:
        case "single":
            yield must(d, lambda unit: False, "NR 7.onestep", "has one side only")
        case "reduces":
            yield from _reduced(d, SIDE[unit])
        case "fortifies":
            yield from _fortified(d, YUGOSLAV[unit])
        case _:
            yield from _upgraded(d, upgraded)


def _reduced(d: Draft, side: Seat) -> Iterator[Narrowing[Unit]]:
    marks, rule = d.marks, "NR 7.flip.axis"
    yield must(d, lambda unit: bool(marks[unit] & BACK), rule, "is at full strength")
    takes = side == AXIS
    told = "takes no replacements"
    yield must(d, lambda u: takes and STATUS[u] not in ("finn", "ally"), "NR 7.place.never", told)
    improvement = rule if d.turn < IMPROVEMENT_ENDS else "NAB 13.0.24"
    yield unless(not TURNS[d.turn].axis_flip, improvement, "no unit of the Axis is improved in this turn")
    yield stands_in(d, overland(d, side), rule, "has no overland supply")
    yield stands_in(d, ~ezoc(d, side), rule, "is in an enemy zone of control")


def _fortified(d: Draft, yugoslav: bool) -> Iterator[Narrowing[Unit]]:
    if yugoslav:
        yield stands_in(d, BALKANS, "NAB 2.3.2a", "is in neither Balkan area")
        return
    yield unless(not TURNS[d.turn].forts, "NR 7.fort", f"forts are built from turn {FORTS_FROM} on")
    where, marks, cities = d.where, d.marks, d.cities
    told = "is not in a city"
    yield must(d, lambda u: bool(marks[u] & BACK or cities >> where[u] & 1), "NR 7.fort", told)


def _upgraded(d: Draft, upgraded: int) -> Iterator[Narrowing[Unit]]:
    """Free upgrades; what is none of them is a replacement, where armies take any."""
    yield lacks(d, BACK, "NR 7.upgrade", "shows its upgraded side")
    yield must(d, lambda unit: not REGIONAL[unit], "NR 7.upgrade", "is never upgraded")
    box, where = TURNS[d.turn], d.where
    armies, left = box.soviet_steps > 1, box.upgrades > upgraded
    told = f"{box.upgrades} upgrades are free in this turn, no more"
    yield unless(not left and not armies, "NR 7.upgrade", told)
    land, zones = overland(d, SOVIET), ezoc(d, SOVIET)

    def improves(unit: Unit) -> bool:
        return _improves(d, upgraded, unit)

    def has_path(unit: Unit) -> bool:
        return bool(land >> where[unit] & 1)

    yield must(d, lambda unit: armies or improves(unit), "NR 7.upgrade", "is disorganized")
    told = "has no overland supply"
    yield must(d, lambda unit: has_path(unit) or not improves(unit), "NR 7.upgrade", told)
    yield must(d, has_path, "NR 7.flip.soviet", told)
    told = "is in an enemy zone of control"
    yield must(d, lambda u: improves(u) or not zones >> where[u] & 1, "NR 7.flip.soviet", told)


def turn_over(d: Draft, unit: Unit) -> None:
    """The other side up."""
    if d.marks[unit] & BACK:
        d.clear(unit, BACK)
    else:
        d.mark(unit, BACK)


def flip(d: Draft, unit: Unit) -> None:
    rule = flip_rule(d, unit)
    before, name = d.marks[unit], d.named(unit)
    d.mark(unit, FLIPPED)
    turn_over(d, unit)
    if d.log is not None:
        now = "" if d.named(unit) == name else f" and is now {d.named(unit)}"
        d.say("flip", f"{name} is turned over{now}", rule, data=(unit,))
    if FORM[unit] != "fortifies":
        d.frames.append(Window(OTHER[SIDE[unit]], "replaced", (unit, d.where[unit], before)))


def undo_replacement(d: Draft, unit: Unit, place: Space, marks: int) -> None:
    """A card takes back a replacement just made; what was paid stays lost."""
    d.marks[unit] = marks | FLIPPED
    d.put(unit, place)
