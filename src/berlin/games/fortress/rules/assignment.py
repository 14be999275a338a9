"""15.1. The Allied plan: which division jumps on which airfield, in secret."""

from berlin.boards.hexes import bits
from berlin.games.fortress.board.ground import AIRFIELDS
from berlin.games.fortress.board.names import hex_name
from berlin.games.fortress.board.units import BRITISH, DIVISION_NAMES, DIVISIONS, MEMBERS, RESERVE
from berlin.games.fortress.cover import ALLIED
from berlin.games.fortress.rules.question import FortressQuestion
from berlin.games.fortress.state.state import BEYOND, Draft
from berlin.games.fortress.state.words import AIRFIELD_KEYS, ORANIENBURG
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act

JUMPERS = tuple(division for division in range(len(DIVISIONS)) if division != RESERVE)


class Assign(Act, frozen=True, gc=False):
    division: int
    airfield: int
    verb, says, time = "assign", "Give {airfield} to {division}", "OTB 15.1a"


class Aim(Act, frozen=True, gc=False):
    hex: int
    verb, says, time = "zone", "Lay the Landing Zone marker at {hex}", "OTB 15.1e"


class Assigning(FortressQuestion[Assign], frozen=True):
    """The airfield of one division after the other."""

    number: int = 0
    acts = (Assign,)
    rule = "OTB 15.1a"
    why = "One division for each airfield; at least one British and one American division jump on the city."

    def is_secret(self, d: Draft) -> bool:
        return True

    def prompt(self, d: Draft) -> str:
        return f"Which airfield is given to {DIVISION_NAMES[JUMPERS[self.number]]}?"

    def answers(self, d: Draft) -> list[Assign]:
        division = JUMPERS[self.number]
        return [
            Assign(division, field)
            for field in range(len(AIRFIELD_KEYS))
            if self.fault(d, division, field) is None
        ]

    def fault(self, d: Draft, division: int, field: int) -> Refusal | None:
        if division == RESERVE:
            return Refusal("OTB 15.1d", "the 52nd stays in reserve")
        if division != JUMPERS[self.number]:
            return Refusal("OTB 15.1a", "another division is asked for")
        if field in d.plan:
            return Refusal("OTB 15.1a", "that airfield has its division")
        if BRITISH[division] and field >= ORANIENBURG:
            others = [one for one in JUMPERS if BRITISH[one] and one != division]
            if all(d.plan[one] >= ORANIENBURG for one in others):
                return Refusal("OTB 15.1c", "a British division has to jump on the map")
        return None

    # The faults of one airfield, the first of which is the refusal.
    def refuse(self, d: Draft, act: Assign) -> Refusal:
        found = self.fault(d, act.division, act.airfield)
        assert found is not None
        return found

    def carry_out(self, d: Draft, act: Assign) -> None:
        d.frames.pop()
        d.plan = _put(d.plan, act.division, act.airfield)
        name = f"{DIVISION_NAMES[act.division]} is given {AIRFIELD_KEYS[act.airfield]}"
        d.whisper("assign", ALLIED, name, "a division is given its airfield", self.rule)
        last = self.number + 1 == len(JUMPERS)
        d.frames.append(Marking(self.seat, 0) if last else Assigning(self.seat, self.number + 1))


class Marking(FortressQuestion[Aim], frozen=True):
    """OTB 15.1.q3: the hex of a Landing Zone marker, within the wire of one airfield after the other."""

    airfield: int
    acts = (Aim,)
    rule = "OTB 15.1e"
    why = "All units of the division are aimed from here, and its supply comes here all game."

    def is_secret(self, d: Draft) -> bool:
        return True

    def prompt(self, d: Draft) -> str:
        return f"Where on {AIRFIELD_KEYS[self.airfield]} airfield does the Landing Zone marker lie?"

    def answers(self, d: Draft) -> list[Aim]:
        return [Aim(place) for place in bits(AIRFIELDS[self.airfield])]

    def refuse(self, d: Draft, act: Aim) -> Refusal:
        return Refusal("OTB 15.1.q3", "it lies within the wire of its airfield")

    def carry_out(self, d: Draft, act: Aim) -> None:
        d.frames.pop()
        division = d.plan.index(self.airfield)
        d.aims = _put(d.aims, division, act.hex)
        text = f"the Landing Zone of {DIVISION_NAMES[division]} is at {hex_name(act.hex)}"
        d.whisper("zone", ALLIED, text, "a Landing Zone is chosen", self.rule)
        if self.airfield + 1 < len(AIRFIELDS):
            d.frames.append(Marking(self.seat, self.airfield + 1))


def reveal_plan(d: Draft) -> None:
    """OTB 15.1.q1: once the strikes before the game are resolved, all see it."""
    d.airfield, d.landing = d.plan, d.aims
    for division in JUMPERS:
        field = d.plan[division]
        d.say(
            "plan",
            f"{DIVISION_NAMES[division]} goes to {AIRFIELD_KEYS[field]}",
            "OTB 15.1.q1",
            data=(division, field),
        )
        if field >= ORANIENBURG:
            for unit in MEMBERS[DIVISIONS[division]]:
                d.put(unit, BEYOND)


def _put(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    return (*values[:at], value, *values[at + 1 :])
