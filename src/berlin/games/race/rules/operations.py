"""4. Operations: impulses, the designation of units and modes, and the end of the phase."""

from collections.abc import Callable, Mapping
from random import Random

from berlin.games.race.board.ground import BESIDE_BERLIN, FRONT
from berlin.games.race.board.units import (
    ALL_UNITS,
    CAMP,
    FORMATION_OF,
    GERMAN,
    GERMANS,
    GERMANS_FROM,
    NAMES,
    NO_ARMY,
    SOVIETS,
    ZHUKOV,
)
from berlin.games.race.board.zones import N, zone_name
from berlin.games.race.cover import SEATS
from berlin.games.race.rules.berlin import check_city
from berlin.games.race.rules.chits import hidden_chit
from berlin.games.race.rules.combat.attack import Fighting
from berlin.games.race.rules.combat.odds import NO_TARGET, has_target, may_help, why_no_target
from berlin.games.race.rules.events import (
    Bridges,
    opening_plays,
    opening_refusal,
    opens_bridges,
    play_opening,
)
from berlin.games.race.rules.movement.moves import ABROAD, can_better, destinations, must_leave, split_armies
from berlin.games.race.rules.movement.reachability import markers, ways_of
from berlin.games.race.rules.movement.reserve import Reserving
from berlin.games.race.rules.movement.step import Moving
from berlin.games.race.rules.orders import (
    Hands,
    assess,
    designation_owed,
    forget,
    hands_for_order,
    order_refusal,
    reminder,
)
from berlin.games.race.rules.positions import (
    UNUSED,
    is_guest,
    marked_of,
    on_map,
    soviet_zones,
    stand_in,
    zone_table,
)
from berlin.games.race.rules.question import RaceQuestion, refusals
from berlin.games.race.state.actions import Action, Activate, Begin, Pass, Play, Shell
from berlin.games.race.state.state import (
    AMERICAN,
    BREACH,
    COMBAT,
    GUEST,
    IMPULSE_MARKS,
    MODE,
    MODE_NAMES,
    MODES,
    MOVE,
    OOS,
    RESERVE,
    USED,
    Draft,
    Position,
)
from berlin.kernel.contract.ids import OTHER, Seat, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.question import pick

LIMIT = 4
FIRST_TURN_DRM = 2
SHELLING_VP = 1
BOTH_PASSED = 3

BESIDE = zone_table(BESIDE_BERLIN)

# For draws by rejection: what a unit may be activated for, and how often to try.
SHELL, MANY = 0, 400
KINDS = (*MODES, SHELL)

BEGIN, PASS = Begin(), Pass()

# What becomes of a unit's marks when an impulse ends.
TURNED = bytes(marks & ~IMPULSE_MARKS | (USED if marks & MODE else 0) for marks in range(256))

OFF_MAP = refusals("RFB 4.1.2", "{} is not on the map")
ACTIVATED = refusals("RFB 4.1.3.q1", "{} is activated already, in a mode that is fixed")
USED_UP = refusals("RFB 4.1.4", "{} has been activated in this turn")
NOT_BESIDE_BERLIN = Refusal("RFB 10.2.1", "only a unit next to a Berlin zone can shell the city")
OOS_RESERVE = Refusal("RFB 3.1.3c", "a unit out of supply can't be in reserve")
BREACH_MOVES = Refusal("RFB 7.3.1c", "its army is split: it may only move, to rejoin the other counter")
AMERICAN_NO_ATTACK = Refusal("RFB 2.2.8a", "it stands in an American zone and may not attack")
AMERICAN_LEAVES = Refusal("RFB 2.2.8b", "it stands in an American zone and may only move out")
GUEST_LEAVES = Refusal("RFB 7.3.3d", "it is a guest of the other camp and may only move away")
STRAY_RETURNS = Refusal("RFB 7.3.2b", "it is across the boundary and may only return to its own front")
SOMETHING_CHOSEN = Refusal("RFB 4.1.5a", "units have been activated: begin with them")
NOTHING_CHOSEN = Refusal("RFB 4.1.5a", "no unit has been activated: activate one, or pass")


