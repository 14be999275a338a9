"""Before something is lost for good, it is said."""

import pytest
from tests.campaign.desk import at, desk, off, place

from berlin.campaign.aftermath.hardening import Forgo, Hardening
from berlin.campaign.aftermath.salvage import Burn, Scrap, Wreck
from berlin.campaign.deployment.setup import Deploying, Ready
from berlin.campaign.desk.warning import warnings
from berlin.campaign.perimeters.escape import Breakout, Leave, Party, Stay
from berlin.campaign.purchases.fortify import Fortifying
from berlin.campaign.purchases.purchase import Buy, Shop
from berlin.campaign.question import Done
from berlin.campaign.refit.removal import Clearance, Tow
from berlin.campaign.refit.repair import Exchange, Exchanging
from berlin.campaign.state.state import GERMAN
from berlin.kernel.play.acts import Act
from berlin.kernel.play.question import AnyQuestion
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Where

TANK, GUN = unit_of(GERMAN, 0), unit_of(GERMAN, 1)


def warned(frame: AnyQuestion, act: Act, fpp: int = 0) -> tuple[str, ...]:
    d = desk([at("g:StuG-IIIG", "K30"), at("g:LMG", "K30", holder=2), at("g:4-6-7", "K30")], frames=(frame,))
    d.account(GERMAN, fpp=fpp)
    return warnings(d, act)


@pytest.mark.parametrize("act", [Scrap(TANK), Wreck(TANK), Burn(TANK), Tow(TANK)])
def test_what_is_scrapped_is_out_of_the_campaign(act: Act) -> None:
    assert warned(Clearance(GERMAN), act) == (
        f"the German StuG IIIG at {place('K30')} will be out of the campaign",
    )


def test_a_machine_gun_that_is_exchanged_is_used_up_and_not_the_vehicle() -> None:
    assert warned(Exchanging(GERMAN), Exchange(TANK, GUN, "AA")) == (
        f"the German LMG at {place('K30')} is used up",
    )


def test_who_breaks_out_is_told_what_stays_and_who_does_not_what_it_means() -> None:
    (left,) = warned(Party(GERMAN, (unit_of(GERMAN, 2),)), Leave(GUN))
    assert left.startswith(f"the German LMG at {place('K30')} stays behind [")
    assert warned(Breakout(GERMAN), Stay()) == ("all who stay in Isolated Areas will be short of ammunition",)


def test_a_chance_that_is_given_up_is_gone() -> None:
    (said,) = warned(Hardening(GERMAN, (-1,)), Forgo())
    assert "Battle Harden" in said


def test_fpp_that_are_not_spent_are_lost_and_other_points_are_not() -> None:
    (said,) = warned(Fortifying(GERMAN), Done(), fpp=13)
    assert said.startswith("13 FPP")
    assert warned(Fortifying(GERMAN), Done()) == ()
    assert warned(Shop(GERMAN), Done(), fpp=13) == ()
    assert warned(Shop(GERMAN), Buy("I1")) == ()


def test_who_is_not_set_up_stays_off_the_map() -> None:
    """One that is set up, two that are not, and one that nobody is asked about."""
    pieces = [at("g:4-6-7", "K30", Mark.PLACED), *[off("g:4-6-7")] * 2, off("g:4-6-7", where=Where.LOST)]
    d = desk(pieces, frames=(Deploying(GERMAN, False),))
    for number, said in ((1, "2 pieces stay off the map"), (2, "1 piece stays off the map")):
        assert warnings(d, Ready()) == (f"{said} in the coming scenario",)
        d.mark(unit_of(GERMAN, number), on=Mark.PLACED)
    assert warnings(d, Ready()) == ()
