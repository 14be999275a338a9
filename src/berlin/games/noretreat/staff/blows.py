"""Counterblows worth laying: where the enemy would have to attack to his harm."""

from berlin.games.noretreat.board.ground import MAP, Space, spaces_of
from berlin.games.noretreat.board.units import RANGES
from berlin.games.noretreat.rules.combat.targets import counterable, eligible
from berlin.games.noretreat.staff.assault import worth_of
from berlin.games.noretreat.staff.outlook import Outlook
from berlin.games.noretreat.state.state import BIT
from berlin.kernel.contract.ids import OTHER, Unit


def _near(o: Outlook, space: Space) -> dict[Unit, Space]:
    """The enemies that would have to attack a space."""
    d = o.d
    beside = MAP.beside[space]
    return {u: d.where[u] for u in RANGES[o.side] if eligible(d, u) and beside >> d.where[u] & 1}


def blow_worths(o: Outlook) -> dict[Space, float]:
    """For each space of a side, what a counterblow there spares it."""
    d = o.d
    enemy = Outlook(d, OTHER[o.side])
    targets = [space for space in d.targets if enemy.enemy >> space & 1]
    feared = {space: _attack(enemy, space, _near(enemy, space)) for space in targets}
    found: dict[Space, float] = {}
    for space in spaces_of(counterable(d, o.side)):
        forced = _near(enemy, space)
        if not forced:
            continue
        harm = _attack(enemy, space, forced)
        bound = 0
        for where in forced.values():
            bound |= BIT[where]
        spared = feared.get(space, 0.0) - harm
        for target, fear in feared.items():
            if target != space and fear > 0.0 and MAP.beside[target] & bound:
                left = {u: w for u, w in _near(enemy, target).items() if u not in forced}
                spared += fear - max(0.0, _attack(enemy, target, left))
        found[space] = spared
    return found


def _attack(enemy: Outlook, space: Space, party: dict[Unit, Space]) -> float:
    return worth_of(enemy.d, enemy.side, enemy.mark(space), party) if party else 0.0
