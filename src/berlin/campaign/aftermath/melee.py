"""Conclusion of Melee: opposing units of one Location fight it out, round by round."""

from collections.abc import Sequence

from msgspec.structs import replace

from berlin.campaign.aftermath import close_combat
from berlin.campaign.aftermath.close_combat import (
    Attack,
    fighters,
    has_chance,
    is_able,
    is_vehicle,
    piece,
    team,
)
from berlin.campaign.aftermath.hatches import Hatches
from berlin.campaign.aftermath.withdrawal import UNSEEN, leave, refuges, rout
from berlin.campaign.counters import Sort
from berlin.campaign.guards import Place
from berlin.campaign.names import piece_of
from berlin.campaign.pieces import Mark
from berlin.campaign.retained import keeper
from berlin.campaign.rolls import rolled
from berlin.campaign.state import Draft
from berlin.kernel.acts import Act
from berlin.kernel.frames import Frame
from berlin.kernel.rules import Refusal
from berlin.kernel.words import Word

SIX = 6
UNTRIED, ATTACHED, FAILED = 0, 1, 2


class Melees(Frame, frozen=True, gc=False):
    """Which Melee is resolved next?"""


class Bout(Frame, frozen=True, gc=False):
    """A round of one Melee."""

    space: int
    level: int
    opened: int = 0
    """Was there a round before this?"""
    serial: int = 0
    """Are attacks made one after the other, since a vehicle is there?"""
    away: tuple[int, ...] = ()
    """Who withdraws, and where to."""
    to: tuple[int, ...] = ()
    spent: tuple[int, ...] = ()
    """Who has attacked."""
    ceased: int = 0
    """Which sides attack no more in this round, bit by bit."""
    aside: tuple[int, ...] = ()
    """Who is kept back from the attack in hand."""
    at: tuple[int, ...] = ()
    charge: int = UNTRIED
    plans: tuple[Attack, ...] = ()
    """The attacks that are resolved at one time."""

    @property
    def place(self) -> Place:
        return self.space, self.level


class Parting(Bout, frozen=True, gc=False):
    """Who withdraws from the Melee?"""


class Assault(Bout, frozen=True, gc=False):
    """Who is attacked?"""


class Fight(Act, frozen=True, gc=False):
    """Fight this Melee next."""

    space: int


class Withdraw(Act, frozen=True, gc=False):
    """Leave the Melee for the next hex."""

    unit: int
    space: int


class Stand(Act, frozen=True, gc=False):
    """Nobody else withdraws."""


class Engage(Act, frozen=True, gc=False):
    """Attack this enemy unit too."""

    unit: int


class Detach(Act, frozen=True, gc=False):
    """Keep a unit back for an attack of its own."""

    unit: int


class Attach(Act, frozen=True, gc=False):
    """Try to fix a magnetic mine."""


class Strike(Act, frozen=True, gc=False):
    """Attack those who were named."""


class Seize(Act, frozen=True, gc=False):
    """Attack to take prisoners."""


class Cease(Act, frozen=True, gc=False):
    """No more attacks in this round."""


def _write_plan(attack: Attack) -> str:
    sign = ("!" if attack.seize else "") + ("*" if attack.charge else "")
    return f"{'+'.join(map(str, attack.by))}>{'+'.join(map(str, attack.at))}{sign}"


def _read_plan(text: str) -> Attack:
    by, _, rest = text.partition(">")
    at = rest.rstrip("!*")
    sign = rest[len(at) :]
    units = [tuple(map(int, part.split("+"))) for part in (by, at)]
    return Attack(units[0], units[1], "!" in sign, "*" in sign)


PLAN = Word("an attack", _write_plan, _read_plan)
"""How attacks that wait for their roll are written."""


def begin(d: Draft) -> None:
    d.frames.append(Melees(d.book.closing.attacker))


def melees(d: Draft) -> list[Place]:
    """The Locations where an attack can still be made, or units have yet to come to light."""
    held = tuple[set[Place], set[Place]]((set(), set()))
    for owner in (0, 1):
        for _, one in d.on_map(owner):
            held[keeper(owner, one)].add((one.space, one.level))
    return sorted(place for place in held[0] & held[1] if goes_on(d, place))


def goes_on(d: Draft, place: Place) -> bool:
    ours, theirs = (fighters(d, side, place) for side in (0, 1))
    if not ours or not theirs:
        return False
    if any(piece(d, unit).has(Mark.HIDDEN) for unit in (*ours, *theirs)):
        return True
    return bool(_band(d, ours, theirs) or _band(d, theirs, ours))


