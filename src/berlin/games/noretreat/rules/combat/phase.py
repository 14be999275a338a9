"""9. The combat phase, from its first window to its last."""

from berlin.games.noretreat.board.units import RANGES
from berlin.games.noretreat.rules.cards.windows import Window
from berlin.games.noretreat.rules.combat.fighting import Fighting
from berlin.games.noretreat.rules.combat.targets import Countering, Targeting
from berlin.games.noretreat.state.state import ATTACKED, Draft
from berlin.kernel.contract.ids import OTHER


def begin(d: Draft) -> None:
    """What is done last lies lowest."""
    seat = d.phasing
    for unit in RANGES[seat]:
        d.marks[unit] &= ~ATTACKED
    d.attacks = 0
    enemy = d.occupied(OTHER[seat])
    d.bound, d.left = tuple(space for space in d.left if enemy >> space & 1), ()
    d.frames += [
        Window(OTHER[seat], "combat-end"),
        Window(seat, "combat-end"),
        Fighting(seat),
        Window(seat, "blows"),
        Countering(OTHER[seat]),
        Targeting(seat),
        Window(OTHER[seat], "combat"),
        Window(seat, "combat"),
    ]


def close(d: Draft) -> None:
    d.targets = d.blows = d.bound = ()
    for unit in RANGES[d.phasing]:
        d.marks[unit] &= ~ATTACKED
