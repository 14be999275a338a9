"""7. Organization: flips, placement, reorganization, in this order."""

from msgspec.structs import replace

from berlin.boards.hexes import bits
from berlin.games.noretreat.actions import (
    DONE,
    EXTEND,
    WAYS,
    Action,
    Done,
    Extend,
    Flip,
    Place,
    Play,
    Reorganize,
)
from berlin.games.noretreat.citing import PLACE_RULES
from berlin.games.noretreat.control import enter
from berlin.games.noretreat.frames import Organize, Window
from berlin.games.noretreat.ground import BALKANS
from berlin.games.noretreat.hand import PAID, can_pay, cant_pay, pay
from berlin.games.noretreat.kit import can_extend, extend_refusal, open_extension
from berlin.games.noretreat.placement import (
    IMPROVEMENT_ENDS,
    cost,
    may_come,
    spaces,
    triggered,
    why_not,
)
from berlin.games.noretreat.state import (
    ASIDE,
    BACK,
    DESTROYED,
    DISORGANIZED,
    FLIPPED,
    OUT,
    REINFORCEMENTS,
    SHATTERED,
    SIZE,
    SURRENDERED,
    Draft,
    place_name,
)
from berlin.games.noretreat.supply import overland
from berlin.games.noretreat.tables import AXIS, SEATS, SOVIET, TURNS
from berlin.games.noretreat.units import FORM, KEYS, RANGES, REGIONAL, SIDE, STATUS, YUGOSLAV
from berlin.games.noretreat.victory import gain
from berlin.games.noretreat.windows import play, plays, refusal
from berlin.games.noretreat.zones import ezoc
from berlin.kernel.rules import Refusal

FLIPS, PLACEMENT, REORGANIZATION = 0, 1, 2
FORTS_FROM = 3
# Any act of this phase: for what a card is worth when it pays for one.
ANY_ACT = Flip(0)
PLACE_FIRST = Refusal("NAB 13.0", "the units that an event has brought must be placed first")


def begin(d: Draft) -> None:
    seat = d.phasing
    d.frames.append(Organize(seat))
    d.frames.append(Window(1 - seat, "organization"))


def close(d: Draft) -> None:
    """Units that an event brought and that had nowhere to go are lost."""
    for unit in RANGES[d.phasing]:
        if d.where[unit] == REINFORCEMENTS and triggered(unit):
            d.marks[unit] = 0
            d.put(unit, OUT)
            d.say("loss", f"{KEYS[unit]} has nowhere to arrive and is lost", "NAB 13.0.Oil.q1", data=(unit,))


# Flips.


def price(d: Draft, frame: Organize, unit: int) -> int:
    """The cards that turning a unit over costs; an upgrade is free as long as there are any."""
    if SIDE[unit] == AXIS:
        return TURNS[d.turn].axis_flip
    if FORM[unit] == "fortifies":
        return 0 if d.marks[unit] & BACK or YUGOSLAV[unit] else 1
    return 0 if _improves(d, frame, unit) else 1


def _improves(d: Draft, frame: Organize, unit: int) -> bool:
    """Is turning an army over a free upgrade? Else it is a replacement, from turn 17 on."""
    return TURNS[d.turn].upgrades > frame.upgraded and not d.marks[unit] & DISORGANIZED


def flip_refusal(d: Draft, frame: Organize, unit: int) -> Refusal | None:
    """Why a unit can't be turned over now, leaving out what it costs."""
    name, side = KEYS[unit], SIDE[unit]
    if side != frame.seat:
        return Refusal("NR 4.organization", f"{name} is not yours")
    if d.where[unit] >= SIZE:
        return Refusal(_flip_rule(d, unit), f"{name} is not on the map")
    if d.marks[unit] & FLIPPED:
        return Refusal(_flip_rule(d, unit), f"{name} was turned over in this turn")
    match FORM[unit]:
        case "single":
            return Refusal("NR 7.onestep", f"{name} has one side only")
        case "reduces":
            return _flip_reduced(d, unit)
        case "fortifies":
            return _fortify(d, unit)
        case _:
            return _upgrade(d, frame, unit)


def _flip_rule(d: Draft, unit: int) -> str:
    if FORM[unit] == "fortifies":
        return "NR 7.fort.yugoslav" if YUGOSLAV[unit] else "NR 7.fort"
    if SIDE[unit] == AXIS:
        return "NR 7.flip.axis"
    return "NR 7.flip.soviet" if TURNS[d.turn].soviet_steps > 1 else "NR 7.upgrade"


