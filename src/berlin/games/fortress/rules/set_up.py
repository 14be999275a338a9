"""13. Set-up: fixed pieces are laid by the program, the rest by the German within each unit's own limits."""

from collections.abc import Iterable

from berlin.boards.hexes import bits, board_of
from berlin.games.fortress.board.ground import (
    AIRFIELDS,
    AT,
    BESIDE,
    BLOCKS,
    BUILDINGS,
    CITADEL,
    EDGE,
    HEXES,
    LAND,
    PERIMETER,
    REICHSTAG,
    RING,
    RUINED,
    SIZE,
    STADIUM,
    STRONGPOINTS,
    TIERGARTEN,
    UBAHN,
)
from berlin.games.fortress.board.ground import KEYS as HEX_KEYS
from berlin.games.fortress.board.names import hex_name
from berlin.games.fortress.board.units import (
    FLAK,
    IS_VOLKSSTURM,
    IS_YOUTH,
    LEADER,
    NAMES,
    RANGES,
    ROW,
    TYPE,
    UNITS,
    VOLKSSTURM,
    YOUTH,
    plays,
)
from berlin.games.fortress.cover import GERMAN
from berlin.games.fortress.rules.movement.costs import on_wheels
from berlin.games.fortress.rules.movement.march import Face, Halt
from berlin.games.fortress.rules.plans import PLANS
from berlin.games.fortress.rules.question import Done, FortressQuestion, Standing
from berlin.games.fortress.rules.stacking import has_room, overfull
from berlin.games.fortress.state.state import (
    COMBAT,
    FACING,
    FIFTY_SECOND,
    OUT,
    POOL,
    RESERVE,
    TRAY,
    WAITING,
    Draft,
)
from berlin.games.fortress.state.words import DIRECTION_NAMES
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Limit, refusal, room

# OTB 13.5a: so many of the Volkssturm battalions are drawn for the set-up.
DRAWN = 30
# OTB 13.0.q2: units may be taken up again until the set-up is done; so often at most, so that it ends.
LIFTS = 40
# What is heard of units that are set up by an order which both sides know.
QUIETLY = "units are set up"


def _inland(least: int) -> int:
    """OTB 13.2.q2: the land at least so far from the edge, which is 0."""
    return board_of(place for place in HEXES if EDGE[place] >= least) & LAND


# By the words of data/units.csv: where units may be set up, and the rule that says so.
LIMITS: dict[str, tuple[int, str, str]] = {
    "tiergarten": (
        BESIDE[TIERGARTEN] | 1 << TIERGARTEN,
        "OTB 13.1g",
        "it stands in the Tiergarten or beside it",
    ),
    "tegel": (AIRFIELDS[0], "OTB 13.2a", "it stands on Tegel airfield"),
    "tempelhof": (AIRFIELDS[1], "OTB 13.2b", "it stands on Tempelhof airfield"),
    "gatow": (AIRFIELDS[2], "OTB 13.2c", "it stands on Gatow airfield"),
    "inland": (_inland(3), "OTB 13.2h", "it stands three or more hexes from the edge of the map"),
    "inside": (PERIMETER & LAND, "OTB 13.3a", "it stands within the strongpoint perimeter"),
    "building": (
        BUILDINGS | UBAHN,
        "OTB 13.3b",
        "it stands on a major building or an entrance of the U-Bahn",
    ),
    "perimeter": (PERIMETER & LAND, "OTB 13.3c", "it stands on or within the strongpoint perimeter"),
    "ubahn": (UBAHN, "OTB 13.3d", "it stands on an entrance of the U-Bahn"),
    "strongpoint": (STRONGPOINTS, "OTB 13.3e", "it stands on a strongpoint"),
    "stadium": (BESIDE[STADIUM] | 1 << STADIUM, "OTB 13.4a", "it stands in the stadium or beside it"),
    "militia": (
        # OTB 13.5.q1: both areas are allowed.
        (PERIMETER | _inland(4)) & LAND,
        "OTB 13.5b",
        "it stands within the strongpoint perimeter, or more than three hexes from the edge of the map",
    ),
    "plant": (PERIMETER & BLOCKS, "FB 11.2.1", "it stands in a built-up hex of the perimeter"),
}


# The printed places, and the line of the set-up lists that names them.
PRINTED = {
    "5115": "OTB 13.1a",
    "5315": "OTB 13.1b",
    "5119": "OTB 13.1c",
    "4818": "OTB 13.1d",
    "4819": "OTB 13.1e",
    "5117 5118": "OTB 13.1f",
    "5017": "FB 11.1.hitler",
    **dict.fromkeys(("4218", "5208", "6113"), "OTB 13.2d"),
    "4915": "OTB 13.2e",
    "3530": "OTB 13.2f",
    "2922": "OTB 13.2g",
}


