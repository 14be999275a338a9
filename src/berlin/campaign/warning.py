"""What an act costs that can't be had back."""

from berlin.campaign.aftermath.hardening import Forgo, Hardening
from berlin.campaign.aftermath.salvage import Burn, Scrap, Wreck
from berlin.campaign.deployment.parties import undecided
from berlin.campaign.deployment.setup import Deploying, Ready
from berlin.campaign.names import piece_of
from berlin.campaign.perimeters.drawing import Decline, Drawing, offer
from berlin.campaign.perimeters.escape import Leave, Stay
from berlin.campaign.purchases.fortify import Fortifying
from berlin.campaign.refit.removal import Tow
from berlin.campaign.refit.repair import Exchange
from berlin.campaign.state import Draft
from berlin.campaign.upkeep import Done
from berlin.kernel.acts import Act


def warnings(d: Draft, act: Act) -> tuple[str, ...]:
    """A line for each thing that is lost for good."""
    top, market = d.frames[-1], d.book.market
    match act:
        case Scrap() | Wreck() | Burn() | Tow():
            return (f"{_text(d, act.unit)} will be out of the campaign",)
        case Exchange():
            return (f"{_text(d, act.by)} is used up",)
        case Leave():
            return (f"{_text(d, act.unit)} stays behind [{d.book.escape.drop}]",)
        case Stay():
            return ("all who stay in Isolated Areas will be short of ammunition",)
        case Decline() if isinstance(top, Drawing):
            return (f"you give up {offer(d, top)} [{d.book.ground.cites.largest}]",)
        case Forgo() if isinstance(top, Hardening):
            return (f"a chance to Battle Harden a unit is given up [{d.book.hardening.number}]",)
        case Done() if isinstance(top, Fortifying) and d.accounts[top.seat].fpp:
            return (f"{d.accounts[top.seat].fpp} FPP that were not spent are lost [{market.fpp}]",)
        case Ready() if isinstance(top, Deploying):
            left = sum(1 for _ in undecided(d, top.seat, top.isolated))
            stay = "1 piece stays" if left == 1 else f"{left} pieces stay"
            return (f"{stay} off the map in the coming scenario",) if left else ()
    return ()


def _text(d: Draft, unit: int) -> str:
    return d.counter(*piece_of(unit)).text