def _flip_reduced(d: Draft, unit: int) -> Refusal | None:
    if not d.marks[unit] & BACK:
        return Refusal("NR 7.flip.axis", f"{KEYS[unit]} is at full strength")
    if SIDE[unit] == SOVIET or STATUS[unit] in ("finn", "ally"):
        return Refusal("NR 7.place.never", f"{KEYS[unit]} takes no replacements")
    if not TURNS[d.turn].axis_flip:
        rule = "NR 7.flip.axis" if d.turn < IMPROVEMENT_ENDS else "NAB 13.0.24"
        return Refusal(rule, "no unit of the Axis is improved in this turn")
    return _needs_path(d, unit, "NR 7.flip.axis")


def _needs_path(d: Draft, unit: int, rule: str) -> Refusal | None:
    space = d.where[unit]
    if not overland(d, SIDE[unit]) >> space & 1:
        return Refusal(rule, f"{KEYS[unit]} has no overland supply")
    if ezoc(d, SIDE[unit]) >> space & 1:
        return Refusal(rule, f"{KEYS[unit]} is in an enemy zone of control")
    return None


def _fortify(d: Draft, unit: int) -> Refusal | None:
    space = d.where[unit]
    if YUGOSLAV[unit]:
        if not BALKANS >> space & 1:
            return Refusal("NAB 2.3.2a", f"{KEYS[unit]} is in neither Balkan area")
        return None
    if not TURNS[d.turn].forts:
        return Refusal("NR 7.fort", f"forts are built from turn {FORTS_FROM} on")
    if not d.marks[unit] & BACK and not d.cities >> space & 1:
        return Refusal("NR 7.fort", f"{KEYS[unit]} is not in a city")
    return None


def _upgrade(d: Draft, frame: Organize, unit: int) -> Refusal | None:
    if d.marks[unit] & BACK:
        return Refusal("NR 7.upgrade", f"{KEYS[unit]} shows its upgraded side")
    box = TURNS[d.turn]
    if REGIONAL[unit]:
        return Refusal("NR 7.upgrade", f"{KEYS[unit]} is never upgraded")
    if _improves(d, frame, unit):
        if not overland(d, SOVIET) >> d.where[unit] & 1:
            return Refusal("NR 7.upgrade", f"{KEYS[unit]} has no overland supply")
        return None
    if box.soviet_steps < 2:
        if box.upgrades > frame.upgraded:
            return Refusal("NR 7.upgrade", f"{KEYS[unit]} is disorganized")
        return Refusal("NR 7.upgrade", f"{box.upgrades} upgrades are free in this turn, no more")
    return _needs_path(d, unit, "NR 7.flip.soviet")


def turn_over(d: Draft, unit: int) -> None:
    """The other side up."""
    if d.marks[unit] & BACK:
        d.clear(unit, BACK)
    else:
        d.mark(unit, BACK)


def flip(d: Draft, seat: int, action: Flip) -> None:
    unit = action.unit
    rule = _flip_rule(d, unit)
    before = d.marks[unit]
    d.mark(unit, FLIPPED)
    turn_over(d, unit)
    d.say("flip", f"{KEYS[unit]} is turned over", rule, data=(unit,))
    if FORM[unit] != "fortifies":
        d.frames.append(Window(1 - seat, "replaced", (unit, d.where[unit], before)))


PAID[Flip] = flip


def undo_replacement(d: Draft, unit: int, place: int, marks: int) -> None:
    """A card takes back a replacement just made; what was paid stays lost."""
    d.marks[unit] = marks | FLIPPED
    d.put(unit, place)


# Placement.


def place(d: Draft, seat: int, action: Place) -> None:
    unit, box = action.unit, d.where[action.unit]
    before = d.marks[unit]
    if box == ASIDE:
        gain(d, SOVIET, 1, "SS Panzer returns", "NAB 13.0.23c")
    elif box in (SHATTERED, DESTROYED, SURRENDERED):
        d.mark(unit, DISORGANIZED)
    enter(d, unit, action.space)
    if d.log is not None:
        where = place_name(action.space)
        d.say("place", f"{KEYS[unit]} is placed in {where}", _place_rule(box), data=(unit, action.space))
    if box in (DESTROYED, SURRENDERED):
        d.frames.append(Window(1 - seat, "replaced", (unit, box, before)))


def _place_rule(box: int) -> str:
    return PLACE_RULES.get(box, "NR 7.place.reinf")