def ground_of(unit: int) -> tuple[int, str, str]:
    """Where a unit may be set up, by which rule, and what that says.

    OTB 13.2.q1: a printed hex is meant exactly.
    """
    word = ROW[unit].limit
    if word in LIMITS:
        return LIMITS[word]
    return board_of(AT[key] for key in word.split()), PRINTED[word], "its place is printed"


def is_fixed(unit: int) -> bool:
    """OTB 13.0b: has it one possible hex?"""
    return ground_of(unit)[0].bit_count() == 1


def lay_out(d: Draft, scenario: str) -> None:
    """Every counter where it is before the German sets up."""
    for unit in range(UNITS):
        d.where[unit] = _first_place(d, unit, scenario)
    for unit in RANGES[GERMAN]:
        if d.where[unit] == TRAY and is_fixed(unit):
            place = ground_of(unit)[0].bit_length() - 1
            stand(d, unit, place)
            if TYPE[unit] == FLAK:
                d.marks[unit] |= COMBAT | _outward(place) << FACING
        limit = ROW[unit].limit
        if limit and (limit not in LIMITS or limit in ("tegel", "tempelhof", "gatow", "tiergarten")):
            # OTB 15.1.q5: these are public from the start.
            d.fixed |= 1 << unit
    d.prepare()


def _first_place(d: Draft, unit: int, scenario: str) -> int:
    row = ROW[unit]
    if not plays(unit, scenario):
        return OUT
    if row.enters == "reserve":
        return RESERVE if d.has(FIFTY_SECOND) else OUT
    if row.enters != "setup":
        return WAITING
    return POOL if IS_VOLKSSTURM[unit] and VOLKSSTURM.index(unit) >= DRAWN else TRAY


def stand(d: Draft, unit: int, place: int) -> None:
    """Set a unit up."""
    d.put(unit, place)
    if IS_YOUTH[unit]:
        number = unit - YOUTH[0]
        d.homes = (*d.homes[:number], place, *d.homes[number + 1 :])


class Take(Act, frozen=True, gc=False):
    unit: int
    verb, says, time = "take", "Set up {unit}", "OTB 13.0.q2"


class Lift(Act, frozen=True, gc=False):
    unit: int
    verb, says, time = "lift", "Take {unit} up again", "OTB 13.0.q2"


class Place(Act, frozen=True, gc=False):
    hex: int
    verb, says, time = "place", "Set it up at {hex}", "OTB 13.0b"


class Follow(Act, frozen=True, gc=False):
    plan: int
    verb, says, time = "plan", "Set up the rest to {plan}", "OTB 13.0.q2"


class Rest(Act, frozen=True, gc=False):
    verb, says, time = "rest", "Let the program set up the rest", "FB 13.0.auto"


class Deploying(Standing[Take | Lift | Follow | Rest | Done], frozen=True):
    """The German's set-up."""

    acts = (Take, Lift, Follow, Rest, Done)
    rule = "OTB 13.0b"
    why = "Each unit has its own limits; whatever you do, leave a garrison in the Reichstag."

    def is_secret(self, d: Draft) -> bool:
        return True

    def prompt(self, d: Draft) -> str:
        left = len(tray(d))
        return f"Set-up: {left} units are left to place." if left else "Set-up: all units are placed."

    def answers(self, d: Draft) -> list[Take | Lift | Follow | Rest | Done]:
        waiting = tray(d)
        found: list[Take | Lift | Follow | Rest | Done] = [Take(unit) for unit in waiting]
        if d.lifts < LIFTS:
            found += [Lift(unit) for unit in RANGES[GERMAN] if can_lift(d, unit)]
        if waiting:
            found += [Follow(plan) for plan in range(len(PLANS))]
            return [*found, Rest()]
        return [*found, Done()]

    # A single rule refuses each of them.
    def refuse(self, d: Draft, act: Take | Lift | Follow | Rest | Done) -> Refusal:
        if isinstance(act, Take):
            return Refusal("OTB 13.0b", "it is not in the set-up tray")
        if isinstance(act, Lift):
            reason = f"{LIFTS} times are the most" if d.lifts >= LIFTS else "it was not set up by choice"
            return Refusal("OTB 13.0.q2", reason)
        reason = "not all units are set up" if isinstance(act, Done) else "all units are set up"
        return Refusal("OTB 13.0.q2", reason)

    def carry_out(self, d: Draft, act: Take | Lift | Follow | Rest | Done) -> None:
        if isinstance(act, Take):
            d.frames.append(Placing(self.seat, act.unit))
        elif isinstance(act, Lift):
            d.lifts += 1
            d.put(act.unit, TRAY)
            d.marks[act.unit] = 0
        elif isinstance(act, Follow):
            follow(d, act.plan)
        elif isinstance(act, Rest):
            place_rest(d)
        else:
            d.frames.pop()
            d.say("setup", "the Germans are set up", "OTB 13.0a")


