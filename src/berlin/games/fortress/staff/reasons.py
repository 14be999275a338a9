"""What speaks for an action, in plain lines, by the judgements that the staff decides by."""

from berlin.games.fortress.board.ground import AIRFIELDS, REICHSTAG, SIZE, TOWERS, distance
from berlin.games.fortress.board.names import hex_name
from berlin.games.fortress.board.sight import is_ahead
from berlin.games.fortress.board.tables import COLUMNS, in_columns
from berlin.games.fortress.board.units import (
    CONFUSION,
    DIVISION_NAMES,
    FLAK,
    GLIDER,
    LEADERS,
    NAMES,
    TYPE,
)
from berlin.games.fortress.cover import ALLIED
from berlin.games.fortress.rules.air import Lay, LayNapalm
from berlin.games.fortress.rules.assignment import Aim, Assign
from berlin.games.fortress.rules.combat.advance import Advance, Advancing, Exploit
from berlin.games.fortress.rules.combat.assault import Announcing, Resolve
from berlin.games.fortress.rules.combat.attack import ASSAULT, FIRE, Attack, chances, column, figure
from berlin.games.fortress.rules.combat.bombardment import AddStrike, Bombarding, Napalm
from berlin.games.fortress.rules.combat.defensive_fire import Replying
from berlin.games.fortress.rules.combat.designation import Target
from berlin.games.fortress.rules.combat.gunfire import Gunning
from berlin.games.fortress.rules.combat.losses import Lose
from berlin.games.fortress.rules.combat.retreat import Retreat
from berlin.games.fortress.rules.drop.landing import AimAt, Displace, Drop, zone_of
from berlin.games.fortress.rules.movement.march import Change, Face, Go, March, Move
from berlin.games.fortress.rules.set_up.placing import Place
from berlin.games.fortress.staff import combat, drop, goals, posts
from berlin.games.fortress.staff.outlook import Outlook
from berlin.kernel.play.acts import Act

# So much firepower of the enemy is worth a warning.
RISKY = 6.0


def lines(o: Outlook, action: Act) -> list[str]:
    """Short lines, the weightiest first; none where nothing was weighed."""
    top = o.d.frames[-1]
    match action:
        case Go(place) if isinstance(top, March):
            return _arrival(o, top.unit, place)
        case Change() if isinstance(top, March):
            return _mode(o, top)
        case Face(direction) if hasattr(top, "unit"):
            return _front(o, top.unit, direction)
        case Move(unit):
            return _order(o, unit)
        case Target(place):
            return _attack(o, place)
        case Resolve(place):
            return _assault(o, place)
        case Advance(unit) if isinstance(top, Advancing):
            return _arrival(o, unit, top.target)
        case Exploit(unit, place) | Retreat(unit, place):
            return _arrival(o, unit, place)
        case Lose(unit):
            return [f"{NAMES[unit]} can be spared best"]
        case Place(place) if hasattr(top, "unit"):
            return _post(o, place)
        case _:
            return _before_the_game(o, action)


def _before_the_game(o: Outlook, action: Act) -> list[str]:
    top = o.d.frames[-1]
    match action:
        case Assign(division, field):
            return _assignment(division, field)
        case Aim(place):
            return [] if o.threat(place) else ["no enemy gun reaches this hex of the airfield"]
        case Lay(place) | LayNapalm(place):
            return _strike(o, place, isinstance(action, LayNapalm))
        case Drop(division):
            return [f"{DIVISION_NAMES[division]} is the strongest that still waits"]
        case AimAt(place) if hasattr(top, "unit"):
            return _aim(o, top.unit, place)
        case Displace(place):
            return _danger(o, place) or ["no enemy gun reaches it"]
        case AddStrike():
            return ["each strike adds to the column"]
        case Napalm():
            return ["napalm takes away what the ground and the works protect"]
        case _:
            return []


def _assignment(division: int, field: int) -> list[str]:
    where = ("on Tegel", "on Tempelhof", "on Gatow", "north of the city", "south of the city")[field]
    lines = [f"its firepower of {drop.strength(division):.0f} serves best {where}"]
    if field >= len(AIRFIELDS) and CONFUSION[division] > 1:
        lines.append("many of its units would be lost in a drop")
    return lines


def _strike(o: Outlook, place: int, napalm: bool) -> list[str]:
    foe = o.foe(place)
    lines = []
    if any(TYPE[unit] == FLAK for unit in foe.units):
        all_drops = "every drop" if TOWERS >> place & 1 else "the drop near it"
        lines.append(f"flak that is disrupted doesn't hinder {all_drops}")
    if foe.units:
        lines.append(f"{foe.count} units stand there")
    if napalm and foe.off != foe.off_by_fire:
        lines.append("the ground and the works don't help against napalm")
    return lines


