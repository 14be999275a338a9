"""Fire: volleys at men, shots at armour, and what weapons do that fail."""

from berlin.campaign.model.fight import HEAVY, VEILED, Fight, column
from berlin.kernel.contract.ids import OTHER, Place, Seat, Unit
from berlin.squad.board.counters import Sort
from berlin.squad.board.mounts import CONDITIONS, working
from berlin.squad.board.names import owner_of
from berlin.squad.board.pieces import Mark

# Beyond this a shot is one of a weapon made for it.
ORDNANCE = 5
SOFT, PLATED = 6, 2
MANNED = (Sort.GUN, Sort.VEHICLE, Sort.CUPOLA)


def volleys(f: Fight, side: Seat, moving: bool) -> None:
    """Each hex of a side fires once. In the enemy's turn `moving` is False: then all fire in full."""
    for space in sorted(f.stacks[side]):
        if space in f.stacks[OTHER[side]]:
            continue
        volley(f, side, space, moving)


def volley(f: Fight, side: Seat, space: Place, moving: bool) -> None:
    """Guns and vehicles shoot at armour that they see; all others, and they if there is none, at men."""
    house, power = f.house, [0, 0]
    firing: list[Unit] = []
    halved = False
    for unit in list(f.stacks[side].get(space, ())):
        if not f.is_able(unit):
            continue
        counter = f.counter(unit)
        went = moving and unit in f.moved
        heavy = counter.sort in MANNED
        if heavy and counter.shot >= ORDNANCE and _shoot(f, unit, house.far, went):
            continue
        if not heavy and counter.shot and _shoot(f, unit, house.close, went):
            continue
        halved |= went
        firing.append(unit)
        power[heavy] += 0 if not heavy and f.serves(unit) else f.power(unit)
        for weapon in f.weapons(unit):
            kind = f.counter(weapon)
            if not kind.expendable:
                power[kind.fire >= HEAVY] += kind.fire
    if firing and any(power):
        _at_men(f, side, space, power, firing, halved)


def target(f: Fight, side: Seat, space: Place, reach: int, armour: bool) -> Place | None:
    """The nearest enemy hex in sight with men, or with vehicles; the barest of those at one distance."""
    best: tuple[int, int, Place] | None = None
    row, file = f.cells[space]
    for other in f.stacks[OTHER[side]]:
        there = f.cells[other]
        if not (-reach <= there[0] - row <= reach and -reach <= there[1] - file <= reach):
            continue
        far = f.far(space, other)
        if far == 0 or far > reach or (far > f.house.seen and f.shelter[other] > 0):
            continue
        rank = far, f.shelter[other], other
        if (best is None or rank < best) and _shows(f, OTHER[side], other, armour, far):
            best = rank
    return best[2] if best else None


def _shows(f: Fight, side: Seat, space: Place, armour: bool, far: int) -> bool:
    """Is there anybody to be seen? Who is hidden shows only to his neighbours."""
    there = f.vehicles(side, space) if armour else soft(f, side, space)
    return any(far == 1 or not f.piece(unit).has(Mark.HIDDEN) for unit in there)


def soft(f: Fight, side: Seat, space: Place) -> list[Unit]:
    """Whom bullets hurt: men, and vehicles without armor."""
    return [
        n
        for n in f.stacks[side].get(space, ())
        if f.counter(n).is_personnel or (f.counter(n).sort is Sort.VEHICLE and not f.counter(n).afv)
    ]


def _at_men(f: Fight, side: Seat, space: Place, power: list[int], firing: list[Unit], halved: bool) -> None:
    house = f.house
    aim = target(f, side, space, house.far if power[1] else 2 * house.near, armour=False)
    if aim is None:
        return
    far = f.far(space, aim)
    light = power[0] * 2 if far == 1 else power[0] if far <= house.near else power[0] // 2
    total = ((light if far <= 2 * house.near else 0) + power[1]) // (2 if halved else 1)
    if total < 1:
        return
    cover = f.shelter[aim] - f.lead(side, space)
    if any(n in f.moved for n in f.stacks[OTHER[side]][aim]):
        cover -= house.exposed if f.shelter[aim] == 0 else 1
    if all(f.piece(n).marks & VEILED for n in soft(f, OTHER[side], aim)):
        cover += house.masked
    unveil(f, firing)
    if strike(f, OTHER[side], aim, total, cover, "killed by fire") == 12:
        breakdown(f, firing)


