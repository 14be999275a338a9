"""8.3 Retreats: in four tiers, through full zones if need be, into American zones if all else fails."""

from berlin.games.race.board.ground import EAST, FRONT, INDEX
from berlin.games.race.board.units import CAMP, GERMANS, GERMANS_FROM, NAMES, names
from berlin.games.race.board.zones import BERLIN, NEIGHBOURS, zone_name
from berlin.games.race.rules.american import halt, withdraw
from berlin.games.race.rules.combat.losses import step_loss
from berlin.games.race.rules.movement.moves import arrive
from berlin.games.race.rules.movement.reachability import soviet_held
from berlin.games.race.rules.positions import any_soviets_in, germans_in, is_guest, soviets_in, units_in
from berlin.games.race.rules.question import RaceQuestion
from berlin.games.race.rules.stacking import german_room, soviet_room
from berlin.games.race.state.actions import Action, RetreatTo
from berlin.games.race.state.state import AMERICAN, GUEST, Draft, Position
from berlin.kernel.contract.ids import OTHER, Place, Unit
from berlin.kernel.contract.rules import Refusal

LAST_RESORT = Refusal("RFB 2.2.3.q1", "an American zone is the last resort, and there is another way")
CITY_HELD = Refusal("RFB 8.3.5a", "Soviets contest or control that Berlin zone")
CITY_NOT_OURS = Refusal("RFB 8.3.5c", "Soviets retreat only into a Berlin zone that their camp controls")
OVER_ODER = Refusal("RFB 7.2.1", "German units may not cross the Oder-Neisse")
ENEMY = Refusal("RFB 8.3.2b", "enemy units are there")


def closed(p: Position, unit: Unit, zone: Place) -> Refusal | None:
    """Why a retreating unit may not enter this zone, room or no room."""
    if p.control[zone] == AMERICAN:
        return LAST_RESORT
    german = unit >= GERMANS_FROM
    if zone in BERLIN:
        if german:
            return CITY_HELD if soviet_held(p, zone) else None
        return None if p.control[zone] == CAMP[unit] + 1 else CITY_NOT_OURS
    if german and EAST[zone]:
        return OVER_ODER
    return ENEMY if (any_soviets_in(p, zone) if german else germans_in(p, zone)) else None


def room(p: Position, unit: Unit, zone: Place) -> bool:
    return (german_room(p, zone) if unit >= GERMANS_FROM else soviet_room(p, zone)) is None


def tier(p: Position, unit: Unit, origin: Place, zone: Place) -> tuple[bool, bool, bool]:
    """How good a retreat zone is: the index first, then the other camp, then the own front."""
    camp = CAMP[unit]
    if unit >= GERMANS_FROM:
        other_camp = p.where.count(zone, *GERMANS[OTHER[camp]])
        return INDEX[zone] > INDEX[origin], other_camp > 0, False
    return INDEX[zone] < INDEX[origin], soviets_in(p, zone, OTHER[camp]) > 0, FRONT[zone] == OTHER[camp]


def retreat_zones(p: Position, unit: Unit) -> list[Place]:
    """Where a unit may retreat from where it stands: the zones of the best tier there is."""
    origin = p.where[unit]
    near = [zone for zone in NEIGHBOURS[origin] if not closed(p, unit, zone) and room(p, unit, zone)]
    reachable = near or _beyond(p, unit, origin)
    if not reachable:
        reachable = [zone for zone in NEIGHBOURS[origin] if _american_refuge(p, unit, zone)]
    if not reachable:
        return []
    best = min(tier(p, unit, origin, zone) for zone in reachable)
    return [zone for zone in reachable if tier(p, unit, origin, zone) == best]


def _american_refuge(p: Position, unit: Unit, zone: Place) -> bool:
    """2.2.3: an American zone is the last resort; even there enemies and stacking bar the way."""
    if p.control[zone] != AMERICAN:
        return False
    if unit >= GERMANS_FROM:
        return not any_soviets_in(p, zone)
    return room(p, unit, zone)


def _beyond(p: Position, unit: Unit, origin: Place) -> list[Place]:
    """8.3.3: the zones with room behind full zones of its own nation; in Berlin by the nexus too."""
    german = unit >= GERMANS_FROM
    zones: set[Place] = set()
    for through in NEIGHBOURS[origin]:
        held = germans_in(p, through) if german else any_soviets_in(p, through)
        if not held or closed(p, unit, through):
            continue
        onward = set(NEIGHBOURS[through])
        if german and through in BERLIN:
            onward.update(BERLIN)
        zones.update(
            z for z in onward if z not in (origin, through) and not closed(p, unit, z) and room(p, unit, z)
        )
    return sorted(zones)


def _go(d: Draft, unit: Unit, zone: Place) -> None:
    if d.control[zone] == AMERICAN and unit >= GERMANS_FROM:
        withdraw(d, unit, "RFB 2.2.7")
        return
    d.say("retreat", f"{NAMES[unit]} retreats to {zone_name(zone)}", _rule(d, unit, zone), data=(unit, zone))
    guest = unit < GERMANS_FROM and _hosted(d, unit, zone)
    arrive(d, unit, zone)
    if guest:
        d.marks[unit] |= GUEST
    if d.control[zone] == AMERICAN:
        halt(d, f"{NAMES[unit]} falls back on the Americans", "RFB 2.2.8c")


