"""8.7. Retreat: two hexes, away from the attackers, by the owner's choice."""

from berlin.boards.hexes import bits
from berlin.games.fortress.board.ground import ALL, BESIDE, OVER_RIVER, ROAD_STEP, RUINED, WATERS, distance
from berlin.games.fortress.board.names import hex_name
from berlin.games.fortress.board.units import NAMES, SIDE
from berlin.games.fortress.rules.combat.harm import eliminate
from berlin.games.fortress.rules.movement.reach import closed
from berlin.games.fortress.rules.occupation import end_if_won, enter
from berlin.games.fortress.rules.question import FortressQuestion
from berlin.games.fortress.rules.stacking import has_room
from berlin.games.fortress.rules.zones import zones
from berlin.games.fortress.state.state import Draft
from berlin.kernel.contract.ids import OTHER
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Limit, refuse, room

STEPS, MOST_STEPS = 2, 4


class Retreat(Act, frozen=True, gc=False):
    unit: int
    hex: int
    verb, says, time = "retreat", "Retreat {unit} to {hex}", "FB 8.7.path"


class Retreating(FortressQuestion[Retreat], frozen=True):
    """Units that have to retreat, one after the other; `unit` is the one on its way, -1 before the next."""

    units: tuple[int, ...]
    origins: tuple[int, ...]
    unit: int = -1
    steps: int = 0
    acts = (Retreat,)
    rule = "FB 8.7.path"
    why = "Each step leads farther from the attackers where it can; who can't retreat at all is eliminated."

    def prompt(self, d: Draft) -> str:
        if self.unit >= 0:
            return f"Where does {NAMES[self.unit]} retreat further?"
        return "Which unit retreats, and where to?"

    def answers(self, d: Draft) -> list[Retreat]:
        going = self.units if self.unit < 0 else (self.unit,)
        return [Retreat(unit, place) for unit in going for place in bits(self.reach(d, unit))]

    def reach(self, d: Draft, unit: int) -> int:
        return farther(d, unit, room(limits(d, unit)), self.origins)

    def refuse(self, d: Draft, act: Retreat) -> Refusal:
        if act.unit not in (self.units if self.unit < 0 else (self.unit,)):
            return Refusal(self.rule, "it is not the unit that retreats")
        found = limits(d, act.unit)
        if room(found) >> act.hex & 1:
            return Refusal("FB 8.7.path", "it must go farther from the attackers, where it can")
        return refuse(found, act.hex)

    def still_asks(self, d: Draft) -> bool:
        """Whoever can't retreat even one hex is eliminated at once (FB 8.7.blocked)."""
        if self.unit < 0:
            for unit in self.units:
                if not self.reach(d, unit):
                    self._go_on(d, unit)
                    eliminate(d, unit, "FB 8.7.blocked")
                    return False
            if not self.units:
                d.frames.pop()
                end_if_won(d)
                return False
        elif not self.answers(d):
            self.settle(d, self.unit)
            return False
        answers = self.answers(d)
        if len(answers) > 1:
            return True
        self.carry_out(d, answers[0])
        return False

    def carry_out(self, d: Draft, act: Retreat) -> None:
        steps = self.steps + 1
        enter(d, act.unit, act.hex)
        d.say(
            "retreat",
            f"{NAMES[act.unit]} retreats to {hex_name(act.hex)}",
            self.rule,
            data=(act.unit, act.hex),
        )
        if steps >= STEPS and (has_room(d, act.unit, act.hex) or steps >= MOST_STEPS):
            self.settle(d, act.unit)
            return
        d.ask_instead(Retreating(self.seat, self.units, self.origins, act.unit, steps))

    def settle(self, d: Draft, unit: int) -> None:
        """Its retreat is over: it stays where there is room for it (FB 8.7.stack: after four at most)."""
        self._go_on(d, unit)
        if not has_room(d, unit, d.where[unit]):
            eliminate(d, unit, "FB 8.7.blocked")

    def _go_on(self, d: Draft, unit: int) -> None:
        """To the next unit."""
        left = tuple(one for one in self.units if one != unit)
        d.ask_instead(Retreating(self.seat, left, self.origins))


def limits(d: Draft, unit: int) -> list[Limit]:
    """What limits where a unit may retreat from where it stands."""
    side, here = SIDE[unit], d.where[unit]
    return [
        Limit(BESIDE[here], "FB 8.7.path", "a retreat goes from hex to hex"),
        Limit(~closed(d, side), "FB 8.7.path", "the enemy is there"),
        Limit(
            ~(zones(d, OTHER[side]) & ~d.occupied(side)),
            "FB 8.7.path",
            "an enemy Zone of Control is there, and no friend",
        ),
        Limit(~WATERS, "FB 8.7.path", "nobody retreats into water"),
        Limit(
            ROAD_STEP[here] if WATERS >> here & 1 else ALL, "FB 7.3.river", "a bridge is left along its road"
        ),
        Limit(~OVER_RIVER[here], "FB 8.7.path", "nobody retreats over a river without a bridge"),
        Limit(~RUINED, "FB 8.7.path", "nobody retreats into ruins"),
    ]


def farther(d: Draft, unit: int, places: int, origins: tuple[int, ...]) -> int:
    """FB 8.7.path, 8.7.q1: of these hexes those farther from the attackers, or else those not nearer.

    After an air strike alone: those beside no enemy, or else all.
    """
    if not origins:
        foes = d.occupied(OTHER[SIDE[unit]])
        quiet = sum(1 << place for place in bits(places) if not BESIDE[place] & foes)
        return quiet or places
    here = min(distance(d.where[unit], origin) for origin in origins)
    far = {place: min(distance(place, origin) for origin in origins) for place in bits(places)}
    away = sum(1 << place for place, steps in far.items() if steps > here)
    return away or sum(1 << place for place, steps in far.items() if steps == here)
