"""8.1. One attack: who, on what, and how it is reckoned; as FB 8.11.example.1 works it out.

FB 8.11.example.1, FB 8.11.example.2 and FB 8.11.example.3 stand in the tests to the number.
"""

import msgspec

from berlin.games.fortress.board.tables import (
    COLUMNS,
    RESULT_NAMES,
    STRIKE_FIREPOWER,
    assault_column,
    fire_column,
    in_columns,
    result,
)
from berlin.games.fortress.board.units import ARTILLERY, FIREPOWER, TYPE
from berlin.games.fortress.rules.combat.advantages import advantages
from berlin.games.fortress.rules.combat.strength import defence, ground, protection, works_bonus
from berlin.games.fortress.rules.command import in_command
from berlin.games.fortress.state.state import Draft
from berlin.kernel.contract.ids import OTHER, Seat
from berlin.kernel.contract.rules import Explanation, Modifier, Outcome, Tally

BOMBARDMENT, FIRE, DEFENSIVE, ASSAULT = range(4)
OFFBOARD_FIREPOWER = 20
# In how many of the 36 throws of two dice each sum falls.
WAYS = {total: 6 - abs(7 - total) for total in range(2, 13)}


class Attack(msgspec.Struct, frozen=True, gc=False):
    """An attack on a hex: by units, by air strikes, or from beyond the map."""

    kind: int
    seat: Seat
    target: int
    units: tuple[int, ...] = ()
    strikes: int = 0
    napalm: bool = False
    offboard: int = 0

    @property
    def is_made(self) -> bool:
        """Does anybody attack? FB 11.2.3: Volkssturm that turn out to defend only do not."""
        return bool(self.units or self.strikes or self.offboard)


def firepower(attack: Attack) -> Tally:
    """FB 8.2.combine, 8.2.mixed, 8.3.combine, 11.4.strike: what adds up."""
    parts = []
    for unit in attack.units:
        if attack.kind == BOMBARDMENT and TYPE[unit] != ARTILLERY:
            parts.append(
                Modifier(FIREPOWER[unit] // 2, "half the firepower of a unit beside it", "FB 8.2.mixed")
            )
        else:
            parts.append(Modifier(FIREPOWER[unit], "firepower", "FB 2.2.factors"))
    if attack.strikes:
        parts.append(Modifier(STRIKE_FIREPOWER * attack.strikes, "air strikes", "FB 11.4.strike"))
    if attack.offboard:
        parts.append(
            Modifier(OFFBOARD_FIREPOWER * attack.offboard, "guns beyond the map", "FB 11.3.offboard")
        )
    return Tally("firepower", 0, tuple(parts))


def column(d: Draft, attack: Attack) -> Tally:
    """The column by the Upper Matrix, with its shifts; A is 0. Not yet cut to the columns there are.

    FB 3.5.effect, 8.5.command: one to the left, once, if a unit of the attack is out of command.
    """
    total = firepower(attack).total
    shifts: list[Modifier] = []
    if attack.kind == ASSAULT:
        against = defence(d, attack.target, OTHER[attack.seat])
        base = assault_column(total, against)
        shifts += advantages(d, attack.seat, attack.target, attack.units)
    else:
        base = fire_column(total)
    if any(not in_command(d, unit) for unit in attack.units):
        rule = "FB 8.5.command" if attack.kind == ASSAULT else "FB 3.5.effect"
        shifts.append(Modifier(-1, "a unit is out of command", rule))
    return Tally("column", base, tuple(shifts))


def figure(d: Draft, attack: Attack) -> Tally:
    """What is taken off the dice."""
    side = OTHER[attack.seat]
    guarded = protection(d, attack.target, side, attack.napalm)
    return Tally("dice", 0, (*guarded, ground(d, attack.target, side, attack.napalm)))


def outcome(d: Draft, attack: Attack, dice: int) -> int:
    """FB 8.1.lower: the result of these dice."""
    return result(in_columns(column(d, attack).total), dice + figure(d, attack).total)


def chances(shifted: int, off: int) -> dict[str, int]:
    """In how many of 36 throws each result falls, in a column with so much taken off the dice."""
    ways = [0] * len(RESULT_NAMES)
    for dice, throws in WAYS.items():
        ways[result(in_columns(shifted), dice + off)] += throws
    return {RESULT_NAMES[kind]: throws for kind, throws in enumerate(ways) if throws}


def chances_against(d: Draft, attack: Attack, best: int) -> dict[str, int]:
    """FB 3.6.q1: the same of fire at a hex if the best protection there were so much, by public facts."""
    side = OTHER[attack.seat]
    helped = ground(d, attack.target, side, attack.napalm).value
    bonus = 0 if attack.napalm else works_bonus(d, attack.target, side)[0]
    return chances(column(d, attack).total, helped - bonus - best)


def explain(d: Draft, attack: Attack) -> Explanation:
    """The odds of an attack: its tallies and the chance of each result."""
    shifted, off = column(d, attack), figure(d, attack)
    found = chances(shifted.total, off.total)
    outcomes = tuple(Outcome(name, throws, 36) for name, throws in found.items())
    name = COLUMNS[in_columns(shifted.total)]
    return Explanation("", (firepower(attack), shifted, off), outcomes, (f"column {name}",))
