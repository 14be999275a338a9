"""One attack in Close Combat: its odds, its DRM, its roll, and what it does."""

from collections.abc import Iterable, Sequence

import msgspec

from berlin.kernel.contract.ids import BOTH, OTHER, Seat, Unit
from berlin.squad.board.combatants import NOTHING, Combatant, odds
from berlin.squad.board.counters import Mount, Sort
from berlin.squad.board.mounts import working
from berlin.squad.board.names import holder_of, owner_of, unit_of
from berlin.squad.board.pieces import ON_MAP, STUCK, Mark, Piece, keeper
from berlin.squad.board.works import Works
from berlin.squad.draft import Draft
from berlin.squad.rules.guards import Location, relieve
from berlin.squad.rules.harm import chosen, modifier, reduce
from berlin.squad.rules.rolls import roll_on_table
from berlin.squad.rules.vehicles import aboard, leave_wreck

LEAST, MOST = 2, 12
UNHARMED = "nothing"
WORSE = ("burns", "eliminated", "immobilized", UNHARMED)
"""What may become of a vehicle, the worst first."""
EIGHTHS = 8
"""Firepower is reckoned in eighths, since it may be halved three times."""
HELPLESS = Mark.BROKEN | Mark.DISRUPTED | Mark.HIDDEN
FATE = "lost in Close Combat"


class Attack(msgspec.Struct, frozen=True):
    """Who attacks whom: to kill, or to take prisoners."""

    by: tuple[Unit, ...]
    at: tuple[Unit, ...]
    seize: bool = False
    charge: bool = False
    """With a magnetic mine."""


class Effect(msgspec.Struct, frozen=True):
    """An attack that was rolled for: whom it finishes, and of whom it hits one."""

    attack: Attack
    dead: tuple[Unit, ...] = ()
    hurt: tuple[Unit, ...] = ()


def combatant(d: Draft, unit: Unit) -> Combatant:
    return d.book.combatants.get(d.piece(unit).kind, NOTHING)


def is_vehicle(d: Draft, unit: Unit) -> bool:
    return d.counter(unit).sort in (Sort.VEHICLE, Sort.CUPOLA)


def side_of(d: Draft, unit: Unit) -> Seat:
    """The side that it fights for."""
    return keeper(owner_of(unit), d.piece(unit)) if is_vehicle(d, unit) else owner_of(unit)


def carrier(d: Draft, unit: Unit) -> Unit | None:
    """The vehicle that a man is on; None if he is on foot."""
    piece = d.piece(unit)
    if piece.holder < 0 or piece.has(Mark.PRISONER) or is_vehicle(d, unit):
        return None
    holder = unit_of(owner_of(unit), piece.holder)
    return holder if d.counter(holder).sort is Sort.VEHICLE else None


def is_rider(d: Draft, unit: Unit) -> bool:
    """On an AFV; whoever is in another vehicle shares its fate."""
    vehicle = carrier(d, unit)
    return vehicle is not None and d.counter(vehicle).afv


def fighters(d: Draft, side: Seat, place: Location) -> list[Unit]:
    """A side's units in a Location, hidden ones too: men at large, and vehicles that are manned. Prisoners
    fight for nobody."""
    found = []
    for owner in (side, OTHER[side]):
        for unit, one in d.on_map(owner):
            if (one.space, one.level) != place or keeper(owner, one) != side:
                continue
            counter = d.counter(unit)
            at_large = counter.is_personnel and not one.has(Mark.PRISONER)
            men = at_large and (carrier(d, unit) is None or is_rider(d, unit))
            if men or (counter.sort in (Sort.VEHICLE, Sort.CUPOLA) and not one.has(Mark.ABANDONED)):
                found.append(unit)
    return found


