"""Hand-written judgement for a machine player: each question is answered by what its answers are worth.

The Allies come down near the city, clear an airfield for the 52nd, and go for the leaders and the Reichstag
by way of what can be beaten on the road; the Germans garrison, stand ready and strike at what is weak.
"""

from collections.abc import Callable, Sequence
from typing import Any

from berlin.games.fortress.rules import air, arrival, assignment, entering, recovery
from berlin.games.fortress.rules.combat import (
    advance,
    assault,
    bombardment,
    defensive_fire,
    gunfire,
    losses,
    retreat,
)
from berlin.games.fortress.rules.drop import landing
from berlin.games.fortress.rules.movement import march as marches
from berlin.games.fortress.rules.movement import segment
from berlin.games.fortress.rules.set_up import placing
from berlin.games.fortress.staff import aftermath, combat, drop, march, set_up_choice
from berlin.games.fortress.staff.outlook import Outlook
from berlin.games.fortress.staff.reasons import lines
from berlin.games.fortress.state.state import Draft, State
from berlin.kernel.play.acts import Act
from berlin.kernel.play.judgement import Judgement
from berlin.kernel.play.question import AnyQuestion

Reckoner = Callable[[Outlook, Any, Sequence[Act]], list[float]]

JUDGES: dict[type[AnyQuestion], Reckoner] = {
    placing.Deploying: set_up_choice.judge_deploying,
    placing.Placing: set_up_choice.judge_placing,
    placing.Poising: set_up_choice.judge_poising,
    arrival.Raising: set_up_choice.judge_placing,
    arrival.Mustering: set_up_choice.judge_poising,
    assignment.Assigning: drop.judge_assignment,
    assignment.Marking: drop.judge_marking,
    air.Laying: drop.judge_laying,
    air.Bombing: drop.judge_bombing,
    landing.Dropping: drop.judge_dropping,
    landing.Jumping: drop.judge_jumping,
    landing.Retrying: drop.judge_jumping,
    landing.Aiming: drop.judge_aiming,
    landing.Displacing: drop.judge_displacement,
    landing.Landing: drop.judge_landing,
    arrival.Touching: drop.judge_touching,
    segment.Movement: march.judge_movement,
    marches.March: march.judge_march,
    entering.Entering: march.judge_entering,
    bombardment.Bombarding: combat.judge_bombarding,
    bombardment.Shelling: combat.judge_shelling,
    gunfire.Gunning: combat.judge_gunning,
    gunfire.Firing: combat.judge_designation,
    assault.Announcing: combat.judge_announcing,
    assault.Gathering: combat.judge_designation,
    assault.Assaulting: combat.judge_assaulting,
    defensive_fire.Replying: combat.judge_replying,
    defensive_fire.Countering: combat.judge_designation,
    losses.Losing: aftermath.judge_losses,
    losses.Exchanging: aftermath.judge_losses,
    losses.Matching: aftermath.judge_losses,
    retreat.Retreating: aftermath.judge_retreat,
    advance.Advancing: aftermath.judge_advance,
    advance.Exploiting: aftermath.judge_exploitation,
    advance.Turning: aftermath.judge_turning,
    recovery.Supplying: aftermath.judge_supply,
}


MOST_REASONS = 4


class FortressStaff(Judgement[State, Act]):
    """The staff of either side."""

    temperature = 0.15

    def __init__(self, legal: Callable[[State], Sequence[Act]]) -> None:
        self._legal = legal

    def legal(self, state: State) -> Sequence[Act]:
        return self._legal(state)

    def judge(self, state: State, actions: Sequence[Act]) -> list[float]:
        top = state.frames[-1]
        outlook = Outlook(Draft(state), top.seat)
        reckon = JUDGES.get(type(top))
        return reckon(outlook, top, actions) if reckon else [0.0] * len(actions)

    def reasons(self, state: State, action: Act) -> tuple[str, ...]:
        return tuple(lines(Outlook(Draft(state), state.frames[-1].seat), action)[:MOST_REASONS])
