"""Assaults: men go in, and fight it out at close quarters."""

from berlin.boards.hexes import bits
from berlin.campaign.model.fight import HELPLESS, Fight
from berlin.kernel.contract.ids import BOTH, OTHER, Place, Seat, Unit
from berlin.squad.board.counters import Sort
from berlin.squad.board.names import holder_of
from berlin.squad.board.pieces import Mark


def assaults(f: Fight, side: Seat, wanted: int) -> None:
    """Men who together outweigh an enemy next to them enough go in, the weakest enemy first; then all close
    combats are fought."""
    prey = [(resistance(f, OTHER[side], space), space) for space in f.stacks[OTHER[side]]]
    gone: set[Unit] = set()
    for weight, space in sorted(prey):
        if space in f.stacks[side]:
            continue
        party = _party(f, side, space, gone)
        if party and 100 * sum(strength_of(f, n) for n in party) >= wanted * weight:
            gone.update(party)
            for unit in party:
                f.put(unit, space)
    for space in sorted(set(f.stacks[0]) & set(f.stacks[1])):
        melee(f, side, space)


def _party(f: Fight, side: Seat, space: Place, gone: set[Unit]) -> list[Unit]:
    """The men next to a hex who could go in, the strongest first, as many as there is room for."""
    near = [
        n
        for other in bits(f.field.chart.beside[space])
        if other not in f.stacks[OTHER[side]]
        for n in f.men(side, other)
        if n not in gone and not f.piece(n).marks & HELPLESS and not f.serves(n)
    ]
    if not near or f.d.book.shut(f.d, f.counter(near[0])) >> space & 1:
        return []
    near.sort(key=lambda n: -strength_of(f, n))
    party, halves = list[Unit](), 0.0
    for unit in near:
        squads = 2 * f.counter(unit).squads
        if halves + squads <= f.house.room:
            party.append(unit)
            halves += squads
    return party if halves else []


def strength_of(f: Fight, unit: Unit) -> int:
    """At close quarters: men with what they carry; of vehicles half."""
    counter = f.counter(unit)
    if f.piece(unit).marks & HELPLESS:
        return 0
    if not counter.is_personnel:
        return f.power(unit) // 2 if counter.sort is not Sort.GUN else 0
    return f.power(unit) + sum(f.counter(w).fire // 2 for w in f.weapons(unit))


def resistance(f: Fight, side: Seat, space: Place) -> int:
    """What an assault meets there: men in cover, and the fire of those who are with them."""
    total = sum(strength_of(f, n) for n in f.stacks[side].get(space, ()))
    return total * (6 + f.shelter[space]) // 6


def melee(f: Fight, attacker: Seat, space: Place) -> None:
    """Rounds of close combat; who is left alone has the hex."""
    for _ in range(f.house.rounds):
        if not all(space in f.stacks[side] for side in BOTH):
            break
        strength = [sum(strength_of(f, n) for n in f.stacks[side][space]) for side in BOTH]
        strength[OTHER[attacker]] = strength[OTHER[attacker]] * (6 + f.shelter[space]) // 6
        blows = [_blows(f, side, space, strength) for side in (attacker, OTHER[attacker])]
        for side, count in zip((OTHER[attacker], attacker), blows, strict=True):
            suffer(f, side, space, count)
        for side in (attacker, OTHER[attacker]):
            _at_vehicles(f, side, space)
    for side in BOTH:
        if space in f.stacks[side] and space not in f.stacks[OTHER[side]]:
            f.take(side, space)


def _blows(f: Fight, side: Seat, space: Place, strength: list[int]) -> int:
    """How many enemies a side's roll tells upon."""
    if not strength[side]:
        return 0
    percent = 100 * strength[side] // max(1, strength[OTHER[side]])
    need = max((roll for odds, roll in f.house.odds if odds <= percent), default=0)
    used = [w for n in f.men(side, space) for w in f.weapons(n) if f.counter(w).expendable]
    roll = f.dice()
    for weapon in used[:1]:
        _spend(f, weapon, roll)
    return max(0, need - roll + 1)


def _spend(f: Fight, weapon: Unit, roll: int) -> None:
    """A charge, a flamethrower or a rocket launcher may be used up: the roll is written down."""
    if roll >= f.house.spends:
        f.d.change(weapon, spent=roll)
        f.loads[holder_of(weapon, f.piece(weapon))].remove(weapon)
        f.d.lose(weapon, "used up")


def suffer(f: Fight, side: Seat, space: Place, blows: int) -> None:
    """Blows fall on the helpless first, who are taken prisoner, then on the best; the last only reduces."""
    while blows and space in f.stacks[side]:
        there = f.men(side, space)
        if not there:
            return
        broken = [n for n in there if f.piece(n).has(Mark.BROKEN)]
        guards = [n for n in f.men(OTHER[side], space) if not f.piece(n).marks & HELPLESS]
        guards = [n for n in guards if f.counter(n).is_mmc]
        if broken and guards:
            f.capture(broken[0], guards[0])
        else:
            victim = max(there, key=lambda n: (f.counter(n).fire, -n))
            if blows == 1:
                f.reduce(victim, "killed in close combat")
            else:
                f.lose(victim, "killed in close combat")
        blows -= 1


def _at_vehicles(f: Fight, side: Seat, space: Place) -> None:
    """Men attack the vehicles in their hex, one for each unit that can."""
    able = [n for n in f.men(side, space) if not f.piece(n).marks & HELPLESS]
    for unit, prey in zip(able, f.vehicles(OTHER[side], space), strict=False):
        roll = f.dice()
        if roll <= f.house.tanks + f.counter(unit).shot // 3:
            f.wreck(prey, 2 * roll <= f.house.tanks, "destroyed in close combat")
