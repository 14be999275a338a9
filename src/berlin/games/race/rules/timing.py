"""1. Every act has its time: why one that the open question doesn't know is refused."""

from berlin.games.race.rules.chits import not_held, wrong_time
from berlin.games.race.rules.combat.attack import Fighting
from berlin.games.race.rules.movement.reserve import Reserving
from berlin.games.race.rules.movement.step import Moving
from berlin.games.race.rules.sequence import TURN
from berlin.games.race.state.actions import (
    Action,
    Activate,
    AttackZone,
    Begin,
    Follow,
    Join,
    Move,
    Pass,
    Play,
    Shell,
)
from berlin.games.race.state.state import Position
from berlin.kernel.contract.rules import Refusal


def own_reason(p: Position, act: Action) -> Refusal | None:
    """The refusal of an act out of time that says more than that it is; None if there is none."""
    top, stage = p.frames[-1], TURN[p.stage]
    if isinstance(act, Play):
        return not_held(p, top.seat, act.chit) or wrong_time(act.chit)
    if isinstance(act, Activate | Shell | Begin | Pass) and stage.name[0] != "C":
        rule = "RFB 1.D" if stage.name[0] == "D" else "RFB 1.A"
        reason = f"units are activated in the Operations Phase, not in {stage.title}"
        return Refusal(rule, reason)
    # 4.1.3: the steps of an impulse know better who should have been put into which mode.
    of_a_step = isinstance(act, Move | AttackZone | Follow | Join)
    return top.refuse(p, act) if of_a_step and isinstance(top, Moving | Fighting | Reserving) else None
