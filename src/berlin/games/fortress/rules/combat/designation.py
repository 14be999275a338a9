"""8.1 to 8.4. What all attacks have in common: a target is named, then who takes part, then it is rolled."""

from typing import TypeVar

from msgspec.structs import replace

from berlin.games.fortress.board.names import hex_name
from berlin.games.fortress.board.tables import RESULT_NAMES
from berlin.games.fortress.board.units import PROTECTION, RANGES
from berlin.games.fortress.rules.combat.attack import Attack, chances_against, explain
from berlin.games.fortress.rules.combat.who import discord, unready
from berlin.games.fortress.rules.fog import is_seen, show
from berlin.games.fortress.rules.question import Standing
from berlin.games.fortress.state.state import Draft
from berlin.kernel.contract.ids import OTHER
from berlin.kernel.contract.rules import Explanation, Refusal
from berlin.kernel.play.acts import Act

A = TypeVar("A", bound=Act)
# What a unit's protection can be: that of the weakest in Maneuver mode, to that of the strongest.
PROTECTIONS = range(1, max(PROTECTION) + 1)


class Target(Act, frozen=True, gc=False):
    hex: int
    verb, says, time = "target", "Attack {hex}", "FB 4.1.combat"


class Add(Act, frozen=True, gc=False):
    unit: int
    verb, says, time = "add", "Add {unit}", "FB 8.1.targets"


class Fire(Act, frozen=True, gc=False):
    verb, says, time = "fire", "Roll the dice", "FB 8.1.lower"
    note = "two dice, and the result at once"


class Designating(Standing[A], frozen=True):
    """An attack on a hex, until it is carried out: who takes part so far."""

    target: int
    units: tuple[int, ...] = ()

    def prompt(self, d: Draft) -> str:
        return f"Who takes part in the attack on {hex_name(self.target)}?"

    def attack(self) -> Attack:
        """The attack as it is designated so far."""
        raise NotImplementedError

    def unit_fault(self, d: Draft, unit: int) -> Refusal | None:
        """Why a unit can't take part in this kind of attack, whoever else does."""
        raise NotImplementedError

    def joining(self, d: Draft) -> list[Add]:
        return [Add(unit) for unit in RANGES[self.seat] if self.fault(d, unit) is None]

    def fault(self, d: Draft, unit: int) -> Refusal | None:
        """Why a unit can't be added; None if it can."""
        refusal = unready(d, unit, self.seat)
        if refusal is not None:
            return refusal
        if unit in self.units:
            return Refusal("FB 8.1.targets", "it takes part already")
        return self.unit_fault(d, unit) or discord(d, unit, self.units)

    def refuse_unit(self, d: Draft, unit: int) -> Refusal:
        refusal = self.fault(d, unit)
        assert refusal is not None, "it may take part"
        return refusal

    def odds(self, d: Draft, attack: Attack) -> Explanation:
        """FB 3.6.q1: what is not seen is not told: the span of what may be there."""
        foes = d.units_in(OTHER[self.seat], self.target)
        if all(is_seen(d, foe, self.seat) for foe in foes):
            return explain(d, attack)
        return veiled(d, attack)


class Volley(Designating[Add | Fire], frozen=True):
    """Direct gun fire, in attack or defence: guns are added, then it is rolled."""

    acts = (Add, Fire)

    def answers(self, d: Draft) -> list[Add | Fire]:
        return [*self.joining(d), *([Fire()] if self.units else [])]

    def refuse(self, d: Draft, act: Add | Fire) -> Refusal:
        if isinstance(act, Add):
            return self.refuse_unit(d, act.unit)
        return Refusal(self.rule, "nobody takes part yet")

    def carry_out(self, d: Draft, act: Add | Fire) -> None:
        if isinstance(act, Add):
            show(d, act.unit)
            d.ask_instead(replace(self, units=(*self.units, act.unit)))
            return
        d.frames.pop()
        self.shoot(d)

    def shoot(self, d: Draft) -> None:
        """Roll it."""
        raise NotImplementedError

    def explain(self, d: Draft, act: Add | Fire) -> Explanation:
        return self.odds(d, self.attack()) if isinstance(act, Fire) else Explanation("")


def veiled(d: Draft, attack: Attack) -> Explanation:
    """The chances against a stack that lies face down: the least and the most, by what may stand there."""
    found = [chances_against(d, attack, protection) for protection in PROTECTIONS]
    notes = ["nobody sees what stands there"]
    for name in RESULT_NAMES:
        ways = [chances.get(name, 0) for chances in found]
        low, high = min(ways), max(ways)
        if high:
            notes.append(f"{name}: {low} to {high} in 36" if low != high else f"{name}: {low} in 36")
    return Explanation("", (), (), tuple(notes))
