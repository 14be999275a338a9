"""What an attack may be expected to bring, by the results tables and all shifts, in points of a standing."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from berlin.games.noretreat.board.ground import USSR, Space
from berlin.games.noretreat.board.tables import (
    COLUMNS,
    CRT,
    LAST_TURN,
    RESET_TURN,
    RESULT_TEXT,
    SOVIET,
    TOO_LOW,
)
from berlin.games.noretreat.board.units import (
    CADRE,
    FIXED,
    FORT,
    GERMAN,
    REBUILT,
    SIDE,
    STATIC,
    STRENGTH,
    VOLKSTURM,
)
from berlin.games.noretreat.rules.combat import reckoning
from berlin.games.noretreat.rules.combat.battle import Battle
from berlin.games.noretreat.rules.combat.losses import GARRISON, steps_left
from berlin.games.noretreat.rules.combat.retreat import least_losses
from berlin.games.noretreat.rules.events.registry import EVENTS
from berlin.games.noretreat.staff.prizes import POINT, STAYING
from berlin.games.noretreat.state.state import BACK, UNSUPPLIED, Draft
from berlin.kernel.contract.ids import OTHER, Seat, Unit

DICE = range(6)
# For a step: a point of strength gone, and the trouble of replacing it.
STRENGTH_LOST, REBUILD, NEVER = 0.5, 1.5, 2.0
# Replacements are dearer for the Axis.
REPLACED = (1.0, 1.0)
# For a unit that is off the map until it is placed again.
SHATTERED, AWAY = 1.2, 0.25
# The share that counts of a German unit driven from the USSR into that box.
OUT = 0.6
# For pushing somebody back, for the ground alone, for being struck back at, for a counterblow.
PUSHED, GROUND, STRUCK, COUNTERED = 0.6, 0.4, -1.0, 0.1
# The share of a besieged place that counts when its last defender falls and nobody may go in before the next
# turn, and when one of several steps falls.
OPENED, WORN = 0.6, 0.4
# By side and turn of 1945: the share of a step that its owner will still miss. The war is nearly over.
MISSED = ((0.7, 0.7, 0.7, 0.7, 0.7, 0.1), (0.3, 0.3, 0.3, 0.2, 0.2, 0.1))
# The Berlin Garrison is the war.
THE_WAR = 60.0

# By table and column: how often of six each result comes.
FREQUENCY: tuple[tuple[dict[str, int], ...], ...] = tuple(
    tuple(
        {
            text: sum(CRT[side].result(column, die + 1) == RESULT_TEXT.index(text) for die in DICE)
            for text in RESULT_TEXT
        }
        for column in range(len(COLUMNS))
    )
    for side in (0, SOVIET)
)


def step_cost(d: Draft, unit: Unit) -> float:
    """What its owner loses with a unit's next step."""
    marks = d.marks[unit]
    strength = STRENGTH[marks & BACK][unit]
    if unit == GARRISON and d.turn >= RESET_TURN:
        return THE_WAR
    late = MISSED[SIDE[unit]][d.turn - RESET_TURN] if d.turn >= RESET_TURN else 1.0
    if steps_left(d, unit) > 1:
        after = STRENGTH[1 - (marks & BACK)][unit]
        return late * (STRENGTH_LOST * (strength - after) + REPLACED[SIDE[unit]])
    cost = late * (STRENGTH_LOST * strength + REBUILD)
    if not REBUILT[unit]:
        cost += NEVER * min(1.0, strength / 2)
    cost += stayed(d, unit)
    if marks & UNSUPPLIED and not STATIC[unit] and not CADRE[unit]:
        cost += POINT
    return cost


def stayed(d: Draft, unit: Unit) -> float:
    """What it is worth to the Axis that a unit is in the USSR."""
    if d.turn in STAYING and GERMAN[unit] and USSR >> d.where[unit] & 1:
        return POINT * STAYING[d.turn]
    return 0.0


def unit_cost(d: Draft, unit: Unit) -> float:
    """What its owner loses with all of a unit."""
    marks = d.marks[unit]
    cost = step_cost(d, unit)
    if steps_left(d, unit) > 1:
        cost += STRENGTH_LOST * STRENGTH[1 - (marks & BACK)][unit] + REBUILD
    return cost


