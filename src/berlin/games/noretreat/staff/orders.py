"""The staff's orders for a Movement phase: who goes up to attack, who guards, who follows, who entrains."""

from berlin.games.noretreat.board.ground import Space, spaces_of
from berlin.games.noretreat.board.units import REGIONAL
from berlin.games.noretreat.rules import rail
from berlin.games.noretreat.rules.cards.paid_acts import Entrain
from berlin.games.noretreat.rules.cards.windows import plays
from berlin.games.noretreat.rules.combat.targets import free_markers
from berlin.games.noretreat.rules.movement import Move, Moving, movers
from berlin.games.noretreat.rules.question import DONE, Play
from berlin.games.noretreat.staff.assault import Assault, plan
from berlin.games.noretreat.staff.card_values import card_cost, play_worth
from berlin.games.noretreat.staff.outlook import Outlook, ends_of
from berlin.games.noretreat.staff.posts import march, post, stay
from berlin.games.noretreat.state.state import BIT
from berlin.kernel.contract.ids import Unit
from berlin.kernel.play.acts import Act

# What a move must gain; how much an attack's share weighs against other moves.
WORTH_IT, TO_BATTLE = 0.25, 2.0
# Time lost on the rails, and how quiet a unit's surroundings must be for it.
BY_RAIL, QUIET = 1.5, 1.0
# How far the next order stands before all others.
LEAD = 0.5
# How many of a unit's moves are looked at for whose supply they open and cut.
LOOKED_UP = 3


class Orders:
    """What each unit that may still move should do."""

    def __init__(self, o: Outlook, frame: Moving) -> None:
        self.o, self.frame = o, frame
        self.units = movers(o.d, frame.seat)
        self.assaults = plan(o, True, max(0, free_markers(o.d, frame.seat)))
        self.share: dict[Unit, float] = {}
        self.slot: dict[Unit, Space] = {}
        for assault in self.assaults:
            _share(assault, self.share, self.slot)
        self._depot: float | None = None

    def stays(self, unit: Unit) -> float:
        """What a unit is worth where it stands, its part in an attack from there included."""
        worth = stay(self.o, unit)
        if unit in self.slot:
            worth += self.share[unit]
        return worth

    def gain(self, unit: Unit, space: Space, via: tuple[Space, ...], stays: float) -> float:
        """What a move gains over what is planned for the unit."""
        if self.slot.get(unit) == space and not via:
            return TO_BATTLE + self.share[unit]
        return march(self.o, unit, space, via) - stays

    @property
    def depot(self) -> float:
        """What an army is worth at the best station that a train goes to."""
        if self._depot is None:
            stations = rail.station(self.o.d, self.frame.seat) & ~self.o.crowded
            worths = [post(self.o, army, space) for army in self.units[:1] for space in spaces_of(stations)]
            self._depot = max(worths, default=-99.0)
        return self._depot

    def by_rail(self, unit: Unit, stays: float) -> float:
        if self.o.threat[self.o.d.where[unit]] >= QUIET or unit in self.slot or REGIONAL[unit]:
            return -1.0
        price = card_cost(self.o.d, self.frame.seat) if rail.price(self.frame.entrained) else 0.0
        return self.depot - stays - BY_RAIL - price

    def choose(self) -> Act:
        """The next order: attackers first, then whoever has most to do."""
        d = self.o.d
        for assault in self.assaults:
            for unit, space in assault.party.items():
                if space != d.where[unit] and self._open(unit, space):
                    return Move(unit, space)
        trains = {
            act.unit
            for act in rail.entraining(d, self.frame.seat, self.frame.entrained, self.units)
            if isinstance(act, Entrain)
        }
        for unit in self.units:
            if unit in self.slot:
                continue
            stays = self.stays(unit)
            best, move = self._march(unit, stays)
            if unit in trains and self.by_rail(unit, stays) > best:
                return Entrain(unit)
            if move is not None:
                return move
        return self._card() or DONE

    def _march(self, unit: Unit, stays: float) -> tuple[float, Move | None]:
        """A unit's best move. Of the few that promise most it is looked up whose supply they open and cut."""
        o = self.o
        found: list[tuple[float, Space, tuple[Space, ...]]] = []
        for via, ends in ends_of(o.d, unit, o.crowded):
            for space in spaces_of(ends & ~BIT[o.d.where[unit]]):
                worth = march(o, unit, space, via) + o.noose(unit, space) - stays
                if worth > WORTH_IT:
                    found.append((worth, space, via))
        best, move = WORTH_IT, None
        for worth, space, via in sorted(found, reverse=True)[:LOOKED_UP]:
            exact = worth - o.noose(unit, space) - o.relief(unit, space) + o.feeds(unit, space)
            if exact > best:
                best, move = exact, Move(unit, space, via)
        return best, move

    def _open(self, unit: Unit, space: Space) -> bool:
        return any(not via and ends >> space & 1 for via, ends in ends_of(self.o.d, unit, self.o.crowded))

    def _card(self) -> Act | None:
        for action in plays(self.o.d, self.frame.seat, "move"):
            if isinstance(action, Play) and play_worth(self.o, "move", action) > 0:
                return action
        return None

    def judge(self, actions: list[Act]) -> list[float]:
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


def _share(assault: Assault, share: dict[Unit, float], slot: dict[Unit, Space]) -> None:
    for unit, space in assault.party.items():
        share[unit] = assault.worth / len(assault.party)
        slot[unit] = space
