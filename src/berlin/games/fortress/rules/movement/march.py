"""7.1. The Movement Segment: one unit after the other, hex by hex, changing mode and facing on the way."""

from random import Random

from berlin.boards.hexes import bits, nth
from berlin.games.fortress.board.ground import (
    BESIDE,
    ROAD_HEXES,
    RUINED,
    WATERS,
    WITHIN6,
)
from berlin.games.fortress.board.names import hex_name
from berlin.games.fortress.board.units import (
    NAMES,
    RANGES,
    SIDE,
)
from berlin.games.fortress.rules.fog import is_seen, tell
from berlin.games.fortress.rules.movement.bounds import bound, fault, leashed, roomy
from berlin.games.fortress.rules.movement.costs import POINT, on_wheels, steps
from berlin.games.fortress.rules.movement.modes import (
    change_cost,
    full_move,
    is_limited,
    left_after,
    refusal_to_change,
)
from berlin.games.fortress.rules.movement.reach import (
    Waves,
    allowance,
    closed,
    nearest,
    path,
    price_of,
    waves,
    whole,
)
from berlin.games.fortress.rules.movement.subway import Ride, refuse_ride, stations
from berlin.games.fortress.rules.occupation import end_if_won, enter, test_zones
from berlin.games.fortress.rules.question import Standing
from berlin.games.fortress.rules.stacking import crowding, has_room
from berlin.games.fortress.rules.zones import seen_zones
from berlin.games.fortress.state.state import (
    COMBAT,
    FACING_MASK,
    FOG,
    MOVED,
    Draft,
)
from berlin.games.fortress.state.words import DIRECTION_NAMES
from berlin.kernel.contract.ids import OTHER, Seat
from berlin.kernel.contract.rules import Explanation, Modifier, Refusal, Tally
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Condition, failing


class Move(Act, frozen=True, gc=False):
    """Begin the move of a unit."""

    unit: int
    verb, says, time = "move", "Move {unit}", "FB 7.1.move"


class Go(Act, frozen=True, gc=False):
    hex: int
    verb, says, time = "go", "Go to {hex}", "FB 7.1.move"


class Change(Act, frozen=True, gc=False):
    verb, says, time = "change", "Change its mode", "FB 3.3.change"


class Face(Act, frozen=True, gc=False):
    direction: int
    verb, says, time = "face", "Stay here, facing {direction}", "FB 3.4.change"


class Halt(Act, frozen=True, gc=False):
    verb, says, time = "halt", "Stay here", "FB 7.1.move"


Step = Go | Ride | Change | Face | Halt


def _points(halves: int) -> str:
    """`1 movement point`, `2.5 movement points`."""
    return f"{halves / POINT:g} movement point{'' if halves == POINT else 's'}"


