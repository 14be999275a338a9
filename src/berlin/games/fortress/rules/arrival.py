"""5, 14 and 15.4. Reinforcements: who is due, and where they enter.

Nobody is withdrawn (OTB 5.0b, FB 5.1, FB 5.2). The Allies have those who missed the drop (drop/landing.py),
the divisions beyond the map and the 52nd (OTB 15.4).
"""

from berlin.boards.hexes import bits
from berlin.games.fortress.board.ground import (
    AIRFIELD_OF,
    AIRFIELDS,
    BLOCKS,
    within,
)
from berlin.games.fortress.board.names import hex_name
from berlin.games.fortress.board.units import (
    CONFUSION,
    DIVISION,
    DIVISION_NAMES,
    DIVISIONS,
    HEADQUARTERS,
    HQ,
    MEMBERS,
    NAMES,
    RANGES,
    RESERVE,
    ROW,
    SIDE,
    TYPE,
    VOLKSSTURM,
)
from berlin.games.fortress.cover import ALLIED, GERMAN
from berlin.games.fortress.rules.communications import is_held
from berlin.games.fortress.rules.fog import is_seen, tell
from berlin.games.fortress.rules.occupation import enter
from berlin.games.fortress.rules.question import FortressQuestion
from berlin.games.fortress.rules.set_up.placing import Place, Poising
from berlin.games.fortress.rules.stacking import crowding, has_room
from berlin.games.fortress.state.state import (
    BEYOND,
    DUE,
    FIFTY_SECOND,
    FOG,
    POOL,
    VARIABLE,
    WAITING,
    Draft,
)
from berlin.games.fortress.state.state import RESERVE as RESERVE_BOX
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.limits import Limit, refusal

# OTB 14.1a, OTB 14.1e, OTB 14.1.q2: the formations whose units roll when they are due, if that is played; the
# Tigers are of the 11th SS.
UNCERTAIN = ("18", "20", "Mun", "11SS")
# FB 5.5.vscheck: how many Volkssturm come, by the die; how far from any enemy they are placed.
VS_CHECK = (0, 0, 0, 1, 1, 2, 2)
VS_DISTANCE = 3
# What the German order of appearance says for each turn.
APPEARANCE: dict[int, tuple[str, ...]] = {
    1: ("OTB 14.turn1",),
    2: ("OTB 14.turn2",),
    3: ("OTB 14.turn3a", "OTB 14.turn3b"),
    4: ("OTB 14.turn4",),
    5: ("OTB 14.turn5",),
    6: ("OTB 14.turn6",),
    7: ("OTB 14.turn7",),
    8: ("OTB 14.turn8",),
    9: ("OTB 14.turn9",),
    10: ("OTB 14.turn10",),
}


def due_turn(d: Draft, unit: int) -> int:
    """The turn of the order of appearance; 0: it has none."""
    words = ROW[unit].enters.split()
    if not words[0].isdigit():
        return 0
    return int(words[-1] if d.is_base else words[0])


def comes_later(d: Draft, unit: int) -> bool:
    """Does it enter the map in the course of the game, by now at the latest?"""
    if SIDE[unit] == ALLIED and not d.is_base:
        return True
    return 0 < due_turn(d, unit) <= d.turn


def call_up(d: Draft, side: Seat) -> None:
    """OTB 14.0a, FB 14.base, 15.base: those due by the order of appearance may enter from now on."""
    came = []
    for unit in RANGES[side]:
        if d.where[unit] != WAITING or due_turn(d, unit) > d.turn:
            continue
        uncertain = d.has(VARIABLE) and DIVISION[unit] in UNCERTAIN
        if uncertain and (TYPE[unit] == HQ or not _rolls_in(d, unit)):
            continue
        d.put(unit, DUE)
        came.append(unit)
    came += _headquarters(d, came)
    if came:
        d.say("due", f"{len(came)} units may enter the map", *_order(d, side), data=tuple(came))


def _order(d: Draft, side: Seat) -> tuple[str, ...]:
    """The lines of the order of appearance for this turn."""
    if not d.is_base:
        return "OTB 14.0a", *APPEARANCE[d.turn]
    if side == GERMAN:
        return ("FB 14.base",)
    return ("FB 15.base.a", "FB 15.base.b") if d.turn == 1 else ("FB 15.base.c",)


def _rolls_in(d: Draft, unit: int) -> bool:
    """OTB 14.1a, OTB 14.1b: not above the turn; or it tries again.

    OTB 14.1c, OTB 14.1.q1, OTB 15.5.q1: each Allied strike kept back adds one to every roll.
    """
    die = d.die("entry", f"{NAMES[unit]} comes up", "OTB 14.1a", *(["OTB 14.1c"] if d.unused else []))
    return die + d.unused <= d.turn


def _headquarters(d: Draft, came: list[int]) -> list[int]:
    """OTB 14.1d: a division's headquarters comes with its first unit."""
    found = []
    for division in UNCERTAIN:
        staff = HEADQUARTERS[division]
        if d.where[staff] == WAITING and any(DIVISION[unit] == division for unit in came):
            d.put(staff, DUE)
            found.append(staff)
    return found