PAID[Place] = place


def reorganize(d: Draft, seat: int, action: Reorganize) -> None:
    d.clear(action.unit, DISORGANIZED)
    d.say("place", f"{KEYS[action.unit]} is reorganized", "NR 7.disorganized", data=(action.unit,))


PAID[Reorganize] = reorganize


# The question.


def settle(d: Draft, frame: Organize) -> bool:
    return True


def _comers(d: Draft, seat: int) -> list[int]:
    return [unit for unit in RANGES[seat] if d.where[unit] >= SIZE and may_come(d, unit) is None]


def options(d: Draft, frame: Organize) -> list[Action]:
    seat = frame.seat
    found: list[Action] = []
    hand = d.hands[seat]
    if frame.step == FLIPS:
        for unit in RANGES[seat]:
            if d.where[unit] < SIZE and flip_refusal(d, frame, unit) is None:
                cards = price(d, frame, unit)
                if not cards or (hand and can_pay(d, seat, cards, ANY_ACT)):
                    found.append(Flip(unit))
    owing = False
    if frame.step <= PLACEMENT:
        for unit in _comers(d, seat):
            if can_pay(d, seat, cost(d, unit), ANY_ACT):
                board = spaces(d, unit)
                owing = owing or (bool(board) and _must(d, unit))
                found += [Place(unit, space) for space in bits(board)]
    if hand:
        if not owing and can_pay(d, seat, 1, ANY_ACT):
            found += [Reorganize(u) for u in RANGES[seat] if d.marks[u] & DISORGANIZED and d.where[u] < SIZE]
        found += plays(d, seat, "organization")
    # NAB 3.0c: the Axis may ask for the extension.
    if can_extend(d, seat):
        found.append(EXTEND)
    if not owing:
        found.append(DONE)
    return found


def _must(d: Draft, unit: int) -> bool:
    return triggered(unit) and d.where[unit] == REINFORCEMENTS


def answer(d: Draft, frame: Organize, action: Action) -> None:
    seat = frame.seat
    match action:
        case Flip(unit):
            cards = price(d, frame, unit)
            if FORM[unit] == "upgrades" and not cards:
                d.frames[-1] = replace(frame, upgraded=frame.upgraded + 1)
            pay(d, seat, cards, action)
        case Place(unit):
            d.frames[-1] = replace(frame, step=PLACEMENT)
            pay(d, seat, cost(d, unit), action)
        case Reorganize():
            d.frames[-1] = replace(frame, step=REORGANIZATION)
            pay(d, seat, 1, action)
        case Play():
            play(d, seat, "organization", action)
        case Extend():
            open_extension(d)
        case _:
            d.frames.pop()


def refuse(d: Draft, frame: Organize, action: Action) -> Refusal:
    match action:
        case Flip(unit):
            return _refuse_flip(d, frame, unit)
        case Place(unit, space):
            return _refuse_place(d, frame, unit, space)
        case Reorganize(unit):
            if SIDE[unit] == frame.seat and d.marks[unit] & DISORGANIZED and d.where[unit] < SIZE:
                return PLACE_FIRST if can_pay(d, frame.seat, 1, ANY_ACT) else cant_pay(1)
            return Refusal("NR 7.disorganized", f"{KEYS[unit]} is no disorganized unit of yours on the map")
        case Play(card, way):
            found = refusal(d, frame.seat, card, "organization", WAYS[way])
            if found is not None:
                return found
        case Extend():
            return extend_refusal(d)
        case Done():
            return PLACE_FIRST
    return Refusal("NR 4.organization", f"the {SEATS[frame.seat].capitalize()} side is organizing")


def _refuse_flip(d: Draft, frame: Organize, unit: int) -> Refusal:
    if frame.step > FLIPS:
        return Refusal("NR 4.organization", "the flip step is closed once placement has begun")
    return flip_refusal(d, frame, unit) or cant_pay(price(d, frame, unit))


def _refuse_place(d: Draft, frame: Organize, unit: int, space: int) -> Refusal:
    if SIDE[unit] != frame.seat:
        return Refusal("NR 4.organization", f"{KEYS[unit]} is not yours")
    if frame.step > PLACEMENT:
        return Refusal("NR 4.organization", "the placement step is closed")
    found = may_come(d, unit)
    if found is None and not can_pay(d, frame.seat, cost(d, unit), ANY_ACT):
        return cant_pay(cost(d, unit))
    return found or why_not(d, unit, space)
