"""7.flip, 7.upgrade and 7.fort: units that are turned over, and what that costs."""

from berlin.games.noretreat.board.ground import BALKANS
from berlin.games.noretreat.board.tables import AXIS, SOVIET, TURNS
from berlin.games.noretreat.board.units import FORM, RANGES, REGIONAL, SIDE, STATUS, YUGOSLAV
from berlin.games.noretreat.rules.cards.windows import Window
from berlin.games.noretreat.rules.conditions import is_on_map, lacks, must, stands_in
from berlin.games.noretreat.rules.placement import IMPROVEMENT_ENDS
from berlin.games.noretreat.rules.supply import overland
from berlin.games.noretreat.rules.zones import ezoc
from berlin.games.noretreat.state.state import BACK, DISORGANIZED, FLIPPED, Draft
from berlin.kernel.play.limits import Narrowing, unless

FORTS_FROM = 3


def price(d: Draft, upgraded: int, unit: int) -> int:
    """The cards that turning a unit over costs; an upgrade is free as long as there are any left."""
    if SIDE[unit] == AXIS:
        return TURNS[d.turn].axis_flip
    if FORM[unit] == "fortifies":
        return 0 if d.marks[unit] & BACK or YUGOSLAV[unit] else 1
    return 0 if _improves(d, upgraded, unit) else 1


def _improves(d: Draft, upgraded: int, unit: int) -> bool:
    """Is turning an army over a free upgrade? Else it is a replacement, from turn 17 on."""
    return TURNS[d.turn].upgrades > upgraded and not d.marks[unit] & DISORGANIZED


def flip_rule(d: Draft, unit: int) -> str:
    if FORM[unit] == "fortifies":
        return "NR 7.fort.yugoslav" if YUGOSLAV[unit] else "NR 7.fort"
    if SIDE[unit] == AXIS:
        return "NR 7.flip.axis"
    return "NR 7.flip.soviet" if TURNS[d.turn].soviet_steps > 1 else "NR 7.upgrade"


def _family(unit: int) -> tuple[str, bool]:
    return FORM[unit], YUGOSLAV[unit]


FAMILIES = tuple(
    tuple(
        tuple(unit for unit in units if _family(unit) == family)
        for family in dict.fromkeys(_family(unit) for unit in units)
    )
    for units in RANGES
)
"""By side: the units for which the same conditions hold, each family a tuple."""


def flip_conditions(d: Draft, upgraded: int, unit: int) -> tuple[Narrowing[int], ...]:
    """What a unit of who organizes must be to be turned over, as this one and all of its family."""
    rule = flip_rule(d, unit)
    here = (is_on_map(d, rule), lacks(d, FLIPPED, rule, "was turned over in this turn"))
    match FORM[unit]:
        case "single":
            return (*here, must(d, lambda unit: False, "NR 7.onestep", "has one side only"))
        case "reduces":
            return (*here, *_reduced(d, SIDE[unit]))
        case "fortifies":
            return (*here, *_fortified(d, YUGOSLAV[unit]))
        case _:
            return (*here, *_upgraded(d, upgraded))


def _reduced(d: Draft, side: int) -> tuple[Narrowing[int], ...]:
    marks = d.marks
    improvement = "NR 7.flip.axis" if d.turn < IMPROVEMENT_ENDS else "NAB 13.0.24"
    return (
        must(d, lambda unit: bool(marks[unit] & BACK), "NR 7.flip.axis", "is at full strength"),
        must(
            d,
            lambda unit: side == AXIS and STATUS[unit] not in ("finn", "ally"),
            "NR 7.place.never",
            "takes no replacements",
        ),
        unless(not TURNS[d.turn].axis_flip, improvement, "no unit of the Axis is improved in this turn"),
        stands_in(d, overland(d, side), "NR 7.flip.axis", "has no overland supply"),
        stands_in(d, ~ezoc(d, side), "NR 7.flip.axis", "is in an enemy zone of control"),
    )


def _fortified(d: Draft, yugoslav: bool) -> tuple[Narrowing[int], ...]:
    if yugoslav:
        return (stands_in(d, BALKANS, "NAB 2.3.2a", "is in neither Balkan area"),)
    where, marks, cities = d.where, d.marks, d.cities
    return (
        unless(not TURNS[d.turn].forts, "NR 7.fort", f"forts are built from turn {FORTS_FROM} on"),
        must(
            d,
            lambda unit: bool(marks[unit] & BACK or cities >> where[unit] & 1),
            "NR 7.fort",
            "is not in a city",
        ),
    )


def _upgraded(d: Draft, upgraded: int) -> tuple[Narrowing[int], ...]:
    """Free upgrades; what is none of them is a replacement, where armies take any."""
    box, where = TURNS[d.turn], d.where
    land, zones = overland(d, SOVIET), ezoc(d, SOVIET)
    armies, left = box.soviet_steps > 1, box.upgrades > upgraded
    no_more = f"{box.upgrades} upgrades are free in this turn, no more"

    def improves(unit: int) -> bool:
        return _improves(d, upgraded, unit)

    def has_path(unit: int) -> bool:
        return bool(land >> where[unit] & 1)

    return (
        lacks(d, BACK, "NR 7.upgrade", "shows its upgraded side"),
        must(d, lambda unit: not REGIONAL[unit], "NR 7.upgrade", "is never upgraded"),
        unless(not left and not armies, "NR 7.upgrade", no_more),
        must(d, lambda unit: armies or improves(unit), "NR 7.upgrade", "is disorganized"),
        must(
            d,
            lambda unit: has_path(unit) or not improves(unit),
            "NR 7.upgrade",
            "has no overland supply",
        ),
        must(d, has_path, "NR 7.flip.soviet", "has no overland supply"),
        must(
            d,
            lambda unit: improves(unit) or not zones >> where[unit] & 1,
            "NR 7.flip.soviet",
            "is in an enemy zone of control",
        ),
    )


def turn_over(d: Draft, unit: int) -> None:
    """The other side up."""
    if d.marks[unit] & BACK:
        d.clear(unit, BACK)
    else:
        d.mark(unit, BACK)


def flip(d: Draft, unit: int) -> None:
    rule = flip_rule(d, unit)
    before, name = d.marks[unit], d.named(unit)
    d.mark(unit, FLIPPED)
    turn_over(d, unit)
    if d.log is not None:
        now = "" if d.named(unit) == name else f" and is now {d.named(unit)}"
        d.say("flip", f"{name} is turned over{now}", rule, data=(unit,))
    if FORM[unit] != "fortifies":
        d.frames.append(Window(1 - SIDE[unit], "replaced", (unit, d.where[unit], before)))


def undo_replacement(d: Draft, unit: int, place: int, marks: int) -> None:
    """A card takes back a replacement just made; what was paid stays lost."""
    d.marks[unit] = marks | FLIPPED
    d.put(unit, place)
