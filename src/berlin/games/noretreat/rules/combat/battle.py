"""9.sequence: a battle as everybody reads it. How it is put together and rolled for stands in fighting.py."""

from typing import Any, Self

from msgspec.structs import replace

from berlin.games.noretreat.board.ground import Space
from berlin.games.noretreat.rules.question import NoRetreatQuestion
from berlin.games.noretreat.state.state import SIZE, Draft, Force
from berlin.kernel.contract.ids import Seat, Unit

# Its steps.
BUILD, BEFORE, ROLLING, AFTER_ATTACKER, AFTER_DEFENDER, RESULT = range(6)
STAND, RETREATING, ADVANCING, ENDING = range(6, 10)


class Battle(NoRetreatQuestion, frozen=True, gc=False):
    """One battle, from the first attacker to the last advance."""

    space: Space
    units: tuple[Unit, ...] = ()
    step: int = 0
    marker: bool = False
    forces: tuple[Force, ...] = ()
    # 1 once the attacker has played his card before the roll.
    played: int = 0
    die: int = 0
    column: int = 0
    shift: int = 0
    result: str = ""
    # A counterattack is fought by and against these alone.
    counter: bool = False
    defenders: tuple[Unit, ...] = ()
    # Were all defenders out of supply?
    cut: bool = False

    def told_to(self, d: Draft, moment: str) -> str:
        """What is asked of who may play a card before or after the die."""
        raise NotImplementedError("only a battle that is fought is told")

    def counterattack(self, seat: Seat, space: Space, units: tuple[Unit, ...], hit: tuple[Unit, ...]) -> Self:
        """The defenders' attack on those who attacked from a space."""
        return type(self)(seat, space, units, counter=True, defenders=hit)

    def origins(self, d: Draft) -> list[Space]:
        """The spaces that are attacked from."""
        return sorted({d.where[unit] for unit in self.units if d.where[unit] < SIZE})


def battle_below(d: Draft) -> Battle | None:
    """5.use.event: the battle that is being fought, whatever is asked in it; None if there is none."""
    return next((frame for frame in reversed(d.frames) if isinstance(frame, Battle)), None)


def battle_of(d: Draft) -> Battle:
    """5.use.event: the battle that is being fought."""
    return next(frame for frame in reversed(d.frames) if isinstance(frame, Battle))


def change_battle(d: Draft, **changes: Any) -> None:
    """5.use.event: a card has changed the battle that is being fought."""
    at = next(at for at in reversed(range(len(d.frames))) if isinstance(d.frames[at], Battle))
    d.frames[at] = replace(d.frames[at], **changes)
