"""What draws the armies, and what attacks promise: the readings on which every machine plays."""

import pytest
from fights import ELSEWHERE, at

from berlin.games.race.board.units import find_unit
from berlin.games.race.board.zones import find_zone
from berlin.games.race.staff.goals import HALT, barred_from, nearness
from berlin.games.race.staff.outlook import outlook
from berlin.kernel.contract.ids import Seat

NEAR = {"american": "Leipzig Wittenberg Treuenbrietzen Trebbin"}


def test_for_who_is_in_haste_a_way_through_berlin_is_long_since_each_zone_of_it_is_a_stop() -> None:
    near = nearness(0, find_zone("Zehlendorf"), HALT)
    # Two zones of Berlin lie between Neukölln and it by the south, none between Wedding and it.
    assert near[find_zone("Wedding")] > near[find_zone("Neukolln")]


def test_the_last_who_bar_the_americans_road_do_not_risk_themselves_lightly() -> None:
    zone, unit = find_zone("Zehlendorf"), find_unit("8GA/1")
    calm, pressed = (
        outlook(at("C.1", ELSEWHERE, turn=7, control=control, Zehlendorf="8GA/1").state, Seat(0))
        for control in ({}, NEAR)
    )
    # The worst roll lets them in: that outweighs what all the others promise, twice over.
    promised, feared = calm.attack(zone, (unit,), False), pressed.attack(zone, (unit,), False)
    assert promised > 0
    assert promised - feared == pytest.approx(2 * barred_from(pressed.p, zone) / 6)
