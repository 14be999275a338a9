"""8.4, 4.pass. Step 3: close assaults are announced, then resolved one by one, each after defensive fire."""

from msgspec.structs import replace

from berlin.boards.hexes import bits
from berlin.games.fortress.board.ground import BESIDE
from berlin.games.fortress.board.names import hex_name
from berlin.games.fortress.board.units import RANGES
from berlin.games.fortress.cover import ALLIED
from berlin.games.fortress.rules.combat.advance import Advancing
from berlin.games.fortress.rules.combat.attack import ASSAULT, Attack
from berlin.games.fortress.rules.combat.defensive_fire import Replying
from berlin.games.fortress.rules.combat.designation import Add, Designating, Target
from berlin.games.fortress.rules.combat.results import resolve
from berlin.games.fortress.rules.combat.strength import has_garrison
from berlin.games.fortress.rules.combat.who import assault_fault, attackable, unready
from berlin.games.fortress.rules.fog import show
from berlin.games.fortress.rules.occupation import capture_leaders, end_if_won
from berlin.games.fortress.rules.question import Done, FortressQuestion, Standing
from berlin.games.fortress.state.state import FOUGHT, Assault, Draft
from berlin.kernel.contract.ids import OTHER, Seat
from berlin.kernel.contract.rules import Explanation, Refusal
from berlin.kernel.play.acts import Act


class Announce(Act, frozen=True, gc=False):
    verb, says, time = "announce", "Announce the assault", "FB 8.4.announce"


class Resolve(Act, frozen=True, gc=False):
    target: int
    verb, says, time = "assault", "Resolve the assault on {target}", "OTB 4.1.4d"


class Gathering(Designating[Add | Announce], frozen=True):
    """A close assault on a hex, until it is announced."""

    acts = (Add, Announce)
    rule = "FB 8.4.announce"
    why = "All assaults are announced before the first is resolved; each unit takes part in one."

    def attack(self) -> Attack:
        return Attack(ASSAULT, self.seat, self.target, self.units)

    def unit_fault(self, d: Draft, unit: int) -> Refusal | None:
        if any(unit in assault.units for assault in d.assaults):
            return Refusal("FB 8.4.announce", "it takes part in another assault")
        return assault_fault(d, unit, self.target)

    def answers(self, d: Draft) -> list[Add | Announce]:
        return [*self.joining(d), *([Announce()] if self.units else [])]

    def refuse(self, d: Draft, act: Add | Announce) -> Refusal:
        if isinstance(act, Add):
            return self.refuse_unit(d, act.unit)
        return Refusal(self.rule, "nobody takes part yet")

    def carry_out(self, d: Draft, act: Add | Announce) -> None:
        if isinstance(act, Add):
            show(d, act.unit)
            d.ask_instead(replace(self, units=(*self.units, act.unit)))
            return
        d.frames.pop()
        d.assaults += (Assault(self.target, self.units),)
        d.say(
            "announce", f"an assault on {hex_name(self.target)} is announced", self.rule, data=(self.target,)
        )

    def explain(self, d: Draft, act: Add | Announce) -> Explanation:
        return self.odds(d, self.attack()) if isinstance(act, Announce) else Explanation("")


