"""7.flip, 7.upgrade and 7.fort: units that are turned over, and what that costs."""

from berlin.games.noretreat.board.ground import BALKANS
from berlin.games.noretreat.board.tables import AXIS, SOVIET, TURNS
from berlin.games.noretreat.board.units import FORM, REGIONAL, SIDE, STATUS, YUGOSLAV
from berlin.games.noretreat.rules.cards.windows import Window
from berlin.games.noretreat.rules.placement import IMPROVEMENT_ENDS
from berlin.games.noretreat.rules.supply import overland
from berlin.games.noretreat.rules.zones import ezoc
from berlin.games.noretreat.state.state import BACK, DISORGANIZED, FLIPPED, SIZE, Draft
from berlin.kernel.contract.ids import OTHER
from berlin.kernel.contract.rules import Refusal

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


def flip_refusal(d: Draft, upgraded: int, unit: int) -> Refusal | None:
    """Why a unit of who organizes can't be turned over now, leaving out what it costs."""
    name = d.named(unit)
    if d.where[unit] >= SIZE:
        return Refusal(flip_rule(d, unit), f"{name} is not on the map")
    if d.marks[unit] & FLIPPED:
        return Refusal(flip_rule(d, unit), f"{name} was turned over in this turn")
    match FORM[unit]:
        case "single":
            return Refusal("NR 7.onestep", f"{name} has one side only")
        case "reduces":
            return _flip_reduced(d, unit)
        case "fortifies":
            return _fortify(d, unit)
        case _:
            return _upgrade(d, upgraded, unit)


def flip_rule(d: Draft, unit: int) -> str:
    if FORM[unit] == "fortifies":
        return "NR 7.fort.yugoslav" if YUGOSLAV[unit] else "NR 7.fort"
    if SIDE[unit] == AXIS:
        return "NR 7.flip.axis"
    return "NR 7.flip.soviet" if TURNS[d.turn].soviet_steps > 1 else "NR 7.upgrade"


def _flip_reduced(d: Draft, unit: int) -> Refusal | None:
    if not d.marks[unit] & BACK:
        return Refusal("NR 7.flip.axis", f"{d.named(unit)} is at full strength")
    if SIDE[unit] == SOVIET or STATUS[unit] in ("finn", "ally"):
        return Refusal("NR 7.place.never", f"{d.named(unit)} takes no replacements")
    if not TURNS[d.turn].axis_flip:
        rule = "NR 7.flip.axis" if d.turn < IMPROVEMENT_ENDS else "NAB 13.0.24"
        return Refusal(rule, "no unit of the Axis is improved in this turn")
    return _needs_path(d, unit, "NR 7.flip.axis")


def _needs_path(d: Draft, unit: int, rule: str) -> Refusal | None:
    space = d.where[unit]
    if not overland(d, SIDE[unit]) >> space & 1:
        return Refusal(rule, f"{d.named(unit)} has no overland supply")
    if ezoc(d, SIDE[unit]) >> space & 1:
        return Refusal(rule, f"{d.named(unit)} is in an enemy zone of control")
    return None


def _fortify(d: Draft, unit: int) -> Refusal | None:
    space = d.where[unit]
    if YUGOSLAV[unit]:
        if not BALKANS >> space & 1:
            return Refusal("NAB 2.3.2a", f"{d.named(unit)} is in neither Balkan area")
        return None
    if not TURNS[d.turn].forts:
        return Refusal("NR 7.fort", f"forts are built from turn {FORTS_FROM} on")
    if not d.marks[unit] & BACK and not d.cities >> space & 1:
        return Refusal("NR 7.fort", f"{d.named(unit)} is not in a city")
    return None


def _upgrade(d: Draft, upgraded: int, unit: int) -> Refusal | None:
    if d.marks[unit] & BACK:
        return Refusal("NR 7.upgrade", f"{d.named(unit)} shows its upgraded side")
    box = TURNS[d.turn]
    if REGIONAL[unit]:
        return Refusal("NR 7.upgrade", f"{d.named(unit)} is never upgraded")
    if _improves(d, upgraded, unit):
        if not overland(d, SOVIET) >> d.where[unit] & 1:
            return Refusal("NR 7.upgrade", f"{d.named(unit)} has no overland supply")
        return None
    if box.soviet_steps < 2:
        if box.upgrades > upgraded:
            return Refusal("NR 7.upgrade", f"{d.named(unit)} is disorganized")
        return Refusal("NR 7.upgrade", f"{box.upgrades} upgrades are free in this turn, no more")
    return _needs_path(d, unit, "NR 7.flip.soviet")


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
        d.frames.append(Window(OTHER[SIDE[unit]], "replaced", (unit, d.where[unit], before)))


def undo_replacement(d: Draft, unit: int, place: int, marks: int) -> None:
    """A card takes back a replacement just made; what was paid stays lost."""
    d.marks[unit] = marks | FLIPPED
    d.put(unit, place)
