"""9.result: what the result of a battle does: losses, then retreats, then the advance."""

from collections.abc import Iterable

from msgspec.structs import replace

from berlin.games.noretreat.board.ground import Space
from berlin.games.noretreat.rules.cards.paid_acts import Blow
from berlin.games.noretreat.rules.combat import advance, retreat
from berlin.games.noretreat.rules.combat.battle import (
    ADVANCING,
    ENDING,
    RETREATING,
    STAND,
    Battle,
    battle_of,
)
from berlin.games.noretreat.rules.combat.effect import (
    defenders,
    dropped,
    effect,
    forces,
    raised,
    rooted,
    strikers,
)
from berlin.games.noretreat.rules.combat.losses import eliminate, lose_among, lose_step
from berlin.games.noretreat.rules.combat.odds import odds, risks
from berlin.games.noretreat.rules.combat.targets import unmark
from berlin.games.noretreat.rules.events.registry import EVENTS
from berlin.games.noretreat.rules.question import PASS, NoRetreatQuestion, Pass
from berlin.games.noretreat.state.state import (
    ATTACKED,
    RUNNING,
    SIZE,
    UNSUPPLIED,
    Draft,
    attacking,
    place_name,
)
from berlin.kernel.contract.ids import OTHER, Seat, Unit
from berlin.kernel.contract.rules import Explanation, Refusal
from berlin.kernel.play.acts import Act


def there(d: Draft, units: Iterable[Unit]) -> tuple[Unit, ...]:
    return tuple(unit for unit in units if d.where[unit] < SIZE)


def go_on(d: Draft, b: Battle) -> None:
    if b.step == STAND:
        _stand(d, b)
    elif b.step == RETREATING:
        _retreat(d, b)
    elif b.step == ADVANCING:
        d.frames[-1] = replace(b, step=ENDING)
        advance.begin(d, b)
    else:
        finish(d, b)


def _stand(d: Draft, b: Battle) -> None:
    """Read the result against who stands there, and take the losses."""
    defending = defenders(d, b)
    done = effect(d, b, b.result).done
    at = len(d.frames) - 1
    cut = all(d.marks[unit] & UNSUPPLIED for unit in defending)
    d.frames[at] = replace(b, step=RETREATING, defenders=tuple(defending), result=done, cut=cut)
    _extra_losses(d, b, defending)
    match done:
        case "stay":
            for unit in raised(d, b):
                if d.over == RUNNING:
                    eliminate(d, unit)
        case "EX":
            lose_among(d, b.seat, there(d, b.units))
            lose_among(d, OTHER[b.seat], tuple(defending))
        case "DD":
            for unit in defending:
                if d.over == RUNNING:
                    lose_step(d, unit)
        case "CA" | "CA!":
            d.frames.append(Strike(OTHER[b.seat], done == "CA!"))
        case "CB":
            d.frames.append(Marking(b.seat))


def _extra_losses(d: Draft, b: Battle, defending: list[Unit]) -> None:
    more = sum(EVENTS[force.code].extra(d, b, force) for force in forces(d, b))
    if more:
        lose_among(d, b.seat, there(d, b.units), more)
        lose_among(d, OTHER[b.seat], tuple(defending), more)


def _retreat(d: Draft, b: Battle) -> None:
    d.frames[-1] = replace(b, step=ADVANCING)
    going = [unit for unit in b.defenders if d.where[unit] == b.space]
    if b.result == "DR":
        retreat.begin(d, OTHER[b.seat], b.space, going)
    elif b.result == "DS":
        for unit in going:
            retreat.shatter(d, unit, b.space, "ezoc" in dropped(d, b))
    elif b.result == "DD":
        staying = rooted(d, b)
        retreat.begin(d, OTHER[b.seat], b.space, [unit for unit in going if unit not in staying])


