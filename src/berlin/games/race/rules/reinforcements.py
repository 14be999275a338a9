"""2.1 Reinforcements: who arrives this turn, and where."""

from collections.abc import Mapping

from berlin.games.race.board.ground import GERMAN_SUPPLY, SOVIET_SUPPLY
from berlin.games.race.board.units import (
    ARMY_NAMES,
    CAMP,
    COUNTERS,
    FORMATION_OF,
    FORMATIONS,
    NAMES,
    POOL,
    WAITING,
    XII_ARMY,
)
from berlin.games.race.board.zones import DISTANCE, ZONES, find_zone, zone_name
from berlin.games.race.cover import SEATS
from berlin.games.race.rules.movement.moves import arrive
from berlin.games.race.rules.positions import any_soviets_in, soviets_in, units_in
from berlin.games.race.rules.question import RaceQuestion
from berlin.games.race.rules.stacking import german_room
from berlin.games.race.state.actions import Action, EnterAt
from berlin.games.race.state.state import AMERICAN, Draft, Position
from berlin.kernel.contract.ids import OTHER
from berlin.kernel.contract.rules import Refusal

ARRIVES_ABOVE, XII_ABOVE, XII_FROM_TURN, XII_EACH_TURN = 6, 8, 4, 2

# The formations that roll, Zhukov's first.
ROLLING = tuple(
    sorted(
        (f for f, row in enumerate(FORMATIONS) if row.arrival in ("supply", "south", "Joachimsthal")),
        key=lambda f: CAMP[COUNTERS[f][0]],
    )
)
SOUTH_EDGE = tuple(zone.id for zone in ZONES if zone.south_edge and not zone.east)
WEST_SUPPLY = tuple(zone.id for zone in ZONES if zone.west_edge and zone.supply == 2)


def arrival_zones(formation: int) -> tuple[int, ...]:
    """11.5, 11.6: where a formation is meant to enter."""
    row = FORMATIONS[formation]
    if row.nation == "soviet":
        return SOVIET_SUPPLY[CAMP[COUNTERS[formation][0]]]
    if row.arrival == "south":
        return SOUTH_EDGE
    if row.arrival == "west":
        return WEST_SUPPLY
    return (find_zone(row.arrival),)


def entry_zones(p: Position, formation: int) -> tuple[int, ...]:
    """Where it may enter now: its arrival zones, or else the nearest supply zones at the map's edge."""
    wanted = arrival_zones(formation)
    if FORMATIONS[formation].nation == "soviet":
        camp = CAMP[COUNTERS[formation][0]]
        return tuple(zone for zone in wanted if not soviets_in(p, zone, OTHER[camp]))
    free = tuple(zone for zone in wanted if not _shut(p, zone))
    if free:
        return free
    spare = [zone for zone in GERMAN_SUPPLY if not _shut(p, zone)]
    if not spare:
        return ()
    distance = {zone: min(DISTANCE[zone][target] for target in wanted) for zone in spare}
    least = min(distance.values())
    return tuple(zone for zone in spare if distance[zone] == least)


def _shut(p: Position, zone: int) -> bool:
    return p.control[zone] == AMERICAN or any_soviets_in(p, zone) > 0 or german_room(p, zone) is not None


def roll_reinforcements(d: Draft) -> None:
    """A.1: the waiting enter, the others roll; XII Army is tested apart."""
    waiting = units_in(d, WAITING)
    arrivals = [FORMATION_OF[unit] for unit in waiting if COUNTERS[FORMATION_OF[unit]][0] == unit]
    for formation in ROLLING:
        if d.where[COUNTERS[formation][0]] != POOL:
            continue
        die = d.die(
            "reinforcement",
            f"{ARMY_NAMES[formation]} rolls to arrive",
            "RFB 2.1.1a",
            about=FORMATIONS[formation].key,
        )
        if die + d.turn > ARRIVES_ABOVE:
            arrivals.append(formation)
    arrivals += _xii_army(d)
    for formation in reversed(arrivals):
        d.frames.append(Enter(CAMP[COUNTERS[formation][0]], formation))


