"""8.2 Step losses: every unit of a side takes one before any takes a second."""

from berlin.games.race.board.units import CAMP, DESTROYED, NAMES, names
from berlin.games.race.board.zones import N, zone_name
from berlin.games.race.cover import SEATS
from berlin.games.race.rules.question import RaceQuestion
from berlin.games.race.state.actions import Action, Lose
from berlin.games.race.state.state import REDUCED, Draft, Position
from berlin.kernel.contract.ids import OTHER, Seat
from berlin.kernel.contract.rules import Refusal


class Losses(RaceQuestion, frozen=True, gc=False):
    """8.2: which unit takes the next step loss? `hits` runs beside `units`."""

    units: tuple[int, ...]
    hits: tuple[int, ...]
    left: int
    camp: Seat

    acts = (Lose,)
    rule = "RFB 8.2.2a"
    why = (
        "Each step lost halves a unit or ends it, and nobody loses a second before all have lost one: spare"
        " the strong."
    )

    def prompt(self, p: Position) -> str:
        return f"A step loss ({self.left} left) among {names(self.units)}: who takes it?"

    def _due(self, open_to_it: list[int]) -> list[int]:
        """The units one of which takes the next loss, all of one camp."""
        # The camps take turns; one whose units have all been hit is passed over until the others have.
        return [unit for unit in open_to_it if CAMP[unit] == self.camp] or open_to_it

    def _fewest_hits(self, p: Position) -> list[int]:
        """The units still there that have taken the fewest losses in this combat."""
        fewest, units = self.left + sum(self.hits), list[int]()
        for unit, hit in zip(self.units, self.hits, strict=True):
            if p.where[unit] < N and hit <= fewest:
                if hit < fewest:
                    fewest, units = hit, []
                units.append(unit)
        return units

    def still_asks(self, d: Draft) -> bool:
        open_to_it = self._fewest_hits(d) if self.left else []
        if not open_to_it:
            d.frames.pop()
            return False
        units = self._due(open_to_it)
        # One unit alone can take it, or there are losses enough for everybody: nothing to choose.
        if len(units) == 1 or self.left >= len(open_to_it):
            self._take(d, units[0])
            return False
        seat = CAMP[units[0]]
        if seat != self.seat:
            d.frames[-1] = Losses(seat, self.units, self.hits, self.left, self.camp)
        return True

    def _take(self, d: Draft, unit: int) -> None:
        hits = tuple(hit + (u == unit) for u, hit in zip(self.units, self.hits, strict=True))
        d.frames[-1] = Losses(self.seat, self.units, hits, self.left - 1, OTHER[CAMP[unit]])
        step_loss(d, unit, "RFB 8.2.1b")

    def answers(self, p: Position) -> list[Action]:
        return [Lose(unit) for unit in self._due(self._fewest_hits(p))]

    def carry_out(self, d: Draft, act: Action) -> None:
        assert isinstance(act, Lose)
        self._take(d, act.unit)

    def refuse(self, p: Position, act: Action) -> Refusal:
        if not isinstance(act, Lose):
            return Refusal("RFB 8.2.1a", "the step losses come first")
        if act.unit not in self.units:
            return Refusal("RFB 8.2.1a", f"{NAMES[act.unit]} takes no part in this combat")
        if CAMP[act.unit] != self.seat:
            return Refusal("RFB 8.2.2b", f"this loss falls on the {SEATS[self.seat].capitalize()} camp")
        return Refusal("RFB 8.2.2a", "every unit takes one loss before any takes a second")


def step_loss(d: Draft, unit: int, rule: str) -> None:
    """Flip a full unit, eliminate a reduced one."""
    if d.marks[unit] & REDUCED:
        eliminate(d, unit, rule)
    else:
        d.marks[unit] |= REDUCED
        if d.log is not None:
            d.say("loss", f"{NAMES[unit]} is reduced", rule, data=(unit,))


def eliminate(d: Draft, unit: int, rule: str) -> None:
    d.say("eliminated", f"{NAMES[unit]} is eliminated at {zone_name(d.where[unit])}", rule, data=(unit,))
    d.where[unit] = DESTROYED
    d.marks[unit] = 0
