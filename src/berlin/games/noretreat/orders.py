"""The staff's orders for a Movement phase: who goes up to attack, who guards, who follows, who entrains."""

from berlin.boards.hexes import bits
from berlin.games.noretreat import rail
from berlin.games.noretreat.actions import DONE, Action, Entrain, Move, Play
from berlin.games.noretreat.assault import Assault, plan
from berlin.games.noretreat.frames import Moving
from berlin.games.noretreat.gambits import card_cost, play_worth
from berlin.games.noretreat.movement import movers
from berlin.games.noretreat.outlook import Outlook, ends_of
from berlin.games.noretreat.posts import march, post, stay
from berlin.games.noretreat.state import BIT
from berlin.games.noretreat.targets import free_markers
from berlin.games.noretreat.units import REGIONAL
from berlin.games.noretreat.windows import plays

# What a move must gain; how much an attack's share weighs against other moves.
WORTH_IT, TO_BATTLE = 0.25, 2.0
# Time lost on the rails, and how quiet a unit's surroundings must be for it.
BY_RAIL, QUIET = 1.5, 1.0
# How far the next order stands before all others.
LEAD = 0.5


class Orders:
    """What each unit that may still move should do."""

    def __init__(self, o: Outlook, frame: Moving) -> None:
        self.o, self.frame = o, frame
        self.units = movers(o.d, frame.seat)
        self.assaults = plan(o, True, max(0, free_markers(o.d, frame.seat)))
        self.share: dict[int, float] = {}
        self.slot: dict[int, int] = {}
        for assault in self.assaults:
            _share(assault, self.share, self.slot)
        self._depot: float | None = None

    def stays(self, unit: int) -> float:
        """What a unit is worth where it stands, its part in an attack from there included."""
        worth = stay(self.o, unit)
        if unit in self.slot:
            worth += self.share[unit]
        return worth

    def gain(self, unit: int, space: int, via: tuple[int, ...], stays: float) -> float:
        """What a move gains over what is planned for the unit."""
        if self.slot.get(unit) == space and not via:
            return TO_BATTLE + self.share[unit]
        return march(self.o, unit, space, via) - stays

    @property
    def depot(self) -> float:
        """What an army is worth at the best station that a train goes to."""
        if self._depot is None:
            stations = rail.station(self.o.d, self.frame.seat) & ~self.o.crowded
            army = next(iter(self.units), -1)
            worths = [post(self.o, army, space) for space in bits(stations)] if army >= 0 else []
            self._depot = max(worths, default=-99.0)
        return self._depot

    def by_rail(self, unit: int, stays: float) -> float:
        if self.o.threat[self.o.d.where[unit]] >= QUIET or unit in self.slot or REGIONAL[unit]:
            return -1.0
        price = card_cost(self.o.d, self.frame.seat) if rail.price(self.frame) else 0.0
        return self.depot - stays - BY_RAIL - price

    def choose(self) -> Action:
        """The next order: attackers first, then whoever has most to do."""
        o, crowded = self.o, self.o.crowded
        d = o.d
        for assault in self.assaults:
            for unit, space in assault.party.items():
                if space != d.where[unit] and self._open(unit, space):
                    return Move(unit, space)
        trains = {act.unit for act in rail.entraining(d, self.frame, self.units) if isinstance(act, Entrain)}
        for unit in self.units:
            if unit in self.slot:
                continue
            stays = self.stays(unit)
            best, at = WORTH_IT, -1
            way: tuple[int, ...] = ()
            for via, ends in ends_of(d, unit, crowded):
                for space in bits(ends & ~BIT[d.where[unit]]):
                    worth = march(o, unit, space, via) - stays
                    if worth > best:
                        best, at, way = worth, space, via
            if unit in trains and self.by_rail(unit, stays) > best:
                return Entrain(unit)
            if at >= 0:
                return Move(unit, at, way)
        return self._card() or DONE

    def _open(self, unit: int, space: int) -> bool:
        return any(not via and ends >> space & 1 for via, ends in ends_of(self.o.d, unit, self.o.crowded))

    def _card(self) -> Action | None:
        for action in plays(self.o.d, self.frame.seat, "move"):
            if isinstance(action, Play) and play_worth(self.o, "move", action) > 0:
                return action
        return None

    def judge(self, actions: list[Action]) -> list[float]:
        """What each answer gains; to end the phase is worth nothing."""
        kept = {unit: self.stays(unit) for unit in self.units}
        found = []
        for action in actions:
            match action:
                case Move(unit, space, via):
                    found.append(self.gain(unit, space, via, kept[unit]) - WORTH_IT)
                case Entrain(unit):
                    found.append(self.by_rail(unit, kept[unit]) - WORTH_IT)
                case Play():
                    found.append(play_worth(self.o, "move", action))
                case _:
                    found.append(0.0)
        # What would be ordered comes first.
        ordered = self.choose()
        if ordered in actions:
            found[actions.index(ordered)] = max(found) + LEAD
        return found


def _share(assault: Assault, share: dict[int, float], slot: dict[int, int]) -> None:
    for unit, space in assault.party.items():
        share[unit] = assault.worth / len(assault.party)
        slot[unit] = space