def _rule(p: Position, unit: Unit, zone: Place) -> str:
    if p.control[zone] == AMERICAN:
        return "RFB 8.3.7"
    if zone in NEIGHBOURS[p.where[unit]]:
        return "RFB 8.3.1a"
    return "RFB 8.3.5b" if zone in BERLIN else "RFB 8.3.3b"


def _hosted(d: Draft, unit: Unit, zone: Place) -> bool:
    """7.3.3: does a retreating Soviet come as a guest to units of the other camp that are none themselves?"""
    there = units_in(d, zone, 0, GERMANS_FROM)
    for other in there:
        if not is_guest(d, other):
            d.marks[other] &= ~GUEST
    return any(CAMP[other] != CAMP[unit] and not is_guest(d, other) for other in there)


class Retreat(RaceQuestion, frozen=True, gc=False):
    """8.3: where do the defenders go?"""

    zone: Place
    units: tuple[Unit, ...]
    attacker: int

    acts = (RetreatTo,)
    rule = "RFB 8.3.1a"
    why = (
        "The beaten go back towards their own rear, to the best zones that are open: choose where they can"
        " stand again."
    )

    def prompt(self, p: Position) -> str:
        waiting = self._waiting(p)
        go = "does {} go" if len(waiting) == 1 else "do {} go"
        return f"Retreat from {zone_name(self.zone)}: where {go.format(names(waiting))}?"

    def _waiting(self, p: Position) -> list[Unit]:
        return [unit for unit in self.units if p.where[unit] == self.zone]

    def _ways(self, p: Position) -> dict[Unit, list[Place]]:
        """The units to retreat now, of one camp, with their zones: the camp not attacking goes first."""
        for camp in (1 - self.attacker, self.attacker):
            open_ways = {
                unit: zones
                for unit in self._waiting(p)
                if CAMP[unit] == camp and (zones := retreat_zones(p, unit))
            }
            if open_ways:
                return open_ways
        return {}

    def still_asks(self, d: Draft) -> bool:
        ways = self._ways(d)
        if not ways:
            d.frames.pop()
            for unit in self._waiting(d):
                d.say("retreat", f"{NAMES[unit]} has nowhere to go", "RFB 8.3.4", data=(unit,))
                step_loss(d, unit, "RFB 8.3.4")
            return False
        unit = next(iter(ways))
        if len(self._waiting(d)) == 1 and len(ways[unit]) == 1:
            _go(d, unit, ways[unit][0])
            return False
        seat = CAMP[unit]
        if seat != self.seat:
            d.frames[-1] = Retreat(seat, self.zone, self.units, self.attacker)
        return True

    def answers(self, p: Position) -> list[Action]:
        return [RetreatTo(unit, zone) for unit, zones in self._ways(p).items() for zone in zones]

    def carry_out(self, d: Draft, act: Action) -> None:
        assert isinstance(act, RetreatTo)
        _go(d, act.unit, act.zone)

    # No limits: only the best of all zones that are open is legal, and which is best they tell together.
    def refuse(self, p: Position, act: Action) -> Refusal:
        if not isinstance(act, RetreatTo):
            return Refusal("RFB 8.3.1a", f"the defenders of {zone_name(self.zone)} must retreat first")
        unit, zone = act.unit, act.zone
        if unit not in self._waiting(p):
            return Refusal("RFB 8.3.1a", f"{NAMES[unit]} is not retreating")
        if CAMP[unit] != self.seat:
            return Refusal("RFB 8.3.1a", f"{NAMES[unit]} is not his to retreat now")
        if refusal := closed(p, unit, zone):
            return refusal
        if not room(p, unit, zone):
            return Refusal("RFB 8.3.3a", f"{zone_name(zone)} is full")
        return self._worse(p, unit, zone)

    def _worse(self, p: Position, unit: Unit, zone: Place) -> Refusal:
        """Why it may not go to a zone that is open to it and has room: there is a better one."""
        near = NEIGHBOURS[self.zone]
        if zone not in near and zone not in _beyond(p, unit, self.zone):
            return Refusal("RFB 8.3.1a", f"{zone_name(zone)} is not adjacent to {zone_name(self.zone)}")
        ways = retreat_zones(p, unit)
        if zone not in near and any(z in near for z in ways):
            return Refusal("RFB 8.3.3.q1", "a full zone is passed through only if no adjacent zone has room")
        best = tier(p, unit, self.zone, ways[0])
        wrong_index, other_camp, _ = tier(p, unit, self.zone, zone)
        if wrong_index and not best[0]:
            return Refusal("RFB 8.3.2a", "a zone on the right side by its index is open")
        if other_camp and not best[1]:
            return Refusal("RFB 8.3.2b", "a zone free of the other camp is open")
        return Refusal("RFB 7.3.2.q2", "a zone of its own front is open")