def _xii_army(d: Draft) -> list[int]:
    left = [unit for unit in XII_ARMY if d.where[unit] == POOL]
    if not left:
        return []
    if not d.xii:
        if d.turn >= XII_FROM_TURN:
            die = d.die("xii", "XII Army is tested", "RFB 2.1.2a")
            if die + d.turn > XII_ABOVE:
                d.xii = d.turn + 1
                d.say("order", "XII Army turns east and enters from the next turn on", "RFB 2.1.2b")
        return []
    if d.turn < d.xii:
        return []
    picked = []
    for _ in range(min(XII_EACH_TURN, len(left))):
        unit = left.pop(d.roll(len(left)) - 1)
        d.say("pick", f"{NAMES[unit]} of the XII Army comes up", "RFB 2.1.2c", data=(unit,))
        picked.append(FORMATION_OF[unit])
    return picked


def place(d: Draft, formation: int, zone: int) -> None:
    row = FORMATIONS[formation]
    if zone in arrival_zones(formation):
        rule = "RFB 2.1.3a"
    else:
        held = any(any_soviets_in(d, wanted) for wanted in arrival_zones(formation))
        rule = "RFB 2.1.3b" if held else "RFB 2.1.3.q2"
    source = "RFB 2.1.2c" if row.arrival == "west" else "RFB 2.1.1c"
    d.say(
        "arrive", f"{ARMY_NAMES[formation]} enters at {zone_name(zone)}", rule, source, data=(formation, zone)
    )
    for unit in COUNTERS[formation]:
        d.marks[unit] = 0
        arrive(d, unit, zone)


def _why_not(p: Position, formation: int, zone: int) -> Refusal:
    row, wanted, name = FORMATIONS[formation], arrival_zones(formation), zone_name(zone)
    if zone in wanted:
        if row.nation == "soviet":
            return Refusal("RFB 7.3.3a", f"Soviets of the other camp stand at {name}")
        if any_soviets_in(p, zone):
            return Refusal("RFB 2.1.3b", f"{name} is occupied by the enemy")
        return Refusal("RFB 2.1.3.q2", f"{name} is full or American")
    if any(option in wanted for option in entry_zones(p, formation)):
        return Refusal("RFB 2.1.3a", f"{ARMY_NAMES[formation]} does not enter at {name}")
    return Refusal("RFB 2.1.3.q1", f"{name} is not the nearest free supply zone at the edge of the map")


class Enter(RaceQuestion, frozen=True, gc=False):
    """2.1.3: where does a formation that became available enter?"""

    formation: int

    acts = (EnterAt,)
    rule = "RFB 2.1.3a"
    why = "Fresh troops enter only where the map lets them in; enter where the front is nearest or thinnest."

    def prompt(self, p: Position) -> str:
        return f"{FORMATIONS[self.formation].name} has arrived: where does it enter?"

    def still_asks(self, d: Draft) -> bool:
        zones = entry_zones(d, self.formation)
        if len(zones) > 1:
            return True
        d.frames.pop()
        if zones:
            place(d, self.formation, zones[0])
            return False
        for unit in COUNTERS[self.formation]:
            d.where[unit] = WAITING
        d.say("arrive", f"{ARMY_NAMES[self.formation]} finds every way in closed and waits", "RFB 2.1.3.q2")
        return False

    def answers(self, p: Position) -> list[Action]:
        return [EnterAt(self.formation, zone) for zone in entry_zones(p, self.formation)]

    def carry_out(self, d: Draft, act: Action) -> None:
        assert isinstance(act, EnterAt)
        d.frames.pop()
        place(d, act.formation, act.zone)

    def refuse(self, p: Position, act: Action) -> Refusal:
        if isinstance(act, EnterAt) and act.formation == self.formation:
            return _why_not(p, self.formation, act.zone)
        seat = SEATS[self.seat].capitalize()
        return Refusal("RFB 2.1.3a", f"{seat} must first say where {ARMY_NAMES[self.formation]} enters")

    def meaning(self, p: Position, named: Mapping[str, int]) -> tuple[Action, ...]:
        return (EnterAt(self.formation, named["zone"]),) if "zone" in named else ()