class Placing(FortressQuestion[Place | Take], frozen=True):
    """Where one unit is set up, or several of the same limits at once."""

    unit: int
    others: tuple[int, ...] = ()
    acts = (Place, Take)
    rule = "OTB 13.0b"
    why = "The limits of the set-up lists bind each unit; stacking holds from the start."

    @property
    def hand(self) -> tuple[int, ...]:
        return self.unit, *self.others

    def is_secret(self, d: Draft) -> bool:
        return True

    def prompt(self, d: Draft) -> str:
        names = " and ".join(NAMES[unit] for unit in self.hand)
        return f"Where {'are' if self.others else 'is'} {names} set up?"

    def answers(self, d: Draft) -> list[Place | Take]:
        places = self.places(d)
        return [*map(Place, bits(places)), *map(Take, self.companions(d, places))]

    def places(self, d: Draft) -> int:
        """The hexes with room for all in hand."""
        found = room_for(d, self.unit)
        for unit in self.others:
            found &= room_for(d, unit)
        if self.others:
            found = board_of(place for place in bits(found) if self.crowding(d, place) is None)
        return found

    def crowding(self, d: Draft, place: int) -> Refusal | None:
        return overfull(d, [*d.units_in(GERMAN, place), *self.hand], place)

    def companions(self, d: Draft, places: int) -> list[int]:
        """Who else may be taken: units of the same limits that some empty hex holds with those in hand."""
        waiting = [unit for unit in tray(d) if unit not in self.hand]
        owed = sum({ground_of(unit)[0] for unit in waiting if is_fixed(unit)})
        empty = bits(places & ~d.occupied(GERMAN) & ~owed)
        return [
            unit
            for unit in waiting
            if ROW[unit].limit == ROW[self.unit].limit and on_wheels(unit) == on_wheels(self.unit)
            if empty and overfull(d, [*self.hand, unit], empty[0]) is None
        ]

    def refuse(self, d: Draft, act: Place | Take) -> Refusal:
        if isinstance(act, Take):
            return Refusal("OTB 13.0.q2", "it is not of the same limits, or they would not fit in one hex")
        found = refusal(limits(self.unit), act.hex) or self.crowding(d, act.hex)
        return found or Refusal("OTB 13.0b", "a unit that was taken up again needs the room there")

    def carry_out(self, d: Draft, act: Place | Take) -> None:
        d.frames.pop()
        if isinstance(act, Take):
            d.frames.append(Placing(self.seat, self.unit, (*self.others, act.unit)))
            return
        where = hex_name(act.hex)
        for unit in self.hand:
            stand(d, unit, act.hex)
            d.whisper("place", GERMAN, f"{NAMES[unit]} is set up at {where}", "a unit is set up", self.rule)
        choosing = [unit for unit in self.hand if has_choice_of_mode(d, unit)]
        d.frames += [Poising(self.seat, unit) for unit in reversed(choosing)]


class Poising(FortressQuestion[Face | Halt], frozen=True):
    """OTB 13.0.q1, FB 13.0.base: the mode of a unit that may choose it, with its facing."""

    unit: int
    acts = (Face, Halt)
    rule = "OTB 13.0.q1"
    why = "Flak may start in Combat mode, and hinders the drop either way while it is not disrupted."

    def is_secret(self, d: Draft) -> bool:
        return True

    def prompt(self, d: Draft) -> str:
        return f"Is {NAMES[self.unit]} in Combat mode, and facing which way?"

    def answers(self, d: Draft) -> list[Face | Halt]:
        return [*(Face(direction) for direction in range(6)), Halt()]

    def refuse(self, d: Draft, act: Face | Halt) -> Refusal:
        return Refusal(self.rule, "it faces one of the six hexsides, or is in Maneuver mode")

    def carry_out(self, d: Draft, act: Face | Halt) -> None:
        d.frames.pop()
        if isinstance(act, Face):
            d.marks[self.unit] |= COMBAT
            d.face(self.unit, act.direction)

    def say(self, d: Draft, act: Face | Halt) -> str:
        return stance(act)


def stance(act: Face | Halt) -> str:
    """The mode that a unit takes, in words."""
    return (
        f"Combat mode, facing {DIRECTION_NAMES[act.direction]}" if isinstance(act, Face) else "Maneuver mode"
    )


def tray(d: Draft) -> list[int]:
    """The units that are still to be set up."""
    return [unit for unit in RANGES[GERMAN] if d.where[unit] == TRAY]


