"""9.advance: into the vacated space, and on if weather and ground allow."""

from collections.abc import Iterator
from functools import reduce
from operator import or_

from msgspec.structs import replace

from berlin.games.noretreat.board.ground import ALL_OBJECTIVES, MAP, STOPS, Space, spaces_of
from berlin.games.noretreat.board.tables import AXIS, TURNS
from berlin.games.noretreat.board.units import ARMOR
from berlin.games.noretreat.rules.cards.windows import play, play_refusal, plays
from berlin.games.noretreat.rules.combat.battle import Battle
from berlin.games.noretreat.rules.combat.effect import forces
from berlin.games.noretreat.rules.control import enter
from berlin.games.noretreat.rules.events.registry import EVENTS
from berlin.games.noretreat.rules.question import DONE, Done, NoRetreatQuestion, Play
from berlin.games.noretreat.rules.zones import full, shut
from berlin.games.noretreat.state.state import BACK, BIT, SIZE, Draft, place_name
from berlin.kernel.contract.ids import OTHER, Seat, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.contract.words import sentence
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Limit, refuse, unless

ENDED = 99
FAR = 2


def armor_hex(d: Draft, seat: Seat) -> int:
    """9.advance.armor: the hex more that armor may go."""
    if not d.weather.armor_hex:
        return 0
    if seat == AXIS:
        return 0 if 0 < d.oil < d.turn else 1
    return int(TURNS[d.turn].tank_hex)


def begin(d: Draft, b: Battle) -> None:
    """After a DR, DS or DD that left the space empty."""
    if b.result not in ("DR", "DS", "DD") or d.occupied(OTHER[b.seat]) >> b.space & 1:
        return
    most = FAR if d.weather.farther and not b.cut and not b.counter else 1
    more = armor_hex(d, b.seat) if most == FAR else 0
    for force in forces(d, b):
        most = EVENTS[force.code].farther(d, b, force, most)
        more = more if most >= FAR else 0
    units = tuple(unit for unit in b.units if d.where[unit] < SIZE)
    if units:
        d.frames.append(Advance(b.seat, b.space, units, (0,) * len(units), most, more))


def stopping(d: Draft) -> int:
    """9.advance.stop: the spaces in which an advance ends."""
    return STOPS | d.scorched_cities | ALL_OBJECTIVES


class AdvanceTo(Act, frozen=True, gc=False):
    unit: Unit
    space: Space
    verb, time = "advance", "NR 9.advance"
    says = "Advance {unit} to {space}"


class Advance(NoRetreatQuestion, frozen=True, gc=False):
    """9.advance: who follows, and how far? `hexes` runs beside `units`: how many each has entered."""

    space: Space
    units: tuple[Unit, ...]
    hexes: tuple[int, ...]
    most: int
    armor: int

    acts = (AdvanceTo, Play, Done)
    rule = "NR 9.advance"
    why = (
        "The enemy is gone from the space: the attackers may follow, and good weather takes armor "
        "farther. What is won is held only by who stands in it, but who goes too far may be cut off."
    )

    def prompt(self, d: Draft) -> str:
        return sentence(f"{place_name(self.space)} is vacated: who advances, and how far?")

    def steps(self, d: Draft, at: int) -> list[int]:
        """The spaces that a unit may come to next, by the hexes it takes: what is full is passed through."""
        unit, gone = self.units[at], self.hexes[at]
        where = d.where[unit]
        armor = self.armor if ARMOR[d.marks[unit] & BACK][unit] else 0
        left = self.most + armor - gone
        if left <= 0:
            return []
        # 9.area: into an area only who could enter it by movement.
        ground, crowded = MAP.all & ~(d.occupied(OTHER[self.seat]) | shut(d, unit)), full(d, self.seat)
        near = MAP.beside[where] & ground & (-1 if gone else BIT[self.space])
        found, seen = [near & ~crowded], near | BIT[where]
        passed = near & crowded if not BIT[where] & ALL_OBJECTIVES else 0
        while len(found) < left and (passed := passed & ~stopping(d)):
            near = MAP.neighbours(passed) & ground & ~seen
            found.append(near & ~crowded)
            seen |= near
            passed = near & crowded
        return found

    def still_asks(self, d: Draft) -> bool:
        if any(any(self.steps(d, at)) for at in range(len(self.units))):
            return True
        d.frames.pop()
        return False

    def answers(self, d: Draft) -> list[Act]:
        found: list[Act] = []
        for at, unit in enumerate(self.units):
            for board in self.steps(d, at):
                found += [AdvanceTo(unit, space) for space in spaces_of(board)]
        found += plays(d, self.seat, "advance")
        return [*found, DONE]

    def carry_out(self, d: Draft, act: Act) -> None:
        match act:
            case AdvanceTo(unit, space):
                self._advance(d, unit, space)
            case Play():
                play(d, self.seat, "advance", act)
            case _:
                d.frames.pop()

    def _advance(self, d: Draft, unit: Unit, space: Space) -> None:
        at = self.units.index(unit)
        far = next(n for n, board in enumerate(self.steps(d, at), 1) if board >> space & 1)
        ends = BIT[space] & stopping(d) or BIT[d.where[unit]] & ALL_OBJECTIVES
        gone = ENDED if ends else self.hexes[at] + far
        d.frames[-1] = replace(self, hexes=(*self.hexes[:at], gone, *self.hexes[at + 1 :]))
        enter(d, unit, space)
        if d.log is not None:
            text = f"{d.named(unit)} advances to {place_name(space)}"
            d.say("advance", text, "NR 9.advance", data=(unit, space))

    def refuse(self, d: Draft, act: Act) -> Refusal:
        if isinstance(act, AdvanceTo):
            return refuse(self.limits(d, act.unit), act.space)
        return play_refusal(d, self.seat, "advance", act) or Refusal(
            "NR 9.advance", "the attackers may advance: say who, or finish"
        )

    def limits(self, d: Draft, unit: Unit) -> Iterator[Limit]:
        """What narrows where a unit may come to next: just what `steps` finds, by its hexes, is left."""
        name, here = d.named(unit), d.where[unit]
        took_part = unit in self.units and here < SIZE
        yield unless(not took_part, "NR 9.advance", f"{name} did not take part in the attack")
        at = self.units.index(unit)
        gone, ways = self.hexes[at], reduce(or_, self.steps(d, at), 0)
        yield unless(gone == ENDED, "NR 9.advance.stop", f"the ground has ended the advance of {name}")
        first = -1 if gone else ways | BIT[self.space]
        yield Limit(first, "NR 9.advance", "an advance goes into the vacated space first")
        barred = d.occupied(OTHER[self.seat]) | shut(d, unit)
        yield Limit(~barred, "NR 9.advance.stop", f"{name} may not enter that space")
        yield Limit(~full(d, self.seat), "NR 8.stack", "there is no room for another unit")
        yield Limit(ways | MAP.beside[here], "NR 9.advance.stop", f"no way leads {name} straight there")
        rule = "NR 9.advance.armor" if gone >= FAR else "NR 9.advance"
        yield Limit(ways, rule, f"{name} has advanced as far as it may")