def _band(d: Draft, units: Sequence[int], foes: Sequence[int], away: Sequence[int] = ()) -> list[int]:
    """Who makes the next attack: the men together, or one vehicle, if they can do something."""
    able = [unit for unit in units if is_able(d, unit)]
    men = [unit for unit in able if not is_vehicle(d, unit)]
    bands = [men, *([unit] for unit in able if is_vehicle(d, unit))]
    return next((band for band in bands if _openings(d, band, foes, away)), [])


def _openings(d: Draft, group: Sequence[int], foes: Sequence[int], away: Sequence[int] = ()) -> list[int]:
    """The enemies that a group could do something to."""
    return [unit for unit in foes if has_chance(d, _attack(d, group, (unit,)), away)] if group else []


def _attack(d: Draft, group: Sequence[int], at: tuple[int, ...], seize: bool = False) -> Attack:
    """A group's attack: at a vehicle only a few of it go; a vehicle attacks by itself, and only men."""
    men = [unit for unit in group if not is_vehicle(d, unit)]
    if at and is_vehicle(d, at[0]):
        return Attack(team(d, men) if men else (), at)
    return Attack(tuple(men or group[:1]), at, seize)


def settle_melees(d: Draft, frame: Melees) -> bool:
    """Asked while there are several; the last needs no order."""
    places = melees(d)
    if not places:
        d.frames.pop()
    elif len(places) == 1:
        _open(d, places[0])
    return len(places) > 1


def options_melees(d: Draft, frame: Melees) -> list[Act]:
    return [Fight(space) for space in sorted({space for space, _ in melees(d)})]


def answer_melees(d: Draft, frame: Melees, act: Act) -> None:
    assert isinstance(act, Fight)
    _open(d, next(place for place in melees(d) if place[0] == act.space))


def refuse_melees(d: Draft, frame: Melees, act: Act) -> Refusal:
    return Refusal(d.book.closing.order, "no Melee is fought there")


def _open(d: Draft, place: Place) -> None:
    """The first round here: vehicles stop before it."""
    names = d.book.ground.field.names
    d.say("melee", f"Melee in {names[place[0]]}", d.book.closing.melee)
    for side in (0, 1):
        for unit in fighters(d, side, place):
            d.mark(*piece_of(unit), off=Mark.MOTION)
    _round(d, place, 0)


def _round(d: Draft, place: Place, opened: int) -> None:
    _overrun(d, place)
    d.frames.append(Parting(d.book.closing.attacker, *place, opened))


def _overrun(d: Draft, place: Place) -> None:
    """A vehicle without arms or escort is taken by enemies who are there and able."""
    for side in (0, 1):
        foes = [u for u in fighters(d, 1 - side, place) if is_able(d, u) and not is_vehicle(d, u)]
        ours = fighters(d, side, place)
        if not foes or any(not is_vehicle(d, unit) for unit in ours):
            continue
        for unit in ours:
            counter = d.counter(*piece_of(unit))
            crowded = any(p.holder == piece_of(unit)[1] for _, p in d.on_map(piece_of(unit)[0]))
            if not counter.armed and not counter.guns and not counter.afv and not crowded:
                back = piece(d, unit).has(Mark.CAPTURED)
                on, off = (0, Mark.CAPTURED) if back else (Mark.CAPTURED, 0)
                d.mark(*piece_of(unit), on=on, off=off)
                d.say("captured", f"{counter.text} is captured", d.book.closing.base)


def leavers(d: Draft, frame: Parting) -> list[int]:
    """Who could withdraw and has not said so yet."""
    barred = Mark.PINNED | Mark.DISRUPTED | Mark.BERSERK | Mark.HIDDEN
    return [
        unit
        for unit in fighters(d, frame.seat, frame.place)
        if not is_vehicle(d, unit)
        and not close_combat.is_rider(d, unit)
        and unit not in frame.away
        and not piece(d, unit).marks & barred
    ]


def settle_parting(d: Draft, frame: Parting) -> bool:
    """Asked while somebody has somewhere to go; then the other side is, and then who attacks."""
    if any(isinstance(act, Withdraw) for act in options_parting(d, frame)):
        return True
    _parted(d, frame)
    return False