class Mark:
    """A space that may be attacked: what each result would be worth, the attacker's own losses left out."""

    __slots__ = ("dd", "defending", "dr", "ds", "ex", "fort", "gain", "space", "taken", "teeth")

    def __init__(self, d: Draft, seat: Seat, space: Space, gain: float, defending: list[Unit]) -> None:
        """`gain` is what it is worth to take the space."""
        marks = d.marks
        self.space, self.gain, self.defending = space, gain, defending
        strikers = [STRENGTH[marks[u] & BACK][u] for u in defending if not FIXED[marks[u] & BACK][u]]
        self.teeth = min(1.0, sum(strikers) / 10.0)
        self.fort = any(FORT[marks[u] & BACK][u] for u in defending)
        first = [step_cost(d, unit) for unit in defending]
        self.ex = min(first)
        gain += GROUND
        # The results by which the space is taken.
        self.taken: tuple[str, ...] = ("DD",) if self.fort else ("DR", "DS", "DD")
        raised = [cost for unit, cost in zip(defending, first, strict=True) if VOLKSTURM[unit]]
        if self.fort:
            steps = sum([steps_left(d, unit) for unit in defending])
            self.ex += siege(d, gain, steps, 1)
            self.dr, self.ds = sum(raised) + siege(d, gain, steps, len(raised)), self.ex
            stays = [u for u in defending if FIXED[marks[u] & BACK][u] and steps_left(d, u) > 1]
            self.dd = sum(first) + (0.0 if stays else gain)
            return
        self.dr, self.ds, self.dd = gain, gain, gain + sum(first)
        for unit, cost in zip(defending, first, strict=True):
            lost = least_losses(d, unit, space, False)
            left = steps_left(d, unit)
            if lost < 0 or lost >= left or STATIC[unit]:
                whole = unit_cost(d, unit)
                self.dr += whole
                self.ds += whole
                self.dd += whole - cost
            else:
                self.dr += PUSHED + cost * lost
                gone = SHATTERED + AWAY * STRENGTH[marks[unit] & BACK][unit] + OUT * stayed(d, unit)
                self.ds += gone + cost * lost
                self.dd += PUSHED if lost < left - 1 else PUSHED + REBUILD
        if raised:
            self.dr, self.taken = sum(raised) + siege(d, gain, len(defending), len(raised)), ("DS", "DD")

    def scale(self, share: float) -> None:
        """Count only a share of what the attacker gains."""
        self.dr, self.ds, self.dd, self.ex = (share * worth for worth in (self.dr, self.ds, self.dd, self.ex))

    def result(self, text: str, own: float) -> float:
        """What a result is worth; `own` is what a step costs the attacker."""
        match text.rstrip("!"):
            case "DR":
                return self.dr
            case "DS":
                return self.ds - own if self.fort else self.ds
            case "DD":
                return self.dd
            case "EX":
                return self.ex - own
            case "CA":
                return STRUCK * own * self.teeth
            case "CB":
                return COUNTERED
            case _:
                return 0.0

    def at(self, table: int, column: int, own: float) -> float:
        """What an attack on a column is worth."""
        if column == TOO_LOW:
            return STRUCK * own * self.teeth
        chances = FREQUENCY[table][min(max(column, 0), len(COLUMNS) - 1)]
        ds = self.ds - own if self.fort else self.ds
        return (
            chances["DR"] * self.dr
            + chances["DS"] * ds
            + chances["DD"] * self.dd
            + chances["EX"] * (self.ex - own)
            + chances["CA"] * STRUCK * own * self.teeth
            + chances["CB"] * COUNTERED
        ) / 6.0


def siege(d: Draft, gain: float, steps: int, lost: int) -> float:
    """What it does for taking a place that so many of the steps in it are lost without an advance."""
    if d.turn in (d.last, LAST_TURN):
        return 0.0
    return gain * (OPENED if lost >= steps else WORN * lost / steps)


def cheapest(d: Draft, units: Iterable[Unit]) -> float:
    """The least that a step costs among these."""
    return min([step_cost(d, unit) for unit in units])


def expected(d: Draft, b: Battle, mark: Mark) -> float:
    """What a battle as it is put together is worth to the attacker, with the cards played in it."""
    if not b.units:
        return 0.0
    own = cheapest(d, b.units)
    column = reckoning.final(d, b)
    table = reckoning.table(d, b)
    active = reckoning.forces(d, b)
    if column == TOO_LOW or not active:
        return mark.at(table, column, own)
    total = 0.0
    for die in DICE:
        text = RESULT_TEXT[CRT[table].result(column, die + 1)]
        for force in active:
            text = EVENTS[force.code].converts(d, b, force, text)
        total += mark.result(text, own)
    return total / 6.0


def struck_back(d: Draft, b: Battle, units: Sequence[Unit], hit: Sequence[Unit], space: Space) -> float:
    """What a counterattack is worth to those who make it."""
    if not units or not hit:
        return 0.0
    mark = Mark(d, OTHER[b.seat], space, 0.0, list(hit))
    answer = Battle(OTHER[b.seat], space, tuple(units), counter=True, defenders=tuple(hit))
    return expected(d, answer, mark)


@lru_cache(maxsize=8)
def risk_table(table: int) -> tuple[float, ...]:
    """By column: how likely an attack drives its defenders out or costs them a step."""
    return tuple((6 - row["-"] - row["CA"] - row["CB"]) / 6.0 for row in FREQUENCY[table])
