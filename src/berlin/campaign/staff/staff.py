"""The staff of either side in a campaign: every question is answered by what its answers are worth."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from berlin.campaign.battle import Settle
from berlin.campaign.deployment.laying import Laying
from berlin.campaign.deployment.setup import Siting
from berlin.campaign.report.acts import Agree, Reported, Settled, Told
from berlin.campaign.staff import after, setting_up, shopping
from berlin.campaign.staff.outlook import Outlook
from berlin.campaign.staff.plan import Wishes
from berlin.campaign.staff.reasons import reasons
from berlin.campaign.staff.setting_up import narrowed
from berlin.campaign.state import Draft
from berlin.campaign.upkeep import Done
from berlin.campaign.waiting import Pass
from berlin.campaign.ways import MODEL
from berlin.kernel.acts import Act
from berlin.kernel.judgement import Judgement

# What is told of a battle by who has not seen one.
SILENT = -9.0
JUDGES: dict[type, Any] = {
    **shopping.JUDGES,
    **setting_up.JUDGES,
    **after.JUDGES,
    Done: after.at_ease,
    Pass: after.at_ease,
    Settle: lambda o, frame, act: float(act.way == MODEL),
    Reported: after.at_ease,
    Settled: after.at_ease,
    Agree: after.at_ease,
    Told: after.at_ease,
}


def marks(o: Outlook, actions: Sequence[Act]) -> list[float]:
    """What each answer is worth to the side that is asked."""
    top = o.d.frames[-1]
    return [float(JUDGES[type(act)](o, top, act)) if type(act) in JUDGES else SILENT for act in actions]


def choose(o: Outlook, actions: Sequence[Act], rng: Random) -> Act:
    """One of the best of those that are worth a look; equals are settled by lot."""
    top = o.d.frames[-1]
    looked_at = narrowed(o, top, actions) if isinstance(top, Siting | Laying) else actions
    worth = marks(o, looked_at)
    best = max(worth)
    return rng.choice([act for act, mark in zip(looked_at, worth, strict=True) if mark == best])


class CampaignStaff(Judgement):
    """Judges for a module: by its drafts, its answers and its wishes."""

    warmth = 1.0

    def __init__(self, draft: type[Draft], legal: Callable[[Any], Sequence[Act]], wishes: Wishes) -> None:
        self._draft, self._legal, self._wishes = draft, legal, wishes

    def legal(self, state: Any) -> Sequence[Act]:
        return self._legal(state)

    def choose(self, state: Any, rng: Random) -> Any:
        actions = self.legal(state)
        if len(actions) == 1:
            return actions[0]
        o = self._outlook(state)
        return choose(o, actions, rng)

    def judge(self, state: Any, actions: Sequence[Act]) -> list[float]:
        """What each answer to the open question is worth; ending a step is worth nothing."""
        return marks(self._outlook(state), actions)

    def reasons(self, state: Any, action: Any) -> tuple[str, ...]:
        o = self._outlook(state)
        return reasons(o, o.d.frames[-1], action)

    def _outlook(self, state: Any) -> Outlook:
        return Outlook(self._draft(state), state.frames[-1].seat, self._wishes)