def roll_for_arrival(d: Draft) -> None:
    """OTB 15.4.2b: a die for each division beyond the map, the northern one first."""
    for division in sorted(d.beyond, key=d.airfield.__getitem__):
        die = d.die("arrival", f"{DIVISION_NAMES[division]} comes to the city", "OTB 15.4.2b")
        if die + CONFUSION[division] < d.turn:
            d.arrived |= 1 << division
            for unit in MEMBERS[DIVISIONS[division]]:
                if d.where[unit] == BEYOND:
                    d.put(unit, DUE)
            d.say("due", f"{DIVISION_NAMES[division]} arrives", "OTB 15.4.2b", data=(division,))


def land_reserve(d: Draft) -> None:
    """OTB 15.4.3.q1: the 52nd on an airfield that the Allies hold, a die for each unit.

    OTB 15.3.4a, OTB 15.4.1.q1: nobody else lands once its Landing Zone was eliminated.
    """
    if not d.has(FIFTY_SECOND) or d.lost_zones >> RESERVE & 1 or not reserve_ground(d):
        return
    down = [
        unit
        for unit in MEMBERS[DIVISIONS[RESERVE]]
        if d.where[unit] == RESERVE_BOX
        and d.die("reserve", f"{NAMES[unit]} lands", "OTB 15.4.3.q1") > CONFUSION[RESERVE]
    ]
    d.frames += [Touching(ALLIED, unit) for unit in reversed(down)]


def reserve_ground(d: Draft) -> int:
    """Where the 52nd lands: the airfield of its marker, or all that the Allies hold while it lies on none."""
    fields = [field for number, field in enumerate(AIRFIELDS) if is_held(d, number)]
    marker = d.landing[RESERVE]
    known = [field for field in fields if marker >= 0 and field >> marker & 1]
    return sum(known or fields)


class Touching(FortressQuestion[Place], frozen=True):
    """Where on the airfield a unit of the 52nd is put."""

    unit: int
    acts = (Place,)
    rule = "OTB 15.4.3.q1"
    why = "It lands in Maneuver mode within the wire, without scatter, within stacking."

    def is_secret(self, d: Draft) -> bool:
        """With fog the answer names a hex that the enemy may not see into."""
        return d.has(FOG)

    def prompt(self, d: Draft) -> str:
        return f"Where does {NAMES[self.unit]} land?"

    def answers(self, d: Draft) -> list[Place]:
        return [Place(place) for place in bits(reserve_ground(d)) if has_room(d, self.unit, place)]

    def refuse(self, d: Draft, act: Place) -> Refusal:
        wire = [Limit(reserve_ground(d), self.rule, "it lands within the wire of the airfield")]
        found = refusal(wire, act.hex) or crowding(d, self.unit, act.hex)
        assert found is not None
        return found

    def carry_out(self, d: Draft, act: Place) -> None:
        d.frames.pop()
        marker = d.landing[RESERVE]
        if marker < 0 or AIRFIELD_OF[marker] != AIRFIELD_OF[act.hex]:
            d.landing = (*d.landing[:RESERVE], act.hex, *d.landing[RESERVE + 1 :])
        enter(d, self.unit, act.hex)
        text = f"{NAMES[self.unit]} lands at {hex_name(act.hex)}"
        tell(d, self.unit, "land", text, self.rule, data=(self.unit, act.hex))


def check_volkssturm(d: Draft) -> None:
    """FB 5.5.vscheck: a die for new Volkssturm."""
    listed = () if d.is_base else APPEARANCE[d.turn]
    die = d.die("volkssturm", "Volkssturm Reinforcement Check", "FB 5.5.vscheck", *listed)
    ready = [unit for unit in VOLKSSTURM if d.where[unit] == POOL][: VS_CHECK[die]]
    for unit in reversed(ready):
        d.frames.append(Raising(GERMAN, unit))


def muster(d: Draft) -> int:
    """The hexes where new Volkssturm may be placed, but for stacking."""
    held = (d.strongpoints | BLOCKS) & ~d.taken
    near = 0
    for place in bits(d.occupied(ALLIED)):
        near |= within(place, VS_DISTANCE - 1)
    return held & ~near


class Raising(FortressQuestion[Place], frozen=True):
    """Where a new Volkssturm battalion is placed; its mode follows."""

    unit: int
    acts = (Place,)
    rule = "FB 5.5.vscheck"
    why = "On German strongpoints and in built-up hexes at least three hexes from any enemy."

    def is_secret(self, d: Draft) -> bool:
        """With fog it may join a stack of which the enemy doesn't know what is in it."""
        return d.has(FOG)

    def prompt(self, d: Draft) -> str:
        return f"Where is {NAMES[self.unit]} raised?"

    def answers(self, d: Draft) -> list[Place]:
        return [Place(place) for place in bits(muster(d)) if has_room(d, self.unit, place)]

    def refuse(self, d: Draft, act: Place) -> Refusal:
        found = refusal(
            [Limit(muster(d), self.rule, "it is no German-held place far enough from the enemy")], act.hex
        )
        return found or Refusal("FB 3.1.german", "there is no room")

    def carry_out(self, d: Draft, act: Place) -> None:
        d.frames.pop()
        enter(d, self.unit, act.hex)
        d.say("raise", "a Volkssturm battalion is raised", self.rule)
        d.frames.append(Mustering(self.seat, self.unit))


class Mustering(Poising, frozen=True):
    """The mode of a new Volkssturm battalion."""

    rule = "FB 5.5.vscheck"
    why = "In Combat mode it holds its ground better; in Maneuver mode it moves farther once it may."

    def is_secret(self, d: Draft) -> bool:
        return not is_seen(d, self.unit, ALLIED)
