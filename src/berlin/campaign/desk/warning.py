"""What an act costs that can't be had back."""

from berlin.campaign.aftermath.hardening import Forgo, Hardening
from berlin.campaign.aftermath.salvage import Burn, Scrap, Wreck
from berlin.campaign.deployment.parties import undecided
from berlin.campaign.deployment.setup import Deploying, Ready
from berlin.campaign.perimeters.drawing import Decline, Drawing, offer
from berlin.campaign.perimeters.escape import Leave, Stay
from berlin.campaign.purchases.fortify import Fortifying
from berlin.campaign.question import Done
from berlin.campaign.refit.removal import Tow
from berlin.campaign.refit.repair import Exchange
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import Unit
from berlin.kernel.play.acts import Act


def warnings(d: Draft, act: Act) -> tuple[str, ...]:
    """A line for each thing that is lost for good."""
    top = d.frames[-1]
    match act:
        case Scrap() | Wreck() | Burn() | Tow():
            return (f"{_text(d, act.unit)} will be out of the campaign",)
        case Exchange():
            return (f"{_text(d, act.by)} is used up",)
        case Leave():
            return (f"{_text(d, act.unit)} stays behind [{d.book.cite('escape.drop')}]",)
        case Stay():
            return ("all who stay in Isolated Areas will be short of ammunition",)
        case Decline() if isinstance(top, Drawing):
            return (f"you give up {offer(d, top)} [{d.book.cite('perimeter.largest')}]",)
        case Forgo() if isinstance(top, Hardening):
            return (f"a chance to Battle Harden a unit is given up [{d.book.cite('hardening.number')}]",)
        case Done() if isinstance(top, Fortifying) and d.accounts[top.seat].fpp:
            return (
                f"{d.accounts[top.seat].fpp} FPP that were not spent are lost [{d.book.cite('fortify.fpp')}]",
            )
        case Ready() if isinstance(top, Deploying):
            left = sum(1 for _ in undecided(d, top.seat, top.isolated))
            stay = "1 piece stays" if left == 1 else f"{left} pieces stay"
            return (f"{stay} off the map in the coming scenario",) if left else ()
    return ()


def _text(d: Draft, unit: Unit) -> str:
    return d.name(unit)