def _parted(d: Draft, frame: Parting) -> None:
    attacker = d.book.closing.attacker
    if frame.seat == attacker:
        d.frames[-1] = replace(frame, seat=1 - attacker)
        return
    vehicles = [
        any(is_vehicle(d, unit) for unit in fighters(d, side, frame.place))
        for side in (attacker, 1 - attacker)
    ]
    first = 1 - attacker if vehicles == [True, False] else attacker
    d.frames[-1] = Assault(first, *frame.place, frame.opened, int(any(vehicles)), frame.away, frame.to)


def options_parting(d: Draft, frame: Parting) -> list[Act]:
    found = {unit: refuges(d, unit) for unit in leavers(d, frame)}
    acts: list[Act] = [Withdraw(unit, space) for unit, spaces in found.items() for space in spaces]
    routs = any(spaces and piece(d, unit).has(Mark.BROKEN) for unit, spaces in found.items())
    return acts if routs else [*acts, Stand()]


def answer_parting(d: Draft, frame: Parting, act: Act) -> None:
    if isinstance(act, Withdraw):
        d.frames[-1] = replace(frame, away=(*frame.away, act.unit), to=(*frame.to, act.space))
    else:
        _parted(d, frame)


def refuse_parting(d: Draft, frame: Parting, act: Act) -> Refusal:
    cites = d.book.closing
    if isinstance(act, Stand):
        return Refusal(cites.base, "a broken unit must try to withdraw")
    return Refusal(cites.base, "only unpinned Infantry withdraws, to the next hex, away from known enemies")


def group(d: Draft, frame: Assault) -> list[int]:
    """Who takes part in the attack in hand, of those who have not attacked yet."""
    out = {*frame.away, *frame.spent, *frame.aside}
    units = [unit for unit in fighters(d, frame.seat, frame.place) if unit not in out]
    return _band(d, units, foes(d, frame), frame.away)


def foes(d: Draft, frame: Assault) -> list[int]:
    found = fighters(d, 1 - frame.seat, frame.place)
    return [unit for unit in found if not piece(d, unit).has(Mark.HIDDEN)]


def attack_in_hand(d: Draft, frame: Assault, seize: bool = False) -> Attack:
    return replace(_attack(d, group(d, frame), frame.at, seize), charge=frame.charge == ATTACHED)


def settle_assault(d: Draft, frame: Assault) -> bool:
    """Asked who has an attack to make; when nobody has, the round is over."""
    if not frame.ceased >> frame.seat & 1:
        if group(d, frame):
            return True
        if frame.aside:
            d.frames[-1] = replace(frame, aside=())
            return False
    ceased = frame.ceased | 1 << frame.seat
    if ceased == 0b11:
        _conclude(d, frame)
    else:
        d.frames[-1] = replace(frame, seat=1 - frame.seat, ceased=ceased, aside=(), at=(), charge=UNTRIED)
    return False


def options_assault(d: Draft, frame: Assault) -> list[Act]:
    able, acts = group(d, frame), list[Act]()
    others = [unit for unit in foes(d, frame) if unit not in frame.at]
    if not (frame.at and is_vehicle(d, frame.at[0])):
        acts += [Engage(unit) for unit in others if _may_engage(d, frame, able, unit)]
    acts += [Detach(unit) for unit in able if _may_spare(d, frame, unit)]
    if frame.at:
        acts.append(Strike())
        if _may_seize(d, frame):
            acts.append(Seize())
        if _may_attach(d, frame):
            acts.append(Attach())
    elif any(close_combat.side_of(d, unit) == frame.seat for unit in frame.spent):
        acts.append(Cease())
    return acts


def _may_engage(d: Draft, frame: Assault, able: list[int], unit: int) -> bool:
    at = (*frame.at, unit)
    if is_vehicle(d, unit) and (frame.at or is_vehicle(d, able[0])):
        return False
    return has_chance(d, _attack(d, able, at), frame.away)


def _may_spare(d: Draft, frame: Assault, unit: int) -> bool:
    """May a unit be kept back? Those who are left must still be able to do something."""
    rest = group(d, replace(frame, aside=(*frame.aside, unit)))
    if not rest or is_vehicle(d, unit):
        return False
    if frame.at:
        return not is_vehicle(d, rest[0]) and has_chance(d, _attack(d, rest, frame.at), frame.away)
    return True


def _may_seize(d: Draft, frame: Assault) -> bool:
    attack = attack_in_hand(d, frame, seize=True)
    if is_vehicle(d, frame.at[0]) or is_vehicle(d, attack.by[0]):
        return False
    return has_chance(d, attack, frame.away)


