"""Every question of a campaign, and the steps between two battles: what each does, and when it is done.

A module lists its steps in a table, in its book's order and under the book's names.
"""

from collections.abc import Callable
from pathlib import Path

from berlin.campaign import battle, control, victory, waiting
from berlin.campaign.aftermath import (
    clearing,
    commanders,
    fires,
    hardening,
    hatches,
    hazards,
    marker_removal,
    melee,
    prisoners,
    rally,
    wounds,
)
from berlin.campaign.deployment import commencement, laying, scouting, setup, wind
from berlin.campaign.perimeters import drawing, escape
from berlin.campaign.purchases import fortify, leaders, modules, purchase, strength
from berlin.campaign.question import CampaignQuestion
from berlin.campaign.refit import (
    ammunition,
    armoury,
    captured,
    dates,
    ft_dc_recovery,
    morale,
    removal,
    repair,
    replenishment,
    vehicle_disposal,
    vehicles,
    weather,
)
from berlin.campaign.reph import Step
from berlin.campaign.report import common, telling, units
from berlin.campaign.state.state import Draft
from berlin.kernel.play.sequence import Stage

QUESTIONS: tuple[type[CampaignQuestion], ...] = (
    melee.Melees,
    melee.Parting,
    melee.Assault,
    hatches.Hatches,
    rally.Unloading,
    drawing.Drawing,
    escape.Breakout,
    escape.Party,
    clearing.Salvage,
    prisoners.Custody,
    hardening.Hardening,
    hardening.Leadership,
    hardening.Promotion,
    commanders.Mounting,
    vehicles.Manning,
    repair.Exchanging,
    ft_dc_recovery.Restocking,
    vehicle_disposal.Yard,
    armoury.Armoury,
    removal.Clearance,
    removal.Toll,
    purchase.Shop,
    modules.Contact,
    modules.Batteries,
    modules.Plot,
    strength.Spared,
    leaders.Leading,
    fortify.Fortifying,
    setup.Deploying,
    setup.Siting,
    laying.Laying,
    scouting.Scouting,
    scouting.Inspecting,
    battle.Battle,
    units.Reporting,
    telling.Telling,
    common.Settling,
    common.Surveying,
    common.Agreeing,
    waiting.Waiting,
)

Does = Callable[[Draft], None]
BATTLE = "battle"
STEPS: dict[str, tuple[Does] | tuple[Does, Does]] = {
    "melee": (melee.begin, control.gain),
    "markers": (marker_removal.begin,),
    "rally": (rally.begin, victory.determine),
    "hazards": (hazards.begin,),
    "perimeters": (drawing.begin, drawing.conclude),
    "isolation": (escape.begin, drawing.after_escapes),
    "clearing": (clearing.begin,),
    "prisoners": (prisoners.begin,),
    "fires": (fires.extinguish,),
    "wounds": (wounds.treat,),
    "hardening": (hardening.begin,),
    "date": (dates.begin,),
    "vehicles": (vehicles.begin, vehicles.conclude),
    "repair": (repair.begin,),
    "exchange": (repair.exchange, repair.conclude),
    "recovery": (ft_dc_recovery.begin,),
    "captured weapons": (captured.begin,),
    "captured vehicles": (captured.discard,),
    "disposal": (vehicle_disposal.begin,),
    "special ammunition": (ammunition.restore_special,),
    "ammunition": (ammunition.lift_shortages,),
    "armoury": (armoury.begin,),
    "removal": (removal.begin,),
    "replenishment": (replenishment.begin,),
    "morale": (morale.begin,),
    "weather": (weather.begin,),
    "purchases": (purchase.begin,),
    "strength": (strength.begin,),
    "fortifications": (fortify.begin, fortify.conclude),
    "attack": (setup.attack,),
    "wind": (wind.begin,),
    "set-up": (setup.begin, setup.conclude),
    "reconnaissance": (scouting.begin,),
    "inspection": (scouting.inspection,),
    "commencement": (commencement.begin,),
    BATTLE: (battle.begin,),
}
"""By what a module's table calls it: what a step does when it begins, and when it has its answers."""


def read_steps(path: Path) -> tuple[tuple[Step, ...], Stage[Draft]]:
    """A module's steps in its book's order, and its battle. Raises KeyError for a step that there isn't."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        name, step, title, marks, rule, about = line.split("\t")
        does, *ends = STEPS[step]
        end = next(iter(ends), None)
        if step == BATTLE:
            fought: Stage[Draft] = Stage(name, title, rule, does, end)
        else:
            found.append(Step(name, title, marks, rule, does, end, about))
    return tuple(found), fought
