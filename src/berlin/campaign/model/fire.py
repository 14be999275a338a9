"""Fire: volleys at men, shots at armour, and what weapons do that fail."""

from berlin.campaign.model.fight import HEAVY, VEILED, Fight, column
from berlin.squad.board.counters import Sort
from berlin.squad.board.mounts import CONDITIONS, working
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark

# Beyond this a shot is one of a weapon made for it.
ORDNANCE = 5
SOFT, PLATED = 6, 2
MANNED = (Sort.GUN, Sort.VEHICLE, Sort.CUPOLA)


def volleys(f: Fight, side: int, moving: bool) -> None:
    """Each hex of a side fires once. In the enemy's turn `moving` is False: then all fire in full."""
    for space in sorted(f.stacks[side]):
        if space in f.stacks[1 - side]:
            continue
        volley(f, side, space, moving)


def volley(f: Fight, side: int, space: int, moving: bool) -> None:
    """Guns and vehicles shoot at armour that they see; all others, and they if there is none, at men."""
    house, power = f.house, [0, 0]
    firing: list[int] = []
    halved = False
    for number in list(f.stacks[side].get(space, ())):
        if not f.is_able(side, number):
            continue
        counter = f.counter(side, number)
        went = moving and unit_of(side, number) in f.moved
        heavy = counter.sort in MANNED
        if heavy and counter.shot >= ORDNANCE and _shoot(f, side, number, house.far, went):
            continue
        if not heavy and counter.shot and _shoot(f, side, number, house.close, went):
            continue
        halved |= went
        firing.append(number)
        power[heavy] += 0 if not heavy and f.serves(side, number) else f.power(side, number)
        for weapon in f.weapons(side, number):
            kind = f.counter(side, weapon)
            if not kind.expendable:
                power[kind.fire >= HEAVY] += kind.fire
    if firing and any(power):
        _at_men(f, side, space, power, firing, halved)


def target(f: Fight, side: int, space: int, reach: int, armour: bool) -> int | None:
    """The nearest enemy hex in sight with men, or with vehicles; the barest of those at one distance."""
    best: tuple[int, int, int] | None = None
    row, file = f.cells[space]
    for other in f.stacks[1 - side]:
        there = f.cells[other]
        if not (-reach <= there[0] - row <= reach and -reach <= there[1] - file <= reach):
            continue
        far = f.far(space, other)
        if far == 0 or far > reach or (far > f.house.seen and f.shelter[other] > 0):
            continue
        rank = far, f.shelter[other], other
        if (best is None or rank < best) and _shows(f, 1 - side, other, armour, far):
            best = rank
    return best[2] if best else None


def _shows(f: Fight, side: int, space: int, armour: bool, far: int) -> bool:
    """Is there anybody to be seen? Who is hidden shows only to his neighbours."""
    there = f.vehicles(side, space) if armour else soft(f, side, space)
    return any(far == 1 or not f.piece(side, number).has(Mark.HIDDEN) for number in there)


def soft(f: Fight, side: int, space: int) -> list[int]:
    """Whom bullets hurt: men, and vehicles without armor."""
    return [
        n
        for n in f.stacks[side].get(space, ())
        if f.counter(side, n).is_personnel
        or (f.counter(side, n).sort is Sort.VEHICLE and not f.counter(side, n).afv)
    ]


def _at_men(f: Fight, side: int, space: int, power: list[int], firing: list[int], halved: bool) -> None:
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
    if any(unit_of(1 - side, n) in f.moved for n in f.stacks[1 - side][aim]):
        cover -= house.exposed if f.shelter[aim] == 0 else 1
    if all(f.piece(1 - side, n).marks & VEILED for n in soft(f, 1 - side, aim)):
        cover += house.masked
    unveil(f, side, firing)
    if strike(f, 1 - side, aim, total, cover, "killed by fire") == 12:
        breakdown(f, side, firing)


def unveil(f: Fight, side: int, firing: list[int]) -> None:
    """Who fires shows himself."""
    for number in firing:
        gun = Mark.REVEALED if f.counter(side, number).sort is Sort.GUN else 0
        f.d.mark(side, number, on=gun, off=VEILED)


