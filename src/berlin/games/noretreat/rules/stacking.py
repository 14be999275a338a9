"""8.stack: who gives way where there are too many."""

from berlin.games.noretreat.board.ground import Space
from berlin.games.noretreat.board.units import STATUS
from berlin.games.noretreat.rules.combat.losses import Lose, remove
from berlin.games.noretreat.rules.question import NoRetreatQuestion
from berlin.games.noretreat.rules.zones import stack_limit
from berlin.games.noretreat.state.state import BACK, DESTROYED, FRESH, SHATTERED, Draft, place_name
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act


class Excess(NoRetreatQuestion, frozen=True, gc=False):
    """8.stack: who gives way in an overfull space?"""

    space: Space

    acts = (Lose,)
    rule = "NR 8.stack"
    why = (
        "A space holds only so many units of a side: one too many must leave the map. It comes back from "
        "the Shattered box, but who never moves is lost."
    )

    def prompt(self, d: Draft) -> str:
        return f"Too many units in {place_name(self.space)}: who gives way?"

    def still_asks(self, d: Draft) -> bool:
        if len(d.units_in(self.seat, self.space)) > stack_limit(d, self.seat, self.space):
            return True
        d.frames.pop()
        return False

    def answers(self, d: Draft) -> list[Act]:
        return [Lose(unit) for unit in d.units_in(self.seat, self.space)]

    def carry_out(self, d: Draft, act: Act) -> None:
        assert isinstance(act, Lose)
        unit = act.unit
        if STATUS[unit] in ("static", "garrison"):
            remove(d, unit, DESTROYED)
        else:
            d.marks[unit] = d.marks[unit] & BACK | FRESH
            d.put(unit, SHATTERED)
        d.say("loss", f"{d.named(unit)} gives way", "NR 8.stack", data=(unit,))

    # A single rule decides.
    def refuse(self, d: Draft, act: Act) -> Refusal:
        return Refusal("NR 8.stack", "there are too many units in the space: say which one gives way")