class Announcing(Standing[Target | Done], frozen=True):
    """Step 3 of a Combat Segment, its first half: all are announced first (OTB 4.1.4.q1)."""

    acts = (Target, Done)
    words = "Close assaults: which hex is assaulted?"
    rule = "FB 8.4.announce"
    why = "Announce every assault of this segment now; then they are resolved in the order that you choose."

    def answers(self, d: Draft) -> list[Target | Done]:
        return [*(Target(place) for place in bits(self.targets(d))), Done()]

    def targets(self, d: Draft) -> int:
        """The enemy hexes that some unit can assault, and none does yet; FB 10.1.3.empty: garrisons too."""
        foes = attackable(d, self.seat)
        foes &= ~sum(1 << assault.target for assault in d.assaults)
        engaged = {unit for assault in d.assaults for unit in assault.units}
        found = 0
        for unit in RANGES[self.seat]:
            if unit not in engaged and unready(d, unit, self.seat) is None:
                for place in bits(BESIDE[d.where[unit]] & foes & ~found):
                    if assault_fault(d, unit, place) is None:
                        found |= 1 << place
        return found

    # One rule for each: there is nothing there, it is assaulted already, or nobody can.
    def refuse(self, d: Draft, act: Target | Done) -> Refusal:
        assert isinstance(act, Target), "done is always an answer"
        if not d.occupied(OTHER[self.seat]) >> act.hex & 1:
            return Refusal("FB 8.1.targets", "no enemy is there")
        if any(assault.target == act.hex for assault in d.assaults):
            return Refusal("FB 8.4.announce", "an assault on it is announced")
        return Refusal("FB 8.4.who", "nobody who can assault stands beside it and faces it")

    def carry_out(self, d: Draft, act: Target | Done) -> None:
        if isinstance(act, Target):
            d.frames.append(Gathering(self.seat, act.hex))
            return
        d.ask_instead(Assaulting(self.seat))


class Assaulting(FortressQuestion[Resolve], frozen=True):
    """Step 3, its second half: which announced assault comes next."""

    acts = (Resolve,)
    words = "Which assault is resolved next?"
    rule = "OTB 4.1.4d"
    why = "Each is resolved whole before the next: what is cleared first may open the way."

    def answers(self, d: Draft) -> list[Resolve]:
        return [Resolve(assault.target) for assault in d.assaults]

    def refuse(self, d: Draft, act: Resolve) -> Refusal:
        return Refusal("FB 8.4.announce", "no assault on it was announced")

    def still_asks(self, d: Draft) -> bool:
        if d.assaults:
            return super().still_asks(d)
        d.frames.pop()
        d.replied = 0
        return False

    def carry_out(self, d: Draft, act: Resolve) -> None:
        assault = next(one for one in d.assaults if one.target == act.target)
        d.assaults = tuple(one for one in d.assaults if one is not assault)
        d.frames.append(Storming(self.seat, assault.target, assault.units))
        if is_defended(d, self.seat, assault.target):
            d.frames.append(Replying(OTHER[self.seat], assault.target, assault.units))


def is_defended(d: Draft, seat: Seat, target: int) -> bool:
    return bool(d.units_in(OTHER[seat], target)) or (seat == ALLIED and has_garrison(d, target))


class Storming(FortressQuestion[Act], frozen=True):
    """Asks nothing: the assault itself, by those whom defensive fire has left (FB 8.4.q1)."""

    target: int
    units: tuple[int, ...]

    def still_asks(self, d: Draft) -> bool:
        d.frames.pop()
        units = tuple(
            unit
            for unit in self.units
            if unready(d, unit, self.seat) is None and assault_fault(d, unit, self.target) is None
        )
        where = hex_name(self.target)
        if not units:
            d.say("assault", f"nobody is left to assault {where}", "FB 8.3.defensive.result")
        elif not is_defended(d, self.seat, self.target):
            for unit in units:
                d.mark(unit, FOUGHT)
            d.say("assault", f"{where} is empty", "FB 8.4.empty")
            d.frames.append(Stormed(self.seat, self.target, units, cleared=True))
        else:
            d.frames.append(Stormed(self.seat, self.target, units))
            resolve(d, Attack(ASSAULT, self.seat, self.target, units))
        return False


class Stormed(FortressQuestion[Act], frozen=True):
    """Asks nothing: once losses and retreats are over, the hex is taken if it is empty (FB 8.9.who)."""

    target: int
    units: tuple[int, ...]
    cleared: bool = False

    def still_asks(self, d: Draft) -> bool:
        d.frames.pop()
        if is_defended(d, self.seat, self.target):
            return False
        # FB 8.9.leader, OTB 11.1.q1, OTB 11.1e: captured by the result itself; OTB 11.1d: but who finds
        # the hex empty has to enter it.
        if self.seat == ALLIED and not self.cleared:
            capture_leaders(d, self.target)
            end_if_won(d)
        if not d.over:
            d.frames.append(Advancing(self.seat, self.target, self.units))
        return False
