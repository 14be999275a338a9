"""15.3 and 15.4.1. The air drop, division by division and unit by unit."""

from berlin.boards.hexes import bits, board_of
from berlin.games.fortress.board.ground import BESIDE, LAND, TOWERS, WATERS, closest
from berlin.games.fortress.board.names import hex_name
from berlin.games.fortress.board.tables import ELIMINATE, RESULT_NAMES, result
from berlin.games.fortress.board.units import (
    CONFUSION,
    DIVISION,
    DIVISION_NAMES,
    DIVISIONS,
    GLIDER,
    MEMBERS,
    NAMES,
    PROTECTION,
)
from berlin.games.fortress.cover import ALLIED, GERMAN
from berlin.games.fortress.rules.assignment import JUMPERS
from berlin.games.fortress.rules.drop.scatter import (
    COLUMN,
    aims,
    drift,
    flak,
    rough_name,
    shelter_counts,
    soft_ground,
)
from berlin.games.fortress.rules.movement.march import Face, Halt
from berlin.games.fortress.rules.occupation import end_if_won, enter, test_zones
from berlin.games.fortress.rules.question import Done, FortressQuestion, Standing
from berlin.games.fortress.rules.stacking import has_room
from berlin.games.fortress.state.state import (
    BEYOND,
    COMBAT,
    DISRUPTED,
    DRIFTED,
    LOST,
    MOVED,
    REMOVED,
    WAITING,
    Draft,
)
from berlin.games.fortress.state.words import DIRECTION_NAMES
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Limit, refusal, room


class Drop(Act, frozen=True, gc=False):
    division: int
    verb, says, time = "drop", "Drop {division}", "OTB 15.3c"


class Jump(Act, frozen=True, gc=False):
    unit: int
    verb, says, time = "jump", "Drop {unit}", "OTB 15.3.q1"


class AimAt(Act, frozen=True, gc=False):
    hex: int
    verb, says, time = "aim", "Aim at {hex}", "OTB 15.3.1d"


class Displace(Act, frozen=True, gc=False):
    hex: int
    verb, says, time = "displace", "Come down at {hex}", "OTB 15.3.2a"


class Dropping(FortressQuestion[Drop], frozen=True):
    """Which division drops next; each is resolved whole (OTB 15.3c)."""

    acts = (Drop,)
    rule = "OTB 15.3c"
    words = "Which division drops next?"
    why = (
        "One division's drop is resolved before the next begins; flak that is overrun can't hinder the next."
    )

    def answers(self, d: Draft) -> list[Drop]:
        return [Drop(division) for division in waiting(d)]

    def refuse(self, d: Draft, act: Drop) -> Refusal:
        return Refusal("OTB 15.3.1a", "it is not waiting to jump on the map")

    def still_asks(self, d: Draft) -> bool:
        if waiting(d):
            return super().still_asks(d)
        d.frames.pop()
        draw_losses(d)
        return False

    def carry_out(self, d: Draft, act: Drop) -> None:
        d.say("drop", f"{DIVISION_NAMES[act.division]} jumps", "OTB 15.3c", data=(act.division,))
        units = tuple(unit for unit in ready(d, act.division) if confused(d, unit, act.division))
        if units:
            d.frames.append(Jumping(self.seat, act.division, units))


def waiting(d: Draft) -> list[int]:
    """The divisions that jump on the map and have not yet."""
    return [division for division in JUMPERS if d.jumped(division) and ready(d, division)]


def ready(d: Draft, division: int) -> list[int]:
    """Its units that have not taken off."""
    return [unit for unit in MEMBERS[DIVISIONS[division]] if d.where[unit] == WAITING]


def confused(d: Draft, unit: int, division: int) -> bool:
    """OTB 15.3.1b: roll for a unit; True if it drops, or else it is lost for this turn."""
    die = d.die("confusion", f"{NAMES[unit]} takes off", "OTB 15.3.1b")
    if die <= CONFUSION[division]:
        d.put(unit, LOST)
        d.say("lost", f"{NAMES[unit]} is lost for now", "OTB 15.3.1b", data=(unit,))
        return False
    return True


