"""8.9 and 8.10. Advance into a hex that a close assault has cleared, and exploitation."""

from berlin.boards.hexes import bits
from berlin.games.fortress.board.ground import (
    BESIDE,
    BLOCKS,
    BUILDINGS,
    OVER_RIVER,
    ROAD_STEP,
    RUINED,
    SIZE,
    TOWERS,
    WATERS,
)
from berlin.games.fortress.board.names import hex_name
from berlin.games.fortress.board.units import (
    ARMOR,
    ASSAULT_GUN,
    MECH,
    MOTOR,
    NAMES,
    RECON,
    SIDE,
    TYPE,
)
from berlin.games.fortress.rules.command import in_command
from berlin.games.fortress.rules.movement.march import Face
from berlin.games.fortress.rules.movement.reach import closed, movement
from berlin.games.fortress.rules.occupation import end_if_won, enter, test_zones
from berlin.games.fortress.rules.question import Done, FortressQuestion
from berlin.games.fortress.rules.stacking import crowding, has_room
from berlin.games.fortress.rules.zones import zones
from berlin.games.fortress.state.state import DISRUPTED, EXPLOITED, Draft
from berlin.games.fortress.state.words import DIRECTION_NAMES
from berlin.kernel.contract.ids import OTHER
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Limit, refusal, room

EXPLOITERS = frozenset((ARMOR, ASSAULT_GUN, MECH, RECON))


class Advance(Act, frozen=True, gc=False):
    unit: int
    verb, says, time = "advance", "Advance with {unit}", "FB 8.9.who"


class Exploit(Act, frozen=True, gc=False):
    unit: int
    hex: int
    verb, says, time = "exploit", "Go on with {unit} to {hex}", "FB 8.10.who"


class Advancing(FortressQuestion[Advance | Done], frozen=True):
    """Which attackers enter the hex; any number, also none (FB 8.9.q1). Hitler Youth never attack."""

    target: int
    units: tuple[int, ...]
    gone: tuple[int, ...] = ()
    acts = (Advance, Done)
    rule = "FB 8.9.who"
    why = "Who holds the ground takes what is in it, and stands where the enemy will strike back."

    def prompt(self, d: Draft) -> str:
        return f"Who advances into {hex_name(self.target)}?"

    def answers(self, d: Draft) -> list[Advance | Done]:
        able = [Advance(unit) for unit in self.units if self.fault(d, unit) is None]
        return [*able, Done()]

    def fault(self, d: Draft, unit: int) -> Refusal | None:
        """Why a unit can't advance; None if it can."""
        if unit not in self.units or d.where[unit] >= SIZE:
            return Refusal("FB 8.9.who", "only surviving attackers advance")
        if unit in self.gone:
            return Refusal("FB 8.9.who", "it has advanced")
        if d.marks[unit] & DISRUPTED:
            return Refusal("FB 8.9.who", "it is disrupted")
        if not movement(d, unit):
            return Refusal("FB 8.9.limits", "it can't move in Combat mode")
        if RUINED >> self.target & 1 and MOTOR[unit]:
            return Refusal("FB 8.9.limits", "motor units don't enter ruins")
        if OVER_RIVER[d.where[unit]] >> self.target & 1:
            return Refusal("FB 8.9.limits", "a river without a bridge lies between")
        return crowding(d, unit, self.target)

    # One list of faults for each unit: the first is the refusal.
    def refuse(self, d: Draft, act: Advance | Done) -> Refusal:
        assert isinstance(act, Advance), "done is always an answer"
        found = self.fault(d, act.unit)
        assert found is not None
        return found

    def still_asks(self, d: Draft) -> bool:
        if len(self.answers(d)) > 1:
            return True
        self.carry_out(d, Done())
        return False

    def carry_out(self, d: Draft, act: Advance | Done) -> None:
        if isinstance(act, Advance):
            enter(d, act.unit, self.target)
            d.say(
                "advance",
                f"{NAMES[act.unit]} advances into {hex_name(self.target)}",
                self.rule,
                data=(act.unit,),
            )
            d.ask_instead(Advancing(self.seat, self.target, self.units, (*self.gone, act.unit)))
            return
        d.frames.pop()
        d.frames.append(Settled(self.seat))
        d.frames.extend(Turning(self.seat, unit) for unit in reversed(self.gone))
        d.frames.append(Exploiting(self.seat, self.gone))