def strike(f: Fight, side: int, space: int, power: int, cover: int, fate: str) -> int:
    """An attack on all men of a hex, and on vehicles without armor: the roll that was made."""
    house, roll = f.house, f.dice()
    margin = house.effect + column(power) - roll - cover
    if margin < 0:
        return roll
    hit = soft(f, side, space)
    if margin >= house.reduces and hit:
        victim = hit.pop(f.d.roll(len(hit)) - 1) if len(hit) > 1 else hit.pop()
        if f.counter(side, victim).sort is Sort.VEHICLE:
            f.wreck(side, victim, margin >= house.kills, fate)
        elif margin >= house.kills:
            f.lose(side, victim, fate)
        else:
            f.reduce(side, victim, fate)
            if not f.piece(side, victim).is_out:
                hit.append(victim)
    for number in hit:
        if f.counter(side, number).is_personnel:
            f.check(side, number, margin // 2, fate)
    return roll


def breakdown(f: Fight, side: int, firing: list[int]) -> None:
    """A weapon of those that fired malfunctions: a Gun, a vehicle's Main Armament or one of its machine-guns,
    or what the men have."""
    at_risk = [(n, Mark.MALFUNCTION) for n in firing if f.counter(side, n).sort in MANNED]
    at_risk += [(n, mark) for n in firing for mark in _machine_guns(f, side, n)]
    at_risk += [(weapon, Mark.MALFUNCTION) for n in firing for weapon in f.weapons(side, n)]
    if not at_risk:
        return
    number, mark = at_risk[f.d.roll(len(at_risk)) - 1] if len(at_risk) > 1 else at_risk[0]
    f.d.mark(side, number, on=mark)


def fail(f: Fight, side: int, number: int) -> None:
    """What shoots at armour malfunctions: Main Armament, or what men have for it."""
    if f.counter(side, number).sort in MANNED:
        f.d.mark(side, number, on=Mark.MALFUNCTION)
    else:
        breakdown(f, side, [number])


def _machine_guns(f: Fight, side: int, number: int) -> list[Mark]:
    """How it is marked that one of those of a vehicle malfunctions."""
    guns = working(f.counter(side, number), f.piece(side, number))
    return [CONDITIONS[gun.mount].malfunction for gun in guns]


def _shoot(f: Fight, side: int, number: int, reach: int, went: bool) -> bool:
    """A shot at the nearest vehicle in sight; False if there is none that it could harm."""
    house, counter = f.house, f.counter(side, number)
    space = f.piece(side, number).space
    aim = target(f, side, space, reach, armour=True)
    if aim is None:
        return False
    there = [n for n in f.vehicles(1 - side, aim) if counter.shot - armour_of(f, 1 - side, n) // 2 > 2]
    if not there:
        return False
    unveil(f, side, [number])
    victim = there[f.d.roll(len(there)) - 1] if len(there) > 1 else there[0]
    one, other = f.d.roll(6), f.d.roll(6)
    need = house.hit - f.far(space, aim) // house.step - f.shelter[aim] // 2 - 2 * went
    if one + other == 12:
        fail(f, side, number)
    if one + other <= need:
        pierce(f, 1 - side, victim, counter.shot, flank=one == other)
    return True


def armour_of(f: Fight, side: int, number: int) -> int:
    """As the counters' weights have it: 6 and half the armor factor."""
    return max(0, PLATED * (f.counter(side, number).cover - SOFT))


def pierce(f: Fight, side: int, number: int, shot: int, flank: bool) -> None:
    """A hit on a vehicle: it is wrecked, burns, is stopped or shocked, or nothing comes of it."""
    armour = armour_of(f, side, number) // (2 if flank else 1)
    roll, need = f.dice(), shot - armour
    if roll < need:
        f.wreck(side, number, 2 * roll <= need, "knocked out")
    elif f.counter(side, number).sort is not Sort.VEHICLE:
        return
    elif roll == need:
        f.d.mark(side, number, on=Mark.IMMOBILE)
    elif roll == need + 1 and f.counter(side, number).afv:
        f.d.mark(side, number, on=Mark.SHOCKED)