def draw_losses(d: Draft) -> None:
    """OTB 15.3.3a: of each division beyond the map its Confusion Factor in units is drawn and gone."""
    for division in JUMPERS:
        left = [unit for unit in MEMBERS[DIVISIONS[division]] if d.where[unit] == BEYOND]
        for _ in range(min(CONFUSION[division], len(left))):
            unit = left.pop(d.roll(len(left)) - 1)
            d.put(unit, REMOVED)
            d.say("loss", f"{NAMES[unit]} is lost on the way", "OTB 15.3.3b", data=(unit,))


class Jumping(FortressQuestion[Jump], frozen=True):
    """Which unit of the division jumps next."""

    division: int
    units: tuple[int, ...]
    acts = (Jump,)
    rule = "OTB 15.3.q1"
    words = "Which unit jumps next?"
    why = "Each is aimed after the one before has landed."

    def answers(self, d: Draft) -> list[Jump]:
        return [Jump(unit) for unit in self.units]

    def refuse(self, d: Draft, act: Jump) -> Refusal:
        return Refusal(self.rule, "it doesn't jump now")

    def carry_out(self, d: Draft, act: Jump) -> None:
        left = tuple(unit for unit in self.units if unit != act.unit)
        d.ask_instead(Jumping(self.seat, self.division, left))
        if aims(d, act.unit, d.landing[self.division]):
            d.frames.append(Aiming(self.seat, act.unit))
        else:
            d.put(act.unit, LOST)
            d.say(
                "lost",
                f"{NAMES[act.unit]} finds no place to land, and waits",
                "OTB 15.3.1.q5",
                data=(act.unit,),
            )


class Aiming(FortressQuestion[AimAt], frozen=True):
    """Where a unit is aimed."""

    unit: int
    acts = (AimAt,)
    why = "Gliders land where they are aimed unless they scatter; parachutes always scatter."

    def prompt(self, d: Draft) -> str:
        return f"Where is {NAMES[self.unit]} aimed?"

    def cite(self, d: Draft) -> str:
        return "OTB 15.3.1d" if GLIDER[self.unit] else "OTB 15.3.1j"

    def answers(self, d: Draft) -> list[AimAt]:
        return [AimAt(place) for place in bits(self.places(d))]

    def places(self, d: Draft) -> int:
        return aims(d, self.unit, zone_of(d, self.unit))

    def refuse(self, d: Draft, act: AimAt) -> Refusal:
        if (d.occupied(ALLIED) | d.occupied(GERMAN)) >> act.hex & 1:
            return Refusal("OTB 15.3.1.q5", "somebody is there")
        if not soft_ground(self.unit) >> act.hex & 1:
            return Refusal(self.cite(d), "nobody aims at such ground")
        return Refusal(self.cite(d), "it is more than six hexes from the Landing Zone")

    def carry_out(self, d: Draft, act: AimAt) -> None:
        d.frames.pop()
        scatter(d, self.unit, act.hex)


def zone_of(d: Draft, unit: int) -> int:
    """OTB 15.3b: the aiming point of a unit."""
    return d.landing[DIVISIONS.index(DIVISION[unit])]


def scatter(d: Draft, unit: int, place: int) -> None:
    """OTB 15.3.1e, 15.3.1f, 15.3.1g, 15.3.1k, 15.3.1l: dice for the drift, worse for each flak."""
    towers, others = flak(d, zone_of(d, unit))
    if GLIDER[unit]:
        die = d.die("scatter", f"{NAMES[unit]} glides down", "OTB 15.3.1e")
        if die - towers - others > CONFUSION[DIVISIONS.index(DIVISION[unit])]:
            come_down(d, unit, place)
            return
        more = 0
    else:
        more = towers + others
    rule = "OTB 15.3.1e" if GLIDER[unit] else "OTB 15.3.1k"
    direction = d.die("direction", f"{NAMES[unit]} drifts, direction", rule, "OTB 15.3.1.q2") - 1
    steps = d.die("distance", f"{NAMES[unit]} drifts, hexes", rule, *(["OTB 15.3.1l"] if more else [])) + more
    there, on_map = drift(place, direction, steps)
    if on_map:
        d.say("scatter", f"{NAMES[unit]} drifts to {hex_name(there)}", rule, data=(unit, place, there))
        come_down(d, unit, there)
        return
    d.put(unit, DRIFTED + there)
    d.landed |= 1 << unit
    d.say(
        "scatter",
        f"{NAMES[unit]} drifts off the map, and comes back next turn",
        "OTB 15.3.2d",
        data=(unit, place, there),
    )