def finish(d: Draft, b: Battle) -> None:
    """The battle is over: its units have attacked, its marker goes."""
    d.frames.pop()
    if b.counter:
        return
    for unit in b.units:
        if d.where[unit] < SIZE:
            d.marks[unit] |= ATTACKED
    unmark(d, b.space)
    for force in forces(d, b):
        EVENTS[force.code].after(d, b, force)


class Marking(NoRetreatQuestion, frozen=True, gc=False):
    """9.result.cb: on which attacking space does the counterblow lie?"""

    acts = (Blow,)
    rule = "NR 9.result.cb"
    why = (
        "The attack has laid its own side open: a counterblow goes on one of the spaces it came from, and "
        "that space can be struck at freely in the other side's turn. Choose the strongest."
    )

    def prompt(self, d: Draft) -> str:
        return "A counterblow: on which space that was attacked from?"

    def answers(self, d: Draft) -> list[Act]:
        return [Blow(space) for space in battle_of(d).origins(d)]

    def carry_out(self, d: Draft, act: Act) -> None:
        assert isinstance(act, Blow)
        d.frames.pop()
        space = act.space
        if space not in d.left:
            d.left = (*d.left, space)
        unmark(d, battle_of(d).space)
        d.say("target", f"a counterblow lies on {place_name(space)}", "NR 9.result.cb", data=(space,))

    # A single rule decides.
    def refuse(self, d: Draft, act: Act) -> Refusal:
        return Refusal("NR 9.result.cb", "the counterblow goes on a space that was attacked from")


class StrikeAt(Act, frozen=True, gc=False):
    space: Space
    verb, time = "strike", "NR 9.result.ca"
    note = "attack back"
    says = "Attack back at {space}"


class Strike(NoRetreatQuestion, frozen=True, gc=False):
    """9.result.ca: does the defender attack back, and against which space?"""

    must: bool

    acts = (StrikeAt, Pass)
    rule = "NR 9.result.ca"
    why = (
        "The attack has failed so badly that the defenders may attack in their turn, without terrain, "
        "markers and cards: worth it where they are the stronger, since a bad roll costs their own steps."
    )

    def prompt(self, d: Draft) -> str:
        ending = "the defenders must attack back" if self.must else "attack back, or pass"
        return f"Counterattack: {ending}"

    def still_asks(self, d: Draft) -> bool:
        b = battle_of(d)
        origins = b.origins(d)
        if not origins or not strikers(d, b):
            d.frames.pop()
            return False
        if self.must and len(origins) == 1:
            self._strike(d, origins[0])
            return False
        return True

    def answers(self, d: Draft) -> list[Act]:
        found: list[Act] = [StrikeAt(space) for space in battle_of(d).origins(d)]
        return found if self.must else [*found, PASS]

    def carry_out(self, d: Draft, act: Act) -> None:
        if isinstance(act, StrikeAt):
            self._strike(d, act.space)
        else:
            d.frames.pop()

    def _strike(self, d: Draft, space: Space) -> None:
        made = counterattack(d, self.seat, space)
        d.frames[-1] = made
        d.say("battle", f"{attacking(d, made.units)} back at {place_name(space)}", "NR 9.result.ca")

    # A single rule decides.
    def refuse(self, d: Draft, act: Act) -> Refusal:
        if self.must:
            return Refusal("NR 9.result.ca", "the defenders must attack back: say at which space")
        return Refusal("NR 9.result.ca", "attack back at a space that was attacked from, or pass")

    def explain(self, d: Draft, act: Act) -> Explanation:
        if isinstance(act, StrikeAt):
            return odds(d, counterattack(d, self.seat, act.space))
        return super().explain(d, act)

    def warnings(self, d: Draft, act: Act) -> tuple[str, ...]:
        return risks(d, counterattack(d, self.seat, act.space)) if isinstance(act, StrikeAt) else ()


def counterattack(d: Draft, seat: Seat, space: Space) -> Battle:
    """The defenders' attack on those who attacked from a space."""
    b = battle_of(d)
    hit = tuple(unit for unit in b.units if d.where[unit] == space)
    return b.counterattack(seat, space, strikers(d, b), hit)
