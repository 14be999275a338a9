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

Does = Callable[[Draft], None] | None
BATTLE = "battle"
STEPS: dict[str, tuple[Does, Does]] = {
    "melee": (melee.begin, control.gain),
    "markers": (marker_removal.begin, None),
    "rally": (rally.begin, victory.determine),
    "hazards": (hazards.begin, None),
    "perimeters": (drawing.begin, drawing.conclude),
    "isolation": (escape.begin, drawing.after_escapes),
    "clearing": (clearing.begin, None),
    "prisoners": (prisoners.begin, None),
    "fires": (fires.extinguish, None),
    "wounds": (wounds.treat, None),
    "hardening": (hardening.begin, None),
    "date": (dates.begin, None),
    "vehicles": (vehicles.begin, vehicles.conclude),
    "repair": (repair.begin, None),
    "exchange": (repair.exchange, repair.conclude),
    "recovery": (ft_dc_recovery.begin, None),
    "captured weapons": (captured.begin, None),
    "captured vehicles": (captured.discard, None),
    "disposal": (vehicle_disposal.begin, None),
    "special ammunition": (ammunition.restore_special, None),
    "ammunition": (ammunition.lift_shortages, None),
    "armoury": (armoury.begin, None),
    "removal": (removal.begin, None),
    "replenishment": (replenishment.begin, None),
    "morale": (morale.begin, None),
    "weather": (weather.begin, None),
    "purchases": (purchase.begin, None),
    "strength": (strength.begin, None),
    "fortifications": (fortify.begin, fortify.conclude),
    "attack": (setup.attack, None),
    "wind": (wind.begin, None),
    "set-up": (setup.begin, setup.conclude),
    "reconnaissance": (scouting.begin, None),
    "inspection": (scouting.inspection, None),
    "commencement": (commencement.begin, None),
    BATTLE: (battle.begin, None),
}
"""By what a module's table calls it: what a step does when it begins, and when it has its answers."""


def read_steps(path: Path) -> tuple[tuple[Step, ...], Stage[Draft]]:
    """A module's steps in its book's order, and its battle. Raises KeyError for a step that there isn't."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        name, step, title, marks, rule, about = line.split("\t")
        if step == BATTLE:
            fought: Stage[Draft] = Stage(name, title, rule, *STEPS[step])
        else:
            found.append(Step(name, title, marks, rule, *STEPS[step], about=about))
    return tuple(found), fought