def unveil(f: Fight, firing: list[Unit]) -> None:
    """Who fires shows himself."""
    for unit in firing:
        gun = Mark.REVEALED if f.counter(unit).sort is Sort.GUN else 0
        f.d.mark(unit, on=gun, off=VEILED)


def strike(f: Fight, side: Seat, space: Place, power: int, cover: int, fate: str) -> int:
    """An attack on all men of a hex, and on vehicles without armor: the roll that was made."""
    house, roll = f.house, f.dice()
    margin = house.effect + column(power) - roll - cover
    if margin < 0:
        return roll
    hit = soft(f, side, space)
    if margin >= house.reduces and hit:
        victim = hit.pop(f.d.roll(len(hit)) - 1) if len(hit) > 1 else hit.pop()
        if f.counter(victim).sort is Sort.VEHICLE:
            f.wreck(victim, margin >= house.kills, fate)
        elif margin >= house.kills:
            f.lose(victim, fate)
        else:
            f.reduce(victim, fate)
            if not f.piece(victim).is_out:
                hit.append(victim)
    for unit in hit:
        if f.counter(unit).is_personnel:
            f.check(unit, margin // 2, fate)
    return roll


def breakdown(f: Fight, firing: list[Unit]) -> None:
    """A weapon of those that fired malfunctions: a Gun, a vehicle's Main Armament or one of its machine-guns,
    or what the men have."""
    at_risk = [(n, Mark.MALFUNCTION) for n in firing if f.counter(n).sort in MANNED]
    at_risk += [(n, mark) for n in firing for mark in _machine_guns(f, n)]
    at_risk += [(weapon, Mark.MALFUNCTION) for n in firing for weapon in f.weapons(n)]
    if not at_risk:
        return
    unit, mark = at_risk[f.d.roll(len(at_risk)) - 1] if len(at_risk) > 1 else at_risk[0]
    f.d.mark(unit, on=mark)


def fail(f: Fight, unit: Unit) -> None:
    """What shoots at armour malfunctions: Main Armament, or what men have for it."""
    if f.counter(unit).sort in MANNED:
        f.d.mark(unit, on=Mark.MALFUNCTION)
    else:
        breakdown(f, [unit])


def _machine_guns(f: Fight, unit: Unit) -> list[Mark]:
    """How it is marked that one of those of a vehicle malfunctions."""
    guns = working(f.counter(unit), f.piece(unit))
    return [CONDITIONS[gun.mount].malfunction for gun in guns]


def _shoot(f: Fight, unit: Unit, reach: int, went: bool) -> bool:
    """A shot at the nearest vehicle in sight; False if there is none that it could harm."""
    side = owner_of(unit)
    house, counter = f.house, f.counter(unit)
    space = f.piece(unit).space
    aim = target(f, side, space, reach, armour=True)
    if aim is None:
        return False
    there = [n for n in f.vehicles(OTHER[side], aim) if counter.shot - armour_of(f, n) // 2 > 2]
    if not there:
        return False
    unveil(f, [unit])
    victim = there[f.d.roll(len(there)) - 1] if len(there) > 1 else there[0]
    one, other = f.d.roll(6), f.d.roll(6)
    need = house.hit - f.far(space, aim) // house.step - f.shelter[aim] // 2 - 2 * went
    if one + other == 12:
        fail(f, unit)
    if one + other <= need:
        pierce(f, victim, counter.shot, flank=one == other)
    return True


def armour_of(f: Fight, unit: Unit) -> int:
    """As the counters' weights have it: 6 and half the armor factor."""
    return max(0, PLATED * (f.counter(unit).cover - SOFT))


def pierce(f: Fight, unit: Unit, shot: int, flank: bool) -> None:
    """A hit on a vehicle: it is wrecked, burns, is stopped or shocked, or nothing comes of it."""
    armour = armour_of(f, unit) // (2 if flank else 1)
    roll, need = f.dice(), shot - armour
    if roll < need:
        f.wreck(unit, 2 * roll <= need, "knocked out")
    elif f.counter(unit).sort is not Sort.VEHICLE:
        return
    elif roll == need:
        f.d.mark(unit, on=Mark.IMMOBILE)
    elif roll == need + 1 and f.counter(unit).afv:
        f.d.mark(unit, on=Mark.SHOCKED)