def come_down(d: Draft, unit: int, place: int) -> None:
    """OTB 15.3.2a, OTB 15.3.2b, OTB 15.3.1.q3: on a hex, or beside it for an enemy, water or a full stack."""
    if not WATERS >> place & 1 and not d.occupied(GERMAN) >> place & 1 and has_room(d, unit, place):
        touch_down(d, unit, place)
        return
    choices = displacements(d, unit, place)
    if not choices:
        d.put(unit, REMOVED)
        d.say(
            "loss", f"{NAMES[unit]} finds no place to come down, and is lost", "OTB 15.3.2.q1", data=(unit,)
        )
        return
    d.frames.append(Displacing(ALLIED, unit, place))


def displacements(d: Draft, unit: int, place: int) -> int:
    """OTB 15.3.2b, 15.3.2.q3: free land but for flak towers, within stacking; the nearest to water."""
    free = room(openings(d, unit))
    return closest(place, free) if WATERS >> place & 1 else BESIDE[place] & free


def openings(d: Draft, unit: int) -> list[Limit]:
    """What limits where a unit may come down that can't where it scattered to, but for the distance."""
    full = board_of(at for at in bits(d.occupied(ALLIED)) if not has_room(d, unit, at))
    return [
        Limit(~d.occupied(GERMAN), "OTB 15.3.2a", "the enemy is there"),
        Limit(~TOWERS, "OTB 15.3.2a", "nobody comes down on a flak tower"),
        Limit(LAND, "OTB 15.3.2.q3", "it comes down on land"),
        Limit(~full, "OTB 15.3.2.q3", "there is no room"),
    ]


class Displacing(FortressQuestion[Displace], frozen=True):
    """Where a unit comes down that can't where it scattered to."""

    unit: int
    place: int
    acts = (Displace,)
    why = "It is moved to a free hex beside the one that it hit; over water, to the nearest land."

    def prompt(self, d: Draft) -> str:
        return f"Where does {NAMES[self.unit]} come down? It can't at {hex_name(self.place)}."

    def cite(self, d: Draft) -> str:
        return "OTB 15.3.2b" if WATERS >> self.place & 1 else "OTB 15.3.2a"

    def answers(self, d: Draft) -> list[Displace]:
        return [Displace(at) for at in bits(displacements(d, self.unit, self.place))]

    def refuse(self, d: Draft, act: Displace) -> Refusal:
        near = refusal(openings(d, self.unit), act.hex)
        return near or Refusal("OTB 15.3.2.q3", "only a hex beside it will do, or the nearest to water")

    def carry_out(self, d: Draft, act: Displace) -> None:
        d.frames.pop()
        touch_down(d, self.unit, act.hex)


