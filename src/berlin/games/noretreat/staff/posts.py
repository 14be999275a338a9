"""What it is worth to a unit to stand in a space: the yardstick for moves, placements and retreats."""

from berlin.games.noretreat.board.ground import (
    ALL_OBJECTIVES,
    BUCHAREST,
    MAP,
    OVER_RIVER,
    PLOESTI,
    TERRAIN_OF,
    USSR,
    Space,
    spaces_of,
)
from berlin.games.noretreat.board.tables import AXIS, COLUMNS, RESET_TURN, SOVIET, TOO_LOW, column
from berlin.games.noretreat.board.units import FIXED, GERMAN, STRENGTH
from berlin.games.noretreat.rules.combat.losses import steps_left
from berlin.games.noretreat.rules.supply import ALWAYS
from berlin.games.noretreat.staff.odds import risk_table, unit_cost
from berlin.games.noretreat.staff.outlook import Outlook
from berlin.games.noretreat.staff.prizes import POINT, STAYING
from berlin.games.noretreat.state.state import BACK, BIT, SIZE, UNSUPPLIED
from berlin.kernel.contract.ids import Unit

# How much counts: strength near prizes, the way to them, the danger, want of supply, an open home, a screen.
NEAR_PRIZES, DANGER, HUNGER, GUARD, SCREEN = 2.0, 0.3, 5.0, 0.45, 0.25
# The share that counts of a German unit in the USSR when 1944 ends.
STAY = 0.4
# The strength near a home that must be feared.
FEARED = 10.0
# What is lost with a home that is left open for no battle.
LEFT_OPEN = 0.8
# The share of a home that counts for whoever alone keeps watch over it: of any, and of Ploesti and Bucharest,
# to which nobody could come back in time.
WATCH, FAR_WATCH, FAR = 0.9, 2.0, (PLOESTI, BUCHAREST)
# Who is marked already surrenders if he stays cut off.
SURRENDER = 9.0
# What is feared where the enemy could cut a unit off.
EXPOSED = 1.0
# Who has the initiative goes for the enemy's prizes.
ON_THE_WAY = (0.15, 0.65)
# In 1945 the Axis gathers where it decides, and the Soviets come on in a line that nobody slips through.
LAST_SCREEN = (0.0, 0.8)
# The share of the threat that comes together against one space.
TOGETHER = 0.6


def danger(o: Outlook, unit: Unit, space: Space) -> float:
    """What a unit may lose in a space in the enemy's next turn."""
    d = o.d
    threat = o.threat[space] * TOGETHER
    if threat < 1.0:
        return 0.0
    defence = STRENGTH[d.marks[unit] & BACK][unit]
    if o.own >> space & 1:
        defence += sum([STRENGTH[d.marks[u] & BACK][u] for u in d.units_in(o.side, space) if u != unit])
    at = column(round(threat), defence)
    if at == TOO_LOW:
        return 0.0
    at -= TERRAIN_OF[space].left + (ALL_OBJECTIVES >> space & 1)
    if OVER_RIVER[space] and OVER_RIVER[space].bit_count() > 2:
        at -= 1
    table = SOVIET if o.side == AXIS else d.weather.axis_crt
    risk = risk_table(table)[min(max(at, 0), len(COLUMNS) - 1)]
    return risk * unit_cost(d, unit) * (0.6 if steps_left(d, unit) > 1 else 1.0)


def post(o: Outlook, unit: Unit, space: Space) -> float:
    """What a unit is worth in a space."""
    d = o.d
    strength = STRENGTH[d.marks[unit] & BACK][unit]
    total = NEAR_PRIZES * strength * o.field(space) + ON_THE_WAY[o.attacking] * o.draw[space]
    total -= DANGER * danger(o, unit, space)
    if not o.supplied >> space & 1 and not ALWAYS[unit]:
        total -= SURRENDER if d.marks[unit] & UNSUPPLIED else HUNGER
    elif not o.firm >> space & 1 and not ALWAYS[unit]:
        total -= EXPOSED
    if d.turn in STAYING and GERMAN[unit] and USSR >> space & 1:
        total += STAY * POINT * STAYING[d.turn]
    if not FIXED[d.marks[unit] & BACK][unit]:
        near = MAP.beside[space] & o.run & ~o.own
        total += (LAST_SCREEN[o.side] if d.turn >= RESET_TURN else SCREEN) * (
            near & ~d.zones(o.side)
        ).bit_count()
    return total


def guard(o: Outlook, unit: Unit, space: Space) -> float:
    """What a unit's presence keeps from being run over; nothing if others are there too."""
    worth = o.hold(space)
    if not worth or not o.run >> space & 1:
        return 0.0
    if o.own >> space & 1 and any(u != unit for u in o.d.units_in(o.side, space)):
        return 0.0
    return GUARD * worth * min(1.0, o.threat[space] / FEARED)


def leaving(o: Outlook, unit: Unit) -> float:
    """What a unit's home is worth that would lie open without it."""
    here = o.d.where[unit]
    worth = o.hold(here)
    if not worth or any(u != unit for u in o.d.units_in(o.side, here)):
        return 0.0
    # Its zone goes with it: whoever is near enough comes in.
    if not o.run & MAP.within(here, 1) & ~o.own:
        return 0.0
    return GUARD * worth * min(1.0, o.threat[here] / FEARED)


def watch(o: Outlook, unit: Unit, space: Space) -> float:
    """What a unit in a space does for the homes in and next to it that nobody else watches."""
    homes = o.watched & MAP.within(space, 1)
    if not homes:
        return 0.0
    here, others = o.d.where[unit], o.own
    if here < SIZE and o.d.units_in(o.side, here) == [unit]:
        others &= ~BIT[here]
    alone = [home for home in spaces_of(homes) if not others & MAP.within(home, 1)]
    return sum([o.worth[home] * (FAR_WATCH if home in FAR else WATCH) for home in alone])


def stay(o: Outlook, unit: Unit) -> float:
    here = o.d.where[unit]
    return post(o, unit, here) + leaving(o, unit) * LEFT_OPEN / GUARD + watch(o, unit, here)


def march(o: Outlook, unit: Unit, space: Space, via: tuple[Space, ...] = ()) -> float:
    """What a unit is worth in a space that it comes to, with what it takes on the way."""
    total = post(o, unit, space) + guard(o, unit, space) + watch(o, unit, space) + o.relief(unit, space)
    for taken in (*via, space):
        if o.prizes >> taken & 1:
            total += o.worth[taken]
    return total