def _aim(o: Outlook, unit: int, place: int) -> list[str]:
    zone = zone_of(o.d, unit)
    if place == zone:
        return ["somebody must hold the Landing Zone"]
    lines = [f"{distance(place, zone)} hexes from the Landing Zone"]
    if not GLIDER[unit]:
        lines.append("there is open ground around, wherever it drifts")
    elif o.beside_enemy(place):
        lines.append("from there it can assault at once")
    return lines


def _post(o: Outlook, place: int) -> list[str]:
    if place == REICHSTAG:
        return ["the Reichstag must never be without a garrison"]
    if any(o.d.where[leader] == place for leader in LEADERS):
        return ["it guards a leader"]
    if o.d.strongpoints >> place & 1:
        return ["a strongpoint protects it, and without a garrison would fall"]
    return []


def _order(o: Outlook, unit: int) -> list[str]:
    if o.d.where[unit] >= SIZE:
        return ["it comes into the city"]
    return (
        ["it stands nearest to where it is needed"] if not posts.is_holder(unit) else ["it must stand ready"]
    )


def _arrival(o: Outlook, unit: int, place: int) -> list[str]:
    d, lines = o.d, []
    if place == goals.zone_of(d, unit):
        lines.append("it holds its Landing Zone")
    if o.seat == ALLIED and any(d.where[leader] == place for leader in LEADERS):
        lines.append("a leader is taken there")
    if place == REICHSTAG and o.seat == ALLIED:
        lines.append(
            "the Reichstag falls while the Allies lead" if o.wants_the_end else "but they don't lead"
        )
    here = d.where[unit]
    far = goals.levels(o, unit)
    if here < SIZE and far[place] < far[here]:
        lines.append("it comes nearer to its goal")
    if not posts.served(o, unit) >> place & 1:
        lines.append("but it has no Line of Communications there")
    if o.beside_enemy(place):
        lines.append("it stands beside the enemy")
    return lines + _danger(o, place)


def _danger(o: Outlook, place: int) -> list[str]:
    threat = o.threat(place)
    return [f"but the enemy can bring a firepower of {threat:.0f} on it"] if threat >= RISKY else []


def _mode(o: Outlook, frame: March) -> list[str]:
    if o.d.is_combat(frame.unit):
        return ["in Maneuver mode it comes much farther"]
    lines = ["in Combat mode it can fight in this turn"] if o.beside_enemy(o.d.where[frame.unit]) else []
    return [*lines, "in Combat mode it is protected better"]


def _front(o: Outlook, unit: int, direction: int) -> list[str]:
    place = o.d.where[unit]
    if place >= SIZE:
        return []
    enemy = goals.nearest(place, o.hostile)
    if enemy >= 0 and is_ahead(place, direction, enemy):
        return [f"the nearest enemy is at {hex_name(enemy)}"]
    return []


def _attack(o: Outlook, place: int) -> list[str]:
    """What speaks for a target, by the step of combat."""
    top = o.d.frames[-1]
    if isinstance(top, Announcing):
        return _assault(o, place)
    if isinstance(top, Gunning):
        units = tuple(unit for unit in combat.guns(o, place) if combat.is_gun(o, unit))
        return _odds(o, Attack(FIRE, o.seat, place, units)) if units else []
    if isinstance(top, Bombarding):
        _, strikes = combat.bombardment_promise(o, place)
        lines = [f"{strikes} air strikes are worth it"] if strikes else []
        if combat.is_pressed(o, o.foe(place)):
            lines.append("it will be assaulted next")
        return lines
    return ["their assault can be broken before it begins"] if isinstance(top, Replying) else []


def _assault(o: Outlook, place: int) -> list[str]:
    units = combat.assaulters(o, place)
    units = units or next((one.units for one in o.d.assaults if one.target == place), ())
    units = tuple(unit for unit in units if o.d.where[unit] < SIZE)
    return _odds(o, Attack(ASSAULT, o.seat, place, units)) if units else []


def _odds(o: Outlook, attack: Attack) -> list[str]:
    """The column of an attack on a hex that is seen, and what it may bring."""
    shifted = column(o.d, attack)
    found = chances(shifted.total, figure(o.d, attack).total)
    lines = [f"column {COLUMNS[in_columns(shifted.total)]}"]
    lines += [f"{name} in {ways} of 36 throws" for name, ways in found.items() if name != "no effect"]
    return lines
