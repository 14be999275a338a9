"""The staff of either side in a campaign: every question is answered by what its answers are worth."""

from collections.abc import Callable, Sequence
from random import Random

from berlin.campaign.battle import Settle
from berlin.campaign.by_kind import by
from berlin.campaign.deployment.laying import Laying
from berlin.campaign.deployment.setup import Siting
from berlin.campaign.question import Done
from berlin.campaign.report.acts import Agree, Reported, Settled, Told
from berlin.campaign.staff import after, setting_up, shopping
from berlin.campaign.staff.outlook import Judges, Outlook
from berlin.campaign.staff.plan import Wishes
from berlin.campaign.staff.reasons import reasons
from berlin.campaign.staff.setting_up import narrowed
from berlin.campaign.state.state import Draft, State
from berlin.campaign.waiting import Pass
from berlin.campaign.ways import MODEL
from berlin.kernel.play.acts import Act
from berlin.kernel.play.judgement import Judgement

# What is told of a battle by who has not seen one.
SILENT = -9.0


def settle(o: Outlook, act: Settle) -> float:
    return float(act.way == MODEL)


JUDGES: Judges = {
    **shopping.JUDGES,
    **setting_up.JUDGES,
    **after.JUDGES,
    Done: after.at_ease,
    Pass: after.at_ease,
    **dict((by(Settle, settle),)),
    **dict.fromkeys((Reported, Settled, Agree, Told), after.at_ease),
}


def marks(o: Outlook, actions: Sequence[Act]) -> list[float]:
    """What each answer is worth to the side that is asked."""
    return [JUDGES[type(act)](o, act) if type(act) in JUDGES else SILENT for act in actions]


def choose(o: Outlook, actions: Sequence[Act], rng: Random) -> Act:
    """One of the best of those that are worth a look; equals are settled by lot."""
    top = o.d.frames[-1]
    looked_at = narrowed(o, top, actions) if isinstance(top, Siting | Laying) else actions
    worth = marks(o, looked_at)
    best = max(worth)
    return rng.choice([act for act, mark in zip(looked_at, worth, strict=True) if mark == best])


class CampaignStaff(Judgement[State, Act]):
    """Judges for a module: by its drafts, its answers and its wishes."""

    temperature = 1.0

    def __init__(self, draft: type[Draft], legal: Callable[[State], Sequence[Act]], wishes: Wishes) -> None:
        self._draft, self._legal, self._wishes = draft, legal, wishes

    def legal(self, state: State) -> Sequence[Act]:
        return self._legal(state)

    def choose(self, state: State, rng: Random) -> Act:
        actions = self.legal(state)
        if len(actions) == 1:
            return actions[0]
        o = self._outlook(state)
        return choose(o, actions, rng)

    def judge(self, state: State, actions: Sequence[Act]) -> list[float]:
        """What each answer to the open question is worth; ending a step is worth nothing."""
        return marks(self._outlook(state), actions)

    def reasons(self, state: State, action: Act) -> tuple[str, ...]:
        return reasons(self._outlook(state), action)

    def _outlook(self, state: State) -> Outlook:
        return Outlook(self._draft(state), state.frames[-1].seat, self._wishes)
