"""13. Set-up: fixed pieces are laid by the program, the rest by the German within each unit's own limits."""

from berlin.boards.hexes import bits, board_of
from berlin.games.fortress.board.names import hex_name
from berlin.games.fortress.board.units import (
    FLAK,
    IS_VOLKSSTURM,
    NAMES,
    RANGES,
    ROW,
    TYPE,
    UNITS,
    VOLKSSTURM,
    plays,
)
from berlin.games.fortress.cover import GERMAN
from berlin.games.fortress.rules.movement.costs import on_wheels
from berlin.games.fortress.rules.movement.march import Face, Halt
from berlin.games.fortress.rules.question import Done, FortressQuestion, Standing
from berlin.games.fortress.rules.set_up.limits import (
    LIMITS,
    can_lift,
    follow,
    ground_of,
    has_choice_of_mode,
    is_fixed,
    limits,
    outward,
    place_rest,
    room_for,
    stand,
    tray,
)
from berlin.games.fortress.rules.set_up.plans import PLANS
from berlin.games.fortress.rules.stacking import overfull
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
from berlin.kernel.play.limits import refusal

# OTB 13.5a: so many of the Volkssturm battalions are drawn for the set-up.
DRAWN = 30
# OTB 13.0.q2: units may be taken up again until the set-up is done; so often at most, so that it ends.
LIFTS = 40


def lay_out(d: Draft, scenario: str) -> None:
    """Every counter where it is before the German sets up."""
    for unit in range(UNITS):
        d.where[unit] = _first_place(d, unit, scenario)
    for unit in RANGES[GERMAN]:
        if d.where[unit] == TRAY and is_fixed(unit):
            place = ground_of(unit)[0].bit_length() - 1
            stand(d, unit, place)
            if TYPE[unit] == FLAK:
                d.marks[unit] |= COMBAT | outward(place) << FACING
        limit = ROW[unit].limit
        if limit and (limit not in LIMITS or limit in ("tegel", "tempelhof", "gatow", "tiergarten")):
            # OTB 15.1.q5: these are public from the start.
            d.fixed |= 1 << unit
    d.prepare()


def _first_place(d: Draft, unit: int, scenario: str) -> int:
    """OTB 15.1d, OTB 15.4.3.q1: the tray, the pool, the reserve, the order of appearance, or not in play."""
    row = ROW[unit]
    if not plays(unit, scenario):
        return OUT
    if row.enters == "reserve":
        return RESERVE if d.has(FIFTY_SECOND) else OUT
    if row.enters != "setup":
        return WAITING
    return POOL if IS_VOLKSSTURM[unit] and VOLKSSTURM.index(unit) >= DRAWN else TRAY


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
            d.mark(self.unit, COMBAT)
            d.face(self.unit, act.direction)

    def say(self, d: Draft, act: Face | Halt) -> str:
        return (
            f"Combat mode, facing {DIRECTION_NAMES[act.direction]}"
            if isinstance(act, Face)
            else "Maneuver mode"
        )