class March(Standing[Step], frozen=True):
    """A unit on its way: the half points that it has left, and what it has done with the others."""

    unit: int
    left: int
    entered: int = 0
    changed: bool = False
    stopped: bool = False

    acts = (Go, Ride, Change, Face, Halt)
    rule = "FB 7.1.move"
    why = "A unit may change its mode once on the way, and in Combat mode it ends facing a hexside."

    def prompt(self, d: Draft) -> str:
        if self.unit < 0:
            return "An enemy stack is on the move."
        return f"Where does {NAMES[self.unit]} go? It has {_points(self.left)} left."

    def answers(self, d: Draft) -> list[Step]:
        found: list[Step] = [Go(place) for place in bits(self.reach(d))]
        found += [Ride(place) for place in bits(self.stations(d))]
        if self.refusal_to_change(d) is None:
            found.append(Change())
        return found + self.endings(d)

    def sample(self, d: Draft, rng: Random) -> Step:
        # One of all that might be answers, until it is one: most are, and the others need not be told apart.
        places, others = self.passable(d), [*self.endings(d), Change()]
        rides = bits(self.stations(d))
        others += [Ride(place) for place in rides]
        most = places.bit_count()
        while True:
            number = int(rng.random() * (most + len(others)))
            if number >= most:
                act = others[number - most]
                if not isinstance(act, Change) or self.refusal_to_change(d) is None:
                    return act
            else:
                place = nth(places, number)
                if leashed(d, self.unit, place) and has_room(d, self.unit, place):
                    return Go(place)

    def reach(self, d: Draft) -> int:
        """Where it can go from here, and stay."""
        return roomy(d, self.unit, self.passable(d))

    def passable(self, d: Draft) -> int:
        """Where it gets to, whether it may stay there or not."""
        if self.stopped or self.frozen(d) is not None:
            return 0
        return whole(self.waves(d))

    def waves(self, d: Draft) -> Waves:
        """By half points: the hexes that it reaches from here."""
        known = ("waves", self.unit, self.left, self.entered)
        found: Waves | None = d.cache.get(known)
        if found is None:
            found = waves(d, self.unit, self.left, not d.is_combat(self.unit), not self.entered)
            d.cache[known] = found
        return found

    @property
    def is_fresh(self) -> bool:
        """Has it done nothing yet?"""
        return not (self.entered or self.changed or self.stopped)

    def stations(self, d: Draft) -> int:
        """FB 17.1.subway: where it can go by subway, as its whole move."""
        return stations(d, self.unit) if self.is_fresh and self.frozen(d) is None else 0

    def frozen(self, d: Draft) -> Refusal | None:
        return bound(d, self.unit)

    def endings(self, d: Draft) -> list[Step]:
        """FB 3.1.pass: it may stop where there is room for it."""
        if not has_room(d, self.unit, d.where[self.unit]):
            return []
        return [Face(direction) for direction in range(6)] if d.is_combat(self.unit) else [Halt()]

    def refusal_to_change(self, d: Draft) -> Refusal | None:
        if not has_room(d, self.unit, d.where[self.unit]):
            return Refusal("FB 3.1.pass", "there is no room here, so it has to go on first")
        if self.stopped and self.left_after(d) < 0:
            return Refusal("FB 3.3.change", "it has too few movement points left")
        return refusal_to_change(d, self.unit, self.left, self.changed, is_limited(d, self.unit))

    def left_after(self, d: Draft) -> int:
        return left_after(d, self.unit, self.left, is_limited(d, self.unit))

    # Not by limits throughout: what a hex costs is known from a flood, which tells of all of them at once.
    def refuse(self, d: Draft, act: Step) -> Refusal:
        if isinstance(act, Change):
            refusal = self.refusal_to_change(d)
            assert refusal is not None
            return refusal
        if isinstance(act, Ride):
            if not self.is_fresh:
                return Refusal("FB 17.1.subway", "it goes by subway as its whole move, or not at all")
            return self.frozen(d) or refuse_ride(d, self.unit, act.hex)
        if isinstance(act, Face) and not d.is_combat(self.unit):
            return Refusal("FB 3.4.terrain", "in Maneuver mode a unit faces nowhere")
        if isinstance(act, Halt) and d.is_combat(self.unit):
            return Refusal("FB 3.4.change", "in Combat mode it ends its move facing a hexside")
        if isinstance(act, Face | Halt):
            return crowding(d, self.unit, d.where[self.unit]) or Refusal(
                "FB 3.1.pass", "there is no room here"
            )
        return self.refuse_hex(d, act.hex)

    def refuse_hex(self, d: Draft, place: int) -> Refusal:
        """Why it doesn't get there."""
        unit, side = self.unit, SIDE[self.unit]
        frozen = self.frozen(d)
        conditions = (
            Condition[int](
                lambda _: frozen is None, frozen.rule if frozen else "", frozen.reason if frozen else ""
            ),
            Condition[int](
                lambda _: not self.stopped, "FB 3.2.stop", "it has entered an enemy Zone of Control"
            ),
            Condition[int](lambda at: at != d.where[unit], "FB 7.1.move", "it is there"),
            Condition[int](lambda at: not closed(d, side) >> at & 1, "FB 7.2.enemy", "the enemy is there"),
            Condition[int](
                lambda _: bool(self.left) or not self.is_emplaced(d),
                "FB 7.2.static",
                "in Combat mode it does not move",
            ),
            Condition[int](
                lambda at: not RUINED >> at & 1 or (d.is_combat(unit) and not on_wheels(unit)),
                "FB 7.3.ruins",
                "ruins are entered in Combat mode and on foot",
            ),
            Condition[int](lambda at: not self.is_over_water(d, at), "FB 7.3.river", "there is no bridge"),
            Condition[int](
                lambda at: bool(whole(self.waves(d)) >> at & 1),
                "FB 7.1.move",
                f"with {_points(self.left)} left it doesn't get there",
            ),
            Condition[int](
                lambda at: leashed(d, unit, at), "FB 11.2.2", "Hitler Youth stay within eight hexes of home"
            ),
        )
        crowded = crowding(d, unit, place) or Refusal("FB 3.1.pass", "there is no room there")
        return failing(conditions, place) or crowded

    def is_emplaced(self, d: Draft) -> bool:
        """FB 3.3.combat: is it a unit without movement in Combat mode?"""
        return d.is_combat(self.unit) and not allowance(d, self.unit, maneuver=False)

    def is_over_water(self, d: Draft, place: int) -> bool:
        """Is it water without a road, or next to the unit and beyond a river?"""
        here = d.where[self.unit]
        if (WATERS & ~ROAD_HEXES) >> place & 1:
            return True
        beyond = BESIDE[here] & ~nearest(1 << here, steps(d, self.unit, not d.is_combat(self.unit)))
        return bool(beyond >> place & 1)

    def carry_out(self, d: Draft, act: Step) -> None:
        unit = self.unit
        if isinstance(act, Go):
            self.go(d, act.hex)
            return
        if isinstance(act, Ride):
            enter(d, unit, act.hex)
            text = f"{NAMES[unit]} goes by subway to {hex_name(act.hex)}"
            tell(d, unit, "move", text, "FB 17.1.subway", data=(unit, act.hex))
            d.ask_instead(March(self.seat, unit, 0, 1, changed=True, stopped=True))
            return
        if isinstance(act, Change):
            left = self.left_after(d)
            mode = "Maneuver" if d.is_combat(unit) else "Combat"
            d.marks[unit] = (d.marks[unit] ^ COMBAT) & ~FACING_MASK
            d.stir(self.seat)
            tell(d, unit, "mode", f"{NAMES[unit]} takes {mode} mode", "FB 3.3.change", data=(unit,))
            d.ask_instead(March(self.seat, unit, left, self.entered, True, self.stopped))
            return
        if isinstance(act, Face):
            d.face(unit, act.direction)
            tell(
                d,
                unit,
                "face",
                f"{NAMES[unit]} faces {DIRECTION_NAMES[act.direction]}",
                "FB 3.4.change",
                data=(unit,),
            )
        d.frames.pop()
        d.mark(unit, MOVED)
        test_zones(d, self.seat)
        end_if_won(d)

    def go(self, d: Draft, place: int) -> None:
        """Along the cheapest way, as far as nothing new comes into sight."""
        unit, maneuver = self.unit, not d.is_combat(self.unit)
        found = self.waves(d)
        way = path(d, unit, found, place, maneuver)
        entered = self.entered
        for number, step in enumerate(way, 1):
            # Nothing is new where a friend stands: so there is room wherever it stops.
            spotted = newly_seen(d, unit, step)
            enter(d, unit, step)
            entered += 1
            if spotted and number < len(way):
                place = step
                d.say("sight", f"{NAMES[unit]} comes in sight of the enemy", "FB 3.6.hidden", data=(unit,))
                break
        left = self.left - price_of(found, place)
        tell(
            d,
            unit,
            "move",
            f"{NAMES[unit]} goes to {hex_name(place)}",
            "FB 7.1.move",
            data=(unit, *way[: entered - self.entered]),
        )
        stopped = bool(seen_zones(d, OTHER[self.seat], self.seat) >> place & 1)
        d.ask_instead(March(self.seat, unit, left, entered, self.changed, stopped))

    def is_secret(self, d: Draft) -> bool:
        return not is_seen(d, self.unit, OTHER[self.seat])

    def seen_by(self, seat: Seat | None) -> "March":
        """Who sees a blank moving does not learn what it is."""
        return self if seat == self.seat else March(self.seat, -1, 0)

    def determinize(self, d: Draft, rng: Random) -> "March":
        if self.unit >= 0:
            return self
        able = [unit for unit in RANGES[self.seat] if fault(d, unit) is None]
        unit = able[int(rng.random() * len(able))]
        return March(self.seat, unit, full_move(d, unit))

    def explain(self, d: Draft, act: Step) -> Explanation:
        if isinstance(act, Change):
            cost = change_cost(d, self.unit) // POINT
            return Explanation(
                "", (Tally("movement points", 0, (Modifier(cost, "change of mode", "FB 3.3.change"),)),)
            )
        if not isinstance(act, Go):
            return Explanation("")
        price = price_of(self.waves(d), act.hex)
        notes = (f"{price / POINT:g} of {self.left / POINT:g} movement points",)
        return Explanation("", (), (), notes)


def newly_seen(d: Draft, unit: int, place: int) -> bool:
    """FB 3.6.hidden: would a unit on the map see enemies there that its side sees as blanks?"""
    if not d.options & FOG:
        return False
    side, foe = SIDE[unit], OTHER[SIDE[unit]]
    near = WITHIN6[place] & ~WITHIN6[d.where[unit]] & d.occupied(foe)
    return any(not is_seen(d, one, side) for at in bits(near) for one in d.units_in(foe, at))