class Exploiting(FortressQuestion[Exploit | Done], frozen=True):
    """FB 8.10.who: mobile units that advanced may go one hex farther."""

    units: tuple[int, ...]
    acts = (Exploit, Done)
    words = "Who goes on one hex farther?"
    rule = "FB 8.10.who"
    why = "Armor, assault guns, mechanized infantry and reconnaissance in command may exploit an advance."

    def answers(self, d: Draft) -> list[Exploit | Done]:
        found = [Exploit(unit, place) for unit in self.units for place in bits(self.reach(d, unit))]
        return [*found, Done()]

    def reach(self, d: Draft, unit: int) -> int:
        if self.fault(d, unit) is not None:
            return 0
        places = room(exploitation(d, unit))
        return sum(1 << place for place in bits(places) if has_room(d, unit, place))

    def fault(self, d: Draft, unit: int) -> Refusal | None:
        if unit not in self.units:
            return Refusal("FB 8.10.who", "it has not advanced")
        if TYPE[unit] not in EXPLOITERS:
            return Refusal(
                "FB 8.10.who", "only armor, assault guns, mechanized infantry and reconnaissance exploit"
            )
        if not in_command(d, unit):
            return Refusal("FB 3.5.effect", "it is out of command")
        if d.marks[unit] & EXPLOITED:
            return Refusal("FB 8.10.limits", "it has exploited in this segment")
        return None

    def refuse(self, d: Draft, act: Exploit | Done) -> Refusal:
        assert isinstance(act, Exploit), "done is always an answer"
        found = self.fault(d, act.unit) or refusal(exploitation(d, act.unit), act.hex)
        return found or crowding(d, act.unit, act.hex) or Refusal("FB 8.10.limits", "there is no room")

    def still_asks(self, d: Draft) -> bool:
        if len(self.answers(d)) > 1:
            return True
        d.frames.pop()
        return False

    def carry_out(self, d: Draft, act: Exploit | Done) -> None:
        if isinstance(act, Done):
            d.frames.pop()
            return
        d.mark(act.unit, EXPLOITED)
        enter(d, act.unit, act.hex)
        d.say(
            "exploit",
            f"{NAMES[act.unit]} goes on to {hex_name(act.hex)}",
            self.rule,
            data=(act.unit, act.hex),
        )


def exploitation(d: Draft, unit: int) -> list[Limit]:
    """FB 8.10.limits: where a unit may exploit to."""
    here, side = d.where[unit], SIDE[unit]
    town = (BLOCKS | BUILDINGS | TOWERS | d.strongpoints) & ~ROAD_STEP[here]
    return [
        Limit(BESIDE[here], "FB 8.10.who", "it goes one hex"),
        Limit(~closed(d, side), "FB 8.10.limits", "the enemy is there"),
        Limit(~zones(d, OTHER[side]), "FB 8.10.limits", "an enemy Zone of Control is there"),
        Limit(~(OVER_RIVER[here] | WATERS & ~ROAD_STEP[here]), "FB 7.3.river", "water lies between"),
        Limit(~RUINED, "FB 8.10.limits", "nobody exploits into ruins"),
        Limit(~town, "FB 8.10.limits", "nobody exploits into town but along a road"),
    ]


class Turning(FortressQuestion[Face], frozen=True):
    """FB 3.4.change: the facing of a unit that has advanced."""

    unit: int
    acts = (Face,)
    rule = "FB 3.4.change"
    why = "It fires, assaults and has its zone to the front only; from behind it is outflanked."

    def prompt(self, d: Draft) -> str:
        return f"Which way does {NAMES[self.unit]} face?"

    def answers(self, d: Draft) -> list[Face]:
        return [Face(direction) for direction in range(6)]

    def refuse(self, d: Draft, act: Face) -> Refusal:
        return Refusal(self.rule, "it faces one of the six hexsides")

    def carry_out(self, d: Draft, act: Face) -> None:
        d.frames.pop()
        d.face(self.unit, act.direction)
        d.say(
            "face", f"{NAMES[self.unit]} faces {DIRECTION_NAMES[act.direction]}", self.rule, data=(self.unit,)
        )


class Settled(FortressQuestion[Act], frozen=True):
    """Asks nothing: an advance is over (OTB 4.0.q1)."""

    def still_asks(self, d: Draft) -> bool:
        d.frames.pop()
        test_zones(d, self.seat)
        end_if_won(d)
        return False