def can_lift(d: Draft, unit: int) -> bool:
    """May it be taken up again: was its place, its mode or its facing a choice?"""
    if d.where[unit] >= SIZE:
        return False
    return not is_fixed(unit) or has_choice_of_mode(d, unit)


def has_choice_of_mode(d: Draft, unit: int) -> bool:
    """OTB 13.0d, OTB 13.3f, OTB 13.0.q1: only flak has it; FB 13.0.base: in Fortress Berlin every unit."""
    return TYPE[unit] == FLAK or (d.is_base and TYPE[unit] != LEADER)


def limits(unit: int) -> list[Limit]:
    """What limits where a unit is set up, but for stacking."""
    places, rule, reason = ground_of(unit)
    wheels = on_wheels(unit)
    return [
        Limit(places, rule, reason),
        Limit(~RUINED if wheels else -1, "FB 7.3.ruins", "motor units and guns don't stand in ruins"),
    ]


def room_for(d: Draft, unit: int) -> int:
    """The hexes where a unit may be set up now."""
    places = room(limits(unit))
    crowded = places & d.occupied(GERMAN)
    found = places & ~crowded
    if TYPE[unit] == LEADER:
        return places
    for place in bits(crowded):
        if has_room(d, unit, place):
            found |= 1 << place
    return found & ~promised(d, unit)


def promised(d: Draft, unit: int) -> int:
    """The hexes that this unit would fill, though others that were taken up again have no other."""
    owed: dict[int, list[int]] = {}
    for other in tray(d):
        if other != unit and is_fixed(other):
            owed.setdefault(ground_of(other)[0], []).append(other)
    found = 0
    for place, others in owed.items():
        at = place.bit_length() - 1
        if overfull(d, [*d.units_in(GERMAN, at), *others, unit], at) is not None:
            found |= place
    return found


def _order() -> tuple[int, ...]:
    """FB 13.0.auto: the Reichstag, the citadel, the ring, the U-Bahn, then all hexes by their numbers."""
    named = [REICHSTAG, *_by_number(bits(CITADEL)), *_by_number(bits(RING)), *_by_number(bits(UBAHN))]
    return tuple(dict.fromkeys([*named, *HEXES]))


def _by_number(places: Iterable[int]) -> list[int]:
    ranks = {place: number for number, place in enumerate(HEXES)}
    return sorted(places, key=ranks.__getitem__)


ORDER = _order()


def place_rest(d: Draft) -> None:
    """FB 13.0.auto: each unit left, in the order of the list, to the first hex that will do."""
    for unit in tray(d):
        possible = room_for(d, unit)
        empty = possible & ~d.occupied(GERMAN)
        place = next(place for place in ORDER if (empty or possible) >> place & 1)
        stand(d, unit, place)
        if TYPE[unit] == FLAK:
            d.marks[unit] |= COMBAT | _outward(place) << FACING
    d.forget()
    d.whisper("setup", GERMAN, "the program sets up the rest", QUIETLY, "FB 13.0.auto")


def _outward(place: int) -> int:
    """The direction from the Reichstag to a hex, roughly: where an enemy may come from."""
    column, row = (
        int(key) - int(centre) for key, centre in zip(_split(place), _split(REICHSTAG), strict=True)
    )
    if abs(row) >= abs(column):
        return 3 if row > 0 else 0
    east = column > 0
    if row < 0:
        return 1 if east else 5
    return 2 if east else 4


def _split(place: int) -> tuple[str, str]:
    return HEX_KEYS[place][:2], HEX_KEYS[place][2:]


def follow(d: Draft, plan: int) -> None:
    """Set up what is left by a ready plan, and what it doesn't name by the program's order.

    If those whom it sends to the Reichstag are set up elsewhere, somebody else goes there.
    """
    places = PLANS[plan].places
    sent = any(place == REICHSTAG and d.where[unit] == TRAY for unit, place, _ in places)
    if not sent and not d.units_in(GERMAN, REICHSTAG):
        able = [unit for unit in tray(d) if room_for(d, unit) >> REICHSTAG & 1]
        for unit in able[-1:]:
            stand(d, unit, REICHSTAG)
    for unit, place, facing in places:
        if d.where[unit] == TRAY and room_for(d, unit) >> place & 1:
            stand(d, unit, place)
            if facing >= 0 and TYPE[unit] == FLAK:
                d.marks[unit] |= COMBAT | facing << FACING
    d.forget()
    text = f"the Germans follow a plan: {PLANS[plan].name}"
    d.whisper("setup", GERMAN, text, QUIETLY, "OTB 13.0.q2")
    if tray(d):
        place_rest(d)
