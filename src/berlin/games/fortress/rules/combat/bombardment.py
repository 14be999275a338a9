"""8.2 and 11.4. Step 1: air strikes, bombardments and mixed bombardments."""

from msgspec.structs import replace

from berlin.boards.hexes import bits
from berlin.games.fortress.board.tables import MOST_STRIKES
from berlin.games.fortress.board.units import ARTILLERY, RANGES, TYPE
from berlin.games.fortress.cover import ALLIED
from berlin.games.fortress.rules.combat.attack import BOMBARDMENT, Attack
from berlin.games.fortress.rules.combat.designation import Add, Designating, Fire, Target
from berlin.games.fortress.rules.combat.results import resolve
from berlin.games.fortress.rules.combat.who import (
    artillery_fault,
    attackable,
    is_spotted,
    mixed_fault,
    nations,
    unready,
)
from berlin.games.fortress.rules.fog import show
from berlin.games.fortress.rules.question import Done, Standing
from berlin.games.fortress.state.state import Draft
from berlin.kernel.contract.ids import OTHER
from berlin.kernel.contract.rules import Explanation, Refusal
from berlin.kernel.play.acts import Act


class AddStrike(Act, frozen=True, gc=False):
    verb, says, time = "strike", "Add an air strike", "FB 11.4.strike"


class Napalm(Act, frozen=True, gc=False):
    verb, says, time = "napalm", "Make it a napalm attack", "OTB 11.4d"


class Offboard(Act, frozen=True, gc=False):
    verb, says, time = "shell", "Add the guns beyond the map", "FB 11.3.offboard"


Designation = Add | AddStrike | Napalm | Offboard | Fire


class Shelling(Designating[Designation], frozen=True):
    """A bombardment of a hex; OTB 11.4e, OTB 11.4.q3: air strikes come in it, one attack after another."""

    strikes: int = 0
    napalm: bool = False
    offboard: int = 0
    acts = (Add, AddStrike, Napalm, Offboard, Fire)
    rule = "FB 8.2.combine"
    why = "Everything that takes part adds its firepower in one attack on the hex."

    def attack(self) -> Attack:
        return Attack(
            BOMBARDMENT, self.seat, self.target, self.units, self.strikes, self.napalm, self.offboard
        )

    def answers(self, d: Draft) -> list[Designation]:
        others = (AddStrike(), Napalm(), Offboard(), Fire())
        return [*self.joining(d), *(act for act in others if self.lack(d, act) is None)]

    def refuse(self, d: Draft, act: Designation) -> Refusal:
        if isinstance(act, Add):
            return self.refuse_unit(d, act.unit)
        refusal = self.lack(d, act)
        assert refusal is not None
        return refusal

    def lack(self, d: Draft, act: Designation) -> Refusal | None:
        """Why something other than a unit can't be added, or the attack not be made; None if it can."""
        if isinstance(act, AddStrike):
            if not d.strikes:
                return Refusal("OTB 11.4a", "no air strike is left")
            if self.strikes == MOST_STRIKES:
                return Refusal("FB 8.2.combine", "at most three air strikes hit a hex")
        elif isinstance(act, Napalm):
            if self.napalm or not self.strikes:
                return Refusal("OTB 11.4d", "only an air strike can be napalm, and one is enough")
            if not d.napalm:
                rule = "OTB 11.4d" if self.seat == ALLIED else "OTB 11.4.q2"
                return Refusal(rule, "no napalm is left")
        elif isinstance(act, Offboard):
            if not d.is_base:
                return Refusal("OTB 11.3", "no guns stand beyond the map")
            if not d.offboard or self.offboard:
                return Refusal("FB 11.3.offboard", "no bombardment from beyond the map is left for this hex")
            if not is_spotted(d, self.seat, self.target):
                return Refusal("FB 11.3.offboard", "nobody spots for them")
        elif not (self.units or self.strikes or self.offboard):
            return Refusal("FB 8.2.combine", "nothing takes part yet")
        return None

    def unit_fault(self, d: Draft, unit: int) -> Refusal | None:
        guns = [one for one in self.units if TYPE[one] == ARTILLERY]
        if TYPE[unit] == ARTILLERY:
            refusal = artillery_fault(d, unit, self.target)
        elif not guns:
            refusal = Refusal("FB 8.2.mixed", "a mixed bombardment needs artillery first")
        else:
            refusal = mixed_fault(d, unit, self.target)
        mixed = len(guns) < len(self.units) or TYPE[unit] != ARTILLERY
        if refusal is None and mixed and len(nations((*self.units, unit))) > 1:
            return Refusal("OTB 8.2a", "a mixed bombardment is of one nation")
        return refusal

    def carry_out(self, d: Draft, act: Designation) -> None:
        if isinstance(act, Fire):
            d.frames.pop()
            d.attacked += (self.target,)
            resolve(d, self.attack())
        elif isinstance(act, Add):
            show(d, act.unit)
            d.ask_instead(replace(self, units=(*self.units, act.unit)))
        elif isinstance(act, AddStrike):
            d.strikes -= 1
            d.ask_instead(replace(self, strikes=self.strikes + 1))
        elif isinstance(act, Napalm):
            d.napalm -= 1
            d.ask_instead(replace(self, napalm=True))
        else:
            d.offboard -= 1
            d.ask_instead(replace(self, offboard=1))

    def explain(self, d: Draft, act: Designation) -> Explanation:
        return self.odds(d, self.attack()) if isinstance(act, Fire) else Explanation("")


class Bombarding(Standing[Target | Done], frozen=True):
    """Step 1 of a Combat Segment."""

    acts = (Target, Done)
    words = "Air strikes and bombardments: which hex is attacked?"
    rule = "FB 8.2.who"
    why = "Bombard before you assault: a disrupted defender has no zone and gives no defensive fire."

    def answers(self, d: Draft) -> list[Target | Done]:
        return [*(Target(place) for place in bits(self.targets(d))), Done()]

    def targets(self, d: Draft) -> int:
        """FB 4.1.onetype: what can be bombarded in some way, each once; FB 10.1.3.empty: garrisons too."""
        foes = attackable(d, self.seat)
        foes &= ~sum(1 << place for place in d.attacked)
        if d.strikes:
            return foes
        guns = [
            unit
            for unit in RANGES[self.seat]
            if TYPE[unit] == ARTILLERY and unready(d, unit, self.seat) is None
        ]
        return sum(1 << place for place in bits(foes) if self._is_in_reach(d, place, guns))

    def _is_in_reach(self, d: Draft, place: int, guns: list[int]) -> bool:
        if d.offboard and is_spotted(d, self.seat, place):
            return True
        return any(artillery_fault(d, unit, place) is None for unit in guns)

    # Each refusal is by one rule, and tells which of several ways to attack is nearest to be had.
    def refuse(self, d: Draft, act: Target | Done) -> Refusal:
        assert isinstance(act, Target), "done is always an answer"
        if not d.occupied(OTHER[self.seat]) >> act.hex & 1:
            return Refusal("FB 8.1.targets", "no enemy is there")
        if act.hex in d.attacked:
            return Refusal("FB 4.1.onetype", "it was bombarded in this segment")
        return Refusal("FB 8.2.who", "no air strike is left, and no artillery reaches it with a spotter")

    def carry_out(self, d: Draft, act: Target | Done) -> None:
        if isinstance(act, Target):
            d.frames.append(Shelling(self.seat, act.hex))
            return
        d.frames.pop()
        # OTB 11.4g, OTB 11.4.q1: what is left may serve for interdiction.
        d.unused = d.strikes
        d.strikes = d.napalm = 0
        d.attacked = ()
