"""8.3, 4.1.onetype. Step 2: direct gun fire."""

from berlin.boards.hexes import bits
from berlin.games.fortress.board.ground import within
from berlin.games.fortress.board.units import RANGES
from berlin.games.fortress.rules.combat.attack import FIRE, Attack
from berlin.games.fortress.rules.combat.designation import Target, Volley
from berlin.games.fortress.rules.combat.results import resolve
from berlin.games.fortress.rules.combat.who import TOWER_RANGE, attackable, gun_fault, unready
from berlin.games.fortress.rules.question import Done, Standing
from berlin.games.fortress.state.state import Draft
from berlin.kernel.contract.ids import OTHER
from berlin.kernel.contract.rules import Refusal


class Firing(Volley, frozen=True):
    """Direct gun fire at a hex."""

    rule = "FB 8.3.combine"
    why = "Guns of any hexes add their firepower in one attack; in an exchange one of them is lost."

    def attack(self) -> Attack:
        return Attack(FIRE, self.seat, self.target, self.units)

    def unit_fault(self, d: Draft, unit: int) -> Refusal | None:
        return gun_fault(d, unit, self.target)

    def shoot(self, d: Draft) -> None:
        d.attacked += (self.target,)
        resolve(d, self.attack())


class Gunning(Standing[Target | Done], frozen=True):
    """Step 2 of a Combat Segment."""

    acts = (Target, Done)
    words = "Direct gun fire: which hex is fired at?"
    rule = "FB 8.3.who"
    why = "Tanks and guns that fire now can't assault or fire again in this player-turn."

    def answers(self, d: Draft) -> list[Target | Done]:
        return [*(Target(place) for place in bits(self.targets(d))), Done()]

    def targets(self, d: Draft) -> int:
        """The enemy hexes at which some gun can fire, each once; FB 10.1.3.empty: garrisons too."""
        foes = attackable(d, self.seat)
        foes &= ~sum(1 << place for place in d.attacked)
        found = 0
        for unit in RANGES[self.seat]:
            if unready(d, unit, self.seat) is None:
                for place in bits(foes & ~found & within(d.where[unit], TOWER_RANGE)):
                    if gun_fault(d, unit, place) is None:
                        found |= 1 << place
        return found

    # One rule for each: there is nothing there, it had its fire, or no gun can.
    def refuse(self, d: Draft, act: Target | Done) -> Refusal:
        assert isinstance(act, Target), "done is always an answer"
        if not d.occupied(OTHER[self.seat]) >> act.hex & 1:
            return Refusal("FB 8.1.targets", "no enemy is there")
        if act.hex in d.attacked:
            return Refusal("FB 4.1.onetype", "it was fired at in this segment")
        return Refusal("FB 8.3.who", "no gun that has not attacked has it in front, in range and in sight")

    def carry_out(self, d: Draft, act: Target | Done) -> None:
        if isinstance(act, Target):
            d.frames.append(Firing(self.seat, act.hex))
            return
        d.frames.pop()
        d.attacked = ()
