"""What a staff reads off the map for one marshal: where supply reaches, what draws him, what attacks promise.

One reading serves many questions, since it hangs on where the units stand and how worn they are, not on who
has been designated.
"""

from berlin.boards.hexes import bits
from berlin.games.race.board.ground import DIFFICULT, EAST, FRONT, SOVIET_SUPPLY, VP
from berlin.games.race.board.units import CAMP, GERMANS_FROM, MOVEMENT, SOVIETS
from berlin.games.race.board.zones import ALL_ZONES, DISTANCE, NEIGHBOURS, N
from berlin.games.race.rules.combat.odds import defenders, reckon
from berlin.games.race.rules.movement.costs import STEPS
from berlin.games.race.rules.movement.moves import in_breach, partner
from berlin.games.race.rules.movement.reachability import CITY, CONTROL_LEVEL
from berlin.games.race.rules.positions import soviets_in, units_in
from berlin.games.race.rules.stacking import SOVIET_LIMIT, UNLIMITED
from berlin.games.race.rules.supply import fronts, soviet_lines
from berlin.games.race.staff.goals import FOOTHOLD, POINT, RUIN, ahead, alarms, barred_from, lure, wanted
from berlin.games.race.state.state import AMERICAN, NOBODY, OOS, REDUCED, Position, State
from berlin.kernel.contract.ids import OTHER, Place, Seat, Unit

# A step lost by the attacker, by a division in the way, by the rival's Soviets; the bare ground of a zone.
OWN_STEP, DIVISION_STEP, RIVAL_STEP, GROUND = 1.2, 2.5, 1.5, 2.5
# A level of City Progress below control and above it, control, and the first progress of all.
LEVEL, BEYOND, CONTROL, FIRST_PROGRESS = 11.0, 5.0, 3 * POINT, 2 * POINT
# A goal reached, over and above being near it.
REACHED = 0.5
# A unit without supply, more in Berlin where it can't fight then; and going into Berlin where none reaches.
HUNGRY, HUNGRY_IN_BERLIN, CUT_OFF = 4.0, 12.0, 22.0
# A zone of Berlin left to the Germans, by going away or by the loss of the last there.
FORSAKEN = 40.0
# How much worse than the danger itself it is to lose the last who bar the Americans' road in an attack.
LAST_GUARD = 2.0
# Each counter over two in a zone that holds any number.
CRUSH = 1.0
# The toll of a zone on the way of supply: open, watched by Germans, held by them.
OPEN, WATCHED, HELD = 0.01, 1.0, 2.5
# A division: rough ground, a zone of Berlin, a crowd, its own marshal's way, nearness to the rival's goals,
# barring his way, a zone of his supply that it watches.
ROUGH, CITY_POST, CROWD, OWN_WAY, SHIELD, BAR, CUT = 2.0, 6.0, 2.0, 10.0, 0.2, 1.5, 0.8
# What an activation must bring to be worth one.
WORTH_IT = 0.4
# A supplied unit left alone moves a zone at the end of the turn: so much of that gain is free.
FREE = 0.8
# A march is worth less than a fight that brings as much: it can be made up for.
MARCH = 0.7
# Barring the only open road of the Americans, were they sure to come on it.
BARRED = 1.5 * RUIN
# Bringing the counters of a split army together, one of them in Berlin.
REJOINS = 6.0
DICE = range(1, 7)

_WEAR = bytes(marks & (REDUCED | OOS) for marks in range(256))
_KEPT: dict[tuple[object, ...], "Outlook"] = {}
_MOST = 256
# By camp, the state that was read last: its answers are weighed one after the other, and it never changes.
_LAST: dict[int, tuple[State, "Outlook"]] = {}


def outlook(p: Position, camp: Seat) -> "Outlook":
    """The reading of a position for a camp; kept, since many answers are weighed in one position."""
    last = _LAST.get(camp)
    if last is not None and last[0] is p:
        return last[1]
    key = (
        camp,
        bytes(p.where),
        bytes(p.marks.translate(_WEAR)),
        p.control,
        tuple(p.progress),
        (p.turn, p.halted, p.progressed, p.rybalko, p.spearhead, p.doubled, p.speer),
    )
    found = _KEPT.get(key)
    if found is None:
        if len(_KEPT) >= _MOST:
            _KEPT.clear()
        found = _KEPT[key] = Outlook(p, camp)
    if isinstance(p, State):
        _LAST[camp] = p, found
    return found


