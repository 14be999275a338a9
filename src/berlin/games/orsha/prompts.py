"""Every question in words, with its rule."""

from berlin.campaign import battle, waiting
from berlin.campaign.aftermath import clearing, commanders, hardening, hatches, melee, prisoners, rally
from berlin.campaign.deployment import laying, scouting, setup
from berlin.campaign.names import piece_of
from berlin.campaign.perimeters import drawing, escape
from berlin.campaign.purchases import fortify, leaders, modules, purchase, strength
from berlin.campaign.refit import armoury, removal, repair, spent, vehicles, yard
from berlin.campaign.report import acts as told
from berlin.campaign.state import Draft
from berlin.games.orsha.ground import KEYS
from berlin.games.orsha.perimeters import CITES
from berlin.games.orsha.sequence import RING
from berlin.kernel.frames import Frame, asked
from berlin.kernel.scene import Prompt

# fmt: off
QUESTIONS: dict[type[Frame], tuple[str, str]] = {
    melee.Melees:         ("Which Melee is fought next?", "OTO 7.5011"),
    melee.Parting:        ("Melee in {hex}: who withdraws?", "OTO 7.501a"),
    melee.Assault:        ("Melee in {hex}: who attacks whom?", "OTO 7.501a"),
    hatches.Hatches:      ("Which crews open or close their hatches?", "OTO 7.501d"),
    rally.Unloading:      ("Who gets out of his vehicle?", "OTO 7.503b"),
    drawing.Drawing:      ("Draw the Perimeter: take the largest, or lay markers of your own.", "OTO 7.505"),
    escape.Breakout:      ("Who attempts to Escape from Isolation?", "OTO 7.5063a"),
    escape.Party:         ("Escape: who goes along, and what stays behind?", "OTO 7.5063b"),
    clearing.Salvage:     ("Which Equipment is not kept?", "OTO 7.5072"),
    prisoners.Custody:    ("What becomes of these prisoners?", "OTO 7.508b"),
    hardening.Hardening:  ("Which MMC becomes Battle Hardened?", "OTO 7.5112b"),
    hardening.Leadership: ("Roll for a leader to be Battle Hardened, or exchange one?", "OTO 7.5113b"),
    hardening.Promotion:  ("Which leader becomes Battle Hardened?", "OTO 7.5113c"),
    commanders.Mounting:  ("Into which AFV does {unit} go?", "OTO 7.5114b"),
    vehicles.Manning:     ("Which abandoned vehicles are manned again?", "OTO 7.5131a"),
    repair.Exchanging:    ("Which Disabled machine-guns are exchanged?", "OTO 7.5133"),
    spent.Restocking:     ("Which FT and DC are Retained?", "OTO 7.5134b"),
    yard.Yard:            ("Abandon, wreck, strip or Scrounge vehicles?", "OTO 7.5137"),
    armoury.Armoury:      ("Dismantle, assemble or Eliminate weapons?", "OTO 7.51310"),
    removal.Clearance:    ("What is to be removed from the map?", "OTO 7.514a"),
    removal.Toll:         ("A removal went wrong: which MMC is Casualty Reduced?", "OTO 7.514f"),
    purchase.Shop:        ("Which Reinforcement Groups are bought?", "OTO 7.518a"),
    modules.Contact:      ("Radio or field phone for this OBA module?", "OTO CG13b"),
    modules.Batteries:    ("Too many OBA modules: which one stays out of this scenario?", "OTO CG13a"),
    modules.Plot:         ("Which hex for the observer, or the Pre-Registered hex?", "OTO CG13d"),
    strength.Spared:      ("All weapons were lost: which one is received after all?", "OTO 7.5193.q1"),
    leaders.Leading:      ("Which AFV of his platoon does {unit} have?", "OTO 7.5197b"),
    fortify.Fortifying:   ("Which Fortifications are bought?", "OTO 7.520b"),
    setup.Deploying:      ("Set-up: which piece next?", "OTO 7.5224a"),
    setup.Siting:         ("Where does {unit} set up?", "OTO 7.5224a"),
    laying.Laying:        ("Where is it laid?", "OTO 7.5224a"),
    scouting.Scouting:    ("Pay for reconnaissance?", "OTO 7.5225a"),
    scouting.Inspecting:  ("Which Location is reconnoitred?", "OTO 7.5226a"),
    battle.Battle:        ("How is this battle settled?", "OTO 7.3a"),
    told.Reporting:       ("After the battle: what became of which unit?", "OTO 7.13a"),
    told.Telling:         ("What became of {unit}?", "OTO 7.13a"),
    told.Settling:        ("After the battle: who holds which hexes, and what changed?", "OTO 7.3b"),
    told.Surveying:       ("What changed in {hex}?", "OTO CG5a"),
    told.Agreeing:        ("Is this report right?", "OTO 7.3b"),
    waiting.Waiting:      ("The other side is asked.", "OTO 7.5a"),
}
# fmt: on


def question(d: Draft) -> tuple[str, str]:
    top = d.frames[-1]
    if isinstance(top, drawing.Drawing) and top.offered:
        return f"Your Perimeter lacks {drawing.offer(d, top)}. Take or decline them?", CITES.largest
    text, rule = QUESTIONS[type(top)]
    unit, space = getattr(top, "unit", None), getattr(top, "space", None)
    if isinstance(unit, int):
        text = text.replace("{unit}", d.counter(*piece_of(unit)).text)
    if isinstance(space, int):
        text = text.replace("{hex}", KEYS[space])
    return text, rule


def prompt(d: Draft) -> Prompt | None:
    return asked(d, question)


def caption(d: Draft) -> str:
    step = RING[d.stage]
    return f"{d.book.dates[d.turn - 1].key}: {step.name} {step.title}"
