"""Which chapter lists, carries out, refuses and settles the answers to which question.

A chapter names its functions after its question: Salvage has `options_salvage`, `answer_salvage`,
`refuse_salvage` and `settle_salvage`.
"""

from types import ModuleType
from typing import Any

from berlin.campaign import battle, sectors, waiting
from berlin.campaign.aftermath import clearing, commanders, hardening, hatches, melee, prisoners, rally
from berlin.campaign.aftermath.salvage import Burn, Rummage, Scrap, Scrounge, Wreck
from berlin.campaign.deployment import laying, scouting, setup
from berlin.campaign.discretion import discreet
from berlin.campaign.perimeters import drawing, escape
from berlin.campaign.purchases import fortify, leaders, modules, purchase, strength
from berlin.campaign.refit import armoury, removal, repair, spent, vehicles, yard
from berlin.campaign.report import acts as told
from berlin.campaign.report import common, units
from berlin.campaign.upkeep import Done
from berlin.kernel.acts import Act
from berlin.kernel.answers import Chapter
from berlin.kernel.frames import Frame
from berlin.kernel.sequence import Settle

# Each question with its chapter, and the acts that can answer it at all.
# fmt: off
QUESTIONS: dict[type[Frame], tuple[ModuleType, tuple[type[Act], ...]]] = {
    melee.Melees:          (melee, (melee.Fight,)),
    melee.Parting:         (melee, (melee.Withdraw, melee.Stand)),
    melee.Assault:         (melee, (melee.Engage, melee.Detach, melee.Attach, melee.Strike, melee.Seize,
                                    melee.Cease)),
    hatches.Hatches:       (hatches, (hatches.Expose, hatches.Button, hatches.Shut)),
    rally.Unloading:       (rally, (rally.Unload, Done)),
    drawing.Drawing:       (drawing, (drawing.Trace, drawing.From, drawing.Point, drawing.Lift,
                                      drawing.Readjust, drawing.Close, drawing.Decline)),
    escape.Breakout:       (escape, (escape.Escape, escape.Stay)),
    escape.Party:          (escape, (escape.Join, escape.Leave, escape.Give, armoury.Dismantle, escape.Deploy,
                                     escape.Go)),
    clearing.Salvage:      (clearing, (clearing.Keep, Scrap, Wreck, Burn, Scrounge, Rummage)),
    prisoners.Custody:     (prisoners, (prisoners.Hold, prisoners.HandOver, prisoners.Release)),
    hardening.Hardening:   (hardening, (hardening.Harden, hardening.Commission, hardening.Forgo)),
    hardening.Leadership:  (hardening, (hardening.Weigh, hardening.Split, hardening.Forgo)),
    hardening.Promotion:   (hardening, (hardening.Harden, hardening.Forgo)),
    commanders.Mounting:   (commanders, (commanders.Mount, commanders.Wait)),
    vehicles.Manning:      (vehicles, (vehicles.Man, Done)),
    repair.Exchanging:     (repair, (repair.Exchange, Done)),
    spent.Restocking:      (spent, (spent.Restock,)),
    yard.Yard:             (yard, (yard.Abandon, yard.Strip, Wreck, Burn, Scrounge, Rummage, Done)),
    armoury.Armoury:       (armoury, (armoury.Dismantle, armoury.Assemble, Scrap, Done)),
    removal.Clearance:     (removal, (removal.Clear, removal.Tow, Done)),
    removal.Toll:          (removal, (removal.Suffer,)),
    purchase.Shop:         (purchase, (purchase.Buy, purchase.Enter, purchase.Onboard, purchase.Register,
                                       purchase.Raise, purchase.Motorize, purchase.Return, Done)),
    modules.Contact:       (modules, (modules.Radio, modules.Phone)),
    modules.Batteries:     (modules, (modules.Withhold,)),
    modules.Plot:          (modules, (modules.Post, modules.Aim, sectors.Sector)),
    strength.Spared:       (strength, (strength.Spare,)),
    leaders.Leading:       (leaders, (commanders.Mount,)),
    fortify.Fortifying:    (fortify, (fortify.Fortify, fortify.Hide, Done)),
    setup.Deploying:       (setup, (setup.Take, setup.Lay, setup.Open, setup.Ready)),
    setup.Siting:          (setup, (sectors.Put, setup.Lurk, setup.Hitch, setup.Arrive, setup.Reserve,
                                    sectors.Sector)),
    laying.Laying:         (laying, (sectors.Put, sectors.Sector)),
    scouting.Scouting:     (scouting, (scouting.Recon, Done)),
    scouting.Inspecting:   (scouting, (scouting.Inspect, sectors.Sector, Done)),
    battle.Battle:         (battle, (battle.Settle,)),
    told.Reporting:        (units, (told.Tell, told.Fired, told.Silenced, told.Sniped, told.Reported)),
    told.Telling:          (units, (told.Fell, told.Stands, told.Storey, told.Ails, told.Mended, told.Taken,
                                    told.Borne, told.Dropped, told.Became, told.Halved, told.Bailed,
                                    told.Exited, told.Expended, told.Raised, told.Told, sectors.Sector)),
    told.Settling:         (common, (told.Holds, told.Survey, told.Rained, told.Settled, sectors.Sector)),
    told.Surveying:        (common, (told.Altered, told.Razed, told.Told)),
    told.Agreeing:         (common, (told.Agree, told.Object)),
    waiting.Waiting:       (waiting, (waiting.Pass,)),
}
# fmt: on


AnyFrame = (
    melee.Melees
    | melee.Parting
    | melee.Assault
    | hatches.Hatches
    | rally.Unloading
    | drawing.Drawing
    | escape.Breakout
    | escape.Party
    | clearing.Salvage
    | prisoners.Custody
    | hardening.Hardening
    | hardening.Leadership
    | hardening.Promotion
    | commanders.Mounting
    | vehicles.Manning
    | repair.Exchanging
    | spent.Restocking
    | yard.Yard
    | armoury.Armoury
    | removal.Clearance
    | removal.Toll
    | purchase.Shop
    | modules.Contact
    | modules.Batteries
    | modules.Plot
    | strength.Spared
    | leaders.Leading
    | fortify.Fortifying
    | setup.Deploying
    | setup.Siting
    | laying.Laying
    | scouting.Scouting
    | scouting.Inspecting
    | battle.Battle
    | told.Reporting
    | told.Telling
    | told.Settling
    | told.Surveying
    | told.Agreeing
    | waiting.Waiting
)


def _named(verb: str, frame: type[Frame], module: ModuleType) -> Any:
    return getattr(module, f"{verb}_{frame.__name__.lower()}")


CHAPTERS: dict[type[Frame], Chapter[Act]] = {
    frame: (
        _named("options", frame, module),
        _named("answer", frame, module),
        discreet(_named("options", frame, module), _named("refuse", frame, module)),
    )
    for frame, (module, _) in QUESTIONS.items()
}
SETTLE: dict[type[Frame], Settle[Any]] = {
    frame: _named("settle", frame, module) for frame, (module, _) in QUESTIONS.items()
}
ASKED: dict[type[Frame], tuple[type[Act], ...]] = {frame: acts for frame, (_, acts) in QUESTIONS.items()}
