"""8.3. Defensive fire: before a close assault is resolved the defender's guns may fire at attackers."""

from berlin.games.fortress.board.ground import SIZE
from berlin.games.fortress.board.names import hex_name
from berlin.games.fortress.board.units import RANGES, SIDE
from berlin.games.fortress.rules.combat.attack import DEFENSIVE, Attack
from berlin.games.fortress.rules.combat.designation import Target, Volley
from berlin.games.fortress.rules.combat.results import resolve
from berlin.games.fortress.rules.combat.who import discord, gun_fault
from berlin.games.fortress.rules.question import FortressQuestion
from berlin.games.fortress.state.state import COMBAT, DISRUPTED, FOUGHT, Draft
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act


class Hold(Act, frozen=True, gc=False):
    verb, says, time = "hold", "Hold the fire", "FB 8.3.defensive"


def reply_fault(d: Draft, unit: int, seat: Seat, target: int) -> Refusal | None:
    """Why a gun gives no defensive fire at a hex; None if it can. Once in an enemy Combat Segment."""
    if SIDE[unit] != seat or d.where[unit] >= SIZE:
        return Refusal("FB 8.3.defensive", "it is not on the defender's side")
    if d.marks[unit] & (COMBAT | DISRUPTED) != COMBAT:
        return Refusal("FB 8.3.defensive", "only undisrupted guns in Combat mode give defensive fire")
    if d.replied >> unit & 1:
        return Refusal("FB 8.3.defensive", "it has given defensive fire in this segment")
    return gun_fault(d, unit, target)


class Countering(Volley, frozen=True):
    """Defensive fire at a hex with attackers."""

    rule = "FB 8.3.q1"
    why = "Every unit in the hex is hit; whom it disrupts or drives off takes no part in the assault."

    def attack(self) -> Attack:
        return Attack(DEFENSIVE, self.seat, self.target, self.units)

    def fault(self, d: Draft, unit: int) -> Refusal | None:
        refusal = reply_fault(d, unit, self.seat, self.target)
        if refusal is None and unit in self.units:
            return Refusal("FB 8.1.targets", "it takes part already")
        return refusal or discord(d, unit, self.units)

    def shoot(self, d: Draft) -> None:
        for unit in self.units:
            d.replied |= 1 << unit
        fought = {unit: d.marks[unit] & FOUGHT for unit in self.units}
        resolve(d, self.attack())
        # Defensive fire is not their attack of the player-turn.
        for unit, mark in fought.items():
            if not mark:
                d.marks[unit] &= ~FOUGHT


class Replying(FortressQuestion[Target | Hold], frozen=True):
    """The defender's choice before an assault on a hex: at which attackers, if at any, he fires."""

    target: int
    units: tuple[int, ...]
    acts = (Target, Hold)
    rule = "FB 8.3.defensive"
    why = "One attack before each assault, at one hex with attackers; each gun once in the segment."

    def prompt(self, d: Draft) -> str:
        return f"Defensive fire before the assault on {hex_name(self.target)}: at which hex?"

    def answers(self, d: Draft) -> list[Target | Hold]:
        places = sorted({d.where[unit] for unit in self.units if d.where[unit] < SIZE})
        guns = RANGES[self.seat]
        able = [
            place for place in places if any(reply_fault(d, unit, self.seat, place) is None for unit in guns)
        ]
        return [*(Target(place) for place in able), *([Hold()] if able else [])]

    def refuse(self, d: Draft, act: Target | Hold) -> Refusal:
        if isinstance(act, Target) and not any(d.where[unit] == act.hex for unit in self.units):
            return Refusal("FB 8.3.q1", "no attacker of this assault is there")
        return Refusal(self.rule, "no gun can fire there")

    def carry_out(self, d: Draft, act: Target | Hold) -> None:
        d.frames.pop()
        if isinstance(act, Target):
            d.frames.append(Countering(self.seat, act.hex))
