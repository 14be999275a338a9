"""4 and 5. Movement: each company one place on, where there is room for it."""

from berlin.games.ferry.board import ALL_PLACES, ALL_UNITS, CALLED, LOST, NAMES, NEXT, SIDE
from berlin.games.ferry.state import Draft, Position
from berlin.kernel.contract.ids import BOTH, OTHER, Place, Seat, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Limit, outside, refuse, unless, within
from berlin.kernel.play.question import Question


class Move(Act, frozen=True):
    verb, says, time = "move", "Move {unit} to {place}", "FER 4"
    unit: Unit
    place: Place


class Done(Act, frozen=True):
    verb, says, time = "done", "Leave the others where they are", "FER 4"


class Moving(Question[Position, Draft, Move | Done], frozen=True):
    moved: int = 0  # The companies that have, as bits.
    acts, rule, most = (Move, Done), "FER 4", 2
    words = "Which company goes where?"
    why = "Each company may go one place in a turn, and at the end only who is at the ferry counts."

    def answers(self, p: Position) -> list[Move | Done]:
        reach = [(unit, within(ALL_PLACES, self.limits(p, unit))) for unit in ALL_UNITS]
        return [*(Move(unit, to) for unit, places in reach for to in places), Done()]

    def refuse(self, p: Position, act: Move | Done) -> Refusal:
        assert isinstance(act, Move), "done is always an answer"
        return refuse(self.limits(p, act.unit), act.place)

    def carry_out(self, d: Draft, act: Move | Done) -> None:
        d.frames.pop()
        if isinstance(act, Move):
            d.frames.append(Moving(self.seat, self.moved | 1 << act.unit))
            d.where[act.unit] = act.place
            d.say("move", f"{CALLED[act.unit]} goes to {NAMES[act.place]}", "FER 4")

    def limits(self, p: Position, unit: Unit) -> list[Limit]:
        """Everything that limits where a company may go: it may where all of them leave it."""
        here, mates = p.where[unit], stands(p, self.seat)
        return [
            unless(SIDE[unit] != self.seat, "FER 4", "the other side moves now"),
            unless(here == LOST, "FER 3", "it is lost"),
            unless(self.moved >> unit & 1, "FER 4", "it has moved in this turn"),
            Limit(NEXT[here], "FER 4", "it is not next to it"),
            outside(stands(p, OTHER[self.seat]), "FER 5", "the enemy is there"),
            outside((at for at in mates if mates.count(at) == self.most), "FER 5", "two companies are there"),
        ]


def stands(p: Position, side: Seat) -> list[Place]:
    """Where the companies of a side are that are not lost."""
    return [place for own, place in zip(SIDE, p.where, strict=True) if own == side and place != LOST]


def crowds(p: Position) -> list[str]:
    """What is wrong with who is where, if anything."""
    east, west = (stands(p, side) for side in BOTH)
    full = {at for at in east + west if (east + west).count(at) > Moving.most}
    return [f"too many, or both sides, are at {NAMES[at]} [FER 5]" for at in sorted(full | {*east} & {*west})]
