"""7.5: what each step of the Re-organization Phase begins with and ends with, in the book's order."""

import inspect
import pkgutil
from importlib import import_module

from berlin import campaign
from berlin.campaign.question import CampaignQuestion
from berlin.campaign.sequence import QUESTIONS
from berlin.games.orsha.rules.book import BOOK
from berlin.games.orsha.rules.sequence import RING
from berlin.kernel.play.acts import Act
from berlin.kernel.play.question import acts_of
from berlin.kernel.proof.mark import rule

BEFORE_BATTLE = """
7.518 purchase.begin
7.519 strength.begin
7.520 fortify.begin fortify.conclude
7.521 setup.attack
7.5221 wind.begin
7.5222 setup.begin setup.conclude
7.5225 scouting.begin
7.5226 scouting.inspection
7.523 commencement.begin
7.3 battle.begin
"""
AFTER_BATTLE = """
7.501 melee.begin control.gain
7.502 marker_removal.begin
7.503 rally.begin victory.determine
7.504 hazards.begin
7.505 drawing.begin drawing.conclude
7.506 escape.begin drawing.after_escapes
7.507 clearing.begin
7.508 prisoners.begin
7.509 fires.extinguish
7.510 wounds.treat
7.511 hardening.begin
7.512 dates.begin
7.5131 vehicles.begin vehicles.conclude
7.5132 repair.begin
7.5133 repair.exchange repair.conclude
7.5134 ft_dc_recovery.begin
7.5135 captured.begin
7.5136 captured.discard
7.5137 vehicle_disposal.begin
7.5138 ammunition.restore_special
7.5139 ammunition.lift_shortages
7.51310 armoury.begin
7.514 removal.begin
7.515 replenishment.begin
7.516 morale.begin
7.517 weather.begin
"""
ANSWERS = """
Melees Fight
Parting Withdraw Stand
Assault Engage Detach Attach Strike Seize Cease
Hatches Expose Button Shut
Unloading Unload Done
Drawing Trace From Point Lift Readjust Close Decline
Breakout Escape Stay
Party Join Leave Give Dismantle Deploy Go
Salvage Keep Scrap Wreck Burn Scrounge Rummage
Custody Hold HandOver Release
Hardening Harden Commission Forgo
Leadership Weigh Split Forgo
Promotion Harden Forgo
Mounting Mount Wait
Manning Man Done
Exchanging Exchange Done
Restocking Restock
Yard Abandon Strip Wreck Burn Scrounge Rummage Done
Armoury Dismantle Assemble Scrap Done
Clearance Clear Tow Done
Toll Suffer
Shop Buy Enter Onboard Register Raise Motorize Return Done
Contact Radio Phone
Batteries Withhold
Plot Post Aim Sector
Spared Spare
Leading Mount
Fortifying Fortify Hide Done
Deploying Take Lay Open Ready
Siting Put Lurk Hitch Arrive Reserve Sector
Laying Put Sector
Scouting Recon Done
Inspecting Inspect Sector Done
Battle Settle
"""
"""What can be answered to each question, but for those about a reported battle."""


@rule("OTO 7.5.seq", "OTO 7.5a", "OTO 7.506", "OTO 7.513", "OTO 7.522")
def test_7_5_each_step_does_what_its_chapter_says_when_it_begins_and_when_all_is_answered() -> None:
    found = []
    for stage in RING:
        done = [one for one in (stage.begin, stage.end) if one is not None]
        assert stage.begin is not None
        found.append(
            " ".join((stage.name, *(f"{one.__module__.split('.')[-1]}.{one.__name__}" for one in done)))
        )
    assert found == (BEFORE_BATTLE + AFTER_BATTLE).replace("\n\n", "\n").strip().splitlines()


def defined(of: type[object]) -> set[type[object]]:
    """The classes of a kind that the chapters define."""
    found = set[type[object]]()
    for module in pkgutil.walk_packages(campaign.__path__, "berlin.campaign."):
        for _, kind in inspect.getmembers(import_module(module.name), inspect.isclass):
            if issubclass(kind, of) and kind.__module__.startswith("berlin.campaign."):
                found.add(kind)
    return found


@rule("OTO 7.5a")
def test_7_5_every_question_that_a_chapter_asks_and_every_answer_is_of_the_campaign() -> None:
    bases = {base for kind in defined(CampaignQuestion) for base in kind.__mro__[1:]}
    assert defined(CampaignQuestion) - bases == set(QUESTIONS)
    assert len(QUESTIONS) == len(set(QUESTIONS))
    assert defined(Act) - set(acts_of(QUESTIONS)) == set()


@rule(*(BOOK.cite(question.topic) for question in QUESTIONS))
def test_each_question_takes_the_answers_of_its_chapter() -> None:
    asked = [
        one for one in QUESTIONS if ".report." not in one.__module__ and ".waiting" not in one.__module__
    ]
    found = [" ".join((one.__name__, *(act.__name__ for act in one.acts))) for one in asked]
    assert found == ANSWERS.split("\n")[1:-1]
