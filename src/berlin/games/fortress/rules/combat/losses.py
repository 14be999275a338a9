"""8.6. Losses that somebody has to choose: the owner's, and the attacker's in an exchange."""

from berlin.games.fortress.board.units import FIREPOWER, PROTECTION
from berlin.games.fortress.rules.combat.harm import eliminate
from berlin.games.fortress.rules.question import FortressQuestion
from berlin.games.fortress.state.state import Draft
from berlin.kernel.contract.ids import OTHER
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act


class Lose(Act, frozen=True, gc=False):
    unit: int
    verb, says, time = "lose", "Give up {unit}", "FB 8.6.q2"


class Losing(FortressQuestion[Lose], frozen=True):
    """So many of these units are lost, by their owner's choice."""

    units: tuple[int, ...]
    count: int
    cause: str
    acts = (Lose,)
    rule = "FB 8.6.e"
    why = "The owner chooses which of his units in the hex are lost."

    def prompt(self, d: Draft) -> str:
        return "Which unit is lost?"

    def cite(self, d: Draft) -> str:
        return self.cause

    def answers(self, d: Draft) -> list[Lose]:
        return [Lose(unit) for unit in self.units]

    def refuse(self, d: Draft, act: Lose) -> Refusal:
        return Refusal(self.cause, "it is not among the units that were hit")

    def carry_out(self, d: Draft, act: Lose) -> None:
        d.frames.pop()
        left = tuple(unit for unit in self.units if unit != act.unit)
        if self.count > 1:
            d.frames.append(Losing(self.seat, left, self.count - 1, self.cause))
        eliminate(d, act.unit, self.cause)


class Exchanging(FortressQuestion[Lose], frozen=True):
    """FB 8.6.ex: the defender's loss, and then the attacker's that matches it."""

    units: tuple[int, ...]
    attackers: tuple[int, ...]
    acts = (Lose,)
    rule = "FB 8.6.ex"
    words = "Exchange: which unit is lost?"
    why = "The attacker then loses one unit of at least its firepower or protection."

    def answers(self, d: Draft) -> list[Lose]:
        return [Lose(unit) for unit in self.units]

    def refuse(self, d: Draft, act: Lose) -> Refusal:
        return Refusal(self.rule, "it is not among the units that were hit")

    def carry_out(self, d: Draft, act: Lose) -> None:
        d.frames.pop()
        eliminate(d, act.unit, self.rule)
        d.frames.append(Matching(OTHER[self.seat], matching(self.attackers, act.unit)))


class Matching(FortressQuestion[Lose], frozen=True):
    """FB 8.6.ex: which attacker is lost in exchange."""

    units: tuple[int, ...]
    acts = (Lose,)
    rule = "FB 8.6.ex"
    words = "Exchange: which of the attackers is lost?"
    why = "It must match the unit that the defender lost in firepower or in protection, where one does."

    def answers(self, d: Draft) -> list[Lose]:
        return [Lose(unit) for unit in self.units]

    def refuse(self, d: Draft, act: Lose) -> Refusal:
        return Refusal(self.rule, "it doesn't match what the defender has lost, or didn't attack")

    def carry_out(self, d: Draft, act: Lose) -> None:
        d.frames.pop()
        eliminate(d, act.unit, self.rule)


def matching(attackers: tuple[int, ...], lost: int) -> tuple[int, ...]:
    """Those with at least the firepower or protection of a lost unit; or else the strongest."""
    fit = tuple(
        unit
        for unit in attackers
        if FIREPOWER[unit] >= FIREPOWER[lost] or PROTECTION[unit] >= PROTECTION[lost]
    )
    return fit or strongest(attackers)


def strongest(units: tuple[int, ...]) -> tuple[int, ...]:
    """Those of the highest firepower."""
    most = max(FIREPOWER[unit] for unit in units)
    return tuple(unit for unit in units if FIREPOWER[unit] == most)