class Outlook:
    """One marshal's reading of a position."""

    __slots__ = (
        "_attacks",
        "_gaps",
        "_lines",
        "_posts",
        "_roads",
        "_steps",
        "alarms",
        "camp",
        "germans",
        "lure",
        "notes",
        "own",
        "p",
        "rivals",
    )

    def __init__(self, p: Position, camp: Seat) -> None:
        self.p, self.camp = p, camp
        self.own = p.where[slice(*SOVIETS[camp])]
        self.rivals = p.where[slice(*SOVIETS[OTHER[camp]])]
        self.germans = p.where[GERMANS_FROM:]
        self.alarms = alarms(p)
        self.lure = lure(camp, p.control, wanted(p, camp), self.alarms)
        # Sums that others make from this reading.
        self.notes: dict[str, float] = {}
        self._lines: set[Place] | None = None
        self._gaps: dict[Place, float] | None = None
        self._roads: dict[Place, float] | None = None
        self._posts: dict[Place, float] = {}
        self._steps: dict[tuple[Place, int, bool, int], tuple[float, float]] = {}
        self._attacks: dict[tuple[Place, tuple[Unit, ...], bool], float] = {}

    @property
    def lines(self) -> set[Place]:
        """The zones that supply reaches."""
        if self._lines is None:
            self._lines = set(bits(soviet_lines(fronts(self.p), self.camp)))
        return self._lines

    @property
    def gaps(self) -> dict[Place, float]:
        """The zones that keep supply from the camp's Soviets, and what standing in each would mend."""
        if self._gaps is None:
            stands = set(map(Place, self.own))
            hungry = {zone for zone in stands if zone < N and zone not in self.lines}
            self._gaps = self._find_gaps(hungry) if hungry else {}
        return self._gaps

    def _find_gaps(self, hungry: set[Place]) -> dict[Place, float]:
        """From the sources outward, the cheapest way to each hungry zone and the tolls on it."""
        tolls = [self._toll(zone) for zone in ALL_ZONES]
        sources = [z for z in SOVIET_SUPPLY[self.camp] if z not in self.germans]
        cost = dict.fromkeys(sources, 0.0)
        before: dict[Place, Place] = {}
        front = list(sources)
        while front:
            here = min(front, key=cost.__getitem__)
            front.remove(here)
            so_far = cost[here]
            for zone in NEIGHBOURS[here]:
                toll = tolls[zone]
                if toll and so_far + toll < cost.get(zone, 99.0):
                    cost[zone], before[zone] = so_far + toll, here
                    front.append(zone)
        found: dict[Place, float] = {}
        for zone in hungry:
            units = self.own.count(zone)
            worth = units * (HUNGRY_IN_BERLIN if zone in CITY else HUNGRY)
            way = []
            while zone in before:
                zone = before[zone]
                if tolls[zone] >= WATCHED:
                    way.append(zone)
            for gap in way:
                found[gap] = found.get(gap, 0.0) + worth / len(way)
        return found

    def _toll(self, zone: Place) -> float:
        """What it takes to lead supply through a zone; 0 where it can't be."""
        if zone in self.own:
            return OPEN
        if zone in self.rivals or zone in CITY or self.p.control[zone] == AMERICAN:
            return 0.0
        if zone in self.germans:
            return HELD
        return WATCHED if any(map(self._watches, NEIGHBOURS[zone])) else OPEN

    def _watches(self, zone: Place) -> bool:
        """Do Germans look out from a zone? Not from one of Berlin with Soviets in it."""
        return zone in self.germans and not (zone in CITY and (zone in self.own or zone in self.rivals))

    def soviet_place(self, zone: Place) -> float:
        """What it is worth that one more of the camp's Soviet units comes to a zone."""
        p = self.p
        worth = self.lure[zone]
        if zone in CITY:
            worth += REACHED * min(worth, FOOTHOLD)
        elif VP[zone] and p.control[zone] == NOBODY:
            worth += REACHED * VP[zone] * POINT
        worth += self.gaps.get(zone, 0.0) - CRUSH * max(0, self.own.count(zone) - SOVIET_LIMIT)
        if zone not in self.lines:
            worth -= CUT_OFF if zone in CITY else HUNGRY
        return worth

    def soviet_post(self, zone: Place) -> float:
        """What it is worth that a Soviet unit of the camp stands where it stands."""
        worth = self.lure[zone]
        if zone in CITY:
            worth = max(worth, self.lure[zone] + 15.0 if self.own.count(zone) == 1 else 9.0)
        if zone not in self.lines:
            worth -= HUNGRY_IN_BERLIN if zone in CITY else HUNGRY
        return worth - CRUSH * max(0, self.own.count(zone) - SOVIET_LIMIT - 1)

    def german_place(self, zone: Place) -> float:
        """What it is worth that a division of the camp stands in a zone, in the rival's way."""
        found = self._posts.get(zone)
        if found is None:
            found = self._posts[zone] = self._german_place(zone)
        return found - CROWD * self.germans.count(zone)

    def _german_place(self, zone: Place) -> float:
        p, rival = self.p, OTHER[self.camp]
        if FRONT[zone] == self.camp:
            return -OWN_WAY
        his = outlook(p, rival)
        worth = SHIELD * his.lure[zone]
        barred = [his.lure[zone] - his.lure[n] for n in NEIGHBOURS[zone] if n in self.rivals]
        if barred:
            worth += max(0.0, BAR + max(barred))
        if DIFFICULT[zone]:
            worth += ROUGH
        if zone in CITY:
            worth += -CITY_POST if zone in self.own else CITY_POST
        elif p.control[zone] == rival + 1:
            worth += VP[zone] * POINT
        cut = sum(n in his.lines and n not in self.rivals and not EAST[n] for n in NEIGHBOURS[zone])
        return worth + CUT * cut

    def step(self, unit: Unit) -> tuple[float, float]:
        """What the best move of a unit gains over staying, and the best by one zone outside Berlin."""
        here = self.p.where[unit]
        key = here, MOVEMENT[unit], unit < GERMANS_FROM, self.p.marks[unit] & OOS
        found = self._steps.get(key)
        if found is None:
            look = self._soviet_steps if unit < GERMANS_FROM else self._german_steps
            found = self._steps[key] = look(unit)
        return found

    def march(self, unit: Unit) -> float:
        """What it is worth to activate a unit for a move."""
        if unit < GERMANS_FROM and in_breach(self.p, unit):
            return self._rejoin(unit)
        best, near = self.step(unit)
        return MARCH * (best if self.p.marks[unit] & OOS else best - FREE * near)

    def _rejoin(self, unit: Unit) -> float:
        """What it is worth that one counter of a split army goes to the other, or near it."""
        here, mate = self.p.where[unit], self.p.where[partner(self.p, unit)]
        base = self._stay(here)
        close = [self._come(zone) - base for zone in self._ends(unit) if DISTANCE[zone][mate] <= 1]
        if close:
            return MARCH * max(close) + (REJOINS if mate in CITY else REJOINS / 5)
        if here in CITY:
            return -FORSAKEN if self.own.count(here) == 1 else 0.0
        return REJOINS / 5

    def rescue(self, zone: Place) -> float:
        """What it is worth that Soviets in a zone bar a road on which the Americans are coming."""
        if self._roads is None:
            self._roads = {}
            for track, percent in enumerate(self.alarms, 1):
                if percent:
                    for on_it in ahead(self.p.control, track):
                        self._roads[on_it] = self._roads.get(on_it, 0.0) + BARRED * percent / 100
        return self._roads.get(zone, 0.0)

    def _open(self, zone: Place) -> bool:
        """May the camp's Soviets come into a zone?"""
        if zone in self.rivals or FRONT[zone] == OTHER[self.camp] or self.p.control[zone] == AMERICAN:
            return False
        return zone in CITY or zone not in self.germans

    def _room(self, zone: Place) -> bool:
        return UNLIMITED[zone] or self.own.count(zone) < SOVIET_LIMIT

    def _stay(self, here: Place) -> float:
        """What a Soviet unit gives up that goes away."""
        base = self.soviet_post(here)
        if here in CITY and self.own.count(here) == 1:
            base += FORSAKEN + barred_from(self.p, here)
        return base

    def _come(self, zone: Place) -> float:
        """What a Soviet unit brings that comes to a zone."""
        return self.soviet_place(zone) + self.rescue(zone)

    def _ends(self, unit: Unit) -> set[Place]:
        """The zones to which a Soviet unit may come by one move, or by two short ones."""
        here = self.p.where[unit]
        budget = 0 if self.p.marks[unit] & OOS else 2 * MOVEMENT[unit]
        found = set()
        for first, cost in STEPS[here]:
            if not self._open(first):
                continue
            found.add(first)
            if first not in CITY:
                found.update(z for z, more in STEPS[first] if cost + more <= budget and self._open(z))
        found.discard(here)
        return {zone for zone in found if self._room(zone)}

    def _soviet_steps(self, unit: Unit) -> tuple[float, float]:
        base = self._stay(self.p.where[unit])
        beside = NEIGHBOURS[self.p.where[unit]]
        best = near = 0.0
        for zone in self._ends(unit):
            gain = self._come(zone) - base
            best = max(best, gain)
            if zone in beside and zone not in CITY:
                near = max(near, gain)
        return best, near

    def _german_steps(self, unit: Unit) -> tuple[float, float]:
        p, here = self.p, self.p.where[unit]
        base = self.german_place(here) + CROWD
        best = near = 0.0
        for zone in NEIGHBOURS[here]:
            if EAST[zone] or p.control[zone] == AMERICAN or zone in self.rivals or zone in self.own:
                continue
            if self.germans.count(zone) >= (1 if zone in CITY else 3):
                continue
            gain = self.german_place(zone) - base
            best = max(best, gain)
            if zone not in CITY:
                near = max(near, gain)
        return best, near

    def attack(self, zone: Place, units: tuple[Unit, ...], extra: bool) -> float:
        """What an attack may be expected to bring its camp."""
        key = zone, units, extra
        found = self._attacks.get(key)
        if found is None:
            found = self._attacks[key] = self._attack(zone, units, extra)
        return found

    def _attack(self, zone: Place, units: tuple[Unit, ...], extra: bool) -> float:
        p, camp = self.p, self.camp
        soviet = units[0] < GERMANS_FROM
        reckoning = reckon(p, zone, units, extra)
        table, column, drm = reckoning.table, reckoning.column, reckoning.drm.total
        defending = defenders(p, zone, not soviet)
        steps = sum(1 if p.marks[unit] & REDUCED else 2 for unit in defending)
        # A loss among one's own Germans, or Soviets, is no gain.
        hit = sum(1 if CAMP[unit] != camp else -1 for unit in defending) / max(1, len(defending))
        hit *= DIVISION_STEP if soviet else RIVAL_STEP
        mine = OWN_STEP if soviet else DIVISION_STEP
        ground = self._ground(zone, units) if soviet else self._retaken(zone)
        last = self._last_steps(zone) if soviet and zone in CITY else N
        total = 0.0
        for die in DICE:
            verdict = table.verdict(column, die + drm)
            total += hit * min(verdict.defender, steps) - mine * verdict.attacker
            if verdict.attacker >= last:
                total -= FORSAKEN + LAST_GUARD * barred_from(p, zone)
            elif verdict.progress:
                total += self._progress(zone, soviet, verdict.progress)
            elif zone not in CITY and (verdict.retreat or verdict.defender >= steps):
                total += ground
        return total / len(DICE)

    def _ground(self, zone: Place, units: tuple[Unit, ...]) -> float:
        """What taking a zone is worth, with those who may enter it."""
        draws = self.lure
        gains = sorted((draws[zone] - draws[self.p.where[unit]] for unit in units), reverse=True)
        prize = VP[zone] * POINT if self.p.control[zone] == NOBODY else 0.0
        first = max(prize, gains[0], 0.0)
        second = max(0.0, gains[1]) if len(gains) > 1 else 0.0
        worth = GROUND + first + 0.6 * second + self.gaps.get(zone, 0.0)
        # Somebody must advance: not the last out of Berlin.
        if all(self.p.where[unit] in CITY and self.own.count(self.p.where[unit]) == 1 for unit in units):
            worth -= FORSAKEN
        return worth

    def _last_steps(self, zone: Place) -> int:
        """How many steps a camp's Soviets have in a zone."""
        marks = self.p.marks
        return sum(1 if marks[u] & REDUCED else 2 for u in units_in(self.p, zone, *SOVIETS[self.camp]))

    def _retaken(self, zone: Place) -> float:
        held = self.p.control[zone] == 2 - self.camp
        return GROUND + (VP[zone] * POINT if held else 0.0)

    def _progress(self, zone: Place, soviet: bool, change: int) -> float:
        p, level = self.p, self.p.progress[zone]
        if soviet:
            worth = 0.0 if p.progressed else FIRST_PROGRESS
            if level + change < CONTROL_LEVEL:
                return worth + LEVEL
            if level < CONTROL_LEVEL:
                return worth + CONTROL - LEVEL * level + BEYOND * (level + change - CONTROL_LEVEL)
            return worth + BEYOND * change
        sign = 1 if soviets_in(p, zone, OTHER[self.camp]) else -1
        if level == 0:
            return sign * RIVAL_STEP
        after = max(0, level - change)
        return sign * (CONTROL if after < CONTROL_LEVEL <= level else LEVEL * min(level, change))