def strays(p: Position, camp: Seat) -> list[Unit]:
    """The Soviet units of a camp that must be activated to leave where they stand."""
    # Almost always there are none. (In American zones only after a halt.)
    if not stand_in(p, camp, ABROAD[camp]):
        american = markers(p.control).american if p.halted else 0
        if not american or not soviet_zones(p, camp) & american:
            return []
    ways = ways_of(p, ALL_UNITS[SOVIETS[camp][0]])
    return [
        unit
        for unit in on_map(p, camp, german=False)
        if not p.marks[unit] & (USED | MODE)
        and must_leave(p, unit) is not None
        and can_better(p, unit, ways, destinations(p, unit, ways))
    ]


def _movement_only(p: Position, unit: Unit, mode: int) -> Refusal | None:
    zone = p.where[unit]
    if p.control[zone] == AMERICAN:
        return AMERICAN_NO_ATTACK if mode == COMBAT else AMERICAN_LEAVES
    if p.marks[unit] & GUEST and is_guest(p, unit):
        return GUEST_LEAVES
    if FRONT[zone] == OTHER[CAMP[unit]]:
        return STRAY_RETURNS
    return BREACH_MOVES if p.marks[unit] & BREACH else None


class Designate(RaceQuestion, frozen=True, gc=False):
    """4.1.3: which units are activated, in which mode?

    What it refuses is what it doesn't list: `activation_refusal`, `mode_refusal` and their like decide both.
    Only the hundred units that can't be activated at all are passed over quicker, by their marks.
    """

    german: bool
    count: int = 0

    acts = (Play, Activate, Shell, Begin, Pass)
    rule = "RFB 4.1.3c"
    why = (
        "Only a few units act in an impulse, each once a turn and in one way: it moves, or it fights, or it"
        " waits in reserve to follow those who break through."
    )

    def prompt(self, p: Position) -> str:
        chosen = f"{self.count} of {p.limit} chosen"
        return f"{self._nation} impulse: activate units ({chosen}), then begin{reminder(p)}"

    @property
    def _nation(self) -> str:
        return "German" if self.german else "Soviet"

    def _window(self) -> str:
        """Which chits may be played now."""
        return "" if self.count else self._nation.lower()

    def _own(self, unit: Unit) -> Refusal | None:
        if GERMAN[unit] == self.german and CAMP[unit] == self.seat:
            return None
        rule = "RFB 4.1.2" if CAMP[unit] == self.seat else "RFB intro.a"
        name = SEATS[self.seat].capitalize()
        return Refusal(rule, f"this impulse is for the {self._nation}s of {name}")

    def activation_refusal(self, p: Position, unit: Unit) -> Refusal | None:
        """Why a unit can't be activated at all in this impulse."""
        refusal = self._own(unit)
        if refusal is not None:
            return refusal
        if p.where[unit] >= N:
            return OFF_MAP[unit]
        marks = p.marks[unit]
        if marks & MODE:
            return ACTIVATED[unit]
        if marks & USED:
            return USED_UP[unit]
        if self.count >= p.limit:
            return Refusal("RFB 4.1.2", f"{p.limit} units are activated, the most an impulse allows")
        return None

    def mode_refusal(self, p: Position, unit: Unit, mode: int, hands: Hands | None) -> Refusal | None:
        """Why a unit that may be activated can't take this mode; `hands` are those who serve an order."""
        if mode != MOVE:
            if unit < GERMANS_FROM:
                bound = _movement_only(p, unit, mode)
                if bound is not None:
                    return bound
            if mode == RESERVE:
                if p.marks[unit] & OOS:
                    return OOS_RESERVE
            # Trucks (event 7) bring their army to a target first.
            elif not (has_target(p, unit) or may_help(p, unit) or FORMATION_OF[unit] == p.trucks):
                return NO_TARGET
        return order_refusal(p, hands, unit, mode, p.limit - self.count) if hands is not None else None

    def shell_refusal(self, p: Position, unit: Unit) -> Refusal | None:
        """Why a unit that may be activated can't be so to shell Berlin."""
        if self.german or not BESIDE_BERLIN >> p.where[unit] & 1:
            return NOT_BESIDE_BERLIN
        return _movement_only(p, unit, RESERVE)

    def _room_for(self, p: Position, waiting: list[Unit], unit: Unit) -> Refusal | None:
        """Units that must leave come first when the activations run short."""
        if waiting and unit not in waiting and p.limit - self.count <= len(waiting):
            return must_leave(p, waiting[0])
        return None

    def close_refusal(self, p: Position, waiting: list[Unit], hands: Hands | None) -> Refusal | None:
        """Why the designations may not be closed."""
        if hands is not None:
            return designation_owed(p, hands)
        return must_leave(p, waiting[0]) if waiting and self.count < p.limit else None

    def _bound(self, p: Position) -> tuple[list[Unit], Hands | None]:
        """Those who must leave where they stand, and those who serve an order."""
        if self.german:
            return [], hands_for_order(p, self.seat)
        return strays(p, self.seat), None

    def still_asks(self, d: Draft) -> bool:
        """An impulse in which nothing can be activated is passed, unless a chit might be played."""
        if self.german and not self.count:
            # Asked again, for chit 3 may have swept away those whom the order bound.
            assess(d, self.seat)
        if self.count or hidden_chit(d, self.seat):
            return True
        if any(not d.marks[unit] & USED for unit in on_map(d, self.seat, self.german)):
            return True
        self._pass(d, "RFB 4.1.5.q1")
        return False

    def _fresh(self, p: Position) -> list[Unit]:
        """The units, on the map or off, that were activated neither now nor before; none beyond the limit."""
        return list(marked_of(p, UNUSED, self.seat, self.german)) if self.count < p.limit else []

    def answers(self, p: Position) -> list[Action]:
        waiting, hands = self._bound(p)
        actions: list[Action] = opening_plays(p, self.seat, self._window())
        for unit in self._fresh(p):
            if p.where[unit] >= N or (waiting and self._room_for(p, waiting, unit) is not None):
                continue
            for mode in MODES:
                if self.mode_refusal(p, unit, mode, hands) is None:
                    actions.append(Activate(unit, mode))
            if self.shell_refusal(p, unit) is None:
                actions.append(Shell(unit))
        if self.close_refusal(p, waiting, hands) is None:
            actions.append(BEGIN if self.count else PASS)
        return actions

    def sample(self, p: Position, rng: Random) -> Action:
        """By rejection, unless that takes too long."""
        german, seat, count = self.german, self.seat, self.count
        units = self._fresh(p)
        waiting, hands = self._bound(p)
        shells = not german and bool(units) and stand_in(p, seat, BESIDE)
        kinds = len(KINDS) if shells else len(MODES)
        others = [] if count else opening_plays(p, seat, self._window())
        activations = len(units) * kinds
        slots = activations + len(others) + 1
        where = p.where
        for _ in range(MANY):
            slot = int(rng.random() * slots)
            if slot < activations:
                unit, kind = units[slot // kinds], KINDS[slot % kinds]
                if where[unit] >= N or (waiting and self._room_for(p, waiting, unit) is not None):
                    continue
                if kind == SHELL:
                    if self.shell_refusal(p, unit) is None:
                        return Shell(unit)
                elif self.mode_refusal(p, unit, kind, hands) is None:
                    return Activate(unit, kind)
            elif slot > activations:
                return others[slot - activations - 1]
            elif self.close_refusal(p, waiting, hands) is None:
                return BEGIN if count else PASS
        return pick(self.answers(p), rng)

    def carry_out(self, d: Draft, act: Action) -> None:
        match act:
            case Activate():
                unit, mode = act.unit, act.mode
                d.marks[unit] |= mode
                d.frames[-1] = Designate(self.seat, self.german, self.count + 1)
                if d.log is not None:
                    text = f"{NAMES[unit]} at {zone_name(d.where[unit])} is activated for {MODE_NAMES[mode]}"
                    d.say("activate", text, "RFB 4.1.3a", data=(unit, mode))
            case Begin():
                d.frames[-1:] = Reserving(self.seat), Fighting(self.seat), Moving(self.seat)
            case Shell(unit):
                d.marks[unit] |= USED
                d.frames[-1] = Designate(self.seat, self.german, self.count + 1)
                text = f"{NAMES[unit]} shells Berlin from {zone_name(d.where[unit])}"
                d.say("shell", text, "RFB 10.2.1", data=(unit,))
                _first_shells(d, self.seat)
            case Play():
                play_opening(d, self.seat, act)
            case _:
                self._pass(d, "RFB 4.1.5a")

    def _pass(self, d: Draft, rule: str) -> None:
        d.frames.pop()
        if not self.german:
            d.passed |= 1 << self.seat
        d.say("pass", f"{SEATS[self.seat].capitalize()} passes his {self._nation} impulse", rule)

    # One source: `mode_refusal` and its like decide both. As limits they make listing all answers 31% slower.
    def refuse(self, p: Position, act: Action) -> Refusal:
        refusal = self._refusal(p, act)
        if refusal is NO_TARGET and isinstance(act, Activate):
            return why_no_target(p, act.unit)
        return refusal or Refusal("RFB 4.1.3c", "all units to be activated are designated first")

    def _refusal(self, p: Position, act: Action) -> Refusal | None:
        waiting, hands = self._bound(p)
        match act:
            case Activate(unit, mode):
                refusal = self.activation_refusal(p, unit) or self._room_for(p, waiting, unit)
                return refusal or self.mode_refusal(p, unit, mode, hands)
            case Shell(unit):
                return (
                    self.activation_refusal(p, unit)
                    or self.shell_refusal(p, unit)
                    or self._room_for(p, waiting, unit)
                )
            case Play():
                return opening_refusal(p, self.seat, self._window(), act)
            case Begin():
                return self.close_refusal(p, waiting, hands) or (None if self.count else NOTHING_CHOSEN)
            case Pass():
                return self.close_refusal(p, waiting, hands) or (SOMETHING_CHOSEN if self.count else None)
            case _:
                return Refusal("RFB 4.1.3c", "all units to be activated are designated first")

    def meaning(self, p: Position, named: Mapping[str, int]) -> tuple[Action, ...]:
        if "unit" not in named:
            return ()
        unit = Unit(named["unit"])
        return (*(Activate(unit, mode) for mode in MODES), Shell(unit))


def _first_shells(d: Draft, seat: Seat) -> None:
    if d.shelled:
        return
    d.shelled = True
    d.score(seat, SHELLING_VP)
    name = SEATS[seat].capitalize()
    d.say("vp", f"{name} is first to shell Berlin: +{SHELLING_VP} VP", "RFB 10.2.1", data=(seat,))


def open_impulse(d: Draft, camp: Seat, german: bool) -> None:
    """C.1 to C.4: an impulse begins."""
    d.frames.append(Designate(camp, german))
    if german:
        return
    # C.1 opens a phase in which nobody has passed.
    if camp == ZHUKOV:
        d.passed = 0
    # 7.3.1: whether an army is together is asked as the impulse begins.
    for one, other in split_armies(d, camp):
        d.marks[one] |= BREACH
        d.marks[other] |= BREACH
    if opens_bridges(d, OTHER[camp]):
        d.frames.append(Bridges(OTHER[camp]))


def close_impulse(d: Draft, camp: Seat, german: bool) -> None:
    """Activated units are turned; the city is checked; what held for the impulse is over."""
    first, after = (GERMANS if german else SOVIETS)[camp]
    d.marks[first:after] = d.marks[first:after].translate(TURNED)
    check_city(d)
    d.limit, d.rybalko, d.spearhead, d.trucks, d.doubled = LIMIT, NO_ARMY, NO_ARMY, NO_ARMY, False
    # 8.1.3: what was attacked in this impulse may be attacked in the next.
    d.attacked = ()
    d.taken = ()
    # 2.3.2: an order is over with the impulse that it bound.
    if german:
        forget(d, camp)


def impulse(camp: Seat, german: bool) -> tuple[Callable[[Draft], None], Callable[[Draft], None]]:
    """What an impulse of these units begins and ends with."""
    return lambda d: open_impulse(d, camp, german), lambda d: close_impulse(d, camp, german)


def ends_operations(d: Draft) -> bool:
    """C.5: does the Operations Phase end now? If not, the next round of impulses begins."""
    if _ends(d):
        return True
    d.operations += 1
    d.say("stage", f"operations {d.operations} begin", "RFB 4.3.1b", data=("operations",))
    return False


def _ends(d: Draft) -> bool:
    if d.passed == BOTH_PASSED:
        d.say("pass", "both players passed their Soviet impulses: operations end", "RFB 4.1.5b")
        return True
    if d.turn > 1:
        return d.die("operations", f"end of operations {d.operations}", "RFB 4.3.1a") <= d.operations
    what = f"end of operations {d.operations}, with +{FIRST_TURN_DRM} on turn 1"
    return d.die("operations", what, "RFB 4.3.1a", "RFB 4.3.1c") + FIRST_TURN_DRM <= d.operations