def firepower(d: Draft, unit: Unit) -> int:
    """What it attacks with, in eighths."""
    one, kind = d.piece(unit), combatant(d, unit)
    if not is_vehicle(d, unit):
        return kind.fp * EIGHTHS >> (one.has(Mark.PINNED) + is_guard(d, unit))
    if one.marks & (Mark.SHOCKED | Mark.UNCONFIRMED) or (one.has(Mark.STUNNED) and not one.has(Mark.SHAKEN)):
        return 0
    # A cupola has one machine-gun, and no marks for it but its own.
    fp = 0 if one.marks & (Mark.MALFUNCTION | Mark.DISABLED) else kind.fp
    guns = working(d.counter(unit), one)
    return (fp + sum(gun.fp for gun in guns if _bears(one, gun.mount))) * EIGHTHS


def _bears(one: Piece, mount: Mount) -> bool:
    """The bow machine-gun doesn't reach those beside the vehicle, the one on the roof needs a man outside."""
    return mount is not Mount.BOW and (mount is not Mount.AA or one.has(Mark.EXPOSED))


def is_able(d: Draft, unit: Unit) -> bool:
    """Can it attack at all?"""
    return not d.piece(unit).marks & HELPLESS and firepower(d, unit) > 0


def is_guard(d: Draft, unit: Unit) -> bool:
    return any(
        one.has(Mark.PRISONER) and holder_of(n, one) == unit for n, one in d.on_map(OTHER[owner_of(unit)])
    )


def close_combat_value(d: Draft, unit: Unit) -> int:
    """Its kill number against a vehicle."""
    one, counter = d.piece(unit), d.counter(unit)
    green = counter.is_mmc and counter.grade == 0
    value = combatant(d, unit).ccv + one.has(Mark.ENGINEER) - green
    return value - one.has(Mark.PINNED) - is_guard(d, unit)


def team(d: Draft, group: Sequence[Unit]) -> tuple[Unit, ...]:
    """Who of a group goes at a vehicle: one unit, and a man with it."""
    men = [unit for unit in group if not is_vehicle(d, unit)]
    counters = {unit: d.counter(unit) for unit in men}
    first = max(men, key=lambda unit: (counters[unit].is_mmc, close_combat_value(d, unit)))
    others = [unit for unit in men if unit != first and counters[unit].is_smc]
    best = sorted(others, key=lambda unit: modifier(d, unit))[:1]
    return (first, *best)


def kill_number(d: Draft, attack: Attack) -> int:
    if is_vehicle(d, attack.at[0]):
        return close_combat_value(d, attack.by[0]) + (len(attack.by) > 1)
    return _ratio(d, attack)[1]


def _ratio(d: Draft, attack: Attack) -> tuple[str, int]:
    strength = sum(firepower(d, unit) for unit in attack.by)
    strength >>= any(d.piece(unit).has(Mark.CONCEALED) for unit in attack.at)
    if is_vehicle(d, attack.by[0]):
        defence = sum(max(close_combat_value(d, unit), 1) for unit in attack.at)
    else:
        defence = sum(combatant(d, unit).fp for unit in attack.at)
    found = odds(d.book.odds, strength, defence * EIGHTHS)
    return found.text, found.kill


def _led(d: Draft, by: tuple[Unit, ...]) -> dict[str, int]:
    """What those who attack bring along."""
    counters = [d.counter(unit) for unit in by]
    leads = [modifier(d, u) for u, c in zip(by, counters, strict=True) if c.sort is Sort.LEADER]
    heroes = [c.sort is Sort.HERO or d.piece(u).has(Mark.HEROIC) for u, c in zip(by, counters, strict=True)]
    return {
        "leader": min((0, *leads)) if len(by) > 1 else 0,
        "hero": any(heroes),
        "exhausted": any(d.piece(unit).has(Mark.EXHAUSTED) for unit in by),
    }


