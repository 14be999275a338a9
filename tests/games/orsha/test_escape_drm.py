"""7.5063: what is added to the roll of an Escape."""

import pytest
from tests.campaign.desk import at
from tests.games.orsha.escapes import GERMAN, POCKET, party, pocket, total

from berlin.campaign.perimeters.isolation import Area
from berlin.games.orsha.board.ground import MAP
from berlin.kernel.proof.mark import rule
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark


@rule("OTO 7.5063.drm.leader", "OTO 7.5063.drm.smc", "OTO 7.5063.q2", "OTO 7.5063a")
def test_leaders_and_lone_men() -> None:
    d = pocket(at("g:2-4-7", "P50"), at("g:9-1", "P50"), at("g:6+1", "P50"))
    assert total(d, party(0)) == 0
    assert total(d, party(0, 1)) == -1
    assert total(d, party(0, 2)) == 1
    assert total(d, party(1)) == -1
    assert total(d, party(2)) == -1
    d.mark(unit_of(GERMAN, 1), on=Mark.WOUNDED)
    assert total(d, party(1)) == 0


@rule("OTO 7.5063.drm.leader", "OTO 7.5063a")
def test_an_armor_leader_leads_his_vehicle() -> None:
    d = pocket(at("g:StuG-IIIG", "P50"), at("g:AL-9-1", "P50", holder=0))
    assert total(d, party(0)) == -1


@rule("OTO 7.5063.drm.near", "OTO 7.5063.q2", "OTO 7.5063a")
@pytest.mark.parametrize(("near", "drm"), [(1, -2), (2, -1), (3, 0)])
def test_friendly_ground_nearby(near: int, drm: int) -> None:
    assert total(pocket(at("g:2-4-7", "P50"), near=near), party(0)) == drm


@rule("OTO 7.5063.drm.near", "OTO 7.5063a")
def test_isolated_ground_nearby_is_no_help() -> None:
    d = pocket(at("g:2-4-7", "P50"), near=1)
    d.zones.append(Area(MAP.within(POCKET, 2) & ~(1 << POCKET), "D"))
    assert total(d, party(0)) == 0


@rule("OTO 7.5063.q2", "OTO 7.5063a")
def test_an_adjacent_half_squad_with_an_8_1_has_3_off() -> None:
    assert total(pocket(at("g:2-4-7", "P50"), at("g:8-1", "P50"), near=1), party(0, 1)) == -3


@rule("OTO 7.5063.drm.hs", "OTO 7.5063a")
def test_two_squads_are_three_half_squads_too_many() -> None:
    assert total(pocket(at("g:4-6-7", "P50"), at("g:4-6-7", "P50")), party(0, 1)) == 3


@rule("OTO 7.5063.drm.pp", "OTO 7.5063a")
def test_what_is_carried_beyond_the_capacity() -> None:
    """An HMG of 4 and an LMG of 1: 5 PP, where a unit bears 3 and a leader 1 more."""
    d = pocket(
        at("g:2-4-7", "P50"),
        at("g:HMG", "P50", holder=0),
        at("g:LMG", "P50", holder=0),
        at("g:8-0", "P50"),
        at("g:2-4-7", "P50"),
    )
    assert total(d, party(0)) == 2
    assert total(d, party(0, 3)) == 1
    assert total(d, party(0, 4)) == 3


@rule("OTO 7.5063.drm.encircled", "OTO 7.5063.drm.hs", "OTO 7.5063a")
def test_encircled_men_and_vehicles_without_armor() -> None:
    d = pocket(
        at("g:2-4-7", "P50", Mark.ENCIRCLED),
        at("g:StuG-IIIG", "P50", Mark.ENCIRCLED),
        at("g:SdKfz-10-4", "P50", Mark.ENCIRCLED),
        at("g:4-6-7", "P50", holder=2),
    )
    assert total(d, party(0)) == 2
    assert total(d, party(1)) == 0
    # A squad on a vehicle without armor is one half-squad too many.
    assert total(d, party(2)) == 3


@rule("OTO 7.5063.drm.leader", "OTO 7.5063a")
def test_a_heroic_leader_adds_his_heroism() -> None:
    d = pocket(at("g:2-4-7", "P50"), at("g:9-1", "P50", Mark.HEROIC), at("g:hero", "P50"))
    assert total(d, party(0, 1)) == -2
    assert total(d, party(0, 2)) == -1
    assert total(d, party(0, 1, 2)) == -2
