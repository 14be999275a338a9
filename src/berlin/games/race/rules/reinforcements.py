"""2.1 Reinforcements: who arrives this turn, and where."""

from collections.abc import Mapping

from berlin.games.race.board.ground import GERMAN_SUPPLY, SOVIET_SUPPLY
from berlin.games.race.board.units import (
    ARMIES,
    ARMY_NAMES,
    CAMP,
    COUNTERS,
    FORMATION_OF,
    FORMATIONS,
    NAMES,
    POOL,
    WAITING,
    XII_ARMY,
    Army,
)
from berlin.games.race.board.zones import DISTANCE, ZONES, find_zone, zone_name
from berlin.games.race.cover import SEATS
from berlin.games.race.rules.movement.moves import arrive
from berlin.games.race.rules.positions import any_soviets_in, soviets_in, units_in
from berlin.games.race.rules.question import RaceQuestion
from berlin.games.race.rules.stacking import german_room
from berlin.games.race.state.actions import Action, EnterAt
from berlin.games.race.state.state import AMERICAN, Draft, Position
from berlin.kernel.contract.ids import OTHER, Place
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.contract.words import sentence
from berlin.kernel.play.limits import Condition, refuse, within

ARRIVES_ABOVE, XII_ABOVE, XII_FROM_TURN, XII_EACH_TURN = 6, 8, 4, 2

# The formations that roll, Zhukov's first.
ROLLING = tuple(
    sorted(
        (f for f in ARMIES if FORMATIONS[f].arrival in ("supply", "south", "Joachimsthal")),
        key=lambda f: CAMP[COUNTERS[f][0]],
    )
)
SOUTH_EDGE = tuple(zone.id for zone in ZONES if zone.south_edge and not zone.east)
WEST_SUPPLY = tuple(zone.id for zone in ZONES if zone.west_edge and zone.supply == 2)


def arrival_zones(formation: Army) -> tuple[Place, ...]:
    """11.5, 11.6: where a formation is meant to enter."""
    row = FORMATIONS[formation]
    if row.nation == "soviet":
        return SOVIET_SUPPLY[CAMP[COUNTERS[formation][0]]]
    if row.arrival == "south":
        return SOUTH_EDGE
    if row.arrival == "west":
        return WEST_SUPPLY
    return (find_zone(row.arrival),)


def entry_zones(p: Position, formation: Army) -> list[Place]:
    """Where it may enter now: its arrival zones, or else the nearest supply zones at the map's edge."""
    return within(dict.fromkeys((*arrival_zones(formation), *GERMAN_SUPPLY)), limits(p, formation))


def limits(p: Position, formation: Army) -> tuple[Condition[Place], ...]:
    """Which zones a formation may enter at: those it is meant to, or others in their place, if open."""
    meant, is_open = arrival_zones(formation), _open(p, formation)
    instead = _instead(formation, is_open)
    rule, why = "RFB 2.1.3a", f"{ARMY_NAMES[formation]} does not enter at {{}}"
    if instead:
        meant = (*meant, *instead)
        rule, why = "RFB 2.1.3.q1", "{} is not the nearest free supply zone at the edge of the map"
    return (
        Condition(lambda zone: zone in meant, rule, lambda zone: why.format(zone_name(zone))),
        *is_open,
    )


def _open(p: Position, formation: Army) -> tuple[Condition[Place], ...]:
    """What must hold of a zone for a formation of its nation and camp to enter there."""
    if FORMATIONS[formation].nation == "soviet":
        rival = OTHER[CAMP[COUNTERS[formation][0]]]
        return (
            Condition(
                lambda zone: not soviets_in(p, zone, rival),
                "RFB 7.3.3a",
                lambda zone: f"Soviets of the other camp stand at {zone_name(zone)}",
            ),
        )
    return (
        Condition(
            lambda zone: not any_soviets_in(p, zone),
            "RFB 2.1.3b",
            lambda zone: f"{zone_name(zone)} is occupied by the enemy",
        ),
        Condition(
            lambda zone: p.control[zone] != AMERICAN and german_room(p, zone) is None,
            "RFB 2.1.3.q2",
            lambda zone: f"{zone_name(zone)} is full or American",
        ),
    )


def _instead(formation: Army, is_open: tuple[Condition[Place], ...]) -> list[Place]:
    """The nearest open supply zones at the map's edge, for Germans whose arrival zones are all shut."""
    wanted = arrival_zones(formation)
    if FORMATIONS[formation].nation == "soviet" or within(wanted, is_open):
        return []
    distance = {
        zone: min(DISTANCE[zone][target] for target in wanted) for zone in within(GERMAN_SUPPLY, is_open)
    }
    return [zone for zone in distance if distance[zone] == min(distance.values())]


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


def _xii_army(d: Draft) -> list[Army]:
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


def place(d: Draft, formation: Army, zone: Place) -> None:
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


class Enter(RaceQuestion, frozen=True, gc=False):
    """2.1.3: where does a formation that became available enter?"""

    formation: Army

    acts = (EnterAt,)
    rule = "RFB 2.1.3a"
    why = "Fresh troops enter only where the map lets them in; enter where the front is nearest or thinnest."

    def prompt(self, p: Position) -> str:
        return f"{sentence(ARMY_NAMES[self.formation])} has arrived: where does it enter?"

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
            return refuse(limits(p, self.formation), act.zone)
        seat = SEATS[self.seat].capitalize()
        return Refusal("RFB 2.1.3a", f"{seat} must first say where {ARMY_NAMES[self.formation]} enters")

    def meaning(self, p: Position, named: Mapping[str, int]) -> tuple[Action, ...]:
        return (EnterAt(self.formation, Place(named["zone"])),) if "zone" in named else ()