def reasons(d: Draft, attack: Attack, target: Unit, away: Sequence[Unit]) -> dict[str, int]:
    """The DRM of an attack against one of its targets."""
    if is_vehicle(d, target):
        return _led(d, attack.by) | _against_vehicle(d, attack, target, away)
    one, counter = d.piece(target), d.counter(target)
    place, side = (one.space, one.level), side_of(d, target)
    leaves = target in away
    standing = [unit for unit in fighters(d, side, place) if unit not in away] if leaves else []
    return _led(d, attack.by) | {
        "shaken": any(d.piece(unit).has(Mark.SHAKEN) for unit in attack.by),
        "riding": any(is_rider(d, unit) for unit in attack.by),
        "broken": one.has(Mark.BROKEN),
        "withdrawing": leaves,
        "covering": len(standing),
        "ridden": is_rider(d, target),
        "capture": attack.seize,
        "green": attack.seize and counter.is_mmc and counter.grade == 0,
    }


def _against_vehicle(d: Draft, attack: Attack, target: Unit, away: Sequence[Unit]) -> dict[str, int]:
    one, counter, kind = d.piece(target), d.counter(target), combatant(d, target)
    served = not one.marks & (Mark.SHOCKED | Mark.UNCONFIRMED | Mark.STUNNED)
    bow = any(gun.mount is Mount.BOW for gun in working(counter, one))
    armed = served and (firepower(d, target) > 0 or bow)
    escort = [
        d.counter(unit).squads
        for unit in fighters(d, side_of(d, target), (one.space, one.level))
        if unit not in away and not d.piece(unit).marks & (HELPLESS | Mark.PINNED)
    ]
    return {
        "magnetic": attack.charge,
        "unarmored": not counter.afv,
        "unarmed": not armed,
        "open": kind.open,
        "exposed": one.has(Mark.EXPOSED) and counter.afv and not kind.open,
        "immobile": counter.afv and (counter.sort is Sort.CUPOLA or bool(one.marks & STUCK)),
        "escort": round(2 * sum(escort)),
    }


def table_of(d: Draft, attack: Attack) -> str:
    return "cc.vehicle" if is_vehicle(d, attack.at[0]) else "cc"


def has_chance(d: Draft, attack: Attack, away: Sequence[Unit] = ()) -> bool:
    """Can any roll do anything? Against a vehicle one always can."""
    if not attack.by or not attack.at:
        return False
    if is_vehicle(d, attack.at[0]):
        return True
    table, kill = d.book.tables[table_of(d, attack)], kill_number(d, attack)
    return any(table.tally(LEAST, reasons(d, attack, unit, away)).total <= kill for unit in attack.at)


def roll(d: Draft, attack: Attack, away: Sequence[Unit] = ()) -> Effect:
    """The roll of an attack. What it does is `apply`'s."""
    table, kill, base = d.book.tables[table_of(d, attack)], kill_number(d, attack), d.roll(6) + d.roll(6)
    dead, hurt = list[Unit](), list[Unit]()
    for unit in attack.at:
        tally = table.tally(base, reasons(d, attack, unit, away))
        (dead if tally.total < kill else hurt if tally.total == kill else []).append(unit)
        if d.log is not None:
            by = ", ".join(d.name(one) for one in attack.by)
            column = "" if is_vehicle(d, unit) else f" at {_ratio(d, attack)[0]}"
            text = f"{by} against {d.name(unit)}{column}, kill number {kill}: {tally}"
            d.say("close combat", text, table.rule, data=(unit, base, tally.total, kill))
    if is_vehicle(d, attack.at[0]):
        _at_vehicle(d, attack, base, kill)
        return Effect(attack)
    for unit in attack.by:
        d.mark(unit, off=Mark.CONCEALED)
    return Effect(attack, tuple(dead), tuple(hurt))


def on_vehicle(total: int, kill: int, fluke: str) -> str:
    """What becomes of a vehicle: the worse of what the roll brings, and of an unlikely kill."""
    burns, dead, hurt = 2 * total <= kill, total < kill, total == kill
    result = WORSE[0] if dead and burns else WORSE[1] if dead else WORSE[2] if hurt else UNHARMED
    return min(result, fluke, key=WORSE.index)