def _may_attach(d: Draft, frame: Assault) -> bool:
    lead = attack_in_hand(d, frame).by[0]
    return (
        frame.charge == UNTRIED
        and frame.seat in d.book.closing.magnetic
        and is_vehicle(d, frame.at[0])
        and not piece(d, lead).has(Mark.PINNED)
    )


def answer_assault(d: Draft, frame: Assault, act: Act) -> None:
    match act:
        case Engage():
            d.frames[-1] = replace(frame, at=(*frame.at, act.unit))
        case Detach():
            d.frames[-1] = replace(frame, aside=(*frame.aside, act.unit))
        case Attach():
            _attach(d, frame)
        case Strike() | Seize():
            _strike(d, frame, isinstance(act, Seize))
        case _:
            d.frames[-1] = replace(frame, ceased=frame.ceased | 1 << frame.seat)


def refuse_assault(d: Draft, frame: Assault, act: Act) -> Refusal:
    base = d.book.closing.base
    match act:
        case Engage():
            return Refusal(base, "an attack is at enemies of this Melee whom it can harm, or at one vehicle")
        case Detach():
            return Refusal(base, "who attacks now can't be spared")
        case Seize():
            return Refusal(base, "only men capture, and only men, with a chance of success")
        case Attach():
            return Refusal(base, "no unpinned unit with magnetic mines attacks a vehicle")
        case Cease():
            return Refusal(d.book.closing.melee, "as long as an attack can be made the Melee goes on")
        case _:
            return Refusal(base, "say first whom to attack")


def fixing(d: Draft, unit: int) -> dict[str, int]:
    """What is added to the die of who tries to fix a magnetic mine."""
    counter = d.counter(*piece_of(unit))
    return {"half": counter.sort in (Sort.HALF, Sort.CREW), "man": counter.is_smc}


def _attach(d: Draft, frame: Assault) -> None:
    lead = attack_in_hand(d, frame).by[0]
    die, result = rolled(d, "cc.magnetic", fixing(d, lead), d.counter(*piece_of(lead)).text)
    if die == SIX:
        d.mark(*piece_of(lead), on=Mark.PINNED)
    d.frames[-1] = replace(frame, charge=ATTACHED if result == "attached" else FAILED)


def _strike(d: Draft, frame: Assault, seize: bool) -> None:
    attack = attack_in_hand(d, frame, seize)
    spent = (*frame.spent, *attack.by)
    frame = replace(frame, spent=spent, aside=(), at=(), charge=UNTRIED)
    if not frame.serial:
        d.frames[-1] = replace(frame, plans=(*frame.plans, attack))
        return
    other = 1 - frame.seat
    frame = replace(frame, seat=frame.seat if frame.ceased >> other & 1 else other)
    d.frames[-1] = frame
    harmed = close_combat.apply(d, [close_combat.roll(d, attack, frame.away)], frame.place)
    _kept_here(d, harmed)


def _kept_here(d: Draft, harmed: set[int]) -> None:
    """Who was hit doesn't get away."""
    frame = d.frames[-1]
    assert isinstance(frame, Bout)
    pairs = [pair for pair in zip(frame.away, frame.to, strict=True) if pair[0] not in harmed]
    d.frames[-1] = replace(frame, away=tuple(p[0] for p in pairs), to=tuple(p[1] for p in pairs))


def _conclude(d: Draft, frame: Assault) -> None:
    """The end of a round: what was planned is rolled, who withdrew is gone, who was hidden comes to light."""
    effects = [close_combat.roll(d, attack, frame.away) for attack in frame.plans]
    _kept_here(d, close_combat.apply(d, effects, frame.place))
    last = d.frames.pop()
    assert isinstance(last, Assault)
    for unit, space in zip(last.away, last.to, strict=True):
        leave(d, unit, space)
    rout(d, last.place)
    if not frame.opened:
        _come_to_light(d, frame.place)
    if goes_on(d, frame.place):
        _round(d, frame.place, 1)
    if not frame.opened:
        d.frames += [Hatches(side, *frame.place) for side in (1, 0)]


def _come_to_light(d: Draft, place: Place) -> None:
    """After the first round hidden units join in; pins, CX and Stun lose their force."""
    for side in (0, 1):
        for unit in fighters(d, side, place):
            one = piece(d, unit)
            if one.has(Mark.HIDDEN):
                d.say("revealed", f"{d.counter(*piece_of(unit)).text} comes to light", d.book.closing.reveal)
            shaken = Mark.SHAKEN if one.has(Mark.STUNNED) else 0
            d.mark(*piece_of(unit), on=shaken, off=UNSEEN | Mark.PINNED | Mark.EXHAUSTED)