def touch_down(d: Draft, unit: int, place: int) -> None:
    """OTB 15.3.2.q1, 15.3.1.q7: it lands, and is attacked by rough ground before it takes anything.

    OTB 4.0.q1, OTB 11.1d: what it takes it takes if it lives.
    """
    d.landed |= 1 << unit
    if soft_ground(unit) >> place & 1:
        enter(d, unit, place)
        d.frames.append(Landing(ALLIED, unit))
        return
    rule = "OTB 15.3.1h" if GLIDER[unit] else "OTB 15.3.1m"
    cited = rule, "OTB 15.3.1i" if GLIDER[unit] else "OTB 15.3.1n"
    sheltered = PROTECTION[unit] if shelter_counts(d, place) else 0
    dice = d.die("landing", "landing attack, first die", *cited)
    dice += d.die("landing", "landing attack, second die", *cited)
    found = result(COLUMN[GLIDER[unit]], dice - sheltered)
    if found == ELIMINATE:
        d.put(unit, REMOVED)
        d.say("loss", f"{NAMES[unit]} is lost in landing on {rough_name(place)}", rule, data=(unit,))
        return
    enter(d, unit, place)
    d.mark(unit, DISRUPTED | MOVED)
    text = f"{NAMES[unit]} lands badly ({RESULT_NAMES[found]}), and is disrupted"
    d.say("disrupt", text, "OTB 15.3.2c", data=(unit,))
    end_if_won(d)


class Landing(FortressQuestion[Face | Halt], frozen=True):
    """OTB 15.3.2e, OTB 15.3.2f, OTB 15.3.2.q2: the mode of a unit that has landed, with its facing."""

    unit: int
    acts = (Face, Halt)
    rule = "OTB 15.3.2e"
    why = "In Combat mode it may fight in this turn but not move; in Maneuver mode it may move a quarter."

    def prompt(self, d: Draft) -> str:
        return f"How does {NAMES[self.unit]} land?"

    def answers(self, d: Draft) -> list[Face | Halt]:
        return [*(Face(direction) for direction in range(6)), Halt()]

    def refuse(self, d: Draft, act: Face | Halt) -> Refusal:
        return Refusal(self.rule, "it lands in Combat mode with a facing, or in Maneuver mode")

    def say(self, d: Draft, act: Face | Halt) -> str:
        if isinstance(act, Face):
            return f"In Combat mode, facing {DIRECTION_NAMES[act.direction]}"
        return "In Maneuver mode"

    def carry_out(self, d: Draft, act: Face | Halt) -> None:
        d.frames.pop()
        if isinstance(act, Face):
            d.mark(self.unit, COMBAT | MOVED)
            d.face(self.unit, act.direction)
        d.say(
            "land",
            f"{NAMES[self.unit]} lands at {hex_name(d.where[self.unit])}",
            self.rule,
            data=(self.unit,),
        )
        test_zones(d, ALLIED)
        end_if_won(d)


class Retrying(Standing[Jump | Done], frozen=True):
    """OTB 15.4.1.q2: units that missed the drop may try again before any unit moves."""

    tried: tuple[int, ...] = ()
    acts = (Jump, Done)
    rule = "OTB 15.4.1"
    words = "Which unit that missed the drop tries again?"
    why = "Each may try once in a turn, by the same dice; or wait."

    def answers(self, d: Draft) -> list[Jump | Done]:
        return [*(Jump(unit) for unit in late(d) if unit not in self.tried), Done()]

    def refuse(self, d: Draft, act: Jump | Done) -> Refusal:
        assert isinstance(act, Jump), "done is always an answer"
        if d.where[act.unit] == LOST and act.unit not in self.tried:
            return Refusal("OTB 15.4.1.q1", "its Landing Zone is gone")
        return Refusal(self.rule, "it has tried, or did not miss the drop")

    def still_asks(self, d: Draft) -> bool:
        if len(self.answers(d)) > 1:
            return True
        d.frames.pop()
        return False

    def carry_out(self, d: Draft, act: Jump | Done) -> None:
        if isinstance(act, Done):
            d.frames.pop()
            return
        d.ask_instead(Retrying(self.seat, (*self.tried, act.unit)))
        division = DIVISIONS.index(DIVISION[act.unit])
        if confused(d, act.unit, division) and aims(d, act.unit, d.landing[division]):
            d.frames.append(Aiming(self.seat, act.unit))


def late(d: Draft) -> list[int]:
    """The units that missed the drop and may still jump: their Landing Zone is there."""
    return [
        unit
        for division in JUMPERS
        if d.jumped(division) and d.landing[division] >= 0
        for unit in MEMBERS[DIVISIONS[division]]
        if d.where[unit] == LOST
    ]