def _at_vehicle(d: Draft, attack: Attack, base: int, kill: int) -> None:
    """A vehicle is burnt, eliminated or immobilized; its crew may hit back."""
    unit, rule = attack.at[0], d.book.cite("melee.close_combat")
    total = d.book.tables["cc.vehicle"].tally(base, reasons(d, attack, unit, ())).total
    result = on_vehicle(total, kill, roll_on_table(d, "cc.unlikely")[1] if base == LEAST else UNHARMED)
    if result in ("burns", "eliminated"):
        destroy(d, unit, result == "burns")
    elif result == "immobilized":
        d.mark(unit, on=Mark.IMMOBILE)
    manned = not d.piece(unit).marks & (Mark.SHOCKED | Mark.UNCONFIRMED | Mark.STUNNED)
    if base == MOST and manned and d.counter(unit).crew:
        for one in attack.by:
            reduce(d, one, FATE, rule)


def destroy(d: Draft, unit: Unit, burns: bool) -> None:
    """A vehicle and everyone in it."""
    gone = d.piece(unit)
    for leader in aboard(d, unit):
        d.lose(leader, FATE)
    for other, one in list(d.on_map(owner_of(unit))):
        if holder_of(other, one) == unit and d.counter(other).is_personnel:
            d.lose(other, FATE)
    d.lose(unit, FATE)
    if d.counter(unit).sort is Sort.VEHICLE:
        leave_wreck(d, gone, Works.BURNING_WRECK if burns else Works.WRECK)


def apply(d: Draft, effects: Iterable[Effect], place: Location) -> set[Unit]:
    """Everything that attacks at one time do: first who is killed, then who is taken. Who was harmed?"""
    effects, harmed = list(effects), set[Unit]()
    rule = d.book.cite("melee.close_combat")
    for effect in effects:
        if effect.attack.seize:
            continue
        for unit in effect.dead:
            if not d.piece(unit).is_out:
                d.lose(unit, FATE)
        hurt = [unit for unit in effect.hurt if not d.piece(unit).is_out]
        struck = chosen(d, hurt, rule)
        for unit in struck:
            reduce(d, unit, FATE, rule)
            d.mark(unit, off=Mark.CONCEALED)
        harmed.update(effect.dead, struck)
    for effect in effects:
        if effect.attack.seize:
            harmed |= _seize(d, effect)
    for side in BOTH:
        relieve(d, side, place)
    return harmed


def _seize(d: Draft, effect: Effect) -> set[Unit]:
    """Prisoners for whoever is left of those who took them; without one nobody is taken."""
    captors = [unit for unit in effect.attack.by if not d.piece(unit).is_out]
    captors = [unit for unit in captors if not d.piece(unit).has(Mark.PRISONER)]
    if not captors:
        return set()
    guard = max(captors, key=lambda unit: d.counter(unit).squads)
    taken = [unit for unit in effect.dead if not d.piece(unit).is_out]
    left = [unit for unit in effect.hurt if not d.piece(unit).is_out]
    for unit in taken:
        take(d, unit, guard)
    # The defender chooses: he gives what is worth least.
    for unit in sorted(left, key=lambda unit: d.counter(unit).points)[:1]:
        side = owner_of(unit)
        if d.counter(unit).sort is Sort.SQUAD:
            d.change(unit, kind=d.counter(unit).half)
            half = d.add(side, msgspec.structs.replace(d.piece(unit), holder=-1))
            take(d, half, guard)
        else:
            take(d, unit, guard)
        taken.append(unit)
    return set(taken)


def take(d: Draft, unit: Unit, guard: Unit) -> None:
    """A unit is taken prisoner: its arms lie where it stood."""
    for other, one in d.held_by(unit):
        if one.where is ON_MAP:
            d.change(other, holder=-1)
    d.say("captured", f"{d.log_name(unit)} is captured", d.book.cite("melee.goes_on"))
    d.hand(unit, guard)
    lasting = Mark.WOUNDED | Mark.HEROIC | Mark.ENGINEER
    d.mark(unit, on=Mark.PRISONER, off=~(lasting | Mark.PRISONER))
